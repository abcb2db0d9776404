package diff

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/parse"
)

// job is one program on its way through [Config.one].
type job struct {
	*Config
	p       Program
	only    []int // transforms; nil: all
	outputs []output
	texts   []string // to run: the program, then the outputs, each once
	res     result
}

// output is the result of a transform for the program.
type output struct {
	transform Named
	text      string
	err       error
	kind      Kind // of the error
	place     int  // in job.texts
}

// one compares one program under every transform in every engine.
func (c *Config) one(ctx context.Context, i int) result {
	j := job{Config: c, res: result{index: i, tallies: map[string]*Tally{}}}
	j.p, j.only = c.program(i)
	if Type(j.p.Name) == parse.Module && len(c.Engines) > 0 && !slices.ContainsFunc(c.Engines, runsModules) {
		j.res.skipped = true
		return j.res
	}
	j.res.place = j.p.Place
	j.texts = []string{j.p.Source}
	j.transform(ctx)
	traces := make([][]engine.Trace, len(c.Engines))
	readable := 0
	for k, e := range c.Engines {
		if j.res.err != nil {
			return j.res
		}
		if traces[k], j.res.err = j.run(ctx, e, j.p.Shared, j.texts, c.Timeout); j.res.err == nil && traces[k][0].Outcome != engine.Syntax {
			readable++
		}
	}
	if j.res.err != nil {
		return j.res
	}
	if len(c.Engines) > 0 {
		j.res.events = len(traces[0][0].Events)
		j.res.unread = len(c.Engines) - readable
		if readable == 0 {
			// The reader is checked against the conformance suite; QuickJS
			// refuses some valid programs.
			if valid, _ := parse.Parse(j.p.Source, parse.Options{Path: j.p.Name, Type: Type(j.p.Name)}); valid == nil {
				j.find(Find{Kind: Invalid, Detail: traces[0][0].Detail})
			}
			return j.res
		}
	}
	j.judge(ctx, traces)
	return j.res
}

// runsModules reports whether an engine supports more environments than scripts.
func runsModules(e engine.Engine) bool {
	_, ok := e.(engine.As)
	return ok
}

func (j *job) find(f Find) {
	f.Name, f.Seed, f.Original, f.Place, f.Index = j.p.Name, j.p.Seed, j.p.Source, j.p.Place, j.res.index
	j.res.finds = append(j.res.finds, f)
}

// transform runs all transforms. Their errors are finds only if an engine can
// read the program.
func (j *job) transform(ctx context.Context) {
	for i, t := range j.Transforms {
		if j.only != nil && !slices.Contains(j.only, i) {
			continue
		}
		j.res.tried = append(j.res.tried, t.Name)
		o := output{transform: t}
		o.text, o.kind, o.err = j.apply(ctx, t.Do, j.p)
		if ctx.Err() != nil {
			j.res.err = ctx.Err()
			return
		}
		if o.err == nil {
			if o.place = slices.Index(j.texts, o.text); o.place < 0 {
				o.place = len(j.texts)
				j.texts = append(j.texts, o.text)
			}
		}
		j.outputs = append(j.outputs, o)
	}
}

// judge compares the traces of the outputs with that of the program.
func (j *job) judge(ctx context.Context, traces [][]engine.Trace) {
	outputs := map[string]string{}
	for _, o := range j.outputs {
		t := o.transform
		if o.err != nil {
			j.find(Find{Kind: o.kind, Transform: t.Name, Detail: o.err.Error()})
			continue
		}
		outputs[t.Name] = o.text
		if o.text != j.p.Source {
			j.res.changed = append(j.res.changed, t.Name)
		}
		if want, ok := outputs[t.SameAs]; ok && t.SameAs != "" {
			if want == o.text {
				continue // equal text behaves equally
			}
			j.find(Find{Kind: Unequal, Transform: t.Name, Output: o.text, Detail: cmp.Diff(lines(want), lines(o.text))})
		}
		for k, e := range j.Engines {
			if traces[k][0].Outcome == engine.Syntax {
				continue
			}
			j.res.runs++
			tally := &Tally{Runs: 1}
			j.res.tallies[t.Name+" "+e.Name()] = tally
			detail, verdict, err := j.compare(ctx, e, o.text, traces[k][0], traces[k][o.place])
			if err != nil {
				j.res.err = err
				return
			}
			switch verdict {
			case verdictTimeout:
				j.res.timeouts++
				tally.Timeouts++
			case verdictLimit:
				j.res.limits++
				tally.Limits++
			case verdictDisagree:
				j.res.disagree++
			case verdictDiffers:
				tally.Finds++
				j.find(Find{Kind: Differs, Transform: t.Name, Engine: e.Name(), Output: o.text, Detail: detail})
			}
		}
	}
}

type verdict uint8

const (
	verdictSame verdict = iota
	verdictDiffers
	verdictTimeout
	verdictLimit
	verdictDisagree
)

// compare judges two traces. If only one side ran out of time, both run once
// more with a much longer timeout: the machine may have been busy.
func (j *job) compare(ctx context.Context, e engine.Engine, out string, before, after engine.Trace) (string, verdict, error) {
	if (before.Outcome == engine.Timeout) != (after.Outcome == engine.Timeout) {
		again, err := j.run(ctx, e, false, []string{j.p.Source, out}, 10*j.Timeout)
		if err != nil {
			return "", 0, err
		}
		before, after = again[0], again[1]
	}
	switch {
	case before.Outcome == engine.Timeout && after.Outcome == engine.Timeout:
		return "", verdictTimeout, nil
	case !engine.Comparable(before, after):
		return "", verdictLimit, nil
	case before.Equal(after):
		return "", verdictSame, nil
	}
	// Effects of what other programs left in the realm do not count, nor does it where a program that
	// catches everything stopped because the machine was busy.
	again, err := j.run(ctx, e, false, []string{j.p.Source, out}, 10*j.Timeout)
	if err != nil {
		return "", 0, err
	}
	if before, after = again[0], again[1]; before.Equal(after) {
		return "", verdictSame, nil
	}
	if s, ok := e.(engine.Shallow); ok && Type(j.p.Name) != parse.Module {
		again, err := s.RunShallow(ctx, asScript(j.p.Name, j.p.Source), 10*j.Timeout)
		if err != nil {
			return "", 0, err
		}
		if again.Outcome == engine.Resource || again.Outcome == engine.Done && !again.Equal(before) {
			return "", verdictLimit, nil
		}
	}
	if ask := j.referee(e); ask != nil {
		// Either version may be the one that the first engine gets wrong.
		var there [2]engine.Trace
		for i, text := range []string{j.p.Source, out} {
			var err error
			if there[i], err = ask(ctx, text, 10*j.Timeout); err != nil {
				return "", 0, err
			}
		}
		if there[0].Equal(after) || there[1].Equal(before) ||
			there[0].Equal(there[1]) && (takesSide(there[0], before, after) || takesSide(there[0], after, before)) {
			return "", verdictDisagree, nil
		}
	}
	return TraceDiff(before, after), verdictDiffers, nil
}

// referee returns a function that runs a version of the program in an engine without the
// faults that e may have: the other engine or, for modules, which that does not support, e
// without its optimizations. It is nil if there is neither.
func (j *job) referee(e engine.Engine) func(ctx context.Context, text string, timeout time.Duration) (engine.Trace, error) {
	if Type(j.p.Name) == parse.Module {
		p, ok := e.(engine.Plain)
		if !ok {
			return nil
		}
		return func(ctx context.Context, text string, timeout time.Duration) (engine.Trace, error) {
			return p.RunPlain(ctx, engine.AsModule, text, timeout)
		}
	}
	if j.Referee == nil || j.Referee == e {
		return nil
	}
	return func(ctx context.Context, text string, timeout time.Duration) (engine.Trace, error) {
		return j.Referee.Run(ctx, asScript(j.p.Name, text), timeout)
	}
}

// takesSide reports whether a run in another engine, which may differ from both traces
// elsewhere, has all events that only one has, and none that only other has.
func takesSide(there, one, other engine.Trace) bool {
	if there.Outcome != one.Outcome {
		return false
	}
	count := map[string][3]int{}
	for i, t := range []engine.Trace{there, one, other} {
		for _, e := range t.Events {
			n := count[e]
			n[i]++
			count[e] = n
		}
	}
	differ := false
	for _, n := range count {
		if n[1] != n[2] {
			differ = true
			if n[0] != n[1] {
				return false
			}
		}
	}
	return differ
}

// Type returns the goal symbol of a program of that name.
func Type(name string) parse.SourceType {
	switch filepath.Ext(name) {
	case ".mjs":
		return parse.Module
	case ".cjs":
		return parse.CommonJS
	}
	return parse.Script
}

// asScript returns the script that runs a program that is not a module.
func asScript(name, src string) string {
	if Type(name) == parse.CommonJS {
		return engine.CommonJS(src)
	}
	return src
}

// run runs versions of the program. An engine without modules refuses to read one.
func (j *job) run(ctx context.Context, e engine.Engine, shared bool, texts []string, timeout time.Duration) ([]engine.Trace, error) {
	as, ok := e.(engine.As)
	if Type(j.p.Name) == parse.Module {
		if !ok {
			return slices.Repeat([]engine.Trace{{Outcome: engine.Syntax, Detail: e.Name() + " does not run modules here"}}, len(texts)), nil
		}
		return as.RunAs(ctx, engine.AsModule, texts, timeout)
	}
	scripts := make([]string, len(texts))
	for i, text := range texts {
		scripts[i] = asScript(j.p.Name, text)
	}
	if shared && ok {
		return as.RunAs(ctx, engine.Shared, scripts, timeout)
	}
	return e.RunAll(ctx, scripts, timeout)
}

// apply runs a transform; kind is that of the error. A transform that does not
// end is abandoned, still running.
func (c *Config) apply(ctx context.Context, t Transform, p Program) (out string, kind Kind, err error) {
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
	limit := time.NewTimer(c.Limit)
	defer limit.Stop()
	select {
	case a := <-done:
		return a.out, a.kind, a.err
	case <-limit.C:
		return "", Endless, errors.New("the transform does not end")
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
