package build

import (
	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
)

// closed are the facts that follow from a script's text alone about the names that it declares
// at its top level, for the assumption closed-world: which of them get one value, and from
// where on they have it. A name that the text assigns again is not among them.
type closed struct {
	// from is the place after the declarator that assigns the value; 0 for a declared function,
	// which exists before anything runs.
	from map[*ast.Symbol]int32
}

// FixedFor reports that code of fn, a function of the program, finds a name of the script's top
// level with the only value that it ever has, if nothing but the program itself writes the
// names that it declares. early: unless fn runs before the name has its value, which is then an error.
func (b *Bindings) FixedFor(sym *ast.Symbol, fn *ast.Function) (fixed, early bool) {
	if sym == nil || fn.Kind == ast.FuncTop {
		return false, false
	}
	from, ok := b.closed.from[sym]
	if !ok {
		return false, false
	}
	if top := b.lists.of(nil); from <= top.Quiet() || from <= top.From(fn) {
		return true, false
	}
	return sym.Kind.Lexical(), true
}

// surveyClosed surveys the top level of a script. The names of a module belong to it alone in
// any case, but a cycle of imports may call its functions before it runs.
func surveyClosed(p *ast.Program) closed {
	c := closed{from: map[*ast.Symbol]int32{}}
	if p.Scope == nil || p.Scope.Kind != ast.ScopeGlobal {
		return c
	}
	for _, st := range p.Body {
		switch st := st.(type) {
		case *ast.VarDecl:
			for _, d := range st.Decls {
				if id, ok := d.Target.(*ast.Ident); ok {
					c.enter(id, d.End)
				}
			}
		case *ast.ClassDecl:
			c.enter(st.Class.Name, st.End)
		default:
			if d := settled.Declared(st); d != nil {
				c.enter(d.Fn.Name, 0)
			}
		}
	}
	return c
}

// enter records a name that has its value from a place on, if nothing else assigns it.
func (c *closed) enter(id *ast.Ident, from int32) {
	if id == nil || id.Sym == nil || !isTopScope(id.Sym.Scope) {
		return
	}
	switch id.Name {
	case "undefined", "NaN", "Infinity":
		return // a var of these cannot be written
	}
	if id.Sym.Kind != ast.SymUsing && settled.WrittenOnce(id.Sym) {
		c.from[id.Sym] = from
	}
}
