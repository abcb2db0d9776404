package passes

import (
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/passes/mangle"
)

// manglesNames reports whether minified output gets names of our own instead of esbuild's: there
// the names in inner functions depend on the nesting depth, which compresses worse.
func (w *work) manglesNames() bool {
	return w.o.Minify && w.o.For == cost.Size && w.o.Assume.Has(AssumeFnNames)
}

// differs describes how the names in the text of a program resolve differently from those in
// its tree; "" if they do not.
func (w *work) differs(p *ast.Program, code string) string {
	q, ds := parse.Parse(code, parse.Options{Path: w.o.Path, Type: w.goal()})
	if q == nil {
		return ds[0].String()
	}
	return mangle.Same(p, q)
}

// withLets returns code with let for const; see [mangle.Lets].
func (w *work) withLets(code string) string {
	if p, _ := w.parse(code); p != nil {
		return mangle.Lets(p)
	}
	return code
}

// mostNested bounds the nesting depth of code that esbuild is given: it visits nested code
// repeatedly, in quadratic time. Real programs are not nearly as deep.
const mostNested = 1000

// mostCases bounds the cases of a switch that esbuild is given: it compares the value of each
// with those of many before it.
const mostCases = 4096

// mostSkips bounds how many statements of a body may skip the rest of it, as in
//
//	while (f()) { if (g()) continue; if (h()) continue; i(); }
//
// esbuild turns the rest into the other arm of each such if, which nests them, and copies that
// rest for each.
const mostSkips = 256

// isSkipped reports whether more statements of a loop's or a function's body skip the rest of
// it than esbuild can handle quickly.
func isSkipped(n ast.Node) bool {
	var body []ast.Stmt
	skip := func(st ast.Stmt) bool { c, ok := st.(*ast.Continue); return ok && c.Label == "" }
	loop := func(st ast.Stmt) {
		if b, ok := st.(*ast.Block); ok {
			body = b.Body
		}
	}
	switch n := n.(type) {
	case *ast.While:
		loop(n.Body)
	case *ast.DoWhile:
		loop(n.Body)
	case *ast.For:
		loop(n.Body)
	case *ast.ForIn:
		loop(n.Body)
	case *ast.ForOf:
		loop(n.Body)
	case *ast.Function:
		body = n.Body
		skip = func(st ast.Stmt) bool { r, ok := st.(*ast.Return); return ok && r.X == nil }
	}
	if len(body) <= mostSkips {
		return false
	}
	count := 0
	for _, st := range body {
		if x, ok := st.(*ast.If); ok && (skip(only(x.Then)) || skip(only(x.Else))) {
			count++
		}
	}
	return count > mostSkips
}

// only returns the arm, or the statement in it if it is a block of one statement.
func only(arm ast.Stmt) ast.Stmt {
	for {
		b, ok := arm.(*ast.Block)
		if !ok || len(b.Body) != 1 {
			return arm
		}
		arm = b.Body[0]
	}
}

// isSlow reports whether esbuild would take quadratic time: because the code is too deep, or
// has a switch with too many cases. The operands of a long chain of operators do not count as
// deep: esbuild handles them in a loop.
func isSlow(n ast.Node, depth int) bool {
	if depth > mostNested || isSkipped(n) {
		return true
	}
	if s, ok := n.(*ast.Switch); ok && len(s.Cases) > mostCases {
		return true
	}
	slow := false
	for b, ok := n.(*ast.Binary); ok && !slow; b, ok = n.(*ast.Binary) {
		slow = isSlow(b.R, depth+1)
		n = b.L
	}
	if !slow {
		ast.Children(n, func(c ast.Node) { slow = slow || isSlow(c, depth+1) })
	}
	return slow
}
