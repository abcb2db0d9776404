package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// broken is a library with bugs: the text of a program selects one.
func broken(ctx context.Context, src string, o passes.Options) (passes.Result, error) {
	switch {
	case strings.Contains(src, "panic"):
		panic("something broke")
	case strings.Contains(src, "reader"):
		return passes.Result{}, &passes.SyntaxError{Diagnostics: []parse.Diagnostic{{Path: o.Path, Line: 1, Text: "BUG: the reader failed"}}}
	case strings.Contains(src, "fault"):
		r, err := passes.Optimize(ctx, src, o)
		r.Report.Faults = []string{o.Path + ":1:1: f: BUG: after rules: no such node"}
		return r, err
	}
	return passes.Optimize(ctx, src, o)
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAFaultExitsWithThreeAndWritesTheProgram(t *testing.T) {
	dir := t.TempDir()
	tests := []struct{ name, src, out, err string }{
		{"of a function", "fault()", "fault()", "BUG: after rules: no such node"},
		{"outside of all functions", "panic()", "panic()", "BUG: something broke"},
		{"of the reader", "reader()", "", "BUG: the reader failed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := write(t, dir, "in.js", tt.src)
			out := filepath.Join(dir, "out.js")
			os.Remove(out)
			var stderr bytes.Buffer
			f := optFlags{do: broken, out: out, jobs: 1, settings: settings{levelNumber: 1}}
			err := runOpt(context.Background(), Streams{Err: &stderr}, f, []string{in})
			if fail, ok := err.(*failure); !ok || fail.code != ExitFault {
				t.Errorf("the command returned %v", err)
			}
			if !strings.Contains(stderr.String(), tt.err) || !strings.Contains(stderr.String(), pleaseReport) {
				t.Errorf("it printed %q", &stderr)
			}
			if tt.out == "" {
				if _, err := os.Stat(out); err == nil {
					t.Error("there is an output")
				}
			} else if got := read(t, out); got != tt.out {
				t.Errorf("the output is %q", got)
			}
		})
	}
}

func TestAFaultInAListDoesNotStopOtherLines(t *testing.T) {
	dir := t.TempDir()
	var list strings.Builder
	for _, name := range []string{"good", "panic", "fault", "reader", "last"} {
		in := write(t, dir, name+".js", name+"()")
		list.WriteString(in + "\t" + filepath.Join(dir, name+".out") + "\n")
	}
	var stderr bytes.Buffer
	f := optFlags{do: broken, list: write(t, dir, "list", list.String()), jobs: 2, settings: settings{levelNumber: 1}}
	err := runList(context.Background(), Streams{Err: &stderr}, f)
	if fail, ok := err.(*failure); !ok || fail.code != ExitFault {
		t.Errorf("the command returned %v", err)
	}
	for _, name := range []string{"good", "last"} {
		if got := read(t, filepath.Join(dir, name+".out")); got != name+"()" {
			t.Errorf("%s became %q", name, got)
		}
	}
	for _, name := range []string{"panic", "fault", "reader"} {
		if got := read(t, filepath.Join(dir, name+".out.err")); !strings.HasPrefix(got, "BUG:") {
			t.Errorf("%s: the message is %q", name, got)
		}
	}
}

func TestAnInterruptedRunIsReported(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	in := write(t, dir, "in.js", "function f() { return 1 + 1 }")
	out := filepath.Join(dir, "out.js")
	var stderr bytes.Buffer
	f := optFlags{do: passes.Optimize, out: out, jobs: 1, settings: settings{levelNumber: 1}}
	err := runOpt(ctx, Streams{Err: &stderr}, f, []string{in})
	if fail, ok := err.(*failure); !ok || fail.code != ExitBadInput || !strings.Contains(stderr.String(), "interrupted") {
		t.Errorf("%v: %s", err, &stderr)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("there is an output")
	}
}

func TestDidYouMean(t *testing.T) {
	names := []string{"parse", "parse.next", "print", "lexer.next", "main"}
	tests := []struct{ written, want string }{
		{"prase", `; did you mean "parse"?`},
		{"nxt", `; did you mean "parse.next" or "lexer.next"?`},
		{"Main", `; did you mean "main"?`},
		{"parse.nex", `; did you mean "parse.next"?`},
		{"something", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := didYouMean(tt.written, names); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.written, got, tt.want)
		}
	}
}
