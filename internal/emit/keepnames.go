package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// keepNames makes anonymous functions keep the .name that they have in the source. Where a new context would name a
// function, it is wrapped to prevent that, but not in a variable of an inlined callee if nobody looks at names; where a
// function would lose the name that its context in the source gave it, the emission is refused.
func (e *emitter) keepNames() {
	if len(e.Closures) == 0 && len(e.Classes) == 0 && e.Fn.Kind != ast.FuncField {
		return // nothing has a name of that kind
	}
	given := map[ast.Node]bool{}
	fix := func(name string, of *ast.Ident, x *ast.Expr) {
		want, ok := e.anonymous(*x)
		if !ok || given[*x] { // a declarator is visited twice
			return
		}
		given[*x] = true
		switch {
		case want == name:
		case want == "" && of != nil && e.isInlined(of) && e.g.Assumes("takes-name", son.AssumeFnNames):
		case want == "":
			*x = &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, *x}}
		default:
			refuseName(want, "the function %s would be called %s", want, name)
		}
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign:
			if id, ok := n.Target.(*ast.Ident); ok && (n.Op == ast.NoOp || n.Op.Logical()) {
				fix(id.Name, id, &n.Value)
			}
		case *ast.Default:
			if id, ok := n.Target.(*ast.Ident); ok {
				fix(id.Name, id, &n.Value)
			}
		case *ast.Declarator:
			if id, ok := n.Target.(*ast.Ident); ok && n.Init != nil {
				fix(id.Name, id, &n.Init)
			}
		case *ast.Property:
			if n.Value == nil {
				break
			}
			want, ok := e.anonymous(n.Value)
			given[n.Value] = true
			if ok && n.Kind == ast.PropInit && !e.directProp(n.Value) {
				if want != "" && want == e.flatKey(n) {
					break
				}
				if want != "" {
					refuse("a function would be called by its key")
				}
				n.Value = &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, n.Value}}
			}
		}
		_, closure := e.Closure(n)
		return !closure
	}
	e.fieldName(given)
	for _, l := range e.lists {
		for _, st := range l.Stmts {
			switch d := st.(type) {
			case *ast.VarDecl:
				for _, x := range d.Decls {
					visit(x)
				}
			case *ast.ExportDefault:
				if x, ok := d.Value.(*ast.ExprStmt); ok {
					fix("default", nil, &x.X)
				}
			}
			walkOwn(st, visit)
		}
	}
	e.classNames(given)
	for x, idx := range e.Closures {
		fn := e.Program.Funcs[idx]
		if _, ok := x.(ast.Expr); ok && e.src.FunctionProps[idx] && !given[x] {
			refuse("a function would lose the name that its key gave it")
		}
		if _, ok := x.(ast.Expr); ok && fn.Name == nil && !given[x] && e.Bindings.StaticName(fn) != "" {
			refuse("the function %s would lose its name", e.Bindings.StaticName(fn))
		}
	}
}

// isInlined reports whether a name is that of a variable of an inlined callee, such as its parameter.
func (e *emitter) isInlined(id *ast.Ident) bool {
	w := e.webs.web(e.Owner[id])
	return w != nil && w.Sym != nil && w.Sym.Inlined
}

// walkOwn visits the expressions of a statement, without the lists nested in it.
func walkOwn(st ast.Stmt, visit func(ast.Node) bool) {
	ast.Walk(st, func(n ast.Node) bool {
		if _, ok := n.(*ast.Block); ok {
			return false
		}
		if c, ok := n.(*ast.Case); ok {
			if c.Test != nil {
				ast.Walk(c.Test, visit)
			}
			return false
		}
		return visit(n)
	})
}
