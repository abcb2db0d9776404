package structure

import "slices"

// A caseGroup is one body of a switch or dispatch under construction, which some successors
// share.
type caseGroup struct {
	to    int32 // the target of the cases
	succs []int // indices into the successors
	next  int   // the group that this one falls into; -1: none
	fell  bool  // another one falls into this
	// tail is the last test of the groups up to here that fall into each other; -1
	// when none has a test.
	tail int
}

// choice emits the ending of x, a switch or a dispatch, with ms following.
//
// A merge that is a successor of x is absorbed as a case when all its other predecessors are
// below one case that does not fall into another yet: that case is printed before it and falls
// through. If the source's extent of the switch is known, it decides which merges are cases.
// Else the last merge is where control continues after the switch, unless the source has cases
// after it or something else leaves. Code that the source has after the switch returns to the one
// case that leads to it where the others would need a label to leave for the code after that.
func (e *emitter) choice(x int32, ms []int32, follow int32, out *list) {
	n := &e.f.nodes[x]
	groups := e.group(x)
	ifs := n.kind == dispatchNode && len(groups) == 2
	if !ifs {
		ms = e.scatter(x, ms, groups)
		ms = e.absorb(x, ms, follow, groups)
		ms = e.backIn(x, ms, follow)
		ms = e.afterCases(x, ms, follow, groups)
	}
	for _, s := range n.succ {
		e.groupOf[s] = -1
	}
	e.chain(ms, follow, out, func(follow int32) {
		e.code(x, out)
		if ifs {
			e.twoTargets(x, groups, follow, out)
			return
		}
		to := follow
		if len(ms) == 0 {
			to = e.switchGoal(x, follow)
		}
		e.cases(x, groups, to, out)
		if !out.ends {
			e.leave(to, follow, out)
		}
	})
}

// tests returns the number of tests of x: all successors but a switch's default.
func (e *emitter) tests(x int32) int {
	n := &e.f.nodes[x]
	if n.kind == dispatchNode {
		return len(n.succ)
	}
	return len(n.succ) - 1
}

// group groups the successors of x by their node. groupOf gives a node's group, until it is
// cleared.
func (e *emitter) group(x int32) (groups []caseGroup) {
	tests := e.tests(x)
	for i, s := range e.f.nodes[x].succ {
		k := e.groupOf[s]
		if k < 0 {
			k = int32(len(groups))
			e.groupOf[s] = k
			groups = append(groups, caseGroup{to: s, next: -1, tail: -1})
		}
		g := &groups[k]
		g.succs = append(g.succs, i)
		if i < tests {
			g.tail = i
		}
	}
	return groups
}

// split reports whether g has tests with others between them.
func (g *caseGroup) split() bool {
	k := slices.Index(g.succs, g.tail) // -1: no test of its own
	return k >= 0 && g.succs[k]-g.succs[0] != k
}

// scatter turns bodies into merges if their tests must stay in order but are not neighbours:
// each test then jumps to after the switch.
func (e *emitter) scatter(x int32, ms []int32, groups []caseGroup) []int32 {
	if !e.f.ordered(x) {
		return ms
	}
	ms = slices.Clone(ms)
	for i := range groups {
		g := &groups[i]
		if !g.split() {
			continue
		}
		e.moved[g.to] = -1 // it cannot return
		if e.nests(x, g.to) {
			e.merge[g.to] = true
			ms = append(ms, g.to)
		}
	}
	slices.SortFunc(ms, func(a, b int32) int { return int(e.o.num[a]) - int(e.o.num[b]) })
	return ms
}

// absorb links fallthrough cases and returns the merges that are left.
func (e *emitter) absorb(x int32, ms []int32, follow int32, groups []caseGroup) []int32 {
	isCase := make([]bool, len(groups)) // nests in the switch, in its present state
	for i := range groups {
		isCase[i] = e.nests(x, groups[i].to)
	}
	inside := e.insiders(x, ms, follow, groups, isCase)
	ordered := e.f.ordered(x)
	var rest []int32
	for i, m := range ms {
		k := e.groupOf[m]
		owner := int32(-1)
		if k >= 0 && inside(i) {
			owner = e.owner(x, m, isCase)
		}
		if owner < 0 || groups[owner].next >= 0 || ordered && !neighbours(&groups[owner], &groups[k]) {
			rest = append(rest, m)
			continue
		}
		groups[owner].next = int(k)
		groups[k].fell = true
		if groups[k].tail < 0 {
			groups[k].tail = groups[owner].tail
		}
		isCase[k] = true
	}
	return rest
}

// insiders returns a function that reports whether the merge ms[i], a successor of x, is a case
// of it rather than code after it.
func (e *emitter) insiders(x int32, ms []int32, follow int32, groups []caseGroup, isCase []bool) func(i int) bool {
	if end := e.f.extent(x); end > 0 {
		return func(i int) bool { return e.f.nodes[ms[i]].order <= end }
	}
	lastCase := int32(-1 << 31)
	for i := range groups {
		to := groups[i].to
		if e.dom.up[to] == x && (isCase[i] || slices.Contains(ms[:max(0, len(ms)-1)], to)) {
			lastCase = max(lastCase, e.f.nodes[to].order)
		}
	}
	return func(i int) bool {
		return i < len(ms)-1 || e.f.nodes[ms[i]].order < lastCase || e.leavesBeside(x, ms[i], follow)
	}
}

// neighbours reports whether b's tests come right after those of a and of the groups that fall
// into a.
func neighbours(a, b *caseGroup) bool {
	if a.split() || b.split() {
		return false
	}
	return a.tail < 0 || b.tail < 0 || b.succs[0] == a.tail+1
}

// afterCases moves a default that the source has after all cases to after the switch, if no
// case continues anywhere else. A default without nested statements stays: nothing is gained.
// If the extent is known, all is decided already.
func (e *emitter) afterCases(x int32, ms []int32, follow int32, groups []caseGroup) []int32 {
	n := &e.f.nodes[x]
	d := n.succ[len(n.succ)-1]
	if len(ms) > 0 || n.kind != blockNode || e.f.extent(x) > 0 || !e.nests(x, d) || e.f.nodes[d].term == End || e.leavesBeside(x, d, follow) {
		return ms
	}
	for i := range groups {
		to := groups[i].to
		if to == d {
			if groups[i].next >= 0 {
				return ms
			}
			continue
		}
		if !e.nests(x, to) && !groups[i].fell || e.f.nodes[to].order >= e.f.nodes[d].order {
			return ms
		}
	}
	e.merge[d] = true
	return []int32{d}
}

// owner returns the one case of x that dominates all predecessors of m except x itself.
func (e *emitter) owner(x, m int32, isCase []bool) int32 {
	owner := int32(-1)
	for _, p := range e.o.preds(m) {
		if p == x || !e.o.forward(p, m) {
			continue
		}
		k := e.groupOf[e.dom.at(p, e.dom.depth[x]+1)]
		if k < 0 || !isCase[k] || owner >= 0 && owner != k {
			return -1
		}
		owner = k
	}
	return owner
}

// leavesBeside reports whether x, or something below it but not below m, jumps to where control
// may continue after the switch.
func (e *emitter) leavesBeside(x, m, follow int32) bool {
	return slices.ContainsFunc(e.goals(follow), func(y int32) bool {
		return y >= 0 && y != m && e.leavesBut(x, m, y)
	})
}
