package son

import "strings"

var builtinLocalRule = Rule{
	Name:    "builtin-local",
	Ops:     []Op{OpBuiltin},
	Doc:     "call of a function that is a property of a global of the language, in a loop => call of a variable that holds it since before the innermost loop  if nobody changes either (assumption builtins), and the function does not ask for what it is called on; where that pays, and with --for speed",
	Leans:   AssumeBuiltins,
	Example: "for (…) n += Math.floor(x)  =>  const floor = Math.floor; for (…) n += floor(x)",
}

// CallsMember reports whether n calls by a property of a global of the language what does
// not ask for it: Math.floor(x), but not s.charAt(0), parseInt(s).
func (n *Node) CallsMember() bool {
	return n.Op == OpBuiltin && !n.Has(FlagProvided) && strings.Contains(n.Str, ".") && !strings.Contains(n.Str, protoInfix)
}

// FunctionBefore returns a read of the function that call asks for, in front of a loop. It
// is sure to find it there, and to run nothing. It stands nowhere in the source: what is
// said there about the call stays with that.
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

// CallLocal lets call find its function in f, which becomes its last operand. It answers
// false if no more rules may fire.
func (g *Graph) CallLocal(call, f *Node) bool {
	if !g.spendLeaning(&builtinLocalRule, call, f, AssumeBuiltins) {
		return false
	}
	call.Flags |= FlagProvided
	g.AddIn(call, f)
	return true
}

// operands is how many operands the function gets that an OpBuiltin calls.
func (n *Node) operands() int {
	if n.Has(FlagProvided) {
		return n.NumArgs() - 1
	}
	return n.NumArgs()
}
