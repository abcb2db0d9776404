package viz

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/sonjs/son/viz/trace"
)

// Side is one of two moments to compare, with the code that is printed from it.
type Side struct {
	Title string
	Trace *trace.Trace
	At    *trace.Moment
}

// Difference is the difference of two moments. A node has the same id on both sides.
type Difference struct {
	A, B               Side
	Gone, New, Changed []int32
	oneRun             bool
}

// Compare finds the differences of two moments. Nodes of one run of the optimizer are
// matched by their ids, others by what they are.
func Compare(a, b Side, oneRun bool) *Difference {
	if !oneRun {
		pair := align(a.At, b.At, a.Trace.Source.Text, b.Trace.Source.Text)
		b.Trace = renumbered(b.Trace, pair, a.Trace)
		b.At = b.Trace.At(b.At.Step)
	}
	a.Title, b.Title = trace.Printable(a.Title), trace.Printable(b.Title)
	a.At.Title, b.At.Title = a.Title, b.Title
	d := &Difference{A: a, B: b, oneRun: oneRun}
	for _, n := range a.At.Nodes {
		m := b.At.Node(n.ID)
		switch {
		case m == nil:
			d.Gone = append(d.Gone, n.ID)
		case formula(n) != formula(m):
			d.Changed = append(d.Changed, n.ID)
		}
	}
	for _, n := range b.At.Nodes {
		if a.At.Node(n.ID) == nil {
			d.New = append(d.New, n.ID)
		}
	}
	return d
}

// formula is a node as one line, with all of its inputs.
func formula(n *trace.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "v%d = %s", n.ID, n.Label)
	for _, e := range n.In {
		if e.Kind == trace.ValueEdge {
			fmt.Fprintf(&b, " v%d", e.From)
		}
	}
	for _, e := range n.In {
		switch e.Kind {
		case trace.MemoryEdge:
			fmt.Fprintf(&b, " @v%d", e.From)
		case trace.ControlEdge:
			fmt.Fprintf(&b, " v%d", e.From)
		case trace.PinEdge:
			fmt.Fprintf(&b, " in v%d", e.From)
		}
	}
	if n.Name != "" {
		fmt.Fprintf(&b, " {%s}", n.Name)
	}
	if n.Type != "" && n.Kind != trace.Const && n.Kind != trace.MemPhi {
		b.WriteString(" : " + n.Type)
	}
	return trace.Printable(b.String())
}

// Same reports whether both the nodes and the code are the same.
func (d *Difference) Same() bool {
	return len(d.Gone)+len(d.New)+len(d.Changed) == 0 && d.codeA() == d.codeB()
}

func (d *Difference) codeA() string { return code(d.A.Trace) }
func (d *Difference) codeB() string { return code(d.B.Trace) }

// code is the code that is printed from a trace's graph.
func code(t *trace.Trace) string {
	if t.Output == nil {
		return ""
	}
	return strings.TrimRight(t.Output.Text, "\n") + "\n"
}

// Text writes the difference: nodes marked - are only on the left side, those marked +
// only on the right side, those marked ~ are on both but changed; then the difference of
// the printed code.
func (d *Difference) Text(w io.Writer, paint func(Tone, string) string) error {
	if paint == nil {
		paint = func(_ Tone, text string) string { return text }
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n%s\n", paint(ToneMissed, "- "+d.A.Title), paint(ToneDone, "+ "+d.B.Title))
	if d.Same() {
		fmt.Fprintf(out, "no difference: %d nodes, and the same code\n", len(d.A.At.Nodes))
		return out.Flush()
	}
	fmt.Fprintf(out, "\n%s\n", paint(ToneTitle, fmt.Sprintf("nodes: %d and %d; %d removed, %d added, %d changed",
		len(d.A.At.Nodes), len(d.B.At.Nodes), len(d.Gone), len(d.New), len(d.Changed))))
	for _, l := range d.nodeLines() {
		tone := ToneAside
		switch l[0] {
		case '-':
			tone = ToneMissed
		case '+':
			tone = ToneDone
		}
		fmt.Fprintln(out, paint(tone, l))
	}
	fmt.Fprintf(out, "\n%s\n", paint(ToneTitle, "code"))
	for _, l := range d.codeLines() {
		fmt.Fprintln(out, PaintDiff(paint, l))
	}
	return out.Flush()
}

// PaintDiff colors a line of a unified diff.
func PaintDiff(paint func(Tone, string) string, line string) string {
	switch {
	case strings.HasPrefix(line, "-"):
		return paint(ToneMissed, line)
	case strings.HasPrefix(line, "+"):
		return paint(ToneDone, line)
	case strings.HasPrefix(line, "@@"):
		return paint(ToneAside, line)
	}
	return line
}

// nodeLines lists the nodes that differ in order of ids.
func (d *Difference) nodeLines() []string {
	all := slices.Concat(d.Gone, d.New, d.Changed)
	slices.Sort(all)
	var lines []string
	for _, id := range all {
		a, b := d.A.At.Node(id), d.B.At.Node(id)
		switch {
		case b == nil:
			lines = append(lines, "- "+formula(a))
		case a == nil:
			lines = append(lines, "+ "+formula(b))
		default:
			lines = append(lines, "~ "+formula(a), "    "+formula(b))
		}
	}
	return lines
}

// codeLines is the difference of the printed code as a unified diff.
func (d *Difference) codeLines() []string {
	var lines []string
	for _, s := range []Side{d.A, d.B} {
		if o := s.Trace.Output; o != nil && o.Reason != "" {
			lines = append(lines, fmt.Sprintf("%s: %s", s.Title, trace.Printable(o.Reason)))
		}
	}
	if d.codeA() == d.codeB() {
		return append(lines, "the same")
	}
	return append(lines, Unified(d.A.Title, d.codeA(), d.B.Title, d.codeB())...)
}

// Unified returns the lines of a unified diff of two texts, escaped for a terminal.
func Unified(aTitle, a, bTitle, b string) []string {
	text := diff.Diff(aTitle, []byte(a), bTitle, []byte(b))
	var lines []string
	for i, l := range bytes.Split(bytes.TrimRight(text, "\n"), []byte("\n")) {
		if i == 0 || len(l) == 0 { // the command that makes such a diff
			continue
		}
		lines = append(lines, string(l[:1])+trace.Printable(strings.ReplaceAll(string(l[1:]), "\t", "    ")))
	}
	return lines
}
