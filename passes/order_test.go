package passes

import (
	"strings"
	"testing"

	"github.com/sonjs/son/internal/memory"
	"github.com/sonjs/son/son"
)

func TestTheTableKeepsItsOrder(t *testing.T) {
	if err := checkOrder(Table); err != nil {
		t.Error(err)
	}
	seen := map[string]bool{}
	for _, p := range Table {
		if p.Name == "" || p.Doc == "" || (p.Run == nil) == (p.Step == nil) || (p.Step == nil) != (p.Most == 0) || p.Optional && p.Rules == nil || p.Declares && !p.Optional || seen[p.Name] {
			t.Errorf("pass %q is incomplete or a duplicate", p.Name)
		}
		seen[p.Name] = true
	}
	for _, o := range order {
		if !seen[o.first] || !seen[o.then] || o.why == "" {
			t.Errorf("order %v names an unknown pass, or no reason", o)
		}
	}
}

// TestPreparedGraphsStayAsTheyAre checks that nothing makes equal values one, or runs a rule, once a graph is
// prepared for printing.
func TestPreparedGraphsStayAsTheyAre(t *testing.T) {
	g := son.NewGraph("f", son.Config{Fold: true})
	p := g.NewNode(son.OpParam, g.Start)
	not := func() *son.Node { return g.Add(son.OpNot, nil, g.Add(son.OpTypeof, nil, p)) }
	if a, b := not(), not(); a != b {
		t.Error("equal values are two before the graph is prepared")
	}
	g.Prepare()
	if a, b := not(), not(); a == b {
		t.Error("equal values are one")
	}
	for name, pass := range map[string]func(*son.Graph){"rules": Table[0].Run, "memory": memory.Optimize, "fixpoint": fixpoint} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s runs", name)
				}
			}()
			pass(g)
		}()
	}
}

func TestABrokenOrderIsFound(t *testing.T) {
	var back []Pass
	for _, p := range Table {
		back = append([]Pass{p}, back...)
	}
	err := checkOrder(back)
	if err == nil || !strings.Contains(err.Error(), "runs after") {
		t.Errorf("a table in reverse is accepted: %v", err)
	}
	if err := checkOrder(append(Table[:1:1], Table...)); err == nil {
		t.Error("a pass that is there twice is accepted")
	}
}
