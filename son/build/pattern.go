package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// patternUse is the use of a pattern: kind and flags (FlagDecl, FlagInit) of a declaration, or
// nothing for an assignment.
type patternUse struct {
	kind  ast.VarKind
	flags son.Flags
}

// pattern builds the destructuring of v by an array or object pattern, in the order of the
// specification, and returns its PatEnd; nil: a declaration by the items of an array has none. All constructs that bind or assign by a pattern use
// it; v may be a loop's item or an exception.
func (b *builder) pattern(target ast.Expr, v *son.Node, use patternUse, span ast.Span) *son.Node {
	if t, ok := target.(*ast.ArrayPat); ok && b.takesItems(t, v, use) {
		b.items(t, v, use)
		return nil
	}
	return b.takeApart(target, v, use, span)
}

// takeApart builds a pattern by its steps.
func (b *builder) takeApart(target ast.Expr, v *son.Node, use patternUse, span ast.Span) *son.Node {
	var steps []*son.Node
	switch t := target.(type) {
	case *ast.ObjectPat:
		begin := b.s.op(son.OpPatObject, t.Span, v)
		steps = append(steps, begin)
		for _, p := range t.Props {
			steps = append(steps, b.patternProperty(begin, p, use))
		}
	case *ast.ArrayPat:
		begin := b.s.op(son.OpPatArray, t.Span, v)
		steps = append(steps, begin)
		for _, x := range t.Elems {
			steps = append(steps, b.patternElement(begin, x, use))
		}
	default:
		b.g.Fatalf("no case for the pattern %T", target)
	}
	n := b.s.node(son.OpPatEnd, span, steps...)
	n.Flags, n.Idx = use.flags, int32(use.kind)
	return b.s.add(n)
}

// takesItems reports whether a pattern of a declaration is built as reads of items: what is taken apart is an array,
// and nothing that happens meanwhile can change that, so there is no difference to its iterator. That of a literal tells
// more as it is.
//
//	const [x, y] = point;    const x = point[0], y = point[1];
func (b *builder) takesItems(t *ast.ArrayPat, v *son.Node, use patternUse) bool {
	if b.facts.inlining == nil || !b.facts.inlining.Takes[t] || use.flags&son.FlagDecl == 0 || v.Forwarded().Op == son.OpArray {
		return false
	}
	some := false
	for _, x := range t.Elems {
		if d, ok := x.(*ast.Default); ok {
			if !ast.IsLiteral(d.Value) {
				return false
			}
			x = d.Target
		}
		id, ok := x.(*ast.Ident)
		if x != nil && (!ok || b.isGlobal(id.Sym)) {
			return false
		}
		some = some || ok
	}
	return some
}

// items builds the declaration of names by the items of an array.
func (b *builder) items(t *ast.ArrayPat, v *son.Node, use patternUse) {
	b.g.Rebuilt()
	first := len(b.s.operands)
	b.s.operands = append(b.s.operands, v)
	for i, x := range t.Elems {
		if x == nil {
			continue
		}
		span := x.Pos().Span
		target, def := x, ast.Expr(nil)
		if d, ok := x.(*ast.Default); ok {
			target, def = d.Target, d.Value
		}
		item := b.s.op(son.OpLoadIdx, span, b.s.operands[first].Forwarded(), b.g.Const(son.NumberConst(float64(i))))
		if def != nil {
			test := b.s.op(son.OpStrictEq, span, item, b.g.Const(son.TypeUndefined))
			yes, no := b.branch(test, span, 0, son.FlagExpr|son.FlagTernary, 0)
			v := item
			item = b.arms(span, son.FlagTernary, yes, no, func() *son.Node { return b.expr(def) }, func() *son.Node { return v.Forwarded() })
		}
		b.put(target.(*ast.Ident), item, use.flags, span)
	}
	b.s.operands = b.s.operands[:first]
}

// patternProperty builds one property of an object pattern and returns its put.
func (b *builder) patternProperty(begin *son.Node, p *ast.Property, use patternUse) *son.Node {
	if p.Kind == ast.PropSpread {
		return b.patternTarget(p.Value, use, func() *son.Node { return b.s.op(son.OpPatRest, p.Span, begin) })
	}
	part := son.Part{Kind: son.PartValue}
	from := []*son.Node{begin}
	switch {
	case p.Computed:
		part.Kind = son.PartComputed
		from = append(from, b.s.op(son.OpToKey, p.Key.Pos().Span, b.expr(p.Key)))
	case p.Shorthand:
		part.Kind = son.PartShorthand
		fallthrough
	default:
		part.Str, part.Raw = b.key(p.Key)
	}
	return b.patternTarget(p.Value, use, func() *son.Node {
		n := b.s.node(son.OpPatProp, p.Span, from...)
		n.Parts = []son.Part{part}
		return b.s.add(n)
	})
}

// patternElement builds one element of an array pattern and returns its put.
func (b *builder) patternElement(begin *son.Node, x ast.Expr, use patternUse) *son.Node {
	next := func(span ast.Span) *son.Node { return b.s.op(son.OpPatNext, span, begin) }
	switch x := x.(type) {
	case nil:
		return next(begin.Span)
	case *ast.Spread:
		return b.patternTarget(x.X, use, func() *son.Node { return b.s.op(son.OpPatRest, x.Span, begin) })
	}
	return b.patternTarget(x, use, func() *son.Node { return next(x.Pos().Span) })
}

// patternTarget builds an element of a pattern: it evaluates the target, fetches the value,
// replaces undefined by the default, and assigns the value.
func (b *builder) patternTarget(x ast.Expr, use patternUse, fetch func() *son.Node) *son.Node {
	target, def := x, ast.Expr(nil)
	if d, ok := x.(*ast.Default); ok {
		target, def = d.Target, d.Value
	}
	put := b.patternPut(target, use)
	v := fetch()
	if def != nil {
		v = b.defaulted(v, def, x.Pos().Span)
	}
	return put(v)
}

// patternPut evaluates the reference of a target, and returns a function that assigns to it.
func (b *builder) patternPut(target ast.Expr, use patternUse) func(v *son.Node) *son.Node {
	span := target.Pos().Span
	mark := func(n *son.Node) *son.Node {
		n.Flags |= son.FlagPattern
		return b.s.add(b.strict(n))
	}
	switch t := target.(type) {
	case *ast.Ident:
		switch {
		case b.isGlobal(t.Sym) && use.flags&son.FlagDecl != 0:
			return func(v *son.Node) *son.Node {
				n := b.global(son.OpGlobalInit, t, v)
				n.Idx, n.Flags = int32(use.kind), son.FlagDecl|son.FlagInit|son.FlagPattern
				return b.s.add(n)
			}
		case b.isGlobal(t.Sym):
			ref := b.s.add(b.global(son.OpGlobalRef, t))
			return func(v *son.Node) *son.Node {
				n := b.global(son.OpGlobalStore, t, ref, v)
				return mark(n)
			}
		}
		return func(v *son.Node) *son.Node { return b.put(t, v, use.flags|son.FlagPattern, span) }
	case *ast.Member:
		obj := b.expr(t.Obj)
		return func(v *son.Node) *son.Node {
			return mark(b.named(son.OpStore, span, memberName(t), obj.Forwarded(), v))
		}
	case *ast.Index:
		obj := b.expr(t.Obj)
		key := b.expr(t.Key)
		return func(v *son.Node) *son.Node {
			return mark(b.s.node(son.OpStoreIdx, span, obj.Forwarded(), key.Forwarded(), v))
		}
	}
	return func(v *son.Node) *son.Node { return b.takeApart(target, v, use, span) }
}

// global is named for an identifier.
func (b *builder) global(op son.Op, id *ast.Ident, args ...*son.Node) *son.Node {
	n := b.named(op, id.Span, id.Name, args...)
	n.Sym = id.Sym
	return n
}

// defaulted builds `v === undefined ? def : v`.
func (b *builder) defaulted(v *son.Node, def ast.Expr, span ast.Span) *son.Node {
	yes, no := b.branch(b.s.op(son.OpIsUndefined, span, v), span, 0, son.FlagExpr, 0)
	return b.arms(span, 0, yes, no, func() *son.Node { return b.expr(def) }, func() *son.Node { return v })
}

// isPattern reports whether a target destructures a value.
func isPattern(target ast.Expr) bool {
	switch target.(type) {
	case *ast.ArrayPat, *ast.ObjectPat:
		return true
	}
	return false
}
