package passes

import (
	"math"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/passes/short"
)

// briefOrders are the orders of names that are tried; of a large output the first two.
var briefOrders = []short.Options{{}, {Commonest: true}, {Spare: 2, Commonest: true}, {Spare: 4, Commonest: true}, {Spare: 8, Commonest: true}, {Spare: 12, Commonest: true}, {Spare: 3}}

// isBrief reports whether the names of what is minified are to be our own.
func (w *work) isBrief() bool {
	return w.o.Minify && w.o.For == cost.Size && w.o.Assume.Has(AssumeFnNames)
}

// brief minifies code with names of our own in the place of esbuild's, of which those
// of inner functions depend on how deep they stand, and compress worse for it. out is
// what esbuild makes of the code; the result is that if no order of names makes less.
func (w *work) brief(out *parse.Handed, code string, m *sourcemap.Map, h parse.Handover) *parse.Handed {
	if !w.isBrief() {
		return out
	}
	plain := w.plain(code, m, h)
	if plain == nil {
		return out
	}
	best, size := out, compressed(out.Code)
	orders := briefOrders
	if len(plain.Code) > largeOutput {
		orders = orders[:2]
	}
	for _, o := range orders {
		p, _ := parse.Parse(plain.Code, parse.Options{Path: w.o.Path, Type: w.goal()})
		if p == nil {
			return out
		}
		short.Names(p, o)
		made := print.Program(p, print.Options{Compact: true, Source: plain.Code, Tokens: m != nil})
		n := compressed(made.Code)
		if n >= size {
			continue
		}
		if why := w.differs(p, made.Code); why != "" {
			w.report.Faults = append(w.report.Faults, "BUG: short names: "+why)
			return out
		}
		best, size = &parse.Handed{Code: made.Code}, n
		if m != nil {
			outer := sourcemap.New(made.Code, made.Tokens, sourcemap.Source{Path: w.o.Path, Text: plain.Code})
			best.Map = sourcemap.Compose(outer, plain.Map)
		}
	}
	return best
}

// differs says how the names in the text of a program mean something else than those in
// its tree; "" is that they do not.
func (w *work) differs(p *ast.Program, code string) string {
	q, ds := parse.Parse(code, parse.Options{Path: w.o.Path, Type: w.goal()})
	if q == nil {
		return ds[0].String()
	}
	return short.Same(p, q)
}

// plain is code in shorter syntax, its names and white space as they are.
func (w *work) plain(code string, m *sourcemap.Map, h parse.Handover) *parse.Handed {
	if p, _ := parse.Parse(code, parse.Options{Path: w.o.Path, Type: w.goal()}); p != nil {
		code = short.Lets(p)
	}
	h.SyntaxOnly = true
	plain, _ := parse.HandOver(code, m, w.o.Path, h)
	return plain
}

// squeezed returns how many bytes of code go over the wire when it is minified and
// compressed; not ok: nobody can say. Without esbuild's shorter syntax it is an estimate.
func (w *work) squeezed(code string, shorter bool) (minified, over int, ok bool) {
	if shorter && !w.isBrief() {
		return parse.Squeezed(code)
	}
	if shorter {
		plain := w.plain(code, nil, parse.Handover{Minify: true, AnyNames: true, Target: w.o.Target, Type: w.goal()})
		if plain == nil {
			return 0, 0, false
		}
		code = plain.Code
	}
	p, _ := parse.Parse(code, parse.Options{Path: w.o.Path, Type: w.goal()})
	if p == nil {
		return 0, 0, false
	}
	short.Names(p, short.Options{})
	text := print.Program(p, print.Options{Compact: true, Source: code}).Code
	return len(text), compressed(text), true
}

// mostNested is how deep what stands in each other may be that esbuild is given to be
// measured: it looks again and again at what is below, and what that takes grows with the
// square. Real programs are not as deep by far.
const mostNested = 1000

// mostCases is how many cases a switch may have that esbuild is given: it compares the
// value of each with those of many before it.
const mostCases = 4096

// mostSkips is how many statements of a body may skip the rest of it, as in
//
//	while (f()) { if (g()) continue; if (h()) continue; i(); }
//
// For esbuild the rest is the other arm of each, which nests them, and it copies that rest
// for each.
const mostSkips = 256

// isSkipped reports whether more statements of a loop's or a function's body skip the rest
// of it than esbuild looks at quickly.
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

// only returns what an arm is, or what is in it if that is a block of one statement.
func only(arm ast.Stmt) ast.Stmt {
	for {
		b, ok := arm.(*ast.Block)
		if !ok || len(b.Body) != 1 {
			return arm
		}
		arm = b.Body[0]
	}
}

// isSlow reports whether esbuild would take time by the square of what it is to write:
// because that is too deep, or has a switch of too many cases. The operands of a long chain
// of operators are not deep for it.
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

// compressed is how many bytes of a text gzip leaves. What cannot be measured is never
// the smallest.
func compressed(text string) int {
	n, err := parse.Compressed(text)
	if err != nil {
		return math.MaxInt
	}
	return n
}
