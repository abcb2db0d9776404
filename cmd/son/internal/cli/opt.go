package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/cmd/son/internal/watch"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

func optCommand(s Streams) *cobra.Command {
	var f optFlags
	cmd := &cobra.Command{
		Use:   "opt [FILE...|-]",
		Short: "Optimize programs",
		Long: `Optimize each FILE, or standard input. A single program is written to standard output
or to -o OUT; several are written into the directory -o DIR, under their relative paths.
TypeScript and JSX (.ts, .mts, .cts, .tsx, .jsx) become JavaScript.

A function that gains nothing is left as written.

With --bundle, FILE and everything that it imports become one program: packages are
found in node_modules, and settings in tsconfig.json and package.json. --target lets
esbuild rewrite the result. son guarantees that a program behaves as before; what
esbuild does is not covered by that. --minify is, but does not keep the value that a
script as a whole has for the eval that runs it.

With --check-assumptions, the program is left as written, and reports while it runs
which assumptions do not hold, and where.

With --list, each line of LIST names a program and its output:
    IN<tab>OUT[<tab>script|module|commonjs]
The programs are independent. OUT and OUT.err are removed first. A program that
cannot be read leaves no OUT, but an OUT.err with the error and its place; after a
bug in son, OUT.err begins with "BUG:".

The flags can also be set in son.json, by their long names, in this directory or one
above. Paths in it are relative to its directory, and "files" names the FILEs. The
command line takes precedence.

Exit code: 0 success; 1 a file cannot be read, parsed or written; 2 the command line
is invalid; 3 a bug in son (outputs are still written, with the affected function as
it was).`,
		Example: `  son opt in.js -o out.js --report
  cat in.js | son opt > out.js
  son opt src/*.js -o build --report=json --report-out report.jsonl
  son opt src/main.tsx -o dist/main.js --bundle --sourcemap --watch
  son opt in.js -o checked.js --check-assumptions --assume standard,closed-objects`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runCommand(cmd, s, args) },
	}
	f.add(cmd.Flags())
	complete(cmd, map[string][]string{"level": levels, "report": reports, "format": sourceTypes, "sourcemap": mapPlaces,
		"platform": parse.Platforms, "bundle-format": parse.Formats, "legal-comments": parse.LegalPlaces, "effort": efforts, "assume": assumptions(), "for": cost.Aims, "emit": passes.Forms, "from": passes.Forms})
	return cmd
}

// runCommand runs son opt with the flags of the command line and son.json.
func runCommand(cmd *cobra.Command, s Streams, args []string) error {
	load := func(seen *watch.Seen) (optFlags, []string, error) { return load(cmd.Flags(), args, seen) }
	f, files, err := load(nil)
	switch {
	case err != nil:
		return err
	case f.list != "":
		return runList(cmd.Context(), s, f)
	case f.watch:
		return runWatch(cmd.Context(), s, load)
	}
	return runOpt(cmd.Context(), s, f, files)
}

// load merges the flags of the command line and those of son.json. It may be called
// again, because son.json may have changed.
func load(given *pflag.FlagSet, args []string, seen *watch.Seen) (optFlags, []string, error) {
	f := optFlags{do: passes.Optimize, seen: seen}
	fl := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.add(fl)
	given.Visit(func(g *pflag.Flag) {
		to := fl.Lookup(g.Name)
		if to == nil {
			return // a flag of cobra
		}
		var err error
		if list, ok := g.Value.(pflag.SliceValue); ok {
			err = to.Value.(pflag.SliceValue).Replace(list.GetSlice())
		} else {
			err = to.Value.Set(g.Value.String())
		}
		if err != nil {
			panic("BUG: a flag cannot be set again: " + err.Error())
		}
	})
	c, err := configure(fl, given, f.config, seen)
	if err != nil {
		return f, nil, err
	}
	if len(args) == 0 && f.list == "" {
		args = c.named
	}
	if f.out != "" && !given.Changed("out") {
		f.outMakes, f.base = true, c.dir
	}
	if f.fastest && !given.Changed("level") {
		f.level = "2"
	}
	if f.fastest && !given.Changed("for") {
		f.aim = cost.Speed.String()
	}
	return f, args, f.check(given, args)
}

// options are the library's options for one program.
func (f *optFlags) options(path string, workers int) passes.Options {
	if path == "-" {
		path = files.Stdin
	}
	o := passes.Options{Path: path, Type: f.sourceType, Level: f.levelNumber, ForceGraph: f.force, For: f.betterAt, Emit: f.form, From: f.inForm, Verify: f.verify, Workers: workers,
		FindTsconfig: true, Tsconfig: f.tsconfig, Assume: f.assumed, Minify: f.minify, Effort: f.moreEffort, SearchLimit: f.searchLimit, Legal: f.legal, Target: f.handTarget, Details: f.wantReport}
	f.mapOptions(&o)
	if f.checkAssumptions {
		o.Check, o.Level, o.For, o.ForceGraph, o.Emit, o.From = f.assumed, 0, cost.Balanced, false, passes.Structured, passes.Structured
		o.Minify, o.Compact, o.Verify = false, false, false
	}
	return o
}

// runOpt optimizes programs.
func runOpt(ctx context.Context, s Streams, f optFlags, args []string) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	jobs, err := f.place(args)
	if err != nil {
		return err
	}
	return exit(runJobs(ctx, s, f, jobs))
}

// runJobs returns the exit code.
func runJobs(ctx context.Context, s Streams, f optFlags, jobs []*job) int {
	inner := f.jobs
	f.single = len(jobs) == 1
	if len(jobs) > 1 {
		inner = 1
	}
	// Reports and messages are output in the order of the arguments, each as soon
	// as all before it are.
	done := make([]chan struct{}, len(jobs))
	for i := range done {
		done[i] = make(chan struct{})
	}
	var reports bytes.Buffer
	code := ExitOK
	var wg sync.WaitGroup
	wg.Go(func() {
		for i, j := range jobs {
			<-done[i]
			s.Err.Write(j.messages.Bytes())
			reports.Write(j.report.Bytes())
			code = max(code, j.code)
			j.messages, j.report = bytes.Buffer{}, bytes.Buffer{}
		}
	})
	parallel(len(jobs), f.jobs, func(i int) {
		defer close(done[i])
		jobs[i].run(ctx, s, f, inner)
	})
	wg.Wait()
	if !f.wantReport {
		return code
	}
	if f.reportOut == "" {
		s.Err.Write(reports.Bytes())
		return code
	}
	if err := files.Write(f.reportOut, reports.String(), 0); err != nil {
		fmt.Fprintln(s.Err, err)
		code = max(code, ExitBadInput)
	}
	return code
}

// parallel runs do(0) … do(n-1) on several workers.
func parallel(n, workers int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, workers) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// loose finds a value that is separated from its flag and therefore taken for a FILE.
func (f *optFlags) loose(args []string) error {
	for _, a := range args {
		if _, err := os.Stat(a); a == "" || err == nil {
			continue
		}
		switch {
		case f.report != "" && slices.Contains(reports, a):
			return usage("there is no file %q; did you mean --report=%s?", a, a)
		case f.sourceMap != "" && slices.Contains(mapPlaces, a):
			return usage("there is no file %q; did you mean --sourcemap=%s?", a, a)
		}
	}
	if slices.Contains(args, "") {
		return usage("the name of a FILE is empty")
	}
	return nil
}

// place determines the input and the output of each program.
func (f *optFlags) place(args []string) ([]*job, error) {
	out := f.out
	dir := files.IsDir(out)
	stdin := 0
	for _, a := range args {
		if a == "-" {
			stdin++
		}
	}
	switch {
	case f.bundle && len(args) > 1:
		return nil, usage("--bundle makes one program from one FILE and its imports; %q is one too many", args[1])
	case len(args) > 1 && out == "":
		return nil, usage("%d files need -o DIR to write to", len(args))
	case len(args) > 1 && stdin > 0:
		return nil, usage("standard input has no file name, so it cannot be one of several inputs; optimize it by itself")
	case dir && stdin > 0:
		return nil, usage("-o %s is a directory, and standard input has no file name; name a file in it", out)
	case len(args) == 1 && !dir:
		return []*job{{in: args[0], out: out, makeDirs: f.outMakes || f.bundle}}, nil
	}
	if info, err := os.Stat(out); err == nil && !info.IsDir() {
		return nil, usage("-o %s is a file; %d files need a directory", out, len(args))
	}
	outs, err := files.Places(out, f.base, args)
	if err != nil {
		return nil, usage("%v", err)
	}
	jobs := make([]*job, len(args))
	for i, a := range args {
		jobs[i] = &job{in: a, out: outs[i], makeDirs: true}
	}
	return jobs, nil
}
