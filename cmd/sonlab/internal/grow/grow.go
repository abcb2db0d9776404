package grow

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/sonjs/son/internal/slab"
)

const (
	// Limit is the factor by which the cost may grow for twice the input.
	Limit = 2.3
	// Floor is the time below which a run says nothing about how time grows.
	Floor = 50 * time.Millisecond
	// floorBytes is the same for memory.
	floorBytes = 4 << 20
	// maxBeyond is how many doublings may be measured beyond the largest size asked for.
	// The stack of a deep recursion outgrows the processor's cache in one doubling and the
	// cache of its page table in the next.
	maxBeyond = 2
	// attempts is how often a doubling that looks too expensive is measured.
	attempts = 4
)

// Work runs something of a given size and returns what it cost.
type Work func(ctx context.Context, n int) (Sample, error)

// Sample is what one run took.
type Sample struct {
	N     int
	Time  time.Duration
	Bytes uint64 // allocated
}

// best returns the smaller figure of each kind.
func (s Sample) best(t Sample) Sample {
	return Sample{s.N, min(s.Time, t.Time), min(s.Bytes, t.Bytes)}
}

// Row is the cost of a case in a mode, from the smallest size to the largest.
type Row struct {
	Samples []Sample
	// Stopped says why larger sizes are missing, if they are.
	Stopped string
	Err     error
}

// Config bounds a run of measurements.
type Config struct {
	Max    int           // elements
	Steps  int           // doublings up to Max
	Budget time.Duration // a larger size that will take longer is skipped
	Memory uint64        // so is one that will allocate more
}

// Measure runs work at growing sizes. limit is the most elements that its case admits (0: no
// limit).
func Measure(ctx context.Context, c Config, limit int, work Work) Row {
	var r Row
	top := c.Max
	if limit > 0 && limit < top {
		top = limit
	}
	for step := c.Steps; step >= 0; step-- {
		n := top >> step
		if n == 0 {
			continue
		}
		if r.Stopped = r.tooExpensive(c, n); r.Stopped != "" {
			break
		}
		s, err := work(ctx, n)
		if err != nil {
			r.Err = fmt.Errorf("%d elements: %w", n, err)
			return r
		}
		r.Samples = append(r.Samples, s)
	}
	if r.Stopped != "" && len(r.Samples) == 1 {
		if r.Err = r.below(ctx, work); r.Err != nil {
			return r
		}
	}
	if last := len(r.Samples) - 1; last >= 1 && r.TimeFactor(last) > Limit && !r.grewBytes() {
		if r.Stopped == "" {
			r.beyond(ctx, c, work)
		}
		if r.inDoubt() {
			r.Err = r.again(ctx, work)
		}
	}
	return r
}

// below measures half of the only size that was not too expensive: otherwise what grows so
// fast that no second size can be measured would not be noticed.
func (r *Row) below(ctx context.Context, work Work) error {
	s, err := work(ctx, r.Samples[0].N/2)
	if err != nil {
		return err
	}
	r.Samples = slices.Insert(r.Samples, 0, s)
	return nil
}

// beyond measures up to two more doublings while the last one took too much time: when the
// data outgrows a cache of the processor, that doubling costs more, and later ones cost less
// again. A cost that grows faster than n log n remains too high. One larger run also tells
// more about noise than the same runs again, and costs less than three of those.
func (r *Row) beyond(ctx context.Context, c Config, work Work) {
	for range maxBeyond {
		last := len(r.Samples) - 1
		if last < c.Steps || r.TimeFactor(last) <= Limit || r.grewBytes() {
			return
		}
		n := 2 * r.Samples[last].N
		if r.tooExpensive(c, n) != "" {
			return
		}
		s, err := work(ctx, n)
		if err != nil {
			return // this size was not requested
		}
		r.Samples = append(r.Samples, s)
	}
}

// inDoubt reports whether the last doubling must be measured again: it is too expensive, or
// it is not, but may look so only because the run before it was slow by chance.
func (r *Row) inDoubt() bool {
	last := len(r.Samples) - 1
	f := r.TimeFactor(last)
	return f > Limit || f*r.TimeFactor(last-1) > slowBefore*Limit*Limit
}

// slowBefore is by how much two doublings together may exceed what both may cost before the
// second one is in doubt. A step of n log n leaves room for one cache; a square, which
// costs 16 times as much, does not fit.
const slowBefore = 1.2

// again measures the last doubling again while it is in doubt.
func (r *Row) again(ctx context.Context, work Work) error {
	last := len(r.Samples) - 1
	for try := 1; try < attempts && r.inDoubt(); try++ {
		for i := last - 1; i <= last; i++ {
			s, err := work(ctx, r.Samples[i].N)
			if err != nil {
				return err
			}
			r.Samples[i] = r.Samples[i].best(s)
		}
		if r.TimeFactor(last) > 1.5*Limit {
			break // this is not noise
		}
	}
	return nil
}

// tooExpensive returns why a size is skipped, or "" if it is not.
func (r *Row) tooExpensive(c Config, n int) string {
	last := len(r.Samples) - 1
	if last < 0 {
		return ""
	}
	s := r.Samples[last]
	if t := time.Duration(float64(s.Time) * max(r.TimeFactor(last), 2)); t > c.Budget {
		return fmt.Sprintf("%d would take %v", n, t.Round(time.Second))
	}
	if b := float64(s.Bytes) * max(r.BytesFactor(last), 2); c.Memory > 0 && b > float64(c.Memory) {
		return fmt.Sprintf("%d would allocate %.0f MB", n, b/1e6)
	}
	return ""
}

// TimeFactor is the time of sample i over that of the sample before, or 0 if the
// latter is too short to tell.
func (r *Row) TimeFactor(i int) float64 {
	if i < 1 || i >= len(r.Samples) || r.Samples[i-1].Time < Floor {
		return 0
	}
	return r.scaled(i, float64(r.Samples[i].Time)/float64(r.Samples[i-1].Time))
}

// BytesFactor is the same for memory.
func (r *Row) BytesFactor(i int) float64 {
	if i < 1 || r.Samples[i-1].Bytes < floorBytes {
		return 0
	}
	return r.scaled(i, float64(r.Samples[i].Bytes)/float64(r.Samples[i-1].Bytes))
}

// scaled corrects a factor for sizes that are not exactly twice the one before,
// since a limit need not be a power of two.
func (r *Row) scaled(i int, f float64) float64 {
	return f * 2 / (float64(r.Samples[i].N) / float64(r.Samples[i-1].N))
}

// Grows reports whether some doubling takes too much memory, or the last one too much
// time. When the data outgrows a cache of the processor, one doubling costs more than
// those around it; with a step that grows faster than n log n, each doubling costs more.
func (r *Row) Grows() bool {
	return r.grewBytes() || r.TimeFactor(len(r.Samples)-1) > Limit
}

func (r *Row) grewBytes() bool {
	for i := range r.Samples {
		if r.BytesFactor(i) > Limit {
			return true
		}
	}
	return false
}

// Bad reports whether the row says that something is wrong.
func (r *Row) Bad() bool { return r.Err != nil || r.Grows() }

func (r *Row) String() string {
	var b strings.Builder
	for i, s := range r.Samples {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d: %.3f s%s %.1f MB%s", s.N, s.Time.Seconds(), factor(r.TimeFactor(i)), float64(s.Bytes)/1e6, factor(r.BytesFactor(i)))
	}
	if r.Stopped != "" {
		b.WriteString("; " + r.Stopped)
	}
	if r.Err != nil {
		fmt.Fprintf(&b, "; error at %v", r.Err)
	}
	return b.String()
}

func factor(f float64) string {
	switch {
	case f == 0:
		return ""
	case f > Limit:
		return fmt.Sprintf(" (x%.2f!)", f)
	}
	return fmt.Sprintf(" (x%.2f)", f)
}

// Of returns the work of optimizing a case in a mode. Before each run, garbage is collected
// and its memory returned to the system: if the system mapped new pages only in the larger of
// two runs, that would look like growth.
func Of(m Mode, c Case) Work {
	texts := map[int]string{}
	return func(ctx context.Context, n int) (Sample, error) {
		src, ok := texts[n]
		if !ok {
			for m := range texts { // two sizes are compared, and they can be large
				if m < n/3 {
					delete(texts, m)
				}
			}
			var err error
			if src, err = m.program(ctx, c, n); err != nil {
				return Sample{}, err
			}
			texts[n] = src
		}
		return measured(n, func() error {
			_, err := m.Run(ctx, c, src)
			return err
		})
	}
}

// heap is how large the heap may grow before garbage is collected within a run: more than a
// run may allocate by default. Collections are rare and costly, the first happens when the
// heap reaches some megabytes, and they are incessant when live data is near the limit; all
// that would look like growth. Their cost depends on the allocations, which are measured anyway.
const heap = 8 << 30

// measured runs f after a garbage collection, with empty pools: what runs before it left in them would be
// allocations that only the smaller of two programs is spared. Nothing else may run in this process.
func measured(n int, f func() error) (Sample, error) {
	slab.Forget()
	runtime.GC() // a sync.Pool is empty after two
	debug.FreeOSMemory()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(heap))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	cpu, known := cpuTime()
	err := f()
	took := time.Since(start)
	if known {
		end, _ := cpuTime()
		took = end - cpu
	}
	runtime.ReadMemStats(&after)
	return Sample{n, took, after.TotalAlloc - before.TotalAlloc}, err
}
