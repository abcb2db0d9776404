package son

import (
	"fmt"
	"math/rand"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/tier"
)

// program makes one random function of structured statements over a few variables, cells and
// parameters. Its choices depend only on the seed.
type program struct {
	*builder
	rnd    *rand.Rand
	vars   []*Node
	ctrl   *Node // nil: control has left
	cell   *Node
	budget int
	loops  []*jumps
}

// jumps are the states in which control leaves a loop's body.
type jumps struct{ breaks, continues []state2 }

// state2 is a control state with memory and variables.
type state2 struct {
	ctrl, mem *Node
	vars      []*Node
}

func randomGraph(seed int64, c Config) *Graph {
	p := &program{builder: newBuilder(c, TypeAny, TypeAny, TypeAny), rnd: rand.New(rand.NewSource(seed)), budget: 25}
	g := p.g
	p.ctrl = g.Start
	p.vars = slices.Clone(p.params)
	for range 2 {
		p.vars = append(p.vars, g.Const(p.constant()))
	}
	p.cell = g.Add(OpNewCell, g.Start)
	st := g.NewNode(OpStoreCell, g.Start, p.mem, p.cell, p.params[0])
	st.Flags |= FlagInit
	p.mem = g.Peephole(st)
	p.block(3)
	if p.ctrl != nil {
		p.leave(OpReturn)
	}
	return g
}

// leave ends the function; the returned value combines all variables, so that each matters.
func (p *program) leave(op Op) {
	v := p.vars[p.rnd.Intn(len(p.vars))]
	if p.rnd.Intn(3) > 0 {
		v = p.do(OpCall, p.vars...)
	}
	p.g.AddIn(p.g.Stop, p.g.Peephole(p.g.NewNode(op, p.ctrl, p.state(), v)))
	p.ctrl = nil
}

// state is the memory state, which a peephole may have taken off the chain.
func (p *program) state() *Node {
	p.mem = p.mem.Forwarded()
	return p.mem
}

func (p *program) now() state2 {
	vars := slices.Clone(p.vars)
	for i := range vars {
		vars[i] = vars[i].Forwarded()
	}
	return state2{p.ctrl.Forwarded(), p.state(), vars}
}

func (p *program) set(s state2) {
	p.ctrl, p.mem, p.vars = s.ctrl.Forwarded(), s.mem.Forwarded(), slices.Clone(s.vars)
	for i := range p.vars {
		p.vars[i] = p.vars[i].Forwarded()
	}
}

func (p *program) constant() Type {
	ps := probes()
	for {
		if t := ps[p.rnd.Intn(len(ps))].typ; t.IsConst() {
			return t
		}
	}
}

// do makes an operator on the current state.
func (p *program) do(op Op, args ...*Node) *Node {
	p.mem = p.state()
	args = slices.Clone(args)
	for i := range args {
		args[i] = args[i].Forwarded()
	}
	return p.op(p.ctrl, op, args...)
}

func (p *program) value(depth int) *Node {
	if depth == 0 || p.rnd.Intn(5) == 0 {
		switch p.rnd.Intn(5) {
		case 0, 1, 2:
			return p.vars[p.rnd.Intn(len(p.vars))].Forwarded()
		case 3:
			small := []Type{IntConst(0), IntConst(1), IntConst(-1), TypeTrue, TypeFalse, TypeNull, TypeUndefined, StringConst(""), StringConst("a"), TypeNegZero}
			return p.g.Const(small[p.rnd.Intn(len(small))])
		}
		return p.g.Const(p.constant())
	}
	switch k := p.rnd.Intn(26); {
	case k >= 20:
		return p.pattern(p.rnd.Intn(6), depth-1)
	case k == 0:
		return p.do(OpCall, p.value(depth-1), p.value(depth-1))
	case k == 1:
		return p.do(OpLoadCell, p.cell)
	case k == 2:
		b := p.g.NewNode(OpBind, p.ctrl, p.value(depth-1))
		return p.g.Peephole(b)
	case k == 3:
		return p.do(OpTypeof, p.value(depth-1))
	case k < 9:
		unary := []Op{OpNeg, OpToNumber, OpBitNot, OpToNumeric, OpInc, OpDec, OpNot, OpNot, OpIsNullish}
		return p.do(unary[p.rnd.Intn(len(unary))], p.value(depth-1))
	}
	binary := []Op{OpAdd, OpAdd, OpAdd, OpSub, OpMul, OpDiv, OpMod, OpShl, OpShr, OpUShr, OpBitAnd, OpBitOr, OpBitXor,
		OpLt, OpGt, OpLe, OpGe, OpEq, OpNe, OpStrictEq, OpStrictNe}
	op := binary[p.rnd.Intn(len(binary))]
	a := p.value(depth - 1)
	return p.do(op, a, p.value(depth-1))
}

// pattern makes inputs for rules that look more than one step deep.
func (p *program) pattern(kind, depth int) *Node {
	x := p.value(depth)
	text := func() *Node { return p.g.Const(StringConst([]string{"", "a", "0"}[p.rnd.Intn(3)])) }
	equal := []Op{OpEq, OpNe, OpStrictEq, OpStrictNe}[p.rnd.Intn(4)]
	switch kind {
	case 0:
		var y *Node
		if p.rnd.Intn(2) == 0 {
			y = p.value(1)
		} else {
			y = text()
		}
		inner := p.do(OpAdd, x, y)
		if p.rnd.Intn(3) == 0 {
			p.vars[p.rnd.Intn(len(p.vars))] = inner
		}
		return p.do(OpAdd, inner, text())
	case 1:
		return p.do(OpNot, p.do(OpNot, p.do(OpNot, x)))
	case 2:
		return p.do(OpBitNot, p.do(OpBitNot, x))
	case 3:
		return p.do(OpNeg, p.do(OpNeg, x))
	case 4:
		classes := typeofClasses
		return p.do(equal, p.do(OpTypeof, x), p.g.Const(StringConst(classes[p.rnd.Intn(len(classes))].name)))
	}
	return p.do(equal, p.do(OpNot, x), p.g.Const(BoolConst(p.rnd.Intn(2) == 0)))
}

func (p *program) block(depth int) {
	for n := 1 + p.rnd.Intn(4); n > 0 && p.ctrl != nil && p.budget > 0; n-- {
		p.budget--
		p.statement(depth)
	}
}

func (p *program) statement(depth int) {
	k := p.rnd.Intn(13)
	if depth == 0 {
		k %= 5
	}
	switch {
	case k < 4:
		v := p.value(3)
		p.vars[p.rnd.Intn(len(p.vars))] = v
	case k == 4:
		v := p.value(2)
		p.do(OpStoreCell, p.cell, v)
	case k < 9:
		p.branch(depth)
	case k < 11:
		p.loop(depth)
	case k == 11 && len(p.loops) > 0:
		j := p.loops[p.rnd.Intn(len(p.loops))]
		if p.rnd.Intn(2) == 0 {
			j.breaks = append(j.breaks, p.now())
		} else {
			j.continues = append(j.continues, p.now())
		}
		p.ctrl = nil
	default:
		p.leave([]Op{OpReturn, OpReturn, OpThrow}[p.rnd.Intn(3)])
	}
}

func (p *program) branch(depth int) {
	cond := p.value(2)
	f := fork(p.builder, p.ctrl, cond.Forwarded())
	before := p.now()
	before.ctrl = f.yes
	var ends []state2
	for _, side := range []*Node{f.yes, f.no} {
		before.ctrl = side
		p.set(before)
		p.ctrl = side
		p.block(depth - 1)
		if p.ctrl != nil {
			ends = append(ends, p.now())
		}
	}
	p.merge(ends)
}

// merge joins several states.
func (p *program) merge(ends []state2) {
	switch len(ends) {
	case 0:
		p.ctrl = nil
		return
	case 1:
		p.set(ends[0])
		return
	}
	g := p.g
	r := g.NewNode(OpRegion, nil)
	r.Type = TypeControl
	for _, e := range ends {
		g.AddIn(r, e.ctrl.Forwarded())
	}
	phi := func(flags Flags, of func(state2) *Node) *Node {
		n := g.NewNode(OpPhi, r)
		n.Flags |= flags
		for _, e := range ends {
			g.AddIn(n, of(e).Forwarded())
		}
		return g.Peephole(n)
	}
	mem := phi(FlagMem, func(s state2) *Node { return s.mem })
	var vars []*Node
	for i := range p.vars {
		vars = append(vars, phi(0, func(s state2) *Node { return s.vars[i] }))
	}
	p.set(state2{g.Peephole(r), mem, vars})
}

// loop is `do { if (!cond) break; … } while (true)`.
func (p *program) loop(depth int) {
	g := p.g
	entry := p.now()
	loop := g.NewNode(OpLoop, nil, entry.ctrl, nil)
	g.OpenLoop(loop)
	loop = g.Peephole(loop)
	phi := func(flags Flags, x *Node) *Node {
		n := g.NewNode(OpPhi, loop, x, nil)
		n.Flags |= flags
		return g.Peephole(n)
	}
	mem := phi(FlagMem, entry.mem)
	var phis []*Node
	for _, v := range entry.vars {
		phis = append(phis, phi(0, v))
	}
	p.set(state2{loop, mem, phis})
	j := &jumps{}
	p.loops = append(p.loops, j)
	if p.rnd.Intn(4) > 0 {
		f := fork(p.builder, p.ctrl, p.value(2).Forwarded())
		s := p.now()
		s.ctrl = f.no
		j.breaks = append(j.breaks, s)
		p.ctrl = f.yes
	}
	p.do(OpCall, g.Const(TypeNull)) // counts the iterations
	p.block(depth - 1)
	p.loops = p.loops[:len(p.loops)-1]
	ends := j.continues
	if p.ctrl != nil {
		ends = append(ends, p.now())
	}
	p.merge(ends)
	if p.ctrl == nil {
		d := g.Dead()
		g.SetIn(loop, 2, d)
		for _, n := range append(phis, mem) {
			g.SetIn(n, 2, d)
		}
	} else {
		g.SetIn(loop, 2, p.ctrl)
		g.SetIn(mem, 2, p.state())
		for i, n := range phis {
			g.SetIn(n, 2, p.vars[i].Forwarded())
		}
	}
	g.CloseLoop(loop)
	// The exits refer to values that closing the loop replaces.
	for _, n := range append(phis, mem) {
		by, m := g.idealize(n)
		if by != n {
			g.Replace(n, by, m)
		}
	}
	if by, m := g.idealize(loop); by != loop {
		g.Replace(loop, by, m)
	}
	p.merge(j.breaks)
}

// testHost logs the programs' operations on objects and computes its results from the log alone.
type testHost struct {
	log        []string
	iterations int
}

// object is an object of the host with a primitive that it converts to.
type object struct {
	name string
	prim Type // none: a symbol
}

func show(v Value) string {
	if o, ok := v.Ref.(*object); ok {
		return o.name
	}
	if v.Ref != nil {
		return fmt.Sprintf("%T", v.Ref)
	}
	return v.Prim.String()
}

func (h *testHost) note(format string, args ...any) {
	h.log = append(h.log, fmt.Sprintf(format, args...))
}

var errIterations = fmt.Errorf("enough rounds")

func (h *testHost) Do(n *Node, args []Value) (Value, error) {
	typeError := &Thrown{Prim(StringConst("TypeError"))}
	if n.Op == OpCall {
		if h.iterations++; h.iterations > 40 {
			return Value{}, errIterations
		}
		text := "call"
		for _, a := range args {
			text += " " + show(a)
		}
		h.note("%s", text)
		return Prim(NumberConst(float64(h.iterations % 3))), nil
	}
	if n.Op == OpTypeof {
		if args[0].Ref.(*object).prim.IsTop() {
			return Prim(StringConst("symbol")), nil
		}
		return Prim(StringConst("object")), nil
	}
	if n.Op == OpEq || n.Op == OpNe {
		same := false
		a, b := args[0], args[1]
		switch {
		case a.Ref != nil && b.Ref != nil:
			same = a.Ref == b.Ref
		case a.Ref == nil && a.Prim.Is(KindNullish), b.Ref == nil && b.Prim.Is(KindNullish):
		default:
			if b.Ref != nil {
				a, b = b, a
			}
			o := a.Ref.(*object)
			if o.prim.IsTop() {
				break // a symbol
			}
			h.note("convert %s", o.name)
			t, _ := FoldBinary(OpEq, o.prim, b.Prim)
			same = t == TypeTrue
		}
		return Prim(BoolConst(same == (n.Op == OpEq))), nil
	}
	var prims []Type
	for _, a := range args {
		t := a.Prim
		if o, ok := a.Ref.(*object); ok {
			if t = o.prim; !t.IsTop() {
				h.note("convert %s", o.name)
			}
		}
		prims = append(prims, t)
	}
	for _, t := range prims {
		if t.IsTop() {
			return Value{}, typeError
		}
	}
	var t Type
	ok := false
	if len(prims) == 2 {
		t, ok = FoldBinary(n.Op, prims[0], prims[1])
	} else {
		t, ok = FoldUnary(n.Op, prims[0])
	}
	if !ok {
		return Value{}, typeError
	}
	return Prim(t), nil
}

// behaviour runs a graph on several arguments and returns everything observable.
func behaviour(g *Graph, seed int64) string {
	rnd := rand.New(rand.NewSource(seed))
	ps := probes()
	var b strings.Builder
	for range 12 {
		h := &testHost{}
		var args []Value
		for i := range 3 {
			v := Prim(ps[rnd.Intn(len(ps))].typ)
			if !v.Prim.IsConst() || rnd.Intn(6) == 0 {
				v = Value{Ref: &object{fmt.Sprintf("o%d", i), []Type{TypeTop, IntConst(3), StringConst("s")}[rnd.Intn(3)]}}
			}
			args = append(args, v)
		}
		e := &Evaluator{Host: h, Fuel: 30000, Watch: func(n *Node, v Value) {
			if !holds(n.Type, v) {
				panic(fmt.Sprintf("%s gave %s", FormatNode(g, n), show(v)))
			}
		}}
		r, err := e.Run(g, Frame{Args: args})
		if err == ErrFuel {
			// Calls count the iterations, so only a cheaper graph gets farther.
			b.WriteString("out of fuel\n")
			continue
		}
		fmt.Fprintf(&b, "%s; %v; %s\n", show(r), err, strings.Join(h.log, ", "))
	}
	return b.String()
}

// holds reports whether a value is in a set.
func holds(t Type, v Value) bool {
	if v.Ref != nil {
		return t.MayBe(KindObjects | KindCell)
	}
	return t.Contains(v.Prim)
}

func mustVerify(t *testing.T, g *Graph, when string) {
	t.Helper()
	if err := g.Verify(); err != nil {
		t.Fatalf("%s: %v\n%s", when, err, Format(g, FormatOptions{}))
	}
}

// randomPrograms is how many programs the tests make, or SON_PROGRAMS.
func randomPrograms() int64 {
	if n, err := strconv.ParseInt(os.Getenv("SON_PROGRAMS"), 10, 64); err == nil {
		return n
	}
	return int64(tier.Share(50, 200))
}

// guarded turns a broken invariant into a test failure.
func guarded(t *testing.T, seed int64) {
	if r := recover(); r != nil {
		t.Fatalf("program %d: %v\n%s", seed, r, debug.Stack())
	}
}

func TestOptimizedProgramsBehaveTheSame(t *testing.T) {
	nodes, left := 0, 0
	for seed := range randomPrograms() {
		func() {
			defer guarded(t, seed)
			plain := randomGraph(seed, Config{})
			plain.Sweep()
			mustVerify(t, plain, fmt.Sprintf("program %d as built", seed))
			want := behaviour(plain, seed)
			before := Format(plain, FormatOptions{})
			plain.Optimize()
			mustVerify(t, plain, fmt.Sprintf("program %d without folding", seed))
			opt := randomGraph(seed, Config{Fold: true})
			opt.Optimize()
			mustVerify(t, opt, fmt.Sprintf("program %d optimized", seed))
			for _, g := range []*Graph{plain, opt} {
				if got := behaviour(g, seed); got != want {
					t.Fatalf("program %d\n%s\nbecomes\n%s\ndoes\n%s\nnot\n%s", seed, before, Format(g, FormatOptions{}), got, want)
				}
			}
			plain.Nodes(func(*Node) { nodes++ })
			opt.Nodes(func(*Node) { left++ })
		}()
	}
	t.Logf("%d nodes, %d left", nodes, left)
}

// Wherever the rules are stopped, the graph is intact and means the same.
func TestFuelStopsAnywhere(t *testing.T) {
	for seed := range randomPrograms() {
		func() {
			defer guarded(t, seed)
			plain := randomGraph(seed, Config{})
			plain.Sweep()
			want := behaviour(plain, seed)
			for _, fuel := range []int{1, 3, 10, 20, 30, 50} {
				g := randomGraph(seed, Config{})
				g.Config.Fold, g.Config.Fuel = true, fuel
				g.Optimize()
				mustVerify(t, g, fmt.Sprintf("program %d with fuel %d", seed, fuel))
				if got := behaviour(g, seed); got != want {
					t.Fatalf("program %d with fuel %d\n%s\ndoes\n%s\nnot\n%s", seed, fuel, Format(g, FormatOptions{}), got, want)
				}
			}
		}()
	}
}

// Folding after the graph is built finds the same as folding while building, and the order of
// visits does not matter.
func TestFixpointDoesNotDependOnTheOrder(t *testing.T) {
	var stats Stats
	for seed := range randomPrograms() {
		func() {
			defer guarded(t, seed)
			want := ""
			for order := range int64(8) {
				g := randomGraph(seed, Config{})
				g.Config.Fold, g.Config.Seed = true, order
				g.Optimize()
				if order == 0 {
					stats.Visits += g.Stats.Visits
					stats.FirstVisits += g.Stats.FirstVisits
					stats.Changes += g.Stats.Changes
				}
				got := dump(g)
				if want == "" {
					want = got
				}
				if got != want {
					t.Fatalf("program %d, order %d: %s\n%s", seed, order, cmp.Diff(want, got), dump(randomGraph(seed, Config{})))
				}
				again := randomGraph(seed, Config{})
				again.Config.Fold = true
				again.Optimize()
				changes := again.Stats.Changes
				again.Optimize()
				if again.Stats.Changes != changes {
					t.Fatalf("program %d: optimized again, it changes: %v\n%s", seed, again.Stats.Rules, dump(again))
				}
			}
		}()
	}
	t.Logf("%d visits, %d first, %d changes: %.2f visits a change", stats.Visits, stats.FirstVisits, stats.Changes,
		float64(stats.Visits-stats.FirstVisits)/float64(stats.Changes))
}
