package unreferenced

import "github.com/sonjs/son/parse/ast"

// A call as a statement has no effect if its function does nothing and its arguments have none:
//
//	function log(...words) {}
//	log("try", i);

// findIdle finds the bindings whose only value is a function that does nothing.
func (s *surveyor) findIdle() {
	found, around := map[*ast.Function]bool{}, map[*ast.Function]bool{}
	s.idle, s.never = map[*ast.Symbol]bool{}, &variable{}
	for _, fn := range s.p.Funcs {
		if !doesNothing(fn) {
			continue
		}
		if id := fn.Name; id != nil && id.Sym != nil && id.Sym.Kind == ast.SymFunc {
			s.enterIdle(id)
		} else {
			found[fn], around[fn.Parent] = true, true
		}
	}
	for fn := range around {
		root := ast.Node(s.p)
		if fn != nil {
			root = fn
		}
		ast.Walk(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Function:
				return n == fn
			case *ast.Declarator:
				id, name := n.Target.(*ast.Ident)
				if f, ok := n.Init.(*ast.Func); name && ok && found[f.Fn] && id.Sym != nil && (id.Sym.Kind == ast.SymLet || id.Sym.Kind == ast.SymConst) {
					s.enterIdle(id)
				}
			}
			return true
		})
	}
}

// enterIdle enters a name that is declared with such a function, if nothing else writes it.
func (s *surveyor) enterIdle(id *ast.Ident) {
	if s.variable(id.Sym) == nil || len(id.Sym.Decls) != 1 {
		return
	}
	for _, r := range id.Sym.Refs {
		if r.Ident != id && r.Kind&(ast.RefWrite|ast.RefInit|ast.RefDelete) != 0 {
			return
		}
	}
	s.idle[id.Sym] = true
}

// doesNothing reports whether a call of a function, whatever its arguments are, has no effect and ends.
func doesNothing(fn *ast.Function) bool {
	if fn.Generator || fn.Kind != ast.FuncNormal && fn.Kind != ast.FuncArrow {
		return false
	}
	for _, p := range fn.Params {
		if rest, ok := p.(*ast.Spread); ok {
			p = rest.X
		}
		if _, name := p.(*ast.Ident); !name {
			return false
		}
	}
	if fn.ExprBody != nil {
		return ast.IsLiteral(fn.ExprBody)
	}
	for _, st := range fn.Body {
		switch st := st.(type) {
		case *ast.Empty:
		case *ast.ExprStmt:
			if !st.Directive {
				return false
			}
		case *ast.Return:
			if st.X != nil && !ast.IsLiteral(st.X) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// idleCall handles a call that has no effect, whose value nothing uses; ok is false for others.
func (s *surveyor) idleCall(x ast.Expr, at place) (gone part, ok bool) {
	call, isCall := x.(*ast.Call)
	if !isCall || call.Optional || call.Paren {
		return part{}, false
	}
	id, name := call.Callee.(*ast.Ident)
	if !name || id.Sym == nil || !s.idle[id.Sym] || at.with {
		return part{}, false
	}
	unsettled := !s.isInitialized(id, at.fn)
	if unsettled && (!s.o.NoTDZ || !id.Sym.Kind.Lexical() || id.Sym.Scope.Func == at.fn) {
		return part{}, false
	}
	for _, a := range call.Args {
		if _, spread := a.(*ast.Spread); spread || !s.pure(a, at) {
			return part{}, false
		}
	}
	s.variable(id.Sym).seen++
	at.in = s.never
	for _, a := range call.Args {
		s.tree.Below(a, at)
	}
	return part{call.Span, s.never, Call, id, unsettled}, true
}
