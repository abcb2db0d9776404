package build

import (
	"slices"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Scope is the state at the current point of the function: the current control, the current
// memory, and the node for each name. Only its methods change the current memory.
//
// There is one Scope for a function, changed in place. Changes of names are logged, so the cost
// of a branch is that of its assignments and not of the names in scope: [Scope.take] turns the
// changes since a mark into an edge, [Scope.rewind] undoes them, and [Scope.join] continues
// from several edges.
type Scope struct {
	g *son.Graph
	// ctrl is nil in unreachable code.
	ctrl, mem *son.Node
	vars      []variable
	index     map[*ast.Symbol]int
	cells     map[*ast.Symbol]*son.Node
	log       []entry
	marks     []mark // that are in use, innermost last
	uninit    *son.Node
	joins     int // inputs of phis made so far

	changes slab.Slices[change] // of the edges
	// operands are those of the calls around the current place of an expression, as far as they
	// are built.
	operands []*son.Node

	// Buffers that one call leaves for the next.
	inputs, values []*son.Node
	live           []edge
	slots, next    []int
}

// variable is a binding that is a value.
type variable struct {
	sym    *ast.Symbol
	val    *son.Node
	logged int // the index of its last change in the log, if that is still there
}

// change is the new node of a variable in an edge.
type change struct {
	slot int
	val  *son.Node
}

// entry is the old node of a variable in the log, and the index of its change before, if any.
type entry struct {
	slot   int
	val    *son.Node
	before int
}

// edge is one edge into a join: its changes, by slot, since the mark from which it was taken.
type edge struct {
	ctrl, mem *son.Node
	changes   []change
	vars      int // how many variables the changes cover
}

// scopes are those not in use: their lists and maps serve one function after the other.
var scopes = slab.NewPool[Scope]()

// newScope returns the scope at the beginning of a function. It is released when the function is
// built.
func newScope(g *son.Graph) *Scope {
	s := scopes.Get()
	s.changes.Reset()
	*s = Scope{
		g: g, ctrl: g.Start, mem: g.Start,
		vars: s.vars[:0], log: s.log[:0], marks: s.marks[:0],
		index:  slab.Emptied(s.index),
		cells:  slab.Emptied(s.cells),
		uninit: g.Const(son.TypeUninit),
		inputs: s.inputs, values: s.values, operands: s.operands[:0], live: s.live, slots: s.slots, next: s.next, changes: s.changes,
	}
	return s
}

// state returns the current form of an earlier memory state: nodes that turned out to have no
// effect when an eager phi was removed are no states any more.
func state(n *son.Node) *son.Node {
	n = n.Forwarded()
	for !n.OnChain() {
		n = n.Mem().Forwarded()
	}
	return n
}

// unreachable reports whether a control state is unreachable.
func unreachable(c *son.Node) bool { return c == nil || c.Op == son.OpDead || c.Type.IsTop() }

// stopped reports that the text after this point is unreachable.
func (s *Scope) stopped() bool { return unreachable(s.ctrl) }

// node makes a node at the current control and memory, as far as its op has such inputs. The
// caller fills it in and passes it to add.
func (s *Scope) node(op son.Op, span ast.Span, args ...*son.Node) *son.Node {
	in := s.inputs[:0]
	switch {
	case op.HasMem():
		in = append(in, s.ctrl, s.mem)
	case op.IsAlloc() || op == son.OpBind:
		in = append(in, s.ctrl)
	default:
		in = append(in, nil)
	}
	in = append(in, args...)
	n := s.g.NewNode(op, in...)
	n.Span = span
	if in[0] == nil {
		n.SetHome(s.ctrl)
	}
	s.inputs = in
	return n
}

// add applies the rules to a node from node, and makes the result the current memory if it is a
// state after the current one. (It may also be an old value that a rule found, and then memory
// stays.)
func (s *Scope) add(n *son.Node) *son.Node {
	r := s.g.Peephole(n)
	if r.OnChain() && r.Mem() == s.mem {
		s.mem = r
	}
	return r
}

// op is node and add for nodes that need no filling in.
func (s *Scope) op(op son.Op, span ast.Span, args ...*son.Node) *son.Node {
	return s.add(s.node(op, span, args...))
}

// entry makes a node whose control is Start.
func (s *Scope) entry(op son.Op, idx int, name string, sym *ast.Symbol, span ast.Span) *son.Node {
	n := s.g.NewNode(op, s.g.Start)
	n.Idx, n.Str, n.Sym, n.Span = int32(idx), name, sym, span
	return s.g.Peephole(n)
}

// push brings a variable into scope.
func (s *Scope) push(sym *ast.Symbol, val *son.Node) {
	s.index[sym] = len(s.vars)
	s.vars = append(s.vars, variable{sym, val, -1})
}

// pop leaves the scope that began when there were depth variables.
func (s *Scope) pop(depth int) {
	if depth == len(s.vars) {
		return
	}
	s.vars = s.vars[:depth]
	s.show("scope closed", "outer")
}

// get returns the node for a variable.
func (s *Scope) get(sym *ast.Symbol) *son.Node {
	i, ok := s.index[sym]
	if !ok || i >= len(s.vars) || s.vars[i].sym != sym {
		s.g.Fatalf("%s is not in scope", sym.Name)
	}
	return s.value(i)
}

// initialized is get for a variable that is not in its TDZ; Decide and inspect made sure of
// that.
func (s *Scope) initialized(sym *ast.Symbol) *son.Node {
	v := s.get(sym)
	if v == s.uninit {
		s.g.Fatalf("%s is used in its TDZ", sym.Name)
	}
	return v
}

func (s *Scope) value(slot int) *son.Node {
	v := &s.vars[slot]
	v.val = v.val.Forwarded()
	return v.val
}

// set assigns another node to a variable.
func (s *Scope) set(sym *ast.Symbol, val *son.Node) {
	i, ok := s.index[sym]
	if !ok || i >= len(s.vars) || s.vars[i].sym != sym {
		s.g.Fatalf("%s is not in scope", sym.Name)
	}
	s.assign(i, val)
}

func (s *Scope) assign(slot int, val *son.Node) {
	v := &s.vars[slot]
	if !s.isLogged(slot) {
		s.log = append(s.log, entry{slot, v.val, v.logged})
		v.logged = len(s.log) - 1
	}
	v.val = val
}

// isLogged reports whether no mark in use needs to know what a variable is before it changes: none
// has it in scope, or the innermost one does and it has changed since. Else the log of a statement
// with many breaks would be as long as the statement, and each break reads it.
func (s *Scope) isLogged(slot int) bool {
	if len(s.marks) == 0 {
		return true
	}
	m, at := s.marks[len(s.marks)-1], s.vars[slot].logged
	return slot >= m.vars || at >= m.log && at < len(s.log) && s.log[at].slot == slot
}

// cell returns the cell of a binding.
func (s *Scope) cell(sym *ast.Symbol) *son.Node {
	c := s.cells[sym]
	if c == nil {
		s.g.Fatalf("the cell of %s is not in scope", sym.Name)
	}
	return c
}

// mark is a point where control diverges or joins: the length of the log, and the number of
// variables in scope there. Marks are nested; depth is the number of those around it.
type mark struct{ log, vars, depth int }

// mark returns the current place. It is in use until it is released.
func (s *Scope) mark() mark {
	m := mark{len(s.log), len(s.vars), len(s.marks)}
	s.marks = append(s.marks, m)
	return m
}

// release says that a mark, and those inside it, are not used any more.
func (s *Scope) release(m mark) { s.marks = s.marks[:m.depth] }

// take returns the current state as an edge from the mark, with the variables that are in scope
// there: a loop has many of its own, and many exits.
func (s *Scope) take(m mark) edge {
	e := edge{ctrl: s.ctrl, mem: s.mem, vars: m.vars}
	if s.stopped() {
		return e
	}
	for _, c := range s.log[m.log:] {
		if c.slot < m.vars {
			e.changes = s.changes.Append(e.changes, change{c.slot, nil})
		}
	}
	slices.SortFunc(e.changes, func(a, b change) int { return a.slot - b.slot })
	e.changes = slices.CompactFunc(e.changes, func(a, b change) bool { return a.slot == b.slot })
	for i := range e.changes {
		e.changes[i].val = s.value(e.changes[i].slot)
	}
	return e
}

// rewind undoes the changes of the variables since the mark.
func (s *Scope) rewind(m mark) {
	for i := len(s.log) - 1; i >= m.log; i-- {
		if c := s.log[i]; c.slot < len(s.vars) {
			s.vars[c.slot].val, s.vars[c.slot].logged = c.val, c.before
		}
	}
	s.log = s.log[:m.log]
}

// follow continues from one edge; the scope is at its mark.
func (s *Scope) follow(e edge) {
	s.ctrl, s.mem = nil, nil
	if unreachable(e.ctrl) {
		return
	}
	s.checkEdge(e)
	s.ctrl, s.mem = e.ctrl.Forwarded(), state(e.mem)
	for _, c := range e.changes {
		if c.slot < len(s.vars) {
			s.assign(c.slot, c.val.Forwarded())
		}
	}
}

// checkEdge: at the target of an edge, no variable is in scope that was not at its mark.
func (s *Scope) checkEdge(e edge) {
	if len(s.vars) > e.vars {
		s.g.Fatalf("the target of an edge has %d variables in scope, its mark %d", len(s.vars), e.vars)
	}
}

// join continues from all reachable edges; the scope is at their mark.
func (s *Scope) join(span ast.Span, flags son.Flags, edges ...edge) {
	s.joinValues(span, flags, edges, nil)
}

// joinValues is join, and also joins a value of each edge.
func (s *Scope) joinValues(span ast.Span, flags son.Flags, edges []edge, values []*son.Node) *son.Node {
	live, vals := s.live[:0], s.values[:0]
	for i, e := range edges {
		if unreachable(e.ctrl) {
			continue
		}
		live = append(live, e)
		if values != nil {
			vals = append(vals, values[i])
		}
	}
	s.live, s.values = live, vals
	if len(live) < 2 {
		var e edge
		var v *son.Node
		if len(live) == 1 {
			if e = live[0]; values != nil {
				v = vals[0].Forwarded()
			}
		}
		s.follow(e)
		return v
	}
	in := append(s.inputs[:0], nil)
	for i := range live {
		live[i].ctrl, live[i].mem = live[i].ctrl.Forwarded(), state(live[i].mem)
		in = append(in, live[i].ctrl)
	}
	s.inputs = in
	region := s.g.NewNode(son.OpRegion, in...)
	region.Flags, region.Span, region.Type = flags, span, son.TypeControl
	in[0] = region
	mem, same := live[0].mem, true
	for i := range live {
		in[i+1] = live[i].mem
		same = same && in[i+1] == mem
	}
	if !same {
		mem = s.phi(in, nil, son.FlagMem, span)
	}
	s.joinVariables(live, in, span)
	var value *son.Node
	if values != nil {
		for i, v := range vals {
			in[i+1] = v.Forwarded()
		}
		value = s.phi(in, nil, flags, span)
	}
	s.ctrl, s.mem = s.g.Peephole(region), mem.Forwarded()
	return value
}

// joinVariables makes a phi for each variable whose nodes differ between the edges.
func (s *Scope) joinVariables(live []edge, in []*son.Node, span ast.Span) {
	slots := s.slots[:0]
	for _, e := range live {
		s.checkEdge(e)
		for _, c := range e.changes {
			if c.slot < len(s.vars) {
				slots = append(slots, c.slot)
			}
		}
	}
	slices.Sort(slots)
	s.slots = slots
	slots = slices.Compact(slots)
	next := append(s.next[:0], make([]int, len(live))...)
	s.next = next
	for _, slot := range slots {
		base := s.value(slot)
		same, uninit := true, false
		for i, e := range live {
			v := base
			for next[i] < len(e.changes) && e.changes[next[i]].slot < slot {
				next[i]++
			}
			if k := next[i]; k < len(e.changes) && e.changes[k].slot == slot {
				v = e.changes[k].val.Forwarded()
			}
			in[i+1] = v
			same = same && v == in[1]
			uninit = uninit || v == s.uninit
		}
		v := in[1]
		switch {
		case same:
		case uninit:
			v = s.uninit // nothing may read it from here on; see survey.early
		default:
			v = s.joined(in, s.vars[slot].sym, span)
		}
		if v != base {
			s.assign(slot, v)
		}
	}
}

// joined makes the phi of a variable. That of a helper is the value of an expression.
func (s *Scope) joined(in []*son.Node, sym *ast.Symbol, span ast.Span) *son.Node {
	if s.helper(sym) {
		return s.phi(in, nil, son.FlagExpr, span)
	}
	return s.phi(in, sym, 0, span)
}

// maxPhiInputs bounds the inputs of all phis of a function. Where n paths join there is a phi with
// n inputs for each variable that one of them assigns, so that n cases that assign a variable
// each need n² inputs (Cytron et al., Efficiently Computing Static Single Assignment Form and the
// Control Dependence Graph, 1991, section 8): 24,000 of them took 60 GB.
var maxPhiInputs = 1 << 24

// tooManyInputs is thrown where a function exceeds maxPhiInputs.
type tooManyInputs struct{ at ast.Span }

func (s *Scope) phi(in []*son.Node, sym *ast.Symbol, flags son.Flags, span ast.Span) *son.Node {
	if s.joins += len(in) - 1; s.joins > maxPhiInputs {
		panic(tooManyInputs{span})
	}
	n := s.g.NewNode(son.OpPhi, in...)
	n.Sym, n.Flags, n.Span = sym, flags, span
	if flags&son.FlagExpr != 0 && slices.ContainsFunc(in[1:], (*son.Node).IsRef) {
		n.Idx = son.PhiRef
	}
	return s.g.Peephole(n)
}

// branch makes an If on cond and returns its projections.
func (s *Scope) branch(cond *son.Node, span ast.Span, site ast.Site, flags son.Flags, idx int) (yes, no *son.Node) {
	n := s.g.NewNode(son.OpIf, s.ctrl, cond)
	n.Flags, n.Span, n.Site, n.Idx = flags, span, site, int32(idx)
	n = s.g.Peephole(n)
	var projs [2]*son.Node
	for i := range projs {
		p := s.g.NewNode(son.OpProj, n)
		p.Idx, p.Span = int32(i), span
		projs[i] = p
	}
	return s.g.Peephole(projs[0]), s.g.Peephole(projs[1])
}

// exit ends control with a Return or Throw.
func (s *Scope) exit(op son.Op, span ast.Span, site ast.Site, value *son.Node) {
	n := s.g.NewNode(op, s.ctrl, s.mem, value)
	n.Span, n.Site = span, site
	s.g.AddIn(s.g.Stop, s.g.Peephole(n))
	s.ctrl, s.mem = nil, nil
}

// observe shows scopes to the graph's observer.
func (s *Scope) observe(event string, views ...son.ScopeView) {
	if o := s.g.Config.Observer; o != nil {
		o.Scope(s.g, event, views)
	}
}

// show shows the current scope to the graph's observer, if there is one.
func (s *Scope) show(event, title string) {
	if s.g.Config.Observer != nil {
		s.observe(event, s.view(title))
	}
}

// view is the scope in the form for an observer; it costs nothing without one.
func (s *Scope) view(title string) son.ScopeView {
	if s.g.Config.Observer == nil {
		return son.ScopeView{}
	}
	v := son.ScopeView{Title: title, Names: []string{"$ctrl", "$mem"}, Nodes: []*son.Node{s.ctrl, s.mem}}
	for i := range s.vars {
		v.Names = append(v.Names, s.vars[i].sym.Name)
		v.Nodes = append(v.Nodes, s.value(i))
	}
	return v
}
