package trace

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// maxText is how many letters of a name, string or type a label shows.
const maxText = 32

// ID is a node's number in a trace.
func ID(n *son.Node) int32 {
	if n == nil {
		return 0
	}
	return n.ID
}

// nodeOf describes a node, whose line in the text form is text. base is where
// Source.Text begins in the file.
func nodeOf(g *son.Graph, n *son.Node, text string, base, end int32) Node {
	d := Node{ID: ID(n), Text: text, Op: n.Op.String(), Kind: kindOf(n), Label: label(g, n), Order: n.Order, Flags: n.Flags.String()}
	if n.Sym != nil {
		d.Name = short(n.Sym.Name)
	}
	if !n.Op.IsControl() {
		d.Type = short(n.Type.String())
	}
	if h := n.Home(); h != nil && !h.Dead() && (n.NumIn() == 0 || n.In(0) == nil) {
		d.Home = ID(h)
	}
	for i, x := range n.Ins() {
		if x != nil {
			d.In = append(d.In, Edge{From: ID(x), Slot: i, Kind: edgeKind(n, i), Back: isBack(n, i)})
		}
	}
	d.Span, d.Instance = spanOf(n.Span, base, end), int32(n.Instance)
	return d
}

func spanOf(s ast.Span, base, end int32) *Span {
	if s.IsZero() || s.Start < base || s.End > end {
		return nil
	}
	return &Span{int(s.Start - base), int(s.End - base)}
}

func kindOf(n *son.Node) Kind {
	switch {
	case n.Op == son.OpConst:
		return Const
	case n.Op.IsEntry():
		return Entry
	case n.Op.IsControl():
		return Control
	case n.IsMemPhi():
		return MemPhi
	case n.Op == son.OpPhi:
		return Phi
	case n.Op.HasMem() && n.NumIn() > 1 && n.In(1) != nil:
		if n.OnChain() {
			return Effect
		}
		return Read
	case n.NumIn() > 0 && n.In(0) != nil:
		return Pinned
	}
	return Pure
}

func edgeKind(n *son.Node, i int) EdgeKind {
	switch n.SlotKind(i) {
	case son.SlotMemory:
		return MemoryEdge
	case son.SlotData:
		return ValueEdge
	}
	if n.Op.IsControl() {
		return ControlEdge
	}
	return PinEdge
}

// isBack reports whether slot i of n is fed from the end of a loop body.
func isBack(n *son.Node, i int) bool {
	if n.Op == son.OpPhi && n.In(0) != nil {
		n = n.In(0)
	}
	return n.Op == son.OpLoop && i == 2
}

// label is the op with what distinguishes the node, in the fewest letters: for a constant
// its value, for a load its .name, for a projection its branch.
func label(g *son.Graph, n *son.Node) string {
	switch n.Op {
	case son.OpConst:
		return short(n.Type.String())
	case son.OpProj:
		return projLabel(n)
	case son.OpParam:
		return fmt.Sprintf("Param %d", n.Idx)
	case son.OpLoad:
		return "." + short(n.Str)
	case son.OpStore:
		return "." + short(n.Str) + " ="
	case son.OpLoadIdx:
		return "[ ]"
	case son.OpStoreIdx:
		return "[ ] ="
	case son.OpMethodRef, son.OpCompRef:
		return n.Op.String() + " ." + short(n.Str)
	case son.OpGlobalLoad, son.OpGlobalRef:
		return n.Op.String() + " " + short(n.Str)
	case son.OpPhi:
		if n.IsMemPhi() {
			return "Phi memory"
		}
	case son.OpLoop:
		if g.IsOpen(n) {
			return "Loop (open)"
		}
	}
	aux := n.AuxText()
	if aux == "" {
		return n.Op.String()
	}
	return n.Op.String() + " " + short(aux)
}

func projLabel(n *son.Node) string {
	if n.NumIn() > 0 && n.In(0) != nil {
		names := []string{}
		switch n.In(0).Op {
		case son.OpIf:
			names = []string{"true", "false"}
		case son.OpTry:
			names = []string{"try", "catch", "finally"}
		}
		if int(n.Idx) < len(names) {
			return names[n.Idx]
		}
	}
	return fmt.Sprintf("Proj %d", n.Idx)
}

// line is a node as a formula: "v4 = Add v2 v3 : num".
func (d *Node) line() string {
	var b strings.Builder
	fmt.Fprintf(&b, "v%d = %s", d.ID, d.Label)
	for _, e := range d.In {
		if e.Kind == ValueEdge {
			b.WriteString(" v" + strconv.Itoa(int(e.From)))
		}
	}
	if d.Type != "" && d.Kind != Const {
		b.WriteString(" : " + d.Type)
	}
	return b.String()
}

// short truncates a text that is too long for a label, and escapes what cannot be printed.
func short(s string) string { return Printable(Cut(s, maxText)) }
