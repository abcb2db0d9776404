package build

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// inspect returns why the graph does not support the function, or nil.
func (b *builder) inspect() *son.Bailout {
	if r := b.wholeReason(); r != "" {
		return &son.Bailout{Reason: r, Span: b.fn.Span}
	}
	if b.fn.Kind == ast.FuncTop {
		return b.inspectTop()
	}
	return b.facts.unsupported[b.fn.Index]
}

// inspectTop is inspect for the top level.
func (b *builder) inspectTop() (found *son.Bailout) {
	visit := func(n ast.Node) bool {
		if found != nil {
			return false
		}
		if _, nested := n.(*ast.Function); nested {
			return false
		}
		r := unsupported(n, b.fn)
		if r == "" {
			r = topReason(n)
		}
		if r != "" {
			found = &son.Bailout{Reason: r, Span: n.Pos().Span}
		}
		return r == ""
	}
	for _, st := range b.fn.Body {
		if _, fixed := Fixed(st); !fixed {
			ast.Walk(st, visit)
		}
	}
	return found
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

// unsupported returns why a function that contains n stays as written, or "".
func unsupported(n ast.Node, fn *ast.Function) string {
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
		if s := n.Fn.Name.Sym; s != nil && s.Kind == ast.SymBlockFunc && s.Name == "arguments" && !fn.Strict {
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

// noteLoop records the assignments in a loop of the function, unless it is inside one whose
// assignments are recorded.
func (b *builder) noteLoop(st ast.Stmt) {
	span := st.Pos().Span
	if b.noted.Contains(span) {
		return
	}
	b.noted, b.writes, b.written = span, b.writes[:0], nil
	ast.Walk(st, func(n ast.Node) bool {
		_, nested := n.(*ast.Function)
		if !nested {
			b.noteWrites(n)
		}
		return !nested
	})
	slices.SortStableFunc(b.writes, func(a, b write) int { return cmp.Compare(a.pos, b.pos) })
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
