package viz

import (
	"fmt"

	"github.com/sonjs/son/viz/trace"
)

// word is a piece of text in one style.
type word struct {
	text  string
	style style
}

func wordsWidth(ws []word) int {
	w := 0
	for _, x := range ws {
		w += width(x.text)
	}
	return w
}

func drawWords(c canvas, x, y int, ws []word) {
	for _, w := range ws {
		c.text(x, y, w.text, w.style, left)
		x += width(w.text)
	}
}

func name(id int32) string { return fmt.Sprintf("v%d", id) }

// kindStyle is the colour of a node.
func kindStyle(n *trace.Node) style {
	switch n.Kind {
	case trace.Control:
		return styleControl
	case trace.Phi, trace.MemPhi:
		return stylePhi
	case trace.Effect:
		return styleEffect
	case trace.Read:
		return styleRead
	case trace.Pinned, trace.Entry:
		return stylePinned
	}
	return stylePure
}

// operand is how a slot shows its value, and whether the value is written in place.
func operand(m *trace.Moment, id int32) (word, bool) {
	n := m.Node(id)
	switch {
	case n == nil:
		return word{name(id) + "?", styleDim}, false
	case n.Kind == trace.Const:
		return word{n.Label, styleConst}, true
	case written(n) && n.Name != "":
		return word{n.Name, styleName}, true
	case written(n):
		return word{n.Label, styleConst}, true
	}
	return word{name(id), styleText}, false
}

// hidesInline reports whether an operand that is written where it is used is left out.
func (o Options) hidesInline(w word) bool {
	if w.style == styleConst {
		return o.hides("const")
	}
	return o.hides("entry")
}

// row is a node as one line: number, op, operands, name; its type is at the right.
func (o Options) row(m *trace.Moment, n *trace.Node) (ws []word, typ string) {
	ws = append(ws, word{fmt.Sprintf("%-5s", name(n.ID)), styleDim}, word{n.Label, styleStrong})
	for _, e := range n.In {
		switch e.Kind {
		case trace.ValueEdge:
			if w, inline := operand(m, e.From); !inline || !o.hidesInline(w) {
				if e.From == o.Focus {
					w.style = styleFocusText
				}
				ws = append(ws, word{" ", styleText}, w)
			}
		case trace.ControlEdge:
			if isHead(n.Op) {
				ws = append(ws, word{" " + name(e.From), styleDim})
			}
		case trace.MemoryEdge:
			if !o.hides("mem") {
				ws = append(ws, word{" @" + name(e.From), styleMemText})
			}
		}
	}
	if openPhi(n) {
		ws = append(ws, word{" _", styleDim})
	}
	if n.Name != "" && !o.hides("names") {
		ws = append(ws, word{" {" + n.Name + "}", styleName}) // as in the text form; an operand may have the same name
	}
	if n.Kind != trace.Control && n.Kind != trace.MemPhi && !o.hides("types") {
		typ = n.Type
	}
	return ws, typ
}

// instanceWord names the callee that a node is of; ok is false if it is of the function itself.
func instanceWord(t *trace.Trace, n *trace.Node) (w word, ok bool) {
	in := t.Inside(n)
	if in == nil {
		return word{}, false
	}
	return word{" · in " + in.Name, styleInstanceText}, true
}

// openPhi reports whether a phi still lacks its input from the back edge: it has its
// region and one value.
func openPhi(n *trace.Node) bool {
	return (n.Kind == trace.Phi || n.Kind == trace.MemPhi) && len(n.In) == 2
}

// shows reports whether a node has a row or box of its own.
func (o Options) shows(n *trace.Node, near map[int32]bool) bool {
	return n != nil && (near == nil || near[n.ID]) && !(o.hides("mem") && n.Kind == trace.MemPhi)
}
