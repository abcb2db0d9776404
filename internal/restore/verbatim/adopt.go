package verbatim

import (
	"slices"
	"sort"
	"strings"

	"github.com/sonjs/son/internal/emit/same"
	"github.com/sonjs/son/parse/ast"
)

// A changed statement keeps the source text of those of its expressions that did not change,
// with their comments and line breaks.

// expressions copies what it can of the expressions of a changed statement.
func (c *copier) expressions(st ast.Stmt) {
	i := c.around(c.placeOf(st))
	if i < 0 {
		return
	}
	switch s := st.(type) {
	case *ast.ExprStmt:
		if src, ok := c.sourceAt(i).(*ast.ExprStmt); ok {
			c.adopt(&s.X, src.X)
		}
	case *ast.Return:
		if src, ok := c.sourceAt(i).(*ast.Return); ok {
			c.adopt(&s.X, src.X)
		}
	case *ast.Throw:
		if src, ok := c.sourceAt(i).(*ast.Throw); ok {
			c.adopt(&s.X, src.X)
		}
	case *ast.If:
		if src, ok := sourceOf[*ast.If](c, st); ok && src.Then != nil {
			c.adoptHead(&s.Test, src.Test, ast.Span{Start: src.Start + int32(len("if")), End: src.Then.Pos().Start})
		}
	case *ast.While:
		if src, ok := sourceOf[*ast.While](c, st); ok {
			c.adoptHead(&s.Test, src.Test, ast.Span{Start: src.Start + int32(len("while")), End: src.Body.Pos().Start})
		}
	case *ast.DoWhile:
		if src, ok := sourceOf[*ast.DoWhile](c, st); ok {
			c.adopt(&s.Test, src.Test)
		}
	case *ast.For:
		if src, ok := sourceOf[*ast.For](c, st); ok {
			c.adopt(&s.Test, src.Test)
			c.adopt(&s.Update, src.Update)
		}
	case *ast.Switch:
		if src := c.switchAt(s); src != nil {
			c.adopt(&s.Disc, src.Disc)
			c.cases(s, src)
		}
	}
}

// label records the place of a labelled statement in the source.
func (c *copier) label(s *ast.Labeled) {
	for i := c.around(c.placeOf(s)); i >= 0; i = int(c.parent[i]) {
		if src, ok := c.sourceAt(i).(*ast.Labeled); ok && src.Label == s.Label {
			s.Span = src.Span
			return
		}
	}
}

// adoptHead copies the test of a statement with everything in its parentheses. at is the span
// between the statement's keyword and its body.
func (c *copier) adoptHead(x *ast.Expr, src ast.Expr, at ast.Span) {
	text := c.Program.Source[at.Start:at.End]
	from, to := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	end := int(src.Pos().End - at.Start)
	if from >= 0 && to >= end && end >= 0 && !strings.Contains(text[:from]+text[end:], "/") && c.fuel > 0 {
		c.fuel -= len(text)
		inner := ast.Span{Start: at.Start + int32(from) + 1, End: at.Start + int32(to)}
		if c.endsPlain(inner) && ast.Equal(*x, src) {
			*x = c.copyOf(inner, src)
			return
		}
	}
	c.adopt(x, src)
}

// cases copies the tests of cases with the comments that follow them, and records the comments
// before each case.
func (c *copier) cases(s, src *ast.Switch) {
	for i, from := range same.Cases(s, src) {
		if from == nil {
			continue
		}
		k := s.Cases[i]
		if before := c.between(c.leading(from.Start), from.Start); len(before) > 0 && c.next <= from.Start {
			c.tree.Cases[k] = before
		}
		if from.Test == nil || from.Test.Pos().Paren {
			continue
		}
		at := from.Test.Pos().Span
		if colon := strings.IndexByte(c.Program.Source[at.End:], ':'); colon > 0 {
			after := ast.Span{Start: at.Start, End: at.End + int32(colon)}
			if own := c.between(at.End, after.End); len(own) == 1 && strings.TrimSpace(c.Program.Source[at.End:after.End]) == own[0] {
				after.End = at.End + int32(strings.Index(c.Program.Source[at.End:], own[0])+len(own[0]))
				k.Test = &ast.Verbatim{Base: ast.Base{Span: after}, Text: c.Text(after), Of: k.Test}
				continue
			}
		}
		c.adopt(&k.Test, from.Test)
	}
}

// caseLines records for the printer where the statements of a case stand in the source, if each
// of them is still a single statement.
func (c *copier) caseLines(s *ast.Switch) {
	src := c.switchAt(s)
	if src == nil {
		return
	}
	for i, from := range same.Cases(s, src) {
		if from == nil || len(from.Body) != len(s.Cases[i].Body) {
			continue
		}
		for k, st := range s.Cases[i].Body {
			at := from.Body[k].Pos().Span
			if x, ok := st.(*ast.ExprStmt); ok && x.Span.IsZero() && c.comesFrom(st, at) {
				x.Span = at
			}
		}
	}
}

// adopt replaces *x by the text of src if the two are equal, and otherwise tries the same for
// parts of *x.
func (c *copier) adopt(x *ast.Expr, src ast.Expr) {
	if *x == nil || src == nil {
		return
	}
	if _, copied := (*x).(*ast.Verbatim); copied {
		return
	}
	if c.adoptNoted(x, src) || c.adoptRemarked(x, src) {
		return
	}
	s := src.Pos().Span
	informative := same.IsInformative(src)
	if !informative && !isComposed(src) {
		return
	}
	noted := c.comment.within(c.Program.Source, s)
	laidOut := noted || c.newline.within(c.Program.Source, s) || isQuoted(src)
	if (laidOut || informative) && c.fuel > 0 && c.endsPlain(s) {
		c.fuel -= int(s.End - s.Start)
		if isText(*x, src) || sameJoined(*x, src) && isWritten(src) || (informative || noted) && computes(src, *x) {
			v := c.copyOf(s, src)
			v.Paren = (*x).Pos().Paren && ast.IsOperation(src)
			*x = v
			return
		}
	}
	pair := func(a *ast.Expr, b ast.Expr) { c.adopt(a, b) }
	list := func(a, b []ast.Expr) {
		for i := range a {
			if i < len(b) && a[i] != nil {
				pair(&a[i], b[i])
			}
		}
	}
	switch y := (*x).(type) {
	case *ast.Call:
		if s, ok := src.(*ast.Call); ok {
			pair(&y.Callee, s.Callee)
			list(y.Args, s.Args)
			if len(y.Args) == len(s.Args) && (y.Span == s.Span || ast.Equal(y.Callee, s.Callee)) {
				c.tree.Items[y] = s.Args
			}
		}
	case *ast.New:
		if s, ok := src.(*ast.New); ok {
			list(y.Args, s.Args)
			if len(y.Args) == len(s.Args) && (y.Span == s.Span || ast.Equal(y.Callee, s.Callee)) {
				c.tree.Items[y] = s.Args
			}
		}
	case *ast.Member:
		if s, ok := src.(*ast.Member); ok {
			pair(&y.Obj, s.Obj)
		}
	case *ast.Binary:
		if s, ok := src.(*ast.Binary); ok && s.Op == y.Op {
			pair(&y.L, s.L)
			pair(&y.R, s.R)
		}
	case *ast.Assign:
		if s, ok := src.(*ast.Assign); ok {
			pair(&y.Value, s.Value)
		}
	case *ast.Cond:
		if s, ok := src.(*ast.Cond); ok {
			pair(&y.Test, s.Test)
			pair(&y.Then, s.Then)
			pair(&y.Else, s.Else)
		}
	case *ast.Unary:
		if s, ok := src.(*ast.Unary); ok && s.Op == y.Op {
			pair(&y.X, s.X)
		}
	case *ast.Seq:
		if s, ok := src.(*ast.Seq); ok && len(y.Exprs) == len(s.Exprs) {
			list(y.Exprs, s.Exprs)
		}
	case *ast.Array:
		if s, ok := src.(*ast.Array); ok && len(y.Elems) == len(s.Elems) {
			list(y.Elems, s.Elems)
			c.tree.Items[y] = s.Elems
		}
	case *ast.Object:
		if s, ok := src.(*ast.Object); ok {
			c.adoptProps(y, s)
		}
	}
}

// finder searches spans of the source for a text. Spans with a common start, as those of nested
// left operands, are scanned once.
type finder struct {
	what     string
	from, to int32 // the text does not start at any offset in [from, to)
	found    bool  // the text starts at to
}

// within reports whether the span s contains the text.
func (f *finder) within(source string, s ast.Span) bool {
	end := s.End - int32(len(f.what)) + 1 // the text has to start before this
	if s.Start < f.from || s.Start > f.to {
		f.from, f.to, f.found = s.Start, s.Start, false
	}
	if f.found || end <= f.to {
		return f.found && f.to < end
	}
	i := strings.Index(source[f.to:s.End], f.what)
	if f.found = i >= 0; f.found {
		f.to += int32(i)
	} else {
		f.to = end
	}
	return f.found
}

// isQuoted reports whether an expression is a template literal without substitutions.
func isQuoted(x ast.Expr) bool {
	t, ok := x.(*ast.Template)
	return ok && len(t.Exprs) == 0
}

// isText reports whether x is what the text of src says. Copies of callees do not say what their text does
// where a name stands for this.
func isText(x, src ast.Expr) bool { return ast.Equal(x, src) && isWritten(src) }

// isWritten reports whether a tree has no names that the program does not have: they take no space.
func isWritten(x ast.Expr) bool {
	written := true
	ast.Walk(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Start == id.End {
			written = false
		}
		return written
	})
	return written
}

// computes reports whether src consists of literals only and evaluates to x.
func computes(src, x ast.Expr) bool {
	if n, ok := x.(*ast.Unary); !ast.IsLiteral(x) && !(ok && n.Op == ast.Neg && ast.IsLiteral(n.X)) {
		return false
	}
	v := same.Value(src, nil)
	return v != nil && ast.Equal(v, x)
}

// adoptNoted copies a literal, or the computation that produced it, with the comment that says
// what it means:
//
//	node.kind === 80 /* Identifier */
func (c *copier) adoptNoted(x *ast.Expr, src ast.Expr) bool {
	if src.Pos().Paren || !(ast.IsLiteral(src) && ast.Equal(*x, src)) && !computes(src, *x) {
		return false
	}
	s := src.Pos().Span
	rest := c.Program.Source[s.End:]
	note := strings.TrimLeft(rest, " ")
	if !strings.HasPrefix(note, "/*") {
		return false
	}
	end := strings.Index(note, "*/")
	if end < 0 || strings.Contains(note[:end], "\n") {
		return false
	}
	s.End += int32(len(rest) - len(note) + end + len("*/"))
	if s.End > c.Old.End { // what follows an arrow function is not part of it
		s.End = src.Pos().End
	}
	*x = c.copyOf(s, src)
	return true
}

// adoptRemarked copies a parenthesized expression whose parentheses are there for the comment
// before it:
//
//	el ? el.parentNode : (
//	  // There is no other one.
//	  fallback
//	)
func (c *copier) adoptRemarked(x *ast.Expr, src ast.Expr) bool {
	if !src.Pos().Paren || c.fuel <= 0 || !isText(*x, src) {
		return false
	}
	s, text := src.Pos().Span, c.Program.Source
	cs := c.Program.Comments
	before := func() string { return strings.TrimRight(text[:s.Start], " \t\r\n") }
	i := sort.Search(len(cs), func(i int) bool { return cs[i].End > s.Start }) - 1
	first := i
	for i >= 0 && len(before()) == int(cs[i].End) {
		s.Start = cs[i].Start
		i--
	}
	after := strings.TrimLeft(text[s.End:], " \t\r\n")
	if i == first || !strings.HasSuffix(before(), "(") || !strings.HasPrefix(after, ")") {
		return false
	}
	s = ast.Span{Start: int32(len(before()) - 1), End: int32(len(text) - len(after) + 1)}
	c.fuel -= int(s.End - s.Start)
	*x = c.copyOf(s, src)
	return true
}

// adoptProps does the same for an object literal that still has the properties of the source,
// and records their places in the source for the printer.
func (c *copier) adoptProps(x, src *ast.Object) {
	if len(x.Props) != len(src.Props) {
		return
	}
	for i, p := range x.Props {
		q := src.Props[i]
		if p.Kind != q.Kind || p.Kind != ast.PropSpread && !ast.Equal(p.Key, q.Key) {
			return
		}
	}
	x.Span = src.Span
	for i, p := range x.Props {
		q := src.Props[i]
		p.Span = q.Span
		if p.Kind == ast.PropInit && !p.Shorthand && !q.Shorthand {
			c.adopt(&p.Value, q.Value)
		}
	}
}

// sameJoined reports whether x equals src once adjacent string literals are concatenated: "a"
// +\n "b". The author split them over several lines for the reader.
func sameJoined(x, src ast.Expr) bool {
	b, ok := src.(*ast.Binary)
	if !ok || b.Op != ast.Add {
		return false
	}
	as, bs := joined(x), joined(src)
	if len(as) != len(bs) {
		return false
	}
	for i, a := range as {
		if !ast.Equal(a, bs[i]) {
			return false
		}
	}
	return true
}

// joined lists the operands of a chain of additions, with adjacent strings concatenated.
func joined(x ast.Expr) []ast.Expr {
	var list []ast.Expr
	for {
		b, ok := x.(*ast.Binary)
		if !ok || b.Op != ast.Add {
			break
		}
		list = append(list, b.R)
		x = b.L
	}
	list = append(list, x)
	slices.Reverse(list)
	out := list[:0]
	for _, y := range list {
		s, isText := y.(*ast.String)
		if last := len(out) - 1; isText && last >= 0 {
			if before, ok := out[last].(*ast.String); ok {
				out[last] = &ast.String{Value: ast.ConcatWTF8(before.Value, s.Value)}
				continue
			}
		}
		out = append(out, y)
	}
	return out
}

// isComposed reports whether an expression has operands, so that its layout is the author's
// choice.
func isComposed(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Call, *ast.New, *ast.Binary, *ast.Assign, *ast.Cond, *ast.Array, *ast.Object, *ast.Template, *ast.Seq:
		return true
	case *ast.Member:
		return isComposed(x.Obj)
	case *ast.Unary:
		return isComposed(x.X)
	}
	return false
}

// endsPlain reports whether the text does not end in a line comment, which would swallow what
// is printed after it.
func (c *copier) endsPlain(s ast.Span) bool {
	line := s.Start + int32(strings.LastIndexByte(c.Program.Source[s.Start:s.End], '\n')+1)
	return !slices.ContainsFunc(c.between(line, s.End), func(text string) bool { return strings.HasPrefix(text, "//") })
}
