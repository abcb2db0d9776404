package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son/build"
)

// place is where a variable is referenced: in statement at of a list.
type place struct {
	list *stmtList
	at   int
}

// usage summarizes the references to one variable or free name.
type usage struct {
	lca    *stmtList
	first  int     // the index in lca of the first statement with a reference
	places []place // one per list
}

// locator finds the references to each variable.
type locator struct {
	*emitter
	blocks map[*[]ast.Stmt]*stmtList
	free   map[string]*usage // read through freeUse
	root   *stmtList
	// bySource holds the statements with an origin, in the order of the source.
	bySource []place
	// declHeads holds the for heads that may declare each name of the source.
	declHeads map[*ast.Ident][]*stmtList
	inside    []*web          // the inner names of the classes around the visited node
	params    map[string]bool // names not available to the body's own lets and consts
	// param is the place of the try statement while its catch parameter is visited:
	// declarations in the catch's body are not in scope there.
	param *place
	// wide holds the closures with references not listed in free; see freeUse.
	wide     []wideClosure
	searched map[string]bool        // names that freeUse has searched wide for
	spans    map[*stmtList]listSpan // see span
}

// wideClosure is a closure without a list of its references, and its place.
type wideClosure struct {
	fn    *ast.Function
	place place
}

// locate visits the finished statements.
func (e *emitter) locate(root *stmtList) *locator {
	l := e.mem.locator(e)
	e.setFar()
	for _, s := range e.lists {
		if s.body != nil {
			l.blocks[s.body] = s
		}
	}
	l.root = root
	for _, p := range e.Fn.Params {
		for _, id := range ast.Names(p) { // defaults do not see the body's names
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

// nested visits the list of a block in statement at of list.
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
		l.iterLoop(list, at, s, s.Right, s.Body.(*ast.Block))
	case *ast.ForOf:
		l.iterLoop(list, at, s, s.Right, s.Body.(*ast.Block))
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
		for _, c := range s.Cases { // a switch with functions is one scope
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
		l.stmt(list, at, s.Value)
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

// iterLoop visits a for-in or for-of loop. The expression right of "in" or "of" is evaluated
// before the names of the head are initialized, but in their scope, which is their dead zone.
func (l *locator) iterLoop(list *stmtList, at int, s ast.Stmt, right ast.Expr, body *ast.Block) {
	head := l.iterLoopsByStmt[s].head
	head.at = at
	l.expr(head, -1, right)
	l.visit(head)
	l.nested(&body.Body, head, len(head.stmts))
}

// closure records the references in a nested function.
func (l *locator) closure(list *stmtList, at int, n ast.Node) {
	for _, w := range l.captured[n] {
		l.reference(w, list, at)
	}
	fn := l.Program.Funcs[l.closures[n]]
	for _, g := range fn.Globals {
		l.referenceFree(g, list, at)
	}
	if fn.IsWide() {
		l.wide, l.searched = append(l.wide, wideClosure{fn, place{list, at}}), nil
	}
	for _, s := range fn.Outer {
		if !build.Owns(l.Fn, s) {
			l.referenceFree(s.Name, list, at)
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
			ast.Leaves(n.Target, func(x ast.Expr) {
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
				l.reference(w, list, at)
			} else if l.freeRefs[n] {
				l.referenceFree(n.Name, list, at)
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

func (l *locator) reference(w *web, list *stmtList, at int) {
	if w.inner && !slices.Contains(l.inside, w) {
		refuse("a reference to %s would leave its class", w.hint)
	}
	if l.param != nil && w.caught == nil {
		list, at = l.param.list, l.param.at
	}
	if w.use == nil {
		w.use = l.mem.usage()
		w.use.lca, w.use.first = list, at
	}
	l.widen(w.use, list, at)
}

// freeUse returns the references to a name that is not one of the function's own, or nil.
func (l *locator) freeUse(name string) *usage {
	if len(l.wide) > 0 && !l.searched[name] {
		if l.searched == nil {
			l.searched = map[string]bool{}
		}
		l.searched[name] = true
		for _, c := range l.wide {
			if c.fn.ReferencesBeyond(name) {
				l.referenceFree(name, c.place.list, c.place.at)
			}
		}
	}
	return l.free[name]
}

func (l *locator) referenceFree(name string, list *stmtList, at int) {
	u := l.free[name]
	if u == nil {
		u = l.mem.usage()
		u.lca, u.first = list, at
		l.free[name] = u
	}
	l.widen(u, list, at)
}

// widen adds a reference to u.
func (l *locator) widen(u *usage, list *stmtList, at int) {
	known := false
	for i := len(u.places) - 1; i >= 0 && i >= len(u.places)-4; i-- {
		known = known || u.places[i].list == list
	}
	if !known {
		u.places = append(u.places, place{list, at})
	}
	lca := u.lca.common(list)
	if u.lca != lca {
		u.first = u.lca.out(lca.depth + 1).at
		u.lca = lca
	}
	if list != lca {
		at = list.out(lca.depth + 1).at
	}
	u.first = min(u.first, at)
}

// setFar sets the links to lists further out, of the outer lists first. As in the dominator
// tree, their distances follow the skew-binary numbers (Myers, 1983).
func (o *output) setFar() {
	for _, l := range o.lists {
		l.far = nil
	}
	var path []*stmtList
	for _, l := range o.lists {
		path = path[:0]
		for ; l != nil && l.far == nil; l = l.parent {
			path = append(path, l)
		}
		for _, l := range slices.Backward(path) {
			up := l.parent
			switch {
			case up == nil:
				l.far = l
			case up.depth-up.far.depth == up.far.depth-up.far.far.depth:
				l.far = up.far.far
			default:
				l.far = up
			}
		}
	}
}

// out returns the ancestor of l, or l itself, at a depth.
func (l *stmtList) out(depth int) *stmtList {
	for l.depth > depth {
		if l.far.depth >= depth {
			l = l.far
		} else {
			l = l.parent
		}
	}
	return l
}

// common returns the innermost list that contains both l and m.
func (l *stmtList) common(m *stmtList) *stmtList {
	l, m = l.out(m.depth), m.out(l.depth)
	for l != m {
		if l.far != m.far {
			l, m = l.far, m.far
		} else {
			l, m = l.parent, m.parent
		}
	}
	return l
}
