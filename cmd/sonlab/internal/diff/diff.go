// Package diff runs generated programs before and after a transformation and
// compares what they do.
package diff

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/parse"
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

// Program is one program to compare.
type Program struct {
	Name   string
	Source string
}

// Config says what to run.
type Config struct {
	N          int   // how many generated programs; ignored with Programs
	Seed       int64 // of the first
	Features   gen.Features
	Size       int
	Programs   []Program // instead of generated ones
	Engines    []engine.Engine
	Transforms []Named
	Workers    int           // programs at once; 1 if zero
	Timeout    time.Duration // of one run; 2 s if zero
	MaxFinds   int           // kept in full; 20 if zero
	Progress   func(done, finds int)
}

// Kind says how a find was noticed.
type Kind string

// The kinds of finds.
const (
	Differs Kind = "differs"       // the traces are not equal
	Refused Kind = "refused"       // the transform returned an error for a valid program
	Paniced Kind = "panic"         // the transform panicked
	Endless Kind = "no end"        // the transform took more than ten times the time of a run
	Unequal Kind = "other output"  // the output is not that of SameAs
	Invalid Kind = "invalid input" // neither an engine nor our reader can read the program: the generator is wrong
)

// Find is one program that a transform got wrong.
type Find struct {
	Kind             Kind
	Name             string // of the program, "seed-12.js" for a generated one
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
	Runs     int            // program, transform and engine: pairs of traces compared
	Changed  map[string]int // by transform: outputs that are not the input
	Kinds    map[Kind]int
	Finds    []Find // the first ones, in order of program
	// Set aside, by program, transform and engine: both runs met a limit.
	Timeouts, Limits int
	Unread           int // programs that an engine cannot read, although another or our reader can
	Events           int // in the traces of the originals
	Elapsed          time.Duration
}

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
	fmt.Fprintf(&b, "%.1f events a program; set aside: %d timeouts, %d engine limits, %d unread by one engine\n",
		float64(r.Events)/float64(max(r.Programs, 1)), r.Timeouts, r.Limits, r.Unread)
	for _, name := range sortedKeys(r.Changed) {
		fmt.Fprintf(&b, "%s changed %d of %d programs\n", name, r.Changed[name], r.Programs)
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

// result is what one program gave.
type result struct {
	index                          int
	finds                          []Find
	changed                        []string
	runs, timeouts, limits, unread int
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

	r := &Report{Changed: map[string]int{}, Kinds: map[Kind]int{}}
	var order []int // of each kept find
	var failed error
	for res := range results {
		if res.err != nil {
			if failed == nil {
				failed = res.err
				cancel()
			}
			continue
		}
		r.Programs++
		r.Runs += res.runs
		r.Timeouts += res.timeouts
		r.Limits += res.limits
		r.Unread += res.unread
		r.Events += res.events
		for _, t := range res.changed {
			r.Changed[t]++
		}
		for _, f := range res.finds {
			r.Kinds[f.Kind]++
			r.Finds, order = append(r.Finds, f), append(order, res.index)
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
	if failed == nil {
		failed = ctx.Err()
	}
	return r, failed
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

func (c *Config) program(i int) (Program, int64) {
	if c.Programs != nil {
		return c.Programs[i], 0
	}
	seed := c.Seed + int64(i)
	p := gen.Generate(gen.Config{Seed: seed, Features: c.Features, Size: c.Size})
	return Program{Name: fmt.Sprintf("seed-%d.js", seed), Source: p.Source}, seed
}

// one compares one program under every transform in every engine.
func (c *Config) one(ctx context.Context, i int) result {
	p, seed := c.program(i)
	res := result{index: i}
	find := func(f Find) {
		f.Name, f.Seed, f.Original = p.Name, seed, p.Source
		res.finds = append(res.finds, f)
	}
	before := make([]engine.Trace, len(c.Engines))
	readable := 0
	for k, e := range c.Engines {
		if before[k], res.err = e.Run(ctx, p.Source, c.Timeout); res.err != nil {
			return res
		}
		if before[k].Outcome != engine.Syntax {
			readable++
		}
	}
	if len(c.Engines) > 0 {
		res.events = len(before[0].Events)
		res.unread = len(c.Engines) - readable
		if readable == 0 {
			// The reader is checked against the conformance suite; QuickJS
			// refuses some valid programs.
			if valid, _ := parse.Parse(p.Source, parse.Options{Path: p.Name, Type: parse.Script}); valid == nil {
				find(Find{Kind: Invalid, Detail: before[0].Detail})
			}
			return res
		}
	}
	outputs := map[string]string{}
	for _, t := range c.Transforms {
		out, err, kind := c.apply(ctx, t.Do, p)
		if err != nil {
			if ctx.Err() != nil {
				res.err = ctx.Err()
				return res
			}
			find(Find{Kind: kind, Transform: t.Name, Detail: err.Error()})
			continue
		}
		outputs[t.Name] = out
		if out != p.Source {
			res.changed = append(res.changed, t.Name)
		}
		if t.SameAs != "" {
			if want, ok := outputs[t.SameAs]; ok && want != out {
				find(Find{Kind: Unequal, Transform: t.Name, Output: out, Detail: cmp.Diff(lines(want), lines(out))})
			} else if ok {
				continue // equal text behaves equally
			}
		}
		for k, e := range c.Engines {
			if before[k].Outcome == engine.Syntax {
				continue
			}
			res.runs++
			detail, verdict, err := c.compare(ctx, e, p.Source, out, before[k])
			if err != nil {
				res.err = err
				return res
			}
			switch verdict {
			case verdictTimeout:
				res.timeouts++
			case verdictLimit:
				res.limits++
			case verdictDiffers:
				find(Find{Kind: Differs, Transform: t.Name, Engine: e.Name(), Output: out, Detail: detail})
			}
		}
	}
	return res
}

type verdict uint8

const (
	verdictSame verdict = iota
	verdictDiffers
	verdictTimeout
	verdictLimit
)

// compare runs the output and, when only one side ran out of time, both once
// more with much more of it: the machine may have been busy.
func (c *Config) compare(ctx context.Context, e engine.Engine, src, out string, before engine.Trace) (string, verdict, error) {
	after, err := e.Run(ctx, out, c.Timeout)
	if err != nil {
		return "", 0, err
	}
	if (before.Outcome == engine.Timeout) != (after.Outcome == engine.Timeout) {
		if before, err = e.Run(ctx, src, 10*c.Timeout); err != nil {
			return "", 0, err
		}
		if after, err = e.Run(ctx, out, 10*c.Timeout); err != nil {
			return "", 0, err
		}
	}
	switch {
	case before.Outcome == engine.Timeout && after.Outcome == engine.Timeout:
		return "", verdictTimeout, nil
	case !engine.Comparable(before, after):
		return "", verdictLimit, nil
	case before.Equal(after):
		return "", verdictSame, nil
	}
	return TraceDiff(before, after), verdictDiffers, nil
}

// TraceDiff shows where two traces part: the last common events and the first
// different ones.
func TraceDiff(before, after engine.Trace) string {
	a, b := traceLines(before), traceLines(after)
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-3)
	window := func(s []string) []string { return s[min(from, len(s)):min(i+8, len(s))] }
	return fmt.Sprintf("traces part at event %d (-before +after)\n%s", i, cmp.Diff(window(a), window(b)))
}

func traceLines(t engine.Trace) []string {
	if t.Outcome == engine.Done {
		return append(t.Events[:len(t.Events):len(t.Events)], "(end)")
	}
	return append(t.Events[:len(t.Events):len(t.Events)], fmt.Sprintf("(%v) %s", t.Outcome, t.Detail))
}

func lines(s string) []string { return strings.Split(s, "\n") }

// apply runs a transform; kind says what the error is. A transform that does
// not end is left behind, still running.
func (c *Config) apply(ctx context.Context, t Transform, p Program) (out string, err error, kind Kind) {
	type answer struct {
		out  string
		err  error
		kind Kind
	}
	done := make(chan answer, 1)
	go func() {
		a := answer{kind: Refused}
		defer func() {
			if e := recover(); e != nil {
				a = answer{"", fmt.Errorf("panic: %v\n%s", e, where(debug.Stack())), Paniced}
			}
			done <- a
		}()
		a.out, a.err = t(ctx, p.Name, p.Source)
	}()
	limit := time.NewTimer(min(10*c.Timeout, time.Minute))
	defer limit.Stop()
	select {
	case a := <-done:
		return a.out, a.err, a.kind
	case <-limit.C:
		return "", errors.New("the transform does not end"), Endless
	}
}

// where keeps the lines of a stack that name a place in the project, outside
// the laboratory.
func where(stack []byte) string {
	var places []string
	for _, l := range strings.Split(string(stack), "\n") {
		if l = strings.TrimSpace(l); strings.Contains(l, ".go:") && !strings.Contains(l, "/sonlab/") && !strings.Contains(l, "/runtime/") {
			l, _, _ = strings.Cut(l, " +0x")
			places = append(places, "  at "+l)
		}
	}
	return strings.Join(places[:min(8, len(places))], "\n")
}

// Check compares one program under one transform in one engine; it is what the
// reducer asks again and again. The answer is empty when nothing is wrong.
func Check(ctx context.Context, e engine.Engine, t Transform, timeout time.Duration, p Program) (Kind, string, error) {
	c := Config{Programs: []Program{p}, Engines: []engine.Engine{e}, Timeout: timeout, Transforms: []Named{{Name: "t", Do: t}}}
	res := c.one(ctx, 0)
	if res.err != nil || len(res.finds) == 0 {
		return "", "", res.err
	}
	return res.finds[0].Kind, res.finds[0].Detail, nil
}

// Output is what a transform makes of a program, or its error or panic.
func Output(ctx context.Context, t Transform, p Program) string {
	c := Config{Timeout: 2 * time.Second}
	out, err, _ := c.apply(ctx, t, p)
	if err != nil {
		return err.Error()
	}
	return out
}
