package son

import "slices"

// Memory is what graphs are made of that are built one after the other: the nodes
// of one serve the next, with the room that their lists have grown to. A graph must
// not be used any more once the next one is begun, nor any of its nodes. One
// Memory serves one goroutine.
//
// A function is done with before the next one is begun. typescript.js at -O0, where
// nodes and their lists were a third of what is allocated, takes a tenth less time
// with one Memory a worker than with one a graph.
type Memory struct {
	nodes  slabs[Node]
	blocks slabs[Block]

	graph  *Graph // the graph that is made of it
	marked []bool // for Sweep
	had    []int32
	stack  []*Node
}

// begin gives all nodes back, for g.
func (m *Memory) begin(g *Graph) {
	if old := m.graph; old != nil {
		g.nodes = old.nodes[:0]
		g.gvn.buckets = old.gvn.buckets[:0]
		g.work.queue = old.work.queue[:0]
	}
	m.graph = g
	m.nodes.reset()
	m.blocks.reset()
}

// node returns a node that is zero, but for the room of its lists.
func (m *Memory) node() *Node {
	n := m.nodes.next()
	*n = Node{in: n.in[:0], out: n.out[:0], pos: n.pos[:0], deps: n.deps[:0]}
	return n
}

// block returns a block that is zero, but for the room of its lists.
func (m *Memory) block() *Block {
	b := m.blocks.next()
	*b = Block{Succs: b.Succs[:0], Preds: b.Preds[:0], Phis: b.Phis[:0], Nodes: b.Nodes[:0]}
	return b
}

// slabs hands out values, and the same ones again after a reset.
type slabs[T any] struct {
	list [][]T
	at   int // the first slab that is not all in use
	used int // values of it that are
}

// The sizes of slabs double a few times: most functions are small.
const (
	firstSlab = 12
	doublings = 4
)

// keptSlabs is how many slabs stay for the next graph: some functions are a
// hundred times as large as most are.
const keptSlabs = 64

func (s *slabs[T]) reset() {
	if len(s.list) > keptSlabs {
		clear(s.list[keptSlabs:])
		s.list = s.list[:keptSlabs]
	}
	s.at, s.used = 0, 0
}

// next returns a value as it was left, or a new one.
func (s *slabs[T]) next() *T {
	if s.at < len(s.list) && s.used == len(s.list[s.at]) {
		s.at, s.used = s.at+1, 0
	}
	if s.at == len(s.list) {
		s.list = append(s.list, make([]T, firstSlab<<min(s.at, doublings)))
	}
	t := &s.list[s.at][s.used]
	s.used++
	return t
}

// zeroed returns a list of n zero values, made of what list is made of.
func zeroed[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}
