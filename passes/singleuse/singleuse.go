package singleuse

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/settled"
)

// Options say what may be assumed and changed.
type Options struct {
	// AnyNames: nothing reads the names of functions.
	AnyNames bool
	// NoTDZ: no function reads a let or const of a scope around it before it has its value.
	NoTDZ bool
	// Repeat is the greatest length in bytes of a constant that is written more than once.
	Repeat int
	// Keep is the kinds of names to leave alone.
	Keep Kind
}

// Kind is a set of kinds of names.
type Kind uint8

const (
	// Functions are declared functions that are referenced once.
	Functions Kind = 1 << iota
	// Values are variables that are referenced once and hold something new.
	Values
	// Constants are variables that are constants.
	Constants
)

// Result is the changes to the text of a program.
type Result struct {
	Patches []print.Patch
	// Unnamed counts the functions that lose their name.
	Unnamed int
	// Unsettled counts the references that were replaced because of [Options.NoTDZ].
	Unsettled int
}

// Find finds the names that can be removed.
func Find(p *ast.Program, o Options) Result {
	f := &finder{p: p, o: o, uses: map[*ast.Ident]use{}, twin: map[*ast.Symbol]bool{}, settled: settled.New(p)}
	f.survey()
	if p.Type == ast.Module || p.CommonJS {
		f.list(nil, p.Scope, p.Body)
	}
	for _, fn := range p.Funcs {
		if fn.BodyScope == nil && fn.ExprBody == nil && fn.Scope != nil {
			f.list(fn, fn.Scope, fn.Body)
		}
		f.selfName(fn)
	}
	return Result{f.e.patches(p.Source), f.unnamed, f.unsettled}
}

// finder is the state of one Find.
type finder struct {
	p       *ast.Program
	o       Options
	uses    map[*ast.Ident]use
	twin    map[*ast.Symbol]bool // variables that functions in blocks have in addition
	settled *settled.Program
	e       edits
	unnamed int
	// unsettled is Result.Unsettled.
	unsettled int
}

// list handles the statements of one function, or of a module.
func (f *finder) list(fn *ast.Function, scope *ast.Scope, body []ast.Stmt) {
	l := &list{finder: f, fn: fn, scope: scope, body: body}
	for _, st := range body {
		if x, ok := st.(*ast.ExprStmt); ok && !x.Directive {
			if _, ok := x.X.(*ast.String); ok {
				return // it could become a directive
			}
		}
	}
	if l.o.Keep&Constants == 0 {
		l.constants()
	}
	for i, st := range body {
		switch st := st.(type) {
		case *ast.FuncDecl:
			l.function(i, st)
		case *ast.VarDecl:
			l.variables(i, st)
		}
	}
}

// list is the statement list of one function, nil being a module.
type list struct {
	*finder
	fn    *ast.Function
	scope *ast.Scope
	body  []ast.Stmt
	// known are the variables that are constants, all references to which are replaced.
	known map[*ast.Symbol]bool
}

// mine reports whether only the list declares a name, once, and all references to it are known.
func (l *list) mine(id *ast.Ident) bool {
	s := id.Sym
	if s == nil || s.Scope != l.scope || s.Exported || s.DynamicReach || s.Aliased || len(s.Decls) != 1 || s.Decls[0] != id || l.twin[s] {
		return false
	}
	for _, r := range s.Refs {
		if r.Ident != id && r.Kind&^(ast.RefRead|ast.RefTypeof|ast.RefCall) != 0 {
			return false
		}
	}
	return true
}

// function handles a declared function: it is removed, or moved to its reference.
func (l *list) function(at int, st *ast.FuncDecl) {
	fn := st.Fn
	if fn.Name == nil || !l.mine(fn.Name) {
		return
	}
	outside, self := references(fn.Name, fn.Span)
	switch len(outside) {
	case 0:
		l.drop(at)
	case 1:
		u, ok := l.place(outside[0], 0)
		nameless := l.o.AnyNames && !self
		if !ok || l.o.Keep&Functions != 0 || u.inside(fn.Span) || !l.means(u, fn) || !nameless && !canBeExpression(fn) {
			return
		}
		span, ok := l.statement(at)
		if !ok {
			return
		}
		if nameless {
			l.unname(fn)
		}
		l.e.remove(span, l.left(at))
		l.e.move(u.span, u.key, fn.Span)
	}
}

// canBeExpression reports whether a declared function may become an expression. The name of a
// declaration belongs to the surrounding code, that of an expression to the function: there,
// await and yield are keywords as they are in its body.
func canBeExpression(fn *ast.Function) bool {
	return !(fn.Async && fn.Name.Name == "await" || fn.Generator && fn.Name.Name == "yield")
}

// references returns the references to a name outside of a span, without its declaration, and
// whether there are any inside.
func references(id *ast.Ident, span ast.Span) (outside []ast.Ref, inside bool) {
	for _, r := range id.Sym.Refs {
		switch {
		case r.Ident == id:
		case span.Start <= r.Ident.Start && r.Ident.End <= span.End:
			inside = true
		default:
			outside = append(outside, r)
		}
	}
	return outside, inside
}

// place returns the place of a reference if a value may be created there instead: the code is
// the list's own, runs at most once, and begins at or after an offset.
func (l *list) place(r ast.Ref, from int32) (use, bool) {
	u, ok := l.uses[r.Ident]
	return u, ok && r.Kind == ast.RefRead && r.Func == l.fn && u.slot && u.loops == 0 && r.Ident.Start >= from &&
		(l.fn == nil || r.Ident.Start >= l.fn.BodySpan.Start)
}

// means reports whether the names that functions use resolve to the same bindings at a place.
func (l *list) means(u use, fns ...*ast.Function) bool {
	for e := u.env; e != nil; e = e.up {
		for _, fn := range fns {
			for _, s := range fn.Outer {
				if e.scope.Lookup(s.Name) != nil {
					return false
				}
			}
			if fn.IsWide() && slices.ContainsFunc(e.scope.Symbols, func(s *ast.Symbol) bool { return fn.ReferencesOuter(s.Name) }) {
				return false
			}
			for _, name := range fn.Globals {
				if e.scope.Lookup(name) != nil {
					return false
				}
			}
		}
	}
	return true
}

// unname removes a function expression's name.
func (f *finder) unname(fn *ast.Function) {
	f.unnamed++
	f.e.cut(fn.Name.Span)
}

// selfName handles the name of a function expression.
func (f *finder) selfName(fn *ast.Function) {
	if !f.o.AnyNames || fn.SelfScope == nil || fn.Name == nil || fn.Name.Sym == nil || fn.InnerEval || fn.Name.Sym.DynamicReach {
		return
	}
	if outside, _ := references(fn.Name, fn.Name.Span); len(outside) == 0 {
		f.unname(fn)
	}
}

// variables handles a declaration whose variables may be unnecessary.
func (l *list) variables(at int, st *ast.VarDecl) {
	if st.Kind == ast.Using || st.Kind == ast.AwaitUsing {
		return
	}
	removed := make([]bool, len(st.Decls))
	n := 0
	for i, d := range st.Decls {
		if removed[i] = l.variable(d); removed[i] {
			n++
		}
	}
	switch {
	case n == 0:
	case n == len(st.Decls):
		span, ok := l.statement(at)
		if !ok {
			span = st.Span // the comments stay
		}
		l.e.remove(span, l.left(at))
	default:
		l.e.thin(st.Decls, removed)
	}
}

// variable reports whether a variable is removed, and handles its one reference.
func (l *list) variable(d *ast.Declarator) bool {
	id, ok := d.Target.(*ast.Ident)
	if !ok || !l.mine(id) {
		return false
	}
	if l.known[id.Sym] {
		return true
	}
	v := value{plain: true}
	if d.Init != nil {
		v.look(d.Init)
	}
	if !v.plain {
		return false
	}
	outside, inside := references(id, d.Span)
	if inside {
		return false
	}
	switch len(outside) {
	case 0:
		return true
	case 1:
		if d.Init == nil || l.o.Keep&Values != 0 || !l.o.AnyNames && v.anonymous {
			return false
		}
		if u, ok := l.place(outside[0], d.End); ok && l.means(u, v.fns...) {
			if v.anonymous {
				l.unnamed++
			}
			l.e.move(u.span, u.key, d.Init.Pos().Span)
			return true
		}
	}
	return false
}

// left is the text that must remain of a removed statement of the list: the end of the one
// before, if that has no semicolon of its own.
func (l *list) left(at int) string {
	if at == 0 {
		return ""
	}
	switch before := l.body[at-1].(type) {
	case *ast.FuncDecl, *ast.ClassDecl, *ast.Block, *ast.Try, *ast.Switch:
		return ""
	default:
		if strings.HasSuffix(l.p.Source[:before.Pos().End], ";") {
			return ""
		}
	}
	return ";"
}

// drop removes a whole statement.
func (l *list) drop(at int) {
	if span, ok := l.statement(at); ok {
		l.e.remove(span, l.left(at))
	}
}
