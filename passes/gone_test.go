package passes

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestNothingIsMadeOfFunctionsThatAreGone has functions with a single call, in both orders, deeper than
// calls in callees are inlined, and in a circle that nothing calls.
func TestNothingIsMadeOfFunctionsThatAreGone(t *testing.T) {
	link := func(i int) string {
		return fmt.Sprintf("function f%d(a) { const t = a.x%d + (1 + 2); log(t); return f%d(t); }\n", i, i, i+1)
	}
	var up, down string
	for i := range 20 {
		up, down = up+link(i), link(i)+down
	}
	const ends = "export const run = o => f0(o);\nfunction f20(a) { try { log(a) } catch { return a.y } }\n"
	const circle = "function a(x) { const y = b(x); return y + 1; }\nfunction b(x) { const y = a(x); return y + 2; }\n"
	want := ""
	for _, src := range []string{up + ends + circle, ends + up + circle, down + circle + ends} {
		for _, workers := range []int{1, 4} {
			r, err := Optimize(t.Context(), src, Options{Level: 2, Path: "in.mjs", Workers: workers, Details: true})
			if err != nil || len(r.Report.Faults) > 0 {
				t.Fatal(err, r.Report.Faults)
			}
			gone := 0
			for _, f := range r.Report.Funcs {
				if !f.Gone {
					continue
				}
				gone++
				if len(f.Rules) > 0 || f.Outcome != NoGain {
					t.Errorf("%s is gone, but there is a graph of it\n%s", f.Name, src)
				}
				if strings.Contains(r.Code, "function "+f.Name+"(") {
					t.Errorf("%s is gone, but it stays\n%s", f.Name, r.Code)
				}
			}
			if gone < 14 {
				t.Errorf("%d functions are gone\n%s", gone, r.Code)
			}
			lines := strings.SplitAfter(r.Code, "\n")
			slices.Sort(lines)
			if got := strings.Join(lines, ""); want == "" {
				want = got
			} else if got != want {
				t.Errorf("the output depends on the order of the functions, or on the workers:\n%s", r.Code)
			}
		}
	}
}
