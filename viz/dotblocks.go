package viz

import (
	"fmt"
	"io"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// tables draws a table for each block, and the control edges between them.
func (d *drawing) tables(blocks []*block) {
	d.p.plan = &plan{blocks: blocks}
	d.p.keepNear()
	blocks = d.p.plan.blocks
	drawn := map[int32]bool{0: true}
	for _, b := range blocks {
		drawn[b.head] = true
	}
	inside := map[int32][]*block{} // by the head of the innermost enclosing loop; 0: none
	for _, b := range blocks {
		loop := b.loop
		if !drawn[loop] {
			loop = 0 // its head is outside of the focus
		}
		inside[loop] = append(inside[loop], b)
	}
	d.level(inside, nestOf(blocks, drawn), 0, "  ")
	for _, b := range blocks {
		d.outEdges(b, drawn)
	}
}

// nestOf lists the loops in each loop, by their heads: the head of a loop belongs to
// the loop, and the loop around that is the one of the block which enters it.
func nestOf(blocks []*block, drawn map[int32]bool) map[int32][]int32 {
	around := map[int32]int32{}
	depth := map[int32]int{}
	for _, b := range blocks {
		depth[b.head] = b.depth
	}
	for _, b := range blocks {
		for _, s := range b.succs {
			if b.loop != s && drawn[b.loop] && depth[s] == b.depth+1 {
				around[s] = b.loop
			}
		}
	}
	nest := map[int32][]int32{}
	for _, b := range blocks {
		if b.loop == b.head {
			nest[around[b.head]] = append(nest[around[b.head]], b.head)
		}
	}
	return nest
}

// level draws the blocks directly inside a loop, and its nested loops.
func (d *drawing) level(inside map[int32][]*block, nest map[int32][]int32, loop int32, indent string) {
	for _, b := range inside[loop] {
		d.table(b, indent)
	}
	for _, l := range nest[loop] {
		st := styleLoop
		if d.p.live[l].depth%2 == 0 {
			st = styleInnerLoop
		}
		d.printf("%ssubgraph cluster_loop%d {\n%s  style=filled; color=%s; label=\"\";\n", indent, l, indent, ink(st))
		d.level(inside, nest, l, indent+"  ")
		d.printf("%s}\n", indent)
	}
}

// table draws a block: its title, and a row for each node, or a summary if there are too
// many.
func (d *drawing) table(b *block, indent string) {
	st := styleBlock
	switch {
	case d.p.folded:
		st = styleFolded
	case b.loop == b.head:
		st = styleLoopBlock
	}
	l := palette[st]
	d.printf("%s%s [tooltip=%s, label=<<table border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" bgcolor=\"%s\" color=\"%s\">\n",
		indent, name(b.head), quoted(d.p.blockTitle(b)), l.fill, l.stroke)
	d.printf("%s  <tr><td colspan=\"4\" align=\"left\">%s</td></tr>\n", indent, dotWord(word{d.p.blockTitle(b), styleTitle}))
	if d.p.folded {
		for _, w := range d.p.foldedLines(b) {
			d.printf("%s  <tr><td colspan=\"4\" align=\"left\">%s</td></tr>\n", indent, dotWord(w))
		}
	} else {
		var above int32 // the instance of the row above
		for _, id := range b.rows {
			if n := d.p.m.Node(id); d.p.o.shows(n, d.p.near) {
				d.row(n, n.Instance != above, indent)
				above = n.Instance
			}
		}
	}
	d.printf("%s</table>>];\n", indent)
}

// row draws a node, and if it is the first one of an instance, the name of the callee.
func (d *drawing) row(n *trace.Node, first bool, indent string) {
	ws, typ := d.p.o.row(d.p.m, n)
	var text strings.Builder
	for _, w := range ws[1:] {
		if w.text = strings.TrimSpace(w.text); w.text != "" {
			text.WriteString(" " + dotWord(w))
		}
	}
	l := palette[kindStyle(n)]
	mark := ""
	if in, ok := instanceWord(d.p.t, n); ok {
		mark = fmt.Sprintf(" bgcolor=%q", palette[styleInstance].fill)
		if first {
			text.WriteString(dotWord(in))
		}
	}
	if n.ID == d.p.o.Focus {
		mark = fmt.Sprintf(" bgcolor=%q", palette[styleFocus].fill)
	}
	d.printf("%s  <tr><td bgcolor=\"%s\"> </td><td align=\"left\"%s>%s</td><td align=\"left\">%s</td>",
		indent, l.fill, mark, dotWord(word{name(n.ID), styleDim}), strings.TrimSpace(text.String()))
	if typ != "" {
		d.printf("<td align=\"right\">%s</td>", dotWord(word{typ, styleType}))
	}
	d.printf("</tr>\n")
}

// outEdges draws the edges from a block to those that are drawn. A back edge is written
// reversed, from its target: Graphviz would choose other edges to lead upwards.
func (d *drawing) outEdges(b *block, drawn map[int32]bool) {
	for _, s := range b.succs {
		if !drawn[s] {
			continue
		}
		if d.back(b, s) {
			d.printf("  %s:e -> %s:e [dir=back, color=%s, penwidth=1.6];\n", name(s), name(b.head), ink(styleBackEdge))
			continue
		}
		label := ""
		if n := d.p.m.Node(s); n != nil && n.Op == "Proj" {
			label = ", label=" + quoted(" "+n.Label+" ")
		}
		d.printf("  %s:s -> %s:n [color=%s, penwidth=1.6%s];\n", name(b.head), name(s), ink(styleControlEdge), label)
	}
}

// back reports whether there is a back edge from a block to a loop's head.
func (d *drawing) back(b *block, head int32) bool {
	n, end := d.p.m.Node(head), b.end
	if n == nil {
		return false
	}
	for _, e := range n.In {
		if e.Back && (e.From == b.head || e.From == end) {
			return true
		}
	}
	return false
}

// scopes draws the builder's scopes beside the graph.
func (d *drawing) scopes() {
	for i, s := range d.p.m.Scopes {
		l := palette[styleScope]
		d.printf("  scope%d [label=<<table border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"3\" bgcolor=\"%s\" color=\"%s\">\n",
			i, l.fill, l.stroke)
		d.printf("    <tr><td colspan=\"2\" align=\"left\">%s</td></tr>\n", dotWord(word{"scope " + s.Title, styleTitle}))
		for j, r := range d.p.scopeRows(s) {
			d.printf("    <tr><td port=\"n%d\" align=\"left\">%s</td><td align=\"left\">%s</td></tr>\n",
				j, dotWord(word{r[0], styleName}), dotWord(word{r[1], styleText}))
		}
		d.printf("  </table>>];\n")
		for j, b := range s.Names {
			if n := d.p.m.Node(b.Node); d.sea && n != nil && d.drawn(n) {
				d.printf("  %s:s -> scope%d:n%d:w [color=%s, style=dotted, arrowhead=none];\n", name(n.ID), i, j, ink(styleDim))
			}
		}
	}
}

// legend explains the colours, as part of the title, which does not affect the layout.
func (d *drawing) legend() { dotLegend(d.w, d.p.legendRows()) }

func dotLegend(w io.Writer, rows [][]legendItem) {
	for _, row := range rows {
		fmt.Fprintf(w, "    <tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\"><tr>\n")
		for _, l := range row {
			fmt.Fprintf(w, "      %s<td>%s </td>\n", dotSample(l), dotWord(word{l.text, styleDim}))
		}
		fmt.Fprintf(w, "    </tr></table></td></tr>\n")
	}
}

func dotSample(l legendItem) string {
	switch st := palette[l.style]; {
	case l.word != "":
		return "<td>" + dotWord(word{l.word, l.style}) + "</td>"
	case st.fill == "" && st.dash > 0:
		return fmt.Sprintf("<td><font color=%s>- - -</font></td>", ink(l.style))
	case st.fill == "":
		return fmt.Sprintf("<td><font color=%s>——</font></td>", ink(l.style))
	default:
		return fmt.Sprintf("<td border=\"1\" color=%s bgcolor=%s fixedsize=\"true\" width=\"11\" height=\"11\"></td>", ink(l.style), quoted(st.fill))
	}
}
