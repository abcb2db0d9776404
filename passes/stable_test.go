package passes_test

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/passes"
)

// program is an input of the tests that hold for every program.
type program struct {
	name, src string
	isLib     bool
	unstable  bool // a known defect
}

// oneOf: one of so many fixtures is in the sample that runs by default.
const oneOf = 7

// programs are the repository's own script and some of the fixtures; in the long tier all of
// them and, where NPM_DIR names a folder with node_modules, three libraries.
func programs(t testing.TB) []program {
	t.Helper()
	var out []program
	all := fixtures(t, "seeds", "opt", "emit")
	if !tier.Long() { // a fixture is in the sample or not, whatever others there are
		all = slices.DeleteFunc(all, func(f *fixture) bool { return crc32.ChecksumIEEE([]byte(f.name))%oneOf != 0 })
	}
	for _, f := range all {
		out = append(out, program{name: f.name, src: f.in, unstable: f.unstable})
	}
	src, err := os.ReadFile(filepath.Join("..", "testdata", "real", "calendar.js"))
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, program{name: "calendar", src: string(src)})
	if !tier.Long() || os.Getenv("NPM_DIR") == "" {
		t.Log("SKIPPED: libraries (only with SON_LONG and NPM_DIR)")
		return out
	}
	npm := tier.Modules(t)
	for _, file := range []string{"lodash/lodash.js", "underscore/underscore.js", "acorn/dist/acorn.js"} {
		src, err := os.ReadFile(filepath.Join(npm, file))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, program{name: strings.TrimSuffix(filepath.Base(file), ".js"), src: string(src), isLib: true})
	}
	return out
}

// mode is a way to optimize a program.
type mode struct {
	name string
	o    passes.Options
}

// modes are the modes in which a program is optimized.
var modes = []mode{
	{"O0 --force-graph", passes.Options{ForceGraph: true}},
	{"O1", passes.Options{Level: 1}},
	{"O1 --force-graph", passes.Options{Level: 1, ForceGraph: true}},
}

// TestUntouched checks that -O0 returns the input.
func TestUntouched(t *testing.T) {
	for _, p := range programs(t) {
		for _, o := range []passes.Options{{}, {AllPhis: true, Workers: 2, Seed: 3}} {
			if res := optimize(t, p.src, o); res.Code != p.src || res.Report.Changed != 0 {
				t.Errorf("%s: -O0 changed %d functions:\n%s", p.name, res.Report.Changed, cmp.Diff(p.src, res.Code))
			}
		}
	}
}

// TestOrderDoesNotMatter checks that the output depends neither on the order in which the
// worklist is processed nor on the number of workers nor on useless phis.
func TestOrderDoesNotMatter(t *testing.T) {
	t.Parallel()
	for _, p := range programs(t) {
		t.Run(p.name, func(t *testing.T) {
			for _, m := range modes {
				m.o.Workers = 1
				want := optimize(t, p.src, m.o)
				same := func(name string, o passes.Options) {
					if got := optimize(t, p.src, o); got.Code != want.Code {
						t.Errorf("%s with %s (-want +got)\n%s", m.name, name, cmp.Diff(want.Code, got.Code))
					}
				}
				for seed := int64(0); seed < 5; seed++ {
					o := m.o
					o.Seed = seed
					for o.Workers = 1; o.Workers <= 2; o.Workers++ {
						if seed > 0 || o.Workers > 1 {
							same(fmt.Sprintf("seed %d and %d workers", seed, o.Workers), o)
						}
					}
				}
				o := m.o
				o.AllPhis = true
				same("all phis", o)
			}
		})
	}
}

// cost is the cost of a program: the length of its compact text.
func cost(t testing.TB, src string) int {
	return len(print.Program(read(t, src), print.Options{Compact: true}).Code)
}

// stableModes are those of TestTwice.
var stableModes = append(slices.Clip(modes), mode{"O2", passes.Options{Level: 2}}, mode{"O2 --force-graph", passes.Options{Level: 2, ForceGraph: true}})

// uncovered is how many functions of a program -O2 changes when it runs a second and a third time, without
// and with --force-graph: what the run before folds makes a function small enough to be inlined or tells what
// its calls pass, or leaves a variable without the functions that captured it. All of that is decided before
// any function is optimized. None of the numbers may grow, and other programs have none.
var uncovered = map[string][2]struct{ second, third int }{
	"emit/braces":                    {{1, 0}, {3, 0}},
	"emit/cells":                     {{2, 0}, {2, 0}},
	"emit/closures_unassigned":       {{1, 0}, {2, 1}},
	"emit/loop_iterations":           {{2, 0}, {8, 0}},
	"emit/order_block":               {{1, 0}, {1, 0}},
	"emit/tdz":                       {{2, 0}, {3, 0}},
	"emit/try":                       {{1, 0}, {1, 0}},
	"opt/enclosing_constants":        {{4, 0}, {4, 0}},
	"opt/evaluated_calls":            {{2, 0}, {2, 0}},
	"opt/idle_calls":                 {{1, 0}, {1, 0}},
	"opt/inline_closures":            {{4, 0}, {4, 0}},
	"opt/inline_finds":               {{2, 0}, {2, 0}},
	"opt/inline_order":               {{1, 4}, {1, 4}},
	"opt/inline_same":                {{6, 2}, {6, 2}},
	"opt/inline_stays":               {{5, 0}, {5, 0}},
	"opt/no_tdz":                     {{2, 3}, {2, 3}},
	"opt/summaries":                  {{1, 0}, {1, 0}},
	"opt/unreferenced":               {{0, 0}, {1, 0}},
	"opt/unroll_speed":               {{1, 0}, {1, 0}},
	"opt/values_of_names":            {{6, 2}, {9, 2}},
	"opt/values_of_records":          {{2, 0}, {2, 0}},
	"opt/values_of_records_builtins": {{2, 0}, {2, 0}},
	"opt/values_of_records_size":     {{2, 0}, {2, 0}},
}

// TestTwice checks that optimized code has nothing more to gain: at -O0 the second run changes
// nothing; at -O1 it may change one function in 200, and the third none; at -O2 see uncovered. No run
// makes the program costlier.
func TestTwice(t *testing.T) {
	t.Parallel()
	for _, m := range stableModes {
		t.Run(m.name, func(t *testing.T) {
			funcs, second, third := 0, 0, 0
			for _, p := range programs(t) {
				if p.unstable && m.o.ForceGraph {
					continue
				}
				one := optimize(t, p.src, m.o)
				two := optimize(t, one.Code, m.o)
				three := optimize(t, two.Code, m.o)
				n, n2, n3 := one.Report.Functions, changes(t, one.Code, two.Code), changes(t, two.Code, three.Code)
				funcs, second, third = funcs+n, second+n2, third+n3
				if m.o.Level == 0 && one.Code != two.Code {
					t.Errorf("%s: the second run changes (-first +second)\n%s", p.name, cmp.Diff(one.Code, two.Code))
				}
				if n2 > 0 && m.o.Level > 0 {
					t.Logf("%s: the second run changes %d of %d functions, the third %d:\n%s", p.name, n2, n, n3, cmp.Diff(one.Code, two.Code))
				}
				most := uncovered[p.name][0]
				if m.o.ForceGraph {
					most = uncovered[p.name][1]
				}
				if m.o.Level > 1 && n2 > most.second {
					t.Errorf("%s: the second run changes %d functions, %d before", p.name, n2, most.second)
				}
				if n3 > 0 && (m.o.Level < 2 || n3 > most.third) {
					t.Errorf("%s: the third run changes %d functions (-second +third)\n%s", p.name, n3, cmp.Diff(two.Code, three.Code))
				}
				if !m.o.ForceGraph {
					costs := [4]int{cost(t, p.src), cost(t, one.Code), cost(t, two.Code), cost(t, three.Code)}
					for i := 1; i < len(costs); i++ {
						if costs[i] > costs[i-1] {
							t.Errorf("%s: the cost rises: %v", p.name, costs)
						}
					}
				}
			}
			t.Logf("%d functions: the second run changes %d (%.2f%%), the third %d", funcs, second, percent(second, funcs), third)
			if m.o.Level < 2 && percent(second, funcs) > 0.5 {
				t.Errorf("the second run changes %d of %d functions", second, funcs)
			}
		})
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// ownTexts returns the text of each function without that of the functions
// inside it, and without the indentation of its lines.
func ownTexts(t testing.TB, src string) []string {
	p := read(t, src)
	text := make([]strings.Builder, len(p.Funcs))
	at := make([]int32, len(p.Funcs))
	for i, f := range p.Funcs {
		at[i] = f.Start
	}
	var open []int
	cut := func(start int32) {
		for len(open) > 0 && p.Funcs[open[len(open)-1]].End <= start {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			text[last].WriteString(p.Source[at[last]:p.Funcs[last].End])
		}
	}
	for i, f := range p.Funcs {
		cut(f.Start)
		if len(open) > 0 {
			outer := open[len(open)-1]
			text[outer].WriteString(p.Source[at[outer]:f.Start] + "<function>")
			at[outer] = f.End
		}
		open = append(open, i)
	}
	cut(int32(len(p.Source)) + 1)
	out := make([]string, len(text))
	for i := range text {
		lines := strings.Split(text[i].String(), "\n")
		for j := range lines {
			lines[j] = strings.TrimLeft(lines[j], " \t")
		}
		out[i] = strings.Join(lines, "\n")
	}
	return out
}

// changes counts the functions of a that b lacks.
func changes(t testing.TB, a, b string) int {
	if a == b {
		return 0
	}
	has := map[string]int{}
	for _, text := range ownTexts(t, b) {
		has[text]++
	}
	n := 0
	for _, text := range ownTexts(t, a) {
		if has[text] == 0 {
			n++
		} else {
			has[text]--
		}
	}
	return n
}

// TestOnlyGainsChange checks that at -O1 the output differs from the input in
// the functions that the report calls changed, and nowhere else.
func TestOnlyGainsChange(t *testing.T) {
	t.Parallel()
	for _, p := range programs(t) {
		t.Run(p.name, func(t *testing.T) {
			only := func(_ string, fn *ast.Function) bool { return fn.Kind != ast.FuncTop }
			res := optimize(t, p.src, passes.Options{Level: 1, Only: only})
			prog := read(t, p.src)
			rest, at := res.Code, int32(0)
			inner, missing := 0, 0
			for i, f := range prog.Funcs {
				r := res.Report.Funcs[i]
				if f.Start < at { // inside a changed function
					if inner++; r.Outcome != passes.Replaced && !strings.Contains(dedent(res.Code), dedent(text(prog, f.Span))) && !holdsChanged(prog, res.Report, f) {
						missing++
					}
					continue
				}
				if r.Outcome != passes.Replaced {
					continue
				}
				// Arrow functions may start with their name's colon; a changed function is
				// replaced from its start to its end.
				keep := prog.Source[at:f.Start]
				if at == 0 {
					if !strings.HasPrefix(rest, keep) {
						t.Fatalf("%s: the text before it differs:\n%s", r.Name, cmp.Diff(keep, rest[:min(len(rest), len(keep))]))
					}
					rest = rest[len(keep):]
				} else if j := strings.Index(rest, keep); j < 0 {
					t.Fatalf("%s: the text before it is missing:\n%s", r.Name, keep)
				} else {
					rest = rest[j+len(keep):]
				}
				at = f.End
			}
			if tail := prog.Source[at:]; !strings.HasSuffix(rest, tail) || at == 0 && rest != tail {
				t.Errorf("the text after the last changed function differs:\n%s", cmp.Diff(tail, rest))
			}
			if p.isLib && missing > 0 {
				t.Logf("of %d functions inside changed ones, %d unchanged ones are missing", inner, missing)
			}
		})
	}
}

func text(p *ast.Program, s ast.Span) string { return p.Source[s.Start:s.End] }

// dedent drops the indentation of every line.
func dedent(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], " \t")
	}
	return strings.Join(lines, "\n")
}

// holdsChanged reports whether f contains a changed function.
func holdsChanged(p *ast.Program, r passes.Report, f *ast.Function) bool {
	for i := f.Index + 1; i < len(p.Funcs) && p.Funcs[i].Start < f.End; i++ {
		if r.Funcs[i].Outcome == passes.Replaced {
			return true
		}
	}
	return false
}

// TestHarm measures what the round trip from text to graph and back changes where nothing is
// optimized. The figures are logged; they may only get better.
func TestHarm(t *testing.T) {
	t.Parallel()
	for _, p := range programs(t) {
		if !p.isLib && p.name != "calendar" {
			continue
		}
		res := optimize(t, p.src, passes.Options{ForceGraph: true})
		r := res.Report
		n := changes(t, p.src, res.Code)
		t.Logf("%s: %d of %d functions went through the graph (%.1f%%); of all, %.1f%% came back byte for byte; size %.4f",
			p.name, r.ThroughGraph, r.Functions, percent(r.ThroughGraph, r.Functions), percent(r.Functions-n, r.Functions),
			float64(cost(t, res.Code))/float64(cost(t, p.src)))
		if percent(r.ThroughGraph, r.Functions) < 80 {
			t.Errorf("%s: only %d of %d functions went through the graph", p.name, r.ThroughGraph, r.Functions)
		}
		if _, ds := parse.Read(res.Code, parse.Options{Path: p.name}); len(ds) > 0 {
			t.Errorf("%s: %v", p.name, ds)
		}
	}
}
