package son

import (
	"slices"
	"testing"

	"github.com/sonjs/son/internal/tier"
)

// refinement is a condition on x, and perhaps y, as JavaScript and as nodes.
type refinement struct {
	js   string
	cond expr
}

func refinements() []refinement {
	x, y := x0(), y0()
	list := []refinement{
		{"x", x}, {"!x", do(OpNot, x)}, {"!!x", do(OpNot, do(OpNot, x))},
		{"x === null || x === undefined", do(OpIsNullish, x)},
		{"!(x === null || x === undefined)", do(OpNot, do(OpIsNullish, x))},
		{"x === undefined", do(OpIsUndefined, x)},
		{"x in y", do(OpIn, x, y)}, {"x instanceof y", do(OpInstanceOf, x, y)},
	}
	for _, op := range []Op{OpEq, OpNe, OpStrictEq, OpStrictNe, OpLt, OpGt, OpLe, OpGe} {
		list = append(list, refinement{jsOps()[op], do(op, x, y)})
		list = append(list, refinement{"!(" + jsOps()[op] + ")", do(OpNot, do(op, x, y))})
	}
	for _, c := range append(slices.Clone(typeofClasses), kindName{0, "nothing"}) {
		for _, op := range []Op{OpEq, OpStrictNe} {
			e := do(op, do(OpTypeof, x), str(c.name))
			list = append(list, refinement{e.js(), e})
		}
	}
	return list
}

// refined is the result of refining a and b by a condition with a known truth.
func (r refinement) refined(a, b Type, truth bool) (Type, Type) {
	bd := newBuilder(Config{}, a, b)
	cond := bd.expr(bd.g.Start, r.cond)
	refine := func(v *Node) Type {
		return query{value: v, typeOf: func(n *Node) Type { return n.Type }}.refine(v.Type, cond, truth)
	}
	return refine(bd.params[0]), refine(bd.params[1])
}

// A test keeps every value of a set for which the engine takes that side.
func TestTestsKeepValuesThatTheEngineAccepts(t *testing.T) {
	e := newEngine(t)
	ps := probes()
	all := sets()
	in := make([][]int, len(all))
	for i, s := range all {
		in[i] = members(s)
	}
	checks, less := 0, 0
	for _, r := range refinements() {
		out := e.binary(t, "return !!("+r.js+")")
		for ai, a := range all {
			for bi, b := range all {
				if (ai+bi)%tier.Share(31, 11) != 0 && ai != bi {
					continue // a part is enough, and each set with itself
				}
				for _, truth := range []bool{true, false} {
					ra, rb := r.refined(a, b, truth)
					if !a.Contains(ra) || !b.Contains(rb) {
						t.Fatalf("%s %v on %v, %v: %v, %v is not a subset", r.js, truth, a, b, ra, rb)
					}
					if ra != a || rb != b {
						less++
					}
					for _, i := range in[ai] {
						for _, j := range in[bi] {
							o := out[i][j]
							if o.threw != "" || o.value != BoolConst(truth) {
								continue
							}
							checks++
							if !ra.Contains(ps[i].typ) || !rb.Contains(ps[j].typ) {
								t.Fatalf("%s is %v on %s, %s, but leaves %v, %v of %v, %v", r.js, truth, ps[i].js, ps[j].js, ra, rb, a, b)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d checks, %d sets became smaller", checks, less)
}

// The engine of the tests has no document.all.
func TestFalsyAndNullishKeepDocumentAll(t *testing.T) {
	x := x0()
	for _, c := range []struct {
		r     refinement
		truth bool
		keeps bool
	}{
		{refinement{"x", x}, false, true},
		{refinement{"x", x}, true, false},
		{refinement{"x == null", do(OpEq, x, lit(TypeNull))}, true, true},
		{refinement{"x == null", do(OpEq, x, lit(TypeNull))}, false, false},
		{refinement{"x === undefined", do(OpStrictEq, x, lit(TypeUndefined))}, true, false},
		{refinement{"x === undefined", do(OpStrictEq, x, lit(TypeUndefined))}, false, true},
		{refinement{"typeof x === 'undefined'", do(OpStrictEq, do(OpTypeof, x), str("undefined"))}, true, true},
		{refinement{"typeof x === 'object'", do(OpStrictEq, do(OpTypeof, x), str("object"))}, true, false},
		{refinement{"x ?? y", do(OpIsNullish, x)}, true, false},
		{refinement{"x ?? y", do(OpIsNullish, x)}, false, true},
	} {
		got, _ := c.r.refined(TypeAny, TypeAny, c.truth)
		if got.MayBe(KindDDA) != c.keeps {
			t.Errorf("%s is %v: leaves %v", c.r.js, c.truth, got)
		}
	}
}

// A wider set never has a smaller result: otherwise the result of infer would depend on the
// order of its steps.
func TestRefinementIsMonotone(t *testing.T) {
	all := sets()
	var wider [][2]Type
	for i, a := range all {
		for j, b := range all {
			if i != j && (i+j)%tier.Share(23, 1) == 0 && b.Contains(a) {
				wider = append(wider, [2]Type{a, b})
			}
		}
	}
	others := []Type{TypeAny, TypeNumber, IntConst(0), StringConst("a"), TypeUndefined, TypeIntRange(-1, 255)}
	for _, r := range refinements() {
		for _, truth := range []bool{true, false} {
			for _, w := range wider {
				for _, other := range others {
					small, small2 := r.refined(w[0], other, truth)
					large, large2 := r.refined(w[1], other, truth)
					if !large.Contains(small) || !large2.Contains(small2) {
						t.Fatalf("%s %v with %v: %v leaves %v, %v, but %v leaves %v, %v", r.js, truth, other, w[0], small, small2, w[1], large, large2)
					}
				}
			}
		}
	}
}

func TestLoopPhisWidenToFewRanges(t *testing.T) {
	for _, c := range []struct{ entry, back, want Type }{
		{IntConst(0), TypeIntRange(1, 10), TypeIntRange(0, 1<<31-1)},
		{IntConst(5), TypeIntRange(0, 4), TypeIntRange(0, 5)},
		{IntConst(5), TypeIntRange(-1, 4), TypeIntRange(-1<<31, 5)},
		{TypeIntRange(-9, -5), TypeIntRange(-7, -1), TypeIntRange(-9, 0)},
		{TypeIntRange(0, 9), TypeIntRange(3, 4), TypeIntRange(0, 9)},
		{TypeNull, IntConst(3), TypeNull.Join(TypeIntRange(0, 1<<31-1))},
		{TypeTrue, TypeIntRange(-1, 0), TypeTrue.Join(TypeIntRange(-1<<31, 0))},
		{StringConst(""), StringConst("a"), StringConst("").Join(StringConst("a"))},
		{TypeNull.Join(StringConst("a")), TypeNull.Join(StringConst("b")), TypeNull.Join(StringConst("a")).Join(StringConst("b"))},
		{StringConst("a").Join(StringConst("b")).Join(StringConst("c")), StringConst("d").Join(StringConst("e")), TypeString},
	} {
		if got := widen(c.entry, c.back); got != c.want {
			t.Errorf("%v, %v: %v, want %v", c.entry, c.back, got, c.want)
		}
	}
}
