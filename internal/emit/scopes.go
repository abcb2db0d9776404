package emit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// Braces that only delimit a scope are omitted, for without them names of the source seldom
// conflict. If two do, and neither variable can be renamed because it is captured or because a
// function takes its name, the function is printed again, with braces around the scopes of that
// name:
//
//	function f(x) { { const x = () => 1; g(x); } return x; }

// refuseName refuses a function in which two variables of a name conflict.
func refuseName(name, format string, args ...any) {
	panic(&Refusal{Why: fmt.Sprintf(format, args...), name: name})
}

// braceScopes puts braces around the scopes of the names in e.braced.
func (e *emitter) braceScopes() {
	if len(e.braced) == 0 {
		return
	}
	var scopes []*ast.Scope
	for _, s := range e.ownScopes() {
		if slices.ContainsFunc(s.Symbols, func(x *ast.Symbol) bool { return e.braced[x.Name] }) {
			scopes = append(scopes, s)
		}
	}
	slices.SortFunc(scopes, func(a, b *ast.Scope) int { // outer ones first
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	for _, s := range scopes {
		for _, l := range slices.Clone(e.lists) {
			e.braceScope(l, s)
		}
	}
}

// ownScopes returns the scopes, within the function's body, of variables in the graph.
func (e *emitter) ownScopes() []*ast.Scope {
	var out []*ast.Scope
	for _, w := range e.webs.all {
		if w.Sym == nil || w.Sym.Scope == nil || !e.Fn.Owns(w.Sym) {
			continue
		}
		s := w.Sym.Scope
		if s != e.Fn.Scope && s != e.Fn.BodyScope && s != e.Fn.SelfScope && s != e.Program.Scope && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// braceScope puts the statements of list l that come from a scope into a block, if they are
// contiguous and not already all of a block.
func (o *output) braceScope(l *scope.List, s *ast.Scope) {
	from, to := -1, -1
	for i, st := range l.Stmts {
		if at := o.origin[st]; !at.IsZero() && s.Span.Contains(at) {
			if from < 0 {
				from = i
			}
			to = i + 1
		}
	}
	if from < 0 || l.Kind == scope.Head || from == 0 && to == len(l.Stmts) && l.Parent != nil && l.Kind == scope.Block {
		return
	}
	if to == from+1 && hasScope(l.Stmts[from]) {
		return
	}
	for _, st := range l.Stmts[from:to] {
		if at := o.origin[st]; !at.IsZero() && !s.Span.Contains(at) {
			return
		}
	}
	o.intoBlock(l, from, to, s)
}

// hasScope reports whether a statement has its own scope.
func hasScope(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.Labeled:
		return hasScope(st.Body)
	case *ast.Block, *ast.For, *ast.ForIn, *ast.ForOf, *ast.Switch:
		return true
	}
	return false
}

// intoBlock puts some statements of a list into a block.
func (o *output) intoBlock(l *scope.List, from, to int, s *ast.Scope) {
	b := &ast.Block{Scope: s}
	in := &scope.List{Parent: l, Owner: b, Depth: l.Depth + 1, Body: &b.Body, Stmts: slices.Clone(l.Stmts[from:to])}
	for _, x := range o.lists {
		if x.Parent == l && slices.Contains(in.Stmts, x.Owner) {
			x.Parent = in
		}
	}
	o.origin[b] = s.Span
	l.Stmts = slices.Replace(slices.Clone(l.Stmts), from, to, ast.Stmt(b))
	o.lists = append(o.lists, in)
	o.setDepths()
}
