package snapshot

import (
	"fmt"
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Answer is what a function does with a snapshot.
type Answer struct {
	// Unknown says why nothing is known; then all that the function gets is let go.
	Unknown string
	// Return is what holds when it returns; nil: it never does. Throw is joined over all places at which it may throw.
	Return, Throw *Outcome
}

// Outcome is how a call ends.
type Outcome struct {
	// Result is what it returns or throws.
	Result Value
	// Base is how many records the snapshot has.
	Base int
	// Recs are the records of the snapshot, with what was set and removed since, and then those that the function
	// made and that its result or these records contain. They are new at each call.
	Recs []*Facts
}

const (
	// answerDepth is how deep records that a function makes contain each other in its answer. What is deeper is let go.
	answerDepth = 3
	// losesRecords is after how many evaluations of a recursive function its answer has no records that it made.
	losesRecords = maxRounds / 2
)

func (o *Outcome) key() string {
	if o == nil {
		return "never"
	}
	mods := make([]string, len(o.Recs))
	for i, f := range o.Recs {
		if f != nil {
			mods[i] = f.String() + f.Modifications()
		}
	}
	return fmt.Sprint(o.Result, o.Base, mods)
}

func (a *Answer) key() string { return a.Unknown + a.Return.key() + a.Throw.key() }

// join returns an answer that contains both.
func (a *Answer) join(b *Answer, widens bool) *Answer {
	switch {
	case a.Unknown != "":
		return a
	case b.Unknown != "":
		return b
	}
	return &Answer{Return: a.Return.join(b.Return, widens), Throw: a.Throw.join(b.Throw, widens)}
}

// join joins outcomes for the same snapshot.
func (o *Outcome) join(q *Outcome, widens bool) *Outcome {
	switch {
	case o == nil:
		return q
	case q == nil:
		return o
	}
	j := &Outcome{Result: o.Result.join(q.Result), Base: o.Base, Recs: slices.Clone(o.Recs)}
	if widens {
		j.Result = o.Result.widened(q.Result)
	}
	var lost []ID
	for i, f := range q.Recs {
		if i < len(j.Recs) && j.Recs[i] != nil && f != nil {
			lost = union(lost, j.Recs[i].lostWith(f).Recs)
		}
		switch {
		case i >= len(j.Recs):
			j.Recs = append(j.Recs, f)
		case j.Recs[i] == nil:
			j.Recs[i] = f
		case f == nil:
		case widens:
			j.Recs[i] = j.Recs[i].widened(f, f.at)
		default:
			j.Recs[i] = j.Recs[i].join(f, f.at)
		}
	}
	lose(j.Recs, lost)
	return j
}

// lose says of some records, and all that is in them, that they were let go.
func lose(recs []*Facts, lost []ID) {
	for len(lost) > 0 {
		id := lost[0]
		lost = lost[1:]
		if f := recs[id]; f != nil && !f.gone {
			recs[id] = &Facts{gone: true, at: f.at}
			f.values(func(v Value) { lost = append(lost, v.Recs...) })
		}
	}
}

// outcome returns what a call leaves behind in a state: result is the variable with the result.
func (ev *eval) outcome(st *state, result *ast.Symbol) *Outcome {
	if st == nil || st.dead {
		return nil
	}
	base := len(ev.given.Recs)
	v := st.vars[result]
	if result == thrown {
		ev.letGo(st, v, ast.Span{}, "it is thrown")
		v = anything
	}
	if ev.e.Recursive {
		v = ev.oneResult(st, v)
	}
	deepest := answerDepth
	if ev.e.rounds > losesRecords {
		deepest = 0
	}
	number := map[ID]ID{}
	for {
		order := make([]ID, base)
		depth := make([]int, base)
		clear(number)
		for i := range order {
			order[i] = ID(i)
			number[ID(i)] = ID(i)
		}
		lost := false
		reach := func(v Value, at int) {
			for _, id := range v.Recs {
				if _, ok := number[id]; ok || st.recs[id] == nil {
					continue
				}
				if at > deepest {
					lost = lost || !st.recs[id].gone
					ev.letGo(st, record(id), ast.Span{}, "it is too deep inside of a result")
					number[id] = none
					continue
				}
				number[id] = ID(len(order))
				order, depth = append(order, id), append(depth, at)
			}
		}
		reach(v, 1)
		for i := 0; i < len(order); i++ {
			if f := st.recs[order[i]]; f != nil && !f.gone {
				f.values(func(w Value) { reach(w, depth[i]+1) })
			}
		}
		if lost {
			continue // what is in them was let go, too
		}
		o := &Outcome{Base: base}
		to := func(id ID) ID {
			if n, ok := number[id]; ok {
				return n
			}
			return none
		}
		o.Result = v.renamed(to)
		for _, id := range order {
			f := st.recs[id]
			if f != nil {
				f = f.renamed(to)
			}
			o.Recs = append(o.Recs, f)
		}
		return o
	}
}

// oneResult makes one record of those that the function may return and that nothing but the result leads to: only one
// of them is there behind the call. Otherwise the answers of a recursive function would have one more each time.
func (ev *eval) oneResult(st *state, v Value) Value {
	var alone []ID
	for _, id := range v.Recs {
		refers := false
		for _, f := range st.recs {
			f.values(func(w Value) { refers = refers || w.has(id) })
		}
		if !ev.isGiven(id) && !refers && st.recs[id] != nil {
			alone = append(alone, id)
		}
	}
	if len(alone) < 2 {
		return v
	}
	first := alone[0]
	for _, id := range alone[1:] {
		f, g := st.recs[first], st.recs[id]
		st.setRec(first, f.join(g, ev.step(Joined, first, ast.Span{}, "of results", f.at, g.at)))
		ev.letGo(st, f.lostWith(g), ast.Span{}, goneElsewhere)
	}
	return v.renamed(func(id ID) ID {
		if slices.Contains(alone, id) {
			return first
		}
		return id
	})
}

// apply gives a call its answer. ids are the numbers of the snapshot's records in the caller.
func (ev *eval) apply(st *state, x *ast.Call, e *Entry, ids []ID, args []Value) Value {
	a := e.Answer
	switch {
	case a == nil: // it is being evaluated, and not known to end so far
		st.die()
		return Value{}
	case a.Unknown != "":
		for _, v := range args {
			ev.letGo(st, v, x.Span, ev.p.name(e.Fn)+" gets it: "+a.Unknown)
		}
		ev.mayThrow(st)
		return anything
	}
	if a.Throw != nil {
		t := st.clone()
		ev.work(st.cost())
		v := ev.amend(t, x, e, a.Throw, ids, true)
		ev.throw(ev.handler, t, v)
	}
	if a.Return == nil {
		st.die()
		return Value{}
	}
	return ev.amend(st, x, e, a.Return, ids, false)
}

// amend applies an outcome to a state and returns the result, or what is thrown.
func (ev *eval) amend(st *state, x *ast.Call, e *Entry, o *Outcome, ids []ID, throws bool) Value {
	m := make([]ID, len(o.Recs))
	for i := range m {
		m[i] = none
	}
	copy(m, ids)
	for j := o.Base; j < len(m); j++ {
		if o.Recs[j] == nil {
			continue
		}
		made := j - o.Base
		n := ast.Node(x)
		if ev.p.o.Fault == SharesMadeRecords {
			n = e.Fn
		}
		m[j] = ev.allocate(st, n, made)
		for i := range ids {
			if i < o.Base && m[i] == m[j] {
				m[i] = none // the one that was made here before, and is let go
			}
		}
	}
	to := func(id ID) ID { return m[id] }
	name := ev.p.name(e.Fn)
	var lost []Value
	for i, f := range o.Recs {
		id := m[i]
		switch {
		case f == nil:
		case i >= o.Base:
			g := f.renamed(to)
			if id == none {
				g.values(func(v Value) { lost = append(lost, v) })
				continue
			}
			kind, key := Called, fmt.Sprint(i-o.Base)
			step := ev.step(kind, id, x.Span, key)
			step.Text = name + " makes it"
			if f.gone {
				step.Text += ", and lets it go"
			}
			st.setRec(id, &Facts{alts: g.alts, gone: g.gone, at: step})
		case id == none || st.recs[id] == nil || st.recs[id].gone:
			if !f.gone {
				// What it puts into a record that others may have, they may have.
				f.renamed(to).changes(func(v Value) { lost = append(lost, v) })
			}
		case f.gone:
			if ev.p.o.Fault != ForgetsEscapes {
				lost = append(lost, record(id))
			}
		default:
			if f.isChanged() {
				ev.amendRecord(st, id, f.renamed(to), x.Span, name, throws)
			}
		}
	}
	for _, v := range lost {
		ev.letGo(st, v, x.Span, name+" lets it go")
	}
	return o.Result.renamed(to)
}

// changes calls visit for the values that were set.
func (f *Facts) changes(visit func(Value)) {
	for _, s := range f.alts {
		for _, x := range s {
			if x.changed {
				visit(x.val)
			}
		}
	}
}

// amendRecord applies modifications to a record of the caller: each of its alternatives with each of theirs.
func (ev *eval) amendRecord(st *state, id ID, f *Facts, at ast.Span, name string, throws bool) {
	cur := st.recs[id]
	var alts []shape
	for _, s := range cur.alts {
		for _, t := range f.alts {
			u := s
			for _, y := range t {
				if y.changed {
					y.changed = ev.isGiven(id)
					u = u.with(y)
				}
			}
			alts = append(alts, u)
		}
	}
	ev.work(1 + cur.size()*len(f.alts)/8)
	key, text := "", name+": "
	if throws {
		key, text = "throws", name+" throws: "
	}
	step := ev.step(Called, id, at, key, cur.at)
	step.Text = text + f.Modifications()
	ev.replace(st, id, withAlts(alts, step), at)
}
