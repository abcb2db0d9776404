package print_test

import (
	"slices"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

func TestBodiesAreOmitted(t *testing.T) {
	src := "function f(a) { function g(b) { return b } const h = c => { g(c) }, i = d => d(() => { g() }); return class { m() { h() } static { h() } p = () => 1 } }"
	p, ds := parse.Parse(src, parse.Options{Path: "a.js"})
	if p == nil {
		t.Fatal(ds)
	}
	var inside []string
	r := print.FuncText(p.Funcs[0], print.AsExpr, print.Options{Compact: true, OmitBody: func(f *ast.Function) {
		inside = append(inside, src[f.BodySpan.Start:f.BodySpan.End])
	}})
	if want := "function f(a){function g(b){}const h=c=>{},i=d=>d(()=>{});return class{m(){}static{h()}p=()=>1}}"; r.Code != want {
		t.Errorf("%s\nwant %s", r.Code, want)
	}
	if want := []string{"{ return b }", "{ g(c) }", "{ g() }", "{ h() }"}; !slices.Equal(inside, want) {
		t.Errorf("left out %q, want %q", inside, want)
	}
}

// The size of a function's text is the length of that text, whatever was measured before.
func TestFuncSizeIsTheLengthOfTheText(t *testing.T) {
	for _, src := range []string{"function f(a, b) { return a + b; }", "function f() {}", "function longer() { if (a) { b(); } else c(); }"} {
		p, ds := parse.Parse(src, parse.Options{})
		if p == nil {
			t.Fatal(ds)
		}
		for _, compact := range []bool{false, true} {
			o := print.Options{Compact: compact}
			if got, want := print.FuncSize(p.Funcs[0], print.AsDecl, o), len(print.FuncText(p.Funcs[0], print.AsDecl, o).Code); got != want {
				t.Errorf("%s: %d, want %d", src, got, want)
			}
		}
	}
}
