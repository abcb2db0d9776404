package passes_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// TestAssumptionsBreakWhatTheySay runs the program of each assumption that rules rely on: it
// behaves as before without the assumption, and differently with it.
func TestAssumptionsBreakWhatTheySay(t *testing.T) {
	for _, a := range passes.Assumptions {
		if a.Set == passes.AssumeFnNames {
			continue // only what is handed to esbuild relies on it, and names: see TestFunctionsThatTakeANameAreCounted
		}
		t.Run(a.Name, func(t *testing.T) {
			src := "const log = print;\n" + a.Breaks
			want := runJS(t, src)
			plain := optimize(t, src, passes.Options{Level: 1, ForceGraph: true, Verify: true})
			if got := runJS(t, plain.Code); got != want || len(plain.Report.Assumed) > 0 {
				t.Errorf("without it prints %q, want %q; assumed %v\n%s", got, want, plain.Report.Assumed, plain.Code)
			}
			others := optimize(t, src, passes.Options{Level: 1, ForceGraph: true, Verify: true, Assume: standard(t) &^ a.Set})
			if got := runJS(t, others.Code); got != want {
				t.Errorf("with the others prints %q, want %q\n%s", got, want, others.Code)
			}
			level := 1
			if a.Set == passes.AssumeClosedObjects {
				level = 2 // it is about calls
			}
			with := optimize(t, src, passes.Options{Level: level, Verify: true, Assume: a.Set})
			if got := runJS(t, with.Code); got == want || len(with.Report.Assumed[a.Name]) == 0 {
				t.Errorf("under it nothing breaks, or the report is silent: %v\n%s", with.Report.Assumed, with.Code)
			}
		})
	}
}

func standard(t *testing.T) passes.AssumptionSet {
	set, err := passes.ParseAssumptions([]string{passes.AssumeStandard})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestFunctionsThatTakeANameAreCounted: without the assumption, the function stays one without a name.
func TestFunctionsThatTakeANameAreCounted(t *testing.T) {
	src := `(function () { (function (root, make) { if (root.loads) make(root); else root.made = make({}); })(this, function (x) { x.a = () => x; for (const y of x.list) print(y); return x; }); })();`
	o := passes.Options{Level: 2, For: costs.Speed, Verify: true, Type: parse.CommonJS}
	if r := optimize(t, src, o); !strings.Contains(r.Code, "make = (0, function") {
		t.Errorf("the function would be called make:\n%s", r.Code)
	}
	o.Assume = passes.AssumeFnNames
	r := optimize(t, src, o)
	if got := strings.Join(r.Report.Assumed["fn-names"], ", "); !strings.Contains(got, "takes-name (1)") || !strings.Contains(r.Code, "make = function") {
		t.Errorf("%q\n%s", got, r.Code)
	}
}

// TestReadsThatPassReadsAreCounted: the text of a function relies on assumptions, too.
func TestReadsThatPassReadsAreCounted(t *testing.T) {
	src := `function f(o, n) { const before = o.high - o.low; if (n > o.low) o.low = n; return o.high - o.low !== before; }`
	r := optimize(t, src, passes.Options{Level: 2, For: costs.Speed, Verify: true, Assume: passes.AssumePureGetters | passes.AssumePureCoercion})
	for _, a := range []string{"pure-getters", "pure-coercion"} {
		if got := strings.Join(r.Report.Assumed[a], ", "); !strings.Contains(got, "reads-pass (1)") {
			t.Errorf("%s: %q\n%s", a, got, r.Code)
		}
	}
	if !strings.Contains(r.Code, "before = o.high - low") {
		t.Errorf("no read passes another one:\n%s", r.Code)
	}
}

// TestAssumptionUsesAreCounted adds up how often the functions relied on assumptions.
func TestAssumptionUsesAreCounted(t *testing.T) {
	src := `function f(g) { const o = { a: 1 }; if (o.b) g(1); if (o.c) g(2); return g(o); }
function h(a, b) { [a, b] = [b, a]; return a - b; }`
	r := optimize(t, src, passes.Options{Level: 1, Verify: true, Assume: passes.AssumeBuiltins})
	if got := strings.Join(r.Report.Assumed["builtins"], ", "); got != "load-absent (2), scalar (1)" {
		t.Errorf("%s\n%s", got, r.Code)
	}
	want := passes.MemoryReport{Loads: 4, Allocations: 1}
	if r.Report.Memory != want {
		t.Errorf("%+v, want %+v", r.Report.Memory, want)
	}
}
