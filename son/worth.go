package son

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Knowing a value is one thing, printing it another: 1 / 3 says more than
// 0.3333333333333333 and is as much work, for engines compute constants once. What
// is known of an operator that stays serves all the same, in branches and in what is
// computed from it.

// isWorthFolding reports that the constant that n gives is a better way to write it:
// no longer than the computation. Lengths are those of compact text, where a name is
// one byte long.
func (n *Node) isWorthFolding() bool {
	if n.Has(FlagCompound) && n.Arg(0).Op != OpConst {
		return false // as its author wrote it, unless the variable goes: see pickCopies
	}
	if f, ok := n.Type.Number(); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return false // 1 / 0 is as good a way to write it as any
	}
	if isShort(n.Type) {
		return true
	}
	size := constSize(n.Type)
	if n.Op == OpPhi {
		return size <= longText
	}
	if slices.ContainsFunc(n.Args(), func(x *Node) bool { return x != nil && !x.Type.IsConst() }) {
		size -= shortConst // it waits for something that it does not need
	}
	return size <= n.printSize(printNodes)
}

const (
	// shortConst is how long a constant may be that is written out wherever it is
	// known, as true and false are.
	shortConst = 5
	// longText is how long the constants are that take the place of a variable.
	longText = 14
	// printNodes bounds the nodes that printSize looks at. What has more of them is
	// longer than any constant that it may give.
	printNodes = 32
)

// isShort reports whether a constant is short to read: 86400000 is not, though 864e5 may
// be what a minifier makes of it.
func isShort(t Type) bool {
	if f, ok := t.Number(); ok {
		return len(NumberToString(f)) <= shortConst
	}
	return constSize(t) <= shortConst
}

// constSize is how long a constant is in print.
func constSize(t Type) int {
	if s, ok := t.Text(); ok {
		return len(s) + 2 // quotes, or what is about a bigint
	}
	f, ok := t.Number()
	if !ok {
		return 1
	}
	s := strings.TrimPrefix(strconv.FormatFloat(math.Abs(f), 'f', -1, 64), "0")
	digits := strings.TrimRight(s, "0")
	if zeros := len(s) - len(digits); zeros > 2 && !strings.Contains(s, ".") {
		s = digits + "e" + strconv.Itoa(zeros)
	}
	if e := strconv.FormatFloat(math.Abs(f), 'e', -1, 64); len(e) < len(s) {
		s = e
	}
	if f < 0 {
		return len(s) + 1
	}
	return max(len(s), 1)
}

// printSize is how long the computation of n is in print, of which limit nodes are
// looked at.
func (n *Node) printSize(limit int) int {
	size, list := 0, []*Node{n}
	for len(list) > 0 {
		x := list[len(list)-1]
		list = list[:len(list)-1]
		if limit--; limit < 0 {
			return math.MaxInt32
		}
		switch {
		case x.Op == OpConst:
			size += constSize(x.Type)
		case x != n && !floats(x) || x.Op == OpBind:
			size++ // a name, at the least
		case x != n && x.Type.IsConst() && isShort(x.Type):
			size += constSize(x.Type)
		default:
			size += symbolSize(x)
			for _, y := range x.Args() {
				if y != nil {
					list = append(list, y)
				}
			}
		}
	}
	return size
}

// symbolSize is how long an operator is without its operands.
func symbolSize(n *Node) int {
	switch n.Op {
	case OpBuiltin:
		name := n.Str
		if m, ok := n.MethodOfBuiltin(); ok {
			name = "." + m
		}
		return len(name) + len("()") + max(n.NumArgs()-1, 0)
	case OpLoad:
		return len(".") + len(n.Str)
	case OpGlobalLoad:
		return len(n.Str)
	case OpTypeof:
		return len("typeof ")
	case OpTemplate:
		size := len("``")
		for _, p := range n.Parts {
			size += len(p.Str)
		}
		return size + len("${}")*n.NumArgs()
	case OpExp, OpShl, OpShr:
		return 2
	case OpUShr, OpStrictEq, OpStrictNe:
		return 3
	}
	return 1
}
