// Package tier says how much of the tests to run. By default go test runs every fixture, and a
// small part of what is generated, enumerated or taken from real packages. SON_LONG=1 runs all
// of it, the long tier, except that of what is tried in many modes each program runs in some of them,
// in turn. SON_LONG=full runs each in all of them.
package tier

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sonjs/son/internal/npm"
)

// Variable chooses the tier in the environment. Only this package reads it, which the command longer checks.
const Variable = "SON_LONG"

// Long reports whether the long tier runs.
func Long() bool { return os.Getenv(Variable) != "" }

// Share is how many of a test's parts to run: all in the long tier, else some.
func Share(some, all int) int {
	if Long() {
		return all
	}
	return some
}

// turns is how many modes there are for each one in which the long tier tries a program.
const turns = 3

// InTurn reports whether a program, by its number, is to be tried in a mode, by its number. In the long tier
// each is tried in some modes; with SON_LONG=full, and outside of the long tier, which has few programs, in
// all of them.
func InTurn(program, mode int) bool {
	return !Long() || os.Getenv(Variable) == "full" || (program+mode)%turns == 0
}

// Some is a part of list, every nth element, or all of it in the long tier.
func Some[T any](list []T, nth int) []T {
	if Long() {
		return list
	}
	var out []T
	for i := 0; i < len(list); i += nth {
		out = append(out, list[i])
	}
	return out
}

// OnlyLong skips a test outside the long tier.
func OnlyLong(t testing.TB) {
	t.Helper()
	if !Long() {
		t.Skip("SKIPPED: only the long tier runs it (SON_LONG=1)")
	}
}

// Modules returns the directory node_modules with the packages that tests read: that of NPM_DIR,
// which names it or the directory that holds it, or that of testdata/npm. Without packages, or
// outside the long tier, the test is skipped; if NPM_DIR is set but holds none, it fails.
func Modules(t testing.TB) string {
	t.Helper()
	OnlyLong(t)
	dir, err := npm.Find(filepath.Join(root(t), "testdata", "npm"), "acorn/package.json")
	switch {
	case err != nil && os.Getenv("NPM_DIR") != "":
		t.Fatalf("NPM_DIR: %v", err)
	case err != nil:
		t.Skip("SKIPPED:", err)
	}
	return dir
}

// root is the directory of the module's go.mod; tests run in that of their package.
func root(t testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for !exists(filepath.Join(dir, "go.mod")) {
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod in a directory around the test's")
		}
		dir = up
	}
	return dir
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
