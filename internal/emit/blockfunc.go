package emit

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// blockFn is a function declared in a block. The graph has two nodes for it: one creates the
// function at the start of the block, the other assigns it to the variable of the enclosing
// function (Annex B) where the declaration stands. The declaration does both.
type blockFn struct {
	sym   *ast.Symbol
	web   *web
	entry ast.Stmt    // the declaration, first at the start of the block
	mark  ast.Stmt    // marks where the Annex B variable is assigned
	in    *scope.List // the list that finally holds the declaration
}

// blockFnOf returns the record of a block-level function.
func (e *emitter) blockFnOf(sym *ast.Symbol) *blockFn {
	w := e.cellWeb(&son.Node{Sym: sym})
	if w.block == nil {
		w.block, w.Kind = &blockFn{sym: sym, web: w}, ast.Let
		e.blockFns = append(e.blockFns, w.block)
	}
	return w.block
}

// blockFnNode writes one of the two nodes of a block-level function.
func (e *emitter) blockFnNode(l *roots, n *son.Node) {
	r := e.newRoot(l, n)
	if v := n.Arg(n.NumArgs() - 1); v.Op == son.OpClosure {
		e.blockFnEntry(l, r, n)
	} else {
		e.blockFnMark(l, r, n)
	}
	e.push(r)
}

// blockFnEntry writes the store that creates a block-level function as its declaration.
func (e *emitter) blockFnEntry(l *roots, r *root, n *son.Node) {
	r.whole = true
	x := e.operands(l, r, []*son.Node{n.Arg(1)})[0]
	f := e.blockFnOf(n.Sym)
	v, ok := x.(*ast.Verbatim)
	if _, is := e.closures[x]; !ok || !is || f.entry != nil {
		refuse("the function %s is declared twice, or made elsewhere", n.Sym.Name)
	}
	fn := v.Of.(*ast.Func).Fn
	st := &ast.VerbatimStmt{Base: v.Base, Of: &ast.FuncDecl{Base: v.Base, Fn: fn}}
	e.closures[st], e.captured[st] = e.closures[x], append(e.captured[x], f.web)
	delete(e.closures, x)
	delete(e.captured, x)
	f.entry, r.stmt, r.hoists = st, st, true
	r.node, r.reads, r.eff = nil, nil, son.NoEffect
	r.span = ast.Span{}
	r.defineLast(f.web, n)
}

// blockFnMark writes the store to the Annex B variable of a block-level function.
func (e *emitter) blockFnMark(l *roots, r *root, n *son.Node) {
	v := n.Arg(n.NumArgs() - 1)
	if v.Op != son.OpLoadCell || v.Sym == nil || v.Sym.AnnexB != n.Sym {
		refuse("%s is not assigned to its Annex B variable", n.Sym.Name)
	}
	x := e.operands(l, r, []*son.Node{v})[0]
	f := e.blockFnOf(v.Sym)
	if id, ok := x.(*ast.Ident); !ok || e.owner[id] != f.web || f.mark != nil {
		refuse("%s is not assigned to its Annex B variable", n.Sym.Name)
	}
	f.mark = &ast.VerbatimStmt{}
	r.stmt, r.node = f.mark, nil
	if n.Op == son.OpStoreCell && !e.cellWeb(n.Arg(0)).Outer {
		r.defineLast(e.cellWeb(n.Arg(0)), n)
	}
}

// blockFunctions moves the declarations of block-level functions to where they belong.
func (e *emitter) blockFunctions(root *scope.List) {
	slices.SortStableFunc(e.blockFns, func(a, b *blockFn) int { // inner blocks first
		return cmp.Compare(a.sym.Scope.Span.End-a.sym.Scope.Span.Start, b.sym.Scope.Span.End-b.sym.Scope.Span.Start)
	})
	lists := map[ast.Stmt]*scope.List{}
	for _, l := range e.lists {
		for _, st := range l.Stmts {
			if _, ok := st.(*ast.VerbatimStmt); ok {
				lists[st] = l
			}
		}
	}
	e.placeBlockFns(lists)
	e.switchScopes()
	e.entries, e.annexBVars = make(map[ast.Stmt]*blockFn, len(e.blockFns)), map[*ast.Symbol]bool{}
	for _, f := range e.blockFns {
		e.entries[f.entry] = f
		e.annexBVars[f.sym.AnnexB] = true
	}
	e.wrapBlocks(root)
	e.setDepths()
}

// acts reports whether a function declaration does something where it stands: a block-level
// function that assigns its Annex B variable does so when control reaches it.
func (fns *blockFnSet) acts(st ast.Stmt) bool {
	f := fns.entries[st]
	return f != nil && f.mark != nil
}

// placeBlockFns moves the declarations from the start of their blocks to where the source has
// them: to their marks, all at once, or if they have none, next to the statements there. lists
// holds the lists of entries and marks.
func (e *emitter) placeBlockFns(lists map[ast.Stmt]*scope.List) {
	moved, at := map[ast.Stmt]bool{}, map[ast.Stmt]ast.Stmt{} // entries, and the declaration that replaces each mark
	sweep := map[*scope.List]bool{}
	for _, f := range e.blockFns {
		from, to := lists[f.entry], lists[f.mark]
		if from == nil || f.mark != nil && to == nil {
			refuse("the function %s is no longer declared", f.sym.Name)
		}
		e.origin[f.entry] = f.entry.Pos().Span
		if f.mark != nil {
			moved[f.entry], at[f.mark] = true, f.entry
			sweep[from], sweep[to] = true, true
			f.declaredIn(from, to)
		}
	}
	for l := range sweep {
		stmts := l.Stmts[:0]
		for _, st := range l.Stmts {
			if !moved[st] {
				stmts = append(stmts, cmp.Or(at[st], st))
			}
		}
		clear(l.Stmts[len(stmts):])
		l.Stmts = stmts
	}
	alone := map[*scope.List][]*blockFn{}
	var cases []*blockFn
	switches := map[*ast.Scope]*ast.Switch{}
	for _, src := range e.src.Switches {
		switches[src.Scope] = src
	}
	for _, f := range e.blockFns {
		switch from := lists[f.entry]; {
		case f.mark != nil:
		case switches[f.sym.Scope] != nil:
			cases = append(cases, f)
		default:
			alone[from] = append(alone[from], f)
		}
	}
	for l, fns := range alone {
		e.placeAll(l, fns)
	}
	for _, f := range cases {
		e.placeBlockFn(f, lists[f.entry], switches[f.sym.Scope])
	}
	e.gatherBlockFns(cases)
}

// gatherBlockFns moves declarations of a switch that have no mark and are left before the
// switch to a case that declares another function of it. They share one scope, so their order
// does not matter.
func (fns *blockFnSet) gatherBlockFns(cases []*blockFn) {
	inCase := map[*ast.Scope]*scope.List{}
	for _, f := range fns.blockFns {
		if f.in.Open {
			inCase[f.sym.Scope] = f.in
		}
	}
	for _, f := range slices.Backward(cases) {
		from, to := f.in, inCase[f.sym.Scope]
		if to == nil || from.Open {
			continue
		}
		at := slices.Index(from.Stmts, f.entry)
		from.Stmts = slices.Delete(from.Stmts, at, at+1)
		to.Stmts = slices.Insert(to.Stmts, 0, f.entry)
		f.declaredIn(from, to)
	}
}

// placeAll moves declarations without marks after the statements that precede them in their
// blocks.
func (o *output) placeAll(l *scope.List, fns []*blockFn) {
	r := newRow(l.Stmts, o.origin)
	last := r.lasts()
	at := make(map[ast.Stmt]int, len(fns))
	for i, st := range l.Stmts {
		at[st] = i
	}
	slices.SortStableFunc(fns, func(a, b *blockFn) int { return cmp.Compare(a.entry.Pos().Start, b.entry.Pos().Start) })
	after := map[int][]ast.Stmt{} // what comes after a statement
	moved := map[ast.Stmt]bool{}
	for _, f := range fns {
		i := at[f.entry]
		around, start := f.sym.Scope.Span, f.entry.Pos().Start
		if k := last(r.find(around), r.find(ast.Span{Start: start, End: around.End})); k > i {
			after[k] = append(after[k], f.entry)
			moved[f.entry] = true
		}
		f.declaredIn(l, l)
	}
	if len(moved) == 0 {
		return
	}
	out := make([]ast.Stmt, 0, len(l.Stmts))
	for i, st := range l.Stmts {
		if !moved[st] {
			out = append(out, st)
		}
		out = append(out, after[i]...)
	}
	l.Stmts = out
}

// placeBlockFn moves a declaration of a switch that has no mark out of the list from.
func (o *output) placeBlockFn(f *blockFn, from *scope.List, src *ast.Switch) {
	at := slices.Index(from.Stmts, f.entry)
	from.Stmts = slices.Delete(from.Stmts, at, at+1)
	to := from
	if l := o.caseOf(f, from, src); l != nil {
		to, at = l, 0
	}
	i := at
	for k := at; k < len(to.Stmts); k++ {
		if s := o.origin[to.Stmts[k]]; !s.IsZero() && s.Start < f.entry.Pos().Start && f.sym.Scope.Span.Contains(s) {
			i = k + 1
		}
	}
	to.Stmts = slices.Insert(to.Stmts, i, f.entry)
	f.declaredIn(from, to)
}

// declaredIn records that a declaration of list from now stands in list to.
func (f *blockFn) declaredIn(from, to *scope.List) {
	if to != from {
		if to.Kind != scope.Case || to.Parent != from || f.sym.Scope.Kind != ast.ScopeSwitch {
			refuse("the function %s is declared outside of its block", f.sym.Name)
		}
		to.Open = true
	}
	f.in = to
}

// switchScopes creates a list for the scope of each switch with a case that declares a
// function. It holds the lists of the cases and no statements.
func (e *emitter) switchScopes() {
	for _, f := range e.blockFns {
		if !f.in.Open || f.in.Parent.Kind == scope.Head {
			continue
		}
		sw := &scope.List{Parent: f.in.Parent, Owner: f.in.Owner, Kind: scope.Head}
		for _, l := range e.caseLists {
			if l.Owner == sw.Owner {
				l.Parent = sw
			}
		}
		e.lists = append(e.lists, sw)
	}
	e.setDepths()
}

// setDepths recomputes the depths of the lists after their parents have changed.
func (o *output) setDepths() {
	known := map[*scope.List]bool{}
	var path []*scope.List
	for _, l := range o.lists {
		path = path[:0]
		for ; l != nil && !known[l]; l = l.Parent {
			path = append(path, l)
		}
		depth := -1
		if l != nil {
			depth = l.Depth
		}
		for _, l := range slices.Backward(path) {
			depth++
			l.Depth, known[l] = depth, true
		}
	}
}

// caseOf returns the list of the case that declares a function in src, a switch of the source
// that is emitted in list in, or nil.
func (o *output) caseOf(f *blockFn, in *scope.List, src *ast.Switch) *scope.List {
	for _, k := range src.Cases {
		if !k.Span.Contains(f.entry.Pos().Span) {
			continue
		}
		for _, l := range o.caseLists {
			if l.Parent == in && o.isCase(l, k) {
				return l
			}
		}
	}
	return nil
}

// isCase reports whether a list is that of a case of the source.
func (o *output) isCase(l *scope.List, k *ast.Case) bool {
	owner := l.Owner
	if lab, ok := owner.(*ast.Labeled); ok {
		owner = lab.Body
	}
	if sw, ok := owner.(*ast.Switch); ok && k.Test != nil {
		for _, c := range sw.Cases {
			if l.Body == &c.Body && c.Site == k.Site {
				return true
			}
		}
	}
	return slices.ContainsFunc(l.Stmts, func(st ast.Stmt) bool { return !o.origin[st].IsZero() && k.Span.Contains(o.origin[st]) })
}

// freshLabel returns a label like name that no statement of the function has.
func (o *output) freshLabel(name string) string { return o.labelsInUse().fresh(name) }

// labelsInUse returns the labels of the function's statements.
func (o *output) labelsInUse() labels {
	used := labels{}
	for _, l := range o.lists {
		for _, st := range l.Stmts {
			for x, ok := st.(*ast.Labeled); ok; x, ok = x.Body.(*ast.Labeled) {
				used[x.Label] = 1
			}
		}
	}
	return used
}

// labels holds the labels in use, each with the next number for a label derived from it.
type labels map[string]int

// fresh returns an unused label like name and marks it as used.
func (used labels) fresh(name string) string {
	label := name
	for used[label] > 0 {
		label = name + "$" + strconv.Itoa(used[name])
		used[name]++
	}
	used[label] = 1
	return label
}

// declareBlockFn makes the list with its declaration the home of a block-level function.
func declareBlockFn(f *blockFn, w *web, u *scope.Uses) {
	w.Home = f.in
	if f.in.Open {
		w.Home = f.in.Parent
	}
	if !u.Around.In(w.Home) {
		refuse("the function %s is needed outside of its block", f.sym.Name)
	}
	if f.in.Kind == scope.Case && !f.in.Open {
		f.in.Braces = true
	}
}

// isAnnexBVar reports whether w is the Annex B variable of a block-level function, which is
// declared by that function's declaration.
func (fns *blockFnSet) isAnnexBVar(w *web) bool {
	return w.Sym != nil && len(w.Sym.Decls) == 0 && fns.annexBVars[w.Sym]
}

// blockFn records the reference that the declaration of a block-level function makes to its
// Annex B variable.
func (l *locator) blockFn(list *scope.List, st ast.Stmt) {
	f := l.entries[st]
	if f == nil || f.mark == nil {
		return
	}
	if f.in.Open {
		list = list.Parent
	}
	w, at, around := l.cellWeb(&son.Node{Sym: f.sym.AnnexB}), list.At, list.Parent
	if l.Bindings.Of(w.Sym) == build.Global {
		l.free.Add(f.sym.Name, around, at)
	} else {
		l.reference(w, around, at)
	}
}

// checkBlockFns refuses block-level declarations that would assign a variable where the
// source's did not.
func (e *emitter) checkBlockFns(l *locator) {
	for _, f := range e.blockFns {
		fn := e.Program.Funcs[e.closures[f.entry]]
		if e.Fn.Strict || fn.Async || fn.Generator || f.mark != nil {
			continue
		}
		if v := f.sym.AnnexB; v != nil {
			// The source never ran the declaration, or nothing reads the variable.
			w := l.cellWeb(&son.Node{Sym: v})
			i := slices.Index(f.in.Stmts, f.entry)
			if e.isTop() || w.Uses != nil && (i == 0 || !l.ends(f.in.Stmts[i-1])) {
				refuse("the declaration of %s in its block would run", f.sym.Name)
			}
			continue
		}
		hidden := slices.ContainsFunc(e.webs.all, func(w *web) bool {
			return w != f.web && w.Name == f.sym.Name && w.Home != nil && w.Home != f.web.Home && f.web.Home.In(w.Home) &&
				(w.Kind != ast.Var && w.Caught == nil || w.Param)
		})
		if !hidden && !e.isParam(f.sym.Name) && (e.isTop() || l.isBoundElsewhere(f)) {
			refuse("%s would become a variable of the function", f.sym.Name)
		}
	}
}

// isBoundElsewhere reports whether the name of a block-level function also refers to something
// else.
func (l *locator) isBoundElsewhere(f *blockFn) bool {
	return l.free.Of(f.sym.Name) != nil || slices.ContainsFunc(l.emitter.webs.all, func(w *web) bool { return w != f.web && w.Name == f.sym.Name && w.Uses != nil })
}

// ends reports whether control provably does not continue after a statement, by its syntax.
func (l *locator) ends(st ast.Stmt) bool {
	list := func(b ast.Stmt) bool {
		x, ok := b.(*ast.Block)
		if !ok || l.blocks[&x.Body] == nil {
			return false
		}
		stmts := l.blocks[&x.Body].Stmts
		return len(stmts) > 0 && l.ends(stmts[len(stmts)-1])
	}
	switch s := st.(type) {
	case *ast.If:
		return list(s.Then) && list(s.Else)
	case *ast.Block:
		return list(s)
	}
	return ast.IsJump(st)
}

func (e *emitter) isParam(name string) bool {
	return e.Fn.Scope != nil && slices.ContainsFunc(e.Fn.Scope.Symbols, func(s *ast.Symbol) bool { return s.Kind == ast.SymParam && s.Name == name })
}
