package ast

// ScopeKind says what opened a scope.
type ScopeKind uint8

const (
	ScopeGlobal ScopeKind = iota // script top level
	ScopeModule
	ScopeFunc     // parameters and, usually, the body
	ScopeFuncBody // the body of a function whose parameters have expressions
	ScopeFuncSelf // the name of a named function expression
	ScopeBlock
	ScopeFor // let/const of a loop head
	ScopeSwitch
	ScopeCatch
	ScopeClass
	ScopeWith
)

// Scope is one lexical environment.
type Scope struct {
	Kind ScopeKind
	// Eval: a sloppy direct eval may add var bindings here, so names looked up
	// through it are not known. With: an object environment.
	Eval   bool
	Parent *Scope
	Func   *Function // the function that the scope belongs to; nil at top level
	Span   Span
	// Symbols in order of declaration; Lookup is by name.
	Symbols []*Symbol
	byName  map[string]*Symbol
	// Loops is how many loops of the same function enclose the scope.
	Loops int
}

// fewSymbols is how many symbols are searched one by one; most scopes have no
// more, and a map for each would cost more than it saves.
const fewSymbols = 8

// Lookup returns the scope's own binding of name, or nil.
func (s *Scope) Lookup(name string) *Symbol {
	if s.byName != nil {
		return s.byName[name]
	}
	for _, sym := range s.Symbols {
		if sym.Name == name {
			return sym
		}
	}
	return nil
}

// Declare adds a symbol; the name must be free in s.
func (s *Scope) Declare(sym *Symbol) {
	sym.Scope = s
	s.Symbols = append(s.Symbols, sym)
	if s.byName != nil {
		s.byName[sym.Name] = sym
	} else if len(s.Symbols) > fewSymbols {
		s.byName = make(map[string]*Symbol, 2*fewSymbols)
		for _, sym := range s.Symbols {
			s.byName[sym.Name] = sym
		}
	}
}

// SymKind is how a binding was declared.
type SymKind uint8

const (
	SymVar SymKind = iota
	SymLet
	SymConst
	SymClass
	SymFunc      // function declaration at function or script level (var-like)
	SymBlockFunc // function declaration in a block (let-like, perhaps with an Annex B var beside it)
	SymParam
	SymCatch
	SymImport
	SymFuncName  // a named function expression's own name (read-only)
	SymClassName // a class's inner binding of its own name
	SymArguments // the implicit `arguments` object
	SymDefault   // the *default* binding of a module
	SymUsing
)

// Lexical reports whether the binding has a temporal dead zone.
func (k SymKind) Lexical() bool {
	return k == SymLet || k == SymConst || k == SymClass || k == SymClassName || k == SymUsing || k == SymDefault
}

// Ref is one mention of a binding.
type Ref struct {
	Ident *Ident
	Func  *Function // the innermost function that mentions it; nil at top level
	Kind  RefKind
}

// RefKind is what a mention does; a compound assignment or update is Read|Write.
type RefKind uint8

const (
	RefRead   RefKind = 1 << iota
	RefWrite          // assignment, update, for-in/of target, destructuring target
	RefInit           // the declaration's own initialization (let x = 1, let x;, parameter, function declaration, import)
	RefTypeof         // operand of typeof
	RefDelete         // operand of delete
	RefCall           // callee of a call
	RefDecl           // a var declarator's mention without initializer
)

// Symbol is one binding.
type Symbol struct {
	Name string
	Kind SymKind
	// Captured: some function other than the scope's own mentions it.
	Captured bool
	// AssignedInner: some function other than the scope's own assigns it.
	AssignedInner bool
	// Read: some mention reads it. A compound assignment and an update do.
	Read bool
	// Exported: a module exports this binding.
	Exported bool
	// DynamicReach: direct eval or with can see the binding, so reads and
	// writes may happen that Refs does not list.
	DynamicReach bool
	// Aliased: a parameter of a sloppy function with simple parameters that
	// uses `arguments`.
	Aliased bool
	Scope   *Scope
	// Decls are the binding identifiers, in source order.
	Decls []*Ident
	// Refs are all mentions, initializations included, in source order.
	Refs []Ref
	// Assigns counts the mentions that write (RefWrite, RefInit with a value).
	Assigns int
	// AnnexB links a block-level function in sloppy code to the var binding
	// that B.3.3 makes beside it, or nil.
	AnnexB *Symbol
	// ID numbers the program's symbols in order of declaration, from 0.
	ID int
}

// Beside returns a variable that the program has not, in the scope of s: nothing of
// the text mentions it, and no table of the program's symbols knows it.
func (s *Symbol) Beside(name string, kind SymKind) *Symbol {
	return &Symbol{Name: name, Kind: kind, Scope: s.Scope, ID: 1 << 30}
}
