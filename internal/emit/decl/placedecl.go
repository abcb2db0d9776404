package decl

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// Placer puts declarations without values where the source has them. It indexes the
// statements of the output by their start in the source, so that a function with thousands of
// such declarations is not searched for each.
type Placer struct {
	*Declarer
	ready bool    // known is filled
	known []sited // sorted by start in the source, then by place in the output
	added []sited // the declarations placed so far, sorted by start
	// lexical is the index of named, computed on demand.
	lexical map[string][]*scope.Var
	early   map[*ast.VarDecl]bool // see declareBefore
}

// NewPlacer begins to place declarations.
func (t *Declarer) NewPlacer() *Placer { return &Placer{Declarer: t, early: map[*ast.VarDecl]bool{}} }

// sited is a statement of the output with an origin.
type sited struct {
	start int32
	order int // the index of its list in output.lists, where the root is first
	list  *scope.List
	st    ast.Stmt
}

// sort fills known. Nothing else may change the lists until all declarations are placed.
func (p *Placer) sort() {
	p.ready = true
	for k, l := range p.Tree.Lists {
		if l.Kind == scope.Head {
			continue
		}
		for _, st := range l.Stmts {
			if s := p.Origin[st]; !s.IsZero() {
				p.known = append(p.known, sited{s.Start, k, l, st})
			}
		}
	}
	slices.SortStableFunc(p.known, func(a, b sited) int { return cmp.Compare(a.start, b.start) })
}

// Place inserts a declaration, or the export of one, before the statement that follows it in
// the source, or at the end if there is none: the names of a script are created in this order.
// A helper's declaration comes first. If a list shadows one of the names, the declaration goes
// to the next outer list.
func (p *Placer) Place(st ast.Stmt) {
	src, hidden := st.Pos().Span, p.hides
	if x, ok := st.(*ast.ExportDecl); ok {
		src, hidden = x.Decl.Pos().Span, func(in *scope.List, _ ast.Stmt) bool { return in != p.Tree.Root }
	}
	if src.IsZero() {
		p.Tree.Root.Stmts = slices.Insert(p.Tree.Root.Stmts, 0, st)
		return
	}
	if !p.ready {
		p.sort()
	}
	in, at, order := p.Tree.Root, len(p.Tree.Root.Stmts), 0
	if next, ok := p.next(src.End); ok {
		in, at, order = next.list, slices.Index(next.list.Stmts, next.st), next.order
	}
	for in != p.Tree.Root && (hidden(in, st) || p.isLaterArm(in, src.End)) {
		owner := in.Owner
		for in = in.Parent; in.Kind == scope.Head; in = in.Parent {
			owner = in.Owner
		}
		at = slices.Index(in.Stmts, owner)
		order = slices.Index(p.Tree.Lists, in)
	}
	p.Origin[st] = ast.Span{Start: src.Start, End: src.Start}
	in.Stmts = slices.Insert(in.Stmts, max(at, 0), st)
	k, _ := slices.BinarySearchFunc(p.added, src.Start, startsAt)
	p.added = slices.Insert(p.added, k, sited{src.Start, order, in, st})
}

// hides reports whether a let or const in this list, or in one around it, has a name that the
// var statement declares.
func (p *Placer) hides(in *scope.List, st ast.Stmt) bool {
	for _, y := range st.(*ast.VarDecl).Decls {
		for _, w := range p.named(y.Target.(*ast.Ident).Name) {
			if in.In(w.Home) {
				return true
			}
		}
	}
	return false
}

// named returns the lets and consts of a name, and the catch parameters that are patterns,
// whose names no var in the catch may have.
func (p *Placer) named(name string) []*scope.Var {
	if p.lexical == nil {
		p.lexical = map[string][]*scope.Var{}
		for _, w := range p.Vars {
			if w.Home != nil && w.Home != p.Tree.Root && w.Kind != ast.Var && !p.isPlainCatch(w) {
				p.lexical[w.Name] = append(p.lexical[w.Name], w)
			}
		}
	}
	return p.lexical[name]
}

// isPlainCatch reports whether w is a catch parameter that is not a pattern.
func (t *Declarer) isPlainCatch(w *scope.Var) bool {
	if w.Caught == nil {
		return false
	}
	id, ok := w.Caught.Owner.(*ast.Try).Param.(*ast.Ident)
	return ok && t.Refs.Owner[id] == w
}

func startsAt(s sited, at int32) int { return cmp.Compare(s.start, at) }

// next returns the first statement that starts at or after an offset of the source; of two with
// the same start, the first one in the output.
func (p *Placer) next(offset int32) (next sited, ok bool) {
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
	if a.start == b.start && cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(slices.Index(a.list.Stmts, a.st), slices.Index(b.list.Stmts, b.st))) < 0 {
		return a, true
	}
	return b, true
}
