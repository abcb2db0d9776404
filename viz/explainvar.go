package viz

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// variable prints which nodes the variable stands for in the builder's scopes, and its
// phis and occurrences in the end.
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
		for _, b := range s.Scopes[len(s.Scopes)-1].Names { // the innermost one
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
	fmt.Fprintf(e.w, "  the name occurs %s in the source and %s in the output\n", times(was), times(is))
}

// phis prints why each remaining phi of the variable is needed.
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
		var inputs []string
		for _, x := range n.In[1:] {
			from := m.Node(x.From)
			input := e.quote(from)
			if from != nil && from.Kind == trace.Phi {
				input = "the phi " + name(from.ID) // several may have the same name
			}
			if x.Back {
				input += " from the previous iteration"
			}
			inputs = append(inputs, input)
		}
		where := "where paths join"
		if line, _ := e.position(e.place(region)); region != nil && region.Op == "Loop" && line > 0 {
			where = fmt.Sprintf("of the loop at line %d", line)
		}
		fmt.Fprintf(e.w, "  the phi %s %s is needed: its inputs are %s\n", name(n.ID), where, strings.Join(inputs, " and "))
	}
}

func times(n int) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
