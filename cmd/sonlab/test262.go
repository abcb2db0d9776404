package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/test262"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/passes"
)

func test262Command() *cobra.Command {
	var (
		c         test262.Config
		o         sonOptions
		printOnly bool
		assume    []string
		aim       string
		emit      string
		compact   bool
		jsonFile  string
	)
	cmd := &cobra.Command{
		Use: "test262", Short: "run the conformance tests before and after optimization", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.Dir == "" {
				return errors.New("no checkout of test262: name one with --dir or the environment variable TEST262")
			}
			var err error
			if err = checkLevel(o.level); err != nil {
				return err
			}
			if o.assume, err = passes.ParseAssumptions(assume); err != nil {
				return err
			}
			if o.aim, err = aimOf(aim); err != nil {
				return err
			}
			if o.emit, err = formOf(emit); err != nil {
				return err
			}
			if o.silent {
				o.check = o.assume
			}
			o.workers, o.stats = 1, &sonStats{}
			c.Transform = conformanceTransform(o, compact)
			if printOnly {
				c.Transform = reprint(compact)
			}
			last := time.Now()
			c.Progress = func(phase string, done, total int) {
				if time.Since(last) > 10*time.Second {
					last = time.Now()
					fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d of %d\n", phase, done, total)
				}
			}
			r, err := test262.Run(cmd.Context(), c)
			if err != nil {
				return err
			}
			fmt.Fprint(cmd.OutOrStdout(), r, o.stats)
			if jsonFile != "" {
				text, err := json.MarshalIndent(r, "", " ")
				if err != nil {
					return err
				}
				if err := os.WriteFile(jsonFile, append(text, '\n'), 0o666); err != nil {
					return err
				}
			}
			if r.Failures() > 0 {
				return errFinds
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.Dir, "dir", os.Getenv("TEST262"), "checkout of test262 (default: the environment variable TEST262)")
	f.BoolVar(&printOnly, "print-only", false, "read and reprint every test, without optimizing")
	f.BoolVar(&compact, "compact", false, "print without insignificant white space")
	f.IntVar(&o.level, "level", 1, "optimization level")
	f.BoolVar(&o.force, "force-graph", true, "print every function from its graph")
	assumeFlag(cmd, &assume)
	aimFlag(cmd, &aim)
	emitFlag(cmd, &emit)
	f.BoolVar(&o.minify, "minify", false, "minify the output; function names are preserved")
	f.BoolVar(&o.silent, "check", false, "do not optimize, but insert checks of the assumptions of --assume, which report nothing")
	f.BoolVar(&o.verify, "verify", true, "verify the graphs after each phase")
	f.BoolVar(&c.Wrap, "wrap", false, "put the body of each test into a function first")
	f.StringVar(&c.Only, "only", "", "run only tests whose path below test contains this; several are separated by commas; /…/ is a regular expression")
	f.StringVar(&c.Skip, "skip", "", "tests to skip, written as for --only")
	f.StringVar(&c.Sample, "sample", "", "a random part of the files, e.g. 5% or 1000")
	f.Int64Var(&c.Seed, "seed", 1, "seed of the sample")
	f.StringSliceVar(&c.Dirs, "dirs", nil, "folders below test (default: language,built-ins,annexB, and intl402 where node has Intl)")
	f.IntVar(&c.Jobs, "jobs", 2, "node processes to run in parallel")
	f.DurationVar(&c.Timeout, "timeout", 10*time.Second, "time limit for one run of one test")
	f.StringVar(&c.Work, "work", defaultWork(), "directory that caches the outcomes of texts that have run")
	f.StringVar(&c.Save, "save", "", "directory for the texts of failing tests: NAME.in.js, NAME.out.js, NAME.txt")
	f.StringVar(&jsonFile, "json", "", "write the report to this file as JSON")
	return cmd
}

// defaultWork returns the directory that caches outcomes from one command to the
// next, or "" if the system has no place for such files.
func defaultWork() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "sonlab", "test262")
}

// goalOf returns the goal symbol of a conformance test.
func goalOf(p test262.Program) parse.SourceType {
	if p.Module {
		return parse.Module
	}
	return parse.Script
}

// reprint returns a transform that reads a program and prints all of it from its tree.
func reprint(compact bool) test262.Transform {
	return func(_ context.Context, p test262.Program) (string, error) {
		prog, ds := parse.Parse(p.Source, parse.Options{Path: p.Path, Type: goalOf(p)})
		if prog == nil {
			return "", refusal(ds)
		}
		return print.Program(prog, print.Options{Compact: compact}).Code, nil
	}
}

// conformanceTransform returns the optimizer as a transform. Here, unlike for users,
// a function left as written because of a fault is a failure.
func conformanceTransform(o sonOptions, compact bool) test262.Transform {
	return func(ctx context.Context, p test262.Program) (string, error) {
		r, err := passes.Optimize(ctx, p.Source, passes.Options{
			Path: p.Path, Type: goalOf(p), Level: o.level, ForceGraph: o.force, Verify: o.verify,
			Assume: o.assume, For: o.aim, Emit: o.emit, Minify: o.minify, Workers: o.workers, Compact: compact, Check: o.check,
		})
		var syntax *passes.SyntaxError
		switch {
		case errors.As(err, &syntax):
			return "", refusal(syntax.Diagnostics)
		case err != nil:
			return "", err
		case len(r.Report.Faults) > 0:
			return "", errors.New(strings.Join(r.Report.Faults, "\n"))
		}
		o.stats.add(r.Report)
		if o.silent && r.Code != p.Source {
			return silenced(r.Code)
		}
		return r.Code, nil
	}
}

// refusal returns the error for a program that cannot be read. If the reader itself
// failed, that is a fault instead.
func refusal(ds []parse.Diagnostic) error {
	if strings.HasPrefix(ds[0].Text, "BUG:") {
		return errors.New(ds[0].String())
	}
	return &test262.Refusal{Reason: ds[0].String()}
}
