package parse

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// An assignment target or an arrow function's parameter is parsed as an
// expression, since only the = or => after it tells what it is. The functions
// here turn the expression into the pattern that it turned out to be. Each
// literal is converted once: a nested assignment has already converted its own
// target.

const badTarget = "this may not be assigned to"

func (p *parser) failSpan(s ast.Span, text string) { p.fail(int(s.Start), int(s.End), text) }

// checkSimpleTarget checks the operand of ++, -- or a compound assignment with
// operator op.
func (p *parser) checkSimpleTarget(x ast.Expr, op ast.BinaryOp) {
	switch x := x.(type) {
	case *ast.Ident:
		p.checkAssigned(x)
	case *ast.Member, *ast.Index:
	case *ast.Call:
		// Annex B leaves f() = 1 to run time in sloppy code, but not f() ||= 1.
		if p.ctx.strict || op.Logical() {
			p.failSpan(x.Span, badTarget)
		}
	default:
		p.failSpan(x.Pos().Span, badTarget)
	}
}

func (p *parser) checkAssigned(id *ast.Ident) {
	if p.ctx.strict && isEvalOrArguments(id.Name) {
		p.errSpan(id.Span, "strict code may not assign to "+strconv.Quote(id.Name))
	}
}

// toAssignTarget converts the left side of =, or the head of for-in/of.
func (p *parser) toAssignTarget(x ast.Expr) ast.Expr {
	if isPatternLiteral(x) {
		return p.toPattern(x, false)
	}
	p.checkSimpleTarget(x, ast.NoOp)
	return x
}

// toParam converts an element of an arrow function's head. list is the span
// of the head with its parentheses.
func (p *parser) toParam(x ast.Expr, list ast.Span, last bool) ast.Expr {
	s, ok := x.(*ast.Spread)
	if !ok {
		return p.toElement(x, true)
	}
	if !last || p.commaIn(s.Span.End, list.End) {
		p.failSpan(s.Span, "a rest element must be the last one")
	}
	s.X = p.toTarget(s.X, true)
	return s
}

// toTarget converts a target: of a binding, or of an assignment pattern.
func (p *parser) toTarget(x ast.Expr, binding bool) ast.Expr {
	switch x := x.(type) {
	case *ast.Array, *ast.Object:
		if !x.Pos().Paren {
			return p.toPattern(x, binding)
		}
	case *ast.ArrayPat, *ast.ObjectPat:
		// The target of a nested assignment, which is a default here.
		if binding {
			p.toBinding(x)
		}
		return x
	case *ast.Ident:
		if binding {
			if x.Paren {
				p.failSpan(x.Span, "a parameter may not be in parentheses")
			}
			return x // names are checked when all parameters are known
		}
		p.checkAssigned(x)
		return x
	case *ast.Member, *ast.Index:
		if !binding {
			return x
		}
	}
	if binding {
		p.failSpan(x.Pos().Span, "this may not be a parameter")
	}
	p.failSpan(x.Pos().Span, badTarget)
	return nil
}

// toElement converts a target with an optional default.
func (p *parser) toElement(x ast.Expr, binding bool) ast.Expr {
	a, ok := x.(*ast.Assign)
	if !ok || a.Op != ast.NoOp || a.Paren {
		return p.toTarget(x, binding)
	}
	return &ast.Default{Target: p.toTarget(a.Target, binding), Value: a.Value, Base: a.Base}
}

// toPattern converts an array or object literal.
func (p *parser) toPattern(x ast.Expr, binding bool) ast.Expr {
	switch x := x.(type) {
	case *ast.Array:
		for i, e := range x.Elems {
			s, ok := e.(*ast.Spread)
			switch {
			case e == nil:
			case !ok:
				x.Elems[i] = p.toElement(e, binding)
			default:
				if i < len(x.Elems)-1 || p.commaIn(s.Span.End, x.Span.End) {
					p.failSpan(s.Span, "a rest element must be the last one")
				}
				s.X = p.toTarget(s.X, binding)
			}
		}
		return &ast.ArrayPat{Elems: x.Elems, Assign: !binding, Base: x.Base}
	case *ast.Object:
		for i, prop := range x.Props {
			p.toPatProperty(prop, binding)
			if prop.Kind == ast.PropSpread && (i < len(x.Props)-1 || p.commaIn(prop.Span.End, x.Span.End)) {
				p.failSpan(prop.Span, "a rest element must be the last one")
			}
		}
		return &ast.ObjectPat{Props: x.Props, Assign: !binding, Base: x.Base}
	}
	panic("BUG: not a literal that can be a pattern")
}

func (p *parser) toPatProperty(prop *ast.Property, binding bool) {
	switch prop.Kind {
	case ast.PropInit:
		if d, ok := prop.Value.(*ast.Default); ok {
			d.Target = p.toTarget(d.Target, binding)
			return
		}
		prop.Value = p.toElement(prop.Value, binding)
	case ast.PropSpread:
		ok := false
		switch prop.Value.(type) {
		case *ast.Ident:
			ok = true
		case *ast.Member, *ast.Index:
			ok = !binding
		}
		if !ok {
			p.failSpan(prop.Value.Pos().Span, "the rest of an object must be assigned to a plain target")
		}
		prop.Value = p.toTarget(prop.Value, binding)
	default:
		p.failSpan(prop.Span, "a pattern may not have methods or accessors")
	}
}

// toBinding makes a binding pattern of a converted assignment pattern.
func (p *parser) toBinding(x ast.Expr) {
	switch x := x.(type) {
	case nil:
	case *ast.ArrayPat:
		x.Assign = false
		for _, e := range x.Elems {
			p.toBinding(e)
		}
	case *ast.ObjectPat:
		x.Assign = false
		for _, prop := range x.Props {
			p.toBinding(prop.Value)
		}
	case *ast.Default:
		p.toBinding(x.Target)
	case *ast.Spread:
		p.toBinding(x.X)
	default:
		p.toTarget(x, true)
	}
}

// commaIn reports whether a comma follows offset from, before end.
func (p *parser) commaIn(from, end int32) bool {
	l := lexer{src: p.src[:end], module: p.module}
	l.pos, l.max = int(from), 1
	l.begin = -1
	l.next()
	return l.tok == tComma
}
