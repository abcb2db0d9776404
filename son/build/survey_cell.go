package build

import "github.com/sonjs/son/parse/ast"

// mention notes an identifier that may be read in its dead zone.
func (s *survey) mention(id *ast.Ident) {
	if sym := id.Sym; sym != nil && (sym.Kind.Lexical() || sym.Kind == ast.SymCatch) && sym.Scope.Func == s.fn && id != sym.Decls[0] {
		s.mentions = append(s.mentions, id)
	}
}

// assigned notes what an assignment changes that no value stands for: a constant,
// which makes it throw, and arguments.
func (s *survey) assigned(target ast.Expr) {
	eachTarget(target, func(id *ast.Ident) {
		if sym := id.Sym; sym != nil && (sym.Kind == ast.SymConst || sym.Kind == ast.SymClassName || sym.Kind == ast.SymArguments) {
			s.cell(sym)
		}
	})
}

// caseTest makes cells of what the test of a case assigns: the others do not know
// whether control came by.
func (s *survey) caseTest(test ast.Expr) {
	ast.Walk(test, func(n ast.Node) bool {
		var target ast.Expr
		switch n := n.(type) {
		case *ast.Function:
			return false
		case *ast.Assign:
			target = n.Target
		case *ast.Update:
			target = n.X
		}
		eachTarget(target, func(id *ast.Ident) {
			if id.Sym != nil && id.Sym.Kind != ast.SymFuncName {
				s.cell(id.Sym)
			}
		})
		return true
	})
}

// cell makes a binding a cell, captured or not.
func (s *survey) cell(sym *ast.Symbol) {
	if !isTopScope(sym.Scope) {
		put(&s.b.known, sym.ID, true)
		put(&s.b.places, sym.ID, Cell)
	}
}

// early makes cells of the bindings that their own function mentions where they
// may have no value yet: a cell knows, a value does not.
func (s *survey) early() {
	for _, id := range s.mentions {
		if !s.b.isInitialized(id.Sym, id.Start) {
			s.cell(id.Sym)
		}
	}
}

// params notes from where on the parameters of a function have their values: one
// with a default or in a pattern where its part of the list ends.
func (s *survey) params(fn *ast.Function) {
	simple := true
	for _, p := range fn.Params {
		_, is := p.(*ast.Ident)
		simple = simple && is
	}
	if simple {
		return
	}
	for _, p := range fn.Params {
		end := p.Pos().End
		eachTarget(p, func(id *ast.Ident) {
			if id.Sym != nil {
				s.writes[id] = site{at: end}
				put(&s.b.initialized, id.Sym.ID, ast.Span{Start: end, End: fn.End})
			}
		})
	}
	if fn.BodyScope == nil {
		return
	}
	if sym := fn.BodyScope.Lookup("arguments"); sym != nil && sym.Kind == ast.SymVar && fn.Kind != ast.FuncArrow {
		s.cell(sym) // it starts with the arguments object
	}
}

// lists notes which bindings functions in a parameter list see: they may run
// before the body, and the body does not make those cells.
func (s *survey) lists(p *ast.Program) {
	for _, fn := range p.Funcs {
		f := fn.Parent
		if f == nil || f.Kind == ast.FuncTop || !f.ParamsSpan.Contains(ast.Span{Start: fn.Start, End: fn.Start}) {
			continue
		}
		for _, sym := range fn.Captures {
			if sym.Scope == f.Scope {
				put(&s.b.inList, sym.ID, true)
			}
		}
	}
}
