package scope

import (
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// Refs says what the identifiers, functions and classes in a tree refer to.
type Refs struct {
	Owner      map[*ast.Ident]*Var
	FreeIdents map[*ast.Ident]bool  // references to globals and outer bindings
	Closures   map[ast.Node]int     // *ast.Func, *ast.FuncDecl, verbatim ones, members of classes -> function index
	Captured   map[ast.Node][]*Var  // by closure: the variables it captures
	Classes    map[ast.Node]*Class  // *ast.Verbatim, *ast.VerbatimStmt
	idents     slab.List[ast.Ident] // storage
}

// Begin empties r, and keeps its storage.
func (r *Refs) Begin() {
	r.idents.Reset()
	*r = Refs{
		Owner: slab.Emptied(r.Owner), FreeIdents: slab.Emptied(r.FreeIdents), Closures: slab.Emptied(r.Closures),
		Captured: slab.Emptied(r.Captured), Classes: slab.Emptied(r.Classes), idents: r.idents,
	}
}

// Closure returns the index of the nested function that a node is; ok is false for other nodes. A walk asks for
// each of its nodes, and most are not of these types.
func (r *Refs) Closure(n ast.Node) (idx int, ok bool) {
	switch n.(type) {
	case *ast.Verbatim, *ast.VerbatimStmt, *ast.Func, *ast.FuncDecl, *ast.Function:
		idx, ok = r.Closures[n]
	}
	return idx, ok
}

// Ident creates an identifier that will get the name of v.
func (r *Refs) Ident(v *Var) *ast.Ident {
	id := r.idents.Put(ast.Ident{Sym: v.Sym})
	r.Own(id, v)
	return id
}

// NewIdent creates an identifier with a name.
func (r *Refs) NewIdent(name string, sym *ast.Symbol) *ast.Ident {
	return r.idents.Put(ast.Ident{Name: name, Sym: sym})
}

// Own makes an identifier one that will get the name of v.
func (r *Refs) Own(id *ast.Ident, v *Var) {
	v.Idents++
	r.Owner[id] = v
}

// Assigned returns the variable that a statement assigns at its top level, or nil.
func (r *Refs) Assigned(st *ast.ExprStmt) *Var {
	a, ok := st.X.(*ast.Assign)
	if !ok || a.Op != ast.NoOp {
		return nil
	}
	id, ok := a.Target.(*ast.Ident)
	if !ok {
		return nil
	}
	return r.Owner[id]
}

// Class is a class in the output. It is source text except for what the enclosing function
// evaluates: the heritage and the computed keys.
type Class struct {
	Src      *ast.Class
	Class    *ast.Class // with the emitted expressions
	Inner    *Var       // its name inside it, if a member captures that
	Declared bool       // the source declares it
}

// BlockFunc is a function declared in a block. Its declaration does two things: it creates the
// function at the start of the block, and where it stands it assigns the function to the variable of
// the enclosing function (Annex B).
type BlockFunc struct {
	Sym   *ast.Symbol
	Var   *Var
	Entry ast.Stmt // the declaration, first at the start of the block
	Mark  ast.Stmt // marks where the Annex B variable is assigned; nil: nowhere
	In    *List    // the list that finally holds the declaration
	// AnnexB is the variable that the declaration assigns; nil if that is a global, or there is none.
	AnnexB *Var
}
