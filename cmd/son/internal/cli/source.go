package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/cmd/son/internal/look"
	"github.com/sonjs/son/internal/heap"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/viz/trace"
)

// source are the flags that select a function, and those for optimizing it.
type source struct {
	fn, level, sourceType string
	aim                   string
	allPhis               bool
	assume                []string
	try                   bool // also try what would happen under assumptions
}

func (f *source) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.fn, "fn", "", "the function: name, path.to.name, @line or @line:column")
	f.level, f.sourceType, f.aim = "1", "auto", cost.Balanced.String()
	f.how(fl)
	complete(cmd, map[string][]string{"level": levels, "format": sourceTypes, "assume": assumptions(), "for": cost.Aims})
}

// how adds the flags that control the optimization.
func (f *source) how(fl *pflag.FlagSet) {
	choose(fl, &f.level, "level", "O", levels, levelsText, levelUsage)
	choose(fl, &f.sourceType, "format", "", sourceTypes, "", "parse the program as: auto, script, module, commonjs")
	fl.BoolVar(&f.allPhis, "all-phis", f.allPhis, "create a phi for every name when a loop opens")
	fl.Var(words{to: &f.assume, commas: true, check: checkAssumption}, "assume", "assume this about the program; "+assumeUsage)
	choose(fl, &f.aim, "for", "", cost.Aims, "", aimUsage)
}

// read reads the program.
func (f *source) read(s Streams, path string) (*look.Program, error) {
	t, _ := sourceType(f.sourceType) // the flag is checked
	src, _, err := files.Read(path, s.In)
	if err != nil {
		return nil, said(s, ExitBadInput, err.Error())
	}
	heap.Expect(len(src))
	if path == "-" {
		path = files.Stdin
	}
	tree, ds := parse.Read(src, parse.Options{Path: path, Type: t, FindTsconfig: path != files.Stdin})
	if tree == nil {
		return nil, said(s, ExitBadInput, parse.Format(ds))
	}
	return look.NewProgram(tree, path, src), nil
}

// trace traces the function that the flags select.
func (f *source) trace(ctx context.Context, s Streams, p *look.Program) (*trace.Trace, error) {
	return f.until(ctx, s, p, "")
}

// until traces the function up to a pass; "" is the last one.
func (f *source) until(ctx context.Context, s Streams, p *look.Program, pass string) (*trace.Trace, error) {
	fn, err := f.find(p)
	if err != nil {
		return nil, err
	}
	o := f.options()
	o.Until = pass
	t, err := p.Trace(ctx, fn, o)
	var bailout *son.Bailout
	if errors.As(err, &bailout) {
		at := fn.Start
		if !bailout.Span.IsZero() {
			at = bailout.Span.Start
		}
		line, col := p.Position(at)
		return nil, said(s, ExitBadInput, fmt.Sprintf("%s:%d:%d: error: %s has no graph: %s\n    %s\nson opt leaves this function as written.",
			p.Path, line, col, p.Name(fn), bailout.Reason, p.Line(line)))
	}
	return t, err
}

// options are the options for optimizing the function.
func (f *source) options() look.Options {
	set, _ := passes.ParseAssumptions(f.assume) // the flags are checked
	return look.Options{Level: int(f.level[0] - '0'), AllPhis: f.allPhis, Assume: set, For: cost.Aim(slices.Index(cost.Aims, f.aim)), Try: f.try}
}

// selected finds the function of --fn; without it, all of them are meant.
func (f *source) selected(p *look.Program) (fn *ast.Function, all bool, err error) {
	if f.fn == "" {
		return nil, true, nil
	}
	fn, err = f.find(p)
	return fn, false, err
}

// maxCandidates is how many functions a message lists.
const maxCandidates = 20

// find finds the selected function.
func (f *source) find(p *look.Program) (*ast.Function, error) {
	if f.fn == "top" {
		if top := p.Top(); top != nil {
			return top, nil
		}
	}
	if len(p.AST.Funcs) == 0 {
		if f.fn == "top" || p.Top() == nil {
			return nil, badInput("there is no code in %s", p.Path)
		}
		return nil, badInput("there is no function in %s; --fn top is the code outside of functions", p.Path)
	}
	if f.fn == "" {
		if len(p.AST.Funcs) == 1 {
			return p.AST.Funcs[0], nil
		}
		return nil, usage("select a function with --fn NAME; the functions are%s", candidates(p, p.AST.Funcs))
	}
	fn, err := p.Find(f.fn)
	var missing *look.NotFound
	switch {
	case err == nil:
		return fn, nil
	case !errors.As(err, &missing):
		return nil, err
	case len(missing.Many) > 0:
		return nil, usage("--fn: %v; select one by its position:%s", missing, candidates(p, missing.Many))
	}
	near := didYouMean(f.fn, p.Names)
	if dot := strings.LastIndexByte(f.fn, '.'); near == "" && dot >= 0 { // methods have no class in their paths
		near = didYouMean(f.fn[dot+1:], p.Names)
	}
	if near != "" {
		return nil, usage("--fn: %v%s", missing, near)
	}
	return nil, usage("--fn: %v; the functions are%s", missing, candidates(p, p.AST.Funcs))
}

// candidates lists functions, one per line.
func candidates(p *look.Program, fns []*ast.Function) string {
	var b strings.Builder
	for i, fn := range fns {
		if i == maxCandidates {
			fmt.Fprintf(&b, "\n  and %d more", len(fns)-i)
			break
		}
		b.WriteString("\n  " + p.Where(fn))
	}
	return b.String()
}
