package viz

import (
	"bufio"
	"fmt"
	"io"

	"github.com/sonjs/son/viz/trace"
)

// DOT writes a moment as Graphviz input: the sea of nodes or, in the view Blocks of a
// scheduled graph, a cluster for each block, between which only control is drawn.
func DOT(w io.Writer, t *trace.Trace, m *trace.Moment, o Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	d := &drawing{w: b, t: t, m: m, o: o, block: map[int32]int32{}, near: o.near(m)}
	d.open()
	d.clusters()
	for _, n := range m.Nodes {
		if d.drawn(n) && d.block[n.ID] == 0 {
			d.node(n, "  ")
		}
	}
	for _, n := range m.Nodes {
		if d.drawn(n) {
			d.edges(n)
		}
	}
	d.scopes()
	d.close()
	return b.Flush()
}

// drawing is the state of one DOT call.
type drawing struct {
	w     *bufio.Writer
	t     *trace.Trace
	m     *trace.Moment
	o     Options
	near  map[int32]bool
	block map[int32]int32 // in whose cluster the node is drawn; by head
}

// inline reports whether n is shown in the slots that use it, and nowhere else.
func (d *drawing) inline(n *trace.Node) bool {
	return n.Kind == trace.Const || n.Kind == trace.Entry && d.o.View != Sea
}

func (d *drawing) drawn(n *trace.Node) bool {
	switch {
	case n.Kind == trace.Const && d.o.hides("const"), n.Kind == trace.Entry && d.o.hides("entry"):
		return false
	case n.Op == "Stop" && d.o.View != Sea:
		return false // its edges are of every exit
	}
	return !d.inline(n) && d.o.shows(n, d.near)
}

// named reports whether an edge to n is a word in its slot. Among blocks only
// control crosses the borders as an edge: the rest would be soup.
func (d *drawing) named(n *trace.Node, e trace.Edge) bool {
	return d.o.View != Sea && e.Kind != trace.ControlEdge &&
		(n.Kind == trace.Phi || n.Kind == trace.MemPhi || d.block[e.From] != d.block[n.ID])
}

func (d *drawing) open() {
	d.printf("digraph %s {\n", quoted(d.t.Function.Name))
	d.w.WriteString(comment("source:\n" + d.t.Source.Text))
	d.printf("  graph [label=%s, labelloc=t, fontname=\"Helvetica-Bold\", fontsize=14, nodesep=0.25, ranksep=0.35];\n", quoted(d.m.Title))
	d.printf("  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n")
	d.printf("  edge [arrowsize=0.6, fontname=\"Helvetica\", fontsize=8];\n")
}

func (d *drawing) close() {
	if !d.o.NoLegend {
		d.w.WriteString(dotLegend)
		d.printf("  { rank=sink; legend; }\n")
	}
	d.printf("}\n")
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d.w, format, args...) }

// clusters draws each block with its nodes.
func (d *drawing) clusters() {
	if d.o.View == Sea {
		return
	}
	blocks := blocksOf(d.m)
	for _, b := range blocks {
		for _, id := range b.rows {
			if n := d.m.Node(id); n != nil && d.drawn(n) {
				d.block[id] = b.head
			}
		}
	}
	p := &picture{m: d.m, live: map[int32]*block{}}
	for _, b := range blocks {
		p.live[b.head] = b
		fill := "#f6f6f6"
		if b.depth > 0 {
			fill = "#eef0f8"
		}
		d.printf("  subgraph cluster_block%d {\n    label=%s; labeljust=l; style=\"rounded,filled\"; color=\"#999999\"; fillcolor=%q; fontsize=10;\n",
			b.head, quoted(p.blockTitle(b)), fill)
		d.rows(b)
		d.printf("  }\n")
	}
}

// rows draws the nodes of a block; unseen edges keep the order of execution, and
// the phis beside the head.
func (d *drawing) rows(b *block) {
	before := int32(0)
	var phis []int32
	for _, id := range b.rows {
		n := d.m.Node(id)
		if n == nil || d.block[id] != b.head {
			continue
		}
		d.node(n, "    ")
		if n.Kind == trace.Phi || n.Kind == trace.MemPhi {
			phis = append(phis, id)
			continue
		}
		if before != 0 {
			d.printf("    %s -> %s [style=invis, weight=8];\n", name(before), name(id))
		}
		before = id
	}
	if len(phis) > 0 && d.block[b.head] == b.head {
		d.printf("    { rank=same; %s", name(b.head))
		for _, id := range phis {
			d.printf(" -> %s", name(id))
		}
		d.printf(" [style=invis]; }\n")
	}
}

// node draws one node: a row with its slots, a row with what it is.
func (d *drawing) node(n *trace.Node, indent string) {
	l := palette[kindStyle(n)]
	d.printf("%s%s [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"2\" bgcolor=\"%s\" color=\"#777777\">",
		indent, name(n.ID), l.fill)
	count := 0
	var slots string
	for _, e := range n.In {
		if d.skips(n, e) {
			continue
		}
		count++
		slots += fmt.Sprintf(`<td port="i%d"><font point-size="8" color="#777777">%d</font>%s</td>`, e.Slot, e.Slot, d.slotText(n, e))
	}
	if count > 0 {
		d.printf("<tr>%s</tr>", slots)
	}
	d.printf("<tr><td colspan=\"%d\" cellpadding=\"4\">%s</td></tr></table>>, tooltip=%s];\n",
		max(1, count), d.label(n), quoted(name(n.ID)+" = "+n.Text))
}

// skips reports whether a slot needs no word: a phi stands beside its region, and in
// a block all that is pinned is pinned to it.
func (d *drawing) skips(n *trace.Node, e trace.Edge) bool {
	return e.Kind == trace.PinEdge && (d.o.View != Sea || n.Kind == trace.Phi || n.Kind == trace.MemPhi) ||
		e.Kind == trace.MemoryEdge && d.o.hides("mem")
}

func (d *drawing) slotText(n *trace.Node, e trace.Edge) string {
	x := d.m.Node(e.From)
	switch {
	case x == nil:
		return ""
	case d.inline(x):
		w, _ := operand(d.m, e.From)
		return fmt.Sprintf(` <font color="#7a3e9d"><b>%s</b></font>`, htmlText(w.text))
	case d.named(n, e) && e.Kind == trace.MemoryEdge:
		return fmt.Sprintf(` <font color="#1f5fbf">%s</font>`, name(e.From))
	case d.named(n, e), !d.drawn(x):
		return " " + name(e.From)
	}
	return ""
}

func (d *drawing) label(n *trace.Node) string {
	s := fmt.Sprintf(`<font color="#777777">%s</font> <b>%s</b>`, name(n.ID), htmlText(n.Label))
	if n.Name != "" && !d.o.hides("names") {
		s += " <i>" + htmlText(n.Name) + "</i>"
	}
	if n.Type != "" && n.Kind != trace.MemPhi && !d.o.hides("types") {
		s += ` : <font color="#7a3e9d">` + htmlText(n.Type) + "</font>"
	}
	return s
}

// edges draws what n uses.
func (d *drawing) edges(n *trace.Node) {
	for _, e := range n.In {
		x := d.m.Node(e.From)
		if x == nil || !d.drawn(x) || d.skips(n, e) || d.named(n, e) {
			continue
		}
		l := "color=\"#333333\""
		switch e.Kind {
		case trace.ControlEdge:
			l = `color="#b22222", style=bold, penwidth=2, weight=4`
		case trace.MemoryEdge:
			l = `color="#1f5fbf", style=dashed`
		case trace.PinEdge:
			l = `color="#d98880", style=dotted`
		}
		if e.Back {
			l += ", constraint=false"
		}
		d.printf("  %s:s -> %s:i%d:n [%s];\n", name(e.From), name(n.ID), e.Slot, l)
	}
}

// scopes draws the builder's scopes beside the graph.
func (d *drawing) scopes() {
	p := &picture{m: d.m}
	for i, s := range d.m.Scopes {
		d.printf("  subgraph cluster_scope%d {\n    label=%s; style=\"rounded,filled\"; color=\"#999999\"; fillcolor=\"#f7f7f0\"; fontsize=10;\n",
			i, quoted("scope "+s.Title))
		d.printf("    scope%d [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"3\" color=\"#999999\">", i)
		rows := p.scopeRows(s)
		for j, r := range rows {
			d.printf(`<tr><td port="n%d" align="left">%s</td><td>%s</td></tr>`, j, htmlText(r[0]), htmlText(r[1]))
		}
		if len(rows) == 0 {
			d.printf("<tr><td>empty</td></tr>")
		}
		d.printf("</table>>];\n  }\n")
		for j, b := range s.Names {
			if n := d.m.Node(b.Node); n != nil && d.drawn(n) {
				d.printf("  %s:s -> scope%d:n%d [color=\"#999999\", style=dotted, arrowhead=none];\n", name(n.ID), i, j)
			}
		}
	}
}

const dotLegend = `  legend [shape=plain, fontsize=9, label=<<table border="1" color="#999999" cellborder="0" cellspacing="0" cellpadding="3">
    <tr><td colspan="2"><b>legend</b></td></tr>
    <tr><td><font color="#b22222"><b>━━▶</b></font></td><td align="left">control</td></tr>
    <tr><td><font color="#d98880">┄┄▶</font></td><td align="left">pinned to</td></tr>
    <tr><td><font color="#1f5fbf"><b>╌╌▶</b></font></td><td align="left">memory</td></tr>
    <tr><td><font color="#333333">──▶</font></td><td align="left">value</td></tr>
    <tr><td bgcolor="#fff3b0"> </td><td align="left">control node</td></tr>
    <tr><td bgcolor="#ffd9c2"> </td><td align="left">has an effect</td></tr>
    <tr><td bgcolor="#dcebff"> </td><td align="left">reads memory</td></tr>
    <tr><td bgcolor="#d9f2d9"> </td><td align="left">phi</td></tr>
    <tr><td bgcolor="#ffffff"> </td><td align="left">pure, floats</td></tr>
    <tr><td bgcolor="#eeeeee"> </td><td align="left">pinned, no effect</td></tr>
  </table>>];
`
