package cost

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sonjs/son/son"
)

// Knowing a value does not mean that it should be printed: 1 / 3 says more than
// 0.3333333333333333 and costs the same, because engines compute constants once.

// Folds reports whether n is better written as its constant: one no longer than the computation.
// Lengths are those of compact text, where a name is one byte long.
func (m *Model) Folds(n *son.Node) bool {
	if n.Has(son.FlagCompound) && n.Arg(0).Op != son.OpConst {
		return false // as its author wrote it, unless the variable is removed: see pickCopies
	}
	if n.Op == son.OpCaptured && n.Str != "" { // Color.Red
		return !m.KeepsNames && constSize(n.Type) <= len(n.Str)+2
	}
	if m.KeepsNames && namesOuter(n, printNodes) {
		return false
	}
	if f, ok := n.Type.Number(); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return false // 1 / 0 is no worse to read
	}
	if isShort(n.Type) {
		return true
	}
	size := constSize(n.Type)
	if n.Op == son.OpPhi {
		return size <= longText
	}
	if slices.ContainsFunc(n.Args(), func(x *son.Node) bool { return x != nil && !x.Type.IsConst() }) {
		size -= shortConst // otherwise it waits for a value that it does not need
	}
	return size <= printSize(n, printNodes)
}

// namesOuter reports whether a computation contains the name of a constant of an enclosing function:
// SIZE - 1. It looks at so many operators.
func namesOuter(n *son.Node, depth int) bool {
	if depth == 0 {
		return false
	}
	return slices.ContainsFunc(n.Args(), func(x *son.Node) bool {
		return x != nil && x.Type.IsConst() && (x.Op == son.OpCaptured || x.Op != son.OpPhi && namesOuter(x, depth-1))
	})
}

const (
	// shortConst is the length up to which a constant is written out wherever it is known, as
	// true and false are.
	shortConst = 5
	// longText is the length up to which a constant replaces a variable.
	longText = 14
	// printNodes bounds the nodes that printSize looks at. A computation with more of them is
	// longer than any constant it may yield.
	printNodes = 32
)

// Short reports whether a constant is short to read: 86400000 is not, though a minifier may write
// it as 864e5.
func (m *Model) Short(t son.Type) bool { return isShort(t) }

func isShort(t son.Type) bool {
	if f, ok := t.Number(); ok {
		return len(son.NumberToString(f)) <= shortConst
	}
	return constSize(t) <= shortConst
}

// constSize is the printed length of a constant.
func constSize(t son.Type) int {
	if s, ok := t.Text(); ok {
		return len(s) + 2 // quotes, or a bigint's suffix and more
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

// printSize is the printed length of the computation of n, of which at most limit nodes are
// looked at.
func printSize(n *son.Node, limit int) int {
	size, list := 0, []*son.Node{n}
	for len(list) > 0 {
		x := list[len(list)-1]
		list = list[:len(list)-1]
		if limit--; limit < 0 {
			return math.MaxInt32
		}
		switch {
		case x.Op == son.OpConst:
			size += constSize(x.Type)
		case x != n && !son.Floats(x) || x.Op == son.OpBind:
			size++ // a name, at least
		case x != n && x.Type.IsConst() && isShort(x.Type):
			size += constSize(x.Type)
		default:
			size += exactSymbol(x)
			for _, y := range x.Args() {
				if y != nil {
					list = append(list, y)
				}
			}
		}
	}
	return size
}
