// Package bench measures the optimizer beside esbuild's minifier: time and peak
// memory, each run in a process of its own, the ways taking turns so that what
// else the machine does hits all of them alike.
package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/passes"
)

// Ways lists what is measured, the yardstick last.
func Ways() []string { return []string{"son-O0-force-graph", "son-O1", Yardstick} }

// Yardstick is the way that the others are compared to.
const Yardstick = "esbuild-minify"

// gcPercent is what the son command runs with; esbuild gets the same.
const gcPercent = 400

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
}

// One runs a way on a program in this process.
func One(ctx context.Context, way, file string, copies int) (Sample, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Sample{}, err
	}
	src := repeat(string(text), copies)
	text = nil
	debug.SetGCPercent(gcPercent)
	runtime.GC()
	before := cpuTime()
	start := time.Now()
	switch way {
	case "son-O0-force-graph":
		_, err = passes.Optimize(ctx, src, passes.Options{Path: "in.js", ForceGraph: true})
	case "son-O1":
		_, err = passes.Optimize(ctx, src, passes.Options{Path: "in.js", Level: 1})
	case Yardstick:
		r := api.Transform(src, api.TransformOptions{MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LogLevel: api.LogLevelSilent})
		if len(r.Errors) > 0 {
			err = errors.New(r.Errors[0].Text)
		}
	default:
		err = fmt.Errorf("unknown way %q", way)
	}
	return Sample{Wall: time.Since(start), CPU: cpuTime() - before, Peak: peak(), Size: len(src)}, err
}

// repeat gives each copy of the program a function of its own.
func repeat(src string, copies int) string {
	return strings.Repeat("(function () {\n"+src+"\n})();\n", copies)
}

// Result is what a way costs on an input: medians, once and twice the input.
type Result struct {
	Input, Way string
	Once       Sample
	Twice      Sample
	Times      float64 // the yardstick's CPU time, how many times
}

// Growth is the cost of twice the input over the cost of the input.
func (r Result) Growth() float64 { return float64(cost(r.Twice)) / float64(max(cost(r.Once), 1)) }

// cost prefers the CPU time: it does not depend on who else runs.
func cost(s Sample) time.Duration {
	if s.CPU > 0 {
		return s.CPU
	}
	return s.Wall
}

func (r Result) String() string {
	return fmt.Sprintf("%-11s %-19s %5.2f MB in %7.3f s wall, %7.3f s CPU: %6.2f MB/s, %5d MB peak, %5.1f times esbuild's CPU; twice the input: %.2f times",
		r.Input, r.Way, float64(r.Once.Size)/1e6, r.Once.Wall.Seconds(), r.Once.CPU.Seconds(),
		float64(r.Once.Size)/1e6/max(r.Once.Wall.Seconds(), 1e-9), r.Once.Peak>>20, r.Times, r.Growth())
}

// Run measures an input every way, in child processes that run the command
// self with the words way, file and number of copies behind it.
func Run(ctx context.Context, self []string, in Input, rounds int) ([]Result, error) {
	type key struct {
		way    string
		copies int
	}
	samples := map[key][]Sample{}
	for range rounds {
		for _, way := range Ways() {
			for copies := 1; copies <= 2; copies++ {
				s, err := child(ctx, append(slices.Clone(self), way, in.File, fmt.Sprint(copies)))
				if err != nil {
					return nil, fmt.Errorf("%s on %s: %w", way, in.Name, err)
				}
				samples[key{way, copies}] = append(samples[key{way, copies}], s)
			}
		}
	}
	var out []Result
	yard := median(samples[key{Yardstick, 1}])
	for _, way := range Ways() {
		r := Result{Input: in.Name, Way: way, Once: median(samples[key{way, 1}]), Twice: median(samples[key{way, 2}])}
		r.Times = float64(cost(r.Once)) / float64(max(cost(yard), 1))
		out = append(out, r)
	}
	return out, nil
}

func child(ctx context.Context, words []string) (s Sample, err error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
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
		Wall: time.Duration(pick(func(s Sample) int64 { return int64(s.Wall) })),
		CPU:  time.Duration(pick(func(s Sample) int64 { return int64(s.CPU) })),
		Peak: pick(func(s Sample) int64 { return s.Peak }),
		Size: int(pick(func(s Sample) int64 { return int64(s.Size) })),
	}
}
