package verbatim

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// classPart is a part of the text of a class with changed expressions: either text copied from
// the source or an expression.
type classPart struct {
	at   int32    // the offset of the part in the text
	span ast.Span // of what is copied
	x    ast.Expr // nil: copied
	prec ast.Prec // the minimum precedence at x's position
}

// classTexts sets the texts of the classes.
func (c *copier) classTexts() {
	for x := range c.Classes {
		switch x := x.(type) {
		case *ast.Verbatim:
			x.Text, x.Span = c.classText(x)
		case *ast.VerbatimStmt:
			x.Text, x.Span = c.classText(x)
		}
	}
}

// classText returns the source text of a class with its changed expressions printed, and its
// span if none changed.
func (c *copier) classText(class ast.Node) (string, ast.Span) {
	parts := c.classParts(class)
	c.tree.parts[class] = parts
	if len(parts) == 1 {
		return c.Text(parts[0].span), parts[0].span
	}
	text := ""
	for i := range parts {
		p := &parts[i]
		p.at = int32(len(text))
		if p.x == nil {
			text += c.Text(p.span)
			continue
		}
		ast.Walk(p.x, func(n ast.Node) bool { // inner texts come first
			v, ok := n.(*ast.Verbatim)
			if !ok {
				return true
			}
			if _, is := c.Classes[v]; is {
				v.Text, v.Span = c.classText(v)
				return true
			}
			v.Text = c.Text(v.Span)
			_, function := c.Functions[v]
			return !function // copied from the source as a whole
		})
		text += print.Expr(p.x, p.prec, print.Options{Single: c.Single}).Code
	}
	return text, ast.Span{}
}

// classParts splits the text of a class at its changed expressions. The last part is copied.
func (c *copier) classParts(class ast.Node) []classPart {
	was, is := c.Classes[class][0], c.Classes[class][1]
	var old, now []ast.Expr
	ast.ClassOperands(was, func(x ast.Expr) { old = append(old, x) })
	ast.ClassOperands(is, func(x ast.Expr) { now = append(now, x) })
	var parts []classPart
	at := was.Start
	for i, x := range now {
		if ast.Equal(old[i], x) {
			continue
		}
		prec := ast.PrecAssign
		switch {
		case old[i].Pos().Paren:
			prec = ast.PrecSeq
		case i == 0 && was.Super != nil:
			prec = ast.PrecNew
		}
		s := old[i].Pos().Span
		parts = append(parts, classPart{span: ast.Span{Start: at, End: s.Start}}, classPart{x: x, prec: prec})
		at = s.End
	}
	return append(parts, classPart{span: ast.Span{Start: at, End: was.End}})
}

// Origins returns the source positions of the text of a verbatim node of the function, by
// offsets in the text; source returns those of a span's text. The identifiers of Fn must have
// their places.
func (t *Tree) Origins(n ast.Node, source func(ast.Span) []print.Token) []print.Token {
	if s := n.Pos().Span; !s.IsZero() {
		return source(s)
	}
	var list []print.Token
	for _, p := range t.parts[n] {
		var tokens []print.Token
		if p.x == nil {
			tokens = source(p.span)
		} else {
			tokens = t.printed(p, source)
		}
		list = print.Shift(list, tokens, p.at)
	}
	return list
}

// printed returns the tokens of an expression in the text of a class. It is printed without
// access to the source, so the original names are filled in here.
func (t *Tree) printed(p classPart, source func(ast.Span) []print.Token) []print.Token {
	tokens := print.Expr(p.x, p.prec, print.Options{Single: t.in.Single, Tokens: true,
		Copied: func(n ast.Node) []print.Token { return t.Origins(n, source) }}).Tokens
	for i, k := range tokens {
		if k.Name != "" && !k.Span.IsZero() {
			tokens[i].Name = t.in.Program.Source[k.Span.Start:k.Span.End]
		}
	}
	return tokens
}
