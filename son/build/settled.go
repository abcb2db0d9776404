package build

import (
	"math"
	"sync"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// settledNames are, by Symbol.ID, the bindings that have one value, from a declaration that stands
// directly in a function's list of statements or at the top level of a module or CommonJS file. A
// function inside that cannot run before the declaration has completed finds that value, without a
// dead zone and without effect, whatever happens in between. Package settled says which functions
// these are.
type settledNames []settledName

// settledName is one such binding.
type settledName struct {
	// from is the place after the declaration, or always: a declared function exists before
	// anything of its list runs.
	from int32
	typ  son.Type // its value; TypeTop: there is no such binding
}

// always is a place before every list of statements.
const always = math.MinInt32

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
	from := at(b.settled, sym.ID).from
	return from == always || b.Of(sym) == Value || b.lists.of(sym.Scope.Func).From(fn) >= from
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
func (s *settledNames) list(body []ast.Stmt) {
	for _, st := range body {
		if d := settled.Declared(st); d != nil {
			s.candidate(d.Fn.Name, always, son.TypeFunction)
			continue
		}
		switch x := st.(type) {
		case *ast.ExportDecl:
			st = x.Decl
		case *ast.ExportDefault:
			st = x.Value
		}
		switch st := st.(type) {
		case *ast.ClassDecl:
			s.candidate(st.Class.Name, st.End, son.TypeFunction)
		case *ast.VarDecl:
			for _, d := range st.Decls {
				switch id, name := d.Target.(*ast.Ident); {
				case d.Init == nil:
				case name && isCandidate(id):
					s.candidate(id, d.End, s.value(d.Init))
				case !name:
					eachTarget(d.Target, func(id *ast.Ident) { s.candidate(id, d.End, son.TypeAny) })
				}
			}
		}
	}
}

// candidate enters a name that a declaration gives a value of a type.
func (s *settledNames) candidate(id *ast.Ident, from int32, t son.Type) {
	if isCandidate(id) {
		put((*[]settledName)(s), id.Sym.ID, settledName{from, t})
	}
}

// isCandidate reports whether a variable is only written where it is declared, and some other function
// references it.
func isCandidate(id *ast.Ident) bool {
	if id == nil || id.Sym == nil || !id.Sym.Captured || id.Sym.Aliased {
		return false
	}
	switch id.Sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymConst, ast.SymFunc, ast.SymClass:
		return settled.WrittenOnce(id.Sym)
	}
	return false
}

// value returns what is known of the value of an initializer.
func (s settledNames) value(x ast.Expr) son.Type {
	switch x := x.(type) {
	case *ast.Func, *ast.ClassExpr:
		return son.TypeFunction
	case *ast.Object, *ast.Array, *ast.RegExp:
		return son.TypeFresh
	case *ast.Template:
		if len(x.Exprs) > 0 {
			return son.TypeString
		}
	}
	return s.constant(x, maxConstant)
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
			if name := at(s, x.Sym.ID); name.typ.IsConst() && name.from <= x.Start {
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
