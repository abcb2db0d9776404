package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sonjs/son/internal/tier"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"son": main})
}

// longest is how long the scripts may take together. With a quadratic step the long
// ones take hours, on a busy machine some minutes.
const longest = 8 * time.Minute

// TestScripts runs testdata/cli: command lines with the files they read and the
// results they must have. Besides testscript's own commands there are
//
//	code N COMMAND...   the command exits with code N
//	make FORM FILE      writes a large or odd program
//	within FILE TEXT    the file contains the text
//	begins FILE TEXT    the file begins with the text
//	until FILE TEXT     the file contains the text before a timeout
//	alone DIR FILE...   the directory holds these files and nothing else
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "cli"),
		RequireExplicitExec: true,
		Deadline:            time.Now().Add(longest),
		UpdateScripts:       os.Getenv("SON_UPDATE") != "",
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root":
				return os.Getuid() == 0, nil
			case "long":
				return tier.Long(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code": code, "make": makeProgram, "within": within, "begins": begins, "until": until, "alone": alone,
		},
	})
}

func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed):
		got = failed.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
	for _, bad := range []string{"goroutine ", "panic:"} {
		if strings.Contains(ts.ReadFile("stderr"), bad) {
			ts.Fatalf("it panicked")
		}
	}
}

func within(ts *testscript.TestScript, neg bool, args []string) {
	if strings.Contains(ts.ReadFile(args[0]), args[1]) == neg {
		ts.Fatalf("%s contains %q: %v", args[0], args[1], neg)
	}
}

// patience is how long until waits, also for a slow machine.
const patience = 30 * time.Second

func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: until FILE TEXT")
	}
	last := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		text, err := os.ReadFile(ts.MkAbs(args[0]))
		if err != nil {
			continue // not yet
		}
		if last = string(text); strings.Contains(last, args[1]) {
			return
		}
	}
	ts.Fatalf("%s still does not contain %q; it is\n%s", args[0], args[1], last)
}

func begins(ts *testscript.TestScript, neg bool, args []string) {
	if strings.HasPrefix(ts.ReadFile(args[0]), args[1]) == neg {
		ts.Fatalf("%s begins with %q: %v", args[0], args[1], neg)
	}
}

func alone(ts *testscript.TestScript, neg bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), strings.Join(args[1:], " "); got != want || neg {
		ts.Fatalf("%s holds %q, want %q", args[0], got, want)
	}
}

// makeProgram writes programs that are too long or too odd for a script.
func makeProgram(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: make FORM FILE")
	}
	text, ok := programs()[args[0]]
	if !ok {
		ts.Fatalf("there is no program %q", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text()), 0o666))
}

func programs() map[string]func() string {
	function := func(body string) string { return "function f(a, b) { " + body + " }\n" }
	nest := func(n int, open, inner, close string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(close, n)
	}
	chain := func(n int, sep string, item func(i int) string) string {
		var out strings.Builder
		for i := range n {
			if i > 0 {
				out.WriteString(sep)
			}
			out.WriteString(item(i))
		}
		return out.String()
	}
	return map[string]func() string{
		"parens":     func() string { return function("return " + nest(10_000, "(", "a", ")")) },
		"parens-top": func() string { return "x = " + nest(10_000, "(", "a", ")") },
		"plus": func() string {
			return function("return " + chain(tier.Share(20_001, 100_001), "+", func(int) string { return "a" }))
		},
		"plus-sum": func() string { return function("return " + chain(tier.Share(20_001, 100_001), "+", strconv.Itoa)) },
		"plus-calls": func() string {
			return function("return " + chain(tier.Share(20_001, 100_001), "+", func(int) string { return "a()" }))
		},
		"plus-top": func() string {
			return "x = " + chain(tier.Share(20_001, 100_001), "+", func(int) string { return "a" })
		},
		"line": func() string {
			return "function f() { return 1 + 1 } " + chain(300_000, ";", func(i int) string { return fmt.Sprintf("a%d = f(%d)", i, i) })
		},
		"line-in-function": func() string {
			return function(chain(100_000, ";", func(i int) string { return fmt.Sprintf("a.x%d = b(%d) + %s", i, i, `"a longer string than most"`) }))
		},
		"line-error": func() string { return "var a = [" + chain(800_000, ",", strconv.Itoa) + " 1x];" },
		"string":     func() string { return function(`return "` + strings.Repeat("x", 5_000_000) + `" + (1 + 1)`) },
		"blocks":     func() string { return function(nest(5_000, "if (a()) {", "b()", "}")) },
		"arrows":     func() string { return "x = " + strings.Repeat("a => ", 10_000) + "a" },
		"functions":  func() string { return nest(2_000, "(function () {", "a()", "}())") },
		"arrays":     func() string { return function("return " + nest(10_000, "[", "a", "]")) },
		"calls":      func() string { return function("return " + nest(10_000, "a(", "b", ")")) },
		"members":    func() string { return function("return a" + strings.Repeat(".b", 100_000)) },
		"conditions": func() string { return function("return " + nest(10_000, "a ? ", "b", " : 1")) },
		"nots":       func() string { return function("return " + strings.Repeat("!", 10_000) + "a") },
		"commas":     func() string { return function("return " + chain(100_001, ",", func(int) string { return "a()" })) },
		"binary": func() string {
			var all strings.Builder
			for i := range 25_600 {
				all.WriteByte(byte(i))
			}
			return all.String()
		},
		"bad-comment":    func() string { return "// \xff\xfe\n" + function("return 1 + 1") },
		"bad-string":     func() string { return function("return \"\xff\"") },
		"bad-identifier": func() string { return "var a\xff = 1;\n" },
		"bom":            func() string { return "\ufeff" + function("return 1 + 1") },
		"crlf":           func() string { return "function f(a) {\r\n  return a;\r\n}\r\n" },
		"bom-plain":      func() string { return "\ufeff" + function("return a") },
	}
}
