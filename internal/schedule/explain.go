package schedule

import "github.com/sonjs/son/son"

// Placement says where a floating node may stand and where it does.
type Placement struct {
	Node  *son.Node
	Early *son.Block // where its last input is known
	Late  *son.Block // the block that dominates all its uses; nil if there are none
	Block *son.Block // the choice; nil if all its uses are dead
	Why   string
}

// The reasons for a choice.
const (
	whyLate      = "late: as close to its uses as possible"
	whySource    = "source: where the source has it, between early and late"
	whyParts     = "source: it is unused, but its parts have effects"
	whyUnwritten = "up: no statement can stand in the head of a for-in or for-of loop"
	whyUnused    = "none: all its uses are dead"
)

// Explain is [Run], and also returns why each floating node is where it is, in order of
// decision: users come before what they use.
func Explain(g *son.Graph) (*Schedule, []Placement) {
	var places []Placement
	c := compute(g, &places)
	return c, places
}

func (s *scheduler) explain(n *son.Node, early, late, block *son.Block, why string) {
	if s.places != nil {
		*s.places = append(*s.places, Placement{n, early, late, block, why})
	}
}
