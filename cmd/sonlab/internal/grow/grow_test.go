package grow

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
)

func TestEveryCaseIsAProgramOfAnySize(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Cases() {
		if seen[c.Name] {
			t.Errorf("two cases are called %q", c.Name)
		}
		seen[c.Name] = true
		if c.Limit > 0 && c.Why == "" {
			t.Errorf("%s: nothing says why there are at most %d", c.Name, c.Limit)
		}
		for _, n := range []int{1, 2, 9, 30} {
			src := c.Make(n)
			if p, ds := parse.Parse(src, parse.Options{Path: "in.js", Type: c.Type}); p == nil {
				t.Errorf("%s of %d: %v\n%s", c.Name, n, ds[0], src)
			}
		}
	}
}

// A case whose text does not grow, or grows faster than n, would show nothing.
func TestTextGrowsWithTheNumberOfElements(t *testing.T) {
	for _, c := range Cases() {
		small, large := len(c.Make(400)), len(c.Make(1600))
		if f := float64(large) / float64(small); f < 3 || f > 5 {
			t.Errorf("%s: four times the elements are %.1f times the text", c.Name, f)
		}
	}
}

func TestEveryModeTakesEveryCase(t *testing.T) {
	modes := Modes[:tier.Share(3, len(Modes))]
	for _, c := range Cases() {
		for _, m := range modes {
			src, err := m.program(t.Context(), c, 4)
			if err == nil {
				_, err = m.Run(t.Context(), c, src)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", c.Name, m.Name, err)
			}
		}
	}
}

// Steps that once went over everything for each element, and copied it. What they allocate,
// unlike their time, is the same in each run.
func TestWhatWasQuadraticIsNot(t *testing.T) {
	tier.OnlyLong(t)
	modes := map[string]Mode{}
	for _, m := range Modes {
		modes[m.Name] = m
	}
	cases := map[string]Case{}
	for _, c := range Cases() {
		cases[c.Name] = c
	}
	for _, test := range []struct {
		name, mode string
		n          int
	}{
		{"a local object that is filled", "standard", 2000},
		{"a local object that is filled in branches", "standard", 2000},
		{"a local object that is filled by calls", "standard", 2000},
		{"a closure of many variables", "standard", 2000},
		{"cells and loads in cases", "standard", 4000},
		{"concatenated constants", "O1-forced", 8000},
		{"optional chain", "from-normal", 4000},
		{"fields without values", "fastest", 2000},
	} {
		c, m := cases[test.name], modes[test.mode]
		if c.Make == nil || m.Name == "" {
			t.Fatalf("no case %q or no mode %q", test.name, test.mode)
		}
		r := Measure(t.Context(), Config{Max: test.n, Steps: 1, Budget: time.Hour}, 0, Of(m, c))
		if r.Err != nil || r.BytesFactor(1) > Limit {
			t.Errorf("%s, %s: %v", test.name, test.mode, &r)
		}
	}
}

// toy returns work whose cost is known.
func toy(time func(n int) time.Duration, bytes func(n int) uint64) Work {
	return func(_ context.Context, n int) (Sample, error) { return Sample{n, time(n), bytes(n)}, nil }
}

func TestWhatGrowsTooFastIsNoticed(t *testing.T) {
	linear := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	square := func(n int) time.Duration { return time.Duration(n*n) * time.Microsecond }
	step := func(n int) time.Duration { // from 1,000 on it is too large for a cache
		if n >= 1000 {
			return linear(n) * 13 / 10
		}
		return linear(n)
	}
	steps := func(n int) time.Duration { // from 1,000 on it is too large for one cache, from 2,000 on for another
		switch {
		case n >= 2000:
			return linear(n) * 4
		case n >= 1000:
			return linear(n) * 2
		}
		return linear(n)
	}
	power := func(n int) time.Duration { return time.Duration(math.Pow(float64(n), 1.4) * float64(time.Millisecond)) }
	few := func(n int) uint64 { return uint64(n) << 20 }
	many := func(n int) uint64 { return uint64(n) * uint64(n) << 10 }
	c := Config{Max: 1000, Steps: 3, Budget: time.Hour}
	for _, test := range []struct {
		name  string
		work  Work
		limit int
		grows bool
		sizes int
	}{
		{"linear", toy(linear, few), 0, false, 4},
		{"linear up to a limit that is no power of two", toy(linear, few), 333, false, 4},
		{"a step at the largest size, which the next size distinguishes from growth", toy(step, few), 0, false, 5},
		{"two steps, each worse than a square", toy(steps, few), 0, false, 6},
		{"growth that might be a step", toy(power, few), 0, true, 6},
		{"a step in time with growth of memory", toy(step, many), 0, true, 4},
		{"quadratic time", toy(square, few), 0, true, 6},
		{"quadratic memory", toy(linear, many), 0, true, 4},
		{"quadratic up to a limit", toy(square, few), 900, true, 6},
		{"quadratic, but in no time", toy(func(n int) time.Duration { return square(n) / 10_000 }, few), 0, false, 4},
	} {
		r := Measure(t.Context(), c, test.limit, test.work)
		if r.Err != nil || r.Grows() != test.grows || len(r.Samples) != test.sizes {
			t.Errorf("%s: grows is %v: %v", test.name, r.Grows(), &r)
		}
	}
}

// Where only one size is within the budget, half of it is measured as well.
func TestWhatIsSlowFromTheStartIsNoticed(t *testing.T) {
	for power, grows := range map[int]bool{1: false, 2: true} {
		r := Measure(t.Context(), Config{Max: 1000, Steps: 1, Budget: 600 * time.Millisecond}, 0, func(_ context.Context, n int) (Sample, error) {
			return Sample{n, time.Duration(math.Pow(float64(n)/500, float64(power)) * float64(500*time.Millisecond)), 1}, nil
		})
		if r.Grows() != grows || r.Stopped == "" || len(r.Samples) != 2 {
			t.Errorf("power %d: %v", power, &r)
		}
	}
}

func TestOneSlowRunIsMeasuredAgain(t *testing.T) {
	runs := 0
	r := Measure(t.Context(), Config{Max: 800, Steps: 1, Budget: time.Hour}, 0, func(_ context.Context, n int) (Sample, error) {
		runs++
		took := time.Duration(n) * time.Millisecond
		if runs == 2 {
			took = took * 3 / 2
		}
		return Sample{n, took, 1}, nil
	})
	if r.Grows() || runs <= 2 {
		t.Errorf("after %d runs: %v", runs, &r)
	}
}

// A slow run before the last one makes the last doubling look cheap. What it hides is found
// all the same.
func TestASlowRunHidesNoGrowth(t *testing.T) {
	runs := 0
	r := Measure(t.Context(), Config{Max: 800, Steps: 1, Budget: time.Hour}, 0, func(_ context.Context, n int) (Sample, error) {
		runs++
		took := time.Duration(n*n) * time.Microsecond
		if runs == 2 {
			took *= 2
		}
		return Sample{n, took, 1}, nil
	})
	if !r.Grows() {
		t.Errorf("after %d runs: %v", runs, &r)
	}
}

func TestWhatWouldTakeTooLongOrTooMuchIsLeftOut(t *testing.T) {
	square := func(n int) time.Duration { return time.Duration(n*n) * time.Millisecond }
	r := Measure(t.Context(), Config{Max: 1024, Steps: 9, Budget: time.Second}, 0, toy(square, func(int) uint64 { return 0 }))
	if last := r.Samples[len(r.Samples)-1].N; last != 16 || !strings.Contains(r.Stopped, "32 would take") {
		t.Errorf("%v", &r)
	}
	r = Measure(t.Context(), Config{Max: 1024, Steps: 9, Budget: time.Hour, Memory: 100 << 20}, 0, toy(square, func(n int) uint64 { return uint64(n) << 20 }))
	if last := r.Samples[len(r.Samples)-1].N; last != 64 || !strings.Contains(r.Stopped, "128 would allocate") {
		t.Errorf("%v", &r)
	}
}

// Unlike its time, what a run allocates hardly varies, so that it can be asserted: a
// quadratic step that keeps its results would show here.
func TestAllocationsAreCounted(t *testing.T) {
	var keep [][]byte
	s, err := measured(1, func() error {
		for range 100 {
			keep = append(keep, make([]byte, 1<<20))
		}
		return nil
	})
	if err != nil || s.Bytes < 100<<20 || s.Bytes > 120<<20 || len(keep) != 100 {
		t.Errorf("100 MB are counted as %d bytes (%v)", s.Bytes, err)
	}
}
