package trace

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
)

// Moment is the graph at one step.
type Moment struct {
	Title  string
	Step   int
	Nodes  []*Node // by ID
	Phase  *Phase  // if the step ends a phase
	Scopes []Scope // if the step records them
	byID   map[int32]*Node
}

// Node returns a node of the moment, or nil.
func (m *Moment) Node(id int32) *Node { return m.byID[id] }

// At returns the graph as it was after a step.
func (t *Trace) At(step int) *Moment {
	m := &Moment{Step: step, byID: map[int32]*Node{}}
	for i := range t.Steps[:step+1] {
		s := &t.Steps[i]
		for _, id := range s.Gone {
			delete(m.byID, id)
		}
		for k := range s.Nodes {
			m.byID[s.Nodes[k].ID] = &s.Nodes[k]
		}
	}
	for _, n := range m.byID {
		m.Nodes = append(m.Nodes, n)
	}
	slices.SortFunc(m.Nodes, func(a, b *Node) int { return cmp.Compare(a.ID, b.ID) })
	s := &t.Steps[step]
	m.Scopes = s.Scopes
	m.Title = t.Function.Name + ", " + s.Text
	if s.Kind == Ended {
		m.Title = t.Function.Name + " after " + s.Text
	}
	for i := range t.Phases {
		if t.Phases[i].Step == step {
			m.Phase = &t.Phases[i]
		}
	}
	return m
}

// EndOf returns the moment at which a phase ended, or nil.
func (t *Trace) EndOf(phase string) *Moment {
	for _, p := range t.Phases {
		if p.Name == phase {
			return t.At(p.Step)
		}
	}
	return nil
}

// ScopeSteps are the steps at which the builder reported its scopes.
func (t *Trace) ScopeSteps() []int {
	var out []int
	for i := range t.Steps {
		if t.Steps[i].Kind == Scoped {
			out = append(out, i)
		}
	}
	return out
}

var blockName = regexp.MustCompile(`\bb[0-9]+\b`)

// renamed renumbers the blocks in a text.
func renamed(text string, number func(int) int) string {
	return blockName.ReplaceAllStringFunc(text, func(s string) string {
		i, err := strconv.Atoi(s[1:])
		if err != nil {
			return s
		}
		if k := number(i); k >= 0 {
			return "b" + strconv.Itoa(k)
		}
		return s
	})
}

// All returns every node of the trace in its first recorded state: an artificial moment,
// for a layout that has room for all of them.
func (t *Trace) All() *Moment {
	m := &Moment{Title: t.Function.Name, Step: -1, byID: map[int32]*Node{}}
	for i := range t.Steps {
		for k := range t.Steps[i].Nodes {
			if n := &t.Steps[i].Nodes[k]; m.byID[n.ID] == nil {
				m.byID[n.ID] = n
				m.Nodes = append(m.Nodes, n)
			}
		}
	}
	slices.SortFunc(m.Nodes, func(a, b *Node) int { return cmp.Compare(a.ID, b.ID) })
	return m
}
