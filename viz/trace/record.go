package trace

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// DefaultSteps is how many steps a recorder keeps by default.
const DefaultSteps = 50_000

// built is the name of the phase that ends when the graph has been built.
const built = "build"

// Recorder is a son.Observer that records the events of one graph. Its memory grows
// with their number, up to a number of steps.
type Recorder struct {
	max   int
	trace Trace
	g     *son.Graph
	text  func(*son.Node) string
	// known is the last recorded state of each node, by ID; dirty are the nodes that may
	// have changed since, in order of the changes.
	known   map[int32]*Node
	dirty   []*son.Node
	isDirty map[*son.Node]bool
	gone    []int32
	open    bool // changes still belong to the last step
	span    ast.Span
	phase   int // index of the first step of the phase
	memo    memo
	built   bool // the builder is done
	full    bool
}

// NewRecorder returns a recorder for the function at span of the source that
// keeps max steps, or [DefaultSteps].
func NewRecorder(span ast.Span, max int) *Recorder {
	if max <= 0 {
		max = DefaultSteps
	}
	return &Recorder{max: max, span: span, known: map[int32]*Node{}, isDirty: map[*son.Node]bool{}, memo: memo{},
		trace: Trace{Version: Version, Ops: map[string]string{}, Rules: map[string]Rule{}}}
}

// Trace returns what was recorded.
func (r *Recorder) Trace() *Trace { return &r.trace }

func (r *Recorder) touch(n *son.Node) {
	if !r.isDirty[n] {
		r.isDirty[n] = true
		r.dirty = append(r.dirty, n)
	}
}

// begin starts over if the graph is a new one: a graph may be built again.
func (r *Recorder) begin(g *son.Graph) {
	if r.g == g {
		return
	}
	*r = *NewRecorder(r.span, r.max)
	r.g, r.text = g, son.Texts(g)
	r.header(g)
}

// header records the first line of the text form. The builder makes the first nodes before it
// says which function the graph is of, and whether that is strict.
func (r *Recorder) header(g *son.Graph) { r.trace.Graph = strings.TrimSpace(son.Header(g)) }

// NodeMade implements son.Observer.
func (r *Recorder) NodeMade(g *son.Graph, n *son.Node) {
	r.begin(g)
	r.close()
	r.touch(n)
}

// NodeKilled implements son.Observer.
func (r *Recorder) NodeKilled(_ *son.Graph, n *son.Node) {
	if r.known[ID(n)] != nil {
		delete(r.known, ID(n))
		r.gone = append(r.gone, ID(n))
	}
}

// Changed implements son.Observer.
func (r *Recorder) Changed(_ *son.Graph, n *son.Node) { r.touch(n) }

// Visit implements son.Observer.
func (r *Recorder) Visit(*son.Graph, *son.Node) { r.close() }

// Replaced implements son.Observer. A replacement by a rule belongs to the rule's step.
func (r *Recorder) Replaced(_ *son.Graph, n, by *son.Node) {
	if k := len(r.trace.Steps); r.open && k > 0 && r.trace.Steps[k-1].Kind == Fired && r.trace.Steps[k-1].Node == ID(n) {
		return
	}
	r.close()
	s := Step{Kind: Replaced, Text: "replaced", Node: ID(n), By: ID(by), Before: r.was(n), After: r.is(by)}
	if !r.built && n.Op == son.OpPhi {
		s.Text = "useless phi removed"
	}
	r.add(s)
}

// Rule implements son.Observer.
func (r *Recorder) Rule(_ *son.Graph, rule *son.Rule, n, by *son.Node) {
	r.trace.Rules[rule.Name] = Rule{Doc: rule.Doc, Example: rule.Example}
	s := Step{Kind: Fired, Text: rule.Name, Rule: rule.Name, Node: ID(n), By: ID(by), Before: r.was(n), After: r.is(by), Types: r.types(n)}
	r.add(s)
}

// types are those of the node that a rule was applied to, and of its inputs before that.
func (r *Recorder) types(n *son.Node) map[int32]string {
	out := map[int32]string{}
	if !n.Op.IsControl() {
		out[ID(n)] = short(n.Type.String())
	}
	if d := r.known[ID(n)]; d != nil {
		for _, e := range d.In {
			if x := r.known[e.From]; e.Kind == ValueEdge && x != nil && x.Type != "" {
				out[e.From] = x.Type
			}
		}
		return out
	}
	for i, x := range n.Ins() {
		if x != nil && n.SlotKind(i) == son.SlotData {
			out[ID(x)] = short(x.Type.String())
		}
	}
	return out
}

// was is the last recorded state of a node, or the current one if it is new.
func (r *Recorder) was(n *son.Node) string {
	if d := r.known[ID(n)]; d != nil {
		return d.line()
	}
	return r.is(n)
}

func (r *Recorder) is(n *son.Node) string {
	if n == nil {
		return ""
	}
	d := r.node(n)
	return d.line()
}

// Scope implements son.Observer.
func (r *Recorder) Scope(_ *son.Graph, event string, scopes []son.ScopeView) {
	r.close()
	s := Step{Kind: Scoped, Text: event}
	for _, v := range scopes {
		t := Scope{Title: v.Title, Names: []Binding{}}
		for i, name := range v.Names {
			t.Names = append(t.Names, Binding{short(name), ID(v.Nodes[i])})
		}
		s.Scopes = append(s.Scopes, t)
	}
	r.add(s)
	r.close()
}

// add starts a step.
func (r *Recorder) add(s Step) {
	if r.full || len(r.trace.Steps) >= r.max {
		r.full, r.trace.Merged = true, true
		return
	}
	r.trace.Steps = append(r.trace.Steps, s)
	r.open = true
}

// close ends the current step, which gets the changes. Nodes that appeared without a
// step were made by the builder.
func (r *Recorder) close() {
	if r.full {
		return // the step of the phase's end records everything
	}
	nodes, gone := r.news()
	if len(nodes) > 0 || len(gone) > 0 {
		follows := r.built && len(r.trace.Steps) > r.phase // from the rule before
		if !r.open && !follows {
			r.trace.Steps = append(r.trace.Steps, Step{Kind: Made, Text: madeText(nodes)})
		}
		r.trace.Steps[len(r.trace.Steps)-1].put(nodes, gone)
	}
	r.open = false
}

// put adds changes to a step. They replace earlier ones of the same nodes.
func (s *Step) put(nodes []Node, gone []int32) {
	if len(s.Nodes) == 0 && len(s.Gone) == 0 {
		s.Nodes, s.Gone = nodes, gone
		return
	}
	stale := map[int32]bool{}
	for _, id := range gone {
		stale[id] = true
	}
	for _, n := range nodes {
		stale[n.ID] = true
	}
	s.Nodes = append(slices.DeleteFunc(s.Nodes, func(n Node) bool { return stale[n.ID] }), nodes...)
	s.Gone = append(s.Gone, gone...)
}

func madeText(nodes []Node) string {
	if len(nodes) == 0 {
		return "nodes removed"
	}
	n := &nodes[len(nodes)-1]
	if n.Kind == Phi || n.Kind == MemPhi {
		for _, e := range n.In {
			if e.Slot == 2 {
				return n.line()
			}
		}
		return "eager phi " + n.line()
	}
	return n.line()
}

// news are the nodes whose state differs from the recorded one, and the removed ones.
func (r *Recorder) news() (nodes []Node, gone []int32) {
	for _, n := range r.dirty {
		delete(r.isDirty, n)
		if n.Dead() {
			continue
		}
		d := r.node(n)
		if old := r.known[d.ID]; old != nil && same(old, &d) {
			continue
		}
		r.known[d.ID] = &d
		r.trace.Ops[d.Op] = n.Op.Doc()
		nodes = append(nodes, d)
	}
	gone = r.gone
	r.dirty, r.gone = r.dirty[:0], nil
	return nodes, gone
}

func (r *Recorder) node(n *son.Node) Node { return nodeOf(r.g, n, r.text(n), r.span.Start, r.span.End) }

func same(a, b *Node) bool {
	if a.Op != b.Op || a.Text != b.Text || a.Kind != b.Kind || a.Label != b.Label || a.Name != b.Name || a.Type != b.Type ||
		a.Flags != b.Flags || a.Home != b.Home || a.Order != b.Order || a.Instance != b.Instance || !slices.Equal(a.In, b.In) {
		return false
	}
	return (a.Span == nil) == (b.Span == nil) && (a.Span == nil || *a.Span == *b.Span)
}

// Phase implements son.Observer: it records and schedules all nodes. Most phases change
// nothing in most functions and reuse the schedule of the phase before.
func (r *Recorder) Phase(g *son.Graph, name string) {
	r.begin(g)
	r.header(g)
	r.close()
	r.instances(g)
	g.Nodes(r.touch)
	nodes, gone := r.news()
	r.trace.Steps = append(r.trace.Steps, Step{Kind: Ended, Text: name, Nodes: nodes, Gone: gone})
	same := len(nodes)+len(gone) == 0 && len(r.trace.Steps)-1 == r.phase && len(r.trace.Phases) > 0
	r.open, r.phase = false, len(r.trace.Steps)
	r.built = r.built || name == built
	p := Phase{Name: name, Step: len(r.trace.Steps) - 1, Order: []int32{}, Blocks: []Block{}}
	if same {
		last := r.trace.Phases[len(r.trace.Phases)-1]
		p.Order, p.Blocks, p.Places = last.Order, last.Blocks, last.Places
		r.trace.Phases = append(r.trace.Phases, p)
		return
	}
	for _, n := range g.TextOrder() {
		p.Order = append(p.Order, ID(n))
	}
	c, places := schedule.Explain(g)
	p.blocks(c, places)
	r.trace.Missed = missedOf(g, c, r.memo)
	for _, m := range r.trace.Missed {
		if rule, ok := ruleNamed(m.Rule); ok {
			r.trace.Rules[m.Rule] = rule
		}
	}
	r.trace.Phases = append(r.trace.Phases, p)
}

// instances records the callees that the builder has put in place of calls.
func (r *Recorder) instances(g *son.Graph) {
	for _, x := range g.Instances[len(r.trace.Instances):] {
		r.trace.Instances = append(r.trace.Instances, Instance{Name: short(x.Name), Call: spanOf(x.Call, r.span.Start, r.span.End), Around: int32(x.Around)})
	}
}

// blocks describes a schedule.
func (p *Phase) blocks(c *schedule.Schedule, places []schedule.Placement) {
	ids := func(ns []*son.Node) []int32 {
		out := make([]int32, 0, len(ns))
		for _, n := range ns {
			out = append(out, ID(n))
		}
		return out
	}
	number := func(b *son.Block) int {
		if b == nil {
			return -1
		}
		return b.ID
	}
	for _, b := range c.Blocks {
		d := Block{ID: b.ID, Head: ID(b.Head), End: ID(b.End), Succs: []int{}, Loop: -1, Depth: b.LoopDepth(), Idom: number(b.Idom),
			Phis: ids(b.Phis), Nodes: ids(b.Nodes)}
		for _, s := range b.Succs {
			d.Succs = append(d.Succs, s.ID)
		}
		if b.Loop != nil {
			d.Loop = b.Loop.Head.ID
		}
		p.Blocks = append(p.Blocks, d)
	}
	for _, x := range places {
		p.Places = append(p.Places, Place{ID(x.Node), number(x.Early), number(x.Late), number(x.Block), x.Why})
	}
	slices.SortFunc(p.Places, func(a, b Place) int { return int(a.Node - b.Node) })
}

// Structured implements son.Observer.
func (r *Recorder) Structured(_ *son.Graph, v son.StructureView) {
	var last []Block
	if k := len(r.trace.Phases); k > 0 {
		last = r.trace.Phases[k-1].Blocks
	}
	name := func(i int) int {
		for _, b := range last {
			if i < len(v.Heads) && b.Head == ID(v.Heads[i]) {
				return b.ID
			}
		}
		return -1
	}
	s := &Structure{Text: renamed(v.Text, name), Notes: []string{}}
	for _, n := range v.Notes {
		s.Notes = append(s.Notes, renamed(n, name))
	}
	r.trace.Structure = s
}

// JSON returns the trace as one line of JSON.
func (t *Trace) JSON() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(t); err != nil {
		panic("BUG: " + err.Error()) // everything in a trace can be written as JSON
	}
	return b.Bytes()
}
