package ast

// Span is a half-open range of byte offsets into the source.
type Span struct{ Start, End int32 }

// IsZero reports whether the node was not read from a source.
func (s Span) IsZero() bool { return s == Span{} }

// Contains reports whether t lies inside s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Node is any node of the tree.
type Node interface{ Pos() *Base }

// Base is what every node has. It leaves three bytes of a word unused, which is
// why small fields come first in the nodes that have any.
type Base struct {
	Span
	// Paren: the expression was written in parentheses (Span excludes them).
	Paren bool
}

// Pos returns the node's base for reading and writing.
func (b *Base) Pos() *Base { return b }

// Expr is an expression, a pattern, or an assignment target.
type Expr interface {
	Node
	expr()
}

// Stmt is a statement or a declaration.
type Stmt interface {
	Node
	stmt()
}

// SourceType says by which goal symbol a program was read.
type SourceType uint8

const (
	Script SourceType = iota
	Module
)

// Program is one source file.
type Program struct {
	Base
	Source     string // the text that spans refer to; a byte order mark stays in it
	Path       string // as the user named it; for messages
	InputMap   []byte // the source map from Source to what the author wrote, as JSON; nil: that is Source
	Type       SourceType
	CommonJS   bool   // a script that runs as the body of a function: it may return
	Hashbang   string // without the line end; "" if none
	Directives []string
	Body       []Stmt
	Comments   []Comment // all of them, in source order
	Scope      *Scope    // the global scope of a script, the module scope of a module
	// Funcs holds every function in the order of its start (outer before inner).
	Funcs []*Function
	// Strict: the top level is strict code.
	Strict bool
	// HasTopLevelAwait is set for modules that await outside functions.
	HasTopLevelAwait bool
}

// Comment is one comment; Span covers its delimiters.
type Comment struct {
	Span
	Block bool // /* … */; false for // …, <!-- and -->
	// NewlineBefore: only white space and comments stand between this comment
	// and the start of its line.
	NewlineBefore bool
}

// ---- expressions ----

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
		Tag   Expr
		Quasi *Template
	}
	This      struct{ Base }
	Super     struct{ Base } // only as Member.Obj, Index.Obj or Call.Callee
	NewTarget struct{ Base }
	// ImportMeta is import.meta.
	ImportMeta struct{ Base }
	// ImportCall is import(Source, Options); Options may be nil.
	// Phase is "" (or "source"/"defer" where the reader knows them).
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
	// Verbatim is source text copied as it stands; made by passes/emit, never
	// by the reader. The text was a complete expression; Prec is its precedence.
	Verbatim struct {
		Base
		Text string
		Of   Expr // the expression that the text is, for precedence decisions
	}
)

// PropKind says what a Property is.
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

// ShorthandName returns the name that a shorthand property stands for, or nil.
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

// FuncKind is the syntactic form of a function.
type FuncKind uint8

const (
	FuncNormal FuncKind = iota // function declaration or expression
	FuncArrow
	FuncMethod
	FuncGetter
	FuncSetter
	FuncCtor       // class constructor
	FuncStaticInit // class static block
	FuncField      // a class field initializer, which evaluates like a method
	FuncTop        // a program's top level as the graph sees it; never in Program.Funcs
)

// Function is the common part of all function forms.
type Function struct {
	Base
	Kind      FuncKind
	Async     bool
	Generator bool
	// Derived: a constructor of a class with heritage.
	Derived bool
	Strict  bool
	Name    *Ident // nil if anonymous; a method's key is in its Property or ClassMember
	Params  []Expr // targets, *Default, *Spread last
	// ParamsSpan covers the parameter list with its parentheses (of an arrow
	// without parentheses: the parameter).
	ParamsSpan Span
	// Body of statements; for an arrow with an expression body, ExprBody is set
	// and Body is nil.
	Body       []Stmt
	BodySpan   Span // with braces; of ExprBody with its parentheses, if any
	ExprBody   Expr
	Directives []string // raw text between the quotes; the ExprStmts are in Body too

	// Filled by scope analysis:

	Index      int       // position in Program.Funcs
	Parent     *Function // nil at top level
	Scope      *Scope    // parameters; holds the body's too unless BodyScope is set
	BodyScope  *Scope    // only when parameter expressions force a scope of its own
	SelfScope  *Scope    // holds the name of a named function expression; else nil
	Uses       FuncUses  // by its own code, arrows inside it included
	DirectEval bool      // contains a direct eval call itself
	InnerEval  bool      // a nested function contains direct eval (or this one does)
	HasWith    bool      // contains a with statement itself
	InWith     bool      // lies (at any depth) inside a with statement or inside a function with direct eval
	// Captures lists the bindings of enclosing functions (and of the top level)
	// that this function or a function inside it refers to, in order of first
	// use. Captured function names of SelfScope count as the function's own.
	Captures []*Symbol
	// Globals lists the unresolved names that it or a function inside it uses.
	Globals []string
}

// FuncUses is a set of the special bindings that a function uses.
type FuncUses uint8

const (
	UsesThis FuncUses = 1 << iota
	UsesArguments
	UsesSuperProperty
	UsesSuperCall
	UsesNewTarget
)

// Class is the common part of class declarations and expressions.
type Class struct {
	Base
	Name       *Ident // nil if anonymous
	Super      Expr   // nil if none
	BodySpan   Span
	Members    []*ClassMember
	Scope      *Scope // holds the inner binding of Name, and private names
	Decorators []Expr
}

// MemberKind says what a ClassMember is.
type MemberKind uint8

const (
	MemberMethod MemberKind = iota
	MemberGetter
	MemberSetter
	MemberField
	MemberStaticBlock
	MemberAccessor // `accessor x` of the decorators proposal; a located error today
)

// ClassMember is one element of a class body.
type ClassMember struct {
	Base
	Kind     MemberKind
	Static   bool
	Computed bool
	// Key as in Property; also *PrivateName. nil for a static block.
	Key Expr
	// Fn: the method, accessor or static block; for a field the FuncField
	// function whose ExprBody is the initializer, or nil without one.
	Fn *Function
	// IsCtor: this is `constructor(...)`.
	IsCtor bool
}

// ---- statements ----

type (
	// ExprStmt is an expression statement. Directive: it stands in a directive
	// prologue and is an unparenthesized string literal.
	ExprStmt struct {
		Base
		Directive bool
		X         Expr
	}
	VarDecl struct {
		Base
		Kind  VarKind
		Decls []*Declarator
	}
	// FuncDecl is a function declaration.
	FuncDecl struct {
		Base
		Fn *Function
	}
	ClassDecl struct {
		Base
		Class *Class
	}
	Return struct {
		Base
		X Expr // may be nil
	}
	If struct {
		Base
		Test Expr
		Then Stmt
		Else Stmt // may be nil
	}
	// For is for(Init; Test; Update); each part may be nil. Init is a *VarDecl
	// or an *ExprStmt.
	For struct {
		Base
		Init         Stmt
		Test, Update Expr
		Body         Stmt
		Scope        *Scope // of let/const in Init; else nil
	}
	// ForIn is for (Left in Right); Left is a *VarDecl with one declarator (an
	// initializer only in Annex B's form) or an *ExprStmt holding a target.
	ForIn struct {
		Base
		Left  Stmt
		Right Expr
		Body  Stmt
		Scope *Scope
	}
	ForOf struct {
		Base
		Await bool
		Left  Stmt
		Right Expr
		Body  Stmt
		Scope *Scope
	}
	While struct {
		Base
		Test Expr
		Body Stmt
	}
	DoWhile struct {
		Base
		Body Stmt
		Test Expr
	}
	Break struct {
		Base
		Label string // "" if none
	}
	Continue struct {
		Base
		Label string
	}
	Throw struct {
		Base
		X Expr
	}
	// Try has a handler, a finalizer or both. Param may be nil with a Handler.
	Try struct {
		Base
		Block   *Block
		Param   Expr
		Handler *Block
		Finally *Block
		// CatchScope holds the parameter; nil without one.
		CatchScope *Scope
	}
	Switch struct {
		Base
		Disc  Expr
		Cases []*Case
		Scope *Scope // lexical declarations of all cases
	}
	Labeled struct {
		Base
		Label string
		Body  Stmt
	}
	Block struct {
		Base
		Body  []Stmt
		Scope *Scope // nil when it declares nothing
	}
	Empty    struct{ Base }
	Debugger struct{ Base }
	With     struct {
		Base
		Obj  Expr
		Body Stmt
	}
	Import struct {
		Base
		Phase     string // "", "source", "defer"
		Default   *Ident // may be nil
		Namespace *Ident // may be nil
		Named     []*ImportSpec
		HasNamed  bool // braces were written, perhaps empty
		From      *String
		Attrs     []*Property // with { … }
	}
	// ExportNamed is export { … } [from …].
	ExportNamed struct {
		Base
		Specs []*ExportSpec
		From  *String // may be nil
		Attrs []*Property
	}
	// ExportAll is export * [as Name] from ….
	ExportAll struct {
		Base
		As    *ModuleName // may be nil
		From  *String
		Attrs []*Property
	}
	// ExportDecl is export before a declaration.
	ExportDecl struct {
		Base
		Decl Stmt
	}
	// ExportDefault: Value is a *FuncDecl or *ClassDecl (perhaps without a
	// name) or an *ExprStmt.
	ExportDefault struct {
		Base
		Value Stmt
		Sym   *Symbol // the *default* binding when Value declares no name
	}
	// VerbatimStmt is source text copied as it stands; made by passes/emit.
	VerbatimStmt struct {
		Base
		Text string
		Of   Stmt // the statement that the text is
		// Margin is the white space with which the lines of the text begin and
		// which a printer may exchange for its own; "" if it must not.
		Margin string
	}
)

// Declarator is one `Target = Init` of a declaration; Init may be nil.
type Declarator struct {
	Base
	Target Expr
	Init   Expr
}

// Case is one clause of a switch; Test is nil for default.
type Case struct {
	Base
	Test Expr
	Body []Stmt
}

// ModuleName is an import or export name: an identifier name or a string.
type ModuleName struct {
	Base
	Name     string // WTF-8
	IsString bool
}

// ImportSpec is `Name as Local`.
type ImportSpec struct {
	Base
	Name  ModuleName
	Local *Ident
}

// ExportSpec is `Local as Name`; Ref is the local reference, nil with From.
type ExportSpec struct {
	Base
	Local ModuleName
	Ref   *Ident
	Name  ModuleName
}

// VarKind is the keyword of a variable declaration.
type VarKind uint8

const (
	Var VarKind = iota
	Let
	Const
	Using
	AwaitUsing
)

func (k VarKind) String() string {
	return [...]string{"var", "let", "const", "using", "await using"}[k]
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

func (*ExprStmt) stmt()      {}
func (*VarDecl) stmt()       {}
func (*FuncDecl) stmt()      {}
func (*ClassDecl) stmt()     {}
func (*Return) stmt()        {}
func (*If) stmt()            {}
func (*For) stmt()           {}
func (*ForIn) stmt()         {}
func (*ForOf) stmt()         {}
func (*While) stmt()         {}
func (*DoWhile) stmt()       {}
func (*Break) stmt()         {}
func (*Continue) stmt()      {}
func (*Throw) stmt()         {}
func (*Try) stmt()           {}
func (*Switch) stmt()        {}
func (*Labeled) stmt()       {}
func (*Block) stmt()         {}
func (*Empty) stmt()         {}
func (*Debugger) stmt()      {}
func (*With) stmt()          {}
func (*Import) stmt()        {}
func (*ExportNamed) stmt()   {}
func (*ExportAll) stmt()     {}
func (*ExportDecl) stmt()    {}
func (*ExportDefault) stmt() {}
func (*VerbatimStmt) stmt()  {}
