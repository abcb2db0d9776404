package passes

import (
	"github.com/sonjs/son/passes/branch"
	"github.com/sonjs/son/son"
)

func jumpThreading(g *son.Graph) { branch.ThreadJumps(g, again) }
func tailMerging(g *son.Graph)   { branch.MergeTails(g, again) }
