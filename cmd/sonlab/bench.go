package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/bench"
)

// benchCommand compares time and memory with those of esbuild. Each run is a
// process of its own: the hidden command bench-one.
func benchCommand() *cobra.Command {
	var dir string
	var rounds int
	var frontDoor, forSize bool
	cmd := &cobra.Command{
		Use: "bench [FILE...]", Short: "compare time and peak memory with esbuild's",
		Long: `Compare, on each FILE and on twice its text, son at -O0 --force-graph and at -O1
		with esbuild's --minify, and reading and printing alone, on one thread, with
		esbuild's Transform without any minifying. Without a FILE: lodash and typescript,
		if they are installed, or else the repository's own script.

		With --for-size, compare son --for size, with --minify and without, with swc's
		minifier on each FILE as it is; without a FILE, on the installed files of the list
		of sonlab size. The package @swc/core has to be installed in the same directory.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			if forSize {
				return benchForSize(cmd, self, modulesDir(dir), args, rounds)
			}
			if len(args) == 0 {
				args = benchFiles(dir)
			}
			contests := []bench.Contest{bench.FrontDoor, bench.Optimizing}
			if frontDoor {
				contests = contests[:1]
			}
			for _, file := range args {
				for _, c := range contests {
					results, err := c.Run(cmd.Context(), []string{self, "bench-one"}, bench.Input{Name: filepath.Base(file), File: file}, rounds)
					if err != nil {
						return err
					}
					for _, r := range results {
						fmt.Fprintln(cmd.OutOrStdout(), r)
					}
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&frontDoor, "front-door", false, "measure reading and printing only")
	cmd.Flags().BoolVar(&forSize, "for-size", false, "compare optimizing for size with swc's minifier")
	cmd.MarkFlagsMutuallyExclusive("front-door", "for-size")
	cmd.Flags().IntVar(&rounds, "rounds", 5, "runs of each configuration; the medians are printed")
	cmd.Flags().StringVar(&dir, "npm-dir", "testdata/npm", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	return cmd
}

// benchForSize compares optimizing for size with swc.
func benchForSize(cmd *cobra.Command, self, modules string, files []string, rounds int) error {
	contest := bench.Sizing
	if contest.Swc = bench.Swc(modules); contest.Swc == nil {
		return fmt.Errorf("@swc/core is not installed in %s; --npm-dir or NPM_DIR names another directory", modules)
	}
	if len(files) == 0 {
		files = installed(modules, cmd.ErrOrStderr())
	}
	var inputs [][]bench.Result
	for _, file := range files {
		results, err := contest.Run(cmd.Context(), []string{self, "bench-one"}, bench.Input{Name: filepath.Base(file), File: file}, rounds)
		if err != nil {
			return err
		}
		inputs = append(inputs, results)
	}
	fmt.Fprint(cmd.OutOrStdout(), bench.SizingTable(inputs))
	return nil
}

// benchFiles finds the programs to measure on.
func benchFiles(dir string) []string {
	if d := os.Getenv("NPM_DIR"); d != "" {
		dir = d
	}
	var files []string
	for _, f := range []string{"lodash/lodash.js", "typescript/lib/typescript.js"} {
		for _, base := range []string{filepath.Join(dir, "node_modules"), dir} {
			if path := filepath.Join(base, filepath.FromSlash(f)); exists(path) {
				files = append(files, path)
				break
			}
		}
	}
	if len(files) == 0 {
		files = []string{filepath.Join("testdata", "real", "calendar.js")}
	}
	return files
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func benchOneCommand() *cobra.Command {
	return &cobra.Command{
		Use: "bench-one CONFIGURATION FILE COPIES", Short: "measure one run", Hidden: true, Args: cobra.ExactArgs(3),
		RunE: func(cmd *cobra.Command, args []string) error {
			copies, err := strconv.Atoi(args[2])
			if err != nil {
				return err
			}
			s, err := bench.One(cmd.Context(), args[0], args[1], copies)
			if err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(s)
		},
	}
}
