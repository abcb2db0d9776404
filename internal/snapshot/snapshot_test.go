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

func TestSeed(t *testing.T) {
	for _, src := range []string{
		"function make() {\n  let obj = {};\n  return obj;\n}\nlet a = make();\nlet b = make();\na.x = 1;\nb.y = 2;\n",
		"function gen(cond) {\n  if (cond) {\n    return { a: 1 };\n  } else {\n    return { b: 2 };\n  }\n}\nlet obj = gen(randomBoolean());\n",
		"function modify(obj, cond) {\n  if (cond) {\n    obj.a = 1;\n  } else {\n    obj.b = 2;\n  }\n}\nlet obj = {};\nmodify(obj, randomBoolean());\n",
		"let foo = {};\nlet bar = { a: 1 };\ndelete bar.a;\nfunction amend(x) {\n  x.baz = \"a\";\n}\namend(foo);\namend(bar);\n",
		"function f(x) {\n  return f({ x: x });\n}\nf({});\n",
		"function f(x) {\n  if (x.x) print(x.x.x);\n  return f({ x: x });\n}\nf({});\n",
		"function f(x) {\n  return f(x + 1);\n}\nf(0);\n",
		"function sum(max) {\n  let total = 0;\n  for (let i = 0; i < max; i++) {\n    total += i;\n  }\n  return total;\n}\nsum(10);sum(x);\n",
	} {
		t.Log("\n" + src + explained(t, src))
	}
}
