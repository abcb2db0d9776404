package trace

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
)

// missed finds what did not happen in a scheduled graph, and why.
type missed struct {
	g     *son.Graph
	block map[*son.Node]*son.Block
	// first are, of equal operations, those that none of the others dominates, in the
	// order of the dominator tree: at most one of them dominates the next one.
	first map[string][]*son.Node
	order []interval // of the blocks that each block dominates, by block
	memo  memo
	out   []Missed
}

// memo caches the near misses of an operator by the types of its operands. They do not
// depend on where the operator is, so that one entry serves all phases.
type memo map[string][]nearMiss

// nearMiss is a rule that would fire if the operands had these types; operands that have
// them already are left out.
type nearMiss struct {
	rule  string
	needs map[int]son.Type // by index of the operand
}

// missedOf lists what did not happen to the nodes of a graph.
func missedOf(g *son.Graph, c *schedule.Schedule, memo memo) []Missed {
	m := &missed{g: g, block: map[*son.Node]*son.Block{}, first: map[string][]*son.Node{}, order: intervals(c.CFG), memo: memo}
	for _, b := range c.Blocks {
		for _, n := range append(append([]*son.Node{b.Head}, b.Phis...), b.Nodes...) {
			m.block[n] = b
		}
	}
	for _, b := range c.Blocks {
		for _, n := range b.Nodes {
			if n.Op.IsOperator() || isRead(n.Op) {
				m.look(b, n)
			}
		}
	}
	return m.out
}

// isRead reports whether an op that is not an operator could be executed less often if
// that were unobservable.
func isRead(op son.Op) bool {
	switch op {
	case son.OpLoad, son.OpLoadIdx, son.OpGlobalLoad, son.OpLoadCell:
		return true
	}
	return false
}

// look finds what could have happened to n if it had no effect, and which rules would
// have fired if the types of its operands were more precise.
func (m *missed) look(b *son.Block, n *son.Node) {
	misses := m.nearMisses(n)
	var float *nearMiss
	for i := range misses {
		if misses[i].rule == "float" {
			float = &misses[i]
		}
	}
	if n.Ctrl() != nil && n.Mem() != nil {
		d := Missed{Node: ID(n), Why: why(n)}
		if float != nil {
			d.Rule, d.Needs = float.rule, needs(n, float.needs)
		}
		d.What, d.With = m.chance(b, n)
		if d.What != "" {
			m.out = append(m.out, d)
		}
	}
	for _, w := range misses {
		if w.rule != "float" {
			m.out = append(m.out, Missed{Node: ID(n), What: MissedRule, Rule: w.rule, Needs: needs(n, w.needs), Why: "the types of its operands are not precise enough"})
		}
	}
}

// chance is what could have happened to n if it had no effect.
func (m *missed) chance(b *son.Block, n *son.Node) (MissedKind, int32) {
	key := likeness(n)
	before := m.dominating(key, b, n)
	switch {
	case !used(n):
		return MissedRemove, 0
	case b.Loop != nil && m.invariant(n, b.Loop):
		return MissedHoist, ID(b.Loop.Head.Head)
	}
	if before != nil {
		return MissedShare, ID(before)
	}
	if n.Op.IsOperator() {
		return MissedFloat, 0
	}
	return "", 0
}

// dominating returns an operation equal to n that dominates it in block b, or else
// records n for later ones and returns nil.
func (m *missed) dominating(likeness string, b *son.Block, n *son.Node) *son.Node {
	list := m.first[likeness]
	at := m.order[b.ID].first
	i, _ := slices.BinarySearchFunc(list, at+1, func(x *son.Node, at int) int { return m.order[m.block[x].ID].first - at })
	if i > 0 && m.order[m.block[list[i-1]].ID].last >= at {
		return list[i-1]
	}
	m.first[likeness] = slices.Insert(list, i, n)
	return nil
}

// interval is a range of numbers: those of a block and of all that it dominates.
type interval struct{ first, last int }

// intervals numbers the blocks of a graph in the order of the dominator tree.
func intervals(c *son.CFG) []interval {
	size := make([]int, len(c.Blocks))
	for i := len(size) - 1; i >= 0; i-- { // dominators come before what they dominate
		size[i]++
		if d := c.Blocks[i].Idom; d != nil {
			size[d.ID] += size[i]
		}
	}
	out, next := make([]interval, len(size)), make([]int, len(size))
	for i, b := range c.Blocks {
		first := 0
		if d := b.Idom; d != nil {
			first = next[d.ID]
			next[d.ID] += size[i]
		}
		out[i], next[i] = interval{first, first + size[i] - 1}, first+1
	}
	return out
}

// likeness is equal for operations that do the same with the same operands.
func likeness(n *son.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %q %d", n.Op, n.Str, n.Idx)
	for _, x := range n.Args() {
		fmt.Fprintf(&b, " %d", ID(x))
	}
	return b.String()
}

// used reports whether n's value is used, not only the memory after it.
func used(n *son.Node) bool {
	for _, u := range n.Users() {
		for i, x := range u.Ins() {
			if x == n && u.SlotKind(i) == son.SlotData {
				return true
			}
		}
	}
	return false
}

// invariant reports whether the operands of n are the same in every iteration of a loop.
func (m *missed) invariant(n *son.Node, loop *son.LoopTree) bool {
	for _, x := range n.Args() {
		if x == nil {
			continue
		}
		b := m.block[x]
		if b == nil {
			continue // constants, and values that exist on entry
		}
		for l := b.Loop; l != nil; l = l.Parent {
			if l == loop {
				return false
			}
		}
	}
	return true
}

// weaker are the types that operands could have been known to have, the largest first.
var weaker = []son.Type{
	son.TypeAny.Without(son.KindNullish | son.KindDDA), // what == null needs
	son.TypeOf(son.KindPlain), son.TypeNumber, son.TypeString, son.TypeBool, son.TypeInt32,
}

// nearMisses finds the rules that would fire on n if the types of its operands were more
// precise, each with the weakest types that suffice.
func (m *missed) nearMisses(n *son.Node) []nearMiss {
	if !n.Op.IsOperator() || n.Op == son.OpTypeof {
		return nil // typeof is constant for every type, which is no useful advice
	}
	var types []son.Type
	for _, x := range n.Args() {
		types = append(types, x.Type)
	}
	key := fmt.Sprint(n.Op, types)
	if n.NumArgs() == 2 && n.Arg(0) == n.Arg(1) {
		key += " itself"
	}
	if w, ok := m.memo[key]; ok {
		return w
	}
	had := n.WhatIf(types)
	var out []nearMiss
	for _, t := range weaker {
		for who := 1; who < 1<<len(types); who++ {
			changed := map[int]son.Type{}
			trial := slices.Clone(types)
			for i := range types {
				if s := types[i].Meet(t); who&(1<<i) != 0 && s != types[i] && !s.IsTop() {
					trial[i], changed[i] = s, s
				}
			}
			if len(changed) < bits.OnesCount(uint(who)) {
				continue // the same as a trial with fewer operands, or nothing changes
			}
			for _, rule := range n.WhatIf(trial) {
				if !slices.Contains(had, rule) && !slices.ContainsFunc(out, func(w nearMiss) bool { return w.rule == rule }) {
					out = append(out, nearMiss{rule, changed})
				}
			}
		}
	}
	m.memo[key] = out
	return out
}

// needs says which inputs would have to have which types.
func needs(n *son.Node, types map[int]son.Type) map[int32]string {
	out := map[int32]string{}
	for i, t := range types {
		out[ID(n.Arg(i))] = t.String()
	}
	return out
}

// why says what pins n.
func why(n *son.Node) string {
	switch n.Op {
	case son.OpLoad, son.OpLoadIdx:
		return readWhy(n)
	case son.OpGlobalLoad:
		return fmt.Sprintf("the global %s may be missing, may be a getter, and other code may change it", short(n.Str))
	case son.OpLoadCell:
		switch {
		case n.Sym == nil || n.Sym.Kind != ast.SymConst:
			text := "a closure may change the variable"
			if n.Has(son.FlagTDZ) {
				text += ", and it may not be initialized yet"
			}
			return text
		case n.Has(son.FlagTDZ):
			return "the constant may not be initialized yet"
		}
		return "it stays behind the read that proves the constant to be initialized"
	}
	return operatorWhy(n)
}

func readWhy(n *son.Node) string {
	text := "reading a property may run a getter, and code in between may change it"
	if x := n.Arg(0); x.Type.MayBe(son.KindNullish) {
		text += fmt.Sprintf("; it throws if v%d is null or undefined", ID(x))
	}
	return text
}

// operatorWhy says which operands may be of a type whose conversion runs code or throws.
func operatorWhy(n *son.Node) string {
	groups := []struct {
		kinds son.Kind
		one   string
		many  string
	}{
		{son.KindObjects, "may be an object, whose valueOf or toString runs code", "may be objects, whose valueOf or toString runs code"},
		{son.KindUninit, "may not be initialized yet, which throws", "may not be initialized yet, which throws"},
		{son.KindSymbol, "may be a symbol, which throws", "may be symbols, which throws"},
		{son.KindBigInt, "may be a bigint, which throws if mixed with a number, or may become too large", "may be bigints, which may throw"},
	}
	for _, g := range groups {
		var who []string
		for _, x := range n.Args() {
			if name := fmt.Sprintf("v%d", ID(x)); x.Type.MayBe(g.kinds) && !slices.Contains(who, name) {
				who = append(who, name)
			}
		}
		switch len(who) {
		case 0:
			continue
		case 1:
			return who[0] + " " + g.one
		}
		return strings.Join(who, " and ") + " " + g.many
	}
	return "it may throw"
}

// ruleNamed finds a rule by name, also one of the driver.
var ruleNamed = func() func(string) (Rule, bool) {
	byName := map[string]Rule{}
	for _, r := range append(passes.DriverRules(), son.Rules()...) {
		byName[r.Name] = Rule{Doc: r.Doc, Example: r.Example}
	}
	return func(name string) (Rule, bool) {
		r, ok := byName[name]
		return r, ok
	}
}()
