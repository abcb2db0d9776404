package speed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Contest says what to measure.
type Contest struct {
	Programs []Program
	Engines  []Engine
	Variants []Variant
	Modules  string        // directory of node_modules
	Rounds   int           // pairs of runs per program, engine and variant
	Work     time.Duration // approximate time of a run of the original
	Layouts  int           // of memory, over which a count near 1 is averaged; 0: five
	Log      io.Writer     // one line per program and engine, as they end
}

// Result is one variant of one program in one engine, compared with the original.
type Result struct {
	Program, Engine, Variant string
	Class                    string // of the program
	Same                     bool   // its text is the original's: it was not run
	Gain                     Interval
	Err                      error // it could not be made, failed, or returned another result
}

// Run measures everything. Programs whose package is not installed are returned
// by name. The error is for what makes measuring pointless: an original that
// does not run, or a missing engine.
func (c Contest) Run(ctx context.Context) (results []Result, absent []string, err error) {
	return c.each(ctx, func(p Program, src string, texts []string, failed []error, done func([]Result)) error {
		for _, e := range c.Engines {
			rs, err := c.one(ctx, p, e, src, texts, failed)
			if err != nil {
				return err
			}
			done(rs)
		}
		return nil
	})
}

// each calls measure for each program whose package is installed, with its variants. done takes the
// results of a measurement. The others are returned by name.
func (c Contest) each(ctx context.Context, measure func(p Program, src string, texts []string, failed []error, done func([]Result)) error) (results []Result, absent []string, err error) {
	done := func(rs []Result) {
		results = append(results, rs...)
		if c.Log != nil {
			fmt.Fprintln(c.Log, Line(rs))
		}
	}
	for _, p := range c.Programs {
		src, err := p.Text(c.Modules)
		if errors.Is(err, ErrAbsent) {
			absent = append(absent, p.Name)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		texts, failed := c.texts(ctx, p, src)
		if err := measure(p, src, texts, failed, done); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return results, absent, nil
}

// texts makes the variants of a program once for all engines.
func (c Contest) texts(ctx context.Context, p Program, src string) (texts []string, failed []error) {
	texts, failed = make([]string, len(c.Variants)), make([]error, len(c.Variants))
	for i, v := range c.Variants {
		texts[i], failed[i] = v.Do(ctx, p.Name+".js", src)
	}
	return texts, failed
}

// one measures all variants of a program in an engine.
func (c Contest) one(ctx context.Context, p Program, e Engine, src string, texts []string, failed []error) ([]Result, error) {
	n, want, err := amount(ctx, e, src, c.Work)
	if err != nil {
		return nil, err
	}
	rs := make([]Result, len(c.Variants))
	pairs := make([][]float64, len(c.Variants))
	least := make([][2]time.Duration, len(c.Variants)) // of the original and of the variant
	for i, v := range c.Variants {
		rs[i] = Result{Program: p.Name, Class: p.Class, Engine: e.Name(), Variant: v.Name, Err: failed[i], Same: failed[i] == nil && texts[i] == src}
	}
	for round := range c.Rounds {
		for k := range c.Variants {
			i := (k + round) % len(c.Variants)
			if rs[i].Err != nil || rs[i].Same {
				continue
			}
			took, err := pair(ctx, e, src, texts[i], n, want, round%2 == 0)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			rs[i].Err = err
			pairs[i] = append(pairs[i], ratio(took))
			for k, t := range took {
				if round == 0 || t < least[i][k] {
					least[i][k] = t
				}
			}
		}
	}
	for i := range rs {
		if rs[i].Err == nil && !rs[i].Same {
			rs[i].Gain = interval(pairs[i])
			rs[i].Gain.Least = ratio(least[i])
		}
	}
	return rs, nil
}

// ratio returns the cost of the original over that of the variant.
func ratio(took [2]time.Duration) float64 { return float64(took[0]) / float64(max(took[1], 1)) }

// pair runs the original and a variant one after the other and returns the cost of each.
func pair(ctx context.Context, e Engine, src, text string, n int, want string, originalFirst bool) (took [2]time.Duration, err error) {
	order := []string{text, src}
	if originalFirst {
		order = []string{src, text}
	}
	for i, t := range order {
		s, err := e.Time(ctx, t, n)
		if err != nil {
			return took, err
		}
		if s.Result != want {
			return took, fmt.Errorf("%s: %w", e.Name(), differs(n, s.Result, want))
		}
		took[i] = s.CPU
	}
	if !originalFirst {
		took[0], took[1] = took[1], took[0]
	}
	return took, nil
}

// amount finds the n for which run(n) takes about that long, and the result of run(n).
func amount(ctx context.Context, e Engine, src string, work time.Duration) (n int, result string, err error) {
	for n = 4; ; n *= 2 {
		s, err := e.Time(ctx, src, n)
		if err != nil {
			return 0, "", err
		}
		if s.CPU < work/2 && n < 1<<24 {
			continue
		}
		n = max(1, int(float64(n)*float64(work)/float64(s.CPU)))
		s, err = e.Time(ctx, src, n)
		return n, s.Result, err
	}
}
