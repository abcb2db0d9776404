package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Snapshot is what a function is interpreted for.
type Snapshot struct {
	// Params are the arguments, by parameter.
	Params []Value
	// Recs are the records in them, in the order in which they are reached from the arguments, with the keys that
	// the function mentions.
	Recs []*Facts
}

const (
	// snapshotDepth is how deep records in a snapshot contain each other. What is deeper is let go.
	snapshotDepth = 3
	// snapshotRecords is how many records a snapshot has. Others are let go.
	snapshotRecords = 16
	// widensSnapshots is how often a snapshot of several calls grows before it is widened.
	widensSnapshots = 2
)

// key returns a text that is the same for snapshots that are the same.
func (s *Snapshot) key() string { return fmt.Sprint(s.Params, s.Recs) }

// taker takes a snapshot.
type taker struct {
	*Snapshot
	st       *state
	mentions *mentions
	ids      []ID // by record of the snapshot: its number in the state
	depth    []int
	number   map[ID]ID // by number in the state: that in the snapshot
	lost     []ID      // records that the snapshot has no room for
	aliasing bool
}

// snapshotOf returns the snapshot of arguments in a state, and the number that each of its records has there.
// What it has no room for is let go.
func (ev *eval) snapshotOf(st *state, fn *ast.Function, args []Value, at ast.Span) (*Snapshot, []ID) {
	for {
		t := &taker{Snapshot: &Snapshot{}, st: st, mentions: &ev.p.mentions[fn.Index], number: map[ID]ID{}, aliasing: ev.p.o.Fault != ForgetsAliasing}
		for i, x := range fn.Params {
			t.Params = append(t.Params, t.value(parameter(x, i, args), 0))
			if !t.aliasing {
				t.number = map[ID]ID{}
			}
		}
		for i := 0; i < len(t.ids); i++ {
			t.Recs = append(t.Recs, t.facts(st.recs[t.ids[i]], t.depth[i]))
			ev.work(1 + st.recs[t.ids[i]].size()/8)
		}
		if len(t.lost) == 0 {
			return t.Snapshot, t.ids
		}
		for _, id := range t.lost {
			ev.letGo(st, record(id), at, "it is too deep inside of an argument")
		}
	}
}

// parameter returns the value of a parameter. The rest is an array.
func parameter(x ast.Expr, i int, args []Value) Value {
	switch {
	case ast.IsSpread(x):
		return other(son.TypeFresh)
	case isUnused(x):
		return anything
	case i < len(args):
		return args[i]
	}
	return undefined
}

// isUnused reports whether a parameter is a name that nothing refers to.
func isUnused(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Sym != nil && len(id.Sym.Refs) <= 1 && !id.Sym.DynamicReach && !id.Sym.Aliased
}

// value numbers the records of a value.
func (t *taker) value(v Value, depth int) Value {
	return v.renamed(func(id ID) ID {
		n, ok := t.number[id]
		switch {
		case ok:
		case t.st.recs[id] == nil:
			return none // of a path that does not lead here
		case depth >= snapshotDepth || len(t.ids) >= snapshotRecords:
			if !t.st.recs[id].gone {
				t.lost = append(t.lost, id)
			}
			return none
		default:
			n = ID(len(t.ids))
			t.number[id] = n
			t.ids = append(t.ids, id)
			t.depth = append(t.depth, depth)
		}
		return n
	})
}

// facts returns the facts as a snapshot has them: only keys that the function mentions, and nothing is changed yet.
func (t *taker) facts(f *Facts, depth int) *Facts {
	if f.gone {
		return &Facts{gone: true}
	}
	var alts []shape
	for _, s := range f.alts {
		var kept shape
		for _, x := range s {
			if x.has && t.mentions.has(x.key) {
				x.changed = false
				x.val = t.value(x.val, depth+1)
				kept = append(kept, x)
			}
		}
		alts = append(alts, kept)
	}
	return withAlts(alts, nil)
}

// enter finds the entry of a function that answers a call, which may be made for it. ids are the numbers in the
// caller of the snapshot's records, or none. What the entry does not follow is let go.
func (ev *eval) enter(st *state, fn *ast.Function, args []Value, at ast.Span) (e *Entry, ids []ID) {
	p, a := ev.p, ev.p.of(fn)
	recursive := p.isRecursive(fn)
	for {
		s, from := ev.snapshotOf(st, fn, args, at)
		if a.joined == nil && !recursive && a.size < largeFunction {
			key := s.key()
			e := a.byKey[key]
			if e == nil && len(a.byKey) < maxSnapshots {
				e = a.add(fn)
				e.Snapshot, e.key = s, key
				a.byKey[key] = e
			}
			if e != nil {
				p.answered(e)
				return e, from
			}
		}
		if e = a.joined; e == nil {
			e = a.add(fn)
			e.Joined, e.Recursive, e.Snapshot = true, recursive, &Snapshot{}
			a.joined = e
		} else if known := a.byKey[s.key()]; known != nil && !recursive {
			return known, from
		}
		to := e.absorb(s)
		lost := false
		for i, id := range from {
			if t := to[i]; !st.recs[id].gone && (t == none || e.Snapshot.Recs[t].gone) {
				ev.letGo(st, record(id), at, "the calls of "+ev.p.name(fn)+" are too different")
				lost = true
			}
		}
		if lost {
			continue // what else was let go with it is known to be so now
		}
		p.answered(e)
		ids = make([]ID, len(e.Snapshot.Recs))
		for i := range ids {
			ids[i] = none
		}
		for i, t := range to {
			if t != none {
				ids[t] = from[i]
			}
		}
		return e, ids
	}
}

// name returns the name of a function for messages.
func (p *Program) name(fn *ast.Function) string {
	if fn.Name != nil {
		return fn.Name.Name
	}
	return "this function"
}

// absorber joins a snapshot with another one.
type absorber struct {
	into, from *Snapshot
	widens     bool
	to         []ID // by record of from: that of into, or none, or unseen
	used       map[ID]bool
	todo       []ID
	lost       []ID // records of into that are in records that were let go
}

// unseen is the number of a record that has no counterpart yet.
const unseen ID = -2

// absorb joins the entry's snapshot with another one, and returns which of its records stand for those of the other
// one. A record that finds no counterpart gets a number, as long as there are few.
func (e *Entry) absorb(s *Snapshot) (to []ID) {
	first := e.key == ""
	a := &absorber{into: &Snapshot{Recs: slices.Clone(e.Snapshot.Recs)}, from: s, widens: e.grown > widensSnapshots, to: make([]ID, len(s.Recs)), used: map[ID]bool{}}
	for i := range a.to {
		a.to[i] = unseen
	}
	for i, v := range s.Params {
		was := Value{}
		if !first {
			was = e.Snapshot.Params[i]
		}
		a.into.Params = append(a.into.Params, a.value(was, v))
	}
	for i := 0; i < len(a.todo); i++ {
		a.facts(a.todo[i])
	}
	lose(a.into.Recs, a.lost)
	for i, t := range a.to {
		if t == unseen {
			a.to[i] = none // it was reached through one that is not followed
		}
	}
	e.Snapshot = a.into
	key := a.into.key()
	if key != e.key {
		e.grown++
		e.stale = true
	}
	e.key = key
	return a.to
}

// value joins two values of the same place; those of the other snapshot get counterparts.
func (a *absorber) value(v, w Value) Value {
	out := v
	if a.widens {
		out.Other = widen(v.Other, w.Other)
	} else {
		out.Other = v.Other.Join(w.Other)
	}
	for _, r := range w.Recs {
		if a.to[r] == unseen {
			a.pair(r, v.Recs)
		}
		if t := a.to[r]; t == none {
			out.Other = out.Other.Join(son.TypeFresh)
		} else {
			out.Recs = union(out.Recs, []ID{t})
		}
	}
	return out
}

// pair finds a counterpart for a record.
func (a *absorber) pair(r ID, candidates []ID) {
	for _, c := range candidates {
		if !a.used[c] {
			a.used[c] = true
			a.to[r] = c
			a.todo = append(a.todo, r)
			return
		}
	}
	if a.widens || len(a.into.Recs) >= snapshotRecords {
		a.to[r] = none
		return
	}
	n := ID(len(a.into.Recs))
	a.into.Recs = append(a.into.Recs, nil)
	a.used[n] = true
	a.to[r] = n
	a.todo = append(a.todo, r)
}

// facts joins the facts of a record with those of its counterpart.
func (a *absorber) facts(r ID) {
	f, g := a.into.Recs[a.to[r]], a.from.Recs[r]
	if g.gone || f != nil && f.gone {
		a.into.Recs[a.to[r]] = &Facts{gone: true}
		if f != nil && !f.gone {
			f.values(func(v Value) { a.lost = append(a.lost, v.Recs...) })
		}
		return
	}
	var alts []shape
	for _, s := range g.alts {
		t := slices.Clone(s)
		for i, x := range t {
			same := Value{} // the records that are there now
			if f != nil {
				for _, u := range f.alts {
					same.Recs = union(same.Recs, u.get(x.key).val.Recs)
				}
			}
			w := a.value(same, x.val)
			t[i].val = Value{Other: w.Other}
			for _, id := range x.val.Recs {
				if a.to[id] != none {
					t[i].val.Recs = union(t[i].val.Recs, []ID{a.to[id]})
				}
			}
		}
		alts = append(alts, t)
	}
	g = withAlts(alts, nil)
	switch {
	case f == nil:
	case a.widens:
		g = f.widened(g, nil)
	default:
		g = f.join(g, nil)
	}
	if g.tooLarge() {
		g.values(func(v Value) { a.lost = append(a.lost, v.Recs...) })
		g = &Facts{gone: true}
	}
	a.into.Recs[a.to[r]] = g
}

// String returns the text of a snapshot, without its records.
func (s *Snapshot) String() string {
	var parts []string
	for _, v := range s.Params {
		parts = append(parts, v.String())
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
