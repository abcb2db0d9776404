package viz

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// DOT writes a moment as Graphviz input. In the view Blocks each block is a table of
// its nodes, inside a box for each enclosing loop; in the view Sea each node is separate.
// Graphs that fold in [SVG] fold here too, in both views: Graphviz takes minutes for a
// layout that nobody could read.
func DOT(w io.Writer, t *trace.Trace, m *trace.Moment, o Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	d := &drawing{w: b, p: &picture{o: o, t: t, m: m, near: o.near(m), live: map[int32]*block{}}}
	blocks := blocksOf(m)
	rows := 0
	for _, x := range blocks {
		d.p.live[x.head] = x
		rows += len(x.rows)
	}
	d.p.folded = rows > foldAbove && !o.Unfold && d.p.near == nil
	d.sea = o.View == Sea && !d.p.folded
	d.open()
	if d.sea {
		d.nodes()
	} else {
		d.tables(blocks)
	}
	d.scopes()
	d.printf("}\n")
	return b.Flush()
}

// drawing is the state of one DOT call.
type drawing struct {
	w   *bufio.Writer
	p   *picture // the contents of the drawing; it has no layout
	sea bool
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d.w, format, args...) }

// maxComment is how many lines of the source precede the graph.
const maxComment = 100

func (d *drawing) open() {
	d.printf("digraph %s {\n", quoted(d.p.t.Function.Name))
	source := "source:\n" + d.p.t.Source.Text
	if lines := strings.SplitAfter(source, "\n"); len(lines) > maxComment+1 {
		source = strings.Join(lines[:maxComment+1], "") + fmt.Sprintf("… and %d more lines", len(lines)-maxComment-1)
	}
	d.w.WriteString(comment(source))
	d.printf("  graph [labelloc=t, fontname=\"Helvetica\", fontsize=10, nodesep=0.25, ranksep=0.35, label=<<table border=\"0\">\n")
	d.printf("    <tr><td><font point-size=\"14\"><b>%s</b></font></td></tr>\n", htmlText(d.p.m.Title))
	d.legend()
	d.printf("  </table>>];\n")
	d.printf("  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n")
	d.printf("  edge [arrowsize=0.6, fontname=\"Helvetica\", fontsize=9, fontcolor=%s];\n", ink(styleDim))
}

// ink is the colour of a style's letters or line.
func ink(s style) string {
	if l := palette[s]; l.stroke != "" {
		return quoted(l.stroke)
	}
	return quoted(palette[s].fill)
}

// nodes draws the sea: a phi is beside its region, on the same level.
func (d *drawing) nodes() {
	phis := map[int32][]int32{}
	var regions []int32
	inside := map[int32][]int32{} // the nodes of each instance
	for _, n := range d.p.m.Nodes {
		if !d.drawn(n) {
			continue
		}
		d.node(n)
		if d.p.t.Inside(n) != nil {
			inside[n.Instance] = append(inside[n.Instance], n.ID)
		}
		if isPhi(n) && len(n.In) > 0 && d.drawn(d.p.m.Node(n.In[0].From)) {
			region := n.In[0].From
			if phis[region] == nil {
				regions = append(regions, region)
			}
			phis[region] = append(phis[region], n.ID)
		}
	}
	d.clusters(inside, 0, "  ")
	slices.Sort(regions)
	for _, r := range regions {
		d.printf("  { rank=same; %s;", name(r))
		for _, id := range phis[r] {
			d.printf(" %s;", name(id))
		}
		d.printf(" }\n")
	}
	for _, n := range d.p.m.Nodes {
		if d.drawn(n) {
			d.edges(n)
		}
	}
}

// clusters draws a tinted frame around the nodes of each instance in another one, or in the function
// itself.
func (d *drawing) clusters(inside map[int32][]int32, around int32, indent string) {
	for i, in := range d.p.t.Instances {
		id := int32(i + 1)
		if in.Around != around {
			continue
		}
		l := palette[styleInstance]
		d.printf("%ssubgraph cluster_instance%d {\n%s  style=filled; fillcolor=%q; color=%q; label=%s; fontcolor=%s;\n",
			indent, id, indent, l.fill, l.stroke, quoted(in.Name), ink(styleInstanceText))
		for _, n := range inside[id] {
			d.printf("%s  %s;\n", indent, name(n))
		}
		d.clusters(inside, id, indent+"  ")
		d.printf("%s}\n", indent)
	}
}

func isPhi(n *trace.Node) bool { return n.Kind == trace.Phi || n.Kind == trace.MemPhi }

// drawn reports whether a node of the sea has a box. Nodes that are written where they
// are used have none.
func (d *drawing) drawn(n *trace.Node) bool {
	return d.p.o.shows(n, d.p.near) && !written(n)
}

// node draws one node: a row with its slots, and a row with its label.
func (d *drawing) node(n *trace.Node) {
	l := palette[kindStyle(n)]
	if n.ID == d.p.o.Focus {
		l.fill, l.stroke = palette[styleFocus].fill, palette[styleFocus].stroke
	}
	d.printf("  %s [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"2\" bgcolor=\"%s\" color=\"%s\">",
		name(n.ID), l.fill, l.stroke)
	count := 0
	var slots string
	for _, e := range n.In {
		if d.skips(n, e) {
			continue
		}
		count++
		slots += fmt.Sprintf(`<td port="i%d"><font point-size="8" color=%s>%d</font>%s</td>`, e.Slot, ink(styleDim), e.Slot, d.slotText(e))
	}
	if count > 0 {
		d.printf("<tr>%s</tr>", slots)
	}
	d.printf("<tr><td colspan=\"%d\" cellpadding=\"4\">%s</td></tr></table>>, tooltip=%s];\n",
		max(1, count), d.label(n), quoted(name(n.ID)+" = "+n.Text))
}

// skips reports whether a slot is left out, like that of a phi for its region.
func (d *drawing) skips(n *trace.Node, e trace.Edge) bool {
	return e.Kind == trace.PinEdge && isPhi(n) || e.Kind == trace.MemoryEdge && d.p.o.hides("mem")
}

func (d *drawing) slotText(e trace.Edge) string {
	x := d.p.m.Node(e.From)
	if x == nil || d.drawn(x) {
		return ""
	}
	w, inline := operand(d.p.m, e.From)
	if inline && d.p.o.hidesInline(w) {
		return ""
	}
	return " " + dotWord(w)
}

// dotWord is a word in its style.
func dotWord(w word) string {
	s := htmlText(w.text)
	switch l := palette[w.style]; {
	case l.bold:
		s = "<b>" + s + "</b>"
	case l.italic:
		s = "<i>" + s + "</i>"
	}
	return fmt.Sprintf(`<font color=%s>%s</font>`, ink(w.style), s)
}

func (d *drawing) label(n *trace.Node) string {
	s := dotWord(word{name(n.ID), styleDim}) + " " + dotWord(word{n.Label, styleStrong})
	if n.Name != "" && !d.p.o.hides("names") {
		s += " " + dotWord(word{n.Name, styleName})
	}
	if n.Type != "" && n.Kind != trace.MemPhi && !d.p.o.hides("types") {
		s += " " + dotWord(word{n.Type, styleType})
	}
	return s
}

// edges draws the inputs of n. Back edges do not constrain the layout.
func (d *drawing) edges(n *trace.Node) {
	for _, e := range n.In {
		x := d.p.m.Node(e.From)
		if x == nil || !d.drawn(x) || d.skips(n, e) {
			continue
		}
		l := "color=" + ink(styleValueEdge)
		switch e.Kind {
		case trace.ControlEdge:
			st := styleControlEdge
			if e.Back {
				st = styleBackEdge
			}
			l = fmt.Sprintf("color=%s, penwidth=2, weight=4", ink(st))
		case trace.MemoryEdge:
			l = fmt.Sprintf("color=%s, style=dashed", ink(styleMemEdge))
		case trace.PinEdge:
			l = fmt.Sprintf("color=%s, style=dotted", ink(stylePinEdge))
		}
		if e.Back {
			l += ", constraint=false"
		}
		d.printf("  %s:s -> %s:i%d:n [%s];\n", name(e.From), name(n.ID), e.Slot, l)
	}
}
