package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/speed"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// speedFlags select the programs to time, the engines, and the variants to compare.
type speedFlags struct {
	engines, only, assume []string
	forEngines            []string
	rounds                int
	work                  time.Duration
	dir                   string
	peers, forSpeed       bool
	count, check          bool
	levels                []int
	log                   io.Writer
}

// speedCommand times the output of the optimizer; bench times the optimizer itself.
func speedCommand() *cobra.Command {
	var f speedFlags
	cmd := &cobra.Command{
		Use: "speed", Short: "time programs before and after optimization, in several engines", Args: cobra.NoArgs,
		Long: `Time programs as written, as an exact copy (its gain is the machine's noise), and as
		son outputs them at the levels of --level, without assumptions and, with --assume, under some; with
		--for-speed also optimized for speed.
		With --peers also as esbuild outputs them, and terser and Closure SIMPLE if they are
		installed. A figure is the processor time of the original over that of the variant, with
		its 95% interval: more than 1 is faster.
		With --count, the figure is instead the number of machine instructions, counted by
		valgrind, of the original over that of the variant. Near 1, where in QuickJS
		it depends on the layout of the engine's memory, it is the mean over five layouts.
		In node, V8 runs on one thread, and what it takes to compile a program does not count;
		what the compilers make depends on how much a program has run before, so with them a
		figure may change much from one amount of work to another.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().StringSliceVar(&f.engines, "engine", []string{"quickjs", "jitless", "node"}, "engines: quickjs, jitless (node without its compilers), node")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "names of programs")
	cmd.Flags().StringSliceVar(&f.assume, "assume", nil, "add a variant that son optimizes under these assumptions; with --for-speed, for speed")
	cmd.Flags().IntVar(&f.rounds, "rounds", 15, "pairs of runs of each variant")
	cmd.Flags().DurationVar(&f.work, "work", 100*time.Millisecond, "approximate time of a run of the original")
	cmd.Flags().StringVar(&f.dir, "npm-dir", "testdata/npm", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	cmd.Flags().IntSliceVar(&f.levels, "level", []int{1}, "optimization levels of son: 1, 2")
	cmd.Flags().BoolVar(&f.forSpeed, "for-speed", false, "add a variant that son optimizes with --for speed")
	cmd.Flags().StringSliceVar(&f.forEngines, "for-engine", nil, "add variants for the speed of one engine (quickjs, v8, jitless), with --assume under these assumptions")
	cmd.Flags().BoolVar(&f.count, "count", false, "count instructions under valgrind instead of timing")
	cmd.Flags().BoolVar(&f.check, "check", false, "only time checks of the assumptions of --assume, and list how many each program has")
	cmd.Flags().BoolVar(&f.peers, "peers", false, "time other tools, too")
	return cmd
}

func (f *speedFlags) run(cmd *cobra.Command) error {
	f.log = cmd.OutOrStdout()
	dir, err := os.MkdirTemp("", "sonlab-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c := speed.Contest{Modules: modulesDir(f.dir), Rounds: f.rounds, Work: f.work, Log: cmd.OutOrStdout()}
	if c.Programs, err = f.programs(); err != nil {
		return err
	}
	if c.Variants, err = f.variants(c.Modules, dir); err != nil {
		return err
	}
	results, absent, err := f.results(cmd.Context(), c, dir)
	if err != nil {
		return err
	}
	fmt.Fprint(cmd.OutOrStdout(), speed.Summary(results))
	if len(absent) > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "skipped, because their packages are not installed: %s\n", strings.Join(absent, " "))
	}
	if slices.ContainsFunc(results, func(r speed.Result) bool { return r.Err != nil && strings.HasPrefix(r.Variant, "son") }) {
		return errFinds
	}
	return nil
}

// results times the variants, or counts their instructions.
func (f *speedFlags) results(ctx context.Context, c speed.Contest, dir string) (results []speed.Result, absent []string, err error) {
	if f.count {
		for _, name := range f.engines {
			rs, left, err := countIn(ctx, c, name, dir)
			if err != nil {
				return nil, nil, err
			}
			results, absent = append(results, rs...), left
		}
		return results, absent, nil
	}
	for _, name := range f.engines {
		e, err := speed.Open(name, dir)
		if err != nil {
			return nil, nil, err
		}
		c.Engines = append(c.Engines, e)
	}
	return c.Run(ctx)
}

// countIn counts instructions in one engine.
func countIn(ctx context.Context, c speed.Contest, engine, dir string) ([]speed.Result, []string, error) {
	if engine == "quickjs" {
		once, err := speed.Build(ctx, dir)
		if err != nil {
			return nil, nil, err
		}
		counter, err := speed.NewValgrind(dir, once)
		if err != nil {
			return nil, nil, err
		}
		return c.Count(ctx, counter)
	}
	counter, err := speed.NewIsolates(engine, dir)
	if err != nil {
		return nil, nil, err
	}
	return c.CountIn(ctx, counter)
}

func (f *speedFlags) programs() ([]speed.Program, error) {
	all, err := speed.Programs()
	if err != nil || len(f.only) == 0 {
		return all, err
	}
	var chosen []speed.Program
	for _, name := range f.only {
		i := slices.IndexFunc(all, func(p speed.Program) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no program %q", name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

func (f *speedFlags) variants(modules, dir string) ([]speed.Variant, error) {
	vs := []speed.Variant{speed.Copy}
	set, err := passes.ParseAssumptions(f.assume)
	if err != nil {
		return nil, err
	}
	if f.check {
		counted := func(file string, checks int) { fmt.Fprintf(f.log, "%-14s %d places are checked\n", file, checks) }
		return append(vs, speed.Checked("son-check", set, counted)), nil
	}
	for _, level := range f.levels {
		if level < 1 || level > 2 {
			return nil, fmt.Errorf("there is no level %d here: the levels are 1 and 2", level)
		}
		name := "son"
		if level > 1 {
			name = fmt.Sprintf("son-O%d", level)
		}
		vs = append(vs, speed.Son(name, passes.Options{Level: level}))
		if f.forSpeed {
			vs = append(vs, speed.Son(name+"-for-speed", passes.Options{Level: level, For: cost.Speed}))
		}
		if len(f.assume) > 0 {
			o := passes.Options{Level: level, Assume: set}
			if f.forSpeed {
				o.For = cost.Speed
			}
			vs = append(vs, speed.Son(name+"-assuming", o))
		}
		for _, engine := range f.forEngines {
			aim := slices.Index(cost.Aims, "speed="+engine)
			if aim < 0 {
				return nil, fmt.Errorf("unknown engine %q: the engines are quickjs, v8 and jitless", engine)
			}
			vs = append(vs, speed.Son(name+"-for-"+engine, passes.Options{Level: level, For: cost.Aim(aim), Assume: set}))
		}
	}
	if f.peers {
		vs = append(vs, speed.Esbuild)
		vs = append(vs, speed.Peers(modules, dir)...)
	}
	return vs, nil
}

// modulesDir returns the node_modules directory in dir or, if the environment
// variable NPM_DIR is set, in that directory, which may itself be one.
func modulesDir(dir string) string {
	if d := os.Getenv("NPM_DIR"); d != "" {
		dir = d
	}
	if inner := filepath.Join(dir, "node_modules"); exists(inner) {
		return inner
	}
	return dir
}
