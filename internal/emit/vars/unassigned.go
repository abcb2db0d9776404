package vars

import "github.com/sonjs/son/son"

// Variable is a set of values that share a variable.
type Variable interface {
	Values() []*son.Node
	// Holds reports whether a value is one of them.
	Holds(*son.Node) bool
}

// Assignments answers in which blocks a variable may have been assigned. Each variable has one; the
// zero value is ready to use.
type Assignments struct {
	queries int
	reached []bool // by block of the schedule; nil until many have asked
}

// fewQueries is the number of calls of Before that search separately. After that it computes
// everything that a variable's assignments reach; the time for that is linear in the number of
// blocks, too much for each variable of a long function with a thousand of them.
const fewQueries = 4

// Before reports whether an assignment of v may have run by the end of block b.
func (a *Assignments) Before(f *Flow, v Variable, b *son.Block) bool {
	if a.queries++; a.queries <= fewQueries && !f.HasRegions {
		return f.reaches(v, b)
	}
	if a.reached == nil {
		a.reached = make([]bool, len(f.CFG.Blocks))
		work := f.assigning(v)
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, s := range append(f.handlers(b), b.Succs...) {
				if !a.reached[s.ID] {
					a.reached[s.ID] = true
					work = append(work, s)
				}
			}
			a.reached[b.ID] = true // for its own copies, at the end
		}
	}
	return a.reached[b.ID]
}

// assigning returns the blocks in which v is assigned.
func (f *Flow) assigning(v Variable) (blocks []*son.Block) {
	for _, m := range v.Values() {
		if m.Op == son.OpBind && !m.Has(son.FlagUnset) {
			if b := f.BlockOf(m); b != nil {
				blocks = append(blocks, b)
			}
		} else if m.Op == son.OpPhi {
			for i, x := range m.Args() {
				if p := f.CFG.BlockOf(m.Region()).Preds[i]; p != nil && !v.Holds(x) && x.Type != son.TypeUndefined {
					blocks = append(blocks, p)
				}
			}
		}
	}
	return blocks
}

// reaches reports whether a block that assigns v may reach block to. If so, there is a path
// without back edges, from the assignment or from the header of the outermost loop around it,
// and the block numbers on it increase.
func (f *Flow) reaches(v Variable, to *son.Block) bool {
	seen := map[*son.Block]bool{}
	var work []*son.Block
	add := func(b *son.Block) {
		if b.ID <= to.ID && !seen[b] {
			seen[b] = true
			work = append(work, b)
		}
	}
	for _, b := range f.assigning(v) {
		if b == to {
			return true
		}
		add(b)
		if l := b.Loop; l != nil {
			for l.Parent != nil {
				l = l.Parent
			}
			add(l.Head)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		for _, s := range b.Succs {
			add(s)
		}
	}
	return false
}
