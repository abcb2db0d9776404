package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/corpus"
	"github.com/sonjs/son/cmd/sonlab/internal/roundtrip"
)

func roundtripCommand() *cobra.Command {
	var dir string
	var r roundtrip.Report
	cmd := &cobra.Command{
		Use: "roundtrip [FILE...]", Short: "measure how faithfully real programs come back from the graph",
		Long: `Optimize each FILE at -O0 with every function printed from its graph, and compare
the output with the input: what went through the graph, the size after minifying,
the functions whose tokens are the same, and structure that no author would have
written (labels, helpers, deeper nesting). Without a FILE: the installed files of a
default list. Exceeding a bound is an error.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := filesOf(dir, roundtrip.Packages(), args)
			if err != nil {
				return err
			}
			for _, f := range files {
				src, err := os.ReadFile(f.path)
				if err != nil {
					return err
				}
				res, err := roundtrip.Measure(cmd.Context(), roundtrip.File{Name: f.name, Source: string(src)})
				if err != nil {
					return fmt.Errorf("%s: %w", f.name, err)
				}
				r.Files = append(r.Files, res)
			}
			fmt.Fprint(cmd.OutOrStdout(), &r)
			over := r.Over()
			for _, o := range over {
				fmt.Fprintln(cmd.OutOrStdout(), "over the bound:", o)
			}
			if len(over) > 0 {
				return errFinds
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "npm-dir", "testdata/npm-programs", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	cmd.Flags().IntVar(&r.Examples, "examples", 0, "number of differing functions to show per class")
	return cmd
}

// measured is a file to measure, and its name in the report.
type measured struct{ path, name string }

// filesOf returns the files that args name, or else those of the packages that
// are installed.
func filesOf(dir string, packages, args []string) ([]measured, error) {
	var files []measured
	for _, name := range args {
		files = append(files, measured{name, name})
	}
	if len(args) > 0 {
		return files, nil
	}
	if env := os.Getenv("NPM_DIR"); env != "" {
		dir = env
	}
	for _, name := range packages {
		for _, d := range []string{filepath.Join(dir, "node_modules"), dir} {
			path := filepath.Join(d, filepath.FromSlash(name))
			if _, err := os.Stat(path); err == nil {
				files = append(files, measured{path, name})
				break
			}
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%w: no packages below %s; run npm ci there or set NPM_DIR", corpus.ErrAbsent, dir)
	}
	return files, nil
}
