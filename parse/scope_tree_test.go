package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// deepFunctions returns functions that nest 300 deep and have siblings: each declares one
// of 40 names, and the innermost references all of them.
func deepFunctions() string {
	var b, end strings.Builder
	b.WriteString("let top = 1;\n")
	for i := range 300 {
		fmt.Fprintf(&b, "function f%d(x%d) { let y%d = () => x%d + top;\n", i, i%40, i%7, (i+3)%40)
		fmt.Fprintf(&end, "g%d(() => x%d, y%d) }\n", i%50, i%11, i%5)
	}
	for i := range 40 {
		fmt.Fprintf(&b, "x%d += y%d; ", i, i%9)
	}
	return b.String() + end.String()
}

func TestWideFunctionsFindTheirReferences(t *testing.T) {
	p, diags := Parse(deepFunctions(), Options{})
	if p == nil {
		t.Fatal(diags)
	}
	inside := func(f, out *ast.Function) bool {
		for ; f != nil; f = f.Parent {
			if f == out {
				return true
			}
		}
		return false
	}
	free := map[string]bool{}
	ast.Walk(p, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Sym == nil {
			free[id.Name] = true
		}
		return true
	})
	if len(free) != len(p.Unresolved) {
		t.Errorf("%d names are unresolved, not %d", len(p.Unresolved), len(free))
	}
	type fact struct{ outer, beyond bool }
	wide := 0
	seen := map[*ast.Symbol]bool{}
	var symbols []*ast.Symbol
	ast.Walk(p, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Sym != nil && !seen[id.Sym] {
			seen[id.Sym] = true
			symbols = append(symbols, id.Sym)
		}
		return true
	})
	for _, f := range p.Funcs {
		want := map[string]fact{}
		for _, s := range symbols {
			home := s.Scope.Func
			referenced := slices.ContainsFunc(s.Refs, func(r ast.Ref) bool { return inside(r.Func, f) })
			w := want[s.Name]
			if !referenced || inside(home, f) {
				want[s.Name] = w
				continue
			}
			w.outer = true
			w.beyond = w.beyond || s.Scope == p.Scope || home != f.Parent
			want[s.Name] = w
			if home == f.Parent != slices.Contains(f.Captures, s) {
				t.Errorf("%d: %s is captured from the parent: %v", f.Index, s.Name, home == f.Parent)
			}
			if !f.IsWide() && !slices.Contains(f.Outer, s) {
				t.Errorf("%d: %s is missing", f.Index, s.Name)
			}
		}
		referenced := map[string]bool{}
		ast.Walk(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Sym == nil {
				referenced[id.Name] = true
			}
			return true
		})
		for name := range free {
			if got := f.ReferencesGlobal(name); got != referenced[name] {
				t.Errorf("%d references a global %s: %v", f.Index, name, got)
			}
			if !f.IsWide() && slices.Contains(f.Globals, name) != referenced[name] {
				t.Errorf("%d lists %s: not %v", f.Index, name, referenced[name])
			}
			if f.IsWide() && referenced[name] {
				want[name] = fact{true, true}
			}
		}
		for name, w := range want {
			if got := f.ReferencesOuter(name); got != w.outer {
				t.Errorf("%d references an outer %s: %v", f.Index, name, got)
			}
			if f.IsWide() && f.ReferencesBeyond(name) != w.beyond {
				t.Errorf("%d references %s from beyond its parent: not %v", f.Index, name, w.beyond)
			}
		}
		if f.IsWide() {
			wide++
		}
	}
	if wide < 100 {
		t.Errorf("only %d functions have no list", wide)
	}
}
