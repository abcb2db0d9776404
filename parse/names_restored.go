package parse

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// restored gives declared functions back the names that esbuild took from them without need,
// for instance because an inner function has the same, so that no call has to set them:
//
//	function parse2() {}                      function parse() {}
//	__name(parse2, "parse");       becomes    __name(parse, "parse");
//
// withoutNames removes such calls. A function keeps its new name if the old one would mean
// something else somewhere, or shadow a binding in use.
func restored(p *ast.Program, g generated, o Options) generated {
	n := newNamer(p)
	if n.findHelper(p); n.helper == nil {
		return g
	}
	names := n.lostNames(p)
	for range mostTries {
		if len(names) == 0 {
			break
		}
		var patches []print.Patch
		ast.Walk(p, func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok && names[id.Sym] != "" {
				patches = append(patches, print.Patch{Span: id.Span, Text: names[id.Sym]})
			}
			return true
		})
		q, _ := Parse(print.Apply(p.Source, patches), o)
		if q == nil {
			break
		}
		if !dropClashes(p, q, names) {
			return g.patched(patches)
		}
	}
	return g
}

// mostTries bounds how often restoring is tried again without the names that clashed.
const mostTries = 4

// lostNames returns the declared functions that do not have the name that a call of the
// helper gives them, each with that name, if it is free in their scope.
func (n *namer) lostNames(p *ast.Program) map[*ast.Symbol]string {
	names := map[*ast.Symbol]string{}
	type place struct {
		scope *ast.Scope
		name  string
	}
	full := map[place]bool{}
	ast.Walk(p, func(node ast.Node) bool {
		e, ok := node.(*ast.Call)
		if !ok {
			return true
		}
		call, x, name := n.call(e)
		id, ok := x.(*ast.Ident)
		if call == nil || !ok || !n.functions[id.Sym] || id.Name == name || !canBeNamed(&ast.Function{}, name) {
			return true
		}
		if at := (place{id.Sym.Scope, name}); !full[at] && at.scope.Lookup(name) == nil {
			full[at] = true
			names[id.Sym] = name
		}
		return true
	})
	ast.Walk(p, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.ExportSpec:
			if id := node.Ref; id != nil && id.Start == node.Name.Start {
				delete(names, id.Sym) // it is exported by that name
			}
		case *ast.Property:
			if id := node.ShorthandName(); id != nil {
				delete(names, id.Sym)
			}
		}
		return true
	})
	return names
}

// dropClashes removes the names through which a reference in q, which differs from p only in
// these names, resolves to another binding than in p. It reports whether there were any.
func dropClashes(p, q *ast.Program, names map[*ast.Symbol]string) bool {
	var pairs ast.Pairing
	pair := func(x, y *ast.Symbol) bool {
		return pairs.Pair(x, y) && (x == nil || x.DynamicReach == y.DynamicReach)
	}
	before, after := ast.Idents(p), ast.Idents(q)
	if len(before) != len(after) {
		clear(names)
		return true
	}
	called := map[string][]*ast.Symbol{}
	for sym, name := range names {
		called[name] = append(called[name], sym)
	}
	clash := false
	for i, x := range before {
		y := after[i]
		if x.Sym == nil && y.Sym == nil || pair(x.Sym, y.Sym) && pair(x.Sym.AnnexB, y.Sym.AnnexB) && (x.Name == y.Name || !x.Sym.DynamicReach) {
			continue
		}
		clash = true
		delete(names, x.Sym)
		for _, sym := range called[y.Name] {
			delete(names, sym)
		}
		delete(called, y.Name)
	}
	return clash
}
