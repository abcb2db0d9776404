package emit

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// declPlacer puts declarations without values where the source has them. It knows
// the statements of the output by where they begin in the source, so that a function
// with thousands of such declarations is not gone through for each.
type declPlacer struct {
	*emitter
	root  *stmtList
	ready bool    // known is
	known []sited // in the order of the source, and where that is one, of the output
	added []sited // the declarations placed so far, in the order of the source
}

// sited is a statement of the output with an origin.
type sited struct {
	start int32
	order int // of its list in emitter.lists, where the root is first
	list  *stmtList
	st    ast.Stmt
}

// sort fills known. Nothing else may change the lists until all declarations are
// placed.
func (p *declPlacer) sort() {
	p.ready = true
	for k, l := range p.lists {
		if l.kind == listFor {
			continue
		}
		for _, st := range l.stmts {
			if s := p.origin[st]; !s.IsZero() {
				p.known = append(p.known, sited{s.Start, k, l, st})
			}
		}
	}
	slices.SortStableFunc(p.known, func(a, b sited) int { return cmp.Compare(a.start, b.start) })
}

// place puts a declaration before the statement that follows it in the source, or
// last if there is none: the names of a script come into being in this order. A
// helper's declaration is first. The list is the one that the declaration is in.
func (p *declPlacer) place(d *ast.VarDecl) *stmtList {
	if d.Span.IsZero() {
		p.root.stmts = slices.Insert(p.root.stmts, 0, ast.Stmt(d))
		return p.root
	}
	if !p.ready {
		p.sort()
	}
	in, at, order := p.root, len(p.root.stmts), 0
	if next, ok := p.next(d.Span.End); ok {
		in, at, order = next.list, slices.Index(next.list.stmts, next.st), next.order
	}
	p.origin[d] = ast.Span{Start: d.Start, End: d.Start}
	in.stmts = slices.Insert(in.stmts, at, ast.Stmt(d))
	k, _ := slices.BinarySearchFunc(p.added, d.Start, startsAt)
	p.added = slices.Insert(p.added, k, sited{d.Start, order, in, d})
	return in
}

func startsAt(s sited, at int32) int { return cmp.Compare(s.start, at) }

// next returns the statement that comes first in the source from an offset on; of two
// that begin at one place, the one that comes first in the output.
func (p *declPlacer) next(offset int32) (next sited, ok bool) {
	i, _ := slices.BinarySearchFunc(p.known, offset, startsAt)
	k, _ := slices.BinarySearchFunc(p.added, offset, startsAt)
	switch {
	case i == len(p.known) && k == len(p.added):
		return next, false
	case k == len(p.added):
		return p.known[i], true
	case i == len(p.known) || p.added[k].start < p.known[i].start:
		return p.added[k], true
	}
	a, b := p.added[k], p.known[i]
	if a.start == b.start && cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(slices.Index(a.list.stmts, a.st), slices.Index(b.list.stmts, b.st))) < 0 {
		return a, true
	}
	return b, true
}
