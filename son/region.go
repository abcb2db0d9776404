package son

// The arms of a Try, by the index of their projection, and the other kind of region.
const (
	TryBody = iota
	TryCatch
	TryFinally
	ItemsBody // the body of a for-of or for await
)

// The forms of a Leave, its Idx.
const (
	LeaveNow  = iota
	LeaveNext // from the end of a loop's body to its next item: the iterator stays open
)

// RegionTree is a part of the function with its own braces: the body of a try, its catch or its
// finally, or the body of a loop over the items of an iterator. Control enters it by one
// projection, of the Try or of the If in the loop's head; it leaves it by a Leave, which is the
// first node after the region, and by Return, Throw and EndFinally. A break out of several
// regions passes a Leave for each, the innermost first.
//
// Exceptions have no edges. One that is thrown in the body is handled by the catch, otherwise by
// the finally; one that is thrown in the catch by the finally. So nothing is known of memory in
// the blocks there, which is why a Catch and a Finally come first in them, and every variable
// whose changes they could see is a cell. If there is a finally, a Leave and a Return run it
// first, and its end (EndFinally) has no successor. Every exit from the body of a loop closes
// the iterator, except the one Leave that returns to the loop's head, a LeaveNext.
type RegionTree struct {
	Parent *RegionTree
	Try    *Node // the Try, or the IterNext of the loop
	Arm    int
	Depth  int // 1 for an outermost one
}

// Has reports whether inner is r or nested in it; nil is the function.
func (r *RegionTree) Has(inner *RegionTree) bool {
	if r == nil {
		return true
	}
	for inner != nil && inner.Depth > r.Depth {
		inner = inner.Parent
	}
	return inner == r
}

// regions finds the region of each block from the edges into it. A back edge of a loop comes
// from the same region as the entry.
func (c *CFG) regions() {
	for _, b := range c.Blocks[1:] {
		var from *Block
		for _, p := range b.Preds {
			if p != nil && p.ID < b.ID {
				from = p
				break
			}
		}
		if from == nil {
			continue
		}
		b.Region = from.Region
		switch x := b.Head.in[0]; {
		case b.Head.Op == OpProj && x.Op == OpTry:
			b.Region = from.Region.in(x, int(b.Head.Idx))
		case b.Head.Op == OpProj && b.Head.Idx == 0 && itemsOf(x) != nil:
			b.Region = from.Region.in(itemsOf(x), ItemsBody)
		case b.Head.Op == OpLeave && from.Region != nil:
			b.Region = from.Region.Parent
		}
	}
}

// in returns a new region in r.
func (r *RegionTree) in(owner *Node, arm int) *RegionTree {
	n := &RegionTree{Parent: r, Try: owner, Arm: arm, Depth: 1}
	if r != nil {
		n.Depth += r.Depth
	}
	return n
}

// itemsOf returns the IterNext whose item an If tests for, if the body of its loop is a region,
// or nil. The keys of a for-in have no observable iterator.
func itemsOf(iff *Node) *Node {
	if iff.Op != OpIf || iff.Cond().Op != OpHasNext {
		return nil
	}
	next := iff.Cond().Arg(0)
	if next.Op != OpIterNext || next.Arg(0).Op != OpIterOpen || next.Arg(0).Idx == IterIn {
		return nil
	}
	return next
}

// FinallyOf returns the projection of t that enters its finally, or nil.
func FinallyOf(t *Node) *Node { return Projections(t, 3)[TryFinally] }

// UnwrapTry removes the try t, but keeps its body and the exits from it.
func (g *Graph) UnwrapTry(t *Node) {
	body := Projections(t, 3)[TryBody]
	for _, u := range InOrder(nil, t.out) {
		if u.Op == OpLeave && !u.dead {
			g.Replace(u, u.in[0], u.in[1])
		}
	}
	if body != nil {
		g.Replace(body, t.in[0], nil)
	}
}
