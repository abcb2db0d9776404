package son

import (
	"testing"
	"time"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse/ast"
)

// Large functions take time in proportion to their size: each of these takes far below a second,
// and minutes if a step is quadratic.
func TestLargeGraphsAreOptimizedInLinearTime(t *testing.T) {
	tier.OnlyLong(t)
	const n = 100_000
	one, a := IntConst(1), StringConst("a")
	for _, c := range []struct {
		name  string
		build func(b *builder) *Node
	}{
		{"a chain of x + 1", func(b *builder) *Node {
			v := b.params[0]
			for range n {
				v = b.op(b.g.Start, OpAdd, v, b.g.Const(one))
			}
			return v
		}},
		{`a chain of x + "a"`, func(b *builder) *Node {
			v := b.params[0]
			for range n {
				v = b.op(b.g.Start, OpAdd, v, b.g.Const(a))
			}
			return v
		}},
		{"constants that fold one by one", func(b *builder) *Node {
			v := b.g.Const(one)
			for range n {
				v = b.op(b.g.Start, OpBitXor, v, b.g.Const(one))
			}
			return v
		}},
		{"nested !", func(b *builder) *Node {
			v := b.params[0]
			for range n {
				v = b.op(b.g.Start, OpNot, v)
			}
			return v
		}},
		{"calls of one value", func(b *builder) *Node {
			v := b.params[0]
			for range n {
				v = b.op(b.g.Start, OpCall, b.params[0], b.g.Const(one))
			}
			return v
		}},
		{"equal pure values", func(b *builder) *Node {
			v := b.params[0]
			for range n {
				x := b.op(b.g.Start, OpStrictEq, b.params[0], b.params[1])
				v = b.op(b.g.Start, OpCall, x)
			}
			return v
		}},
		{"empty branches in a row", func(b *builder) *Node {
			c := b.g.Start
			for range n {
				f := fork(b, c, b.params[0])
				c, _ = b.join(f.yes, f.no, b.mem, b.mem)
			}
			b.ret(c, b.params[1])
			return b.params[1]
		}},
	} {
		for _, fold := range []bool{false, true} {
			start := time.Now()
			b := newBuilder(Config{Fold: fold}, TypeAny, TypeAny)
			v := c.build(b)
			if !v.Dead() && b.g.Stop.NumIn() == 0 {
				b.ret(b.g.Start, v)
			}
			built := time.Since(start)
			b.g.Config.Fold = true
			b.g.Optimize()
			took := time.Since(start)
			t.Logf("%s, folding %v: built %v, all %v, %d changes", c.name, fold, built, took, b.g.Stats.Changes)
			if took > 20*time.Second {
				t.Errorf("%s takes %v", c.name, took)
			}
		}
	}
}

// A closure may capture as many bindings as a program has: if their nodes had the same hash,
// each would be compared with all before it.
func TestValueTableDistinguishesBindingsByHash(t *testing.T) {
	for _, op := range []Op{OpParam, OpCaptured, OpCapturedCell, OpSelf} {
		g := NewGraph("f", Config{})
		a, b := g.NewNode(op, g.Start), g.NewNode(op, g.Start)
		a.Sym, b.Sym = &ast.Symbol{Name: "a", ID: 1}, &ast.Symbol{Name: "a", ID: 2}
		if a.hash() == b.hash() {
			t.Errorf("%v: two bindings have one hash", op)
		}
	}
}
