package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// bareBlocks puts statements back into the bare blocks that they have in the source. This comes
// before declarations are placed, because such a block is a scope.
func (e *emitter) bareBlocks() {
	if len(e.src.Blocks) == 0 || e.flat {
		return
	}
	w := &blockWriter{emitter: e, runs: map[*ast.Block]int{}, nested: map[*ast.Block]*nestedBlock{},
		owned: map[ast.Stmt][]*scope.List{}, entered: map[ast.Stmt][]*scope.BlockFunc{}, added: map[*scope.List][]*scope.List{}}
	w.nest()
	for _, l := range e.lists {
		if l.Owner != nil {
			w.owned[l.Owner] = append(w.owned[l.Owner], l)
		}
	}
	for _, f := range e.blockFns {
		w.entered[f.Entry] = append(w.entered[f.Entry], f)
	}
	lists := slices.Clone(e.lists)
	rows := make([]*blockRow, len(lists))
	for i, l := range lists {
		rows[i] = w.row(l)
		w.count(rows[i], 0, len(l.Stmts), rows[i].base)
	}
	for i, l := range lists {
		if r := rows[i]; l.Kind != scope.Head && r.least != nil {
			l.Stmts = w.wrap(r, l, 0, len(r.stmts), r.base)
		}
	}
	e.lists = nil
	for _, l := range lists {
		w.listed(l)
	}
	e.setDepths()
}

// listed lists l and, after it, the lists of the blocks created in it, the last ones first.
func (w *blockWriter) listed(l *scope.List) {
	w.lists = append(w.lists, l)
	for _, in := range slices.Backward(w.added[l]) {
		w.listed(in)
	}
}

// isBlockOf reports whether a statement is the block of a scope, and src is that block in the source.
func isBlockOf(st ast.Stmt, src *ast.Block) bool {
	b, ok := st.(*ast.Block)
	return ok && src != nil && b.Scope != nil && b.Scope == src.Scope
}

func isBlock(st ast.Stmt) bool {
	_, ok := st.(*ast.Block)
	return ok
}

// blockWriter finds the statements that belong in bare blocks.
type blockWriter struct {
	*emitter
	runs    map[*ast.Block]int // how many runs the statements of a block form
	nested  map[*ast.Block]*nestedBlock
	owned   map[ast.Stmt][]*scope.List      // by owner
	entered map[ast.Stmt][]*scope.BlockFunc // by entry
	added   map[*scope.List][]*scope.List   // the lists of the blocks created in a list
}

// nestedBlock is a node in the tree of bare blocks. The root, which is no block, has depth 0.
type nestedBlock struct {
	src   *ast.Block
	up    *nestedBlock // the enclosing block
	far   *nestedBlock // an ancestor further out, for finding any ancestor in few steps
	depth int
}

// at returns the ancestor of b, or b itself, at a depth.
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

// nest sorts the blocks by start and builds their tree.
func (w *blockWriter) nest() {
	slices.SortFunc(w.src.Blocks, func(a, b *ast.Block) int { return int(a.Start - b.Start) })
	none := &nestedBlock{}
	none.up, none.far = none, none
	w.nested[nil] = none
	open := none
	for _, b := range w.src.Blocks {
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

// within returns the innermost bare block around a place, or the root.
func (w *blockWriter) within(s ast.Span) *nestedBlock {
	if s.IsZero() {
		return w.nested[nil]
	}
	i, ok := slices.BinarySearchFunc(w.src.Blocks, s.Start, func(b *ast.Block, at int32) int { return int(b.Start - at) })
	if !ok {
		i--
	}
	if i < 0 {
		return w.nested[nil]
	}
	b := w.nested[w.src.Blocks[i]]
	for !b.contains(s) {
		if b.far.contains(s) {
			b = b.up
		} else {
			b = b.far
		}
	}
	return b
}

// contains reports whether a place is in b; the root contains everything.
func (b *nestedBlock) contains(s ast.Span) bool { return b.src == nil || b.src.Span.Contains(s) }

// common returns the innermost block that contains both b and c.
func (b *nestedBlock) common(c *nestedBlock) *nestedBlock {
	b, c = b.at(c.depth), c.at(b.depth)
	for b != c {
		if b.far != c.far {
			b, c = b.far, c.far
		} else {
			b, c = b.up, c.up
		}
	}
	return b
}

// base returns the bare block around the statement that owns l.
func (w *blockWriter) base(l *scope.List) *nestedBlock {
	if l.Owner == nil {
		return w.nested[nil]
	}
	return w.within(w.placeOf(l.Owner))
}

// placeOf returns a statement's place in the source.
func (o *output) placeOf(st ast.Stmt) ast.Span {
	if l, ok := st.(*ast.Labeled); ok {
		return o.placeOf(l.Body)
	}
	return o.origin[st]
}

// blockRow is a list whose statements go into blocks. Which of them share a block at a given
// depth is found without looking at each: for nested blocks that would be quadratic in their
// depth.
type blockRow struct {
	list  *scope.List
	stmts []ast.Stmt
	base  *nestedBlock   // around the list
	in    []*nestedBlock // by statement: the innermost block around it, which is base or inside base
	// least is a segment tree of minima. Leaf i is the depth of the innermost block around both
	// statement i and the one before it. If it is nil, no statement is in a block inside base.
	least []int32
	size  int
}

// row finds the bare blocks of a list's statements.
func (w *blockWriter) row(l *scope.List) *blockRow {
	r := &blockRow{list: l, stmts: l.Stmts, base: w.base(l), in: make([]*nestedBlock, len(l.Stmts))}
	inside := false
	for i, st := range l.Stmts {
		b := w.within(w.placeOf(st))
		if isBlockOf(st, b.src) {
			b = b.up // the block already exists
		}
		if b.depth <= r.base.depth || b.at(r.base.depth) != r.base {
			b = r.base
		}
		r.in[i] = b
		inside = inside || b != r.base
	}
	if !inside {
		return r
	}
	for r.size = 1; r.size < len(r.in); r.size *= 2 {
	}
	r.least = make([]int32, 2*r.size)
	for i := range r.size {
		switch {
		case i >= len(r.in):
			r.least[r.size+i] = -1 // the end
		case i > 0:
			r.least[r.size+i] = int32(r.in[i-1].common(r.in[i]).depth)
		}
	}
	for i := r.size - 1; i > 0; i-- {
		r.least[i] = min(r.least[2*i], r.least[2*i+1])
	}
	return r
}

// end returns the end of the run of statements, from statement from on and up to to, that are
// in the same block directly inside base.
func (r *blockRow) end(from, to int, base *nestedBlock) int {
	depth := int32(base.depth)
	n := r.size + from + 1
	if from+1 >= to {
		return to
	}
	for r.least[n] > depth { // climb until a subtree to the right contains a border
		for n%2 == 1 {
			if n /= 2; n <= 1 {
				return to
			}
		}
		n++
	}
	for n < r.size { // and descend to the first border
		if n *= 2; r.least[n] > depth {
			n++
		}
	}
	return min(n-r.size, to)
}

// count counts, for each block, the runs of its statements in a range.
func (w *blockWriter) count(r *blockRow, from, to int, base *nestedBlock) {
	for i := from; i < to && r.least != nil; {
		if r.in[i].depth <= base.depth {
			i++
			continue
		}
		w.runs[r.in[i].at(base.depth+1).src]++
		i = r.end(i, to, base)
	}
}

// wrap turns the runs in a range into blocks, for a list inside base.
func (w *blockWriter) wrap(r *blockRow, l *scope.List, from, to int, base *nestedBlock) []ast.Stmt {
	var out []ast.Stmt
	for i := from; i < to; {
		b := w.nested[nil]
		if r.in[i].depth > base.depth {
			b = r.in[i].at(base.depth + 1)
		}
		if b.src == nil {
			w.moved(r.list, l, r.stmts[i])
			out = append(out, r.stmts[i])
			i++
			continue
		}
		k := r.end(i, to, base)
		if w.runs[b.src] != 1 {
			for ; i < k; i++ {
				w.moved(r.list, l, r.stmts[i])
				out = append(out, r.stmts[i])
			}
			continue
		}
		if n := len(b.src.Body); k < to && n > 0 && ast.IsJump(b.src.Body[n-1]) && ast.IsJump(r.stmts[k]) && w.origin[r.stmts[k]].IsZero() {
			k++
		}
		out = append(out, w.block(r, l, b, i, k))
		i = k
	}
	return out
}

// block puts the statements of a range into a new block in l.
func (w *blockWriter) block(r *blockRow, l *scope.List, src *nestedBlock, from, to int) *ast.Block {
	b := &ast.Block{}
	w.bare[b] = src.src
	w.origin[b] = src.src.Span
	in := &scope.List{Parent: l, Owner: b, Kind: scope.Block, Body: &b.Body}
	w.added[l] = append(w.added[l], in)
	w.count(r, from, to, src)
	in.Stmts = w.wrap(r, in, from, to, src)
	return b
}

// moved updates the records of a statement that moves from one list to another.
func (w *blockWriter) moved(from, to *scope.List, st ast.Stmt) {
	if from == to {
		return
	}
	for _, f := range w.entered[st] {
		if f.In == from {
			f.In = to
		}
	}
	for owner := st; owner != nil; owner = labelledBy(owner) {
		for _, k := range w.owned[owner] {
			if k.Parent == from {
				k.Parent = to
			}
		}
	}
}

// labelledBy returns the body of a labelled statement, or nil if st is not one.
func labelledBy(st ast.Stmt) ast.Stmt {
	if l, ok := st.(*ast.Labeled); ok {
		return l.Body
	}
	return nil
}
