// Package bench compares son with esbuild: time and peak memory. Each run is a
// process of its own, and the configurations take turns, so that other load of the
// machine affects all of them equally.
package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/internal/heap"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// Contest is a set of configurations to be compared.
type Contest struct {
	Configs   []string // the yardstick last
	Yardstick string   // the configuration that the others are compared to
	Threads   int      // GOMAXPROCS of all runs; 0: as many as there are
	// AsIs gives the input as it is and once only, not in a function and twice.
	AsIs bool
	// Swc is the command that measures swc, where that takes part.
	Swc []string
}

// Optimizing compares the whole pipeline with esbuild's minifier.
var Optimizing = Contest{
	Configs:   []string{"son-O0-force-graph", "son-O1", "esbuild-minify"},
	Yardstick: "esbuild-minify",
}

// Fastest are the assumptions of son's --fastest.
var Fastest = []string{passes.AssumeStandard, "closed-world", "closed-objects"}

// Levels compares the levels of son with esbuild's minifier, on files as they are.
var Levels = Contest{
	Configs:   []string{"son-O1", "son-O2", "son-fastest", "esbuild-minify"},
	Yardstick: "esbuild-minify",
	AsIs:      true,
}

// FrontDoor compares reading and printing with esbuild's Transform, which
// minifies nothing either. One thread each: neither does it in parallel, and so
// the garbage collector's work counts in full.
var FrontDoor = Contest{
	Configs:   []string{"son-read-print", "esbuild-transform"},
	Yardstick: "esbuild-transform",
	Threads:   1,
}

// gcPercent is what the son command runs with; esbuild gets the same, and the same heap.
const gcPercent = 200

// Input is a program to measure on.
type Input struct {
	Name string
	File string
}

// Sample is one measured run.
type Sample struct {
	Wall time.Duration
	CPU  time.Duration // of all threads; 0 where the system does not say
	Peak int64         // bytes of memory that the process held at most; 0 likewise
	Size int           // of the input
	// Grown is Peak without what the process held before it opened the input.
	Grown int64
	// Live is the size of the heap that the tree keeps alive, without the source; for
	// son-read-print only.
	Live int64
}

// One runs a configuration on a program in this process: on some copies, each in a
// function, or, with 0 copies, on the program as it is.
func One(ctx context.Context, config, file string, copies int) (Sample, error) {
	bare := peak()
	src, err := load(file, copies)
	if err != nil {
		return Sample{}, err
	}
	debug.SetGCPercent(gcPercent)
	heap.Expect(len(src))
	runtime.GC()
	held := heapSize()
	before := cpuTime()
	start := time.Now()
	tree, err := run(ctx, config, src)
	s := Sample{Wall: time.Since(start), CPU: cpuTime() - before, Peak: peak(), Size: len(src)}
	s.Grown = max(s.Peak-bare, 0) // the system counts pages of several threads with some delay
	if tree != nil {
		runtime.GC()
		s.Live = heapSize() - held
	}
	runtime.KeepAlive(tree)
	runtime.KeepAlive(src)
	return s, err
}

// run returns the tree that a configuration read, if it is to be measured.
func run(ctx context.Context, config, src string) (*ast.Program, error) {
	switch config {
	case "son-O0-force-graph":
		_, err := passes.Optimize(ctx, src, passes.Options{Path: "in.js", ForceGraph: true})
		return nil, err
	case "son-O1":
		_, err := passes.Optimize(ctx, src, passes.Options{Path: "in.js", Level: 1})
		return nil, err
	case "son-O2":
		_, err := passes.Optimize(ctx, src, passes.Options{Path: "in.js", Level: 2})
		return nil, err
	case "son-fastest":
		set, err := passes.ParseAssumptions(Fastest)
		if err != nil {
			return nil, err
		}
		_, err = passes.Optimize(ctx, src, passes.Options{Path: "in.js", Level: 2, For: cost.Speed, Assume: set})
		return nil, err
	case "son-size":
		_, err := passes.Optimize(ctx, src, passes.Options{Path: "in.js", Level: 1, For: cost.Size})
		return nil, err
	case "son-minify-size":
		_, err := passes.Optimize(ctx, src, passes.Options{Path: "in.js", Level: 1, For: cost.Size, Minify: true})
		return nil, err
	case "son-read-print":
		return readPrint(src)
	case "esbuild-minify":
		return nil, transform(src, api.TransformOptions{MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true})
	case "esbuild-transform":
		return nil, transform(src, api.TransformOptions{})
	}
	return nil, fmt.Errorf("unknown configuration %q", config)
}

func readPrint(src string) (*ast.Program, error) {
	prog, ds := parse.Parse(src, parse.Options{Path: "in.js"})
	if prog == nil {
		return nil, errors.New(ds[0].Text)
	}
	if print.Program(prog, print.Options{Source: src}).Code == "" {
		return nil, errors.New("nothing was printed")
	}
	return prog, nil
}

func transform(src string, o api.TransformOptions) error {
	o.LogLevel = api.LogLevelSilent
	if r := api.Transform(src, o); len(r.Errors) > 0 {
		return errors.New(r.Errors[0].Text)
	}
	return nil
}

// Used returns the processor time that this process has used, and the most memory that it has held, in bytes.
func Used() (cpu time.Duration, memory int64) { return cpuTime(), peak() }

// heapSize is the size of all objects on the heap.
func heapSize() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

const (
	copyHead = "(function () {\n"
	copyTail = "\n})();\n"
)

// load reads a program and wraps each copy of it in a function, or returns it as it is
// if there are to be 0 copies. It allocates
// nothing but the result: the run could reuse the memory of any garbage, and
// would seem to need less.
func load(file string, copies int) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.Grow(max(copies, 1) * (len(copyHead) + int(info.Size()) + len(copyTail)))
	if copies == 0 {
		_, err := io.Copy(&b, f)
		return b.String(), err
	}
	for range copies {
		b.WriteString(copyHead)
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return "", err
		}
		if _, err := io.Copy(&b, f); err != nil {
			return "", err
		}
		b.WriteString(copyTail)
	}
	return b.String(), nil
}

// Result is the cost of a configuration on an input: medians, for the input and for twice
// the input.
type Result struct {
	Input, Config string
	Once          Sample
	Twice         Sample
	Times         float64 // CPU time, as a multiple of the yardstick's
}

// Growth is the cost of twice the input over the cost of the input.
func (r Result) Growth() float64 { return float64(spent(r.Twice)) / float64(max(spent(r.Once), 1)) }

// spent prefers the CPU time: it does not depend on other load.
func spent(s Sample) time.Duration {
	if s.CPU > 0 {
		return s.CPU
	}
	return s.Wall
}

func (r Result) String() string {
	per := func(bytes int64) float64 { return float64(bytes) / float64(max(r.Once.Size, 1)) }
	s := fmt.Sprintf("%-13s %-18s %5.2f MB in %7.3f s wall, %7.3f s CPU: %6.2f MB/s, %5d MB peak (%.1f bytes per source byte more than before), %5.2f times esbuild's CPU; twice the input: %.2f times",
		r.Input, r.Config, float64(r.Once.Size)/1e6, r.Once.Wall.Seconds(), r.Once.CPU.Seconds(),
		float64(r.Once.Size)/1e6/max(r.Once.Wall.Seconds(), 1e-9), r.Once.Peak>>20, per(r.Once.Grown), r.Times, r.Growth())
	if r.Once.Live > 0 {
		s += fmt.Sprintf("; the tree alone: %.1f bytes per source byte", per(r.Once.Live))
	}
	return s
}

// Run measures an input in all configurations of the contest, in child processes that
// run the command self with the arguments configuration, file and number of copies.
func (c Contest) Run(ctx context.Context, self []string, in Input, rounds int) ([]Result, error) {
	type key struct {
		config string
		copies int
	}
	samples := map[key][]Sample{}
	counts := []int{1, 2}
	if c.AsIs {
		counts = []int{0}
	}
	for range rounds {
		for _, config := range c.Configs {
			for _, copies := range counts {
				words := append(slices.Clone(self), config, in.File, fmt.Sprint(copies))
				if config == swcConfig {
					words = append(slices.Clone(c.Swc), in.File)
				}
				s, err := c.child(ctx, words)
				if err != nil {
					return nil, fmt.Errorf("%s on %s: %w", config, in.Name, err)
				}
				samples[key{config, copies}] = append(samples[key{config, copies}], s)
			}
		}
	}
	var out []Result
	yard := median(samples[key{c.Yardstick, counts[0]}])
	for _, config := range c.Configs {
		r := Result{Input: in.Name, Config: config, Once: median(samples[key{config, counts[0]}])}
		if !c.AsIs {
			r.Twice = median(samples[key{config, 2}])
		}
		r.Times = float64(spent(r.Once)) / float64(max(spent(yard), 1))
		out = append(out, r)
	}
	return out, nil
}

func (c Contest) child(ctx context.Context, words []string) (s Sample, err error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if c.Threads > 0 {
		cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", c.Threads))
	}
	if err := cmd.Run(); err != nil {
		return s, fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return s, json.Unmarshal(stdout.Bytes(), &s)
}

// median takes the median of each measure.
func median(list []Sample) Sample {
	pick := func(get func(Sample) int64) int64 {
		var vs []int64
		for _, s := range list {
			vs = append(vs, get(s))
		}
		slices.Sort(vs)
		return vs[len(vs)/2]
	}
	return Sample{
		Wall:  time.Duration(pick(func(s Sample) int64 { return int64(s.Wall) })),
		CPU:   time.Duration(pick(func(s Sample) int64 { return int64(s.CPU) })),
		Peak:  pick(func(s Sample) int64 { return s.Peak }),
		Size:  int(pick(func(s Sample) int64 { return int64(s.Size) })),
		Grown: pick(func(s Sample) int64 { return s.Grown }),
		Live:  pick(func(s Sample) int64 { return s.Live }),
	}
}
