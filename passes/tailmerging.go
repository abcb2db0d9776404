package passes

import (
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
)

// tailMerging writes once the statements with which several paths end (tail merging, or code
// sinking).
//
//	if (a) { f(); h(1); return 2 } else { g(); h(1); return 2 }
//
//	becomes     if (a) f(); else g(); h(1); return 2
//
// The result may be longer than the input, or need a label: as with jump threading, the
// function is also made without it, and the better version is used (see [work.pays]). The pass
// needs the fixpoint of the rules, and restores it. It costs a schedule for each of at most
// [maxTails] places, which only functions pay in which two control states end with effects of
// the same kind.
func tailMerging(g *son.Graph) {
	for range maxTails {
		if !g.HasCommonTails() || !schedule.Run(g).MergeTail() {
			return
		}
		again(g)
	}
}

// maxTails bounds at how many places of a function tails are merged.
const maxTails = 16
