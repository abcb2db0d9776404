package structure

import (
	"fmt"
	"slices"
	"strings"
)

// Explain describes how t structures the blocks of g: the form of each loop and where its exits
// stand, tests that became one condition, labels, and the dispatch variable. bN is block N. It
// is for people; it reads the tree once for each loop around a block.
func Explain(g *Graph, t *Tree) []string {
	x := &explainer{g: g, t: t}
	x.seq(t.Body)
	if t.Helper {
		x.note("a loop has several entries: a helper variable selects the one to take")
	}
	return x.notes
}

type explainer struct {
	g     *Graph
	t     *Tree
	notes []string
}

func (x *explainer) note(format string, args ...any) {
	x.notes = append(x.notes, fmt.Sprintf(format, args...))
}

func (x *explainer) seq(s Seq) {
	for _, n := range s {
		x.node(n)
	}
}

func (x *explainer) node(n Node) {
	switch n := n.(type) {
	case *IfNode:
		x.cond(n.Cond)
		x.seq(n.Then)
		x.seq(n.Else)
	case *LoopNode:
		x.loop(n)
		x.seq(n.Body)
	case *LabeledNode:
		x.note("the label %s marks a block that jumps inside it leave", x.label(n.Label))
		x.seq(n.Body)
	case *SwitchNode:
		x.note("b%d selects one of %d cases", n.Block, len(n.Cases))
		for _, c := range n.Cases {
			x.seq(c.Body)
		}
	case *TryNode:
		x.note("b%d enters a try statement; its parts keep their code between their braces", n.Block)
		x.seq(n.Body)
		x.seq(n.Catch)
		x.seq(n.Finally)
	case *DispatchNode:
		for _, w := range n.Targets {
			x.seq(w.Body)
		}
	case Seq:
		x.seq(n)
	}
}

var kindWords = [...]string{While: "while", DoWhile: "do-while", For: "for", Endless: "endless", ForInOf: "for-in or for-of"}

func (x *explainer) loop(n *LoopNode) {
	s := fmt.Sprintf("b%d is the head of a loop, printed as %s", n.Header, kindWords[n.Kind])
	switch h := x.g.Blocks[n.Header].Loop; {
	case h == nil:
		s += "; nothing is known of its form in the source"
	case h.Kind == n.Kind:
		s += ", as the source has it"
	default:
		s += fmt.Sprintf("; the source wrote it as %s", kindWords[h.Kind])
	}
	if n.Label != 0 {
		s += fmt.Sprintf("; jumps from inside inner statements use its label %s", x.label(n.Label))
	}
	x.note("%s", s)
	if n.Cond != nil {
		x.cond(n.Cond)
	}
	x.exits(n)
}

// exits describes where the exits of a loop lead.
func (x *explainer) exits(n *LoopNode) {
	inside := map[int]bool{}
	blocksOf(n, inside)
	var from []int
	for b := range inside {
		from = append(from, b)
	}
	slices.Sort(from)
	for _, b := range from {
		for _, s := range x.g.Blocks[b].Succs {
			if !inside[s] && !x.g.Blocks[s].Empty {
				x.note("the loop of b%d exits from b%d to b%d, which is after the loop", n.Header, b, s)
			}
		}
	}
}

// blocksOf collects the blocks that are printed in a node.
func blocksOf(n Node, into map[int]bool) {
	each := func(lists ...Seq) {
		for _, l := range lists {
			for _, m := range l {
				blocksOf(m, into)
			}
		}
	}
	cond := func(c *Cond) {
		for _, b := range c.blocks() {
			into[b] = true
		}
	}
	switch n := n.(type) {
	case *CodeNode:
		into[n.Block] = true
	case *EndNode:
		into[n.Block] = true
	case *IfNode:
		cond(n.Cond)
		each(n.Then, n.Else)
	case *LoopNode:
		into[n.Header] = true
		if n.Cond != nil {
			cond(n.Cond)
		}
		if n.Update >= 0 {
			into[n.Update] = true
		}
		each(n.Body)
	case *LabeledNode:
		each(n.Body)
	case *SwitchNode:
		into[n.Block] = true
		for _, c := range n.Cases {
			each(c.Body)
		}
	case *TryNode:
		into[n.Block] = true
		each(n.Body, n.Catch, n.Finally)
	case *DispatchNode:
		for _, w := range n.Targets {
			each(w.Body)
		}
	case Seq:
		each(n)
	}
}

// blocks lists the blocks whose tests c consists of.
func (c *Cond) blocks() []int {
	if c.Op == Test {
		return []int{c.Block}
	}
	var out []int
	for _, a := range c.Args {
		out = append(out, a.blocks()...)
	}
	return out
}

func (x *explainer) cond(c *Cond) {
	if c.Op == Test {
		return
	}
	var names []string
	for _, b := range c.blocks() {
		names = append(names, fmt.Sprintf("b%d", b))
	}
	x.note("the tests of %s share an exit and are one condition: %s", strings.Join(names, ", "), c)
}

func (x *explainer) label(id int) string {
	if name := x.t.Labels[id]; name != "" {
		return name
	}
	return fmt.Sprintf("L%d", id)
}
