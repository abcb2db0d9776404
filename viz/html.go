package viz

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"io"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

//go:embed explorer/page.html
var explorerPage string

//go:embed explorer/explorer.css
var explorerStyle string

//go:embed explorer/explorer.js
var explorerScript string

// HTML writes the explorer of a trace: a single self-contained page. It shows source,
// graph, schedule and output side by side at every step; all places are computed here,
// once for all steps.
func HTML(w io.Writer, t *trace.Trace) error { return explorer(w, t, "") }

// HTMLFrame writes the explorer for a frame in a page that shows the source itself: it
// has no pane for that. By messages it sends the page the highlighted ranges of the
// function's source, in UTF-16 units, and receives the position that the user selects
// there.
func HTMLFrame(w io.Writer, t *trace.Trace) error { return explorer(w, t, " data-framed") }

func explorer(w io.Writer, t *trace.Trace, body string) error {
	data := map[string]any{"trace": inUnits(t), "blocks": layoutOf(t, Blocks)}
	if len(t.All().Nodes) <= maxSea {
		data["sea"] = layoutOf(t, Sea)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b) // this escapes <, > and &: the data cannot end its element
	if err := e.Encode(data); err != nil {
		return err
	}
	page := strings.NewReplacer(
		"{{body}}", body,
		"{{title}}", xmlText(t.Function.Name),
		"{{style}}", explorerStyle,
		"{{palette}}", css(false),
		"{{dark}}", scoped("[data-theme=dark] ", css(true)),
		"{{data}}", strings.TrimSpace(b.String()),
		"{{script}}", explorerScript,
	).Replace(explorerPage)
	_, err := io.WriteString(w, page)
	return err
}

// maxSea is how many nodes the explorer can show as a sea.
const maxSea = 2000

// scoped puts a selector before each rule.
func scoped(before, css string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(css), "\n") {
		b.WriteString(before + line + "\n")
	}
	return b.String()
}

// layoutData is a layout as the page reads it.
type layoutData struct {
	W      int          `json:"w"`
	H      int          `json:"h"`
	Loops  []layoutLoop `json:"loops,omitempty"`
	Blocks []layoutBox  `json:"blocks"`
	Edges  []layoutEdge `json:"edges"`
	Cells  []layoutCell `json:"cells"`
	Wires  []layoutWire `json:"wires,omitempty"`
}

// layoutBox is the place of a block.
type layoutBox struct {
	Head  int32  `json:"head"`
	Place [4]int `json:"at"` // x, y, width, height
	Loop  bool   `json:"loop,omitempty"`
	Depth int    `json:"depth,omitempty"`
}

// layoutLoop is the background of a loop, by its head.
type layoutLoop struct {
	Head  int32  `json:"head"`
	Place [4]int `json:"at"`
	Inner bool   `json:"inner,omitempty"` // in another tint than the enclosing loop
}

// layoutEdge is the path of a control edge between blocks.
type layoutEdge struct {
	From int32    `json:"from"`
	To   int32    `json:"to"`
	Path [][2]int `json:"path"`
	Back bool     `json:"back,omitempty"`
}

// layoutCell is the place of a node in a block: a row, or a box with slots.
type layoutCell struct {
	Node  int32    `json:"node"`
	Block int32    `json:"block"`
	Place [4]int   `json:"at"`
	Slots [][3]int `json:"slots,omitempty"` // slot, middle, 1 if its edge is drawn
}

// layoutWire is the path of an edge between nodes of a block.
type layoutWire struct {
	From int32    `json:"from"`
	To   int32    `json:"to"`
	Slot int      `json:"slot"`
	Path [][2]int `json:"path"`
}

// layoutOf lays out all nodes and edges of a trace.
func layoutOf(t *trace.Trace, v View) *layoutData {
	all := t.All()
	p := &picture{o: Options{View: v, Unfold: true, NoLegend: true}, t: t, m: all, live: map[int32]*block{}}
	var moments []*trace.Moment
	for _, ph := range t.Phases {
		moments = append(moments, t.At(ph.Step))
	}
	p.layOut(append(moments, all))
	d := &layoutData{W: p.flow.width + 2*pageMargin, H: p.flow.height + 2*pageMargin, Blocks: []layoutBox{}, Edges: []layoutEdge{}, Cells: []layoutCell{}}
	for i, b := range p.plan.blocks {
		f := &p.flow.boxes[i]
		x, y := f.x+pageMargin, f.y+pageMargin
		if x0, y0, x1, y1, ok := p.flow.extent(i); ok && b.loop == b.head {
			d.Loops = append(d.Loops, layoutLoop{b.head, [4]int{pageMargin + x0, pageMargin + y0, x1 - x0, y1 - y0}, b.depth%2 == 0})
		}
		d.Blocks = append(d.Blocks, layoutBox{b.head, [4]int{x, y, f.w, f.h}, b.loop == b.head, b.depth})
		for k, s := range f.succs {
			e := layoutEdge{From: b.head, To: p.plan.blocks[s].head, Back: f.layer >= p.flow.boxes[s].layer}
			e.Path = moved(f.paths[k], pageMargin, pageMargin)
			d.Edges = append(d.Edges, e)
		}
		if g := p.groups[i].small; g != nil {
			d.small(g, x+padding, y+padding+rowHeight)
			continue
		}
		for k, id := range p.groups[i].rows {
			d.Cells = append(d.Cells, layoutCell{Node: id, Block: b.head, Place: [4]int{x, y + 3 + rowHeight*(k+1), f.w, rowHeight}})
		}
	}
	return d
}

// small adds the graph of one block.
func (d *layoutData) small(g *sea, x, y int) {
	wired := map[wire]bool{}
	for w := range g.wires {
		wired[wire{0, w.to, w.slot}] = true
	}
	for _, n := range g.nodes {
		b := &g.flow.boxes[n.box]
		c := layoutCell{Node: n.id, Block: g.b.head, Place: [4]int{x + b.x, y + b.y, n.w, n.h}}
		for _, s := range n.slots {
			edge := 0
			if wired[wire{0, n.id, s.slot}] {
				edge = 1
			}
			c.Slots = append(c.Slots, [3]int{s.slot, s.x + s.w/2, edge})
		}
		d.Cells = append(d.Cells, c)
	}
	for _, w := range g.sortedWires() {
		path := g.flow.boxes[g.byID[w.from].box].paths[g.wires[w]]
		d.Wires = append(d.Wires, layoutWire{w.from, w.to, w.slot, moved(path, x, y)})
	}
}

func moved(path []point, x, y int) [][2]int {
	out := make([][2]int, len(path))
	for i, p := range path {
		out[i] = [2]int{p.x + x, p.y + y}
	}
	return out
}

// inUnits returns the trace with its spans in UTF-16 units, as a page needs them.
func inUnits(t *trace.Trace) *trace.Trace {
	out := *t
	src := unitsOf(t.Source.Text)
	out.Steps = make([]trace.Step, len(t.Steps))
	for i, s := range t.Steps {
		nodes := make([]trace.Node, len(s.Nodes))
		for k, n := range s.Nodes {
			if n.Span != nil {
				n.Span = &trace.Span{src(n.Span[0]), src(n.Span[1])}
			}
			nodes[k] = n
		}
		s.Nodes = nodes
		out.Steps[i] = s
	}
	out.Instances = make([]trace.Instance, len(t.Instances))
	for i, in := range t.Instances {
		if in.Call != nil {
			in.Call = &trace.Span{src(in.Call[0]), src(in.Call[1])}
		}
		out.Instances[i] = in
	}
	out.Known = nil // the page does not show it
	if t.Output != nil {
		o := *t.Output
		to := unitsOf(o.Text)
		o.Links = make([]trace.Link, len(t.Output.Links))
		for i, l := range t.Output.Links {
			o.Links[i] = trace.Link{Out: trace.Span{to(l.Out[0]), to(l.Out[1])}, From: trace.Span{src(l.From[0]), src(l.From[1])}}
		}
		out.Output = &o
	}
	return &out
}

// unitsOf returns a function that converts an offset in bytes to one in UTF-16 units.
func unitsOf(s string) func(int) int {
	at := make([]int32, len(s)+1)
	units := int32(0)
	for i, r := range s {
		at[i] = units
		if units++; r > 0xffff {
			units++
		}
	}
	at[len(s)] = units
	return func(i int) int {
		for i < len(s) && i > 0 && s[i]&0xc0 == 0x80 {
			i--
		}
		return int(at[max(0, min(i, len(s)))])
	}
}
