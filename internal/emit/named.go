package emit

import (
	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/same"
	"github.com/sonjs/son/parse/ast"
)

// An author who computes a constant from others says what it stands for. As long as the others
// are still there,
//
//	r = 20, // blur radius
//	o = r * 3; // grid offset, to pad for blur
//
// says more than o = 60 does, and is computed only once.

// namedConstants restores, for the variables that a list declares, the source's computation of
// a value from constants declared earlier in the same list. It relies on the values in the
// output alone, not on the graph's types.
func (e *emitter) namedConstants(stmts []ast.Stmt) {
	known := constants{fixed: map[string]ast.Expr{}, now: map[string]ast.Expr{}}
	for _, st := range stmts {
		d := decl.Of(st)
		if d == nil {
			if !ast.IsFuncDecl(st) {
				clear(known.now)
			}
			continue
		}
		for _, x := range d.Decls {
			e.nameConstant(x, known)
			// A var at the top level of a script may be any property of the global object.
			known.declare(x, d.Kind, d.Kind != ast.Var || !e.isTop())
		}
	}
}

// constants holds the values of names, as literals: fixed for names that cannot be assigned,
// and now for values known at this point.
type constants struct{ fixed, now map[string]ast.Expr }

func (k constants) value(name string) ast.Expr {
	if v := k.fixed[name]; v != nil {
		return v
	}
	return k.now[name]
}

// declare records a declarator of the output. holds reports whether the variable is sure to
// have its initial value.
func (k constants) declare(x *ast.Declarator, kind ast.VarKind, holds bool) {
	id, name := x.Target.(*ast.Ident)
	if !name || x.Init != nil && !k.isInert(x.Init) {
		clear(k.now)
		return
	}
	if x.Init == nil || !holds {
		return
	}
	delete(k.now, id.Name)
	if v := same.Value(x.Init, k.value); v != nil {
		if k.now[id.Name] = v; kind == ast.Const {
			k.fixed[id.Name] = v
		}
	}
}

// isInert reports whether evaluating an expression runs no code that could assign variables.
func (k constants) isInert(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Func:
		return true
	case *ast.Ident:
		return k.value(x.Name) != nil
	}
	return ast.IsLiteral(x) || same.Value(x, k.value) != nil
}

// nameConstant writes the value of a variable with the names that its author used.
func (e *emitter) nameConstant(x *ast.Declarator, known constants) {
	if x.Init == nil {
		return
	}
	src := e.sourceDeclarator(x)
	if src == nil || src.Init == nil {
		return
	}
	v := same.Value(src.Init, known.value) // mostly it has none
	if v == nil || !hasIdent(src.Init) || ast.Equal(x.Init, src.Init) {
		return
	}
	if now := same.Value(x.Init, known.value); now != nil && ast.Equal(v, now) {
		x.Init = computation(src.Init)
	}
}

// hasIdent reports whether an expression contains an identifier.
func hasIdent(x ast.Expr) (found bool) {
	ast.Walk(x, func(n ast.Node) bool {
		_, id := n.(*ast.Ident)
		found = found || id
		return !found
	})
	return found
}

// computation copies an expression that [same.Value] can evaluate.
func computation(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Binary:
		c := *x
		c.L, c.R = computation(x.L), computation(x.R)
		return &c
	case *ast.Unary:
		c := *x
		c.X = computation(x.X)
		return &c
	case *ast.Ident:
		return &ast.Ident{Base: x.Base, Name: x.Name}
	}
	return x
}
