package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// in writes the files of an archive into a directory and returns it.
func in(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const module = `
-- go.mod --
module github.com/sonjs/son

go 1.26.0
-- internal/tier/tier.go --
package tier

const Variable = "SON_LONG"

func Long() bool { return false }
`

func TestTestsThatReachTheTierAreFound(t *testing.T) {
	dir := in(t, module+`
-- a/a.go --
package a
-- a/a_test.go --
package a

import (
	"testing"

	"github.com/sonjs/son/internal/tier"
)

var size = map[bool]int{true: 3}[tier.Long()]

func deep() int { return size }

type kind struct{}

func (*kind) String() string {
	if tier.Long() {
		return "long"
	}
	return ""
}

func TestCalls(t *testing.T)     { t.Log(tier.Long()) }
func TestOfSubtests(t *testing.T) { t.Run("x", func(t *testing.T) { _ = tier.Long() }) }
func TestOfAVariable(t *testing.T) { t.Log(deep()) }
func TestOfAMethod(t *testing.T) { t.Log(&kind{}) }
func TestOther(t *testing.T)     { t.Log("tier") }
func FuzzCalls(f *testing.F)     { f.Add(deep()) }
func Testing()                   { _ = deep() }
-- a/more_test.go --
package a_test

import (
	"testing"

	long "github.com/sonjs/son/internal/tier"
)

func TestRenamed(t *testing.T) { t.Log(long.Variable) }
func TestTier(t *testing.T)    { tier := 1; t.Log(tier) }
-- b/b_test.go --
package b

import "testing"

func TestNothing(t *testing.T) {}
-- c/c_test.go --
package c

import (
	"testing"

	"github.com/sonjs/son/internal/tier"
)

var long bool

func init() { long = tier.Long() }

func TestMain(m *testing.M)      { m.Run() }
func TestAnything(t *testing.T) {}
`)
	got, err := arguments(dir)
	want := []string{
		"-run", "^(FuzzCalls|TestAnything|TestCalls|TestOfAMethod|TestOfAVariable|TestOfSubtests|TestRenamed)$",
		"github.com/sonjs/son/a", "github.com/sonjs/son/c",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v\nwant %q", got, err, want)
	}
}

func TestWhatCannotBeFollowedIsAnError(t *testing.T) {
	const none = "\n-- a/a_test.go --\npackage a\n"
	for _, tt := range []struct{ name, files, want string }{
		{"no test", none, "no test reaches"},
		{"a package that is no test", none + "-- a/a.go --\npackage a\n\nimport _ \"github.com/sonjs/son/internal/tier\"\n", "outside of its tests"},
		{"a dot", none + "-- a/dot_test.go --\npackage a\n\nimport . \"github.com/sonjs/son/internal/tier\"\n\nvar _ = Long\n", `imported as "."`},
		{"the variable", none + "-- a/a.go --\npackage a\n\nimport \"os\"\n\nvar Long = os.Getenv(`SON_LONG`)\n", "names the variable"},
		{"the variable in a test", none + "-- a/env_test.go --\npackage a\n\nimport \"os\"\n\nvar long = os.Getenv(\"SON_LONG\")\n", "names the variable"},
		{"the variable behind a tag", none + "-- a/js.go --\n//go:build js\n\npackage a\n\nconst name = \"SON_LONG\"\n", "names the variable"},
	} {
		if got, err := arguments(in(t, module+tt.files)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %q, %v; want an error with %q", tt.name, got, err, tt.want)
		}
	}
}

// TestThisModuleCanBeFollowed looks for tests of which each reaches the tier in another way.
func TestThisModuleCanBeFollowed(t *testing.T) {
	got, err := arguments(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"TestScripts", "TestOptimizerPreservesCalls", "TestRandomProgramsAgreeWithTheEngine"} {
		if !slices.Contains(strings.FieldsFunc(got[1], func(r rune) bool { return strings.ContainsRune("^(|)$", r) }), want) {
			t.Errorf("%s is not in %s", want, got[1])
		}
	}
	if strings.Contains(got[1], "TestFixtures|") {
		t.Error("fixtures are the same in both tiers, but are listed")
	}
}
