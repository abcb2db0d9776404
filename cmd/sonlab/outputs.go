package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/cmd/sonlab/internal/noise"
	"github.com/sonjs/son/cmd/sonlab/internal/oracle"
	"github.com/sonjs/son/cmd/sonlab/internal/outputs"
	"github.com/sonjs/son/parse"
)

// outputsFlags select what to optimize, and what to compare the outputs with.
type outputsFlags struct {
	against, save string
	names         []string
	testdata      string
	npm           []string
	test262       string
	percent       float64
	workers       int
	show          int
}

// outputsCommand is the safety net for refactoring.
func outputsCommand() *cobra.Command {
	var f outputsFlags
	cmd := &cobra.Command{
		Use: "outputs [FILE...]", Short: "save son's output for a corpus, and compare another version's output with it",
		Long: `Optimize a corpus in all modes of fuzz and save the outputs (--save), or compare them
		byte for byte with those that another version has saved (--against), or both. The corpus
		is each FILE, which may be a txtar archive, or else all fixtures, the packages that are
		installed, and a sample of a checkout of test262. A refusal counts as an output, too.
		It is an error if anything differs, is new, or is missing.`,
		Example: "  sonlab outputs --save before      # then change the code, and\n  sonlab outputs --against before --show 5",
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.against == "" && f.save == "" {
				return errors.New("nothing to do: name a directory with --save or --against")
			}
			return f.run(cmd, args)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.save, "save", "", "directory to save the outputs in")
	fl.StringVar(&f.against, "against", "", "directory of saved outputs to compare with")
	fl.StringSliceVar(&f.names, "modes", []string{"all"}, "modes: all, or "+strings.Join(modeNames(), ", "))
	fl.StringVar(&f.testdata, "testdata", "testdata", "directory of the fixtures")
	fl.StringSliceVar(&f.npm, "npm-dir", []string{"testdata/npm-programs", "testdata/npm"}, "directories that hold node_modules (the environment variable NPM_DIR takes precedence)")
	fl.StringVar(&f.test262, "test262", os.Getenv("TEST262"), "checkout of test262 (default: the environment variable TEST262)")
	fl.Float64Var(&f.percent, "percent", 5, "percentage of test262 to sample")
	fl.IntVar(&f.workers, "workers", 2, "programs to optimize in parallel")
	fl.IntVar(&f.show, "show", 3, "number of differing outputs to show, each with its first differing lines")
	return cmd
}

func (f *outputsFlags) run(cmd *cobra.Command, args []string) (err error) {
	modes, err := modesNamed(f.names)
	if err != nil {
		return err
	}
	list, err := f.corpus(cmd, args)
	if err != nil {
		return err
	}
	c := comparison{show: f.show}
	if f.against != "" {
		if c.old, err = outputs.Open(f.against); err != nil {
			return err
		}
	}
	if f.save != "" {
		if c.saved, err = outputs.Create(f.save); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.saved.Close()) }()
	}
	for _, m := range modes {
		t, err := m.transform()
		if err != nil {
			return err
		}
		if err := c.mode(cmd.Context(), t, list, f.workers); err != nil {
			return err
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d programs in %d modes", len(list), len(modes))
	if c.old == nil {
		fmt.Fprintln(cmd.OutOrStdout(), ": saved")
		return nil
	}
	missing := 0
	for _, key := range c.old.Keys() {
		if _, seen := c.seen.Load(key); !seen {
			missing++
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), ": %d differ, %d are new, %d are missing\n%s", c.differ, c.fresh, missing, c.text.String())
	if c.differ+c.fresh+missing > 0 {
		return errFinds
	}
	return nil
}

// corpus returns the programs to optimize.
func (f *outputsFlags) corpus(cmd *cobra.Command, args []string) (list []oracle.Source, err error) {
	for _, path := range args {
		more, err := oracle.File(path)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	if len(args) > 0 {
		return list, nil
	}
	if list, err = outputs.Fixtures(f.testdata); err != nil {
		return nil, err
	}
	files, err := filesOfAny(f.npm, noise.Files, nil)
	if err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "SKIPPED packages:", err)
	}
	for _, p := range files {
		list = append(list, oracle.Source{Name: p.name, File: p.path})
	}
	if f.test262 == "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "SKIPPED test262: no checkout; name one with --test262")
		return list, nil
	}
	tests, _, err := oracle.Test262(f.test262)
	return append(list, outputs.Sample(tests, f.percent)...), err
}

// comparison is the state of one run.
type comparison struct {
	old, saved *outputs.Store // either may be nil
	show       int

	seen          sync.Map // keys
	mu            sync.Mutex
	differ, fresh int
	text          strings.Builder
}

// mode optimizes all programs in one mode.
func (c *comparison) mode(ctx context.Context, t diff.Named, list []oracle.Source, workers int) error {
	errs := make(chan error, len(list))
	next := make(chan oracle.Source)
	var wg sync.WaitGroup
	for range max(workers, 1) {
		wg.Go(func() {
			for s := range next {
				errs <- c.program(ctx, t, s)
			}
		})
	}
	for _, s := range list {
		next <- s
	}
	close(next)
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (c *comparison) program(ctx context.Context, t diff.Named, s oracle.Source) error {
	src, err := s.Load()
	if err != nil {
		return err
	}
	key := t.Name + " " + s.Name
	c.seen.Store(key, true)
	text := outputOf(ctx, t, pathOf(s), src)
	if c.saved != nil {
		if err := c.saved.Put(key, text); err != nil {
			return err
		}
	}
	if c.old == nil {
		return nil
	}
	known, same := c.old.Has(key, text)
	if same {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !known {
		c.fresh++
		return nil
	}
	c.differ++
	if c.differ > c.show {
		return nil
	}
	before, err := c.old.Get(key)
	if err == nil {
		fmt.Fprintf(&c.text, "\n%s\n%s", key, noise.Hunks(before, text, 3))
	}
	return err
}

// outputOf returns the output of a mode for a program. Of an error only the first line
// counts: it may be followed by a stack trace, which contains addresses.
func outputOf(ctx context.Context, t diff.Named, path, src string) string {
	code, err := t.Do(ctx, path, src)
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return "error: " + line + "\n"
	}
	return code
}

// pathOf returns a path from which the goal symbol of a source follows.
func pathOf(s oracle.Source) string {
	if s.Type == parse.Module {
		return "in.mjs"
	}
	name, _, _ := strings.Cut(s.Name, " (") // cuts off how it is read
	return "in" + filepath.Ext(name)
}
