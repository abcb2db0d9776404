package passes_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// TestVersionWithoutTheLastPass compares functions, and their reports, of which the version without the last pass comes
// from the same graph with those of which it was made from the start.
func TestVersionWithoutTheLastPass(t *testing.T) {
	const src = `
export function pays(list) { let n = 0; for (const x of list) { n += Math.floor(x) + Math.ceil(x); } return n; }
export function once(x) { do { x(Math.max(x, 3)); } while (x.more()); }
export function nothing(x) { for (;;) { if (x.done()) return; x.step(1 + 2); } }
export function threads(f, v) { let on = false; while (f()) { if (f(on)) { on = true; } else { on = false; } if (on) f(Math.abs(v)); else f(2); } }
export const labels = (o) => { a: for (const k of Object.keys(o)) { for (const x of o[k]) { if (Math.sign(x) < 0) continue a; o.f(x); } } };
`
	kept, undone := 0, 0
	for _, f := range []costs.Aim{costs.Balanced, costs.Speed, costs.SpeedQuickJS} {
		for level := 1; level <= 2; level++ {
			o := passes.Options{Path: "x.mjs", Level: level, For: f, Assume: passes.AssumeBuiltins, Workers: 1, Verify: true}
			got := optimize(t, src, o)
			o.Observer = son.NoObserver{} // each version is made from the start then
			want := optimize(t, src, o)
			if diff := cmp.Diff(want.Code, got.Code); diff != "" {
				t.Errorf("for %v at level %d: %s", f, level, diff)
			}
			if diff := cmp.Diff(want.Report, got.Report, cmpopts.IgnoreFields(passes.Report{}, "Milliseconds"), cmpopts.IgnoreUnexported(passes.Report{}, passes.FuncReport{})); diff != "" {
				t.Errorf("for %v at level %d: the report: %s", f, level, diff)
			}
			for _, r := range got.Report.Funcs {
				if r.Rules["builtin-caching"] > 0 {
					kept++
				}
				if slices.Contains(r.Undone, "builtin-caching") {
					undone++
				}
			}
		}
	}
	if kept == 0 || undone == 0 {
		t.Errorf("the pass paid in %d functions and did not in %d", kept, undone)
	}
}
