package performance

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/speed"
)

func newStore(t *testing.T) Store {
	t.Helper()
	s, err := NewStore(filepath.Join(t.TempDir(), "kept"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// program returns one of the programs of sonlab speed.
func program(t *testing.T, name string) speed.Program {
	t.Helper()
	ps, err := speed.Programs()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(ps, func(p speed.Program) bool { return p.Name == name })
	if i < 0 {
		t.Fatal("there is no program", name)
	}
	return ps[i]
}

// to is a tool that puts a text in front of a program.
func to(name, text string) Tool {
	return Tool{Name: name, Do: func(_ context.Context, _, src string) (string, error) { return text + src, nil }}
}

func TestDiffersFindsWrongPrograms(t *testing.T) {
	const original = "function run(n) { let s = 0; for (let i = 0; i < n; i++) s += i * i; return s; }"
	tests := []struct{ name, program, want string }{
		{"the same", original + "\n", ""},
		{"another way", "var run = n => { for (var s = 0; n-- > 0;) s += n * n; return s }", ""},
		{"a wrong result", strings.Replace(original, "i * i", "i + i", 1), "run(2) returns 2 instead of 1"},
		{"wrong for more work only", strings.Replace(original, "i * i", "(i > 3 ? 0 : i * i)", 1), "run(5) returns 14 instead of 30"},
		{"an exception", "function run(n) { return n.x.y; }", "TypeError"},
		{"nothing to run", original + "\nrun = null;", "TypeError"},
		{"no program", "function run(", "SyntaxError"},
		{"another type", strings.Replace(original, "return s", `return s + "x"`, 1), "run(1) returns 0x instead of 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Differs(t.Context(), original, tt.program)
			if err != nil || (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
		})
	}
	if _, err := Differs(t.Context(), "function run(n) { throw n; }", original); err == nil {
		t.Error("an original that throws is accepted")
	}
}

// gainsOf maps tools to what is said of them.
func gainsOf(gains []Gain) map[string]Gain {
	all := map[string]Gain{}
	for _, g := range gains {
		all[g.Tool] = g
	}
	return all
}

// lengths counts instructions by the length of the text.
type lengths struct{ counts int }

func (l *lengths) Count(_ context.Context, src string, n int) (int64, string, error) {
	l.counts++
	result := "right"
	if n > 100 && strings.Contains(src, "late") {
		result = "wrong"
	}
	return int64(n) * int64(len(src)), result, nil
}

func TestCountsOfWhatToolsMake(t *testing.T) {
	p := program(t, "sieve")
	fails := Tool{Name: "refuses", Do: func(context.Context, string, string) (string, error) { return "", errors.New("no") }}
	src, err := p.Text("")
	if err != nil {
		t.Fatal(err)
	}
	padding := strings.Repeat(" ", len(src))
	tools := []Tool{to("same", ""), to("twice", padding), to("throws", "null.x;"), fails, to("late", "/* late */")}
	texts, err := Make(t.Context(), p, "", tools)
	if err != nil {
		t.Fatal(err)
	}
	c := Counting{Store: newStore(t), Layouts: 1}
	l := &lengths{}
	got, err := c.one(t.Context(), l, texts)
	if err != nil {
		t.Fatal(err)
	}
	all := gainsOf(got)
	if len(got) != len(tools) || all["same"].Times != 1 || all["twice"].Times != 0.5 {
		t.Errorf("%+v", got)
	}
	for name, want := range map[string]string{"throws": "TypeError", "refuses": "no output: no", "late": "returned wrong"} {
		if g := all[name]; !strings.Contains(g.Wrong, want) || g.Times != 0 || refused(g.Wrong) != (name == "refuses") {
			t.Errorf("%s: %+v", name, g)
		}
	}
	before := l.counts
	if again, err := c.one(t.Context(), l, texts); err != nil || !slices.Equal(again, got) || l.counts != before {
		t.Errorf("after %d counts, %d more: %+v, %v", before, l.counts-before, again, err)
	}
}

// clock is an engine in which a program takes as long as its text is.
type clock struct{ runs int }

func (*clock) Name() string { return "clock" }

func (c *clock) Time(_ context.Context, src string, n int) (speed.Sample, error) {
	c.runs++
	result := "right"
	if strings.Contains(src, "late") {
		result = "wrong"
	}
	return speed.Sample{CPU: time.Duration(len(src)*n) * time.Microsecond, Result: result}, nil
}

func TestTimesOfWhatToolsMake(t *testing.T) {
	p := program(t, "sieve")
	src, err := p.Text("")
	if err != nil {
		t.Fatal(err)
	}
	texts, err := Make(t.Context(), p, "", []Tool{to("twice", strings.Repeat(" ", len(src))), to("late", "/* late */")})
	if err != nil {
		t.Fatal(err)
	}
	e := &clock{}
	c := Timing{Engine: e, Store: newStore(t), Rounds: 3, Work: time.Second}
	got, err := c.Time(t.Context(), []Texts{texts})
	if err != nil {
		t.Fatal(err)
	}
	all := gainsOf(got)
	if len(got) != 3 || all["twice"].Times != 0.5 || all[CopyName].Times < 0.99 || all["late"].Wrong == "" {
		t.Errorf("%+v", got)
	}
	before := e.runs
	if again, err := c.Time(t.Context(), []Texts{texts}); err != nil || !slices.Equal(again, got) || e.runs != before {
		t.Errorf("measured again: %+v, %v", again, err)
	}
	if len(texts.Tools) != 2 {
		t.Errorf("the texts were changed: %v", texts.Tools)
	}
}

func TestErrorsAreNotKept(t *testing.T) {
	s, calls := newStore(t), 0
	measure := func() (int, error) {
		if calls++; calls == 1 {
			return 0, errors.New("interrupted")
		}
		return calls, nil
	}
	if _, err := kept(s, "kind", measure, "a", "b"); err == nil {
		t.Error("no error")
	}
	for range 2 {
		if v, err := kept(s, "kind", measure, "a", "b"); v != 2 || err != nil {
			t.Error(v, err)
		}
	}
	if v, err := kept(s, "kind", measure, "ab", ""); v != 3 || err != nil {
		t.Error("other names give the same:", v, err)
	}
}

func TestToolsThatAreNotInstalledAreMissing(t *testing.T) {
	b, err := Open(t.TempDir(), t.TempDir(), "", newStore(t))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"terser", "swc", "Closure Compiler"}; !slices.Equal(b.Missing, want) {
		t.Errorf("missing %v, want %v", b.Missing, want)
	}
	for i, tools := range [][]Tool{b.Faster(), b.Smaller()} {
		if want := []int{5, 4}[i]; len(tools) != want {
			t.Errorf("%d tools, want %d", len(tools), want)
		}
		for _, tool := range tools {
			if out, err := tool.Do(t.Context(), "in.js", "function run(n) { return n * 2 * 3; }\n"); err != nil || out == "" || tool.Settings == "" {
				t.Errorf("%s: %q, %v", tool.Name, out, err)
			}
		}
	}
}

// TestInstalledTools runs tools that print their arguments and their input.
func TestInstalledTools(t *testing.T) {
	needsNode(t)
	modules := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(modules, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const prints = `const text = require("fs").readFileSync(process.argv.find((a) => a.endsWith("in.js")), "utf8");
if (text.includes("bad")) { console.error("in.js: bad"); process.exit(1); }
console.log(process.argv.slice(2).join(" ") + "\n" + text);`
	for _, p := range packages {
		write(p.name+"/package.json", `{ "version": "1.2.3" }`)
		write(p.name+"/"+p.file, prints)
	}
	write("@swc/core/index.js", `exports.minifySync = (text, o) => ({ code: JSON.stringify(o) + "\n" + text });`)
	b, err := Open(modules, t.TempDir(), "", newStore(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Missing) > 0 || !slices.Contains(b.Versions, "swc 1.2.3") {
		t.Errorf("%v, missing %v", b.Versions, b.Missing)
	}
	for name, want := range map[string]string{"terser": "top_retain=run\nf();", "swc": "\"top_retain\":[\"run\"]},\"mangle\":false,\"module\":false,\"format\":{\"comments\":false}}\nf();", "Closure SIMPLE": "SIMPLE", "Closure ADVANCED": "f();\nglobalThis[\"run\"] = run;"} {
		i := slices.IndexFunc(b.Faster(), func(t Tool) bool { return t.Name == name })
		if i < 0 {
			t.Fatal("there is no", name)
		}
		tool := b.Faster()[i]
		if out, err := tool.Do(t.Context(), "p.js", "f();"); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %q, %v; want %q", name, out, err, want)
		}
		if name == "swc" {
			continue
		}
		if _, err := tool.Do(t.Context(), "p.js", "bad"); err == nil || !strings.Contains(err.Error(), ": in.js: bad") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func needsNode(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: node is not on the PATH")
	}
}

func TestLibrariesHaveCalls(t *testing.T) {
	libs, err := Libraries()
	if err != nil || len(libs) < 10 {
		t.Fatal(len(libs), err)
	}
	for _, l := range libs {
		if l.File == "" || strings.Count(l.calls, "console.log(") < 3 {
			t.Errorf("%s: file %q, or few calls", l.Name, l.File)
		}
	}
	var described struct{ Dependencies map[string]string }
	text, err := os.ReadFile("../../../../testdata/npm-performance/package.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &described); err != nil {
		t.Fatal(err)
	}
	for _, l := range libs {
		if name, _, _ := strings.Cut(l.File, "/"); described.Dependencies[name] == "" {
			t.Errorf("%s is not in package.json", name)
		}
	}
	for _, p := range packages {
		if described.Dependencies[p.name] == "" {
			t.Errorf("%s is not in package.json", p.name)
		}
	}
}

// TestBrokenLibrariesAreFound runs tools that break a library in several ways.
func TestBrokenLibrariesAreFound(t *testing.T) {
	needsNode(t)
	modules := t.TempDir()
	const library = "/*! legal */ exports.area = function (r) { return r.width * r.height; };\n"
	if err := os.WriteFile(filepath.Join(modules, "lib.js"), []byte(library), 0o666); err != nil {
		t.Fatal(err)
	}
	l := Library{Name: "lib", File: "lib.js", calls: "console.log(lib.area({ width: 2, height: 3 }));\nconsole.log('end');"}
	// renames changes a name wherever it is.
	renames := func(name, from, to string) Tool {
		return Tool{Name: name, Do: func(_ context.Context, _, src string) (string, error) {
			if strings.Contains(src, "legal") {
				t.Error("the comment is still there")
			}
			return strings.ReplaceAll(src, from, to), nil
		}}
	}
	tools := []Tool{renames("same", "", ""), renames("public", "area", "b"), renames("wrong", "*", "+"), renames("property", "width", "w"),
		{Name: "refuses", Do: func(context.Context, string, string) (string, error) { return "", errors.New("no") }}}
	s := Shrinking{Modules: modules, Scratch: t.TempDir(), Store: newStore(t), Log: t.Output()}
	got, absent, err := s.Run(t.Context(), []Library{l, {Name: "none", File: "none.js"}}, tools)
	if err != nil || !slices.Equal(absent, []string{"none"}) || len(got) != len(tools) {
		t.Fatalf("%+v, absent %v, %v", got, absent, err)
	}
	want := map[string][2]string{
		"same":     {"", ""},
		"public":   {"TypeError: lib.area is not a function", ""},
		"wrong":    {"prints 5 instead of 6", "prints 5 instead of 6"},
		"property": {"prints NaN instead of 6", ""},
		"refuses":  {"no output: no", "no output: no"},
	}
	// A module is none when the tools get it.
	if err := os.WriteFile(filepath.Join(modules, "lib.js"), []byte(strings.Replace(library, "exports.area =", "export const area =", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	l.module = true
	also, _, err := s.Run(t.Context(), []Library{l}, []Tool{tools[0], tools[2]})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range append(got, also...) {
		for i, fault := range []string{o.Alone, o.Together} {
			if w := want[o.Tool][i]; (fault == "") != (w == "") || !strings.Contains(fault, w) {
				t.Errorf("%s: %q, want %q", o.Tool, fault, w)
			}
		}
	}
}

// TestPage compares the page of fixed figures with testdata/page.md; SON_UPDATE=1 writes it.
func TestPage(t *testing.T) {
	const unlike = "prints a | b <c> instead of d"
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	p := Page{
		Versions: []string{"esbuild 1", "node 2"}, Machine: "a machine", Left: []string{"swc: not installed"}, Layouts: 3, Rounds: 5,
		Faster:  []Tool{{Name: "son -O2", Settings: "`-O2`"}, {Name: "Closure ADVANCED", Settings: "as it is"}},
		Smaller: []Tool{{Name: "esbuild", Settings: "`--minify`"}},
		Counts: []Gain{
			{Tool: "son -O2", Program: "alpha", Times: 2}, {Tool: "terser", Program: "alpha", Times: 0.5}, {Tool: "Closure ADVANCED", Program: "alpha", Wrong: unlike},
			{Tool: "son -O2", Program: "beta", Class: "classes", Times: 0.9}, {Tool: "terser", Program: "beta", Times: 1.25}, {Tool: "Closure ADVANCED", Program: "beta", Wrong: refusal + "no private names"},
		},
		Jitless: []Gain{
			{Tool: CopyName, Program: "alpha", Times: 1.0001}, {Tool: "son -O2", Program: "alpha", Times: 1.5}, {Tool: "son -O2", Program: "beta", Times: 0.97},
		},
		Times:  []Gain{{Tool: CopyName, Program: "alpha", Times: 1.01}, {Tool: "son -O2", Program: "alpha", Times: 1.04}},
		Timing: Timing{Rounds: 5, Calls: 25, Work: ms(8)},
		Outcomes: []Outcome{
			{Tool: "esbuild", Library: "lib", Bytes: 200, Gzip: 100}, {Tool: "son", Library: "lib", Bytes: 180, Gzip: 90},
			{Tool: "Closure ADVANCED", Library: "lib", Bytes: 20, Gzip: 10, Alone: unlike},
			{Tool: "Closure ADVANCED", Library: "other", Alone: refusal + "no", Together: refusal + "no"},
			{Tool: "esbuild", Library: "other", Bytes: 200, Gzip: 100}, {Tool: "son", Library: "other", Bytes: 300, Gzip: 160},
		},
		Costs: []Cost{
			{File: "a.js", Config: "son-O2", Bytes: 2e6, CPU: ms(300), Peak: 90e6}, {File: "a.js", Config: "esbuild-minify", Bytes: 2e6, CPU: ms(100), Peak: 30e6},
			{File: "b.js", Config: "son-O2", Bytes: 1e6, CPU: ms(1200), Peak: 120e6}, {File: "b.js", Config: "esbuild-minify", Bytes: 1e6, CPU: ms(100), Peak: 30e6},
		},
	}
	file := filepath.Join("testdata", "page.md")
	if os.Getenv("SON_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(p.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.String(); got != string(want) {
		t.Errorf("the page is not that of %s:\n%s", file, got)
	}
}

// isolates is a counter of several scripts, by the length of their texts.
type isolates struct{ texts int }

func (*isolates) Name() string { return "isolates" }

func (*isolates) Amount(context.Context, string) (int, error) { return 3, nil }

func (c *isolates) CountAll(_ context.Context, texts []string, n int) (list []speed.Counted, err error) {
	for _, text := range texts {
		c.texts++
		list = append(list, speed.Counted{Instructions: int64(len(text)), Result: strings.Repeat("n", n)})
	}
	return list, nil
}

func TestCountsInOtherEngines(t *testing.T) {
	p := program(t, "sieve")
	src, err := p.Text("")
	if err != nil {
		t.Fatal(err)
	}
	made, err := Make(t.Context(), p, "", []Tool{to("son, twice", strings.Repeat(" ", len(src))), to("throws", "null.x;")})
	if err != nil {
		t.Fatal(err)
	}
	c, e := Counting{Store: newStore(t)}, &isolates{}
	got, err := c.oneIn(t.Context(), batch{e, c.Store, "1"}, made)
	if err != nil {
		t.Fatal(err)
	}
	all := gainsOf(got)
	if len(got) != 3 || all["son, twice"].Times != 0.5 || all[CopyName].Times < 0.99 || !strings.Contains(all["throws"].Wrong, "TypeError") {
		t.Errorf("%+v", got)
	}
	if e.texts != 3 {
		t.Errorf("%d texts were counted, want 3: the original, its copy and an output", e.texts)
	}
	// Another output is counted, what was counted before is not.
	made.Outputs[0] += "\n"
	if _, err := c.oneIn(t.Context(), batch{e, c.Store, "1"}, made); err != nil || e.texts != 4 {
		t.Errorf("%d texts were counted, want one more; %v", e.texts, err)
	}
	if only := made.Only(IsSon); !slices.Equal(only.Tools, []string{"son, twice"}) || len(only.Outputs) != 1 || len(only.Wrong) != 1 || len(made.Tools) != 2 {
		t.Errorf("%+v", only)
	}
}

// TestPackageVersion reads what is installed.
func TestPackageVersion(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "@a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "@a", "b", "package.json"), []byte(`{"version": "1.2.3"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if v, ok := PackageVersion(dir, "@a/b"); !ok || v != "1.2.3" {
		t.Errorf("got %q, %v", v, ok)
	}
	if v, ok := PackageVersion(dir, "c"); ok {
		t.Errorf("got %q of what is not installed", v)
	}
}
