package son

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// Graph is one function as a sea of nodes.
type Graph struct {
	Name   string // for messages: path.to.name
	Fn     int    // index in Program.Funcs
	Strict bool
	Start  *Node
	Stop   *Node
	Config Config
	Stats  Stats
	// Loops describes the source form of each Loop node.
	Loops map[*Node]*LoopInfo
	// Instances are the callees that the graph has in place of calls, in the order of these.
	Instances []Instance

	nodes    []*Node // by ID; nil where killed
	mem      *Arena
	gvn      gvnTable
	work     worklist
	deadN    *Node
	order    int32
	open     map[*Node]bool // loops whose back edge is missing
	instance uint16         // of the nodes that are made now
	// prepared: see Prepare.
	prepared bool
	now      version
	last     analyses
}

// analyses is what was computed from a version of the graph.
type analyses struct {
	idle    bool    // of some version: a call did nothing that anybody could notice; see dropIdleCalls
	swept   version // the version in which a sweep found nothing
	ordered int     // its number of changed edges when the visits of the Arena were ordered
	cfg     *CFG
	cfgOf   int // the number of changed edges when cfg was computed
}

// version counts the changes of a graph, so that what was computed from it can be used again as
// long as it is the same.
type version struct {
	edges, types int
	changes      int // Stats.Changes
}

// version returns the version of the graph.
func (g *Graph) version() version {
	v := g.now
	v.changes = g.Stats.Changes
	return v
}

// Config describes how a graph is built and optimized. The zero value is -O0 without an
// observer.
type Config struct {
	// Fold: peepholes compute, apply rules and share values. Otherwise they only remove useless
	// phis.
	Fold bool
	// AllPhis makes a phi for every name when a loop opens.
	AllPhis bool
	// Helpers: the program is in normal form, and variables with the names of its helpers (t,
	// t2, t3$1) are only values, not variables of an author.
	Helpers bool
	// Speed: the code may get longer if it then does less work.
	Speed bool
	// Interpreted: with Speed, in an engine that only interprets.
	Interpreted bool
	// Size: the code should only be short, readable or not.
	Size bool
	// Authored: people read the output, which should stay as the author wrote it where a change
	// gains nothing.
	Authored bool
	// Inline replaces the planned calls by their callees, but for those whose numbers in the function are
	// in Uninlined, in ascending order.
	Inline    bool
	Uninlined []int
	// Arguments is what is known of the arguments.
	Arguments Arguments
	// Summaries are what is known of the functions that are called; nil: nothing.
	Summaries Summaries
	// Unread: no call uses what the function returns.
	Unread bool
	// Assume is the set of assumptions about the program.
	Assume Assumptions
	// Costs is the cost model; nil: see [Costs].
	Costs Costs
	// Seed shuffles the worklist; 0 keeps reverse postorder.
	Seed int64
	// Fuel stops rules after that many rewrites; 0: no limit.
	Fuel int
	// Observer is notified of events; may be nil.
	Observer Observer
	// Arena, if set, is where the graph allocates; see [Arena].
	Arena *Arena
}

// Stats counts what the optimizer did to one graph.
type Stats struct {
	Nodes       int // nodes made
	FirstVisits int // of nodes on the worklist
	Visits      int
	Changes     int
	Inlined     int              // calls that were replaced by their callees
	Own         int              // changes that may show, but for those in such callees
	Swept       int              // unreachable statements; unneeded assignments and functions
	decided     map[ast.Site]Tri // see Graph.Decided
	gone        int              // names and loads of variables that were removed
	rewritten   int              // firings of rules that change what is printed, other than float and constant
	merged      int              // operators that became one with an earlier one when they were made
	literals    int              // constants that are written as before; see Graph.isLiteral
	Rules       map[string]int   // firings by rule name
	// AssumptionUses counts, by assumption, the firings of rules that depended on it.
	AssumptionUses map[Assumptions]map[string]int
	Memory         MemoryStats
}

// NewGraph returns a graph with its Start and Stop.
func NewGraph(name string, c Config) *Graph {
	mem := c.Arena
	if mem == nil {
		mem = &Arena{}
	}
	g := mem.begin()
	g.Name, g.Config = name, c
	g.nodes = append(g.nodes, nil) // ids count from 1, so that 0 can be nobody's
	g.Start = g.NewNode(OpStart)
	g.Start.Type = TypeControl
	g.Stop = g.NewNode(OpStop)
	g.Stop.Type = TypeControl
	return g
}

// NewNode makes a node with the given inputs (nil allowed) and registers its
// uses. It runs no peephole; see [Graph.Add].
func (g *Graph) NewNode(op Op, in ...*Node) *Node {
	g.now.edges++
	n := g.mem.node()
	n.ID = int32(len(g.nodes))
	n.Op = op
	n.Type = TypeAny
	n.Instance = g.instance
	g.order++
	n.Order = g.order
	g.nodes = append(g.nodes, n)
	g.Stats.Nodes++
	n.in, n.pos = g.mem.lists.Make(len(in)), g.mem.slots.Make(len(in))
	copy(n.in, in)
	for i := range in {
		g.mem.link(n, i)
	}
	if o := g.Config.Observer; o != nil {
		o.NodeMade(g, n)
	}
	return n
}

// Clone makes a node like n with other inputs: everything that says what n computes, where it is
// from and where it belongs is the same. Like [Graph.NewNode], it runs no peephole.
func (g *Graph) Clone(n *Node, in ...*Node) *Node {
	m := g.NewNode(n.Op, in...)
	m.Flags, m.Idx, m.Order, m.Span, m.Site, m.Type, m.home = n.Flags, n.Idx, n.Order, n.Span, n.Site, n.Type, n.home
	m.Instance = n.Instance
	m.Str, m.Sym, m.Parts = n.Str, n.Sym, n.Parts
	return m
}

// Add makes a node and runs [Graph.Peephole] on it.
func (g *Graph) Add(op Op, in ...*Node) *Node { return g.Peephole(g.NewNode(op, in...)) }

// Nodes calls f for every live node in order of ID.
func (g *Graph) Nodes(f func(*Node)) {
	for i := 0; i < len(g.nodes); i++ {
		if n := g.nodes[i]; n != nil {
			f(n)
		}
	}
}

// MaxID returns one more than the largest node ID.
func (g *Graph) MaxID() int { return len(g.nodes) }

// Const returns the constant node of a constant type.
func (g *Graph) Const(t Type) *Node {
	if !t.IsConst() {
		g.Fatalf("Const: %v is not a constant", t)
	}
	n := g.NewNode(OpConst, nil)
	n.Type = t
	return g.number(n)
}

// Dead returns the graph's Dead node.
func (g *Graph) Dead() *Node {
	if g.deadN == nil || g.deadN.dead {
		g.deadN = g.NewNode(OpDead, nil)
		g.deadN.Type = TypeTop
	}
	return g.deadN
}

// SetIn changes input slot i of n.
func (g *Graph) SetIn(n *Node, i int, x *Node) {
	old := n.in[i]
	if old == x {
		return
	}
	g.now.edges++
	g.unnumber(n)
	if old != nil {
		n.unlink(i)
	}
	n.in[i] = x
	g.mem.link(n, i)
	g.touched(n)
	if old != nil {
		g.orphan(old)
	}
	g.enqueue(n)
}

// AddIn appends an input slot.
func (g *Graph) AddIn(n *Node, x *Node) {
	g.now.edges++
	g.unnumber(n)
	n.in, n.pos = g.mem.lists.Append(n.in, x), g.mem.slots.Append(n.pos, 0)
	g.mem.link(n, len(n.in)-1)
	g.touched(n)
	g.enqueue(n)
}

// DropIn removes input slot i; later slots move down.
func (g *Graph) DropIn(n *Node, i int) { g.FilterIn(n, func(k int) bool { return k != i }) }

// FilterIn removes the input slots for which keep is false; keep is called with the old slot
// numbers. Later slots move down.
func (g *Graph) FilterIn(n *Node, keep func(i int) bool) {
	g.now.edges++
	g.unnumber(n)
	stays := make([]bool, len(n.in))
	for i := range stays {
		stays[i] = keep(i)
	}
	var gone []*Node
	k := 0
	for i, x := range n.in {
		if !stays[i] {
			if x != nil {
				n.unlink(i)
				n.in[i] = nil
				gone = append(gone, x)
			}
			continue
		}
		n.in[k], n.pos[k] = x, n.pos[i]
		if x != nil {
			x.slot[n.pos[k]] = int32(k)
		}
		if k < i {
			n.in[i] = nil // each entry of x.out must have exactly one slot
		}
		k++
	}
	clear(n.in[k:])
	n.in, n.pos = n.in[:k], n.pos[:k]
	g.touched(n)
	for _, x := range gone {
		if !x.dead {
			g.orphan(x)
		}
	}
	g.enqueue(n)
}

// link enters n among the users of its input i.
func (m *Arena) link(n *Node, i int) {
	if x := n.in[i]; x != nil {
		n.pos[i] = int32(len(x.out))
		x.out, x.slot = m.lists.Append(x.out, n), m.slots.Append(x.slot, int32(i))
	}
}

// Use returns the i-th user of n and the input of it that is n.
func (n *Node) Use(i int) (user *Node, slot int) { return n.out[i], int(n.slot[i]) }

// unlink removes n from the users of its input i, in constant time: the last user takes its
// place.
func (n *Node) unlink(i int) {
	x, at := n.in[i], n.pos[i]
	last := int32(len(x.out) - 1)
	if at > last || x.out[at] != n {
		panic(fmt.Sprintf("BUG: v%d is not a user of v%d", n.ID, x.ID))
	}
	if at != last {
		m, k := x.out[last], x.slot[last]
		x.out[at], x.slot[at] = m, k
		m.pos[k] = at
	}
	x.out[last] = nil
	x.out, x.slot = x.out[:last], x.slot[:last]
}

// orphan handles the loss of a user of n. While a graph is being built, nodes without users
// stay, because scopes hold them; [Graph.Sweep] removes the rest later.
func (g *Graph) orphan(n *Node) {
	if !g.work.on {
		return
	}
	if len(n.out) == 0 && n != g.Start && n != g.Stop && !n.takesToken() && !g.staysUnread(n) {
		g.Kill(n)
		return
	}
	g.lostUser(n)
}

func alive(n *Node) bool { return !n.dead }

// staysUnread reports whether a store stays until the next sweep though nothing reads it.
func (g *Graph) staysUnread(n *Node) bool { return g.namesLeftover(n, alive) || g.isBeginning(n) }

// takesToken reports whether n consumes a Ref token, which cannot be written without it: such a
// node stays even if its value is unused. So does the name that the head of a loop binds to an
// item.
func (n *Node) takesToken() bool {
	for _, x := range n.Args() {
		if x != nil && (x.Op.IsToken() || namesItem(n, x)) {
			return true
		}
	}
	return false
}

// namesItem reports whether n is the name that the head of a loop binds to the item x.
func namesItem(n, x *Node) bool { return n.Op == OpBind && x.Op == OpIterNext }

// lostUser visits the nodes that may have been waiting for n to have one user only.
func (g *Graph) lostUser(n *Node) {
	g.enqueue(n)
	if n.Op == OpAdd && len(n.out) <= ManyUsers || n.Op == OpNot && len(n.out) == 1 {
		for _, u := range n.out {
			g.enqueue(u)
		}
	}
}

// Kill removes a node without users and, once the graph is built, the nodes that only it used.
func (g *Graph) Kill(n *Node) {
	g.now.edges++
	list := []*Node{n}
	for len(list) > 0 {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		if n.dead {
			continue
		}
		if len(n.out) != 0 {
			g.Fatalf("kill: v%d %v still has users", n.ID, n.Op)
		}
		if n.losesName() && n.fwd == nil {
			g.nameGone(n.Instance)
		}
		g.unnumber(n)
		n.dead = true
		g.nodes[n.ID] = nil
		if o := g.Config.Observer; o != nil {
			o.NodeKilled(g, n)
		}
		for i, x := range n.in {
			if x == nil {
				continue
			}
			n.unlink(i)
			n.in[i] = nil
			if g.work.on && len(x.out) == 0 && !x.held && x != g.Start && x != g.Stop && !x.takesToken() && !g.staysUnread(x) {
				list = append(list, x)
			} else {
				g.lostUser(x)
			}
		}
		g.WakeDeps(n)
	}
}

// Replace replaces n at all of its users: by value in data and control slots, by mem in memory
// slots. n is killed. mem may be nil if n is not a memory state.
func (g *Graph) Replace(n, value, mem *Node) {
	if n == value {
		g.Fatalf("replace: v%d by itself", n.ID)
	}
	g.now.edges++
	if n.Op == OpLoad && n.Has(FlagNumber) && value != nil {
		value = g.Cast(n.in[0], value, TypeNumber) // its users may rely on that
	}
	giveName(n, value)
	if o := g.Config.Observer; o != nil {
		o.Replaced(g, n, value)
	}
	for len(n.out) > 0 {
		u, i := n.Use(len(n.out) - 1)
		to := value
		if u.SlotKind(i) == SlotMemory {
			to = mem
		}
		if to == nil {
			g.Fatalf("replace: v%d %v has no replacement for slot %d of v%d %v", n.ID, n.Op, i, u.ID, u.Op)
		}
		g.unnumber(u)
		u.unlink(i)
		u.in[i] = to
		g.mem.link(u, i)
		g.touched(u)
		g.enqueue(u)
	}
	g.WakeDeps(n)
	if value != nil {
		g.enqueue(value)
	}
	n.fwd = value
	g.Kill(n)
}

// giveName passes the source name of n's value on to the node that now computes it. An existing
// name is better, and a constant has no use for one.
func giveName(n, value *Node) {
	if value == nil || value.Sym != nil || n.Sym == nil || value.Op.IsControl() {
		return
	}
	switch value.Op {
	case OpConst, OpParam, OpCaptured:
		return
	}
	value.Sym = n.Sym
	value.Flags |= n.Flags & (FlagDecl | FlagNested)
}

// DependOn makes n be visited again when the distant node x changes.
func (g *Graph) DependOn(n, x *Node) {
	if k := len(x.deps); k > 0 && x.deps[k-1] == n {
		return
	}
	x.deps = g.mem.lists.Append(x.deps, n)
}

// WakeDeps visits again the nodes that depend on n; those that still do register again.
func (g *Graph) WakeDeps(n *Node) {
	deps := n.deps
	n.deps = nil
	for _, d := range deps {
		g.enqueue(d)
	}
}

// OpenLoop marks a loop head whose back edge is not known yet: peepholes of it and of its phis
// are deferred.
func (g *Graph) OpenLoop(l *Node) { g.open[l] = true }

// CloseLoop ends the state that OpenLoop started.
func (g *Graph) CloseLoop(l *Node) { delete(g.open, l) }

// IsOpen reports whether n is an open loop head or a phi of one.
func (g *Graph) IsOpen(n *Node) bool {
	if n.Op == OpPhi {
		n = n.in[0]
	}
	return n != nil && n.Op == OpLoop && g.open[n]
}

// Fatalf reports a broken invariant: a bug of ours, never of the input.
func (g *Graph) Fatalf(format string, args ...any) {
	panic(Fault{Graph: g, Text: fmt.Sprintf(format, args...)})
}

// Fault is the value with which [Graph.Fatalf] panics.
type Fault struct {
	Graph *Graph
	Text  string
}

func (f Fault) Error() string { return "BUG: " + f.Graph.Name + ": " + f.Text }

// Place sets the source span of a node.
func (n *Node) Place(s ast.Span) *Node {
	if n.Span.IsZero() {
		n.Span = s
	}
	return n
}

// maxOrder keeps the source order within 32 bits, even for copies of copies.
const maxOrder = 1 << 30

// ShiftOrder makes room in the source order: what comes at or after a place comes so much later.
// It reports whether there was room.
func (g *Graph) ShiftOrder(from int32, by int) bool {
	if int(g.order)+by > maxOrder {
		return false
	}
	for _, n := range g.nodes {
		if n != nil && n.Order >= from {
			n.Order += int32(by)
		}
	}
	g.order += int32(by)
	return true
}

// Prepare ends the optimization of the graph: equal values are no longer made one, and to run the
// rules again is a fault. Passes that copy values to where they are needed rely on it.
func (g *Graph) Prepare() { g.prepared = true }

// MustOptimize fails if the graph is prepared already.
func (g *Graph) MustOptimize() {
	if g.prepared {
		g.Fatalf("the graph is prepared for printing, and can no longer be optimized")
	}
}
