package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/cmd/son/internal/look"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/viz"
	"github.com/sonjs/son/viz/trace"
)

// vizFlags are the flags of son viz.
type vizFlags struct {
	source
	phase, format, out  string
	view, layout, focus string
	hide                []string
	hops                int
	calls, records      bool
	unfold, tight       bool
}

// vizFormats are the formats of son viz. Graphviz draws pdf, and with --layout dot also
// svg and png.
var vizFormats = []string{"dot", "svg", "png", "html", "text", "json", "pdf"}

func vizCommand(s Streams) *cobra.Command {
	var f vizFlags
	cmd := &cobra.Command{
		Use:   "viz FILE",
		Short: "Draw the graph of a function, or the call graph of a program",
		Long: `Draw one function's graph, after the last pass or at another moment:

  --phase scopes     while it is built, when the body of the last loop has been read: which
                     node each name stands for at the loop's head, exit and end (scopes:N:
                     at the N-th such moment)
  --phase step:N     after the N-th step
  --phase build      built, before any pass
  --phase PASS       after a pass; 'son passes' lists them
  --phase schedule   as it is printed: after the last pass

A function is named by the end of its path (name, outer.name) or by its position
(@line, @line:column); --fn top is the code outside of functions.

The view 'blocks' lists the nodes of each block in execution order; 'sea' draws nodes and
edges; 'ast' is the syntax tree of the source, as text, svg or png. In graphs of more than
300 nodes, blocks are folded: --unfold draws every node, --focus vN --hops 2 a part. A node
has the same place in all phases; --tight leaves no room for nodes of other phases.

--calls draws the whole program: which function calls which, as far as the callee is known,
and which function is nested in which. A function is private if nothing but these calls can
run it. With -O2 it says which calls are inlined, why others stay, and which functions nothing
calls any more.

--records draws how the records of the program change, step by step, for each snapshot of the
function of --fn, or of all functions; 'son explain --records' says the same in words.

-f html is a page to explore all of it step by step, with source, graph, schedule and
output side by side. -f json is the complete trace of the function, or without --fn of
each function, one per line; docs/trace.md describes it. Only -f pdf and --layout dot need
Graphviz.`,
		Example: `  son viz in.js --fn parse.next -f text
  son viz in.js --fn @120 -f svg -o next.svg
  son viz in.js --fn next --view sea --hide mem -f png -o next.png
  son viz in.js --calls -f svg -o calls.svg
  son viz in.js --records --fn modify --assume builtins -f svg -o modify.svg`,
		Args: oneFile("son viz"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), s, args[0]) },
	}
	f.source.register(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.phase, "phase", "", "the moment to draw (default: after the last pass)")
	f.format, f.view, f.layout = "dot", string(viz.Blocks), ownLayout
	choose(fl, &f.format, "as", "f", vizFormats, "", strings.Join(vizFormats, ", "))
	fl.StringVarP(&f.out, "out", "o", "", "write to this file (default: standard output)")
	choose(fl, &f.view, "view", "", append(slices.Clone(views), astView), "", "blocks, sea, or ast (the syntax tree)")
	choose(fl, &f.layout, "layout", "", layouts, "", "layout engine for svg and png: own, or dot (Graphviz)")
	fl.StringSliceVar(&f.hide, "hide", nil, "leave out: "+strings.Join(viz.Hidable, ", "))
	fl.StringVar(&f.focus, "focus", "", "draw only this node, vN, and those around it, ordered as in the whole picture")
	fl.IntVar(&f.hops, "hops", 2, "how many edges around --focus to draw")
	fl.BoolVar(&f.unfold, "unfold", false, "draw every node of large graphs")
	fl.BoolVar(&f.tight, "tight", false, "leave no room for nodes of other phases")
	fl.BoolVar(&f.calls, "calls", false, "draw which function calls which and which is nested in which, instead (dot, svg, png, pdf)")
	fl.BoolVar(&f.records, "records", false, "draw how records change, across calls, instead (dot, svg, png, pdf)")
	complete(cmd, map[string][]string{"as": vizFormats, "phase": phases(1), "view": append(slices.Clone(views), astView), "layout": layouts, "hide": viz.Hidable})
	return cmd
}

// views are the views of a graph, layouts the layout engines of pictures.
var (
	views   = []string{string(viz.Blocks), string(viz.Sea)}
	layouts = []string{ownLayout, "dot"}
)

const ownLayout = "own"

// phases lists the moments that --phase accepts at a level.
func phases(level int) []string {
	names := []string{"scopes", "build"}
	for _, p := range passes.Table {
		if p.Level <= level {
			names = append(names, p.Name)
		}
	}
	return append(names, "schedule")
}

func (f *vizFlags) run(ctx context.Context, s Streams, path string) error {
	if err := f.check(); err != nil {
		return err
	}
	p, err := f.source.read(s, path)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch {
	case f.view == astView: // --calls takes no view
		if err := f.tree(p, &out); err != nil {
			return err
		}
	case f.calls:
		if err := f.drawCalls(ctx, s, p, &out); err != nil {
			return err
		}
	case f.records:
		if err := f.drawRecords(p, &out); err != nil {
			return err
		}
	case f.format == "json" && f.fn == "" && len(p.AST.Funcs) != 1:
		return f.traces(ctx, s, p)
	default:
		if err := f.function(ctx, s, p, &out); err != nil {
			return err
		}
	}
	return deliver(s, f.out, out.Bytes())
}

// drawCalls draws the call graph.
func (f *vizFlags) drawCalls(ctx context.Context, s Streams, p *look.Program, out *bytes.Buffer) error {
	calls, err := p.Calls(ctx, f.options())
	title := fmt.Sprintf("calls in %s, -O%s", p.Path, f.level)
	switch {
	case err != nil:
	case f.format == "svg" && f.layout == ownLayout:
		err = viz.CallGraphSVG(out, title, calls)
	case f.format == "png" && f.layout == ownLayout:
		err = viz.CallGraphPNG(out, title, calls)
		if large := (*viz.TooLarge)(nil); errors.As(err, &large) {
			return badInput("a picture of %d by %d pixels is too large for PNG: write SVG (-f svg)", large.Width, large.Height)
		}
	default:
		err = viz.CallGraph(out, calls)
	}
	if err != nil {
		return said(s, ExitFault, "BUG: "+err.Error())
	}
	if f.format == "dot" || f.layout == ownLayout && f.format != "pdf" {
		return nil
	}
	*out, err = graphviz(*out, f.format)
	return err
}

// drawRecords draws the transitions of records.
func (f *vizFlags) drawRecords(p *look.Program, out *bytes.Buffer) error {
	fn, all, err := f.selected(p)
	if err != nil {
		return err
	}
	trees := p.RecordTrees(fn, all, f.options().Assume)
	title := "records in " + p.Path
	switch {
	case f.format == "svg" && f.layout == ownLayout:
		return viz.RecordsSVG(out, title, trees)
	case f.format == "png" && f.layout == ownLayout:
		err := viz.RecordsPNG(out, title, trees)
		var large *viz.TooLarge
		if errors.As(err, &large) {
			return badInput("a picture of %d by %d pixels is too large for PNG: write SVG (-f svg), or select a function with --fn", large.Width, large.Height)
		}
		return err
	}
	if err := viz.Records(out, trees); err != nil || f.format == "dot" {
		return err
	}
	*out, err = graphviz(*out, f.format)
	return err
}

// astView is the view of the syntax tree, not of a graph.
const astView = "ast"

// tree draws the syntax tree of a function.
func (f *vizFlags) tree(p *look.Program, out *bytes.Buffer) error {
	fn, err := f.find(p)
	if err != nil {
		return err
	}
	o := p.Outline(fn)
	switch f.format {
	case "svg":
		return viz.OutlineSVG(out, p.Name(fn), o)
	case "png":
		err := viz.OutlinePNG(out, p.Name(fn), o)
		var large *viz.TooLarge
		if errors.As(err, &large) {
			return badInput("%v", err)
		}
		return err
	}
	return viz.OutlineText(out, o)
}

func (f *vizFlags) check() error {
	if f.view == astView && !f.calls && !f.records {
		if !slices.Contains([]string{"text", "svg", "png"}, f.format) {
			return usage("--view ast has no format %s; use text, svg or png", f.format)
		}
		return nil
	}
	switch {
	case f.calls && (f.fn != "" || f.phase != "" || f.focus != "" || len(f.hide) > 0 || f.view != string(viz.Blocks)):
		return usage("--calls draws the whole program; leave out --fn, --phase, --view, --hide and --focus")
	case f.records && (f.calls || f.phase != "" || f.focus != "" || len(f.hide) > 0 || f.view != string(viz.Blocks)):
		return usage("--records draws no graph; leave out --calls, --phase, --view, --hide and --focus")
	case f.records && slices.Contains([]string{"text", "json", "html"}, f.format):
		return usage("--records has no format %s; use dot, svg, png or pdf, or son explain --records", f.format)
	case f.calls && slices.Contains([]string{"text", "json", "html"}, f.format):
		return usage("--calls has no format %s; use dot, svg, png or pdf", f.format)
	case slices.Contains([]string{"text", "html", "json"}, f.format) && (f.focus != "" || len(f.hide) > 0 || f.unfold || f.tight):
		return usage("-f %s always shows the whole graph; --focus, --hide, --unfold and --tight are for dot, svg, png and pdf", f.format)
	case f.hops < 0:
		return usage("--hops %d: the distance cannot be negative", f.hops)
	}
	_, err := f.drawing()
	return err
}

// drawing are the options of the drawing.
func (f *vizFlags) drawing() (viz.Options, error) {
	o := viz.Options{View: viz.View(f.view), Hide: f.hide, Hops: f.hops, Unfold: f.unfold, Tight: f.tight}
	if f.focus != "" {
		n, err := strconv.ParseInt(strings.TrimPrefix(f.focus, "v"), 10, 32)
		if err != nil || n < 1 {
			return o, usage("--focus %s: expected the name of a node: v1, v2, …", f.focus)
		}
		o.Focus = int32(n)
	}
	if err := o.Check(); err != nil {
		return o, usage("%v", err)
	}
	return o, nil
}

// traces writes a trace of each function that has a graph, one per line.
func (f *vizFlags) traces(ctx context.Context, s Streams, p *look.Program) error {
	var out bytes.Buffer
	for _, fn := range p.AST.Funcs {
		t, err := p.Trace(ctx, fn, f.source.options())
		var bailout *son.Bailout
		switch {
		case errors.As(err, &bailout):
			continue
		case err != nil:
			return err
		}
		if f.out != "" && f.out != "-" {
			out.Write(t.JSON())
		} else if _, err := s.Out.Write(t.JSON()); err != nil {
			return badInput("standard output cannot be written: %s", files.Reason(err))
		}
	}
	if f.out != "" && f.out != "-" {
		return deliver(s, f.out, out.Bytes())
	}
	return nil
}

// function draws one function into out.
func (f *vizFlags) function(ctx context.Context, s Streams, p *look.Program, out *bytes.Buffer) error {
	t, err := f.trace(ctx, s, p)
	if err != nil {
		return err
	}
	if f.format == "json" {
		out.Write(t.JSON())
		return nil
	}
	m, err := f.moment(t)
	if err != nil {
		return err
	}
	if f.format == "html" {
		return viz.HTML(out, t)
	}
	o, err := f.drawing()
	if err != nil {
		return err
	}
	if o.Focus != 0 && m.Node(o.Focus) == nil {
		return usage("--focus v%d: there is no such node at this moment", o.Focus)
	}
	switch {
	case f.format == "text":
		return viz.Text(out, t, m, f.phase == "schedule")
	case f.format == "svg" && f.layout == ownLayout:
		return viz.SVG(out, t, m, o)
	case f.format == "png" && f.layout == ownLayout:
		err := viz.PNG(out, t, m, o)
		var large *viz.TooLarge
		if errors.As(err, &large) {
			return badInput("%v", err)
		}
		return err
	}
	if err := viz.DOT(out, t, m, o); err != nil || f.format == "dot" {
		return err
	}
	*out, err = graphviz(*out, f.format)
	return err
}

// moment finds the moment that --phase names.
func (f *vizFlags) moment(t *trace.Trace) (*trace.Moment, error) {
	if len(t.Phases) == 0 {
		return nil, badInput("%s: %s", t.Function.Name, t.Output.Reason)
	}
	kind, number, numbered := strings.Cut(f.phase, ":")
	switch {
	case kind == "" || kind == "schedule" && !numbered:
		return t.At(t.Phases[len(t.Phases)-1].Step), nil
	case kind == "scopes":
		return f.scopes(t, number)
	case kind == "step":
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(t.Steps) {
			return nil, usage("--phase %s: the steps are step:1 to step:%d", f.phase, len(t.Steps))
		}
		return t.At(n - 1), nil
	}
	if m := t.EndOf(f.phase); m != nil {
		return m, nil
	}
	names := phases(int(f.level[0] - '0'))
	return nil, usage("--phase: there is no phase %q at -O%s; the phases are %s, step:N%s", f.phase, f.level, strings.Join(names, ", "), didYouMean(f.phase, names))
}

// The builder's names for the moment when a loop opens, whose phis may still change,
// and for the one before these get their inputs from the back edge.
const loopOpened, loopRead = "loop opened", "loop read"

// scopes finds a moment at which the builder reported its scopes.
func (f *vizFlags) scopes(t *trace.Trace, number string) (*trace.Moment, error) {
	steps := t.ScopeSteps()
	if len(steps) == 0 {
		return nil, badInput("the builder reported no scopes of %s", t.Function.Name)
	}
	if number != "" {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(steps) {
			var b strings.Builder
			fmt.Fprintf(&b, "there is no moment %q in the construction of %s; the moments are", number, t.Function.Name)
			for i, at := range steps {
				fmt.Fprintf(&b, "\n  scopes:%d  %s", i+1, t.Steps[at].Text)
			}
			return nil, usage("--phase: %s", b.String())
		}
		return t.At(steps[n-1]), nil
	}
	at, read := steps[0], true
	for _, i := range steps {
		switch text := t.Steps[i].Text; {
		case text == loopOpened:
			at, read = i, false
		case text == loopRead && !read:
			at, read = i, true
		}
	}
	return t.At(at), nil
}

// graphviz draws with the dot program.
func graphviz(dot bytes.Buffer, format string) (bytes.Buffer, error) {
	var drawn bytes.Buffer
	if err := (viz.Dot{}).Render(&drawn, dot.Bytes(), format); err != nil {
		return dot, badInput("%v", err)
	}
	return drawn, nil
}

// deliver writes a result to a file or to standard output.
func deliver(s Streams, path string, data []byte) error {
	if path != "" && path != "-" {
		if err := files.Write(path, string(data), 0); err != nil {
			return said(s, ExitBadInput, err.Error())
		}
		return nil
	}
	if _, err := s.Out.Write(data); err != nil {
		return badInput("standard output cannot be written: %s", files.Reason(err))
	}
	return nil
}

// said prints a message and returns the error that ends the command.
func said(s Streams, code int, text string) error {
	fmt.Fprintln(s.Err, strings.TrimRight(text, "\n"))
	return exit(code)
}
