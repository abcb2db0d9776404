package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/corpus"
	"github.com/sonjs/son/cmd/sonlab/internal/noise"
	"github.com/sonjs/son/cmd/sonlab/internal/roundtrip"
)

// noiseCommand measures how much of the changed text does not change the program.
func noiseCommand() *cobra.Command {
	var dirs []string
	var r noise.Report
	cmd := &cobra.Command{
		Use: "noise [FILE...]", Short: "measure how much of the text that opt changes does not change the program",
		Long: `Optimize each FILE at -O1 and compare the lines of input and output:

  functions  functions that changed
  lines      lines that changed, of both texts together
  noise      those whose tokens are the same, or differ only in spelling (quotes,
             numerals, semicolons, parentheses, names of helpers)
  lost       comments that were dropped although the code next to them stayed
  strayed    comments that are no longer next to that code
  labels, nesting
             labels and levels of nesting that the source does not have
  crlf       lines that differ if the file has CRLF line endings

Without a FILE: the installed files of a default list. Exceeding a bound is an
error.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := filesOfAny(dirs, noise.Files, args)
			if err != nil {
				return err
			}
			for _, f := range files {
				src, err := os.ReadFile(f.path)
				if err != nil {
					return err
				}
				res, err := noise.Measure(cmd.Context(), roundtrip.File{Name: f.name, Source: string(src)})
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
	cmd.Flags().StringSliceVar(&dirs, "npm-dir", []string{"testdata/npm-programs", "testdata/npm"}, "directories that hold node_modules (the environment variable NPM_DIR takes precedence)")
	cmd.Flags().IntVar(&r.Examples, "examples", 0, "number of places to show per kind and file")
	return cmd
}

// filesOfAny is filesOf for several directories: a package is taken from the first that
// has it.
func filesOfAny(dirs, packages, args []string) (files []measured, err error) {
	if len(args) > 0 {
		return filesOf("", nil, args)
	}
	for _, name := range packages {
		for _, dir := range dirs {
			found, err := filesOf(dir, []string{name}, nil)
			if err == nil {
				files = append(files, found...)
				break
			}
			if !errors.Is(err, corpus.ErrAbsent) {
				return nil, err
			}
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%w: no packages below %v; run npm ci there or set NPM_DIR", corpus.ErrAbsent, dirs)
	}
	return files, nil
}
