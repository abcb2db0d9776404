package son

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Body is the graph of a function that may be run on constants while its callers are optimized. It may be
// used by several callers at once.
type Body struct {
	g      *Graph
	plan   *evalPlan
	bodies func(fn int) *Body

	mu    sync.Mutex
	known map[string]evaluated // by the arguments
}

// evaluated is the result of a call: a constant, or TypeTop if it is unknown, and the assumptions under
// which it is right.
type evaluated struct {
	value Type
	on    Assumptions
}

// NewBody returns the body of a function with an optimized graph, which no longer changes. bodies returns
// those of the functions that it calls, or nil.
func NewBody(g *Graph, bodies func(fn int) *Body) *Body {
	if g.MaxID() > maxBodyIDs {
		return nil
	}
	b := &Body{g: g, plan: newEvalPlan(g), bodies: bodies, known: map[string]evaluated{}}
	if b.plan.regions != nil {
		return nil // it has a try statement
	}
	return b
}

// The limits of the evaluation of one call.
const (
	// evaluateFuel is how many nodes are run, those of the functions that it calls included.
	evaluateFuel = 10_000
	// evaluateDepth is how many calls are open at a time.
	evaluateDepth = 32
	// evaluateSpeedText is the printed length of a result that replaces a call for speed.
	evaluateSpeedText = 40
	// maxBodyIDs bounds the nodes that a graph has ever had.
	maxBodyIDs = 4000
)

// constantKinds are the values that a call may be evaluated on, and return.
const constantKinds = KindPlain | KindBigInt

func isConstant(t Type) bool { return t.IsConst() && t.kinds&^constantKinds == 0 }

// evaluateCall returns the constant that replaces the call n of a known function with constant arguments,
// or nil.
func (g *Graph) evaluateCall(n *Node) *Node {
	fn, ok := n.Callee()
	if !ok || g.Config.Summaries == nil {
		return nil
	}
	count := n.NumArgs() - 1
	for i := range count {
		if !isConstant(n.Arg(i + 1).Type) {
			return nil
		}
	}
	if g.leavesArguments(n) || g.Config.Authored && slices.ContainsFunc(n.Args()[1:], (*Node).OnChain) {
		return nil
	}
	b := g.Config.Summaries.Body(fn)
	if b == nil {
		return nil
	}
	args := make([]Type, count)
	for i := range args {
		args[i] = n.Arg(i + 1).Type
	}
	r := b.evaluate(args)
	if r.value.IsTop() || !g.paysAsConstant(n, r.value) {
		return nil
	}
	c := g.Const(r.value)
	if !g.SpendAssuming(&callEvaluatedRule, n, c, r.on|n.assumptions()) {
		return nil
	}
	c.Place(n.Span)
	return c
}

// paysAsConstant reports whether a call is better written as its value.
func (g *Graph) paysAsConstant(n *Node, value Type) bool {
	if g.Config.Speed && textSize(value) <= evaluateSpeedText {
		return true
	}
	if g.Config.Authored && textSize(value) > callSize(n) {
		return false
	}
	old := n.Type
	n.Type = value
	folds := g.folds(n)
	n.Type = old
	return folds
}

// textSize is the printed length of a constant.
func textSize(t Type) int { return len(textOf(t)) }

// textOf is about the text of a constant; different constants have different ones.
func textOf(t Type) string {
	switch t.kinds {
	case KindString:
		return `"` + t.str + `"`
	case KindBigInt:
		return t.str + "n"
	case KindNegZero:
		return "-0"
	}
	return constString(t)
}

// callSize is about the printed length of a call with constant arguments.
func callSize(n *Node) int {
	size := len("()")
	if f := n.Arg(0); f.Sym != nil {
		size += len(f.Sym.Name)
	} else if f.NumArgs() > 0 && f.Arg(0).Sym != nil {
		size += len(f.Arg(0).Sym.Name)
	} else {
		size++
	}
	for i, x := range n.Args()[1:] {
		if i > 0 {
			size += len(", ")
		}
		size += textSize(x.Type)
	}
	return size
}

// evaluate runs the function on constants. The result is the same whoever asks first.
func (b *Body) evaluate(args []Type) evaluated {
	var key strings.Builder
	for _, t := range args {
		text := textOf(t)
		key.WriteString(strconv.Itoa(len(text)) + " " + text)
	}
	b.mu.Lock()
	r, ok := b.known[key.String()]
	b.mu.Unlock()
	if ok {
		return r
	}
	e := &evaluation{fuel: evaluateFuel}
	if t, ok := e.call(b, args, evaluateDepth); ok {
		r = evaluated{t, e.on}
	}
	b.mu.Lock()
	b.known[key.String()] = r
	b.mu.Unlock()
	return r
}

// evaluation is the evaluation of one call, with the calls within. It ends without a result at the first
// node that may do anything but read, or whose value is needed and unknown.
type evaluation struct {
	fuel int
	on   Assumptions
}

func (e *evaluation) spend(n int) bool {
	e.fuel -= n
	return e.fuel >= 0
}

// call runs a function with the constant arguments.
func (e *evaluation) call(b *Body, args []Type, depth int) (Type, bool) {
	ids := b.g.MaxID()
	if depth == 0 || !e.spend(1+ids/64) {
		return TypeTop, false
	}
	a := &constants{evaluation: e, b: b, args: args, depth: depth, val: make([]Type, ids), stamp: make([]int32, ids)}
	at, input := b.g.Start, 0
	for {
		next := b.plan.next[at.ID]
		if next == nil || !a.enter(at, input) {
			return TypeTop, false
		}
		input = 0
		switch next.Op {
		case OpReturn:
			t, ok := a.value(next.Arg(0))
			return t, ok && isConstant(t)
		case OpIf:
			t, ok := a.value(next.Cond())
			if !ok || t.IsTop() {
				return TypeTop, false
			}
			if next = Projections(next, 2)[branch(Prim(t))]; next == nil {
				return TypeTop, false
			}
		case OpRegion, OpLoop:
			input = slices.Index(next.in, at)
		default:
			return TypeTop, false
		}
		at = next
	}
}

// constants is one call that is evaluated.
type constants struct {
	*evaluation
	b     *Body
	args  []Type
	depth int
	// By id: the value, TypeTop if it is unknown, and the epoch in which it was computed. Each entry of a
	// block starts an epoch.
	val   []Type
	stamp []int32
	epoch int32
}

// enter runs the block at head, reached by one of its inputs.
func (a *constants) enter(head *Node, input int) bool {
	phis := a.b.plan.phis[head.ID]
	vals := make([]Type, len(phis))
	for i, p := range phis { // all are read before any of them changes
		if p.IsMemPhi() {
			continue
		}
		t, ok := a.value(p.in[input])
		if !ok {
			return false
		}
		vals[i] = t
	}
	a.epoch++
	for i, p := range phis {
		a.val[p.ID], a.stamp[p.ID] = vals[i], a.epoch
	}
	if !a.spend(1 + len(phis)) {
		return false
	}
	for _, n := range a.b.plan.pinned[head.ID] {
		if !a.run(n) {
			return false
		}
	}
	return true
}

// value returns the value of a node, or TypeTop if it is unknown.
func (a *constants) value(n *Node) (t Type, ok bool) {
	switch {
	case n.Op == OpConst:
		if !isConstant(n.Type) {
			return TypeTop, true
		}
		return n.Type, true
	case n.Op == OpDead || n.Op.IsControl():
		return TypeTop, false
	case n.in[0] != nil:
		return a.val[n.ID], a.stamp[n.ID] != 0
	case a.stamp[n.ID] == a.epoch:
		return a.val[n.ID], true
	}
	ok = a.run(n)
	return a.val[n.ID], ok
}

// run computes one node that is not a phi. It fails if the node may do anything but read.
func (a *constants) run(n *Node) bool {
	if !a.spend(1) {
		return false
	}
	t := TypeTop
	switch {
	case n.Op == OpParam:
		if t = TypeUndefined; int(n.Idx) < len(a.args) {
			t = a.args[n.Idx]
		}
	case n.Op == OpCall:
		var ok bool
		if t, ok = a.callee(n); !ok {
			return false
		}
	case n.Op.isFoldable():
		args, known, ok := a.values(n.Args())
		if !ok {
			return false
		}
		if known {
			t = fold(n, args)
		}
	}
	if t.IsTop() && n.Effect()&^Reads != 0 {
		return false
	}
	if n.Op == OpBuiltin {
		a.on |= AssumeBuiltins
	}
	a.on |= n.assumptions()
	a.val[n.ID], a.stamp[n.ID] = t, a.epoch
	return true
}

// values returns the values of nodes, and whether all of them are known.
func (a *constants) values(nodes []*Node) (list []Type, known, ok bool) {
	list, known = make([]Type, len(nodes)), true
	for i, x := range nodes {
		t, ok := a.value(x)
		if !ok {
			return nil, false, false
		}
		list[i] = t
		known = known && !t.IsTop()
	}
	return list, known, true
}

// callee runs the call of a known function.
func (a *constants) callee(n *Node) (Type, bool) {
	fn, ok := n.Callee()
	if !ok {
		return TypeTop, false
	}
	args, known, ok := a.values(n.Args()[1:])
	if !ok || !known {
		return TypeTop, false
	}
	b := a.b.bodies(fn)
	if b == nil {
		return TypeTop, false
	}
	return a.call(b, args, a.depth-1)
}

// isFoldable reports whether nodes of the op may have constant values on constants.
func (o Op) isFoldable() bool {
	switch o {
	case OpBind, OpCast, OpTemplate, OpToStr, OpToKey, OpIsNullish, OpIsUndefined, OpBuiltin, OpLoad:
		return true
	case OpIn, OpInstanceOf:
		return false
	}
	return o.IsOperator()
}

// fold returns the value of a node on constants, as rules compute it, or TypeTop.
func fold(n *Node, args []Type) Type {
	if n.Op == OpCast {
		return args[0]
	}
	arg := func(i int) Type { return args[i] }
	if (n.Op == OpBuiltin || n.Op == OpLoad || n.Op.Coerces()) && n.effectOn(arg) != NoEffect {
		return TypeTop
	}
	if t := TypeWith(n, arg); isConstant(t) {
		return t
	}
	return TypeTop
}

var callEvaluatedRule = Rule{
	Name:    "call-evaluated",
	File:    "son/evaluate.go",
	Doc:     "f(c) => d  if f on these constants ends soon, with the value d, and does nothing else, and d is not longer than the call, or short and the aim is speed",
	Example: "function digits(n) { let d = 1; while (n > 9) { n = (n / 10) | 0; d++ } return d } digits(1234)  =>  4",
}
