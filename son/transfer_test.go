package son

import (
	"math"
	"slices"
	"testing"
)

// sets returns the operand types of the proofs: each probe, each kind, some of their unions, and
// sets that occur in programs.
func sets() []Type {
	var list []Type
	add := func(t Type) {
		if !t.IsTop() && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	ps := probes()
	for i, p := range ps {
		add(p.typ)
		add(TypeOf(p.typ.kinds))
		add(p.typ.Join(ps[(i+1)%len(ps)].typ))
		add(p.typ.Join(ps[(i*7+3)%len(ps)].typ))
	}
	for _, k := range []Kind{KindBool, KindNumber, KindNumber | KindBigInt, KindPlain, KindPrimitive, KindPrimitive &^ KindBigInt,
		KindPrimitive &^ KindSymbol, KindNullish, KindObjects, KindAny, KindAny &^ KindNullish, KindAny &^ KindDDA, KindInt | KindString,
		KindBigInt | KindString, KindInt | KindFloat, KindInt | KindNegZero, KindNullish | KindObjects} {
		add(TypeOf(k))
	}
	for _, r := range [][2]int32{{0, 1}, {-1, 1}, {0, 31}, {-1, 255}, {0, math.MaxInt32}, {math.MinInt32, -1}, {math.MinInt32, 0}, {1, math.MaxInt32}} {
		add(TypeIntRange(r[0], r[1]))
		add(TypeIntRange(r[0], r[1]).Join(TypeNegZero))
		add(TypeIntRange(r[0], r[1]).Join(TypeNull))
	}
	texts := func(list ...string) (t Type) {
		for _, s := range list {
			t = t.Join(StringConst(s))
		}
		return t
	}
	for _, t := range []Type{texts("", "a"), texts("a", "b"), texts("", "0", "a"), texts("0", "a", "b", "-0"), texts("", "0", "a", "b", "1n")} {
		add(t)
		add(t.Join(TypeNull))
		add(t.Join(TypeUndefined).Join(IntConst(0)))
		add(t.Join(TypeBool).Join(TypeBigInt))
	}
	add(TypeAny.Without(KindString).Join(texts("", "b")))
	add(TypeNull.Join(StringConst("a")))
	return list
}

// members returns the probes in a set.
func members(t Type) []int {
	var ms []int
	for i, p := range probes() {
		if t.Contains(p.typ) {
			ms = append(ms, i)
		}
	}
	return ms
}

// computed is the type of n computed from the types that hold everywhere.
func (n *Node) computed() Type { return TypeWith(n, n.argType) }

// onTypes makes a node of op whose operands are parameters of the given types.
func onTypes(op Op, types ...Type) *Node {
	g := NewGraph("t", Config{})
	in := []*Node{nil}
	if op.HasMem() {
		in = []*Node{g.Start, g.Start}
	}
	for i, t := range types {
		p := g.NewNode(OpParam, g.Start)
		p.Idx, p.Type = int32(i), t
		in = append(in, p)
	}
	return g.NewNode(op, in...)
}

// engineErrs reports known bugs of modernc.org/quickjs: it compares a negative bigint with a
// negative number in the wrong order (-2 > -1n).
func engineErrs(op Op, a, b Type) bool {
	negative := func(t Type) bool {
		f, ok := t.Number()
		return ok && f < 0 || t.kinds == KindBigInt && t.str[0] == '-'
	}
	switch op {
	case OpLt, OpGt, OpLe, OpGe:
		return negative(a) && negative(b) && (a.kinds == KindBigInt) != (b.kinds == KindBigInt)
	}
	return false
}

func TestFoldingDoesWhatTheEngineDoes(t *testing.T) {
	e := newEngine(t)
	ps := probes()
	folded, declined := 0, 0
	check := func(op Op, what string, got Type, ok bool, want outcome) {
		switch {
		case ok && (want.threw != "" || want.log != "" || want.value != got):
			t.Errorf("%v %s: folds to %v, the engine returns %v", op, what, got, want)
		case ok:
			folded++
		case want.threw == "" && op != OpExp:
			t.Errorf("%v %s: does not fold, the engine returns %v", op, what, want)
		default:
			declined++
		}
	}
	for op, js := range jsOps() {
		if op == OpIn || op == OpInstanceOf || op == OpToStr {
			continue
		}
		if !isBinary(op) {
			for i, o := range e.unary(t, "return "+js) {
				if ps[i].typ.IsConst() {
					got, ok := FoldUnary(op, ps[i].typ)
					check(op, ps[i].js, got, ok, o)
				}
			}
			continue
		}
		for i, row := range e.binary(t, "return "+js) {
			for j, o := range row {
				if ps[i].typ.IsConst() && ps[j].typ.IsConst() && !engineErrs(op, ps[i].typ, ps[j].typ) {
					got, ok := FoldBinary(op, ps[i].typ, ps[j].typ)
					check(op, ps[i].js+", "+ps[j].js, got, ok, o)
				}
			}
		}
	}
	for i, o := range e.unary(t, "return `${x}`") {
		if s, ok := FoldToString(ps[i].typ); ok && o.value != StringConst(s) {
			t.Errorf("ToString %s: %q, the engine returns %v", ps[i].js, s, o)
		}
	}
	t.Logf("%d results folded, %d declined", folded, declined)
}

func TestTypesAndEffectsCoverTheEngine(t *testing.T) {
	e := newEngine(t)
	all := sets()
	in := make([][]int, len(all))
	for i, s := range all {
		in[i] = members(s)
	}
	ps := probes()
	checks := 0
	check := func(op Op, typ Type, eff Effect, o outcome, what func() string) {
		checks++
		if wrong := o.contradicts(typ, eff); wrong != "" {
			t.Errorf("%s: %s", what(), wrong)
		}
	}
	for op, js := range jsOps() {
		if !isBinary(op) {
			out := e.unary(t, "return "+js)
			for ai, a := range all {
				n := onTypes(op, a)
				typ, eff := n.computed(), n.Effect()
				for _, i := range in[ai] {
					check(op, typ, eff, out[i], func() string { return op.String() + " " + a.String() + " on " + ps[i].js })
				}
			}
			continue
		}
		out := e.binary(t, "return "+js)
		n := onTypes(op, TypeAny, TypeAny)
		for ai, a := range all {
			n.Arg(0).Type = a
			for bi, b := range all {
				n.Arg(1).Type = b
				typ, eff := n.computed(), n.Effect()
				for _, i := range in[ai] {
					for _, j := range in[bi] {
						if engineErrs(op, ps[i].typ, ps[j].typ) {
							continue
						}
						check(op, typ, eff, out[i][j], func() string {
							return op.String() + " " + a.String() + " " + b.String() + " on " + ps[i].js + ", " + ps[j].js
						})
					}
				}
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d sets, %d checks", len(all), checks)
}

func TestTransferIsMonotone(t *testing.T) {
	all := sets()
	var wider [][2]int // all[0] is contained in all[1]
	for i, a := range all {
		for j, b := range all {
			if i != j && b.Contains(a) {
				wider = append(wider, [2]int{i, j})
			}
		}
	}
	for op := range jsOps() {
		if !isBinary(op) {
			for _, w := range wider {
				small, large := onTypes(op, all[w[0]]).computed(), onTypes(op, all[w[1]]).computed()
				if !large.Contains(small) {
					t.Errorf("%v: %v gives %v, but %v gives %v", op, all[w[0]], small, all[w[1]], large)
				}
			}
			continue
		}
		n := onTypes(op, TypeAny, TypeAny)
		for _, other := range []Type{TypeAny, TypeNumber, TypeInt32, IntConst(1), TypeNegZero, IntConst(0), TypeString, TypeTrue, StringConst("a"), TypeUndefined, TypeBigInt, BigIntConst("2"), TypeIntRange(-1, 255)} {
			for _, w := range wider {
				for side := range 2 {
					n.Arg(1 - side).Type = other
					n.Arg(side).Type = all[w[0]]
					small := n.computed()
					n.Arg(side).Type = all[w[1]]
					large := n.computed()
					if !large.Contains(small) {
						t.Errorf("%v side %d, other %v: %v gives %v, but %v gives %v", op, side, other, all[w[0]], small, all[w[1]], large)
					}
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}
