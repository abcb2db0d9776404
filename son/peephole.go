package son

import (
	"path"
	"path/filepath"
	"reflect"
	"runtime"
)

// Rule is one named rewrite.
//
// Apply looks at n and returns nil when there is nothing to do; the graph is then
// unchanged. Otherwise it returns the node that replaces n, which may be n itself,
// changed in place. The driver acts on the result:
//
//	result           driver
//	nil              tries the next rule
//	n                computes n's type again, tries all rules again
//	another node     gives n's data users that node, n's memory users n's memory
//	                 input, and kills n
//
// A rule may return another node only if n has no effect according to the current types
// (or if the new node carries the effect itself: then it has taken over n's control and
// memory and is a memory state, too). New nodes are made with [Graph.Add], or with op for a
// pure operator in the place of n, so they are in normal form. A rule never makes the graph larger without making an op cheaper, and
// never depends on ids or on the order of users.
//
// Canonical forms that rules may rely on: purified operators have no control and memory;
// a constant operand of an equality is on the right; an If branches on x rather than
// !!x. Branches and arithmetic keep the author's order.
type Rule struct {
	Name    string
	File    string // where it is, from the root of the repository
	Ops     []Op
	Doc     string // lhs => rhs if condition: why
	Example string // JavaScript before => after
	Apply   func(g *Graph, n *Node) *Node
	// Assumes are the assumptions that the rule depends on.
	Assumes Assumptions
	// SameText: a node is printed the same after the rule. It changes only what is known of the
	// node, or removes a step that the source has no words for.
	SameText bool
	always   bool // runs without Config.Fold
	// local: the rule reads only the types of n's operands and returns one of them or a
	// constant, so that it can also be tried with the types that hold at one place.
	local bool
	// learns reports whether the types of n's operands, or of nodes that it depends on, may have
	// made a rule that is not local applicable to n; nil for a rule that does not look at types.
	// False positives are allowed.
	learns func(n *Node) bool
}

// rulesByOp indexes the rules. It is set once, by init: rules make nodes and so
// refer to the index.
var rulesByOp [opCount][]*Rule

func init() {
	all := allRules()
	for i := range all {
		for _, op := range all[i].Ops {
			rulesByOp[op] = append(rulesByOp[op], &all[i])
		}
	}
}

// Rules returns all rules in the order in which they are tried.
func Rules() []Rule {
	list := allRules()
	for i, r := range list {
		at := reflect.ValueOf(r.Apply).Pointer()
		file, _ := runtime.FuncForPC(at).FileLine(at)
		list[i].File = "son/" + path.Base(filepath.ToSlash(file))
	}
	return list
}

// Rewrites by the driver itself are counted and listed like rules.
var (
	constRule = Rule{
		Name:    "constant",
		File:    "son/peephole.go",
		Doc:     "op => constant  if the types leave one value and no effect, and the constant is no longer in print: 1 / 3 stays, though its value is known",
		Example: "2 * 3  =>  6",
	}
	floatRule = Rule{
		Name:    "float",
		File:    "son/peephole.go",
		Doc:     "op pinned to its place => op that floats  if the types leave no effect",
		Example: "(x & 7) + (y & 7): no valueOf can run",
	}
	shareRule = Rule{
		Name:    "share",
		File:    "son/peephole.go",
		Doc:     "op => an earlier equal op  if pure: the same inputs give the same value",
		Example: "(x & 7) + (x & 7): one &",
	}
)

// Peephole brings a new node without users into normal form and returns the node to use
// instead, perhaps n itself. A Region is peepholed after its phis are made, or without
// dead predecessors.
func (g *Graph) Peephole(n *Node) *Node {
	if g.IsOpen(n) {
		n.Type = g.Compute(n)
		return n
	}
	around := g.instance
	g.instance = n.Instance // what a rule makes in place of n is where n was
	by, _ := g.idealize(n)  // n has no users: nobody needs its memory
	g.instance = around
	if by != n {
		giveName(n, by)
		n.fwd = by
		if len(n.out) == 0 {
			// n may be the only user of by so far: by must not die with n.
			held := by.held
			by.held = true
			g.Kill(n)
			by.held = held
		}
		return by
	}
	return g.number(n)
}

// maxRuleFirings bounds how many rules one visit applies to one node.
const maxRuleFirings = 100

// idealize computes n's type and applies rules until none fires. It returns
// the replacement of n's value and of its memory.
func (g *Graph) idealize(n *Node) (value, mem *Node) {
	if o := g.Config.Observer; o != nil {
		o.Visit(g, n)
	}
	for firings := 0; ; firings++ {
		if firings > maxRuleFirings {
			g.Fatalf("rules do not settle on v%d %v", n.ID, n.Op)
		}
		g.retype(n)
		if g.Unchain(n); n.dead {
			return n, n
		}
		if g.Config.Fold {
			if n.Op == OpCall && n.Idx != 0 {
				if by := g.evaluateCall(n); by != nil {
					return by, n.Mem()
				}
				switch by := g.summarize(n); by {
				case nil:
				case n:
					continue
				default:
					return by, n.Mem()
				}
			}
			if g.purify(n); n.dead {
				return n, n
			}
			if g.isFoldedTo(n) {
				c := g.Const(n.Type)
				if g.Spend(&constRule, n, c) {
					if g.isLiteral(n) {
						g.Stats.literals++
					}
					c.Place(n.Span)
					return c, n.Mem()
				}
			}
		}
		by := g.applyRules(n)
		switch {
		case by == nil || n.dead:
			return n, n
		case by.Op == OpDead:
			return by, by
		case by != n && n.IsMemPhi():
			return by, by
		case by != n:
			m := n.Mem()
			if by.OnChain() && n.OnChain() && by.Mem() == m {
				m = by // by carries n's effect
			}
			return by, m
		}
	}
}

// retype computes n's type. While a closed graph is optimized, what infer has found about a
// value is kept. Only infer may then change the range of a loop phi: with i--, the decremented
// value may be one less than i, then i one less, and so on for 2^32 visits.
func (g *Graph) retype(n *Node) {
	if t := g.retyped(n); t != n.Type {
		n.Type = t
		g.now.types++
	}
}

// retyped returns the type that retype sets.
func (g *Graph) retyped(n *Node) Type {
	t := g.Compute(n)
	if g.work.on && n.keepsType() && t.Is(KindAny) && n.Type.Is(KindAny) {
		t = t.Narrow(n.Type)
		if n.Op == OpPhi && n.in[0].Op == OpLoop && g.work.inferred > 0 && t.sameButRange(n.Type) {
			t = n.Type
		}
	}
	return t
}

// keepsType reports that facts known about n stay true because n is tied to its place. A
// floating node may come to stand for an equal operator elsewhere, and a name for another value.
func (n *Node) keepsType() bool {
	return n.Op == OpPhi || len(n.in) > 0 && n.in[0] != nil && n.Op != OpBind
}

// isFoldedTo reports that n computes a constant and does nothing else.
func (g *Graph) isFoldedTo(n *Node) bool {
	if !n.Type.IsConst() || n.Op.IsControl() || n.Op.IsToken() || n.Op.IsAlloc() || n.IsMemPhi() {
		return false
	}
	switch n.Op {
	case OpConst, OpParam, OpBind:
		return false
	case OpCaptured:
		if n.Str == "" {
			return false
		}
	case OpPhi:
		// While other edges into its region are dying it may still turn out to be a phi of one
		// named value. See inference.oneValue.
		return false
	}
	if e := n.Effect(); e != NoEffect && (n.Op != OpLoadCell || e != Reads) {
		return false
	}
	return g.folds(n)
}

// knownValue replaces the uses of an operator that has an effect but a known value by that
// value.
func (g *Graph) knownValue(n *Node) {
	if !g.Config.Fold || !n.Op.Converts() || !n.Type.IsConst() || n.in[0] == nil || !g.folds(n) {
		return
	}
	var c *Node
	for i := 0; i < len(n.out); {
		u, s := n.Use(i)
		if u.SlotKind(s) != SlotData {
			i++
			continue
		}
		if c == nil {
			c = g.Const(n.Type)
			if !g.Spend(&constRule, n, c) {
				return
			}
		}
		g.SetIn(u, s, c)
	}
	if c != nil {
		g.WakeDeps(n) // nodes that read n through a store see the constant now
	}
}

// Spend counts a change, unless the fuel has run out.
func (g *Graph) Spend(r *Rule, n, by *Node) bool {
	if g.Config.Fuel > 0 && g.Stats.Changes >= g.Config.Fuel {
		return false
	}
	g.count(r, n, by)
	return true
}

// count records that a rule fired.
func (g *Graph) count(r *Rule, n, by *Node) {
	if g.Stats.Rules == nil {
		g.Stats.Rules = map[string]int{}
	}
	g.Stats.Rules[r.Name]++
	g.Stats.Changes++
	// A phi of memory is not printed.
	if r != &floatRule && !r.SameText && !n.IsMemPhi() {
		if r != &constRule {
			g.Stats.rewritten++
		}
		g.own(n.Instance)
	}
	if o := g.Config.Observer; o != nil {
		o.Rule(g, r, n, by)
	}
}

// applyRules tries each rule of n's op until one fires. Without fuel the always-on rules keep
// running, because they tidy up after the others.
func (g *Graph) applyRules(n *Node) *Node {
	empty := g.Config.Fuel > 0 && g.Stats.Changes >= g.Config.Fuel
	for _, r := range rulesByOp[n.Op] {
		if !r.alwaysOn() && (empty || !g.Config.Fold) || !g.Config.Assume.Has(r.Assumes) {
			continue
		}
		if by := r.Apply(g, n); by != nil {
			g.count(r, n, by)
			g.countAssumptions(r.Name, r.Assumes)
			return by
		}
	}
	return nil
}

// Unchain takes a node off the memory chain if its types leave it no writes and no throws: its
// users as a memory state use the state before it.
func (g *Graph) Unchain(n *Node) {
	if !n.Op.HasMem() || n.in[1] == nil || n.Op.IsControl() || n.OnChain() {
		return
	}
	g.offChain(n)
}

// offChain makes the users of n as a memory state use the state before it.
func (g *Graph) offChain(n *Node) {
	mem := n.in[1]
	for i := 0; i < len(n.out); {
		u, s := n.Use(i)
		if u.SlotKind(s) != SlotMemory {
			i++
			continue
		}
		if g.SetIn(u, s, mem); n.dead {
			return
		}
	}
}

// purify lets a node float if its operand types leave it no effect. A token stays at its place:
// its consumer needs it there.
func (g *Graph) purify(n *Node) {
	if n.Op.staysPut() {
		return
	}
	if n.Has(FlagProven) {
		if n.effectOn(n.argType) == NoEffect && g.Spend(&floatRule, n, n) {
			n.Flags &^= FlagProven
			n.home = n.in[0]
			g.SetIn(n, 0, nil)
		}
		return
	}
	if !n.Op.HasMem() || n.in[1] == nil || n.Op.IsControl() || n.Op.IsToken() || n.dead || n.Effect() != NoEffect {
		return
	}
	if !g.SpendAssuming(&floatRule, n, n, n.assumptions()) {
		return
	}
	n.home = n.in[0]
	// In dying code, removing n's control may kill n itself.
	if g.SetIn(n, 0, nil); !n.dead {
		g.SetIn(n, 1, nil)
	}
}
