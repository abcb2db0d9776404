package inline

import (
	"cmp"
	"math"
	"slices"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
)

// For speed, small functions are inlined at several calls, and the program grows. How much, in all, has a budget,
// and the calls that are worth most get it: those that run most often for what they cost. Nothing is known of what
// runs but the text, so how often a call does is estimated from loops, and from calls of the function around it. A
// small program does not reach its budget.
//
// This is the knapsack problem, solved by taking calls in the order of benefit per cost. (Scheifler, An Analysis of
// Inline Substitution for a Structured Programming Language, 1977; Wu and Larus, Static Branch Frequency and Program
// Profile Analysis, 1994)

// growth is what of the program may grow.
type growth struct {
	// frequency is how often a function runs, by Function.Index, as an exponent: see runs. The top level is last.
	frequency []int8
	// component is that of each function in the call graph, and circular those whose functions call each other in a
	// circle, or themselves.
	component []int32
	circular  map[int32]bool
	// called is how many calls a function has, methods among them, and calledOutside how many of these are not known to
	// be in a loop.
	called, calledOutside []int
	// highest is what a call may cost, see cost. Of those that cost just that, which may be many, the first ones in the
	// order of planning are inlined, until left is spent.
	highest float64
	left    int
}

const (
	// iterations is how often the body of a loop runs, as a power of two.
	iterations = 3
	// once is the frequency of what runs at most once, and most is the largest one that is told apart.
	once, most = -1, 6
	// growthShare is by which part of its nodes a program may grow, and leastGrowth by how many nodes any may: that is
	// all that 100 KB of text ask for. Callees in callees come on top of that, so it is about a third less than what
	// programs grow by. By counted instructions, a program that runs lodash (28,000 nodes, which would grow by 34,000)
	// gets 1.18 times as fast without a budget, 1.16 with this one, and 1.13 with a tenth only. The compiler of
	// TypeScript (850,000 nodes, which would grow by 1,200,000) takes less than half the time with it.
	growthShare = 0.1
	leastGrowth = 6000
	// manyParts is how many properties or elements take longer to make than several calls.
	manyParts = 8
	// mostOutside is how many nodes a callee may have, with those in it, where the program does not show that the call
	// is in a loop. In QuickJS this makes chess 2.5 % slower, where three calls of a method with a loop stay; regexp,
	// acorn and underscore run within 0.2 % of what they did. With 70, tokenizer is 4.4 % slower, too.
	mostOutside = 100
	// table is how many calls of a function with statements may be inlined outside of loops.
	table = 8
)

// mostForSpeed is how many nodes of a callee may be worth it at any of its calls, for speed.
func mostForSpeed(shape *shape) int {
	if shape.expr != nil {
		return speedExpr
	}
	return speedBody
}

// runs returns how often a function, or the top level, runs: 0 is as often as anybody calls the program, and each
// loop around that is one more.
func (l *planner) runs(fn *ast.Function) int { return int(l.frequency[l.index(fn)]) }

// cost returns how many nodes each run of a call costs that is inlined and runs that often. A callee with a loop, or
// that makes a large object, takes so long that its call matters less.
func (g *growth) cost(shape *shape, runs int) float64 {
	if shape.loops || shape.fills {
		runs--
	}
	return math.Ldexp(float64(shape.copied), -iterations*min(runs, most))
}

// affords reports whether the program may grow by a call that runs that often, and has it grow.
func (g *growth) affords(shape *shape, runs int) bool {
	c := g.cost(shape, runs)
	if c == g.highest {
		g.left -= shape.copied
		return g.left >= 0
	}
	return c < g.highest
}

// spend finds out what calls may cost.
func (l *planner) spend() growth {
	g := growth{highest: math.Inf(1)}
	g.component, g.circular = l.circles()
	g.frequency = l.frequencies(&g)
	l.countCalls(&g)
	type call struct {
		cost  float64
		nodes int
	}
	var list []call
	for i := range int32(l.Graph.Own) {
		s := l.Graph.Site(i)
		if s.Callee == nil || l.isSingle(s.Callee) || l.loopOf[s.Call] != nil {
			continue
		}
		if shape := l.shapeOf(called{s.Callee, s.Method, s.Here, false}); l.mayCopy(s, shape) {
			shape.copied = l.copiedNodes(s, shape)
			list = append(list, call{g.cost(shape, int(g.frequency[l.index(s.In)])+int(s.Loops)), shape.copied})
		}
	}
	slices.SortFunc(list, func(a, b call) int { return cmp.Or(cmp.Compare(a.cost, b.cost), a.nodes-b.nodes) })
	budget, before := l.budgetOfProgram(), 0.0
	for _, x := range list {
		if x.cost != before {
			before, g.left = x.cost, budget
		}
		if budget -= x.nodes; budget < 0 {
			g.highest = x.cost
			break
		}
	}
	return g
}

// countCalls counts the calls of each function.
func (l *planner) countCalls(g *growth) {
	g.called, g.calledOutside = make([]int, len(l.Graph.Functions)), make([]int, len(l.Graph.Functions))
	for _, s := range l.Graph.Sites.All() {
		if s.Callee == nil {
			continue
		}
		g.called[s.Callee.Index]++
		if s.Loops == 0 && g.frequency[l.index(s.In)] <= 0 {
			g.calledOutside[s.Callee.Index]++
		}
	}
}

// mayCopy reports whether a call may get a copy of its callee, or the callee itself.
func (l *planner) mayCopy(s *calls.Site, shape *shape) bool {
	return shape.why == "" && (l.isSingle(s.Callee) || shape.nodes <= mostForSpeed(shape))
}

// copiedNodes returns how many nodes a copy of a callee has, with the copies of callees in it.
func (l *planner) copiedNodes(s *calls.Site, of *shape) int {
	if of.copied > 0 {
		return of.copied
	}
	of.copied = of.nodes // where it calls itself through others, too
	copied := of.nodes
	for _, i := range l.in[s.Callee.Index] {
		inner := l.Graph.Site(i)
		if inner.Callee == nil || l.loopOf[inner.Call] != nil {
			continue
		}
		if shape := l.shapeOf(called{inner.Callee, inner.Method, inner.Here, false}); l.mayCopy(inner, shape) {
			copied += l.copiedNodes(inner, shape)
		}
	}
	of.copied = min(copied, largest)
	return of.copied
}

// hasManyParts reports whether a node is an object or an array literal that takes many times as long as a call.
func hasManyParts(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Object:
		return len(n.Props) > manyParts
	case *ast.Array:
		return len(n.Elems) > manyParts
	}
	return false
}

// budgetOfProgram returns by how many nodes the program may grow.
func (l *planner) budgetOfProgram() int {
	nodes := 0
	ast.Walk(l.p, func(ast.Node) bool { nodes++; return true })
	return max(leastGrowth, int(growthShare*float64(nodes)))
}

// circles returns the components of the call graph, and those whose functions call each other in a circle, or themselves.
func (l *planner) circles() (component []int32, circular map[int32]bool) {
	component, circular = l.Graph.Components(), map[int32]bool{}
	seen := make(map[int32]bool, len(component))
	for i, k := range component {
		circular[k] = circular[k] || seen[k] || l.Graph.Functions[i].SelfCalls
		seen[k] = true
	}
	return component, circular
}

// entersRecursion reports whether a call is the first one of a function that goes on to call itself, directly or
// through others: inlining it saves one call of many.
func (g *growth) entersRecursion(caller, callee *ast.Function) bool {
	if callee.Index >= len(g.component) {
		return false
	}
	k := g.component[callee.Index]
	return g.circular[k] && (caller == nil || g.component[caller.Index] != k)
}

// frequencies estimates how often each function runs, the top level last. A function runs as often as the most
// frequent of its calls; one that others may have, as often as anybody calls the program, and as the function that
// makes it. Functions that call each other in a circle are in a loop.
//
// Cost: functions and calls, for each frequency.
func (l *planner) frequencies(g *growth) []int8 {
	n := len(l.p.Funcs)
	of := make([]int8, n+1)
	for i := range of {
		of[i] = math.MinInt8
	}
	inside := make([][]*ast.Function, n+1) // those that others may have, by the function that makes them
	var todo []int
	raise := func(fn *ast.Function, to int) {
		i := l.index(fn)
		if fn != nil && g.circular[g.component[i]] {
			to++
		}
		if to = min(to, most); to > int(of[i]) {
			of[i] = int8(to)
			todo = append(todo, i)
		}
	}
	for i, fn := range l.p.Funcs {
		if l.Graph.Functions[i].Exposed != "" {
			at := l.index(fn.Parent)
			inside[at] = append(inside[at], fn)
			raise(fn, 0)
		}
	}
	raise(nil, once)
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, fn := range inside[f] {
			raise(fn, max(0, int(of[f])))
		}
		for _, i := range l.in[f] {
			s := l.Graph.Site(i)
			switch {
			case s.Callee == nil || s.Callee.Index >= n:
			case f < n && g.component[s.Callee.Index] == g.component[f]:
				raise(s.Callee, int(of[f])-1) // the circle counts once
			default:
				raise(s.Callee, int(of[f])+int(s.Loops))
			}
		}
	}
	return of
}
