package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/size"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// sizeFlags select what to measure, and under which assumptions.
type sizeFlags struct {
	assume []string
	dir    string
	peers  bool
	minify bool
	level  int
	legal  string

	page    string
	efforts []int
	rounds  int
}

// sizeCommand measures how many bytes son saves over the wire.
func sizeCommand() *cobra.Command {
	var f sizeFlags
	cmd := &cobra.Command{
		Use: "size [FILE...]", Short: "measure minified and compressed size, with and without running son before esbuild",
		Long: `Minify each FILE with esbuild, as it is and after son with --for size, and compress
		both. A ratio is the compressed size with son over the one without: less than 1 is
		smaller. Without a FILE: the installed files of a default list. Comments do not count, but
		with --minify alone, legal ones do.

		With --page, compare son --minify at several settings with uglify-js, terser, swc and
		esbuild instead, each in a process of its own: sizes as they are and compressed with
		gzip and brotli, processor time and memory, and what parts of son contribute. All of
		that is printed, and written to docs/size.md. It takes some minutes. Without a FILE:
		eight libraries; --npm-dir is then testdata/npm-performance.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.page != "" {
				if !cmd.Flags().Changed("npm-dir") {
					f.dir = "testdata/npm-performance"
				}
				return f.sizePage(cmd, args)
			}
			return f.run(cmd, args)
		},
	}
	cmd.Flags().StringSliceVar(&f.assume, "assume", []string{passes.AssumeStandard}, "assumptions that son may make")
	cmd.Flags().StringVar(&f.dir, "npm-dir", "testdata/npm", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	cmd.Flags().BoolVar(&f.peers, "peers", false, "also measure another tool, if it is installed: terser before esbuild, or with --minify uglify-js")
	cmd.Flags().IntVar(&f.level, "level", 1, "optimization level of son")
	cmd.Flags().BoolVar(&f.minify, "minify", false, "compare the output of son opt --minify with that of esbuild's minifier instead")
	cmd.Flags().StringVar(&f.legal, "legal-comments", "", "what esbuild and son --minify do with legal comments: inline or none (default: inline; with --peers none, because uglify-js drops all comments)")
	cmd.Flags().StringVar(&f.page, "page", "", "compare with all other minifiers, and write docs/size.md to this file; - is the standard output")
	cmd.Flags().IntSliceVar(&f.efforts, "efforts", []int{0, 1, 2}, "with --page: the settings of --effort")
	cmd.Flags().IntVar(&f.rounds, "rounds", 1, "with --page: how often times are measured; the least counts")
	return cmd
}

// comments returns what becomes of legal comments, in a word for the options and in words for the
// table.
func (f *sizeFlags) comments() (parse.LegalComments, string, error) {
	kind := f.legal
	switch {
	case kind != "" && !f.minify:
		return 0, "", errors.New("--legal-comments has no effect without --minify: the sizes are without comments")
	case !f.minify:
		return parse.LegalDefault, "dropped", nil
	case kind == "" && f.peers:
		kind = "none"
	case kind == "":
		kind = "inline"
	}
	switch {
	case kind == "none":
		return parse.LegalNone, "dropped", nil
	case kind != "inline":
		return 0, "", fmt.Errorf("--legal-comments %s: expected none or inline", kind)
	case f.peers:
		return parse.LegalDefault, "kept by esbuild and son, dropped by uglify-js", nil
	}
	return parse.LegalDefault, "kept", nil
}

// measure measures one file as the flags request.
func (f *sizeFlags) measure(ctx context.Context, file string, o size.Options) (size.Result, error) {
	if f.minify {
		return size.MeasureMinified(ctx, file, o)
	}
	return size.Measure(ctx, file, o)
}

func (f *sizeFlags) run(cmd *cobra.Command, files []string) error {
	if err := checkLevel(f.level); err != nil {
		return err
	}
	assume, err := passes.ParseAssumptions(f.assume)
	if err != nil {
		return err
	}
	legal, comments, err := f.comments()
	if err != nil {
		return err
	}
	modules := modulesDir(f.dir)
	if len(files) == 0 {
		files = installed(modules, cmd.ErrOrStderr())
	}
	var peer size.Peer
	columns := ""
	switch {
	case f.peers && f.minify:
		peer, columns = size.UglifyJS(modules), "uglify-js, gzip, ratio of son to it"
	case f.peers:
		peer, columns = size.Terser(modules), "terser first, gzip, ratio of son to it"
	}
	o := size.Options{Level: f.level, Assume: assume, Legal: legal, Peer: peer}
	var rs []size.Result
	for _, file := range files {
		r, err := f.measure(cmd.Context(), file, o)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		rs = append(rs, r)
	}
	fmt.Fprint(cmd.OutOrStdout(), size.Table(rs, columns, comments))
	return nil
}

// installed returns the default files that are installed.
func installed(modules string, log io.Writer) (files []string) {
	for _, name := range size.Files {
		if file := filepath.Join(modules, filepath.FromSlash(name)); exists(file) {
			files = append(files, file)
		} else {
			fmt.Fprintf(log, "skipped, not installed: %s\n", name)
		}
	}
	return files
}
