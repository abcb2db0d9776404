package son

import "slices"

// WhatIf returns the names of the rules that would fire on an operator like n if its operands
// had the given types, in alphabetical order: it runs the rules themselves, in a graph of its
// own. It does not know how the operands are computed. For nodes that are not operators it
// returns nil.
func (n *Node) WhatIf(operands []Type) []string {
	if !n.Op.IsOperator() || len(operands) != n.NumArgs() {
		return nil
	}
	g := NewGraph("what if", Config{Fold: true})
	in := []*Node{nil}
	if n.Op.HasMem() {
		in = []*Node{g.Start, g.Start}
	}
	made := map[*Node]*Node{} // x === x stays that
	for i, x := range n.Args() {
		y := made[x]
		if y == nil {
			y = g.operand(i, operands[i])
			made[x] = y
		}
		in = append(in, y)
	}
	m := g.NewNode(n.Op, in...)
	m.Flags, m.Idx, m.Str = n.Flags&^FlagProven, n.Idx, n.Str
	g.Peephole(m)
	var names []string
	for name := range g.Stats.Rules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// operand makes a node of which only the type is known.
func (g *Graph) operand(i int, t Type) *Node {
	if t.IsConst() {
		return g.Const(t)
	}
	p := g.NewNode(OpParam, g.Start)
	p.Idx, p.Type = int32(i), t
	return p
}
