package schedule

import "github.com/sonjs/son/son"

// Placement says where a floating node might stand and where it does.
type Placement struct {
	Node  *son.Node
	Early *son.Block // where its last input is known
	Late  *son.Block // the block that dominates all its uses; nil if there are none
	Block *son.Block // the choice; nil if nothing that runs uses the node
	Why   string
}

// Reasons for a choice.
const (
	whyLate      = "late: as close to its uses as possible"
	whySource    = "source: where the source has it, between early and late"
	whyParts     = "source: nothing uses it, but what it completes has effects"
	whyUnwritten = "up: nothing can be written in the head of a loop over items"
	whyUnused    = "none: nothing that runs uses it"
)

// Explain is [Run] and says why each floating node is where it is, in order of
// decision: users come before what they use.
func Explain(g *son.Graph) (*son.CFG, []Placement) {
	var places []Placement
	c := compute(g, &places)
	return c, places
}

func (s *scheduler) explain(n *son.Node, early, late, block *son.Block, why string) {
	if s.places != nil {
		*s.places = append(*s.places, Placement{n, early, late, block, why})
	}
}
