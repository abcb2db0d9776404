package structure

// A flow is the graph that the passes of this package work on: the caller's blocks of one
// region without the empty ones, and the nodes added along the way.

type nodeKind uint8

const (
	blockNode    nodeKind = iota
	emptyNode             // a preheader
	setNode               // sets the dispatch variable
	dispatchNode          // branches on it
	exitNode              // a block outside of the region
	finallyNode           // the end of a finally
	bodyNode              // the region that is a loop's body
)

type flowNode struct {
	kind  nodeKind
	term  TermKind
	clean bool
	block int32
	order int32
	late  bool  // a for's update: last in its loop, but before the code after the loop
	value int32 // setNode
	succ  []int32
	via   []int32 // by successor: the empty join on the edge to it, counted from 1; nil: none
	cond  *test   // term If
	loop  *LoopHint

	// For a node that contains regions, a try or a bodyNode: the regions, and the last order in
	// them. Its successors are where they leave to, and never nest inside it.
	arms []int32
	last int32
	// For an exitNode: the block, and the successor of the node around that leads there.
	target, slot int32
}

// exit reports whether control leaves the region at the node.
func (n *flowNode) exit() bool { return n.kind == exitNode || n.kind == finallyNode }

type flow struct {
	src    *Graph
	mem    *Arena
	nodes  []flowNode
	entry  int32
	helper bool              // some node sets the dispatch variable
	names  map[int32]string  // the source's label of the statement that ends before a node
	pins   map[int32][]int32 // headers of the loops that must contain a node
	exits  map[int32]int32   // exitNode of a block
	done   int32             // the finallyNode; -1: none
	cut    []int8            // for ifs that end inside a block: 1 plus the arm that contains it; nil: none
}

// newFlow returns the flow of region r. Those of the regions in it are complete.
func (p *plan) newFlow(r int32) *flow {
	f := &flow{src: p.g, mem: p.mem, done: -1}
	blocks := p.blocks[r]
	f.nodes = p.mem.nodes.Make(len(blocks))
	edges := 0
	for _, i := range blocks {
		edges += len(p.g.Blocks[i].Succs)
	}
	all := p.mem.room(edges)
	for k, i := range blocks {
		b := &p.g.Blocks[i]
		n := flowNode{term: b.Term, clean: b.Clean, block: i, order: b.Order, loop: b.Loop}
		switch b.Term {
		case If:
			n.cond = &test{block: i}
		case Try:
			p.contract(f, r, int32(k), &n, b.Succs...)
			f.nodes[k] = n
			continue
		case FinallyEnd:
			n.term, n.succ = Jump, []int32{f.finallyEnd()}
			f.nodes[k] = n
			continue
		}
		start := len(all)
		for _, s := range b.Succs {
			if p.enters(b, s) {
				all = append(all, p.itemsBody(f, r, i, s))
			} else {
				all = append(all, p.dest(f, r, s))
			}
		}
		n.succ = all[start:len(all):len(all)]
		n.via = p.vias(b.Succs)
		f.nodes[k] = n
	}
	f.entry = p.dest(f, r, int(p.entry[r]))
	f.ownHeaders()
	p.name(f, r)
	p.pin(f, r)
	p.updatesLast(f, r)
	return f
}

// updatesLast orders the update of each for after the for's body, where it runs.
func (p *plan) updatesLast(f *flow, r int32) {
	for _, i := range p.blocks[r] {
		l := p.g.Blocks[i].Loop
		if l == nil || l.Kind != For || l.Update < 0 || p.g.Blocks[l.Update].Region != int(r) {
			continue
		}
		if u := &f.nodes[p.node[l.Update]]; u.order < l.Last {
			u.order, u.late = l.Last, true
		}
	}
}

// past reports whether x comes after all code with an order of at most end.
func (f *flow) past(x, end int32) bool {
	n := &f.nodes[x]
	return n.order > end || n.late && n.order == end
}

// nameOf returns the source's label for jumps to x, or "".
func (f *flow) nameOf(x int32) string {
	if f.nodes[x].kind == emptyNode {
		x = f.nodes[x].succ[0]
	}
	return f.names[x]
}

// extent returns the greatest order inside the switch statement of x, or inside its if
// statement with an else; 0 when x is neither or nothing is known.
func (f *flow) extent(x int32) int32 {
	n := &f.nodes[x]
	if n.kind != blockNode {
		return 0
	}
	last := int32(0)
	switch b := &f.src.Blocks[n.block]; {
	case n.term == Switch:
		last = b.SwitchLast
	case n.term == If && b.Hint == IfElse && f.cutArm(x) < 0:
		last = b.IfLast
	}
	if last < n.order {
		return 0
	}
	return last
}

// cutArm returns the arm of x with the block in which the if of x ends, or -1.
func (f *flow) cutArm(x int32) int {
	if f.cut == nil {
		return -1
	}
	return int(f.cut[x]) - 1
}

// end returns the order of the last code in x.
func (f *flow) end(x int32) int32 {
	n := &f.nodes[x]
	if n.kind != blockNode {
		return n.order
	}
	return max(n.order, f.src.Blocks[n.block].Last)
}

// ordered reports whether x is a switch whose tests must keep their order.
func (f *flow) ordered(x int32) bool {
	n := &f.nodes[x]
	return n.kind == blockNode && n.term == Switch && f.src.Blocks[n.block].Ordered
}

// squeeze returns for each block the first one, itself or after it, that prints something. An
// empty block that the source has as a loop header stays: two loops may start at one place. So
// does an empty loop of empty blocks.
func squeeze(g *Graph, m *Arena) []int32 {
	const open, busy = -1, -2
	to := m.fill(len(g.Blocks), open)
	var path []int32
	for i := range g.Blocks {
		x := int32(i)
		for to[x] == open {
			if b := &g.Blocks[x]; b.Term == Jump && b.Empty && b.Loop == nil {
				to[x] = busy
				path = append(path, x)
				x = int32(b.Succs[0])
			} else {
				to[x] = x
			}
		}
		end := to[x]
		if end == busy {
			end = x
		}
		for _, p := range path {
			to[p] = end
		}
		path = path[:0]
	}
	return to
}

func (f *flow) add(n flowNode) int32 {
	f.nodes = append(f.nodes, n)
	return int32(len(f.nodes) - 1)
}

// bareReturn reports whether x is a return and nothing else.
func (f *flow) bareReturn(x int32) bool {
	n := &f.nodes[x]
	return n.kind == blockNode && n.term == End && f.src.Blocks[n.block].Empty
}

// silent reports whether x has no statements to print.
func (f *flow) silent(x int32) bool {
	n := &f.nodes[x]
	return n.kind != blockNode || n.term == If && n.clean || f.src.Blocks[n.block].Empty
}

// afterLoops reports whether x must be printed after the loops that do not contain it.
func (f *flow) afterLoops(x int32) bool {
	n := &f.nodes[x]
	return n.exit() || n.kind == blockNode && f.src.Blocks[n.block].AfterLoops
}

// pinned reports whether x must stay in some loop's body.
func (f *flow) pinned(x int32) bool {
	n := &f.nodes[x]
	return n.kind == blockNode && len(f.src.Blocks[n.block].Pinned) > 0
}
