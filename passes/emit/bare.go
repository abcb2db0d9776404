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
	w := &blockWriter{emitter: e, runs: map[*ast.Block]int{}, nested: map[*ast.Block]*nestedBlock{}, around: map[ast.Stmt]*nestedBlock{},
		owned: map[ast.Stmt][]*stmtList{}, entered: map[ast.Stmt][]*blockFn{}, added: map[*stmtList][]*stmtList{}}
	w.nest()
	for _, l := range e.lists {
		if l.owner != nil {
			w.owned[l.owner] = append(w.owned[l.owner], l)
		}
	}
	for _, f := range e.blockFns {
		w.entered[f.entry] = append(w.entered[f.entry], f)
	}
	lists := slices.Clone(e.lists)
	for _, l := range lists {
		w.count(l)
	}
	for _, l := range lists {
		if l.kind != listFor {
			w.wrap(l, w.base(l))
		}
	}
	e.lists = nil
	for _, l := range lists {
		w.listed(l)
	}
	e.setDepths()
}

// listed lists l and, behind it, the lists of the blocks that were made in it, the last
// ones first.
func (w *blockWriter) listed(l *stmtList) {
	w.lists = append(w.lists, l)
	for _, in := range slices.Backward(w.added[l]) {
		w.listed(in)
	}
}

func isBlock(st ast.Stmt) bool {
	_, ok := st.(*ast.Block)
	return ok
}

// blockWriter finds the statements of bare blocks.
type blockWriter struct {
	*emitter
	runs    map[*ast.Block]int // in how many runs the statements of a block stand
	nested  map[*ast.Block]*nestedBlock
	around  map[ast.Stmt]*nestedBlock // by statement: the innermost block around it
	owned   map[ast.Stmt][]*stmtList  // by owner
	entered map[ast.Stmt][]*blockFn   // by entry
	added   map[*stmtList][]*stmtList // the lists of the blocks that were made in a list
}

// nestedBlock is a bare block among others. No block has depth 0 and no blocks around it.
type nestedBlock struct {
	src   *ast.Block
	up    *nestedBlock // the one around it
	far   *nestedBlock // one further out, so that each is reached in few steps
	depth int
}

// at returns the block around b, or b itself, of a depth.
func (b *nestedBlock) at(depth int) *nestedBlock {
	for b.depth > depth {
		if b.far.depth >= depth {
			b = b.far
		} else {
			b = b.up
		}
	}
	return b
}

// nest sorts the blocks by their start and finds those around each.
func (w *blockWriter) nest() {
	slices.SortFunc(w.srcBlocks, func(a, b *ast.Block) int { return int(a.Start - b.Start) })
	none := &nestedBlock{}
	none.up, none.far = none, none
	w.nested[nil] = none
	open := none
	for _, b := range w.srcBlocks {
		for open != none && open.src.End <= b.Start {
			open = open.up
		}
		in := &nestedBlock{src: b, up: open, far: open, depth: open.depth + 1}
		if open.depth-open.far.depth == open.far.depth-open.far.far.depth {
			in.far = open.far.far
		}
		w.nested[b] = in
		open = in
	}
}

// within returns the innermost bare block around a place; that may be none.
func (w *blockWriter) within(s ast.Span) *nestedBlock {
	if s.IsZero() {
		return w.nested[nil]
	}
	i, ok := slices.BinarySearchFunc(w.srcBlocks, s.Start, func(b *ast.Block, at int32) int { return int(b.Start - at) })
	if !ok {
		i--
	}
	if i < 0 {
		return w.nested[nil]
	}
	b := w.nested[w.srcBlocks[i]]
	for b.src != nil && !b.src.Span.Contains(s) {
		b = b.up
	}
	return b
}

// base returns the bare block around the statement that owns l.
func (w *blockWriter) base(l *stmtList) *nestedBlock {
	if l.owner == nil {
		return w.nested[nil]
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
func (w *blockWriter) below(st ast.Stmt, base *nestedBlock) *ast.Block {
	b := w.around[st]
	if b == nil {
		b = w.within(w.placeOf(st))
		if isBlock(st) && b.src != nil && b.src.Span == w.origin[st] {
			b = b.up // it is there already
		}
		w.around[st] = b
	}
	if b.depth <= base.depth || b.at(base.depth) != base {
		return nil
	}
	return b.at(base.depth + 1).src
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
func (w *blockWriter) wrap(l *stmtList, base *nestedBlock) {
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
	for _, st := range stmts {
		for _, f := range w.entered[st] {
			if f.in == l {
				f.in = in
			}
		}
		for owner := st; owner != nil; owner = labelledBy(owner) {
			for _, k := range w.owned[owner] {
				if k.parent == l {
					k.parent = in
				}
			}
		}
	}
	w.added[l] = append(w.added[l], in)
	w.count(in)
	w.wrap(in, w.nested[src])
	return b
}

// labelledBy returns what a label is for, or nil if st is no label.
func labelledBy(st ast.Stmt) ast.Stmt {
	if l, ok := st.(*ast.Labeled); ok {
		return l.Body
	}
	return nil
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
