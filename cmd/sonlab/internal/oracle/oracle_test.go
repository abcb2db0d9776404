package oracle

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

const testdata = "../../../../testdata"

func npmDir() string { return cmp.Or(os.Getenv("NPM_DIR"), filepath.Join(testdata, "npm")) }

// packages returns the directory with node_modules, or skips the test.
func packages(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: node is not on the PATH")
	}
	dir := npmDir()
	if AcornIn(dir) == "" {
		t.Skipf("SKIPPED: no package acorn in %s; run npm ci there or set NPM_DIR", dir)
	}
	return dir
}

func check(t *testing.T, c Config) *Report {
	t.Helper()
	c.Jobs = 2
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Differences {
		t.Error(d)
	}
	t.Logf("\n%v", r)
	return r
}

// fixtures returns the programs in testdata.
func fixtures(t *testing.T) (list []Source) {
	t.Helper()
	for _, pattern := range []string{"real/*.js", "seeds/*.txtar", "emit/*.txtar", "opt/*.txtar"} {
		files, err := filepath.Glob(filepath.Join(testdata, filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files match %s (%v)", pattern, err)
		}
		for _, f := range files {
			sources, err := File(f)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, sources...)
		}
	}
	return list
}

func TestFixturesByEsbuild(t *testing.T) {
	r := check(t, Config{Sources: fixtures(t)})
	if sum := r.Tallies[0]; sum.ByEsbuild < 100 || sum.Alone > 0 {
		t.Errorf("esbuild judged %d of %d", sum.ByEsbuild, sum.Sources)
	}
}

func TestFixturesByAcorn(t *testing.T) {
	tier.OnlyLong(t)
	r := check(t, Config{Sources: fixtures(t), Acorn: AcornIn(packages(t))})
	if sum := r.Tallies[0]; sum.ByAcorn < 100 || sum.ByAcorn < sum.Sources {
		t.Errorf("acorn judged %d of %d", sum.ByAcorn, sum.Sources)
	}
}

func TestPackagesByBoth(t *testing.T) {
	tier.OnlyLong(t) // it reads two thousand files
	dir := packages(t)
	c := Config{Acorn: AcornIn(dir)}
	for _, name := range []string{"acorn", "lodash", "underscore"} {
		list, err := Package(Modules(dir), name)
		if err != nil {
			t.Skip("SKIPPED:", err)
		}
		c.Sources = append(c.Sources, list...)
	}
	for _, sum := range check(t, c).Tallies {
		if sum.ByAcorn < sum.Files || sum.ByEsbuild < sum.Files {
			t.Errorf("%s: of %d files esbuild judged %d, acorn %d", sum.Group, sum.Files, sum.ByEsbuild, sum.ByAcorn)
		}
	}
}

// asIf judges a source as if it were printed as code in every style.
func asIf(t *testing.T, src, code string) *verdict {
	t.Helper()
	prog, ds := parse.Parse(src, parse.Options{})
	if prog == nil {
		t.Fatalf("%s: %v", src, ds)
	}
	v := &verdict{source: Source{Name: src}, text: src, module: prog.Type == ast.Module}
	wants := normalForms{prog: prog}
	for _, style := range Styles() {
		v.printed = append(v.printed, v.compare(style, code, &wants))
	}
	v.byEsbuild = wants.judged
	return v
}

func noticedBy(v *verdict, by string) bool {
	for _, d := range v.differences {
		if d.By == by && d.Style == "respelled" {
			return true
		}
	}
	return false
}

// mistakes are sources, a wrong output for each, and the judge that must notice it.
var mistakes = []struct{ src, code, by string }{
	{"a - (b - c)", "a - b - c", "reader"},
	{"a - (b - c)", "a - b - c", "esbuild"},
	{"a - (b - c)", "a - b - c", "acorn"},
	{"a - (b - c)", "a - (b -", "reader"},
	{"a;", "a  ;", "printer"},
	{"x = /* @__PURE__ */ f()", "x = f()", "esbuild"},
	{"x = (/* @__PURE__ */ f()).g()", "x = /* @__PURE__ */ f().g()", "esbuild"},
	{"(f) = function () {}", "f = function () {}", "acorn"},
	{"[(f) = () => {}] = a", "[f = () => {}] = a", "acorn"},
	{"({ a: (f) = class {} } = a)", "({ a: f = class {} } = a)", "acorn"},
	{"(f) ||= (class {})", "f ||= class {}", "acorn"},
	{"f = function () {}", "(f) = function () {}", "acorn"},
	{"(a?.b).c", "a?.b.c", "acorn"},
	{"(a?.b)()", "a?.b()", "acorn"},
	{"('use strict')", "'use strict'", "acorn"},
	{"'use\\x20strict'", "'use strict'", "acorn"},
	{"f`\\x41`", "f`A`", "acorn"},
	{"`\\x41`", "`A`", "acorn"},
	{"/a/g", "/a/y", "acorn"},
	{"10n", "0x10n", "acorn"},
	{"0", "-0", "acorn"},
	{"'\\uD800'", "'\\uD801'", "acorn"},
	{"x = { __proto__: __proto__ }", "x = { __proto__ }", "acorn"},
	{"x = { ['a']: 1 }", "x = { a: 1 }", "acorn"},
	{"export default (class {})", "export default class {}", "acorn"},
	{"export { a as 'b' } from 'c'", "export { a as b } from 'c'", "acorn"},
	{"import 'a' with { b: 'c' }", "import 'a'", "acorn"},
	{"if (a) { b }", "if (a) b", "acorn"},
	{";", "", "acorn"},
}

func TestMistakesAreNoticed(t *testing.T) {
	var node *acorn
	if _, err := exec.LookPath("node"); err == nil {
		if dir := AcornIn(npmDir()); dir != "" {
			if node, err = startAcorn(context.Background(), dir); err != nil {
				t.Fatal(err)
			}
			defer node.stop()
		}
	}
	skipped := 0
	for _, m := range mistakes {
		v := asIf(t, m.src, m.code)
		if m.by == "acorn" {
			if node == nil {
				skipped++
				continue
			}
			if err := node.judge([]*verdict{v}); err != nil {
				t.Fatal(err)
			}
		}
		if !noticedBy(v, m.by) {
			t.Errorf("%s does not notice that %q became %q: %v", m.by, m.src, m.code, v.differences)
		}
	}
	if skipped > 0 {
		t.Logf("SKIPPED acorn: %d of %d mistakes", skipped, len(mistakes))
	}
}

// TestUnobservableDifferences lists differences between acorn's trees that no program can
// observe.
func TestUnobservableDifferences(t *testing.T) {
	node, err := startAcorn(context.Background(), AcornIn(packages(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer node.stop()
	for _, pair := range [][2]string{
		{"(a)", "a"}, {"f = (function () {})", "f = function () {}"}, {"(a) = b", "a = b"}, {"(f) = function g() {}", "f = function g() {}"},
		{"(a.b) = function () {}", "a.b = function () {}"}, {"(a) += () => {}", "a += () => {}"}, {"delete (a.b)", "delete a.b"}, {"(a.b)()", "a.b()"}, {"(eval)('x')", "eval('x')"},
		{"x = { a: a, b: (c) }", "x = { a, b: c }"}, {"0x10 + 1e999 + 1_0", "16 + 1e400 + 10"}, {"f('\\x41')", `f("A")`}, {"0x1_0n", "16n"},
		{"`</script`", "`<\\/script`"}, {"(a, b), c", "((a, b)), c"}, {"export default (f())", "export default f()"},
	} {
		v := asIf(t, pair[0], pair[1])
		if err := node.judge([]*verdict{v}); err != nil {
			t.Fatal(err)
		}
		if !v.byAcorn || noticedBy(v, "acorn") || noticedBy(v, "reader") {
			t.Errorf("%q and %q: %v", pair[0], pair[1], v.differences)
		}
	}
}

// TestNodeDecides judges a program as if esbuild did not support it.
func TestNodeDecides(t *testing.T) {
	node, err := startAcorn(context.Background(), AcornIn(packages(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer node.stop()
	same, wrong := "a", "a b"
	v := &verdict{source: Source{Name: "a"}, text: "a", printed: []*string{&same, &same, &wrong}}
	if err := node.judge([]*verdict{v}); err != nil {
		t.Fatal(err)
	}
	if !v.byNode || len(v.differences) != 2 || v.differences[0].By != "acorn" || v.differences[1].By != "node" {
		t.Errorf("%v %v", v.byNode, v.differences)
	}
}

func TestRefusals(t *testing.T) {
	both := []Source{{Group: "a", Name: "none.js", Text: "a b"}, {Group: "a", Name: "valid.js", Text: "a b", Valid: true}}
	r, err := Run(context.Background(), Config{Sources: both})
	if err != nil {
		t.Fatal(err)
	}
	sum := r.Tallies[0]
	if sum.Files != 2 || sum.Sources != 0 || sum.Refused != 1 || len(r.Differences) != 1 || r.Differences[0].Name != "valid.js" {
		t.Errorf("%v\n%v", r, r.Differences)
	}
	if _, err := Run(context.Background(), Config{Sources: []Source{{Group: "a", Name: "b", File: "no such file"}}}); err == nil {
		t.Error("a missing file is not an error")
	}
}

func TestConformanceReadsFrontMatter(t *testing.T) {
	tests := []struct {
		front, want string
		unknown     bool
	}{
		{"description: x", "a (sloppy) a (strict)", false},
		{"flags: [onlyStrict]", "a (strict)", false},
		{"flags: [noStrict, async]", "a (sloppy)", false},
		{"flags: [raw]", "a (sloppy)", false},
		{"flags:\n  - module\n  - async", "a (module)", false},
		{"features: [decorators]", "", true},
		{"features: [a-decorators]\ndescription: >\n  decorators", "a (sloppy) a (strict)", false},
		{"negative:\n  phase: parse\n  type: SyntaxError", "", false},
		{"negative:\n  phase: runtime\n  type: Error", "a (sloppy) a (strict)", false},
	}
	for _, tt := range tests {
		list, unknown := conformance("// c\n/*---\n"+tt.front+"\n---*/\nmodule", Source{Name: "a"})
		var names []string
		for _, s := range list {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); got != tt.want || unknown != tt.unknown {
			t.Errorf("%q: %q %v", tt.front, got, unknown)
		}
	}
}
