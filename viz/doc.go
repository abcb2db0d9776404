// Package viz draws graphs: as Graphviz input, as text, and the call graph of
// a program. It reads what it draws and changes nothing.
//
// [DOT] writes the sea of nodes. Control flows down in bold red, memory in
// dashed blue, values in thin black; an edge goes from a node to the slot of the
// node that uses it, and each slot shows its number. A region stands on one
// rank with its phis. While a graph is being built, the builder's scopes can
// stand beside it; after scheduling, each block can be a cluster.
//
// All output is a function of the graph's shape: drawing twice, or drawing an
// equal graph, gives the same bytes.
//
// A [Renderer] turns Graphviz input into a picture; [Dot] is the one that runs
// the dot program.
package viz
