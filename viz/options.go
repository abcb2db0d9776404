package viz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// View selects how to draw a graph.
type View string

const (
	// Blocks lists the nodes of each block in order of execution.
	Blocks View = "blocks"
	// Sea draws nodes as boxes and values as edges: a floating node is drawn beside the
	// pinned ones, in the block that it would be scheduled in.
	Sea View = "sea"
)

// foldAbove is how many nodes are drawn before blocks fold.
const foldAbove = 300

// Options select what a drawing shows; the zero value is the whole graph in blocks.
type Options struct {
	View View
	// Hide leaves out these parts; see [Hidable].
	Hide []string
	// Focus, if not 0, draws only this node and those at most Hops edges away.
	Focus int32
	Hops  int
	// Unfold draws all nodes even if the graph is so large that blocks would be folded.
	Unfold bool
	// Tight leaves no room for nodes of other phases. Without it, a node has the same
	// place in all phases.
	Tight bool
	// NoLegend leaves out the key to colours.
	NoLegend bool
}

// Hidable are the names that Options.Hide accepts.
var Hidable = []string{"const", "mem", "types", "names", "entry"}

// Check returns an error if the options are invalid.
func (o Options) Check() error {
	for _, h := range o.Hide {
		if !slices.Contains(Hidable, h) {
			return fmt.Errorf("%q cannot be hidden; choose from %s", h, strings.Join(Hidable, ", "))
		}
	}
	if o.View != Blocks && o.View != Sea && o.View != "" {
		return fmt.Errorf("there is no view %q; the views are %s, %s", o.View, Blocks, Sea)
	}
	return nil
}

func (o Options) hides(what string) bool { return slices.Contains(o.Hide, what) }

// near returns the nodes within the focus, or nil for all.
func (o Options) near(m *trace.Moment) map[int32]bool {
	if o.Focus == 0 {
		return nil
	}
	users := map[int32][]int32{}
	for _, n := range m.Nodes {
		for _, e := range n.In {
			users[e.From] = append(users[e.From], n.ID)
		}
	}
	in := map[int32]bool{o.Focus: true}
	ring := []int32{o.Focus}
	for range o.Hops {
		var next []int32
		visit := func(id int32) {
			if !in[id] && m.Node(id) != nil {
				in[id] = true
				next = append(next, id)
			}
		}
		for _, id := range ring {
			// Control nodes and cells are connected to everything: the walk ends there.
			if n := m.Node(id); n != nil && id == o.Focus || n != nil && !written(n) && n.Kind != trace.Control && n.Op != "NewCell" {
				for _, e := range n.In {
					visit(e.From)
				}
				for _, u := range users[id] {
					visit(u)
				}
			}
		}
		ring = next
	}
	return in
}
