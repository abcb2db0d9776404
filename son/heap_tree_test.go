package son

import (
	"math/rand/v2"
	"testing"
)

// TestTreesAreMaps compares trees with maps, and checks that equal ones have one shape.
func TestTreesAreMaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	nodes := make([]*Node, 300)
	for i := range nodes {
		nodes[i] = &Node{ID: int32(r.IntN(1 << (1 + r.IntN(30))))}
	}
	same := func(what string, got tree[int], want map[int32]int) {
		t.Helper()
		var again tree[int]
		for _, n := range nodes {
			v, ok := got.get(n)
			w, has := want[n.ID]
			if v != w || ok != has {
				t.Fatalf("%s: %d is %d, %v, want %d, %v", what, n.ID, v, ok, w, has)
			}
			if has {
				again.set(n, w)
			}
		}
		if !got.equal(again) || !again.equal(got) {
			t.Fatalf("%s: another shape", what)
		}
	}
	lower := func(x, y int) int { return min(x, y) }
	pair := func(x, y int) int {
		if x == y {
			return x
		}
		return 100 + 10*x + y
	}
	steps := 0
	for range 2000 {
		var a tree[int]
		am := map[int32]int{}
		change := func(x *tree[int], m map[int32]int, times int) {
			for range times {
				n, v := nodes[r.IntN(len(nodes))], r.IntN(4)
				if r.IntN(3) == 0 {
					x.drop(n)
					delete(m, n.ID)
				} else {
					x.set(n, v)
					m[n.ID] = v
				}
			}
		}
		change(&a, am, r.IntN(60))
		b, bm := a, map[int32]int{}
		for k, v := range am {
			bm[k] = v
		}
		if r.IntN(3) == 0 {
			b, bm = tree[int]{}, map[int32]int{}
		}
		change(&b, bm, r.IntN(30))
		change(&a, am, r.IntN(10))
		same("a", a, am)
		same("b", b, bm)
		both, adapted, all := map[int32]int{}, map[int32]int{}, map[int32]int{}
		equal := len(am) == len(bm)
		for k, v := range am {
			w, ok := bm[k]
			if adapted[k] = v; ok {
				both[k], adapted[k] = lower(v, w), pair(v, w)
			}
			equal = equal && ok && v == w
			all[k] = v / 2
		}
		same("meet", a.meet(b, &steps, lower), both)
		same("adapt", a.adapt(b, &steps, pair), adapted)
		if a.equal(b) != equal {
			t.Fatalf("equal: %v", !equal)
		}
		half := a
		half.each(func(x int) int { return x / 2 })
		same("each", half, all)
	}
}

// TestTreesShare joins two large trees that differ in one cell.
func TestTreesShare(t *testing.T) {
	var a tree[int]
	for i := range 10000 {
		a.set(&Node{ID: int32(3 * i)}, i)
	}
	b := a
	b.set(&Node{ID: 2997}, 0)
	steps := 0
	c := a.meet(b, &steps, func(x, y int) int { return y })
	if c = c.adapt(b, &steps, func(x, y int) int { return y }); !c.equal(b) || steps > 40 {
		t.Errorf("%d steps", steps)
	}
}
