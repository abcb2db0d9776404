package inline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/inline"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes/cost"
)

// planOf plans a program for speed, and returns by the name of the function around a call, which is the only one
// there, why it stays.
func planOf(t *testing.T, src string) map[string]string {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Type: parse.Module})
	if p == nil {
		t.Fatal(ds)
	}
	plan := inline.New(p, inline.Options{For: cost.Speed})
	why := map[string]string{}
	for i, s := range plan.Graph.Sites.All() {
		if s.Callee != nil && s.In != nil {
			why[s.In.Name.Name] = plan.Why[i]
		}
	}
	return why
}

// TestGrowthGoesWhereCodeRunsMost plans a program that asks for more than it may grow: calls in loops get it, also those
// of functions that are called in loops, and small callees.
func TestGrowthGoesWhereCodeRunsMost(t *testing.T) {
	const seldom = "it does not run often enough: the program may only grow so much"
	body := strings.Repeat("if (x.y) x.z(x);", 3)
	hot := `
export function inLoop(x) { for (const y of x) f(y); }
export function inLoops(x) { for (const y of x) while (y.a) f(y); }
export function driver(x) { do work(x); while (x.more()); }
function work(x) { f(x); }
export function again(x) { work(x); }
function rec(x) { f(x); if (x.a) rec2(x.a); }
function rec2(x) { if (x.b) rec(x.b); }
export function start(x) { rec(x); }
export function small(x) { tiny(x); }
export function small2(x) { tiny(x); }
function f(x) { ` + body + ` }
function tiny(x) { x.z(); }
`
	var cold strings.Builder
	for i := range 400 {
		fmt.Fprintf(&cold, "export function cold%d(x) { f%d(x); }\n", i, i/8) // more calls of one would be a table
		if i%8 == 0 {
			fmt.Fprintf(&cold, "function f%d(x) { %s }\n", i/8, body)
		}
	}
	why := planOf(t, hot)
	for _, name := range []string{"inLoop", "inLoops", "driver", "work", "small"} {
		if why[name] != "" {
			t.Errorf("in a small program, the call in %s stays: %s", name, why[name])
		}
	}
	why = planOf(t, hot+cold.String())
	for _, name := range []string{"inLoop", "inLoops", "driver", "work", "rec", "small", "small2"} {
		if why[name] != "" {
			t.Errorf("the call in %s stays: %s", name, why[name])
		}
	}
	for name, want := range map[string]string{"cold0": "", "cold399": seldom} { // the first ones get what is left
		if why[name] != want {
			t.Errorf("the call in %s: %q, want %q", name, why[name], want)
		}
	}
}

// TestProgramsGrowByAShare plans programs in which everything runs alike: however many calls there are, they grow by
// about the same part.
func TestProgramsGrowByAShare(t *testing.T) {
	program := func(functions int) string {
		var b strings.Builder
		for i := range functions {
			fmt.Fprintf(&b, "function f%d(x) { if (x.y) x.z(x, %d); %s }\n", i, i, strings.Repeat("if (x.a) x.b(x);", i%4))
			fmt.Fprintf(&b, "export function g%d(x) { x.a(); f%d(x); x.b(); }\nexport function h%d(x) { f%d(x); }\n", i, i, i, i)
		}
		return b.String()
	}
	for _, functions := range []int{1000, 4000} {
		calls, inlined := 0, 0
		for _, why := range planOf(t, program(functions)) {
			calls++
			if why == "" {
				inlined++
			}
		}
		if share := float64(inlined) / float64(calls); share < 0.05 || share > 0.35 {
			t.Errorf("%d functions: %d of %d calls are inlined", functions, inlined, calls)
		}
	}
}

// TestCallsInInlinedCalleesAreInlined plans a function that is small itself and has the only call of one that is not:
// what would be inlined in that is inlined in its copy.
func TestCallsInInlinedCalleesAreInlined(t *testing.T) {
	p, ds := parse.Read(`
export function small(x) { work(x); }
function work(x) { leaf(x); `+strings.Repeat("x.c(x.d); ", 40)+` leaf(x); leaf(x); }
export function leaf(x) { `+strings.Repeat("x.a(x.b); ", 10)+` }
`, parse.Options{Type: parse.Module})
	if p == nil {
		t.Fatal(ds)
	}
	var inlined []string
	for _, inst := range inline.New(p, inline.Options{For: cost.Speed}).In[0] {
		inlined = append(inlined, inst.Of.Name.Name)
	}
	if got, want := strings.Join(inlined, " "), "work leaf leaf leaf"; got != want {
		t.Errorf("%s has the code of %q, want %q", p.Funcs[0].Name.Name, got, want)
	}
}

// TestCallsThatThrowStay plans calls of a function that does nothing but throw, and of one that returns, too.
func TestCallsThatThrowStay(t *testing.T) {
	const rare = "the callee throws, and an exception is rare: its code would only take from what engines inline"
	why := planOf(t, `
export function check(x) { if (!x.ok) fail(x); }
export function checkAgain(x) { if (x.no) fail(x); }
export function look(x) { if (!x.ok) mayFail(x); }
export function lookAgain(x) { if (x.no) mayFail(x); }
function fail(x) { x.log(); throw new Error(x.name); }
function mayFail(x) { if (x.fine) return; throw new Error(x.name); }
`)
	for name, want := range map[string]string{"check": rare, "checkAgain": rare, "look": "", "lookAgain": ""} {
		if why[name] != want {
			t.Errorf("the call in %s: %q, want %q", name, why[name], want)
		}
	}
}
