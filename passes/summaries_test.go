package passes_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
)

// TestVerifySummaries checks that under Verify a function is a fault if it was told something else of its
// callees than their code says.
func TestVerifySummaries(t *testing.T) {
	const src = `(function () {
  let n = 0;
  function set(x) { for (let i = 0; i < 3; i++) { if (x === i) n = i; else if (x === "t") throw x; } return x; }
  function twice(x) { for (let i = 0; i < 3; i++) set(x); return set(x) + set(1); }
  print(twice(2), twice(5), n);
})();`
	for _, tt := range []struct {
		name   string
		change func(*son.Summary)
	}{
		{"effect", func(s *son.Summary) { s.Effect = 0 }},
		{"end", func(s *son.Summary) { s.Ends = !s.Ends }},
		{"object", func(s *son.Summary) { s.Fresh = !s.Fresh }},
		{"result", func(s *son.Summary) { s.Result = son.IntConst(8) }},
		{"parameter", func(s *son.Summary) { s.Param = 3 }},
		{"writes", func(s *son.Summary) { s.Writes = nil }},
		{"work", func(s *son.Summary) { s.Cheap = !s.Cheap }},
		{"assumed", func(s *son.Summary) { s.Assumed = true }},
		{"variables", func(s *son.Summary) { s.Refers = nil }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := passes.Options{Level: 2, ForceGraph: true, Verify: true}
			faults := func(o passes.Options) string {
				r, err := passes.Optimize(t.Context(), src, o)
				if err != nil {
					t.Fatal(err)
				}
				return strings.Join(r.Report.Faults, "\n")
			}
			if f := faults(o); f != "" {
				t.Errorf("without a change: %s", f)
			}
			if f := faults(o.Misremember(tt.change)); !strings.Contains(f, "BUG: the summary of (anonymous).set: ") {
				t.Errorf("got the faults %q", f)
			}
			o.Verify = false
			if f := faults(o.Misremember(tt.change)); f != "" {
				t.Errorf("unverified: %s", f)
			}
		})
	}
}
