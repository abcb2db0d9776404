package parse_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// bindings describes what the names of a program are bound to, and what follows for functions.
func bindings(p *ast.Program) string {
	var b strings.Builder
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			fmt.Fprint(&b, n.Name)
			if s := n.Sym; s != nil {
				fmt.Fprint(&b, " ", s.Kind, s.Scope.Kind, len(s.Refs), s.Assigns, s.Captured, s.AssignedInner, s.DynamicReach, s.Aliased, s.Exported)
			}
			fmt.Fprintln(&b)
		case *ast.Function:
			fmt.Fprint(&b, "function ", n.Uses, n.DirectEval, n.InnerEval, n.HasWith, n.InWith, n.Globals)
			for _, s := range n.Outer {
				fmt.Fprint(&b, " ", s.Name)
			}
			fmt.Fprintln(&b)
		}
		return true
	})
	return fmt.Sprintf("%s%v %d", b.String(), p.Unresolved, len(p.Funcs))
}

// Binding names again gives what binding them once does.
func TestNamesAreBoundAgain(t *testing.T) {
	for _, src := range bound(t) {
		o := parse.Options{Path: "a.js"}
		p, ds := parse.Parse(src, o)
		if p == nil {
			t.Fatal(ds)
		}
		want := bindings(p)
		for range 2 {
			if fault := parse.Resolve(p, parse.Everything); fault != "" {
				t.Error(fault)
			}
			if d := cmp.Diff(want, bindings(p)); d != "" {
				t.Errorf("%s\n%s", src[:min(len(src), 80)], d)
			}
		}
	}
}

// bound are programs that bind names in all kinds of ways.
func bound(t *testing.T) []string {
	real, err := os.ReadFile("../testdata/real/calendar.js")
	if err != nil {
		t.Fatal(err)
	}
	return []string{
		string(real),
		"var a = b; { function f() { return f, arguments } } with (a) b = () => this;",
		"function f(x, y = () => x) { var x; eval('x'); try {} catch (e) { var e = 1 } return class C { [x]() { return C } } }",
		"import a, * as b from 'c'; export { d as e }; let d = a; export default function () { return b }",
		"for (let i of j) setTimeout(() => i); label: for (const k in i) continue label;",
	}
}

// The identifiers are bound alike, whatever else is to be found out.
func TestExtentsBindAlike(t *testing.T) {
	for _, src := range bound(t) {
		var want, wantFacts []string
		for _, x := range []parse.Extent{parse.Everything, parse.References, parse.Bindings} {
			p, ds := parse.Parse(src, parse.Options{Path: "a.js", Extent: x})
			if p == nil {
				t.Fatal(ds)
			}
			var got, facts []string
			for _, id := range ast.Idents(p) {
				if s := id.Sym; s != nil {
					got = append(got, fmt.Sprint(id.Name, s.ID, s.Kind, s.Scope.Kind, s.DynamicReach, s.Aliased, s.Exported, s.AnnexB != nil))
					facts = append(facts, fmt.Sprint(id.Name, len(s.Refs), s.Assigns, s.Captured, s.AssignedInner, s.Read))
				}
			}
			if x == parse.Everything {
				want, wantFacts = got, facts
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("extent %d: %s\n%s", x, src[:min(len(src), 80)], d)
			}
			if d := cmp.Diff(wantFacts, facts); x == parse.References && d != "" {
				t.Errorf("references of %s\n%s", src[:min(len(src), 80)], d)
			}
		}
	}
}

// A function that moved into another one captures what it refers to there, wherever it was
// written, and a name whose declaration is gone is a global.
func TestAMovedFunctionIsBoundWhereItIs(t *testing.T) {
	p, ds := parse.Parse("function inner() { return kept + gone }\nfunction outer(kept) { return x }\nvar gone;", parse.Options{Path: "a.js"})
	if p == nil {
		t.Fatal(ds)
	}
	inner := p.Body[0].(*ast.FuncDecl).Fn
	outer := p.Body[1].(*ast.FuncDecl).Fn
	outer.Body[0].(*ast.Return).X = &ast.Func{Fn: inner}
	p.Body = p.Body[1:2]
	if fault := parse.Resolve(p, parse.Everything); fault != "" {
		t.Fatal(fault)
	}
	if inner.Parent != outer || len(inner.Captures) != 1 || inner.Captures[0] != outer.Scope.Lookup("kept") {
		t.Errorf("parent %v, captures %v", inner.Parent, inner.Captures)
	}
	if len(p.Funcs) != 2 || p.Funcs[0] != outer || p.Funcs[1] != inner {
		t.Error("the functions are not in the order of the tree")
	}
	if d := cmp.Diff([]string{"gone"}, p.Unresolved); d != "" {
		t.Error(d)
	}
	if sum := inner.Body[0].(*ast.Return).X.(*ast.Binary); sum.R.(*ast.Ident).Sym != nil {
		t.Error("a global has a symbol")
	}
}
