package son

// layer is a part of what is known at a memory state: something for each of some
// records or properties. States share a table until one of them changes it, for most
// blocks of a long function change little of what is known in all.
type layer[K comparable, V any] struct {
	t   *table[K, V] // nil: empty
	own bool         // no other state has it
}

type table[K comparable, V any] struct{ m map[K]V }

// all returns the table, not to be changed.
func (l layer[K, V]) all() map[K]V {
	if l.t == nil {
		return nil
	}
	return l.t.m
}

func (l layer[K, V]) len() int { return len(l.all()) }

func (l layer[K, V]) get(n K) (V, bool) {
	v, ok := l.all()[n]
	return v, ok
}

// at returns what there is for n, or nothing.
func (l layer[K, V]) at(n K) V { return l.all()[n] }

func (l *layer[K, V]) set(n K, v V) {
	l.change(1)
	l.t.m[n] = v
}

func (l *layer[K, V]) drop(n K) {
	if _, ok := l.get(n); ok {
		l.change(0)
		delete(l.t.m, n)
	}
}

// change makes the table l's own, with room for some more.
func (l *layer[K, V]) change(more int) {
	if l.own {
		return
	}
	m := make(map[K]V, l.len()+more)
	for n, v := range l.all() {
		m[n] = v
	}
	l.t, l.own = &table[K, V]{m}, true
}

// share gives l to another state.
func (l *layer[K, V]) share() layer[K, V] {
	l.own = false
	return *l
}

// sameLayers reports whether the ways into a block share a layer, so that they agree
// on all of it: what is known at the block, of which was is the last answer, is then
// the same.
func sameLayers[K comparable, V any](ways []*knowledge, was *knowledge, of func(*knowledge) *layer[K, V]) bool {
	first := of(ways[0]).t
	for _, w := range ways[1:] {
		if of(w).t != first {
			return false
		}
	}
	return of(was).t == first || of(was).len() == 0
}
