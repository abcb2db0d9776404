package ast_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// TestDescent checks that visits follow the order of the text, that states are passed
// down, and that scheduled calls happen in between.
func TestDescent(t *testing.T) {
	p, ds := parse.Parse("a(b, (function () { c; try { d } catch { e } f })); g", parse.Options{})
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	var d ast.Descent[int]
	var got []string
	say := func(text string) { got = append(got, text) }
	d.Run(p, 0, func(n any, depth int) {
		switch n := n.(type) {
		case *ast.Ident:
			say(fmt.Sprint(n.Name, depth))
		case *ast.Function:
			d.Children(n, depth+1)
			d.Then(func() { say("end") })
		case *ast.Try:
			d.Below(n.Block, depth)
			d.Then(func() {
				say("catch")
				d.Below(n.Handler, depth+1)
				d.Then(func() { say("caught") })
			})
		default:
			d.Children(n, depth)
		}
	})
	const want = "a0 b0 c1 d1 catch e2 caught f1 end g0"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("visited %s, want %s", s, want)
	}
}

// TestDescentWhereItIsDeep checks that the order of visits and calls does not depend on how deep
// they are.
func TestDescentWhereItIsDeep(t *testing.T) {
	const depth = 300
	p, ds := parse.Parse(strings.Repeat("f(", depth)+"x"+strings.Repeat(", g)", depth), parse.Options{})
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	var d ast.Descent[int]
	var got, want []int
	d.Run(p, 0, func(n any, calls int) {
		c, ok := n.(*ast.Call)
		if !ok {
			d.Children(n, calls)
			return
		}
		got = append(got, calls)
		d.Children(n, calls+1)
		d.Then(func() {
			got = append(got, -calls)
			d.Then(func() { got = append(got, len(c.Args)) })
		})
	})
	for i := range depth {
		want = append(want, i)
	}
	for i := range depth {
		want = append(want, i+1-depth, 2)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}
