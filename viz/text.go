package viz

import (
	"bufio"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// Text writes a moment as text: the function's source as a comment, then the text
// form of the graph, which package son reads back. With blocks, the lines
// are grouped and indented by block, and each ends with its source position.
func Text(w io.Writer, t *trace.Trace, m *trace.Moment, blocks bool) error {
	l := &listing{w: bufio.NewWriter(w), t: t, m: m, todo: map[int32]bool{}}
	l.w.WriteString(comment(t.Source.Text))
	l.w.WriteString(t.Graph + "\n")
	order := l.order()
	for _, id := range order {
		l.todo[id] = true
	}
	l.lineStarts()
	if blocks {
		l.blocks()
		if len(l.todo) > 0 {
			l.w.WriteString("  outside of the blocks:\n")
		}
	}
	for _, id := range order {
		l.node(id, "  ")
	}
	for _, s := range m.Scopes {
		fmt.Fprintf(l.w, "scope %s:\n", s.Title)
		for _, b := range s.Names {
			holds := "-"
			if b.Node != 0 {
				holds = name(b.Node)
			}
			fmt.Fprintf(l.w, "  %-12s %s\n", b.Name, holds)
		}
	}
	return l.w.Flush()
}

// listing is the state of one Text call.
type listing struct {
	w      *bufio.Writer
	t      *trace.Trace
	m      *trace.Moment
	todo   map[int32]bool // nodes that are not written yet
	starts []int          // offsets of the lines of the source
	places bool
}

// order is that of the text form, or that of ids between phases.
func (l *listing) order() []int32 {
	if l.m.Phase != nil {
		return l.m.Phase.Order
	}
	var ids []int32
	for _, n := range l.m.Nodes {
		ids = append(ids, n.ID)
	}
	return ids
}

func (l *listing) blocks() {
	l.places = true
	for _, b := range blocksOf(l.m) {
		indent := strings.Repeat("  ", 1+b.depth)
		title := fmt.Sprintf("block %d", b.id)
		if b.loop != 0 {
			title += fmt.Sprintf(" in loop %s, depth %d", name(b.loop), b.depth)
		}
		if b.idom >= 0 {
			title += fmt.Sprintf(", dominated by %d", b.idom)
		}
		fmt.Fprintf(l.w, "%s%s:\n", indent, title)
		for _, id := range b.rows {
			l.node(id, indent+"  ")
		}
		if len(b.succs) > 0 {
			fmt.Fprintf(l.w, "%s  goto", indent)
			for _, s := range b.succs {
				fmt.Fprintf(l.w, " %s", name(s))
			}
			l.w.WriteByte('\n')
		}
	}
}

// node writes a node's line, once.
func (l *listing) node(id int32, indent string) {
	n := l.m.Node(id)
	if !l.todo[id] || n == nil {
		return
	}
	delete(l.todo, id)
	fmt.Fprintf(l.w, "%s%s = %s", indent, name(id), n.Text)
	if p := l.position(n.Span); l.places {
		var about []string
		if p != "" {
			about = append(about, p)
		}
		if in := l.t.Inside(n); in != nil {
			about = append(about, "in "+in.Name)
		}
		if len(about) > 0 {
			l.w.WriteString("  // " + strings.Join(about, ", "))
		}
	}
	l.w.WriteByte('\n')
}

func (l *listing) lineStarts() {
	l.starts = []int{0}
	for i, c := range []byte(l.t.Source.Text) {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
}

// position is line:column of a span's start in the file, both from 1; columns count
// bytes.
func (l *listing) position(s *trace.Span) string {
	if s == nil {
		return ""
	}
	return linePosition(l.t, l.starts, s[0])
}

func linePosition(t *trace.Trace, starts []int, at int) string {
	line := sort.SearchInts(starts, at+1)
	col := at - starts[line-1] + 1
	if line == 1 {
		col += t.Function.Column - 1
	}
	return fmt.Sprintf("%d:%d", line+t.Function.Line-1, col)
}
