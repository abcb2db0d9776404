package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// place is where a variable is mentioned: statement at of a list.
type place struct {
	list *stmtList
	at   int
}

// usage is what declaring and naming need to know of one variable or free name.
type usage struct {
	lca    *stmtList
	first  int     // index in lca of the first statement that mentions it
	places []place // distinct lists, one entry each
}

// locator finds where each variable is mentioned.
type locator struct {
	*emitter
	blocks map[*[]ast.Stmt]*stmtList
	free   map[string]*usage
	root   *stmtList
	// bySource are the statements with an origin, in the order of the source.
	bySource []place
	inside   []*web          // names of the classes around what is visited
	params   map[string]bool // names that the body's own let and const cannot have
}

// locate walks the finished statements.
func (e *emitter) locate(root *stmtList) *locator {
	l := e.mem.locator(e)
	for _, s := range e.lists {
		if s.body != nil {
			l.blocks[s.body] = s
		}
	}
	l.root = root
	for _, p := range e.Fn.Params {
		for _, id := range names(p) { // a default does not see the body's names
			l.params[id.Name] = true
		}
	}
	l.visit(root)
	return l
}

func (l *locator) visit(list *stmtList) {
	for i, st := range list.stmts {
		l.stmt(list, i, st)
	}
}

// nested visits the list of a block, which hangs on statement at of list.
func (l *locator) nested(body *[]ast.Stmt, list *stmtList, at int) {
	n := l.blocks[body]
	if n == nil {
		refuse("BUG: a block without a list")
	}
	n.at = at
	l.visit(n)
}

func (l *locator) stmt(list *stmtList, at int, st ast.Stmt) {
	switch s := st.(type) {
	case *ast.ExprStmt:
		l.expr(list, at, s.X)
	case *ast.If:
		l.expr(list, at, s.Test)
		l.nested(&s.Then.(*ast.Block).Body, list, at)
		if s.Else != nil {
			l.nested(&s.Else.(*ast.Block).Body, list, at)
		}
	case *ast.While:
		l.expr(list, at, s.Test)
		l.nested(&s.Body.(*ast.Block).Body, list, at)
	case *ast.DoWhile:
		l.nested(&s.Body.(*ast.Block).Body, list, at)
		l.expr(list, at, s.Test)
	case *ast.For:
		head := l.heads[s]
		head.at = at
		l.visit(head)
		n := len(head.stmts)
		if s.Test != nil {
			l.expr(head, n, s.Test)
		}
		if s.Update != nil {
			l.expr(head, n, s.Update)
		}
		l.nested(&s.Body.(*ast.Block).Body, head, n)
	case *ast.ForIn:
		l.forEach(list, at, s, s.Right, s.Body.(*ast.Block))
	case *ast.ForOf:
		l.forEach(list, at, s, s.Right, s.Body.(*ast.Block))
	case *ast.Labeled:
		if b, ok := s.Body.(*ast.Block); ok {
			l.nested(&b.Body, list, at)
			return
		}
		l.stmt(list, at, s.Body)
	case *ast.Try:
		l.try(list, at, s)
	case *ast.Switch:
		l.expr(list, at, s.Disc)
		for _, c := range s.Cases { // all of a switch with functions is a scope
			if n := l.blocks[&c.Body]; n != nil && n.parent.kind == listFor && n.parent.owner == n.owner {
				n.parent.at = at
				list, at = n.parent, 0
				break
			}
		}
		for _, c := range s.Cases {
			if c.Test != nil {
				l.expr(list, at, c.Test)
			}
		}
		for _, c := range s.Cases {
			if n := l.blocks[&c.Body]; n != nil {
				n.at = at
				l.visit(n)
			}
		}
	case *ast.Return:
		if s.X != nil {
			l.expr(list, at, s.X)
		}
	case *ast.Throw:
		l.expr(list, at, s.X)
	case *ast.VarDecl:
		if l.basic != nil && l.basic.bodies[s] != nil {
			l.expr(list, at, s.Decls[0].Target)
			l.nested(&l.basic.bodies[s].Body, list, at)
			return
		}
		for _, d := range s.Decls {
			l.expr(list, at, d.Target)
			if d.Init != nil {
				l.expr(list, at, d.Init)
			}
		}
	case *ast.ExportDefault:
		l.stmt(list, at, s.Value.(ast.Stmt))
	case *ast.Block:
		l.nested(&s.Body, list, at)
	case *ast.FuncDecl, *ast.VerbatimStmt:
		l.blockFn(list, st)
		if use := l.classes[st]; use != nil {
			l.class(list, at, use)
		}
		if _, ok := l.closures[st]; ok {
			l.closure(list, at, st)
		}
	case *ast.Break, *ast.Continue, *ast.Debugger, *ast.Empty:
	default:
		refuse("BUG: cannot locate names in %T", st)
	}
}

// forEach visits a loop over items. What is right of "in" is evaluated where the
// names of the head are in their dead zone already, and before they get a value.
func (l *locator) forEach(list *stmtList, at int, s ast.Stmt, right ast.Expr, body *ast.Block) {
	head := l.eachHeads[s].head
	head.at = at
	l.expr(head, -1, right)
	l.visit(head)
	l.nested(&body.Body, head, len(head.stmts))
}

// closure notes what a nested function mentions.
func (l *locator) closure(list *stmtList, at int, n ast.Node) {
	for _, w := range l.captured[n] {
		l.mention(w, list, at)
	}
	fn := l.Program.Funcs[l.closures[n]]
	for _, g := range fn.Globals {
		l.mentionFree(g, list, at)
	}
	own := map[*ast.Symbol]bool{}
	for _, s := range l.Bindings.Captures(fn) {
		own[s] = true
	}
	for _, s := range fn.Captures {
		if !own[s] || !build.Owns(l.Fn, s) {
			l.mentionFree(s.Name, list, at)
		}
	}
}

func (l *locator) expr(list *stmtList, at int, x ast.Expr) {
	ast.Walk(x, func(n ast.Node) bool {
		if _, ok := l.closures[n]; ok {
			l.closure(list, at, n)
			return false
		}
		switch n := n.(type) {
		case *ast.Assign:
			leaves(n.Target, func(x ast.Expr) {
				if id, ok := x.(*ast.Ident); ok && l.owner[id] != nil {
					l.owner[id].writes++
				}
			})
		case *ast.Update:
			if id, ok := n.X.(*ast.Ident); ok && l.owner[id] != nil {
				l.owner[id].writes++
			}
		case *ast.Ident:
			if w := l.owner[n]; w != nil {
				l.mention(w, list, at)
			} else if l.freeRefs[n] {
				l.mentionFree(n.Name, list, at)
			}
		case *ast.Verbatim:
			if use := l.classes[n]; use != nil {
				l.class(list, at, use)
			}
			return false
		}
		return true
	})
}

func (l *locator) mention(w *web, list *stmtList, at int) {
	if w.inner && !slices.Contains(l.inside, w) {
		refuse("a mention of %s would leave its class", w.hint)
	}
	if w.use == nil {
		w.use = l.mem.usage()
		w.use.lca, w.use.first = list, at
	}
	l.widen(w.use, list, at)
}

func (l *locator) mentionFree(name string, list *stmtList, at int) {
	u := l.free[name]
	if u == nil {
		u = l.mem.usage()
		u.lca, u.first = list, at
		l.free[name] = u
	}
	l.widen(u, list, at)
}

// widen adds a mention to u.
func (l *locator) widen(u *usage, list *stmtList, at int) {
	known := false
	for i := len(u.places) - 1; i >= 0 && i >= len(u.places)-4; i-- {
		known = known || u.places[i].list == list
	}
	if !known {
		u.places = append(u.places, place{list, at})
	}
	for u.lca != list {
		if u.lca.depth >= list.depth {
			u.first = u.lca.at
			u.lca = u.lca.parent
		} else {
			at = list.at
			list = list.parent
		}
	}
	u.first = min(u.first, at)
}

// declare decides where and how each variable is declared, names them, and
// writes the declarations.
func (e *emitter) declare(root *stmtList) {
	l := e.locate(root)
	e.loc = l
	lets := looseLets{}
	var loose []*web // var bindings that no statement declares
	vars := map[*web]ast.Stmt{}
	patterns := e.patternDecls(l)
	split := e.splitHeads(l, patterns)
	for _, w := range e.webs.all {
		u := w.use
		if u == nil || w.param || w.inner || e.isDeclaredFn(w) || e.isOuter(w) {
			continue
		}
		if p := patterns[w]; p != nil {
			w.home = p.list
			if !p.done {
				e.turnInto(p.list, p.at, p.st, p.kind)
				p.list.braces = p.list.braces || p.list.kind == listCase
				p.done = true
			}
			continue
		}
		if w.caught != nil {
			if w.home = w.caught; !isInside(u.lca, w.home) {
				refuse("%s is needed outside of its catch", w.hint)
			}
			continue
		}
		if w.block != nil {
			e.declareBlockFn(w.block, w, u)
			continue
		}
		if w.kind == ast.Var {
			if st := e.varSite(l, w, u); st != nil {
				vars[w] = st
			} else if !e.besideBlockFn(w) {
				loose = append(loose, w)
			}
			w.home = root
			continue
		}
		w.home = u.lca
		st, at := e.letSite(w, u), u.first
		if w.cell {
			st, at = e.cellSite(w, u)
		}
		if split[u.lca] {
			st = nil
		}
		if w.round != nil && (st == nil || u.lca != e.heads[e.rounds[w.round].stmt]) {
			refuse("%s is not declared in the head of its loop", w.hint)
		}
		if st != nil {
			k := ast.Let
			if e.isConst(w) {
				k = ast.Const
			}
			e.turnInto(u.lca, at, st, k)
			if u.lca.kind == listCase {
				u.lca.braces = true
			}
			continue
		}
		if w.cell && !split[u.lca] && w.round == nil && e.deadZone(l, w, u) {
			continue
		}
		if w.cell {
			refuse("%s cannot be declared where it is initialized", w.hint)
		}
		lets.declare(e, l, w, u)
	}
	for _, list := range e.lists {
		for i, st := range list.stmts {
			if es, ok := st.(*ast.ExprStmt); ok && e.decls[st] != nil && e.declaresVar(es, vars) {
				e.turnInto(list, i, st, ast.Var)
			}
		}
	}
	e.checkRounds()
	e.nameWebs(l, root)
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

// isConst reports whether a variable with one assignment is a const.
func (e *emitter) isConst(w *web) bool {
	return w.cell && w.kind == ast.Const || w.writes == 1 && (w.sym == nil || w.kind == ast.Const)
}

// declaresVar reports whether a statement declares the vars that it assigns: one
// at least is declared here, or the source declares them twice.
func (e *emitter) declaresVar(st *ast.ExprStmt, vars map[*web]ast.Stmt) bool {
	ws := e.varsOf(st)
	for _, w := range ws {
		if vars[w] == st || e.decls[st].decl && !w.param && vars[w] != nil {
			return true
		}
	}
	return false
}

// varsOf returns the variables that a statement could declare as vars: those
// that it assigns, if they are vars and nothing else is assigned.
func (e *emitter) varsOf(st *ast.ExprStmt) []*web {
	ws, ok := assignedAll(e, st)
	if isPattern(e.decls[st]) {
		for _, w := range ws {
			ok = ok && w.kind == ast.Var && e.decls[st].decl
		}
	}
	if !ok {
		return nil
	}
	return ws
}

// isDeclaredFn reports whether w is the binding of a function declaration.
func (e *emitter) isDeclaredFn(w *web) bool { return w.sym != nil && e.declaredFns[w.sym] }

// isOuter reports whether w stands for a binding of an enclosing function.
func (e *emitter) isOuter(w *web) bool {
	return w.sym != nil && w.sym.Scope != nil && !build.Owns(e.Fn, w.sym)
}

// assigned returns the variable that a statement assigns on its outside.
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

// varSite returns the statement that declares a var: the one that did in the
// source, or the first that assigns a helper.
func (e *emitter) varSite(l *locator, w *web, u *usage) ast.Stmt {
	if e.sites == nil {
		e.sites = map[*web][2]ast.Stmt{}
		for _, list := range e.lists {
			for _, st := range list.stmts {
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
	if w.sym != nil && len(w.sym.Decls) > 0 && !e.initDecl(w.sym) {
		return nil
	}
	return first
}

// initDecl reports whether the source declares s with an initial value.
func (e *emitter) initDecl(s *ast.Symbol) bool {
	for _, r := range s.Refs {
		if r.Kind&ast.RefInit != 0 {
			return true
		}
	}
	return false
}

// letSite returns the statement that can declare a let or const, or nil.
func (e *emitter) letSite(w *web, u *usage) ast.Stmt {
	if u.first < 0 || u.first >= len(u.lca.stmts) {
		return nil
	}
	st := u.lca.stmts[u.first]
	es, ok := st.(*ast.ExprStmt)
	if !ok || e.decls[st] == nil || assigned(e, es) != w || !e.decls[st].decl && e.isDeclaredEmpty(w) {
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
		return !self
	})
	if self {
		return nil
	}
	return st
}

// isDeclaredEmpty reports whether the source declares a variable without a value.
func (e *emitter) isDeclaredEmpty(w *web) bool {
	if e.flat || w.sym == nil || len(w.sym.Decls) != 1 || e.g.Config.Helpers {
		return false
	}
	d := e.srcDeclarators[w.sym.Decls[0]]
	return d != nil && d.Init == nil
}

// cellSite returns the statement that initializes a cell's let or const, if it
// stands in the list that holds all mentions of the cell. Others may come before
// it, as in the source: functions that see the cell, and reads in its dead zone.
func (e *emitter) cellSite(w *web, u *usage) (st ast.Stmt, at int) {
	if !e.initsFound {
		e.findInits()
	}
	for _, i := range w.inits {
		if i.list != u.lca {
			continue
		}
		if at = indexOf(i.list, i.st, i.at); at >= 0 && e.inits(i.st, w) {
			return i.st, at
		}
	}
	return nil, 0
}

// initSite is a statement that initializes a cell.
type initSite struct {
	place
	st ast.Stmt
}

// indexOf returns the place of a statement in a list, or -1. Only if others have
// come before it since, it is not where it was.
func indexOf(list *stmtList, st ast.Stmt, at int) int {
	if at < len(list.stmts) && list.stmts[at] == st {
		return at
	}
	return slices.Index(list.stmts, st)
}

// inits reports whether a statement initializes w where the source declares it.
func (e *emitter) inits(st ast.Stmt, w *web) bool {
	es, ok := st.(*ast.ExprStmt)
	return ok && e.decls[st] != nil && e.decls[st].decl && assigned(e, es) == w
}

// findInits notes the statements that initialize cells. A list with a cell a
// statement is not searched for each of them.
func (e *emitter) findInits() {
	e.initsFound = true
	for _, list := range e.lists {
		for i, st := range list.stmts {
			if es, ok := st.(*ast.ExprStmt); ok {
				if w := assigned(e, es); w != nil && w.cell && e.inits(st, w) {
					w.inits = append(w.inits, initSite{place{list, i}, st})
				}
			}
		}
	}
}

// turnInto makes the assignment st, number at of a list, a declaration.
func (e *emitter) turnInto(list *stmtList, at int, st ast.Stmt, k ast.VarKind) {
	a := st.(*ast.ExprStmt).X.(*ast.Assign)
	bindingPattern(a.Target)
	d := &ast.VarDecl{Kind: k, Decls: []*ast.Declarator{{Target: a.Target, Init: a.Value}}}
	if _, name := a.Target.(*ast.Ident); name && k == ast.Let && isUndefined(a.Value) && e.decls[st].decl {
		d.Decls[0].Init = nil
	}
	e.origin[d] = e.origin[st]
	if at = indexOf(list, st, at); at >= 0 {
		list.stmts[at] = d
	}
}

// hoisted adds the function declarations, each where the source has it.
func (e *emitter) hoisted(root *stmtList) *stmtList {
	e.declaredFns = map[*ast.Symbol]bool{}
	nodes := map[int]*son.Node{}
	e.g.Nodes(func(n *son.Node) {
		if n.Op == son.OpClosure && n.Has(son.FlagHoisted) {
			nodes[int(n.Idx)] = n
		}
	})
	decls := []ast.Stmt{}
	if e.isTop() {
		decls = e.fixedDecls()
	}
	if len(nodes) == 0 && len(decls) == 0 {
		return root
	}
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
		refuse("BUG: a function declaration is not found back")
	}
	var out []ast.Stmt
	k := 0
	for _, st := range root.stmts {
		at := e.origin[st]
		for k < len(decls) && !at.IsZero() && at.Start > e.origin[decls[k]].Start {
			out = append(out, decls[k])
			k++
		}
		out = append(out, st)
	}
	root.stmts = append(out, decls[k:]...)
	return root
}
