package shorten

import (
	"github.com/sonjs/son/parse/ast"
)

// Options say what may be assumed and used.
type Options struct {
	// AnyNames: nothing reads the names of functions and classes.
	AnyNames bool
	// Builtins: built-ins are unmodified.
	Builtins bool
	// Old: the program is to run on older engines, so it gets no syntax that it does not have.
	Old bool
}

// Program shortens a program, whose names are resolved. It returns how often it relied on Options.Builtins.
func Program(p *ast.Program, o Options) (assumed int) {
	s := &shortener{p: p, o: o, rules: newRules(), initialized: map[*ast.Symbol]*ast.Function{}}
	s.dynamic = p.Scope != nil && p.Scope.Eval
	end := jump{}
	if p.CommonJS {
		end = jump{kind: toReturn}
	}
	p.Body = s.list(p.Body, end, true)
	return s.assumed
}

// shortener is the state of the walk.
type shortener struct {
	p     *ast.Program
	o     Options
	rules *rules
	// fn is the function being walked; nil at top level.
	fn *ast.Function
	// dynamic: a with or an eval may declare any name here.
	dynamic bool
	// initialized are the variables with a TDZ whose declarations have been walked, by the
	// function that they belong to.
	initialized map[*ast.Symbol]*ast.Function
	labels      []*label
	loops       int // how many loops of the function are around
	leaves      int // how many loops and switches are
	assumed     int
}

// label is a label around the code being walked.
type label struct {
	name string
	used bool
	// loop and leaves are the numbers that a loop or a switch with the label has among those
	// around the code in it: see shortener.loops and leaves. 0 is none.
	loop, leaves int
}

// function shortens a function.
func (s *shortener) function(fn *ast.Function) {
	outer := *s
	s.fn, s.labels, s.loops, s.leaves = fn, nil, 0, 0
	s.dynamic = s.dynamic || fn.InWith || fn.DirectEval
	for i, x := range fn.Params {
		fn.Params[i] = s.target(x)
		s.declared(fn.Params[i])
	}
	switch {
	case fn.ExprBody != nil && fn.Kind == ast.FuncField:
		fn.ExprBody = s.named(fn.ExprBody)
	case fn.ExprBody != nil:
		fn.ExprBody = s.expr(fn.ExprBody)
	case fn.Kind == ast.FuncStaticInit:
		fn.Body = s.list(fn.Body, jump{}, true)
	default:
		fn.Body = s.list(fn.Body, jump{kind: toReturn}, true)
		s.arrowBody(fn)
	}
	s.selfName(fn)
	s.fn, s.labels, s.loops, s.leaves, s.dynamic = outer.fn, outer.labels, outer.loops, outer.leaves, outer.dynamic
}

// arrowBody makes the body of an arrow an expression, if all that it does is return one.
func (s *shortener) arrowBody(fn *ast.Function) {
	if fn.Kind != ast.FuncArrow || len(fn.Body) != 1 {
		return
	}
	if r, ok := fn.Body[0].(*ast.Return); ok && r.X != nil {
		fn.ExprBody, fn.Body = r.X, nil
	}
}

// selfName drops the name of a function expression that nothing references, where nothing reads
// names of functions.
func (s *shortener) selfName(fn *ast.Function) {
	if !s.o.AnyNames || fn.SelfScope == nil || fn.Name == nil || fn.Name.Sym == nil {
		return
	}
	if sym := fn.Name.Sym; sym.Scope == fn.SelfScope && isUnused(sym) && len(fn.SelfScope.Symbols) == 1 {
		fn.Name, fn.SelfScope = nil, nil
	}
}

// isUnused reports whether nothing references a binding but its declaration.
func isUnused(sym *ast.Symbol) bool {
	if sym.DynamicReach || sym.Exported || sym.Aliased || len(sym.Decls) > 1 {
		return false
	}
	for _, r := range sym.Refs {
		if r.Kind&^(ast.RefInit|ast.RefDecl) != 0 {
			return false
		}
	}
	return true
}

// class shortens a class.
func (s *shortener) class(c *ast.Class) {
	for i, x := range c.Decorators {
		c.Decorators[i] = s.expr(x)
	}
	if c.Super != nil {
		c.Super = s.expr(c.Super)
	}
	for _, m := range c.Members {
		switch {
		case m.Computed:
			m.Key = s.expr(m.Key)
		case m.Key != nil:
			m.Key = plainKey(m.Key)
		}
		if m.Fn != nil {
			s.function(m.Fn)
		}
	}
}
