package branch

import (
	"slices"

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
	l := lowering{c: g.CFG()}
	l.lowered = make([]bool, len(l.c.Blocks))
	l.joins = make([]*son.Block, len(l.c.Blocks))
	for _, b := range l.c.Blocks {
		if b.Head.Op == son.OpRegion && b.Head.Has(son.FlagExpr) && b.Idom != nil {
			l.joins[b.Idom.ID] = b
		}
	}
	l.statements(g)
	l.variables(g)
	var joins []*son.Node
	for _, b := range l.c.Blocks {
		if !l.lowered[b.ID] || !g.Spend(&LowerConditionalRule, b.End, b.End) {
			continue
		}
		j := l.joins[b.ID]
		if j == nil {
			son.LowerConditional(b.End, nil)
			continue
		}
		l.decide(g, j)
		son.LowerConditional(b.End, j.Head)
		if j.Region == nil {
			joins = append(joins, j.Head)
		}
	}
	for _, h := range joins { // those of conditionals around others come first
		if !h.Dead() {
			returnEarly(g, h)
		}
	}
}

// decide makes constants of booleans that a test decides on the way to a join: where the conditional expression has
// the value of its test, the statement need not.
//
//	t = a && f()     =>     if (a) t = …; else t = false
func (l *lowering) decide(g *son.Graph, join *son.Block) {
	for _, p := range join.Phis {
		if p.IsMemPhi() {
			continue
		}
		for i := range join.Preds {
			if x := son.Base(p.In(i + 1)); x.Op == son.OpConst || !x.Type.IsBool() {
				continue
			}
			if v := l.c.TestedOnEdge(p, join, i); v != son.Maybe {
				g.SetIn(p, i+1, g.Const(v.Type()))
			}
		}
	}
}

// lowering chooses the conditional expressions that become statements.
type lowering struct {
	c       *son.CFG
	lowered []bool       // by the block that branches
	joins   []*son.Block // by the block that branches
}

// statements chooses those that print as statements anyway: there is a statement in an arm.
func (l *lowering) statements(g *son.Graph) {
	seen := make([]bool, len(l.c.Blocks))
	from := func(b *son.Block) {
		for b != nil && b.Idom != nil && !seen[b.ID] {
			seen[b.ID] = true
			if l.isArm(b) {
				l.lowered[b.Idom.ID] = true
			}
			b = b.Idom
		}
	}
	for _, b := range l.c.Blocks {
		if b.Head.Op == son.OpLoop || b.End != nil && !son.IsConditional(b.End) && b.End.Op != son.OpReturn {
			from(b)
		}
	}
	g.Nodes(func(n *son.Node) {
		if isDeclaration(n) {
			from(l.c.BlockOf(n.Ctrl()))
		}
	})
}

// isArm reports whether b is an arm of the conditional expression in which the block above it ends.
func (l *lowering) isArm(b *son.Block) bool {
	return son.IsConditional(b.Idom.End) && l.joins[b.Idom.ID] != b
}

// variables chooses those in which a value needs a variable, where the statements are no more than the expression.
func (l *lowering) variables(g *son.Graph) {
	g.Nodes(func(n *son.Node) {
		if !needsVariable(g, n) {
			return
		}
		var all []*son.Block
		for b := l.c.BlockOf(n.Ctrl()); b != nil && b.Idom != nil && len(all) <= deepest; b = b.Idom {
			if !l.isArm(b) || l.lowered[b.Idom.ID] {
				continue
			}
			if !l.pays(b) {
				return
			}
			all = append(all, b.Idom)
		}
		if len(all) <= deepest {
			for _, p := range all {
				l.lowered[p.ID] = true
			}
		}
	})
}

// deepest bounds how many conditional expressions in each other are lowered for one value.
const deepest = 8

// pays reports whether a conditional expression with an arm b is as good as statements: its value is returned or
// stored, or tested where one outcome needs no code.
func (l *lowering) pays(b *son.Block) bool {
	join := l.joins[b.Idom.ID]
	if join == nil {
		return false
	}
	var value *son.Node
	for _, p := range join.Head.Users() {
		if p.Op != son.OpPhi || p.IsMemPhi() {
			continue
		}
		if value != nil {
			return false
		}
		value = p
	}
	if value == nil || len(value.Users()) != 1 {
		return false
	}
	switch u := value.Users()[0]; {
	case u.Op == son.OpReturn:
		return join.Region == nil
	case u.Op == son.OpBind:
		return true
	case u.Op == son.OpPhi:
		return l.c.BlockOf(u.Region()) != nil && u.Has(son.FlagExpr)
	case u.Op == son.OpIf && !u.Has(son.FlagExpr):
		return b.Head.Idx == 0 && l.isShort(l.c.BlockOf(u.In(0)))
	}
	return false
}

// isShort reports whether an if statement, in which b ends, leaves a loop, or has no else.
func (l *lowering) isShort(b *son.Block) bool {
	if b == nil || len(b.Succs) != 2 {
		return false
	}
	yes, no := b.Succs[0], b.Succs[1]
	if no.Loop != b.Loop || yes.End != nil && (yes.End.Op == son.OpReturn || yes.End.Op == son.OpThrow) {
		return true
	}
	return onlyLeads(no)
}

// returnEarly makes a return of the value that a join chooses one of each value:
//
//	let t; if (c) t = a; else t = f(); return t     =>     if (c) return a; return f()
func returnEarly(g *son.Graph, h *son.Node) {
	ret, value, mem := returned(h)
	if ret == nil {
		return
	}
	for i := 1; i < h.NumIn(); i++ {
		state := ret.In(1)
		if mem != nil {
			state = mem.In(i)
		}
		r := g.NewNode(son.OpReturn, h.In(i), state, value.In(i))
		r.Type, r.Flags = ret.Type, ret.Flags
		r.SetSource(ret)
		g.AddIn(g.Stop, r)
	}
	g.DropIn(g.Stop, slices.Index(g.Stop.Ins(), ret))
	if !ret.Dead() {
		g.Kill(ret)
	}
	g.Optimize()
}

// returned returns the return that is all that happens after a join, and the phis that it uses: that of its value,
// and that of memory or nil.
func returned(h *son.Node) (ret, value, mem *son.Node) {
	for _, u := range h.Users() {
		switch {
		case u.Op == son.OpReturn && ret == nil:
			ret = u
		case u.IsMemPhi() && mem == nil:
			mem = u
		case u.Op == son.OpPhi && value == nil:
			value = u
		default:
			return nil, nil, nil
		}
	}
	if ret == nil || value == nil || ret.In(2) != value || len(value.Users()) != 1 || mem != nil && (ret.In(1) != mem || len(mem.Users()) != 1) {
		return nil, nil, nil
	}
	return ret, value, mem
}

// hasConditional reports whether there is a conditional expression.
func hasConditional(g *son.Graph) bool {
	found := false
	g.Nodes(func(n *son.Node) { found = found || son.IsConditional(n) })
	return found
}

// readsPass are the assumptions under which a load may be evaluated after other loads.
const readsPass = son.AssumePureGetters | son.AssumePureCoercion

// isDeclaration reports whether n declares a name of an inlined callee.
func isDeclaration(n *son.Node) bool {
	return (n.Op == son.OpBind || n.Op == son.OpStoreCell) && n.Instance != 0 && n.Ctrl() != nil && n.Has(son.FlagDecl) && n.Sym != nil && n.Sym.Kind != ast.SymVar
}

// needsVariable reports whether n is a load, of an inlined callee or of an argument, whose value needs a variable: it is
// read in several places, or something happens before it is read.
func needsVariable(g *son.Graph, n *son.Node) bool {
	if n.Op != son.OpLoad && n.Op != son.OpLoadIdx || n.Ctrl() == nil {
		return false
	}
	var reader *son.Node
	for i := range n.Users() {
		if u, slot := n.Use(i); u.SlotKind(slot) != son.SlotMemory && !isChosenBy(u) {
			if reader != nil {
				return n.Instance != 0 || reader.Instance != 0 || u.Instance != 0
			}
			reader = u
		}
	}
	return reader != nil && (n.Instance != 0 || reader.Instance != 0) && reader.Ctrl() != nil && reader.Op.HasMem() && !g.Config.Assume.Has(readsPass) && !isOperand(n, reader)
}

// isChosenBy reports whether u is only the test of a conditional expression, whose value is that which it tests:
// x || y and x ?? y read x once.
func isChosenBy(u *son.Node) bool {
	return son.IsConditional(u) || u.Op == son.OpIsNullish && len(u.Users()) == 1 && son.IsConditional(u.Users()[0])
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
