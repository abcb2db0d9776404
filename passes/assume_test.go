package passes

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
)

func TestAssumptionsAreNamedAndShown(t *testing.T) {
	var all AssumptionSet
	for _, a := range Assumptions {
		if a.Doc == "" || a.Breaks == "" || a.Check == "" || a.Set&all != 0 {
			t.Errorf("%+v", a)
		}
		all |= a.Set
		if p, ds := parse.Parse(a.Breaks, parse.Options{}); p == nil {
			t.Errorf("%s: what it breaks is no program: %v", a.Name, ds)
		}
	}
	set, err := ParseAssumptions(AssumptionNames())
	if err != nil || set != all {
		t.Errorf("%v %v", set, err)
	}
	var unknown *UnknownAssumption
	if _, err := ParseAssumptions([]string{"fn-names", "none"}); !errors.As(err, &unknown) || unknown.Name != "none" {
		t.Error(err)
	}
}

// TestNamesAreKeptUnlessAssumedAway hands esbuild the program that breaks under the assumption.
func TestNamesAreKeptUnlessAssumedAway(t *testing.T) {
	src := "(function () {" + Assumptions[0].Breaks + "})()"
	for _, tt := range []struct {
		name   string
		assume AssumptionSet
		kept   bool
	}{{"kept", 0, true}, {"assumed away", AssumeFnNames, false}} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Optimize(context.Background(), src, Options{Path: "in.js", Level: 1, Minify: true, Assume: tt.assume})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(r.Code, "Circle") != tt.kept {
				t.Errorf("%s", r.Code)
			}
			if by := r.Report.Assumed["fn-names"]; (len(by) == 0) != tt.kept {
				t.Errorf("the report says that it was assumed by %v", by)
			}
		})
	}
}

// TestPlacesAreTheAuthors looks for a function of a TypeScript file, from which removing the
// types removes lines.
func TestPlacesAreTheAuthors(t *testing.T) {
	src := "interface A {\n  b: number;\n}\n\n  function f(a: A) { with (a) return b }\n"
	r, err := Optimize(context.Background(), src, Options{Path: "in.ts", Level: 1, SourceMap: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Report.Funcs[0].Place, (Place{Line: 5, Column: 22}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestATargetThatCannotBeReached checks that such a target is refused at the place that the
// author wrote.
func TestATargetThatCannotBeReached(t *testing.T) {
	old, err := parse.ParseTarget("es5")
	if err != nil {
		t.Fatal(err)
	}
	for _, mapped := range []bool{false, true} {
		_, err := Optimize(context.Background(), "type T = 1;\n\n class A {}\n",
			Options{Path: "in.ts", Target: old, Assume: AssumeFnNames, SourceMap: mapped})
		var refused *SyntaxError
		if !errors.As(err, &refused) || refused.Diagnostics[0].Line != 3 || refused.Diagnostics[0].Col != 1 || refused.Diagnostics[0].Path != "in.ts" {
			t.Errorf("map %v: %v", mapped, err)
		}
	}
}
