package inline

import (
	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
)

// needsLabel reports whether the statements of a callee would most likely get a label that the author did
// not write: a return is a jump to what follows the call then, and leaves a branch that may also go on, or a
// loop, with code behind it.
//
//	if (a) return b;            if (a) { if (b) return; c(); }      for (const x of list) if (x.a) return;
//	c();                        d();                                d();
//
// The first of these only needs an else. A wrong answer costs no more than the inlining of the call, or the
// time to find out.
func needsLabel(fn *ast.Function, slot calls.Slot) bool {
	if slot == calls.Returned {
		return false
	}
	body, last := fn.Body, slot == calls.Executed
	if end := len(body) - 1; end >= 0 {
		// What a variable has from the beginning needs no code at the end.
		preset := last || loopReturns(body)
		switch r, ok := body[end].(*ast.Return); {
		case ok && preset && (r.X == nil || ast.IsLiteral(r.X)):
			body, last = body[:end], true
		case !ok && preset:
			last = true
		}
	}
	return jumpsIn(body, last)
}

// returnsEarly reports whether a function has a return other than its last statement.
func returnsEarly(fn *ast.Function) bool {
	for i, st := range fn.Body {
		if _, ok := st.(*ast.Return); (!ok || i < len(fn.Body)-1) && hasReturn(st, 0) {
			return true
		}
	}
	return false
}

// jumpsIn reports whether a return in a list of statements needs a label. last: nothing follows it.
func jumpsIn(body []ast.Stmt, last bool) bool {
	for i, st := range body {
		if hasReturn(st, 0) && jumps(st, last && i == len(body)-1) {
			return true
		}
	}
	return false
}

func loopReturns(body []ast.Stmt) bool {
	for _, st := range body {
		switch st.(type) {
		case *ast.Switch:
		default:
			if hasReturn(st, 1) {
				return true
			}
		}
	}
	return false
}

// jumps reports the same of a statement that has a return.
func jumps(st ast.Stmt, last bool) bool {
	switch st := st.(type) {
	case *ast.Return:
		return false
	case *ast.Block:
		return jumpsIn(st.Body, last)
	case *ast.If:
		if armJumps(st.Then, last) {
			return true
		}
		if other, chain := st.Else.(*ast.If); chain {
			return hasReturn(other, 0) && jumps(other, last)
		}
		return st.Else != nil && armJumps(st.Else, last)
	case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
		return !last || hasReturn(st, 2)
	case *ast.Switch:
		return !last && goesOn(st) || hasReturn(st, 2)
	}
	return !last
}

// armJumps reports the same of an arm of an if. Without its end, it may be all that there is.
func armJumps(arm ast.Stmt, last bool) bool {
	if !hasReturn(arm, 0) {
		return false
	}
	on := goesOn(arm)
	return !last && on || jumps(arm, last)
}

// goesOn reports whether control may come to the end of a statement.
func goesOn(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.Return, *ast.Throw:
		return false
	case *ast.Block:
		return len(st.Body) == 0 || goesOn(st.Body[len(st.Body)-1])
	case *ast.If:
		return st.Else == nil || goesOn(st.Then) || goesOn(st.Else)
	case *ast.Switch:
		on := true
		for _, c := range st.Cases {
			if len(c.Body) > 0 && goesOn(c.Body[len(c.Body)-1]) {
				return true
			}
			on = on && c.Test != nil
		}
		return on
	}
	return true
}

// hasReturn reports whether a statement contains a return that so many loops and switches are around.
func hasReturn(st ast.Stmt, depth int) (found bool) {
	var visit func(n ast.Node, in int)
	visit = func(n ast.Node, in int) {
		switch n.(type) {
		case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile, *ast.Switch:
			in++
		case *ast.Return:
			found = found || in >= depth
		case ast.Expr, *ast.Function, *ast.FuncDecl:
			return
		}
		ast.Children(n, func(c ast.Node) { visit(c, in) })
	}
	visit(st, 0)
	return found
}
