package son

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// expr is an expression in two forms: JavaScript and a piece of graph.
type expr struct {
	op   Op // OpConst: con; OpParam: variable number idx
	con  Type
	idx  int
	args []expr
}

func x0() expr                    { return expr{op: OpParam} }
func y0() expr                    { return expr{op: OpParam, idx: 1} }
func lit(t Type) expr             { return expr{op: OpConst, con: t} }
func num(i int32) expr            { return lit(IntConst(i)) }
func str(s string) expr           { return lit(StringConst(s)) }
func do(op Op, args ...expr) expr { return expr{op: op, args: args} }

// js writes the expression.
func (e expr) js() string {
	switch e.op {
	case OpConst:
		return jsConst(e.con)
	case OpParam:
		return "xy"[e.idx : e.idx+1]
	case OpBind:
		return e.args[0].js()
	case OpIsNullish:
		return "((v) => v === null || v === undefined)(" + e.args[0].js() + ")"
	case OpInc, OpDec, OpToNumeric:
		return "((x) => " + jsOps()[e.op] + ")(" + e.args[0].js() + ")"
	}
	form := jsOps()[e.op]
	if len(e.args) == 1 {
		return "(" + strings.Replace(form, "x", e.args[0].js(), 1) + ")"
	}
	mid := strings.TrimSuffix(strings.TrimPrefix(form, "x"), "y")
	return "(" + e.args[0].js() + mid + e.args[1].js() + ")"
}

// builder makes a graph of one block.
type builder struct {
	g      *Graph
	mem    *Node
	params []*Node
}

func newBuilder(c Config, params ...Type) *builder {
	g := NewGraph("t", c)
	b := &builder{g: g, mem: g.Start}
	for i, t := range params {
		p := g.NewNode(OpParam, g.Start)
		p.Idx, p.Type = int32(i), t
		b.params = append(b.params, g.Peephole(p))
	}
	return b
}

// op makes an operator at control c, after the operations made so far.
func (b *builder) op(c *Node, op Op, args ...*Node) *Node {
	in := []*Node{nil}
	if op.HasMem() {
		in = []*Node{c, b.mem}
	}
	n := b.g.NewNode(op, append(in, args...)...)
	by := b.g.Peephole(n)
	if by == n && n.OnChain() { // the replacement of n may be an older state
		b.mem = n
	}
	return by
}

// expr makes the graph of an expression.
func (b *builder) expr(c *Node, e expr) *Node {
	switch e.op {
	case OpConst:
		return b.g.Const(e.con)
	case OpParam:
		return b.params[e.idx]
	}
	var args []*Node
	for _, a := range e.args {
		args = append(args, b.expr(c, a))
	}
	return b.op(c, e.op, args...)
}

// ret returns a value at control c.
func (b *builder) ret(c, value *Node) {
	b.g.AddIn(b.g.Stop, b.g.Add(OpReturn, c, b.mem, value))
}

// returns makes the function that returns an expression, optimized.
func returns(e expr, c Config, params ...Type) *Graph {
	b := newBuilder(c, params...)
	b.ret(b.g.Start, b.expr(b.g.Start, e))
	b.g.Optimize()
	return b.g
}

// dump writes the structure of a graph, independent of ids.
func dump(g *Graph) string {
	number := map[*Node]int{}
	var order []*Node
	var walk func(n *Node)
	walk = func(n *Node) {
		if _, ok := number[n]; ok || n == nil {
			return
		}
		number[n] = len(number)
		order = append(order, n)
		for _, x := range n.in {
			walk(x)
		}
	}
	walk(g.Stop)
	var b strings.Builder
	for i, n := range order {
		fmt.Fprintf(&b, "%d %v", i, n.Op)
		if n.Idx != 0 || n.Str != "" {
			fmt.Fprintf(&b, " %d%s", n.Idx, n.Str)
		}
		for _, x := range n.in {
			if x == nil {
				b.WriteString(" _")
			} else {
				fmt.Fprintf(&b, " %d", number[x])
			}
		}
		fmt.Fprintf(&b, " : %v\n", n.Type)
	}
	return b.String()
}

// proof is the proof of a rule: under the condition that x and y are of the given types both
// sides do the same in the engine, and the rule turns one into the other; for the types in no it
// does not fire.
type proof struct {
	rule     string
	lhs, rhs expr
	x, y     Type // y may be empty
	no       [][2]Type
}

func (p proof) types() []Type {
	y := p.y
	if y.IsTop() {
		y = TypeAny
	}
	return []Type{p.x, y}
}

// xs lists types of x for a proof's no.
func xs(ts ...Type) [][2]Type {
	var out [][2]Type
	for _, t := range ts {
		out = append(out, [2]Type{t, TypeAny})
	}
	return out
}

func proofs() []proof {
	x, y := x0(), y0()
	var (
		zero, minus = num(0), lit(TypeNegZero)
		noMinus     = TypeOf(KindInt | KindFloat | KindNaN)
		noNaN       = TypeOf(KindAny &^ KindNaN)
		noDDA       = TypeOf(KindAny &^ KindDDA)
		unproven    = []Type{TypeAny, TypePrimitive, TypeString, TypeBigInt, TypeNumeric, TypeOf(KindNumber | KindUndefined), TypeObject, TypeSymbol, TypeBool, TypeNull}
		notInt      = append([]Type{TypeNumber, TypeOf(KindInt | KindNegZero), TypeOf(KindInt | KindNaN), TypeOf(KindInt | KindFloat)}, unproven...)
	)
	list := []proof{
		{rule: "copy", lhs: do(OpBind, num(5)), rhs: num(5)},

		{rule: "add-zero", lhs: do(OpAdd, zero, x), rhs: x, x: noMinus, no: xs(append([]Type{TypeNumber}, unproven...)...)},
		{rule: "times-one", lhs: do(OpMul, num(1), x), rhs: x, x: TypeNumber, no: xs(unproven...)},

		{rule: "add-zero", lhs: do(OpAdd, x, zero), rhs: x, x: noMinus, no: xs(append([]Type{TypeNumber}, unproven...)...)},
		{rule: "add-zero", lhs: do(OpAdd, x, minus), rhs: x, x: TypeNumber, no: xs(unproven...)},
		{rule: "sub-zero", lhs: do(OpSub, x, zero), rhs: x, x: TypeNumber, no: xs(unproven...)},
		{rule: "add-negative", lhs: do(OpAdd, x, num(-1)), rhs: do(OpSub, x, num(1)), x: TypeNumber, no: xs(unproven...)},
		{rule: "add-negative", lhs: do(OpAdd, x, lit(NumberConst(-0.1))), rhs: do(OpSub, x, lit(NumberConst(0.1))), x: TypeNumber},
		{rule: "add-negative", lhs: do(OpSub, x, num(-1<<31)), rhs: do(OpAdd, x, lit(NumberConst(1<<31))), x: TypeNumber},
		{rule: "times-one", lhs: do(OpMul, x, num(1)), rhs: x, x: TypeNumber, no: xs(unproven...)},
		{rule: "times-one", lhs: do(OpDiv, x, num(1)), rhs: x, x: TypeNumber, no: xs(unproven...)},
		{rule: "neg-twice", lhs: do(OpNeg, do(OpNeg, x)), rhs: x, x: TypeNumber, no: xs(unproven...)},
		{rule: "to-number", lhs: do(OpToNumber, x), rhs: x, x: TypeNumber, no: xs(unproven...)},
		{rule: "to-numeric", lhs: do(OpToNumeric, x), rhs: x, x: TypeNumeric, no: xs(TypeAny, TypePrimitive, TypeString, TypeBool, TypeSymbol, TypeOf(KindNumber|KindNull))},
		{rule: "bits-zero", lhs: do(OpUShr, x, zero), rhs: x, x: TypeIntRange(0, 1<<31-1), no: xs(append([]Type{TypeInt32, TypeIntRange(-1, 5)}, notInt...)...)},
		{rule: "and-mask", lhs: do(OpBitAnd, x, num(-1)), rhs: x, x: TypeInt32, no: xs(notInt...)},
		{rule: "and-mask", lhs: do(OpBitAnd, x, num(31)), rhs: x, x: TypeIntRange(0, 31), no: xs(TypeIntRange(0, 32), TypeIntRange(-1, 31), TypeOf(KindInt))},
		{rule: "and-mask", lhs: do(OpBitAnd, x, num(1023)), rhs: x, x: TypeIntRange(0, 256), no: xs(TypeIntRange(0, 1024))},
		{rule: "not-bits-twice", lhs: do(OpBitNot, do(OpBitNot, x)), rhs: x, x: TypeInt32, no: xs(notInt...)},

		{rule: "not-not", lhs: do(OpNot, do(OpNot, x)), rhs: x, x: TypeBool, no: xs(TypeAny, TypeNumber, TypeOf(KindBool|KindUndefined))},
		{rule: "not-not", lhs: do(OpNot, do(OpNot, do(OpNot, x))), rhs: do(OpNot, x), x: TypeAny},

		{rule: "equal-undefined", lhs: do(OpEq, x, lit(TypeUndefined)), rhs: do(OpEq, x, lit(TypeNull)), x: TypeAny},
		{rule: "equal-undefined", lhs: do(OpNe, x, lit(TypeUndefined)), rhs: do(OpNe, x, lit(TypeNull)), x: TypeAny},

		{rule: "join-empty", lhs: do(OpAdd, x, str("")), rhs: x, x: TypeString, no: xs(TypeAny, TypePrimitive, TypeNumber, TypeOf(KindString|KindNull), TypeObject)},
		{rule: "join-empty", lhs: do(OpAdd, str(""), x), rhs: x, x: TypeString, no: xs(TypeAny, TypePrimitive, TypeNumber, TypeOf(KindString|KindNull), TypeObject)},
		{rule: "join-consts", lhs: do(OpAdd, do(OpAdd, x, str("a")), str("b")), rhs: do(OpAdd, x, str("ab")), x: TypeAny},
		{rule: "join-consts", lhs: do(OpAdd, do(OpAdd, x, str("\xed\xa0\xbd")), str("\xed\xb8\x80")), rhs: do(OpAdd, x, str("\U0001F600")), x: TypeAny},
		{rule: "join-before", lhs: do(OpAdd, str("a"), do(OpAdd, str("b"), x)), rhs: do(OpAdd, str("ab"), x), x: TypeAny},
		{rule: "join-before", lhs: do(OpAdd, str("a"), do(OpAdd, x, str(""))), rhs: do(OpAdd, str("a"), x), x: TypeAny},
		{rule: "join-before", lhs: do(OpAdd, str("\xed\xa0\xbd"), do(OpAdd, str("\xed\xb8\x80"), x)), rhs: do(OpAdd, str("\U0001F600"), x), x: TypeAny},
		{rule: "join-empty-before", lhs: do(OpAdd, do(OpAdd, str(""), x), str("a")), rhs: do(OpAdd, x, str("a")), x: TypeAny},
	}
	for _, op := range []Op{OpBitAnd, OpBitOr} {
		list = append(list, proof{rule: "bits-same", lhs: do(op, x, x), rhs: x, x: TypeInt32, no: xs(notInt...)})
	}
	for _, k := range []Type{IntConst(1), IntConst(-7), TypeNegZero, NumberConst(0.1), NumberConst(1e21), NumberConst(math.NaN()), NumberConst(math.Inf(-1)), TypeNull, BigIntConst("12")} {
		text, _ := FoldBinary(OpAdd, StringConst("a"), k)
		list = append(list, proof{rule: "join-consts", lhs: do(OpAdd, do(OpAdd, x, str("a")), lit(k)), rhs: do(OpAdd, x, lit(text)), x: TypeAny})
	}
	for _, op := range []Op{OpBitOr, OpBitXor, OpShl, OpShr} {
		list = append(list, proof{rule: "bits-zero", lhs: do(op, x, zero), rhs: x, x: TypeInt32, no: xs(notInt...)})
	}
	for _, op := range []Op{OpEq, OpNe, OpStrictEq, OpStrictNe} {
		same := op == OpEq || op == OpStrictEq
		for _, k := range []Type{TypeNull, IntConst(1), StringConst("a"), BigIntConst("1")} {
			list = append(list, proof{rule: "const-right", lhs: do(op, lit(k), x), rhs: do(op, x, lit(k)), x: TypeAny})
		}
		yes, no := x, do(OpNot, x)
		if !same {
			yes, no = no, yes
		}
		notBool := xs(TypeAny, TypePrimitive, TypeNumber, TypeOf(KindBool|KindUndefined), TypeOf(KindBool|KindString))
		list = append(list,
			proof{rule: "equal-bool", lhs: do(op, x, lit(TypeTrue)), rhs: yes, x: TypeBool, no: notBool},
			proof{rule: "equal-bool", lhs: do(op, x, lit(TypeFalse)), rhs: no, x: TypeBool, no: notBool},
			proof{rule: "equal-nots", lhs: do(op, do(OpNot, x), do(OpNot, y)), rhs: do(op, x, y), x: TypeBool, y: TypeBool, no: [][2]Type{{TypeAny, TypeBool}, {TypeBool, TypeAny}, {TypeNumber, TypeNumber}, {TypeString, TypeString}}},
			proof{rule: "equal-nots", lhs: do(op, do(OpNot, do(OpNot, x)), do(OpNot, do(OpNot, y))), rhs: do(op, do(OpNot, x), do(OpNot, y)), x: TypeAny, y: TypeAny},
			proof{rule: "equal-self", lhs: do(op, x, x), rhs: lit(BoolConst(same)), x: noNaN, no: xs(TypeAny, TypeNumber, TypeOf(KindNaN|KindString))},
		)
		back, _ := oppositeEqual(op)
		not := proof{rule: "not-equal", lhs: do(OpNot, do(op, x, y)), rhs: do(back, x, y), x: TypeAny, y: TypeAny}
		if op == OpEq || op == OpNe {
			not.x, not.y, not.no = TypePrimitive, TypePrimitive, [][2]Type{{TypeAny, TypeAny}, {TypeObject, TypeString}}
			list = append(list, proof{rule: "not-equal", lhs: do(OpNot, do(op, x, lit(TypeNull))), rhs: do(back, x, lit(TypeNull)), x: TypeAny})
		}
		list = append(list, not)

		strict := OpStrictEq
		if !same {
			strict = OpStrictNe
		}
		list = append(list, proof{rule: "typeof-is", lhs: do(op, do(OpTypeof, x), str("undefined")), rhs: do(strict, x, lit(TypeUndefined)), x: noDDA, no: xs(TypeAny, TypeObject.Join(TypeUndefined))})
		for _, c := range append(slices.Clone(typeofClasses), kindName{0, "nonsense"}) {
			list = append(list, proof{rule: "typeof-is", lhs: do(op, do(OpTypeof, x), str(c.name)), rhs: lit(BoolConst(!same)),
				x: TypeOf(KindAny &^ c.kinds)})
		}
	}
	return list
}

// eachRule runs a test for each rule that has proofs, under its name: son rules shows how to run
// those of one rule.
func eachRule[P any](t *testing.T, proofs []P, rule func(P) string, test func(t *testing.T, proofs []P)) {
	t.Helper()
	of := map[string][]P{}
	for _, p := range proofs {
		of[rule(p)] = append(of[rule(p)], p)
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		t.Run(name, func(t *testing.T) { test(t, of[name]) })
	}
}

func (p proof) ruleName() string { return p.rule }

// If both sides of a rule throw, they agree if they throw the same error and do the same before.
func TestRuleSidesDoTheSameInTheEngine(t *testing.T) {
	eachRule(t, proofs(), proof.ruleName, sidesDoTheSame)
}

func sidesDoTheSame(t *testing.T, proofs []proof) {
	e := newEngine(t)
	runs := 0
	for _, p := range proofs {
		ts := p.types()
		xs, ys := members(ts[0]), members(ts[1])
		if p.y.IsTop() {
			ys = ys[:1] // not used
		}
		lhs, rhs := e.binary(t, "return "+p.lhs.js()), e.binary(t, "return "+p.rhs.js())
		for _, i := range xs {
			for _, j := range ys {
				if runs++; lhs[i][j] != rhs[i][j] {
					t.Errorf("%s: on %s, %s: %s %v, but %s %v", p.rule, probes()[i].js, probes()[j].js, p.lhs.js(), lhs[i][j], p.rhs.js(), rhs[i][j])
				}
			}
		}
	}
	t.Logf("%d comparisons", runs)
}

func TestRulesFireUnderTheirConditions(t *testing.T) {
	eachRule(t, proofs(), proof.ruleName, fireUnderConditions)
}

func fireUnderConditions(t *testing.T, proofs []proof) {
	for _, p := range proofs {
		ts := p.types()
		lhs := returns(p.lhs, Config{Fold: true}, ts...)
		rhs := returns(p.rhs, Config{Fold: true}, ts...)
		if lhs.Stats.Rules[p.rule] == 0 {
			t.Errorf("%s does not fire on %s with %v", p.rule, p.lhs.js(), ts)
		} else if a, b := dump(lhs), dump(rhs); a != b {
			t.Errorf("%s: %s becomes\n%sbut %s is\n%s", p.rule, p.lhs.js(), a, p.rhs.js(), b)
		}
		if plain := returns(p.lhs, Config{}, ts...); plain.Stats.Rules[p.rule] != 0 {
			t.Errorf("%s fires without folding", p.rule)
		}
		for _, no := range p.no {
			if g := returns(p.lhs, Config{Fold: true}, no[0], no[1]); g.Stats.Rules[p.rule] != 0 {
				t.Errorf("%s fires on %s with %v", p.rule, p.lhs.js(), no)
			}
		}
	}
}

// localResults notes rules that are said to be local and return something else than an operand or a
// constant.
type localResults struct{ fired, bad []string }

func (l *localResults) NodeMade(*Graph, *Node)            {}
func (l *localResults) NodeKilled(*Graph, *Node)          {}
func (l *localResults) Changed(*Graph, *Node)             {}
func (l *localResults) Replaced(*Graph, *Node, *Node)     {}
func (l *localResults) Visit(*Graph, *Node)               {}
func (l *localResults) Phase(*Graph, string)              {}
func (l *localResults) Scope(*Graph, string, []ScopeView) {}
func (l *localResults) Structured(*Graph, StructureView)  {}

func (l *localResults) Rule(_ *Graph, r *Rule, n, by *Node) {
	if !r.local {
		return
	}
	l.fired = append(l.fired, r.Name)
	if by.Op != OpConst && !slices.Contains(n.Args(), by) {
		l.bad = append(l.bad, r.Name)
	}
}

func TestLocalRulesMakeNoNodes(t *testing.T) {
	var l localResults
	for _, p := range proofs() {
		returns(p.lhs, Config{Fold: true, Observer: &l}, p.types()...)
	}
	for _, r := range Rules() {
		proved := slices.ContainsFunc(proofs(), func(p proof) bool { return p.rule == r.Name })
		if r.local && proved && !slices.Contains(l.fired, r.Name) {
			t.Errorf("%s does not fire", r.Name)
		}
	}
	if len(l.bad) > 0 {
		t.Errorf("%v are not local: they return a node that is no operand", l.bad)
	}
}

// A sum keeps its parts where the program uses a part of it, too.
func TestJoinedConstantsStayWhereTheirSumIsUsedTwice(t *testing.T) {
	for _, tt := range []struct {
		rule  string
		inner expr
		outer func(inner, b *Node) (x, y *Node)
	}{
		{"join-consts", do(OpAdd, x0(), str("a")), func(inner, b *Node) (x, y *Node) { return inner, b }},
		{"join-before", do(OpAdd, str("a"), x0()), func(inner, b *Node) (x, y *Node) { return b, inner }},
		{"join-before", do(OpAdd, x0(), str("")), func(inner, b *Node) (x, y *Node) { return b, inner }},
		{"join-empty-before", do(OpAdd, str(""), x0()), func(inner, b *Node) (x, y *Node) { return inner, b }},
	} {
		for _, twice := range []bool{false, true} {
			b := newBuilder(Config{Fold: true}, TypeAny, TypeAny)
			inner := b.expr(b.g.Start, tt.inner)
			x, y := tt.outer(inner, b.g.Const(StringConst("b")))
			sum := b.op(b.g.Start, OpAdd, x, y)
			if twice {
				sum = b.op(b.g.Start, OpCall, b.params[1], sum, inner)
			}
			b.ret(b.g.Start, sum)
			b.g.Optimize()
			if fired := b.g.Stats.Rules[tt.rule] > 0; fired == twice {
				t.Errorf("%s, used twice %v: fires %v", tt.rule, twice, fired)
			}
		}
	}
}

// The conditions are needed: if a rule declines, its sides differ for at least one of the
// declined sets of values.
func TestRuleConditionsAreNeeded(t *testing.T) {
	e := newEngine(t)
	needed := map[string]bool{}
	has := map[string]bool{}
	for _, p := range proofs() {
		if len(p.no) == 0 || p.rule == "typeof-is" { // the engine has no document.all
			continue
		}
		has[p.rule] = true
		lhs, rhs := e.binary(t, "return "+p.lhs.js()), e.binary(t, "return "+p.rhs.js())
		for _, no := range p.no {
			for _, i := range members(no[0]) {
				for _, j := range members(no[1]) {
					if lhs[i][j] != rhs[i][j] {
						needed[p.rule] = true
					}
				}
			}
		}
	}
	for rule := range has {
		if !needed[rule] && rule != "not-equal" { // declined only because the comparison stays where it is
			t.Errorf("%s: nothing shows that its condition is needed", rule)
		}
	}
}

// Every rule has a proof: here, as a program in branchProofs, or in builtinProofs.
func TestEveryRuleHasAProof(t *testing.T) {
	proven := map[string]bool{}
	for _, p := range proofs() {
		proven[p.rule] = true
	}
	for _, p := range branchProofs() {
		proven[p.rule] = true
	}
	for _, p := range builtinProofs() {
		proven[p.rule] = true
	}
	seen := map[string]bool{}
	for _, r := range Rules() {
		switch {
		case !proven[r.Name]:
			t.Errorf("rule %q has no proof", r.Name)
		case seen[r.Name]:
			t.Errorf("two rules are called %q", r.Name)
		case r.Doc == "" || r.Example == "" || len(r.Ops) == 0:
			t.Errorf("rule %q lacks a doc, an example or ops", r.Name)
		}
		if want := "go test ./son -run 'Rule/^" + r.Name + "$'"; r.Proof().Command != want {
			t.Errorf("rule %q says that %q proves it, and %q does", r.Name, r.Proof().Command, want)
		}
		seen[r.Name] = true
		delete(proven, r.Name)
	}
	for name := range proven {
		t.Errorf("proof of %q, which is not a rule", name)
	}
}
