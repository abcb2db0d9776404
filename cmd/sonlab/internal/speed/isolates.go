package speed

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Batch counts the machine instructions of several scripts at once.
type Batch interface {
	Name() string // of the engine
	// Amount returns an n for which run(n) of a script takes enough instructions to be compared.
	Amount(ctx context.Context, src string) (n int, err error)
	// CountAll counts run(n) of each script.
	CountAll(ctx context.Context, texts []string, n int) ([]Counted, error)
}

// Counted is what run(n) of one script took.
type Counted struct {
	Instructions int64
	Result       string
	Thrown       string // instead of a result
}

// Isolates counts instructions in node, under callgrind. Each script has an isolate of its own, but they share
// a process, because under callgrind starting node takes longer than most counts. V8 is told to do everything on
// one thread and at points that do not depend on time (--predictable). Run(n) is called before it is counted, so
// that the code is compiled and optimized by then: after ten calls of 50 ms some programs with classes are still
// compiled again. Of one that is, orderbook, the count was the same after thirty of 20 ms and after eighty. The count
// is the median of several calls: in some of them garbage is collected.
type Isolates struct {
	engine Engine // for Amount
	dir    string
	flags  []string
	warm   int           // calls of run(n) before those that are counted
	counts int           // calls that are counted
	work   time.Duration // approximate time of the first call, without callgrind
}

//go:embed count.mjs
var countScript []byte

// NewIsolates returns a counter for an engine: node, or jitless (node without its compilers). Scripts are
// written to dir. The error is [ErrNoValgrind] if there is no valgrind on the PATH.
func NewIsolates(name, dir string) (*Isolates, error) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		return nil, ErrNoValgrind
	}
	c := &Isolates{dir: dir, flags: []string{"--single-threaded", "--predictable"}, warm: 30, counts: 9, work: 20 * time.Millisecond}
	switch name {
	case "node":
	case "jitless":
		// All that this engine learns is where properties are, and that in the first call.
		c.flags, c.warm, c.counts, c.work = append(c.flags, "--jitless"), 1, 1, 25*time.Millisecond
	default:
		return nil, fmt.Errorf("instructions of the engine %q cannot be counted in isolates: the engines are node and jitless", name)
	}
	var err error
	if c.engine, err = Open(name, dir); err != nil {
		return nil, err
	}
	return c, os.WriteFile(c.file("count.mjs"), countScript, 0o600)
}

func (c *Isolates) file(name string) string { return filepath.Join(c.dir, name) }

// Name returns the name of the engine.
func (c *Isolates) Name() string { return c.engine.Name() }

// Amount returns a power of two. It depends on measured time, so it may be another one each time.
func (c *Isolates) Amount(ctx context.Context, src string) (int, error) {
	n, _, err := amount(ctx, c.engine, src, c.work)
	return 1 << max(0, bits.Len(uint(n))-1), err
}

// CountAll counts run(n) of each script.
func (c *Isolates) CountAll(ctx context.Context, texts []string, n int) ([]Counted, error) {
	dumps := c.file("callgrind")
	args := []string{"--tool=callgrind", "--callgrind-out-file=" + dumps, "--dump-before=uv_getrusage", "--smc-check=all-non-file", "node"}
	args = append(append(args, c.flags...), c.file("count.mjs"), strconv.Itoa(n), strconv.Itoa(c.warm), strconv.Itoa(c.counts))
	for i, text := range texts {
		file := c.file(fmt.Sprintf("script%d.js", i))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return nil, err
		}
		args = append(args, file)
	}
	cmd := exec.CommandContext(ctx, "valgrind", args...)
	var log strings.Builder
	cmd.Stderr = &log
	said, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("valgrind: %w\n%s", err, log.String())
	}
	return counts(said, len(texts), c.counts, dumps)
}

var summary = regexp.MustCompile(`(?m)^summary: (\d+)$`)

// counts reads what the scripts said, a line each, and what callgrind counted in the last calls of each: it writes
// a file, with a number after its name, at each mark, and there is one after each call.
func counts(said []byte, scripts, calls int, dumps string) ([]Counted, error) {
	list := make([]Counted, scripts)
	in := json.NewDecoder(strings.NewReader(string(said)))
	marks := 0
	for i := range list {
		var s struct {
			Marks         int
			Result, Error string
		}
		if err := in.Decode(&s); err != nil {
			return nil, fmt.Errorf("script %d of %d said nothing: %w", i+1, scripts, err)
		}
		marks += s.Marks
		if list[i] = (Counted{Result: s.Result, Thrown: s.Error}); s.Error != "" {
			continue
		}
		of := make([]int64, calls)
		for k := range of {
			var err error
			if of[k], err = countOf(fmt.Sprintf("%s.%d", dumps, marks-k)); err != nil {
				return nil, err
			}
		}
		slices.Sort(of)
		list[i].Instructions = of[len(of)/2]
	}
	return list, nil
}

// countOf reads one file of callgrind's.
func countOf(file string) (int64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	m := summary.FindSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("callgrind counted nothing:\n%s", text)
	}
	return strconv.ParseInt(string(m[1]), 10, 64)
}

// CountIn counts instructions in an engine whose counts do not depend on the layout of memory: a figure is the
// count of run(n) of the original over that of the variant.
func (c Contest) CountIn(ctx context.Context, counter Batch) (results []Result, absent []string, err error) {
	return c.each(ctx, func(p Program, src string, texts []string, failed []error, done func([]Result)) error {
		rs, err := c.countBatch(ctx, counter, p, src, texts, failed)
		if err != nil {
			return err
		}
		done(rs)
		return nil
	})
}

func (c Contest) countBatch(ctx context.Context, counter Batch, p Program, src string, texts []string, failed []error) ([]Result, error) {
	n, err := counter.Amount(ctx, src)
	if err != nil {
		return nil, err
	}
	at, distinct := map[string]int{src: 0}, []string{src}
	for i, text := range texts {
		if _, known := at[text]; !known && failed[i] == nil {
			at[text] = len(distinct)
			distinct = append(distinct, text)
		}
	}
	counts, err := counter.CountAll(ctx, distinct, n)
	if err != nil {
		return nil, err
	}
	want := counts[0]
	if want.Thrown != "" {
		return nil, fmt.Errorf("the original throws: %s", want.Thrown)
	}
	rs := make([]Result, len(texts))
	for i, v := range c.Variants {
		rs[i] = Result{Program: p.Name, Class: p.Class, Engine: counter.Name(), Variant: v.Name, Err: failed[i], Same: failed[i] == nil && texts[i] == src}
		if failed[i] != nil || rs[i].Same {
			continue
		}
		switch got := counts[at[texts[i]]]; {
		case got.Thrown != "":
			rs[i].Err = fmt.Errorf("%s", got.Thrown)
		case got.Result != want.Result:
			rs[i].Err = differs(n, got.Result, want.Result)
		default:
			rs[i].Gain = exactly(float64(want.Instructions) / float64(max(got.Instructions, 1)))
		}
	}
	return rs, nil
}
