package son

import "strings"

var builtinCachingRule = Rule{
	Name:    "builtin-caching",
	File:    "son/builtincaching.go",
	Ops:     []Op{OpBuiltin},
	Doc:     "call of a function that is a property of a built-in global, in a loop => call of a variable set before the innermost loop  if nobody changes either (assumption builtins), and the function ignores its receiver; where that pays, and with --for speed",
	Assumes: AssumeBuiltins,
	Example: "for (…) n += Math.floor(x)  =>  const floor = Math.floor; for (…) n += floor(x)",
}

// CallsMember reports whether n calls a property of a built-in global, a function that ignores
// its receiver: Math.floor(x), but not s.charAt(0) or parseInt(s).
func (n *Node) CallsMember() bool {
	return n.Op == OpBuiltin && !n.Has(FlagProvided) && strings.Contains(n.Str, ".") && !strings.Contains(n.Str, protoInfix)
}

// FunctionBefore returns a read of the function that call calls, placed before a loop. The read
// always finds the function and runs no code. It has no place in the source: source positions
// and comments of the call stay with the call.
func (g *Graph) FunctionBefore(loop, call *Node) *Node {
	object, name, _ := strings.Cut(call.Str, ".")
	from := g.NewNode(OpGlobalLoad, nil, nil)
	from.Str, from.Flags, from.Type, from.Order = object, FlagProvided, TypeAny, call.Order
	f := g.NewNode(OpLoad, nil, nil, from)
	f.Str, f.Flags, f.Type, f.Order = name, FlagProvided, TypeAny, call.Order
	g.MoveBefore(loop, from)
	g.MoveBefore(loop, f)
	return f
}

// CallCached makes call take its function from f, which becomes its last operand. It returns
// false if no more rules may fire.
func (g *Graph) CallCached(call, f *Node) bool {
	if !g.spendAssuming(&builtinCachingRule, call, f, AssumeBuiltins) {
		return false
	}
	call.Flags |= FlagProvided
	g.AddIn(call, f)
	return true
}

// operands returns the number of operands passed to the function that an OpBuiltin calls.
func (n *Node) operands() int {
	if n.Has(FlagProvided) {
		return n.NumArgs() - 1
	}
	return n.NumArgs()
}
