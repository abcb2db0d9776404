// Package diff runs generated programs before and after a transformation and
// compares what they do.
package diff

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
)

// Transform turns a program into one that should behave the same. name is a
// file name for messages.
type Transform func(ctx context.Context, name, src string) (out string, err error)

// Named is a transform in a run.
type Named struct {
	Name string
	Do   Transform
	// SameAs names an earlier transform whose output this one must repeat byte
	// for byte: another worklist seed, another number of workers.
	SameAs string
}

// Program is one program to compare. The name's extension says how it runs: .mjs is
// a module, .cjs the body of a function.
type Program struct {
	Name   string
	Source string
	Seed   int64  // 0 if it was not generated
	Place  string // the context that it was made for, if any
	// Shared means that the program leaves nothing in its realm, so that it may run where
	// others did.
	Shared bool
}

// Config says what to run.
type Config struct {
	N        int   // how many generated programs; ignored with Programs
	Seed     int64 // of the first
	Features gen.Features
	Size     int
	Programs []Program // instead of generated ones
	// Make, if set, makes the i-th program instead of package gen, and returns the
	// indexes of the transforms to run it under.
	Make       func(i int) (Program, []int)
	First      bool // stop at the first find
	Engines    []engine.Engine
	Transforms []Named
	// Referee, if set, is a second engine that runs both versions when an engine reports a
	// difference. If the program behaves in the referee as the output does in the engine, or
	// the reverse, the engine is at fault, and the difference is set aside.
	Referee  engine.Engine
	Workers  int           // programs at once; 1 if zero
	Timeout  time.Duration // of one run; 2 s if zero
	Limit    time.Duration // of one transform; 20 s if zero
	MaxFinds int           // stored in full; 20 if zero
	Progress func(done, finds int)
	Found    func(Find) // if set, called with each find when it is known
}

// Kind says how a find was noticed.
type Kind string

// The kinds of finds.
const (
	Differs Kind = "differs"       // the traces are not equal
	Refused Kind = "refused"       // the transform returned an error for a valid program
	Paniced Kind = "panic"         // the transform panicked
	Endless Kind = "no end"        // the transform took more than Limit
	Unequal Kind = "other output"  // the output is not that of SameAs
	Invalid Kind = "invalid input" // neither an engine nor our reader can read the program: the generator is wrong
)

// Find is one program that a transform got wrong.
type Find struct {
	Kind             Kind
	Name             string // of the program, "seed-12.js" for a generated one
	Place            string
	Index            int // of the program in the run
	Seed             int64
	Transform        string
	Engine           string
	Original, Output string
	Detail           string // the diff of the traces, or the error
}

func (f Find) String() string {
	return fmt.Sprintf("%s: %s under %s %s\n%s", f.Name, f.Kind, f.Transform, f.Engine, f.Detail)
}

// Report is the outcome of a run.
type Report struct {
	Programs int
	Runs     int               // program, transform and engine: pairs of traces compared
	Tried    map[string]int    // by transform: programs
	Changed  map[string]int    // by transform: outputs that are not the input
	Tallies  map[string]*Tally // by transform and engine
	Places   map[string]int    // programs by context
	Kinds    map[Kind]int
	Finds    []Find // the first ones, in order of program
	// Set aside, by program, transform and engine: both runs met a limit.
	Timeouts, Limits int
	Skipped          int // modules, if no engine runs them; they do not count as programs
	Disagree         int // differences that another engine attributes to a fault of the first
	Unread           int // programs that an engine cannot read, although another or our reader can
	Events           int // in the traces of the originals
	Elapsed          time.Duration
}

// Tally counts what became of the programs under one transform in one engine.
type Tally struct{ Runs, Timeouts, Limits, Finds int }

// Total is how many finds there were.
func (r *Report) Total() int {
	n := 0
	for _, k := range r.Kinds {
		n += k
	}
	return n
}

// String is the summary, without the finds.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d programs, %d comparisons, %d differences in %v\n", r.Programs, r.Runs, r.Total(), r.Elapsed.Round(10*time.Millisecond))
	fmt.Fprintf(&b, "%.1f events per program; set aside: %d timeouts, %d engine limits, %d unread by one engine, %d seen by one engine only\n",
		float64(r.Events)/float64(max(r.Programs, 1)), r.Timeouts, r.Limits, r.Unread, r.Disagree)
	if r.Skipped > 0 {
		fmt.Fprintf(&b, "skipped besides: %d, which are modules that no engine here runs\n", r.Skipped)
	}
	for _, name := range sortedKeys(r.Changed) {
		fmt.Fprintf(&b, "%s changed %d of %d programs\n", name, r.Changed[name], r.Tried[name])
	}
	if len(r.Tallies) > 2 {
		fmt.Fprintf(&b, "%-28s %9s %9s %9s %9s\n", "transform and engine", "compared", "timeouts", "limits", "finds")
		for _, name := range sortedKeys(r.Tallies) {
			w := r.Tallies[name]
			fmt.Fprintf(&b, "%-28s %9d %9d %9d %9d\n", name, w.Runs, w.Timeouts, w.Limits, w.Finds)
		}
	}
	for i, name := range sortedKeys(r.Places) {
		fmt.Fprintf(&b, "%s%s %d", map[bool]string{true: "contexts: ", false: ", "}[i == 0], name, r.Places[name])
	}
	if len(r.Places) > 0 {
		b.WriteByte('\n')
	}
	for _, k := range sortedKeys(r.Kinds) {
		fmt.Fprintf(&b, "%s: %d\n", k, r.Kinds[k])
	}
	return b.String()
}

func sortedKeys[K ~string, V any](m map[K]V) []K {
	var ks []K
	for k := range m {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return ks[i] < ks[j] })
	return ks
}

// result is the outcome of one program.
type result struct {
	index                          int
	finds                          []Find
	changed, tried                 []string
	tallies                        map[string]*Tally
	place                          string
	skipped                        bool
	runs, timeouts, limits, unread int
	disagree                       int
	events                         int
	err                            error
}

// Run compares all programs. The error is for a cancelled context or a broken
// engine; what transforms do wrong is in the report.
func Run(ctx context.Context, c Config) (*Report, error) {
	start := time.Now()
	if c.Workers <= 0 {
		c.Workers = 1
	}
	if c.Timeout <= 0 {
		c.Timeout = 2 * time.Second
	}
	if c.Limit <= 0 {
		c.Limit = 20 * time.Second
	}
	if c.MaxFinds <= 0 {
		c.MaxFinds = 20
	}
	n := c.N
	if c.Programs != nil {
		n = len(c.Programs)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs, results := make(chan int), make(chan result)
	var wg sync.WaitGroup
	for range c.Workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range jobs {
				results <- c.one(ctx, i)
			}
		}()
	}
	go func() {
		defer close(jobs)
		for i := range n {
			select {
			case jobs <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() { wg.Wait(); close(results) }()

	r := &Report{Tried: map[string]int{}, Changed: map[string]int{}, Kinds: map[Kind]int{}, Tallies: map[string]*Tally{}, Places: map[string]int{}}
	var order []int // of each stored find
	var failed error
	for res := range results {
		if c.First && len(r.Finds) > 0 && res.err != nil {
			continue // cancelled after the first find
		}
		if res.err != nil {
			if failed == nil {
				failed = res.err
				cancel()
			}
			continue
		}
		if res.skipped {
			r.Skipped++
			continue
		}
		r.Programs++
		r.Runs += res.runs
		r.Timeouts += res.timeouts
		r.Limits += res.limits
		r.Unread += res.unread
		r.Disagree += res.disagree
		r.Events += res.events
		for _, t := range res.changed {
			r.Changed[t]++
		}
		for _, t := range res.tried {
			r.Tried[t]++
		}
		if res.place != "" {
			r.Places[res.place]++
		}
		for name, w := range res.tallies {
			if r.Tallies[name] == nil {
				r.Tallies[name] = &Tally{}
			}
			r.Tallies[name].add(w)
		}
		for _, f := range res.finds {
			if c.Found != nil {
				c.Found(f)
			}
			r.Kinds[f.Kind]++
			r.Finds, order = append(r.Finds, f), append(order, res.index)
		}
		if c.First && len(r.Finds) > 0 {
			cancel()
		}
		if c.Progress != nil {
			c.Progress(r.Programs, r.Total())
		}
	}
	sort.Stable(byOrder{r.Finds, order})
	if len(r.Finds) > c.MaxFinds {
		r.Finds = r.Finds[:c.MaxFinds]
	}
	r.Elapsed = time.Since(start)
	if failed == nil && !(c.First && len(r.Finds) > 0) {
		failed = ctx.Err()
	}
	return r, failed
}

// Add adds the counts of another run, but not its finds.
func (r *Report) Add(o *Report) {
	r.Programs += o.Programs
	r.Runs += o.Runs
	r.Timeouts += o.Timeouts
	r.Limits += o.Limits
	r.Disagree += o.Disagree
	r.Unread += o.Unread
	r.Skipped += o.Skipped
	r.Events += o.Events
	r.Elapsed += o.Elapsed
	addCounts(&r.Tried, o.Tried)
	addCounts(&r.Changed, o.Changed)
	addCounts(&r.Places, o.Places)
	addCounts(&r.Kinds, o.Kinds)
	if r.Tallies == nil {
		r.Tallies = map[string]*Tally{}
	}
	for name, w := range o.Tallies {
		if r.Tallies[name] == nil {
			r.Tallies[name] = &Tally{}
		}
		r.Tallies[name].add(w)
	}
}

func addCounts[K comparable](to *map[K]int, from map[K]int) {
	if *to == nil {
		*to = map[K]int{}
	}
	for k, n := range from {
		(*to)[k] += n
	}
}

func (w *Tally) add(v *Tally) {
	w.Runs += v.Runs
	w.Timeouts += v.Timeouts
	w.Limits += v.Limits
	w.Finds += v.Finds
}

type byOrder struct {
	finds []Find
	order []int
}

func (s byOrder) Len() int           { return len(s.finds) }
func (s byOrder) Less(i, j int) bool { return s.order[i] < s.order[j] }
func (s byOrder) Swap(i, j int) {
	s.finds[i], s.finds[j] = s.finds[j], s.finds[i]
	s.order[i], s.order[j] = s.order[j], s.order[i]
}

func (c *Config) program(i int) (Program, []int) {
	switch {
	case c.Make != nil:
		return c.Make(i)
	case c.Programs != nil:
		return c.Programs[i], nil
	}
	seed := c.Seed + int64(i)
	p := gen.Generate(gen.Config{Seed: seed, Features: c.Features, Size: c.Size})
	return Program{Name: fmt.Sprintf("seed-%d.js", seed), Source: p.Source, Seed: seed}, nil
}

// TraceDiff shows where two traces diverge: the last common events and the first
// different ones.
func TraceDiff(before, after engine.Trace) string {
	a, b := traceLines(before), traceLines(after)
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-3)
	window := func(s []string) []string { return s[min(from, len(s)):min(i+8, len(s))] }
	return fmt.Sprintf("traces diverge at event %d (-before +after)\n%s", i, cmp.Diff(window(a), window(b)))
}

func traceLines(t engine.Trace) []string {
	if t.Outcome == engine.Done {
		return append(t.Events[:len(t.Events):len(t.Events)], "(end)")
	}
	return append(t.Events[:len(t.Events):len(t.Events)], fmt.Sprintf("(%v) %s", t.Outcome, t.Detail))
}

func lines(s string) []string { return strings.Split(s, "\n") }

// Check compares one program under one transform in one engine; the reducer calls
// it again and again. The kind is empty if nothing is wrong.
func Check(ctx context.Context, e engine.Engine, t Transform, timeout time.Duration, p Program) (Kind, string, error) {
	c := Config{Programs: []Program{p}, Engines: []engine.Engine{e}, Timeout: timeout, Limit: 10 * timeout, Transforms: []Named{{Name: "t", Do: t}}}
	res := c.one(ctx, 0)
	if res.err != nil || len(res.finds) == 0 {
		return "", "", res.err
	}
	return res.finds[0].Kind, res.finds[0].Detail, nil
}

// Output returns the output of a transform for a program, or its error or panic.
func Output(ctx context.Context, t Transform, p Program) string {
	c := Config{Timeout: 2 * time.Second, Limit: 20 * time.Second}
	out, _, err := c.apply(ctx, t, p)
	if err != nil {
		return err.Error()
	}
	return out
}
