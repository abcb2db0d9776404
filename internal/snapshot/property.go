package snapshot

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// key is the key of a property, if it is known.
type key struct {
	text  string
	known bool
}

// key returns the key that a value is converted to.
func (ev *eval) key(st *state, v Value, at ast.Span) key {
	t := ev.primitive(st, v, at)
	if t.IsConst() && !t.MayBe(son.KindSymbol) {
		if s, ok := son.FoldToString(t); ok {
			return key{s, true}
		}
	}
	return key{}
}

// reference interprets the object and the key of a property.
func (ev *eval) reference(st *state, x ast.Expr) (o Value, k key) {
	switch x := x.(type) {
	case *ast.Member:
		if _, super := x.Obj.(*ast.Super); super {
			ev.mayThrow(st)
			return anything, key{x.Name, true}
		}
		o = ev.expr(st, x.Obj)
		if x.Optional {
			o = ev.optional(st, o, x.Span)
		}
		if x.Private {
			ev.mayThrow(st)
			return anything, key{} // records have no private names
		}
		return o, key{x.Name, true}
	case *ast.Index:
		if _, super := x.Obj.(*ast.Super); super {
			ev.key(st, ev.expr(st, x.Key), x.Span)
			ev.mayThrow(st)
			return anything, key{}
		}
		o = ev.expr(st, x.Obj)
		if x.Optional {
			o = ev.optional(st, o, x.Span)
		}
		st.hold(o)
		k = ev.key(st, ev.expr(st, x.Key), x.Key.Pos().Span)
		return st.take(), k
	}
	ev.left = -1
	return anything, key{}
}

func (ev *eval) member(st *state, x *ast.Member) Value {
	o, k := ev.reference(st, x)
	return ev.get(st, o, k, x.Span)
}

// inherited are the keys that records inherit.
var inherited = []string{"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
	"hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"}

func isInherited(k string) bool {
	_, ok := slices.BinarySearch(inherited, k)
	return ok
}

// get reads a property.
func (ev *eval) get(st *state, o Value, k key, at ast.Span) (v Value) {
	if st.dead {
		return Value{}
	}
	if !o.Other.IsTop() {
		ev.mayThrow(st)
		switch {
		case o.Other.Is(son.KindNullish):
		case k.known && k.text == "length" && o.Other.Is(son.KindString|son.KindNullish):
			v.Other = son.TypeInt32
		default:
			v = anything
		}
	}
	for _, id := range o.Recs {
		f := st.recs[id]
		switch {
		case f == nil:
		case f.gone:
			ev.mayThrow(st)
			v = v.join(anything)
		default:
			v = v.join(ev.getFrom(st, id, f, k, at))
		}
	}
	if v.isEmpty() {
		st.die() // it is undefined or null
	}
	return v
}

// getFrom reads a property of a record that was not let go.
func (ev *eval) getFrom(st *state, id ID, f *Facts, k key, at ast.Span) (v Value) {
	if !k.known {
		f.values(func(w Value) { v = v.join(w) })
		if !ev.p.o.Builtins {
			ev.letGo(st, record(id), at, "its prototype may have an accessor")
			ev.mayThrow(st)
		}
		return v.join(anything)
	}
	lacks := false
	for _, s := range f.alts {
		x := s.get(k.text)
		v = v.join(x.val)
		lacks = lacks || x.lacks && (ev.p.o.Fault != ForgetsNothing || !x.has && len(f.alts) == 1)
	}
	switch {
	case !lacks:
	case !ev.p.o.Builtins:
		ev.letGo(st, record(id), at, "its prototype may have an accessor "+k.text)
		ev.mayThrow(st)
		v = v.join(anything)
	case isInherited(k.text):
		v = v.join(anything)
	default:
		v = v.join(undefined)
	}
	return v
}

// set assigns a property.
func (ev *eval) set(st *state, o Value, k key, v Value, at ast.Span) {
	if st.dead {
		return
	}
	only := o.Other.IsTop() && len(o.Recs) == 1 // so it is known which object it is
	if !o.Other.IsTop() {
		if o.Other.Is(son.KindNullish) && len(o.Recs) == 0 {
			ev.mayThrow(st)
			st.die()
			return
		}
		ev.letGo(st, v, at, "it is put into an object that is not known")
		ev.mayThrow(st)
	}
	for _, id := range o.Recs {
		f := st.recs[id]
		switch {
		case f == nil:
		case f.gone:
			ev.letGo(st, v, at, "it is put into an object that unknown code may have")
			ev.mayThrow(st)
		case !k.known || ev.setterMayRun(f, k.text):
			ev.letGo(st, record(id), at, "which key is set is not known, or who sets it")
			ev.letGo(st, v, at, "it is put into an object that unknown code may have")
			ev.mayThrow(st)
		default:
			ev.setIn(st, id, f, k.text, v, at, only)
		}
	}
}

// setterMayRun reports whether setting a key of a record may run a setter.
func (ev *eval) setterMayRun(f *Facts, k string) bool {
	if k == "__proto__" {
		return true
	}
	return !ev.p.o.Builtins && slices.ContainsFunc(f.alts, func(s shape) bool { return s.get(k).lacks })
}

// isGiven reports whether a record is one of the snapshot.
func (ev *eval) isGiven(id ID) bool { return int(id) < len(ev.given.Recs) }

// setIn sets a key of a record. If it is not the only object that may be meant, the key may also stay as it is.
func (ev *eval) setIn(st *state, id ID, f *Facts, k string, v Value, at ast.Span, only bool) {
	step := ev.step(Set, id, at, k, f.at)
	step.Val = step.Val.join(v)
	alts := make([]shape, len(f.alts))
	for i, s := range f.alts {
		alts[i] = s.set(k, v, ev.isGiven(id))
	}
	ev.work(1 + f.size()/8)
	g := withAlts(alts, step)
	if !only {
		g = g.join(f, ev.step(Joined, id, at, "with another record", step, f.at))
	}
	ev.replace(st, id, g, at)
}

// replace gives a record other facts.
func (ev *eval) replace(st *state, id ID, f *Facts, at ast.Span) {
	st.setRec(id, f)
	if f.tooLarge() {
		ev.letGo(st, record(id), at, "it has too many keys")
	}
}

// remove interprets delete.
func (ev *eval) remove(st *state, x *ast.Unary) Value {
	target := x.X
	if c, ok := target.(*ast.Chain); ok {
		return ev.removeOptional(st, c)
	}
	switch target.(type) {
	case *ast.Member, *ast.Index:
	default:
		ev.expr(st, target)
		return other(son.TypeBool)
	}
	o, k := ev.reference(st, target)
	if st.dead {
		return Value{}
	}
	v := Value{}
	if !o.Other.IsTop() {
		ev.mayThrow(st)
		if !o.Other.Is(son.KindNullish) {
			v = other(son.TypeBool)
		}
	}
	only := o.Other.IsTop() && len(o.Recs) == 1
	for _, id := range o.Recs {
		f := st.recs[id]
		switch {
		case f == nil:
		case f.gone:
			ev.mayThrow(st)
			v = v.join(other(son.TypeBool))
		case !k.known:
			ev.letGo(st, record(id), x.Span, "which key is deleted is not known")
			v = v.join(other(son.TypeTrue))
		default:
			v = v.join(other(son.TypeTrue))
			step := ev.step(Removed, id, x.Span, k.text, f.at)
			alts := make([]shape, len(f.alts))
			for i, s := range f.alts {
				alts[i] = s.remove(k.text, ev.isGiven(id))
			}
			g := withAlts(alts, step)
			if !only {
				g = g.join(f, ev.step(Joined, id, x.Span, "with another record", step, f.at))
			}
			ev.replace(st, id, g, x.Span)
		}
	}
	if v.isEmpty() {
		st.die()
	}
	return v
}

// removeOptional interprets delete of an optional chain.
func (ev *eval) removeOptional(st *state, c *ast.Chain) Value {
	ev.chained(st, c, func() Value {
		switch c.X.(type) {
		case *ast.Member, *ast.Index:
			o, _ := ev.reference(st, c.X)
			ev.letGo(st, o, c.Span, "delete of an optional chain")
		default:
			ev.expr(st, c.X)
		}
		ev.mayThrow(st)
		return other(son.TypeBool)
	})
	return other(son.TypeBool)
}

// in interprets the operator in.
func (ev *eval) in(st *state, l, r Value, at ast.Span) Value {
	st.hold(r)
	k := ev.key(st, l, at)
	r = st.take()
	if !r.Other.IsTop() {
		ev.mayThrow(st)
		return other(son.TypeBool)
	}
	t := son.TypeTop
	for _, id := range r.Recs {
		f := st.recs[id]
		switch {
		case f == nil:
		case f.gone:
			ev.mayThrow(st)
			t = son.TypeBool
		default:
			t = t.Join(ev.has(f, k, true).Type())
		}
	}
	return other(t)
}

// has reports whether a record has a key, itself or, with inherits, from its prototype.
func (ev *eval) has(f *Facts, k key, inherits bool) son.Tri {
	if !k.known {
		return son.Maybe
	}
	has, lacks := false, false
	for _, s := range f.alts {
		x := s.get(k.text)
		has, lacks = has || x.has, lacks || x.lacks
	}
	switch {
	case has && !lacks:
		return son.Yes
	case !has && inherits && isInherited(k.text) && ev.p.o.Builtins:
		return son.Yes
	case has || inherits && (isInherited(k.text) || !ev.p.o.Builtins):
		return son.Maybe
	}
	return son.No
}

// object interprets an object literal. The record is there from the start, without keys; nothing else can see it
// before it is complete.
func (ev *eval) object(st *state, x *ast.Object) Value {
	id := ev.allocate(st, x, 0)
	var last *Step
	if id == none {
		st.hold(other(son.TypeFresh))
	} else {
		last = ev.step(Made, id, x.Span, "")
		st.setRec(id, &Facts{alts: []shape{nil}, at: last})
		st.hold(record(id))
	}
	for _, p := range x.Props {
		if st.dead {
			break
		}
		ev.property(st, id, p)
	}
	v := Value{}
	if !st.dead {
		v = st.held[len(st.held)-1]
	}
	st.drop()
	return v
}

// property interprets a part of a literal.
func (ev *eval) property(st *state, id ID, p *ast.Property) {
	k := key{known: true}
	switch {
	case p.Kind == ast.PropSpread:
	case p.Computed:
		k = ev.key(st, ev.expr(st, p.Key), p.Key.Pos().Span)
	default:
		k.text = literalKey(p.Key)
	}
	v := ev.expr(st, p.Value)
	if st.dead {
		return
	}
	const inside = "it is put into an object that is not followed"
	f := st.recs[id] // none has no facts
	switch {
	case f == nil || f.gone:
		ev.letGo(st, v, p.Span, inside)
		if p.Kind == ast.PropSpread {
			ev.mayThrow(st)
		}
	case p.Kind == ast.PropSpread && isCopyable(st, v):
		g := withAlts(copied(f.alts, st.recs[v.Recs[0]].alts), ev.step(Called, id, p.Span, "", f.at))
		g.at.Text = "copy of " + v.Recs[0].String()
		ev.replace(st, id, g, p.Span)
	case p.Kind == ast.PropSpread && v.typ().Is(son.KindNullish):
	case p.Kind == ast.PropSpread:
		ev.letGo(st, v, p.Span, "it is copied")
		ev.letGo(st, record(id), p.Span, "what is copied is not known")
		ev.mayThrow(st)
	case p.Kind == ast.PropGet || p.Kind == ast.PropSet:
		ev.letGo(st, record(id), p.Span, "it has accessors")
	case !k.known:
		ev.letGo(st, record(id), p.Span, "which key it has is not known")
		ev.letGo(st, v, p.Span, inside)
	case k.text == "__proto__" && p.Kind == ast.PropInit && !p.Shorthand && !p.Computed:
		ev.letGo(st, record(id), p.Span, "it has a prototype of its own")
		ev.letGo(st, v, p.Span, inside)
	default:
		ev.setIn(st, id, f, k.text, v, p.Span, true)
	}
}

// isCopyable reports whether a value is one record, which was not let go.
func isCopyable(st *state, v Value) bool {
	if !v.Other.IsTop() || len(v.Recs) != 1 {
		return false
	}
	f := st.recs[v.Recs[0]]
	return f != nil && !f.gone
}

// copied returns the alternatives with the keys of others added.
func copied(alts, from []shape) (out []shape) {
	for _, s := range alts {
		for _, t := range from {
			u := s
			for _, y := range t {
				switch {
				case !y.has:
				case y.lacks:
					z := u.get(y.key)
					u = u.with(field{key: y.key, val: z.val.join(y.val), has: true, lacks: z.lacks})
				default:
					u = u.set(y.key, y.val, false)
				}
			}
			out = append(out, u)
		}
	}
	return out
}

// class interprets what a class evaluates where it stands. The code in it is that of functions.
func (ev *eval) class(st *state, c *ast.Class) Value {
	ast.ClassOperands(c, func(x ast.Expr) {
		ev.letGo(st, ev.expr(st, x), x.Pos().Span, "a class has it")
	})
	ev.mayThrow(st)
	return other(son.TypeFunction)
}
