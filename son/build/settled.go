package build

import (
	"math"
	"sync"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// settledNames are the variables whose only value is a constant, from a declaration that stands
// directly in a function's list of statements or at the top level of a module or CommonJS file. A
// function inside that cannot run before the declaration has completed finds that value, without a
// dead zone and without effect. Package settled says which functions these are.
type settledNames map[*ast.Symbol]settledName

// settledName is one such binding.
type settledName struct {
	from int32    // the place after the declaration
	typ  son.Type // its value, a constant
}

// settledLists are the lists of statements of one program, made when they are needed. Functions are
// built in parallel.
type settledLists struct {
	p    *ast.Program
	mu   sync.Mutex
	made *settled.Program
}

// of returns what is known about the statements of a function; nil is the top level.
func (l *settledLists) of(fn *ast.Function) *settled.List {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made == nil {
		l.made = settled.New(l.p)
	}
	return l.made.List(fn)
}

// isSettledFor reports whether a candidate has its value whenever code of fn runs, a function inside
// the one that declares it.
func (b *Bindings) isSettledFor(sym *ast.Symbol, fn *ast.Function) bool {
	return b.lists.of(sym.Scope.Func).From(fn) >= b.settled[sym].from
}

// surveySettled finds the candidates among the names that inner functions reference. The top level
// of a script has none: others may write its names.
func surveySettled(p *ast.Program) settledNames {
	s := settledNames{}
	if p.Scope != nil && (p.Scope.Kind != ast.ScopeGlobal || p.CommonJS) {
		s.list(p.Body)
	}
	for _, fn := range p.Funcs {
		s.list(fn.Body)
	}
	return s
}

// list finds the candidates that a list of statements declares.
func (s settledNames) list(body []ast.Stmt) {
	for _, st := range body {
		if x, ok := st.(*ast.ExportDecl); ok {
			st = x.Decl
		}
		vars, ok := st.(*ast.VarDecl)
		if !ok {
			continue
		}
		for _, d := range vars.Decls {
			if id, ok := d.Target.(*ast.Ident); ok && d.Init != nil && isCandidate(id.Sym) {
				if t := s.constant(d.Init, maxConstant); t.IsConst() {
					s[id.Sym] = settledName{d.End, t}
				}
			}
		}
	}
}

// isCandidate reports whether a variable is only written where it is declared, and some other function
// references it.
func isCandidate(sym *ast.Symbol) bool {
	if sym == nil || !sym.Captured {
		return false
	}
	switch sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymConst:
		return settled.WrittenOnce(sym)
	}
	return false
}

// maxConstant bounds how deep a constant initializer is looked at.
const maxConstant = 16

// constant returns the value of an initializer that is a constant, or TypeAny.
func (s settledNames) constant(x ast.Expr, depth int) son.Type {
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
			if name, ok := s[x.Sym]; ok && name.from <= x.Start {
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
