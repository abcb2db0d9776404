package decl

import (
	"fmt"
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// Locate finds the references to the variables and to other names in the tree of a function, which
// [Declarer.Place] declares next.
func (t *Declarer) Locate(in Input, storage *slab.List[scope.Uses]) error {
	*t = Declarer{Input: in, uses: storage, blocks: slab.Emptied(t.blocks), Free: t.Free, loose: t.loose[:0], varDecls: t.varDecls}
	t.varDecls.Reset()
	t.Free.Begin(storage)
	scope.Link(t.Tree.Lists)
	for _, s := range t.Tree.Lists {
		if s.Body != nil {
			t.blocks[s.Body] = s
		}
	}
	t.visit(t.Tree.Root)
	return t.err
}

// refuse records why the variables cannot be declared. The first reason counts.
func (t *Declarer) refuse(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf(format, args...)
	}
}

func (t *Declarer) visit(list *scope.List) {
	for i, st := range list.Stmts {
		t.stmt(list, i, st)
	}
}

// nested visits the list of a block in statement at of list.
func (t *Declarer) nested(body *[]ast.Stmt, list *scope.List, at int) {
	n := t.blocks[body]
	if n == nil {
		t.refuse("BUG: a block without a list")
		return
	}
	n.At = at
	t.visit(n)
}

func (t *Declarer) stmt(list *scope.List, at int, st ast.Stmt) {
	switch s := st.(type) {
	case *ast.ExprStmt:
		t.expr(list, at, s.X)
	case *ast.If:
		t.expr(list, at, s.Test)
		t.nested(&s.Then.(*ast.Block).Body, list, at)
		if s.Else != nil {
			t.nested(&s.Else.(*ast.Block).Body, list, at)
		}
	case *ast.While:
		t.expr(list, at, s.Test)
		t.nested(&s.Body.(*ast.Block).Body, list, at)
	case *ast.DoWhile:
		t.nested(&s.Body.(*ast.Block).Body, list, at)
		t.expr(list, at, s.Test)
	case *ast.For:
		head := t.Heads[s]
		head.At = at
		t.visit(head)
		n := len(head.Stmts)
		if s.Test != nil {
			t.expr(head, n, s.Test)
		}
		if s.Update != nil {
			t.expr(head, n, s.Update)
		}
		t.nested(&s.Body.(*ast.Block).Body, head, n)
	case *ast.ForIn:
		t.iterLoop(list, at, s, s.Right, s.Body.(*ast.Block))
	case *ast.ForOf:
		t.iterLoop(list, at, s, s.Right, s.Body.(*ast.Block))
	case *ast.Labeled:
		if b, ok := s.Body.(*ast.Block); ok {
			t.nested(&b.Body, list, at)
			return
		}
		t.stmt(list, at, s.Body)
	case *ast.Try:
		t.try(list, at, s)
	case *ast.Switch:
		t.expr(list, at, s.Disc)
		for _, c := range s.Cases { // a switch with functions is one scope
			if n := t.blocks[&c.Body]; n != nil && n.Parent.Kind == scope.Head && n.Parent.Owner == n.Owner {
				n.Parent.At = at
				list, at = n.Parent, 0
				break
			}
		}
		for _, c := range s.Cases {
			if c.Test != nil {
				t.expr(list, at, c.Test)
			}
		}
		for _, c := range s.Cases {
			if n := t.blocks[&c.Body]; n != nil {
				n.At = at
				t.visit(n)
			}
		}
	case *ast.Return:
		if s.X != nil {
			t.expr(list, at, s.X)
		}
	case *ast.Throw:
		t.expr(list, at, s.X)
	case *ast.VarDecl:
		if b := t.Bodies[s]; b != nil {
			t.expr(list, at, s.Decls[0].Target)
			t.nested(&b.Body, list, at)
			return
		}
		for _, d := range s.Decls {
			t.expr(list, at, d.Target)
			if d.Init != nil {
				t.expr(list, at, d.Init)
			}
		}
	case *ast.ExportDefault:
		t.stmt(list, at, s.Value)
	case *ast.Block:
		t.nested(&s.Body, list, at)
	case *ast.FuncDecl, *ast.VerbatimStmt:
		t.blockFunc(list, st)
		if use := t.Refs.Classes[st]; use != nil {
			t.class(list, at, use)
		}
		if _, ok := t.Refs.Closures[st]; ok {
			t.closure(list, at, st)
		}
	case *ast.Break, *ast.Continue, *ast.Debugger, *ast.Empty:
	default:
		t.refuse("BUG: cannot locate names in %T", st)
	}
}

// iterLoop visits a for-in or for-of loop. The expression right of "in" or "of" is evaluated
// before the names of the head are initialized, but in their scope, which is their dead zone.
func (t *Declarer) iterLoop(list *scope.List, at int, s ast.Stmt, right ast.Expr, body *ast.Block) {
	head := t.Heads[s]
	head.At = at
	t.expr(head, -1, right)
	t.visit(head)
	t.nested(&body.Body, head, len(head.Stmts))
}

// closure records the references in a nested function.
func (t *Declarer) closure(list *scope.List, at int, n ast.Node) {
	for _, w := range t.Refs.Captured[n] {
		t.reference(w, list, at)
	}
	fn := t.Funcs[t.Refs.Closures[n]]
	for _, g := range fn.Globals {
		t.Free.Add(g, list, at)
	}
	if fn.IsWide() {
		t.Free.AddWide(fn, list, at)
	}
	outer := func(s *ast.Symbol) {
		// A function that moved here with the one that makes it captures copies of that one's bindings.
		moved := fn.Parent != nil && s.Scope.Func == fn.Parent
		if !moved && !t.Fn.Owns(s) {
			t.Free.Add(s.Name, list, at)
		}
	}
	for _, s := range fn.Outer {
		outer(s)
	}
	if t.Borrowed == nil {
		return
	}
	t.Borrowed(fn, func(name string, sym *ast.Symbol) {
		switch {
		case sym == nil:
			t.Free.Add(name, list, at)
		case sym.Scope.Func == nil || !fn.Contains(sym.Scope.Func.Span):
			outer(sym)
		}
	})
}

func (t *Declarer) expr(list *scope.List, at int, x ast.Expr) {
	ast.Walk(x, func(n ast.Node) bool {
		if _, ok := t.Refs.Closure(n); ok {
			t.closure(list, at, n)
			return false
		}
		switch n := n.(type) {
		case *ast.Assign:
			ast.Leaves(n.Target, func(x ast.Expr) {
				if id, ok := x.(*ast.Ident); ok && t.Refs.Owner[id] != nil {
					t.Refs.Owner[id].Writes++
				}
			})
		case *ast.Update:
			if id, ok := n.X.(*ast.Ident); ok && t.Refs.Owner[id] != nil {
				t.Refs.Owner[id].Writes++
			}
		case *ast.Ident:
			if w := t.Refs.Owner[n]; w != nil {
				t.reference(w, list, at)
			} else if t.Refs.FreeIdents[n] {
				t.Free.Add(n.Name, list, at)
			}
		case *ast.Verbatim:
			if use := t.Refs.Classes[n]; use != nil {
				t.class(list, at, use)
			}
			return false
		}
		return true
	})
}

func (t *Declarer) reference(w *scope.Var, list *scope.List, at int) {
	if w.Inner && !slices.Contains(t.inside, w) {
		t.refuse("a reference to %s would leave its class", w.Hint)
	}
	if t.param != nil && w.Caught == nil {
		list, at = t.param.List, t.param.At
	}
	if w.Uses == nil {
		w.Uses = t.uses.Next()
		w.Uses.Reset()
	}
	w.Uses.Add(list, at)
}

// class records the references in a class.
func (t *Declarer) class(list *scope.List, at int, use *scope.Class) {
	t.inside = append(t.inside, use.Inner)
	t.expr(list, at, &ast.ClassExpr{Class: use.Class})
	t.inside = t.inside[:len(t.inside)-1]
}

// try visits the lists of a try; a catch's parameter belongs to the list of its body.
func (t *Declarer) try(list *scope.List, at int, s *ast.Try) {
	t.nested(&s.Block.Body, list, at)
	if s.Handler != nil {
		if s.Param != nil {
			in := t.blocks[&s.Handler.Body]
			in.At = at
			t.param = &scope.Place{List: list, At: at}
			t.expr(in, 0, s.Param)
			t.param = nil
		}
		t.nested(&s.Handler.Body, list, at)
	}
	if s.Finally != nil {
		t.nested(&s.Finally.Body, list, at)
	}
}

// blockFunc records the reference that the declaration of a block-level function makes to its
// Annex B variable.
func (t *Declarer) blockFunc(list *scope.List, st ast.Stmt) {
	f := t.BlockFuncs[st]
	if f == nil || f.Mark == nil {
		return
	}
	if f.In.Open {
		list = list.Parent
	}
	at, around := list.At, list.Parent
	if f.AnnexB == nil {
		t.Free.Add(f.Sym.Name, around, at)
	} else {
		t.reference(f.AnnexB, around, at)
	}
}
