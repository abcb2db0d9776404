package trace

import "fmt"

// Under adds to t what would have happened to its function under an assumption: u is
// its trace with the assumption made. What t missed and u did not gets the assumption's
// name; rules that fired only in u are added as missed by t. why describes the
// assumption.
func (t *Trace) Under(u *Trace, assume, why string) {
	there, nodes := u.missedKeys(), t.lastNodes()
	for i := range t.Missed {
		if m := &t.Missed[i]; m.Assume == "" && !there[m.key(nodes)] {
			m.Assume = assume
		}
	}
	fired := map[string]int{}
	t.firings(func(key string, _ *Node, _ *Step) { fired[key]++ })
	known := map[string]*Node{}
	for _, n := range nodes {
		known[placeKey(n)] = n
	}
	done := map[int32]bool{}
	u.firings(func(key string, n *Node, s *Step) {
		if fired[key]--; fired[key] >= 0 {
			return
		}
		mine := known[placeKey(n)]
		if n.Span == nil || n.Kind == Control || mine == nil || done[mine.ID] {
			return // dead branches follow from known values
		}
		done[mine.ID] = true
		t.Rules[s.Rule] = u.Rules[s.Rule]
		t.Missed = append(t.Missed, Missed{Node: mine.ID, What: MissedRule, Rule: s.Rule, Assume: assume, Why: why})
	})
}

// firings visits each rule that fired, with the node before that; the key is the same
// for the same rule at the same place.
func (t *Trace) firings(visit func(key string, n *Node, s *Step)) {
	nodes := map[int32]*Node{}
	for i := range t.Steps {
		s := &t.Steps[i]
		if n := nodes[s.Node]; s.Kind == Fired && n != nil {
			visit(s.Rule+placeKey(n), n, s)
		}
		for k := range s.Nodes {
			nodes[s.Nodes[k].ID] = &s.Nodes[k]
		}
	}
}

// lastNodes are all nodes of the trace, in their last recorded state.
func (t *Trace) lastNodes() map[int32]*Node {
	nodes := map[int32]*Node{}
	for i := range t.Steps {
		for k := range t.Steps[i].Nodes {
			nodes[t.Steps[i].Nodes[k].ID] = &t.Steps[i].Nodes[k]
		}
	}
	return nodes
}

// placeKey is equal for nodes that do the same for the same piece of source.
func placeKey(n *Node) string {
	if n.Span == nil {
		return n.Label
	}
	return fmt.Sprintf("%s %d %d", n.Label, n.Span[0], n.Span[1])
}

func (t *Trace) missedKeys() map[string]bool {
	keys, nodes := map[string]bool{}, t.lastNodes()
	for i := range t.Missed {
		keys[t.Missed[i].key(nodes)] = true
	}
	return keys
}

func (m *Missed) key(nodes map[int32]*Node) string {
	return string(m.What) + m.Rule + placeKey(nodes[m.Node])
}
