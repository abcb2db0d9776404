package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
)

// callsCommand counts what is known of the calls of real programs.
func callsCommand() *cobra.Command {
	var aim string
	var dir string
	cmd := &cobra.Command{
		Use: "calls [FILE...]", Short: "count known callees, private functions and inlined calls of real programs, and why known calls stay",
		Long: `Optimize each FILE at -O2 and print of its calls and functions:

  calls    calls, without those of new, of tags and of optional chains
  known    those whose callee is known
  tiny     known calls whose callee is one expression of at most 12 nodes
  closed   functions whose every reference is in the text
  private  functions that nothing but known calls can run
  single   private functions with one call
  inlined  known calls that -O2 inlines
  gone     private functions whose calls are all inlined

and then why the other known calls stay, for all files together.

Without a FILE: the installed files of the list of sonlab size.`,
		RunE: func(cmd *cobra.Command, files []string) error {
			i := slices.Index(cost.Aims, aim)
			if i < 0 {
				return fmt.Errorf("--for %s: expected one of %s", aim, strings.Join(cost.Aims, ", "))
			}
			if len(files) == 0 {
				files = installed(modulesDir(dir), cmd.ErrOrStderr())
			}
			table, err := callFigures(cmd.Context(), files, cost.Aim(i))
			fmt.Fprint(cmd.OutOrStdout(), table)
			return err
		},
	}
	cmd.Flags().StringVar(&aim, "for", cost.Balanced.String(), "what to optimize for")
	cmd.Flags().StringVar(&dir, "npm-dir", "testdata/npm", "directory that holds node_modules (the environment variable NPM_DIR takes precedence)")
	return cmd
}

// tiny is how many nodes an expression may have that a reader is glad to see in place of its name.
const tiny = 12

// callFigures returns the tables for some files.
func callFigures(ctx context.Context, files []string, aim cost.Aim) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-24s%8s%8s%7s%7s |%10s%8s%8s%8s |%8s%6s\n", "", "calls", "known", "%", "tiny", "functions", "closed", "private", "single", "inlined", "gone")
	stay := map[string]*stays{}
	var sum callCount
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return b.String(), err
		}
		c, err := countCalls(ctx, file, string(src), aim, stay)
		if err != nil {
			return b.String(), fmt.Errorf("%s: %w", file, err)
		}
		c.row(&b, filepath.Base(file))
		sum.add(c)
	}
	if len(files) > 1 {
		sum.row(&b, "all")
	}
	whys := slices.SortedFunc(maps.Keys(stay), func(x, y string) int { return cmp.Or(stay[y].all-stay[x].all, strings.Compare(x, y)) })
	if len(whys) > 0 {
		fmt.Fprintf(&b, "\nknown calls that stay: %d\n%8s%8s%8s\n", sum.known-sum.inlined, "all", "single", "tiny")
	}
	for _, why := range whys {
		fmt.Fprintf(&b, "%8d%8d%8d  %s\n", stay[why].all, stay[why].single, stay[why].tiny, why)
	}
	return b.String(), nil
}

// stays counts calls that stay for one reason: all of them, and those of private functions with one call and
// of tiny ones.
type stays struct{ all, single, tiny int }

// callCount counts calls and functions.
type callCount struct{ calls, known, tiny, functions, closed, private, single, inlined, gone int }

func (c *callCount) row(b *strings.Builder, name string) {
	fmt.Fprintf(b, "%-24s%8d%8d%7.1f%7d |%10d%8d%8d%8d |%8d%6d\n", name, c.calls, c.known, share(c.known, c.calls), c.tiny,
		c.functions, c.closed, c.private, c.single, c.inlined, c.gone)
}

func (c *callCount) add(o callCount) {
	c.calls += o.calls
	c.known += o.known
	c.tiny += o.tiny
	c.functions += o.functions
	c.closed += o.closed
	c.private += o.private
	c.single += o.single
	c.inlined += o.inlined
	c.gone += o.gone
}

// countCalls counts in one program, and adds up why known calls stay.
func countCalls(ctx context.Context, path, src string, aim cost.Aim, stay map[string]*stays) (c callCount, err error) {
	p, ds := parse.Read(src, parse.Options{Path: path})
	if p == nil {
		return c, fmt.Errorf("%s", parse.Format(ds))
	}
	g := calls.New(p, calls.Options{})
	for _, s := range g.Sites.All() {
		if s.Callee != nil && isTiny(s.Callee) {
			c.tiny++
		}
	}
	c.functions = len(p.Funcs)
	for i := range g.Functions {
		f := &g.Functions[i]
		if f.IsClosed() {
			c.closed++
		}
		if f.Exposed == "" && len(f.Calls) == 1 {
			c.single++
		}
	}
	r, err := passes.Optimize(ctx, src, passes.Options{Path: path, Level: 2, For: aim, Details: true})
	if err != nil {
		return c, err
	}
	of := r.Report.Calls
	c.calls, c.known, c.private, c.inlined, c.gone = of.Calls, of.Known, of.Private, of.Inlined, of.Gone
	for _, x := range of.List {
		if x.Inlined {
			continue
		}
		n := stay[x.Why]
		if n == nil {
			n = &stays{}
			stay[x.Why] = n
		}
		n.all++
		callee := g.Sites.At(x.Site).Callee
		if callee == nil {
			continue // it is only known under an assumption
		}
		if f := &g.Functions[callee.Index]; f.Exposed == "" && len(f.Calls) == 1 {
			n.single++
		}
		if isTiny(callee) {
			n.tiny++
		}
	}
	return c, nil
}

// isTiny reports whether a function is one small expression.
func isTiny(fn *ast.Function) bool {
	x := fn.ExprBody
	if len(fn.Body) == 1 {
		if r, ok := fn.Body[0].(*ast.Return); ok {
			x = r.X
		}
	}
	if x == nil {
		return false
	}
	n := 0
	ast.Walk(x, func(ast.Node) bool {
		n++
		return n <= tiny
	})
	return n <= tiny
}
