package coalesce

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// redeclared makes assignments of declarations whose variables are parameters, or declared by
// another statement:
//
//	function f(a) { var a = g(a); return h(a) }  =>  function f(a) { a = g(a); return h(a) }
//
// Expressions can become part of other statements. A declaration of several variables stays if one of
// them is declared nowhere else: two statements in place of one are no gain.
func (w *walk) redeclared() {
	r := &redeclarer{walk: w, declared: map[*ast.Symbol][]*ast.Ident{}}
	for _, v := range w.vars {
		if v.into == nil && v.sym.Kind == ast.SymParam {
			r.declared[v.sym] = v.sym.Decls[:1:1]
		}
	}
	body := &ast.Block{Body: w.fn.Body}
	ast.Walk(body, r.visit)
	w.fn.Body = body.Body
	for sym, ids := range r.declared {
		slices.SortStableFunc(ids, func(a, b *ast.Ident) int { return cmp.Compare(a.Start, b.Start) })
		sym.Decls = ids
	}
}

// redeclarer looks for declarations. declared are the names that declare a variable in those that stay.
type redeclarer struct {
	*walk
	declared map[*ast.Symbol][]*ast.Ident
}

func (r *redeclarer) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Function:
		return false
	case *ast.Block:
		n.Body = r.list(n.Body)
	case *ast.Case:
		n.Body = r.list(n.Body)
	case *ast.If:
		r.part(&n.Then)
		if n.Else != nil {
			r.part(&n.Else)
		}
	case *ast.Labeled:
		r.part(&n.Body)
	case *ast.While:
		r.part(&n.Body)
	case *ast.DoWhile:
		r.part(&n.Body)
	case *ast.For:
		if d, ok := n.Init.(*ast.VarDecl); ok {
			n.Init = r.declaration(d)
		}
		r.part(&n.Body)
	case *ast.ForIn:
		r.each(&n.Left)
		r.part(&n.Body)
	case *ast.ForOf:
		r.each(&n.Left)
		r.part(&n.Body)
	}
	return true
}

func (r *redeclarer) list(list []ast.Stmt) []ast.Stmt {
	out := list[:0]
	for _, st := range list {
		if d, ok := st.(*ast.VarDecl); ok {
			if st = r.declaration(d); st == nil {
				continue
			}
		}
		out = append(out, st)
	}
	return out
}

// part handles a statement that has to be there.
func (r *redeclarer) part(st *ast.Stmt) {
	if d, ok := (*st).(*ast.VarDecl); ok {
		if *st = r.declaration(d); *st == nil {
			*st = &ast.Empty{Base: d.Base}
		}
	}
}

// each handles the variable of a for-in or for-of.
func (r *redeclarer) each(left *ast.Stmt) {
	d, ok := (*left).(*ast.VarDecl)
	if !ok || d.Kind != ast.Var {
		return
	}
	one := d.Decls[0]
	if one.Init != nil || !r.isDeclared(one) {
		r.see(d)
		return
	}
	*left = &ast.ExprStmt{Base: d.Base, X: one.Target}
}

// declaration returns what takes the place of a declaration; nil if nothing has to.
func (r *redeclarer) declaration(d *ast.VarDecl) ast.Stmt {
	if d.Kind != ast.Var {
		return d
	}
	d.Decls = slices.DeleteFunc(d.Decls, func(one *ast.Declarator) bool {
		id, ok := one.Init.(*ast.Ident)
		return ok && r.isDeclared(one) && id.Sym == one.Target.(*ast.Ident).Sym // var a = a
	})
	if slices.ContainsFunc(d.Decls, func(one *ast.Declarator) bool { return !r.isDeclared(one) }) {
		r.see(d)
		return d
	}
	var list []ast.Expr
	for _, one := range d.Decls {
		if one.Init != nil {
			list = append(list, &ast.Assign{Base: one.Base, Target: one.Target, Value: one.Init})
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return &ast.ExprStmt{Base: d.Base, X: list[0]}
	}
	return &ast.ExprStmt{Base: d.Base, X: &ast.Seq{Base: d.Base, Exprs: list}}
}

// isDeclared reports whether a parameter, or a declaration that stays, declares the variable.
func (r *redeclarer) isDeclared(d *ast.Declarator) bool {
	id, ok := d.Target.(*ast.Ident)
	return ok && len(r.declared[id.Sym]) > 0
}

// see notes what a declaration declares that stays.
func (r *redeclarer) see(d *ast.VarDecl) {
	for _, one := range d.Decls {
		for _, id := range ast.Names(one.Target) {
			if r.of[id.Sym] != nil {
				r.declared[id.Sym] = append(r.declared[id.Sym], id)
			}
		}
	}
}
