package build

import (
	"sort"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// loop is a loop that is being built.
type loop struct {
	*target
	node *son.Node
	// phis are the eager phis of variables, by slot; mem is that of memory.
	phis []loopPhi
	mem  *son.Node
	// cells are the cells of a for's own variables of which each iteration has a fresh one.
	cells []*son.Node
	span  ast.Span
	// head and exit are the scopes there, for an observer.
	head, exit son.ScopeView
}

type loopPhi struct {
	slot int
	phi  *son.Node
}

// openLoop makes the loop's head. Before the body is read, the names that it assigns are
// unknown, so each gets a phi whose second input is still missing. Names that have no
// assignment in the text of the loop go without, unless Config.AllPhis asks for all.
func (b *builder) openLoop(st ast.Stmt, repeats ast.Span, info son.LoopInfo, labels []string) *loop {
	span := st.Pos().Span
	if len(labels) > 0 || len(b.labelled) > 0 {
		info.Jumps = b.jumpsOf(st)
	}
	l := &loop{span: span}
	l.target = b.open(&target{labels: labels, loop: true, unlabeled: true, breakMark: b.s.mark()})
	l.node = b.g.NewNode(son.OpLoop, nil, b.s.ctrl, nil)
	l.node.Span = span
	info.Span, info.Labels = span, labels
	b.g.Loops[l.node] = &info
	b.g.OpenLoop(l.node)
	b.s.ctrl = b.g.Peephole(l.node)
	l.mem = b.s.phi([]*son.Node{l.node, b.s.mem, nil}, nil, son.FlagMem, span)
	b.s.mem = l.mem
	b.noteLoop(st)
	for _, slot := range b.assignedIn(repeats) {
		v := b.s.value(slot)
		if v == b.s.uninit {
			continue
		}
		phi := b.s.phi([]*son.Node{l.node, v, nil}, b.s.vars[slot].sym, 0, span)
		b.s.assign(slot, phi)
		l.phis = append(l.phis, loopPhi{slot, phi})
	}
	l.continueMark = b.s.mark()
	l.head = b.s.view("head")
	b.s.observe("loop opened", l.head)
	return l
}

// tested shows an observer the values of the names where the loop is left.
func (b *builder) tested(l *loop) {
	l.exit = b.s.view("exit")
	b.s.observe("loop tested", l.exit)
}

// around shows an observer the values of the names at the loop's head, where it is left and at
// the end of its body.
func (b *builder) around(event string, l *loop) {
	if b.g.Config.Observer == nil {
		return
	}
	views := []son.ScopeView{l.head}
	if l.exit.Title != "" {
		views = append(views, l.exit)
	}
	for _, v := range views {
		for i, n := range v.Nodes {
			if n != nil {
				v.Nodes[i] = n.Forwarded()
			}
		}
	}
	b.s.observe(event, append(views, b.s.view("body"))...)
}

// assignedIn returns the slots of variables that the text assigns in a range,
// in order; with AllPhis all.
func (b *builder) assignedIn(r ast.Span) []int {
	var slots []int
	if b.g.Config.AllPhis {
		for i := range b.s.vars {
			slots = append(slots, i)
		}
		return slots
	}
	begin := func(pos int32) int {
		return sort.Search(len(b.writes), func(i int) bool { return b.writes[i].pos >= pos })
	}
	add := func(sym *ast.Symbol) {
		if i, ok := b.s.index[sym]; ok && i < len(b.s.vars) && b.s.vars[i].sym == sym {
			slots = append(slots, i)
		}
	}
	b.eachWritten(begin(r.Start), begin(r.End), r.Start, add)
	b.frame.eachWrites(add)
	sort.Ints(slots)
	out := slots[:0]
	for i, s := range slots {
		if i == 0 || s != slots[i-1] {
			out = append(out, s)
		}
	}
	return out
}

// fewWrites is the number of assignments up to which all are visited one by one.
const fewWrites = 32

// eachWritten visits the variables that writes[from:to] assign and that are declared before
// start, where the first of those writes may begin. It need not look at each write: of nested
// loops the outer ones contain all that the inner ones assign.
func (b *builder) eachWritten(from, to int, start int32, visit func(*ast.Symbol)) {
	if to-from <= fewWrites {
		for _, w := range b.writes[from:to] {
			visit(w.sym)
		}
		return
	}
	if b.written == nil {
		b.written = firstWrites(b.writes)
	}
	n := len(b.writes)
	var below func(i int)
	below = func(i int) {
		switch {
		case b.written[i] > start:
		case i >= n:
			visit(b.writes[i-n].sym)
		default:
			below(2 * i)
			below(2*i + 1)
		}
	}
	for from, to = from+n, to+n; from < to; from, to = from/2, to/2 {
		if from%2 == 1 {
			below(from)
			from++
		}
		if to%2 == 1 {
			to--
			below(to)
		}
	}
}

// firstWrites returns a segment tree over assignments: its leaves are, for each assignment, the
// place from which on it is the first one of a variable that is declared by then, and its inner
// nodes are minima.
func firstWrites(writes []write) []int32 {
	n := len(writes)
	tree := make([]int32, 2*n)
	last := map[*ast.Symbol]int32{}
	for i, w := range writes {
		tree[n+i] = max(last[w.sym], w.sym.Scope.Span.Start)
		last[w.sym] = w.pos + 1
	}
	for i := n - 1; i > 0; i-- {
		tree[i] = min(tree[2*i], tree[2*i+1])
	}
	return tree
}

// joinContinues joins the end of the body and its continues.
func (b *builder) joinContinues(l *loop) {
	end := b.s.take(l.continueMark)
	if len(l.continues) == 0 {
		return
	}
	b.s.rewind(l.continueMark)
	b.s.join(l.span, 0, append([]edge{end}, l.continues...)...)
}

// closeLoop connects the current state to the loop's back edge, removes the phis that turned
// out useless, and continues at the exit and the breaks. endless says that the loop has no exit
// of its own: it gets one that is never taken, so that it cannot vanish.
func (b *builder) closeLoop(l *loop, exit edge, endless bool) {
	s, g := b.s, b.g
	b.around("loop read", l)
	if info := g.Loops[l.node]; s.stopped() && info.Kind.Iterates() {
		b.onlyOnce(l)
	} else if s.stopped() {
		b.unloop(l)
	} else {
		g.SetIn(l.node, 2, s.ctrl)
		g.SetIn(l.mem, 2, state(s.mem))
		for _, p := range l.phis {
			g.SetIn(p.phi, 2, s.value(p.slot))
		}
		g.CloseLoop(l.node)
		for _, c := range l.cells {
			g.SetIn(c, 2, s.cell(c.Sym))
			c.Type = g.Compute(c)
		}
		if endless {
			n := g.NewNode(son.OpNever, l.node, l.mem)
			n.Span = l.span
			g.AddIn(g.Stop, g.Peephole(n))
		}
		b.around("back edge closed", l)
		b.dropUseless(l)
	}
	b.close(l.target, l.span, exit)
	s.show("loop closed", "after")
}

// unloop removes the head of a loop that never repeats.
func (b *builder) unloop(l *loop) {
	b.g.CloseLoop(l.node)
	delete(b.g.Loops, l.node)
	b.dropPhis(l)
	b.g.Replace(l.node, l.node.In(1), nil)
}

// onlyOnce closes an iteration loop that never repeats. The loop stays: nothing else can take
// one item.
func (b *builder) onlyOnce(l *loop) {
	b.g.SetIn(l.node, 2, b.g.Dead())
	b.g.CloseLoop(l.node)
	b.dropPhis(l)
}

// dropPhis replaces the phis of a loop that never repeats by their initial values.
func (b *builder) dropPhis(l *loop) {
	for _, p := range l.phis {
		b.replacePhi(p.phi, p.phi.In(1), append([]*son.Node(nil), p.phi.Users()...))
	}
	for _, c := range l.cells {
		b.g.Replace(c, c.In(1), nil)
	}
	mem := l.mem.In(1)
	b.g.Replace(l.mem, mem, mem)
}

// dropUseless removes phis that have one input besides themselves, and then those that thereby
// became useless.
func (b *builder) dropUseless(l *loop) {
	list := []*son.Node{l.mem}
	for _, p := range l.phis {
		list = append(list, p.phi)
	}
	for len(list) > 0 {
		phi := list[0]
		list = list[1:]
		if phi.Dead() || b.g.IsOpen(phi) {
			continue
		}
		var only *son.Node
		useless := true
		for _, x := range phi.Ins()[1:] {
			if x != phi && x != only {
				useless = useless && only == nil
				only = x
			}
		}
		if !useless || only == nil {
			continue
		}
		users := make([]*son.Node, 0, len(phi.Users()))
		for _, u := range phi.Users() {
			if u != phi {
				users = append(users, u)
			}
		}
		sort.Slice(users, func(i, j int) bool { return users[i].Order < users[j].Order })
		b.replacePhi(phi, only, users)
		for _, u := range users {
			if u.Op == son.OpPhi {
				list = append(list, u)
			}
		}
	}
}

// replacePhi replaces an eager phi with by. While the loop was open nothing was known of the
// phi, so its users may have a smaller type now, and some may be no memory state any more.
func (b *builder) replacePhi(phi, by *son.Node, users []*son.Node) {
	g, isMem, known := b.g, phi.IsMemPhi(), phi.Type == by.Type
	if isMem {
		g.Replace(phi, by, by)
		return
	}
	g.Replace(phi, by, nil)
	if known {
		return
	}
	for len(users) > 0 {
		u := users[0]
		users = users[1:]
		if u.Dead() || u.Op.IsControl() || u.Op == son.OpPhi && u.Region().Op == son.OpLoop {
			continue
		}
		if u.Op.HasMem() && u.Mem() != nil && !u.OnChain() {
			b.unchain(u)
		}
		if t := g.Compute(u); t != u.Type {
			u.Type = t
			users = append(users, u.Users()...)
		}
	}
}

// unchain gives the users of a node's memory the memory before it.
func (b *builder) unchain(n *son.Node) {
	for _, u := range append([]*son.Node(nil), n.Users()...) {
		for i, x := range u.Ins() {
			if x == n && u.SlotKind(i) == son.SlotMemory {
				b.g.SetIn(u, i, n.Mem())
			}
		}
	}
}

// test builds the condition of a loop; the result is the edge that leaves the loop there. A
// missing test, or a literal that is always true, is none: the loop is endless as far as its
// head is concerned.
func (b *builder) test(l *loop, x ast.Expr) (exit edge, endless bool) {
	if x == nil || isTrue(x) {
		return edge{}, true
	}
	var cond *son.Node
	b.inTestOf(l, func() { cond = b.expr(x) })
	return b.testOn(l, cond, x.Pos().Span)
}

// inTestOf builds a part of a loop's test.
func (b *builder) inTestOf(l *loop, part func()) {
	b.loopTest = b.g.Loops[l.node]
	part()
	b.loopTest = nil
}

// testOn is test for a condition that is already built.
func (b *builder) testOn(l *loop, cond *son.Node, span ast.Span) (exit edge, endless bool) {
	yes, no := b.s.branch(cond, span, b.g.Loops[l.node].Site, 0, 0)
	b.s.ctrl = no
	exit = b.s.take(l.breakMark)
	b.tested(l)
	b.s.ctrl = yes
	if unreachable(yes) {
		b.s.ctrl, b.s.mem = nil, nil
	}
	return exit, unreachable(no)
}

// isTrue reports that x is a literal that is always true.
func isTrue(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Bool:
		return x.Value
	case *ast.Number:
		return x.Value != 0 && x.Value == x.Value
	case *ast.String:
		return x.Value != ""
	}
	return false
}

func (b *builder) while(st *ast.While, labels []string) {
	if f, ok := b.folded(st); ok {
		b.foldedLoop(st, f, labels)
		return
	}
	l := b.openLoop(st, st.Span, son.LoopInfo{Kind: son.LoopWhile, Site: st.Site, Test: st.Test.Pos().Span}, labels)
	parts := b.conjuncts(st.Test)
	exit, endless := b.test(l, parts[0])
	l.continueMark = b.s.mark()
	b.leaveUnless(parts[1:])
	b.stmt(st.Body)
	b.joinContinues(l)
	b.closeLoop(l, exit, endless)
}

func (b *builder) doWhile(st *ast.DoWhile, labels []string) {
	l := b.openLoop(st, st.Span, son.LoopInfo{Kind: son.LoopDoWhile, Site: st.Site, Test: st.Test.Pos().Span}, labels)
	b.stmt(st.Body)
	b.joinContinues(l)
	var exit edge
	endless := false
	if !b.s.stopped() {
		exit, endless = b.test(l, st.Test)
	}
	b.closeLoop(l, exit, endless)
}

func (b *builder) forLoop(st *ast.For, labels []string) {
	depth := len(b.s.vars)
	b.enter(st.Scope)
	repeats := ast.Span{Start: st.Body.Pos().Start, End: st.End}
	info := son.LoopInfo{Kind: son.LoopFor, Site: st.Site}
	if st.Init != nil {
		info.Init = st.Init.Pos().Span
		b.plain(st.Init)
		if b.s.stopped() {
			b.s.pop(depth)
			return // the callee of a call in it does not return
		}
	}
	if st.Update != nil {
		info.Update = st.Update.Pos().Span
		repeats.Start = info.Update.Start
	}
	if st.Test != nil {
		info.Test = st.Test.Pos().Span
		repeats.Start = info.Test.Start
	}
	perIter := b.iterationVars(st)
	l := b.openLoop(st, repeats, info, labels)
	b.openCells(l, perIter)
	parts := b.conjuncts(st.Test)
	exit, endless := b.test(l, parts[0])
	l.continueMark = b.s.mark()
	b.leaveUnless(parts[1:])
	if !b.s.stopped() {
		b.stmt(st.Body)
	}
	b.joinContinues(l)
	b.copyCells(perIter)
	if st.Update != nil && !b.s.stopped() {
		b.effect(st.Update)
	}
	b.closeLoop(l, exit, endless)
	b.s.pop(depth)
}
