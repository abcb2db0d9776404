package build

import (
	"sort"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// inspect searches the function for constructs that the graph does not support, and records its
// assignments on the way.
func (b *builder) inspect() *son.Bailout {
	if r := b.wholeReason(); r != "" {
		return &son.Bailout{Reason: r, Span: b.fn.Span}
	}
	var found *son.Bailout
	visit := func(n ast.Node) bool {
		if found != nil {
			return false
		}
		if _, nested := n.(*ast.Function); nested {
			return false
		}
		r := b.reason(n)
		if r == "" && b.fn.Kind == ast.FuncTop {
			r = topReason(n)
		}
		if r != "" {
			found = &son.Bailout{Reason: r, Span: n.Pos().Span}
			return false
		}
		b.noteWrites(n)
		return true
	}
	for _, st := range b.fn.Body {
		if _, fixed := Fixed(st); !fixed {
			ast.Walk(st, visit)
		}
	}
	if x := b.fn.ExprBody; x != nil {
		ast.Walk(x, visit)
	}
	if found != nil {
		return found
	}
	sort.SliceStable(b.writes, func(i, j int) bool { return b.writes[i].pos < b.writes[j].pos })
	return nil
}

// wholeReason returns why a function stays as written whatever its body is, or "".
func (b *builder) wholeReason() string {
	fn := b.fn
	switch {
	case fn.InWith:
		return "inside with or eval"
	case fn.DirectEval:
		return "direct eval"
	}
	return ""
}

// reason returns why a function with the node n stays as written, or "".
func (b *builder) reason(n ast.Node) string {
	switch n := n.(type) {
	case *ast.ForIn:
		if x, ok := n.Left.(*ast.ExprStmt); ok {
			return targetReason(x.X)
		}
	case *ast.ForOf:
		if x, ok := n.Left.(*ast.ExprStmt); ok {
			return targetReason(x.X)
		}
	case *ast.With:
		return "with"
	case *ast.VarDecl:
		if n.Kind == ast.Using || n.Kind == ast.AwaitUsing {
			return "using declaration"
		}
	case *ast.FuncDecl:
		// Engines do not agree on whether this assigns the arguments object's variable.
		if s := n.Fn.Name.Sym; s != nil && s.Kind == ast.SymBlockFunc && s.Name == "arguments" && !b.fn.Strict {
			return "a block declares a function called arguments"
		}
	case *ast.Verbatim, *ast.VerbatimStmt:
		return "verbatim text"
	}
	return ""
}

// targetReason returns why a loop whose head assigns to target is not supported, or "".
func targetReason(target ast.Expr) string {
	found := ""
	ast.Leaves(target, func(x ast.Expr) {
		switch t := x.(type) {
		case *ast.Ident:
			if t.Sym != nil && t.Sym.Kind == ast.SymFuncName {
				found = "assignment to a function's own name"
			}
		case *ast.Call:
			found = "assignment to a call"
		}
	})
	return found
}

// noteWrites records which variables n assigns.
func (b *builder) noteWrites(n ast.Node) {
	var target ast.Expr
	switch n := n.(type) {
	case *ast.ForIn:
		b.noteHead(n.Left)
		return
	case *ast.ForOf:
		b.noteHead(n.Left)
		return
	case *ast.Assign:
		target = n.Target
	case *ast.Update:
		target = n.X
	case *ast.ClassDecl:
		if n.Class.Name != nil {
			target = n.Class.Name
		}
	case *ast.Declarator:
		// `var x;` writes nothing; counting it would only make a phi that is removed again.
		if n.Init == nil {
			return
		}
		target = n.Target
	}
	eachTarget(target, b.noteWrite)
}

// noteWrite records that a name is assigned.
func (b *builder) noteWrite(id *ast.Ident) {
	if id.Sym != nil && b.owns(id.Sym) && b.facts.Of(id.Sym) == Value {
		b.writes = append(b.writes, write{id.Start, id.Sym})
	}
}

// noteHead records the variables that the head of a for-in or for-of assigns.
func (b *builder) noteHead(left ast.Stmt) {
	switch l := left.(type) {
	case *ast.VarDecl:
		eachTarget(l.Decls[0].Target, b.noteWrite)
	case *ast.ExprStmt:
		eachTarget(l.X, b.noteWrite)
	}
}
