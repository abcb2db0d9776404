package snapshot

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// assume narrows what is known where a condition holds, or does not.
func (ev *eval) assume(st *state, x ast.Expr, holds bool) {
	if st.dead {
		return
	}
	switch x := x.(type) {
	case *ast.Unary:
		if x.Op == ast.Not {
			ev.assume(st, x.X, !holds)
		}
	case *ast.Ident:
		ev.narrow(st, x, func(v Value) Value {
			if holds {
				v.Other = v.Other.Without(son.KindNullish | son.KindFalse | son.KindNaN | son.KindNegZero)
			} else {
				v.Recs = nil
				v.Other = v.Other.Without(son.KindTrue)
			}
			return v
		})
	case *ast.Member:
		ev.alternatives(st, x, func(f field) bool {
			t := f.val.typ()
			if f.lacks {
				t = t.Join(son.TypeUndefined)
			}
			answer := t.Truthy()
			return answer == son.Maybe || answer == son.Yes == holds
		})
	case *ast.Binary:
		switch x.Op {
		case ast.LogicalAnd:
			if holds {
				ev.assume(st, x.R, true)
			}
		case ast.LogicalOr:
			if !holds {
				ev.assume(st, x.R, false)
			}
		case ast.StrictEq, ast.StrictNe, ast.Eq, ast.Ne:
			ev.assumeEqual(st, x, holds == (x.Op == ast.StrictEq || x.Op == ast.Eq))
		case ast.In:
			ev.assumeIn(st, x, holds)
		}
	}
}

// narrow changes the value of a variable that is followed.
func (ev *eval) narrow(st *state, id *ast.Ident, to func(Value) Value) {
	if id.Sym == nil || !ev.follows(id.Sym) {
		return
	}
	v, ok := st.vars[id.Sym]
	if !ok || isUninit(v) {
		return
	}
	w := to(v)
	if w.isEmpty() {
		st.die()
		return
	}
	st.assign(id.Sym, w)
}

// assumeEqual narrows a variable that is compared with null or undefined.
func (ev *eval) assumeEqual(st *state, x *ast.Binary, equal bool) {
	id, ok := x.L.(*ast.Ident)
	if !ok || id.Sym == nil {
		return
	}
	kinds := son.Kind(0)
	switch r := x.R.(type) {
	case *ast.Null:
		kinds = son.KindNull
	default:
		if !ast.IsUndefined(r) {
			return
		}
		kinds = son.KindUndefined
	}
	if loose := x.Op == ast.Eq || x.Op == ast.Ne; loose {
		kinds = son.KindNullish
	}
	ev.narrow(st, id, func(v Value) Value {
		switch {
		case !equal:
			v.Other = v.Other.Without(kinds)
		case x.Op == ast.StrictEq || x.Op == ast.StrictNe:
			return other(v.Other.Meet(son.TypeOf(kinds)))
		default:
			v.Recs = nil // document.all is no record
		}
		return v
	})
}

// recordOf returns the facts of the only record that a variable is, if it was not let go.
func (ev *eval) recordOf(st *state, x ast.Expr) (ID, *Facts) {
	id, ok := x.(*ast.Ident)
	if !ok || id.Sym == nil || !ev.follows(id.Sym) {
		return none, nil
	}
	v := st.vars[id.Sym]
	if !isCopyable(st, v) {
		return none, nil
	}
	return v.Recs[0], st.recs[v.Recs[0]]
}

// alternatives keeps the alternatives of a record for which a field may have the value that a condition needs.
// That needs the key to be an own one, or missing in what is inherited.
func (ev *eval) alternatives(st *state, x *ast.Member, may func(field) bool) {
	if x.Optional || x.Private || isInherited(x.Name) || !ev.p.o.Builtins {
		return
	}
	rec, f := ev.recordOf(st, x.Obj)
	if f == nil {
		return
	}
	ev.keep(st, rec, f, func(s shape) bool { return may(s.get(x.Name)) })
}

// assumeIn keeps the alternatives that have a key, or lack it.
func (ev *eval) assumeIn(st *state, x *ast.Binary, holds bool) {
	rec, f := ev.recordOf(st, x.R)
	s, ok := x.L.(*ast.String)
	if f == nil || !ok || isInherited(s.Value) || !ev.p.o.Builtins {
		return
	}
	ev.keep(st, rec, f, func(alt shape) bool {
		y := alt.get(s.Value)
		if holds {
			return y.has
		}
		return y.lacks
	})
}

// keep drops alternatives.
func (ev *eval) keep(st *state, id ID, f *Facts, ok func(shape) bool) {
	g := f.filtered(ok)
	switch {
	case g == nil:
		st.die()
	case g != f:
		st.recs[id] = g // nothing happened to it
		st.changed()
	}
}
