package decl

import (
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/parse/ast"
)

// Written holds the var, let and const statements of a function as its author wrote it, in order.
type Written []*ast.VarDecl

// WrittenIn finds the statements of a function itself, without the functions in it.
func WrittenIn(fn *ast.Function) (ds Written) {
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Func, *ast.FuncDecl, *ast.ClassExpr, *ast.ClassDecl, *ast.ExprStmt, *ast.Return, *ast.Throw:
			return false
		case *ast.VarDecl:
			ds = append(ds, n)
			return false
		}
		return true
	}
	for _, st := range fn.Body {
		ast.Walk(st, visit)
	}
	slices.SortFunc(ds, func(a, b *ast.VarDecl) int { return int(a.Start - b.Start) })
	return ds
}

// At returns the innermost statement around a span, or nil.
func (ds Written) At(s ast.Span) *ast.VarDecl {
	i, ok := slices.BinarySearchFunc(ds, s.Start, func(d *ast.VarDecl, at int32) int { return int(d.Start - at) })
	if !ok {
		i--
	}
	for ; i >= 0; i-- {
		if ds[i].Span.Contains(s) {
			return ds[i]
		}
		if ds[i].End <= s.Start {
			break
		}
	}
	return nil
}

// declareLoose declares vars that no statement initializes together with those that the source
// declares in the same statement.
func (t *Declarer) declareLoose() {
	loose, p := t.loose, t.NewPlacer()
	again := p.redeclared()
	if len(loose) == 0 && len(again) == 0 {
		return
	}
	ds := WrittenIn(t.Fn)
	groups := map[*ast.VarDecl][]*ast.Declarator{}
	var order []*ast.VarDecl
	var rest []*ast.Declarator
	made := t.MadeFrom(ds)
	add := func(w *scope.Var, at *ast.Ident) {
		d := &ast.Declarator{Target: t.Refs.Ident(w)}
		d.Target.(*ast.Ident).Name = w.Name
		var g *ast.VarDecl
		if at != nil {
			d.Span = at.Span
			g = ds.At(d.Span)
		}
		if g == nil {
			rest = append(rest, d)
			return
		}
		if p := made[g]; p != nil {
			p.Decls = append(p.Decls, d)
			return
		}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], d)
	}
	for _, w := range loose {
		if w.Before != nil && p.declareBefore(w) {
			continue
		}
		var at *ast.Ident
		if w.Sym != nil && len(w.Sym.Decls) > 0 {
			at = w.Sym.Decls[0]
		}
		add(w, at)
	}
	for _, x := range again {
		if !slices.Contains(loose, x.w) || x.id != x.w.Sym.Decls[0] {
			add(x.w, x.id)
		}
	}
	order = slices.DeleteFunc(order, func(g *ast.VarDecl) bool { return p.declareInHead(g, groups[g]) })
	var fresh []*ast.VarDecl
	if len(rest) > 0 {
		fresh = append(fresh, &ast.VarDecl{Kind: ast.Var, Decls: rest})
	}
	for _, g := range order {
		d := &ast.VarDecl{Kind: ast.Var, Decls: groups[g]}
		d.Span = g.Span
		fresh = append(fresh, d)
	}
	for _, d := range fresh {
		p.Place(d)
	}
}

// declareBefore declares a var in front of the first statement with a reference to it, and reports whether that was
// possible.
func (p *Placer) declareBefore(w *scope.Var) bool {
	in, d := w.Uses.Around, &ast.Declarator{Target: p.Refs.Ident(w)}
	d.Target.(*ast.Ident).Name = w.Name
	st := &ast.VarDecl{Kind: ast.Var, Decls: []*ast.Declarator{d}}
	at := slices.Index(in.Stmts, w.Before)
	if at < 0 || p.hides(in, st) {
		return false
	}
	if before, ok := in.Stmts[max(at-1, 0)].(*ast.VarDecl); ok && p.early[before] {
		before.Decls = append(before.Decls, d)
		return true
	}
	p.early[st] = true
	in.Stmts = slices.Insert(in.Stmts, at, ast.Stmt(st))
	return true
}

// declareInHead declares vars in the head of a for where the source does, if the head declares
// everything that it assigns, and reports whether it did. If the loop was copied, it uses the
// first copy.
func (p *Placer) declareInHead(g *ast.VarDecl, vars []*ast.Declarator) bool {
	for _, head := range p.Tree.Lists {
		f, ok := unlabeled(head.Owner).(*ast.For)
		if !ok || p.Heads[f] != head {
			continue
		}
		src, ok := written.Of[*ast.For](p.Src, f.Site)
		if !ok || src.Init != ast.Stmt(g) {
			continue
		}
		d := &ast.VarDecl{Kind: ast.Var, Decls: vars}
		if p.hides(head, d) {
			return false
		}
		p.Origin[d] = g.Span
		switch len(head.Stmts) {
		case 0:
			head.Stmts = []ast.Stmt{d}
			return true
		case 1:
			if in, ok := head.Stmts[0].(*ast.VarDecl); ok && in.Kind == ast.Var {
				in.Decls = append(in.Decls, vars...)
				return true
			}
		}
		return false
	}
	return false
}

// unlabeled returns st without its labels.
func unlabeled(st ast.Stmt) ast.Stmt {
	for {
		l, ok := st.(*ast.Labeled)
		if !ok {
			return st
		}
		st = l.Body
	}
}

// mergeDecls joins adjacent declarations that come from one statement of the source.
func (t *Declarer) mergeDecls() {
	ds := WrittenIn(t.Fn)
	group := func(d *ast.VarDecl) *ast.VarDecl {
		s := t.Origin[d]
		if s.IsZero() {
			return nil
		}
		return ds.At(s)
	}
	for _, list := range t.Tree.Lists {
		var out []ast.Stmt      // nil while nothing was joined
		var before *ast.VarDecl // the statement before, if it is a declaration
		for i, st := range list.Stmts {
			d, _ := st.(*ast.VarDecl)
			if before != nil && d != nil && before.Kind == d.Kind {
				if g := group(before); list.Kind == scope.Head || g != nil && g == group(d) {
					before.Decls = append(before.Decls, d.Decls...)
					if out == nil {
						out = slices.Clone(list.Stmts[:i])
					}
					continue
				}
			}
			if before = d; out != nil {
				out = append(out, st)
			}
		}
		if out != nil {
			list.Stmts = out
		}
	}
}

// Sort moves declarators without a value to their order in the source within their
// statement.
func (t *Declarer) Sort() {
	at := func(d *ast.Declarator) int32 {
		id, _ := d.Target.(*ast.Ident)
		if w := t.Refs.Owner[id]; w != nil && w.Sym != nil && len(w.Sym.Decls) > 0 {
			return w.Sym.Decls[0].Start
		}
		return -1
	}
	for _, l := range t.Tree.Lists {
		for _, st := range l.Stmts {
			d, ok := st.(*ast.VarDecl)
			if !ok || len(d.Decls) < 2 {
				continue
			}
			for i := range d.Decls { // those with values keep their order
				if d.Decls[i].Init != nil || at(d.Decls[i]) < 0 {
					continue
				}
				x := d.Decls[i]
				j := i
				for ; j > 0 && at(d.Decls[j-1]) > at(x); j-- {
					d.Decls[j] = d.Decls[j-1]
				}
				d.Decls[j] = x
			}
		}
	}
}

// MadeFrom maps the var statements of the source to those of the output that come from them.
func (t *Declarer) MadeFrom(ds Written) map[*ast.VarDecl]*ast.VarDecl {
	made := map[*ast.VarDecl]*ast.VarDecl{}
	for _, l := range t.Tree.Lists {
		if l.Kind == scope.Head {
			continue
		}
		for _, st := range l.Stmts {
			if d := Of(st); d != nil && d.Kind == ast.Var && !t.Origin[d].IsZero() {
				if g := ds.At(t.Origin[d]); g != nil {
					made[g] = d
				}
			}
		}
	}
	return made
}

// Of returns the variable declaration that a statement is or exports, or nil.
func Of(st ast.Stmt) *ast.VarDecl {
	if x, ok := st.(*ast.ExportDecl); ok {
		st = x.Decl
	}
	d, _ := st.(*ast.VarDecl)
	return d
}
