package cost

import "github.com/sonjs/son/son"

// Estimate estimates the text length of code in which some values are known: of an iteration of
// a loop that is copied.
type Estimate struct {
	// Value is what is known about the value of a node in that code.
	Value func(n *son.Node) son.Type
}

// The lengths of statements without what they contain, a name being one byte.
const (
	IfText     = len("if()")
	LoopText   = len("for(;;)")
	ReturnText = len("return ")
	AssignText = len("x=;")
	InitText   = len(",i=")
)

// Node estimates the length of one node's own text, including operands that are names or
// constants.
func (e Estimate) Node(n *son.Node) int {
	if n.Op == son.OpBind {
		return AssignText + e.Operand(n, n.Arg(0))
	}
	sum := roughSymbol(n)
	for _, x := range n.Args() {
		sum += e.Operand(n, x)
	}
	if n.OnChain() && len(n.Users()) <= 1 {
		sum += len(";")
	}
	return sum
}

// Operand estimates the length of x where n uses it: an expression printed in place of a name is
// counted where it is computed.
func (e Estimate) Operand(n, x *son.Node) int {
	if t := e.Value(x); t.IsConst() {
		return ConstText(t)
	}
	if len(x.Users()) > 1 || x.Op == son.OpPhi || x.Op != son.OpCall && son.HasFixedType(x) {
		return len("x")
	}
	return 0
}

// ConstText estimates the length of a constant, where a number counts as a digit: it is that
// of a counter, mostly. See [Model.Folds] for the true length.
func ConstText(t son.Type) int {
	if s, ok := t.Text(); ok {
		return len(s) + len("''")
	}
	return len("0")
}
