package parse

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// declaration says how the identifiers of a pattern are bound.
type declaration struct {
	sym   ast.SymKind
	kind  ast.RefKind
	flags refFlags
}

// bind declares one binding identifier and logs the reference.
func (a *analysis) bind(id *ast.Ident, d declaration) {
	switch d.sym {
	case ast.SymVar:
		a.declareVar(id)
	case ast.SymParam:
		a.declareParam(id)
	default:
		a.declareLexical(id, d.sym)
	}
	a.reference(id, d.kind, d.flags)
}

// symbolsAtFirst is for how many symbols a scope has space at first: most have no more.
const symbolsAtFirst = 4

// add makes a new symbol in scope s.
func (a *analysis) add(s *ast.Scope, name string, kind ast.SymKind, decl *ast.Ident) *ast.Symbol {
	sym := a.newSymbols.new()
	sym.Name, sym.Kind, sym.ID = name, kind, len(a.symbols)
	if decl != nil {
		sym.Decls = a.newDecls.make(1)
		sym.Decls[0] = decl
	}
	if s.Symbols == nil {
		s.Symbols = a.newLists.make(symbolsAtFirst)[:0]
	}
	s.Declare(sym)
	a.symbols = append(a.symbols, sym)
	a.nameOf = append(a.nameOf, a.intern(name))
	return sym
}

// redeclared reports a clash at the second of the two identifiers.
func (a *analysis) redeclared(old *ast.Symbol, id *ast.Ident) {
	at := id
	if len(old.Decls) > 0 && old.Decls[0].Start > id.Start {
		at = old.Decls[0]
	}
	a.fail(at.Span, strconv.Quote(id.Name)+" has already been declared")
}

// declareVar declares a var in the function's var scope. Lexical declarations
// that it would cross on the way there are found when its name is bound.
func (a *analysis) declareVar(id *ast.Ident) {
	s := a.varScope
	old := s.Lookup(id.Name)
	if old == nil {
		a.add(s, id.Name, a.varKind(id.Name), id)
		return
	}
	switch old.Kind {
	case ast.SymVar, ast.SymParam, ast.SymArguments:
		old.Decls = append(old.Decls, id)
	case ast.SymFunc:
		if s.Kind == ast.ScopeModule {
			a.redeclared(old, id)
			return
		}
		old.Decls = append(old.Decls, id)
	default:
		a.redeclared(old, id)
	}
}

// varKind is the kind of a new var. `var arguments` names the arguments object;
// only where parameters have a scope of their own is it a separate variable,
// which starts with that object.
func (a *analysis) varKind(name string) ast.SymKind {
	f := a.fn
	if name != "arguments" || f == nil || !hasArguments(f) {
		return ast.SymVar
	}
	if f.BodyScope == nil {
		return ast.SymArguments
	}
	a.uses(ast.UsesArguments)
	if f.Scope.Lookup(name) == nil {
		a.add(f.Scope, name, ast.SymArguments, nil)
	}
	return ast.SymVar
}

// hasArguments reports whether calling f makes an arguments object.
func hasArguments(f *ast.Function) bool {
	return f.Kind != ast.FuncArrow && f.Kind != ast.FuncField && f.Kind != ast.FuncStaticInit
}

// declareParam declares a parameter; where two may not have the same name, the
// parser reports it.
func (a *analysis) declareParam(id *ast.Ident) {
	if old := a.scope.Lookup(id.Name); old != nil {
		old.Decls = append(old.Decls, id)
		return
	}
	a.add(a.scope, id.Name, ast.SymParam, id)
}

func (a *analysis) declareLexical(id *ast.Ident, kind ast.SymKind) *ast.Symbol {
	if old := a.scope.Lookup(id.Name); old != nil {
		a.redeclared(old, id)
		return old
	}
	return a.add(a.scope, id.Name, kind, id)
}

// declareFunction declares the name of a function declaration.
func (a *analysis) declareFunction(fn *ast.Function) {
	id := fn.Name
	if a.scope != a.varScope {
		a.declareBlockFunction(fn)
		return
	}
	old := a.scope.Lookup(id.Name)
	switch {
	case old == nil:
		a.add(a.scope, id.Name, ast.SymFunc, id)
	case a.scope.Kind == ast.ScopeModule:
		a.redeclared(old, id)
		return
	case old.Kind == ast.SymVar || old.Kind == ast.SymArguments:
		old.Kind = ast.SymFunc
		old.Decls = append(old.Decls, id)
	case old.Kind == ast.SymFunc || old.Kind == ast.SymParam:
		old.Decls = append(old.Decls, id)
	default:
		a.redeclared(old, id)
		return
	}
	a.reference(id, ast.RefInit, valued)
}

// declareBlockFunction declares a function in a block. Sloppy code may repeat a
// plain one (B.3.3.4 and B.3.3.5), and it may get an additional var (B.3.3).
func (a *analysis) declareBlockFunction(fn *ast.Function) {
	id := fn.Name
	var flags refFlags
	if !a.strict && !fn.Async && !fn.Generator {
		flags = hoistable
		a.candidates = true
	}
	old := a.scope.Lookup(id.Name)
	if old != nil && old.Kind == ast.SymBlockFunc && flags == hoistable && !a.special[old] {
		old.Decls = append(old.Decls, id)
	} else {
		sym := a.declareLexical(id, ast.SymBlockFunc)
		if flags == 0 && old == nil {
			if a.special == nil {
				a.special = map[*ast.Symbol]bool{}
			}
			a.special[sym] = true
		}
	}
	a.reference(id, ast.RefInit, valued|flags)
}
