package singleuse

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Edit changes the tree, whose names must then be resolved again. The text stays as it is.
func (f *Found) Edit() {
	for _, fn := range f.nameless {
		fn.Name = nil
	}
	for _, r := range f.replaced {
		u := r.use
		*u.at = r.by.moved()
		if u.short != nil {
			u.short.Key, u.short.Shorthand = &ast.Ident{Base: u.id.Base, Name: u.id.Name}, false
		}
	}
	for _, l := range f.lists {
		l.edit()
	}
}

// moved returns what takes the place of a reference.
func (c *candidate) moved() ast.Expr {
	switch {
	case c.constant:
		return copied(c.decl.Init)
	case c.fn != nil:
		return &ast.Func{Base: ast.Base{Span: c.fn.Span}, Fn: c.fn}
	}
	return c.decl.Init
}

// copied returns a copy of a constant.
func copied(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Number:
		y := *x
		return &y
	case *ast.String:
		y := *x
		return &y
	case *ast.Bool:
		y := *x
		return &y
	case *ast.Null:
		y := *x
		return &y
	case *ast.Unary:
		y := *x
		y.X = copied(x.X)
		return &y
	}
	panic("BUG: singleuse: no constant")
}

// edit removes what is gone from the statements of a list.
func (l *list) edit() {
	gone := map[ast.Node]bool{}
	for _, c := range l.names {
		switch {
		case !c.gone:
		case c.fn != nil:
			gone[l.body[c.at]] = true
		default:
			gone[c.decl] = true
		}
	}
	if len(gone) == 0 {
		return
	}
	body := l.body[:0]
	for _, st := range l.body {
		if d, ok := st.(*ast.VarDecl); ok {
			d.Decls = slices.DeleteFunc(d.Decls, func(d *ast.Declarator) bool { return gone[d] })
			gone[d] = len(d.Decls) == 0
		}
		if !gone[st] {
			body = append(body, st)
		}
	}
	clear(l.body[len(body):])
	if l.fn != nil {
		l.fn.Body = body
	} else {
		l.p.Body = body
	}
}
