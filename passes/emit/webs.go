package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// web is one variable of the output: the values stored in it (its live ranges), or a cell.
type web struct {
	sym     *ast.Symbol // nil for a helper
	hint    string
	own     bool // hint is to be the name, if it is free
	members []*son.Node
	cell    bool
	param   bool
	idents  []*ast.Ident
	stack   []*root // the roots that define it and are still alive, among the trees built so far
	name    string

	use      *usage    // its references, once located
	home     *stmtList // where it is declared
	caught   *stmtList // the catch of which it is the parameter
	kind     ast.VarKind
	writes   int
	declared bool
	inner    bool       // it is the inner name of a class
	pinned   bool       // its name cannot change: a parameter, captured, or visible outside
	inits    []initSite // of a cell: the statements that initialize it
	queries  int        // the number of calls of unassigned
	reach    []bool
	block    *blockFn // set if it is a block-level function
	// perIterHead is the header of the for of which this is a per-iteration variable.
	perIterHead *block
}

// webs maps values to variables.
type webs struct {
	of    []*web // by node id; nil: no variable (yet)
	bySym map[*ast.Symbol]*web
	cells map[*ast.Symbol]*web
	// copies holds the variables of copied cells other than the per-iteration copies of a for.
	copies map[*son.Node]*web
	all    []*web
}

func (e *emitter) newWeb(sym *ast.Symbol) *web {
	w := e.mem.web()
	w.sym = sym
	w.kind = e.Temp
	if e.flat {
		w.kind = ast.Let
	}
	if sym != nil {
		w.hint = sym.Name
		w.kind = declKind(sym.Kind)
	}
	e.webs.all = append(e.webs.all, w)
	return w
}

func declKind(k ast.SymKind) ast.VarKind {
	switch k {
	case ast.SymLet, ast.SymClass, ast.SymCatch:
		return ast.Let
	case ast.SymConst:
		return ast.Const
	}
	return ast.Var
}

// symWeb returns the variable of a source binding.
func (e *emitter) symWeb(s *ast.Symbol) *web {
	w := e.webs.bySym[s]
	if w == nil {
		w = e.newWeb(s)
		w.param = s.Kind == ast.SymParam && s.Scope != nil && s.Scope.Func == e.Fn
		w.pinned = w.param || s.Captured
		e.webs.bySym[s] = w
	}
	return w
}

// cellWeb returns the variable of a cell of this function or of an enclosing one.
func (e *emitter) cellWeb(cell *son.Node) *web {
	if w := e.webs.copies[cell]; w != nil {
		return w
	}
	s := cell.Sym
	w := e.webs.cells[s]
	if w == nil {
		w = e.newWeb(s)
		w.cell, w.pinned = true, true
		w.param = s.Kind == ast.SymParam || s.Kind == ast.SymArguments
		e.webs.cells[s] = w
	}
	return w
}

// webOf returns the variable of a value, creating a helper if it has none.
func (e *emitter) webOf(n *son.Node) *web {
	w := e.webs.of[n.ID]
	if w == nil {
		w = e.newWeb(nil)
		if !e.flat && n.Sym != nil && n.Op != son.OpLoadCell && n.Op != son.OpStoreCell && n.Op != son.OpClosure {
			w.hint = n.Sym.Name
			w.own = len(n.Sym.Decls) == 0 // otherwise it is a name of the source
			if w.own && n.Sym.Kind == ast.SymVar && !isCaptured(n) {
				w.kind = ast.Var // like the object that it is a part of
			}
		}
		if !e.flat && n.Op == son.OpLoad && n.Has(son.FlagProvided) {
			w.hint, w.own = n.Str, e.Fn.Name == nil || e.Fn.Name.Name != n.Str
		}
		e.join(w, n)
	}
	return w
}

// isCaptured reports whether a function captures a value, so that its variable must be new in
// each iteration of a loop.
func isCaptured(n *son.Node) bool {
	return slices.ContainsFunc(n.Users(), func(u *son.Node) bool { return u.Op == son.OpClosure || u.Op == son.OpClass })
}

func (e *emitter) join(w *web, n *son.Node) {
	e.webs.of[n.ID] = w
	w.members = append(w.members, n)
}

// makeWebs joins all values that the source stored in one variable. Those that interfere are
// evicted later.
func (e *emitter) makeWebs() {
	e.g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpParam, son.OpBind:
			if n.Sym != nil && !(e.flat && n.Has(son.FlagUnset)) {
				e.join(e.symWeb(n.Sym), n)
			}
		case son.OpPhi:
			if n.Sym != nil && !n.Has(son.FlagExpr) && !n.IsMemPhi() && !isCell(n) {
				e.join(e.symWeb(n.Sym), n)
			}
		case son.OpCatch:
			if n.Sym != nil && e.Bindings.Of(n.Sym) == build.Value {
				e.join(e.symWeb(n.Sym), n)
			}
		}
	})
}

// evictAll makes every web free of interference across blocks.
func (e *emitter) evictAll() {
	for _, w := range e.webs.all {
		if len(w.members) > 1 {
			e.evict(w)
		}
	}
}

// evict moves members out of w that interfere with another one: whose value would be
// overwritten by another member before a use in another block.
func (e *emitter) evict(w *web) {
	defs := map[*block][]*son.Node{} // members by block, in order
	home := map[*son.Node]*block{}
	byBlock := map[*son.Block][]*son.Node{}
	var order []*son.Block
	for _, m := range w.members {
		c := e.definedIn(m)
		if c == nil {
			continue
		}
		if byBlock[c] == nil {
			order = append(order, c)
		}
		byBlock[c] = append(byBlock[c], m)
	}
	slices.SortFunc(order, func(a, b *son.Block) int { return a.ID - b.ID })
	for _, c := range order {
		ms := byBlock[c]
		slices.SortFunc(ms, func(a, b *son.Node) int {
			if atHead(a) != atHead(b) {
				if atHead(a) {
					return -1
				}
				return 1
			}
			return int(e.rank(a) - e.rank(b))
		})
		h := e.home(c)
		for _, m := range ms {
			defs[h] = append(defs[h], m)
			home[m] = h
		}
	}
	for changed := true; changed; {
		changed = false
		for _, m := range w.members {
			if e.webs.of[m.ID] != w {
				continue
			}
			d := e.clobber(w, m, home, defs)
			if d == nil {
				continue
			}
			out := m
			if m.Op == son.OpParam || m.Has(son.FlagUnset) {
				out = d
			}
			nw := e.newWeb(nil)
			nw.hint = w.hint
			if w.sym != nil {
				nw.kind = w.kind
			}
			e.join(nw, out)
			ds := defs[home[out]]
			for i, x := range ds {
				if x == out {
					defs[home[out]] = append(append([]*son.Node{}, ds[:i]...), ds[i+1:]...)
					break
				}
			}
			changed = true
		}
	}
	keep := w.members[:0]
	for _, m := range w.members {
		if e.webs.of[m.ID] == w {
			keep = append(keep, m)
		}
	}
	w.members = keep
}

// clobber returns a definition of w that overwrites m before a use of m in another block, or
// nil.
func (e *emitter) clobber(w *web, m *son.Node, home map[*son.Node]*block, defs map[*block][]*son.Node) *son.Node {
	hb := home[m]
	if hb == nil {
		hb = e.home(e.cfg.Blocks[0])
	}
	if e.clobbered == nil {
		e.clobbered = make([]int32, len(e.blocks))
	}
	e.clobbers++ // a new set of visited blocks
	seen := func(b *block) bool { return e.clobbered[b.id] == e.clobbers }
	entry, end := e.firstClobbered(w, m)
	work := e.clobberWork[:0]
	defer func() { e.clobberWork = work[:0] }()
	// out searches backwards from the end of b: it returns a member other than m that w holds
	// there, or queues b.
	out := func(b *block) *son.Node {
		ds := defs[b]
		if len(ds) > 0 && ds[len(ds)-1] != m {
			return ds[len(ds)-1]
		}
		if b != hb && len(ds) == 0 && b.src.ID >= entry && !seen(b) {
			e.clobbered[b.id] = e.clobbers
			work = append(work, b)
		}
		return nil
	}
	in := func(b *block) *son.Node {
		if ds := defs[b]; len(ds) > 0 && atHead(ds[0]) && e.cfg.BlockOf(ds[0].In(0)) == b.src {
			return ds[0]
		}
		for _, p := range e.between(b) {
			for _, d := range defs[p] {
				if d != m {
					return d
				}
			}
		}
		for _, p := range b.preds {
			if d := out(p); d != nil {
				return d
			}
		}
		return nil
	}
	var joins map[*son.Node]bool // phis whose inputs have been searched
	for u, v := range e.readers(m) {
		if u.Op == son.OpPhi && v == m {
			if joins[u] {
				continue // m is its input on several edges
			}
			if joins == nil {
				joins = map[*son.Node]bool{}
			}
			joins[u] = true
		}
		for slot := range e.slotsOf(u, v) {
			var d *son.Node
			if u.Op == son.OpPhi {
				c := e.cfg.BlockOf(u.Region())
				if c == nil || c.Preds[slot-1] == nil {
					continue
				}
				p := e.home(c.Preds[slot-1])
				if p == e.home(c) && p.src != c {
					if p != hb && p.src.ID >= entry && !seen(p) { // a join inside p
						d = in(p)
					}
				} else if max(p.last.ID, c.Preds[slot-1].ID) >= end {
					d = out(p)
				}
			} else {
				c := e.blockOfUse(u)
				if c == nil {
					continue
				}
				b := e.home(c)
				if b == hb {
					continue
				}
				if b.src.ID >= entry && !seen(b) {
					d = in(b)
				}
			}
			if d != nil {
				return d
			}
			for len(work) > 0 {
				b := work[len(work)-1]
				work = work[:len(work)-1]
				if d := in(b); d != nil {
					return d
				}
			}
		}
	}
	return nil
}

// fewMembers is the number of values of a variable up to which they are compared in pairs.
const fewMembers = 16

// firstClobbered returns bounds on where m can be clobbered: the number of the first block of
// the schedule at whose entry, and of the first at whose end, another member of w may have
// overwritten m, ignoring paths that pass m again. A variable of a loop around thousands of
// others is needed at the loop's start and end and nowhere in between.
//
// m dominates its uses. So each path to a use passes m if it starts at a block that m does not
// dominate, or at the header of any loop around m. Block numbers increase along all edges
// except back edges. So another definition does not reach blocks with a lower number than its
// own or, if it is in loops without m, than the header of the outermost of these.
func (e *emitter) firstClobbered(w *web, m *son.Node) (entry, end int) {
	if e.hasRegions || len(w.members) > fewMembers { // exceptions have no edges
		return 0, 0
	}
	entry, end = len(e.cfg.Blocks), len(e.cfg.Blocks)
	from := e.definedIn(m)
	if from == nil {
		from = e.cfg.Blocks[0]
	}
	for _, d := range w.members {
		in := e.definedIn(d)
		if d == m || in == nil || e.webs.of[d.ID] != w {
			continue
		}
		b := e.home(in).src // merged tests of a switch exit before the last one
		if !from.Dominates(b) && e.home(from).src != b {
			continue
		}
		first, loops := b.ID, false
		for l := b.Loop; l != nil && !isIn(from, l); l = l.Parent {
			first, loops = l.Head.ID, true
		}
		end = min(end, first)
		if !loops && !(atHead(d) && in == b) {
			first++ // its own block is entered before it
		}
		entry = min(entry, first)
	}
	return entry, end
}

// isIn reports whether a block is in a loop.
func isIn(b *son.Block, l *son.LoopTree) bool {
	in := b.Loop
	for in != nil && in.Depth > l.Depth {
		in = in.Parent
	}
	return in == l
}

// definedIn returns the block in which a member of a web is assigned, or nil.
func (e *emitter) definedIn(m *son.Node) *son.Block {
	switch m.Op {
	case son.OpPhi:
		return e.cfg.BlockOf(m.Region())
	case son.OpCatch:
		return e.cfg.BlockOf(m.Ctrl())
	case son.OpBind:
		if !m.Has(son.FlagUnset) {
			return e.blockOfUse(m)
		}
	}
	return nil
}

// atHead reports whether a value is available at the entry of its block.
func atHead(n *son.Node) bool { return n.Op == son.OpPhi || n.Op == son.OpCatch }

// rank returns the index of a node in its block.
func (e *emitter) rank(n *son.Node) int32 {
	e.blockOfUse(n)
	return e.ranks[n.ID]
}

// blockOfUse returns the block in which the node u runs.
func (e *emitter) blockOfUse(u *son.Node) *son.Block {
	if e.places == nil {
		e.places = make([]*son.Block, e.g.MaxID())
		e.ranks = make([]int32, e.g.MaxID())
		for _, b := range e.cfg.Blocks {
			for i, n := range b.Nodes {
				e.places[n.ID] = b
				e.ranks[n.ID] = int32(i)
			}
			if b.End != nil {
				e.places[b.End.ID] = b
			}
		}
	}
	return e.places[u.ID]
}

// initial reports whether w still has its initial undefined on all edges into phi's region on
// which phi is undefined: the binding is a var, and no definition of it can have run before.
func (e *emitter) initial(w *web, phi *son.Node) bool {
	b := e.cfg.BlockOf(phi.Region())
	for i, v := range phi.Args() {
		if v.Op == son.OpConst && v.Type == son.TypeUndefined && b.Preds[i] != nil && !e.unassigned(w, b.Preds[i]) {
			return false
		}
	}
	return w.sym != nil && w.sym.Kind == ast.SymVar && !w.param
}

// unassigned reports whether w still has its initial undefined in block b: the binding is a
// var, and no definition of it can have run before the end of the block.
func (e *emitter) unassigned(w *web, b *son.Block) bool {
	if w.sym == nil || w.sym.Kind != ast.SymVar || w.param {
		return false
	}
	if slices.ContainsFunc(w.members, func(m *son.Node) bool { return m.Op == son.OpParam }) {
		return false // a var whose initial value is the parameter of its name
	}
	if w.queries++; w.queries <= fewQueries && !e.hasRegions {
		return !e.reaches(w, b)
	}
	if w.reach == nil {
		w.reach = make([]bool, len(e.cfg.Blocks))
		work := e.assigning(w)
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, s := range append(e.handlers(b), b.Succs...) {
				if !w.reach[s.ID] {
					w.reach[s.ID] = true
					work = append(work, s)
				}
			}
			w.reach[b.ID] = true // for its own copies, at the end
		}
	}
	return !w.reach[b.ID]
}

// fewQueries is the number of calls for which unassigned searches separately. After that it
// computes everything that a variable's definitions reach; the time for that is linear in the
// number of blocks, too much for each variable of a long function with a thousand of them.
const fewQueries = 4

// assigning returns the blocks in which w is assigned.
func (e *emitter) assigning(w *web) (blocks []*son.Block) {
	for _, m := range w.members {
		if m.Op == son.OpBind && !m.Has(son.FlagUnset) {
			if b := e.blockOfUse(m); b != nil {
				blocks = append(blocks, b)
			}
		} else if m.Op == son.OpPhi {
			for i, v := range m.Args() {
				if p := e.cfg.BlockOf(m.Region()).Preds[i]; p != nil && e.webs.of[v.ID] != w && v.Type != son.TypeUndefined {
					blocks = append(blocks, p)
				}
			}
		}
	}
	return blocks
}

// reaches reports whether a block that assigns w may reach block to. If so, there is a path
// without back edges, from the assignment or from the header of the outermost loop around it,
// and the block numbers on it increase.
func (e *emitter) reaches(w *web, to *son.Block) bool {
	seen := map[*son.Block]bool{}
	var work []*son.Block
	add := func(b *son.Block) {
		if b.ID <= to.ID && !seen[b] {
			seen[b] = true
			work = append(work, b)
		}
	}
	for _, b := range e.assigning(w) {
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
