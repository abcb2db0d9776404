package passes_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// TestSingleUseMap checks that a map leads from a function that was moved to where it was written,
// and that the report names the assumption.
func TestSingleUseMap(t *testing.T) {
	src := "(function (o) {\n  function first(alpha) { return this.one(alpha); }\n  function second(beta) { return this.two(beta); }\n  o.first = first;\n  o.second = second;\n})(window);\n"
	r := optimize(t, src, passes.Options{Level: 1, For: costs.Size, Assume: passes.AssumeFnNames, SourceMap: true})
	if want := "  o.second = function (beta) { return this.two(beta); };"; !strings.Contains(r.Code, want) {
		t.Fatalf("no %s in\n%s", want, r.Code)
	}
	m, err := sourcemap.Parse(r.Map)
	if err != nil {
		t.Fatal(err)
	}
	find := func(text, word string) (line, col int32) {
		before := text[:strings.Index(text, word)]
		return int32(strings.Count(before, "\n")), int32(len(before) - strings.LastIndex(before, "\n") - 1)
	}
	for _, word := range []string{"alpha", "beta", "two", "o.second"} {
		line, col := find(r.Code, word)
		wantLine, wantCol := find(src, word)
		s, ok := m.Find(line, col)
		if !ok || s.Line != wantLine || s.From != wantCol {
			t.Errorf("%s leads to %d:%d, not to %d:%d", word, s.Line, s.From, wantLine, wantCol)
		}
	}
	if len(r.Report.Assumed["fn-names"]) != 1 {
		t.Errorf("assumed %v", r.Report.Assumed)
	}
	if r := optimize(t, src, passes.Options{Level: 1, Assume: passes.AssumeFnNames}); r.Code != src {
		t.Errorf("got, though size is not the aim,\n%s", r.Code)
	}
}
