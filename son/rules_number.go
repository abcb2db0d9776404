package son

import "math"

// numberRules are the identities of arithmetic. Every condition is about types: an operand that
// is not proven to be a number may be a string, a bigint, or an object that runs code when it is
// converted.
func numberRules() []Rule {
	return []Rule{{
		Name:    "const-right",
		Ops:     []Op{OpEq, OpNe, OpStrictEq, OpStrictNe},
		Doc:     "k op x => x op k  for equality: a constant has no conversion that could be reordered. Arithmetic keeps the author's order",
		Example: "null === x  =>  x === null",
		Apply: func(g *Graph, n *Node) *Node {
			a, b := n.Arg(0), n.Arg(1)
			if a.Op != OpConst || b.Op == OpConst {
				return nil
			}
			g.swapArgs(n)
			n.Flags |= FlagSwapped // it prints in the author's order
			return n
		},
	}, {
		Name:    "add-zero",
		Ops:     []Op{OpAdd},
		Doc:     "x + 0, 0 + x => x  if x is number and not -0; x + -0, -0 + x => x  if x is number: -0 + 0 is 0",
		Example: "(x & 7) + 0  =>  x & 7",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			x, y := n.Arg(0), n.Arg(1)
			if x.Op == OpConst {
				x, y = y, x
			}
			if !x.Type.IsNumber() {
				return nil
			}
			if isConst(y, TypeNegZero) || isConst(y, IntConst(0)) && !x.Type.MayBe(KindNegZero) {
				return x
			}
			return nil
		},
	}, {
		Name:    "sub-zero",
		Ops:     []Op{OpSub},
		Doc:     "x - 0 => x  if x is number and 0 is +0: (-0) - (-0) is +0",
		Example: "(x & 7) - 0  =>  x & 7",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			if x := n.Arg(0); x.Type.IsNumber() && isConst(n.Arg(1), IntConst(0)) {
				return x
			}
			return nil
		},
	}, {
		Name:    "add-negative",
		Ops:     []Op{OpAdd, OpSub},
		Doc:     "x + -k => x - k, x - -k => x + k  if x is number and k is a finite number greater than 0. Authors write the right side; the left one comes of arguments and fields that are known",
		Example: "(x & 7) + -1  =>  (x & 7) - 1",
		learns:  func(n *Node) bool { return n.Arg(1).Op == OpConst },
		Apply: func(g *Graph, n *Node) *Node {
			x, c := n.Arg(0), n.Arg(1)
			k, number := c.Type.Number()
			if c.Op != OpConst || !number || !(k < 0) || math.IsInf(k, 0) || !x.Type.IsNumber() {
				return nil
			}
			return g.op(n, OpAdd+OpSub-n.Op, x, g.Const(NumberConst(-k)))
		},
	}, {
		Name:    "times-one",
		Ops:     []Op{OpMul, OpDiv},
		Doc:     "x * 1, 1 * x, x / 1 => x  if x is number",
		Example: "(x & 7) * 1  =>  x & 7",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			x, y := n.Arg(0), n.Arg(1)
			if n.Op == OpMul && x.Op == OpConst {
				x, y = y, x
			}
			if x.Type.IsNumber() && isConst(y, IntConst(1)) {
				return x
			}
			return nil
		},
	}, {
		Name:    "neg-twice",
		Ops:     []Op{OpNeg},
		Doc:     "-(-x) => x  if x is number",
		Example: "-(-(x & 7))  =>  x & 7",
		learns:  func(n *Node) bool { return n.Arg(0).Op == OpNeg },
		Apply: func(g *Graph, n *Node) *Node {
			x := n.Arg(0)
			if x.Op != OpNeg {
				return nil
			}
			y := x.Arg(0)
			g.DependOn(n, y)
			if y.Type.IsNumber() {
				return y
			}
			return nil
		},
	}, {
		Name:    "to-number",
		Ops:     []Op{OpToNumber},
		Doc:     "+x => x  if x is number",
		Example: "+(x & 7)  =>  x & 7",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			if x := n.Arg(0); x.Type.IsNumber() {
				return x
			}
			return nil
		},
	}, {
		Name:     "to-numeric",
		Ops:      []Op{OpToNumeric},
		SameText: true,
		Doc:      "the old value of x++ => x  if x is number or bigint: nothing to convert",
		Example:  "i = x & 7; a[i++]  =>  a[i], then i + 1",
		local:    true,
		Apply: func(g *Graph, n *Node) *Node {
			if x := n.Arg(0); x.Type.Is(KindNumber | KindBigInt) {
				return x
			}
			return nil
		},
	}, {
		Name:    "bits-zero",
		Ops:     []Op{OpBitOr, OpBitXor, OpShl, OpShr, OpUShr},
		Doc:     "x | 0, 0 | x, x ^ 0, 0 ^ x, x << 0, x >> 0 => x  if x is int32; x >>> 0 => x  if also x >= 0",
		Example: "(x & 7) | 0  =>  x & 7",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			x, y := n.Arg(0), n.Arg(1)
			if x.Op == OpConst && (n.Op == OpBitOr || n.Op == OpBitXor) {
				x, y = y, x
			}
			if !x.Type.IsInt32() || !isConst(y, IntConst(0)) || n.Op == OpUShr && x.Type.lo < 0 {
				return nil
			}
			return x
		},
	}, {
		Name:    "bits-same",
		Ops:     []Op{OpBitAnd, OpBitOr},
		Doc:     "x & x, x | x => x  if x is int32",
		Example: "(x >> 1) & (x >> 1)  =>  x >> 1",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			if x := n.Arg(0); x == n.Arg(1) && x.Type.IsInt32() {
				return x
			}
			return nil
		},
	}, {
		Name:    "and-mask",
		Ops:     []Op{OpBitAnd},
		Doc:     "x & m, m & x => x  if x is int32 and m has every bit that x may have set",
		Example: "(x & 7) & 255  =>  x & 7",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			x, m := n.Arg(0), n.Arg(1)
			if x.Op == OpConst {
				x, m = m, x
			}
			if !x.Type.IsInt32() || m.Op != OpConst || !m.Type.IsInt32() {
				return nil
			}
			bits := uint32(math.MaxUint32)
			if x.Type.lo >= 0 {
				bits = onesCover(uint32(x.Type.hi))
			}
			if bits&^uint32(m.Type.lo) != 0 {
				return nil
			}
			return x
		},
	}, {
		Name:    "not-bits-twice",
		Ops:     []Op{OpBitNot},
		Doc:     "~~x => x  if x is int32",
		Example: "~~(x & 7)  =>  x & 7",
		learns:  func(n *Node) bool { return n.Arg(0).Op == OpBitNot },
		Apply: func(g *Graph, n *Node) *Node {
			x := n.Arg(0)
			if x.Op != OpBitNot {
				return nil
			}
			y := x.Arg(0)
			g.DependOn(n, y)
			if y.Type.IsInt32() {
				return y
			}
			return nil
		},
	}}
}
