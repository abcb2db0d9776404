package speed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Counter counts the machine instructions that a script and then run(n) take.
type Counter interface {
	Count(ctx context.Context, src string, n int) (instructions int64, result string, err error)
}

// Valgrind counts the instructions of the embedded engine: it runs a command that runs a script once,
// under cachegrind. What the runtime does in the background, mostly before the script begins, counts,
// too: two counts differ by up to 100,000 instructions.
type Valgrind struct {
	dir     string
	command []string
}

// ErrNoValgrind means that there is no valgrind on the PATH.
var ErrNoValgrind = errors.New("valgrind is not on the PATH")

// Build builds the command once in dir and returns its path. It has to be called in a checkout.
func Build(ctx context.Context, dir string) (string, error) {
	file := filepath.Join(dir, "once")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", file, "github.com/sonjs/son/cmd/sonlab/internal/speed/once").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the command that counts: %w\n%s", err, out)
	}
	return file, nil
}

// NewValgrind returns a counter that writes scripts to dir. The command gets the names of a script
// and n as its last arguments, and prints the result of run(n).
func NewValgrind(dir string, command ...string) (*Valgrind, error) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		return nil, ErrNoValgrind
	}
	return &Valgrind{dir, command}, nil
}

var references = regexp.MustCompile(`I\s+refs:\s+([\d,]+)`)

// Count runs a script once.
func (v *Valgrind) Count(ctx context.Context, src string, n int) (int64, string, error) {
	file := filepath.Join(v.dir, "count.js")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		return 0, "", err
	}
	args := append([]string{"--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"}, v.command...)
	cmd := exec.CommandContext(ctx, "valgrind", append(args, file, strconv.Itoa(n))...)
	// One thread at a time, no collection of garbage, no preemption: all of these depend on time. Valgrind 3.19 does
	// not know the instruction RDTSCP, which the runtime of Go uses on a processor that has it.
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1,cpu.rdtscp=off")
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		return 0, "", fmt.Errorf("valgrind: %w\n%s", err, log.String())
	}
	m := references.FindStringSubmatch(log.String())
	if m == nil {
		return 0, "", fmt.Errorf("valgrind reports no instructions:\n%s", log.String())
	}
	count, err := strconv.ParseInt(strings.ReplaceAll(m[1], ",", ""), 10, 64)
	return count, strings.TrimSpace(string(out)), err
}

// work is about how many instructions of an original are counted, so many that the
// differences between two counts are less than one in a thousand.
const work = 400_000_000

// Count counts instructions instead of time, once for each variant: a figure is the count of
// run(n) of the original over that of the variant. Engines, Rounds and Work are not used.
func (c Contest) Count(ctx context.Context, counter Counter) (results []Result, absent []string, err error) {
	return c.each(ctx, func(p Program, src string, texts []string, failed []error, done func([]Result)) error {
		rs, err := c.countOne(ctx, counter, p, src, texts, failed)
		if err != nil {
			return err
		}
		done(rs)
		return nil
	})
}

func (c Contest) countOne(ctx context.Context, counter Counter, p Program, src string, texts []string, failed []error) ([]Result, error) {
	n, want, err := enough(ctx, counter, src)
	if err != nil {
		return nil, err
	}
	rs := make([]Result, len(c.Variants))
	for i, v := range c.Variants {
		r := Result{Program: p.Name, Class: p.Class, Engine: "quickjs", Variant: v.Name, Err: failed[i], Same: failed[i] == nil && texts[i] == src}
		if r.Err == nil && !r.Same {
			var got counted
			if got, r.Err = run(ctx, counter, texts[i], n); r.Err == nil && got.result != want.result {
				r.Err = differs(n, got.result, want.result)
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			gain := got.gainOver(want)
			r.Gain = exactly(gain)
			if r.Err == nil && math.Abs(gain-1) < near && c.Layouts != 1 {
				r.Gain, r.Err = c.inOtherLayouts(ctx, counter, src, texts[i], n, gain)
			}
		}
		rs[i] = r
	}
	return rs, nil
}

// exactly is a gain that was counted.
func exactly(gain float64) Interval {
	return Interval{Mean: gain, Low: gain, High: gain, Median: gain, Pairs: 1}
}

// differs is the error of a variant that returns something else.
func differs(n int, got, want string) error {
	return fmt.Errorf("run(%d) returned %s, the original %s", n, got, want)
}

// enough finds an n for which run(n) takes between half of work and all of it, if twice the n is twice
// the work. It is a power of two, so that it does not depend on what varies from count to count.
func enough(ctx context.Context, counter Counter, src string) (n int, c counted, err error) {
	const varies = 1_000_000 // counts of less say little
	for n = 4; ; {
		if c, err = run(ctx, counter, src, n); err != nil || c.instructions > work/2 || n >= 1<<20 {
			return n, c, err
		}
		next := 2
		for next < 64 && int64(next)*max(c.instructions, varies) < work/4 {
			next *= 2
		}
		n *= next
	}
}

// How much a count depends on where the engine happens to have its objects: it finds shapes by the addresses
// of prototypes. The same bytecode has been seen to take 0.7 % more instructions after a function that has
// nothing to do with it. A gain nearer to 1 than near is the mean over so many layouts of memory.
const (
	near    = 0.03
	layouts = 5
)

// inOtherLayouts counts two texts again behind functions that do nothing, and returns the gains together
// with the one that is known.
func (c Contest) inOtherLayouts(ctx context.Context, counter Counter, src, variant string, n int, gain float64) (Interval, error) {
	gains := []float64{gain}
	for k := 1; k < cmp.Or(c.Layouts, layouts); k++ {
		before := unused(k)
		a, err := run(ctx, counter, before+src, n)
		if err != nil {
			return Interval{}, err
		}
		b, err := run(ctx, counter, before+variant, n)
		if err != nil {
			return Interval{}, err
		}
		gains = append(gains, b.gainOver(a))
	}
	return interval(gains), nil
}

// unused returns functions, more and longer ones for a greater k.
func unused(k int) string {
	var b strings.Builder
	for i := range 3 * k {
		fmt.Fprintf(&b, "function unused%d() { return %d%s }\n", i, i, strings.Repeat(" + 1", 7*k+i))
	}
	return b.String()
}

// counted is what run(n) takes, without what precedes it.
type counted struct {
	instructions int64
	result       string
}

// gainOver returns the count of an original over that of a variant.
func (c counted) gainOver(original counted) float64 {
	return float64(original.instructions) / float64(max(c.instructions, 1))
}

// run counts run(n) as the difference to a run with a hundredth of the work.
func run(ctx context.Context, counter Counter, src string, n int) (counted, error) {
	little := n / 100
	before, _, err := counter.Count(ctx, src, little)
	if err != nil {
		return counted{}, err
	}
	all, result, err := counter.Count(ctx, src, n)
	return counted{all - before, result}, err
}
