package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/programs"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// programMode is one way to optimize a program.
type programMode struct {
	name string
	o    sonOptions
	slow bool
}

// programModes are the configurations of the optimizer that --modes selects from. Slow means
// that --fast leaves it out.
var programModes = []programMode{
	{"O0-forced", sonOptions{level: 0, force: true}, false},
	{"O1-forced", sonOptions{level: 1, force: true}, false},
	{"O1", sonOptions{level: 1}, false},
	{"O1-size", sonOptions{level: 1, aim: cost.Size}, false},
	{"O2", sonOptions{level: 2}, false},
	{"O2-forced", sonOptions{level: 2, force: true}, true},
	{"O2-size", sonOptions{level: 2, aim: cost.Size}, true},
	{"O2-speed", sonOptions{level: 2, aim: cost.Speed}, false},
	{"O2-minify", sonOptions{level: 2, minify: true}, false},
}

// programModesNamed returns the configurations of these names.
func programModesNamed(names []string) ([]programMode, error) {
	var ms []programMode
	for _, name := range names {
		i := slices.IndexFunc(programModes, func(m programMode) bool { return m.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown mode %q: the modes are %s", name, strings.Join(programModeNames(), ", "))
		}
		ms = append(ms, programModes[i])
	}
	return ms, nil
}

// programModeNames returns the names of programModes.
func programModeNames() []string {
	var names []string
	for _, m := range programModes {
		names = append(names, m.name)
	}
	return names
}

// programFlags select the programs to run, and how to optimize them.
type programFlags struct {
	programs.Options
	dir    string
	only   []string
	modes  []string
	assume []string
	fast   bool
	verify bool
	bisect bool
}

func programsCommand() *cobra.Command {
	var f programFlags
	cmd := &cobra.Command{
		Use: "programs", Short: "run whole real programs before and after optimization", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cmd.Flags().StringVar(&f.dir, "npm-dir", "testdata/npm-programs", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	cmd.Flags().StringVar(&f.Inputs, "inputs", ".", "checkout of this project, whose texts are the input of the programs")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "names of programs")
	cmd.Flags().StringSliceVar(&f.modes, "modes", nil, "how to optimize: "+strings.Join(programModeNames(), ", ")+" (default all)")
	assumeFlag(cmd, &f.assume)
	cmd.Flags().BoolVar(&f.fast, "fast", false, "skip the large programs and some modes, and do only a part of the work")
	cmd.Flags().BoolVar(&f.verify, "verify", false, "verify the graphs after each phase")
	cmd.Flags().BoolVar(&f.bisect, "bisect", false, "find a single function that makes a program behave differently")
	return cmd
}

func (f *programFlags) run(cmd *cobra.Command) error {
	var err error
	if f.Modules, err = programs.Find(f.dir); err != nil {
		return err
	}
	f.Full = !f.fast
	set, err := passes.ParseAssumptions(f.assume)
	if err != nil {
		return err
	}
	if _, err := programModesNamed(f.modes); err != nil {
		return err
	}
	known := programs.Programs()
	for _, name := range f.only {
		if !slices.ContainsFunc(known, func(p programs.Program) bool { return p.Name == name }) {
			return fmt.Errorf("there is no program %q", name)
		}
	}
	all := make([]*sonStats, len(programModes))
	for i := range all {
		all[i] = &sonStats{}
	}
	wrong := false
	for _, p := range known {
		if len(f.only) > 0 && !slices.Contains(f.only, p.Name) || len(f.only) == 0 && f.fast && p.Large {
			continue
		}
		ok, err := f.runOne(cmd, p, set, all)
		if cmd.Context().Err() != nil || errors.Is(err, programs.ErrAbsent) {
			return err
		}
		if err != nil {
			fmt.Fprintln(cmd.OutOrStdout(), err) // concerns this program only; run the others
		}
		wrong = wrong || !ok || err != nil
	}
	for i, s := range all {
		if text := s.String(); text != "" {
			fmt.Fprintf(cmd.OutOrStdout(), "all under %s: %s", programModes[i].name, text)
		}
	}
	if wrong {
		return errFinds
	}
	return nil
}

// runOne runs one program optimized in each of the modes; ok reports that nothing differed.
func (f *programFlags) runOne(cmd *cobra.Command, p programs.Program, set passes.AssumptionSet, all []*sonStats) (ok bool, err error) {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	s, err := programs.Prepare(ctx, p, f.Options)
	if err != nil {
		return false, err
	}
	defer s.Close()
	ok = true
	for i, w := range programModes {
		if len(f.modes) > 0 && !slices.Contains(f.modes, w.name) || len(f.modes) == 0 && f.fast && w.slow {
			continue
		}
		o := w.o
		o.assume, o.verify, o.stats = set, f.verify, &sonStats{}
		r, err := s.Compare(ctx, wholeFile(o))
		all[i].sum(o.stats)
		if err != nil {
			fmt.Fprintf(out, "%s: %v\n", w.name, err)
		} else {
			fmt.Fprintf(out, "%s: %v\n  %s\n", w.name, r, o.stats.share())
		}
		if err == nil && r.Total == 0 {
			continue
		}
		ok = false
		if f.bisect {
			if err := f.culprit(cmd, s, o); err != nil {
				return false, err
			}
		}
	}
	return ok, ctx.Err()
}

// wholeFile returns the optimizer as a transform of a program's files.
func wholeFile(o sonOptions) programs.Transform {
	return func(ctx context.Context, file programs.File) (string, error) {
		po := passes.Options{
			Path: file.Path, Type: file.Type, Bundle: file.Bundle, Level: o.level, ForceGraph: o.force,
			For: o.aim, Assume: o.assume, Verify: o.verify, Seed: o.seed, Workers: o.workers,
		}
		if o.minify {
			po.Minify, po.For = true, cost.Size
		}
		if o.to > 0 {
			po.Only = func(_ string, fn *ast.Function) bool { return o.from <= fn.Index && fn.Index < o.to }
		}
		r, err := passes.Optimize(ctx, file.Source, po)
		if err != nil {
			return "", err
		}
		if len(r.Report.Faults) > 0 {
			return "", errors.New(strings.Join(r.Report.Faults, "\n"))
		}
		o.stats.add(r.Report)
		return r.Code, nil
	}
}

// culprit finds the file, and the function in it, that makes a program behave
// differently on its own.
func (f *programFlags) culprit(cmd *cobra.Command, s *programs.Setup, o sonOptions) error {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	o.stats = nil
	differs := func(o sonOptions, in func(path string) bool) bool {
		r, err := s.Compare(ctx, func(ctx context.Context, file programs.File) (string, error) {
			if !in(file.Path) {
				return file.Source, nil
			}
			return wholeFile(o)(ctx, file)
		})
		return err != nil || r.Total > 0
	}
	at, end := halve(0, len(s.Files), func(from, to int) bool {
		return differs(o, func(path string) bool {
			return slices.ContainsFunc(s.Files[from:to], func(file programs.File) bool { return file.Path == path })
		})
	})
	if end-at > 1 {
		fmt.Fprintln(out, "several files differ only in combination")
		return nil
	}
	file := s.Files[at]
	prog, _ := parse.Parse(file.Source, parse.Options{Path: file.Path, Type: file.Type})
	if prog == nil {
		return fmt.Errorf("%s cannot be read", file.Path)
	}
	fmt.Fprintln(out, "the file is", file.Path)
	index, end := halve(0, len(prog.Funcs), func(from, to int) bool {
		part := o
		part.from, part.to = from, to
		return differs(part, func(path string) bool { return path == file.Path })
	})
	if end-index > 1 {
		fmt.Fprintln(out, "several of its functions differ only in combination")
		return nil
	}
	fn := prog.Funcs[index]
	fmt.Fprintf(out, "function %d at offset %d alone:\n%s\n", index, fn.Start, file.Source[fn.Start:fn.End])
	o.from, o.to = index, index+1
	text, err := wholeFile(o)(ctx, file)
	if err != nil {
		fmt.Fprintln(out, err)
		return nil
	}
	if end := len(text) - (len(file.Source) - int(fn.End)); end > int(fn.Start) {
		fmt.Fprintf(out, "becomes\n%s\n", text[fn.Start:end])
	}
	return nil
}

// halve bisects a range that is known to differ, and returns the smallest part that it
// finds to differ. If that has more than one element, neither half of it differs alone.
func halve(from, to int, differs func(from, to int) bool) (first, end int) {
	for to-from > 1 {
		mid := (from + to) / 2
		switch {
		case differs(from, mid):
			to = mid
		case differs(mid, to):
			from = mid
		default:
			return from, to
		}
	}
	return from, to
}
