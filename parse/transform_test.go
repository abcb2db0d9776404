package parse

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHandOverIsJavaScript minifies a program for which esbuild's shorter syntax is not
// JavaScript.
func TestHandOverIsJavaScript(t *testing.T) {
	src := "function f() { return; for (var { p: one, q: two } in g()) use(one, two) }"
	out, ds := Transform(src, nil, "a.js", TransformOptions{Minify: true, AnyNames: true})
	if out == nil || len(ds) != 1 || ds[0].Severity != Warning || !strings.Contains(ds[0].Text, "left out") {
		t.Fatalf("%v %v", out, ds)
	}
	if p, ds := Parse(out.Code, Options{Path: "a.js"}); p == nil || len(out.Code) >= len(src) {
		t.Errorf("%s\n%v", out.Code, ds)
	}
	out, ds = Transform("function f(a) { if (a) return 1; return 2 }", nil, "a.js", TransformOptions{Minify: true, AnyNames: true})
	if want := "function f(n){return n?1:2}\n"; out == nil || len(ds) > 0 || out.Code != want {
		t.Errorf("got %v %v", out, ds)
	}
}

// TestNamesAreSpelled checks that the functions of a minified script get their names from
// the syntax around them.
func TestNamesAreSpelled(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"an arrow whose variable was removed", "(() => { const one = () => 1; return one })().name;", "({one:()=>1}).one.name;\n"},
		{"a name that is not an identifier", "g((() => { const o = { 'one two': () => 1 }; return o })());", "g({\"one two\":()=>1});\n"},
		{"a function that nothing calls by its name", "g(function one() {});", "g(function one(){});\n"},
		{"one that is called in place", "(function one() { g(arguments) })(1); (async function two() {}).prototype;", "(function one(){g(arguments)})(1),(async function two(){}).prototype;\n"},
		{"one that begins a statement", "(function one() { g(arguments) }(1));", "(function one(){g(arguments)})(1);\n"},
		{"one whose property begins a statement", "(async function one() {}.prototype)", "(async function one(){}).prototype;\n"},
		{"generators and async functions", "g(async function* one() {});", "g(async function* one(){});\n"},
		{"a declaration", "function one() {}\ng();", "function one(){}g();\n"},
		{"declarations in a block", "{ function one() {} g(one) }", "{let one2=function one(){};var one=one2;g(one2)}\n"},
		{"a class", "g(class One {}, class { static x = 1 });", "g(class One{},class{static x=1});\n"},
		{"what could begin a statement", "(() => { function one() {} one.x, function () {}(); g(one) })();", "(()=>{function one(){}one.x,g(one)})();\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, ds := Transform(tt.src, nil, "in.js", TransformOptions{Minify: true, SyntaxOnly: true, Type: Script})
			if out == nil {
				t.Fatal(ds)
			}
			if d := cmp.Diff(tt.want, out.Code); d != "" || out.Added > 0 {
				t.Errorf("%d new names; (-want +got)\n%s", out.Added, d)
			}
		})
	}
}

// TestNamesAreSetBeforeTheirUse covers functions that are referenced before their
// declarations, after which esbuild names them.
func TestNamesAreSetBeforeTheirUse(t *testing.T) {
	const helper = "var d=Object.defineProperty;var n=(target,value)=>d(target,\"name\",{value,configurable:!0});"
	for _, tt := range []struct{ name, src, want string }{
		{"in a sequence", "g(()=>{one2=1;async function one2(){}n(one2,\"one\"),g(one2)});", "g(()=>{n(one2,\"one\");one2=1;async function one2(){}g(one2)});"},
		{"in a condition", "g(()=>{one2=1;function*one2(){}if(n(one2,\"one\"),g(one2))return one2});", "g(()=>{n(one2,\"one\");one2=1;function*one2(){}if(g(one2))return one2});"},
		{"at the end", "{g(one2);async function one2(){}n(one2,\"one\")}", "{n(one2,\"one\");g(one2);async function one2(){}}"},
		{"at the end of a sequence", "{h();function*one2(){}g(1),n(one2,\"one\")}", "{n(one2,\"one\");h();function*one2(){}g(1),0}"},
		{"at the top", "g(one2);function*one2(){}n(one2,\"one\");", "n(one2,\"one\");g(one2);function*one2(){}"},
		{"first of all", "{async function one2(){}n(one2,\"one\");g(one2)}", "{async function one2(){}n(one2,\"one\");g(one2)}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, ds := Parse(helper+tt.src, Options{})
			if p == nil {
				t.Fatal(ds)
			}
			if d := cmp.Diff(helper+tt.want, withoutNames(p, generated{code: p.Source, data: []byte(`{"version":3,"sources":[""],"names":[],"mappings":""}`)}).code); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestNamesAreRestored covers functions that esbuild renamed.
func TestNamesAreRestored(t *testing.T) {
	const helper = "var d=Object.defineProperty;var n=(target,value)=>d(target,\"name\",{value,configurable:!0});"
	for _, tt := range []struct{ name, src, want string }{
		{"whose name is free", "{function one2(){}n(one2,\"one\");g(one2)}", "{function one(){}n(one,\"one\");g(one)}"},
		{"whose name is that of an inner function, too", "function one2(){return function one(){one()}}n(one2,\"one\")", "function one(){return function one(){one()}}n(one,\"one\")"},
		{"whose name is that of a global in use", "{function one2(){}n(one2,\"one\");g(one)}", ""},
		{"whose name is that of an outer binding in use", "let one;{function*one2(){}n(one2,\"one\");g(one)}", ""},
		{"that is referenced where its name means something else", "function one2(){}n(one2,\"one\");g(one=>one2)", ""},
		{"beside one whose name is free", "{function one2(){}n(one2,\"one\");g(one)}{function two2(){}n(two2,\"two\")}",
			"{function one2(){}n(one2,\"one\");g(one)}{function two(){}n(two,\"two\")}"},
		{"whose name is taken in its scope", "{let one;function*one2(){}n(one2,\"one\")}", ""},
		{"that is a shorthand property", "{function one2(){}n(one2,\"one\");g({one2})}", ""},
		{"whose name is not an identifier", "{function one2(){}n(one2,\"one two\")}", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, ds := Parse(helper+tt.src, Options{})
			if p == nil {
				t.Fatal(ds)
			}
			if tt.want == "" {
				tt.want = tt.src
			}
			if d := cmp.Diff(helper+tt.want, restored(p, generated{code: p.Source}, Options{}).code); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestNamesAreNotLost minifies functions that esbuild renames and whose declarations control
// never reaches, or not soon enough.
func TestNamesAreNotLost(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"a generator", "g(() => { return one.name; function* one() {} }); one", ""},
		{"an asynchronous function", "g(() => { for (;;) { g(one.name); continue; async function one() {} } }); one", ""},
		{"a function that other modules see", "import 'a'; export { require }; function require() {}", "import\"a\";export{require as require};function require(){}\n"},
		{"a function that they do not see", "import 'a'; g(() => { { function require() {} g(require) } })", "import\"a\";g(()=>{{let require2=function require(){};g(require2)}});\n"},
		{"a plain function", "g(() => { return one.name; function one() {} }); two", "g(()=>{return one.name;function one(){}}),two;\n"},
		{"one that need not be renamed", "g(() => { return one.name; async function one() {} }); two", "g(()=>{return one.name;async function one(){}}),two;\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, ds := Transform(tt.src, nil, "in.mjs", TransformOptions{Minify: true, SyntaxOnly: true, Builtins: true, Type: Module})
			switch {
			case tt.want == "" && (out != nil || len(ds) != 1 || !strings.Contains(ds[0].Text, "keep the name")):
				t.Errorf("got %v %v", out, ds)
			case tt.want != "" && (out == nil || out.Code != tt.want):
				t.Errorf("got %v %v", out, ds)
			}
		})
	}
}
