package son

// layer is a part of what is known at a memory state: something for each of some
// cells or records. States share a table until one of them changes it, for most
// blocks of a long function change little of what is known in all.
type layer[V any] struct {
	t   *table[V] // nil: empty
	own bool      // no other state has it
}

type table[V any] struct{ m map[*Node]V }

// all returns the table, not to be changed.
func (l layer[V]) all() map[*Node]V {
	if l.t == nil {
		return nil
	}
	return l.t.m
}

func (l layer[V]) len() int { return len(l.all()) }

func (l layer[V]) get(n *Node) (V, bool) {
	v, ok := l.all()[n]
	return v, ok
}

// at returns what there is for n, or nothing.
func (l layer[V]) at(n *Node) V { return l.all()[n] }

func (l *layer[V]) set(n *Node, v V) {
	l.change(1)
	l.t.m[n] = v
}

func (l *layer[V]) drop(n *Node) {
	if _, ok := l.get(n); ok {
		l.change(0)
		delete(l.t.m, n)
	}
}

// change makes the table l's own, with room for some more.
func (l *layer[V]) change(more int) {
	if l.own {
		return
	}
	m := make(map[*Node]V, l.len()+more)
	for n, v := range l.all() {
		m[n] = v
	}
	l.t, l.own = &table[V]{m}, true
}

// share gives l to another state.
func (l *layer[V]) share() layer[V] {
	l.own = false
	return *l
}

// sameLayers reports whether the ways into a block share a layer, so that they agree
// on all of it: what is known at the block, of which was is the last answer, is then
// the same.
func sameLayers[V any](ways []*knowledge, was *knowledge, of func(*knowledge) *layer[V]) bool {
	first := of(ways[0]).t
	for _, w := range ways[1:] {
		if of(w).t != first {
			return false
		}
	}
	return of(was).t == first || of(was).len() == 0
}
