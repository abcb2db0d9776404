package ast

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
	FuncTop        // a program's top level as a function of the graph; never in Program.Funcs
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

	Resolved
}

// Resolved is what scope analysis finds out about a function. It is empty in a tree that has not
// been through scope analysis.
type Resolved struct {
	Index      int       // position in Program.Funcs
	Parent     *Function // nil at top level
	Scope      *Scope    // parameters; holds the body's too unless BodyScope is set
	BodyScope  *Scope    // only when parameter expressions force a scope of its own
	SelfScope  *Scope    // holds the name of a named function expression; else nil
	Sites      Site      // how many there are in it
	Uses       FuncUses  // by its own code, arrows inside it included
	DirectEval bool      // contains a direct eval call itself
	InnerEval  bool      // a nested function contains direct eval (or this one does)
	HasWith    bool      // contains a with statement itself
	InWith     bool      // lies (at any depth) inside a with statement or inside a function with direct eval
	// Captures lists the bindings of Parent (or of the top level) that this function or a
	// function inside it refers to, in order of first use. The name of a function expression,
	// in its SelfScope, counts as a binding of that function.
	Captures []*Symbol
	// Outer lists the referenced bindings of all enclosing functions and of the top level,
	// unless IsWide: with deep nesting the lists would have n² entries in total, so the
	// largest are left out. ReferencesOuter works for every function.
	Outer []*Symbol
	wide  *wide
	// Globals lists the unresolved names that the function or one inside it uses, unless
	// IsWide. ReferencesGlobal works for every function.
	Globals []string
}

// Owns reports whether a binding belongs to f itself, and not to a function around it. Those of the
// top level proper belong to no function.
func (f *Function) Owns(s *Symbol) bool {
	switch {
	case s.Scope == nil:
		return false
	case f.Kind == FuncTop:
		return s.Scope.Func == nil && s.Scope.Kind != ScopeGlobal && s.Scope.Kind != ScopeModule
	}
	return s.Scope.Func == f
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

// MemberKind is the kind of a ClassMember.
type MemberKind uint8

const (
	MemberMethod MemberKind = iota
	MemberGetter
	MemberSetter
	MemberField
	MemberStaticBlock
	MemberAccessor // `accessor x` of the decorators proposal; rejected with a located error today
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

// IsLoop reports whether n is a loop statement.
func IsLoop(n Node) bool {
	switch n.(type) {
	case *For, *ForIn, *ForOf, *While, *DoWhile:
		return true
	}
	return false
}

// IsAnonymous reports whether x is a function or class without a name of its own, which takes
// one from its position. Source: ECMA-262, IsAnonymousFunctionDefinition.
func IsAnonymous(x Expr) bool {
	switch x := x.(type) {
	case *Func:
		return x.Fn.Name == nil
	case *ClassExpr:
		return x.Class.Name == nil
	}
	return false
}
