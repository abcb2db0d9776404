package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/son"
	"github.com/sonjs/son/viz/internal/tracetest"
	"github.com/sonjs/son/viz/trace"
)

// programs are functions with various control flow.
var programs = map[string]string{
	"nested sums": `function f(arg) {
  let sum = 0;
  let i = 0;
  while (i < arg) {
    i = i + 1;
    let j = 0;
    while (j < arg) { sum = sum + j; j = j + 1; }
  }
  return sum;
}`,
	"folding":   `function f(a) { const k = 2 * 3; if (k > 7) return a.b; let x = a & k; return typeof a + typeof a + x + k + !!a }`,
	"for":       `function f(a) { for (let i = 0, n = a.length; i < n; i++) { if (a[i] == null) continue; a[i] = () => i } return this }`,
	"try":       `function f(a) { let r = 0; try { r = a(); { let q = r; a(q) } } catch (e) { r = e } finally { a(r) } return r }`,
	"switch":    `function f(a, b) { switch (a) { case 1: b(); case 2: return b; default: a.x += b ?? 1 } return [a, ...b, ` + "`${a}`" + `] }`,
	"for-of":    `function f(a) { let s = ""; for (const [k, { v = 1 }] of a) s += k + v; return s }`,
	"generator": `function* f(a) { let x = 1; while (x < a) { yield x; x = x * 2 } }`,
	"unreached": `function f(a) { while (true) { if (a()) break; return 1 } return 2 }`,
}

// graphText is the text form of a graph's nodes, with their real ids.
func graphText(g *son.Graph) string {
	var b strings.Builder
	text := son.Texts(g)
	g.Nodes(func(n *son.Node) { fmt.Fprintf(&b, "v%d = %s\n", n.ID, text(n)) })
	return b.String()
}

func momentText(m *trace.Moment) string {
	var b strings.Builder
	for _, n := range m.Nodes {
		fmt.Fprintf(&b, "v%d = %s\n", n.ID, n.Text)
	}
	return b.String()
}

// plain drops the numbers of symbols of the same name: they depend on the order of queries.
func plain(s string) string {
	for i := 2; i < 6; i++ {
		s = strings.ReplaceAll(s, fmt.Sprintf("#%d}", i), "}")
	}
	return s
}

func TestReplayReproducesTheGraphOfEachPhase(t *testing.T) {
	for name, src := range programs {
		for _, o := range []tracetest.Options{{Level: 1}, {Level: 0, AllPhis: true}, {Level: 1, MaxSteps: 5}} {
			t.Run(fmt.Sprintf("%s O%d max %d", name, o.Level, o.MaxSteps), func(t *testing.T) {
				var want []string
				o.Phase = func(g *son.Graph, _ *trace.Trace) { want = append(want, plain(graphText(g))) }
				tr := tracetest.With(t, src, o)
				if len(tr.Phases) != len(want) || tr.Merged != (o.MaxSteps > 0) {
					t.Fatalf("%d phases of %d, merged: %v", len(tr.Phases), len(want), tr.Merged)
				}
				for i, p := range tr.Phases {
					if diff := cmp.Diff(want[i], plain(momentText(tr.At(p.Step)))); diff != "" {
						t.Errorf("after %s: -graph +trace\n%s", p.Name, diff)
					}
				}
			})
		}
	}
}

// Between phases types may be recorded late, inputs never.
func TestInputsAreNeverRecordedLate(t *testing.T) {
	for name, src := range programs {
		tr := tracetest.Of(t, src)
		for _, p := range tr.Phases {
			before := tr.At(p.Step - 1)
			for _, n := range tr.Steps[p.Step].Nodes {
				old := before.Node(n.ID)
				if old == nil {
					t.Errorf("%s: %s records v%d = %s, which is new", name, p.Name, n.ID, n.Text)
				} else if diff := cmp.Diff(old.In, n.In); diff != "" {
					t.Errorf("%s: %s records new inputs of v%d\n%s", name, p.Name, n.ID, diff)
				}
			}
			if len(tr.Steps[p.Step].Gone) > 0 {
				t.Errorf("%s: %s records late that %v are gone", name, p.Name, tr.Steps[p.Step].Gone)
			}
		}
	}
}

// steps returns the texts of the steps of a kind.
func steps(t *trace.Trace, kind trace.StepKind) (out []string) {
	for _, s := range t.Steps {
		if s.Kind == kind {
			out = append(out, s.Text)
		}
	}
	return out
}

func TestConstructionIsRecorded(t *testing.T) {
	tr := tracetest.With(t, programs["nested sums"], tracetest.Options{Level: 1, AllPhis: true})
	scopes := []string{"scope opened", "function opened", "loop opened", "loop tested", "scope opened", "loop opened",
		"loop tested", "loop read", "back edge closed", "loop closed", "scope closed", "loop read", "back edge closed", "loop closed"}
	if diff := cmp.Diff(scopes, steps(tr, trace.Scoped)); diff != "" {
		t.Error(diff)
	}
	made := strings.Join(steps(tr, trace.Made), "\n")
	for _, want := range []string{"eager phi", "= Start", "= Loop", "= Lt"} {
		if !strings.Contains(made, want) {
			t.Errorf("no %q among what was made:\n%s", want, made)
		}
	}
	useless := 0
	for _, s := range tr.Steps {
		if s.Kind == trace.Replaced && s.Text == "useless phi removed" {
			useless++
			if s.Before == "" || s.After == "" || len(s.Gone) == 0 {
				t.Errorf("a phi was removed without a record of it: %+v", s)
			}
		}
	}
	if useless < 2 { // arg in both loops
		t.Errorf("%d useless phis were removed", useless)
	}
}

func TestRulesAreRecorded(t *testing.T) {
	tr := tracetest.Of(t, programs["folding"])
	seen := map[string]trace.Step{}
	for _, s := range tr.Steps {
		if s.Kind == trace.Fired {
			seen[s.Rule] = s
			if tr.Rules[s.Rule].Doc == "" {
				t.Errorf("the rule %s has no explanation", s.Rule)
			}
		}
	}
	c, ok := seen["constant"]
	if !ok || !strings.Contains(c.Before, "v") || c.After == "" || c.Before == c.After || len(c.Types) < 2 {
		t.Errorf("the rule constant: %+v", c)
	}
	if _, ok := seen["share"]; !ok {
		t.Error("the sharing of equal values is not recorded")
	}
}

func TestTheScheduleIsRecorded(t *testing.T) {
	tr := tracetest.Of(t, programs["nested sums"])
	p := tr.Phases[len(tr.Phases)-1]
	if len(p.Blocks) != 7 || p.Blocks[3].Depth != 2 || p.Blocks[3].Loop != 3 || p.Blocks[4].Loop != 3 || p.Blocks[6].Loop != -1 {
		t.Errorf("blocks: %+v", p.Blocks)
	}
	if len(p.Places) == 0 {
		t.Fatal("no node floats")
	}
	for _, x := range p.Places {
		if x.Why == "" || x.Early < 0 || x.Block < 0 {
			t.Errorf("place %+v", x)
		}
	}
	if tr.Structure == nil || !strings.Contains(tr.Structure.Text, "while (b1)") || len(tr.Structure.Notes) == 0 {
		t.Errorf("structure: %+v", tr.Structure)
	}
}

func TestTracesAreDeterministic(t *testing.T) {
	for name, src := range programs {
		one, two := tracetest.Of(t, src).JSON(), tracetest.Of(t, src).JSON()
		if diff := cmp.Diff(string(one), string(two)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestAPhaseWithoutChangesReusesTheSchedule(t *testing.T) {
	for name, src := range programs {
		tr := tracetest.Of(t, src)
		for i := 1; i < len(tr.Phases); i++ {
			p, last := tr.Phases[i], tr.Phases[i-1]
			end := tr.Steps[p.Step]
			if p.Step != last.Step+1 || len(end.Nodes)+len(end.Gone) > 0 {
				continue
			}
			p.Name, p.Doc, p.Step = last.Name, last.Doc, last.Step
			if diff := cmp.Diff(last, p); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}

func TestMissedSharingNamesADominatingLoad(t *testing.T) {
	tr := tracetest.Of(t, `function f(a, b) {
  if (b()) { b(a.p); if (b()) b(a.p) } else { b(a.q); b(a.p) }
  b(a.p); b(a.p);
}`)
	place := map[int32]int{}
	for _, s := range tr.Steps {
		for _, n := range s.Nodes {
			if n.Span != nil {
				place[n.ID] = n.Span[0]
			}
		}
	}
	var got []string
	for _, m := range tr.Missed {
		if m.What == trace.MissedShare {
			got = append(got, fmt.Sprintf("%d with %d", place[m.Node], place[m.With]))
		}
	}
	// The loads of a.p are at 34, 51, 76, 86 and 94.
	if diff := cmp.Diff([]string{"51 with 34", "94 with 86"}, got); diff != "" {
		t.Error(diff)
	}
}
