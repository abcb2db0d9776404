package cost

import "github.com/sonjs/son/son"

// symbol is the length of the text that a node adds to that of its operands: an operator,
// brackets, commas. It has two views. They differ because a computation is compared with one
// constant, where a byte decides, and a loop with its copies, where it does not: an operator
// counts there as one byte, a keyword as typeof, and a statement with what ends it.
type symbol struct {
	// exact is the length in compact text, of what may be a part of a computation without
	// effects.
	exact int
	// rough is the length in an estimate.
	rough int
	// The name of a property or global is a part of the text, in the view.
	exactName, roughName bool
}

// operator is the symbol of an op without a row.
var operator = symbol{exact: 1, rough: 1}

const keyword = len("+typeof ")

// symbols has the ops that are not written as one byte.
var symbols = [...]symbol{
	son.OpExp:           {exact: len("**"), rough: 1},
	son.OpShl:           {exact: len("<<"), rough: 1},
	son.OpShr:           {exact: len(">>"), rough: 1},
	son.OpUShr:          {exact: len(">>>"), rough: 1},
	son.OpStrictEq:      {exact: len("==="), rough: len("===")},
	son.OpStrictNe:      {exact: len("!=="), rough: len("!==")},
	son.OpTypeof:        {exact: len("typeof "), rough: keyword},
	son.OpIn:            {exact: 1, rough: keyword},
	son.OpInstanceOf:    {exact: 1, rough: keyword},
	son.OpDelete:        {exact: 1, rough: keyword},
	son.OpDeleteIdx:     {exact: 1, rough: keyword},
	son.OpNew:           {exact: 1, rough: keyword},
	son.OpLoad:          {exact: len("."), rough: len("."), exactName: true, roughName: true},
	son.OpGlobalLoad:    {exact: 0, rough: 1, exactName: true, roughName: true},
	son.OpMethodRef:     {exact: 1, rough: len("."), roughName: true},
	son.OpCompRef:       {exact: 1, rough: len("."), roughName: true},
	son.OpGlobalRef:     {exact: 1, rough: 1, roughName: true},
	son.OpCompRefGlobal: {exact: 1, rough: 1, roughName: true},
	son.OpStore:         {exact: 1, rough: len(".=;"), roughName: true},
	son.OpLoadIdx:       {exact: 1, rough: len("[]")},
	son.OpMethodRefIdx:  {exact: 1, rough: len("[]")},
	son.OpCompRefIdx:    {exact: 1, rough: len("[]")},
	son.OpStoreIdx:      {exact: 1, rough: len("[]=;")},
	son.OpStoreCell:     {exact: 1, rough: len("x=;")},
	son.OpCompStore:     {exact: 1, rough: len("x=;")},
	son.OpCall:          {exact: 1, rough: len("f()")},
	son.OpCallMethod:    {exact: 1, rough: len("f()")},
	son.OpTemplate:      {exact: len("``"), rough: len(",{}"), roughName: true},
	son.OpObject:        {exact: 1, rough: len(",{}"), roughName: true},
	son.OpArray:         {exact: 1, rough: len(",[]"), roughName: true},
	son.OpRegExp:        {exact: 1, rough: len(",//"), roughName: true},
}

func symbolOf(op son.Op) symbol {
	if int(op) < len(symbols) && symbols[op] != (symbol{}) {
		return symbols[op]
	}
	return operator
}

// exactSymbol is the length of n's text without its operands, in compact text.
func exactSymbol(n *son.Node) int {
	s := symbolOf(n.Op)
	size := s.exact
	if s.exactName {
		size += len(n.Str)
	}
	switch n.Op {
	case son.OpBuiltin:
		name := n.Str
		if m, ok := n.MethodOfBuiltin(); ok {
			name = "." + m
		}
		return len(name) + len("()") + max(n.NumArgs()-1, 0)
	case son.OpTemplate:
		for _, p := range n.Parts {
			size += len(p.Str)
		}
		size += len("${}") * n.NumArgs()
	}
	return size
}

// roughSymbol is the length of n's text without its operands, in an estimate.
func roughSymbol(n *son.Node) int {
	s := symbolOf(n.Op)
	size := s.rough
	if s.roughName {
		size += len(n.Str)
	}
	switch n.Op {
	case son.OpCall, son.OpCallMethod:
		size += n.NumArgs() - 1
	case son.OpTemplate, son.OpObject, son.OpArray, son.OpRegExp:
		for _, p := range n.Parts {
			size += len(p.Str) + 1
		}
	}
	return size
}
