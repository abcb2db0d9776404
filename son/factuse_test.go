package son

import "testing"

// The type of a settled op does not depend on the types of its operands.
func TestSettledTypesDoNotDependOnOperands(t *testing.T) {
	types := []Type{TypeAny, TypeNumber, TypeString, TypeUndefined, TypeFunction, TypeTrue, IntConst(3), StringConst("a"), BigIntConst("2")}
	settled := 0
	for op := Op(1); op < opCount; op++ {
		g := NewGraph("t", Config{})
		in := []*Node{g.Start}
		if op.HasMem() {
			in = append(in, g.Start)
		}
		for range 3 {
			in = append(in, g.NewNode(OpParam, g.Start))
		}
		n := g.NewNode(op, in...)
		if op.IsControl() || op == OpStop || !isSettled(n) {
			continue
		}
		settled++
		want := computeValue(n, func(int) Type { return TypeAny })
		for _, u := range types {
			if got := computeValue(n, func(int) Type { return u }); got != want {
				t.Errorf("%v is settled, but is %v on %v, %v on any", op, got, u, want)
			}
		}
	}
	if settled < 30 {
		t.Errorf("%d settled ops", settled)
	}
}

// Where infer decides not to run, there is nothing to find; nor is there anything where it has
// run and no rule has changed anything since.
func TestNothingIsLeftToInfer(t *testing.T) {
	for seed := range int64(400) {
		g := randomGraph(seed, Config{Fold: true})
		g.Optimize()
		g.work.on = true
		f := &inference{}
		f.facts.find(g)
		if f.run(g) {
			t.Fatalf("seed %d: there was more to infer in\n%s", seed, dump(g))
		}
	}
}
