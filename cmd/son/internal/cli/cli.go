// Package cli is the command line of son: commands, flags, messages and exit
// codes. The work is done by the packages beside it and by the library; a user
// of the library needs nothing from here.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sonjs/son/cmd/son/internal/files"
	"github.com/sonjs/son/parse"
)

// Exit codes.
const (
	ExitOK       = 0
	ExitBadInput = 1 // a file cannot be read, parsed or written
	ExitUsage    = 2 // the command line is invalid
	ExitFault    = 3 // a bug in son; outputs are still written
)

// GCPercent is the setting of the garbage collector that the command runs with. 400 takes 5 % less
// CPU and 6 to 10 % more memory.
const GCPercent = 200

// Streams are the standard streams of a run.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// failure ends a command with an exit code. A failure without text has
// already been reported.
type failure struct {
	code    int
	text    string
	located bool // the text begins with a position
}

func (f *failure) Error() string { return f.text }

// say prints the message.
func (f *failure) say(w io.Writer) {
	switch {
	case f.text == "":
	case f.located:
		fmt.Fprintln(w, f.text)
	default:
		fmt.Fprintf(w, "son: %s\n", strings.TrimRight(f.text, "\n"))
	}
}

// usage is the error for an invalid command line.
func usage(format string, args ...any) error {
	return &failure{code: ExitUsage, text: fmt.Sprintf(format, args...)}
}

// badInput is the error for a file that is invalid or cannot be used.
func badInput(format string, args ...any) error {
	return &failure{code: ExitBadInput, text: fmt.Sprintf(format, args...)}
}

// located is the error for a file with diagnostics, which carry their positions.
func located(ds []parse.Diagnostic) error {
	return &failure{code: ExitBadInput, text: strings.TrimRight(parse.Format(ds), "\n"), located: true}
}

// exit ends a command that has already printed its messages.
func exit(code int) error {
	if code == ExitOK {
		return nil
	}
	return &failure{code: code}
}

// Main runs a command line and returns the exit code.
func Main(ctx context.Context, args []string, s Streams) (code int) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Fprintf(s.Err, "%s\n%s\n", bug(e), pleaseReport)
			code = ExitFault
		}
	}()
	root := newRoot(s, args)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var f *failure
	var unwritten *fs.PathError
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, context.Canceled):
		f = &failure{code: ExitBadInput, text: "interrupted"}
	case !errors.As(err, &f) && errors.As(err, &unwritten):
		f = &failure{code: ExitBadInput, text: "standard output cannot be written: " + files.Reason(err)}
	case !errors.As(err, &f): // from cobra: unknown commands, wrong arguments
		f = &failure{code: ExitUsage, text: err.Error()}
	}
	f.say(s.Err)
	if f.text != "" && f.code == ExitUsage {
		fmt.Fprintf(s.Err, "Run '%s --help' for usage.\n", commandOf(root, args))
	}
	return f.code
}

// pleaseReport follows every message about a bug in son.
const pleaseReport = "This is a bug in son, not in your program. Please report it with the input or the function that triggers it."

// bug is the message for a recovered panic.
func bug(e any) string {
	text := fmt.Sprint(e)
	if !strings.HasPrefix(text, "BUG:") {
		text = "BUG: " + text + "\n" + string(debug.Stack())
	}
	return strings.TrimRight(text, "\n")
}

// commandOf is the path of the command that args lead to.
func commandOf(root *cobra.Command, args []string) string {
	if c, _, err := root.Find(args); err == nil && c.Name() != "help" {
		return c.CommandPath()
	}
	return root.CommandPath()
}

// newRoot makes the root command with all subcommands; given is the command line.
func newRoot(s Streams, given []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "son",
		Short: "A Sea-of-Nodes optimizer for JavaScript",
		Long: `son reads a JavaScript program, turns each function into a graph (a sea of
nodes), optimizes the graph, and writes the functions that improved back into
the source. Everything else is left as written, byte for byte.`,
		Example: `  son opt --report in.js -o out.js
  son viz in.js --fn main -f svg -o main.svg`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			if meant := forgotten(cmd, given); meant != "" {
				return usage("there is no command %q; did you mean: %s", args[0], meant)
			}
			return noCommand(cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, given, err) })
	root.AddCommand(optCommand(s), vizCommand(s), passesCommand(s), rulesCommand(s), assumptionsCommand(s))
	root.AddCommand(explainCommand(s), diffCommand(s), serveCommand(s), workerCommand(s))
	for _, c := range root.Commands() {
		c.Version = root.Version
	}
	root.SetHelpCommand(helpCommand())
	fixCompletion(root)
	return root
}
