package passes

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// inner returns what stands for function idx inside another function that is
// printed from its graph.
func (w *work) inner(idx int) ast.Expr {
	fn := w.p.Funcs[idx]
	if m := w.funcs[idx].made; m != nil {
		return &ast.Func{Base: ast.Base{Span: fn.Span}, Fn: m}
	}
	if isMethod(fn) {
		return &ast.Func{Base: ast.Base{Span: fn.Span}, Fn: w.keptMethod(fn)}
	}
	return &ast.Verbatim{Base: ast.Base{Span: fn.Span}, Text: w.text(fn.Span, fn), Of: &ast.Func{Fn: fn}}
}

func isMethod(fn *ast.Function) bool { return fn.Kind != ast.FuncNormal && fn.Kind != ast.FuncArrow }

// keptMethod is fn with its body as text, so that the property around it can be
// printed anew.
func (w *work) keptMethod(fn *ast.Function) *ast.Function {
	m := *fn
	s := ast.Span{Start: fn.BodySpan.Start + 1, End: fn.BodySpan.End - 1}
	src := w.p.Source
	for s.Start < s.End && isSpace(src[s.Start]) {
		s.Start++
	}
	for s.Start < s.End && isSpace(src[s.End-1]) {
		s.End--
	}
	m.Body = []ast.Stmt{}
	if s.Start < s.End && len(fn.Body) > 0 {
		m.Body = append(m.Body, &ast.VerbatimStmt{Base: ast.Base{Span: s}, Text: w.text(s, fn), Of: fn.Body[len(fn.Body)-1]})
	}
	return &m
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// text is the source of a span inside fn, with the changed functions in it
// replaced.
func (w *work) text(s ast.Span, fn *ast.Function) string {
	return print.Verbatim(w.p.Source, s, w.patches(fn, w.p.Funcs[fn.Index+1:]))
}

// patches are the replacements of changed functions inside fn (nil: the whole
// file); list holds them among the first ones.
func (w *work) patches(fn *ast.Function, list []*ast.Function) []print.Patch {
	var out []print.Patch
	end := int32(-1)
	for _, f := range list {
		if fn != nil && f.Start >= fn.End {
			break
		}
		if f.Start < end || w.funcs[f.Index].made == nil {
			continue
		}
		s := f.Span
		if isMethod(f) {
			s = ast.Span{Start: f.ParamsSpan.Start, End: f.BodySpan.End}
		}
		out = append(out, print.Patch{Span: s, Text: w.render(f)})
		end = f.End
	}
	return out
}

// render prints a changed function for its place in the source.
func (w *work) render(f *ast.Function) string {
	m := w.funcs[f.Index].made
	o := print.Options{Source: w.p.Source, Indent: w.indent, Start: w.levelAt(f.Start)}
	return print.FuncText(m, formOf(f), o).Code
}

// formOf says in what form a function stands in the source.
func formOf(f *ast.Function) print.FuncContext {
	switch {
	case f.Kind == ast.FuncArrow:
		return print.AsArrow
	case isMethod(f):
		return print.AsTail
	}
	return print.AsExpr
}

// levelAt is how deep the line of an offset is indented.
func (w *work) levelAt(at int32) int {
	i, _ := slices.BinarySearch(w.lines, int(at)+1)
	line := w.p.Source[w.lines[i-1]:at]
	n := len(line) - len(strings.TrimLeft(line, " \t"))
	return n / len(w.indent)
}

// position converts an offset to a line and a column, both from 1.
func (w *work) position(at int32) (line, col int) {
	i, _ := slices.BinarySearch(w.lines, int(at)+1)
	return i, int(at) - w.lines[i-1] + 1
}

func lineStarts(src string) []int {
	out := []int{0}
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' {
			out = append(out, i+1)
		}
	}
	return out
}

// indentOf guesses one level of the source's indentation.
func indentOf(src string) string {
	tabs, spaces := 0, [9]int{}
	prev := 0
	for _, line := range strings.SplitN(src, "\n", 2000) {
		n := 0
		for n < len(line) && line[n] == ' ' {
			n++
		}
		switch {
		case strings.HasPrefix(line, "\t"):
			tabs++
			continue
		case n == len(strings.TrimRight(line, "\r")):
			continue
		}
		if d := n - prev; d > 0 && d <= 8 {
			spaces[d]++
		}
		prev = n
	}
	best := 2
	for d, n := range spaces {
		if n > spaces[best] && (d == 2 || d == 4 || d == 8 || d == 3) {
			best = d
		}
	}
	if tabs > spaces[best] {
		return "\t"
	}
	return strings.Repeat(" ", best)
}

// tempKind is the keyword for helper variables: let where the file knows it.
func tempKind(p *ast.Program) ast.VarKind {
	kind := ast.Var
	for _, st := range p.Body {
		ast.Walk(st, func(n ast.Node) bool {
			if d, ok := n.(*ast.VarDecl); ok && d.Kind != ast.Var {
				kind = ast.Let
			}
			return kind == ast.Var
		})
		if kind != ast.Var {
			break
		}
	}
	return kind
}
