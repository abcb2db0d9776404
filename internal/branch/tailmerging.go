// Package branch holds the passes that move and merge code where control diverges and joins.
package branch

import (
	"slices"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/son"
)

// TailMergingRule and ChoiceRule are counted and listed like rules.
var (
	TailMergingRule = son.Rule{
		Name:    "tail-merging",
		File:    "internal/branch/tailmerging.go",
		Ops:     []son.Op{son.OpRegion, son.OpReturn, son.OpThrow},
		Doc:     "paths with a common tail before they join, or before equal exits => the tail once, after the join",
		Example: "if (a) { f(); h(1) } else { g(); h(1) }  =>  if (a) f(); else g(); h(1)",
	}
	ChoiceRule = son.Rule{
		Name:    "choice",
		File:    "internal/branch/tailmerging.go",
		Ops:     []son.Op{son.OpRegion, son.OpReturn, son.OpThrow},
		Doc:     "arms that differ in one operand only => one copy, with a conditional expression  if the operands are names or constants, and neither the callee nor the object of a property access; in output for readers, an if statement stays one",
		Example: "if (a) f(1, x); else f(1, y)  =>  f(1, a ? x : y)",
	}
)

// maxTail bounds how many effects of a path are looked at.
const maxTail = 24

// MergeTails writes once the statements with which several paths end (tail merging, or code
// sinking), at one place of the graph, and reports whether it found one.
//
//	if (a) { f(); h(1); return 2 } else { g(); h(1); return 2 }
//
//	becomes     if (a) f(); else g(); h(1); return 2
//
// In the graph:
//
//	A   B             A   B
//	x   y             x   y
//	t   t      =>      \ /
//	 \ /                R
//	  R                 t
//
// Tails are compared from their ends, effect by effect, with everything that only they
// use. They end at a join, or at exits of the same kind, one in each arm of an if.
// A merged effect still runs on each path where it ran, between the same other effects,
// and with the same operands: values that differ would need a phi, which is a variable
// to assign in each arm. A phi is made only if two arms have nothing else left: it prints
// as a conditional expression then. A reference is merged with its consumer or not at
// all; iterations, patterns and suspensions are never merged.
//
// The result may be longer than the input, or need a label: the caller compares it with that of
// the function without the pass. The pass needs the fixpoint of the rules. It costs a schedule,
// which only functions pay in which two control states end with effects of the same kind.
func MergeTails(g *son.Graph) bool {
	if !hasCommonTails(g) || g.OutOfFuel() {
		return false
	}
	c := schedule.Run(g)
	joins := joinsOf(c)
	for i := len(c.Blocks) - 1; i >= 0; i-- { // inner joins first
		b := c.Blocks[i]
		t := tailsAtJoin(c, b)
		if t == nil {
			t = tailsAtExits(c, b, joins)
		}
		if t != nil && t.plan() && g.Spend(t.rule(), t.key(), t.key()) {
			t.run()
			return true
		}
	}
	return false
}

// hasCommonTails reports whether the last effects before some join, or before two exits, are of one
// kind: otherwise MergeTails cannot find anything.
func hasCommonTails(g *son.Graph) bool {
	type kind struct {
		exit, last son.Op
		name       string
	}
	ends, found := map[kind]bool{}, false
	g.Nodes(func(n *son.Node) {
		switch {
		case found:
		case n.IsMemPhi() && n.In(0).Op == son.OpRegion && !n.In(0).Has(son.FlagExpr):
			found = lastAlike(n.Ins()[1:])
		case n.Op == son.OpReturn || n.Op == son.OpThrow:
			if m := n.In(1); m.Op.IsComplete() {
				k := kind{n.Op, m.Op, m.Str}
				found, ends[k] = ends[k], true
			}
		}
	})
	return found
}

// lastAlike reports whether the memory states are different effects of one kind.
func lastAlike(states []*son.Node) bool {
	return !slices.ContainsFunc(states, func(m *son.Node) bool {
		return !m.Op.IsComplete() || m.Op != states[0].Op || m.Str != states[0].Str
	}) && slices.ContainsFunc(states, func(m *son.Node) bool { return m != states[0] })
}

// tails is one place where paths may have a common tail.
type tails struct {
	g     *son.Graph
	join  *son.Node // the region where they join, or nil before exits
	mem   *son.Node // its memory phi
	paths []tailPath
	iff   *son.Block // whose two sides the paths are, if that is all they are
	// The plan: effects of the paths in order, and everything else that is merged.
	effects []*merged
	all     []*merged
	at      map[*son.Node]*merged
	cut     []*son.Node // the memory states before the tails
	values  []*merged   // of the exits, or of the phis of the join
	phis    []*son.Node // of the join, which have these values
	choice  *merged     // the one operand that differs
}

// tailPath is a path that ends in a tail.
type tailPath struct {
	b       *son.Block
	exit    *son.Node
	effects []*son.Node // mergeable ones, the last first
	before  *son.Node   // the memory state before the last of these
}

// key is the node that identifies the place.
func (t *tails) key() *son.Node {
	if t.join != nil {
		return t.join
	}
	return t.paths[0].exit
}

func (t *tails) rule() *son.Rule {
	if t.choice != nil {
		return &ChoiceRule
	}
	return &TailMergingRule
}

// tailsAtJoin returns the paths that join at a block, if they may have a common tail.
func tailsAtJoin(c *schedule.Schedule, b *son.Block) *tails {
	h := b.Head
	if h.Op != son.OpRegion || h.Has(son.FlagExpr) || len(b.Preds) < 2 {
		return nil
	}
	i := slices.IndexFunc(h.Users(), func(u *son.Node) bool { return u.IsMemPhi() && u.In(0) == h })
	if i < 0 {
		return nil
	}
	mem := h.Users()[i]
	var paths []tailPath
	for i, p := range b.Preds {
		if p == nil || p.Loop != b.Loop || p.Region != b.Region {
			return nil
		}
		w := tailPath{b: p}
		if w.walk(mem.In(i + 1)); len(w.effects) == 0 {
			return nil
		}
		paths = append(paths, w)
	}
	if repeated(b.Preds) {
		return nil
	}
	t := &tails{g: c.Graph, join: h, mem: mem, paths: paths}
	for _, p := range son.PhisOf(h) {
		if p != mem {
			t.phis = append(t.phis, p)
		}
	}
	son.SortByOrder(t.phis)
	if iff, _ := son.Diamond(h); iff != nil {
		t.iff = c.BlockOf(iff.In(0))
	}
	return t
}

// repeated reports whether a block is in a list twice.
func repeated(list []*son.Block) bool {
	ids := make([]int, len(list))
	for i, b := range list {
		ids[i] = b.ID
	}
	slices.Sort(ids)
	return len(slices.Compact(ids)) < len(list)
}

// tailsAtExits returns the two paths from an if to exits, if they may have a common tail.
func tailsAtExits(c *schedule.Schedule, b *son.Block, joins []*son.Block) *tails {
	if b.End == nil || b.End.Op != son.OpIf || b.End.Has(son.FlagExpr|son.FlagSwitch) || b.End.Cond().Op.IsToken() {
		return nil
	}
	var paths []tailPath
	for _, s := range b.Succs {
		if s = lastOf(s, joins); s == nil || s.Loop != b.Loop || s.Region != b.Region {
			return nil
		}
		e := s.End
		w := tailPath{b: s, exit: e}
		if w.walk(e.In(1)); len(w.effects) == 0 {
			return nil
		}
		paths = append(paths, w)
	}
	if x, y := paths[0].exit, paths[1].exit; x.Op != y.Op || x.Idx != y.Idx || x.Flags != y.Flags {
		return nil
	}
	return &tails{g: c.Graph, iff: b, paths: paths}
}

// joinsOf returns, for each block, the only join that it immediately dominates, or nil if there
// are none or several.
func joinsOf(c *schedule.Schedule) []*son.Block {
	list := make([]*son.Block, len(c.Blocks))
	several := make([]bool, len(c.Blocks))
	for _, b := range c.Blocks {
		if b.Head.Op == son.OpRegion {
			several[b.Idom.ID] = list[b.Idom.ID] != nil
			list[b.Idom.ID] = b
		}
	}
	for i, s := range several {
		if s {
			list[i] = nil
		}
	}
	return list
}

// lastOf returns the exit that all paths from a block reach, except those that leave by
// themselves earlier, or nil.
func lastOf(b *son.Block, joins []*son.Block) *son.Block {
	for range maxTail {
		switch {
		case b.End == nil:
			return nil
		case b.End.Op == son.OpReturn || b.End.Op == son.OpThrow:
			return b
		case b.End.Op == son.OpIf && joins[b.ID] != nil:
			b = joins[b.ID]
		case b.End.Op == son.OpIf && leaves(b.Succs[0]):
			b = b.Succs[1]
		case b.End.Op == son.OpIf && leaves(b.Succs[1]):
			b = b.Succs[0]
		default:
			return nil
		}
	}
	return nil
}

func leaves(b *son.Block) bool {
	return b.End != nil && (b.End.Op == son.OpReturn || b.End.Op == son.OpThrow)
}

// walk collects the mergeable effects of the path's last block, going back from its final memory
// state.
func (w *tailPath) walk(state *son.Node) {
	for len(w.effects) < maxTail && state.Op.IsComplete() && state.In(0) == w.b.Head {
		w.effects = append(w.effects, state)
		state = state.In(1)
	}
	w.before = state
}

// sameOps reports whether nodes are the same operation, apart from their operands.
func sameOps(of []*son.Node) bool {
	n := of[0]
	for _, m := range of[1:] {
		if n.Op != m.Op || n.Idx != m.Idx || n.Str != m.Str || n.Flags.Meaning() != m.Flags.Meaning() ||
			len(n.Ins()) != len(m.Ins()) || !slices.Equal(n.Parts, m.Parts) {
			return false
		}
	}
	return true
}
