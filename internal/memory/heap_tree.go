package memory

import (
	"iter"
	"math/bits"

	"github.com/sonjs/son/son"
)

// tree is a part of the knowledge at a memory state: a map from numbers, which are those of
// cells, records or property keys. It is immutable: a changed copy shares with the original
// everything but the path from the root to the change, so that a long function with many cells,
// or with an object of many properties, has one tree and not a copy for each block or store. And
// since the shape of a tree depends only on the numbers in it, two trees are compared and joined
// in time proportional to their difference: a branch that both share is the same in both.
//
// It is a binary trie over the bits of a number, the highest one first, without one-armed
// branches (D. R. Morrison's Patricia, in the persistent form of C. Okasaki and A. Gill). The
// zero value is the empty tree.
type tree[V held[V]] struct{ root *twig[V] }

// held is a value in a tree.
type held[V any] interface {
	same(V) bool
	// assumes returns the assumptions of the value, assuming the value with some more of them.
	assumes() son.Assumptions
	assuming(son.Assumptions) V
}

// twig is a branch or a leaf.
type twig[V held[V]] struct {
	id      uint32 // of a leaf; of a branch: the bits above bit, which all leaves below share
	bit     uint32 // the bit in which the arms differ; 0: a leaf
	zero    *twig[V]
	one     *twig[V]
	val     *V              // of a leaf
	assumed son.Assumptions // of a branch: assumptions of all leaves below, in addition to their own
	all     son.Assumptions // assumptions that all leaves are known to have
}

// get returns the value of a number.
func (t tree[V]) get(id uint32) (v V, ok bool) {
	assumed := son.Assumptions(0)
	for w := t.root; w != nil; {
		switch {
		case w.bit == 0:
			if w.id != id {
				return v, false
			}
			if v = *w.val; assumed != 0 {
				v = v.assuming(assumed)
			}
			return v, true
		case !w.covers(id):
			return v, false
		}
		if assumed |= w.assumed; id&w.bit == 0 {
			w = w.zero
		} else {
			w = w.one
		}
	}
	return v, false
}

// has reports whether a number has a value.
func (t tree[V]) has(id uint32) bool {
	_, ok := t.get(id)
	return ok
}

// set sets the value of a number.
func (t *tree[V]) set(id uint32, v V) { t.root = t.root.with(leaf(id, v)) }

// drop removes a number.
func (t *tree[V]) drop(id uint32) { t.root = t.root.without(id) }

// assume adds assumptions to all values.
func (t *tree[V]) assume(on son.Assumptions) { t.root = t.root.assuming(on) }

// items yields the numbers in order, each with its value.
func (t tree[V]) items() iter.Seq2[uint32, V] {
	return func(yield func(uint32, V) bool) { t.root.items(yield) }
}

// equal reports whether both trees have the same entries.
func (t tree[V]) equal(o tree[V]) bool { return t.root.equal(o.root) }

// meet is the intersection of two trees, with the values joined by f, which may drop one; for
// two values that differ at most in their assumptions f must return the value with the
// assumptions of both. It counts its steps.
func (t tree[V]) meet(o tree[V], steps *int, f func(x, y V) (V, bool)) tree[V] {
	return tree[V]{t.root.meet(o.root, steps, f)}
}

// join is the union of two trees, with the values joined by f, where f(x, x) must be x; x is t's
// value for numbers that only o has, and y is o's value for numbers that only t has. It counts
// its steps.
func (t tree[V]) join(o tree[V], x, y V, steps *int, f func(x, y V) V) tree[V] {
	return tree[V]{t.root.join(o.root, &joiner[V]{x, y, steps, f})}
}

// adapt is t with each value x for which o has a value y replaced by f(x, y); that must be x if
// y differs at most by having fewer assumptions. It counts its steps.
func (t tree[V]) adapt(o tree[V], steps *int, f func(x, y V) V) tree[V] {
	return tree[V]{t.root.adapt(o.root, steps, f)}
}

func leaf[V held[V]](id uint32, v V) *twig[V] { return &twig[V]{id: id, val: &v, all: v.assumes()} }

// covers reports whether a number has the bits that all leaves below a branch share.
func (w *twig[V]) covers(id uint32) bool { return id&^(w.bit|(w.bit-1)) == w.id }

// parted is the branch with two arms, neither of which lies in the other.
func parted[V held[V]](x, y *twig[V]) *twig[V] {
	bit := uint32(1) << (bits.Len32(x.id^y.id) - 1)
	if x.id&bit != 0 {
		x, y = y, x
	}
	return &twig[V]{id: x.id &^ (bit | (bit - 1)), bit: bit, zero: x, one: y, all: x.all & y.all}
}

// arms returns the arms of a branch, with the branch's assumptions pushed down.
func (w *twig[V]) arms() (zero, one *twig[V]) {
	return w.zero.assuming(w.assumed), w.one.assuming(w.assumed)
}

// armed is w, a branch with the arms zero and one, with the arms replaced by z and o, at most
// one of which may be nil.
func (w *twig[V]) armed(zero, one, z, o *twig[V]) *twig[V] {
	switch {
	case z == zero && o == one:
		return w
	case z == nil:
		return o
	case o == nil:
		return z
	}
	return &twig[V]{id: w.id, bit: w.bit, zero: z, one: o, all: z.all & o.all}
}

// assuming is w with more assumptions for all of its leaves. They are pushed down when an arm is
// visited.
func (w *twig[V]) assuming(on son.Assumptions) *twig[V] {
	switch {
	case w == nil || on&^w.all == 0:
		return w
	case w.bit == 0:
		return leaf(w.id, (*w.val).assuming(on))
	}
	x := *w
	x.assumed |= on
	x.all |= on
	return &x
}

// alike reports whether two twigs are the same, as far as a shallow comparison can tell.
func (w *twig[V]) alike(x *twig[V]) bool { return w == x || w.near(x) && w.assumed == x.assumed }

// near reports whether two twigs are the same apart from the assumptions stored at them.
func (w *twig[V]) near(x *twig[V]) bool {
	return w != nil && x != nil && w.id == x.id && w.bit == x.bit && w.zero == x.zero && w.one == x.one && w.val == x.val
}

func (w *twig[V]) with(l *twig[V]) *twig[V] {
	switch {
	case w == nil:
		return l
	case w.bit == 0 && w.id == l.id:
		if (*w.val).same(*l.val) {
			return w
		}
		return l
	case w.bit == 0 || !w.covers(l.id):
		return parted(w, l)
	}
	zero, one := w.arms()
	if l.id&w.bit == 0 {
		return w.armed(zero, one, zero.with(l), one)
	}
	return w.armed(zero, one, zero, one.with(l))
}

func (w *twig[V]) without(id uint32) *twig[V] {
	switch {
	case w == nil:
		return nil
	case w.bit == 0:
		if w.id == id {
			return nil
		}
		return w
	case !w.covers(id):
		return w
	}
	zero, one := w.arms()
	if id&w.bit == 0 {
		return w.armed(zero, one, zero.without(id), one)
	}
	return w.armed(zero, one, zero, one.without(id))
}

func (w *twig[V]) items(yield func(uint32, V) bool) bool {
	switch {
	case w == nil:
		return true
	case w.bit == 0:
		return yield(w.id, *w.val)
	}
	zero, one := w.arms()
	return zero.items(yield) && one.items(yield)
}

// valued is a leaf with another value.
func (w *twig[V]) valued(v V) *twig[V] {
	if v.same(*w.val) {
		return w
	}
	return leaf(w.id, v)
}

func (w *twig[V]) equal(x *twig[V]) bool {
	switch {
	case w.alike(x):
		return true
	case w == nil || x == nil || w.id != x.id || w.bit != x.bit:
		return false
	case w.bit == 0:
		return (*w.val).same(*x.val)
	}
	wz, wo := w.arms()
	xz, xo := x.arms()
	return wz.equal(xz) && wo.equal(xo)
}

func (w *twig[V]) meet(x *twig[V], steps *int, f func(x, y V) (V, bool)) *twig[V] {
	if w == nil || x == nil {
		return nil
	}
	if w.near(x) {
		return w.assuming(x.assumed)
	}
	*steps++
	switch {
	case w.bit == x.bit && w.id != x.id:
		return nil
	case w.bit == 0 && x.bit == 0:
		if v, ok := f(*w.val, *x.val); ok {
			return w.valued(v)
		}
		return nil
	case w.bit == x.bit:
		wz, wo := w.arms()
		xz, xo := x.arms()
		return w.armed(wz, wo, wz.meet(xz, steps, f), wo.meet(xo, steps, f))
	case w.bit > x.bit:
		return w.toward(x.id).meet(x, steps, f)
	}
	return w.meet(x.toward(w.id), steps, f)
}

// toward returns the arm of a branch that covers id, or nil.
func (w *twig[V]) toward(id uint32) *twig[V] {
	switch {
	case !w.covers(id):
		return nil
	case id&w.bit == 0:
		return w.zero.assuming(w.assumed)
	}
	return w.one.assuming(w.assumed)
}

// joiner joins two trees; see [tree.join].
type joiner[V held[V]] struct {
	x, y  V
	steps *int
	f     func(x, y V) V
}

func (w *twig[V]) join(x *twig[V], j *joiner[V]) *twig[V] {
	if w.alike(x) {
		return w
	}
	*j.steps++
	switch {
	case w == nil && x.bit == 0:
		return x.valued(j.f(j.x, *x.val))
	case w == nil:
		zero, one := x.arms()
		return x.armed(zero, one, w.join(zero, j), w.join(one, j))
	case x == nil && w.bit == 0:
		return w.valued(j.f(*w.val, j.y))
	case x == nil:
		zero, one := w.arms()
		return w.armed(zero, one, zero.join(x, j), one.join(x, j))
	case w.bit == 0 && x.bit == 0 && w.id == x.id:
		return w.valued(j.f(*w.val, *x.val))
	case w.bit == x.bit && w.id == x.id:
		wz, wo := w.arms()
		xz, xo := x.arms()
		return w.armed(wz, wo, wz.join(xz, j), wo.join(xo, j))
	case w.bit > x.bit && w.covers(x.id):
		zero, one := w.arms()
		if x.id&w.bit == 0 {
			return w.armed(zero, one, zero.join(x, j), one.join(nil, j))
		}
		return w.armed(zero, one, zero.join(nil, j), one.join(x, j))
	case x.bit > w.bit && x.covers(w.id):
		zero, one := x.arms()
		var none *twig[V]
		if w.id&x.bit == 0 {
			return x.armed(zero, one, w.join(zero, j), none.join(one, j))
		}
		return x.armed(zero, one, none.join(zero, j), w.join(one, j))
	}
	var none *twig[V]
	return parted(w.join(nil, j), none.join(x, j))
}

func (w *twig[V]) adapt(x *twig[V], steps *int, f func(x, y V) V) *twig[V] {
	if w == nil || x == nil || w.near(x) && x.assumed&^w.assumed == 0 {
		return w
	}
	*steps++
	switch {
	case w.bit == x.bit && w.id != x.id:
		return w
	case w.bit == 0 && x.bit == 0:
		return w.valued(f(*w.val, *x.val))
	case w.bit < x.bit:
		return w.adapt(x.toward(w.id), steps, f)
	case w.bit > x.bit && !w.covers(x.id):
		return w
	}
	zero, one := w.arms()
	switch {
	case w.bit == x.bit:
		xz, xo := x.arms()
		return w.armed(zero, one, zero.adapt(xz, steps, f), one.adapt(xo, steps, f))
	case x.id&w.bit == 0:
		return w.armed(zero, one, zero.adapt(x, steps, f), one)
	}
	return w.armed(zero, one, zero, one.adapt(x, steps, f))
}
