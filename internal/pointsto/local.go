package pointsto

import (
	"maps"

	"github.com/sonjs/son/parse/ast"
)

// Variables that only their own function assigns are followed from statement to statement: after x = new C(),
// x is that, whatever else it is elsewhere. Closures read what it may be anywhere.

// locals are the nodes of what variables have where the generator is. Others have any value of theirs.
type locals map[*ast.Symbol]node

// deepestLocals bounds the nesting of statements whose assignments are collected for that.
const deepestLocals = 40

// follows reports whether a variable is followed in the function that the generator is in.
func (g *generator) follows(sym *ast.Symbol) bool {
	if g.fn == nil || g.locals == nil || sym.AssignedInner || sym.DynamicReach || sym.Aliased || sym.Exported || sym.AnnexB != nil || sym.Scope.Func != g.fn.fn {
		return false
	}
	switch sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymParam:
		return true
	}
	return false
}

// assigned records what a variable has from here on.
func (g *generator) assigned(sym *ast.Symbol, n node) {
	if g.follows(sym) {
		g.locals[sym] = n
	}
}

// forks runs parts of which one runs, or none; those that do not end do not count afterwards.
func (g *generator) forks(parts ...func() (ends bool)) {
	before := g.locals
	var after locals
	some := false
	for _, part := range parts {
		g.locals = maps.Clone(before)
		if part() {
			continue
		}
		if some {
			g.merge(after, g.locals)
		} else {
			after, some = g.locals, true
		}
	}
	if g.locals = before; some {
		g.locals = after
	}
}

// merge lets a have what variables have on either of two paths.
func (g *generator) merge(a, b locals) {
	for sym, n := range a {
		switch m, ok := b[sym]; {
		case !ok:
			delete(a, sym)
		case m != n:
			a[sym] = g.either(n, m)
		}
	}
}

// perhaps runs a part that may run.
func (g *generator) perhaps(part func()) {
	g.forks(func() bool { part(); return false }, func() bool { return false })
}

// repeats runs a statement whose parts run in another order than that of the text, or not all: what it assigns
// is not followed before it, and not after it, and what its tests tell does not hold after it.
func (g *generator) repeats(st ast.Stmt, run func()) {
	around := g.locals
	g.forget(st)
	before := maps.Clone(g.locals)
	if g.nested >= deepestLocals {
		g.locals = nil
	}
	g.nested++
	run()
	g.nested--
	if g.locals = before; g.nested >= deepestLocals {
		g.locals = around
	}
}

// again runs another part of a statement that repeats, which control may enter without the parts before it.
func (g *generator) again(before locals) { g.locals = maps.Clone(before) }

// forget stops following what a statement assigns.
func (g *generator) forget(st ast.Stmt) {
	if len(g.locals) == 0 {
		return
	}
	forget := func(target ast.Expr) {
		for _, id := range ast.Names(target) {
			delete(g.locals, id.Sym)
		}
	}
	ast.Walk(st, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Function:
			return false
		case *ast.Assign:
			forget(n.Target)
		case *ast.Update:
			forget(n.X)
		case *ast.VarDecl:
			for _, d := range n.Decls {
				forget(d.Target)
			}
		case *ast.ForIn:
			if x, ok := n.Left.(*ast.ExprStmt); ok {
				forget(x.X)
			}
		case *ast.ForOf:
			if x, ok := n.Left.(*ast.ExprStmt); ok {
				forget(x.X)
			}
		}
		return true
	})
}
