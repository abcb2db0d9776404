package ast

// PrecOf returns the precedence of an expression in the form that the language has for it:
// numbers that are printed as an operation, and text, are the printer's.
func PrecOf(x Expr) Prec {
	switch x := x.(type) {
	case *Seq:
		return PrecSeq
	case *Assign, *Yield:
		return PrecAssign
	case *Func:
		if x.Fn.Kind == FuncArrow {
			return PrecAssign
		}
	case *Cond:
		return PrecCond
	case *Binary:
		return x.Op.Prec()
	case *Unary, *Await:
		return PrecUnary
	case *Update:
		return PrecPostfix
	case *Call, *New, *Member, *Index, *TaggedTemplate, *Chain, *ImportCall:
		return PrecCall
	}
	return PrecPrimary
}
