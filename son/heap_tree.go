package son

import "math/bits"

// tree is a part of what is known at a memory state: something for each of some cells. It
// never changes: what differs from another one shares with it all but the way from the root to
// the difference, so that a long function with many cells keeps one tree and not a copy
// for each block. And since the shape of a tree depends on nothing but the cells that are in
// it, two of them are compared and joined in no more steps than they differ by: a branch that
// both share is the same in both.
//
// It is a binary trie over the bits of a node's ID, the highest one first, without branches of
// one arm (D. R. Morrison's Patricia, in the persistent form of C. Okasaki and A. Gill).
// The zero value is the empty tree.
type tree[V comparable] struct{ root *twig[V] }

// twig is a branch or a leaf.
type twig[V comparable] struct {
	id   uint32 // of a leaf; of a branch the bits above bit, which all below it have
	bit  uint32 // in which the arms differ; 0: a leaf
	zero *twig[V]
	one  *twig[V]
	val  *V // of a leaf
}

// get returns what there is for a cell.
func (t tree[V]) get(n *Node) (v V, ok bool) {
	id := uint32(n.ID)
	for w := t.root; w != nil; {
		switch {
		case w.bit == 0:
			if w.id == id {
				return *w.val, true
			}
			return v, false
		case !w.covers(id):
			return v, false
		case id&w.bit == 0:
			w = w.zero
		default:
			w = w.one
		}
	}
	return v, false
}

// at returns what there is for a cell, or nothing.
func (t tree[V]) at(n *Node) V {
	v, _ := t.get(n)
	return v
}

// set makes v be what there is for a cell.
func (t *tree[V]) set(n *Node, v V) {
	t.root = t.root.with(&twig[V]{id: uint32(n.ID), val: &v})
}

// drop leaves a cell out.
func (t *tree[V]) drop(n *Node) { t.root = t.root.without(uint32(n.ID)) }

// each puts f of what there is in its place.
func (t *tree[V]) each(f func(V) V) { t.root = t.root.each(f) }

// equal reports whether there is the same in both.
func (t tree[V]) equal(o tree[V]) bool { return t.root.equal(o.root) }

// meet is what there is in both trees, joined by f, of which f(x, x) must be x. It
// counts its steps.
func (t tree[V]) meet(o tree[V], steps *int, f func(x, y V) V) tree[V] {
	return tree[V]{t.root.meet(o.root, steps, f)}
}

// adapt is t with f(x, y) in the place of each x for which o has a y; f(x, x) must be x. It
// counts its steps.
func (t tree[V]) adapt(o tree[V], steps *int, f func(x, y V) V) tree[V] {
	return tree[V]{t.root.adapt(o.root, steps, f)}
}

// covers reports whether an ID has the bits that all below a branch have.
func (w *twig[V]) covers(id uint32) bool { return id&^(w.bit|(w.bit-1)) == w.id }

// parted is the branch that has both of two that do not lie in each other.
func parted[V comparable](x, y *twig[V]) *twig[V] {
	bit := uint32(1) << (bits.Len32(x.id^y.id) - 1)
	if x.id&bit != 0 {
		x, y = y, x
	}
	return &twig[V]{id: x.id &^ (bit | (bit - 1)), bit: bit, zero: x, one: y}
}

// armed is w with other arms, of which none or one may be nil.
func (w *twig[V]) armed(zero, one *twig[V]) *twig[V] {
	switch {
	case zero == w.zero && one == w.one:
		return w
	case zero == nil:
		return one
	case one == nil:
		return zero
	}
	return &twig[V]{id: w.id, bit: w.bit, zero: zero, one: one}
}

func (w *twig[V]) with(leaf *twig[V]) *twig[V] {
	switch {
	case w == nil:
		return leaf
	case w.bit == 0 && w.id == leaf.id:
		if *w.val == *leaf.val {
			return w
		}
		return leaf
	case w.bit == 0 || !w.covers(leaf.id):
		return parted(w, leaf)
	case leaf.id&w.bit == 0:
		return w.armed(w.zero.with(leaf), w.one)
	}
	return w.armed(w.zero, w.one.with(leaf))
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
	case id&w.bit == 0:
		return w.armed(w.zero.without(id), w.one)
	}
	return w.armed(w.zero, w.one.without(id))
}

func (w *twig[V]) each(f func(V) V) *twig[V] {
	switch {
	case w == nil:
		return nil
	case w.bit == 0:
		return w.valued(f(*w.val))
	}
	return w.armed(w.zero.each(f), w.one.each(f))
}

// valued is a leaf with another value.
func (w *twig[V]) valued(v V) *twig[V] {
	if v == *w.val {
		return w
	}
	return &twig[V]{id: w.id, val: &v}
}

func (w *twig[V]) equal(x *twig[V]) bool {
	switch {
	case w == x:
		return true
	case w == nil || x == nil || w.id != x.id || w.bit != x.bit:
		return false
	case w.bit == 0:
		return *w.val == *x.val
	}
	return w.zero.equal(x.zero) && w.one.equal(x.one)
}

func (w *twig[V]) meet(x *twig[V], steps *int, f func(x, y V) V) *twig[V] {
	if w == x {
		return w
	}
	if w == nil || x == nil {
		return nil
	}
	*steps++
	switch {
	case w.bit == 0 && x.bit == 0:
		if w.id != x.id {
			return nil
		}
		return w.valued(f(*w.val, *x.val))
	case w.bit == x.bit:
		if w.id != x.id {
			return nil
		}
		return w.armed(w.zero.meet(x.zero, steps, f), w.one.meet(x.one, steps, f))
	case w.bit > x.bit:
		return w.toward(x.id).meet(x, steps, f)
	}
	return w.meet(x.toward(w.id), steps, f)
}

// toward returns the arm of a branch where what has the bits of id is, or nil.
func (w *twig[V]) toward(id uint32) *twig[V] {
	switch {
	case !w.covers(id):
		return nil
	case id&w.bit == 0:
		return w.zero
	}
	return w.one
}

func (w *twig[V]) adapt(x *twig[V], steps *int, f func(x, y V) V) *twig[V] {
	if w == x || w == nil || x == nil {
		return w
	}
	*steps++
	switch {
	case w.bit == 0 && x.bit == 0:
		if w.id != x.id {
			return w
		}
		return w.valued(f(*w.val, *x.val))
	case w.bit == x.bit:
		if w.id != x.id {
			return w
		}
		return w.armed(w.zero.adapt(x.zero, steps, f), w.one.adapt(x.one, steps, f))
	case w.bit < x.bit:
		return w.adapt(x.toward(w.id), steps, f)
	case !w.covers(x.id):
		return w
	case x.id&w.bit == 0:
		return w.armed(w.zero.adapt(x, steps, f), w.one)
	}
	return w.armed(w.zero, w.one.adapt(x, steps, f))
}
