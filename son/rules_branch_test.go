package son

import (
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// branchProof is the proof of a rule about control or memory: two function
// bodies that do the same for every x of a type, and a graph on which the rule
// fires.
type branchProof struct {
	rule     string
	lhs, rhs string // bodies of function (x, y)
	x        Type
	graph    func(x Type) *Graph // the left side, optimized with Fold
	live     []Op                // control ops that must be left (Start, Stop and one Return aside)
	value    func(g *Graph, v *Node) bool
	no       []Type // types of x for which the rule does not fire
}

// forked is a function of x with if (x) and one value on each side.
type forked struct {
	*builder
	iff, yes, no *Node
}

func fork(b *builder, c, cond *Node) forked {
	f := forked{builder: b}
	f.iff = b.g.Add(OpIf, c, cond)
	proj := func(i int32) *Node {
		p := b.g.NewNode(OpProj, f.iff)
		p.Idx = i
		return b.g.Peephole(p)
	}
	f.yes, f.no = proj(0), proj(1)
	return f
}

// join makes the region of two control states and phis of pairs of values.
func (b *builder) join(c, d *Node, m, n *Node, pairs ...[2]*Node) (*Node, []*Node) {
	r := b.g.NewNode(OpRegion, nil, c, d)
	r.Type = TypeControl
	mem := b.g.NewNode(OpPhi, r, m, n)
	mem.Flags |= FlagMem
	b.mem = b.g.Peephole(mem)
	var phis []*Node
	for _, p := range pairs {
		phi := b.g.NewNode(OpPhi, r, p[0], p[1])
		phi.Flags |= FlagExpr
		phis = append(phis, b.g.Peephole(phi))
	}
	now := b.g.Peephole(r)
	for i, p := range phis {
		phis[i] = p.Forwarded()
	}
	b.mem = b.mem.Forwarded()
	return now, phis
}

// call makes a call of the global Str, without arguments.
func (b *builder) call(c *Node, name string) *Node {
	f := b.g.NewNode(OpGlobalLoad, c, b.mem)
	f.Str = name
	f = b.g.Peephole(f)
	b.mem = f
	return b.op(c, OpCall, f)
}

// ternary is `return cond ? a : b` on constants or x.
func ternary(cond expr, a, b expr, late bool) func(Type) *Graph {
	return func(x Type) *Graph {
		bd := newBuilder(Config{Fold: true}, x, TypeAny)
		g := bd.g
		p := bd.params[0]
		if late { // the type is known only after the graph is built
			p.Type = TypeAny
		}
		c := bd.expr(g.Start, cond)
		f := fork(bd, g.Start, c)
		yes, no := bd.expr(f.yes, a), bd.expr(f.no, b)
		r, phis := bd.join(f.yes, f.no, bd.mem, bd.mem, [2]*Node{yes, no})
		bd.ret(r, phis[0])
		p.Type = x
		g.Optimize()
		return g
	}
}

func isParam(i int32) func(*Graph, *Node) bool {
	return func(_ *Graph, v *Node) bool { return v.Op == OpParam && v.Idx == i }
}

func isOp(op Op) func(*Graph, *Node) bool {
	return func(_ *Graph, v *Node) bool { return v.Op == op }
}

// retCall is if (cond) return call("a"); return call("b").
func (b *builder) retCall(at, cond *Node) {
	f := fork(b, at, cond)
	m := b.mem
	v := b.call(f.yes, "a")
	m1 := b.mem
	b.mem = m
	w := b.call(f.no, "b")
	r, phis := b.join(f.yes, f.no, m1, b.mem, [2]*Node{v, w})
	b.ret(r, phis[0])
}

func branchProofs() []branchProof {
	x, y := x0(), y0()
	truthy, falsy := TypeOf(KindTrue|KindFloat|KindSymbol|KindFunction|KindObject).Join(TypeIntRange(1, 5)), TypeOf(KindNullish|KindFalse|KindNegZero|KindNaN|KindDDA).Join(IntConst(0))
	calls := func(c Config) func(Type) *Graph {
		return func(t Type) *Graph {
			b := newBuilder(c, t, TypeAny)
			g := b.g
			b.retCall(g.Start, b.params[0])
			g.Optimize()
			return g
		}
	}
	and := func(t Type) *Graph {
		b := newBuilder(Config{Fold: true}, t, TypeAny)
		g := b.g
		f := fork(b, g.Start, b.params[0])
		r, phis := b.join(f.yes, f.no, b.mem, b.mem, [2]*Node{b.expr(f.yes, lit(TypeTrue)), b.params[0]})
		phis[0].Flags |= FlagExpr
		b.retCall(r, phis[0])
		g.Optimize()
		return g
	}
	// passed is return x || false || y, or return x && true && y.
	passed := func(or bool) func(Type) *Graph {
		return func(t Type) *Graph {
			b := newBuilder(Config{Fold: true}, t, TypeAny)
			g := b.g
			choose := func(at, c *Node, other *Node) (*Node, *Node) {
				f := fork(b, at, c)
				values := [2]*Node{other, c}
				if or {
					values = [2]*Node{c, other}
				}
				r, phis := b.join(f.yes, f.no, b.mem, b.mem, values)
				phis[0].Flags |= FlagExpr
				return r, phis[0]
			}
			r, v := choose(g.Start, b.params[0], g.Const(BoolConst(!or)))
			r, v = choose(r, v, b.params[1])
			b.ret(r, v)
			g.Optimize()
			return g
		}
	}
	isChoice := func(_ *Graph, v *Node) bool {
		return v.Op == OpPhi && v.In(1).Op == OpParam && v.In(2).Op == OpParam && v.In(1) != v.In(2)
	}
	nots := func(t Type) *Graph {
		b := newBuilder(Config{Fold: true}, t, TypeAny)
		g := b.g
		c := b.expr(g.Start, do(OpNot, do(OpNot, x)))
		f := fork(b, g.Start, c)
		d := b.expr(f.yes, do(OpNot, do(OpNot, y)))
		r, phis := b.join(f.yes, f.no, b.mem, b.mem, [2]*Node{d, c})
		b.retCall(r, phis[0])
		g.Optimize()
		return g
	}
	return []branchProof{
		{rule: "if-known", lhs: "if (x) return call(1); return call(2)", rhs: "return call(1)", x: truthy,
			graph: calls(Config{Fold: true}), value: isOp(OpCall), no: []Type{TypeAny, TypeString, TypeOf(KindObject | KindDDA), TypeInt32, TypeBigInt}},
		{rule: "if-known", lhs: "if (x) return call(1); return call(2)", rhs: "return call(2)", x: falsy,
			graph: ternary(x, x, y, true), value: isParam(1), no: []Type{TypeAny, TypeString, TypeInt32, TypeBool}},
		{rule: "if-not-not", lhs: "if (!!x) return call(1); return call(2)", rhs: "if (x) return call(1); return call(2)", x: TypeAny,
			graph: ternary(do(OpNot, do(OpNot, x)), x, y, false), live: []Op{OpIf, OpProj, OpProj, OpRegion}},
		{rule: "if-and-true", lhs: "if (x && true) return call(1); return call(2)", rhs: "if (x) return call(1); return call(2)", x: TypeAny,
			graph: and, live: []Op{OpIf, OpProj, OpProj, OpRegion}},
		{rule: "if-and-true", lhs: "return x || false || y", rhs: "return x || y", x: TypeAny,
			graph: passed(true), live: []Op{OpIf, OpProj, OpProj, OpRegion}, value: isChoice},
		{rule: "if-and-true", lhs: "return x && true && y", rhs: "return x && y", x: TypeAny,
			graph: passed(false), live: []Op{OpIf, OpProj, OpProj, OpRegion}, value: isChoice},
		{rule: "not-not-tested", lhs: "if (!!x && !!y) return call(1); return call(2)", rhs: "if (x && y) return call(1); return call(2)", x: TypeAny,
			graph: nots, live: []Op{OpIf, OpProj, OpProj, OpRegion, OpIf, OpProj, OpProj, OpRegion}, value: func(g *Graph, _ *Node) bool { return !has(g, OpNot) }},
		{rule: "if-empty", lhs: "if (x); else; return y", rhs: "return y", x: TypeAny,
			graph: ternary(x, y, y, false), value: isParam(1)},
		{rule: "finally-empty", lhs: "try { call(1) } finally {} return y", rhs: "call(1); return y", x: TypeAny,
			graph: tried(false), value: isParam(1)},
		{rule: "finally-empty", lhs: "try { call(1) } catch { call(2) } finally {} return y", rhs: "try { call(1) } catch { call(2) } return y", x: TypeAny,
			graph: tried(true), live: []Op{OpTry, OpProj, OpProj, OpLeave, OpLeave, OpRegion}, value: isParam(1)},
		{rule: "phi-bool", lhs: "return x ? true : false", rhs: "return x", x: TypeBool,
			graph: ternary(x, lit(TypeTrue), lit(TypeFalse), false), value: isParam(0)},
		{rule: "phi-bool", lhs: "return x ? true : false", rhs: "return !!x", x: TypeAny,
			graph: ternary(x, lit(TypeTrue), lit(TypeFalse), false), value: isOp(OpNot)},
		{rule: "phi-bool", lhs: "return x ? false : true", rhs: "return !x", x: TypeAny,
			graph: ternary(x, lit(TypeFalse), lit(TypeTrue), false), value: isOp(OpNot)},
		{rule: "phi", lhs: "let z; if (x) { call(1); z = y } else z = y; return z", rhs: "if (x) call(1); return y", x: TypeAny,
			graph: ternary(x, y, y, false), value: isParam(1)},
		{rule: "phi", lhs: "let z = y, i = 3; while (call(i)) { z = z; i-- } return z", rhs: "let i = 3; while (call(i)) i--; return y", x: TypeAny,
			graph: func(t Type) *Graph { g, _ := counted(Config{Fold: true}, false); return g }, live: []Op{OpLoop, OpIf, OpProj, OpProj}},
		{rule: "dead", lhs: "return call(x); call(y)", rhs: "return call(x)", x: TypeAny, graph: afterReturn},
		{rule: "exits", lhs: "return call(x); return call(y)", rhs: "return call(x)", x: TypeAny, graph: afterReturn},
		{rule: "join", lhs: "while (x) { call(1); break } return y", rhs: "if (x) call(1); return y", x: TypeAny,
			graph: func(t Type) *Graph { g, _ := counted(Config{Fold: true}, true); return g }, value: isParam(1)},
		{rule: "assign-self", lhs: "let c = x; c = c; return c", rhs: "let c = x; return c", x: TypeAny, graph: assignedTwice(0),
			value: func(_ *Graph, v *Node) bool { return v.Op == OpBind && v.Arg(0).Op == OpParam }},
		{rule: "argument-name", lhs: "const k = x; const n = k; return n", rhs: "const k = x; return k", x: TypeAny,
			graph: func(x Type) *Graph { return argumentNamed(x, ast.Symbol{Name: "n", Assigns: 1}, 1) },
			value: func(_ *Graph, v *Node) bool { return v.Op == OpBind && v.Sym.Name == "k" }},
		{rule: "load-stored", lhs: "let c; const f = () => c; c = x; return call(c)", rhs: "let c; const f = () => c; c = x; return call(x)", x: TypeAny,
			graph: stored(FlagInit, 0), value: isParam(0)},
		{rule: "captured-initialized", lhs: "let c = x; return (() => { c; return y })()", rhs: "let c = x; return (() => y)()", x: TypeAny,
			graph: func(x Type) *Graph { return unusedLoad(OpCapturedCell, AssumeNoTDZ, x) }, value: func(g *Graph, v *Node) bool { return isParam(1)(g, v) && !has(g, OpLoadCell) }},
		{rule: "arguments-length", lhs: "call(arguments.length); return call(arguments.length)", rhs: "const n = arguments.length; call(n); return call(n)", x: TypeAny,
			graph: func(Type) *Graph { return lengths(0, nil) }, value: func(g *Graph, v *Node) bool {
				return v.Op == OpCall && v.Arg(1).Op == OpArgumentsLength && !has(g, OpArguments)
			}},
		{rule: "param-known", lhs: "const f = x => x; return f(5)", rhs: "const f = () => 5; return f()", x: IntConst(5), graph: parameter,
			value: func(_ *Graph, v *Node) bool { return isConst(v, IntConst(5)) }, no: []Type{TypeAny, TypeString, TypeNullish, TypeIntRange(5, 6)}},
		{rule: "result-unread", lhs: "(() => { return x ? call(1) : call(2) })(); return y", rhs: "(() => { x ? call(1) : call(2) })(); return y", x: TypeAny,
			graph: calls(Config{Fold: true, Unread: true}), live: []Op{OpIf, OpProj, OpProj, OpRegion}, value: func(g *Graph, v *Node) bool { return isConst(v, TypeUndefined) && has(g, OpCall) }},
		{rule: "template-text", lhs: "return `a${'b'}c${x}${'$'}{`", rhs: "return `abc${x}\\${`", x: TypeAny, graph: template("b", "$"),
			value: func(g *Graph, v *Node) bool {
				return v.Op == OpTemplate && len(v.Args()) == 1 && len(v.Parts) == 3 && v.Parts[0].Raw == "abc" && v.Parts[2].Str == "${" && v.Parts[2].Raw == ""
			}},
		{rule: "template-string", lhs: "return `${x}`", rhs: "return x", x: TypeString, graph: templates(func(b *templateBuilder) *Node { return b.template(b.params[0]) }),
			value: isParam(0), no: []Type{TypeAny, TypeNumber, TypeSymbol, TypePrimitive, TypeObject}},
		{rule: "template-join", lhs: "return `a${x}` + 'b'", rhs: "return `a${x}b`", x: TypeAny, graph: templates(func(b *templateBuilder) *Node { return b.sum(b.template("a", b.params[0]), b.text("b")) }),
			value: isTemplate("a", "", "b")},
		{rule: "template-join", lhs: "return 'b' + `a${x}`", rhs: "return `ba${x}`", x: TypeAny, graph: templates(func(b *templateBuilder) *Node { return b.sum(b.text("b"), b.template("a", b.params[0])) }),
			value: isTemplate("ba", "")},
		{rule: "template-join", lhs: "return '\\ude00{`' + `${x}$` + '{`\\ud83d'", rhs: "return `\\ude00{\\`${x}\\${\\`\\ud83d`", x: TypeAny,
			graph: templates(func(b *templateBuilder) *Node {
				return b.sum(b.text("\xed\xb8\x80{`"), b.sum(b.template(b.params[0], "$"), b.text("{`\xed\xa0\xbd")))
			}),
			value: isTemplate("\xed\xb8\x80{`", "", "${`\xed\xa0\xbd")},
		{rule: "template-nested", lhs: "return `a${`b${x}c${y}`}d`", rhs: "return `ab${x}c${y}d`", x: TypeAny,
			graph: templates(func(b *templateBuilder) *Node {
				return b.template("a", b.template("b", b.params[0], "c", b.params[1]), "d")
			}),
			value: isTemplate("ab", "", "c", "", "d")},
		{rule: "template-nested", lhs: "return `\\ud83d${`\\ude00${x}$`}{`", rhs: "return `\\u{1f600}${x}\\${`", x: TypeAny,
			graph: templates(func(b *templateBuilder) *Node {
				return b.template("\xed\xa0\xbd", b.template("\xed\xb8\x80", b.params[0], "$"), "{")
			}),
			value: isTemplate("\U0001F600", "", "${")},
	}
}

// parameter is `return x`, where x is a parameter with a name.
func parameter(x Type) *Graph {
	b := newBuilder(Config{Fold: true}, x, TypeAny)
	b.params[0].Sym = &ast.Symbol{Name: "x"}
	b.ret(b.g.Start, b.params[0])
	b.g.Optimize()
	return b.g
}

// tried is `try { call() } finally {} return y`, optionally with a catch that also calls.
func tried(catch bool) func(Type) *Graph {
	return func(x Type) *Graph {
		b := newBuilder(Config{Fold: true}, x, TypeAny)
		g, mem := b.g, b.mem
		t := g.Add(OpTry, g.Start, mem)
		arm := func(i int32) *Node {
			p := g.NewNode(OpProj, t)
			p.Idx = i
			b.mem = mem
			return g.Peephole(p)
		}
		leave := func(c *Node) *Node {
			b.call(c, "call")
			return g.Add(OpLeave, c, b.mem, t)
		}
		out := leave(arm(TryBody))
		b.mem = out
		if catch {
			c := arm(TryCatch)
			b.mem = g.Add(OpCatch, c, mem)
			caught := leave(c)
			out, _ = b.join(out, caught, out, caught)
		}
		last := b.mem
		f := arm(TryFinally)
		g.AddIn(g.Stop, g.Add(OpEndFinally, f, g.Add(OpFinally, f, mem)))
		b.mem = last
		b.ret(out, b.params[1])
		g.Optimize()
		return g
	}
}

// template is return `a${first}c${x}${last}{`.
func template(first, last string) func(Type) *Graph {
	return func(x Type) *Graph {
		b := newBuilder(Config{Fold: true}, x, TypeAny)
		text := func(s string) Part { return Part{Kind: PartText, Str: s, Raw: s} }
		in := []*Node{nil}
		for _, v := range []*Node{b.g.Const(StringConst(first)), b.params[0], b.g.Const(StringConst(last))} {
			in = append(in, b.op(b.g.Start, OpToStr, v))
		}
		n := b.g.NewNode(OpTemplate, in...)
		n.Parts = []Part{text("a"), {Kind: PartValue}, text("c"), {Kind: PartValue}, text(""), {Kind: PartValue}, text("{")}
		b.ret(b.g.Start, b.g.Peephole(n))
		b.g.Optimize()
		return b.g
	}
}

// templateBuilder makes templates from texts and values, which are converted at once.
type templateBuilder struct{ *builder }

func templates(value func(*templateBuilder) *Node) func(Type) *Graph {
	return func(x Type) *Graph {
		b := &templateBuilder{newBuilder(Config{Fold: true}, x, TypeAny)}
		b.ret(b.g.Start, value(b))
		b.g.Optimize()
		return b.g
	}
}

func (b *templateBuilder) text(s string) *Node { return b.g.Const(StringConst(s)) }

func (b *templateBuilder) sum(x, y *Node) *Node { return b.op(b.g.Start, OpAdd, x, y) }

func (b *templateBuilder) template(of ...any) *Node {
	in, parts := []*Node{nil}, []Part(nil)
	for _, v := range of {
		switch v := v.(type) {
		case string:
			parts = append(parts, Part{Kind: PartText, Str: v, Raw: rawText(v)})
		case *Node:
			in = append(in, b.op(b.g.Start, OpToStr, v))
			parts = append(parts, Part{Kind: PartValue})
		}
	}
	n := b.g.NewNode(OpTemplate, in...)
	n.Parts = parts
	return b.g.Peephole(n)
}

// isTemplate is a template of these texts; "" is a substitution.
func isTemplate(parts ...string) func(*Graph, *Node) bool {
	return func(g *Graph, v *Node) bool {
		if v.Op != OpTemplate || len(v.Parts) != len(parts) {
			return false
		}
		values := 0
		for i, p := range v.Parts {
			if p.Str != parts[i] || (p.Kind == PartValue) != (p.Str == "") {
				return false
			}
			if p.Kind == PartValue {
				values++
			}
		}
		return v.NumArgs() == values
	}
}

// A template that is used twice, or in output for readers a long one, stays apart.
func TestTemplatesStayApart(t *testing.T) {
	long := "a text that is too long for one line"
	for _, tt := range []struct {
		name     string
		authored bool
		value    func(b *templateBuilder) *Node
		joins    bool
	}{
		{"one use", true, func(b *templateBuilder) *Node { return b.sum(b.template("a", b.params[0]), b.text("b")) }, true},
		{"two uses in sums", false, func(b *templateBuilder) *Node {
			x := b.template("a", b.params[0])
			return b.op(b.g.Start, OpCall, b.params[1], b.sum(x, b.text("b")), x)
		}, false},
		{"two uses, one in a template", false, func(b *templateBuilder) *Node {
			x := b.template("a", b.params[0])
			return b.op(b.g.Start, OpCall, b.params[1], b.template(x, "b"), x)
		}, false},
		{"long texts", false, func(b *templateBuilder) *Node { return b.sum(b.template(long, b.params[0]), b.text(long)) }, true},
		{"long texts for readers", true, func(b *templateBuilder) *Node { return b.sum(b.template(long, b.params[0]), b.text(long)) }, false},
		{"two templates", false, func(b *templateBuilder) *Node {
			return b.sum(b.template("a", b.params[0]), b.template("b", b.params[1]))
		}, false},
		{"a template among others", false, func(b *templateBuilder) *Node {
			return b.template(b.template("a", b.params[0]), "b", b.params[1])
		}, false},
		{"no text", true, func(b *templateBuilder) *Node { return b.sum(b.template(long, b.params[0]), b.params[1]) }, false},
	} {
		b := &templateBuilder{newBuilder(Config{Fold: true, Authored: tt.authored}, TypeAny, TypeAny)}
		b.ret(b.g.Start, tt.value(b))
		b.g.Optimize()
		if got := b.g.Stats.Rules["template-join"]+b.g.Stats.Rules["template-nested"] > 0; got != tt.joins {
			t.Errorf("%s: joins %v", tt.name, got)
		}
		if err := b.g.Verify(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// afterReturn is `return x; return y` with the second return's control dead.
func afterReturn(x Type) *Graph {
	b := newBuilder(Config{}, x, TypeAny)
	b.ret(b.g.Start, b.params[0])
	ret := b.g.NewNode(OpReturn, b.g.Dead(), b.g.Dead(), b.params[1])
	b.g.AddIn(b.g.Stop, ret)
	b.g.Optimize()
	return b.g
}

// counted is `z = y; while (call()) z = z; return z`, or with a break at the
// end of the body.
func counted(c Config, breaks bool) (*Graph, *Node) {
	b := newBuilder(c, TypeAny, TypeAny)
	g := b.g
	loop := g.NewNode(OpLoop, nil, g.Start, nil)
	g.OpenLoop(loop)
	g.Peephole(loop)
	mem := g.NewNode(OpPhi, loop, b.mem, nil)
	mem.Flags |= FlagMem
	b.mem = g.Peephole(mem)
	z := g.Add(OpPhi, loop, b.params[1], nil)
	f := fork(b, loop, b.call(loop, "call"))
	back, exit, last := f.yes, f.no, b.mem
	if breaks {
		back = g.Dead()
		exit, _ = b.join(f.yes, f.no, b.mem, b.mem)
		last = b.mem
	}
	g.SetIn(loop, 2, back)
	g.SetIn(mem, 2, last)
	g.SetIn(z, 2, z)
	g.CloseLoop(loop)
	b.mem = last
	b.ret(exit, z)
	never := g.Add(OpNever, loop, mem)
	g.AddIn(g.Stop, never)
	for _, n := range []*Node{mem, z, loop} {
		if !n.dead {
			g.Peephole(n)
		}
	}
	g.Optimize()
	return g, z.Forwarded()
}

// stored is `c = x; return c` for a cell.
func stored(store, load Flags) func(Type) *Graph {
	return func(x Type) *Graph {
		b := newBuilder(Config{Fold: true}, x, TypeAny)
		g := b.g
		cell := g.Add(OpNewCell, g.Start)
		st := g.NewNode(OpStoreCell, g.Start, b.mem, cell, b.params[0])
		st.Flags |= store
		b.mem = g.Peephole(st)
		ld := g.NewNode(OpLoadCell, g.Start, b.mem, cell)
		ld.Flags |= load
		ld = g.Peephole(ld)
		if ld.OnChain() {
			b.mem = ld
		}
		b.ret(g.Start, ld)
		g.Optimize()
		return g
	}
}

// assignedTwice is `let c = x; c = c; return c`, with flags on the second assignment.
func assignedTwice(flags Flags) func(x Type) *Graph {
	return func(x Type) *Graph {
		b := newBuilder(Config{Fold: true}, x)
		v, sym := b.params[0], &ast.Symbol{Name: "c"}
		for _, f := range []Flags{FlagInit, flags} {
			n := b.g.NewNode(OpBind, b.g.Start, v)
			n.Sym, n.Flags = sym, f
			v = b.g.Peephole(n)
		}
		b.ret(b.g.Start, v)
		b.g.Optimize()
		return b.g
	}
}

// argumentNamed is `const k = x, n = k; return n`, of which n is a parameter of an instance.
func argumentNamed(x Type, n ast.Symbol, instance uint16) *Graph {
	b := newBuilder(Config{Fold: true}, x)
	v := b.params[0]
	for i, sym := range []*ast.Symbol{{Name: "k", Assigns: 1}, &n} {
		bind := b.g.NewNode(OpBind, b.g.Start, v)
		bind.Sym, bind.Flags, bind.Instance = sym, FlagInit|FlagDecl, instance*uint16(i)
		v = b.g.Peephole(bind)
	}
	b.ret(b.g.Start, v)
	b.g.Optimize()
	return b.g
}

func TestArgumentsKeepTheNamesOfParametersThatNeedThem(t *testing.T) {
	for _, c := range []struct {
		what     string
		sym      ast.Symbol
		instance uint16
		fires    int
	}{
		{"a parameter of an inlined callee", ast.Symbol{Name: "n", Assigns: 1}, 1, 1},
		{"a variable of the function itself", ast.Symbol{Name: "n", Assigns: 1}, 0, 0},
		{"a parameter that is assigned", ast.Symbol{Name: "n", Assigns: 2}, 1, 0},
		{"a parameter that a function captures", ast.Symbol{Name: "n", Assigns: 1, Captured: true}, 1, 0},
	} {
		if g := argumentNamed(TypeAny, c.sym, c.instance); g.Stats.Rules["argument-name"] != c.fires {
			t.Errorf("%s: fires %d times, want %d:\n%s", c.what, g.Stats.Rules["argument-name"], c.fires, dump(g))
		}
	}
}

// unusedLoad is `c; return y` for a cell that may be in its TDZ.
func unusedLoad(cell Op, assume Assumptions, x Type) *Graph {
	b := newBuilder(Config{Fold: true, Assume: assume}, x, TypeAny)
	ld := b.g.NewNode(OpLoadCell, b.g.Start, b.mem, b.g.Add(cell, b.g.Start))
	ld.Flags |= FlagTDZ
	if ld = b.g.Peephole(ld); ld.OnChain() {
		b.mem = ld
	}
	b.ret(b.g.Start, b.params[1])
	b.g.Optimize()
	return b.g
}

func has(g *Graph, op Op) (found bool) {
	g.Nodes(func(n *Node) { found = found || n.Op == op })
	return found
}

func (p branchProof) ruleName() string { return p.rule }

func TestBranchRuleSidesDoTheSameInTheEngine(t *testing.T) {
	eachRule(t, branchProofs(), branchProof.ruleName, branchSidesDoTheSame)
}

func branchSidesDoTheSame(t *testing.T, proofs []branchProof) {
	e := newEngine(t)
	for _, p := range proofs {
		lhs, rhs := e.binary(t, p.lhs), e.binary(t, p.rhs)
		for _, i := range members(p.x) {
			for j := range probes() {
				if lhs[i][j] != rhs[i][j] {
					t.Errorf("%s: on %s, %s: %s %v, but %s %v", p.rule, probes()[i].js, probes()[j].js, p.lhs, lhs[i][j], p.rhs, rhs[i][j])
				}
			}
		}
	}
}

func TestBranchRulesFire(t *testing.T) {
	eachRule(t, branchProofs(), branchProof.ruleName, branchRulesFire)
}

func branchRulesFire(t *testing.T, proofs []branchProof) {
	for _, p := range proofs {
		g := p.graph(p.x)
		if g.Stats.Rules[p.rule] == 0 {
			t.Errorf("%s does not fire on %s with %v:\n%s", p.rule, p.lhs, p.x, dump(g))
		}
		for _, no := range p.no {
			if g := p.graph(no); g.Stats.Rules[p.rule] != 0 {
				t.Errorf("%s fires on %s with %v", p.rule, p.lhs, no)
			}
		}
		if p.value != nil {
			ret := g.Stop.in[0]
			if ret.Op != OpReturn || !p.value(g, ret.Arg(0)) {
				t.Errorf("%s: wrong value:\n%s", p.rule, dump(g))
			}
		}
		left := map[Op]int{}
		g.Nodes(func(n *Node) {
			if n.Op.IsControl() {
				left[n.Op]++
			}
		})
		want := map[Op]int{OpStart: 1, OpStop: 1, OpReturn: 1}
		for _, op := range p.live {
			want[op]++
		}
		if left[OpLoop] > 0 {
			want[OpNever] = 1
		}
		for op := range opCount {
			if left[op] != want[op] {
				t.Errorf("%s: %d %v are left, want %d:\n%s", p.rule, left[op], op, want[op], dump(g))
			}
		}
	}
}

// lengths is `g(arguments.length); return g(arguments.length)`, with something else in between that
// is done with the object.
func lengths(idx int32, other func(b *builder, list *Node)) *Graph {
	b := newBuilder(Config{Fold: true}, TypeAny, TypeAny)
	list := b.g.NewNode(OpArguments, b.g.Start)
	list.Idx = idx
	list = b.g.Peephole(list)
	b.use(b.named(OpLoad, "length", list))
	if other != nil {
		other(b, list)
	}
	b.ret(b.g.Start, b.use(b.named(OpLoad, "length", list)))
	b.g.Optimize()
	return b.g
}

// named makes an operation with a name on the chain at Start.
func (b *builder) named(op Op, name string, args ...*Node) *Node {
	n := b.g.NewNode(op, append([]*Node{b.g.Start, b.mem}, args...)...)
	n.Str = name
	n = b.g.Peephole(n)
	b.mem = n
	return n
}

// use calls the second parameter with x.
func (b *builder) use(x *Node) *Node { return b.op(b.g.Start, OpCall, b.params[1], x) }

func TestTheLengthOfArgumentsIsLoadedWhereTheObjectIsUsed(t *testing.T) {
	for _, c := range []struct {
		what  string
		idx   int32
		other func(b *builder, list *Node)
		fires int
	}{
		{"nothing else", 0, nil, 2},
		{"a third load", 0, func(b *builder, list *Node) { b.named(OpLoad, "length", list) }, 3},
		{"the parameter list", ArgumentsShared, nil, 0},
		{"a call", 0, func(b *builder, list *Node) { b.use(list) }, 0},
		{"a store of the length", 0, func(b *builder, list *Node) { b.named(OpStore, "length", list, b.params[0]) }, 0},
		{"an update of the length", 0, func(b *builder, list *Node) { b.named(OpUpdate, "length", list) }, 0},
		{"a deletion of the length", 0, func(b *builder, list *Node) { b.named(OpDelete, "length", list) }, 0},
		{"a store of the object", 0, func(b *builder, list *Node) { b.named(OpStore, "length", b.params[0], list) }, 0},
		{"a load of something else", 0, func(b *builder, list *Node) { b.named(OpLoad, "x", list) }, 0},
		{"a load of an element", 0, func(b *builder, list *Node) { b.op(b.g.Start, OpLoadIdx, list, b.params[0]) }, 0},
		{"another name", 0, func(b *builder, list *Node) {
			n := b.g.NewNode(OpBind, b.g.Start, list)
			n.Sym = &ast.Symbol{Name: "a"}
			b.use(b.g.Peephole(n))
		}, 0},
		{"something else in code that never runs", 0, func(b *builder, list *Node) {
			f := fork(b, b.g.Start, b.g.Const(TypeFalse))
			b.op(f.yes, OpCall, b.params[1], list)
		}, 2},
	} {
		if g := lengths(c.idx, c.other); g.Stats.Rules["arguments-length"] != c.fires {
			t.Errorf("%s: fires %d times, want %d:\n%s", c.what, g.Stats.Rules["arguments-length"], c.fires, dump(g))
		}
	}
}

func TestLoadIsNotForwardedFromAStoreThatThrows(t *testing.T) {
	for _, c := range []struct {
		what        string
		store, load Flags
		fires       bool
	}{
		{"a plain store", 0, 0, true},
		{"a store with a TDZ check", FlagTDZ, 0, true},
		{"a load with a TDZ check", FlagInit, FlagTDZ, true},
		{"a store to a constant", FlagConst, 0, false},
	} {
		g := stored(c.store, c.load)(TypeAny)
		if got := g.Stats.Rules["load-stored"] > 0; got != c.fires {
			t.Errorf("%s: fires %v", c.what, got)
		}
	}
	if g := stored(0, FlagTDZ)(TypeUninit); g.Stats.Rules["load-stored"] > 0 {
		t.Error("an uninitialized value is forwarded past its check")
	}
}

func TestTDZChecksStay(t *testing.T) {
	for _, c := range []struct {
		what   string
		cell   Op
		assume Assumptions
	}{
		{"a captured cell, nothing assumed", OpCapturedCell, 0},
		{"a captured cell, other assumptions", OpCapturedCell, ^AssumeNoTDZ},
		{"a cell of the function itself", OpNewCell, AssumeNoTDZ},
	} {
		if g := unusedLoad(c.cell, c.assume, TypeAny); !has(g, OpLoadCell) || g.Stats.Rules["captured-initialized"] > 0 {
			t.Errorf("%s: the check is gone:\n%s", c.what, dump(g))
		}
	}
}
