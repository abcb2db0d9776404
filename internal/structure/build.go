package structure

import "fmt"

// Build structures g. It fails only when g is not well-formed; a defect of this package is
// returned as an error, too, whose text starts with BUG.
func Build(g *Graph) (t *Tree, err error) {
	defer func() {
		if r := recover(); r != nil {
			t, err = nil, fmt.Errorf("BUG: structure: %v", r)
		}
	}()
	if err := g.check(); err != nil {
		return nil, err
	}
	if t := singleBlock(g); t != nil {
		return t, nil
	}
	p := newPlan(g)
	for r := int32(len(p.blocks)) - 1; r >= 0; r-- { // a region's parent is before it
		if p.entry[r] >= 0 {
			p.emitters[r] = p.analyse(p.newFlow(r))
		}
	}
	e := p.emitters[0]
	var out list
	e.start(fnEnd, &out)
	t = &Tree{Body: finisher{g.Top, p}.seq(out.seq, true), Labels: p.labels, Helper: p.helper}
	placeLabels(g, t)
	if len(g.Regions) > 1 {
		(&placeCheck{g: g}).seq(t.Body)
	}
	return t, nil
}

// singleBlock builds the tree of a graph of a single block, which every second function is; for
// another graph it returns nil.
func singleBlock(g *Graph) *Tree {
	if len(g.Blocks) > 1 || g.Blocks[0].Term != End {
		return nil
	}
	t := &Tree{Labels: []string{""}}
	if !g.Blocks[0].Empty {
		t.Body = append(t.Body, &CodeNode{Block: 0})
	}
	t.Body = append(t.Body, &EndNode{Block: 0, FallsOff: true})
	return t
}

// analyse runs all analyses of a region that precede printing it.
func (p *plan) analyse(f *flow) *emitter {
	foldTests(f, newOrder(f))
	o := newOrder(f)
	if len(o.bad) > 0 {
		f.helper = true
		reduce(f, o)
		if o = newOrder(f); len(o.bad) > 0 {
			panic("graph still irreducible")
		}
	}
	if addPreheaders(f, o) {
		o = newOrder(f)
	}
	return newEmitter(newLifted(f, o, newLoops(f, o)), p)
}
