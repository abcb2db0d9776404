package print

import (
	"math"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// flags are what an expression inherits from its context.
type flags uint8

// noIn: an `in` operator would be mistaken for that of a for-in head.
const noIn flags = 1

// unwrap returns the expression that a verbatim text spells.
func unwrap(e ast.Expr) ast.Expr {
	for {
		v, ok := e.(*ast.Verbatim)
		if !ok {
			return e
		}
		e = v.Of
	}
}

// unfold returns the node to print for e.
func (p *printer) unfold(e ast.Expr) ast.Expr {
	if p.o.Unfold {
		return unwrap(e)
	}
	return e
}

// prec returns the precedence of e as it will be printed.
func (p *printer) prec(e ast.Expr) ast.Prec {
	e = p.unfold(e)
	switch e := e.(type) {
	case *ast.Number:
		switch v := e.Value; {
		case v != v || math.IsInf(v, 0):
			if !isHuge(e) && p.rawNumber(e) == "" {
				return ast.PrecMul
			}
		case math.Signbit(v):
			return ast.PrecUnary
		}
	case *ast.Verbatim:
		return p.verbatimPrec(e)
	}
	return ast.PrecOf(e)
}

// expr prints e for a place that requires precedence level or higher.
func (p *printer) expr(e ast.Expr, level ast.Prec, f flags) {
	e = p.unfold(e)
	if p.prec(e) < level || f&noIn != 0 && isIn(e) || p.badStart(e) || isEager(e) || p.keepsParens(e) || p.isGroup(e) {
		p.paren(e)
		return
	}
	p.annotate(e)
	p.bare(e, level, f)
}

func (p *printer) paren(e ast.Expr) {
	closing := p.openParen(e)
	rest, s := p.margins.rest, e.Pos().Span
	if p.follows(s) {
		before := p.o.Source[:s.Start]
		if trimmed := strings.TrimRight(before, " \t\r\n"); strings.HasSuffix(trimmed, "(") {
			p.breakLine(int32(len(trimmed)), s.Start)
		}
	}
	p.annotate(e)
	p.bare(e, ast.PrecSeq, 0)
	if p.follows(s) && int(s.End) <= len(p.o.Source) {
		after := p.o.Source[s.End:]
		if trimmed := strings.TrimLeft(after, " \t\r\n"); strings.HasPrefix(trimmed, ")") {
			p.breakLine(s.End, s.End+int32(len(after)-len(trimmed)))
		}
	}
	p.raw(closing)
	p.margins.rest = rest
}

// isEager reports whether e is a function that the author put in parentheses:
// engines take that as a hint to compile it at once.
func isEager(e ast.Expr) bool {
	fn, ok := e.(*ast.Func)
	return ok && fn.Paren
}

// isGroup reports whether e is an operation that the author put in parentheses for
// readability.
func (p *printer) isGroup(e ast.Expr) bool {
	if !p.o.Lines || p.compact {
		return false
	}
	switch e := e.(type) {
	case *ast.Binary, *ast.Cond, *ast.Assign, *ast.Unary, *ast.Await, *ast.Verbatim:
		return e.Pos().Paren
	}
	return false
}

// isIn reports whether e is an `in` operation, or a text that may contain one.
func isIn(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Binary:
		return e.Op == ast.In
	case *ast.Verbatim:
		return verbatimIn(e)
	}
	return false
}

// badStart reports whether e must not begin at the current position.
func (p *printer) badStart(e ast.Expr) bool {
	at := len(p.out)
	if at != p.stmtStart && at != p.defaultStart && at != p.arrowStart && at != p.forStart {
		return false
	}
	brace := at == p.stmtStart || at == p.arrowStart
	decl := at == p.stmtStart || at == p.defaultStart
	switch e := e.(type) {
	case *ast.Object:
		return brace
	case *ast.Assign:
		_, ok := unwrap(e.Target).(*ast.ObjectPat) // `({a}) = b` would not be a pattern
		return ok && brace
	case *ast.Func:
		return decl && e.Fn.Kind != ast.FuncArrow
	case *ast.ClassExpr:
		return decl
	case *ast.Ident:
		return e.Name == "let" && (at == p.stmtStart || at == p.forStart)
	case *ast.Verbatim:
		return verbatimBadStart(e.Text, brace, decl, at == p.stmtStart || at == p.forStart)
	}
	return false
}

// bare prints e without parentheses around it.
func (p *printer) bare(e ast.Expr, level ast.Prec, f flags) {
	e = p.unfold(e)
	switch e := e.(type) {
	case *ast.Ident:
		p.name(e.Span, e.Name)
	case *ast.PrivateName:
		p.private(e.Span, e.Name)
	case *ast.Member, *ast.Index, *ast.Call, *ast.TaggedTemplate:
		p.chain(e)
	case *ast.Chain:
		p.chain(e.X)
	case *ast.Binary:
		p.binary(e, f)
	case *ast.Assign:
		p.assign(e, f)
	case *ast.Cond:
		p.cond(e, f)
	case *ast.Unary:
		p.unary(e, f)
	case *ast.Update:
		p.update(e)
	case *ast.New:
		p.newExpr(e, level)
	case *ast.Func:
		if e.Fn.Kind == ast.FuncArrow {
			p.arrow(e.Fn, f)
		} else {
			p.function(e.Fn)
		}
	case *ast.ClassExpr:
		p.class(e.Class)
	case *ast.Object:
		p.object(e)
	case *ast.ObjectPat:
		p.objectPat(e)
	case *ast.Array:
		p.array(e)
	case *ast.ArrayPat:
		p.tokAt(e.Span, "[")
		p.elems(e.Elems)
		p.raw("]")
	case *ast.Seq:
		for i, x := range e.Exprs {
			if i > 0 {
				p.comma()
			}
			p.expr(x, ast.PrecAssign, f)
		}
	case *ast.Spread:
		p.tokAt(e.Span, "...")
		p.expr(e.X, ast.PrecAssign, 0)
	case *ast.Default:
		p.target(e.Target, e.Value)
		p.raw(p.pick(" = ", "="))
		p.expr(e.Value, ast.PrecAssign, 0)
	case *ast.Yield:
		p.yield(e, f)
	case *ast.Await:
		p.tokAt(e.Span, "await")
		p.space()
		p.expr(e.X, ast.PrecUnary, f)
	case *ast.ImportCall:
		p.importCall(e)
	case *ast.Verbatim:
		p.verbatim(e)
	default:
		p.literal(e)
	}
}

// literal prints the expressions that have no parts, and templates.
func (p *printer) literal(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Number:
		p.number(e)
	case *ast.String:
		p.str(e)
	case *ast.Template:
		p.template(e, false)
	case *ast.RegExp:
		p.regexp(e)
	case *ast.BigInt:
		p.bigint(e)
	case *ast.Null:
		p.tokAt(e.Span, "null")
	case *ast.Bool:
		if e.Value {
			p.tokAt(e.Span, "true")
		} else {
			p.tokAt(e.Span, "false")
		}
	case *ast.This:
		p.tokAt(e.Span, "this")
	case *ast.Super:
		p.tokAt(e.Span, "super")
	case *ast.NewTarget:
		p.tokAt(e.Span, "new.target")
	case *ast.ImportMeta:
		p.tokAt(e.Span, "import.meta")
	case nil:
		panic("BUG: print: nil expression")
	default:
		panic("BUG: print: no case for this expression")
	}
}

func (p *printer) pick(readable, compact string) string {
	if p.compact {
		return compact
	}
	return readable
}

func (p *printer) comma() { p.raw(p.pick(", ", ",")) }

func (p *printer) private(span ast.Span, name string) {
	p.mark(span)
	p.raw("#")
	p.raw(name)
}

func (p *printer) yield(e *ast.Yield, f flags) {
	p.tokAt(e.Span, "yield")
	if e.Delegate {
		p.raw("*")
	}
	if e.X != nil {
		p.space()
		p.expr(e.X, ast.PrecAssign, f)
	}
}

func (p *printer) importCall(e *ast.ImportCall) {
	p.tokAt(e.Span, "import")
	if e.Phase != "" {
		p.raw(".")
		p.raw(e.Phase)
	}
	p.raw("(")
	p.expr(e.Source, ast.PrecAssign, 0)
	if e.Options != nil {
		p.comma()
		p.expr(e.Options, ast.PrecAssign, 0)
	}
	p.raw(")")
}

// target prints the target that value is assigned to. `(f) = function () {}` leaves
// the function without a name, so those parentheses stay.
func (p *printer) target(t, value ast.Expr) {
	if id, ok := unwrap(t).(*ast.Ident); ok && ast.IsAnonymous(unwrap(value)) {
		switch {
		case id.Paren:
			p.paren(t)
			return
		case id.Name == "let": // in parentheses it would give no name; let = does not begin a declaration
			p.bare(t, ast.PrecNew, 0)
			return
		}
	}
	p.expr(t, ast.PrecNew, 0)
}
