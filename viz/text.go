package viz

import (
	"bufio"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Text writes g as text: the lines of the text form and, if there is a CFG,
// grouped by block, indented by loop depth, with successors. With Options.File
// each line ends with the place that the node comes from.
func Text(w io.Writer, g *son.Graph, o Options) error {
	t := &listing{w: bufio.NewWriter(w), o: o, lines: map[*son.Node]string{}, phis: map[*son.Node][]*son.Node{}}
	if o.Source != "" {
		t.w.WriteString(comment(o.Source))
	}
	var order []*son.Node
	son.Lines(g, son.FormatOptions{IDs: o.IDs}, func(n *son.Node, line string) {
		order = append(order, n)
		t.lines[n] = line
		if n.Op == son.OpPhi && n.NumIn() > 0 && n.In(0) != nil {
			t.phis[n.In(0)] = append(t.phis[n.In(0)], n)
		}
	})
	t.lineStarts()
	t.w.WriteString(son.Header(g))
	if o.CFG != nil {
		t.blocks()
		if len(t.lines) > 0 {
			t.w.WriteString("  outside of the blocks:\n")
		}
	}
	for _, n := range order {
		t.node(n, "  ")
	}
	return t.w.Flush()
}

// listing is the state of one Text call.
type listing struct {
	w      *bufio.Writer
	o      Options
	lines  map[*son.Node]string // of the nodes that are not written yet
	phis   map[*son.Node][]*son.Node
	starts []int // offsets of the lines of Options.File
}

func (t *listing) blocks() {
	for _, b := range t.o.CFG.Blocks {
		indent := strings.Repeat("  ", 1+b.LoopDepth())
		title := blockTitle(b)
		if b.Idom != nil {
			title += fmt.Sprintf(", dominated by %d", b.Idom.ID)
		}
		fmt.Fprintf(t.w, "%s%s:\n", indent, title)
		for _, n := range blockNodes(b, t.phis[b.Head]) {
			t.node(n, indent+"  ")
		}
		if len(b.Succs) > 0 {
			fmt.Fprintf(t.w, "%s  goto", indent)
			for _, s := range b.Succs {
				fmt.Fprintf(t.w, " %d", s.ID)
			}
			t.w.WriteByte('\n')
		}
	}
}

// node writes a node's line, once.
func (t *listing) node(n *son.Node, indent string) {
	line, ok := t.lines[n]
	if !ok {
		return
	}
	delete(t.lines, n)
	t.w.WriteString(indent)
	t.w.WriteString(line)
	if p := t.position(n.Span); p != "" {
		t.w.WriteString("  // " + p)
	}
	t.w.WriteByte('\n')
}

func (t *listing) lineStarts() {
	if t.o.File == "" {
		return
	}
	t.starts = []int{0}
	for i := range len(t.o.File) {
		if t.o.File[i] == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
}

// position is line:column of a span's start, both from 1; columns count bytes.
func (t *listing) position(s ast.Span) string {
	at := int(s.Start)
	if s.IsZero() || t.starts == nil || at > len(t.o.File) {
		return ""
	}
	line := sort.SearchInts(t.starts, at+1)
	return fmt.Sprintf("%d:%d", line, at-t.starts[line-1]+1)
}
