package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// bareBlocks puts what stands in a block of its own in the source back into one,
// before it is decided where variables are declared: such a block is a scope.
func (e *emitter) bareBlocks() {
	if len(e.srcBlocks) == 0 || e.flat {
		return
	}
	w := &blockWriter{emitter: e, runs: map[*ast.Block]int{}, up: map[*ast.Block]*ast.Block{}}
	w.nest()
	lists := slices.Clone(e.lists)
	for _, l := range lists {
		w.count(l)
	}
	for _, l := range lists {
		if l.kind != listFor {
			w.wrap(l, w.base(l))
		}
	}
	e.setDepths()
}

func isBlock(st ast.Stmt) bool {
	_, ok := st.(*ast.Block)
	return ok
}

// blockWriter finds the statements of bare blocks.
type blockWriter struct {
	*emitter
	runs map[*ast.Block]int        // in how many runs the statements of a block stand
	up   map[*ast.Block]*ast.Block // the bare block around one
}

// nest sorts the blocks by their start and finds those around each.
func (w *blockWriter) nest() {
	slices.SortFunc(w.srcBlocks, func(a, b *ast.Block) int { return int(a.Start - b.Start) })
	var open []*ast.Block
	for _, b := range w.srcBlocks {
		for len(open) > 0 && open[len(open)-1].End <= b.Start {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			w.up[b] = open[len(open)-1]
		}
		open = append(open, b)
	}
}

// within returns the innermost bare block around a place, or nil.
func (w *blockWriter) within(s ast.Span) *ast.Block {
	if s.IsZero() {
		return nil
	}
	i, ok := slices.BinarySearchFunc(w.srcBlocks, s.Start, func(b *ast.Block, at int32) int { return int(b.Start - at) })
	if !ok {
		i--
	}
	if i < 0 {
		return nil
	}
	b := w.srcBlocks[i]
	for b != nil && !b.Span.Contains(s) {
		b = w.up[b]
	}
	return b
}

// base returns the bare block around the statement that owns l.
func (w *blockWriter) base(l *stmtList) *ast.Block {
	if l.owner == nil {
		return nil
	}
	return w.within(w.placeOf(l.owner))
}

// placeOf returns where a statement stands in the source.
func (e *emitter) placeOf(st ast.Stmt) ast.Span {
	if l, ok := st.(*ast.Labeled); ok {
		return e.placeOf(l.Body)
	}
	return e.origin[st]
}

// below returns the outermost bare block around st inside of base, or nil.
func (w *blockWriter) below(st ast.Stmt, base *ast.Block) *ast.Block {
	b := w.within(w.placeOf(st))
	if isBlock(st) && b != nil && b.Span == w.origin[st] {
		b = w.up[b] // it is there already
	}
	for b != nil && b != base {
		if w.up[b] == base {
			return b
		}
		b = w.up[b]
	}
	return nil
}

// count counts the runs of statements of the same block.
func (w *blockWriter) count(l *stmtList) {
	base := w.base(l)
	var last *ast.Block
	for _, st := range l.stmts {
		b := w.below(st, base)
		if b != nil && b != last {
			w.runs[b]++
		}
		last = b
	}
}

// wrap makes blocks of the runs in l, which is inside of base.
func (w *blockWriter) wrap(l *stmtList, base *ast.Block) {
	var out []ast.Stmt
	for i := 0; i < len(l.stmts); {
		b := w.below(l.stmts[i], base)
		if b == nil || w.runs[b] != 1 {
			out = append(out, l.stmts[i])
			i++
			continue
		}
		k := i + 1
		for k < len(l.stmts) && w.below(l.stmts[k], base) == b {
			k++
		}
		if n := len(b.Body); k < len(l.stmts) && n > 0 && jumps(b.Body[n-1]) && jumps(l.stmts[k]) && w.origin[l.stmts[k]].IsZero() {
			k++
		}
		out = append(out, w.block(l, b, l.stmts[i:k:k]))
		i = k
	}
	l.stmts = out
}

// block moves statements of l into a block.
func (w *blockWriter) block(l *stmtList, src *ast.Block, stmts []ast.Stmt) *ast.Block {
	b := &ast.Block{}
	w.bare[b] = src
	w.origin[b] = src.Span
	in := &stmtList{parent: l, owner: b, kind: listBlock, body: &b.Body, stmts: stmts}
	for _, k := range w.lists {
		if k.parent == l && slices.ContainsFunc(stmts, func(st ast.Stmt) bool { return owns(st, k.owner) }) {
			k.parent = in
		}
	}
	for _, f := range w.blockFns {
		if f.in == l && slices.Contains(stmts, f.entry) {
			f.in = in
		}
	}
	w.lists = slices.Insert(w.lists, slices.Index(w.lists, l)+1, in)
	w.count(in)
	w.wrap(in, src)
	return b
}

// owns reports whether a list of owner hangs on st, which may have labels.
func owns(st, owner ast.Stmt) bool {
	if l, ok := st.(*ast.Labeled); ok && st != owner {
		return owns(l.Body, owner)
	}
	return st == owner
}

// dissolves reports whether a block that was put back is of no use: the source
// has it for what it declares, and nothing of that is left.
func (e *emitter) dissolves(b *ast.Block) bool {
	src := e.bare[b]
	if src == nil || src.Scope == nil {
		return false
	}
	for _, st := range b.Body {
		switch st := st.(type) {
		case *ast.VarDecl:
			if st.Kind != ast.Var {
				return false
			}
		case *ast.FuncDecl, *ast.ClassDecl, *ast.VerbatimStmt:
			return false
		}
	}
	return true
}
