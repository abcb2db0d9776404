package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/roundtrip"
)

// againPackages are the files that `sonlab normal --again` measures by default.
var againPackages = []string{"lodash/lodash.js", "underscore/underscore-umd.js", "acorn/dist/acorn.js", "jquery/dist/jquery.js"}

// normalAgain measures how many functions optimize to the same code from their normal
// form at a level as from their source.
func normalAgain(cmd *cobra.Command, dir string, args []string, level, examples int) error {
	files, err := filesOf(dir, againPackages, args)
	if err != nil {
		return err
	}
	r := roundtrip.Report{Examples: examples}
	for _, f := range files {
		src, err := os.ReadFile(f.path)
		if err != nil {
			return err
		}
		res, err := roundtrip.Again(cmd.Context(), roundtrip.File{Name: f.name, Source: string(src)}, level)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		r.Files = append(r.Files, res)
	}
	text, over := r.Again()
	fmt.Fprintf(cmd.OutOrStdout(), "normal form of -O%d:\n%s", level, text)
	if over {
		fmt.Fprintf(cmd.OutOrStdout(), "fewer than %.0f%% of the functions are equal, or some could not be compared\n", 100*roundtrip.MinEqual)
		return errFinds
	}
	return nil
}
