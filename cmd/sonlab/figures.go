package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/sonlab/internal/provable"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son/build"
)

// figuresCommand counts what the optimizer proves and removes in real programs.
func figuresCommand() *cobra.Command {
	var assume []string
	var dir string
	cmd := &cobra.Command{
		Use: "figures [FILE...]", Short: "count what the graph gains on real programs: effects ruled out, loads and objects removed",
		Long: `Optimize each FILE at -O1 and print what the report counts:

  operators  operations that run code if their operands are objects
  pure       those of them whose operand types rule that out
  floating   data nodes that are not fixed to a place
  loads, stores, objects, variables
             removed from functions that were reprinted; the last two are
             allocations, and variables that lived in memory
             again      visits of nodes beyond the first, per change of the graph
  reads      by functions of variables of enclosing scopes that only their declaration writes
  settled    those of them that find the only value; constants are among these
  provable   reads of constants that the rules of the plan allow to replace, checked without
             the optimizer; and how many of them it knows

Without a FILE: the installed files of the list of sonlab size.`,
		RunE: func(cmd *cobra.Command, files []string) error {
			set, err := passes.ParseAssumptions(assume)
			if err != nil {
				return err
			}
			if len(files) == 0 {
				files = installed(modulesDir(dir), cmd.ErrOrStderr())
			}
			table, err := figures(cmd.Context(), files, set)
			fmt.Fprint(cmd.OutOrStdout(), table)
			return err
		},
	}
	cmd.Flags().StringSliceVar(&assume, "assume", nil, "assumptions that son may make")
	cmd.Flags().StringVar(&dir, "npm-dir", "testdata/npm", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	return cmd
}

// figures returns the table for some files.
func figures(ctx context.Context, files []string, assume passes.AssumptionSet) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-24s%10s %10s %6s |%10s %10s %6s |%7s %7s %8s %9s |%9s %7s |%7s %7s %9s %9s %6s\n", "", "operators", "pure", "%", "nodes", "floating", "%",
		"loads", "stores", "objects", "variables", "changes", "again", "reads", "settled", "constants", "provable", "known")
	var all readFigures
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return b.String(), err
		}
		out, err := passes.Optimize(ctx, string(src), passes.Options{Path: file, Level: 1, Assume: assume})
		if err != nil {
			return b.String(), fmt.Errorf("%s: %w", file, err)
		}
		r, reads := out.Report, settledReads(string(src), file)
		fmt.Fprintf(&b, "%-24s%10d %10d %6.1f |%10d %10d %6.1f |%7d %7d %8d %9d |%9d %7.2f |%7d %6.1f%% %9d %9d %5.1f%%\n", filepath.Base(file), r.Operators, r.Pure, share(r.Pure, r.Operators),
			r.DataNodes, r.Floating, share(r.Floating, r.DataNodes), r.Memory.Loads, r.Memory.Stores, r.Memory.Allocations, r.Memory.Cells,
			r.Changes, r.Again(), reads.Reads, share(reads.Settled, reads.Reads), reads.Constants, reads.provable, share(reads.known, reads.provable))
		all.add(reads)
	}
	if len(files) > 1 {
		fmt.Fprintf(&b, "reads of all: %d, settled %.1f%%; of constants: provable %d, known %.1f%%\n", all.Reads, share(all.Settled, all.Reads), all.provable, share(all.known, all.provable))
	}
	return b.String(), nil
}

// readFigures are the figures of reads of names of enclosing scopes.
type readFigures struct {
	build.SettledReads
	provable int // reads of constants that can be shown to be settled
	known    int // of these, the ones that the optimizer knows
}

func (f *readFigures) add(g readFigures) {
	f.Reads += g.Reads
	f.Settled += g.Settled
	f.provable += g.provable
	f.known += g.known
}

// settledReads counts the reads of names of enclosing scopes.
func settledReads(src, file string) readFigures {
	p, _ := parse.Read(src, parse.Options{Path: file})
	if p == nil {
		return readFigures{}
	}
	facts := build.Decide(p)
	f := readFigures{SettledReads: facts.CountSettled(p)}
	known := map[*ast.Ident]bool{}
	for _, r := range facts.OnceWritten(p) {
		known[r.Ident] = r.Constant
	}
	for _, id := range provable.Reads(p) {
		f.provable++
		if known[id] {
			f.known++
		}
	}
	return f
}

// share returns n as a percentage of all.
func share(n, all int) float64 { return 100 * float64(n) / float64(max(all, 1)) }
