package build

import "github.com/sonjs/son/parse/ast"

// moments is a range of the numbers of [survey.now].
type moments struct{ from, to int32 }

// reference is an identifier that may be read in its TDZ, and the moment when it is.
type reference struct {
	id *ast.Ident
	at int32
}

// reference records an identifier that may be read in its TDZ.
func (s *survey) reference(id *ast.Ident) {
	if sym := id.Sym; sym != nil && s.hasDeadZone(sym) && sym.Scope.Func == s.fn && id != sym.Decls[0] {
		s.references.Add(reference{id, s.tick()})
	}
}

// hasDeadZone reports whether a binding of the current function may be referenced before it has
// a value.
func (s *survey) hasDeadZone(sym *ast.Symbol) bool {
	return sym.Kind.Lexical() || sym.Kind == ast.SymCatch || sym.Kind == ast.SymParam && s.listed
}

// assigned records assignments that no value can represent: to a constant, which throws, and to
// arguments.
func (s *survey) assigned(target ast.Expr) {
	eachTarget(target, func(id *ast.Ident) {
		if sym := id.Sym; sym != nil && (sym.Kind == ast.SymConst || sym.Kind == ast.SymClassName || sym.Kind == ast.SymArguments) {
			s.cell(sym)
		}
	})
}

// caseTest makes cells of the variables that the test of a case assigns: in the other cases it
// is unknown whether that test ran.
func (s *survey) caseTest(test ast.Node) {
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

// early makes cells of the bindings that their own function references where they may be
// uninitialized: a cell records that, a value does not.
func (s *survey) early() {
	for _, m := range s.references.All() {
		if sym := m.id.Sym; !s.b.isInitialized(sym, m.at) && sym.Kind != ast.SymParam {
			s.cell(sym)
		}
	}
}

// ready records the references to cells that follow their initialization.
func (s *survey) ready() {
	for _, m := range s.references.All() {
		if sym := m.id.Sym; s.b.Of(sym) != Value && s.b.isInitialized(sym, m.at) {
			s.b.ready[m.id] = true
		}
	}
}

// params records facts about the parameters of a function, which is walked next.
func (s *survey) params(fn *ast.Function) {
	for _, p := range fn.Params {
		if _, is := p.(*ast.Ident); !is {
			s.listed = true
		}
	}
	if !s.listed || fn.BodyScope == nil {
		return
	}
	if sym := fn.BodyScope.Lookup("arguments"); sym != nil && sym.Kind == ast.SymVar && fn.Kind != ast.FuncArrow {
		s.cell(sym) // it starts with the arguments object
	}
}

// lists records which bindings functions in a parameter list reference: these may run before
// the body, and the body does not create those cells.
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
