package scope

import "github.com/sonjs/son/parse/ast"

// Place is a statement of the output: the one at an index of a list.
type Place struct {
	List *List
	At   int
}

// Uses is where a variable, or another name, is referenced.
type Uses struct {
	Around *List   // the innermost list around all references
	First  int     // the index in Around of the first statement with a reference
	Places []Place // one per list
}

// Reset empties u, and keeps the storage of its places.
func (u *Uses) Reset() { *u = Uses{Places: u.Places[:0]} }

// Add adds a reference in statement at of a list. The lists are linked (see [Link]), and know where
// they are in their parents.
func (u *Uses) Add(list *List, at int) {
	if u.Around == nil {
		u.Around, u.First = list, at
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
	Sym    *ast.Symbol // nil for a helper
	Hint   string      // the name in the source, or what a helper is for
	Own    bool        // Hint is to be the name, if it is free
	Name   string
	Cell   bool // it is in memory: a closure may see it change
	Param  bool
	Inner  bool // it is the inner name of a class, and declared in that
	Outer  bool // it belongs to an enclosing function
	Pinned bool // its name cannot change: a parameter, captured, or visible outside
	Declaration
}

// Declaration is where and how a variable is declared.
type Declaration struct {
	Kind   ast.VarKind
	Uses   *Uses // its references, once located; nil if there are none
	Writes int   // how many of them assign it
	Home   *List // where it is declared
	Caught *List // the catch of which it is the parameter
	// Declared: its declaration is already in the list.
	Declared bool
	Inits    []Init // of a cell: the statements that initialize it
}

// Init is a statement that initializes a variable.
type Init struct {
	Place
	Stmt ast.Stmt
}

// Reset empties v, and keeps the storage of its lists.
func (v *Var) Reset() { *v = Var{Declaration: Declaration{Inits: v.Inits[:0]}} }

// SharesParam reports whether v is a var or function of the body that has the name of a parameter
// in the source.
func (v *Var) SharesParam(fn *ast.Function) bool {
	return v.Sym != nil && fn.BodyScope != nil && v.Sym.Scope == fn.BodyScope && v.Kind == ast.Var
}
