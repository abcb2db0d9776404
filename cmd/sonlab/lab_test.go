package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/internal/tier"
)

// sonlab runs a command line and returns what it printed.
func sonlab(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := root()
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(context.Background())
	return out.String(), err
}

func TestCommands(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "p.js")
	// esbuild changes the names of functions.
	if err := os.WriteFile(file, []byte("var unused = 1;\ncall('f', function named() { var x = 1; return function y() {} }, 0, []);\nprint(2);\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	twice := filepath.Join(dir, "twice.js")
	// In the graph, x && x is not a choice.
	if err := os.WriteFile(twice, []byte("function f(x, y) { return y(x && x, y, y, y) }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		args  []string
		want  string
		finds bool
	}{
		{"gen", []string{"gen", "--seed", "5"}, "// seed 5\n", false},
		{"gen calls", []string{"gen", "--programs", "calls", "--seed", "5"}, "// seed 5, ", false},
		{"gen objects", []string{"gen", "--programs", "objects", "--seed", "5"}, "// seed 5, ", false},
		{"fuzz objects", []string{"fuzz", "--programs", "objects", "--n", "10", "--engine", "quickjs"}, " 0 differences", false},
		{"fuzz calls", []string{"fuzz", "--programs", "calls", "--n", "10", "--engine", "quickjs"}, "9 programs, 27 comparisons, 0 differences", false},
		{"run", []string{"run", file}, "print 2", false},
		{"run with a transform", []string{"run", "--transform", "identity", file}, "the traces agree", false},
		{"fuzz", []string{"fuzz", "--n", "20", "--seed", "100", "--engine", "quickjs", "--transform", "identity"}, "20 programs, 20 comparisons, 0 differences", false},
		{"fuzz files", []string{"fuzz", "--files", file, "--engine", "quickjs", "--transform", "identity"}, "1 programs, 1 comparisons, 0 differences", false},
		{"fuzz finds", []string{"fuzz", "--files", file, "--engine", "quickjs", "--transform", "esbuild", "--save", dir}, "differs: 1", true},
		{"reduce", []string{"reduce", "--engine", "quickjs", "--transform", "esbuild", file}, "// becomes", true},
		{"reduce nothing", []string{"reduce", "--engine", "quickjs", "--transform", "identity", file}, "nothing differs", false},
		{"oracle", []string{"oracle", "--npm", dir, file, "../../testdata/seeds/000_for.txtar"}, "total      2", false},
		{"roundtrip", []string{"roundtrip", "--npm-dir", dir, "../../testdata/real/calendar.js"}, "calendar.js", false},
		{"roundtrip over a bound", []string{"roundtrip", twice}, "over the bound: equal functions", true},
		{"performance", []string{"performance", "--help"}, "docs/performance.md. Instructions in QuickJS are counted by valgrind", false},
		{"structure", []string{"structure", "--n", "50"}, "random: 50 graphs", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := sonlab(t, tt.args...)
			if errors.Is(err, errFinds) != tt.finds || err != nil && !tt.finds {
				t.Errorf("error %v\n%s", err, out)
			}
			if !strings.Contains(out, tt.want) {
				t.Errorf("%q is not in the output\n%s", tt.want, out)
			}
		})
	}
	if saved, _ := filepath.Glob(filepath.Join(dir, "*.txt")); len(saved) != 1 {
		t.Errorf("saved finds: %v", saved)
	}
	for _, args := range [][]string{{"fuzz", "--features", "nothing"}, {"run"}, {"fuzz", "--engine", "v8"}, {"fuzz", "--transform", "x"}, {"fuzz", "--cmd", "x"}, {"fuzz", "--level", "3"}, {"fuzz", "--programs", "other"}, {"programs", "--modes", "O7"}, {"suites", "--only", "none"}, {"size", "--level", "3"}, {"performance", "--rounds", "0"}, {"performance", "--only", "none"}, {"size", "--legal-comments", "none"}, {"size", "--minify", "--legal-comments", "eof"}, {"oracle", "--npm", dir, "--packages", "none"}, {"oracle", "none.txtar"}} {
		if _, err := sonlab(t, args...); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
}

func TestExternalCommand(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "tool.sh")
	text := "#!/bin/sh\nwhile read in out kind; do if grep -q refuse \"$in\"; then echo \"$in:1:1: error: no\" >\"$out.err\"; else cp \"$in\" \"$out\"; fi; done <\"$1\"\n"
	if err := os.WriteFile(script, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	do, err := external("sh " + script + " {list}")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := do(context.Background(), "a.js", "print(1)"); err != nil || out != "print(1)" {
		t.Errorf("%q %v", out, err)
	}
	if _, err := do(context.Background(), "a.js", "refuse"); err == nil || err.Error() != "a.js:1:1: error: no\n" {
		t.Errorf("%v", err)
	}
}

// sonTransforms returns the transforms that every test of the optimizer runs.
func sonTransforms(t testing.TB) []diff.Named {
	t.Helper()
	tf := transformFlags{kinds: []string{"son"}, levels: []int{0, 1, 2}, seeds: 3, force: true, verify: true}
	ts, err := tf.transforms()
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

// TestOptimizerPreservesGeneratedPrograms is the short form of `sonlab fuzz`.
func TestOptimizerPreservesGeneratedPrograms(t *testing.T) {
	n := tier.Share(20, 300)
	ef := engineFlags{names: []string{"quickjs"}}
	if e, err := engine.NewNode(1); err == nil {
		e.Close()
		ef.names = append(ef.names, "node")
	} else {
		t.Log("SKIPPED node:", err)
	}
	es, done, err := ef.open(2)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	r, err := diff.Run(context.Background(), diff.Config{N: n, Seed: 500000, Features: gen.All, Engines: es,
		Transforms: sonTransforms(t), Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	for _, f := range r.Finds {
		t.Error(f)
	}
}

// TestOptimizerPreservesCalls is the short form of `sonlab fuzz --programs calls`.
func TestOptimizerPreservesCalls(t *testing.T) { preserves(t, callsKind, usual, tier.Share(200, 3000)) }

// TestOptimizerPreservesObjects is the short form of `sonlab fuzz --programs objects`.
func TestOptimizerPreservesObjects(t *testing.T) {
	preserves(t, objectsKind, usual, tier.Share(200, 3000))
}

// TestChecksReportNothing checks assumptions of programs that satisfy them.
func TestChecksReportNothing(t *testing.T) {
	preserves(t, objectsKind, []string{"check-objects"}, tier.Share(60, 300))
}

// TestChecksChangeNothing checks the assumptions of programs that may violate them.
func TestChecksChangeNothing(t *testing.T) {
	for _, k := range []kind{knotsKind, callsKind, objectsKind} {
		t.Run(string(k), func(t *testing.T) { preserves(t, k, []string{"check-silent"}, tier.Share(40, 150)) })
	}
}

// usual are modes for a short run.
var usual = []string{"default", "size", "speed", "O2", "forced-O2", "O2-speed", "standard", "minify", "O2-standard", "O2-minify"}

// preserves runs programs of one kind, in some of the modes.
func preserves(t *testing.T, k kind, modes []string, n int) {
	ms, err := modesNamed(modes)
	if err != nil {
		t.Fatal(err)
	}
	c := diff.Config{N: n, Make: (&spread{seed: 700000, kind: k, modes: ms, per: 2}).program, Workers: 2}
	for _, m := range ms {
		m.verify = true
		tr, err := m.transform()
		if err != nil {
			t.Fatal(err)
		}
		c.Transforms = append(c.Transforms, tr)
	}
	names := []string{"quickjs"}
	if e, err := engine.NewNode(1); err == nil {
		e.Close()
		names = []string{"node"} // it runs modules, too
		if c.Referee, err = engine.NewQuickJS(); err != nil {
			t.Fatal(err)
		}
	} else {
		t.Log("SKIPPED node:", err)
	}
	es, done, err := (&engineFlags{names: names}).open(2)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	c.Engines = es
	r, err := diff.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	for _, f := range r.Finds {
		t.Error(f)
	}
	if r.Events < 5*r.Programs {
		t.Errorf("%d programs record only %d events", r.Programs, r.Events)
	}
}

// FuzzOptimize generates a program from a seed and compares. The go command
// stores a seed that fails; `sonlab gen --seed N` prints its program and
// `sonlab reduce` reduces it.
func FuzzOptimize(f *testing.F) {
	ts := sonTransforms(f)
	e, err := engine.NewQuickJS()
	if err != nil {
		f.Fatal(err)
	}
	for seed := range int64(5) {
		f.Add(seed, uint64(gen.Core))
	}
	f.Fuzz(func(t *testing.T, seed int64, features uint64) {
		set := gen.Features(features) & gen.All
		if set == 0 {
			set = gen.Core
		}
		r, err := diff.Run(context.Background(), diff.Config{N: 1, Seed: seed, Features: set, Engines: []engine.Engine{e},
			Transforms: ts, Timeout: 500 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		for _, find := range r.Finds {
			t.Errorf("seed %d features %v\n%v\n%s", seed, set, find, find.Original)
		}
	})
}
