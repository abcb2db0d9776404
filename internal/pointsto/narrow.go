package pointsto

import "github.com/sonjs/son/parse/ast"

// Tests of variables tell what these may be where the test holds, and where it does not:
//
//	if (node === null) return;
//	node.visit(); // of whatever node may be, but for null

// narrow lets variables have no more, from here on, than a test allows that holds, or does not. Its parts have been
// read, and nothing has been evaluated since.
func (g *generator) narrow(test ast.Expr, holds bool) {
	switch x := test.(type) {
	case *ast.Ident, *ast.Assign:
		if holds {
			g.only(x, notNullish)
		}
	case *ast.Unary:
		if x.Op == ast.Not {
			g.narrow(x.X, !holds)
		}
	case *ast.Chain: // o?.p is falsy where o is undefined or null
		if holds {
			g.only(root(x.X), notNullish)
		}
	case *ast.Binary:
		switch x.Op {
		case ast.LogicalAnd, ast.LogicalOr:
			if holds == (x.Op == ast.LogicalAnd) {
				if changes(x.R) {
					return // what the left operand tells may not be so any more
				}
				g.narrow(x.L, holds)
				g.narrow(x.R, holds)
			}
		case ast.InstanceOf:
			if holds {
				g.only(x.L, objectsOnly)
			}
		case ast.StrictNe, ast.Ne:
			g.compared(x, !holds)
		case ast.StrictEq, ast.Eq:
			g.compared(x, holds)
		}
	}
}

// changes reports whether an expression may assign a variable of its own function.
func changes(x ast.Expr) (found bool) {
	ast.Walk(x, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Assign, *ast.Update:
			found = true
		case *ast.Function:
			return false
		}
		return !found
	})
	return found
}

// root returns what stands before the first link of a chain, if that is optional, or nil.
func root(x ast.Expr) ast.Expr {
	for {
		var of ast.Expr
		optional := false
		switch link := x.(type) {
		case *ast.Member:
			of, optional = link.Obj, link.Optional
		case *ast.Index:
			of, optional = link.Obj, link.Optional
		case *ast.Call:
			of, optional = link.Callee, link.Optional
		default:
			return nil
		}
		if _, ok := of.(*ast.Ident); ok {
			if !optional {
				return nil
			}
			return of
		}
		x = of
	}
}

// compared is narrow for a comparison that yields equal, or does not.
func (g *generator) compared(x *ast.Binary, equal bool) {
	l, r := x.L, x.R
	if isNullish(l) || isString(l) {
		l, r = r, l
	}
	strict := x.Op == ast.StrictEq || x.Op == ast.StrictNe
	switch r := r.(type) {
	case *ast.String:
		if of, ok := l.(*ast.Unary); ok && of.Op == ast.Typeof && equal {
			if only, known := typed[r.Value]; known {
				g.only(of.X, only)
			}
		}
	default:
		switch _, null := r.(*ast.Null); {
		case !isNullish(r) || equal:
		case !strict:
			g.only(l, notNullish)
		case null:
			g.only(l, notNull)
		default:
			g.only(l, defined)
		}
	}
}

// typed are the values of which typeof has a result.
var typed = map[string]filter{"number": numbersOnly, "bigint": primitivesOnly, "string": primitivesOnly, "boolean": primitivesOnly, "symbol": primitivesOnly, "function": functionsOnly}

func isString(x ast.Expr) bool {
	_, ok := x.(*ast.String)
	return ok
}

// isNullish reports whether an expression is undefined or null, as it is written.
func isNullish(x ast.Expr) bool {
	_, null := x.(*ast.Null)
	return null || ast.IsUndefined(x)
}

// only lets a variable have no values from here on but those that pass a filter.
func (g *generator) only(x ast.Expr, f filter) {
	if a, ok := x.(*ast.Assign); ok && a.Op == ast.NoOp {
		x = a.Target
	}
	id, ok := x.(*ast.Ident)
	if !ok || id.Sym == nil || g.locals == nil || !g.follows(id.Sym) && !(id.Sym.Kind == ast.SymConst && !id.Sym.DynamicReach) {
		return
	}
	n := g.newNode()
	g.flowOnly(g.ident(id), n, f)
	g.locals[id.Sym] = n
}
