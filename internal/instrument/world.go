package instrument

import (
	"fmt"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
)

// scripts checks closed-world: that the names of a script to which the text gives one value have that value where
// functions read them, and had none before. A const needs no check.
func (in *instrumenter) scripts() {
	if !in.checked[ClosedWorld] || in.p.Type != ast.Script || in.p.CommonJS {
		return
	}
	for _, st := range in.p.Body {
		switch st := st.(type) {
		case *ast.VarDecl:
			for _, d := range st.Decls {
				if id, ok := d.Target.(*ast.Ident); ok && d.Init != nil && st.Kind <= ast.Let && in.fixed(id) {
					in.variable(id, d.Init, st.Kind)
				}
			}
		case *ast.ClassDecl:
			if in.fixed(st.Class.Name) {
				n := in.name(st.Class.Name)
				in.classEdit(st.Class).value = fmt.Sprintf("%s%s);", in.runtime("initial", n), "this")
			}
		case *ast.FuncDecl:
			if in.fixed(st.Fn.Name) {
				in.values = append(in.values, fmt.Sprint(in.name(st.Fn.Name)), st.Fn.Name.Name)
			}
		}
	}
}

// fixed reports whether a name gets one value, as far as the text tells.
func (in *instrumenter) fixed(id *ast.Ident) bool {
	if id == nil || id.Sym == nil || id.Sym.Scope != in.p.Scope || !settled.WrittenOnce(id.Sym) {
		return false
	}
	switch id.Name {
	case "undefined", "NaN", "Infinity":
		return false // a var of these cannot be written
	}
	return true
}

// variable has the runtime keep the value of a variable.
func (in *instrumenter) variable(id *ast.Ident, init ast.Expr, kind ast.VarKind) {
	n := in.name(id)
	before, after := in.runtime("initial", n), ")"
	if ast.IsAnonymous(init) {
		before, after = takingName(before, id.Name)
	}
	in.wraps = append(in.wraps, in.enclosed(init, before, after))
	if kind == ast.Var {
		k := in.check(ClosedWorld, id.Span, "the name "+id.Name+" has a value already", "undefined", false)
		in.data.Variables = append(in.data.Variables, []any{id.Name, k})
	}
}

// name checks the reads of a name in functions, and returns its number among those that have one value.
func (in *instrumenter) name(id *ast.Ident) int {
	n := in.data.Names
	in.data.Names++
	for _, r := range id.Sym.Refs {
		if r.Func == nil || r.Kind&ast.RefRead == 0 {
			continue
		}
		k := in.check(ClosedWorld, r.Ident.Span, "the name "+id.Name+" does not have the only value that the text gives it", "", false)
		in.wrap(r.Ident, "value", k, n)
	}
	return n
}
