package passes_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// optimizeTop optimizes a program whose top level must go through the graph.
func optimizeTop(t *testing.T, src string, o passes.Options) passes.Result {
	t.Helper()
	o.Verify = true
	res := optimize(t, src, o)
	if res.Report.TopLevel != passes.Replaced && res.Report.TopLevel != passes.NoGain {
		t.Fatalf("the top level: %s %+v", res.Report.TopLevel, res.Report.Bailouts)
	}
	return res
}

const moduleTop = `// The license stays first.
import def, {a as b} from 'x';
import * as ns from 'y';
import 'z';

/** Says what k is. */
export const k = b.c, q = def(k); // trailing
export let live = 1;
let z;
export function foo() { return w; }
if (k) {
  var w = ns.t;
  live++;
}
export default (x) => x;
export {z as default2};
export * from 'more';
z = w = live;
ns.go(z);
`

func TestTopOfModule(t *testing.T) {
	for _, level := range []int{0, 1} {
		res := optimizeTop(t, moduleTop, passes.Options{Level: level, ForceGraph: true, Type: parse.Module})
		if d := cmp.Diff(moduleTop, res.Code); d != "" {
			t.Errorf("-O%d (-want +got)\n%s", level, d)
		}
	}
}

// TestTopKeepsItsNames checks that a let that moves to the top level does not get the name of
// an unreferenced var there.
func TestTopKeepsItsNames(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"var b;\nfor (let b = f(); g(b); ) {\n  h();\n  break;\n}\n", "var b;\nlet b$1 = f();\nif (g(b$1)) {\n  h();\n}\n"},
		{"for (var b; g(); ) break;\nfor (let b; g(); ) break;\n", "g();\nvar b;\nlet b$1;\ng();\n"},
	} {
		src := tt.src + "export {};\n"
		res := optimizeTop(t, src, passes.Options{ForceGraph: true, Type: parse.Module})
		if d := cmp.Diff(tt.want+"export {};\n", res.Code); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
		if _, ds := parse.Parse(res.Code, parse.Options{Type: parse.Module}); len(ds) > 0 {
			t.Errorf("%v", ds)
		}
	}
}

const moduleClasses = `import {Base} from 'x';

/** Says what Named is. */
export class Named extends Base {
  static [key()] = 1; // stays
}
class Local extends Named {}
export default class Main extends Local {
  #p = 1;
}
Main.prototype.more = Named;
export {Local as default2};
`

func TestTopWithClasses(t *testing.T) {
	for _, src := range []string{moduleClasses, "f();\nexport default class {\n  static n = 1;\n}\n", "export default (class {});\n",
		"export class A {}\nA = 1;\n"} {
		for _, level := range []int{0, 1} {
			res := optimizeTop(t, src, passes.Options{Level: level, ForceGraph: true, Type: parse.Module})
			if d := cmp.Diff(src, res.Code); d != "" {
				t.Errorf("-O%d (-want +got)\n%s", level, d)
			}
		}
	}
}

// Others may import a default export that control never reaches.
func TestUnreachedDefaultExport(t *testing.T) {
	for _, src := range []string{"throw 1 + 1;\nexport default 1;\n", "throw 1 + 1;\nexport default class {}\n", "throw 1 + 1;\nexport default class A {}\n"} {
		r := optimize(t, src, passes.Options{Level: 1, ForceGraph: true, Type: parse.Module})
		if r.Code != src || len(r.Report.Faults) > 0 {
			t.Errorf("got %s\nfaults: %v", r.Code, r.Report.Faults)
		}
	}
}

func TestTopChanges(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"export", "// c\nexport const day = 24 * 60;\nuse(day);\n", "// c\nexport const day = 1440;\nuse(day);\n"},
		{"around", "a();\n\n// about x\nvar x = 1 + 1;\nb();\n", "a();\n\n// about x\nvar x = 2;\nb();\n"},
		{"dead branch keeps its var", "if (1 > 2) {\n  var gone = f();\n}\nuse(typeof gone);\n", "var gone;\nuse(typeof gone);\n"},
		{"default class", "export default class A extends (1 + 1, B) {\n  [2 + 3]() {} // five\n}\nuse(A);\n",
			"export default class A extends (B) {\n  [5]() {} // five\n}\nuse(A);\n"},
		{"exported class", "use(1 + 1);\nexport class A {\n  f = 2 * 2; // four\n}\n", "use(2);\nexport class A {\n  f = 4; // four\n}\n"},
		{"class in an expression", "x(1 + 1, class extends B {\n  // note\n  m() {}\n});\n", "x(2, class extends B {\n  // note\n  m() {}\n});\n"},
		{"nested function too", "const f = () => 1 + 2;\nuse(f, 3 * 4);\n", "const f = () => 3;\nuse(f, 12);\n"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			res := optimizeTop(t, c.src, passes.Options{Level: 1})
			if d := cmp.Diff(c.want, res.Code); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestTopOfScript checks that no name is added to those that other scripts see.
func TestTopOfScript(t *testing.T) {
	src := "{ let x = f(); g = () => x++; }\n"
	res := optimize(t, src, passes.Options{ForceGraph: true, Verify: true, Type: parse.Script})
	if res.Code != src {
		t.Errorf("got\n%s", res.Code)
	}
	if k := res.Report.Bailouts; len(k) != 0 {
		t.Errorf("kept: %+v", k)
	}
}
