package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sonjs/son/cmd/son/internal/look"
	"github.com/sonjs/son/viz"
	"github.com/sonjs/son/viz/trace"
)

// diffFlags are the flags of son diff.
type diffFlags struct {
	source
	from, to           string // phases
	a, b               string // options
	format, out        string
	view, color        string
	hide               []string
	left, right        source
	byPhase, byOptions bool
}

var diffFormats = []string{"text", "svg", "html"}

func diffCommand(s Streams) *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff FILE [FILE]",
		Short: "Compare two phases, two sets of options, or two versions of a function",
		Long: `Compare two results for a function: which nodes differ, and how the code that is printed
from them differs.

  son diff FILE --fn F --from PHASE --to PHASE   two phases of one run; a phase is build
                                                 or a pass; --to defaults to the last
  son diff FILE --fn F --a OPTIONS --b OPTIONS   two sets of options, such as "-O0" and
                                                 "-O1 --all-phis"
  son diff OLD NEW --fn F                        the function in two files
  son diff OLD NEW                               which functions differ, and how the
                                                 resulting programs differ

Lines that begin with - are only on the first side, those with + only on the second; ~
marks a change. Nodes of one run are matched by their numbers; those of two runs by what
they are and what is around them, and those of the second get the numbers of the first.
-f svg draws both sides side by side, -f html is a page with all of it.`,
		Example: `  son diff in.js --fn total --from build --to rules
  son diff in.js --fn total --a "-O0" --b "-O1" -f html -o total.html
  son diff old.js new.js --fn total`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 2 {
				return usage("son diff takes one FILE or two, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), s, args) },
	}
	f.source.register(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.from, "from", "", "the first phase")
	fl.StringVar(&f.to, "to", "", "the second phase (default: after the last pass)")
	fl.StringVar(&f.a, "a", "", "the first set of options, quoted")
	fl.StringVar(&f.b, "b", "", "the second set of options, quoted")
	f.format, f.view, f.color = "text", string(viz.Blocks), "auto"
	choose(fl, &f.format, "as", "f", diffFormats, "", strings.Join(diffFormats, ", "))
	fl.StringVarP(&f.out, "out", "o", "", "write to this file (default: standard output)")
	choose(fl, &f.view, "view", "", views, "", "blocks or sea")
	fl.StringSliceVar(&f.hide, "hide", nil, "leave out of pictures: "+strings.Join(viz.Hidable, ", "))
	choose(fl, &f.color, "color", "", colors, "", "color the text: auto (on a terminal), always, never")
	complete(cmd, map[string][]string{"as": diffFormats, "from": passPhases(1), "to": passPhases(1), "view": views, "hide": viz.Hidable, "color": colors})
	return cmd
}

// passPhases are the phases that code can be printed from.
func passPhases(level int) []string {
	return slices.DeleteFunc(phases(level), func(name string) bool { return name == "scopes" || name == "schedule" })
}

func (f *diffFlags) run(ctx context.Context, s Streams, files []string) error {
	if err := f.check(files); err != nil {
		return err
	}
	a, err := f.left.read(s, files[0])
	if err != nil {
		return err
	}
	b := a
	if len(files) == 2 {
		b, err = f.right.read(s, files[1])
	} else if f.left.sourceType != f.right.sourceType {
		b, err = f.right.read(s, files[0])
	}
	if err != nil {
		return err
	}
	if f.fn == "" && f.format == "text" && !f.byPhase && len(a.AST.Funcs) != 1 {
		return f.programs(ctx, s, a, b)
	}
	d, err := f.compare(ctx, s, a, b)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch o := (viz.Options{View: viz.View(f.view), Hide: f.hide}); f.format {
	case "svg":
		err = d.SVG(&out, o)
	case "html":
		err = d.HTML(&out, o)
	default:
		err = d.Text(&out, f.painter(s))
	}
	if err != nil {
		return err
	}
	return deliver(s, f.out, out.Bytes())
}

// painter colors what is written to a terminal.
func (f *diffFlags) painter(s Streams) func(viz.Tone, string) string {
	if f.out != "" && f.out != "-" && f.color == "auto" {
		return painter("never", s.Out)
	}
	return painter(f.color, s.Out)
}

// check validates the flags together, and fills in both sides.
func (f *diffFlags) check(files []string) error {
	f.byPhase, f.byOptions = f.from != "" || f.to != "", f.a != "" || f.b != ""
	switch {
	case len(files) == 2 && files[0] == "-" && files[1] == "-":
		return usage("standard input can be read only once; name one of the files")
	case f.byPhase && f.byOptions, len(files) == 2 && (f.byPhase || f.byOptions):
		return usage("compare two phases (--from, --to), two sets of options (--a, --b) or two files, but only one of these")
	case len(files) == 1 && !f.byPhase && !f.byOptions:
		return usage("there is nothing to compare FILE with: --from and --to name two phases, --a and --b two sets of options")
	case f.byPhase && f.from == "":
		return usage("--to %s needs --from, which names the other phase", f.to)
	}
	if err := (viz.Options{View: viz.View(f.view), Hide: f.hide}).Check(); err != nil {
		return usage("%v", err)
	}
	f.left, f.right = f.source, f.source
	if f.byOptions {
		if err := f.left.parse("--a", f.a); err != nil {
			return err
		}
		return f.right.parse("--b", f.b)
	}
	names := passPhases(int(f.level[0] - '0'))
	for flag, name := range map[string]string{"--from": f.from, "--to": f.to} {
		if name != "" && !slices.Contains(names, name) {
			return usage("%s: there is no phase %q at -O%s; the phases are %s%s", flag, name, f.level, strings.Join(names, ", "), didYouMean(name, names))
		}
	}
	return nil
}

// parse parses a set of options, on top of those of the command line.
func (f *source) parse(flag, text string) error {
	fl := pflag.NewFlagSet(flag, pflag.ContinueOnError)
	f.assume = slices.Clone(f.assume)
	f.how(fl)
	if err := fl.Parse(strings.Fields(text)); err != nil {
		return usage("%s %q: %s; the options are -O, --for, --all-phis, --assume and --format", flag, text, flagText(fl, err))
	}
	if fl.NArg() > 0 {
		return usage("%s %q: %q is not an option", flag, text, fl.Arg(0))
	}
	return nil
}

// compare finds how the function differs.
func (f *diffFlags) compare(ctx context.Context, s Streams, a, b *look.Program) (*viz.Difference, error) {
	ta, err := f.side(ctx, s, &f.left, a, f.from)
	if err != nil {
		return nil, err
	}
	tb, err := f.side(ctx, s, &f.right, b, f.to)
	if err != nil {
		return nil, err
	}
	left, right := viz.Side{Trace: ta, At: last(ta)}, viz.Side{Trace: tb, At: last(tb)}
	left.Title, right.Title = f.titles(a, b, ta, tb)
	if f.byPhase {
		longer := tb
		if len(ta.Phases) > len(tb.Phases) {
			longer = ta
		}
		left.At, right.At = longer.At(ta.Phases[len(ta.Phases)-1].Step), longer.At(tb.Phases[len(tb.Phases)-1].Step)
	}
	return viz.Compare(left, right, f.byPhase), nil
}

func last(t *trace.Trace) *trace.Moment { return t.At(t.Phases[len(t.Phases)-1].Step) }

func (f *diffFlags) side(ctx context.Context, s Streams, o *source, p *look.Program, until string) (*trace.Trace, error) {
	t, err := o.until(ctx, s, p, until)
	if err == nil && len(t.Phases) == 0 {
		return nil, badInput("%s: %s", t.Function.Name, t.Output.Reason)
	}
	return t, err
}

func (f *diffFlags) titles(a, b *look.Program, ta, tb *trace.Trace) (left, right string) {
	fn := ta.Function.Name
	switch {
	case f.byPhase:
		end := f.to
		if end == "" {
			end = tb.Phases[len(tb.Phases)-1].Name
		}
		return fn + " after " + f.from, fn + " after " + end
	case f.byOptions:
		return strings.TrimSpace(fn + " " + f.a), strings.TrimSpace(fn + " " + f.b)
	}
	return fmt.Sprintf("%s %s:%d", fn, a.Path, ta.Function.Line), fmt.Sprintf("%s %s:%d", tb.Function.Name, b.Path, tb.Function.Line)
}

// programs compares the outcomes of all functions of two programs.
func (f *diffFlags) programs(ctx context.Context, s Streams, a, b *look.Program) error {
	xs, codeA, err := a.Outcomes(ctx, f.left.options())
	if err != nil {
		return err
	}
	ys, codeB, err := b.Outcomes(ctx, f.right.options())
	if err != nil {
		return err
	}
	paint := f.painter(s)
	left, right := a.Path, b.Path
	if f.byOptions {
		left, right = a.Path+" "+f.a, b.Path+" "+f.b
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n%s\n\n%s\n", paint(viz.ToneMissed, "- "+left), paint(viz.ToneDone, "+ "+right), paint(viz.ToneTitle, "functions"))
	for _, l := range functionLines(a, b, xs, ys) {
		fmt.Fprintln(&out, viz.PaintDiff(paint, l))
	}
	fmt.Fprintf(&out, "\n%s\n", paint(viz.ToneTitle, "resulting code"))
	if codeA == codeB {
		fmt.Fprintln(&out, "the same")
	} else {
		for _, l := range viz.Unified(left, codeA, right, codeB) {
			fmt.Fprintln(&out, viz.PaintDiff(paint, l))
		}
	}
	return deliver(s, f.out, out.Bytes())
}

// functionLines lists the functions that are on one side only, or differ in source or
// outcome. Functions of the same name are matched in order.
func functionLines(a, b *look.Program, xs, ys []look.Outcome) []string {
	waiting := map[string][]int{}
	for i := range ys {
		name := b.Name(ys[i].Fn)
		waiting[name] = append(waiting[name], i)
	}
	var lines []string
	met := map[int]bool{}
	same := 0
	for i := range xs {
		x := &xs[i]
		name := a.Name(x.Fn)
		if len(waiting[name]) == 0 {
			lines = append(lines, "- "+a.Where(x.Fn))
			continue
		}
		k := waiting[name][0]
		waiting[name], met[k] = waiting[name][1:], true
		y := &ys[k]
		textA, textB := a.Text(x.Fn), b.Text(y.Fn)
		switch {
		case textA != textB:
			lines = append(lines, fmt.Sprintf("~ %s: different source; %s", a.Where(x.Fn), outcomes(x, y)))
		case x.Words() != y.Words():
			lines = append(lines, fmt.Sprintf("~ %s: %s", a.Where(x.Fn), outcomes(x, y)))
		default:
			same++
		}
	}
	for i := range ys {
		if !met[i] {
			lines = append(lines, "+ "+b.Where(ys[i].Fn))
		}
	}
	return append(lines, fmt.Sprintf("  %d unchanged", same))
}

func outcomes(x, y *look.Outcome) string {
	if x.Words() == y.Words() {
		return x.Words()
	}
	return x.Words() + " / " + y.Words()
}
