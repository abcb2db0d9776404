package emit

import (
	"cmp"
	"slices"
	"sort"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// wrapBlocks puts blocks around statements that declare functions. e.blockFns is in the order
// of the source's blocks, inner ones first.
func (e *emitter) wrapBlocks(root *scope.List) {
	w := &blockWrapper{emitter: e, root: root, fns: map[*ast.Scope][]*scope.BlockFunc{}, owned: map[ast.Stmt][]*scope.List{}, rows: map[*scope.List]*row{}}
	if e.flat {
		w.labels = e.labelsInUse()
	}
	for _, f := range e.blockFns {
		w.fns[f.Sym.Scope] = append(w.fns[f.Sym.Scope], f)
	}
	for _, l := range e.lists {
		w.owned[l.Owner] = append(w.owned[l.Owner], l)
	}
	var done *ast.Scope
	for _, f := range e.blockFns {
		if f.Sym.Scope != done {
			done = f.Sym.Scope
			w.around(done)
		}
	}
	for in, r := range w.rows {
		in.Stmts = r.rest()
	}
}

// blockWrapper puts blocks around statements that declare functions.
type blockWrapper struct {
	*emitter
	root   *scope.List
	fns    map[*ast.Scope][]*scope.BlockFunc
	owned  map[ast.Stmt][]*scope.List // by owner
	rows   map[*scope.List]*row       // the statements of lists, written back at the end
	labels labels                     // those in use, if new ones are needed
}

// around writes a block around the statements of a source block that declares functions, if
// they now share a list with others.
func (e *blockWrapper) around(s *ast.Scope) {
	var in *scope.List
	for _, f := range e.fns[s] {
		if in != nil && f.In != in && (s.Kind != ast.ScopeSwitch || f.In.Open != in.Open) {
			refuse("the functions of one block are declared in several blocks")
		}
		in = f.In
	}
	if in.Kind == scope.Case && s.Kind == ast.ScopeSwitch {
		return
	}
	r := e.rows[in]
	if r == nil {
		r = newRow(in.Stmts, e.origin)
		e.rows[in] = r
	}
	first, last, n := r.within(s.Span)
	if n == 0 {
		refuse("nothing is left of a block that declares functions")
	}
	if n == r.placed && in != e.root && in.Kind != scope.Case {
		return
	}
	for k := r.next[last]; k < len(r.stmts) && ast.IsJump(r.stmts[k]) && e.origin[r.stmts[k]].IsZero(); k = r.next[k] {
		last = k
	}
	block := &ast.Block{Base: ast.Base{Span: s.Span}, Scope: s}
	st := ast.Stmt(block)
	if e.flat { // the flat form has no bare block
		st = &ast.Labeled{Label: e.labels.fresh("L"), Body: block}
	}
	b := &scope.List{Parent: in, Owner: st, Kind: scope.Block, Stmts: r.replace(first, last, st, s.Span), Body: &block.Body}
	e.origin[st] = s.Span
	for _, st := range b.Stmts {
		for _, l := range e.owned[st] {
			if l.Parent == in {
				l.Parent = b
			}
		}
		if f := e.entries[st]; f != nil && f.In == in {
			f.In = b
		}
	}
	e.owned[st] = append(e.owned[st], b)
	e.lists = append(e.lists, b)
}

// row is a list of statements in which a statement repeatedly replaces several others. Both
// finding and replacing those take time only for them.
type row struct {
	stmts  []ast.Stmt
	spans  []ast.Span // their places in the source
	next   []int      // the next statement that is left
	places []int      // those with a place in the source, ordered by outerFirst
	at     []int      // the index of a statement in places
	skip   []int      // places[i] is removed if skip[i] > i, and the search goes on there
	placed int        // the number of statements left that have a place
}

func newRow(stmts []ast.Stmt, origin map[ast.Stmt]ast.Span) *row {
	r := &row{stmts: stmts, at: make([]int, len(stmts))}
	for i, st := range stmts {
		s := origin[st]
		r.spans, r.next = append(r.spans, s), append(r.next, i+1)
		if !s.IsZero() {
			r.places = append(r.places, i)
		}
	}
	slices.SortStableFunc(r.places, func(i, k int) int { return outerFirst(r.spans[i], r.spans[k]) })
	for k, i := range r.places {
		r.at[i] = k
		r.skip = append(r.skip, k)
	}
	r.skip = append(r.skip, len(r.places))
	r.placed = len(r.places)
	return r
}

// outerFirst orders places of the source by start, outer ones first.
func outerFirst(a, b ast.Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
}

// find returns the first k for which places[k] is neither before s nor around it.
func (r *row) find(s ast.Span) int {
	return sort.Search(len(r.places), func(k int) bool { return outerFirst(r.spans[r.places[k]], s) >= 0 })
}

// lasts returns a function that returns the last statement of places[from:to], or -1.
func (r *row) lasts() func(from, to int) int {
	n := len(r.places)
	tree := append(make([]int, n, 2*n), r.places...)
	for i := n - 1; i > 0; i-- {
		tree[i] = max(tree[2*i], tree[2*i+1])
	}
	return func(from, to int) int {
		last := -1
		for from, to = from+n, to+n; from < to; from, to = from/2, to/2 {
			if from%2 == 1 {
				last = max(last, tree[from])
				from++
			}
			if to%2 == 1 {
				to--
				last = max(last, tree[to])
			}
		}
		return last
	}
}

// left returns the first index from k on whose place has not been removed.
func (r *row) left(k int) int {
	for r.skip[k] != k {
		r.skip[k] = r.skip[r.skip[k]]
		k = r.skip[k]
	}
	return k
}

// within returns the first and the last statement whose place lies in s, and how many there
// are.
func (r *row) within(s ast.Span) (first, last, n int) {
	first, last = len(r.stmts), -1
	for k := r.left(r.find(s)); k < len(r.places) && r.spans[r.places[k]].Start <= s.End; k = r.left(k + 1) {
		if i := r.places[k]; s.Contains(r.spans[i]) {
			first, last, n = min(first, i), max(last, i), n+1
		}
	}
	return first, last, n
}

// replace replaces the statements from first to last by st, whose place is s, and returns them.
func (r *row) replace(first, last int, st ast.Stmt, s ast.Span) []ast.Stmt {
	var out []ast.Stmt
	place := len(r.places) // for st: that of the first statement in s
	for i := first; ; i = r.next[i] {
		out = append(out, r.stmts[i])
		if k := r.at[i]; !r.spans[i].IsZero() {
			r.skip[k] = k + 1
			r.placed--
			if s.Contains(r.spans[i]) {
				place = min(place, k)
			}
		}
		if i == last {
			break
		}
	}
	r.stmts[first], r.spans[first], r.next[first] = st, s, r.next[last]
	r.places[place], r.skip[place], r.at[first] = first, place, place
	r.placed++
	return out
}

// rest returns the statements that are left.
func (r *row) rest() []ast.Stmt {
	out := make([]ast.Stmt, 0, len(r.stmts))
	for i := 0; i < len(r.stmts); i = r.next[i] {
		out = append(out, r.stmts[i])
	}
	return out
}
