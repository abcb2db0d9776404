package son

// The arms of a Try, by the index of their projection.
const (
	TryBody = iota
	TryCatch
	TryFinally
)

// RegionTree is a part of the function that is written between braces of its own:
// the body of a try, its catch or its finally. Control enters it by one projection
// of the Try; it leaves it by a Leave, which is the first node behind the region,
// and by Return, Throw and EndFinally. A break out of several regions passes a
// Leave for each, the innermost first.
//
// Exceptions have no edges. One that is thrown in the body goes to the catch, else
// to the finally; one that is thrown in the catch to the finally. So the blocks
// there know nothing of memory, which is why a Catch and a Finally stand first in
// them, and every variable that they could see change is a cell. With a finally, a
// Leave and a Return run it on their way, and its end (EndFinally) has no
// successor.
type RegionTree struct {
	Parent *RegionTree
	Try    *Node
	Arm    int
	Depth  int // 1 for one that is in no other
}

// Has reports whether r is inner or a region around it; nil is the function.
func (r *RegionTree) Has(inner *RegionTree) bool {
	if r == nil {
		return true
	}
	for inner != nil && inner.Depth > r.Depth {
		inner = inner.Parent
	}
	return inner == r
}

// regions finds the region of each block from the ways into it. What comes back
// around a loop comes from the same region.
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
			b.Region = &RegionTree{Parent: from.Region, Try: x, Arm: int(b.Head.Idx), Depth: 1}
			if from.Region != nil {
				b.Region.Depth += from.Region.Depth
			}
		case b.Head.Op == OpLeave && from.Region != nil:
			b.Region = from.Region.Parent
		}
	}
}

// FinallyOf returns the projection of t that enters its finally, or nil.
func FinallyOf(t *Node) *Node { return Projections(t, 3)[TryFinally] }
