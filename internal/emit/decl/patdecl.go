package decl

import (
	"maps"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// pattern is a destructuring statement that declares all names it assigns.
type pattern struct {
	list *scope.List
	at   int
	st   ast.Stmt
	kind ast.VarKind
	done bool
}

// assignedAll returns the variables of the function that a statement assigns at its top level:
// one, or those of a pattern. ok is false if it also assigns something else.
func (t *Declarer) assignedAll(st *ast.ExprStmt) (vs []*scope.Var, ok bool) {
	a, isAssign := st.X.(*ast.Assign)
	if !isAssign || a.Op != ast.NoOp {
		return nil, false
	}
	ok = true
	ast.Leaves(a.Target, func(x ast.Expr) {
		id, isName := x.(*ast.Ident)
		if v := t.Refs.Owner[id]; isName && v != nil && !t.Refs.FreeIdents[id] {
			vs = append(vs, v)
		} else {
			ok = false
		}
	})
	return vs, ok
}

// findPatterns finds, for each let or const, the destructuring that declares it: where the
// source has a declaration whose statement can still declare everything it assigns.
func (t *Declarer) findPatterns() {
	if !t.Patterns {
		return
	}
	t.patterns = map[*scope.Var]*pattern{}
	for _, list := range t.Tree.Lists {
		for i, st := range list.Stmts {
			es, ok := st.(*ast.ExprStmt)
			if a := t.Assigns[st]; !ok || !a.Pattern || !a.Declares {
				continue
			}
			if vs, ok := t.assignedAll(es); ok && t.declaresAll(vs, list, i, es) {
				p := &pattern{list: list, at: i, st: st, kind: patternKind(vs)}
				for _, v := range vs {
					t.patterns[v] = p
				}
			}
		}
	}
}

// declaresAll reports whether statement at of a list can declare all variables that its pattern
// assigns as lets or consts.
func (t *Declarer) declaresAll(ws []*scope.Var, list *scope.List, at int, st *ast.ExprStmt) bool {
	seen := map[*scope.Var]bool{}
	for _, w := range ws {
		u := w.Uses
		if w.Kind == ast.Var || w.Param || w.Caught != nil || seen[w] || w.Func || w.Outer || u.Around != list {
			return false
		}
		// A cell may be referenced before its declaration, as in the source.
		if !w.Cell && u.First != at {
			return false
		}
		seen[w] = true
	}
	return !t.readsEarly(st.X.(*ast.Assign), seen)
}

// patternKind returns the keyword for a pattern that declares ws.
func patternKind(ws []*scope.Var) ast.VarKind {
	for _, w := range ws {
		if !isConst(w) {
			return ast.Let
		}
	}
	return ast.Const
}

// readsEarly reports whether a destructuring references one of its variables, cells excluded,
// before it has assigned it.
func (t *Declarer) readsEarly(a *ast.Assign, ws map[*scope.Var]bool) bool {
	early := false
	waiting := maps.Clone(ws)
	read := func(x ast.Expr) {
		ast.Walk(x, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && t.Refs.Owner[id] != nil && !t.Refs.Owner[id].Cell {
				early = early || waiting[t.Refs.Owner[id]]
			}
			for _, w := range t.Refs.Captured[n] {
				early = early || waiting[w] && !w.Cell
			}
			_, closure := t.Refs.Closures[n]
			return !closure
		})
	}
	var target func(x ast.Expr)
	target = func(x ast.Expr) {
		switch x := x.(type) {
		case nil:
		case *ast.Default:
			read(x.Value)
			target(x.Target)
		case *ast.Spread:
			target(x.X)
		case *ast.ArrayPat:
			for _, y := range x.Elems {
				target(y)
			}
		case *ast.ObjectPat:
			for _, p := range x.Props {
				if p.Computed {
					read(p.Key)
				}
				target(p.Value)
			}
		case *ast.Ident:
			delete(waiting, t.Refs.Owner[x])
		}
	}
	read(a.Value)
	target(a.Target)
	return early
}

// BindingPattern turns the pattern of an assignment into that of a declaration.
func BindingPattern(target ast.Expr) {
	switch t := target.(type) {
	case *ast.Default:
		BindingPattern(t.Target)
	case *ast.Spread:
		BindingPattern(t.X)
	case *ast.ArrayPat:
		t.Assign = false
		for _, x := range t.Elems {
			if x != nil {
				BindingPattern(x)
			}
		}
	case *ast.ObjectPat:
		t.Assign = false
		for _, p := range t.Props {
			BindingPattern(p.Value)
		}
	}
}
