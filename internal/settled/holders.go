package settled

import "github.com/sonjs/son/parse/ast"

// name is a name of the list through which functions can be reached, and in no other way.
type name struct {
	fns   []*ast.Function // that it holds
	holds []*ast.Symbol   // whose functions it holds as well
	// at is where it gets them: always for a declared function, else the end of its declaration.
	at  int32
	has bool // it has them
	// from is the place from which on code that runs references it.
	from int32
}

// declare enters a declared function.
func (l *List) declare(fn *ast.Function) {
	n := l.name(fn.Name.Sym)
	if n == nil {
		n = l.enter(fn.Name.Sym, name{at: always, has: true, from: never})
	}
	n.fns = append(n.fns, fn)
}

// holders finds the names that hold functions, because nothing else has the value that they are
// declared with:
//
//	const f = () => k;
//	const api = { f, get it() { return k } };
//	class A { m() { return k } }
//
// No code can get at such a value while it is made.
type holders struct {
	l *List
	// passed are the names that are only read to be held by another one.
	passed map[*ast.Ident]bool
}

func (l *List) findHolders(body []ast.Stmt) *holders {
	h := &holders{l, map[*ast.Ident]bool{}}
	for _, st := range body {
		switch st := st.(type) { // what is exported can be referenced from elsewhere
		case *ast.ClassDecl:
			if n := h.name(st.Class.Name, st.End); n != nil {
				h.class(n, st.Class)
			}
		case *ast.VarDecl:
			for _, d := range st.Decls {
				if id, ok := d.Target.(*ast.Ident); ok && d.Init != nil && st.Kind <= ast.Const {
					if n := h.name(id, d.End); n != nil {
						h.value(n, d.Init)
					}
				}
			}
		}
	}
	return h
}

// name enters a name that only its declaration writes, and that no code can get at otherwise than
// by a reference. It returns nil for any other one.
func (h *holders) name(id *ast.Ident, end int32) *name {
	if id == nil || id.Sym == nil {
		return nil
	}
	sym := id.Sym
	if sym.Exported || sym.DynamicReach || sym.Aliased || len(sym.Decls) != 1 || h.l.name(sym) != nil ||
		sym.Scope.Kind == ast.ScopeGlobal && !h.l.program.p.CommonJS {
		return nil
	}
	for _, r := range sym.Refs {
		if r.Kind&ast.RefWrite != 0 {
			return nil
		}
	}
	return h.l.enter(sym, name{at: end, from: never})
}

// value enters the functions that a value consists of. Those in other expressions inside it may run
// while it is made.
func (h *holders) value(n *name, x ast.Expr) {
	switch x := x.(type) {
	case *ast.Func:
		h.function(n, x.Fn)
	case *ast.ClassExpr:
		h.class(n, x.Class)
	case *ast.Ident:
		h.pass(n, x)
	case *ast.Array:
		for _, e := range x.Elems {
			h.value(n, e)
		}
	case *ast.Object:
		for _, p := range x.Props {
			if p.Kind != ast.PropSpread {
				h.value(n, p.Value)
			}
		}
	}
}

func (h *holders) function(n *name, fn *ast.Function) {
	n.fns = append(n.fns, fn)
	h.l.mayRun(fn, never)
}

// pass enters a name whose value becomes part of another one.
func (h *holders) pass(n *name, id *ast.Ident) {
	if id.Sym != nil && id.Sym.Scope.Func == h.l.fn {
		n.holds = append(n.holds, id.Sym)
		h.passed[id] = true
	}
}

// class enters the members of a class, if no code runs while it is made that can get at it. A name
// in its heritage only gives it its prototype: reading that of a function or a class runs nothing.
func (h *holders) class(n *name, c *ast.Class) {
	if !quietMembers(c) {
		return
	}
	switch x := c.Super.(type) {
	case nil:
	case *ast.Ident:
		h.pass(n, x)
	default:
		return
	}
	for _, m := range c.Members {
		if m.Fn != nil {
			h.function(n, m.Fn)
		}
	}
}
