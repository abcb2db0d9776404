package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sonjs/son/cmd/son/internal/watch"
)

// How often files are checked, and how long they must stay unchanged.
const (
	lookEvery = 100 * time.Millisecond
	beQuiet   = 40 * time.Millisecond
)

// runWatch runs son opt again and again, until it is interrupted. Each run reads
// everything again, including son.json.
func runWatch(ctx context.Context, s Streams, load func(*watch.Seen) (optFlags, []string, error)) error {
	var last *watch.Seen
	for first := true; ; first = false {
		start := time.Now()
		seen, before := watch.New(), last.Again()
		jobs, code, err := build(ctx, s, seen, load)
		if ctx.Err() != nil && (err != nil || code != ExitOK) {
			return nil // this is how watching ends; the builds so far have been reported
		}
		var f *failure
		switch {
		case err == nil:
		case first || !errors.As(err, &f):
			return err
		default:
			f.say(s.Err)
			code = f.code
		}
		if code != ExitOK {
			seen.Widen(before)
		}
		fmt.Fprintf(s.Err, "%s %s in %s; watching %d files\n", start.Format(time.TimeOnly), outcomeOf(jobs, code),
			time.Since(start).Round(time.Millisecond), len(seen.Files()))
		last = seen
		if err := seen.Wait(ctx, lookEvery, beQuiet); err != nil {
			return nil
		}
	}
}

// build runs son opt once.
func build(ctx context.Context, s Streams, seen *watch.Seen, load func(*watch.Seen) (optFlags, []string, error)) ([]*job, int, error) {
	f, args, err := load(seen)
	if err != nil {
		return nil, 0, err
	}
	jobs, err := f.place(args)
	if err != nil {
		return nil, 0, err
	}
	for _, j := range jobs {
		if in, ok := overwritten(j.out, []string{j.in}); ok {
			return nil, 0, usage("--watch would never stop rebuilding: the output overwrites the input %s", in)
		}
	}
	return jobs, runJobs(ctx, s, f, jobs), nil
}

// outcomeOf summarizes a run in a few words.
func outcomeOf(jobs []*job, code int) string {
	wrong := 0
	for _, j := range jobs {
		if j.code == ExitBadInput {
			wrong++
		}
	}
	switch {
	case code == ExitFault:
		return "built what could be built, but hit a bug in son"
	case wrong > 0 && len(jobs) == 1:
		return fmt.Sprintf("failed (%s is unchanged)", jobs[0].out)
	case wrong > 0:
		return fmt.Sprintf("failed for %d of %d programs (their outputs are unchanged)", wrong, len(jobs))
	case code != ExitOK:
		return "failed"
	case len(jobs) == 1:
		return "built " + jobs[0].out
	}
	return fmt.Sprintf("built %d programs", len(jobs))
}
