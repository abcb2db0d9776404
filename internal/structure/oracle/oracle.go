// Package oracle checks package structure against graphs drawn at random: each graph and its
// tree run on the same tapes of decisions and must have the same trace.
package oracle

import (
	"fmt"
	"math/rand"
	"slices"

	"github.com/sonjs/son/internal/structure"
)

// modes are the kinds of graphs that Run draws: unstructured; programs of structured
// statements, with all hints; the same with labelled jumps and blocks; and the first of these
// with only the order known, or nothing but the graph. Then the same kinds with regions: try
// statements, and iteration loops.
var modes = []string{"random", "author", "labels", "ordered", "blind", "regions", "tries", "try labels", "ordered tries", "blind tries"}

// Modes returns the modes of Run.
func Modes() []string { return slices.Clone(modes) }

// Report sums up a run.
type Report struct {
	Mode        string
	Graphs      int
	Blocks      int
	Irreducible int
	Traces      int

	LabelCounts
	Depths
	Helpers      int
	Switches     int // that the author wrote, with more than one target
	SameSwitches int // those of them that are printed as they were written
	Ifs, SameIfs int // as with switches

	Err error // the first defect, with its graph; nil when there is none
}

// LabelCounts compares the labels of the trees with those of the author.
type LabelCounts struct {
	Labels, MaxLabels int // labels that the trees need
	NoLabel           int // graphs whose tree needs none
	Needed            int // labels that the author used
	Excess            int // graphs with more labels than the author used
	Named             int // labels with a name that the author used
}

// Depths compares how deep the trees nest with what the author wrote.
type Depths struct {
	Depth       int // summed over the graphs
	AuthorDepth int
	Deeper      int // graphs deeper than the author's by more than one
	MaxDeeper   int
}

func (r Report) String() string {
	n := float64(max(r.Graphs, 1))
	s := fmt.Sprintf("%s: %d graphs of %.1f blocks, %d irreducible, %d traces; labels %.3f a graph (at most %d), none in %.2f%%; depth %.2f; helpers %d",
		r.Mode, r.Graphs, float64(r.Blocks)/n, r.Irreducible, r.Traces, float64(r.Labels)/n, r.MaxLabels, 100*float64(r.NoLabel)/n, float64(r.Depth)/n, r.Helpers)
	if planned(r.Mode) {
		s += fmt.Sprintf("; switches %d, as written %.2f%%; ifs %d, as written %.2f%%; labels of the author's %d", r.Switches, 100*float64(r.SameSwitches)/float64(max(r.Switches, 1)),
			r.Ifs, 100*float64(r.SameIfs)/float64(max(r.Ifs, 1)), r.Named)
		s += fmt.Sprintf("; author's labels %.3f, depth %.2f; more labels in %d, deeper by over 1 in %d (at most %d)",
			float64(r.Needed)/n, float64(r.AuthorDepth)/n, r.Excess, r.Deeper, r.MaxDeeper)
	}
	if r.Err != nil {
		s += "\nFAILED: " + r.Err.Error()
	}
	return s
}

// Run draws n graphs of a mode, the same ones for the same seed, and checks each.
// It stops at the first defect.
func Run(mode string, n int, seed int64) Report {
	rep := Report{Mode: mode}
	if !slices.Contains(modes, mode) {
		rep.Err = fmt.Errorf("no mode %q", mode)
		return rep
	}
	for i := range n {
		if err := rep.one(seed*1000003 + int64(i)); err != nil {
			rep.Err = fmt.Errorf("%s graph %d of seed %d: %w", mode, i, seed, err)
			return rep
		}
	}
	return rep
}

// planned reports whether the graphs of a mode are programs of structured statements.
func planned(mode string) bool { return mode != "random" && mode != "regions" }

func draw(mode string, r *rand.Rand) (*structure.Graph, *author) {
	a := &author{r: r}
	switch mode {
	case "random":
		return randomGraph(r), a
	case "regions":
		return regionGraph(r), a
	case "author", "tries":
		a.ordered, a.hints = true, true
	case "labels", "try labels":
		a.ordered, a.hints, a.labels = true, true, true
	case "ordered", "ordered tries":
		a.ordered = true
	}
	a.regions = slices.Index(modes, mode) > slices.Index(modes, "regions")
	return a.graph(), a
}

func (rep *Report) one(seed int64) error {
	r := rand.New(rand.NewSource(seed))
	g, a := draw(rep.Mode, r)
	t, err := structure.Build(g)
	if err != nil {
		return err
	}
	shape, err := Check(g, t)
	if err == nil {
		err = rep.runs(g, t, r)
	}
	if err != nil {
		return fmt.Errorf("%w\n%s%s", err, dump(g), t)
	}
	rep.Graphs++
	rep.Blocks += len(g.Blocks)
	rep.Labels += shape.Labels
	rep.MaxLabels = max(rep.MaxLabels, shape.Labels)
	rep.Depth += shape.Depth
	rep.Helpers += shape.Helpers
	rep.Needed += a.needed
	rep.AuthorDepth += a.depth
	all, equal := sameSwitches(g, t, a.switches)
	rep.Switches += all
	rep.SameSwitches += equal
	all, equal = sameIfs(g, t, a.tests)
	rep.Ifs += all
	rep.SameIfs += equal
	for _, name := range t.Labels {
		rep.Named += count(name != "")
	}
	rep.NoLabel += count(shape.Labels == 0)
	rep.Irreducible += count(t.Helper)
	rep.Excess += count(shape.Labels > a.needed)
	if planned(rep.Mode) {
		rep.Deeper += count(shape.Depth > a.depth+1)
		rep.MaxDeeper = max(rep.MaxDeeper, shape.Depth-a.depth)
	}
	return nil
}

// runs compares graph and tree on some tapes.
func (rep *Report) runs(g *structure.Graph, t *structure.Tree, r *rand.Rand) error {
	const tapes, limit = 6, 150
	length := 60
	if len(g.Regions) > 1 {
		length = 120 // blocks take from it, too
	}
	for range tapes {
		tape := make([]int, length)
		for i := range tape {
			tape[i] = r.Intn(60)
		}
		rep.Traces++
		want := runGraph(g, tape, limit)
		got, err := runTree(g, t, tape, limit)
		if err != nil {
			return err
		}
		if !slices.Equal(want, got) {
			return fmt.Errorf("traces differ\nwant %v\ngot  %v", want, got)
		}
	}
	return nil
}

// dump lists the blocks of g.
func dump(g *structure.Graph) string {
	s := fmt.Sprintf("regions %v\n", g.Regions)
	for i, b := range g.Blocks {
		s += fmt.Sprintf("b%d term %d -> %v order %d", i, b.Term, b.Succs, b.Order)
		if b.Region != 0 {
			s += fmt.Sprintf(" region %d", b.Region)
		}
		if b.Empty {
			s += " empty"
		}
		if b.Clean {
			s += " clean"
		}
		if b.Expr {
			s += " expr"
		}
		if b.Hint != 0 {
			s += fmt.Sprintf(" hint %d", b.Hint)
		}
		if b.IfLast != 0 {
			s += fmt.Sprintf(" iflast %d then %d", b.IfLast, b.Then)
		}
		if b.Last != 0 {
			s += fmt.Sprintf(" last %d", b.Last)
		}
		if b.Loop != nil {
			s += fmt.Sprintf(" loop %+v", *b.Loop)
		}
		if b.Term == structure.Switch {
			s += fmt.Sprintf(" last %d ordered %v", b.SwitchLast, b.Ordered)
		}
		if b.After != nil {
			s += fmt.Sprintf(" after %v", b.After)
		}
		if b.Pinned != nil {
			s += fmt.Sprintf(" pinned %v", b.Pinned)
		}
		s += "\n"
	}
	return s
}
