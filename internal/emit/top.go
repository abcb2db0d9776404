package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// isTop reports whether the function is the top level of the program.
func (e *emitter) isTop() bool { return e.Fn.Kind == ast.FuncTop }

// globalInit writes a declaration of the top level as a statement of its own; those that the
// source has in one statement are joined later.
func (e *emitter) globalInit(l *roots, r *root, n *son.Node) {
	r.whole = true
	v := e.operands(l, r, n.Args())[0]
	if d := e.classDecl(n.Sym, v); d != nil {
		r.stmt = d
		return
	}
	d := &ast.Declarator{Target: e.free(n.Str, n.Sym), Init: v}
	if !n.Has(son.FlagInit) && ast.IsUndefined(v) {
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

// fixedDecls returns the statements of the top level that are hoisted: imports, exports of
// names, function declarations.
func (e *emitter) fixedDecls() []ast.Stmt {
	var out []ast.Stmt
	for _, st := range e.Fn.Body {
		fn, ok := build.Fixed(st)
		if !ok {
			continue
		}
		v := &ast.VerbatimStmt{Base: ast.Base{Span: st.Pos().Span}, Of: st}
		if fn != nil {
			e.Closures[v] = fn.Index
		}
		e.fixed = append(e.fixed, v)
		e.origin[v] = v.Span
		out = append(out, v)
	}
	return out
}

// finishTop adds declarations without a value as in the source, and writes export before
// exported declarations.
func (e *emitter) finishTop(root *scope.List) {
	e.checkTop(root)
	e.checkLexical()
	e.checkLevel(root)
	e.missingVars(root, e.exportVars(root))
	e.exportClasses(root)
	if slices.ContainsFunc(e.Fn.Body, isDefaultExport) && !slices.ContainsFunc(root.Stmts, isDefaultExport) {
		refuse("the default export would go: control does not reach it") // others may import the name
	}
}

func isDefaultExport(st ast.Stmt) bool {
	if v, ok := st.(*ast.VerbatimStmt); ok {
		st = v.Of
	}
	_, ok := st.(*ast.ExportDefault)
	return ok
}

// checkTop refuses changes visible outside: a script must not get a new name at its top level.
func (e *emitter) checkTop(root *scope.List) {
	if e.Program.Type == ast.Module {
		return
	}
	for _, w := range e.webs.all {
		if w.Idents > 0 && w.Caught == nil && !w.Outer && w.Home != nil && (w.Home == root || w.Kind == ast.Var) {
			refuse("%s would become a name of the script", w.Hint)
		}
	}
}

// checkLexical refuses to remove a let, const or class that is unreachable because the top
// level returns or throws before it. Its name would no longer be in its temporal dead zone, but
// refer to a global.
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
				refuse("%s would no longer be declared: its declaration is unreachable", sym.Name)
			}
		}
	}
}

// checkLevel refuses a let, const or class of the top level that would be declared in a block,
// where code outside the block could not reference it.
func (e *emitter) checkLevel(root *scope.List) {
	own := map[*ast.Symbol]bool{}
	for _, sym := range e.Program.Scope.Symbols {
		own[sym] = sym.Kind != ast.SymVar && sym.Kind != ast.SymFunc
	}
	for _, l := range e.lists {
		if l == root {
			continue
		}
		for _, st := range l.Stmts {
			d := decl.Of(st)
			if d == nil || d.Kind == ast.Var {
				continue
			}
			for _, id := range declNames(d) {
				if own[id.Sym] {
					refuse("%s would be declared in a block", id.Name)
				}
			}
		}
	}
}

// missingVars declares the vars of the top level that no statement declares any more, where the
// source does; x holds those that still have to be exported.
func (e *emitter) missingVars(root *scope.List, x exportedVars) {
	have := map[*ast.Symbol]bool{}
	for _, l := range e.lists {
		for _, st := range l.Stmts {
			if d := decl.Of(st); d != nil {
				for _, id := range declNames(d) {
					have[id.Sym] = have[id.Sym] || d.Kind == ast.Var
				}
			}
		}
	}
	p := e.decl.NewPlacer()
	e.missingBlockFns(p)
	ds := decl.WrittenIn(e.Fn)
	made := e.decl.MadeFrom(ds)
	for sym := range x.missing {
		have[sym] = false
	}
	for _, src := range ds {
		if src.Kind != ast.Var {
			continue
		}
		var list []*ast.Declarator
		exports := false
		for _, d := range src.Decls {
			for _, id := range ast.Names(d.Target) {
				sym := e.declared(id)
				by := x.missing[sym]
				if e.Bindings.Of(sym) != build.Global || have[sym] || by != nil && by != src {
					continue
				}
				have[sym], exports = true, exports || by != nil
				list = append(list, &ast.Declarator{Base: ast.Base{Span: d.Span}, Target: e.free(id.Name, sym)})
			}
		}
		switch d := made[src]; {
		case len(list) == 0:
		case d != nil && (!exports || x.carried[d]):
			d.Decls = append(d.Decls, list...)
		case exports:
			p.Place(&ast.ExportDecl{Decl: &ast.VarDecl{Base: ast.Base{Span: src.Span}, Kind: ast.Var, Decls: list}})
		default:
			p.Place(&ast.VarDecl{Base: ast.Base{Span: src.Span}, Kind: ast.Var, Decls: list})
		}
	}
}

// missingBlockFns declares the Annex B variables of block-level functions that are gone because
// their blocks are unreachable.
func (e *emitter) missingBlockFns(p *decl.Placer) {
	have := map[*ast.Symbol]bool{}
	for _, f := range e.blockFns {
		have[f.Sym.AnnexB] = have[f.Sym.AnnexB] || f.Entry != nil
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Fn.Name == nil || n.Fn.Name.Sym == nil {
				return false
			}
			if v := n.Fn.Name.Sym.AnnexB; v != nil && len(v.Decls) == 0 && !have[v] {
				have[v] = true
				p.Place(&ast.VarDecl{Base: n.Base, Kind: ast.Var, Decls: []*ast.Declarator{{Base: n.Base, Target: e.free(v.Name, v)}}})
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

// declared returns the symbol that a name in a var statement declares: the var of the top
// level, even where the value is assigned to a catch parameter of that name.
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
