package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son/build"
)

// locator finds the references to each variable.
type locator struct {
	*emitter
	blocks map[*[]ast.Stmt]*scope.List
	free   scope.Free
	root   *scope.List
	// bySource holds the statements with an origin, in the order of the source.
	bySource []scope.Place
	// declHeads holds the for heads that may declare each name of the source.
	declHeads map[*ast.Ident][]*scope.List
	inside    []*web // the inner names of the classes around the visited node
	// param is the place of the try statement while its catch parameter is visited:
	// declarations in the catch's body are not in scope there.
	param *scope.Place
}

// locate visits the finished statements.
func (e *emitter) locate(root *scope.List) *locator {
	l := e.mem.locator(e)
	scope.Link(e.lists)
	for _, s := range e.lists {
		if s.Body != nil {
			l.blocks[s.Body] = s
		}
	}
	l.root = root
	l.visit(root)
	return l
}

func (l *locator) visit(list *scope.List) {
	for i, st := range list.Stmts {
		l.stmt(list, i, st)
	}
}

// nested visits the list of a block in statement at of list.
func (l *locator) nested(body *[]ast.Stmt, list *scope.List, at int) {
	n := l.blocks[body]
	if n == nil {
		refuse("BUG: a block without a list")
	}
	n.At = at
	l.visit(n)
}

func (l *locator) stmt(list *scope.List, at int, st ast.Stmt) {
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
		head.At = at
		l.visit(head)
		n := len(head.Stmts)
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
			if n := l.blocks[&c.Body]; n != nil && n.Parent.Kind == scope.Head && n.Parent.Owner == n.Owner {
				n.Parent.At = at
				list, at = n.Parent, 0
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
				n.At = at
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
func (l *locator) iterLoop(list *scope.List, at int, s ast.Stmt, right ast.Expr, body *ast.Block) {
	head := l.iterLoopsByStmt[s].head
	head.At = at
	l.expr(head, -1, right)
	l.visit(head)
	l.nested(&body.Body, head, len(head.Stmts))
}

// closure records the references in a nested function.
func (l *locator) closure(list *scope.List, at int, n ast.Node) {
	for _, w := range l.captured[n] {
		l.reference(w, list, at)
	}
	fn := l.Program.Funcs[l.closures[n]]
	for _, g := range fn.Globals {
		l.free.Add(g, list, at)
	}
	if fn.IsWide() {
		l.free.AddWide(fn, list, at)
	}
	for _, s := range fn.Outer {
		if !build.Owns(l.Fn, s) {
			l.free.Add(s.Name, list, at)
		}
	}
}

func (l *locator) expr(list *scope.List, at int, x ast.Expr) {
	ast.Walk(x, func(n ast.Node) bool {
		if _, ok := l.closures[n]; ok {
			l.closure(list, at, n)
			return false
		}
		switch n := n.(type) {
		case *ast.Assign:
			ast.Leaves(n.Target, func(x ast.Expr) {
				if id, ok := x.(*ast.Ident); ok && l.owner[id] != nil {
					l.owner[id].Writes++
				}
			})
		case *ast.Update:
			if id, ok := n.X.(*ast.Ident); ok && l.owner[id] != nil {
				l.owner[id].Writes++
			}
		case *ast.Ident:
			if w := l.owner[n]; w != nil {
				l.reference(w, list, at)
			} else if l.freeRefs[n] {
				l.free.Add(n.Name, list, at)
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

func (l *locator) reference(w *web, list *scope.List, at int) {
	if w.Inner && !slices.Contains(l.inside, w) {
		refuse("a reference to %s would leave its class", w.Hint)
	}
	if l.param != nil && w.Caught == nil {
		list, at = l.param.List, l.param.At
	}
	if w.Uses == nil {
		w.Uses = l.mem.uses.Next()
		w.Uses.Reset()
	}
	w.Uses.Add(list, at)
}
