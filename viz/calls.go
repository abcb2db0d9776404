package viz

import (
	"bufio"
	"io"

	"github.com/dominikbraun/graph"
)

// The attributes of a call graph's edges; others are ignored.
const (
	// CallLabel is printed beside the edge.
	CallLabel = "label"
	// CallKind is the meaning of the edge; without it, a call.
	CallKind = "kind"
)

// The values of [CallKind].
const (
	// Inside: the target is nested in the source, which does not call it.
	Inside = "inside"
	// InsideCalled: the target is nested in the source and called by it.
	InsideCalled = "inside, called"
)

func isCall(e graph.Edge[string]) bool { return e.Properties.Attributes[CallKind] != Inside }

func isInside(e graph.Edge[string]) bool {
	k := e.Properties.Attributes[CallKind]
	return k == Inside || k == InsideCalled
}

// CallGraph writes which function calls which, and which is nested in which, as Graphviz
// input, sorted by name.
func CallGraph(w io.Writer, calls graph.Graph[string, string]) error {
	names, edges, err := sortedCalls(calls)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	b.WriteString("digraph calls {\n" +
		"  rankdir=LR;\n" +
		"  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef3fb\", fontname=\"Helvetica\", fontsize=11];\n" +
		"  edge [color=\"#555555\", fontname=\"Helvetica\", fontsize=9];\n")
	for _, name := range names {
		b.WriteString("  " + quoted(name) + ";\n")
	}
	for _, e := range edges {
		edge := "  " + quoted(e.Source) + " -> " + quoted(e.Target)
		if isCall(e) {
			b.WriteString(edge)
			if label := e.Properties.Attributes[CallLabel]; label != "" {
				b.WriteString(" [label=" + quoted(label) + "]")
			}
			b.WriteString(";\n")
		}
		if isInside(e) {
			b.WriteString(edge + " [style=dashed, color=" + ink(styleNestEdge) + "];\n")
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}
