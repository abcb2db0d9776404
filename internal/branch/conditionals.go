package branch

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// LowerConditionalRule is counted and listed like a rule.
var LowerConditionalRule = son.Rule{
	Name:     "lower-conditional",
	SameText: true,
	File:     "internal/branch/conditionals.go",
	Ops:      []son.Op{son.OpIf},
	Doc:      "conditional expression => if statement  with --for speed, if an inlined callee has a statement in one of its arms: jumps can be threaded past what tests its value",
	Example:  "const f = p => { const k = p.a; g(k); return k }; if (c && f(o)) h()  =>  if (c) { const k = o.a; g(k); if (k) h() }",
}

// LowerConditionals makes if statements of conditional expressions in whose arms an inlined callee has statements:
//
//	a && (x = b.c, x.d < x.e) ? f() : g()     =>     let t = a; if (t) { const x = b.c; t = x.d < x.e } if (t) f(); else g()
//
// Jumps are threaded past the tests of these. For speed only: elsewhere values get no variables, and the expression
// prints as one. It needs the fixpoint of the rules. Cost is linear in the nodes.
func LowerConditionals(g *son.Graph) {
	if !g.Config.Speed || g.Stats.Inlined == 0 || !hasConditional(g) {
		return
	}
	c := g.CFG()
	seen := make([]bool, len(c.Blocks))
	lowered := make([]bool, len(c.Blocks)) // by the block that branches
	from := func(b *son.Block) {
		for b != nil && b.Idom != nil && !seen[b.ID] {
			seen[b.ID] = true
			p := b.Idom
			if isConditional(p.End) && !(b.Head.Op == son.OpRegion && b.Head.Has(son.FlagExpr)) {
				lowered[p.ID] = true
			}
			b = p
		}
	}
	for _, b := range c.Blocks {
		if b.Head.Op == son.OpLoop || b.End != nil && !isConditional(b.End) && b.End.Op != son.OpReturn {
			from(b)
		}
	}
	g.Nodes(func(n *son.Node) {
		if needsVariable(g, n) {
			from(c.BlockOf(n.In(0)))
		}
	})
	const conditional = son.FlagExpr | son.FlagTernary | son.FlagVoidArm | son.FlagLogicalAssign
	for _, b := range c.Blocks {
		if lowered[b.ID] {
			if lowered[b.ID] = g.Spend(&LowerConditionalRule, b.End, b.End); lowered[b.ID] {
				b.End.Flags &^= conditional
				b.End.Idx = son.IfOpen
			}
		}
	}
	for _, b := range c.Blocks {
		if h := b.Head; h.Op == son.OpRegion && h.Has(son.FlagExpr) && b.Idom != nil && lowered[b.Idom.ID] {
			h.Flags &^= conditional
			for _, p := range h.Users() {
				if p.Op == son.OpPhi {
					p.Flags &^= conditional
				}
			}
		}
	}
}

// hasConditional reports whether there is a conditional expression.
func hasConditional(g *son.Graph) bool {
	found := false
	g.Nodes(func(n *son.Node) { found = found || isConditional(n) })
	return found
}

// isConditional reports whether n is the branch of a conditional expression.
func isConditional(n *son.Node) bool {
	return n != nil && n.Op == son.OpIf && n.Has(son.FlagExpr) && n.Idx != son.ExprChain && !n.Cond().IsRef()
}

// readsPass are the assumptions under which a load may be evaluated after other loads.
const readsPass = son.AssumePureGetters | son.AssumePureCoercion

// needsVariable reports whether n, of an inlined callee or one of its arguments, declares a name or is a value that needs one: it is read in
// several places, or something happens before it is read.
func needsVariable(g *son.Graph, n *son.Node) bool {
	switch n.Op {
	case son.OpBind, son.OpStoreCell:
		return n.Instance != 0 && n.Ctrl() != nil && n.Has(son.FlagDecl) && n.Sym != nil && n.Sym.Kind != ast.SymVar
	case son.OpLoad, son.OpLoadIdx:
		var reader *son.Node
		for i := range n.Users() {
			if u, slot := n.Use(i); u.SlotKind(slot) != son.SlotMemory && !isChosenBy(u) {
				if reader != nil {
					return n.Instance != 0 && n.Ctrl() != nil
				}
				reader = u
			}
		}
		return reader != nil && (n.Instance != 0 || reader.Instance != 0) && n.Ctrl() != nil && reader.Ctrl() != nil && reader.Op.HasMem() && !g.Config.Assume.Has(readsPass) && !isOperand(n, reader)
	}
	return false
}

// isChosenBy reports whether u is only the test of a conditional expression, whose value is that which it tests:
// x || y and x ?? y read x once.
func isChosenBy(u *son.Node) bool {
	return isConditional(u) || u.Op == son.OpIsNullish && len(u.Users()) == 1 && isConditional(u.Users()[0])
}

// farOperand bounds how many operations there may be between a load and the operation that reads it.
const farOperand = 8

// isOperand reports whether all that happens between a load and an operation that reads it computes other operands of
// that.
func isOperand(n, reader *son.Node) bool {
	m := nextOnChain(n)
	for range farOperand {
		if m == reader {
			return true
		}
		if m == nil || !computes(reader, m, operandDepth) {
			return false
		}
		m = nextOnChain(m)
	}
	return false
}

// operandDepth bounds the depth of expressions that are searched.
const operandDepth = 4

// computes reports whether x is in the expression of n.
func computes(n, x *son.Node, depth int) bool {
	for _, y := range n.Args() {
		if y == x || y != nil && depth > 0 && computes(y, x, depth-1) {
			return true
		}
	}
	return false
}

// nextOnChain returns the operation that has the memory state after n, or nil if there is not exactly one.
func nextOnChain(n *son.Node) (next *son.Node) {
	for i := range n.Users() {
		if u, slot := n.Use(i); u.SlotKind(slot) == son.SlotMemory {
			if next != nil {
				return nil
			}
			next = u
		}
	}
	return next
}
