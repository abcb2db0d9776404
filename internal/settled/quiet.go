package settled

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// findQuiet finds out how far the list runs without calling a function or throwing. It
// assumes that nobody else declares a script's names.
func (l *List) findQuiet(body []ast.Stmt) {
	l.quiet = l.start()
	for _, st := range body {
		if !l.quietStatement(st) {
			return
		}
		l.quiet = st.Pos().End
	}
}

func (l *List) quietStatement(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.Empty, *ast.Import, *ast.ExportNamed, *ast.ExportAll:
		return true
	case *ast.ExportDecl:
		return l.quietStatement(st.Decl)
	case *ast.ExportDefault:
		return l.quietStatement(st.Value)
	case *ast.ExprStmt:
		return l.quietExpr(st.X)
	case *ast.ClassDecl:
		return quietClass(st.Class)
	case *ast.VarDecl:
		for _, d := range st.Decls {
			if st.Kind == ast.Using || st.Kind == ast.AwaitUsing || !l.quietDeclarator(d) {
				return false
			}
			l.quiet = d.End
		}
		return true
	}
	return Declared(st) != nil
}

// quietDeclarator reports whether a declarator runs no function.
func (l *List) quietDeclarator(d *ast.Declarator) bool {
	id, plain := d.Target.(*ast.Ident)
	if !plain || id.Sym == nil {
		return false
	}
	switch {
	case id.Sym.Scope.Kind != ast.ScopeGlobal:
	case id.Name == "undefined", id.Name == "NaN", id.Name == "Infinity":
		return false // these properties of the global object cannot be written
	}
	return d.Init == nil || l.quietExpr(d.Init)
}

// quietExpr reports whether evaluating an expression runs no function and throws
// nothing.
func (l *List) quietExpr(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.String, *ast.Bool, *ast.Null, *ast.BigInt, *ast.RegExp, *ast.Func:
		return true
	case *ast.Ident:
		return l.quietName(x.Sym)
	case *ast.ClassExpr:
		return quietClass(x.Class)
	case *ast.Template:
		return len(x.Exprs) == 0
	case *ast.Array:
		return !slices.ContainsFunc(x.Elems, func(e ast.Expr) bool { return e != nil && !l.quietExpr(e) })
	case *ast.Object:
		return !slices.ContainsFunc(x.Props, func(p *ast.Property) bool { return !l.quietProperty(p) })
	}
	return isArithmetic(x)
}

// quietName reports whether a name can be read: it is the list's own and has a value.
func (l *List) quietName(sym *ast.Symbol) bool {
	if sym == nil || sym.Scope.Func != l.fn || sym.DynamicReach || len(sym.Decls) == 0 {
		return false
	}
	switch sym.Kind {
	case ast.SymVar, ast.SymFunc, ast.SymParam:
		return true
	case ast.SymLet, ast.SymConst, ast.SymClass:
		return sym.Decls[0].End <= l.quiet
	}
	return false
}

// quietProperty is quietExpr for a property of an object literal.
func (l *List) quietProperty(p *ast.Property) bool {
	return !p.Computed && p.Kind != ast.PropSpread && l.quietExpr(p.Value)
}

// quietClass reports whether evaluating a class creates functions and does nothing
// else.
func quietClass(c *ast.Class) bool { return c.Super == nil && quietMembers(c) }

// quietMembers is quietClass, whatever the heritage does.
func quietMembers(c *ast.Class) bool {
	if len(c.Decorators) > 0 {
		return false
	}
	for _, m := range c.Members {
		switch {
		case m.Computed, m.Kind == ast.MemberStaticBlock, m.Kind == ast.MemberAccessor, m.Static && m.Kind == ast.MemberField:
			return false
		}
	}
	return true
}

// isArithmetic reports whether x is arithmetic on number literals.
func isArithmetic(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Number:
		return true
	case *ast.Unary:
		return (x.Op == ast.Neg || x.Op == ast.Plus || x.Op == ast.BitNot || x.Op == ast.Not) && isArithmetic(x.X)
	case *ast.Binary:
		return x.Op != ast.In && x.Op != ast.InstanceOf && isArithmetic(x.L) && isArithmetic(x.R)
	}
	return false
}
