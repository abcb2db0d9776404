package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/corpus"
	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/parse"
)

func corpusCommand() *cobra.Command {
	var tf transformFlags
	var dir string
	var only []string
	var bisect bool
	cmd := &cobra.Command{
		Use: "corpus", Short: "call real libraries before and after optimization, and measure their size", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			modules, err := corpus.Find(dir)
			if err != nil {
				return err
			}
			ts, err := tf.transforms()
			if err != nil {
				return err
			}
			libs, err := corpus.Named(only)
			if err != nil {
				return err
			}
			called, wrong := &corpus.Caller{Modules: modules}, false
			for _, t := range ts {
				for _, lib := range libs {
					r, err := called.Compare(cmd.Context(), lib, t)
					if err != nil {
						fmt.Fprintln(cmd.OutOrStdout(), err)
						wrong = true
						continue
					}
					fmt.Fprintln(cmd.OutOrStdout(), r)
					wrong = wrong || r.Total > 0
					if bisect && r.Total > 0 {
						if err := culprit(cmd, called, lib, tf.levels); err != nil {
							return err
						}
					}
				}
			}
			fmt.Fprint(cmd.OutOrStdout(), tf.summary())
			if wrong {
				return errFinds
			}
			return nil
		},
	}
	tf.add(cmd)
	cmd.Flags().StringSliceVar(&only, "only", nil, "names of libraries")
	cmd.Flags().BoolVar(&bisect, "bisect", false, "find a single optimized function that makes a library answer differently")
	cmd.Flags().StringVar(&dir, "npm-dir", "testdata/npm", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	return cmd
}

// culprit bisects the functions of a library down to one that, optimized alone,
// makes it answer differently, and prints its source and its output.
func culprit(cmd *cobra.Command, called *corpus.Caller, lib corpus.Library, levels []int) error {
	src, err := os.ReadFile(filepath.Join(called.Modules, filepath.FromSlash(lib.File)))
	if err != nil {
		return err
	}
	prog, _ := parse.Parse(string(src), parse.Options{Path: lib.File, Type: parse.Script})
	if prog == nil {
		return fmt.Errorf("%s cannot be read", lib.File)
	}
	for _, level := range levels {
		differs := func(from, to int) bool {
			t := diff.Named{Name: "part", Do: son(sonOptions{level: level, force: true, workers: 1, from: from, to: to})}
			r, err := called.Compare(cmd.Context(), lib, t)
			return err != nil || r.Total > 0
		}
		from, to := 0, len(prog.Funcs)
		if from == to || !differs(from, to) {
			continue
		}
		at, end := halve(from, to, differs)
		if end-at > 1 {
			fmt.Fprintf(cmd.OutOrStdout(), "functions %d to %d of %s differ only in combination\n", at, end, lib.Name)
			continue
		}
		f := prog.Funcs[at]
		fmt.Fprintf(cmd.OutOrStdout(), "-O%d, function %d of %s alone:\n%s\n", level, at, lib.Name, src[f.Start:f.End])
		out, err := son(sonOptions{level: level, force: true, workers: 1, from: at, to: at + 1})(cmd.Context(), lib.File, string(src))
		if err != nil {
			fmt.Fprintln(cmd.OutOrStdout(), err)
			continue
		}
		// Only this function changed: the text around it is that of the source.
		tail := len(src) - int(f.End)
		if end := len(out) - tail; end > int(f.Start) {
			fmt.Fprintf(cmd.OutOrStdout(), "becomes\n%s\n", out[f.Start:end])
		}
	}
	return nil
}
