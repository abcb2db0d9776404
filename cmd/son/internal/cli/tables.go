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
		Short: "List the assumptions for --assume, and the programs that they would break",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			for i, a := range passes.Assumptions {
				if i > 0 {
					fmt.Fprintln(s.Out)
				}
				if _, err := fmt.Fprintf(s.Out, "%s\n    %s\n    it would break: %s\n    --check-assumptions notices: %s\n", a.Name, a.Doc, a.Breaks, a.Check); err != nil {
					return err
				}
			}
			_, err := fmt.Fprintf(s.Out, "\n%s\n    %s, which is what Terser, UglifyJS and Closure Compiler (SIMPLE) take for granted\n", passes.AssumeStandard, passes.StandardDoc())
			return err
		},
	}
}

func rulesCommand(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "rules [NAME...]",
		Short: "List the rewrite rules, or describe some of them in full",
		Long: `List the rules with a JavaScript example each: the rewrite, its condition, and why it is
correct. With NAMEs, describe these in full, including what proves them.`,
		Example: `  son rules
  son rules times-one
  son explain in.js --rule times-one`,
		Args: cobra.ArbitraryArgs,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return slices.DeleteFunc(ruleNames(), func(n string) bool { return slices.Contains(args, n) }), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return writeRules(s.Out, rules())
			}
			chosen := make([]son.Rule, len(args))
			for i, a := range args {
				at := slices.IndexFunc(rules(), func(r son.Rule) bool { return r.Name == a })
				if at < 0 {
					return usage("there is no rule %q%s", a, didYouMean(a, ruleNames()))
				}
				chosen[i] = rules()[at]
			}
			return describeRules(s.Out, chosen)
		},
	}
}

// rules are all rules, including those of the driver.
func rules() []son.Rule { return append(passes.DriverRules(), son.Rules()...) }

// ruleNames are the names of all rules.
func ruleNames() []string {
	var names []string
	for _, r := range rules() {
		names = append(names, r.Name)
	}
	return names
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

// shownOps is how many ops of a rule are listed.
const shownOps = 12

// describeRules describes rules in full.
func describeRules(w io.Writer, rules []son.Rule) error {
	var b strings.Builder
	for i, r := range rules {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(r.Name + "\n")
		for _, c := range r.Cases() {
			fmt.Fprintf(&b, "    %s\n", c.Rewrite)
			if c.Condition != "" {
				fmt.Fprintf(&b, "        %s\n", c.Condition)
			}
		}
		var ops []string
		for _, op := range r.Ops {
			ops = append(ops, op.String())
		}
		if n := len(ops) - shownOps; n > 1 {
			ops = append(ops[:shownOps], fmt.Sprintf("and %d more", n))
		}
		proof := r.Proof()
		for _, about := range [][2]string{
			{"on", strings.Join(ops, ", ")},
			{"only with --assume", strings.Join(passes.Assumed(r.Assumes), ", ")},
			{"example", r.Example},
			{"code", r.File},
			{"proof", proof.How + ":\n        " + proof.Command},
		} {
			if about[1] != "" {
				fmt.Fprintf(&b, "    %s: %s\n", about[0], about[1])
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// noArgs is cobra.NoArgs with another message.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no arguments; unexpected %q", cmd.CommandPath(), args[0])
	}
	return nil
}
