package diff

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/internal/tier"
)

func open(t *testing.T, names ...string) []engine.Engine {
	t.Helper()
	var es []engine.Engine
	for _, name := range names {
		e, err := engine.Open(name, 2)
		if errors.Is(err, engine.ErrNoNode) {
			t.Log("SKIPPED node:", err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		es = append(es, e)
	}
	return es
}

// identity adds an empty line: identical text would not be run again.
func identity(_ context.Context, _, src string) (string, error) { return src + "\n", nil }

func TestIdentityDiffersNowhere(t *testing.T) {
	n := tier.Share(30, 300)
	r, err := Run(context.Background(), Config{
		N: n, Seed: 1, Features: gen.All, Engines: open(t, "quickjs", "node"), Workers: 2,
		Transforms: []Named{{Name: "identity", Do: identity}, {Name: "again", Do: identity, SameAs: "identity"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	for _, f := range r.Finds {
		t.Error(f)
	}
	if r.Programs != n || r.Runs < n*5/3 {
		t.Errorf("programs %d, comparisons %d", r.Programs, r.Runs)
	}
}

// TestMutationsAreCaught breaks programs the way optimizers do.
func TestMutationsAreCaught(t *testing.T) {
	tier.OnlyLong(t)
	replace := func(pattern, with string) Transform {
		re := regexp.MustCompile(pattern)
		return func(_ context.Context, _, src string) (string, error) {
			head, rest, _ := strings.Cut(src, "function ")
			return head + "function " + re.ReplaceAllString(rest, with), nil
		}
	}
	mutations := []struct {
		name string
		do   Transform
		in   int // at least so many of 200 programs are caught
	}{
		{"x++ becomes ++x", replace(`([\w$]+)\+\+ <`, `++$1 <`), 10},
		{"negative zero becomes zero", replace(`-0\b`, `0`), 10},
		{"< becomes <=", replace(` < `, ` <= `), 20},
		{"? and : change places", replace(`\? ([\w$]+) : ([\w$]+)`, `? $2 : $1`), 10},
		{"effects dropped", replace(`eff\(([\w$]+)\)`, `$1`), 30},
		{">>> becomes >>", replace(`>>>`, `>>`), 2},
		{"strict equality becomes loose", replace(`===`, `==`), 3},
		{"a break is lost", replace(`\bbreak;`, `;`), 10},
		{"strictness lost", replace(`"use strict";`, ``), 2},
		{"let becomes var", replace(`\(let `, `(var `), 2},
		{"undeclared becomes undefined", replace(`\bgone\b`, `void 0`), 3},
		{"?? becomes ||", replace(`\?\?`, `||`), 2},
	}
	c := Config{N: 200, Seed: 7, Features: gen.Core, Engines: open(t, "quickjs"), Workers: 2, MaxFinds: 1 << 20}
	for _, m := range mutations {
		c.Transforms = append(c.Transforms, Named{Name: m.name, Do: m.do})
	}
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	caught := map[string]int{}
	for _, f := range r.Finds {
		caught[f.Transform]++
	}
	for _, m := range mutations {
		t.Logf("%4d programs show that %s", caught[m.name], m.name)
		if caught[m.name] < m.in {
			t.Errorf("%s: caught in %d programs, want %d", m.name, caught[m.name], m.in)
		}
	}
}

func TestFaultsOfTransformsAreFinds(t *testing.T) {
	es := open(t, "quickjs")
	tests := []struct {
		name string
		do   Transform
		want Kind
	}{
		{"error", func(context.Context, string, string) (string, error) { return "", fmt.Errorf("no") }, Refused},
		{"panic", func(context.Context, string, string) (string, error) { panic("BUG: x") }, Paniced},
		{"syntax", func(_ context.Context, _, s string) (string, error) { return s + "}", nil }, Differs},
		{"endless transform", func(context.Context, string, string) (string, error) { select {} }, Endless},
		{"endless", func(_ context.Context, _, s string) (string, error) { return s + "for(;;);", nil }, Differs},
	}
	for _, tt := range tests {
		k, detail, err := Check(context.Background(), es[0], tt.do, 100*time.Millisecond, Program{Name: "p.js", Source: "print(1)"})
		if err != nil || k != tt.want || detail == "" {
			t.Errorf("%s: %q %q %v, want %q", tt.name, k, detail, err, tt.want)
		}
	}
	n := 0
	r, err := Run(context.Background(), Config{N: 5, Engines: es, Transforms: []Named{
		{Name: "a", Do: identity},
		{Name: "b", SameAs: "a", Do: func(_ context.Context, _, s string) (string, error) { n++; return s + strings.Repeat("\n", 1+n), nil }},
	}})
	if err != nil || r.Kinds[Unequal] != 5 {
		t.Errorf("unstable output: %v %v", r, err)
	}
	r, err = Run(context.Background(), Config{Programs: []Program{{Name: "x.js", Source: "let a; let a"}}, Engines: es})
	if err != nil || r.Kinds[Invalid] != 1 {
		t.Errorf("invalid program: %v %v", r, err)
	}
}

// TestDepthOfStackIsALimit runs a program that counts how deep it can recurse: its output
// need not agree. A program that recurses without end only in its output is a find.
func TestDepthOfStackIsALimit(t *testing.T) {
	counts := "let n = 0; async function f() { n++; await f(); } f(); "
	longer := func(_ context.Context, _, s string) (string, error) { return "print(0);" + s, nil }
	recurses := func(_ context.Context, _, s string) (string, error) { return counts + s, nil }
	for _, e := range open(t, "node") {
		for _, c := range []struct {
			src  string
			do   Transform
			want Kind
		}{{counts + "print(n)", longer, ""}, {"print(1)", longer, Differs}, {"var n = 2; print(n)", recurses, Differs}, {"print(typeof n)", recurses, Differs}} {
			if k, detail, err := Check(context.Background(), e, c.do, 10*time.Second, Program{Name: "p.js", Source: c.src}); err != nil || k != c.want {
				t.Errorf("%s: %q %q %v, want %q", c.src, k, detail, err, c.want)
			}
		}
	}
}

// TestEsbuildIsAlmostRight runs a real optimizer: most programs agree, and the
// few that do not are due to its known faults.
func TestEsbuildIsAlmostRight(t *testing.T) {
	tier.OnlyLong(t)
	minify := func(_ context.Context, name, src string) (string, error) {
		r := api.Transform(src, api.TransformOptions{Sourcefile: name, MinifySyntax: true, MinifyWhitespace: true, LogLevel: api.LogLevelSilent})
		if len(r.Errors) > 0 {
			return "", errors.New(r.Errors[0].Text)
		}
		return string(r.Code), nil
	}
	r, err := Run(context.Background(), Config{N: 300, Seed: 1000, Features: gen.Core, Engines: open(t, "quickjs"), Workers: 2,
		Transforms: []Named{{Name: "esbuild", Do: minify}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	if r.Total() > 60 {
		t.Errorf("%d of 300 differ: the runner is suspect\n%v", r.Total(), r.Finds[0])
	}
	for _, f := range r.Finds {
		if f.Kind != Refused {
			t.Log(f)
		}
	}
}

// TestEqualTextIsRunOnce counts what reaches the engine.
func TestEqualTextIsRunOnce(t *testing.T) {
	c := &counting{Engine: open(t, "quickjs")[0]}
	same := func(_ context.Context, _, src string) (string, error) { return src, nil }
	r, err := Run(context.Background(), Config{N: 10, Engines: []engine.Engine{c},
		Transforms: []Named{{Name: "same", Do: same}, {Name: "a", Do: identity}, {Name: "b", Do: identity}}})
	if err != nil || r.Total() > 0 || r.Runs != 30 || c.runs != 20 {
		t.Errorf("%v %v: %d runs, want 20", r, err, c.runs)
	}
}

// TestFaultsOfAnEngineAreSetAside has an engine that gets the program wrong, or the
// output, and a transform that gets it wrong in every engine. The referee of a script is
// another engine, that of a module is the same engine without its optimizations.
func TestFaultsOfAnEngineAreSetAside(t *testing.T) {
	e := open(t, "quickjs")[0]
	for _, c := range []struct {
		name, fault, output string
		finds, disagree     int
	}{
		{"the program", "print(1)", "print( 1)", 0, 1},
		{"the output", "print( 1)", "print( 1)", 0, 1},
		{"the transform", "nothing", "print(2)", 1, 0},
		{"both", "print(2)", "print(2)", 1, 0},
	} {
		for file, f := range map[string]Config{
			"a.js":  {Engines: []engine.Engine{&faulty{e, c.fault}}, Referee: e},
			"a.mjs": {Engines: []engine.Engine{&alone{faulty{e, c.fault}}}},
		} {
			f.Programs = []Program{{Name: file, Source: "print(1)"}}
			f.Transforms = []Named{{Name: "t", Do: func(context.Context, string, string) (string, error) { return c.output, nil }}}
			r, err := Run(context.Background(), f)
			if err != nil || r.Total() != c.finds || r.Disagree != c.disagree {
				t.Errorf("%s, %s: %d finds, %d set aside, %v", c.name, file, r.Total(), r.Disagree, err)
			}
		}
	}
}

// alone is a faulty engine that supports modules, and has no fault when it only interprets.
type alone struct{ faulty }

func (a *alone) RunAs(ctx context.Context, _ engine.How, srcs []string, timeout time.Duration) ([]engine.Trace, error) {
	return a.RunAll(ctx, srcs, timeout)
}

func (a *alone) RunPlain(ctx context.Context, _ engine.How, src string, timeout time.Duration) (engine.Trace, error) {
	return a.Engine.Run(ctx, src, timeout)
}

// faulty prints something else for one text.
type faulty struct {
	engine.Engine
	text string
}

func (f *faulty) RunAll(ctx context.Context, srcs []string, timeout time.Duration) ([]engine.Trace, error) {
	out, err := f.Engine.RunAll(ctx, srcs, timeout)
	for i, src := range srcs {
		if err == nil && src == f.text {
			out[i].Events = []string{"wrong"}
		}
	}
	return out, err
}

type counting struct {
	engine.Engine
	runs int
}

func (c *counting) RunAll(ctx context.Context, srcs []string, timeout time.Duration) ([]engine.Trace, error) {
	c.runs += len(srcs)
	return c.Engine.RunAll(ctx, srcs, timeout)
}

func TestCancelledRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := 0
	_, err := Run(ctx, Config{N: 1000000, Engines: open(t, "quickjs"), Transforms: []Named{{Name: "id", Do: identity}},
		Progress: func(n, _ int) {
			if done = n; n == 10 {
				cancel()
			}
		}})
	if !errors.Is(err, context.Canceled) || done > 20 {
		t.Errorf("%v after %d programs", err, done)
	}
}

// TestTakesSide checks which of two traces is supported by a third that differs from both
// elsewhere.
func TestTakesSide(t *testing.T) {
	trace := func(events ...string) engine.Trace { return engine.Trace{Events: events} }
	before, after := trace("a", "b", "c"), trace("a", "d", "c")
	for _, c := range []struct {
		name     string
		there    engine.Trace
		one, two bool
	}{
		{"for the first", trace("a", "x", "b", "c"), true, false},
		{"for the second", trace("a", "x", "d", "c"), false, true},
		{"for both", trace("a", "b", "d", "c"), false, false},
		{"for none", trace("a", "c"), false, false},
		{"of another end", engine.Trace{Outcome: engine.Timeout, Events: []string{"a", "b", "c"}}, false, false},
	} {
		if one, two := takesSide(c.there, before, after), takesSide(c.there, after, before); one != c.one || two != c.two {
			t.Errorf("%s: %v %v", c.name, one, two)
		}
	}
	if takesSide(before, before, trace("a", "c", "b")) {
		t.Error("the order of events counts")
	}
}
