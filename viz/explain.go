package viz

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// Selection selects what to explain of a trace.
type Selection struct {
	Line   int    // of the file; 0: all
	Rule   string // "": all
	Name   string // of a variable; "": all
	Missed bool   // only what did not happen
	// Observed: for each line who can observe what it does, instead of what happened.
	Observed bool
	// Paint colors a text for a terminal; nil leaves it plain.
	Paint func(Tone, string) string
}

// Tone is the role of a piece of text.
type Tone int

const (
	ToneTitle Tone = iota // function, file and line
	ToneCode
	ToneDone   // happened
	ToneMissed // did not
	ToneAside  // reasons
)

// Explain explains in words what became of a function's lines: which rules fired and
// why, and what did not happen and what was missing for it.
func Explain(w io.Writer, t *trace.Trace, s Selection) error {
	e := &explainer{w: bufio.NewWriter(w), t: t, s: s, starts: lineStarts(t.Source.Text), nodes: map[int32]*trace.Node{}, explained: map[string]bool{}}
	if e.s.Paint == nil {
		e.s.Paint = func(_ Tone, text string) string { return text }
	}
	e.collect()
	e.head()
	if s.Name != "" {
		e.variable()
	}
	if s.Observed {
		e.observed()
	} else {
		e.lines()
	}
	return e.w.Flush()
}

// explainer is the state of one Explain.
type explainer struct {
	w         *bufio.Writer
	t         *trace.Trace
	s         Selection
	starts    []int
	nodes     map[int32]*trace.Node // in their last recorded state, including removed ones
	events    []event
	explained map[string]bool // rules and assumptions whose reason has been given
	unknown   int             // calls of unknown callees, likewise
	floats    int             // operations that float, and are not listed one by one
}

// narrowed reports whether only a part of the function is to be explained.
func (e *explainer) narrowed() bool { return e.s.Line > 0 || e.s.Name != "" || e.s.Rule != "" }

// event is one thing to report, with its position.
type event struct {
	at     int // in the source; -1: none
	missed bool
	rule   string
	name   string // of the variable
	text   string
	aside  string
}

func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// collect replays the trace and collects the events.
func (e *explainer) collect() {
	for i := range e.t.Steps {
		s := &e.t.Steps[i]
		switch {
		case s.Kind == trace.Fired && !e.foldsNext(i):
			e.fired(s)
		case s.Kind == trace.Replaced:
			e.replaced(s)
		}
		for k := range s.Nodes {
			e.nodes[s.Nodes[k].ID] = &s.Nodes[k]
		}
	}
	for i := range e.t.Missed {
		e.missed(&e.t.Missed[i])
	}
	e.calls()
	slices.SortStableFunc(e.events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
}

// foldsNext reports whether step i only lets a node float that the next step folds to a
// constant: one event to the reader.
func (e *explainer) foldsNext(i int) bool {
	if e.t.Steps[i].Rule != "float" || i+1 >= len(e.t.Steps) {
		return false
	}
	next := &e.t.Steps[i+1]
	return next.Rule == "constant" && next.Node == e.t.Steps[i].Node
}

// add adds an event at a node if it is to be explained.
func (e *explainer) add(n *trace.Node, v event) {
	v.at = e.place(n)
	if n != nil {
		v.name = n.Name
	}
	at, _ := e.position(v.at)
	switch {
	case e.s.Missed && !v.missed,
		e.s.Line > 0 && at != e.s.Line,
		e.s.Rule != "" && v.rule != e.s.Rule,
		e.s.Name != "" && v.name != e.s.Name && !e.references(n):
		return
	}
	e.events = append(e.events, v)
}

// references reports whether a node's text references the selected variable.
func (e *explainer) references(n *trace.Node) bool {
	if n == nil || n.Span == nil {
		return false
	}
	return len(words(e.t.Source.Text[n.Span[0]:n.Span[1]], e.s.Name)) > 0
}

// words finds the places where a name occurs in a text as a whole word.
func words(text, name string) (at []int) {
	letter := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] == '_' || text[i] == '$' || text[i] >= 0x80 ||
			text[i] >= '0' && text[i] <= '9' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z')
	}
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 || name == "" {
			return at
		}
		i += from
		from = i + len(name)
		if !letter(i-1) && !letter(from) {
			at = append(at, i)
		}
	}
}

func (e *explainer) fired(s *trace.Step) {
	n := e.nodes[s.Node]
	by := e.newest(s, s.By)
	if s.Rule == "float" && !e.narrowed() {
		e.floats++
		return
	}
	v := event{rule: s.Rule, text: s.Rule + ": " + e.quote(n)}
	if n != nil && n.Op == "Bind" && n.Name != "" {
		v.text = fmt.Sprintf("%s: the name `%s`", s.Rule, trace.Printable(n.Name))
	}
	switch {
	case n != nil && n.Kind == trace.MemPhi && by != nil:
		v.text = s.Rule + ": memory is the same on all paths"
	case by == nil:
		v.text += " is removed"
	case by.Op == "Dead":
		v.text += " is unreachable"
	case s.Rule == "float":
		v.text += " has no effect, so it floats"
	case n != nil && n.Op == "Proj" && by.Kind == trace.Control:
		v.text += " is always taken"
	case n != nil && n.Kind == trace.Control && by.Kind == trace.Control && s.By != s.Node:
		v.text += " is removed"
	case s.By == s.Node:
		v.text += " changes"
	case n != nil && n.Op == "Bind":
		v.text += " is removed: it is " + e.quote(by)
	case e.isNew(s, by):
		v.text += " becomes " + e.parts(s, by)
	default:
		if to := e.quote(by); to != e.quote(n) {
			v.text += " is " + to
		} else {
			v.text += e.sameTextAt(n, by)
		}
	}
	v.aside = e.types(s)
	e.add(cmp.Or(n, by), v)
}

// isNew reports whether a step made or changed the node that it returns.
func (e *explainer) isNew(s *trace.Step, n *trace.Node) bool {
	if len(n.In) == 0 || n.Kind == trace.Phi || n.Kind == trace.Control {
		return false
	}
	old := e.nodes[n.ID]
	return slices.ContainsFunc(s.Nodes, func(x trace.Node) bool { return x.ID == n.ID }) && (old == nil || !slices.Equal(old.In, n.In))
}

// sameTextAt says which node n is replaced with, if both have the same text.
func (e *explainer) sameTextAt(n, by *trace.Node) string {
	at := e.place(by)
	if at < 0 || at == e.place(n) {
		return ""
	}
	line, col := e.position(at)
	return fmt.Sprintf(" is the one at %d:%d", line, col)
}

// newest is the state of a node after a step.
func (e *explainer) newest(s *trace.Step, id int32) *trace.Node {
	for i := range s.Nodes {
		if s.Nodes[i].ID == id {
			return &s.Nodes[i]
		}
	}
	return e.nodes[id]
}

func (e *explainer) replaced(s *trace.Step) {
	n := e.nodes[s.Node]
	if n == nil || n.Kind == trace.MemPhi || n.Kind == trace.Control {
		return
	}
	by := e.newest(s, s.By)
	e.add(n, event{text: fmt.Sprintf("%s: %s is %s", s.Text, e.quote(n), e.quote(by))})
}

func (e *explainer) missed(m *trace.Missed) {
	if m.What == trace.MissedFloat && !e.s.Missed && !e.narrowed() {
		return // this applies to most operations of a program
	}
	n := e.nodes[m.Node]
	x := e.quote(n)
	v := event{missed: true, rule: m.Rule}
	why := e.named(m.Why)
	if m.What == trace.MissedRule {
		v.text = fmt.Sprintf("%s does not fire on %s", m.Rule, x)
		switch {
		case len(m.Needs) > 0:
			v.text += ": it would if " + e.needs(m.Needs)
			if m.Assume != "" {
				v.text += ", and under --assume " + m.Assume
			}
		case m.Assume != "":
			v.text += ": it would under --assume " + m.Assume
			if !e.explained[m.Assume] {
				e.explained[m.Assume] = true
				v.aside = m.Why
			}
		}
		e.add(n, v)
		return
	}
	switch m.What {
	case trace.MissedHoist:
		line, _ := e.position(e.place(e.nodes[m.With]))
		v.text = fmt.Sprintf("%s is computed in every iteration of the loop at line %d, though its operands never change", x, line)
	case trace.MissedShare:
		line, col := e.position(e.place(e.nodes[m.With]))
		v.text = fmt.Sprintf("%s is not shared with the one at %d:%d", x, line, col)
	case trace.MissedRemove:
		v.text = fmt.Sprintf("%s is not removed, though its value is unused", x)
	case trace.MissedFloat:
		v.text = fmt.Sprintf("%s does not float", x)
	}
	v.text += ": " + why
	if len(m.Needs) > 0 {
		v.aside = "it could be if " + e.needs(m.Needs)
		if m.What == trace.MissedFloat || m.What == trace.MissedHoist {
			v.aside = "it would float if " + e.needs(m.Needs)
		}
		v.rule = ""
	}
	if m.Assume != "" {
		v.aside = strings.TrimPrefix(v.aside+"; --assume "+m.Assume+" would allow it", "; ")
	}
	e.add(n, v)
}
