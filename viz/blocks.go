package viz

import (
	"fmt"

	"github.com/sonjs/son/son"
)

// blockNodes returns what belongs to a block, in order: its head, memory phi and
// phis, what is scheduled there, its end.
func blockNodes(b *son.Block, phis []*son.Node) []*son.Node {
	nodes := []*son.Node{b.Head}
	nodes = append(nodes, phis...)
	nodes = append(nodes, b.Nodes...)
	if b.End != nil {
		nodes = append(nodes, b.End)
	}
	return nodes
}

// blockTitle names a block and says where it stands in the loop tree.
func blockTitle(b *son.Block) string {
	s := fmt.Sprintf("block %d", b.ID)
	if l := b.Loop; l != nil {
		s += fmt.Sprintf(" in loop %d, depth %d", l.Head.ID, l.Depth)
	}
	return s
}

// assign finds the block of each node that is drawn in one.
func (d *drawing) assign() {
	if d.o.CFG == nil {
		return
	}
	for _, b := range d.o.CFG.Blocks {
		for _, n := range blockNodes(b, d.phis[b.Head]) {
			if _, known := d.num[n]; known && !d.inline(n) && d.block[n] == nil {
				d.block[n] = b
			}
		}
	}
}

// blocks draws each scheduled block as a cluster.
func (d *drawing) blocks() {
	if d.o.CFG == nil {
		return
	}
	for _, b := range d.o.CFG.Blocks {
		fill := "#f6f6f6"
		if b.LoopDepth() > 0 {
			fill = "#eef0f8"
		}
		d.printf("  subgraph cluster_block%d {\n    label=%s; labeljust=l; style=\"rounded,filled\"; color=\"#999999\"; fillcolor=%q; fontsize=10;\n",
			b.ID, quoted(blockTitle(b)), fill)
		var before *son.Node
		for _, n := range blockNodes(b, d.phis[b.Head]) {
			if d.block[n] != b {
				continue
			}
			d.node(n, "    ")
			if n.Op == son.OpPhi {
				continue // on the rank of the head
			}
			if before != nil { // an unseen edge keeps the order of execution
				d.printf("    %s -> %s [style=invis, weight=8];\n", d.id(before), d.id(n))
			}
			before = n
		}
		d.rank(b.Head, "    ")
		d.printf("  }\n")
	}
}
