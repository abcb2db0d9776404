package snapshot

import (
	"math"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// expr interprets an expression.
func (ev *eval) expr(st *state, x ast.Expr) Value {
	if st.dead || ev.isOver() || x == nil {
		return Value{}
	}
	ev.work(1)
	if !ev.deeper() {
		return Value{}
	}
	v := ev.value(st, x)
	ev.p.nesting--
	if st.dead {
		return Value{}
	}
	return v
}

func (ev *eval) value(st *state, x ast.Expr) Value {
	switch x := x.(type) {
	case *ast.Ident:
		return ev.ident(st, x)
	case *ast.Null:
		return other(son.TypeNull)
	case *ast.Bool:
		return other(son.BoolConst(x.Value))
	case *ast.Number:
		return other(son.NumberConst(x.Value))
	case *ast.String:
		return other(son.StringConst(x.Value))
	case *ast.BigInt:
		return other(son.BigIntConst(x.Value))
	case *ast.RegExp, *ast.ImportMeta:
		return other(son.TypeFresh)
	case *ast.Template:
		return ev.template(st, x)
	case *ast.This:
		if ev.fn != nil && ev.fn.Derived || ev.fn != nil && ev.fn.Kind == ast.FuncArrow {
			ev.mayThrow(st) // before super()
		}
		return anything
	case *ast.NewTarget:
		return anything
	case *ast.Array:
		ev.elements(st, x.Elems, "it is in an array")
		return other(son.TypeFresh)
	case *ast.Object:
		return ev.object(st, x)
	case *ast.Func:
		return other(son.TypeFunction)
	case *ast.ClassExpr:
		return ev.class(st, x.Class)
	case *ast.Unary:
		return ev.unary(st, x)
	case *ast.Update:
		op := son.OpInc
		if x.Dec {
			op = son.OpDec
		}
		return ev.modify(st, x.X, x.Span, func(v Value) (now, result Value) {
			old := ev.operated(st, son.OpToNumeric, ev.primitive(st, v, x.Span))
			now = ev.operated(st, op, old.Other)
			if x.Prefix {
				return now, now
			}
			return now, old
		})
	case *ast.Binary:
		return ev.binary(st, x)
	case *ast.Assign:
		return ev.assign(st, x)
	case *ast.Cond:
		yes, no := ev.test(st, x.Test)
		v, w := ev.expr(yes, x.Then), ev.expr(no, x.Else)
		*st = *ev.joined(yes, no, junction{x.Span, "of branches"})
		return v.join(w)
	case *ast.Call:
		return ev.call(st, x)
	case *ast.New:
		ev.letGo(st, ev.expr(st, x.Callee), x.Span, "it is a constructor")
		ev.elements(st, x.Args, "a constructor gets it")
		ev.mayThrow(st)
		return other(son.TypeObjects)
	case *ast.Member:
		return ev.member(st, x)
	case *ast.Index:
		o, key := ev.reference(st, x)
		return ev.get(st, o, key, x.Span)
	case *ast.Chain:
		return ev.chain(st, x)
	case *ast.Seq:
		var v Value
		for _, y := range x.Exprs {
			v = ev.expr(st, y)
		}
		return v
	case *ast.Await:
		ev.letGo(st, ev.expr(st, x.X), x.Span, "it is awaited")
		ev.mayThrow(st)
		return anything
	case *ast.Yield:
		if x.X != nil {
			ev.letGo(st, ev.expr(st, x.X), x.Span, "it is yielded")
		}
		ev.mayThrow(st)
		// Whoever resumes the generator may also end it here.
		if c := st.clone(); !c.dead {
			ev.returns(c, anything)
		}
		return anything
	case *ast.TaggedTemplate:
		ev.letGo(st, ev.expr(st, x.Tag), x.Span, "it is a tag")
		for _, y := range x.Quasi.Exprs {
			ev.letGo(st, ev.expr(st, y), x.Span, "a tag gets it")
		}
		ev.mayThrow(st)
		return anything
	case *ast.ImportCall:
		ev.letGo(st, ev.expr(st, x.Source), x.Span, "it is converted")
		ev.letGo(st, ev.expr(st, x.Options), x.Span, "import() gets it")
		ev.mayThrow(st)
		return other(son.TypeFresh)
	}
	ev.left = -1 // a construct that is not known
	return Value{}
}

func (ev *eval) ident(st *state, x *ast.Ident) Value {
	if x.Sym != nil {
		return ev.read(st, x.Sym)
	}
	switch x.Name {
	case "undefined":
		return undefined
	case "NaN":
		return other(son.TypeNaN)
	case "Infinity":
		return other(son.NumberConst(math.Inf(1)))
	}
	ev.mayThrow(st)
	return anything
}

// elements interprets arguments or elements, and lets them go once all are there.
func (ev *eval) elements(st *state, list []ast.Expr, why string) {
	n := 0
	var at ast.Span
	for _, x := range list {
		if x == nil {
			continue
		}
		if at.IsZero() {
			at = x.Pos().Span
		}
		if s, ok := x.(*ast.Spread); ok {
			ev.letGo(st, ev.expr(st, s.X), s.Span, "it is spread")
			ev.mayThrow(st)
			continue
		}
		st.hold(ev.expr(st, x))
		n++
	}
	for ; n > 0; n-- {
		v := st.take()
		ev.letGo(st, v, at, why)
	}
}

func (ev *eval) template(st *state, x *ast.Template) Value {
	for _, y := range x.Exprs {
		t := ev.primitive(st, ev.expr(st, y), y.Pos().Span)
		if t.MayBe(son.KindSymbol) {
			ev.mayThrow(st)
		}
	}
	return other(son.TypeString)
}

// primitive returns the type of a value that is converted to a primitive, which runs methods of objects. What the
// methods return is of no type in particular.
func (ev *eval) primitive(st *state, v Value, at ast.Span) son.Type {
	t := v.typ()
	if t.MayBe(son.KindObjects) {
		ev.letGo(st, v, at, "it is converted")
		ev.mayThrow(st)
		return t.Join(son.TypePrimitive)
	}
	return t
}

func (ev *eval) unary(st *state, x *ast.Unary) Value {
	switch x.Op {
	case ast.Typeof:
		if id, ok := x.X.(*ast.Ident); ok && id.Sym == nil {
			return other(son.TypeString)
		}
		return other(son.UnaryType(son.OpTypeof, ev.expr(st, x.X).typ()))
	case ast.Void:
		ev.expr(st, x.X)
		return undefined
	case ast.Not:
		return other(son.UnaryType(son.OpNot, ev.expr(st, x.X).typ()))
	case ast.Delete:
		return ev.remove(st, x)
	}
	t := ev.primitive(st, ev.expr(st, x.X), x.Span)
	op := map[ast.UnaryOp]son.Op{ast.Neg: son.OpNeg, ast.Plus: son.OpToNumber, ast.BitNot: son.OpBitNot}[x.Op]
	return ev.operated(st, op, t)
}

// operated returns the result of an op for an operand.
func (ev *eval) operated(st *state, op son.Op, t son.Type) Value {
	if !t.Is(son.KindPlain) {
		ev.mayThrow(st)
	}
	u := son.UnaryType(op, t)
	if u.IsTop() {
		st.die()
	}
	return other(u)
}

// operators are the ops of operators that convert their operands, or compare them.
var operators = [ast.NumBinaryOps]son.Op{
	ast.Add: son.OpAdd, ast.Sub: son.OpSub, ast.Mul: son.OpMul, ast.Div: son.OpDiv, ast.Mod: son.OpMod, ast.Exp: son.OpExp,
	ast.Shl: son.OpShl, ast.Shr: son.OpShr, ast.UShr: son.OpUShr, ast.BitAnd: son.OpBitAnd, ast.BitOr: son.OpBitOr, ast.BitXor: son.OpBitXor,
	ast.Lt: son.OpLt, ast.Gt: son.OpGt, ast.Le: son.OpLe, ast.Ge: son.OpGe,
	ast.Eq: son.OpEq, ast.Ne: son.OpNe, ast.StrictEq: son.OpStrictEq, ast.StrictNe: son.OpStrictNe,
}

func (ev *eval) binary(st *state, x *ast.Binary) Value {
	if x.Op.Logical() {
		return ev.logical(st, x.L, x.Op, x.Span, func(st *state) Value { return ev.expr(st, x.R) })
	}
	if _, private := x.L.(*ast.PrivateName); private {
		ev.expr(st, x.R)
		ev.mayThrow(st)
		return other(son.TypeBool)
	}
	st.hold(ev.expr(st, x.L))
	r := ev.expr(st, x.R)
	l := st.take()
	if st.dead {
		return Value{}
	}
	switch x.Op {
	case ast.In:
		return ev.in(st, l, r, x.Span)
	case ast.InstanceOf:
		ev.letGo(st, l, x.Span, "instanceof may run code")
		ev.letGo(st, r, x.Span, "instanceof may run code")
		ev.mayThrow(st)
		return other(son.TypeBool)
	}
	return ev.operate(st, x.Op, l, r, x.Span)
}

// operate applies an operator.
func (ev *eval) operate(st *state, op ast.BinaryOp, l, r Value, at ast.Span) Value {
	switch op {
	case ast.StrictEq:
		return other(ev.identical(st, l, r).Type())
	case ast.StrictNe:
		return other(ev.identical(st, l, r).Not().Type())
	case ast.Eq, ast.Ne:
		a, b := l.typ(), r.typ()
		const converted = son.KindPrimitive &^ son.KindNullish
		if a.MayBe(son.KindObjects) && b.MayBe(converted) || b.MayBe(son.KindObjects) && a.MayBe(converted) {
			ev.primitive(st, l, at)
			ev.primitive(st, r, at)
			return other(son.TypeBool)
		}
		if len(l.Recs) > 0 && len(r.Recs) > 0 {
			return other(son.TypeBool)
		}
		return other(son.BinaryType(operators[op], a, b))
	}
	st.hold(r)
	a := ev.primitive(st, l, at)
	b := ev.primitive(st, st.take(), at)
	if !a.Is(son.KindPlain) || !b.Is(son.KindPlain) {
		ev.mayThrow(st)
	}
	t := son.BinaryType(operators[op], a, b)
	if t.IsTop() {
		st.die() // numbers and bigints do not mix
	}
	return other(t)
}

// identical reports whether two values are the same.
func (ev *eval) identical(st *state, l, r Value) son.Tri {
	if l.isEmpty() || r.isEmpty() {
		return son.Maybe
	}
	if l.Other.IsTop() && r.Other.IsTop() && len(l.Recs) == 1 && len(r.Recs) == 1 && l.Recs[0] == r.Recs[0] {
		return son.Yes
	}
	for _, a := range l.Recs {
		f := st.recs[a]
		if r.has(a) || r.Other.MayBe(son.KindObjects) && (f == nil || f.gone) {
			return son.Maybe
		}
	}
	for _, b := range r.Recs {
		if f := st.recs[b]; l.Other.MayBe(son.KindObjects) && (f == nil || f.gone) {
			return son.Maybe
		}
	}
	switch t := son.BinaryType(son.OpStrictEq, l.Other, r.Other); {
	case l.Other.IsTop() || r.Other.IsTop() || t == son.TypeFalse:
		return son.No
	case len(l.Recs) == 0 && len(r.Recs) == 0 && t == son.TypeTrue:
		return son.Yes
	}
	return son.Maybe
}

// logical interprets a logical operator with a left operand; right interprets what is on its right.
func (ev *eval) logical(st *state, l ast.Expr, op ast.BinaryOp, at ast.Span, right func(*state) Value) Value {
	if op == ast.Nullish {
		v := ev.expr(st, l)
		return ev.either(st, v, op, at, right)
	}
	v := ev.expr(st, l)
	if st.dead {
		return Value{}
	}
	skip, run := st.clone(), st
	ev.work(st.cost())
	ev.assume(skip, l, op == ast.LogicalOr)
	ev.assume(run, l, op == ast.LogicalAnd)
	return ev.choose(st, skip, run, v, op, at, right)
}

// either is logical for a left operand that is there.
func (ev *eval) either(st *state, v Value, op ast.BinaryOp, at ast.Span, right func(*state) Value) Value {
	if st.dead {
		return Value{}
	}
	ev.work(st.cost())
	return ev.choose(st, st.clone(), st, v, op, at, right)
}

// choose joins the path that takes the left operand's value with the one that runs the right operand. run is st.
func (ev *eval) choose(st, skip, run *state, v Value, op ast.BinaryOp, at ast.Span, right func(*state) Value) Value {
	takes, kept := son.Maybe, v
	switch t := v.typ(); op {
	case ast.LogicalAnd:
		takes = t.Truthy().Not()
		kept.Recs = nil // records are truthy
	case ast.LogicalOr:
		takes = t.Truthy()
		kept.Other = v.Other.Without(son.KindNullish | son.KindFalse)
	case ast.Nullish:
		takes = t.Nullish().Not()
		kept.Other = v.Other.Without(son.KindNullish)
	}
	switch takes {
	case son.Yes:
		*st = *skip
		return v
	case son.No:
		return right(run)
	}
	skip.hold(kept)
	run.hold(Value{})
	w := right(run)
	kept = Value{}
	if !skip.dead {
		kept = skip.take()
	}
	if !run.dead {
		run.take()
	} else if len(run.held) > 0 {
		run.take()
	}
	*st = *ev.joined(run, skip, junction{at, "of branches"})
	return kept.join(w)
}

// chain interprets an optional chain.
func (ev *eval) chain(st *state, x *ast.Chain) Value {
	return ev.chained(st, x, func() Value { return ev.expr(st, x.X) })
}

// chained joins what an optional chain does with the paths that leave it at an optional link.
func (ev *eval) chained(st *state, x *ast.Chain, inside func() Value) Value {
	around := ev.short
	ev.short = &state{dead: true, held: st.held}
	v := inside()
	short := ev.short
	ev.short = around
	if !short.dead {
		if st.dead {
			v = Value{}
		}
		v = v.join(undefined)
		ev.joinInto(st, short, junction{x.Span, "behind an optional chain"}, false)
	}
	return v
}

// optional handles a link that ends the chain if the value is nullish, and returns the value if it is not.
func (ev *eval) optional(st *state, v Value, at ast.Span) Value {
	if st.dead || !v.typ().MayBe(son.KindNullish) {
		return v
	}
	if ev.short == nil {
		ev.left = -1
		return v
	}
	c := st.clone()
	c.held = c.held[:len(ev.short.held)]
	ev.short = ev.joined(ev.short, c, junction{at, "of an optional chain"})
	if v.Other = v.Other.Without(son.KindNullish); v.isEmpty() {
		st.die()
	}
	return v
}
