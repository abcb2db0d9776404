package test262

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// Config says what to run.
type Config struct {
	Selection
	Transform Transform
	Work      string        // directory of the cache; "": a temporary one
	Jobs      int           // node processes at once; 2 if zero
	Timeout   time.Duration // of one run, and of one transformation; 10 s if zero
	Save      string        // directory for the texts of what fails; "": none
	// Progress, if set, is called with the progress of a phase.
	Progress func(phase string, done, total int)
}

// runner is the state of one Run.
type runner struct {
	Config
	host   *host
	cache  *cache
	tests  []*Test
	before []outcome // untouched, by test; none for tests that must not parse
	after  []attempt // transformed
	known  atomic.Int64
	report *Report
}

// attempt is the outcome of a test under the transformation.
type attempt struct {
	outcome
	fault  Kind   // of the transformation: Refused, Crashed, Accepted, or none
	reason string // for the fault
	code   string // stored only if the outcome differs
}

// Run runs the selected tests before and after the transformation. The error is
// ctx's, or means that nothing can be run; failures are in the report.
func Run(ctx context.Context, c Config) (*Report, error) {
	if c.Jobs <= 0 {
		c.Jobs = 2
	}
	if c.Timeout <= 0 {
		c.Timeout = 10 * time.Second
	}
	h, err := newHost(ctx, c.Dir, c.Timeout)
	if err != nil {
		return nil, err
	}
	defer h.close()
	dirs := c.Dirs
	if dirs == nil {
		dirs = []string{"language", "built-ins", "annexB"}
		if h.intl {
			dirs = append(dirs, "intl402")
		}
	}
	sel, err := c.find(dirs)
	if err != nil {
		return nil, err
	}
	work := c.Work
	if work == "" {
		work = h.dir
	}
	cache, err := openCache(work, h, sel.fixtures)
	if err != nil {
		return nil, err
	}
	r := &runner{
		Config: c, host: h, cache: cache, tests: sel.tests,
		before: make([]outcome, len(sel.tests)), after: make([]attempt, len(sel.tests)),
		report: &Report{Node: h.version, Files: sel.files, Runs: len(sel.tests), Skipped: sel.skipped},
	}
	err = r.all(ctx)
	if e := cache.close(); err == nil {
		err = e
	}
	return r.report, err
}

func (r *runner) all(ctx context.Context) error {
	start := time.Now()
	if err := r.untouched(ctx); err != nil {
		return err
	}
	r.report.UntouchedSeconds = time.Since(start).Seconds()
	start = time.Now()
	if err := r.transformed(ctx); err != nil {
		return err
	}
	if err := r.confirm(ctx); err != nil {
		return err
	}
	r.report.TransformedSeconds = time.Since(start).Seconds()
	r.report.Known = int(r.known.Load())
	r.count()
	return nil
}

// comparable reports whether test i passes untouched.
func (r *runner) comparable(i int) bool { return r.before[i].State == Pass }

// untouched fills r.before, from the cache where it can.
func (r *runner) untouched(ctx context.Context) error {
	var todo, again []int
	for i, t := range r.tests {
		if t.meta.parseFails() {
			continue
		}
		var ok bool
		if r.before[i], ok = r.cache.get(t, t.hash); !ok {
			todo = append(todo, i)
		}
	}
	run := func(l *lane, i int) error {
		src, err := r.tests[i].source(r.Dir)
		if err == nil {
			r.before[i], err = l.run(ctx, r.tests[i], src, 0)
		}
		return err
	}
	err := r.lanes(ctx, "untouched", r.Jobs, todo, func(l *lane, i int) error {
		if err := run(l, i); err != nil || r.before[i].State.lost() {
			return err
		}
		return r.cache.put(r.tests[i], r.tests[i].hash, r.before[i])
	})
	if err != nil {
		return err
	}
	for _, i := range todo {
		if r.before[i].State.lost() {
			again = append(again, i)
		}
	}
	return r.lanes(ctx, "untouched, alone", 1, again, func(l *lane, i int) error {
		l.stop()
		if err := run(l, i); err != nil {
			return err
		}
		return r.cache.put(r.tests[i], r.tests[i].hash, r.before[i])
	})
}

// transformed fills r.after. Programs that are not comparable are transformed
// too, to see that nothing crashes.
func (r *runner) transformed(ctx context.Context) error {
	var all []int
	for i := range r.tests {
		all = append(all, i)
	}
	return r.lanes(ctx, "transformed", r.Jobs, all, func(l *lane, i int) error {
		t := r.tests[i]
		src, err := t.source(r.Dir)
		if err != nil {
			return err
		}
		code, fault, reason := r.apply(ctx, t, src)
		a := attempt{fault: fault, reason: reason}
		switch {
		case t.meta.parseFails():
			switch fault {
			case Refused:
				a = attempt{}
			case "":
				a = attempt{fault: Accepted, reason: "a " + t.meta.kind + " is expected"}
			}
		case fault == Refused && !r.comparable(i):
			a = attempt{} // this node or our reader may support less of the language
		case fault == "" && r.comparable(i):
			if a.outcome, err = r.rerun(ctx, l, i, code); err != nil {
				return err
			}
			if !a.same(r.before[i]) {
				a.code = code
			}
		}
		r.after[i] = a
		if a.fault != "" {
			r.find(i, a.fault, a.reason)
			return r.save(t, src, code, a.reason)
		}
		return nil
	})
}

// rerun runs a test with another text. A text that is known to behave like the
// untouched test is not run again.
func (r *runner) rerun(ctx context.Context, l *lane, i int, code string) (outcome, error) {
	t, hash := r.tests[i], hashOf(code)
	if o, ok := r.cache.get(t, hash); ok && o.same(r.before[i]) {
		r.known.Add(1)
		return o, nil
	}
	o, err := l.run(ctx, t, code, 0)
	if err == nil && o.same(r.before[i]) {
		err = r.cache.put(t, hash, o)
	}
	return o, err
}

// lanes calls f for every item, in a number of jobs with a process each.
func (r *runner) lanes(ctx context.Context, phase string, jobs int, items []int, f func(l *lane, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range min(jobs, len(items)) {
		wg.Go(func() {
			l := &lane{h: r.host}
			defer l.stop()
			for ctx.Err() == nil {
				k := int(next.Add(1)) - 1
				if k >= len(items) {
					return
				}
				if err := f(l, items[k]); err != nil {
					cancel(err)
					return
				}
				if n := done.Add(1); r.Progress != nil {
					r.Progress(phase, int(n), len(items))
				}
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// save writes the texts of a failing test to files.
func (r *runner) save(t *Test, in, out, why string) error {
	if r.Save == "" {
		return nil
	}
	if err := os.MkdirAll(r.Save, 0o777); err != nil {
		return err
	}
	base := filepath.Join(r.Save, t.file())
	for ext, text := range map[string]string{".in.js": in, ".out.js": out, ".txt": why + "\n"} {
		if err := os.WriteFile(base+ext, []byte(text), 0o666); err != nil {
			return fmt.Errorf("a failing test cannot be saved: %w", err)
		}
	}
	return nil
}
