package structure

import "slices"

// A caseRun is a sequence of groups that stay together in a switch: groups that fall into each
// other, or some tests that make the same jump.
type caseRun struct {
	groups []int
	test   int   // the first test; that of the default is after all others
	place  int32 // in the source; noPlace when unknown
	body   bool  // not only a jump
}

const noPlace = 1<<31 - 1

// arrange returns the order in which the cases of x are printed: that of the tests, with a
// default that has no tests where the source has it. Groups that only lead to follow are
// omitted. Groups without a body may be split and are added.
func (e *emitter) arrange(x, follow int32, groups []caseGroup) (all []caseGroup, runs []caseRun, omitted []int) {
	n := &e.f.nodes[x]
	tests := e.tests(x)
	ordered := e.f.ordered(x)
	cut := int32(noPlace) // the place of the default
	for _, g := range groups {
		if n.kind == blockNode && g.succs[0] == tests && e.nests(x, g.to) {
			cut = e.f.nodes[g.to].order
		}
	}
	apart := ordered || e.f.extent(x) > 0
	// A value without a case continues after the switch.
	byDefault := n.kind == blockNode && n.succ[tests] == follow
	all = groups
	for i := range groups {
		g := groups[i]
		switch body := g.fell || e.nests(x, g.to); {
		case g.fell:
		case body || !apart && (g.to != follow || !byDefault):
			runs = append(runs, e.run(x, all, i, tests, body))
		case g.to == follow && byDefault && !ordered:
			omitted = g.succs
		default:
			if g.to == follow && byDefault {
				last := len(g.succs) - 1
				omitted = g.succs[last:]
				g.succs = g.succs[:last]
			}
			for _, part := range e.neighbouring(x, g.succs, cut) {
				all = append(all, caseGroup{to: g.to, succs: part, next: -1})
				runs = append(runs, e.run(x, all, len(all)-1, tests, false))
			}
		}
	}
	slices.SortStableFunc(runs, func(a, b caseRun) int { return a.test - b.test })
	if last := len(runs) - 1; last > 0 && runs[last].test >= tests {
		runs = placeDefault(all, runs)
	}
	return all, runs, omitted
}

// placeDefault moves the last run, a default without tests, to where the source has it; if a
// neighbour only makes the same jump, the two are merged.
func placeDefault(groups []caseGroup, runs []caseRun) []caseRun {
	last := len(runs) - 1
	d := runs[last]
	runs = runs[:last]
	at := slices.IndexFunc(runs, func(r caseRun) bool { return r.place != noPlace && r.place > d.place })
	if at < 0 {
		at = last
	}
	for _, k := range []int{at - 1, at} {
		if k < 0 || k >= last || d.body || runs[k].body {
			continue
		}
		if g, def := &groups[runs[k].groups[0]], &groups[d.groups[0]]; g.to == def.to {
			g.succs = append(g.succs, def.succs...)
			return runs
		}
	}
	return slices.Insert(runs, at, d)
}

// run returns the run that starts with group i.
func (e *emitter) run(x int32, groups []caseGroup, i, tests int, body bool) caseRun {
	r := caseRun{test: tests, place: noPlace, body: body}
	if g := &groups[i]; body {
		r.place = e.f.nodes[g.to].order
	} else {
		for _, s := range g.succs {
			r.place = min(r.place, e.emptyPlace(x, s))
		}
	}
	for k := i; k >= 0; k = groups[k].next {
		r.groups = append(r.groups, k)
		r.test = min(r.test, groups[k].succs[0])
	}
	return r
}

// emptyPlace returns the place of the empty case through which x reaches its successor s, taken
// from the omitted empty block; or noPlace.
func (e *emitter) emptyPlace(x int32, s int) int32 {
	n := &e.f.nodes[x]
	if n.kind != blockNode {
		return noPlace
	}
	b := &e.f.src.Blocks[e.f.src.Blocks[n.block].Succs[s]]
	if !b.Empty || b.Order <= n.order || b.Order > e.f.extent(x) {
		return noPlace
	}
	return b.Order
}

// neighbouring splits a list of successors where it skips one, and where the source has the
// default, at place at, between two of them.
func (e *emitter) neighbouring(x int32, s []int, at int32) (parts [][]int) {
	for len(s) > 0 {
		k := 1
		for k < len(s) && s[k] == s[k-1]+1 && (e.emptyPlace(x, s[k-1]) > at || e.emptyPlace(x, s[k]) < at || e.emptyPlace(x, s[k]) == noPlace) {
			k++
		}
		parts = append(parts, s[:k:k])
		s = s[k:]
	}
	return parts
}

// cases emits the statement itself.
func (e *emitter) cases(x int32, groups []caseGroup, follow int32, out *list) {
	n := &e.f.nodes[x]
	groups, runs, omitted := e.arrange(x, follow, groups)
	var bodies []list
	var of []int
	e.push(&frame{kind: switchFrame, after: follow, cont: -1, name: e.nameOf(follow)})
	for _, r := range runs {
		for _, k := range r.groups {
			bodies = append(bodies, list{})
			of = append(of, k)
			e.caseBody(x, groups, k, follow, &bodies[len(bodies)-1])
		}
	}
	height, ends := int32(0), len(bodies) > 0 && (n.kind != blockNode || len(omitted) == 0)
	for i := range bodies {
		b := &bodies[i]
		if last := i == len(bodies)-1; !last && !b.ends && groups[of[i]].next < 0 {
			b.add(e.plainJumpOut(), true, 0)
		}
		height = max(height, b.height)
	}
	ends = ends && bodies[len(bodies)-1].ends
	f := e.pop()
	ends = ends && !f.broken
	if n.kind == dispatchNode {
		d := &DispatchNode{Label: f.label}
		for i := range bodies {
			d.Targets = append(d.Targets, Target{Value: groups[of[i]].succs[0], Body: bodies[i].seq})
		}
		out.add(d, ends, height+2)
		return
	}
	s := &SwitchNode{Block: int(n.block), Omitted: omitted, Label: f.label}
	for i := range bodies {
		c := groups[of[i]].succs
		s.Cases = append(s.Cases, Case{Succs: c, Default: c[len(c)-1] == len(n.succ)-1, Body: bodies[i].seq})
	}
	out.add(s, ends, height+2)
}

// onlyCase reports whether the source has the single target of the switch x inside the switch,
// where a break may leave it.
func (e *emitter) onlyCase(x int32) bool {
	y := e.f.nodes[x].succ[0]
	return e.nests(x, y) && e.l.head[y] != y && e.f.nodes[y].order <= e.f.extent(x)
}

// singleTarget returns the switch of x if all its successors are the same node: its discriminant, and
// the tests if those have effects.
func (e *emitter) singleTarget(x int32) *SwitchNode {
	n := &e.f.nodes[x]
	s := &SwitchNode{Block: int(n.block), Omitted: upTo(len(n.succ))}
	if tests := e.tests(x); tests > 0 && e.f.ordered(x) {
		s.Cases = []Case{{Succs: s.Omitted[:tests:tests]}}
		s.Omitted = s.Omitted[tests:]
	}
	return s
}

// plainJumpOut returns a jump out of the innermost switch.
func (e *emitter) plainJumpOut() Node {
	e.frames[len(e.frames)-1].broken = true
	return &BreakNode{}
}

// caseBody emits the body of group k, which falls into the next if there is one.
func (e *emitter) caseBody(x int32, groups []caseGroup, k int, follow int32, out *list) {
	g := &groups[k]
	if g.next >= 0 {
		follow = groups[g.next].to
		e.push(&frame{kind: blockFrame, after: follow, cont: -1, name: e.nameOf(follow)})
	}
	if g.fell {
		e.tree(g.to, follow, out)
	} else {
		e.jump(x, g.to, follow, out)
	}
	if g.next >= 0 {
		if f := e.pop(); f.label != 0 {
			out.wrap(0, f.label)
		}
	}
}

// twoTargets emits a dispatch with two targets, which prints as an if.
func (e *emitter) twoTargets(x int32, groups []caseGroup, follow int32, out *list) {
	d := &DispatchNode{}
	height, ends := int32(0), true
	for i := range groups {
		var b list
		e.jump(x, groups[i].to, follow, &b)
		height = max(height, b.height)
		ends = ends && b.ends
		d.Targets = append(d.Targets, Target{Value: groups[i].succs[0], Body: b.seq})
	}
	out.add(d, ends, height+1)
}
