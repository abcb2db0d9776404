package viz

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/son"
)

// maxText is how many letters of a name, string or type a label shows.
const maxText = 32

// node draws one node: a row with its slots, a row with what it is.
func (d *drawing) node(n *son.Node, indent string) {
	d.printf("%s%s [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"2\" bgcolor=\"%s\" color=\"#777777\">",
		indent, d.id(n), fill(n))
	slots, count := d.slots(n)
	if count > 0 {
		d.printf("<tr>%s</tr>", slots)
	}
	d.printf("<tr><td colspan=\"%d\" cellpadding=\"4\">%s</td></tr></table>>, tooltip=%s];\n",
		max(1, count), d.label(n), quoted(d.lines[n]))
}

// slots is the row of the input slots that hold something: the number of the
// slot, and what it holds if no edge says that. A phi stands beside its region
// and a pinned node in its block, so their slot 0 needs no word.
func (d *drawing) slots(n *son.Node) (row string, count int) {
	var b strings.Builder
	for i, x := range n.Ins() {
		if x == nil || i == 0 && (n.Op == son.OpPhi || d.o.CFG != nil && !n.Op.IsControl()) {
			continue
		}
		count++
		fmt.Fprintf(&b, `<td port="i%d"><font point-size="8" color="#777777">%d</font>`, i, i)
		switch {
		case d.inline(x) && n.SlotKind(i) == son.SlotData:
			fmt.Fprintf(&b, ` <font color="#7a3e9d"><b>%s</b></font>`, htmlText(d.inlineText(x)))
		case d.named(n, i) && n.SlotKind(i) == son.SlotMemory:
			fmt.Fprintf(&b, ` <font color="#1f5fbf">%s</font>`, d.id(x))
		case d.named(n, i):
			fmt.Fprintf(&b, ` %s`, d.id(x))
		}
		b.WriteString("</td>")
	}
	return b.String(), count
}

// label says what the node is: number, op, what sets it apart, name and type.
func (d *drawing) label(n *son.Node) string {
	s := fmt.Sprintf(`<font color="#777777">%s</font> <b>%s</b>`, d.id(n), htmlText(Title(n)))
	if n.Sym != nil {
		s += " <i>" + htmlText(short(n.Sym.Name, maxText)) + "</i>"
	}
	if showsType(n) {
		s += ` : <font color="#7a3e9d">` + htmlText(short(n.Type.String(), maxText)) + "</font>"
	}
	return s
}

// showsType: control has no type worth a word, and a constant is its type.
func showsType(n *son.Node) bool {
	return !n.Op.IsControl() && n.Op != son.OpConst && !n.IsMemPhi()
}

// Title is the op with what sets the node apart, in the fewest letters: a
// constant is its value, a load its .name, a projection its branch.
func Title(n *son.Node) string {
	switch n.Op {
	case son.OpConst:
		return short(n.Type.String(), maxText)
	case son.OpProj:
		if n.NumIn() > 0 && n.In(0) != nil && n.In(0).Op == son.OpIf {
			switch n.Idx {
			case 0:
				return "true"
			case 1:
				return "false"
			}
		}
		return fmt.Sprintf("Proj %d", n.Idx)
	case son.OpParam:
		return fmt.Sprintf("Param %d", n.Idx)
	case son.OpLoad:
		return "." + short(n.Str, maxText)
	case son.OpStore:
		return "." + short(n.Str, maxText) + " ="
	case son.OpLoadIdx:
		return "[ ]"
	case son.OpStoreIdx:
		return "[ ] ="
	case son.OpMethodRef, son.OpCompRef:
		return n.Op.String() + " ." + short(n.Str, maxText)
	case son.OpPhi:
		if n.IsMemPhi() {
			return "Phi memory"
		}
	}
	aux := n.AuxText()
	if aux == "" {
		return n.Op.String()
	}
	return n.Op.String() + " " + short(aux, maxText)
}

// fill colours by what moves: control, effects, reads, joins, the rest.
func fill(n *son.Node) string {
	switch {
	case n.Op.IsControl():
		return "#fff3b0"
	case n.Op == son.OpPhi:
		return "#d9f2d9"
	case n.Op.HasMem() && n.NumIn() > 1 && n.In(1) != nil:
		if n.OnChain() {
			return "#ffd9c2"
		}
		return "#dcebff"
	case n.NumIn() > 0 && n.In(0) != nil:
		return "#eeeeee"
	}
	return "#ffffff"
}

// heldText is what a scope says of the node that a name holds.
func (d *drawing) heldText(n *son.Node) string {
	if _, known := d.num[n]; !known {
		return "gone"
	}
	if d.inline(n) {
		return d.inlineText(n)
	}
	return d.id(n)
}

// scopes draws the builder's scopes beside the graph.
func (d *drawing) scopes() {
	for i, s := range d.o.Scopes {
		d.printf("  subgraph cluster_scope%d {\n    label=%s; style=\"rounded,filled\"; color=\"#999999\"; fillcolor=\"#f7f7f0\"; fontsize=10;\n",
			i, quoted("scope "+s.Title))
		d.printf("    scope%d [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"3\" color=\"#999999\">", i)
		for j, name := range s.Names {
			holds := "–"
			if j < len(s.Nodes) {
				if x := s.Nodes[j]; x != nil {
					holds = d.heldText(x)
				}
			}
			d.printf(`<tr><td port="n%d" align="left">%s</td><td>%s</td></tr>`, j, htmlText(short(name, maxText)), htmlText(holds))
		}
		if len(s.Names) == 0 {
			d.printf("<tr><td>empty</td></tr>")
		}
		d.printf("</table>>];\n  }\n")
		for j, n := range s.Nodes {
			if _, known := d.num[n]; !known || d.inline(n) {
				continue // killed since, or named
			}
			d.printf("  %s:s -> scope%d:n%d [color=\"#999999\", style=dotted, arrowhead=none];\n", d.id(n), i, j)
		}
	}
}
