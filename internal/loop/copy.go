// Package loop holds the passes that copy, merge and remove loops.
package loop

import (
	"math"
	"slices"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// loopCopy is a loop together with everything that is copied with it: the blocks of the loop,
// and the blocks after it that only leave the function (otherwise the copies would have to share
// an exit by return), except the one to which its test leads. Places are those of a schedule, so
// that each floating value is either in the loop, and is copied, or is not.
//
// The exits of a copy join those of the others in a Region before the block where the loop
// continues, and values used after the loop get phis there.
type loopCopy struct {
	g      *son.Graph
	c      *scheduled
	loop   *son.LoopTree
	has    map[*son.Block]bool
	blocks []*son.Block // the blocks in has, in reverse postorder
	// nodes are the nodes to copy, in the order of the schedule; head and phis (including
	// memory) are those of the Loop.
	head  *son.Node
	phis  []*son.Node
	nodes []*son.Node
	exits []*son.Block
	join  []*son.Node               // parallel to exits: where the copies join
	ups   map[*son.Block]*son.Block // see up
	made  []copies                  // in the order in which they run; the loop itself comes last
	fixed map[fixed]*son.Node
	old   int32 // nodes from here on are new

	partly bool        // has is not all of the loop
	values []*son.Node // see number
}

// copies maps nodes of the loop to their replacements in one copy.
type copies map[*son.Node]*son.Node

func (m copies) of(n *son.Node) *son.Node {
	if x := m[n]; x != nil {
		return x
	}
	return n
}

// fixed is a value that is used after the loop, at the start of a block.
type fixed struct {
	value *son.Node
	mem   bool
	at    *son.Block
}

// longExit is the largest number of nodes of a block that is copied with a loop because it
// leaves the function.
const longExit = 8

// scheduled is a schedule of a graph.
type scheduled struct {
	*schedule.Schedule
	at    []*son.Block // by node ID: see Schedule.Places
	index []int32      // by node ID: see loopCopy.number
	// indexed is the loop that wrote last to index.
	indexed *loopCopy
}

// copyOf returns the parts of a loop to copy, or nil if the loop must not be copied: if part of it
// closes over its variables, leaves parts of a try statement, suspends the function or has an
// identity in the source.
func copyOf(c *scheduled, loop *son.LoopTree) *loopCopy {
	return bodyOf(c, loop, longExit, math.MaxInt)
}

// smallCopyOf is copyOf for loops of at most size nodes; it returns nil for others. Its cost
// does not grow with the size of the loop, nor with the nesting of n loops.
func smallCopyOf(c *scheduled, loop *son.LoopTree, size int) *loopCopy {
	l := bodyOf(c, loop, longExit, size)
	if l == nil || l.size() > size {
		return nil
	}
	return l
}

// bodyOf is copyOf with the exits from the function that have at most exit nodes. It may return
// nil if there are more nodes than size.
func bodyOf(c *scheduled, loop *son.LoopTree, exit, size int) *loopCopy {
	l := &loopCopy{g: c.Graph, c: c, loop: loop, head: loop.Head.Head, has: map[*son.Block]bool{}, old: int32(c.Graph.MaxID())}
	if !l.gather(size) {
		return nil
	}
	for _, b := range slices.Clone(l.blocks) {
		for _, s := range b.Succs {
			switch {
			case l.has[s]:
			case s.Head.Op != son.OpProj || b.End == nil || b.End.Op != son.OpIf:
				return nil
			case l.goesAlong(b, s, exit):
				l.has[s] = true
				l.blocks = append(l.blocks, s)
			default:
				l.exits = append(l.exits, s)
			}
		}
	}
	slices.SortFunc(l.blocks, func(a, b *son.Block) int { return a.ID - b.ID })
	for _, b := range l.blocks {
		if !l.take(b) {
			return nil
		}
	}
	if !l.usesAreKnown() {
		return nil
	}
	return l
}

// gather finds the blocks of the loop: those from which control reaches the back edge. It gives
// up if they have more nodes than size.
func (l *loopCopy) gather(size int) bool {
	l.has[l.loop.Head] = true
	l.blocks = append(l.blocks, l.loop.Head)
	work := []*son.Block{l.loop.Head.Preds[1]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == nil || l.has[b] {
			continue
		}
		if size -= 1 + len(b.Nodes); size < 0 { // the head of a block counts, too
			return false
		}
		l.has[b] = true
		l.blocks = append(l.blocks, b)
		work = append(work, b.Preds...)
	}
	slices.SortFunc(l.blocks, func(a, b *son.Block) int { return a.ID - b.ID })
	return true
}

// goesAlong reports whether s, a successor of the loop's block b, is an exit from the function
// that is copied with the loop.
func (l *loopCopy) goesAlong(b, s *son.Block, exit int) bool {
	return leavesFunction(s) && len(s.Nodes) <= exit && b != l.loop.Head && b != l.loop.Head.Preds[1]
}

// leavesFunction reports whether a block leaves the function.
func leavesFunction(b *son.Block) bool {
	return b.End != nil && (b.End.Op == son.OpReturn || b.End.Op == son.OpThrow)
}

// take records the nodes of a block, and reports whether they may be copied.
func (l *loopCopy) take(b *son.Block) bool {
	phis := son.PhisOf(b.Head)
	son.SortByOrder(phis)
	if b == l.loop.Head {
		l.phis = phis
	} else {
		l.nodes = append(append(l.nodes, b.Head), phis...)
	}
	for _, u := range b.Head.Users() {
		if u.Op == son.OpNewCell || u.Op == son.OpNever && b != l.loop.Head { // not in the schedule
			return false
		}
	}
	for _, n := range b.Nodes {
		if !mayCopy(n) {
			return false
		}
		l.nodes = append(l.nodes, n)
	}
	if e := b.End; e != nil {
		if !mayCopy(e) {
			return false
		}
		l.nodes = append(l.nodes, e)
	}
	return true
}

// mayCopy reports whether a second node like n may exist elsewhere. The cases of a switch belong
// together.
func mayCopy(n *son.Node) bool { return n.Op.IsCopyable() && !n.Has(son.FlagSwitch) }

// usesAreKnown reports whether all uses of the loop's values are in known places.
func (l *loopCopy) usesAreKnown() bool {
	for _, n := range append(slices.Clone(l.phis), l.nodes...) {
		if n.Op.IsControl() {
			continue
		}
		for _, u := range n.Users() {
			if !l.inside(u) && (n.IsRef() || captures(u) || l.outsideOf(u) == nil) {
				return false
			}
		}
	}
	return true
}

// inside reports whether u is copied, or belongs to the loop itself.
func (l *loopCopy) inside(u *son.Node) bool {
	if u.Op == son.OpNever {
		return u.In(0) == l.head
	}
	if u.ID >= l.old {
		return false
	}
	b := l.c.at[u.ID]
	return b != nil && l.has[b]
}

// outsideOf returns the block of u, which is not in the loop.
func (l *loopCopy) outsideOf(u *son.Node) *son.Block {
	if u.Op == son.OpNever {
		return l.c.BlockOf(u.In(0))
	}
	return l.c.at[u.ID]
}

// size returns the number of nodes of a copy.
func (l *loopCopy) size() int { return len(l.nodes) }

// peel puts copies of the loop's body before it, one for each of the first iterations.
func (l *loopCopy) peel(iterations int) bool {
	w, ok := l.room(iterations)
	if !ok {
		return false
	}
	entry := func(n *son.Node) *son.Node {
		if len(l.made) == 0 {
			return n.In(1)
		}
		return l.made[len(l.made)-1].of(n.In(2))
	}
	heads := append([]*son.Node{l.head}, l.phis...)
	for k := range iterations {
		m := copies{}
		for _, n := range heads {
			m[n] = l.g.Cast(entry(l.head), entry(n), n.Type)
		}
		l.copy(m, int32(k-iterations)*w, l.nodes)
		l.made = append(l.made, m)
	}
	first := make([]*son.Node, len(heads))
	for i, n := range heads {
		first[i] = entry(n)
	}
	for i, n := range heads {
		l.g.SetIn(n, 1, first[i])
	}
	if info := l.g.Loops[l.head]; info != nil {
		again := *info
		again.Init, again.Peeled = ast.Span{}, true
		l.g.Loops[l.head] = &again
	}
	l.merge()
	return true
}

// room makes room in the source order for copies, which precede the loop, and returns the
// difference between the orders of one copy and the next.
func (l *loopCopy) room(copies int) (w int32, ok bool) {
	lo, hi := l.head.Order, l.head.Order
	for _, n := range append(slices.Clone(l.phis), l.nodes...) {
		lo, hi = min(lo, n.Order), max(hi, n.Order)
	}
	w = hi - lo + 1
	return w, l.g.ShiftOrder(lo, copies*int(w))
}

// copy copies nodes, with the replacements in m for other nodes.
func (l *loopCopy) copy(m copies, shift int32, nodes []*son.Node) {
	g := l.g
	for _, n := range nodes {
		x := g.Clone(n, make([]*son.Node, n.NumIn())...)
		x.Order += shift
		x.SetHome(nil)
		m[n] = x
	}
	for _, n := range nodes {
		x := m[n]
		for i, y := range n.Ins() {
			if y != nil {
				g.SetIn(x, i, m.of(y))
			}
		}
		if h := n.Home(); h != nil {
			x.SetHome(m.of(h))
		}
		if info := g.Loops[n]; info != nil {
			again := *info
			g.Loops[x] = &again
		}
		if n.IsExit() {
			g.AddIn(g.Stop, x)
		}
	}
}

// merge joins the copies after the loop.
func (l *loopCopy) merge() {
	g := l.g
	l.join = make([]*son.Node, len(l.exits))
	for i, x := range l.exits {
		p := x.Head
		r := g.NewNode(son.OpRegion, nil)
		r.Type = son.TypeControl
		r.SetSource(p)
		for _, u := range slices.Clone(p.Users()) {
			for s, y := range u.Ins() {
				if y == p {
					g.SetIn(u, s, r)
				}
			}
		}
		for _, n := range x.Nodes {
			if n.Home() == p {
				n.SetHome(r)
			}
		}
		for _, m := range l.made {
			g.AddIn(r, g.Clone(p, m.of(p.In(0))))
		}
		g.AddIn(r, p)
		l.join[i] = r
	}
	l.fixed, l.ups = map[fixed]*son.Node{}, map[*son.Block]*son.Block{}
	for _, n := range append(slices.Clone(l.phis), l.nodes...) {
		if !n.Op.IsControl() {
			l.fix(n)
		}
	}
}

// fix replaces the uses of n after the loop by its value there.
func (l *loopCopy) fix(n *son.Node) {
	for _, u := range son.InOrder(nil, n.Users()) {
		if u.ID >= l.old || l.inside(u) {
			continue
		}
		for s, x := range u.Ins() {
			if x != n {
				continue
			}
			b := l.outsideOf(u)
			if u.Op == son.OpPhi {
				b = b.Preds[s-1]
			}
			if b == nil {
				continue // control never takes this edge
			}
			l.g.SetIn(u, s, l.reach(n, u.SlotKind(s) == son.SlotMemory, b))
		}
	}
}

// reach returns the replacement of n, a value or memory state of the loop, in a block after the
// loop.
func (l *loopCopy) reach(n *son.Node, mem bool, b *son.Block) *son.Node {
	b = l.up(b)
	key := fixed{n, mem, b}
	if x := l.fixed[key]; x != nil {
		return x
	}
	i := slices.Index(l.exits, b)
	region := b.Head
	if i >= 0 {
		region = l.join[i]
	}
	p := l.g.NewNode(son.OpPhi, region)
	p.Type = n.Type
	p.SetSource(n)
	if mem {
		p.Type, p.Flags = son.TypeMemory, son.FlagMem
	} else {
		p.Sym = n.Sym
	}
	l.fixed[key] = p
	if i >= 0 {
		for _, m := range l.made {
			l.g.AddIn(p, m.of(n))
		}
		l.g.AddIn(p, n)
		return p
	}
	for _, pred := range b.Preds {
		l.g.AddIn(p, l.reach(n, mem, pred))
	}
	return p
}

// up returns the block, b or above it, where the loop's values become available: an exit, or a
// join of paths from several exits.
func (l *loopCopy) up(b *son.Block) *son.Block {
	var path []*son.Block
	for l.ups[b] == nil && !l.has[b.Idom] {
		path = append(path, b)
		b = b.Idom
	}
	top := b
	if t := l.ups[b]; t != nil {
		top = t
	}
	for _, x := range append(path, b) {
		l.ups[x] = top
	}
	return top
}
