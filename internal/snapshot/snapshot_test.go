package snapshot_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/internal/snapshot"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

type names struct{ src string }

func (n names) Function(fn *ast.Function) string {
	switch {
	case fn == nil:
		return "top level"
	case fn.Name != nil:
		return fn.Name.Name
	}
	return "anonymous"
}

func (n names) Short(at int32) string {
	line := strings.Count(n.src[:at], "\n")
	return fmt.Sprintf("%d:%d", line+1, int(at)-strings.LastIndex(n.src[:at], "\n"))
}

func (n names) At(at int32) string { return "in.mjs:" + n.Short(at) }

func explained(t *testing.T, src string) string {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Type: parse.Module})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	var b strings.Builder
	if err := snapshot.New(p, calls.New(p, calls.Options{}), snapshot.Options{Builtins: true}).Text(&b, names{src}, func(*ast.Function) bool { return true }); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestText looks for lines of explanations. The programs of the seed are in testdata/cli/records.txtar.
func TestText(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      []string
	}{
		{"what a callee does not mention is not in the snapshot",
			"function f(p) { return p.a; }\nconst r = f({ a: 1, b: 2 });\nconst s = f({ a: 1, c: 3 });",
			[]string{"3:11 calls f: snapshot 1, from the cache", "#0 facts = [a => 1]"}},
		{"what a callee of it mentions is",
			"function g(p) { return p.b; }\nfunction f(p) { return g(p); }\nconst r = f({ a: 1, b: 2 });",
			[]string{"#0 facts = [b => 2]", "at the end r = 2"}},
		{"a key that is computed may be any",
			"function f(p, k) { return p[k]; }\nconst r = f({ a: 1, b: 2 }, x);",
			[]string{"#0 facts = [a => 1, b => 2]"}},
		{"records in records are numbered as they are reached",
			"function f(p, q) { p.x.y.v = q.v; }\nconst y = { v: 1 }, x = { y };\nf({ x }, y);",
			[]string{"snapshot 1: p = #0, q = #1", "#0 facts = [x => #2]", "#2 facts = [y => #1]", "#1: [set v => 1]"}},
		{"few snapshots, then their join",
			"function f(p) { return p; }\nf(1);\nf(2);\nf(3);\nf(4);\nf(5);\nf('a');\nconst r = f(1);",
			[]string{"snapshot 4: p = 4", `snapshot 5: p = 5|"a", the join of the calls that have no snapshot of their own`, "8:11 calls f: snapshot 1, from the cache", "at the end r = 1"}},
		{"a number that grows in calls",
			"function f(p) { return p; }\nf(1);f(2);f(3);f(4);f(5);f(6);f(7);f(8);f(9);",
			[]string{"p = int[5,2147483647], the join"}},
		{"a copy has keys of its own",
			"function f(p) { const c = { ...p, b: 2 }; c.a = 3; return c; }\nconst o = { a: 1 };\nconst r = f(o);",
			[]string{"at the end o = #0, r = #1", "copy of #0", "facts = [a => 3, b => 2]"}},
		{"own keys",
			"function f(o) { const k = [], h = Object.hasOwn(o, 'a'), i = 'b' in o; for (const x in o) k.push(x); return h; }\nconst r = f({ a: 1 }), s = f({});",
			[]string{"h = true, i = false", "h = false, i = false", "at the end r = true, s = false"}},
		{"a loop over no keys does nothing",
			"const o = {};\nlet n = 0;\nfor (const k in o) n = k;",
			[]string{"at the end o = #0, n = 0"}},
		{"a loop over keys has each of them",
			"const o = { a: 1 };\nlet n = 0;\nif (x) o.b = 2;\nfor (const k in o) n = k;",
			[]string{`at the end o = #0, n = 0|"a"|"b"`}},
		{"a record of a loop is another one each time",
			"let last;\nfor (let i = 0; i < 3; i++) { const o = { i }; o.last = last; last = o; }",
			[]string{"let go: the next one is made here", "at the end last = undefined|#0"}},
		{"recursion that ends",
			"function f(n) { return n > 0 ? f(n - 1) : { n }; }\nconst r = f(3);",
			[]string{"the join of all calls, since it may call itself", "returns #0"}},
		{"it does not return for some arguments",
			"function f(n) { if (n) throw 1; return 2; }\nfunction g() { return f(1); }\nconst a = f(0);\nconst b = g();",
			[]string{"never returns", "returns 2"}},
		{"who may set a key",
			"const o = {};\no.__proto__ = x;\nconst r = o.a;",
			[]string{"let go: which key is set is not known, or who sets it", "r = any"}},
		{"too many keys",
			"const o = {};\n" + setKeys(70) + "const r = o.k1;",
			[]string{"let go: it has too many keys"}},
		{"too large to find out",
			"function f(o) { " + loops(12) + " }\nf({});",
			[]string{"nothing is known of what it does: it is too large to find out"}},
		{"calls inside each other without end",
			chain(150) + "const o = {};\nf0(o);",
			[]string{"too many calls are inside each other"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := explained(t, tt.src)
			for _, w := range tt.want {
				if !strings.Contains(got, w) {
					t.Errorf("there is no %q in\n%s", w, got)
				}
			}
		})
	}
}

// setKeys sets many keys of o.
func setKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "o.k%d = 1;\n", i)
	}
	return b.String()
}

// loops nests loops that count.
func loops(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "for (let i%d = 0; i%d < x; i%d++) { ", i, i, i)
	}
	return b.String() + "o.a = i0;" + strings.Repeat(" }", n)
}

// chain declares functions each of which calls the next.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "function f%d(o) { f%d(o); }\n", i, i+1)
	}
	fmt.Fprintf(&b, "function f%d(o) { o.a = 1; }\n", n)
	return b.String()
}

// TestOrderDoesNotMatter interprets a program twice: numbers and texts are the same.
func TestOrderDoesNotMatter(t *testing.T) {
	src := "function f(p, q) { if (p.a) q.b = p; else q.c = { p }; try { g(q); } catch (e) { p.d = q; } return q; }\n" +
		"function g(p) { for (const k in p) if (p[k]) throw p; return f(p, p); }\nconst o = { a: x }; f(o, {}); f({}, o); g(o);"
	want := explained(t, src)
	for range 20 {
		if got := explained(t, src); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
}
