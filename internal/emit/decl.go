package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// declare chooses the place and form of each variable's declaration, names the variables and
// writes the declarations.
func (e *emitter) declare(root *scope.List) {
	l := e.locate(root)
	e.loc = l
	lets := looseLets{}
	var loose []*web // vars that no statement declares
	vars := map[*web]ast.Stmt{}
	patterns := e.patternDecls(l)
	split := e.splitHeads(l, patterns)
	for _, w := range e.webs.all {
		u := w.Uses
		if u == nil || w.Param || w.Inner || e.isDeclaredFn(w) || w.Outer {
			continue
		}
		if p := patterns[w]; p != nil {
			w.Home = p.list
			if !p.done {
				e.turnInto(p.list, p.at, p.st, p.kind)
				p.list.Braces = p.list.Braces || p.list.Kind == scope.Case
				p.done = true
			}
			continue
		}
		if w.Caught != nil {
			if w.Home = w.Caught; !u.Around.In(w.Home) {
				refuse("%s is needed outside of its catch", w.Hint)
			}
			continue
		}
		if w.block != nil {
			declareBlockFn(w.block, w, u)
			continue
		}
		if w.Kind == ast.Var {
			if st := e.varSite(l, w, u); st != nil {
				vars[w] = st
			} else if !e.isAnnexBVar(w) {
				loose = append(loose, w)
			}
			w.Home = root
			continue
		}
		w.Home = u.Around
		st, at := e.letSite(l, w, u), u.First
		if w.Cell {
			if st, at = e.cellSite(w, u); st != nil && e.isMadeAgain(w, u.Around) {
				refuse("%s would be a new variable in each iteration of a loop", w.Hint)
			}
		}
		if split[u.Around] {
			st = nil
		}
		if w.perIterHead != nil && (st == nil || u.Around != e.heads[e.perIterFors[w.perIterHead].stmt]) {
			refuse("%s is not declared in the head of its loop", w.Hint)
		}
		if st != nil {
			k := ast.Let
			if isConst(w) {
				k = ast.Const
			}
			e.turnInto(u.Around, at, st, k)
			if u.Around.Kind == scope.Case {
				u.Around.Braces = true
			}
			continue
		}
		if w.Cell && !split[u.Around] && w.perIterHead == nil && e.deadZone(l, w, u) {
			continue
		}
		if w.Cell {
			refuse("%s cannot be declared where it is initialized", w.Hint)
		}
		lets.declare(e, l, w, u, patterns)
	}
	for _, list := range e.lists {
		for i, st := range list.Stmts {
			if es, ok := st.(*ast.ExprStmt); ok && e.decls[st] != nil && e.declaresVar(es, vars) {
				e.turnInto(list, i, st, ast.Var)
			}
		}
	}
	e.checkPerIter()
	e.nameVars(l, root)
	e.checkBlockFns(l)
	e.declareClasses()
	lets.insert(e)
	if !e.flat {
		e.mergeDecls()
	}
	e.declareLoose(root, loose)
	if e.isTop() {
		e.finishTop(root)
	}
	if e.flat {
		e.splitDecls()
	} else {
		e.sortDecls()
	}
	e.keepNames()
}

// isConst reports whether a variable can be a const.
func isConst(w *web) bool {
	return w.Cell && w.Kind == ast.Const || w.Writes == 1 && (w.Sym == nil || w.Kind == ast.Const)
}

// declaresVar reports whether a statement declares the vars that it assigns: it is the
// declaring statement of at least one of them, or the source declares them again there.
func (e *emitter) declaresVar(st *ast.ExprStmt, vars map[*web]ast.Stmt) bool {
	ws := e.varsOf(st)
	for _, w := range ws {
		if vars[w] == st || e.decls[st].decl && !w.Param && vars[w] != nil {
			return true
		}
	}
	return false
}

// varsOf returns the variables that a statement could declare as vars: those that it assigns,
// if they are vars and it assigns nothing else.
func (e *emitter) varsOf(st *ast.ExprStmt) []*web {
	ws, ok := assignedAll(e, st)
	if isPattern(e.decls[st]) {
		for _, w := range ws {
			ok = ok && w.Kind == ast.Var && e.decls[st].decl
		}
	}
	if !ok {
		return nil
	}
	return ws
}

// isDeclaredFn reports whether w is the binding of a function declaration.
func (ds *declarations) isDeclaredFn(w *web) bool { return w.Sym != nil && ds.declaredFns[w.Sym] }

// assigned returns the variable that a statement assigns at its top level.
func assigned(e *emitter, st *ast.ExprStmt) *web {
	a, ok := st.X.(*ast.Assign)
	if !ok || a.Op != ast.NoOp {
		return nil
	}
	id, ok := a.Target.(*ast.Ident)
	if !ok {
		return nil
	}
	return e.owner[id]
}

// varSite returns the statement that declares a var: the one that does in the source, or for a
// helper the first that assigns it. If the source's is gone, as dead stores are removed, it is
// the first statement that assigns the variable, provided that all other references follow it
// and the source declares the variable in the same list.
func (e *emitter) varSite(l *locator, w *web, u *scope.Uses) ast.Stmt {
	if e.sites == nil {
		e.sites = map[*web][2]ast.Stmt{}
		for _, list := range e.lists {
			for _, st := range list.Stmts {
				es, ok := st.(*ast.ExprStmt)
				if !ok || e.decls[st] == nil {
					continue
				}
				for _, v := range e.varsOf(es) {
					s := e.sites[v]
					if s[0] == nil {
						s[0] = st
					}
					if s[1] == nil && e.decls[st].decl {
						s[1] = st
					}
					e.sites[v] = s
				}
			}
		}
	}
	first, decl := e.sites[w][0], e.sites[w][1]
	if decl != nil {
		return decl
	}
	if w.Sym != nil && len(w.Sym.Decls) > 0 && !(startsWith(u, first) && (initDecl(w.Sym) || e.assignedOnce(w)) && !l.declaredAround(w, u)) {
		return nil
	}
	return first
}

// initDecl reports whether the source declares s with an initial value.
func initDecl(s *ast.Symbol) bool {
	for _, r := range s.Refs {
		if r.Kind&ast.RefInit != 0 {
			return true
		}
	}
	return false
}

// letSite returns the statement that can declare a let or const, or nil.
func (e *emitter) letSite(l *locator, w *web, u *scope.Uses) ast.Stmt {
	if u.First < 0 || u.First >= len(u.Around.Stmts) {
		return nil
	}
	st := u.Around.Stmts[u.First]
	es, ok := st.(*ast.ExprStmt)
	if !ok || e.decls[st] == nil || assigned(e, es) != w || !e.decls[st].decl && (e.isDeclaredEmpty(w) || l.declaredAround(w, u)) {
		return nil
	}
	self := false
	ast.Walk(es.X.(*ast.Assign).Value, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && e.owner[id] == w {
			self = true
		}
		for _, c := range e.captured[n] {
			self = self || c == w
		}
		if _, ok := e.closures[n]; ok {
			return false // its references are its captures
		}
		return !self
	})
	if self {
		return nil
	}
	return st
}

// startsWith reports whether st is a variable's first reference and dominates all others.
func startsWith(u *scope.Uses, st ast.Stmt) bool {
	return u.Around.Kind != scope.Head && u.First >= 0 && u.First < len(u.Around.Stmts) && u.Around.Stmts[u.First] == st
}

// assignedOnce reports whether only one of a variable's several assignments is left. Then the
// source's reason to declare it without a value no longer holds.
//
//	let x; if (a) x = f(1); else x = f(2);   =>   let x = f(a ? 1 : 2);
func (e *emitter) assignedOnce(w *web) bool {
	if w.Writes != 1 || w.Sym == nil || w.Sym.Assigns < 2 {
		return false
	}
	if e.symWebs == nil || e.counted != len(e.webs.all) {
		e.symWebs, e.counted = map[*ast.Symbol]int{}, len(e.webs.all)
		for _, v := range e.webs.all {
			if v.Sym != nil {
				e.symWebs[v.Sym]++
			}
		}
	}
	return e.symWebs[w.Sym] == 1
}

// isDeclaredEmpty reports whether the source declares a variable without a value for a reason
// that still holds; see [emitter.assignedOnce].
func (e *emitter) isDeclaredEmpty(w *web) bool {
	if e.flat || w.Sym == nil || len(w.Sym.Decls) != 1 || e.g.Config.Helpers || e.assignedOnce(w) {
		return false
	}
	d := e.src.Declarators[w.Sym.Decls[0]]
	return d != nil && d.Init == nil
}

// cellSite returns the statement that initializes a cell's let or const, if it is in the
// innermost list around all references to the cell. Some of them may come before it, as in the
// source: closures that capture the cell, and reads in its dead zone.
func (e *emitter) cellSite(w *web, u *scope.Uses) (st ast.Stmt, at int) {
	if !e.initsFound {
		e.findInits()
	}
	for _, i := range w.Inits {
		if i.List != u.Around {
			continue
		}
		if at = indexOf(i.List, i.Stmt, i.At); at >= 0 && e.inits(i.Stmt, w) {
			return i.Stmt, at
		}
	}
	return nil, 0
}

// indexOf returns the index of a statement in a list, or -1. It is no longer at if statements
// have been inserted before it.
func indexOf(list *scope.List, st ast.Stmt, at int) int {
	if at < len(list.Stmts) && list.Stmts[at] == st {
		return at
	}
	return slices.Index(list.Stmts, st)
}

// inits reports whether a statement initializes w where the source declares it.
func (e *emitter) inits(st ast.Stmt, w *web) bool {
	es, ok := st.(*ast.ExprStmt)
	return ok && e.decls[st] != nil && e.decls[st].decl && assigned(e, es) == w
}

// findInits records the statements that initialize cells, so that a list with a cell for every
// statement is not searched for each of them.
func (e *emitter) findInits() {
	e.initsFound = true
	for _, list := range e.lists {
		for i, st := range list.Stmts {
			if es, ok := st.(*ast.ExprStmt); ok {
				if w := assigned(e, es); w != nil && w.Cell && e.inits(st, w) {
					w.Inits = append(w.Inits, scope.Init{Place: scope.Place{List: list, At: i}, Stmt: st})
				}
			}
		}
	}
}

// turnInto turns the assignment st, at index at of a list, into a declaration.
func (e *emitter) turnInto(list *scope.List, at int, st ast.Stmt, k ast.VarKind) {
	a := st.(*ast.ExprStmt).X.(*ast.Assign)
	bindingPattern(a.Target)
	d := e.mem.varDecl(k, ast.Declarator{Target: a.Target, Init: a.Value})
	if _, name := a.Target.(*ast.Ident); name && k == ast.Let && ast.IsUndefined(a.Value) && e.decls[st].decl {
		d.Decls[0].Init = nil
	}
	e.origin[d] = e.origin[st]
	if at = indexOf(list, st, at); at >= 0 {
		list.Stmts[at] = d
	}
}

// hoisted inserts the function declarations where the source has them.
func (e *emitter) hoisted(root *scope.List) *scope.List {
	var nodes map[int]*son.Node
	e.g.Nodes(func(n *son.Node) {
		if n.Op == son.OpClosure && n.Has(son.FlagHoisted) {
			if nodes == nil {
				nodes = map[int]*son.Node{}
			}
			nodes[int(n.Idx)] = n
		}
	})
	var decls []ast.Stmt
	if e.isTop() {
		decls = e.fixedDecls()
	}
	if len(nodes) == 0 && len(decls) == 0 {
		return root
	}
	e.declaredFns = map[*ast.Symbol]bool{}
	for _, st := range e.Fn.Body {
		d := build.Declared(st)
		if d == nil {
			continue
		}
		n := nodes[d.Fn.Index]
		if n == nil {
			continue
		}
		delete(nodes, d.Fn.Index)
		e.declaredFns[d.Fn.Name.Sym] = true
		decls = append(decls, e.hoistedDecl(d, n))
	}
	if len(nodes) > 0 {
		refuse("BUG: a function declaration is lost")
	}
	var out []ast.Stmt
	k := 0
	for _, st := range root.Stmts {
		at := e.origin[st]
		for k < len(decls) && !at.IsZero() && at.Start > e.origin[decls[k]].Start {
			out = append(out, decls[k])
			k++
		}
		out = append(out, st)
	}
	root.Stmts = append(out, decls[k:]...)
	return root
}
