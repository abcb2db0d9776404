package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError rewords an error about a flag of a command.
func flagError(cmd *cobra.Command, args []string, err error) error {
	if errors.As(err, new(*pflag.NotExistError)) {
		if meant := forgotten(cmd, args); meant != "" {
			return usage("the command is missing; did you mean: %s", meant)
		}
	}
	return usage("%s", flagText(cmd.Flags(), err))
}

// flagText describes an error about one of the flags.
func flagText(fl *pflag.FlagSet, err error) string {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			r, _ := utf8.DecodeRuneInString(unknown.GetSpecifiedName())
			return fmt.Sprintf("unknown flag: -%c%s", r, shortFor(fl, short))
		}
		return fmt.Sprintf("unknown flag: --%s%s", unknown.GetSpecifiedName(), didYouMean(unknown.GetSpecifiedName(), flagNames(fl), "--"))
	case errors.As(err, &invalid):
		return fmt.Sprintf("%s: %s", written(invalid.GetFlag(), invalid.GetValue()), wrongValue(invalid))
	case errors.As(err, &bare):
		return fmt.Sprintf("%s needs a value: %s", written(bare.GetFlag(), ""), bare.GetFlag().Usage)
	}
	return err.Error()
}

// written is a flag with its value, as it is written on the command line.
func written(f *pflag.Flag, value string) string {
	switch {
	case f.Name == "level":
		return "-O" + value
	case f.Name == "as":
		return strings.TrimSpace("-f " + value)
	case value == "":
		return "--" + f.Name
	case f.NoOptDefVal != "":
		return "--" + f.Name + "=" + value
	}
	return "--" + f.Name + " " + value
}

// wrongValue describes the values that a flag takes.
func wrongValue(err *pflag.InvalidValueError) string {
	switch err.GetFlag().Value.Type() {
	case "bool":
		return "the flag takes no value"
	case "int":
		if errors.Is(err, strconv.ErrRange) {
			return "the number is too large"
		}
		return "expected a whole number"
	case "duration":
		return "expected a duration like 500ms, 10s or 2m"
	}
	return err.Unwrap().Error()
}

// shortFor suggests the long flag that short letters may be meant as: --for for -for.
func shortFor(fl *pflag.FlagSet, short string) string {
	name, _, _ := strings.Cut(short, "=")
	if len(name) < 2 {
		return ""
	}
	return didYouMean(name, flagNames(fl), "--")
}

// flagNames are the long names of flags.
func flagNames(fl *pflag.FlagSet) []string {
	var names []string
	fl.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// sources are the extensions of programs.
var sources = []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"}

// isProgram reports whether an argument is a file, or has the extension of a program.
func isProgram(arg string) bool {
	if arg == "-" || slices.Contains(sources, strings.ToLower(filepath.Ext(arg))) {
		return true
	}
	info, err := os.Stat(arg)
	return err == nil && info.Mode().IsRegular()
}

// forgotten is the command line with the missing command inserted, or "" if none is
// missing: one is, if the first argument that is not a flag is a program.
func forgotten(cmd *cobra.Command, args []string) string {
	first := slices.IndexFunc(args, func(a string) bool { return a == "-" || !strings.HasPrefix(a, "-") })
	if cmd.HasParent() || first < 0 || !isProgram(args[first]) {
		return ""
	}
	words := []string{"son", "opt"}
	for _, a := range args {
		words = append(words, shellWord(a))
	}
	return strings.Join(words, " ")
}

// shellWord quotes an argument if a shell would not take it as it is.
func shellWord(arg string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_./,:=@%+", r)
	}
	if arg != "" && !strings.ContainsFunc(arg, func(r rune) bool { return !plain(r) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// noCommand is the error for an unknown command.
func noCommand(root *cobra.Command, name string) error {
	text := fmt.Sprintf("there is no command %q", name)
	if near := root.SuggestionsFor(name); len(near) > 0 {
		text += fmt.Sprintf("; did you mean %q?", near[0])
	}
	return usage("%s", text)
}

// helpCommand replaces cobra's, which accepts commands that do not exist.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show what a command does, and its flags",
		Args:  cobra.ArbitraryArgs,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if at, _, err := cmd.Root().Find(args); err == nil {
				for _, c := range at.Commands() {
					if c.IsAvailableCommand() {
						names = append(names, c.Name()+"\t"+c.Short)
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			at := cmd.Root()
			for _, name := range args {
				i := slices.IndexFunc(at.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
				switch {
				case i < 0 && at.HasParent():
					return usage("%s has no command %q", at.CommandPath(), name)
				case i < 0:
					return noCommand(at, name)
				}
				at = at.Commands()[i]
			}
			at.InitDefaultHelpFlag()
			at.InitDefaultVersionFlag()
			return at.Help()
		},
	}
}

// fixCompletion makes cobra's completion command reject unknown shells.
func fixCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		var shells []string
		for _, s := range c.Commands() {
			shells = append(shells, s.Name())
		}
		c.Args = cobra.ArbitraryArgs
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("there is no completion for %q; expected %s", args[0], or(shells))
			}
			return cmd.Help()
		}
	}
}
