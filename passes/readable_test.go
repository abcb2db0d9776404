package passes_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/passes"
)

// Output that cannot be parsed is not returned: the function stays as it was written, and the
// others are as good as without it.
func TestOutputThatCannotBeReadIsOneFunctionsFault(t *testing.T) {
	const src = `function one(a) { return a - 0 - 0 + [1, 2].length; }
function outer(a) {
  const k = 1 + 2;
  function inner(b) { return b * k * (2 + 3); }
  return inner(a) + (1 + 4);
}
const last = function () { return 6 + 7; };
`
	break1 := func(names ...string) func(name, text string) string {
		return func(name, text string) string {
			if slices.Contains(names, name) {
				return strings.Replace(text, "return", "let q; let q; return", 1)
			}
			return text
		}
	}
	for _, o := range []passes.Options{{Level: 1}, {Level: 1, ForceGraph: true}, {Level: 1, Emit: passes.Normal}, {Level: 1, Compact: true}, {Level: 1, SourceMap: true}} {
		good := optimize(t, src, o)
		for _, names := range [][]string{{"one"}, {"outer.inner"}, {"outer"}, {"last"}, {"outer", "outer.inner"}, {"one", "outer.inner", "last"}} {
			res, err := passes.Optimize(context.Background(), src, o.Spoil(break1(names...)))
			if err != nil {
				t.Fatal(err)
			}
			read(t, res.Code)
			var faults []string
			for _, f := range res.Report.Funcs {
				if f.Outcome == passes.Faulty {
					faults = append(faults, f.Name)
				}
			}
			if !slices.Equal(faults, names) || len(res.Report.Faults) != len(names) {
				t.Errorf("%+v: with %q unreadable, %q are at fault: %q", o.Emit, names, faults, res.Report.Faults)
			}
			if res.Report.Changed != good.Report.Changed-len(names) {
				t.Errorf("%+v: with %q unreadable, %d functions changed, without %d", o.Emit, names, res.Report.Changed, good.Report.Changed)
			}
		}
	}
}

// Where too many functions cannot be parsed, nothing changes.
func TestManyUnreadableFunctionsKeepTheProgram(t *testing.T) {
	var src strings.Builder
	for range 20 {
		src.WriteString("function f(a) { return a + (1 + 2); }\n")
	}
	o := passes.Options{Level: 1, ForceGraph: true}.Spoil(func(_, text string) string { return strings.Replace(text, "return", "return return", 1) })
	res, err := passes.Optimize(context.Background(), src.String(), o)
	if err != nil || res.Code != src.String() || len(res.Report.Faults) == 0 {
		t.Errorf("%v: %q\n%s", err, res.Report.Faults, res.Code)
	}
}

// An output that nests too deep to be parsed is refused: that is no fault.
func TestDeepOutputIsRefused(t *testing.T) {
	const src = "function f(a) { return a + (1 + 2); }\nfunction g(a) { return a + (3 + 4); }\n"
	deep := strings.Repeat("(", 100_001) + "1" + strings.Repeat(")", 100_001)
	res := optimize(t, src, passes.Options{Level: 1}.Spoil(func(name, text string) string {
		if name == "f" {
			return strings.Replace(text, "return", "return "+deep+",", 1)
		}
		return text
	}))
	if k := res.Report.Bailouts; len(k) != 1 || k[0].Name != "f" || !strings.Contains(k[0].Reason, "too deep") || res.Report.Changed != 1 {
		t.Errorf("%d functions changed; kept: %v", res.Report.Changed, k)
	}
}

// In normal form each link of a chain nests in the one before. Code that nests too deep to be
// parsed is no fault: the function stays as written.
func TestOutputThatNestsTooDeepStaysAsWritten(t *testing.T) {
	if !tier.Long() {
		t.Skip("SKIPPED: takes seconds; SON_LONG=1 runs it")
	}
	src := "function f(a) {\n  return a" + strings.Repeat("?.b", 50_000) + ";\n}\nfunction g(a) { return a + (1 + 2); }\n"
	res := optimize(t, src, passes.Options{Level: 1, Emit: passes.Normal})
	if k := res.Report.Bailouts; len(k) != 1 || k[0].Name != "f" || !strings.Contains(k[0].Reason, "too deep") || res.Report.Changed != 1 {
		t.Errorf("%d functions changed; kept: %v", res.Report.Changed, k)
	}
}
