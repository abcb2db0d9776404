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
	once sync.Once
	made *settled.Program
}

// of returns what is known about the statements of a function; nil is the top level.
func (l *settledLists) of(fn *ast.Function) *settled.List {
	l.once.Do(func() {
		if l.made == nil {
			l.made = settled.New(l.p)
		}
	})
	return l.made.List(fn)
}

// isSettledFor reports whether a candidate has its value whenever code of fn runs, a function inside
// the one that declares it.
func (b *Bindings) isSettledFor(sym *ast.Symbol, fn *ast.Function) bool {
	from := at(b.settled, sym.ID).from
	if sym.Kind == ast.SymClassName {
		return b.isMember(sym, fn)
	}
	return from == always || b.Of(sym) == Value || b.lists.of(sym.Scope.Func).From(fn) >= from
}

// isSettledAt is isSettledFor for the code at a place in the text of fn: what fn has read before may prove that
// the candidate has its value.
func (b *Bindings) isSettledAt(sym *ast.Symbol, fn *ast.Function, place int32) bool {
	if b.isSettledFor(sym, fn) {
		return true
	}
	return sym.Kind != ast.SymClassName && b.lists.of(sym.Scope.Func).SettledAt(at(b.settled, sym.ID).from, fn, place)
}

// isInitializedAt reports whether code of fn, at a place in its text, finds a let, const or class of a function
// around it, or of the top level of a module or CommonJS file, initialized.
func (b *Bindings) isInitializedAt(sym *ast.Symbol, fn *ast.Function, place int32) bool {
	if fn.Kind == ast.FuncTop || sym.Scope.Kind == ast.ScopeGlobal && !b.lists.p.CommonJS {
		return false
	}
	return b.lists.of(sym.Scope.Func).InitializedAt(sym, fn, place)
}

// settledSurvey finds the candidates.
type settledSurvey struct {
	names   settledNames
	records records
	lists   *settledLists
	fn      *ast.Function // whose list is looked at; nil is the top level
}

// surveySettled finds the candidates among the names that inner functions reference, and those of the
// top level. That of a script has none: others may write its names.
func (b *Bindings) surveySettled(p *ast.Program) {
	s := &settledSurvey{lists: &b.lists, names: make(settledNames, 0, p.Symbols)}
	if p.Scope != nil && (p.Scope.Kind != ast.ScopeGlobal || p.CommonJS) {
		s.list(p.Body)
	}
	for _, fn := range p.Funcs {
		s.fn = fn
		s.list(fn.Body)
	}
	if b.inlining != nil {
		b.parameters = s.parameters(b.inlining.Passed)
	}
	b.settled, b.records = s.names, s.records
}

// class enters the name that a class has inside. Its members can only be obtained once it has it,
// unless decorators get them.
func (s *settledNames) class(c *ast.Class) {
	if c.Name == nil || c.Scope == nil || len(c.Decorators) > 0 {
		return
	}
	if sym := c.Scope.Lookup(c.Name.Name); sym != nil && sym.Captured && settled.WrittenOnce(sym) {
		s.put(sym, always, son.TypeFunction)
	}
}

// isMember reports whether code of fn is in a member of the class whose inner name sym is, and not in
// its heritage or in the key of a member.
func (b *Bindings) isMember(sym *ast.Symbol, fn *ast.Function) bool {
	for fn.Parent != sym.Scope.Func {
		fn = fn.Parent
	}
	return b.memberOf[fn.Index] == sym.Scope
}

// list finds the candidates that a list of statements declares.
func (s *settledSurvey) list(body []ast.Stmt) {
	for i, st := range body {
		s.enums(body[i:])
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
				case s.records.of(d.Target) != nil: // an enum
				case name && s.isCandidate(id):
					if r := s.literal(d.Init); r != nil && !id.Sym.Exported {
						s.record(id.Sym, d.End, r)
						continue
					}
					s.candidate(id, d.End, s.value(d.Init))
				case !name:
					eachTarget(d.Target, func(id *ast.Ident) { s.candidate(id, d.End, son.TypeAny) })
				}
			}
		}
	}
}

// candidate enters a name that a declaration gives a value of a type.
func (s *settledSurvey) candidate(id *ast.Ident, from int32, t son.Type) {
	if s.isCandidate(id) {
		s.names.put(id.Sym, from, t)
	}
}

func (s *settledNames) put(sym *ast.Symbol, from int32, t son.Type) {
	put((*[]settledName)(s), sym.ID, settledName{from, t})
}

// isCandidate reports whether a variable is only written where it is declared, and some other function
// references it, or it is a name of the top level, which is no value in the top level's own graph.
func (s *settledSurvey) isCandidate(id *ast.Ident) bool {
	if id == nil || id.Sym == nil || !id.Sym.Captured && s.fn != nil || id.Sym.Aliased {
		return false
	}
	switch id.Sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymConst, ast.SymFunc, ast.SymClass:
		return settled.WrittenOnce(id.Sym)
	}
	return false
}

// value returns what is known of the value of an initializer.
func (s *settledSurvey) value(x ast.Expr) son.Type {
	switch x := x.(type) {
	case *ast.Func, *ast.ClassExpr:
		return son.TypeFunction
	case *ast.Object, *ast.Array, *ast.RegExp:
		return son.TypeFresh
	case *ast.Template:
		if len(x.Exprs) > 0 {
			return son.TypeString
		}
	case *ast.Ident:
		if t := s.read(x); !t.IsTop() {
			return t // a copy
		}
	}
	return s.constant(x, maxConstant)
}

// read returns what is known of the value of a name in an initializer, or TypeTop: code of the same list
// that comes after its declaration finds its value, and so does that of a function inside which cannot
// run before. Where a let or const has none, there is no value for the initializer either.
func (s *settledSurvey) read(x *ast.Ident) son.Type {
	if x.Sym == nil {
		return son.TypeTop
	}
	name := at(s.names, x.Sym.ID)
	switch fn := x.Sym.Scope.Func; {
	case name.from > x.Start:
		return son.TypeTop
	case name.from == always, x.Sym.Kind.Lexical(), fn == s.fn, s.lists.of(fn).From(s.fn) >= name.from:
		return name.typ
	}
	return son.TypeTop
}

// maxConstant bounds how deep a constant initializer is looked at.
const maxConstant = 16

// constant returns the value of an initializer that is a constant, or TypeAny.
func (s *settledSurvey) constant(x ast.Expr, depth int) son.Type {
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
			if t := s.read(x); t.IsConst() {
				return t
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
