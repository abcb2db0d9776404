package scope

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Place is a statement of the output: the one at an index of a list.
type Place struct {
	List *List
	At   int
}

// Uses is where a variable, or another name, is referenced.
type Uses struct {
	Around *List    // the innermost list around all references
	First  int      // the index in Around of the first statement with a reference
	Start  ast.Stmt // the innermost statement with the first reference in the text; nil: it is in the head of a loop
	Places []Place  // one per list
}

// Reset empties u, and keeps the storage of its places.
func (u *Uses) Reset() { *u = Uses{Places: u.Places[:0]} }

// Add adds a reference in statement at of a list. The lists are linked (see [Link]), and know where
// they are in their parents.
func (u *Uses) Add(list *List, at int) {
	if u.Around == nil {
		u.Around, u.First = list, at
		if at >= 0 && at < len(list.Stmts) {
			u.Start = list.Stmts[at]
		}
	}
	known := false
	for i := len(u.Places) - 1; i >= 0 && i >= len(u.Places)-4; i-- {
		known = known || u.Places[i].List == list
	}
	if !known {
		u.Places = append(u.Places, Place{list, at})
	}
	around := u.Around.Common(list)
	if u.Around != around {
		u.First = u.Around.Out(around.Depth + 1).At
		u.Around = around
	}
	if list != around {
		at = list.Out(around.Depth + 1).At
	}
	u.First = min(u.First, at)
}

// Var is a variable of the output.
type Var struct {
	ID     int         // its index among the variables of the function
	Sym    *ast.Symbol // nil for a helper
	Hint   string      // the name in the source, or what a helper is for
	Own    bool        // Hint is to be the name, if it is free
	Prop   string      // of a helper without Hint: the property whose value it holds; its name, if that is free
	Name   string
	Idents int  // how many identifiers refer to it
	Cell   bool // it is in memory: a closure may see it change
	Param  bool
	Inner  bool // it is the inner name of a class, and declared in that
	Outer  bool // it belongs to an enclosing function
	Pinned bool // its name cannot change: a parameter, captured, or visible outside
	Declaration
}

// Declaration is where and how a variable is declared, and what that depends on.
type Declaration struct {
	Kind   ast.VarKind
	Uses   *Uses      // its references, once located; nil if there are none
	Writes int        // how many of them assign it
	Home   *List      // where it is declared
	Caught *List      // the catch of which it is the parameter
	Block  *BlockFunc // set if a block declares it as a function
	Func   bool       // it is a function declaration of the body
	AnnexB bool       // the declaration of a function in a block declares it, too
	// Declared: its declaration is already in the list.
	Declared bool
	// PerIter: each iteration of a for has one of its own, so only Head, the head of that, can
	// declare it.
	PerIter     bool
	Head        *List
	Initialized bool       // of a cell: something initializes it
	UsedIn      []ast.Stmt // of a cell: the loops that use it, but do not create it in each iteration

	Inits    []Init   // of a cell: the statements that initialize it
	Assign   ast.Stmt // of a var: the first statement that assigns it alone
	Declares ast.Stmt // the first of them that declares it in the source
	By       ast.Stmt // the statement that declares it
	Before   ast.Stmt // of a var without such a statement: the one that it is declared in front of; nil: where the source declares it
}

// IsMadeAgain reports whether declaring a cell in a list would create it again in each iteration of
// a loop, although it is created once, before the loop, and used in it. Its declaration comes after
// the loop, but may be printed in it, as the last code before an exit:
//
//	while (c) { keep(() => x); if (a) return } let x = f()
//	while (true) { keep(() => x); if (a) return; if (c) continue; let x = f(); break }
func (v *Var) IsMadeAgain(in *List) bool { return slices.ContainsFunc(v.UsedIn, in.InBody) }

// Init is a statement that initializes a variable.
type Init struct {
	Place
	Stmt ast.Stmt
}

// Reset empties v, and keeps the storage of its lists.
func (v *Var) Reset() { *v = Var{Declaration: Declaration{Inits: v.Inits[:0], UsedIn: v.UsedIn[:0]}} }

// SharesParam reports whether v is a var or function of the body that has the name of a parameter
// in the source.
func (v *Var) SharesParam(fn *ast.Function) bool {
	return v.Sym != nil && fn.BodyScope != nil && v.Sym.Scope == fn.BodyScope && v.Kind == ast.Var
}
