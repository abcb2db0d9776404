package viz

import (
	"bufio"
	"fmt"
	"io"

	"github.com/sonjs/son/son"
)

// Options say what a drawing shows; the zero value is the whole graph, numbered
// as the text form numbers it.
type Options struct {
	// IDs shows real ids instead of canonical numbers.
	IDs bool
	// CFG, if not nil, groups the nodes by the block that they are scheduled to.
	// Only control is drawn from block to block; a slot names what comes from
	// another block.
	CFG *son.CFG
	// Constants draws a constant as a node. Without it a constant stands in
	// the slots that use it, which spares the longest edges of most graphs.
	Constants bool
	// Source is the function's text; it becomes a comment.
	Source string
	// Title stands above the picture; empty: the graph's name.
	Title string
	// NoLegend leaves out the key to colours and shapes.
	NoLegend bool
	// Scopes are the builder's scopes at this moment, as an observer saw them.
	Scopes []son.ScopeView
	// File is the text of the whole source file. With it [Text] says at which
	// line and column a node comes from.
	File string
}

// DOT writes g as Graphviz input.
func DOT(w io.Writer, g *son.Graph, o Options) error {
	b := bufio.NewWriter(w)
	d := newDrawing(b, g, o)
	d.open()
	d.assign()
	d.blocks()
	for _, n := range d.nodes {
		if d.block[n] == nil {
			d.node(n, "  ")
		}
	}
	for _, n := range d.nodes {
		if d.block[n] == nil {
			d.rank(n, "  ")
		}
	}
	for _, n := range d.nodes {
		d.edges(n)
	}
	d.scopes()
	d.close()
	return b.Flush()
}

// drawing is the state of one DOT call.
type drawing struct {
	w     *bufio.Writer
	g     *son.Graph
	o     Options
	nodes []*son.Node // what is drawn, in order
	num   map[*son.Node]int
	lines map[*son.Node]string      // of the text form
	phis  map[*son.Node][]*son.Node // by region
	projs map[*son.Node][]*son.Node // by If
	block map[*son.Node]*son.Block  // in whose cluster the node is drawn
}

func newDrawing(w *bufio.Writer, g *son.Graph, o Options) *drawing {
	d := &drawing{w: w, g: g, o: o, num: map[*son.Node]int{}, lines: map[*son.Node]string{}, block: map[*son.Node]*son.Block{},
		phis: map[*son.Node][]*son.Node{}, projs: map[*son.Node][]*son.Node{}}
	son.Lines(g, son.FormatOptions{IDs: o.IDs}, func(n *son.Node, line string) {
		d.lines[n] = line
		d.num[n] = len(d.num) + 1
		if o.IDs {
			d.num[n] = int(n.ID)
		}
		if d.inline(n) {
			return
		}
		d.nodes = append(d.nodes, n)
		if n.NumIn() == 0 || n.In(0) == nil {
			return
		}
		switch x := n.In(0); n.Op {
		case son.OpPhi:
			d.phis[x] = append(d.phis[x], n)
		case son.OpProj:
			d.projs[x] = append(d.projs[x], n)
		}
	})
	return d
}

// inline reports whether n is shown in the slots that use it, and nowhere else:
// constants and, among blocks, what the function finds when it starts.
func (d *drawing) inline(n *son.Node) bool {
	switch n.Op {
	case son.OpConst:
		return !d.o.Constants
	case son.OpParam, son.OpThis, son.OpArguments, son.OpNewTarget, son.OpImportMeta, son.OpCaptured, son.OpCapturedCell, son.OpSelf:
		return d.o.CFG != nil
	}
	return false
}

// inlineText is what stands in the slots that use an inline node.
func (d *drawing) inlineText(n *son.Node) string {
	if n.Op != son.OpConst && n.Sym != nil {
		return short(n.Sym.Name, maxText)
	}
	return Title(n)
}

// named reports whether slot i of n names its input in place of an edge. Among
// blocks only control crosses the borders as an edge: the rest would be soup.
func (d *drawing) named(n *son.Node, i int) bool {
	x := n.In(i)
	return d.o.CFG != nil && n.SlotKind(i) != son.SlotControl && (n.Op == son.OpPhi || d.block[x] != d.block[n])
}

func (d *drawing) open() {
	d.printf("digraph %s {\n", quoted(d.g.Name))
	if d.o.Source != "" {
		d.w.WriteString(comment("source:\n" + d.o.Source))
	}
	title := d.o.Title
	if title == "" {
		title = d.g.Name
	}
	d.printf("  graph [label=%s, labelloc=t, fontname=\"Helvetica-Bold\", fontsize=14, nodesep=0.25, ranksep=0.35];\n", quoted(title))
	d.printf("  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n")
	d.printf("  edge [arrowsize=0.6, fontname=\"Helvetica\", fontsize=8];\n")
}

func (d *drawing) close() {
	if !d.o.NoLegend {
		d.w.WriteString(legend)
		d.printf("  { rank=sink; legend; }\n")
	}
	d.printf("}\n")
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d.w, format, args...) }

// id is the node's name in the DOT file and in labels.
func (d *drawing) id(n *son.Node) string { return fmt.Sprintf("v%d", d.num[n]) }

// rank puts a region's phis beside it, and the true side of an If left of the
// false side.
func (d *drawing) rank(n *son.Node, indent string) {
	var row []*son.Node
	switch {
	case len(d.phis[n]) > 0:
		row = append([]*son.Node{n}, d.phis[n]...)
	case d.o.CFG == nil && len(d.projs[n]) > 1:
		row = d.projs[n] // with blocks, each side is in a cluster of its own
	default:
		return
	}
	d.printf("%s{ rank=same; %s", indent, d.id(row[0]))
	for _, x := range row[1:] {
		d.printf(" -> %s", d.id(x)) // unseen edges keep the row in reading order
	}
	d.printf(" [style=invis]; }\n")
}

// edges draws what n uses.
func (d *drawing) edges(n *son.Node) {
	for i, x := range n.Ins() {
		switch {
		case x == nil, d.inline(x) && n.SlotKind(i) == son.SlotData, d.named(n, i):
		case n.Op == son.OpPhi && i == 0: // it stands beside its region
		case d.o.CFG != nil && i == 0 && !n.Op.IsControl(): // it stands in its block
		default:
			d.printf("  %s:s -> %s:i%d:n [%s];\n", d.id(x), d.id(n), i, d.edgeStyle(n, i))
		}
	}
}

func (d *drawing) edgeStyle(n *son.Node, i int) string {
	var style string
	switch kind := n.SlotKind(i); {
	case kind == son.SlotMemory:
		style = `color="#1f5fbf", style=dashed`
	case kind == son.SlotData:
		style = `color="#333333"`
	case n.Op.IsControl():
		style = `color="#b22222", style=bold, penwidth=2, weight=4`
	default: // a value that is only pinned there
		style = `color="#d98880", style=dotted`
	}
	if back(n, i) {
		style += ", constraint=false"
	}
	return style
}

// back reports whether slot i of n is fed from the end of a loop body.
func back(n *son.Node, i int) bool {
	if n.Op == son.OpPhi && n.In(0) != nil {
		n = n.In(0)
	}
	return n.Op == son.OpLoop && i == 2
}

const legend = `  legend [shape=plain, fontsize=9, label=<<table border="1" color="#999999" cellborder="0" cellspacing="0" cellpadding="3">
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
