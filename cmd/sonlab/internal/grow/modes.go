package grow

import (
	"context"
	"errors"
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/bench"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// Mode is a way to run the optimizer.
type Mode struct {
	Name    string
	Options passes.Options
	// Prepare, if set, converts a case's program to the form that the mode reads. Its
	// cost is not counted.
	Prepare *Mode
}

var normal = Mode{Name: "normal", Options: passes.Options{Level: 1, Emit: passes.Normal}}

// Modes are the modes that are measured.
var Modes = []Mode{
	{Name: "O0-forced", Options: passes.Options{ForceGraph: true}},
	{Name: "O1", Options: passes.Options{Level: 1}},
	{Name: "O1-forced", Options: passes.Options{Level: 1, ForceGraph: true}},
	{Name: "size", Options: passes.Options{Level: 1, For: cost.Size}},
	{Name: "speed", Options: passes.Options{Level: 1, For: cost.Speed}},
	normal,
	{Name: "blocks", Options: passes.Options{Level: 1, Emit: passes.Blocks}},
	{Name: "from-normal", Options: passes.Options{Level: 1, From: passes.Normal}, Prepare: &normal},
	{Name: "compact", Options: passes.Options{Level: 1, Compact: true}},
	{Name: "minify", Options: passes.Options{Level: 1, For: cost.Size, Minify: true}},
	{Name: "standard", Options: passes.Options{Level: 1, ForceGraph: true, Assume: assumptions(passes.AssumeStandard)}},
	{Name: "O2", Options: passes.Options{Level: 2}},
	{Name: "O2-minify", Options: passes.Options{Level: 2, For: cost.Size, Minify: true}},
	{Name: "fastest", Options: passes.Options{Level: 2, For: cost.Speed, Assume: assumptions(bench.Fastest...)}},
	{Name: "maps", Options: passes.Options{Level: 1, ForceGraph: true, SourceMap: true}},
}

func assumptions(names ...string) passes.AssumptionSet {
	set, err := passes.ParseAssumptions(names)
	if err != nil {
		panic("BUG: grow: " + err.Error())
	}
	return set
}

// Run optimizes a program on one thread. A function left as written because of an internal
// fault of the optimizer is an error: its cost would mean nothing.
func (m Mode) Run(ctx context.Context, c Case, src string) (passes.Result, error) {
	o := m.Options
	o.Path, o.Type, o.Workers = "in.js", c.Type, 1
	if c.Type == parse.Module {
		o.Path = "in.mjs"
	}
	r, err := passes.Optimize(ctx, src, o)
	if err == nil && len(r.Report.Faults) > 0 {
		err = errors.New(strings.Join(r.Report.Faults, "\n"))
	}
	return r, err
}

// program returns a case's program of n elements in the form that the mode reads.
func (m Mode) program(ctx context.Context, c Case, n int) (string, error) {
	src := c.Make(n)
	if m.Prepare == nil {
		return src, nil
	}
	r, err := m.Prepare.Run(ctx, c, src)
	return r.Code, err
}
