package viz

import (
	"bufio"
	"cmp"
	"io"
	"maps"
	"slices"

	"github.com/dominikbraun/graph"
)

// CallGraph writes who calls whom as Graphviz input, sorted by name. An edge's
// attribute "label" is printed; other attributes are not ours to pass on.
func CallGraph(w io.Writer, calls graph.Graph[string, string]) error {
	adjacency, err := calls.AdjacencyMap()
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	b.WriteString("digraph calls {\n" +
		"  rankdir=LR;\n" +
		"  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef3fb\", fontname=\"Helvetica\", fontsize=11];\n" +
		"  edge [color=\"#555555\", fontname=\"Helvetica\", fontsize=9];\n")
	names := slices.Sorted(maps.Keys(adjacency))
	for _, name := range names {
		b.WriteString("  " + quoted(name) + ";\n")
	}
	for _, name := range names {
		edges := slices.Collect(maps.Values(adjacency[name]))
		slices.SortFunc(edges, func(x, y graph.Edge[string]) int { return cmp.Compare(x.Target, y.Target) })
		for _, e := range edges {
			b.WriteString("  " + quoted(name) + " -> " + quoted(e.Target))
			if label := e.Properties.Attributes["label"]; label != "" {
				b.WriteString(" [label=" + quoted(label) + "]")
			}
			b.WriteString(";\n")
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}
