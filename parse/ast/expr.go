package ast

type (
	// Ident is an identifier reference or a binding identifier.
	Ident struct {
		Base
		Name string
		Sym  *Symbol // nil: unresolved
	}
	// PrivateName is #name in a member access or as left operand of `in`.
	PrivateName struct {
		Base
		Name string // without '#'
	}
	Null struct{ Base }
	Bool struct {
		Base
		Value bool
	}
	// Number is a numeric literal; Value is its exact double.
	Number struct {
		Base
		Value float64
	}
	// String is a string literal; Value is WTF-8.
	String struct {
		Base
		// Octal: the raw text has a legacy octal or \8 \9 escape.
		Octal bool
		Value string
	}
	// BigInt is a bigint literal; Value is its decimal digits.
	BigInt struct {
		Base
		Value string
	}
	// RegExp is a regular expression literal; both parts as written.
	RegExp struct {
		Base
		Pattern, Flags string
	}
	// Template is an untagged template, or the quasi of a TaggedTemplate.
	// len(Quasis) == len(Exprs)+1.
	Template struct {
		Base
		Quasis []Quasi
		Exprs  []Expr
	}
	// Quasi is one literal part of a template.
	Quasi struct {
		Span          // of the raw text
		Cooked string // WTF-8
		Raw    string // line ends normalized to \n
		Bad    bool   // Cooked is undefined (invalid escape in a tagged template)
	}
	TaggedTemplate struct {
		Base
		Site  Site
		Tag   Expr
		Quasi *Template
	}
	This      struct{ Base }
	Super     struct{ Base } // only as Member.Obj, Index.Obj or Call.Callee
	NewTarget struct{ Base }
	// ImportMeta is import.meta.
	ImportMeta struct{ Base }
	// ImportCall is import(Source, Options); Options may be nil. Phase is "" (or
	// "source"/"defer" where the parser supports them).
	ImportCall struct {
		Base
		Phase           string
		Source, Options Expr
	}
	// Array is an array literal; nil elements are holes; *Spread allowed.
	Array struct {
		Base
		Elems []Expr
	}
	Object struct {
		Base
		Props []*Property
	}
	// Func is a function expression or an arrow.
	Func struct {
		Base
		Fn *Function
	}
	// ClassExpr is a class expression.
	ClassExpr struct {
		Base
		Class *Class
	}
	Unary struct {
		Base
		Op UnaryOp
		X  Expr
	}
	// Update is ++ or --.
	Update struct {
		Base
		Dec    bool
		Prefix bool
		X      Expr
	}
	// Binary includes the logical operators; for `#x in o` L is *PrivateName.
	Binary struct {
		Base
		Op   BinaryOp
		Site Site // of a logical operator
		L, R Expr
	}
	// Assign is `=` (Op == NoOp) or compound assignment. For `=` the target
	// may be a pattern.
	Assign struct {
		Base
		Op     BinaryOp // operator of a compound assignment; NoOp for =
		Target Expr
		Value  Expr
	}
	Cond struct {
		Base
		Site             Site
		Test, Then, Else Expr
	}
	// Call is a call; Args may hold *Spread. Optional: `f?.()`.
	Call struct {
		Base
		Optional bool
		Callee   Expr
		Args     []Expr
	}
	New struct {
		Base
		Callee Expr
		Args   []Expr
	}
	// Member is Obj.Name or Obj.#Name. Optional: `o?.m`.
	Member struct {
		Base
		Private  bool
		Optional bool
		Obj      Expr
		Name     string
		NameSpan Span
	}
	// Index is Obj[Key]. Optional: `o?.[k]`.
	Index struct {
		Base
		Optional bool
		Obj, Key Expr
	}
	// Chain is the extent of one optional chain: what short-circuits together.
	// X is a Member, Index or Call whose spine has at least one Optional link.
	Chain struct {
		Base
		X Expr
	}
	// Seq is the comma operator; len(Exprs) >= 2.
	Seq struct {
		Base
		Site  Site
		Exprs []Expr
	}
	// Spread is ...X in a call, an array or an object literal; in an ArrayPat
	// or ObjectPat it is the rest element, in Params the rest parameter.
	Spread struct {
		Base
		X Expr
	}
	// Yield is yield X or yield* X; X may be nil.
	Yield struct {
		Base
		Delegate bool
		X        Expr
	}
	Await struct {
		Base
		X Expr
	}
	// ArrayPat is an array pattern. Elements are targets, *Default, *Spread
	// (last), or nil for an elision.
	ArrayPat struct {
		Base
		// Assign: an assignment pattern; false for a binding pattern.
		Assign bool
		Elems  []Expr
	}
	// ObjectPat is an object pattern. A rest element is a Property with
	// Kind PropSpread.
	ObjectPat struct {
		Base
		Assign bool
		Props  []*Property
	}
	// Default is Target = Value inside a pattern or a parameter list.
	Default struct {
		Base
		Target Expr
		Value  Expr
	}
	// Verbatim is source text copied unchanged; made by emission, never by the parser.
	// The text was a complete expression; Prec is its precedence.
	Verbatim struct {
		Base
		Text string
		Of   Expr // the expression that the text spells, for precedence decisions
		// Margin is the indentation of the source line on which the text begins. A
		// printer may replace it by another at the beginning of the text's other lines;
		// "" if it must not.
		Margin string
	}
)

// PropKind is the kind of a Property.
type PropKind uint8

const (
	PropInit   PropKind = iota // key: value, shorthand
	PropGet                    // get key() {}
	PropSet                    // set key(v) {}
	PropMethod                 // key() {}
	PropSpread                 // ...value
)

// Property is a member of an object literal or an object pattern.
type Property struct {
	Base
	Kind     PropKind
	Computed bool
	// Shorthand: `{a}`; Value is the *Ident a, or in a pattern *Default of it.
	Shorthand bool
	// Key: *Ident (Name is the text, Sym nil) or *String or *Number or *BigInt
	// for a literal key, any expression if Computed. nil for PropSpread.
	Key Expr
	// Value: the value, the *Func of a method or accessor, or the target
	// (possibly *Default) in a pattern.
	Value Expr
}

// ShorthandName returns the identifier of a shorthand property, or nil.
func (p *Property) ShorthandName() *Ident {
	if !p.Shorthand {
		return nil
	}
	x := p.Value
	if d, ok := x.(*Default); ok {
		x = d.Target
	}
	id, _ := x.(*Ident)
	return id
}

func (*Ident) expr()          {}
func (*PrivateName) expr()    {}
func (*Null) expr()           {}
func (*Bool) expr()           {}
func (*Number) expr()         {}
func (*String) expr()         {}
func (*BigInt) expr()         {}
func (*RegExp) expr()         {}
func (*Template) expr()       {}
func (*TaggedTemplate) expr() {}
func (*This) expr()           {}
func (*Super) expr()          {}
func (*NewTarget) expr()      {}
func (*ImportMeta) expr()     {}
func (*ImportCall) expr()     {}
func (*Array) expr()          {}
func (*Object) expr()         {}
func (*Func) expr()           {}
func (*ClassExpr) expr()      {}
func (*Unary) expr()          {}
func (*Update) expr()         {}
func (*Binary) expr()         {}
func (*Assign) expr()         {}
func (*Cond) expr()           {}
func (*Call) expr()           {}
func (*New) expr()            {}
func (*Member) expr()         {}
func (*Index) expr()          {}
func (*Chain) expr()          {}
func (*Seq) expr()            {}
func (*Spread) expr()         {}
func (*Yield) expr()          {}
func (*Await) expr()          {}
func (*ArrayPat) expr()       {}
func (*ObjectPat) expr()      {}
func (*Default) expr()        {}
func (*Verbatim) expr()       {}
