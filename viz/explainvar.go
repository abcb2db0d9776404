package viz

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// variable tells what the builder's scopes say of the variable, and what is left.
func (e *explainer) variable() {
	nodes := map[int32]*trace.Node{}
	last := ""
	known := false
	for i := range e.t.Steps {
		s := &e.t.Steps[i]
		for k := range s.Nodes {
			nodes[s.Nodes[k].ID] = &s.Nodes[k]
		}
		if len(s.Scopes) == 0 {
			continue
		}
		for _, b := range s.Scopes[len(s.Scopes)-1].Names { // where the builder is
			if b.Name != e.s.Name {
				continue
			}
			known = true
			if n := nodes[b.Node]; n != nil && e.quote(n) != last && n.Label != "hole" {
				last = e.quote(n)
				fmt.Fprintf(e.w, "  `%s` is %s (%s)\n", e.s.Name, last, s.Text)
			}
		}
	}
	e.phis()
	if e.t.Output == nil || !known && len(words(e.t.Source.Text, e.s.Name)) == 0 {
		return
	}
	was, is := len(words(e.t.Source.Text, e.s.Name)), len(words(e.t.Output.Text, e.s.Name))
	fmt.Fprintf(e.w, "  the source has the name %s, the output has it %s\n", times(was), times(is))
}

// phis says of each phi of the variable that is left why it is there.
func (e *explainer) phis() {
	if len(e.t.Phases) == 0 {
		return
	}
	m := e.t.At(e.t.Phases[len(e.t.Phases)-1].Step)
	for _, n := range m.Nodes {
		if n.Kind != trace.Phi || n.Name != e.s.Name || len(n.In) < 3 {
			continue
		}
		region := m.Node(n.In[0].From)
		var ways []string
		for _, x := range n.In[1:] {
			from := m.Node(x.From)
			way := e.quote(from)
			if from != nil && from.Kind == trace.Phi {
				way = "the phi " + name(from.ID) // there may be several of one name
			}
			if x.Back {
				way += " from the round before"
			}
			ways = append(ways, way)
		}
		where := "where ways meet"
		if line, _ := e.position(e.place(region)); region != nil && region.Op == "Loop" && line > 0 {
			where = fmt.Sprintf("at the loop of line %d", line)
		}
		fmt.Fprintf(e.w, "  the phi %s %s is needed: control comes with %s\n", name(n.ID), where, strings.Join(ways, " or with "))
	}
}

func times(n int) string {
	switch n {
	case 0:
		return "nowhere"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
