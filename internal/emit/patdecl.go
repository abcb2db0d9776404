package emit

import (
	"maps"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// patternDecl is a destructuring statement that declares all names it assigns.
type patternDecl struct {
	list *scope.List
	at   int
	st   ast.Stmt
	kind ast.VarKind
	done bool
}

// assignedAll returns the variables of the function that a statement assigns at its top level:
// one, or those of a pattern. ok is false if it also assigns something else.
func assignedAll(e *emitter, st *ast.ExprStmt) (ws []*web, ok bool) {
	a, isAssign := st.X.(*ast.Assign)
	if !isAssign || a.Op != ast.NoOp {
		return nil, false
	}
	ok = true
	ast.Leaves(a.Target, func(x ast.Expr) {
		id, isName := x.(*ast.Ident)
		if w := e.owner[id]; isName && w != nil && !e.freeRefs[id] {
			ws = append(ws, w)
		} else {
			ok = false
		}
	})
	return ws, ok
}

// patternDecls finds, for each let or const, the destructuring that declares it: where the
// source has a declaration whose statement can still declare everything it assigns.
func (e *emitter) patternDecls(l *locator) map[*web]*patternDecl {
	if !e.hasPatterns {
		return nil
	}
	found := map[*web]*patternDecl{}
	for _, list := range e.lists {
		for i, st := range list.Stmts {
			es, ok := st.(*ast.ExprStmt)
			r := e.decls[st]
			if !ok || r == nil || !isPattern(r) || !r.decl {
				continue
			}
			if ws, ok := assignedAll(e, es); ok && e.declaresAll(l, ws, list, i, es) {
				d := &patternDecl{list: list, at: i, st: st, kind: patternKind(ws)}
				for _, w := range ws {
					found[w] = d
				}
			}
		}
	}
	return found
}

// declaresAll reports whether statement at of a list can declare all variables that its pattern
// assigns as lets or consts.
func (e *emitter) declaresAll(l *locator, ws []*web, list *scope.List, at int, st *ast.ExprStmt) bool {
	seen := map[*web]bool{}
	for _, w := range ws {
		u := w.Uses
		if w.Kind == ast.Var || w.Param || w.Caught != nil || seen[w] || e.isDeclaredFn(w) || w.Outer || u.Around != list {
			return false
		}
		// A cell may be referenced before its declaration, as in the source.
		if !w.Cell && u.First != at {
			return false
		}
		seen[w] = true
	}
	return !e.readsEarly(st.X.(*ast.Assign), seen)
}

// patternKind returns the keyword for a pattern that declares ws.
func patternKind(ws []*web) ast.VarKind {
	for _, w := range ws {
		if !isConst(w) {
			return ast.Let
		}
	}
	return ast.Const
}

// readsEarly reports whether a destructuring references one of its variables, cells excluded,
// before it has assigned it.
func (refs *references) readsEarly(a *ast.Assign, ws map[*web]bool) bool {
	early := false
	waiting := maps.Clone(ws)
	read := func(x ast.Expr) {
		ast.Walk(x, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && refs.owner[id] != nil && !refs.owner[id].Cell {
				early = early || waiting[refs.owner[id]]
			}
			for _, w := range refs.captured[n] {
				early = early || waiting[w] && !w.Cell
			}
			_, closure := refs.closures[n]
			return !closure
		})
	}
	var target func(x ast.Expr)
	target = func(x ast.Expr) {
		switch t := x.(type) {
		case nil:
		case *ast.Default:
			read(t.Value)
			target(t.Target)
		case *ast.Spread:
			target(t.X)
		case *ast.ArrayPat:
			for _, x := range t.Elems {
				target(x)
			}
		case *ast.ObjectPat:
			for _, p := range t.Props {
				if p.Computed {
					read(p.Key)
				}
				target(p.Value)
			}
		case *ast.Ident:
			delete(waiting, refs.owner[t])
		}
	}
	read(a.Value)
	target(a.Target)
	return early
}

// bindingPattern turns the pattern of an assignment into that of a declaration.
func bindingPattern(target ast.Expr) {
	switch t := target.(type) {
	case *ast.Default:
		bindingPattern(t.Target)
	case *ast.Spread:
		bindingPattern(t.X)
	case *ast.ArrayPat:
		t.Assign = false
		for _, x := range t.Elems {
			if x != nil {
				bindingPattern(x)
			}
		}
	case *ast.ObjectPat:
		t.Assign = false
		for _, p := range t.Props {
			bindingPattern(p.Value)
		}
	}
}
