package build

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// closed is what a script's text alone says of the names that it declares at its top
// level, for the assumption closed-world: which of them get one value, and from where
// on they have it. A name that the text assigns once more is not among them.
type closed struct {
	// from is the place behind the declarator that gives the value; 0 for a declared
	// function, which is there before anything runs.
	from map[*ast.Symbol]int32
	// quiet is how far from its beginning the top level runs no function at all: no
	// function sees what is declared up to there before it has its value.
	quiet int32
	// hoisted are the functions that are there before the top level runs.
	hoisted map[*ast.Function]bool
}

// FixedFor reports that code of fn, a function of the program, finds a name of the
// script's top level with the one value that it ever has, if nobody but the program
// itself writes the names that it declares.
func (b *Bindings) FixedFor(sym *ast.Symbol, fn *ast.Function) bool {
	if sym == nil || fn.Kind == ast.FuncTop {
		return false
	}
	from, ok := b.closed.from[sym]
	if !ok || from <= b.closed.quiet {
		return ok
	}
	for fn.Parent != nil {
		fn = fn.Parent
	}
	return !b.closed.hoisted[fn] && fn.Start >= from
}

// surveyClosed reads the top level of a script. What a module declares belongs to it
// alone in any case, but a cycle of imports may call its functions before it runs.
func surveyClosed(p *ast.Program) closed {
	c := closed{from: map[*ast.Symbol]int32{}, hoisted: map[*ast.Function]bool{}}
	if p.Scope == nil || p.Scope.Kind != ast.ScopeGlobal {
		return c
	}
	for _, st := range p.Body {
		if d := Declared(st); d != nil {
			c.hoisted[d.Fn] = true
			c.enter(d.Fn.Name, 0)
		}
	}
	quiet := true
	for _, st := range p.Body {
		switch st := st.(type) {
		case *ast.VarDecl:
			for _, d := range st.Decls {
				quiet = quiet && c.quietDeclarator(d)
				if id, ok := d.Target.(*ast.Ident); ok {
					c.enter(id, d.End)
				}
				if quiet {
					c.quiet = d.End
				}
			}
		case *ast.ClassDecl:
			quiet = quiet && quietClass(st.Class)
			c.enter(st.Class.Name, st.End)
		case *ast.ExprStmt:
			quiet = quiet && c.quietExpr(st.X)
		case *ast.Empty:
		default:
			quiet = quiet && Declared(st) != nil
		}
		if quiet {
			c.quiet = st.Pos().End
		}
	}
	return c
}

// enter notes a name that has its value from a place on, if nothing else gives it one.
func (c *closed) enter(id *ast.Ident, from int32) {
	if id == nil || id.Sym == nil || !isTopScope(id.Sym.Scope) {
		return
	}
	switch id.Name {
	case "undefined", "NaN", "Infinity":
		return // a var of these cannot be written
	}
	sym, inits := id.Sym, 0
	if len(sym.Decls) != 1 || sym.DynamicReach || sym.Kind == ast.SymUsing {
		return
	}
	for _, r := range sym.Refs {
		if r.Kind&(ast.RefWrite|ast.RefDelete) != 0 {
			return
		}
		if r.Kind&ast.RefInit != 0 {
			inits++
		}
	}
	if inits == 1 {
		c.from[sym] = from
	}
}

// quietDeclarator reports whether a declarator runs no function.
func (c *closed) quietDeclarator(d *ast.Declarator) bool {
	_, plain := d.Target.(*ast.Ident)
	return plain && (d.Init == nil || c.quietExpr(d.Init))
}

// quietExpr reports whether to evaluate an expression runs no function and throws
// nothing.
func (c *closed) quietExpr(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.String, *ast.Bool, *ast.Null, *ast.BigInt, *ast.RegExp, *ast.Func:
		return true
	case *ast.Ident:
		from, ok := c.from[x.Sym]
		return ok && from <= c.quiet
	case *ast.ClassExpr:
		return quietClass(x.Class)
	case *ast.Template:
		return len(x.Exprs) == 0
	case *ast.Array:
		return !slices.ContainsFunc(x.Elems, func(e ast.Expr) bool { return e != nil && !c.quietExpr(e) })
	case *ast.Object:
		return !slices.ContainsFunc(x.Props, func(p *ast.Property) bool { return !c.quietProperty(p) })
	}
	return isArithmetic(x)
}

// quietProperty is quietExpr for a property of an object literal.
func (c *closed) quietProperty(p *ast.Property) bool {
	return !p.Computed && p.Kind != ast.PropSpread && c.quietExpr(p.Value)
}

// quietClass reports whether a class makes functions and nothing else.
func quietClass(c *ast.Class) bool {
	if c.Super != nil || len(c.Decorators) > 0 {
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

// isArithmetic reports whether x computes with numbers that are written there.
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
