package calls_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse"
)

// TestCallees checks which functions the calls of f call, and which functions are private.
func TestCallees(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		typ       parse.SourceType
		callee    string // of the first call through f; or why it is not known
		private   bool
	}{
		{"a declared function", "f(); function f() {}", parse.Module, "f", true},
		{"a function of a block", "{ f(); function f() {} }", parse.Module, "f", true},
		{"a constant", "const f = () => 1; f();", parse.Module, "f", true},
		{"a constant that has no value yet", "f(); const f = () => 1;", parse.Module, "the call may run before it has its value", false},
		{"a constant that others may need too early", "const f = () => 1; export function g() { f(); }", parse.Module, "the call may run before it has its value", false},
		{"a constant that nobody needs too early", "const f = () => 1; export const g = () => f();", parse.Module, "f", true},
		{"a constant of the block around a function", "for (const x of []) { const f = () => x; x(() => f()); }", parse.Module, "f", true},
		{"a constant of a case", "switch (x) { case 1: const f = () => 1; case 2: f(); }", parse.Module, "the call may run before it has its value", false},
		{"a function that is assigned", "f(); function f() {} f = 1;", parse.Module, "it may have more than one value", false},
		{"a function that is declared twice", "function g() { f(); function f() {} function f() {} }", parse.CommonJS, "it may have more than one value", false},
		{"a function that is used as a value", "f(); x(f); function f() {}", parse.Module, "f", false},
		{"a function that is exported", "f(); export function f() {}", parse.Module, "f", false},
		{"a function that is exported by default", "f(); export default function f() {}", parse.Module, "f", false},
		{"a function that gives itself away", "f(); function f() { return f; }", parse.Module, "f", false},
		{"its own name gives it away", "const f = function g() { x(g); }; f();", parse.Module, "f", false},
		{"a function that calls itself", "f(); function f() { f(); }", parse.Module, "f", true},
		{"a sloppy function with arguments", "f(); function f() { arguments; }", parse.CommonJS, "f", false},
		{"a strict function with arguments", "f(); function f() { arguments; }", parse.Module, "f", true},
		{"the type of a function", "f(); typeof f; function f() {}", parse.Module, "f", true},
		{"a function that is called by new, too", "f(); new f(); function f() {}", parse.Module, "f", false},
		{"a script's function", "f(); function f() {}", parse.Script, "other scripts may write it: this is the top level of a script", false},
		{"a function in a script's function", "(() => { f(); function f() {} })()", parse.Script, "f", true},
		{"a parameter", "(f => { f(); })()", parse.Module, "it is a parameter", false},
		{"an import", "import { f } from 'x'; f();", parse.Module, "it is imported", false},
		{"a class", "class f {} f();", parse.Module, "it is a class", false},
		{"a value", "const f = x(); f();", parse.Module, "it is declared without a function as its value", false},
		{"a name that eval can write", "function g() { f(); eval(x); function f() {} }", parse.CommonJS, "eval or with may write it", false},
		{"an undeclared name", "f();", parse.Module, "the program does not declare it", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, ds := parse.Read(tt.src, parse.Options{Path: "in.js", Type: tt.typ})
			if p == nil {
				t.Fatal(parse.Format(ds))
			}
			g := calls.New(p, calls.Options{})
			for _, s := range g.Sites.All() {
				if !strings.HasPrefix(tt.src[s.Call.Start:], "f(") {
					continue
				}
				got, private := s.Why, false
				if s.Callee != nil {
					got, private = "f", g.Functions[s.Callee.Index].Exposed == ""
				}
				if got != tt.callee || private != tt.private {
					t.Errorf("got %q, private: %v", got, private)
				}
				return
			}
			t.Fatal("no call of f")
		})
	}
}

// TestSlots checks where calls of f stand.
func TestSlots(t *testing.T) {
	names := [...]string{calls.Operand: "operand", calls.First: "first", calls.Executed: "executed", calls.Assigned: "assigned", calls.Declared: "declared", calls.Returned: "returned"}
	want := map[string]string{
		"f();": "executed", "x = f();": "assigned", "let y = f();": "declared", "return f();": "returned", "x.y = f();": "first",
		"x().y = f();": "operand", "x.m(f());": "operand", "g(f());": "first", "g(x(), f());": "operand", "g(1, f());": "first",
		"return 1 + f();": "first", "return x() + f();": "operand", "return x && f();": "operand", "return f() && x;": "first",
		"if (f()) x();": "first", "while (f()) x();": "operand", "for (let i = f();;);": "operand", "for (;; f());": "operand",
		"switch (f()) {}": "first", "switch (x) { case f(): }": "operand", "throw f();": "first", "return `${f()}`;": "operand",
		"return [f()];": "operand", "x += f();": "operand", "return f().y;": "first", "return () => f();": "returned",
		"for (const y of f()) x(y);": "first", "for (y in f()) x(y);": "first", "return f() ? 1 : 2;": "first", "return !f();": "first", "delete x[f()];": "operand", "new g(f());": "first",
	}
	got := map[string]string{}
	for st := range want {
		p, ds := parse.Read("function h(g) { let x; "+st+" } function f() {}", parse.Options{Path: "in.js", Type: parse.Module})
		if p == nil {
			t.Fatal(parse.Format(ds))
		}
		for _, s := range calls.New(p, calls.Options{}).Sites.All() {
			if strings.HasPrefix(p.Source[s.Call.Start:], "f(") {
				got[st] = names[s.Slot]
			}
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestNamed compares a call graph with one that leaves out calls of properties: who may run is the same.
func TestNamed(t *testing.T) {
	const src = `function f() { return g.call(null) + h(); } function g() { return o.m() + o["n"](); } function h() { return (0, f)(o?.m()); } f(); h();`
	p, ds := parse.Parse(src, parse.Options{Path: "in.mjs", Type: parse.Module})
	if p == nil {
		t.Fatal(ds)
	}
	texts := func(o calls.Options) (list, exposed []string) {
		g := calls.New(p, o)
		for _, s := range g.Sites.All() {
			call := s.Call.Span
			list = append(list, src[call.Start:call.End])
		}
		for i := range g.Functions {
			exposed = append(exposed, g.Functions[i].Exposed)
		}
		return list, exposed
	}
	all, exposed := texts(calls.Options{})
	named, same := texts(calls.Options{Named: true})
	if len(all) != 8 {
		t.Errorf("the calls are %q, there are 8", all)
	}
	if d := cmp.Diff([]string{"h()", "(0, f)(o?.m())", "f()", "h()"}, named); d != "" {
		t.Errorf("calls of names (-want +got)\n%s", d)
	}
	if d := cmp.Diff(exposed, same); d != "" {
		t.Errorf("what others may have (-all +named)\n%s", d)
	}
}
