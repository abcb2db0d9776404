package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/son/build"
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
	for x, use := range c.classes {
		switch x := x.(type) {
		case *ast.Verbatim:
			x.Text, x.Span = c.classText(use)
		case *ast.VerbatimStmt:
			x.Text, x.Span = c.classText(use)
		}
	}
}

// classText returns the source text of a class with its changed expressions printed, and its
// span if none changed.
func (c *copier) classText(use *classUse) (string, ast.Span) {
	use.parts = c.classParts(use)
	if len(use.parts) == 1 {
		return c.source(use.src.Span), use.src.Span
	}
	text := ""
	for i := range use.parts {
		p := &use.parts[i]
		p.at = int32(len(text))
		if p.x == nil {
			text += c.source(p.span)
			continue
		}
		ast.Walk(p.x, func(n ast.Node) bool { // inner texts come first
			if v, ok := n.(*ast.Verbatim); ok && c.classes[v] != nil {
				v.Text, v.Span = c.classText(c.classes[v])
			} else if ok {
				v.Text = c.source(v.Span)
				_, closure := c.closures[v]
				return !closure // copied from the source as a whole
			}
			return true
		})
		text += print.Expr(p.x, p.prec, print.Options{Single: c.Single}).Code
	}
	return text, ast.Span{}
}

// classParts splits the text of a class at its changed expressions. The last part is copied.
func (e *emitter) classParts(use *classUse) []classPart {
	var old, now []ast.Expr
	build.EachOperand(use.src, func(x ast.Expr) { old = append(old, x) })
	build.EachOperand(use.class, func(x ast.Expr) { now = append(now, x) })
	var parts []classPart
	at := use.src.Start
	for i, x := range now {
		if ast.Equal(old[i], x) {
			continue
		}
		prec := ast.PrecAssign
		switch {
		case old[i].Pos().Paren:
			prec = ast.PrecSeq
		case i == 0 && use.src.Super != nil:
			prec = ast.PrecNew
		}
		s := old[i].Pos().Span
		parts = append(parts, classPart{span: ast.Span{Start: at, End: s.Start}}, classPart{x: x, prec: prec})
		at = s.End
	}
	return append(parts, classPart{span: ast.Span{Start: at, End: use.src.End}})
}

// Origins returns the source positions of the text of a verbatim node of the function, by
// offsets in the text; source returns those of a span's text. The identifiers of Fn must have
// their places.
func (m *Made) Origins(n ast.Node, source func(ast.Span) []print.Token) []print.Token {
	if s := n.Pos().Span; !s.IsZero() {
		return source(s)
	}
	use := m.e.classes[n]
	if use == nil {
		return nil
	}
	var list []print.Token
	for _, p := range use.parts {
		var tokens []print.Token
		if p.x == nil {
			tokens = source(p.span)
		} else {
			tokens = m.printed(p, source)
		}
		list = print.Shift(list, tokens, p.at)
	}
	return list
}

// printed returns the tokens of an expression in the text of a class. It is printed without
// access to the source, so the original names are filled in here.
func (m *Made) printed(p classPart, source func(ast.Span) []print.Token) []print.Token {
	tokens := print.Expr(p.x, p.prec, print.Options{Single: m.e.Single, Tokens: true,
		Copied: func(n ast.Node) []print.Token { return m.Origins(n, source) }}).Tokens
	for i, t := range tokens {
		if t.Name != "" && !t.Span.IsZero() {
			tokens[i].Name = m.e.Program.Source[t.Span.Start:t.Span.End]
		}
	}
	return tokens
}
