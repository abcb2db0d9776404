package snapshot

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// assign interprets an assignment.
func (ev *eval) assign(st *state, x *ast.Assign) Value {
	if x.Op == ast.NoOp {
		switch t := x.Target.(type) {
		case *ast.Ident:
			v := ev.expr(st, x.Value)
			ev.store(st, t, v)
			return v
		case *ast.Member, *ast.Index:
			o, key := ev.reference(st, t)
			st.hold(o)
			v := ev.expr(st, x.Value)
			o = st.take()
			ev.set(st, o, key, v, x.Span)
			return v
		}
		v := ev.expr(st, x.Value)
		st.hold(v)
		ev.bind(st, x.Target, v)
		return st.take()
	}
	if x.Op.Logical() {
		return ev.assignLogical(st, x)
	}
	return ev.modify(st, x.Target, x.Span, func(v Value) (now, result Value) {
		st.hold(v)
		r := ev.expr(st, x.Value)
		now = ev.operate(st, x.Op, st.take(), r, x.Span)
		return now, now
	})
}

// assignLogical interprets a &&= b and the like.
func (ev *eval) assignLogical(st *state, x *ast.Assign) Value {
	if id, ok := x.Target.(*ast.Ident); ok {
		v := ev.ident(st, id)
		return ev.either(st, v, x.Op, x.Span, func(st *state) Value {
			w := ev.expr(st, x.Value)
			ev.store(st, id, w)
			return w
		})
	}
	o, key := ev.reference(st, x.Target)
	at := len(st.held)
	st.hold(o)
	v := ev.get(st, o, key, x.Span)
	w := ev.either(st, v, x.Op, x.Span, func(st *state) Value {
		r := ev.expr(st, x.Value)
		if !st.dead {
			ev.set(st, st.held[at], key, r, x.Span)
		}
		return r
	})
	st.drop()
	return w
}

// modify reads a target and assigns what change makes of its value; the result is the second value of change.
func (ev *eval) modify(st *state, target ast.Expr, at ast.Span, change func(v Value) (now, result Value)) Value {
	if id, ok := target.(*ast.Ident); ok {
		now, result := change(ev.ident(st, id))
		ev.store(st, id, now)
		return result
	}
	o, key := ev.reference(st, target)
	st.hold(o)
	now, result := change(ev.get(st, o, key, at))
	o = st.take()
	ev.set(st, o, key, now, at)
	return result
}

// store assigns a name.
func (ev *eval) store(st *state, id *ast.Ident, v Value) {
	if st.dead {
		return
	}
	if id.Sym != nil {
		switch id.Sym.Kind {
		case ast.SymConst, ast.SymUsing, ast.SymImport, ast.SymClassName:
			ev.mayThrow(st)
			st.die()
			return
		case ast.SymFuncName:
			ev.mayThrow(st)
			return
		}
		if isUninit(st.vars[id.Sym]) {
			ev.mayThrow(st)
		}
	}
	ev.write(st, id.Sym, v, id.Span)
}

// bind assigns a target or a pattern, and declares what is declared there.
func (ev *eval) bind(st *state, target ast.Expr, v Value) {
	if st.dead {
		return
	}
	switch t := target.(type) {
	case *ast.Ident:
		if t.Sym != nil && t.Sym.Kind.Lexical() || t.Sym != nil && t.Sym.Kind == ast.SymConst {
			// A declaration gives it its first value; an assignment in a pattern is one of a let.
			ev.declareName(st, t, v)
			return
		}
		ev.store(st, t, v)
	case *ast.Default:
		if t2 := v.typ(); t2.MayBe(son.KindUndefined) {
			given := st.clone()
			ev.work(st.cost())
			kept := v
			kept.Other = v.Other.Without(son.KindUndefined)
			given.hold(kept)
			st.hold(Value{})
			w := ev.expr(st, t.Value)
			if len(st.held) > 0 {
				st.take()
			}
			kept = given.take()
			if kept.isEmpty() {
				given.die()
			}
			ev.joinInto(st, given, junction{t.Span, "of a default"}, false)
			v = kept.join(w)
		}
		ev.bind(st, t.Target, v)
	case *ast.ArrayPat:
		ev.letGo(st, v, t.Span, "it is iterated")
		ev.mayThrow(st)
		for _, x := range t.Elems {
			if x == nil {
				continue
			}
			w := anything
			if s, ok := x.(*ast.Spread); ok {
				x, w = s.X, other(son.TypeFresh)
			}
			ev.bind(st, x, w)
			ev.mayThrow(st)
		}
	case *ast.ObjectPat:
		ev.objectPattern(st, t, v)
	case *ast.Spread:
		ev.bind(st, t.X, v)
	case *ast.Member, *ast.Index:
		st.hold(v)
		o, key := ev.reference(st, t)
		v = st.take()
		ev.set(st, o, key, v, t.Pos().Span)
	default:
		ev.left = -1
	}
}

// declareName assigns a name in a pattern or a declaration.
func (ev *eval) declareName(st *state, id *ast.Ident, v Value) {
	for _, d := range id.Sym.Decls {
		if d == id {
			ev.write(st, id.Sym, v, id.Span)
			return
		}
	}
	ev.store(st, id, v)
}

func (ev *eval) objectPattern(st *state, t *ast.ObjectPat, v Value) {
	if v.typ().MayBe(son.KindNullish) {
		ev.mayThrow(st)
	}
	st.hold(v)
	for _, p := range t.Props {
		if st.dead {
			break
		}
		if p.Kind == ast.PropSpread {
			ev.letGo(st, st.held[len(st.held)-1], p.Span, "the rest of it is copied")
			ev.mayThrow(st)
			ev.bind(st, p.Value, other(son.TypeFresh))
			continue
		}
		k := key{text: literalKey(p.Key), known: true}
		if p.Computed {
			k = ev.key(st, ev.expr(st, p.Key), p.Key.Pos().Span)
		}
		if st.dead {
			break
		}
		ev.bind(st, p.Value, ev.get(st, st.held[len(st.held)-1], k, p.Span))
	}
	st.drop()
}
