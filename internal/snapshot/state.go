package snapshot

import (
	"maps"
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// state is what is known at a place. A function that interprets code changes the state that it gets.
type state struct {
	// dead: control does not come here.
	dead bool
	// vars are the variables of the function that nothing else assigns.
	vars map[*ast.Symbol]Value
	// recs are the records that may exist.
	recs map[ID]*Facts
	// held are values of expressions around the one that is being evaluated. They are a stack.
	held []Value
	// version is another one after each change, and in different states: clock counts them. The version of a copy
	// is the same, as long as neither is changed.
	version int
	clock   *int
}

// Variables that no program has: what a function returns while finally clauses run, and what was thrown.
var (
	returned = &ast.Symbol{Name: "result"}
	thrown   = &ast.Symbol{Name: "exception"}
)

func newState() *state {
	st := &state{vars: map[*ast.Symbol]Value{}, recs: map[ID]*Facts{}, clock: new(int)}
	st.changed() // 0 is no version
	return st
}

// changed notes that the state is another one now.
func (st *state) changed() {
	if st.clock != nil {
		*st.clock++
		st.version = *st.clock
	}
}

func (st *state) clone() *state {
	if st.dead {
		return &state{dead: true, held: st.held}
	}
	return &state{vars: maps.Clone(st.vars), recs: maps.Clone(st.recs), held: slices.Clone(st.held), version: st.version, clock: st.clock}
}

// die says that control does not go on.
func (st *state) die() {
	*st = state{dead: true, held: st.held}
}

func (st *state) assign(sym *ast.Symbol, v Value) {
	st.vars[sym] = v
	st.changed()
}

func (st *state) setRec(id ID, f *Facts) {
	if f.at != nil {
		f.at.After = f
	}
	st.recs[id] = f
	st.changed()
}

// hold keeps a value while other expressions are evaluated; take returns it.
func (st *state) hold(v Value) {
	st.held = append(st.held, v)
	st.changed()
}

func (st *state) take() Value {
	last := len(st.held) - 1
	v := st.held[last]
	st.held = st.held[:last]
	st.changed()
	return v
}

// cost is the work of copying or joining the state.
func (st *state) cost() int { return 1 + (len(st.vars)+len(st.recs))/4 }

// junction is where paths meet, and what they are.
type junction struct {
	at   ast.Span
	what string
}

// joinInto adds what is known on another path to the state. With widens, what grows is widened. It reports whether
// the state changed.
func (ev *eval) joinInto(st, other *state, at junction, widens bool) (changed bool) {
	switch {
	case other == nil || other.dead:
		return false
	case st.dead:
		*st = *other.clone()
		return true
	}
	ev.work(st.cost() + other.cost())
	join := Value.join
	if widens {
		join = Value.widened
	}
	for sym, w := range other.vars {
		v, ok := st.vars[sym]
		if j := join(v, w); !ok || !j.equals(v) {
			st.vars[sym] = j
			changed = true
		}
	}
	for i, w := range other.held {
		if j := join(st.held[i], w); !j.equals(st.held[i]) {
			st.held[i] = j
			changed = true
		}
	}
	ids := make([]ID, 0, len(other.recs))
	for id := range other.recs {
		if st.recs[id] != other.recs[id] {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids) // steps are numbered
	var lost Value
	for _, id := range ids {
		f, g := st.recs[id], other.recs[id]
		if f == nil {
			st.recs[id] = g
			changed = true
			continue
		}
		ev.work(1 + (f.size()+g.size())/8)
		last := f.at
		if f.at != g.at && !(f.gone && g.gone) {
			last = ev.step(Joined, id, at.at, at.what, f.at, g.at)
		}
		j := f.join(g, last)
		if widens {
			j = f.widened(g, last)
		}
		if !j.equals(f) {
			changed = true
		}
		st.recs[id] = j
		if j.at != nil && j.at.Kind == Joined {
			j.at.After = j
		}
		lost = lost.join(f.lostWith(g))
	}
	st.changed()
	ev.letGo(st, lost, at.at, goneElsewhere)
	return changed
}

// goneElsewhere is why the contents of a record are let go where it joins with itself after it was let go.
const goneElsewhere = "what contains it was let go on another path"

// lostWith returns what two facts of a record contain, if only one of them says that it was let go: then it is let
// go where they join, so what it may contain there is, too.
func (f *Facts) lostWith(g *Facts) (v Value) {
	if f.gone == g.gone {
		return v
	}
	add := func(w Value) { v.Recs = union(v.Recs, w.Recs) }
	f.values(add)
	g.values(add)
	return v
}

// joined returns what is known behind two paths.
func (ev *eval) joined(a, b *state, at junction) *state {
	if a == nil || a.dead {
		if b == nil {
			return a
		}
		return b
	}
	ev.joinInto(a, b, at, false)
	return a
}

// letGo says that unknown code may have a value from here on, and everything in it.
func (ev *eval) letGo(st *state, v Value, at ast.Span, why string) {
	if st.dead {
		return
	}
	todo := slices.Clone(v.Recs)
	for len(todo) > 0 {
		id := todo[0]
		todo = todo[1:]
		f := st.recs[id]
		if f == nil || f.gone {
			continue
		}
		s := ev.step(LetGo, id, at, "", f.at)
		s.Text = why
		st.setRec(id, &Facts{gone: true, at: s})
		ev.work(1 + f.size()/8)
		f.values(func(w Value) { todo = append(todo, w.Recs...) })
	}
}

// site is where a record is made: by a literal, or by a call, as one of the records that its callee made.
type site struct {
	n    ast.Node
	made int
}

// maxRecords bounds the records of one evaluation.
const maxRecords = 128

// allocate returns the number of a new record, or none if there are too many. If the same place has made a record
// before, that one is let go, and nothing refers to it by number any more.
func (ev *eval) allocate(st *state, n ast.Node, made int) ID {
	k := site{n, made}
	id, ok := ev.sites[k]
	if !ok {
		if ev.next >= maxRecords {
			return none
		}
		id = ev.next
		ev.next++
		ev.sites[k] = id
	}
	if f := ev.p.o.Fault; st.recs[id] != nil && f != ForgetsRenewal && f != SharesMadeRecords {
		ev.letGo(st, record(id), n.Pos().Span, "the next one is made here")
		ev.forget(st, id)
	}
	return id
}

// forget makes a record that was let go one of the other objects.
func (ev *eval) forget(st *state, id ID) {
	to := func(r ID) ID {
		if r == id {
			return none
		}
		return r
	}
	ev.work(st.cost() * 4)
	for sym, v := range st.vars {
		if v.has(id) {
			st.vars[sym] = v.renamed(to)
		}
	}
	for i, v := range st.held {
		st.held[i] = v.renamed(to)
	}
	for r, f := range st.recs {
		refers := false
		f.values(func(v Value) { refers = refers || v.has(id) })
		if refers {
			st.recs[r] = f.renamed(to)
		}
	}
	delete(st.recs, id)
	st.changed()
}

// isUninit reports whether a variable may have no value yet.
func isUninit(v Value) bool { return v.Other.MayBe(son.KindUninit) }
