package loop

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// unswitchNodes bounds the size of a loop that is duplicated, and unswitchCalls how many calls it may have: an iteration
// with more takes so long that a test does not matter. In QuickJS lodash and underscore run within 0.2 % of what they
// did, with a bound of one or of two calls.
const (
	unswitchNodes = 80
	unswitchCalls = 3
)

// Peel moves the first iteration of a loop before it, with --for speed, if that decides tests
// of the other iterations, as on a variable that is true in the first one only. For size it
// never paid for its bytes in 28,000 functions of libraries. It peels the first loop for which
// that pays, inner loops first.
func Peel(g *son.Graph) bool {
	if !g.Config.Speed {
		return false
	}
	var c *scheduled
	for _, l := range loopsOf(g, &c, countsFromConst) {
		body := smallCopyOf(c, l, fastNodes)
		if body == nil {
			continue
		}
		saved := body.firstIteration()
		if saved.branches > 0 && saved.bytes <= fastBytes && body.peelFirst() {
			return true
		}
	}
	return false
}

// Unswitch turns a loop with an invariant branch into two loops, one in each arm of that
// branch, with --for speed. It takes the first loop that allows it, outer loops first.
func Unswitch(g *son.Graph) bool {
	if !g.Config.Speed {
		return false
	}
	var c *scheduled
	list := loopsOf(g, &c, mayUnswitch)
	for i := len(list) - 1; i >= 0; i-- {
		body := smallCopyOf(c, list[i], unswitchNodes)
		if body == nil {
			continue
		}
		if cond := body.invariantTest(); cond != nil && body.calls() <= unswitchCalls && body.unswitch(cond) {
			return true
		}
	}
	return false
}

// mayUnswitch reports whether the loop is as the source has it.
func mayUnswitch(g *son.Graph, loop *son.Node) bool {
	info := g.Loops[loop]
	return info != nil && !info.Kind.Iterates() && !info.Peeled
}

// maxSteady bounds the iterations that are analyzed to find out what all iterations but the
// first have in common.
const maxSteady = 6

// gain is what is gained from a copy of a loop.
type gain struct {
	bytes    int // how much longer the text gets, roughly
	branches int // that an iteration no longer needs
}

// firstIteration returns the gain from placing the first iteration before the loop.
func (l *loopCopy) firstIteration() gain {
	first := l.begin(func(p *son.Node) son.Type { return p.In(1).Type })
	if !first.again() {
		return gain{}
	}
	types := map[*son.Node]son.Type{}
	for _, p := range l.phis {
		types[p] = first.next(p)
	}
	var later *iteration
	for i := 0; ; i++ {
		later = l.begin(func(p *son.Node) son.Type { return types[p] })
		stable := true
		for _, p := range l.phis {
			if p.IsMemPhi() {
				continue
			}
			t := types[p].Join(later.next(p)).Narrow(p.Type)
			if t == types[p] {
				continue
			}
			stable = false
			if types[p] = t; i > 0 {
				types[p] = p.Type // it counts
			}
		}
		if stable {
			break
		}
		if i == maxSteady {
			return gain{}
		}
	}
	any := l.begin(func(p *son.Node) son.Type { return p.Type })
	return gain{first.bytes() + later.bytes() + cost.LoopText - l.bytes(), later.decided() - any.decided()}
}

// decided counts the branches of the iteration that always go the same way.
func (r *iteration) decided() int {
	n := 0
	for _, b := range r.l.blocks {
		if e := b.End; e != nil && e.Op == son.OpIf && (!r.reached[b] || r.decides(b) != son.Maybe) {
			n++
		}
	}
	return n
}

// peelFirst places the first iteration before the loop.
func (l *loopCopy) peelFirst() bool {
	return l.g.Spend(&PeelRule, l.head, l.head) && l.peel(1)
}

// invariantTest returns a condition on which the loop branches, with both sides staying in the loop,
// and which is the same in all iterations and can be computed before the loop; or nil. If there
// are several it returns none: there would be a loop for each combination of their values. It is
// under the name that a variable gives it there, if any.
func (l *loopCopy) invariantTest() *son.Node {
	var only *son.Node
	for _, b := range l.blocks {
		if b.End == nil || b.End.Op != son.OpIf || !l.loop.Has(b) || !l.loop.Has(b.Succs[0]) || !l.loop.Has(b.Succs[1]) {
			continue
		}
		if c := son.Base(b.End.Cond()); c.Op != son.OpConst && c.Type.Truthy() == son.Maybe && l.invariant(c, maxInvariant) {
			if only != nil && son.Base(only) != c {
				return nil
			}
			if only = b.End.Cond(); only.Op == son.OpBind && !l.comesBefore(only) {
				only = c
			}
		}
	}
	return only
}

// maxInvariant bounds the depth of invariant's search.
const maxInvariant = 4

// invariant reports whether a value is independent of the loop.
func (l *loopCopy) invariant(n *son.Node, depth int) bool {
	switch {
	case n.IsRef() || n.Op.IsToken():
		return false
	case n.Op >= son.OpPatObject && n.Op <= son.OpPatEnd:
		return false // only its pattern writes it
	case n.Op == son.OpConst || n.Op.IsEntry():
		return true
	case n.Op == son.OpPhi || !son.Floats(n):
		return l.comesBefore(n)
	case n.In(0) != nil || depth == 0 || n.Op.HasMem() && n.In(1) != nil:
		return false
	}
	for _, x := range n.Args() {
		if !l.invariant(son.Base(x), depth-1) {
			return false
		}
	}
	return true
}

// comesBefore reports whether a node is computed on every path to the loop.
func (l *loopCopy) comesBefore(n *son.Node) bool {
	b := l.c.at[n.ID]
	return b != nil && !l.has[b] && b.Dominates(l.loop.Head)
}

// before returns an invariant value as it is computed before the loop, where the names that
// the iterations bind to its operands do not exist yet:
//
//	let x = p; if (x == null) …     becomes     if (p == null)
func (l *loopCopy) before(n *son.Node) *son.Node {
	for n.Op == son.OpBind && !l.comesBefore(n) {
		n = n.Arg(0)
	}
	if n.Op == son.OpBind || n.Op == son.OpConst || n.Op == son.OpPhi || n.Op.IsEntry() || !son.Floats(n) {
		return n
	}
	in := slices.Clone(n.Ins())
	for i, x := range in {
		if x != nil {
			in[i] = l.before(x)
		}
	}
	if slices.Equal(in, n.Ins()) {
		return n
	}
	m := l.g.Clone(n, in...)
	m.SetHome(nil)
	return m
}

// unswitch replaces this loop by two loops: a condition that is the same in all iterations is
// true in one and false in the other.
func (l *loopCopy) unswitch(cond *son.Node) bool {
	g := l.g
	for _, u := range l.head.Users() {
		if u.Op == son.OpNever {
			return false
		}
	}
	if !g.Spend(&UnswitchRule, l.head, cond) {
		return false
	}
	joined := l.joinedTests(cond)
	w, ok := l.room(1)
	if !ok {
		return false
	}
	m := copies{}
	l.copy(m, -w, append(append([]*son.Node{l.head}, l.phis...), l.nodes...))
	l.made = append(l.made, m)
	iff := g.NewNode(son.OpIf, l.head.In(1), l.before(cond))
	iff.Type, iff.Order, iff.Instance = son.TypeControl, m[l.head].Order, l.head.Instance
	for i, head := range []*son.Node{m[l.head], l.head} {
		p := g.NewNode(son.OpProj, iff)
		p.Type, p.Idx, p.Order, p.Instance = son.TypeControl, int32(i), iff.Order, iff.Instance
		g.SetIn(head, 1, p)
		if info := g.Loops[head]; info != nil {
			again := *info
			again.Init, again.Peeled = ast.Span{}, true
			g.Loops[head] = &again
		}
	}
	for _, b := range l.blocks {
		if e := b.End; e != nil && e.Op == son.OpIf && son.Base(e.Cond()) == son.Base(cond) {
			g.SetIn(e, 1, g.Const(son.TypeFalse))
			g.SetIn(m[e], 1, g.Const(son.TypeTrue))
		}
	}
	for _, t := range joined {
		for k, e := range []*son.Node{t.branch, m[t.branch]} {
			if t.goes[k] != son.Maybe {
				g.SetIn(e, 1, g.Const(t.goes[k].Type()))
			}
		}
	}
	for _, p := range l.nodes {
		if p.Op != son.OpPhi || p.IsMemPhi() || !onlyTested(p, maxInvariant) {
			continue
		}
		for i, in := range p.Ins() {
			if i > 0 && son.Base(in) == son.Base(cond) {
				g.SetIn(p, i, g.Const(son.TypeFalse))
				g.SetIn(m[p], i, g.Const(son.TypeTrue))
			}
		}
	}
	l.merge()
	return true
}

// joinedTest is a branch on a phi, and how it goes where a condition is false, and where it is true.
type joinedTest struct {
	branch *son.Node
	goes   [2]son.Tri
}

// joinedTests returns the branches at joins on a phi of the join that has a condition on some edges; on the others a
// test on the way tells how they go.
//
//	if (a && c) …      is      if (a) …      where c is true
func (l *loopCopy) joinedTests(cond *son.Node) (list []joinedTest) {
	for _, b := range l.blocks {
		if b.End == nil || b.End.Op != son.OpIf || !l.loop.Has(b) {
			continue
		}
		p, whenTrue := b.End.Cond(), son.Yes
		for ; p.Op == son.OpNot; p = p.Arg(0) {
			whenTrue = whenTrue.Not()
		}
		if p.Op != son.OpPhi || p.Region() != b.Head || b.Head == l.head || p.IsMemPhi() {
			continue
		}
		t := joinedTest{branch: b.End}
		for k, is := range []son.Tri{whenTrue.Not(), whenTrue} {
			for i := range b.Preds {
				on := l.c.TestedOnEdge(b.End.Cond(), b, i)
				if son.Base(p.In(i+1)) == son.Base(cond) {
					on = is
				}
				if i > 0 && on != t.goes[k] {
					on = son.Maybe
				}
				if t.goes[k] = on; on == son.Maybe {
					break
				}
			}
		}
		list = append(list, t)
	}
	return list
}

// onlyTested reports whether all that matters of a value is whether it is truthy.
func onlyTested(n *son.Node, depth int) bool {
	for _, u := range n.Users() {
		switch {
		case u.Op == son.OpIf:
		case depth > 0 && (u.Op == son.OpNot || u.Op == son.OpPhi && u.Region().Op != son.OpLoop) && onlyTested(u, depth-1):
		default:
			return false
		}
	}
	return true
}

// calls returns how many calls the loop has.
func (l *loopCopy) calls() (n int) {
	for _, x := range l.nodes {
		if x.Op == son.OpCall || x.Op == son.OpCallMethod || x.Op == son.OpNew {
			n++
		}
	}
	return n
}
