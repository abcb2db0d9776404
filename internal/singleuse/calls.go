package singleuse

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// A declared function that is called in one place can stand there, in whatever function that is:
//
//	function f(a) { return g(a) + 1 }
//	function g(a) { return a * 2 }
//
//	function f(a) { return function (a) { return a * 2 }(a) + 1 }
//
// Each call then makes a function of its own, which nobody can tell: no other code has it, and its
// own code has no name for it.

// deepest is how many functions are moved into each other at most, and widest through how many
// scopes one is.
const (
	deepest = 8
	widest  = 24
)

// call moves a declared function to the only call of it, if it may stand there.
func (l *list) call(c *candidate, u *use) bool {
	fn := c.fn
	if !l.o.Calls || !l.o.AnyNames || !u.callee || u.loops > 0 || u.fn == nil || u.fn == l.fn || u.from(c) > farthest || u.inside(fn.Span) {
		return false
	}
	if fn.Strict != u.fn.Strict || fn.InnerEval || fn.InWith || fn.IsWide() || !fn.Strict && fn.Uses&ast.UsesArguments != 0 {
		return false
	}
	around, scopes, ok := l.between(u)
	if !ok || slices.Contains(around, fn) || l.height[fn]+len(l.received[fn]) > deepest {
		return false
	}
	depth := 0
	for _, g := range around {
		if l.called[g] != nil {
			depth++
		}
	}
	if depth+l.height[fn] >= deepest {
		return false
	}
	moved := append([]*ast.Function{fn}, l.received[fn]...)
	for _, s := range scopes {
		if !leaves(s, moved) {
			return false
		}
	}
	if _, ok := l.statement(c.at); !ok {
		return false
	}
	for _, g := range around {
		l.received[g] = append(l.received[g], moved...)
		l.height[g] = max(l.height[g], l.height[fn]+1)
	}
	l.unname(fn)
	c.gone, u.by = true, c
	l.replaced = append(l.replaced, replacement{u, c})
	l.called[fn] = u
	return true
}

// between returns the functions of the list around a reference, the innermost first, and the scopes
// between it and the list. It fails if there are too many.
func (l *list) between(u *use) (around []*ast.Function, scopes []*ast.Scope, ok bool) {
	add := func(s *ast.Scope) {
		if s != nil {
			scopes = append(scopes, s)
		}
	}
	fn, e := u.fn, u.env
	for {
		for ; e != nil; e = e.up {
			add(e.scope)
		}
		if fn == l.fn {
			return around, scopes, len(scopes) <= widest
		}
		if fn == nil || len(scopes) > widest || len(around) > widest {
			return nil, nil, false
		}
		around = append(around, fn)
		add(fn.BodyScope)
		add(fn.Scope)
		add(fn.SelfScope)
		to := l.called[fn]
		if to == nil {
			to = l.moved[fn]
		}
		if to != nil {
			fn, e = to.fn, to.env
			continue
		}
		s := fn.Scope
		if fn.SelfScope != nil {
			s = fn.SelfScope
		}
		for s = s.Parent; s != nil && s != l.p.Scope && (fn.Parent == nil || s != fn.Parent.Scope && s != fn.Parent.BodyScope); s = s.Parent {
			if add(s); len(scopes) > widest {
				return nil, nil, false
			}
		}
		fn = fn.Parent
	}
}

// leaves reports whether a scope declares no name that functions use of the code around them.
func leaves(scope *ast.Scope, fns []*ast.Function) bool {
	for _, fn := range fns {
		for _, s := range fn.Outer {
			if scope.Lookup(s.Name) != nil {
				return false
			}
		}
		if fn.IsWide() && slices.ContainsFunc(scope.Symbols, func(s *ast.Symbol) bool { return fn.ReferencesOuter(s.Name) }) {
			return false
		}
		for _, name := range fn.Globals {
			if scope.Lookup(name) != nil {
				return false
			}
		}
	}
	return true
}
