package same

import (
	"math"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// A computation of literals in the source is compared by its value if it says more than the
// value does: if it contains a comment or one follows it, as in 60 /* s */ * 24, if it spans
// several lines, as long strings do, or if [IsInformative] reports that it does. Otherwise the
// folded value is an improvement, as for 24 * 60. If nothing is folded, nothing is compared by
// value.

// informative reports whether a computation has comments or line breaks, and where it is in the
// source.
func (w *writer) informative(from, to ast.Expr) (at ast.Span, ok bool) {
	at = ast.Span{Start: from.Pos().Start, End: to.Pos().End}
	if !w.o.Source || !w.o.Keep || at.Start <= 0 || at.End <= at.Start || int(at.End) > len(w.o.Text) {
		return at, false
	}
	text := w.o.Text[at.Start:at.End]
	behind := strings.TrimLeft(w.o.Text[at.End:], " ")
	return at, strings.Contains(text, "/*") || strings.Contains(text, "\n") || strings.HasPrefix(behind, "/*")
}

// number returns the value of a numeric literal, which may be negative.
func number(x ast.Expr) (v float64, ok bool) {
	sign := 1.0
	if u, negative := x.(*ast.Unary); negative && u.Op == ast.Neg {
		x, sign = u.X, -1
	}
	n, ok := x.(*ast.Number)
	if !ok {
		return 0, false
	}
	return sign * n.Value, true
}

// numeral returns the literal of a value; NaN and the infinities have none.
func numeral(v float64) (ast.Expr, bool) {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return nil, false
	case math.Signbit(v):
		return &ast.Unary{Op: ast.Neg, X: &ast.Number{Value: -v}}, true
	}
	return &ast.Number{Value: v}, true
}

// fold computes an operation on literals, if it is to be compared by value.
func (w *writer) fold(b *ast.Binary) ast.Expr {
	v := compute(b)
	if v == nil {
		return b
	}
	at, ok := w.informative(b.L, b.R)
	if !ok && !(w.o.Source && w.o.Keep && IsInformative(b)) {
		return b
	}
	v.Pos().Span = at
	return v
}

// maxText bounds the strings that are compared by value. The graph does not create longer ones
// either, and each prefix of a long chain would be one.
const maxText = 4096

// compute returns the value of an operation on literals, or nil.
func compute(b *ast.Binary) ast.Expr {
	if l, r := text(b.L), text(b.R); b.Op == ast.Add && l != nil && r != nil && (isString(b.L) || isString(b.R)) {
		if len(*l)+len(*r) > maxText {
			return nil
		}
		return &ast.String{Value: *l + *r}
	}
	x, ok1 := number(b.L)
	y, ok2 := number(b.R)
	if !ok1 || !ok2 {
		return nil
	}
	var v float64
	switch b.Op {
	case ast.Add:
		v = x + y
	case ast.Sub:
		v = x - y
	case ast.Mul:
		v = x * y
	case ast.Div:
		v = x / y
	case ast.BitAnd:
		v = float64(toInt32(x) & toInt32(y))
	case ast.BitOr:
		v = float64(toInt32(x) | toInt32(y))
	case ast.BitXor:
		v = float64(toInt32(x) ^ toInt32(y))
	case ast.Shl:
		v = float64(toInt32(x) << (uint32(toInt32(y)) & 31))
	case ast.Shr:
		v = float64(toInt32(x) >> (uint32(toInt32(y)) & 31))
	case ast.UShr:
		v = float64(uint32(toInt32(x)) >> (uint32(toInt32(y)) & 31))
	default:
		return nil
	}
	n, _ := numeral(v)
	return n
}

// text returns a literal as a string: a string, or an integer.
func text(x ast.Expr) *string {
	if s, ok := x.(*ast.String); ok {
		return &s.Value
	}
	v, ok := number(x)
	if !ok || v != math.Trunc(v) || math.Abs(v) > 1<<53 {
		return nil
	}
	s := strconv.FormatInt(int64(v), 10) // -0 is "0", too
	return &s
}

func isString(x ast.Expr) bool {
	_, ok := x.(*ast.String)
	return ok
}

// Value evaluates an expression of literals and of names with known literals, and returns the
// resulting literal or nil. known may be nil.
func Value(x ast.Expr, known func(name string) ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Number, *ast.String:
		return x
	case *ast.Ident:
		if known == nil {
			return nil
		}
		return known(x.Name)
	case *ast.Unary:
		v, ok := number(Value(x.X, known))
		if !ok || x.Op != ast.BitNot && x.Op != ast.Neg {
			return nil
		}
		n, _ := numeral(unary(x.Op, v))
		return n
	case *ast.Binary:
		l, r := Value(x.L, known), Value(x.R, known)
		if l == nil || r == nil {
			return nil
		}
		return compute(&ast.Binary{Op: x.Op, L: l, R: r})
	}
	return nil
}

// unary returns -v or ~v.
func unary(op ast.UnaryOp, v float64) float64 {
	if op == ast.BitNot {
		return float64(^toInt32(v))
	}
	return -v
}

// maxNumerals bounds the operators and operands of an informative computation.
const maxNumerals = 16

// IsInformative reports whether an expression of numerals says more than its value does: which
// bits it is about, as ~8, 1 << 3 and 16 | 32 do, or where a fraction comes from, as 3 / 4 and
// 180 - 1e-3 do.
func IsInformative(x ast.Expr) bool {
	t := numeralScan{left: maxNumerals, bits: true}
	if !t.scan(x) || !t.computed {
		return false
	}
	v, ok := number(Value(x, nil))
	return ok && (t.bits || t.fraction || v != math.Trunc(v))
}

// numeralScan collects the properties of an expression of numerals.
type numeralScan struct {
	left     int
	computed bool // an operator other than the minus of a numeral
	bits     bool // only operators for sets of bits
	fraction bool // a numeral that is not an integer
}

// scan reports whether x consists of numerals, and not too many.
func (t *numeralScan) scan(x ast.Expr) bool {
	if t.left--; t.left < 0 {
		return false
	}
	switch x := x.(type) {
	case *ast.Number:
		t.fraction = t.fraction || x.Value != math.Trunc(x.Value)
		return true
	case *ast.Unary:
		t.computed = t.computed || x.Op == ast.BitNot
		t.bits = t.bits && x.Op == ast.BitNot
		return t.scan(x.X)
	case *ast.Binary:
		t.computed = true
		t.bits = t.bits && (x.Op == ast.BitOr || x.Op == ast.Shl)
		return t.scan(x.L) && t.scan(x.R)
	}
	return false
}

// foldUnary computes -x or ~x of the literal operand of u; whole is the expression in the
// source.
func (w *writer) foldUnary(u *ast.Unary, whole ast.Expr) ast.Expr {
	v, ok := number(u.X)
	if !ok || u.Op != ast.BitNot && u.Op != ast.Neg {
		return u
	}
	v = unary(u.Op, v)
	if _, plain := u.X.(*ast.Number); plain && u.Op == ast.Neg && v <= 0 {
		u.Span = whole.Pos().Span
		return u // as it is written
	}
	n, _ := numeral(v)
	at, ok := w.informative(whole, whole)
	if !ok && !(w.o.Source && w.o.Keep && u.Op == ast.BitNot) {
		return u
	}
	n.Pos().Span = at
	return n
}

// toInt32 is ToInt32 of JavaScript.
func toInt32(v float64) int32 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return int32(uint32(int64(math.Mod(math.Trunc(v), 1<<32))))
}
