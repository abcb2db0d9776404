package son

// IsConditional reports whether n is the branch of a conditional expression: ?:, &&, || or ??, but not an optional chain
// or a logical assignment to a reference.
func IsConditional(n *Node) bool {
	return n != nil && n.Op == OpIf && n.Has(FlagExpr) && n.Idx != ExprChain && !n.Cond().IsRef()
}

// LowerConditional makes an if statement of a conditional expression that branches at iff and joins at the Region join,
// which is nil if an arm does not end. The conditional expressions in whose arms it is have to be lowered, too.
func LowerConditional(iff, join *Node) {
	const conditional = FlagExpr | FlagTernary | FlagVoidArm | FlagLogicalAssign
	iff.Flags &^= conditional
	iff.Idx = IfOpen
	if join == nil {
		return
	}
	join.Flags &^= conditional
	for _, p := range join.out {
		if p.Op == OpPhi {
			p.Flags &^= conditional
		}
	}
}

// Conditionals returns the branches of the conditional expression that joins in b, and of those in whose arms it is,
// each with its join; ok is false if one of them cannot be an if statement, or there are too many.
func (c *CFG) Conditionals(b *Block) (list [][2]*Node, ok bool) {
	for b != nil && b.Idom != nil {
		if len(list) > mostConditionals {
			return nil, false
		}
		iff := b.Idom.End
		switch {
		case b.Head.Op == OpRegion && b.Head.Has(FlagExpr):
			if !IsConditional(iff) {
				return nil, false
			}
			list = append(list, [2]*Node{iff, b.Head})
		case iff != nil && iff.Op == OpIf && iff.Has(FlagExpr):
			join := c.joinOf(b.Idom)
			if join == nil || !IsConditional(iff) {
				return nil, false
			}
			b = join
			continue
		}
		b = b.Idom
	}
	return list, true
}

// mostConditionals bounds how many conditional expressions in each other are lowered together.
const mostConditionals = 8

// joinOf returns the block in which the conditional expression joins that branches at the end of b, or nil.
func (c *CFG) joinOf(b *Block) *Block {
	for _, j := range c.Blocks {
		if j.Idom == b && j.Head.Op == OpRegion && j.Head.Has(FlagExpr) {
			return j
		}
	}
	return nil
}
