package emit

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// blockFnOf returns the record of a block-level function.
func (e *emitter) blockFnOf(sym *ast.Symbol) *scope.BlockFunc {
	w := e.cellWeb(&son.Node{Sym: sym})
	if w.Block == nil {
		w.Block, w.Kind = &scope.BlockFunc{Sym: sym, Var: &w.Var}, ast.Let
		e.blockFns = append(e.blockFns, w.Block)
	}
	return w.Block
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
	if _, is := e.Closures[x]; !ok || !is || f.Entry != nil {
		refuse("the function %s is declared twice, or made elsewhere", n.Sym.Name)
	}
	fn := v.Of.(*ast.Func).Fn
	st := &ast.VerbatimStmt{Base: v.Base, Of: &ast.FuncDecl{Base: v.Base, Fn: fn}}
	e.Closures[st], e.Captured[st] = e.Closures[x], append(e.Captured[x], f.Var)
	delete(e.Closures, x)
	delete(e.Captured, x)
	f.Entry, r.stmt, r.hoists = st, st, true
	r.node, r.reads, r.eff = nil, nil, son.NoEffect
	r.place = place{}
	r.defineLast(e.webs.web(f.Var), n)
}

// blockFnMark writes the store to the Annex B variable of a block-level function.
func (e *emitter) blockFnMark(l *roots, r *root, n *son.Node) {
	v := n.Arg(n.NumArgs() - 1)
	if v.Op != son.OpLoadCell || v.Sym == nil || v.Sym.AnnexB != n.Sym {
		refuse("%s is not assigned to its Annex B variable", n.Sym.Name)
	}
	x := e.operands(l, r, []*son.Node{v})[0]
	f := e.blockFnOf(v.Sym)
	if id, ok := x.(*ast.Ident); !ok || e.Owner[id] != f.Var || f.Mark != nil {
		refuse("%s is not assigned to its Annex B variable", n.Sym.Name)
	}
	f.Mark = &ast.VerbatimStmt{}
	r.stmt, r.node = f.Mark, nil
	if n.Op == son.OpStoreCell && !e.cellWeb(n.Arg(0)).Outer {
		r.defineLast(e.cellWeb(n.Arg(0)), n)
	}
}

// blockFunctions moves the declarations of block-level functions to where they belong.
func (e *emitter) blockFunctions(root *scope.List) {
	slices.SortStableFunc(e.blockFns, func(a, b *scope.BlockFunc) int { // inner blocks first
		return cmp.Compare(a.Sym.Scope.Span.End-a.Sym.Scope.Span.Start, b.Sym.Scope.Span.End-b.Sym.Scope.Span.Start)
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
	e.entries, e.annexBVars = make(map[ast.Stmt]*scope.BlockFunc, len(e.blockFns)), map[*ast.Symbol]bool{}
	for _, f := range e.blockFns {
		e.entries[f.Entry] = f
		e.annexBVars[f.Sym.AnnexB] = true
	}
	e.wrapBlocks(root)
	e.setDepths()
}

// acts reports whether a function declaration does something where it stands: a block-level
// function that assigns its Annex B variable does so when control reaches it.
func (fns *blockFnSet) acts(st ast.Stmt) bool {
	f := fns.entries[st]
	return f != nil && f.Mark != nil
}

// placeBlockFns moves the declarations from the start of their blocks to where the source has
// them: to their marks, all at once, or if they have none, next to the statements there. lists
// holds the lists of entries and marks.
func (e *emitter) placeBlockFns(lists map[ast.Stmt]*scope.List) {
	moved, at := map[ast.Stmt]bool{}, map[ast.Stmt]ast.Stmt{} // entries, and the declaration that replaces each mark
	sweep := map[*scope.List]bool{}
	for _, f := range e.blockFns {
		from, to := lists[f.Entry], lists[f.Mark]
		if from == nil || f.Mark != nil && to == nil {
			refuse("the function %s is no longer declared", f.Sym.Name)
		}
		e.origin[f.Entry] = f.Entry.Pos().Span
		if f.Mark != nil {
			moved[f.Entry], at[f.Mark] = true, f.Entry
			sweep[from], sweep[to] = true, true
			nowIn(f, from, to)
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
	alone := map[*scope.List][]*scope.BlockFunc{}
	var cases []*scope.BlockFunc
	switches := map[*ast.Scope]*ast.Switch{}
	for _, src := range e.src.Switches {
		switches[src.Scope] = src
	}
	for _, f := range e.blockFns {
		switch from := lists[f.Entry]; {
		case f.Mark != nil:
		case switches[f.Sym.Scope] != nil:
			cases = append(cases, f)
		default:
			alone[from] = append(alone[from], f)
		}
	}
	for l, fns := range alone {
		e.placeAll(l, fns)
	}
	for _, f := range cases {
		e.placeBlockFn(f, lists[f.Entry], switches[f.Sym.Scope])
	}
	e.gatherBlockFns(cases)
}

// gatherBlockFns moves declarations of a switch that have no mark and are left before the
// switch to a case that declares another function of it. They share one scope, so their order
// does not matter.
func (fns *blockFnSet) gatherBlockFns(cases []*scope.BlockFunc) {
	inCase := map[*ast.Scope]*scope.List{}
	for _, f := range fns.blockFns {
		if f.In.Open {
			inCase[f.Sym.Scope] = f.In
		}
	}
	for _, f := range slices.Backward(cases) {
		from, to := f.In, inCase[f.Sym.Scope]
		if to == nil || from.Open {
			continue
		}
		at := slices.Index(from.Stmts, f.Entry)
		from.Stmts = slices.Delete(from.Stmts, at, at+1)
		to.Stmts = slices.Insert(to.Stmts, 0, f.Entry)
		nowIn(f, from, to)
	}
}

// placeAll moves declarations without marks after the statements that precede them in their
// blocks.
func (o *output) placeAll(l *scope.List, fns []*scope.BlockFunc) {
	r := newRow(l.Stmts, o.origin)
	last := r.lasts()
	at := make(map[ast.Stmt]int, len(fns))
	for i, st := range l.Stmts {
		at[st] = i
	}
	slices.SortStableFunc(fns, func(a, b *scope.BlockFunc) int { return cmp.Compare(a.Entry.Pos().Start, b.Entry.Pos().Start) })
	after := map[int][]ast.Stmt{} // what comes after a statement
	moved := map[ast.Stmt]bool{}
	for _, f := range fns {
		i := at[f.Entry]
		around, start := f.Sym.Scope.Span, f.Entry.Pos().Start
		if k := last(r.find(around), r.find(ast.Span{Start: start, End: around.End})); k > i {
			after[k] = append(after[k], f.Entry)
			moved[f.Entry] = true
		}
		nowIn(f, l, l)
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
func (o *output) placeBlockFn(f *scope.BlockFunc, from *scope.List, src *ast.Switch) {
	at := slices.Index(from.Stmts, f.Entry)
	from.Stmts = slices.Delete(from.Stmts, at, at+1)
	to := from
	if l := o.caseOf(f, from, src); l != nil {
		to, at = l, 0
	}
	i := at
	for k := at; k < len(to.Stmts); k++ {
		if s := o.origin[to.Stmts[k]]; !s.IsZero() && s.Start < f.Entry.Pos().Start && f.Sym.Scope.Span.Contains(s) {
			i = k + 1
		}
	}
	to.Stmts = slices.Insert(to.Stmts, i, f.Entry)
	nowIn(f, from, to)
}

// nowIn records that the declaration of a block-level function, which was in list from now stands in list to.
func nowIn(f *scope.BlockFunc, from, to *scope.List) {
	if to != from {
		if to.Kind != scope.Case || to.Parent != from || f.Sym.Scope.Kind != ast.ScopeSwitch {
			refuse("the function %s is declared outside of its block", f.Sym.Name)
		}
		to.Open = true
	}
	f.In = to
}

// switchScopes creates a list for the scope of each switch with a case that declares a
// function. It holds the lists of the cases and no statements.
func (e *emitter) switchScopes() {
	for _, f := range e.blockFns {
		if !f.In.Open || f.In.Parent.Kind == scope.Head {
			continue
		}
		sw := &scope.List{Parent: f.In.Parent, Owner: f.In.Owner, Kind: scope.Head}
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
func (o *output) caseOf(f *scope.BlockFunc, in *scope.List, src *ast.Switch) *scope.List {
	for _, k := range src.Cases {
		if !k.Span.Contains(f.Entry.Pos().Span) {
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

// checkBlockFns refuses block-level declarations that would assign a variable where the
// source's did not.
func (e *emitter) checkBlockFns() {
	for _, f := range e.blockFns {
		fn := e.Program.Funcs[e.Closures[f.Entry]]
		if e.Fn.Strict || fn.Async || fn.Generator || f.Mark != nil {
			continue
		}
		if v := f.Sym.AnnexB; v != nil {
			// The source never ran the declaration, or nothing reads the variable.
			w := e.cellWeb(&son.Node{Sym: v})
			i := slices.Index(f.In.Stmts, f.Entry)
			if e.isTop() || w.Uses != nil && (i == 0 || !e.ends(f.In.Stmts[i-1])) {
				refuse("the declaration of %s in its block would run", f.Sym.Name)
			}
			continue
		}
		hidden := slices.ContainsFunc(e.webs.all, func(w *web) bool {
			return &w.Var != f.Var && w.Name == f.Sym.Name && w.Home != nil && w.Home != f.Var.Home && f.Var.Home.In(w.Home) &&
				(w.Kind != ast.Var && w.Caught == nil || w.Param)
		})
		if !hidden && !e.isParam(f.Sym.Name) && (e.isTop() || e.isBoundElsewhere(f)) {
			refuse("%s would become a variable of the function", f.Sym.Name)
		}
	}
}

// isBoundElsewhere reports whether the name of a block-level function also refers to something
// else.
func (e *emitter) isBoundElsewhere(f *scope.BlockFunc) bool {
	return e.decl.Free.Of(f.Sym.Name) != nil || slices.ContainsFunc(e.webs.all, func(w *web) bool { return &w.Var != f.Var && w.Name == f.Sym.Name && w.Uses != nil })
}

// ends reports whether control provably does not continue after a statement, by its syntax.
func (e *emitter) ends(st ast.Stmt) bool {
	list := func(b ast.Stmt) bool {
		x, ok := b.(*ast.Block)
		if !ok || e.decl.List(&x.Body) == nil {
			return false
		}
		stmts := e.decl.List(&x.Body).Stmts
		return len(stmts) > 0 && e.ends(stmts[len(stmts)-1])
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
