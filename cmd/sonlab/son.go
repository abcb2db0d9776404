package main

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// sonOptions are the optimizer's options that a run may vary.
type sonOptions struct {
	level     int
	assume    passes.AssumptionSet
	force     bool
	verify    bool
	seed      int64
	workers   int
	emit      passes.Form
	compact   bool
	assumed   string // name of a set of assumptions, still to be looked up
	checked   string // likewise, of those to check instead of optimizing
	check     passes.AssumptionSet
	silent    bool // the checks report nothing
	minify    bool // with esbuild, to the smallest size
	aim       cost.Aim
	behaviour bool      // only the behaviour of the output matters
	again     bool      // optimize the output again, reading it as that form
	stats     *sonStats // may be nil
	// from and to, if to is set, limit the functions to optimize to [from, to),
	// numbered in the order in which they start.
	from, to int
}

// son returns the optimizer as a transform. A function that it left as written
// because of an internal fault is an error here: nothing would differ, and the
// fault would go unnoticed.
func son(o sonOptions) diff.Transform {
	return func(ctx context.Context, name, src string) (string, error) {
		po := passes.Options{
			Path: name, Type: diff.Type(name), Level: o.level, ForceGraph: o.force,
			Assume: o.assume, Emit: o.emit, Verify: o.verify, Seed: o.seed, Workers: o.workers, For: o.aim, Compact: o.compact,
			Check: o.check,
		}
		if o.minify {
			po.Minify, po.For = true, cost.Size
		}
		if o.to > 0 {
			po.Only = func(_ string, fn *ast.Function) bool { return o.from <= fn.Index && fn.Index < o.to }
		}
		r, err := passes.Optimize(ctx, src, po)
		if err != nil {
			return "", err
		}
		if len(r.Report.Faults) > 0 {
			return "", errors.New(strings.Join(r.Report.Faults, "\n"))
		}
		if o.emit != passes.Structured && !(o.behaviour && strings.Contains(src, "with (")) { // functions around a with are left as written
			if err := o.stats.formOf().checkForm(name, diff.Type(name), o.emit, r); err != nil {
				return "", err
			}
		}
		o.stats.add(r.Report)
		if o.silent && r.Code != src {
			return silenced(r.Code)
		}
		if o.again {
			po.Emit, po.From, po.Only = passes.Structured, o.emit, nil
			r, err = passes.Optimize(ctx, r.Code, po)
			if err == nil && len(r.Report.Faults) > 0 {
				err = errors.New("again: " + strings.Join(r.Report.Faults, "\n"))
			}
		}
		return r.Code, err
	}
}

// silenced returns a program with checks that report nothing.
func silenced(code string) (string, error) {
	const reports = "const error=console&&console.error;"
	if !strings.Contains(code, reports) {
		return "", errors.New("the checks do not report to console.error")
	}
	return strings.Replace(code, reports, "const error=()=>{};", 1), nil
}

// sonStats sums up the reports of a run: differences only mean something for
// functions that went through the graph.
type sonStats struct {
	mu                                             sync.Mutex
	functions, through, changed                    int
	first, visits, changes                         int
	floating, data, operators, pure, inLen, outLen int
	files, tops                                    int            // top levels, and those that went through the graph
	bailouts                                       map[string]int // by reason
	form                                           formStats
}

// sum adds the counts of another run.
func (s *sonStats) sum(t *sonStats) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.functions += t.functions
	s.through += t.through
	s.changed += t.changed
	s.first += t.first
	s.visits += t.visits
	s.changes += t.changes
	s.floating += t.floating
	s.operators += t.operators
	s.pure += t.pure
	s.data += t.data
	s.inLen += t.inLen
	s.outLen += t.outLen
	s.files += t.files
	s.tops += t.tops
	if s.bailouts == nil {
		s.bailouts = map[string]int{}
	}
	for reason, n := range t.bailouts {
		s.bailouts[reason] += n
	}
}

// share returns a line that says how much went through the graph.
func (s *sonStats) share() string {
	return fmt.Sprintf("through the graph: %d of %d functions (%.1f%%), %d of %d top levels; %d changed",
		s.through, s.functions, 100*float64(s.through)/float64(max(s.functions, 1)), s.tops, s.files, s.changed)
}

func (s *sonStats) add(r passes.Report) {
	if s == nil {
		return
	}
	t := &sonStats{
		functions: r.Functions, through: r.ThroughGraph, changed: r.Changed,
		first: r.FirstVisits, visits: r.Visits, changes: r.Changes,
		floating: r.Floating, data: r.DataNodes, operators: r.Operators, pure: r.Pure,
		inLen: r.BytesIn, outLen: r.BytesOut,
		files: 1, bailouts: map[string]int{},
	}
	if r.TopLevel == passes.Replaced || r.TopLevel == passes.NoGain {
		t.tops = 1
	}
	for _, k := range r.Bailouts {
		t.bailouts[gen.WithoutNames(k.Reason)]++
	}
	s.sum(t)
}

// formOf returns the statistics that collect the reports of the form checker.
func (s *sonStats) formOf() *formStats {
	if s == nil {
		return &formStats{}
	}
	return &s.form
}

// String says how much went through the graph and why the rest did not.
func (s *sonStats) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.functions == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "functions %d, through the graph %d (%.1f%%), changed %d\n", s.functions, s.through, 100*float64(s.through)/float64(s.functions), s.changed)
	fmt.Fprintf(&b, "(visits - first visits) per change %.2f; data nodes that float %.1f%%; operators without effect %.1f%%; bytes out per byte in %.3f\n",
		float64(s.visits-s.first)/float64(max(s.changes, 1)), 100*float64(s.floating)/float64(max(s.data, 1)), 100*float64(s.pure)/float64(max(s.operators, 1)), float64(s.outLen)/float64(max(s.inLen, 1)))
	reasons := make([]string, 0, len(s.bailouts))
	for r := range s.bailouts {
		reasons = append(reasons, r)
	}
	sort.Slice(reasons, func(i, j int) bool {
		if s.bailouts[reasons[i]] != s.bailouts[reasons[j]] {
			return s.bailouts[reasons[i]] > s.bailouts[reasons[j]]
		}
		return reasons[i] < reasons[j]
	})
	for _, r := range reasons {
		fmt.Fprintf(&b, "%7d left as written: %s\n", s.bailouts[r], r)
	}
	if s.form.functions > 0 {
		fmt.Fprint(&b, &s.form)
	}
	return b.String()
}
