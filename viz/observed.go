package viz

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sonjs/son/viz/trace"
)

// observer answers for each line of a function whether anybody can observe what it does, and why. What
// the graph has when it is built says what uses a value; what is left of it in the end says which
// effects are needed.
type observer struct {
	*explainer
	built, last *trace.Moment
	by          map[int32]int32         // what took the place of a node
	users       map[int32][]*trace.Node // of a value, in the graph as built
}

// observed explains for each line who can observe it.
func (e *explainer) observed() {
	if len(e.t.Phases) == 0 {
		return
	}
	o := &observer{explainer: e, built: e.t.At(e.t.Phases[0].Step), last: e.t.At(len(e.t.Steps) - 1), by: map[int32]int32{}, users: map[int32][]*trace.Node{}}
	for i := range e.t.Steps {
		if s := &e.t.Steps[i]; (s.Kind == trace.Fired || s.Kind == trace.Replaced) && s.By != s.Node {
			o.by[s.Node] = s.By
		}
	}
	for _, n := range o.built.Nodes {
		for _, in := range n.In {
			if in.Kind == trace.ValueEdge {
				o.users[in.From] = append(o.users[in.From], n)
			}
		}
	}
	lines := map[int][]event{}
	for _, n := range o.all() {
		v, ok := o.says(n)
		if !ok {
			continue
		}
		v.at = e.place(n)
		if line, _ := e.position(v.at); v.at >= 0 && !slices.ContainsFunc(lines[line], func(w event) bool { return w.text == v.text }) {
			lines[line] = append(lines[line], v)
		}
	}
	order := make([]int, 0, len(lines))
	for line := range lines {
		order = append(order, line)
	}
	slices.Sort(order)
	for _, line := range order {
		if e.s.Line == 0 || e.s.Line == line {
			o.line(line, lines[line])
		}
	}
}

// all returns the nodes of the graph as built, and the names that the builder gave to values that nothing
// uses, in the order of the source.
func (o *observer) all() []*trace.Node {
	list := slices.Clone(o.built.Nodes)
	for id, n := range o.nodes {
		if n.Op == "Bind" && o.built.Node(id) == nil {
			list = append(list, n)
		}
	}
	slices.SortFunc(list, func(a, b *trace.Node) int { return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID)) })
	return list
}

// line writes what is to be said of a line: that nobody can observe a part of it only if that holds for
// all of it.
func (o *observer) line(line int, list []event) {
	if slices.ContainsFunc(list, func(v event) bool { return !v.missed }) {
		list = slices.DeleteFunc(list, func(v event) bool { return v.missed })
	}
	_, col := o.position(list[0].at)
	o.explainer.line(line, col)
	for _, v := range list {
		mark, tone := "!", ToneDone
		if v.missed {
			mark, tone = "·", ToneMissed
		}
		fmt.Fprintf(o.w, "      %s\n", o.s.Paint(tone, mark+" "+v.text))
	}
}

// says says who can observe a node; ok is false if it stands for nothing that a statement does.
func (o *observer) says(n *trace.Node) (v event, ok bool) {
	switch {
	case n.Span == nil, n.Kind == trace.Const, n.Kind == trace.Entry, n.Kind == trace.Phi, n.Kind == trace.MemPhi, n.Op == "Stop", n.Op == "Proj", n.Op == "Region", n.Op == "Loop":
		return event{}, false
	}
	if why := o.why(n); why != "" {
		if o.remains(n) {
			return event{text: why}, true
		}
		if len(o.users[n.ID]) == 0 {
			return event{missed: true, text: "nobody can observe it: " + o.rule(n)}, true
		}
	}
	if u := o.through(n); u != nil {
		line, col := o.position(o.place(u))
		return event{text: fmt.Sprintf("only through its value: %s at %d:%d needs it", o.quote(u), line, col)}, n.Op == "Bind" || o.why(n) == "" && o.isWhole(n)
	}
	return event{missed: true, text: "nobody can observe it: nothing reads the value"}, true
}

// isWhole reports whether nothing but names uses a value where it stands.
func (o *observer) isWhole(n *trace.Node) bool {
	return !slices.ContainsFunc(o.users[n.ID], func(u *trace.Node) bool {
		return u.Span != nil && u.Span[0] <= n.Span[0] && n.Span[1] <= u.Span[1]
	})
}

// why says what others can observe of an effect, or "".
func (o *observer) why(n *trace.Node) string {
	switch n.Op {
	case "Return":
		return "it ends the function, and the caller gets the value"
	case "Throw":
		return "it throws: a handler or the caller sees that"
	case "If":
		return "it decides what runs next"
	case "StoreCell":
		return fmt.Sprintf("it assigns `%s`, which other functions share", trace.Printable(n.Name))
	case "Store", "StoreIdx", "CompStore":
		return "it sets a property: who has the object can read it, and a setter can run"
	}
	if n.Kind == trace.Effect {
		return fmt.Sprintf("%s can run code that is not known here, or throw", o.quote(n))
	}
	return ""
}

// final returns what a node has become in the end, or nil.
func (o *observer) final(n *trace.Node) *trace.Node {
	id := n.ID
	for range len(o.by) + 1 {
		if x := o.last.Node(id); x != nil {
			return x
		}
		by, ok := o.by[id]
		if !ok {
			return nil
		}
		id = by
	}
	return nil
}

// remains reports whether the effect of a node is still there in the end.
func (o *observer) remains(n *trace.Node) bool {
	x := o.final(n)
	return x != nil && (x.Kind == trace.Effect || x.Kind == trace.Control) && x.Op != "Dead"
}

// rule says which rule removed a node.
func (o *observer) rule(n *trace.Node) string {
	for i := range slices.Backward(o.t.Steps) {
		if s := &o.t.Steps[i]; s.Node == n.ID && s.Rule != "" {
			return "rule " + s.Rule + " removed it"
		}
	}
	return "nothing needs it"
}

// through returns the nearest effect that needs a value, and that remains.
func (o *observer) through(n *trace.Node) *trace.Node {
	seen := map[int32]bool{n.ID: true}
	todo := []*trace.Node{n}
	for len(todo) > 0 {
		x := todo[0]
		todo = todo[1:]
		for _, u := range o.users[x.ID] {
			if seen[u.ID] {
				continue
			}
			seen[u.ID] = true
			if o.why(u) != "" && u.Span != nil && o.remains(u) {
				return u
			}
			todo = append(todo, u)
		}
	}
	return nil
}
