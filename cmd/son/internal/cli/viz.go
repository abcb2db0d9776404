package cli

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/cmd/son/internal/look"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/viz"
)

// vizFlags are the flags of son viz.
type vizFlags struct {
	fn, phase, level, format, out string
	sourceType                    string
	calls, allPhis                bool
	constants, ids                bool
}

// pictures are the formats that Graphviz draws.
var pictures = [...]string{"svg", "png", "pdf"}

func vizCommand(s Streams) *cobra.Command {
	var f vizFlags
	cmd := &cobra.Command{
		Use:   "viz FILE",
		Short: "Draw the graph of a function, or who calls whom",
		Long: `Draw one function's graph, after the last pass or at another moment:

  --phase scopes     while it is built, when the last loop opened (scopes:N: the N-th moment)
  --phase build      built, before any pass
  --phase PASS       after a pass; 'son passes' lists them
  --phase schedule   each node in its block

A function is named by the end of its path (name, outer.name) or by its place
(@line, @line:column). -f dot and text need nothing else; -f svg, png and pdf run
the dot program of Graphviz.`,
		Example: `  son viz in.js --fn parse.next -f text
  son viz in.js --fn @120 --phase schedule -f svg -o next.svg
  son viz in.js --calls -f dot`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("son viz takes one FILE, and here are %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(s, args[0]) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.fn, "fn", "", "the function: name, path.to.name, @line or @line:column")
	fl.StringVar(&f.phase, "phase", "", "the moment (default: after the last pass)")
	fl.StringVarP(&f.level, "level", "O", "1", "optimization level (-O0, -O1)")
	fl.StringVarP(&f.format, "as", "f", "dot", "dot, text, svg, png or pdf")
	fl.StringVarP(&f.out, "out", "o", "", "write to this file (default: standard output)")
	fl.StringVar(&f.sourceType, "format", "auto", "read the program as: auto, script, module, commonjs")
	fl.BoolVar(&f.calls, "calls", false, "draw which function calls which, instead")
	fl.BoolVar(&f.allPhis, "all-phis", false, "make a phi for every name when a loop opens")
	fl.BoolVar(&f.constants, "constants", false, "draw constants as nodes of their own")
	fl.BoolVar(&f.ids, "ids", false, "show real node ids, not canonical numbers")
	for name, values := range map[string][]string{"level": {"0", "1"}, "as": {"dot", "text", "svg", "png", "pdf"}, "phase": look.Moments(1)} {
		if err := cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	return cmd
}

func (f *vizFlags) run(s Streams, path string) error {
	t, ok := sourceType(f.sourceType)
	picture := slices.Contains(pictures[:], f.format)
	switch {
	case !ok:
		return usage("--format %s: there are auto, script, module and commonjs", f.sourceType)
	case f.level != "0" && f.level != "1":
		return usage("-O%s: there are -O0 and -O1", f.level)
	case f.format != "dot" && f.format != "text" && !picture:
		return usage("-f %s: there are dot, text, %s", f.format, strings.Join(pictures[:], ", "))
	case f.calls && f.fn != "":
		return usage("--calls draws the whole program; leave out --fn")
	case f.calls && f.format == "text":
		return usage("--calls has no text form; there are dot, %s", strings.Join(pictures[:], ", "))
	}
	src, _, err := files.Read(path, s.In)
	if err != nil {
		return said(s, ExitBadInput, err.Error())
	}
	if path == "-" {
		path = files.Stdin
	}
	tree, ds := parse.Read(src, parse.Options{Path: path, Type: t, FindTsconfig: path != files.Stdin})
	if tree == nil {
		return said(s, ExitBadInput, parse.Format(ds))
	}
	p := look.NewProgram(tree)
	var out bytes.Buffer
	if f.calls {
		calls, err := p.Calls()
		if err == nil {
			err = viz.CallGraph(&out, calls)
		}
		if err != nil {
			return said(s, ExitFault, "BUG: "+err.Error())
		}
	} else if err := f.function(s, p, path, &out); err != nil {
		return err
	}
	if picture {
		var drawn bytes.Buffer
		if err := (viz.Dot{}).Render(&drawn, out.Bytes(), f.format); err != nil {
			return badInput("%v", err)
		}
		out = drawn
	}
	if f.out != "" && f.out != "-" {
		if err := files.Write(f.out, out.String(), 0); err != nil {
			return said(s, ExitBadInput, err.Error())
		}
		return nil
	}
	if _, err := s.Out.Write(out.Bytes()); err != nil {
		return badInput("standard output cannot be written: %s", files.Reason(err))
	}
	return nil
}

// said prints a message and ends the command.
func said(s Streams, code int, text string) error {
	fmt.Fprintln(s.Err, strings.TrimRight(text, "\n"))
	return exit(code)
}

// function draws one function into out.
func (f *vizFlags) function(s Streams, p *look.Program, path string, out *bytes.Buffer) error {
	fn, err := f.find(p)
	if err != nil {
		return err
	}
	err = p.Show(fn, look.Options{
		Level: int(f.level[0] - '0'), AllPhis: f.allPhis, Moment: f.phase,
		Show: func(pic look.Picture) error {
			o := viz.Options{
				IDs: f.ids, Constants: f.constants, CFG: pic.CFG, Scopes: pic.Scopes, Title: pic.Title,
				Source: p.AST.Source[fn.Start:fn.End],
			}
			if f.format == "text" {
				o.File = p.AST.Source
				return viz.Text(out, pic.Graph, o)
			}
			return viz.DOT(out, pic.Graph, o)
		},
	})
	var kept *son.Kept
	var moment *look.BadMoment
	switch {
	case errors.As(err, &kept):
		at := fn.Start
		if !kept.Span.IsZero() {
			at = kept.Span.Start
		}
		line, col := p.Position(at)
		return said(s, ExitBadInput, fmt.Sprintf("%s:%d:%d: error: %s has no graph: %s\n    %s\nson opt leaves this function as it is.",
			path, line, col, p.Names[fn.Index], kept.Reason, p.Line(line)))
	case errors.As(err, &moment):
		return usage("--phase: %v", moment)
	}
	return err
}

// maxCandidates is how many functions a message lists.
const maxCandidates = 20

// find finds the function to draw.
func (f *vizFlags) find(p *look.Program) (*ast.Function, error) {
	if len(p.AST.Funcs) == 0 {
		return nil, badInput("there is no function in the file: the code outside of functions has no graph")
	}
	if f.fn == "" {
		if len(p.AST.Funcs) == 1 {
			return p.AST.Funcs[0], nil
		}
		return nil, usage("--fn NAME says which function to draw; there are%s", candidates(p, p.AST.Funcs))
	}
	fn, err := p.Find(f.fn)
	var missing *look.NotFound
	switch {
	case err == nil:
		return fn, nil
	case !errors.As(err, &missing):
		return nil, err
	case len(missing.Many) > 0:
		return nil, usage("--fn: %v; say which by its place:%s", missing, candidates(p, missing.Many))
	}
	near := didYouMean(f.fn, p.Names)
	if near != "" {
		return nil, usage("--fn: %v%s", missing, near)
	}
	return nil, usage("--fn: %v; there are%s", missing, candidates(p, p.AST.Funcs))
}

// candidates lists functions, a line each.
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
