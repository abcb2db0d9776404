package ast

// UnaryOp is a prefix operator other than ++ and --.
type UnaryOp uint8

const (
	Neg UnaryOp = iota
	Plus
	Not
	BitNot
	Typeof
	Void
	Delete

	// NumUnaryOps is the number of prefix operators.
	NumUnaryOps
)

func (o UnaryOp) String() string {
	return [...]string{"-", "+", "!", "~", "typeof", "void", "delete"}[o]
}

// BinaryOp is an infix operator, logical ones included.
type BinaryOp uint8

const (
	NoOp BinaryOp = iota
	Add
	Sub
	Mul
	Div
	Mod
	Exp
	Shl
	Shr
	UShr
	BitAnd
	BitOr
	BitXor
	Lt
	Gt
	Le
	Ge
	Eq
	Ne
	StrictEq
	StrictNe
	In
	InstanceOf
	LogicalAnd
	LogicalOr
	Nullish

	// NumBinaryOps is the number of infix operators, NoOp included.
	NumBinaryOps
)

var binaryText = [...]string{"", "+", "-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^",
	"<", ">", "<=", ">=", "==", "!=", "===", "!==", "in", "instanceof", "&&", "||", "??"}

func (o BinaryOp) String() string { return binaryText[o] }

// Logical reports whether o evaluates its right operand conditionally.
func (o BinaryOp) Logical() bool { return o >= LogicalAnd }

// Prec is an operator precedence; higher binds tighter.
type Prec uint8

const (
	PrecSeq    Prec = iota // a, b
	PrecAssign             // = => yield
	PrecCond
	PrecNullish
	PrecOr
	PrecAnd
	PrecBitOr
	PrecBitXor
	PrecBitAnd
	PrecEq
	PrecRel
	PrecShift
	PrecAdd
	PrecMul
	PrecExp
	PrecUnary
	PrecPostfix
	PrecNew  // new without arguments
	PrecCall // calls, members
	PrecPrimary
)

var binaryPrec = [...]Prec{0, PrecAdd, PrecAdd, PrecMul, PrecMul, PrecMul, PrecExp, PrecShift, PrecShift, PrecShift,
	PrecBitAnd, PrecBitOr, PrecBitXor, PrecRel, PrecRel, PrecRel, PrecRel, PrecEq, PrecEq, PrecEq, PrecEq,
	PrecRel, PrecRel, PrecAnd, PrecOr, PrecNullish}

// Prec returns the operator's precedence.
func (o BinaryOp) Prec() Prec { return binaryPrec[o] }
