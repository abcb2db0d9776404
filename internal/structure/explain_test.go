package structure

import (
	"strings"
	"testing"
)

func TestExplainSaysWhatBecameOfALoop(t *testing.T) {
	g := &Graph{Blocks: []Block{
		{Term: If, Succs: []int{1, 3}, Clean: true, Order: 1, Loop: &LoopHint{Kind: For, Update: -1}},
		{Term: If, Succs: []int{2, 3}, Clean: true, Order: 2},
		{Term: Jump, Succs: []int{0}, Order: 3},
		{Term: End, Order: 4},
	}}
	tree, err := Build(g)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(Explain(g, tree), "\n")
	for _, want := range []string{
		"b0 is the head of a loop, printed as while; the source wrote it as for",
		"the tests of b0, b1 share an exit and are one condition: b0 && b1",
		"the loop of b0 exits from b1 to b3, which is after the loop",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s\nof\n%s", want, got, tree)
		}
	}
}
