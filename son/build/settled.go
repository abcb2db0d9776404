package build

import (
	"math"
	"sync"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// settledNames are the bindings that get one value, by a declaration that stands directly in a
// function's list of statements or at the top level of a module or CommonJS file. Code of a
// function inside that cannot run before the declaration has completed finds that value, without
// a dead zone and without effect: it is no variable any more. Package settled says for which
// functions that is so.
type settledNames struct {
	of map[*ast.Symbol]settledName

	mu    sync.Mutex // guards lists: functions are built in parallel
	lists *settled.Program
}

// settledName is one such binding.
type settledName struct {
	from int32    // the place after the declaration, or before everything
	typ  son.Type // its value, a constant
}

// settledFor reports whether a binding of an enclosing function, or of the top level, has its only
// value whenever code of fn runs, and returns what is known of that value.
func (b *Bindings) settledFor(sym *ast.Symbol, fn *ast.Function) (t son.Type, ok bool) {
	s := &b.settled
	name, ok := s.of[sym]
	if !ok || sym.Scope.Func == fn || fn.Kind == ast.FuncTop {
		return name.typ, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return name.typ, s.lists.List(sym.Scope.Func).From(fn) >= name.from
}

// survey finds the candidates among the names that inner functions reference. The top level
// of a script is none: others may write its names.
func (s *settledNames) survey(p *ast.Program) {
	s.of = map[*ast.Symbol]settledName{}
	if p.Scope != nil && (p.Scope.Kind != ast.ScopeGlobal || p.CommonJS) {
		s.list(p.Body)
	}
	for _, fn := range p.Funcs {
		s.list(fn.Body)
	}
	if len(s.of) > 0 {
		s.lists = settled.New(p)
	}
}

// list finds the candidates that a list of statements declares.
func (s *settledNames) list(body []ast.Stmt) {
	for _, st := range body {
		if x, ok := st.(*ast.ExportDecl); ok {
			st = x.Decl
		}
		switch d := st.(type) {
		case *ast.VarDecl:
			for _, d := range d.Decls {
				id, ok := d.Target.(*ast.Ident)
				if !ok || d.Init == nil || !isAssignedOnce(id) {
					continue
				}
				if t := s.constant(d.Init, maxConstant); t.IsConst() {
					s.of[id.Sym] = settledName{d.End, t}
				}
			}
		}
	}
}

// isAssignedOnce reports whether the declaration of a name is its only one, and the only thing
// that assigns it, and some other function references it.
func isAssignedOnce(id *ast.Ident) bool {
	sym := id.Sym
	if sym == nil || !sym.Captured || sym.AssignedInner || sym.DynamicReach || len(sym.Decls) != 1 || sym.Assigns != 1 {
		return false
	}
	switch sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymConst:
	default:
		return false
	}
	for _, r := range sym.Refs {
		if r.Kind&(ast.RefWrite|ast.RefDelete) != 0 {
			return false
		}
	}
	return true
}

// maxConstant bounds how deep a constant initializer is looked at.
const maxConstant = 16

// constant returns the value of an initializer that is a constant, or TypeAny.
func (s *settledNames) constant(x ast.Expr, depth int) son.Type {
	if depth == 0 {
		return son.TypeAny
	}
	switch x := x.(type) {
	case *ast.Null:
		return son.TypeNull
	case *ast.Bool:
		return son.BoolConst(x.Value)
	case *ast.Number:
		return son.NumberConst(x.Value)
	case *ast.String:
		return son.StringConst(x.Value)
	case *ast.BigInt:
		return son.BigIntConst(x.Value)
	case *ast.Template:
		if len(x.Exprs) == 0 {
			return son.StringConst(x.Quasis[0].Cooked)
		}
	case *ast.Ident:
		switch {
		case x.Sym != nil:
			// Constants are only looked up in the text before them: they have their value.
			if name, ok := s.of[x.Sym]; ok && name.from <= x.Start {
				return name.typ
			}
		case x.Name == "undefined":
			return son.TypeUndefined
		case x.Name == "NaN":
			return son.TypeNaN
		case x.Name == "Infinity":
			return son.NumberConst(math.Inf(1))
		}
	case *ast.Unary:
		switch v := s.constant(x.X, depth-1); {
		case !v.IsConst() || x.Op == ast.Delete:
		case x.Op == ast.Void:
			return son.TypeUndefined
		default:
			if t, ok := son.FoldUnary(son.OfPrefix(x.Op), v); ok {
				return t
			}
		}
	case *ast.Binary:
		if l := s.constant(x.L, depth-1); l.IsConst() && !x.Op.Logical() {
			if r := s.constant(x.R, depth-1); r.IsConst() {
				if t, ok := son.FoldBinary(son.OfInfix(x.Op), l, r); ok {
					return t
				}
			}
		}
	}
	return son.TypeAny
}
