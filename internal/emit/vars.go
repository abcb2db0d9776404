package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/parse/ast"
)

// sourceDecl is a declaration statement of the source, for grouping.
type sourceDecl struct {
	decl *ast.VarDecl
}

// sourceDecls finds the function's own var, let and const statements.
func (e *emitter) sourceDecls() []sourceDecl {
	var out []sourceDecl
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Func, *ast.FuncDecl, *ast.ClassExpr, *ast.ClassDecl:
			return false
		case *ast.VarDecl:
			out = append(out, sourceDecl{decl: n})
		}
		return true
	}
	for _, st := range e.Fn.Body {
		ast.Walk(st, visit)
	}
	slices.SortFunc(out, func(a, b sourceDecl) int { return int(a.decl.Start - b.decl.Start) })
	return out
}

func declAt(ds []sourceDecl, s ast.Span) *ast.VarDecl {
	i, ok := slices.BinarySearchFunc(ds, s.Start, func(d sourceDecl, at int32) int { return int(d.decl.Start - at) })
	if !ok {
		i--
	}
	for ; i >= 0; i-- {
		if ds[i].decl.Span.Contains(s) {
			return ds[i].decl
		}
		if ds[i].decl.End <= s.Start {
			break
		}
	}
	return nil
}

// declareLoose declares vars that no statement initializes together with those that the source
// declares in the same statement.
func (e *emitter) declareLoose(root *scope.List, loose []*web) {
	p := &declPlacer{emitter: e, root: root}
	again := p.redeclared()
	if len(loose) == 0 && len(again) == 0 {
		return
	}
	ds := e.sourceDecls()
	groups := map[*ast.VarDecl][]*ast.Declarator{}
	var order []*ast.VarDecl
	var rest []*ast.Declarator
	made := e.madeFrom(ds)
	add := func(w *web, at *ast.Ident) {
		d := &ast.Declarator{Target: e.ident(w)}
		d.Target.(*ast.Ident).Name = w.Name
		var g *ast.VarDecl
		if at != nil {
			d.Span = at.Span
			g = declAt(ds, d.Span)
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
		p.place(d)
	}
}

// declareInHead declares vars in the head of a for where the source does, if the head declares
// everything that it assigns, and reports whether it did. If the loop was copied, it uses the
// first copy.
func (p *declPlacer) declareInHead(g *ast.VarDecl, vars []*ast.Declarator) bool {
	for _, head := range p.lists {
		f, ok := unlabeled(head.Owner).(*ast.For)
		if !ok || p.heads[f] != head {
			continue
		}
		src, ok := written.Of[*ast.For](&p.src, f.Site)
		if !ok || src.Init != ast.Stmt(g) {
			continue
		}
		d := &ast.VarDecl{Kind: ast.Var, Decls: vars}
		if p.hides(head, d) {
			return false
		}
		p.origin[d] = g.Span
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
func (e *emitter) mergeDecls() {
	ds := e.sourceDecls()
	group := func(d *ast.VarDecl) *ast.VarDecl {
		s := e.origin[d]
		if s.IsZero() {
			return nil
		}
		return declAt(ds, s)
	}
	for _, list := range e.lists {
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

// sortDecls moves declarators without a value to their order in the source within their
// statement.
func (e *emitter) sortDecls() {
	at := func(d *ast.Declarator) int32 {
		id, _ := d.Target.(*ast.Ident)
		if w := e.owner[id]; w != nil && w.Sym != nil && len(w.Sym.Decls) > 0 {
			return w.Sym.Decls[0].Start
		}
		return -1
	}
	for _, l := range e.lists {
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

// madeFrom maps the var statements of the source to those of the output that come from them.
func (o *output) madeFrom(ds []sourceDecl) map[*ast.VarDecl]*ast.VarDecl {
	made := map[*ast.VarDecl]*ast.VarDecl{}
	for _, l := range o.lists {
		if l.Kind == scope.Head {
			continue
		}
		for _, st := range l.Stmts {
			if d := varDecl(st); d != nil && d.Kind == ast.Var && !o.origin[d].IsZero() {
				if g := declAt(ds, o.origin[d]); g != nil {
					made[g] = d
				}
			}
		}
	}
	return made
}
