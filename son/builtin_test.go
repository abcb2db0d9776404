package son

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/tier"
)

// builtinJS writes a call of a builtin on x, or on x and y.
func builtinJS(name string, args int) string {
	list := []string{"x", "y"}[:args]
	if i := strings.Index(name, protoInfix); i >= 0 {
		return "return x." + name[i+len(protoInfix):] + "(" + strings.Join(list[1:], ", ") + ")"
	}
	return "return " + name + "(" + strings.Join(list, ", ") + ")"
}

// onBuiltin makes the call of a builtin on operands of some types.
func onBuiltin(name string, types ...Type) *Node {
	n := onTypes(OpBuiltin, types...)
	n.Str = name
	return n
}

// The description of a built-in agrees with the engine, for every value: the type contains the
// result, without an effect nothing throws and no code runs, and a folded result is the
// engine's. Operands for which nothing is folded are sets of their kinds.
func TestBuiltinsCoverTheEngine(t *testing.T) {
	e, ps := newEngine(t), probes()
	checks, folded := 0, 0
	check := func(name string, o outcome, of []int, types ...Type) {
		checks++
		n := onBuiltin(name, types...)
		typ, eff := n.computed(), n.Effect()
		what := func() (s string) {
			for i, k := range of {
				s += " " + types[i].String() + " is " + ps[k].js
			}
			return name + " on" + s
		}
		if typ.IsConst() {
			folded++
		}
		if wrong := o.contradicts(typ, eff); wrong != "" {
			t.Errorf("%s: %s", what(), wrong)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(builtins)) {
		one := e.unary(t, builtinJS(name, 1))
		method := builtins[name].method
		known := false
		for i, p := range ps {
			if method && !p.typ.IsString() {
				continue // another method, if any
			}
			known = known || one[i].threw == ""
			check(name, one[i], []int{i}, p.typ)
			check(name, one[i], []int{i}, TypeOf(p.typ.kinds))
		}
		if !known {
			t.Logf("the engine has no %s", name)
			continue
		}
		if m := builtins[name].most; m > 0 && m < 2 {
			continue
		}
		two := e.binary(t, builtinJS(name, 2))
		for i, p := range ps {
			for j, q := range ps {
				if (i+j)%tier.Share(5, 1) == 0 && (!method || p.typ.IsString()) {
					check(name, two[i][j], []int{i, j}, p.typ, q.typ)
					check(name, two[i][j], []int{i, j}, TypeOf(p.typ.kinds), TypeOf(q.typ.kinds))
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d checks, %d results folded", checks, folded)
}

// The more is known of the operands, the more is known of the result.
func TestBuiltinTypesAreMonotone(t *testing.T) {
	all := sets()
	var wider [][2]Type // the second contains the first
	for _, small := range all {
		for _, large := range tier.Some(all, 4) {
			if small != large && large.Contains(small) {
				wider = append(wider, [2]Type{small, large})
			}
		}
	}
	for name, b := range builtins {
		for _, w := range wider {
			if small, large := w[0], w[1]; !b.method || large.IsString() {
				s, l := onBuiltin(name, small).computed(), onBuiltin(name, large).computed()
				if !l.Contains(s) {
					t.Errorf("%s: %v gives %v, but %v gives %v", name, small, s, large, l)
				}
			}
		}
	}
}

// The named number constants have the engine's values.
func TestNamedNumbersAreTheEngines(t *testing.T) {
	e := newEngine(t)
	for name, f := range providedConsts {
		if got := e.unary(t, "return "+name)[0]; got.value != NumberConst(f) {
			t.Errorf("%s is %v, not %v", name, got, f)
		}
	}
}

// builtinProof is a call of a built-in function on x, and its optimized form.
type builtinProof struct {
	rule string
	call string // as in builtins
	x    Type
	same bool // the result is x
	no   []Type
}

func builtinProofs() []builtinProof {
	notInt := []Type{TypeAny, TypePrimitive, TypeString, TypeNumber, TypeOf(KindInt | KindFloat)}
	list := []builtinProof{
		{rule: "builtin-ref", call: "Math.pow", x: TypeAny},
		{rule: "builtin", call: "Math.pow", x: TypeAny},
		{rule: "builtin", call: "parseInt", x: TypeString},
		{rule: "builtin", call: "String.prototype.trim", x: TypeString, no: []Type{TypeAny, TypePrimitive, TypeFresh, TypeNumber}},
		{rule: "builtin-same", call: "Math.abs", x: TypeIntRange(0, 9), same: true, no: append(notInt, TypeInt32, TypeIntRange(0, 9).Join(TypeNegZero))},
		{rule: "builtin-same", call: "Math.max", x: TypeNumber, same: true, no: []Type{TypeAny, TypePrimitive, TypeString, TypeBool}},
		{rule: "builtin-same", call: "Math.min", x: TypeNumber, same: true, no: []Type{TypeAny, TypePrimitive, TypeString, TypeBool}},
		{rule: "builtin-same", call: "Number", x: TypeNumber, same: true, no: []Type{TypeAny, TypePrimitive, TypeString, TypeNumeric}},
		{rule: "builtin-same", call: "String", x: TypeString, same: true, no: []Type{TypeAny, TypePrimitive, TypeNumber}},
		{rule: "builtin-same", call: "String.prototype.toString", x: TypeString, same: true},
		{rule: "builtin-same", call: "Boolean", x: TypeBool, same: true, no: []Type{TypeAny, TypePrimitive, TypeNumber}},
		{rule: "builtin-boolean", call: "Boolean", x: TypeAny, no: []Type{TypeBool}},
		{rule: "builtin-same", call: "parseInt", x: TypeInt32, same: true, no: notInt},
		{rule: "builtin-same", call: "Number.parseInt", x: TypeInt32, same: true, no: notInt},
	}
	for name := range roundings {
		list = append(list, builtinProof{rule: "builtin-same", call: "Math." + name, x: TypeOf(KindInt | KindNegZero | KindNaN), same: true, no: notInt})
	}
	return list
}

// graph makes the function of x that returns the call, optimized.
func (p builtinProof) graph(x Type, assume Assumptions) *Graph {
	b := newBuilder(Config{Fold: true, Assume: assume}, x)
	object, name, member := strings.Cut(p.call, ".")
	callee, op := b.params[0], OpCall
	load := func(global string) *Node {
		n := b.g.NewNode(OpGlobalLoad, b.g.Start, b.mem)
		if n.Str = global; assume.Has(AssumeBuiltins) {
			n.Flags |= FlagProvided
		}
		if n = b.g.Peephole(n); n.OnChain() {
			b.mem = n
		}
		return n
	}
	if !builtins[p.call].method {
		callee = load(object)
	}
	if member {
		n := b.g.NewNode(OpMethodRef, b.g.Start, b.mem, callee)
		n.Str, op = strings.TrimPrefix(name, "prototype."), OpCallMethod
		if callee = b.g.Peephole(n); callee.OnChain() {
			b.mem = callee
		}
	}
	args := []*Node{callee}
	if !builtins[p.call].method {
		args = append(args, b.params[0])
	}
	b.ret(b.g.Start, b.op(b.g.Start, op, args...))
	b.g.Optimize()
	return b.g
}

func (p builtinProof) ruleName() string { return p.rule }

func TestBuiltinRulesFireUnderTheirConditions(t *testing.T) {
	eachRule(t, builtinProofs(), builtinProof.ruleName, builtinRulesFire)
}

func builtinRulesFire(t *testing.T, proofs []builtinProof) {
	for _, p := range proofs {
		g := p.graph(p.x, AssumeBuiltins)
		if g.Stats.Rules[p.rule] == 0 || g.Stats.AssumptionUses[AssumeBuiltins][p.rule] == 0 {
			t.Errorf("%s does not fire on %s of %v, or does not record its assumption", p.rule, p.call, p.x)
		}
		if v := g.Stop.Arg(0).Arg(0); (v.Op == OpParam) != p.same {
			t.Errorf("%s of %v becomes\n%s", p.call, p.x, dump(g))
		}
		if plain := p.graph(p.x, 0); len(plain.Stats.AssumptionUses) > 0 || plain.Stats.Rules[p.rule] > 0 {
			t.Errorf("%s fires on %s without the assumption", p.rule, p.call)
		}
		for _, no := range p.no {
			if g := p.graph(no, AssumeBuiltins); g.Stats.Rules[p.rule] != 0 {
				t.Errorf("%s fires on %s of %v", p.rule, p.call, no)
			}
		}
	}
}

// Boolean is !! for every value.
func TestBooleanIsTwoNots(t *testing.T) {
	e, ps := newEngine(t), probes()
	nots := e.unary(t, "return !!x")
	for i, o := range e.unary(t, builtinJS("Boolean", 1)) {
		if o != nots[i] {
			t.Errorf("Boolean(%s) = %v, and !! gives %v", ps[i].js, o, nots[i])
		}
	}
}

// If the rule says that a call returns its operand, so does the engine.
func TestBuiltinRuleOperandsAreTheEngines(t *testing.T) {
	eachRule(t, builtinProofs(), builtinProof.ruleName, operandsAreTheEngines)
}

func operandsAreTheEngines(t *testing.T, proofs []builtinProof) {
	e, ps := newEngine(t), probes()
	for _, p := range proofs {
		if !p.same {
			continue
		}
		for i, o := range e.unary(t, builtinJS(p.call, 1)) {
			if p.x.Contains(ps[i].typ) && (o.threw != "" || o.value != ps[i].typ || o.log != "") {
				t.Errorf("%s(%s) = %v", p.call, ps[i].js, o)
			}
		}
	}
}
