package performance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/speed"
)

// Gain is what a tool made of a program: how many times as fast it is, or why it is wrong.
type Gain struct {
	Tool, Program string
	Class         string  // of the program
	Times         float64 // 0: it was not measured
	Wrong         string  // how the result differs; "": it does not
}

// Texts are the outputs of some tools for one program.
type Texts struct {
	Program  speed.Program
	Original string
	Tools    []string // their names
	Outputs  []string // of each tool; "" if it is wrong
	Wrong    []string // why the output of each tool is wrong; "" if it is not
}

// Make runs all tools on a program, and checks what they made of it.
func Make(ctx context.Context, p speed.Program, modules string, tools []Tool) (Texts, error) {
	src, err := p.Text(modules)
	if err != nil {
		return Texts{}, err
	}
	t := Texts{Program: p, Original: src, Tools: make([]string, len(tools)), Outputs: make([]string, len(tools)), Wrong: make([]string, len(tools))}
	for i, tool := range tools {
		t.Tools[i] = tool.Name
		out, err := tool.Do(ctx, p.Name+".js", src)
		if ctx.Err() != nil {
			return t, ctx.Err()
		}
		if err != nil {
			t.Wrong[i] = noOutput(err)
			continue
		}
		if t.Wrong[i], err = Differs(ctx, src, out); err != nil {
			return t, fmt.Errorf("%s: %w", p.Name, err)
		}
		if t.Wrong[i] == "" {
			t.Outputs[i] = out
		}
	}
	return t, nil
}

// checked are the amounts of work whose results are compared.
var checked = []int{1, 2, 5}

// Differs says how a program differs from the original: in what run(n) returns, for some n, or in that it
// throws. It is "" if both do the same. The error is that of the original.
func Differs(ctx context.Context, original, program string) (string, error) {
	e, err := speed.Open("quickjs", "")
	if err != nil {
		return "", err
	}
	for _, n := range checked {
		want, err := e.Time(ctx, original, n)
		if err != nil {
			return "", err
		}
		got, err := e.Time(ctx, program, n)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil {
			return firstLine(err.Error()), nil
		}
		if got.Result != want.Result {
			return fmt.Sprintf("run(%d) returns %s instead of %s", n, got.Result, want.Result), nil
		}
	}
	return "", nil
}

// variants returns what is to be measured of a program: the outputs that are not wrong.
func (t Texts) variants() (vs []speed.Variant) {
	for i, name := range t.Tools {
		if t.Wrong[i] == "" {
			vs = append(vs, speed.Variant{Name: name, Do: func(context.Context, string, string) (string, error) { return t.Outputs[i], nil }})
		}
	}
	return vs
}

// gains adds what was measured to what is wrong.
func (t Texts) gains(results []speed.Result, times func(speed.Result) float64) (gains []Gain) {
	for i, name := range t.Tools {
		g := Gain{Tool: name, Program: t.Program.Name, Class: t.Program.Class, Wrong: t.Wrong[i]}
		if at := slices.IndexFunc(results, func(r speed.Result) bool { return r.Variant == name }); at >= 0 && g.Wrong == "" {
			switch r := results[at]; {
			case r.Err != nil:
				g.Wrong = firstLine(r.Err.Error())
			case r.Same:
				g.Times = 1
			default:
				g.Times = times(r)
			}
		}
		gains = append(gains, g)
	}
	return gains
}

// Counting counts instructions of the embedded engine.
type Counting struct {
	Modules string // where the packages of the programs are
	Scratch string
	Store   Store
	Workers int       // programs at once: other load changes no count
	Layouts int       // of memory, over which a figure near 1 is averaged
	Log     io.Writer // a line for each program
}

// Count returns how many instructions of the embedded engine the original takes for each that the output of
// a tool takes, by program and tool. The error is [speed.ErrNoValgrind] if it cannot.
func (c Counting) Count(ctx context.Context, all []Texts) ([]Gain, error) {
	if _, err := speed.NewValgrind(c.Scratch); err != nil {
		return nil, err
	}
	once, err := speed.Build(ctx, c.Scratch)
	if err != nil {
		return nil, err
	}
	return c.parallel(all, func(dir string) (func(Texts) ([]Gain, error), error) {
		v, err := speed.NewValgrind(dir, once)
		return func(t Texts) ([]Gain, error) { return c.one(ctx, v, t) }, err
	})
}

// CountJitless is Count for node without its compilers, and for the original in place of a tool's output, too. The
// version is that of node.
func (c Counting) CountJitless(ctx context.Context, version string, all []Texts) ([]Gain, error) {
	return c.parallel(all, func(dir string) (func(Texts) ([]Gain, error), error) {
		b, err := speed.NewIsolates("jitless", dir)
		return func(t Texts) ([]Gain, error) { return c.oneIn(ctx, batch{b, c.Store, version}, t) }, err
	})
}

// parallel counts all programs. Each worker gets a directory, and returns what counts one program.
func (c Counting) parallel(all []Texts, worker func(dir string) (func(Texts) ([]Gain, error), error)) ([]Gain, error) {
	var (
		gains  = make([][]Gain, len(all))
		failed = make([]error, len(all))
		next   = make(chan int, len(all))
		wait   sync.WaitGroup
	)
	for i := range all {
		next <- i
	}
	close(next)
	for w := range max(c.Workers, 1) {
		dir := filepath.Join(c.Scratch, fmt.Sprint("worker", w))
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		count, err := worker(dir)
		if err != nil {
			return nil, err
		}
		wait.Go(func() {
			for i := range next {
				gains[i], failed[i] = count(all[i])
			}
		})
	}
	wait.Wait()
	return slices.Concat(gains...), errors.Join(failed...)
}

func (c Counting) oneIn(ctx context.Context, counter speed.Batch, t Texts) ([]Gain, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	t = t.withCopy()
	contest := speed.Contest{Programs: []speed.Program{t.Program}, Variants: t.variants(), Modules: c.Modules, Log: c.Log}
	results, _, err := contest.CountIn(ctx, counter)
	return t.gains(results, func(r speed.Result) float64 { return r.Gain.Mean }), err
}

// withCopy adds the original to the outputs.
func (t Texts) withCopy() Texts {
	t.Tools, t.Wrong = append([]string{CopyName}, t.Tools...), append([]string{""}, t.Wrong...)
	t.Outputs = append([]string{t.Original + "\n"}, t.Outputs...)
	return t
}

// Only returns the outputs of some tools.
func (t Texts) Only(wanted func(tool string) bool) Texts {
	o := Texts{Program: t.Program, Original: t.Original}
	for i, name := range t.Tools {
		if wanted(name) {
			o.Tools, o.Outputs, o.Wrong = append(o.Tools, name), append(o.Outputs, t.Outputs[i]), append(o.Wrong, t.Wrong[i])
		}
	}
	return o
}

func (c Counting) one(ctx context.Context, v speed.Counter, t Texts) ([]Gain, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	contest := speed.Contest{
		Programs: []speed.Program{t.Program}, Variants: t.variants(), Modules: c.Modules, Layouts: c.Layouts, Log: c.Log,
	}
	results, _, err := contest.Count(ctx, counter{v, c.Store, "quickjs " + moduleVersion("modernc.org/quickjs")})
	return t.gains(results, func(r speed.Result) float64 { return r.Gain.Mean }), err
}

// Timing measures processor time.
type Timing struct {
	Modules string // where the packages of the programs are
	Engine  speed.Engine
	Version string // of the engine
	Store   Store
	Rounds  int           // pairs of processes
	Calls   int           // of run(n) that the engine makes in each process, see [speed.OpenSteady]
	Work    time.Duration // approximate time of a call of the original
	Log     io.Writer
}

// CopyName is the name of the original in place of a tool's output: what is measured of it is noise.
const CopyName = "the original again"

// Time returns how many times as long the original takes as the output of a tool, by program and tool: least times
// over all rounds. Each round runs both one after the other.
func (c Timing) Time(ctx context.Context, all []Texts) (gains []Gain, err error) {
	for _, t := range all {
		t = t.withCopy()
		got, err := kept(c.Store, "time", func() ([]Gain, error) {
			contest := speed.Contest{
				Programs: []speed.Program{t.Program}, Variants: t.variants(), Modules: c.Modules,
				Engines: []speed.Engine{c.Engine}, Rounds: c.Rounds, Work: c.Work, Log: c.Log,
			}
			results, _, err := contest.Run(ctx)
			return t.gains(results, func(r speed.Result) float64 { return r.Gain.Least }), err
		}, c.Engine.Name(), c.Version, c.Rounds, c.Calls, c.Work, t.Original, t.Tools, t.Outputs, t.Wrong)
		if err != nil {
			return nil, err
		}
		gains = append(gains, got...)
	}
	return gains, nil
}
