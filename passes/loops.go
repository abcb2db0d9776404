package passes

import (
	"github.com/sonjs/son/passes/loop"
	"github.com/sonjs/son/passes/memory"
	"github.com/sonjs/son/son"
)

func inductionVariables(g *son.Graph) { loop.InductionVariables(g, again) }
func forof(g *son.Graph)              { loop.IndexItems(g, again) }
func unroll(g *son.Graph)             { loop.Unroll(g, again) }
func peel(g *son.Graph)               { loop.Peel(g, again) }
func unswitch(g *son.Graph)           { loop.Unswitch(g, again) }

// again restores the fixpoint of the rules in a graph of which parts were copied.
func again(g *son.Graph) {
	g.Optimize()
	memory.Optimize(g)
	g.Sweep()
}
