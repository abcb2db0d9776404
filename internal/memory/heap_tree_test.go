package memory

import (
	"math/rand/v2"
	"testing"

	"github.com/sonjs/son/son"
)

// assumingInt is a number with assumptions.
type assumingInt struct {
	v  int
	on son.Assumptions
}

func (x assumingInt) same(y assumingInt) bool                 { return x == y }
func (x assumingInt) assumes() son.Assumptions                { return x.on }
func (x assumingInt) assuming(on son.Assumptions) assumingInt { x.on |= on; return x }

// TestTreesAreMaps compares trees with maps, and checks that trees with equal content are equal
// however they were made.
func TestTreesAreMaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ids := make([]uint32, 300)
	for i := range ids {
		ids[i] = uint32(r.IntN(1 << (1 + r.IntN(30))))
	}
	same := func(what string, got tree[assumingInt], want map[uint32]assumingInt) {
		t.Helper()
		var again tree[assumingInt]
		for _, id := range ids {
			v, ok := got.get(id)
			w, has := want[id]
			if v != w || ok != has {
				t.Fatalf("%s: %d is %v, %v, want %v, %v", what, id, v, ok, w, has)
			}
			if has {
				again.set(id, w)
			}
		}
		if !got.equal(again) || !again.equal(got) {
			t.Fatalf("%s: another shape", what)
		}
		n, last := 0, -1
		for id, v := range got.items() {
			if want[id] != v || int(id) <= last {
				t.Fatalf("%s: %d is %v among the items, want %v", what, id, v, want[id])
			}
			last = int(id)
			n++
		}
		if n != len(want) {
			t.Fatalf("%s: %d items, want %d", what, n, len(want))
		}
	}
	lower := func(x, y assumingInt) assumingInt { return assumingInt{min(x.v, y.v), x.on | y.on} }
	lowerOrNone := func(x, y assumingInt) (assumingInt, bool) { return lower(x, y), x.v == y.v || x.v+y.v != 3 }
	pair := func(x, y assumingInt) assumingInt {
		if x.v == y.v && y.on&^x.on == 0 {
			return x
		}
		return assumingInt{100 + 10*x.v + y.v, x.on}
	}
	steps := 0
	for range 4000 {
		var a tree[assumingInt]
		am := map[uint32]assumingInt{}
		change := func(x *tree[assumingInt], m map[uint32]assumingInt, times int) {
			for range times {
				id, v := ids[r.IntN(len(ids))], assumingInt{r.IntN(4), son.Assumptions(r.IntN(9) / 8)}
				switch r.IntN(12) {
				case 0, 1, 2, 3:
					x.drop(id)
					delete(m, id)
				case 4:
					on := son.Assumptions(1) << r.IntN(3)
					x.assume(on)
					for id, v := range m {
						m[id] = v.assuming(on)
					}
				default:
					x.set(id, v)
					m[id] = v
				}
			}
		}
		change(&a, am, r.IntN(60))
		b, bm := a, map[uint32]assumingInt{}
		for k, v := range am {
			bm[k] = v
		}
		if r.IntN(3) == 0 {
			b, bm = tree[assumingInt]{}, map[uint32]assumingInt{}
		}
		change(&b, bm, r.IntN(30))
		change(&a, am, r.IntN(10))
		same("a", a, am)
		same("b", b, bm)
		otherA, otherB := assumingInt{7, 8}, assumingInt{r.IntN(8), 8}
		both, adapted, joined := map[uint32]assumingInt{}, map[uint32]assumingInt{}, map[uint32]assumingInt{}
		equal := len(am) == len(bm)
		for k, v := range am {
			w, ok := bm[k]
			if adapted[k], joined[k] = v, lower(v, otherB); ok {
				adapted[k], joined[k] = pair(v, w), lower(v, w)
				if l, ok := lowerOrNone(v, w); ok {
					both[k] = l
				}
			}
			equal = equal && ok && v == w
		}
		for k, w := range bm {
			if _, ok := am[k]; !ok {
				joined[k] = lower(otherA, w)
			}
		}
		same("meet", a.meet(b, &steps, lowerOrNone), both)
		same("join", a.join(b, otherA, otherB, &steps, lower), joined)
		same("adapt", a.adapt(b, &steps, pair), adapted)
		if a.equal(b) != equal {
			t.Fatalf("equal: %v", !equal)
		}
	}
}

// TestTreesShare joins two large trees that differ in one item, also after adding assumptions to
// all items.
func TestTreesShare(t *testing.T) {
	later := func(x, y assumingInt) assumingInt { return y }
	for _, on := range []son.Assumptions{0, 1} {
		var a tree[assumingInt]
		for i := range 10000 {
			a.set(uint32(3*i), assumingInt{v: i})
		}
		a.assume(on)
		b := a
		b.set(2997, assumingInt{})
		for range 3 {
			b.assume(on)
			a.assume(on)
			steps := 0
			c := a.meet(b, &steps, func(x, y assumingInt) (assumingInt, bool) { return y, true })
			c = c.adapt(b, &steps, later)
			if c = c.join(b, assumingInt{}, assumingInt{}, &steps, later); !c.equal(b) || steps > 80 {
				t.Errorf("%d steps", steps)
			}
		}
	}
}
