// Package engine runs a program in a JavaScript engine and records what it
// does. Two programs behave the same when their traces are equal.
//
// Every engine runs the same prelude first (prelude.js): it provides the awkward
// values that generated programs use. A record (record.js) collects what a program
// does and formats values. Of an engine's own errors, a trace has only the class, not
// the message, because messages may quote source text.
package engine

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"time"
)

//go:embed prelude.js
var prelude string

//go:embed record.js
var record string

// Prelude returns the script that runs before every program; its completion
// value is the function that ends the record and returns it as JSON. A generated
// program with it in front runs anywhere.
func Prelude() string {
	return "(() => {\nconst { stringify } = JSON;\nconst finish = " + expression(prelude) + "(\n" + expression(record) +
		");\nreturn (how, e) => stringify(finish(how, e));\n})()"
}

// expression returns a script that is one expression, without the comment at its head.
func expression(script string) string {
	for strings.HasPrefix(script, "//") {
		_, script, _ = strings.Cut(script, "\n")
	}
	return strings.TrimSpace(script)
}

// Outcome says how far a trace can be trusted.
type Outcome uint8

const (
	Done     Outcome = iota // the program ended, normally or by a throw
	Timeout                 // it ran out of time; Events is empty
	Resource                // it met a limit of the engine: memory, stack, string length, record length
	Syntax                  // the engine refused to read it
	Fault                   // the engine itself failed
)

func (o Outcome) String() string {
	return [...]string{"done", "timeout", "resource", "syntax error", "fault"}[o]
}

// Trace is what one run of a program did.
type Trace struct {
	Outcome Outcome
	Events  []string // printed values, effects, throws and final globals, in order
	Detail  string   // the message of a Syntax, Fault or Resource outcome
}

// String returns the trace, one event per line.
func (t Trace) String() string {
	s := strings.Join(t.Events, "\n")
	if t.Outcome != Done {
		s += fmt.Sprintf("\n(%v %s)", t.Outcome, t.Detail)
	}
	return strings.TrimPrefix(s, "\n")
}

// Equal reports whether both runs did the same. Runs that met a limit are
// never equal; see [Comparable].
func (t Trace) Equal(u Trace) bool {
	if t.Outcome != u.Outcome || len(t.Events) != len(u.Events) {
		return false
	}
	for i := range t.Events {
		if t.Events[i] != u.Events[i] {
			return false
		}
	}
	return true
}

// Comparable reports whether a difference between the traces means anything:
// neither run met a limit of the engine. A run that ends beside one that does
// not is a difference, and so is a syntax error.
func Comparable(t, u Trace) bool {
	if t.Outcome == Timeout && u.Outcome == Timeout {
		return false
	}
	return t.Outcome != Resource && u.Outcome != Resource
}

// Engine runs programs; its methods may be called from several goroutines.
type Engine interface {
	Name() string
	// Run runs a script for at most timeout. The error is for a cancelled
	// context or an engine that cannot be started, not for the program.
	Run(ctx context.Context, src string, timeout time.Duration) (Trace, error)
	// RunAll runs scripts that should do the same, each as Run does; it is
	// faster when they do.
	RunAll(ctx context.Context, srcs []string, timeout time.Duration) ([]Trace, error)
	Close() error
}

// How is the environment that a program runs in.
type How uint8

// The environments of an [As].
const (
	Alone    How = iota // a script in a realm of its own
	Shared              // a script in a realm that other programs have used; it starts faster
	AsModule            // a module that a driver imports, and that may import the driver
)

func (h How) String() string { return [...]string{"alone", "shared", "module"}[h] }

// As is an engine that supports more than one environment.
type As interface {
	RunAs(ctx context.Context, how How, srcs []string, timeout time.Duration) ([]Trace, error)
}

// CommonJS returns a script that runs the text of a CommonJS file.
func CommonJS(src string) string {
	return "commonjs(function (exports, require, module, __filename, __dirname) {" + src + "\n});\n"
}

// Shallow is an engine that can run a script with less stack. If that changes what the
// script does, it depends on the size of the stack: it recurses until an error stops it,
// and catches the error or leaves it in a promise, where it is not recorded as a limit.
type Shallow interface {
	RunShallow(ctx context.Context, src string, timeout time.Duration) (Trace, error)
}

// Plain is an engine that can run programs without optimizing them: if the result is then
// another one, the engine's optimizer is at fault.
type Plain interface {
	RunPlain(ctx context.Context, how How, src string, timeout time.Duration) (Trace, error)
}

// Open returns the engine of that name, "quickjs" or "node". width is how many
// programs will run at once.
func Open(name string, width int) (Engine, error) {
	switch name {
	case "quickjs":
		return NewQuickJS()
	case "node":
		return NewNode(width)
	}
	return nil, fmt.Errorf("unknown engine %q: the engines are quickjs and node", name)
}

// answer is the result of the prelude's finish function.
type answer struct {
	Events   []string `json:"events"`
	Resource string   `json:"resource"`
}

func (a answer) trace() Trace {
	t := Trace{Events: a.Events}
	if a.Resource != "" {
		t.Outcome, t.Detail = Resource, a.Resource
	}
	return t
}
