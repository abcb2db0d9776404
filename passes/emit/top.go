package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// isTop reports whether the function is the top level of the program.
func (e *emitter) isTop() bool { return e.Fn.Kind == ast.FuncTop }

// globalInit writes a declaration of the top level. It is a statement of its
// own; declarations that stand together in the source are joined later.
func (e *emitter) globalInit(l *roots, r *root, n *son.Node) {
	r.whole = true
	v := e.operands(l, r, n.Args())[0]
	if d := e.classDecl(n.Sym, v); d != nil {
		r.stmt = d
		return
	}
	d := &ast.Declarator{Target: e.free(n.Str, n.Sym), Init: v}
	if !n.Has(son.FlagInit) && isUndefined(v) {
		d.Init = nil
	}
	r.stmt = &ast.VarDecl{Kind: ast.VarKind(n.Idx), Decls: []*ast.Declarator{d}}
}

func (e *emitter) exportDefault(l *roots, r *root, n *son.Node) {
	r.whole = true
	x := e.operands(l, r, n.Args())[0]
	if d := e.classDecl(nil, x); d != nil {
		r.stmt = &ast.ExportDefault{Value: d}
		return
	}
	r.stmt = &ast.ExportDefault{Value: &ast.ExprStmt{X: x}}
}

// fixedDecls returns the statements of the top level that no control reaches:
// imports, exports of names, function declarations.
func (e *emitter) fixedDecls() []ast.Stmt {
	var out []ast.Stmt
	for _, st := range e.Fn.Body {
		fn, ok := build.Fixed(st)
		if !ok {
			continue
		}
		v := &ast.VerbatimStmt{Base: ast.Base{Span: st.Pos().Span}, Of: st}
		if fn != nil {
			e.closures[v] = fn.Index
		}
		e.fixed = append(e.fixed, v)
		e.origin[v] = v.Span
		out = append(out, v)
	}
	return out
}

// finishTop declares what the source declares without a value, and writes
// export before declarations that have it.
func (e *emitter) finishTop(root *stmtList) {
	e.checkTop(root)
	e.checkLexical()
	e.missingVars(root)
	exported := map[*ast.Symbol]bool{}
	e.exportClasses(root)
	for _, st := range e.Fn.Body {
		x, ok := st.(*ast.ExportDecl)
		if !ok {
			continue
		}
		if d, isVar := x.Decl.(*ast.VarDecl); isVar {
			for _, y := range d.Decls {
				for _, id := range names(y.Target) {
					exported[id.Sym] = true
				}
			}
		}
	}
	for i, st := range root.stmts {
		d, ok := st.(*ast.VarDecl)
		if !ok || !slices.ContainsFunc(d.Decls, func(y *ast.Declarator) bool {
			return slices.ContainsFunc(names(y.Target), func(id *ast.Ident) bool { return exported[id.Sym] })
		}) {
			continue
		}
		x := &ast.ExportDecl{Decl: d}
		e.origin[x] = e.origin[d]
		root.stmts[i] = x
	}
}

// checkTop refuses what would be seen from outside: no script gets a new name at
// its top level.
func (e *emitter) checkTop(root *stmtList) {
	if e.Program.Type == ast.Module {
		return
	}
	for _, w := range e.webs.all {
		if len(w.idents) > 0 && w.caught == nil && !e.isOuter(w) && w.home != nil && (w.home == root || w.kind == ast.Var) {
			refuse("%s would become a name of the script", w.hint)
		}
	}
}

// checkLexical refuses to lose a let, const or class that no control reaches,
// because the top level returns or throws before it. Its name would no longer
// be in its temporal dead zone, but that of a global.
func (e *emitter) checkLexical() {
	have := map[*ast.Symbol]bool{}
	e.Graph.Nodes(func(n *son.Node) {
		if n.Op == son.OpGlobalInit {
			have[n.Sym] = true
		}
	})
	for _, sym := range e.Program.Scope.Symbols {
		switch sym.Kind {
		case ast.SymLet, ast.SymConst, ast.SymUsing, ast.SymClass:
			if !have[sym] {
				refuse("%s would not be declared any more: its declaration is never reached", sym.Name)
			}
		}
	}
}

// missingVars declares the vars of the top level that no statement declares
// any more, where the source does.
func (e *emitter) missingVars(root *stmtList) {
	have := map[*ast.Symbol]bool{}
	note := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Verbatim, *ast.VerbatimStmt:
			return false
		case *ast.VarDecl:
			for _, d := range n.Decls {
				for _, id := range names(d.Target) {
					have[id.Sym] = have[id.Sym] || n.Kind == ast.Var
				}
			}
		}
		return true
	}
	for _, l := range e.lists {
		for _, st := range l.stmts {
			note(st)
		}
	}
	p := &declPlacer{emitter: e, root: root}
	e.missingBlockFns(p)
	ds := e.sourceDecls()
	made := e.madeFrom(ds)
	for _, src := range ds {
		if src.decl.Kind != ast.Var {
			continue
		}
		var list []*ast.Declarator
		for _, d := range src.decl.Decls {
			for _, id := range names(d.Target) {
				sym := e.declared(id)
				if e.Bindings.Of(sym) != build.Global || have[sym] {
					continue
				}
				have[sym] = true
				list = append(list, &ast.Declarator{Base: ast.Base{Span: d.Span}, Target: e.free(id.Name, sym)})
			}
		}
		switch d := made[src.decl]; {
		case len(list) == 0:
		case d != nil:
			d.Decls = append(d.Decls, list...)
		default:
			e.placeVar(p, &ast.VarDecl{Base: ast.Base{Span: src.decl.Span}, Kind: ast.Var, Decls: list})
		}
	}
}

// missingBlockFns declares the vars beside functions of blocks that are no longer
// there, because control never comes to the block.
func (e *emitter) missingBlockFns(p *declPlacer) {
	have := map[*ast.Symbol]bool{}
	for _, f := range e.blockFns {
		have[f.sym.AnnexB] = have[f.sym.AnnexB] || f.entry != nil
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Fn.Name == nil || n.Fn.Name.Sym == nil {
				return false
			}
			if v := n.Fn.Name.Sym.AnnexB; v != nil && len(v.Decls) == 0 && !have[v] {
				have[v] = true
				e.placeVar(p, &ast.VarDecl{Base: n.Base, Kind: ast.Var, Decls: []*ast.Declarator{{Base: n.Base, Target: e.free(v.Name, v)}}})
			}
			return false
		case *ast.Func, *ast.ClassExpr, *ast.ClassDecl:
			return false
		}
		return true
	}
	for _, st := range e.Fn.Body {
		ast.Walk(st, visit)
	}
}

// isTopName reports whether the function is a top level that declares name, which
// it may do without a mention that stays.
func (e *emitter) isTopName(name string) bool {
	return e.isTop() && slices.ContainsFunc(e.Program.Scope.Symbols, func(s *ast.Symbol) bool { return s.Name == name })
}

// placeVar declares vars of the top level where the source does, if no let stands
// around that place under such a name.
func (e *emitter) placeVar(p *declPlacer, d *ast.VarDecl) {
	in := p.place(d)
	for _, w := range e.webs.all {
		if w.home == nil || w.kind == ast.Var || w.caught != nil || !isInside(in, w.home) {
			continue
		}
		if slices.ContainsFunc(d.Decls, func(y *ast.Declarator) bool { return y.Target.(*ast.Ident).Name == w.name }) {
			refuse("two variables called %s meet", w.name)
		}
	}
}

// declared returns what a name in a var declares: the var of the top level, even
// where the value goes to a catch parameter of that name.
func (e *emitter) declared(id *ast.Ident) *ast.Symbol {
	if id.Sym == nil || id.Sym.Kind != ast.SymCatch {
		return id.Sym
	}
	for _, sym := range e.Program.Scope.Symbols {
		if sym.Kind == ast.SymVar && sym.Name == id.Name {
			return sym
		}
	}
	return id.Sym
}
