package passes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// TestUnreferencedMap checks that the map leads from what stays to where it was written, and the
// report to what is gone.
func TestUnreferencedMap(t *testing.T) {
	const src = "function unused() { return 1; }\nvar last;\nexport function run(alpha) {\n  const beta = alpha.one, two = 1 + 2;\n  last = beta.call();\n  return two + unused.name;\n  function inner() { return gamma; }\n}\nlast = delta();\n"
	for _, o := range []passes.Options{
		{Level: 2, SourceMap: true, Type: parse.Module},
		{Level: 2, SourceMap: true, Type: parse.Module, Compact: true},
		{Level: 2, SourceMap: true, Type: parse.Module, For: costs.Size},
		{Level: 2, SourceMap: true, Type: parse.Module, Minify: true},
	} {
		plain := optimize(t, src, o)
		o.Details = true
		r := optimize(t, src, o)
		if r.Code != plain.Code || string(r.Map) != string(plain.Map) {
			t.Errorf("with details it is\n%s\nwithout\n%s", r.Code, plain.Code)
		}
		for _, gone := range []string{"last", "inner", "gamma"} {
			if strings.Contains(r.Code, gone) {
				t.Errorf("%s is left in\n%s", gone, r.Code)
			}
		}
		m, err := sourcemap.Parse(r.Map)
		if err != nil {
			t.Fatal(err)
		}
		find := func(text, word string) (line, col int32) {
			before := text[:strings.Index(text, word)]
			return int32(strings.Count(before, "\n")), int32(len(before) - strings.LastIndex(before, "\n") - 1)
		}
		for _, word := range []string{"run", "call", "delta"} {
			line, col := find(r.Code, word)
			wantLine, wantCol := find(src, word)
			if s, ok := m.Find(line, col); !ok || s.Line != wantLine || s.From != wantCol {
				t.Errorf("%s leads to %d:%d, not to %d:%d", word, s.Line, s.From, wantLine, wantCol)
			}
		}
		want := []passes.Unreferenced{
			{Kind: "variable", Name: "last", Place: passes.Place{Line: 2, Column: 5}},
			{Kind: "assignment", Name: "last", Place: passes.Place{Line: 5, Column: 3}},
			{Kind: "assignment", Name: "last", Place: passes.Place{Line: 9, Column: 1}},
		}
		if d := cmp.Diff(want, r.Report.Unreferenced); d != "" {
			t.Errorf("(-want +got)\n%s\n%s", d, r.Code)
		}
	}
	if r := optimize(t, src, passes.Options{Level: 1, Type: parse.Module}); !strings.Contains(r.Code, "last") || r.Report.Unreferenced != nil {
		t.Errorf("at -O1\n%s", r.Code)
	}
}

// TestUnreferencedUnderNoTDZ checks that the report names the assumption.
func TestUnreferencedUnderNoTDZ(t *testing.T) {
	const src = "export function f(x) { last = x; return x; }\nlet last;\n"
	for _, assume := range []passes.AssumptionSet{0, passes.AssumeNoTDZ} {
		r := optimize(t, src, passes.Options{Level: 2, Type: parse.Module, Assume: assume})
		if gone := !strings.Contains(r.Code, "last"); gone != (assume != 0) || gone != (len(r.Report.Assumed["no-tdz"]) == 1) {
			t.Errorf("assuming %v, assumed %v\n%s", assume, r.Report.Assumed, r.Code)
		}
	}
}
