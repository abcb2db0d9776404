package inline

import (
	"slices"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
)

// A parameter can be another name of the variable that is its argument, instead of a copy.

// same returns, by parameter, the variable that a parameter is another name of for as long as it lives:
// the argument is a variable that does not change meanwhile. If a function that the callee makes
// captures the parameter, the names must be the same, and the variable never changes again. own: the
// call is in the text of the caller. consumes: the functions that the callee makes are inlined, too.
func (c *caller) same(s *calls.Site, shape *shape, own, consumes bool) []*ast.Symbol {
	if shape.why != "" {
		return nil
	}
	list, args := make([]*ast.Symbol, len(shape.params)), arguments(s)
	for i, p := range shape.params {
		if i >= len(args) {
			break
		}
		id, name := args[i].(*ast.Ident)
		if !name || shape.defaults[i] != nil || shape.isRest(i) || shape.assigned[i] || !c.isStill(id.Sym, s, own) || shape.held[i] && !consumes && (id.Sym.Name != p.Name || id.Sym.Assigns > 1 || !isFinal(id.Sym, s, own)) {
			continue
		}
		list[i] = id.Sym
	}
	return list
}

// isStill reports whether a variable, once an argument of a call has been read from it, does not change
// before the callee returns.
func (c *caller) isStill(sym *ast.Symbol, s *calls.Site, own bool) bool {
	if sym == nil || sym.AssignedInner || sym.DynamicReach || sym.Aliased ||
		sym.Scope.Kind == ast.ScopeGlobal || sym.Scope.Kind == ast.ScopeModule {
		return false
	}
	if sym.Assigns > 1 && !(own && sym.ID < c.p.Symbols && c.fn != nil && sym.Scope.Func == c.fn) {
		return false // where it is assigned is only known of the caller's own variables
	}
	switch sym.Kind {
	case ast.SymFunc:
		return sym.Assigns <= 1
	case ast.SymParam:
		if sym.Assigns <= 1 {
			return true
		}
		fallthrough
	case ast.SymConst, ast.SymClass, ast.SymLet, ast.SymVar:
		// In another function it may have no value yet, and the argument would remain as a statement that
		// throws then.
		if sym.Scope.Func != c.fn || own && sym.Kind.Lexical() && sym.ID < c.p.Symbols && sym.Decls[0].Start >= s.Call.Start {
			return false
		}
		for _, r := range sym.Refs { // not in another argument
			if r.Kind&(ast.RefWrite|ast.RefInit) != 0 && s.Call.Start <= r.Ident.Start && r.Ident.Start < s.Call.End {
				return false
			}
		}
		return true
	}
	return false
}

// isFinal reports whether a variable that is written once never changes again after an argument of a call
// was read from it.
func isFinal(sym *ast.Symbol, s *calls.Site, own bool) bool {
	switch sym.Kind {
	case ast.SymParam, ast.SymConst, ast.SymFunc, ast.SymClass:
		return true
	case ast.SymLet:
		if isDeclaredWithValue(sym) {
			return true
		}
	}
	if !own || s.Loops > 0 || s.In != sym.Scope.Func {
		return false
	}
	for _, r := range sym.Refs { // a write before the call in the text is not executed after it
		if r.Kind&(ast.RefWrite|ast.RefInit) != 0 && r.Ident.Start >= s.Call.Start {
			return false
		}
	}
	return true
}

// isDeclaredWithValue reports whether the only write of a let is its declaration: who reads it reads its
// last value, or throws.
func isDeclaredWithValue(sym *ast.Symbol) bool {
	for _, r := range sym.Refs {
		if r.Kind&ast.RefWrite != 0 && r.Kind&ast.RefInit == 0 {
			return false
		}
	}
	return sym.Assigns == 1
}

// capturesOwn reports whether a function that the callee makes captures a binding that each call has
// anew.
func capturesOwn(shape *shape, same []*ast.Symbol) bool {
	return slices.ContainsFunc(shape.captured, func(sym *ast.Symbol) bool {
		i := slices.Index(shape.params, sym)
		return i < 0 || same[i] == nil
	})
}
