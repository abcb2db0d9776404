package structure

// loops is the loop forest of a reducible graph. A loop is named by its header.
type loops struct {
	head []int32 // innermost loop of a node, a header's own included; -1: none
	pre  []int32 // of a header: its only forward predecessor, which has no other successor
	// tree has the headers, shifted to make room for -1: node x of the flow is x+1, and 0 is
	// the function, so that every loop has a parent.
	tree  domTree
	heads []int32 // headers in reverse postorder, outer before inner
	latch []int32 // of a header: the one node with a back edge; -1 when several
}

const noLoop = -1

// addPreheaders gives each loop a node before its header that has no other successor. Code
// lifted out of the loop then stays under the same if as the loop. It reports whether it
// changed the flow.
func addPreheaders(f *flow, o *order) bool {
	changed := false
	for _, h := range o.rpo {
		var fwd []int32
		back := false
		for _, p := range o.preds(h) {
			if o.forward(p, h) {
				fwd = append(fwd, p)
			} else {
				back = true
			}
		}
		if !back || len(fwd) == 1 && len(f.nodes[fwd[0]].succ) == 1 {
			continue
		}
		changed = true
		pre := f.add(flowNode{kind: emptyNode, block: -1, order: f.nodes[h].order, succ: []int32{h}})
		if h == f.entry {
			f.entry = pre
		}
		for _, p := range fwd {
			for i, s := range f.nodes[p].succ {
				if s == h {
					f.nodes[p].succ[i] = pre
				}
			}
		}
	}
	return changed
}

func newLoops(f *flow, o *order) *loops {
	n := len(f.nodes)
	m := f.mem
	l := &loops{head: m.fill(n, noLoop), pre: m.fill(n, noLoop), latch: m.fill(n, noLoop), tree: m.domTree(n + 1)}
	up := m.fill(n, noLoop) // of a header: the loop around it
	// Loops are collected inner first; a finished one stands for all its nodes.
	rep := m.upTo(n)
	find := func(x int32) int32 {
		for rep[x] != x {
			rep[x] = rep[rep[x]]
			x = rep[x]
		}
		return x
	}
	var work []int32
	for i := len(o.rpo) - 1; i >= 0; i-- {
		h := o.rpo[i]
		latches := 0
		for _, p := range o.preds(h) {
			if o.forward(p, h) {
				l.pre[h] = p
				continue
			}
			latches++
			l.latch[h] = p
			work = append(work, find(p))
		}
		if latches == 0 {
			l.pre[h] = noLoop
			continue
		}
		if latches > 1 {
			l.latch[h] = noLoop
		}
		l.heads = append(l.heads, h)
		l.head[h] = h
		for len(work) > 0 {
			x := find(work[len(work)-1])
			work = work[:len(work)-1]
			if x == h {
				continue
			}
			rep[x] = h
			if l.head[x] == x {
				up[x] = h
			} else {
				l.head[x] = h
			}
			for _, p := range o.preds(x) {
				if q := find(p); q != h && q != x {
					work = append(work, q)
				}
			}
		}
	}
	for i, j := 0, len(l.heads)-1; i < j; i, j = i+1, j-1 {
		l.heads[i], l.heads[j] = l.heads[j], l.heads[i]
	}
	l.tree.root(0)
	for _, h := range l.heads {
		l.tree.add(h+1, up[h]+1)
	}
	return l
}

// contains reports whether x is in the loop of header h.
func (l *loops) contains(h, x int32) bool { return l.tree.over(h+1, l.head[x]+1) }

// outer returns the loop around that of header h, or noLoop.
func (l *loops) outer(h int32) int32 { return l.tree.up[h+1] - 1 }
