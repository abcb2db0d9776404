package ast

type (
	// ExprStmt is an expression statement. Directive: it is in a directive prologue
	// and is an unparenthesized string literal.
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
		Site Site
		X    Expr // may be nil
	}
	If struct {
		Base
		Site Site
		Test Expr
		Then Stmt
		Else Stmt // may be nil
	}
	// For is for(Init; Test; Update); each part may be nil. Init is a *VarDecl
	// or an *ExprStmt.
	For struct {
		Base
		Site         Site
		Init         Stmt
		Test, Update Expr
		Body         Stmt
		Scope        *Scope // of let/const in Init; else nil
	}
	// ForIn is for (Left in Right); Left is a *VarDecl with one declarator (an
	// initializer only in Annex B's form) or an *ExprStmt holding a target.
	ForIn struct {
		Base
		Site  Site
		Left  Stmt
		Right Expr
		Body  Stmt
		Scope *Scope
	}
	ForOf struct {
		Base
		Site  Site
		Await bool
		Left  Stmt
		Right Expr
		Body  Stmt
		Scope *Scope
	}
	While struct {
		Base
		Site Site
		Test Expr
		Body Stmt
	}
	DoWhile struct {
		Base
		Site Site
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
		Site    Site
		Block   *Block
		Param   Expr
		Handler *Block
		Finally *Block
		// CatchScope holds the parameter; nil without one.
		CatchScope *Scope
	}
	Switch struct {
		Base
		Site  Site
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
	// VerbatimStmt is source text copied unchanged; made by internal/emit.
	VerbatimStmt struct {
		Base
		Text string
		Of   Stmt // the statement that the text spells
		// Margin is the indentation of the text's lines, which a printer may replace
		// by its own; "" if it must not.
		Margin string
	}
)

// Declarator is one `Target = Init` of a declaration; Init may be nil.
type Declarator struct {
	Base
	Target Expr
	Init   Expr
	// Remarked: a comment belongs to it, on lines of its own before it or after it on
	// its line.
	Remarked bool
}

// Case is one clause of a switch; Test is nil for default.
type Case struct {
	Base
	Site Site
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

// SiteOf returns where a statement or a case holds its [Site], or nil for the kinds that have none.
func SiteOf(n Node) *Site {
	switch n := n.(type) {
	case *Return:
		return &n.Site
	case *If:
		return &n.Site
	case *For:
		return &n.Site
	case *ForIn:
		return &n.Site
	case *ForOf:
		return &n.Site
	case *While:
		return &n.Site
	case *DoWhile:
		return &n.Site
	case *Try:
		return &n.Site
	case *Switch:
		return &n.Site
	case *Case:
		return &n.Site
	}
	return nil
}
