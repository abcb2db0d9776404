package viz

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/dominikbraun/graph"
)

// The attributes of a call graph's edges; others are ignored.
const (
	// CallLabel is printed beside the edge.
	CallLabel = "label"
	// CallKind is the meaning of the edge; without it, a call.
	CallKind = "kind"
	// CallState is what becomes of the calls; without it, that is not known.
	CallState = "state"
	// CallWhy lists, line by line, why calls stay.
	CallWhy = "why"
	// CallPlaces lists the calls, line by line, with what becomes of each.
	CallPlaces = "places"
)

// The values of [CallKind].
const (
	// Inside: the target is nested in the source, which does not call it.
	Inside = "inside"
	// InsideCalled: the target is nested in the source and called by it.
	InsideCalled = "inside, called"
)

// The values of [CallState].
const (
	// Inlined: every call is replaced by the callee.
	Inlined = "inlined"
	// Stays: some call is not.
	Stays = "stays"
)

// The attributes of a call graph's functions; others are ignored.
const (
	// FunctionKind is who can run the function; without it, that is not known.
	FunctionKind = "kind"
	// FunctionWhy says why others can run it.
	FunctionWhy = "why"
	// FunctionUnknown sums up the calls in it whose callee is not known.
	FunctionUnknown = "unknown"
	// FunctionAt is its place in the source.
	FunctionAt = "at"
)

// The values of [FunctionKind].
const (
	// Private: nothing but known calls can run it.
	Private = "private"
	// Exposed: others have it.
	Exposed = "exposed"
	// Gone: it is private, and every call of it is inlined.
	Gone = "gone"
)

// CallGraph writes which function calls which, and which is nested in which, as Graphviz
// input, sorted by name.
func CallGraph(w io.Writer, calls graph.Graph[string, string]) error {
	m, err := newCallsModel(calls)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	b.WriteString("digraph calls {\n" +
		"  rankdir=LR;\n" +
		"  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef3fb\", fontname=\"Helvetica\", fontsize=11];\n" +
		"  edge [color=\"#555555\", fontname=\"Helvetica\", fontsize=9];\n")
	if legend := m.legend(); len(legend) > 1 {
		b.WriteString("  graph [labelloc=t, fontname=\"Helvetica\", fontsize=10, label=<<table border=\"0\">\n")
		dotLegend(b, legend)
		b.WriteString("  </table>>];\n")
	}
	for _, f := range m.functions {
		b.WriteString("  " + quoted(f.name) + f.dot() + ";\n")
	}
	for _, e := range m.edges {
		edge := "  " + quoted(e.from) + " -> " + quoted(e.to)
		if e.call {
			b.WriteString(edge + e.dot() + ";\n")
		}
		if e.inside {
			b.WriteString(edge + " [style=dashed, color=" + ink(styleNestEdge) + "];\n")
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}

// dot are a function's attributes in Graphviz.
func (f *callFunction) dot() string {
	if f.kind == "" && len(f.lines) == 0 {
		return ""
	}
	l := palette[f.style()]
	return fmt.Sprintf(" [label=%s, fillcolor=%q, color=%q, fontcolor=%s, tooltip=%s]", quotedLines(append([]string{f.name}, f.lines...)), l.fill, l.stroke, ink(f.ink()), quoted(f.tip))
}

// quotedLines quotes lines of text for Graphviz.
func quotedLines(lines []string) string {
	var parts []string
	for _, l := range lines {
		q := quoted(l)
		parts = append(parts, q[1:len(q)-1])
	}
	return `"` + strings.Join(parts, `\n`) + `"`
}

// dot are an edge's attributes in Graphviz.
func (e *callEdge) dot() string {
	var parts []string
	if e.label != "" {
		parts = append(parts, "label="+quoted(e.label))
	}
	if e.state == Inlined {
		parts = append(parts, "color="+ink(styleInlinedEdge))
	}
	if e.tip != "" {
		parts = append(parts, "edgetooltip="+quotedLines(strings.Split(e.tip, "\n")))
	}
	if len(parts) == 0 {
		return ""
	}
	return " [" + strings.Join(parts, ", ") + "]"
}
