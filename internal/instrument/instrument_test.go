package instrument_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// prelude gives programs log, and records what they log and what the checks report.
const prelude = `(() => {
	const lines = [], show = (v) => typeof v === "function" ? "function " + v.name : String(v);
	globalThis.log = (...args) => { lines.push(args.map(show).join(" ")); };
	const push = lines.push.bind(lines), reports = [];
	globalThis.console = { error(text) { reports[reports.length] = text; } };
	globalThis.register = {};
	return (uncaught) => { if (uncaught) push("uncaught " + uncaught); let s = lines.join("\n"); for (const r of reports) s += "\nREPORT " + r; return s; };
})()`

// optimized runs the library on a program.
func optimized(t *testing.T, src string, o passes.Options) passes.Result {
	t.Helper()
	if o.Path == "" {
		o.Path = "in.js"
	}
	r, err := passes.Optimize(context.Background(), src, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if len(r.Report.Faults) > 0 {
		t.Fatalf("%v\n%s", r.Report.Faults, src)
	}
	return r
}

func assumptions(t *testing.T, names string) passes.AssumptionSet {
	t.Helper()
	set, err := passes.ParseAssumptions(strings.Split(names, ","))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// checked runs a program with checks, and returns what it logs, and what is reported. It must behave as before.
func checked(t *testing.T, src, names string, kind parse.SourceType) (reports string) {
	t.Helper()
	set := assumptions(t, names)
	code := optimized(t, src, passes.Options{Type: kind, Assume: set, Check: set}).Code
	want := enginetest.Run(t, prelude, src)
	got, reports, _ := strings.Cut(enginetest.Run(t, prelude, code), "\nREPORT ")
	if got != want {
		t.Errorf("it does something else under checks:\n%s\nbefore:\n%s\n%s", got, want, body(code))
	}
	return reports
}

// body is what follows the runtime.
func body(code string) string { return code[strings.LastIndex(code, `"end":`)+1:] }

// TestProgramsThatBreakAreFound runs the program that each assumption breaks.
func TestProgramsThatBreakAreFound(t *testing.T) {
	at := map[string]string{
		"fn-names":       `name]`,
		"builtins":       `Math.max = () => 0`,
		"pure-coercion":  `n = 2; return`,
		"pure-getters":   `++n`,
		"closed-world":   `ready) log`,
		"no-tdz":         `k; return "read"`,
		"closed-objects": `m()) })`,
	}
	for _, a := range passes.Assumptions {
		t.Run(a.Name, func(t *testing.T) {
			report := checked(t, a.Breaks, a.Name, parse.Auto)
			column := strings.Index(a.Breaks, at[a.Name]) + 1
			if want := fmt.Sprintf("in.js:1:%d: warning: %s does not hold: ", column, a.Name); at[a.Name] == "" || !strings.HasPrefix(report, want) {
				t.Errorf("%s\nreport: %s\nwant:   %s", a.Breaks, report, want)
			}
		})
	}
}
