package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/corpus"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/internal/normal"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// formStats sums up the reports of the normal form checker.
type formStats struct {
	mu                                           sync.Mutex
	functions, asWritten, statements, exceptions int
	split, blocks                                int
	notSplit                                     map[string]int
	nested                                       map[string]int
	why                                          map[string]int // of the exceptions
}

// checkForm checks an output in normal form. The error lists the violations.
func (s *formStats) checkForm(name string, goal parse.SourceType, form passes.Form, r passes.Result) error {
	p, ds := parse.Parse(r.Code, parse.Options{Path: name, Type: goal})
	if p == nil {
		return errors.New("the output cannot be read: " + ds[0].String())
	}
	var rep *normal.Report
	if form == passes.Blocks {
		rep = normal.CheckBlocks(p, r.AsWritten, r.InNormal)
	} else {
		rep = normal.Check(p, r.AsWritten)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.functions += rep.Functions
	s.asWritten += len(r.AsWritten)
	s.split += rep.Split
	s.blocks += rep.Blocks
	for i, why := range r.InNormal {
		if i >= 0 {
			s.notSplit = counted(s.notSplit, gen.WithoutNames(why), 1)
		}
	}
	s.statements += rep.Statements
	s.exceptions += len(rep.Exceptions)
	for k, n := range rep.Nested {
		s.nested = counted(s.nested, k, n)
	}
	for _, x := range rep.Exceptions {
		s.why = counted(s.why, x.Why+"; and for the other, "+x.Other, 1)
	}
	if len(rep.Violations) == 0 {
		return nil
	}
	var b strings.Builder
	for _, v := range rep.Violations[:min(len(rep.Violations), 10)] {
		line := 1 + strings.Count(r.Code[:v.At.Start], "\n")
		fmt.Fprintf(&b, "%s:%d: not in normal form: %s\n", name, line, v.What)
	}
	fmt.Fprintf(&b, "%d violations of the normal form in total", len(rep.Violations))
	return errors.New(b.String())
}

func counted(m map[string]int, key string, n int) map[string]int {
	if m == nil {
		m = map[string]int{}
	}
	m[key] += n
	return m
}

func (s *formStats) String() string {
	var b strings.Builder
	nested := 0
	for _, n := range s.nested {
		nested += n
	}
	fmt.Fprintf(&b, "functions in normal form %d, left as written %d; statements %d, with a nested operand %d (%.2f%%)\n",
		s.functions, s.asWritten, s.statements, nested, 100*float64(nested)/float64(max(s.statements, 1)))
	if s.blocks > 0 {
		fmt.Fprintf(&b, "functions split into blocks %d, blocks %d\n", s.split, s.blocks)
		for _, k := range byCount(s.notSplit) {
			fmt.Fprintf(&b, "%7d not split: %s\n", s.notSplit[k], k)
		}
	}
	for _, k := range byCount(s.nested) {
		fmt.Fprintf(&b, "%7d nested: %s\n", s.nested[k], k)
	}
	fmt.Fprintf(&b, "names shared by two bindings, neither of which can be renamed: %d\n", s.exceptions)
	for _, k := range byCount(s.why) {
		fmt.Fprintf(&b, "%7d %s\n", s.why[k], k)
	}
	return b.String()
}

// byCount lists the keys of m, the most frequent first.
func byCount(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if m[keys[i]] != m[keys[j]] {
			return m[keys[i]] > m[keys[j]]
		}
		return keys[i] < keys[j]
	})
	return keys
}

func normalCommand() *cobra.Command {
	var tf transformFlags
	var dir string
	var only []string
	var again bool
	var examples int
	cmd := &cobra.Command{
		Use: "normal [FILE...]", Short: "convert real programs to the normal form, check the form, and compare their behaviour",
		Long: `Convert each FILE to the normal form and check it against the grammar. Without a FILE, do
so with the libraries of the corpus, which must answer as before, and measure their
size after minifying. With --again, optimize the normal form, and compare the result
with that of optimizing the file itself.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			tf.force, tf.kinds = true, []string{"son"}
			if again {
				for _, level := range tf.levels {
					if err := checkLevel(level); err != nil {
						return err
					}
					if err := normalAgain(cmd, dir, args, level, examples); err != nil {
						return err
					}
				}
				return nil
			}
			form := passes.Form(slices.Index(passes.Forms, tf.emit))
			if form != passes.Normal && form != passes.Blocks {
				return fmt.Errorf("there is no checker for %q: --emit must be normal or blocks", tf.emit)
			}
			ts, err := tf.transforms()
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			wrong := false
			fail := func(err error) {
				fmt.Fprintln(out, err)
				wrong = true
			}
			for _, name := range args {
				for _, level := range tf.levels {
					stats := &formStats{}
					if err := normalFile(cmd.Context(), name, level, form, stats); err != nil {
						fail(err)
					}
					fmt.Fprintf(out, "%s -O%d: %v", filepath.Base(name), level, stats)
				}
			}
			if len(args) == 0 {
				modules, err := corpus.Find(dir)
				if err != nil {
					return err
				}
				libs, err := corpus.Named(only)
				if err != nil {
					return err
				}
				called := &corpus.Caller{Modules: modules}
				for _, t := range ts {
					for _, lib := range libs {
						r, err := called.Compare(cmd.Context(), lib, t)
						if err != nil {
							fail(err)
							continue
						}
						fmt.Fprintln(out, r)
						wrong = wrong || r.Total > 0
					}
				}
				fmt.Fprint(out, tf.summary())
			}
			if wrong {
				return errFinds
			}
			return nil
		},
	}
	cmd.Flags().IntSliceVar(&tf.levels, "level", []int{0, 1}, "optimization levels of son")
	cmd.Flags().StringVar(&tf.emit, "emit", passes.Normal.String(), "form of the output: normal or blocks")
	cmd.Flags().StringSliceVar(&only, "only", nil, "names of libraries")
	cmd.Flags().BoolVar(&again, "again", false, "count the functions whose normal form optimizes to the same code as the functions of the file")
	cmd.Flags().IntVar(&examples, "examples", 0, "with --again: number of differing functions to show per class")
	cmd.Flags().BoolVar(&tf.verify, "verify", false, "verify the graphs after each phase")
	cmd.Flags().StringVar(&dir, "npm-dir", "testdata/npm", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	return cmd
}

// normalFile converts a file to the normal form and checks it.
func normalFile(ctx context.Context, name string, level int, form passes.Form, stats *formStats) error {
	src, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	r, err := passes.Optimize(ctx, string(src), passes.Options{Path: name, Level: level, Emit: form})
	if err != nil {
		return err
	}
	if len(r.Report.Faults) > 0 {
		return errors.New(strings.Join(r.Report.Faults, "\n"))
	}
	return stats.checkForm(name, parse.Auto, form, r)
}
