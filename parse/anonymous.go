package parse

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// A function without a name gets that of what it is assigned to, unless it is only a part
// of what is assigned. Writing shorter syntax, esbuild leaves such parts out:
//
//	f = (0, () => 1)              becomes     f = () => 1
//	var { f = true && g } = o     …
//
// Where that might happen, it is given a call of a function that does not exist,
//
//	f = (0, keep(() => 1))
//
// which it leaves alone. Afterwards (0, …) stands there if the function would get a name,
// and else the function.

// eachAnonymous calls f for the functions and classes without a name that would get one
// where n has them, but for what is around them, or around the name.
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
	switch n := n.(type) { // which esbuild names, too
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

// isPrototype reports whether a property gives an object its prototype. Source: ECMA-262,
// B.3.1.
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

// isInBrackets reports whether a target is a name in brackets, which names no function.
func isInBrackets(target ast.Expr) bool {
	id, ok := target.(*ast.Ident)
	return ok && id.Paren
}

// eachNamed calls f for the expressions directly in n that, if they are functions without
// a name, get one. Source: ECMA-262, NamedEvaluation.
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

// eachResult calls f for the expressions of which one is the value of x.
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

// eachAssigned calls f for the expressions directly in n that need no brackets, whatever
// they are, if they have no comma.
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

// released takes the calls of keep out of what esbuild wrote.
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

// newName returns a name that does not occur in a text. esbuild chooses names by how often
// letters occur, of which it counts those of ASCII.
func newName(text string) string {
	name := "ª"
	for strings.Contains(text, name) {
		name += "ª"
	}
	return name
}
