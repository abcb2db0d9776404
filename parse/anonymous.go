package parse

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// An anonymous function takes the name of the variable that it is assigned to, but not if
// it is only a part of the assigned expression. When esbuild writes shorter syntax, it may
// drop the rest of that expression:
//
//	f = (0, () => 1)              becomes     f = () => 1
//	var { f = true && g } = o     …
//
// Where that might happen, esbuild is given a call of a function that does not exist,
//
//	f = (0, keep(() => 1))
//
// which it leaves alone. Afterwards the call is replaced by (0, …) if the function would
// take a name there, and by the function itself otherwise.

// eachAnonymous calls f for the anonymous functions and classes that would take a name in
// n if not for the expression around them, or the parentheses around the name.
func eachAnonymous(n ast.Node, f func(ast.Expr)) {
	results := func(x ast.Expr) {
		eachResult(x, func(x ast.Expr) {
			if ast.IsAnonymous(x) {
				f(x)
			}
		})
	}
	eachNamed(n, func(x ast.Expr) {
		if !ast.IsAnonymous(x) {
			results(x)
		}
	})
	switch n := n.(type) { // these esbuild names, too
	case *ast.Property:
		if isPrototype(n) {
			results(n.Value)
		}
	case *ast.Assign:
		if isInBrackets(n.Target) {
			results(n.Value)
		}
	case *ast.Default:
		if isInBrackets(n.Target) {
			results(n.Value)
		}
	}
}

// isPrototype reports whether a property sets the prototype of an object. Source:
// ECMA-262, B.3.1.
func isPrototype(n *ast.Property) bool {
	if n.Kind != ast.PropInit || n.Computed || n.Shorthand {
		return false
	}
	switch key := n.Key.(type) {
	case *ast.Ident:
		return key.Name == "__proto__"
	case *ast.String:
		return key.Value == "__proto__"
	}
	return false
}

// isInBrackets reports whether a target is a name in parentheses, which gives no function
// its name.
func isInBrackets(target ast.Expr) bool {
	id, ok := target.(*ast.Ident)
	return ok && id.Paren
}

// eachNamed calls f for the expressions directly in n that take a name there if they are
// anonymous functions. Source: ECMA-262, NamedEvaluation.
func eachNamed(n ast.Node, f func(ast.Expr)) {
	var target, value ast.Expr
	switch n := n.(type) {
	case *ast.Declarator:
		target, value = n.Target, n.Init
	case *ast.Assign:
		target, value = n.Target, n.Value
	case *ast.Default:
		target, value = n.Target, n.Value
	case *ast.Property:
		if n.Kind == ast.PropInit && !isPrototype(n) {
			f(n.Value)
		}
	case *ast.Function:
		if n.Kind == ast.FuncField && n.ExprBody != nil {
			f(n.ExprBody)
		}
	case *ast.ExportDefault:
		if st, ok := n.Value.(*ast.ExprStmt); ok {
			f(st.X)
		}
	}
	if _, ok := target.(*ast.Ident); ok && value != nil && !isInBrackets(target) {
		f(value)
	}
}

// eachResult calls f for the expressions one of which is the value of x.
func eachResult(x ast.Expr, f func(ast.Expr)) {
	switch x := x.(type) {
	case *ast.Seq:
		eachResult(x.Exprs[len(x.Exprs)-1], f)
	case *ast.Cond:
		eachResult(x.Then, f)
		eachResult(x.Else, f)
	case *ast.Binary:
		if x.Op.Logical() {
			eachResult(x.L, f)
			eachResult(x.R, f)
		}
	default:
		f(x)
	}
}

// eachAssigned calls f for the expressions directly in n that need no parentheses,
// whatever they are, except around a comma expression.
func eachAssigned(n ast.Node, f func(ast.Expr)) {
	switch n := n.(type) {
	case *ast.Declarator:
		f(n.Init)
	case *ast.Assign:
		f(n.Value)
	case *ast.Default:
		f(n.Value)
	case *ast.Property:
		f(n.Value)
	case *ast.Cond:
		f(n.Then)
		f(n.Else)
	case *ast.Call:
		for _, x := range n.Args {
			f(x)
		}
	case *ast.New:
		for _, x := range n.Args {
			f(x)
		}
	case *ast.Array:
		for _, x := range n.Elems {
			f(x)
		}
	case *ast.Return:
		f(n.X)
	case *ast.Function:
		f(n.ExprBody)
	}
}

// released returns the patches that remove the calls of keep from esbuild's output.
func released(p *ast.Program, keep string) []print.Patch {
	const plain, named = 1, 2
	at := map[ast.Expr]int{}
	var patches []print.Patch
	ast.Walk(p, func(n ast.Node) bool {
		eachAssigned(n, func(x ast.Expr) {
			if x != nil {
				at[x] = plain
			}
		})
		eachNamed(n, func(x ast.Expr) { at[x] = named })
		call, ok := n.(*ast.Call)
		if !ok || len(call.Args) != 1 {
			return true
		}
		id, ok := call.Callee.(*ast.Ident)
		if !ok || id.Sym != nil || id.Name != keep {
			return true
		}
		x := call.Args[0]
		before, after := "(", ")"
		switch {
		case at[call] == named && ast.IsAnonymous(x):
			before = "(0,"
		case at[call] != 0:
			before, after = "", ""
		}
		span := x.Pos().Span
		patches = append(patches, print.Patch{Span: ast.Span{Start: call.Start, End: span.Start}, Text: before},
			print.Patch{Span: ast.Span{Start: span.End, End: call.End}, Text: after})
		return true
	})
	return patches
}

// newName returns a name that does not occur in a text. It is not ASCII: esbuild chooses
// names by letter frequencies, and counts ASCII letters only.
func newName(text string) string {
	name := "ª"
	for strings.Contains(text, name) {
		name += "ª"
	}
	return name
}
