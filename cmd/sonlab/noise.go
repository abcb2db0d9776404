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

// noiseCommand measures what of the changed text is no change of the program.
func noiseCommand() *cobra.Command {
	var dirs []string
	var r noise.Report
	cmd := &cobra.Command{
		Use: "noise [FILE...]", Short: "measure what of the text that opt changes is no change of the program",
		Long: `Optimize each FILE at -O1 and compare the lines of input and output:

  functions  that changed
  lines      that changed, of both texts together
  noise      those whose tokens are the same, or differ only in spelling (quotes,
             numerals, semicolons, parentheses, names of helpers)
  lost       comments that went while the code next to them stayed
  strayed    comments that are no longer next to that code
  labels, nesting
             what the source has not
  crlf       lines that differ if the file has CRLF at the ends of its lines

Without a FILE: those of a list of packages that are installed. It is an error if
a bound is not kept.`,
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
	cmd.Flags().StringSliceVar(&dirs, "npm-dir", []string{"testdata/npm-programs", "testdata/npm"}, "directories that hold node_modules (the environment's NPM_DIR comes first)")
	cmd.Flags().IntVar(&r.Examples, "examples", 0, "places of each kind to show of each file")
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
