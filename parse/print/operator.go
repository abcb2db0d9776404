package print

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// frame is a binary operation whose left operand is being printed.
type frame struct {
	e    *ast.Binary
	f    flags
	wrap bool // its closing parenthesis is due
}

// binary prints an operator chain: down the left operands, then back up
// through the operators and right operands.
func (p *printer) binary(e *ast.Binary, f flags) {
	base, rest := len(p.frames), p.margins.rest
	wrap := false
	for {
		p.frames = append(p.frames, frame{e, f, wrap})
		level := leftLevel(e)
		l, ok := e.L.(*ast.Binary)
		if !ok || p.keepsParens(l) {
			p.expr(e.L, level, f)
			break
		}
		wrap = l.Op.Prec() < level || f&noIn != 0 && l.Op == ast.In || p.isGroup(l)
		if wrap {
			p.tok("(")
			f = 0
		}
		e = l
	}
	for len(p.frames) > base {
		last := len(p.frames) - 1
		fr := p.frames[last]
		p.frames = p.frames[:last]
		p.operator(fr.e.Span, fr.e.L.Pos().Span, fr.e.R.Pos().Span, fr.e.Op.String())
		p.expr(fr.e.R, rightLevel(fr.e.Op), fr.f)
		if fr.wrap {
			p.raw(")")
		}
	}
	p.margins.rest = rest
}

func leftLevel(e *ast.Binary) ast.Prec {
	switch e.Op {
	case ast.Exp:
		return ast.PrecPostfix // -1 ** 2 is an error
	case ast.Nullish:
		if l, ok := unwrap(e.L).(*ast.Binary); ok && l.Op == ast.Nullish {
			return ast.PrecNullish
		}
		return ast.PrecBitOr // a || b ?? c is an error
	}
	return e.Op.Prec()
}

func rightLevel(op ast.BinaryOp) ast.Prec {
	switch op {
	case ast.Exp:
		return ast.PrecExp
	case ast.Nullish:
		return ast.PrecBitOr
	}
	return op.Prec() + 1
}

func (p *printer) assign(e *ast.Assign, f flags) {
	rest := p.margins.rest
	for {
		if e.Op == ast.NoOp || e.Op.Logical() {
			p.target(e.Target, e.Value)
		} else {
			p.expr(e.Target, ast.PrecNew, 0)
		}
		p.operator(e.Span, e.Target.Pos().Span, e.Value.Pos().Span, e.Op.String()+"=")
		next, ok := e.Value.(*ast.Assign)
		if !ok || p.keepsParens(next) || p.isGroup(next) {
			p.expr(e.Value, ast.PrecAssign, f)
			p.margins.rest = rest
			return
		}
		e = next
	}
}

func (p *printer) cond(e *ast.Cond, f flags) {
	rest := p.margins.rest
	for {
		p.expr(e.Test, ast.PrecCond+1, f)
		then := e.Then.Pos().Span
		if at := p.operator(e.Span, e.Test.Pos().Span, then, "?"); at >= 0 && !within(e.Span, then) {
			then = p.tokenAt(at, e.Span.End)
		}
		p.expr(e.Then, ast.PrecAssign, 0)
		p.operator(e.Span, then, e.Else.Pos().Span, ":")
		next, ok := e.Else.(*ast.Cond)
		if !ok || p.keepsParens(next) || p.isGroup(next) {
			p.expr(e.Else, ast.PrecAssign, f)
			p.margins.rest = rest
			return
		}
		e = next
	}
}

func (p *printer) unary(e *ast.Unary, f flags) {
	p.tokAt(e.Span, e.Op.String())
	if e.Op >= ast.Typeof {
		p.space()
	}
	p.expr(e.X, ast.PrecUnary, f)
}

func (p *printer) update(e *ast.Update) {
	op := "++"
	if e.Dec {
		op = "--"
	}
	if e.Prefix {
		p.tokAt(e.Span, op)
		p.expr(e.X, ast.PrecNew, 0)
	} else {
		p.expr(e.X, ast.PrecNew, 0)
		p.tok(op)
	}
}

// newExpr prints `new C(…)`. A call in the callee would take the arguments as its own, so
// `new (f().C)()` keeps its parentheses. Readers count on them in `new (new A().B)()`, too.
func (p *printer) newExpr(e *ast.New, level ast.Prec) {
	p.follows(e.Span) // before the callee, which begins later
	p.tokAt(e.Span, "new")
	p.space()
	if hasCall(e.Callee) || !p.compact && isOfNew(e.Callee) {
		p.paren(e.Callee)
	} else {
		p.expr(e.Callee, ast.PrecCall, 0)
	}
	if !p.compact || len(e.Args) > 0 || level > ast.PrecNew {
		p.args(e, e.Callee, e.Args)
	}
}

// hasCall reports whether the member chain e has a call in it.
func hasCall(e ast.Expr) bool {
	for {
		switch x := e.(type) {
		case *ast.Member:
			e = x.Obj
		case *ast.Index:
			e = x.Obj
		case *ast.TaggedTemplate:
			e = x.Tag
		case *ast.Verbatim:
			e = x.Of
		case *ast.Call, *ast.Chain, *ast.ImportCall, nil:
			return true
		default:
			return false
		}
	}
}

// isOfNew reports whether e is a property of what a new makes.
func isOfNew(e ast.Expr) bool {
	for {
		var next ast.Expr
		switch x := e.(type) {
		case *ast.Member:
			next = x.Obj
		case *ast.Index:
			next = x.Obj
		default:
			return false
		}
		if _, ok := next.(*ast.New); ok {
			return true
		}
		e = next
	}
}

// chain prints members, calls and tagged templates, however many in a row. The
// object that the first one applies to must not be a Chain of its own:
// (a?.b).c is not a?.b.c.
func (p *printer) chain(e ast.Expr) {
	base, rest := len(p.links), p.margins.rest
	for {
		var next ast.Expr
		switch x := e.(type) {
		case *ast.Member:
			next = x.Obj
		case *ast.Index:
			next = x.Obj
		case *ast.Call:
			next = x.Callee
		case *ast.TaggedTemplate:
			next = x.Tag
		}
		if next == nil {
			break
		}
		p.links = append(p.links, e)
		e = next
		if p.keepsParens(e) {
			break
		}
	}
	if len(p.links) > base && p.wrapHead(e, p.links[len(p.links)-1]) {
		p.paren(e)
	} else {
		p.expr(e, ast.PrecCall, 0)
	}
	for len(p.links) > base {
		last := len(p.links) - 1
		link := p.links[last]
		p.links = p.links[:last]
		p.link(link)
	}
	p.margins.rest = rest
}

func (p *printer) wrapHead(e, first ast.Expr) bool {
	switch e := unwrap(e).(type) {
	case *ast.Chain:
		return true
	case *ast.Func:
		// Not needed in the middle of an expression, but customary.
		_, call := first.(*ast.Call)
		return call && !p.compact && e.Fn.Kind != ast.FuncArrow
	}
	return false
}

func (p *printer) link(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Member:
		if obj := e.Obj.Pos().Span; p.follows(e.Span) && within(e.Span, obj) {
			p.breakLine(obj.End, e.Span.End-int32(len(e.Name)))
		}
		if e.Optional {
			p.raw("?.")
		} else {
			p.dot()
		}
		if e.Private {
			p.private(e.NameSpan, e.Name)
		} else {
			p.name(e.NameSpan, e.Name)
		}
	case *ast.Index:
		if e.Optional {
			p.raw("?.")
		}
		p.raw("[")
		p.expr(e.Key, ast.PrecSeq, 0)
		p.raw("]")
	case *ast.Call:
		if e.Optional {
			p.raw("?.")
		}
		p.args(e, e.Callee, e.Args)
	case *ast.TaggedTemplate:
		p.template(e.Quasi, true)
	}
}

// dot appends the dot of a member access; in 1..x the first one ends the number.
func (p *printer) dot() {
	if len(p.out) == p.numEnd {
		p.raw(".")
	}
	p.raw(".")
}

// args prints the arguments of a call or new.
func (p *printer) args(e ast.Expr, callee ast.Expr, list []ast.Expr) {
	p.raw("(")
	inner := p.inParens(e, callee, list)
	first := true
	p.items(e, inner, len(list), func(i int) ast.Expr { return list[i] }, func(a ast.Expr) {
		// V8 wrongly rejects f([1], [a] = b).
		s, spread := a.(*ast.Spread)
		switch {
		case first || !destructures(a):
			p.expr(a, ast.PrecAssign, 0)
		case spread:
			p.tokAt(s.Span, "...")
			p.paren(s.X)
		default:
			p.paren(a)
		}
		first = false
	})
	p.raw(")")
}

// inParens returns the span between the parentheses of the arguments of call, or one that
// contains nothing.
func (p *printer) inParens(call, callee ast.Expr, list []ast.Expr) ast.Span {
	e := call.Pos().Span
	none := ast.Span{Start: -1}
	if !p.follows(e) || len(list) == 0 {
		return none
	}
	c := callee.Pos().Span
	if !within(e, c) {
		c = p.tokenAt(e.Start, e.End)
	}
	if c.IsZero() {
		return none
	}
	first := placeOf(p.places(call, e, len(list)), 0, list[0])
	if !within(e, first) {
		rest := p.source(ast.Span{Start: c.End, End: e.End})
		if !strings.HasPrefix(rest, "(") {
			return none
		}
		return ast.Span{Start: c.End + 1, End: e.End - 1}
	}
	i := strings.LastIndexByte(p.source(ast.Span{Start: c.End, End: first.Start}), '(')
	if i < 0 {
		return none
	}
	return ast.Span{Start: c.End + int32(i) + 1, End: e.End - 1}
}

// destructures reports whether e is a destructuring assignment, or yields or spreads one.
func destructures(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Verbatim:
		return destructures(e.Of)
	case *ast.Yield:
		return destructures(e.X)
	case *ast.Spread:
		return destructures(e.X)
	case *ast.Assign:
		switch e.Target.(type) {
		case *ast.ArrayPat, *ast.ObjectPat:
			return true
		}
	}
	return false
}
