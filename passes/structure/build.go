package structure

import (
	"errors"
	"fmt"
)

// Build structures g. It fails only when g is not well formed; a defect of this
// package comes back as an error, too, whose text starts with BUG.
func Build(g *Graph) (t *Tree, err error) {
	defer func() {
		if r := recover(); r != nil {
			t, err = nil, fmt.Errorf("BUG: structure: %v", r)
		}
	}()
	if err := g.check(); err != nil {
		return nil, err
	}
	f := newFlow(g)
	foldTests(f, newOrder(f))
	o := newOrder(f)
	t = &Tree{}
	if len(o.bad) > 0 {
		t.Helper = true
		reduce(f, o)
		if o = newOrder(f); len(o.bad) > 0 {
			return nil, errors.New("BUG: structure: graph still irreducible")
		}
	}
	if addPreheaders(f, o) {
		o = newOrder(f)
	}
	e := newEmitter(newLifted(f, o, newLoops(f, o)))
	var out list
	e.tree(f.entry, fnEnd, &out)
	t.Body = finish(out.seq, true)
	t.Labels = e.labels
	return t, nil
}
