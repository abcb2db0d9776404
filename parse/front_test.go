package parse

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sonjs/son/parse/sourcemap"
)

func TestReadTakesTypeScriptAndJSX(t *testing.T) {
	for _, tt := range []struct{ path, src, want string }{
		{"a.ts", "let a: number = 1 as any; enum B { C }", "let a = 1;"},
		{"a.tsx", "const a = <div>{b as string}</div>", `React.createElement("div"`},
		{"a.jsx", "const a = <b c='é' />", `React.createElement("b", { c: "é" })`},
		{"a.js", "let  a;", "let  a;"},
		{"a", "let  a;", "let  a;"},
	} {
		p, ds := Read(tt.src, Options{Path: tt.path})
		if p == nil {
			t.Errorf("%s: %v", tt.path, ds)
		} else if !strings.Contains(p.Source, tt.want) {
			t.Errorf("%s: source is %s, want %q in it", tt.path, p.Source, tt.want)
		}
	}
}

func TestReadLocatesErrorsOfTypeScript(t *testing.T) {
	p, ds := Read("let a: number = 1;\nlet b: = 2;\n", Options{Path: "a.ts"})
	if p != nil || len(ds) == 0 {
		t.Fatalf("%v %v", p, ds)
	}
	d := ds[0]
	if d.Line != 2 || d.Col != 7 || d.Span.Start != 26 || d.LineText != "let b: = 2;" || d.Path != "a.ts" {
		t.Errorf("%#v", d)
	}
}

// TestMapOfInvalidUTF8 was found by FuzzRead: esbuild hung.
func TestMapOfInvalidUTF8(t *testing.T) {
	for _, src := range []string{"let a: string = \"\xE1\xE1\"", "// \xFF\nlet a: string", "let a: b = `\xED\xA0\x80`"} {
		p, ds := Read(src, Options{Path: "a.ts"})
		if p == nil || !bytes.Contains(p.InputMap, []byte("a.ts")) {
			t.Errorf("%q: %v", src, ds)
		}
	}
	p, ds := Read(`let a: string = "é"`, Options{Path: "a.ts"})
	if p == nil || !bytes.Contains(p.InputMap, []byte("é")) {
		t.Errorf("a map of valid UTF-8 has lost the text: %v", ds)
	}
}

func TestLoaderWinsOverExtension(t *testing.T) {
	if p, ds := Read("let a: number", Options{Path: "a.js", Loader: TS}); p == nil {
		t.Error(ds)
	}
}

// TestNamesStay translates with names kept: the calls that esbuild adds for
// that are removed again where they change nothing, and stay where a variable
// was renamed.
func TestNamesStay(t *testing.T) {
	const helper = "var __defProp = Object.defineProperty;\n" +
		"var __name = (target, value) => __defProp(target, \"name\", { value, configurable: true });\n"
	for _, tt := range []struct{ name, src, want string }{
		{"declarations", "function f() {}\nclass A {}", "function f() {\n}\nclass A {\n}\n"},
		{"nested declarations", "function f() { function g() {} }", "function f() {\n  function g() {\n  }\n}\n"},
		{"variables", "let a = () => 1, b = class {};\na ||= function() {}", "let a = () => 1, b = class {\n};\na ||= function() {\n};\n"},
		{"patterns", "let { a = () => 1 } = {};", "let { a = () => 1 } = {};\n"},
		{"properties", "({ a: () => 1, 'b c': () => 2, [c]: () => 3 });", "({ a: () => 1, \"b c\": () => 2, [c]: () => 3 });\n"},
		{"fields", "class A { static a = () => 1; #b = () => 2 }", "class A {\n  static a = () => 1;\n  #b = () => 2;\n}\n"},
		{"named function expressions", "f(function g() {}, [function h() {}]); (function i() {})();",
			"f(function g() {\n}, [function h() {\n}]);\n((function i() {\n}))();\n"},
		{"anonymous exports", "export default function () {}", "export default function () {\n}\n"},
		{"anonymous exported classes", "export default class {}", "export default class {\n}\n"},
		{"a class with a name of its own", "class A { static name = 1 }", "class A {\n  static name = 1;\n}\n"},
		{"a function in a block", "{ function f() {} }", helper + "{\n  let f2 = function() {\n  };\n  var f = f2;\n  __name(f2, \"f\");\n}\n"},
		{"a name that shadows another", "function f() {}\nfunction g() { return function f() {} }",
			helper + "function f() {\n}\nfunction g() {\n  return /* @__PURE__ */ __name(function f2() {\n  }, \"f\");\n}\n"},
		{"a generator that shadows a global", "f(() => {\n  h(g.name);\n  function* g() {}\n});\ng;", "f(() => {\n  h(g.name);\n  function* g() {\n  }\n});\ng;\n"},
		{"variables named like the helper's parameters", "let target = 1, value = () => 2;\nfunction f() {}", "let target = 1, value = () => 2;\nfunction f() {\n}\n"},
		{"the same, where the helper stays", "function value() {}\nf(() => {\n  return function value() {};\n});",
			strings.NewReplacer("(target, value)", "(target, value2)", "{ value,", "{ value: value2,").Replace(helper) +
				"function value() {\n}\nf(() => {\n  return /* @__PURE__ */ __name(function value2() {\n  }, \"value\");\n});\n"},
		{"a helper that the author wrote", "const __name = (f: any, n: string) => f; const g = __name(() => 1, 'h');",
			"const __name = (f, n) => f;\nconst g = __name(() => 1, \"h\");\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, ds := Read(tt.src, Options{Path: "a.ts"})
			if p == nil {
				t.Fatal(ds)
			}
			if p.Source != tt.want {
				t.Errorf("%s\nwant\n%s", p.Source, tt.want)
			}
		})
	}
	p, _ := Read("{ function f() {} }", Options{Path: "a.ts", AnyNames: true})
	if strings.Contains(p.Source, "__name") {
		t.Errorf("names that do not matter are kept: %s", p.Source)
	}
}

// TestMapsFollowRemovedHelpers maps a word back to the source from the text
// that the helpers were removed from.
func TestMapsFollowRemovedHelpers(t *testing.T) {
	src := "interface A {}\nfunction f(a: A) { return a }\nconst g = () => marked;\n"
	p, ds := Read(src, Options{Path: "a.ts"})
	if p == nil {
		t.Fatal(ds)
	}
	m, err := sourcemap.Parse(p.InputMap)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(p.Source, "\n") {
		if col := strings.Index(line, "marked"); col >= 0 {
			s, ok := m.Find(int32(i), int32(col))
			if !ok || m.Sources[s.Source] != "a.ts" || s.Line != 2 || s.From != 16 {
				t.Errorf("%+v %v", s, m.Sources)
			}
			return
		}
	}
	t.Errorf("the word is not there:\n%s", p.Source)
}

func TestCommonJSMayReturn(t *testing.T) {
	for _, tt := range []struct {
		o  Options
		ok bool
	}{
		{Options{Path: "a.cjs"}, true},
		{Options{Path: "a.cts"}, true},
		{Options{Path: "a.js", Type: CommonJS}, true},
		{Options{Path: "a.js"}, false},
		{Options{Path: "a.js", Type: Script}, false},
		{Options{Path: "a.mjs"}, false},
	} {
		p, ds := Read("if (a) return 1; { return }", tt.o)
		if (p != nil) != tt.ok || p != nil && !p.CommonJS {
			t.Errorf("%+v: %v", tt.o, ds)
		}
	}
}

func TestTargetsAreRead(t *testing.T) {
	for text, ok := range map[string]bool{
		"es2020": true, "ES6": true, "esnext": true, "chrome100": true, "es2020, chrome100,node18.2.1": true, "ie11": true,
		"": false, "es2": false, "chrome": false, "lynx1": false, "es2020,es2021": false, "node18.": false, "chrome1.2.3.4": false,
	} {
		got, err := ParseTarget(text)
		if (err == nil) != ok || got.IsZero() == ok {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
}
