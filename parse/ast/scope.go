package ast

// ScopeKind is the construct that opened a scope.
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

// Scope is one lexical environment; with Kind ScopeWith, an object environment.
type Scope struct {
	Kind ScopeKind
	// Eval: a sloppy direct eval may add var bindings here, so names cannot be
	// resolved statically through it.
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

// fewSymbols is up to how many symbols are searched one by one; most scopes have no
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

// IsWithin reports whether s is the scope outer, or inside it.
func (s *Scope) IsWithin(outer *Scope) bool {
	for ; s != nil; s = s.Parent {
		if s == outer {
			return true
		}
	}
	return false
}

// Declare adds a symbol; s must not have one of that name.
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
	SymBlockFunc // function declaration in a block (let-like, perhaps with an additional Annex B var)
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

// Ref is one reference to a binding.
type Ref struct {
	Ident *Ident
	Func  *Function // the innermost function around it; nil at top level
	Kind  RefKind
}

// RefKind is what a reference does; a compound assignment or update is Read|Write.
type RefKind uint8

const (
	RefRead   RefKind = 1 << iota
	RefWrite          // assignment, update, for-in/of target, destructuring target
	RefInit           // the declaration's own initialization (let x = 1, let x;, parameter, function declaration, import)
	RefTypeof         // operand of typeof
	RefDelete         // operand of delete
	RefCall           // callee of a call
	RefDecl           // the name in a var declarator without initializer
)

// Symbol is one binding.
type Symbol struct {
	Name string
	Kind SymKind
	// Captured: some function other than the scope's own references it.
	Captured bool
	// AssignedInner: some function other than the scope's own assigns it.
	AssignedInner bool
	// Read: some reference reads it, as compound assignments and updates do.
	Read bool
	// Exported: a module exports this binding.
	Exported bool
	// DynamicReach: direct eval or with can access the binding, so there may be
	// reads and writes that Refs does not list.
	DynamicReach bool
	// Aliased: a parameter of a sloppy function with simple parameters that
	// uses `arguments`.
	Aliased bool
	// Inlined: it is a copy of a binding, of a callee that stands in place of a call.
	Inlined bool
	Scope   *Scope
	// Decls are the binding identifiers, in source order.
	Decls []*Ident
	// Refs are all references, initializations included, in source order.
	Refs []Ref
	// Assigns counts the references that write (RefWrite, RefInit with a value).
	Assigns int
	// AnnexB is the additional var binding that B.3.3 creates for a block-level
	// function in sloppy code, or nil.
	AnnexB *Symbol
	// ID numbers the program's symbols in order of declaration, from 0.
	ID int
}

// Beside returns a new variable in the scope of s that is not part of the program:
// no text references it, and it is in no table of the program's symbols.
func (s *Symbol) Beside(name string, kind SymKind) *Symbol {
	return &Symbol{Name: name, Kind: kind, Scope: s.Scope, ID: 1 << 30}
}
