package build

import (
	"sort"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// inspect looks through the function for what the graph does not carry, and
// notes its assignments on the way.
func (b *builder) inspect() *son.Kept {
	if r := b.wholeReason(); r != "" {
		return &son.Kept{Reason: r, Span: b.fn.Span}
	}
	if b.fn.Kind != ast.FuncTop {
		if k := b.paramsReason(); k != nil {
			return k
		}
	}
	for _, sym := range b.fn.Captures {
		// A function among the parameters or in a catch pattern may run before
		// those that come after it have a value.
		if (sym.Kind == ast.SymParam || sym.Kind == ast.SymCatch) && len(sym.Decls) > 0 && sym.Decls[0].Start > b.fn.Start {
			return &son.Kept{Reason: "used before its declaration", Span: b.fn.Span}
		}
	}
	var found *son.Kept
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
			found = &son.Kept{Reason: r, Span: n.Pos().Span}
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
	scope := b.fn.Scope
	if scope == nil {
		scope = &ast.Scope{}
	}
	if b.fn.BodyScope != nil {
		scope = b.fn.BodyScope
	}
	for _, sym := range scope.Symbols {
		if sym.Kind == ast.SymVar && sym.Name == "arguments" && b.fn.Kind != ast.FuncArrow {
			return &son.Kept{Reason: "assignment to arguments", Span: b.fn.Span}
		}
	}
	sort.SliceStable(b.writes, func(i, j int) bool { return b.writes[i].pos < b.writes[j].pos })
	return nil
}

// paramsReason is why a function stays as written because of its parameters.
// Their list is part of the function's head, which no one changes: it runs
// before the body, and the body starts with whatever it left in the parameters.
// So the graph need not know defaults and patterns, unless a function in them
// sees the parameters, too.
func (b *builder) paramsReason() *son.Kept {
	var found *son.Kept
	for _, p := range b.fn.Params {
		if _, simple := p.(*ast.Ident); simple {
			continue
		}
		ast.Walk(p, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.Func, *ast.ClassExpr:
				found = &son.Kept{Reason: "function in a parameter list", Span: n.Pos().Span}
			}
			return found == nil
		})
	}
	if found == nil && b.fn.BodyScope != nil {
		for _, sym := range b.fn.BodyScope.Symbols {
			if b.fn.Scope.Lookup(sym.Name) != nil {
				return &son.Kept{Reason: "parameter declared again", Span: b.fn.ParamsSpan}
			}
		}
	}
	return found
}

// wholeReason is why a function stays as written whatever its body is.
func (b *builder) wholeReason() string {
	fn := b.fn
	switch {
	case fn.InWith:
		return "inside with or eval"
	case fn.DirectEval:
		return "direct eval"
	case fn.InnerEval:
		return "inner direct eval"
	case fn.HasWith:
		return "with"
	}
	return ""
}

// reason is why a function with the node n stays as written.
func (b *builder) reason(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Ident:
		// A variable in its dead zone would have to throw; only cells can.
		sym := n.Sym
		if sym != nil && sym.Kind.Lexical() && b.facts.Of(sym) == Value && b.owns(sym) &&
			!b.facts.isInitialized(sym, n.Start) && n != sym.Decls[0] {
			return "used before its declaration"
		}
	case *ast.Try:
		return b.catchReason(n)
	case *ast.ForIn:
		if x, ok := n.Left.(*ast.ExprStmt); ok {
			return b.targetReason(x.X)
		}
	case *ast.ForOf:
		if x, ok := n.Left.(*ast.ExprStmt); ok {
			return b.targetReason(x.X)
		}
	case *ast.With:
		return "with"
	case *ast.Class:
		return b.classReason(n)
	case *ast.FuncDecl:
		return "function declared in a block"
	case *ast.VarDecl:
		if n.Kind == ast.Using || n.Kind == ast.AwaitUsing {
			return "using declaration"
		}
	case *ast.Declarator:
		r := ""
		eachTarget(n.Target, func(id *ast.Ident) {
			if n.Init != nil && id.Sym != nil && id.Sym.Kind == ast.SymArguments {
				r = "assignment to arguments"
			}
		})
		return r
	case *ast.Assign:
		return b.targetReason(n.Target)
	case *ast.Update:
		return b.targetReason(n.X)
	case *ast.Verbatim, *ast.VerbatimStmt:
		return "verbatim text"
	}
	return ""
}

// targetReason is why an assignment is not carried.
func (b *builder) targetReason(target ast.Expr) string {
	switch t := target.(type) {
	case *ast.Ident:
		sym := t.Sym
		switch {
		case sym == nil || b.facts.Of(sym) == Global:
		case sym.Kind == ast.SymFuncName:
			return "assignment to a function's own name"
		case sym.Kind == ast.SymArguments:
			return "assignment to arguments"
		case sym.Kind == ast.SymConst || sym.Kind == ast.SymClassName:
			if b.facts.Of(sym) == Value {
				return "assignment to a constant"
			}
		}
	case *ast.Member, *ast.Index:
	case *ast.ArrayPat, *ast.ObjectPat:
		found := ""
		eachLeaf(t, func(x ast.Expr) {
			if r := b.targetReason(x); r != "" && found == "" {
				found = r
			}
		})
		return found
	default:
		return "assignment to a call"
	}
	return ""
}

// noteWrites notes which variables n assigns.
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
		// `var x;` writes nothing; to count it would only make a phi that goes.
		if n.Init == nil {
			return
		}
		target = n.Target
	}
	eachTarget(target, b.noteWrite)
}

// noteWrite notes that a name is assigned.
func (b *builder) noteWrite(id *ast.Ident) {
	if id.Sym != nil && b.owns(id.Sym) && b.facts.Of(id.Sym) == Value {
		b.writes = append(b.writes, write{id.Start, id.Sym})
	}
}

// noteHead notes the variables that the head of a for-in or for-of assigns.
func (b *builder) noteHead(left ast.Stmt) {
	switch l := left.(type) {
	case *ast.VarDecl:
		eachTarget(l.Decls[0].Target, b.noteWrite)
	case *ast.ExprStmt:
		eachTarget(l.X, b.noteWrite)
	}
}
