package print

import (
	"math"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// object prints an object literal on one line or with one property per line.
func (p *printer) object(e *ast.Object) {
	p.mark(e.Span)
	if len(e.Props) == 0 {
		p.raw("{}")
		return
	}
	if p.compact || !p.multiline(e) {
		p.props(e.Props, false)
		return
	}
	p.openBrace()
	at := e.Span.Start + 1 // the end of the item before
	for i, prop := range e.Props {
		g, _ := p.gapAt(at, prop.Span.Start)
		if i > 0 {
			if was := e.Props[i-1]; len(g.after) > 0 && was.Kind == ast.PropInit && p.isRedundant(was.Value, g.after[0]) {
				g.after = g.after[1:]
			}
			p.raw(",")
		}
		p.between(g)
		old := p.enter(prop.Span)
		p.property(prop, false)
		p.margins = old
		at = prop.Span.End
	}
	if g, _ := p.gapAt(at, e.Span.End-1); g.comma {
		p.raw(",")
		g.blank = false
		p.level--
		p.between(g)
		p.out = append(p.out, '}')
	} else {
		p.closeBrace(false)
	}
}

// multiline reports whether an object literal takes several lines: if it did
// in the source (by its first line break), or if it has no source and is large.
func (p *printer) multiline(e *ast.Object) bool {
	if src := p.source(e.Span); src != "" {
		if first := e.Props[0].Span; !first.IsZero() {
			return p.brokenAfter(e.Span.Start, first)
		}
		rest := strings.TrimLeft(src[1:], " \t\r\n") // a new object: the source's property is not known
		return strings.IndexByte(src[:len(src)-len(rest)], '\n') >= 0
	}
	if len(e.Props) > 3 {
		return true
	}
	for _, prop := range e.Props {
		if prop.Kind != ast.PropInit && prop.Kind != ast.PropSpread {
			return true
		}
		if f, ok := prop.Value.(*ast.Func); ok && f.Fn.ExprBody == nil {
			return true
		}
	}
	return false
}

// brokenAfter reports whether the source has a line break between the bracket
// at start and the first item.
func (p *printer) brokenAfter(start int32, first ast.Span) bool {
	return !first.IsZero() && strings.IndexByte(p.source(ast.Span{Start: start, End: first.Start}), '\n') >= 0
}

func (p *printer) objectPat(e *ast.ObjectPat) {
	p.mark(e.Span)
	if len(e.Props) == 0 {
		p.raw("{}")
		return
	}
	p.props(e.Props, true)
}

// props prints properties in braces on one line.
func (p *printer) props(list []*ast.Property, pattern bool) {
	p.raw(p.pick("{ ", "{"))
	for i, prop := range list {
		if i > 0 {
			p.comma()
		}
		p.property(prop, pattern)
	}
	p.raw(p.pick(" }", "}"))
}

func (p *printer) property(prop *ast.Property, pattern bool) {
	switch prop.Kind {
	case ast.PropSpread:
		p.tokAt(prop.Span, "...")
		p.expr(prop.Value, ast.PrecAssign, 0)
	case ast.PropGet, ast.PropSet, ast.PropMethod:
		p.method(prop)
	case ast.PropInit:
		p.init(prop, pattern)
	default:
		panic("BUG: print: no case for this property")
	}
}

func (p *printer) init(prop *ast.Property, pattern bool) {
	if p.shorthand(prop) {
		p.expr(prop.Value, ast.PrecAssign, 0)
		return
	}
	// {__proto__} defines a property; with a colon it would set the prototype.
	if prop.Shorthand && !pattern && isProto(prop.Key) {
		p.raw(`["__proto__"]`)
	} else {
		p.key(prop.Key, prop.Computed)
	}
	p.raw(p.pick(": ", ":"))
	p.expr(prop.Value, ast.PrecAssign, 0)
}

// shorthand reports whether a property prints as its value alone. A variable that
// was renamed no longer serves as the key; nor does one whose parentheses are
// printed: see target.
func (p *printer) shorthand(prop *ast.Property) bool {
	key, ok := prop.Key.(*ast.Ident)
	if !ok || prop.Computed {
		return false
	}
	v, keepParen := prop.Value, false
	if d, ok := v.(*ast.Default); ok {
		v, keepParen = d.Target, ast.IsAnonymous(unwrap(d.Value))
	}
	name, ok := v.(*ast.Ident)
	if !ok || name.Name != key.Name || p.keepsParens(name) {
		return false
	}
	return prop.Shorthand || p.compact && !p.o.NoShorthand && !(name.Paren && keepParen) && !isProto(key)
}

func isProto(key ast.Expr) bool {
	id, ok := key.(*ast.Ident)
	return ok && id.Name == "__proto__"
}

// method prints a method or accessor. A verbatim value is the text after the
// key.
func (p *printer) method(prop *ast.Property) {
	f, ok := unwrap(prop.Value).(*ast.Func)
	if !ok {
		panic("BUG: print: a method's value is not a function")
	}
	p.mark(prop.Span)
	switch prop.Kind {
	case ast.PropGet:
		p.tok("get")
		p.space()
	case ast.PropSet:
		p.tok("set")
		p.space()
	default:
		p.methodPrefix(f.Fn)
	}
	p.key(prop.Key, prop.Computed)
	if v, ok := prop.Value.(*ast.Verbatim); ok && !p.o.Unfold {
		p.markCopy(v, v.Text)
		p.raw(v.Text)
		p.piece(len(p.out)-len(v.Text), v.Span, true)
		return
	}
	p.funcTail(f.Fn)
}

func (p *printer) methodPrefix(fn *ast.Function) {
	if fn.Async {
		p.tok("async")
		if !p.compact {
			p.raw(" ")
		}
	}
	if fn.Generator {
		p.raw("*")
	}
}

// key prints a property key.
func (p *printer) key(k ast.Expr, computed bool) {
	if computed {
		p.raw("[")
		p.expr(k, ast.PrecAssign, 0)
		p.raw("]")
		return
	}
	switch k := k.(type) {
	case *ast.Ident:
		p.name(k.Span, k.Name)
	case *ast.PrivateName:
		p.private(k.Span, k.Name)
	case *ast.String:
		p.str(k)
	case *ast.BigInt:
		p.bigint(k)
	case *ast.Number:
		p.numberKey(k)
	case *ast.Verbatim:
		p.tokAt(k.Span, k.Text)
	default:
		panic("BUG: print: no case for this property key")
	}
}

// numberKey prints a number as a key, where only literals are allowed.
func (p *printer) numberKey(k *ast.Number) {
	switch v := k.Value; {
	case v != v:
		p.tokAt(k.Span, "NaN")
	case math.IsInf(v, 1):
		p.tokAt(k.Span, "1e999")
	case math.IsInf(v, -1):
		p.tokAt(k.Span, `"-Infinity"`)
	case v == 0:
		p.tokAt(k.Span, "0")
	case v < 0:
		s := string(appendNumber(nil, v, false))
		if i := strings.IndexByte(s, 'e'); i >= 0 && s[i+1] != '-' {
			s = s[:i+1] + "+" + s[i+1:]
		}
		p.tokAt(k.Span, `"`+s+`"`)
	default:
		p.number(k)
	}
}

// array prints an array literal.
func (p *printer) array(e *ast.Array) {
	p.tokAt(e.Span, "[")
	if !p.o.Lines && !p.compact && len(e.Elems) > 0 && p.brokenArray(e) {
		p.tallArray(e)
		return
	}
	inner := ast.Span{Start: e.Span.Start + 1, End: e.Span.End - 1}
	p.items(e, inner, len(e.Elems), func(i int) ast.Expr { return e.Elems[i] }, func(x ast.Expr) {
		p.expr(x, ast.PrecAssign, 0)
	})
	// A comma after the last element does not count.
	if n := len(e.Elems); n > 0 && e.Elems[n-1] == nil {
		p.raw(",")
	}
	p.raw("]")
}

// tallArray prints one element per line, and the closing bracket.
func (p *printer) tallArray(e *ast.Array) {
	p.level++
	for i, x := range e.Elems {
		if i > 0 {
			p.raw(",")
		}
		p.newline()
		if x != nil {
			p.expr(x, ast.PrecAssign, 0)
		}
	}
	if e.Elems[len(e.Elems)-1] == nil {
		p.raw(",")
	}
	p.level--
	p.newline()
	p.raw("]")
}

// brokenArray reports whether an array literal of structured elements took several
// lines in the source.
func (p *printer) brokenArray(e *ast.Array) bool {
	switch first := e.Elems[0].(type) {
	case *ast.Object, *ast.Array, *ast.Func, *ast.Call, *ast.New, *ast.ClassExpr:
		return p.brokenAfter(e.Span.Start, first.Pos().Span)
	}
	return false
}

// elems prints the elements of an array pattern on one line.
func (p *printer) elems(list []ast.Expr) {
	for i, x := range list {
		if i > 0 {
			p.comma()
		}
		if x != nil {
			p.expr(x, ast.PrecAssign, 0)
		}
	}
	// A comma after the last element does not count.
	if n := len(list); n > 0 && list[n-1] == nil {
		p.raw(",")
	}
}
