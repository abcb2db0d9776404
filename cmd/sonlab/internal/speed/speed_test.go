package speed

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// forced prints every function from its graph.
func forced(t *testing.T, level int, name, src string) string {
	t.Helper()
	r, err := passes.Optimize(context.Background(), src, passes.Options{Path: name, Type: parse.Script, Level: level, ForceGraph: true, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Report.Faults) > 0 {
		t.Fatal(r.Report.Faults)
	}
	return r.Code
}

// assumed are the assumptions that the programs satisfy: all.
func assumed(t *testing.T) passes.AssumptionSet {
	t.Helper()
	set, err := passes.ParseAssumptions([]string{passes.AssumeStandard, "closed-world", "closed-objects"})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestProgramsReturnTheSame(t *testing.T) {
	ps, err := Programs()
	if err != nil {
		t.Fatal(err)
	}
	alone := 0
	for _, p := range ps {
		if p.Doc == "" {
			t.Errorf("%s does not say what it does", p.Name)
		}
		if len(p.Uses) > 0 {
			continue
		}
		alone++
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			src, err := p.Text("")
			if err != nil {
				t.Fatal(err)
			}
			want, err := quickJS{}.Time(context.Background(), src, 3)
			if err != nil {
				t.Fatal(err)
			}
			if more, err := (quickJS{}).Time(context.Background(), src, 4); err != nil || more.Result == want.Result {
				t.Errorf("run(3) and run(4) both return %s (%v): the work does not depend on n", want.Result, err)
			}
			for level := range 3 {
				got, err := quickJS{}.Time(context.Background(), forced(t, level, p.Name+".js", src), 3)
				if err != nil || got.Result != want.Result {
					t.Errorf("-O%d: %s, %v; the original returns %s", level, got.Result, err, want.Result)
				}
			}
			checks := 0
			v := Checked("checks", assumed(t), func(_ string, n int) { checks = n })
			text, err := v.Do(context.Background(), p.Name+".js", src)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := (quickJS{}).Time(context.Background(), text, 3); err != nil || got.Result != want.Result {
				t.Errorf("with checks: %s, %v; the original returns %s", got.Result, err, want.Result)
			}
			if checks < 2 || p.Class == "classes" && checks < 10 {
				t.Errorf("only %d places are checked", checks)
			}
		})
	}
	if alone < 15 {
		t.Errorf("only %d programs need no package", alone)
	}
}

// texts counts instructions by what the text of a script says.
type texts struct{}

func (texts) Count(_ context.Context, src string, n int) (int64, string, error) {
	s, err := clock{}.Time(context.Background(), src, n)
	return 1000*s.CPU.Microseconds() + 5_000_000, s.Result, err
}

func TestCount(t *testing.T) {
	to := func(text string) func(context.Context, string, string) (string, error) {
		return func(_ context.Context, _, src string) (string, error) { return text + src, nil }
	}
	c := Contest{
		Programs: []Program{{Name: "p", Class: "kind", driver: "run run"}},
		Variants: []Variant{{"same", to("")}, {"half", to("run run ")}, {"wrong", to("wrong ")}, {"throws", to("throw ")}},
	}
	rs, _, err := c.Count(context.Background(), texts{})
	if err != nil || len(rs) != 4 {
		t.Fatalf("%v, %d results", err, len(rs))
	}
	if !rs[0].Same || math.Abs(rs[1].Gain.Mean-0.5) > 1e-9 || rs[2].Err == nil || rs[3].Err == nil {
		t.Errorf("%+v", rs)
	}
	if text := Summary(rs); !strings.Contains(text, "half           geometric mean 0.500 of 1 of kind") {
		t.Errorf("the summary lacks the class:\n%s", text)
	}
}

// layout counts 2 % more for a variant, unless something else is in front of it.
type layout struct{}

func (layout) Count(_ context.Context, src string, n int) (int64, string, error) {
	count := int64(n) * 1_000_000
	if strings.HasPrefix(src, "variant") {
		count += count / 50
	}
	return count, "", nil
}

func TestCountsAreMeansOverLayouts(t *testing.T) {
	c := Contest{
		Programs: []Program{{Name: "p", Class: "kind", driver: "run"}},
		Variants: []Variant{{"variant", func(_ context.Context, _, src string) (string, error) { return "variant" + src, nil }}},
	}
	rs, _, err := c.Count(context.Background(), layout{})
	if err != nil || len(rs) != 1 {
		t.Fatalf("%v, %d results", err, len(rs))
	}
	if g := rs[0].Gain; g.Pairs != layouts || math.Abs(g.Mean-math.Pow(1/1.02, 1.0/layouts)) > 1e-9 || g.Low >= g.Mean || g.High <= g.Mean {
		t.Errorf("%+v", g)
	}
}

// linear counts as many instructions for each unit of work, and up to 100,000 more.
type linear struct{ each, more int64 }

func (l *linear) Count(_ context.Context, _ string, n int) (int64, string, error) {
	l.more = (l.more*7 + 31) % 100_000
	return int64(n)*l.each + l.more, "", nil
}

func TestTheAmountThatIsCountedDoesNotVary(t *testing.T) {
	for _, each := range []int64{500, 70_000, 1_000_000, 30_000_000} {
		first := 0
		for more := range int64(5) {
			n, c, err := enough(t.Context(), &linear{each, 13 * more}, "")
			if err != nil || c.instructions <= work/2 || c.instructions > work {
				t.Errorf("%d for each: run(%d) takes %d instructions: %v", each, n, c.instructions, err)
			}
			if first == 0 {
				first = n
			}
			if n != first {
				t.Errorf("%d for each: run(%d), then run(%d)", each, first, n)
			}
		}
	}
}

// TestBuild runs the command that is counted.
func TestBuild(t *testing.T) {
	tier.OnlyLong(t)
	once, err := Build(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "in.js")
	if err := os.WriteFile(file, []byte("function run(n) { if (n > 9) throw new RangeError('much'); return n * 2; }"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(once, file, "7").CombinedOutput(); err != nil || string(out) != "14\n" {
		t.Errorf("%q, %v", out, err)
	}
	if out, err := exec.Command(once, file, "10").CombinedOutput(); err == nil || !strings.Contains(string(out), "RangeError: much") {
		t.Errorf("%q, %v", out, err)
	}
}

// TestValgrind counts the instructions of a command that ignores its script.
func TestValgrind(t *testing.T) {
	tier.OnlyLong(t)
	v, err := NewValgrind(t.TempDir(), "/bin/echo", "result")
	if errors.Is(err, ErrNoValgrind) {
		t.Skip("SKIPPED:", err)
	}
	count, result, err := v.Count(t.Context(), "", 7)
	if err != nil || count < 10_000 || !strings.HasSuffix(result, " 7") {
		t.Errorf("%d instructions, %q, %v", count, result, err)
	}
}

func TestTextOfAnAbsentPackage(t *testing.T) {
	p := read("p", "// Does it.\n// uses no-such-package/index.js\nfunction run(n) { return n; }\n")
	if _, err := p.Text(t.TempDir()); !errors.Is(err, ErrAbsent) {
		t.Errorf("error %v, want ErrAbsent", err)
	}
}

func TestInterval(t *testing.T) {
	if i := interval([]float64{2, 2, 2, 2}); math.Abs(i.Mean-2) > 1e-12 || math.Abs(i.Low-2) > 1e-12 || math.Abs(i.High-2) > 1e-12 {
		t.Errorf("equal ratios: %v", i)
	}
	// Logarithms -1, 0, 1: mean 0, deviation 1, half the width t(2)/sqrt(3).
	i := interval([]float64{1 / math.E, 1, math.E})
	if want := 4.303 / math.Sqrt(3); math.Abs(i.Mean-1) > 1e-9 || math.Abs(math.Log(i.High)-want) > 1e-9 || math.Abs(math.Log(i.Low)+want) > 1e-9 {
		t.Errorf("spread ratios: %v, want a half width of %v", i, want)
	}
}

// clock is an engine in which a program takes as long as its text says.
type clock struct{}

func (clock) Name() string { return "clock" }

func (clock) Time(_ context.Context, src string, n int) (Sample, error) {
	cost := time.Duration(strings.Count(src, "slow")*100 + strings.Count(src, "run"))
	if strings.Contains(src, "throw") {
		return Sample{}, errors.New("it throws")
	}
	return Sample{CPU: cost * time.Duration(n) * time.Microsecond, Result: strings.Repeat("wrong", strings.Count(src, "wrong"))}, nil
}

func TestContest(t *testing.T) {
	to := func(text string) func(context.Context, string, string) (string, error) {
		return func(_ context.Context, _, src string) (string, error) { return text + src, nil }
	}
	c := Contest{
		Programs: []Program{{Name: "p", driver: "run run"}},
		Engines:  []Engine{clock{}},
		Variants: []Variant{{"same", to("")}, {"half", to("run run ")}, {"wrong", to("wrong ")}, {"throws", to("throw ")}},
		Rounds:   3, Work: time.Millisecond,
	}
	rs, absent, err := c.Run(context.Background())
	if err != nil || len(absent) > 0 || len(rs) != 4 {
		t.Fatalf("%v, absent %v, %d results", err, absent, len(rs))
	}
	if !rs[0].Same {
		t.Error("an equal text was run")
	}
	if rs[1].Err != nil || math.Abs(rs[1].Gain.Mean-0.5) > 1e-9 || !rs[1].Slower() {
		t.Errorf("twice the cost: %+v", rs[1])
	}
	if rs[2].Err == nil || rs[3].Err == nil {
		t.Errorf("another result and a throw must fail: %v, %v", rs[2].Err, rs[3].Err)
	}
	text := Summary(rs)
	for _, want := range []string{"half           geometric mean 0.500 of 1", "slower: p, clock, half", "failed: p, clock, wrong", "failed: p, clock, throws"} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
}

// busy is an engine on a machine that does other work now and then.
type busy struct{ runs int }

func (*busy) Name() string { return "busy" }

func (e *busy) Time(ctx context.Context, src string, n int) (Sample, error) {
	s, err := clock{}.Time(ctx, src, n)
	if e.runs++; e.runs%3 > 0 {
		s.CPU *= time.Duration(1 + e.runs%5)
	}
	return s, err
}

// TestLeastTimes compares what other work delays, and finds the ratio.
func TestLeastTimes(t *testing.T) {
	double := Variant{"half", func(_ context.Context, _, src string) (string, error) { return "run run " + src, nil }}
	c := Contest{
		Programs: []Program{{Name: "p", driver: "run run"}}, Engines: []Engine{&busy{runs: 2}}, Variants: []Variant{double},
		Rounds: 12, Work: time.Millisecond,
	}
	rs, _, err := c.Run(t.Context())
	if err != nil || len(rs) != 1 || rs[0].Err != nil {
		t.Fatal(rs, err)
	}
	if g := rs[0].Gain; g.Least != 0.5 || g.Low == g.High {
		t.Errorf("the least times are as %v to 1, all of them as %v", g.Least, g)
	}
}
