package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sonjs/son/passes"
)

func TestText(t *testing.T) {
	r := passes.Report{
		Version: 1, File: "in.js", BytesIn: 200, BytesOut: 150, Functions: 9, ThroughGraph: 6, Changed: 2, Nodes: 77, Changes: 5, FirstVisits: 60, Visits: 67, DataNodes: 40, Floating: 8, Operators: 6, Pure: 2,
		Memory: passes.MemoryReport{Loads: 3, Allocations: 1}, Swept: 2,
		Bailouts: []passes.BailoutReport{
			{Name: "a", Reason: "for-of", Place: passes.Place{Line: 3, Column: 4}},
			{Name: "b", Reason: "with", Place: passes.Place{File: "x.ts", Line: 5, Column: 1}},
			{Name: "c", Reason: "with", Place: passes.Place{Line: 9, Column: 2}},
		},
		Rules:        map[string]int{"zero": 1, "dead": 4, "alike": 1},
		Milliseconds: map[string]float64{"parse": 1.25, "print": 0.001, "rules": 7},
		Inputs:       []string{"in.js", "x.ts"},
		Assumed:      map[string][]string{"fn-names": {"bundle", "minify"}},
	}
	const want = `in.js (a bundle of 2 files): 200 to 150 bytes (-25.0%); 2 of 9 functions changed
  through the graph: 6 of 9 functions; 77 nodes, 5 changes
  operators that may run code: 6; their operands' types rule that out for 2
  nodes that compute something: 40; 8 of them float
  visits beyond the first: 7, 1.40 per change
  left as written: 3
      2  with (first at x.ts:5:1, in b)
      1  for-of (at 3:4, in a)
  rules fired: 6
      4  dead
      1  alike
      1  zero
  removed: 3 loads, 1 object, 2 dead statements and values
  milliseconds: rules 7.0, parse 1.2
  assumed: fn-names (bundle, minify)
`
	var b strings.Builder
	if err := Text(&b, r); err != nil || b.String() != want {
		t.Errorf("%v\n%s", err, &b)
	}
	b.Reset()
	if err := Text(&b, passes.Report{File: "in.js", BytesIn: 5, BytesOut: 5, Functions: 1}); err != nil || !strings.Contains(b.String(), "-O0 returns the input unchanged") {
		t.Errorf("%v\n%s", err, &b)
	}
}

// TestJSONHasEveryField guards the fields that other programs read.
func TestJSONHasEveryField(t *testing.T) {
	var b strings.Builder
	if err := JSON(&b, passes.Report{Version: 2, Bailouts: []passes.BailoutReport{{Name: "<f>"}}, Rules: map[string]int{}, Milliseconds: map[string]float64{}}); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 1 || !strings.Contains(b.String(), "<f>") {
		t.Errorf("not one plain line: %q", &b)
	}
	var m map[string]any
	if err := json.Unmarshal([]byte(b.String()), &m); err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields("version file functions throughGraph changed bailouts nodes firstVisits visits changes floating dataNodes operators pure memory rules milliseconds") {
		if m[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	bailout := m["bailouts"].([]any)[0].(map[string]any)
	for _, name := range []string{"name", "reason", "line", "column"} {
		if bailout[name] == nil {
			t.Errorf("bailouts: %s is missing", name)
		}
	}
}

func TestTextSaysHowManyFunctionsNeededNoGraph(t *testing.T) {
	for trivial, want := range map[int]string{
		0: "through the graph: 3 of 4 functions; 9 nodes",
		2: "through the graph: 3 of 4 functions (2 of them had nothing to optimize at first sight); 9 nodes",
	} {
		var b strings.Builder
		if err := Text(&b, passes.Report{File: "in.js", Functions: 4, ThroughGraph: 3, Trivial: trivial, Nodes: 9}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestTextCountsTheKnownCallsThatStayByReason(t *testing.T) {
	r := passes.Report{File: "in.js", Functions: 2, ThroughGraph: 2, Calls: &passes.CallsReport{Calls: 9, Known: 4, Inlined: 1, Private: 2, Gone: 1, List: []passes.CallReport{
		{In: "f", Callee: "g", Why: "it is deep", Place: passes.Place{Line: 1, Column: 2}},
		{In: "f", Callee: "h", Inlined: true, Place: passes.Place{Line: 2, Column: 2}},
		{In: "h", Callee: "g", Why: "it is long", Place: passes.Place{Line: 3, Column: 2}},
		{In: "h", Callee: "g", Why: "it is long", Place: passes.Place{Line: 4, Column: 2}},
	}}}
	const want = `  calls: 9; callee known: 4; inlined: 1; private functions: 2, 1 of them no longer called
      2  it is long (first at 3:2, in h)
      1  it is deep (at 1:2, in f)
`
	var b strings.Builder
	if err := Text(&b, r); err != nil || !strings.Contains(b.String(), want) {
		t.Errorf("%v\n%s", err, &b)
	}
}

func TestTextCountsTheReadsThatMayFindNoValueByReason(t *testing.T) {
	r := passes.Report{File: "in.js", Functions: 2, ThroughGraph: 2, Reads: &passes.ReadsReport{Reads: 9, Settled: 6, Constants: 4, List: []passes.ReadReport{
		{In: "f", Name: "k", Why: "it is early", Place: passes.Place{Line: 1, Column: 2}},
		{In: "h", Name: "k", Why: "it is made", Place: passes.Place{Line: 3, Column: 2}},
		{In: "h", Name: "k", Why: "it is made", Place: passes.Place{Line: 4, Column: 2}},
	}}}
	const want = `  reads of variables with one value: 9; that have it: 6, 4 of them of constants
      2  it is made (first at 3:2, in h)
      1  it is early (at 1:2, in f)
`
	var b strings.Builder
	if err := Text(&b, r); err != nil || !strings.Contains(b.String(), want) {
		t.Errorf("%v\n%s", err, &b)
	}
}
