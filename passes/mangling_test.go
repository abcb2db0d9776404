package passes_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

var nameShown = regexp.MustCompile(`function "[^"]*"`)

// TestMangledFixtures minifies all fixtures to the smallest size: except for names of functions
// they print what they print with esbuild's names; esbuild itself makes assumptions.
func TestMangledFixtures(t *testing.T) {
	for _, f := range fixtures(t, "seeds", "opt", "emit") {
		t.Run(f.name, func(t *testing.T) {
			if strings.Contains(f.in, ".name") {
				t.Skip("it looks at a name")
			}
			o := passes.Options{Verify: true, Minify: true, Assume: passes.AssumeFnNames}
			usual, err := passes.Optimize(context.Background(), f.in, o)
			if err != nil {
				t.Skip("esbuild refuses it: ", err)
			}
			want := runJS(t, usual.Code)
			o.For = costs.Size
			res := optimize(t, f.in, o)
			for _, fault := range res.Report.Faults {
				t.Error(fault)
			}
			silent := func(s string) string { return nameShown.ReplaceAllString(s, "function") }
			if d := cmp.Diff(silent(want), silent(runJS(t, res.Code))); d != "" {
				t.Errorf("(-want +got)\n%s\nof\n%s", d, res.Code)
			}
		})
	}
}

// TestMangledNames checks that the mangled names suit compression, that a map leads from them to
// those of the source, and that functions lose theirs only with the assumption.
func TestMangledNames(t *testing.T) {
	src := strings.Repeat("(function (outer, other) { outer(other, function (first, second) { return first(second, function (third, fourth) { return third + fourth }) }) })(f, g);\n", 20)
	mangled := passes.Options{Path: "in.js", Level: 1, Minify: true, For: costs.Size, Assume: passes.AssumeFnNames, SourceMap: true}
	usual := mangled
	usual.For = costs.Balanced
	named := mangled
	named.Assume = 0
	code := func(o passes.Options) string {
		r, err := passes.Optimize(context.Background(), src, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Map) == 0 || !strings.Contains(string(r.Map), `"outer"`) {
			t.Errorf("the map has no name of the source: %s", r.Map)
		}
		return r.Code
	}
	// The outermost and the innermost function name their parameters alike.
	got, other := code(mangled), code(usual)
	outer := regexp.MustCompile(`^\(function\((\w),(\w)\)`).FindStringSubmatch(got)
	if len(got) > len(other) || outer == nil || !strings.Contains(got, fmt.Sprintf("function(%[1]s,%[2]s){return %[1]s+%[2]s}", outer[1], outer[2])) {
		t.Errorf("got\n%s\ninstead of\n%s", got, other)
	}
	src = "(function (outer) { function named() { return outer } f(named, named) })(g);\n"
	if got := code(named); !strings.Contains(got, "function named(){") {
		t.Errorf("without the assumption: %s", got)
	}
	for _, o := range []passes.Options{mangled, usual} {
		if got := code(o); strings.Contains(got, "named") {
			t.Errorf("with the assumption: %s", got)
		}
	}
}
