package grouping

import "github.com/sonjs/son/parse/ast"

// An operation that the author parenthesized for readability keeps its parentheses where it is
// still an operand of the same kind:
//
//	(a + x) & MASK      becomes     (a + x) & 65535

// operand is the kind of construct that an operation is an operand of.
type operand uint8

const (
	ofOperation operand = iota + 1 // of another operation
	ofList                         // an argument, an element, a substitution of a template
	ofValue                        // what is assigned, returned, thrown or iterated
	ofTest                         // tested by a statement
)

// findParens records the parenthesized operations among n's operands in the source.
func (r *restorer) findParens(n ast.Node) {
	eachOperand(n, func(x ast.Expr, of operand) {
		if x.Pos().Paren && ast.IsOperation(x) {
			r.parens[x.Pos().Span] = of
		}
	})
}

// parenthesize marks the operations among n's operands that the author parenthesized.
func (r *restorer) parenthesize(n ast.Node) {
	eachOperand(n, func(x ast.Expr, of operand) {
		if ast.IsOperation(x) && r.parens[x.Pos().Span] == of {
			x.Pos().Paren = true
		}
	})
}

// eachOperand calls f for the expressions that are direct operands of n.
func eachOperand(n ast.Node, f func(ast.Expr, operand)) {
	one := func(x ast.Expr, of operand) {
		if x != nil {
			f(x, of)
		}
	}
	list := func(xs []ast.Expr) {
		for _, x := range xs {
			one(x, ofList)
		}
	}
	switch n := n.(type) {
	case *ast.Binary:
		one(n.L, ofOperation)
		one(n.R, ofOperation)
	case *ast.Cond:
		one(n.Test, ofOperation)
		one(n.Then, ofOperation)
		one(n.Else, ofOperation)
	case *ast.Unary:
		one(n.X, ofOperation)
	case *ast.Index:
		one(n.Key, ofList)
	case *ast.Call:
		list(n.Args)
	case *ast.New:
		list(n.Args)
	case *ast.Array:
		list(n.Elems)
	case *ast.Template:
		list(n.Exprs)
	case *ast.Property:
		one(n.Value, ofValue)
	case *ast.Assign:
		one(n.Value, ofValue)
	case *ast.Declarator:
		one(n.Init, ofValue)
	case *ast.Return:
		one(n.X, ofValue)
	case *ast.Throw:
		one(n.X, ofValue)
	case *ast.ForIn:
		one(n.Right, ofValue)
	case *ast.ForOf:
		one(n.Right, ofValue)
	case *ast.Function:
		one(n.ExprBody, ofValue)
	case *ast.If:
		one(n.Test, ofTest)
	case *ast.While:
		one(n.Test, ofTest)
	case *ast.DoWhile:
		one(n.Test, ofTest)
	case *ast.For:
		one(n.Test, ofTest)
	case *ast.Switch:
		one(n.Disc, ofTest)
	}
}
