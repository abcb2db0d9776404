package coalesce

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// apply makes the variables one that share found.
func (w *walk) apply() {
	sc := w.fn.Scope
	sc.Symbols = slices.DeleteFunc(sc.Symbols, func(s *ast.Symbol) bool { v := w.of[s]; return v != nil && v.into != nil })
	body := &ast.Block{Body: w.fn.Body}
	ast.Walk(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Function:
			return false
		case *ast.Block:
			n.Body = w.tidy(n.Body)
		case *ast.Case:
			n.Body = w.tidy(n.Body)
		case *ast.For:
			if d, ok := n.Init.(*ast.VarDecl); ok {
				if w.drop(d); len(d.Decls) == 0 {
					n.Init = nil
				}
			}
		case *ast.Ident:
			if v := w.of[n.Sym]; v != nil && v.into != nil {
				n.Sym = v.into.sym
			}
		}
		return true
	})
	w.fn.Body = body.Body
	for _, v := range w.vars {
		if v.into != nil {
			merge(v.into.sym, v.sym)
		}
	}
	w.redeclared()
}

// merge adds the references of a variable to those of the one that it becomes.
func merge(to, from *ast.Symbol) {
	to.Refs = append(to.Refs[:len(to.Refs):len(to.Refs)], from.Refs...)
	to.Decls = append(to.Decls[:len(to.Decls):len(to.Decls)], from.Decls...)
	to.Assigns += from.Assigns + 1 // it has several values in any case
	to.Read = to.Read || from.Read
}

// drop drops declarations without value of variables that are declared elsewhere.
func (w *walk) drop(d *ast.VarDecl) {
	if d.Kind != ast.Var {
		return
	}
	d.Decls = slices.DeleteFunc(d.Decls, func(one *ast.Declarator) bool {
		id, ok := one.Target.(*ast.Ident)
		if !ok || one.Init != nil {
			return false
		}
		v := w.of[id.Sym]
		return v != nil && v.into != nil
	})
}

// tidy drops such declarations from a list, and makes one of those that follow each other.
func (w *walk) tidy(list []ast.Stmt) []ast.Stmt {
	out := list[:0]
	for _, st := range list {
		if d, ok := st.(*ast.VarDecl); ok {
			if w.drop(d); len(d.Decls) == 0 {
				continue
			}
			if n := len(out) - 1; n >= 0 {
				if last, ok := out[n].(*ast.VarDecl); ok && last.Kind == ast.Var && d.Kind == ast.Var {
					last.Decls = append(last.Decls, d.Decls...)
					continue
				}
			}
		}
		out = append(out, st)
	}
	return out
}
