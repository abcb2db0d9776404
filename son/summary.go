package son

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Summary says what a call of one function does, whatever its arguments are: it contains everything that
// any call can do. That a call runs out of stack is not among it.
type Summary struct {
	// Effect is what it may do to what exists before the call.
	Effect Effect
	// Ends: it returns or throws at some time.
	Ends bool
	// Fresh: it may return an object that it made, another one in each call.
	Fresh bool
	// Result is the type of what it returns; TypeTop: it never returns.
	Result Type
	// Param is the number of the parameter whose value it returns, or NoParam.
	Param int
	// Writes are the captured variables that it writes. Nothing else is written, unless it Calls.
	Writes []*ast.Symbol
	// Cheap: a call does little work.
	Cheap bool
	// Assumed: the summary depends on the assumption no-tdz.
	Assumed bool
	// Refers are the bindings of functions around it that it refers to, itself or through functions that
	// it calls; not declared functions, which have their value as soon as they can be named.
	Refers []*ast.Symbol
}

// NoParam is the Param of a function that does not always return one of its parameters.
const NoParam = -1

// Summaries are what is known of the functions that one graph calls.
type Summaries interface {
	// Summary returns the summary of a function for arguments of some kinds, or nil. The more these tell,
	// the less the summary contains. moves: the call may be anywhere in the graph, as far as it depends on
	// variables. instance: it is a part of an instance.
	Summary(fn int, a Arguments, instance bool) (s *Summary, moves bool)
	// Body returns a function that may be evaluated on constants, or nil.
	Body(fn int) *Body
}

// Arguments say of each of the first arguments of a call what it is, with two bits each.
type Arguments uint32

// What is known of one argument.
const (
	argumentAny    = iota
	argumentPlain  // a primitive, but no symbol and no bigint
	argumentNumber // a number
	argumentString // a string

	maxArguments = 16
)

// PlainArguments are primitives, none of them a symbol or bigint.
const PlainArguments Arguments = 0x55555555

// First returns what is known of the first n arguments.
func (a Arguments) First(n int) Arguments {
	if n >= maxArguments {
		return a
	}
	return a & (1<<(2*n) - 1)
}

// Type returns the type of parameter i.
func (a Arguments) Type(i int) Type {
	if i < maxArguments {
		switch a >> (2 * i) & 3 {
		case argumentPlain:
			return TypeOf(KindPlain)
		case argumentNumber:
			return TypeOf(KindNumber)
		case argumentString:
			return TypeOf(KindString)
		}
	}
	return TypeAny
}

// ArgumentsOf returns what is known of arguments of some types. Missing ones are undefined.
func ArgumentsOf(types []Type) Arguments {
	return arguments(len(types), func(i int) Type { return types[i] })
}

// argumentsOf returns what is known of the arguments of a call.
func argumentsOf(n *Node) Arguments {
	return arguments(n.NumArgs()-1, func(i int) Type { return n.Arg(i + 1).Type })
}

// arguments returns what is known of a number of arguments with the types that arg returns.
func arguments(n int, arg func(i int) Type) (a Arguments) {
	for i := range maxArguments {
		k := argumentPlain
		if i < n {
			switch t := arg(i); {
			case t.IsTop() || !t.Is(KindPlain):
				k = argumentAny
			case t.Is(KindNumber):
				k = argumentNumber
			case t.Is(KindString):
				k = argumentString
			}
		}
		a |= Arguments(k) << (2 * i)
	}
	return a
}

// The Idx of a Call says what is known of the callee; it is 0 if nothing is. The lowest bits are the
// effects that the call does not have.
const (
	callLacks = int32(Any)
	// callIdle: the call may go if nobody uses its value.
	callIdle int32 = 1 << 4
	// callAssumed: the callee is known under the assumption no-tdz.
	callAssumed int32 = 1 << 5
	// callInstance: the call is a part of another callee that was inlined, whose variables are others now.
	callInstance int32 = 1 << 6
	// callCheap: the call does little work.
	callCheap int32 = 1 << 7
	// callFunction is where the number of the callee begins, counted from 1.
	callFunction = 8
)

// maxCallee bounds the numbers of functions whose calls have a summary.
const maxCallee = 1 << 22

// SetCallee says which function n calls, a call in the function itself or in an instance.
func (n *Node) SetCallee(fn int, assumed, instance bool) {
	if fn >= maxCallee {
		return
	}
	n.Idx = int32(fn+1) << callFunction
	if assumed {
		n.Idx |= callAssumed
	}
	if instance {
		n.Idx |= callInstance
	}
}

// Callee returns the number of the function that a Call is known to call.
func (n *Node) Callee() (fn int, ok bool) {
	return int(n.Idx>>callFunction) - 1, n.Op == OpCall && n.Idx != 0
}

// Summary returns what is known of what n calls, or nil.
func (g *Graph) Summary(n *Node) *Summary {
	s, _ := g.summaryOf(n)
	return s
}

func (g *Graph) summaryOf(n *Node) (s *Summary, moves bool) {
	fn, ok := n.Callee()
	if !ok || g.Config.Summaries == nil {
		return nil, false
	}
	return g.Config.Summaries.Summary(fn, argumentsOf(n), n.Idx&callInstance != 0)
}

// summarize applies what is known of the function that n calls. It returns n if it has changed, what
// replaces n, or nil.
func (g *Graph) summarize(n *Node) *Node {
	s, moves := g.summaryOf(n)
	if s == nil || n.in[1] == nil {
		return nil
	}
	leaves := g.leavesArguments(n)
	idx, t := n.Idx|factsOf(s, moves && !leaves), n.Type
	if !s.Result.IsTop() {
		t = t.Narrow(s.Result)
	}
	if (idx != n.Idx || t != n.Type) && g.SpendAssuming(&callRule, n, n, n.assumptions()) {
		n.Idx, n.Type = idx, t
		g.last.idle = g.last.idle || idx&callIdle != 0
		g.now.types++
		return n // it may have to leave the memory chain first
	}
	if n.Idx&callIdle == 0 || leaves {
		return nil
	}
	var by *Node
	rule := &callParameterRule
	switch {
	case s.Param != NoParam && s.Param+1 < n.NumArgs() && !(g.Config.Authored && ordersOthers(n, s.Param+1)):
		by = n.Arg(s.Param + 1)
	case n.Type.IsConst() && g.folds(n):
		by, rule = g.Const(n.Type), &callConstantRule
	default:
		return nil
	}
	if !g.SpendAssuming(rule, n, by, n.assumptions()) {
		return nil
	}
	return by
}

// factsOf returns the part of the Idx of a Call that says what s says.
func factsOf(s *Summary, moves bool) (idx int32) {
	e := s.Effect
	if e&(Writes|Throws|Calls) == 0 && s.Ends {
		idx |= callIdle
	}
	if e&^Reads == 0 && (e == Reads || s.Fresh || !s.Ends || !moves || !s.Result.IsPrimitive()) {
		e |= Throws // it keeps its place
	}
	if s.Cheap {
		idx |= callCheap
	}
	if s.Assumed {
		idx |= callAssumed
	}
	return idx | callLacks&^int32(e)
}

// isIdleCall reports whether a call does nothing and nobody uses its value.
func (n *Node) isIdleCall() bool {
	if n.Op != OpCall || n.Idx&callIdle == 0 || n.in[1] == nil {
		return false
	}
	for i := range n.out {
		if u, s := n.Use(i); u.SlotKind(s) != SlotMemory {
			return false
		}
	}
	return true
}

// ordersOthers reports whether arguments of a call other than one have effects: without the call, they
// would be steps before what uses its value.
func ordersOthers(n *Node, but int) bool {
	for i, x := range n.Args() {
		if i != but && x.OnChain() {
			return true
		}
	}
	return false
}

// leavesArguments reports whether an argument of a call must be evaluated all the same, and would remain as
// a statement that seems to do nothing.
func (g *Graph) leavesArguments(n *Node) bool {
	return g.Config.Authored && slices.ContainsFunc(n.Args(), func(x *Node) bool { return WouldRemain(x, n) })
}

// The rewrites of calls.
var (
	callRule = Rule{
		Name:     "call-summary",
		File:     "son/summary.go",
		Doc:      "call of a known function => a call with fewer effects and a narrower result  if the summary of the function for such arguments says so",
		Example:  "function twice(x) { for (let i = 0; i < 2; i++) x += x; return x } twice(n & 7) + twice(n & 7): no valueOf can run",
		SameText: true,
	}
	callParameterRule = Rule{
		Name:    "call-parameter",
		File:    "son/summary.go",
		Doc:     "f(x) => x  if f returns the parameter that is x, and is known to end, to throw nothing, to write nothing and to run no other code that might",
		Example: "function same(x) { for (let i = 0; i < 3; i++) if (x === i) break; return x } same(a)  =>  a",
	}
	callConstantRule = Rule{
		Name:    "call-constant",
		File:    "son/summary.go",
		Doc:     "f(x) => c  if f returns the constant c, and is known to end, to throw nothing, to write nothing and to run no other code that might",
		Example: "function yes() { for (let i = 0; i < 3; i++) if (n === i) return true; return true } yes()  =>  true",
	}
	// idleCallRule is what a sweep does with calls.
	idleCallRule = Rule{
		Name:    "idle-call",
		File:    "son/sweep.go",
		Doc:     "f(x) => nothing  if nobody uses the value, and f is known to end, to throw nothing, to write nothing and to run no other code that might",
		Example: "function find(x) { for (let i = 0; i < 3; i++) if (x === i) return i } find(a)  =>  nothing",
	}
)
