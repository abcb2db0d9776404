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
		want := TypeWith(n, func(int) Type { return TypeAny })
		for _, u := range types {
			if got := TypeWith(n, func(int) Type { return u }); got != want {
				t.Errorf("%v is settled, but is %v on %v, %v on any", op, got, u, want)
			}
		}
	}
	if settled < 30 {
		t.Errorf("%d settled ops", settled)
	}
}

// Where infer decides not to run, there is nothing to find that any rule could use; nor is there
// where it has run and no rule has changed anything since.
func TestNothingIsLeftToInfer(t *testing.T) {
	for seed := range int64(1500) {
		g := randomGraph(seed, Config{Fold: true})
		g.Optimize()
		changes := g.Stats.Changes
		g.work.on = true
		f := &inference{}
		f.facts.find(g)
		if f.run(g) {
			g.settle(g.Stats.Visits + 100_000)
		}
		if g.Stats.Changes != changes {
			t.Fatalf("seed %d: there was more to infer in\n%s", seed, dump(g))
		}
	}
}

// TestTypesThatDoNotMatter compares graphs in which the type of a && b matters with ones in which
// it does not.
func TestTypesThatDoNotMatter(t *testing.T) {
	for _, c := range []struct {
		what           string
		matters, tests bool
		use            func(b *builder, c, phi *Node)
	}{
		{"it is returned", false, false, func(b *builder, c, phi *Node) { b.ret(c, phi) }},
		{"it is named and returned", false, false, func(b *builder, c, phi *Node) { b.ret(c, b.g.Add(OpBind, c, phi)) }},
		{"it is tested", false, true, func(b *builder, c, phi *Node) {
			f := fork(b, c, phi)
			b.ret(f.yes, b.params[0])
			b.ret(f.no, b.params[1])
		}},
		{"an operator converts it", true, false, func(b *builder, c, phi *Node) { b.ret(c, b.op(c, OpAdd, phi, b.params[0])) }},
		{"it is compared", true, false, func(b *builder, c, phi *Node) { b.ret(c, b.g.Add(OpStrictEq, nil, phi, b.params[0])) }},
		{"its name is compared", true, false, func(b *builder, c, phi *Node) {
			b.ret(c, b.g.Add(OpStrictEq, nil, b.g.Add(OpBind, c, phi), b.params[0]))
		}},
	} {
		for _, rest := range []Type{TypeAny, TypeFunction} {
			b := newBuilder(Config{}, TypeAny, TypeAny)
			f := fork(b, b.g.Start, b.params[0])
			r, phis := b.join(f.yes, f.no, b.mem, b.mem, [2]*Node{b.params[1], b.params[0]})
			c.use(b, r, phis[0])
			// A function is true, so a test of x && f depends on what else it may be.
			want := c.matters || c.tests && rest == TypeFunction
			if steps := usersLooked; typeMatters(phis[0], rest, &steps) != want {
				t.Errorf("%s, b is %v: its type matters: %v", c.what, rest, !want)
			}
		}
	}
}
