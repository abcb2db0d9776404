package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
)

func passesCommand(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "passes",
		Short: "List the passes in the order in which they run",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "PASS\tFROM\tWHAT IT DOES")
			for _, p := range passes.Table {
				fmt.Fprintf(w, "%s\t-O%d\t%s\n", p.Name, p.Level, p.Doc)
			}
			return w.Flush()
		},
	}
}

func assumptionsCommand(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "assumptions",
		Short: "List what --assume can suppose, and the programs that it would break",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			for i, a := range passes.Assumptions {
				if i > 0 {
					fmt.Fprintln(s.Out)
				}
				if _, err := fmt.Fprintf(s.Out, "%s\n    %s\n    it would break: %s\n", a.Name, a.Doc, a.Breaks); err != nil {
					return err
				}
			}
			_, err := fmt.Fprintf(s.Out, "\n%s\n    all of these but closed-world, which is what Terser, UglifyJS and Closure Compiler (SIMPLE) take for granted\n", passes.AssumeStandard)
			return err
		},
	}
}

func rulesCommand(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "rules [NAME...]",
		Short: "List the rewriting rules: name, rule, JavaScript example",
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			rules := append(append(son.Rules(), son.MemoryRules()...), son.LoopRules()...)
			if len(args) > 0 {
				var names []string
				for _, r := range rules {
					names = append(names, r.Name)
				}
				for _, a := range args {
					if !slices.Contains(names, a) {
						return usage("there is no rule %q%s", a, didYouMean(a, names))
					}
				}
				rules = slices.DeleteFunc(rules, func(r son.Rule) bool { return !slices.Contains(args, r.Name) })
			}
			return writeRules(s.Out, rules)
		},
	}
}

// writeRules writes a paragraph for each rule.
func writeRules(w io.Writer, rules []son.Rule) error {
	var b strings.Builder
	for i, r := range rules {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n    %s\n", r.Name, r.Doc)
		if r.Example != "" {
			fmt.Fprintf(&b, "    example: %s\n", r.Example)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// noArgs is cobra.NoArgs in our words.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no argument, and here is %q", cmd.CommandPath(), args[0])
	}
	return nil
}
