package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/son/internal/look"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/viz"
)

// explainFlags are the flags of son explain.
type explainFlags struct {
	source
	line       int
	rule, name string
	missed     bool
	observable bool
	records    bool
	color      string
}

func explainCommand(s Streams) *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain FILE",
		Short: "Explain what happened to a function, a line or a variable, and why",
		Long: `Explain in words what happened to a function: which rules fired, why, and what was known
of the operands; and what did not happen, and what was missing for it.

Without --fn and --line it lists the functions of the file with the outcome for each.
--line selects the function around that line. In the output + marks what happened, - what
did not, and = what the line of the source became.

--records follows the objects that literals make through the calls of the program instead,
without optimizing anything: for each function the snapshots that it is called with, which
records they have, how these change step by step, and what a call returns and modifies. #0 is
a record of the function; a key that its facts do not list is Nothing. What it may count on
depends on --assume: without builtins, setting a key that a record does not have may run
code.`,
		Example: `  son explain in.js
  son explain in.js --line 12
  son explain in.js --fn total --missed
  son explain in.js --fn total --var sum
  son explain in.js --records --assume builtins`,
		Args: oneFile("son explain"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), s, args[0], cmd.Flags().Changed("line"))
		},
	}
	f.source.register(cmd)
	fl := cmd.Flags()
	fl.IntVar(&f.line, "line", 0, "only this line of the file")
	fl.StringVar(&f.rule, "rule", "", "only this rule; 'son rules' lists them")
	fl.StringVar(&f.name, "var", "", "only this variable")
	fl.BoolVar(&f.missed, "missed", false, "only what did not happen")
	fl.BoolVar(&f.observable, "observable", false, "for each line who can observe what it does, instead of what happened to it")
	fl.BoolVar(&f.records, "records", false, "what becomes of records across calls, instead (all functions, or that of --fn)")
	f.color = "auto"
	choose(fl, &f.color, "color", "", colors, "", "color the text: auto (on a terminal), always, never")
	complete(cmd, map[string][]string{"rule": ruleNames(), "color": colors})
	return cmd
}

var colors = []string{"auto", "always", "never"}

// oneFile takes exactly one argument.
func oneFile(command string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usage("%s takes one FILE, not %d", command, len(args))
		}
		return nil
	}
}

func (f *explainFlags) run(ctx context.Context, s Streams, path string, lined bool) error {
	if err := f.check(lined); err != nil {
		return err
	}
	p, err := f.read(s, path)
	if err != nil {
		return err
	}
	if f.records {
		return f.explainRecords(s, p)
	}
	var out bytes.Buffer
	if p.AST.InputMap != nil && !p.Authored() {
		fmt.Fprintf(&out, "%s was first compiled to JavaScript by esbuild: line numbers are those of the result.\n\n", p.Path)
	}
	if f.fn == "" && f.line == 0 && len(p.AST.Funcs) != 1 {
		if len(p.AST.Funcs) > 0 && (f.missed || f.observable || f.name != "" || f.rule != "") {
			return usage("--missed, --observable, --rule and --var need one function; select it with --fn NAME or --line N; the functions are%s", candidates(p, p.AST.Funcs))
		}
		if err := f.functions(ctx, p, &out, painter(f.color, s.Out)); err != nil {
			return err
		}
		return deliver(s, "", out.Bytes())
	}
	if err := f.around(p); err != nil {
		return err
	}
	f.try = true
	t, err := f.trace(ctx, s, p)
	if err != nil {
		return err
	}
	if err := viz.Explain(&out, t, viz.Selection{Line: f.line, Rule: f.rule, Name: f.name, Missed: f.missed, Observed: f.observable, Paint: painter(f.color, s.Out)}); err != nil {
		return err
	}
	return deliver(s, "", out.Bytes())
}

// explainRecords explains what becomes of records.
func (f *explainFlags) explainRecords(s Streams, p *look.Program) error {
	fn, all, err := f.selected(p)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := p.ExplainRecords(&out, fn, all, f.options().Assume); err != nil {
		return err
	}
	return deliver(s, "", out.Bytes())
}

// check validates the flags; lined reports whether --line was given.
func (f *explainFlags) check(lined bool) error {
	switch names := ruleNames(); {
	case f.records && (lined || f.missed || f.observable || f.rule != "" || f.name != ""):
		return usage("--records explains whole functions; leave out --line, --missed, --observable, --rule and --var")
	case f.line < 1 && lined:
		return usage("--line %d: line numbers start at 1", f.line)
	case f.rule != "" && !slices.Contains(names, f.rule):
		return usage("--rule: there is no rule %q%s", f.rule, didYouMean(f.rule, names))
	}
	return nil
}

// around selects the function around --line, unless --fn was given.
func (f *explainFlags) around(p *look.Program) error {
	if f.line == 0 {
		return nil
	}
	if lines := p.Lines(); f.line > lines {
		return usage("--line %d: the file has %d lines", f.line, lines)
	}
	if f.fn != "" {
		return nil
	}
	fn := p.Around(f.line)
	if fn == nil {
		f.fn = "top"
		return nil
	}
	line, col := p.Position(fn.Start)
	f.fn = fmt.Sprintf("@%d:%d", line, col)
	return nil
}

// functions lists the outcome for each function.
func (f *explainFlags) functions(ctx context.Context, p *look.Program, w io.Writer, paint func(viz.Tone, string) string) error {
	results, _, err := p.Outcomes(ctx, f.options())
	if err != nil {
		return err
	}
	width := 0
	for _, r := range results {
		width = max(width, len(p.Where(r.Fn)))
	}
	fmt.Fprintf(w, "%s, -O%s\n", paint(viz.ToneTitle, p.Path), f.level)
	if len(results) == 0 {
		fmt.Fprintln(w, "  there are no functions")
	}
	for _, r := range results {
		tone, sign := viz.ToneAside, " "
		switch r.Outcome {
		case passes.Replaced:
			tone, sign = viz.ToneDone, "+"
		case passes.NotCarried, passes.Refused, passes.Faulty:
			tone, sign = viz.ToneMissed, "-"
		}
		fmt.Fprintf(w, "  %s %-*s  %s\n", paint(tone, sign), width, p.Where(r.Fn), r.Words())
	}
	fmt.Fprintln(w, paint(viz.ToneAside, "--fn NAME or --line N explains one of them; --fn top is the code outside of functions."))
	return nil
}

// painter returns what colors text, or leaves it plain where colors cannot be seen.
func painter(when string, out io.Writer) func(viz.Tone, string) string {
	if when == "never" || when == "auto" && (os.Getenv("NO_COLOR") != "" || !isTerminal(out)) {
		return func(_ viz.Tone, text string) string { return text }
	}
	tones := map[viz.Tone]*color.Color{
		viz.ToneTitle:  color.New(color.Bold),
		viz.ToneCode:   color.New(color.FgCyan),
		viz.ToneDone:   color.New(color.FgGreen, color.Bold),
		viz.ToneMissed: color.New(color.FgYellow, color.Bold),
		viz.ToneAside:  color.New(color.Faint),
	}
	for _, c := range tones {
		c.EnableColor()
	}
	return func(t viz.Tone, text string) string { return tones[t].Sprint(text) }
}
