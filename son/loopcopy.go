package son

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// LoopCopy is a loop together with everything that is copied with it: the blocks of the loop,
// and the blocks after it that only leave the function (otherwise the copies would have to share
// an exit by return), except the one to which its test leads. Places are those of a schedule, so
// that each floating value is either in the loop, and is copied, or is not.
//
// The exits of a copy join those of the others in a Region before the block where the loop
// continues, and values used after the loop get phis there.
type LoopCopy struct {
	g      *Graph
	c      *CFG
	at     []*Block // by node ID
	loop   *LoopTree
	has    map[*Block]bool
	blocks []*Block // the blocks in has, in reverse postorder
	// nodes are the nodes to copy, in the order of the schedule; head and phis (including
	// memory) are those of the Loop.
	head  *Node
	phis  []*Node
	nodes []*Node
	exits []*Block
	join  []*Node           // parallel to exits: where the copies join
	ups   map[*Block]*Block // see up
	made  []copies          // in the order in which they run; the loop itself comes last
	fixed map[fixed]*Node
	old   int32 // nodes from here on are new

	partly bool    // has is not all of the loop
	values []*Node // see number
}

// copies maps nodes of the loop to their replacements in one copy.
type copies map[*Node]*Node

func (m copies) of(n *Node) *Node {
	if x := m[n]; x != nil {
		return x
	}
	return n
}

// fixed is a value that is used after the loop, at the start of a block.
type fixed struct {
	value *Node
	mem   bool
	at    *Block
}

// longExit is the largest number of nodes of a block that is copied with a loop because it
// leaves the function.
const longExit = 8

// Places returns, by node ID, the block of each node of a schedule. It is computed once, because
// each loop of a function needs it.
func (c *CFG) Places() []*Block {
	if c.places != nil {
		return c.places
	}
	at := make([]*Block, len(c.Graph.nodes))
	for _, b := range c.Blocks {
		at[b.Head.ID] = b
		if b.End != nil {
			at[b.End.ID] = b
		}
		for _, n := range b.Nodes {
			at[n.ID] = b
		}
		for _, p := range PhisOf(b.Head) {
			at[p.ID] = b
		}
	}
	c.places = at
	return at
}

// CopyOf returns the parts of a loop to copy, or nil if the loop must not be copied: if part of it
// closes over its variables, leaves parts of a try statement, suspends the function or has an
// identity in the source.
func CopyOf(c *CFG, at []*Block, loop *LoopTree) *LoopCopy {
	return bodyOf(c, at, loop, longExit, maxOrder)
}

// SmallCopyOf is CopyOf for loops of at most size nodes; it returns nil for others. Its cost
// does not grow with the size of the loop, nor with the nesting of n loops.
func SmallCopyOf(c *CFG, at []*Block, loop *LoopTree, size int) *LoopCopy {
	l := bodyOf(c, at, loop, longExit, size)
	if l == nil || l.Size() > size {
		return nil
	}
	return l
}

// bodyOf is CopyOf with the exits from the function that have at most exit nodes. It may return
// nil if there are more nodes than size.
func bodyOf(c *CFG, at []*Block, loop *LoopTree, exit, size int) *LoopCopy {
	l := &LoopCopy{g: c.Graph, c: c, at: at, loop: loop, head: loop.Head.Head, has: map[*Block]bool{}, old: int32(len(c.Graph.nodes))}
	if !l.gather(size) {
		return nil
	}
	for _, b := range slices.Clone(l.blocks) {
		for _, s := range b.Succs {
			switch {
			case l.has[s]:
			case s.Head.Op != OpProj || b.End == nil || b.End.Op != OpIf:
				return nil
			case l.goesAlong(b, s, exit):
				l.has[s] = true
				l.blocks = append(l.blocks, s)
			default:
				l.exits = append(l.exits, s)
			}
		}
	}
	slices.SortFunc(l.blocks, func(a, b *Block) int { return a.ID - b.ID })
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
func (l *LoopCopy) gather(size int) bool {
	l.has[l.loop.Head] = true
	l.blocks = append(l.blocks, l.loop.Head)
	work := []*Block{l.loop.Head.Preds[1]}
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
	slices.SortFunc(l.blocks, func(a, b *Block) int { return a.ID - b.ID })
	return true
}

// goesAlong reports whether s, a successor of the loop's block b, is an exit from the function
// that is copied with the loop.
func (l *LoopCopy) goesAlong(b, s *Block, exit int) bool {
	return leavesFunction(s) && len(s.Nodes) <= exit && b != l.loop.Head && b != l.loop.Head.Preds[1]
}

// leavesFunction reports whether a block leaves the function.
func leavesFunction(b *Block) bool {
	return b.End != nil && (b.End.Op == OpReturn || b.End.Op == OpThrow)
}

// take records the nodes of a block, and reports whether they may be copied.
func (l *LoopCopy) take(b *Block) bool {
	phis := PhisOf(b.Head)
	SortByOrder(phis)
	if b == l.loop.Head {
		l.phis = phis
	} else {
		l.nodes = append(append(l.nodes, b.Head), phis...)
	}
	for _, u := range b.Head.out {
		if u.Op == OpNewCell || u.Op == OpNever && b != l.loop.Head { // not in the schedule
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
func mayCopy(n *Node) bool { return opTable[n.Op].copy != unique && !n.Has(FlagSwitch) }

// usesAreKnown reports whether all uses of the loop's values are in known places.
func (l *LoopCopy) usesAreKnown() bool {
	for _, n := range append(slices.Clone(l.phis), l.nodes...) {
		if n.Op.IsControl() {
			continue
		}
		for _, u := range n.out {
			if !l.inside(u) && (n.IsRef() || captures(u) || l.outsideOf(u) == nil) {
				return false
			}
		}
	}
	return true
}

// inside reports whether u is copied, or belongs to the loop itself.
func (l *LoopCopy) inside(u *Node) bool {
	if u.Op == OpNever {
		return u.in[0] == l.head
	}
	if u.ID >= l.old {
		return false
	}
	b := l.at[u.ID]
	return b != nil && l.has[b]
}

// outsideOf returns the block of u, which is not in the loop.
func (l *LoopCopy) outsideOf(u *Node) *Block {
	if u.Op == OpNever {
		return l.c.BlockOf(u.in[0])
	}
	return l.at[u.ID]
}

// Size returns the number of nodes of a copy.
func (l *LoopCopy) Size() int { return len(l.nodes) }

// Peel puts copies of the loop's body before it, one for each of the first iterations.
func (l *LoopCopy) Peel(iterations int) bool {
	w, ok := l.room(iterations)
	if !ok {
		return false
	}
	entry := func(n *Node) *Node {
		if len(l.made) == 0 {
			return n.in[1]
		}
		return l.made[len(l.made)-1].of(n.in[2])
	}
	heads := append([]*Node{l.head}, l.phis...)
	for k := range iterations {
		m := copies{}
		for _, n := range heads {
			m[n] = entry(n)
		}
		l.copy(m, int32(k-iterations)*w, l.nodes)
		l.made = append(l.made, m)
	}
	first := make([]*Node, len(heads))
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
func (l *LoopCopy) room(copies int) (w int32, ok bool) {
	lo, hi := l.head.Order, l.head.Order
	for _, n := range append(slices.Clone(l.phis), l.nodes...) {
		lo, hi = min(lo, n.Order), max(hi, n.Order)
	}
	w = hi - lo + 1
	if int(l.g.order)+copies*int(w) > maxOrder {
		return 0, false
	}
	for _, n := range l.g.nodes {
		if n != nil && n.Order >= lo {
			n.Order += int32(copies) * w
		}
	}
	l.g.order += int32(copies) * w
	return w, true
}

// maxOrder keeps the source order within 32 bits, even for copies of copies.
const maxOrder = 1 << 30

// copy copies nodes, with the replacements in m for other nodes.
func (l *LoopCopy) copy(m copies, shift int32, nodes []*Node) {
	g := l.g
	for _, n := range nodes {
		x := g.Clone(n, make([]*Node, len(n.in))...)
		x.Order, x.home = x.Order+shift, nil
		m[n] = x
	}
	for _, n := range nodes {
		x := m[n]
		for i, y := range n.in {
			if y != nil {
				g.SetIn(x, i, m.of(y))
			}
		}
		if h := n.Home(); h != nil {
			x.home = m.of(h)
		}
		if info := g.Loops[n]; info != nil {
			again := *info
			g.Loops[x] = &again
		}
		if n.isExit() {
			g.AddIn(g.Stop, x)
		}
	}
}

// merge joins the copies after the loop.
func (l *LoopCopy) merge() {
	g := l.g
	l.join = make([]*Node, len(l.exits))
	for i, x := range l.exits {
		p := x.Head
		r := g.NewNode(OpRegion, nil)
		r.Type, r.Order, r.Span = TypeControl, p.Order, p.Span
		for _, u := range slices.Clone(p.out) {
			for s, y := range u.in {
				if y == p {
					g.SetIn(u, s, r)
				}
			}
		}
		for _, n := range x.Nodes {
			if n.home == p {
				n.home = r
			}
		}
		for _, m := range l.made {
			g.AddIn(r, g.Clone(p, m.of(p.in[0])))
		}
		g.AddIn(r, p)
		l.join[i] = r
	}
	l.fixed, l.ups = map[fixed]*Node{}, map[*Block]*Block{}
	for _, n := range append(slices.Clone(l.phis), l.nodes...) {
		if !n.Op.IsControl() {
			l.fix(n)
		}
	}
}

// fix replaces the uses of n after the loop by its value there.
func (l *LoopCopy) fix(n *Node) {
	for _, u := range inOrder(nil, n.out) {
		if u.ID >= l.old || l.inside(u) {
			continue
		}
		for s, x := range u.in {
			if x != n {
				continue
			}
			b := l.outsideOf(u)
			if u.Op == OpPhi {
				b = b.Preds[s-1]
			}
			if b == nil {
				continue // control never takes this edge
			}
			l.g.SetIn(u, s, l.reach(n, u.SlotKind(s) == SlotMemory, b))
		}
	}
}

// reach returns the replacement of n, a value or memory state of the loop, in a block after the
// loop.
func (l *LoopCopy) reach(n *Node, mem bool, b *Block) *Node {
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
	p := l.g.NewNode(OpPhi, region)
	p.Type, p.Order, p.Span = n.Type, n.Order, n.Span
	if mem {
		p.Type, p.Flags = TypeMemory, FlagMem
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
func (l *LoopCopy) up(b *Block) *Block {
	var path []*Block
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
