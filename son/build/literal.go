package build

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// template builds an untagged template: each substitution is converted to a string in place.
func (b *builder) template(x *ast.Template) *son.Node {
	if len(x.Exprs) == 0 {
		return b.g.Const(son.StringConst(x.Quasis[0].Cooked))
	}
	var parts []son.Part
	var substitutions []*son.Node
	for i, q := range x.Quasis {
		parts = append(parts, son.Part{Kind: son.PartText, Str: q.Cooked, Raw: q.Raw})
		if i < len(x.Exprs) {
			e := x.Exprs[i]
			substitutions = append(substitutions, b.s.op(son.OpToStr, e.Pos().Span, b.expr(e)))
			parts = append(parts, son.Part{Kind: son.PartValue})
		}
	}
	n := b.s.node(son.OpTemplate, x.Span, substitutions...)
	n.Parts = parts
	return b.s.add(n)
}

// tagged builds the call of a template tag.
func (b *builder) tagged(x *ast.TaggedTemplate) *son.Node {
	args := []*son.Node{b.callee(x.Tag)}
	var parts []son.Part
	for i, q := range x.Quasi.Quasis {
		part := son.Part{Kind: son.PartText, Str: q.Cooked, Raw: q.Raw}
		if q.Bad {
			part.Kind, part.Str = son.PartBadText, ""
		}
		parts = append(parts, part)
		if i < len(x.Quasi.Exprs) {
			args = append(args, b.expr(x.Quasi.Exprs[i]))
			parts = append(parts, son.Part{Kind: son.PartValue})
		}
	}
	n := b.s.node(son.OpTagged, x.Span, args...)
	n.Parts, n.Site = parts, x.Site
	return b.s.add(n)
}

func (b *builder) array(x *ast.Array) *son.Node {
	parts := make([]son.Part, 0, len(x.Elems))
	var values []*son.Node
	for _, e := range x.Elems {
		kind := son.PartValue
		switch e.(type) {
		case nil:
			parts = append(parts, son.Part{Kind: son.PartHole})
			continue
		case *ast.Spread:
			kind = son.PartSpread
		}
		values = append(values, b.element(e))
		parts = append(parts, son.Part{Kind: kind})
	}
	n := b.s.node(son.OpArray, x.Span, values...)
	n.Parts = parts
	return b.s.add(n)
}

func (b *builder) object(x *ast.Object) *son.Node {
	parts := make([]son.Part, 0, len(x.Props))
	var values []*son.Node
	for _, p := range x.Props {
		part := son.Part{Kind: partKind(p)}
		switch {
		case p.Kind == ast.PropSpread:
		case p.Computed:
			key := b.expr(p.Key)
			values = append(values, b.s.op(son.OpToKey, p.Key.Pos().Span, key))
		default:
			part.Str, part.Raw = b.key(p.Key)
		}
		parts = append(parts, part)
		if p.Kind == ast.PropSpread {
			values = append(values, b.s.op(son.OpSpread, p.Span, b.expr(p.Value)))
		} else {
			values = append(values, b.expr(p.Value))
		}
	}
	n := b.s.node(son.OpObject, x.Span, values...)
	n.Parts = parts
	return b.s.add(n)
}

// recordOf returns the properties that a new gives its object, if it does nothing else, or nil.
func (b *builder) recordOf(x *ast.New) []Field {
	if !b.g.Config.Inline || b.facts.inlining == nil {
		return nil
	}
	return b.facts.inlining.Records[x]
}

// record builds an object whose class is known as the record of its properties.
func (b *builder) record(x *ast.New, fields []Field) *son.Node {
	values, parts := []*son.Node{b.expr(x.Callee)}, []son.Part{{Kind: son.PartConstructor}}
	args := x.Args
	for _, f := range fields {
		part := son.Part{Kind: son.PartInitial, Str: f.Name}
		if f.Constant != nil {
			values = append(values, b.expr(f.Constant))
		} else {
			part.Kind = son.PartValue
			values = append(values, b.expr(args[0]))
			args = args[1:]
		}
		parts = append(parts, part)
	}
	n := b.s.node(son.OpObject, x.Span, values...)
	n.Parts = parts
	b.g.Assumes("record", son.AssumeClosedObjects|son.AssumeBuiltins)
	return b.s.add(n)
}

// key returns the name of a literal key, and how a literal of its kind is written, unless it is
// an identifier.
func (b *builder) key(k ast.Expr) (name, raw string) {
	name, ok := keyName(k)
	if !ok {
		b.g.Fatalf("%T is no literal key", k)
	}
	switch k.(type) {
	case *ast.String:
		raw = strconv.Quote(name)
	case *ast.Number:
		if raw = name; name == "Infinity" {
			raw = "1e999"
		}
	case *ast.BigInt:
		raw = name + "n"
	}
	return name, raw
}

// partKind returns the kind of part that a member of an object literal is.
func partKind(p *ast.Property) son.PartKind {
	pick := func(static, computed son.PartKind) son.PartKind {
		if p.Computed {
			return computed
		}
		return static
	}
	switch p.Kind {
	case ast.PropSpread:
		return son.PartSpread
	case ast.PropMethod:
		return pick(son.PartMethod, son.PartComputedMethod)
	case ast.PropGet:
		return pick(son.PartGetter, son.PartComputedGetter)
	case ast.PropSet:
		return pick(son.PartSetter, son.PartComputedSetter)
	}
	switch name, _ := keyName(p.Key); {
	case p.Computed:
		return son.PartComputed
	case p.Shorthand:
		return son.PartShorthand
	case name == "__proto__":
		if _, number := p.Key.(*ast.Number); !number {
			return son.PartProto
		}
	}
	return son.PartValue
}
