package passes

import (
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
)

// tails merges what ways end with alike (tail merging, or code sinking).
//
//	if (a) { f(); h(1); return 2 } else { g(); h(1); return 2 }
//
//	becomes     if (a) f(); else g(); h(1); return 2
//
// What comes out may be longer than what went in, or want a label: as with thread, the
// function is made without it, too, and the better one is taken (see [work.pays]). It
// needs the fixpoint of the rules, and brings the graph to it again. Cost is that of a
// schedule, which only functions pay in which two control states have effects of one
// kind that come last, for each of at most [maxTails] places.
func tails(g *son.Graph) {
	for range maxTails {
		if !g.EndsAlike() || !schedule.Run(g).MergeTails() {
			return
		}
		again(g)
	}
}

// maxTails bounds at how many places of a function tails are merged.
const maxTails = 16
