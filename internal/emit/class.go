package emit

import (
	"slices"
	"strings"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// class writes a class expression.
func (e *emitter) class(l *roots, r *root, n *son.Node) {
	src := e.Bindings.Class(int(n.Idx))
	c := *src
	use := &scope.Class{Src: src, Class: &c, Declared: n.Has(son.FlagDecl)}
	args := n.Args()
	if len(n.Parts) > 0 && n.Parts[0].Kind == son.PartInnerName {
		e.uses[args[0].ID]--
		w := e.cellWeb(args[0])
		w.Inner, use.Inner = true, &w.Var
		r.read(w)
		args = args[1:]
	}
	xs := e.operands(l, r, args)
	next := func() ast.Expr {
		x := xs[0]
		xs = xs[1:]
		return x
	}
	if c.Super != nil {
		c.Super = next()
	}
	c.Members = make([]*ast.ClassMember, len(src.Members))
	for i, m := range src.Members {
		m := *m
		c.Members[i] = &m
		if m.Computed {
			if e.flat && hasPrivateName(m.Key) {
				refuse("a key of a class has a private name, which cannot be used before the class")
			}
			m.Key = next()
		}
		if m.Fn != nil {
			e.classMember(m.Fn, next())
		}
	}
	x := &ast.Verbatim{Base: ast.Base{Span: src.Span}, Of: &ast.ClassExpr{Base: ast.Base{Span: src.Span}, Class: &c}}
	e.Classes[x] = use
	r.x = x
	if e.uses[n.ID] == 0 && n.Sym != nil && (use.Declared || c.Name == nil && e.Bindings.ClassName(src) == n.Sym.Name) {
		// Nothing reads the variable, but it gives the class its name.
		w := e.symWeb(n.Sym)
		r.x, r.bind = &ast.Assign{Target: e.ident(w), Value: x}, true
		r.decl = use.Declared || initializes(&e.src, n.Sym, src)
		r.defineLast(w, n)
	}
}

// hasPrivateName reports whether x references a private name, perhaps one of a nested class.
func hasPrivateName(x ast.Expr) bool {
	found := false
	ast.Walk(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.PrivateName:
			found = true
		case *ast.Member:
			found = found || n.Private
		}
		return !found
	})
	return found
}

// initializes reports whether the class is the initial value of a binding's declarator.
func initializes(src *written.Index, sym *ast.Symbol, c *ast.Class) bool {
	if len(sym.Decls) == 0 {
		return false
	}
	d := src.Declarators[sym.Decls[0]]
	if d == nil {
		return false
	}
	x, ok := d.Init.(*ast.ClassExpr)
	return ok && x.Class == c
}

// classMember makes the function x a member of the class being written: its text is part of the
// class's.
func (refs *references) classMember(fn *ast.Function, x ast.Expr) {
	idx, ok := refs.Closures[x]
	if !ok || idx != fn.Index {
		refuse("a member of a class is outside it")
	}
	refs.Closures[fn], refs.Captured[fn] = idx, refs.Captured[x]
	delete(refs.Closures, x)
	delete(refs.Captured, x)
}

// classDecl returns the class x as a declaration of sym, if it was one; sym is nil for an
// anonymous default export.
func (refs *references) classDecl(sym *ast.Symbol, x ast.Expr) ast.Stmt {
	use := refs.Classes[x]
	if use == nil || !use.Declared || (sym == nil) != (use.Src.Name == nil) || sym != nil && use.Src.Name.Sym != sym {
		return nil
	}
	delete(refs.Classes, x)
	st := &ast.VerbatimStmt{Base: ast.Base{Span: use.Src.Span}, Of: &ast.ClassDecl{Base: ast.Base{Span: use.Src.Span}, Class: use.Class}}
	refs.Classes[st] = use
	return st
}

// declareClasses writes the classes that the source declares as declarations, under their names
// in the source.
func (e *emitter) declareClasses() {
	for _, l := range e.lists {
		for i, st := range l.Stmts {
			d, ok := st.(*ast.VarDecl)
			if !ok || d.Kind != ast.Let || len(d.Decls) != 1 || l.Kind == scope.Head {
				continue
			}
			id, ok := d.Decls[0].Target.(*ast.Ident)
			if !ok || e.Owner[id] == nil || e.Owner[id].Sym == nil || d.Decls[0].Init == nil || id.Name != e.Owner[id].Sym.Name {
				continue
			}
			if c := e.classDecl(e.Owner[id].Sym, d.Decls[0].Init); c != nil {
				e.origin[c] = e.origin[st]
				l.Stmts[i] = c
			}
		}
	}
}

// checkClasses refuses classes whose expressions would change their meaning: if a name is now
// shadowed by the class's own, or if code becomes strict or sloppy.
func (e *emitter) checkClasses() {
	found := 0
	for _, use := range e.Classes {
		var had, have []int
		ast.ClassOperands(use.Src, func(x ast.Expr) {
			ast.Walk(x, func(n ast.Node) bool {
				if f, ok := n.(*ast.Function); ok {
					had = append(had, f.Index)
					return false
				}
				return true
			})
		})
		ast.ClassOperands(use.Class, func(x ast.Expr) {
			ast.Walk(x, func(n ast.Node) bool {
				if e.strict[n] {
					found++
				} else if !e.Fn.Strict && build.StrictMatters(n) && !e.assignsOwn(n) {
					refuse("sloppy code in a class")
				}
				e.checkName(use, n)
				if idx, ok := e.Closures[n]; ok {
					have = append(have, idx)
					return false
				}
				return true
			})
		})
		if !e.Fn.Strict && !slices.Equal(had, have) {
			refuse("a function would become strict, or sloppy")
		}
	}
	if found != e.strictNodes() {
		refuse("strict code in a sloppy function")
	}
}

// noteStrict records that x is strict code in a sloppy function, as heritages and computed keys
// of classes are.
func (e *emitter) noteStrict(n *son.Node, x ast.Expr) {
	if n.Has(son.FlagStrict) && !e.Fn.Strict && x != nil {
		e.strict[x] = true
	}
}

// intoClass puts effects that the source has in the heritage or a key of a class back there,
// where the code is strict.
func (e *emitter) intoClass(l *roots, r *root, n *son.Node) {
	if e.Fn.Strict || e.flat || n.Op != son.OpHeritage && n.Op != son.OpToKey {
		return
	}
	if us := usersOf(n); len(us) != 1 || us[0].Op != son.OpClass {
		return
	}
	for _, x := range l.within(n.Span) {
		if !x.dead && n.Span.Contains(x.span) && x.node != nil && !x.bind && !x.mat && e.uses[x.node.ID] > 0 {
			return
		}
	}
	r.x = foldBefore(l, len(l.list), r, n.Span, r.x)
}

// strictNodes counts the nodes of a sloppy function that are strict code.
func (e *emitter) strictNodes() int {
	count := 0
	if e.Fn.Strict {
		return 0
	}
	for _, b := range e.cfg.Blocks {
		for _, n := range b.Nodes {
			if n.Has(son.FlagStrict) {
				count++
			}
		}
	}
	return count
}

// assignsOwn reports whether n assigns local variables only, which is the same in strict code.
func (e *emitter) assignsOwn(n ast.Node) bool {
	own := true
	check := func(x ast.Expr) {
		id, ok := x.(*ast.Ident)
		own = own && ok && (e.Owner[id] != nil || id.Sym != nil && e.Bindings.Of(id.Sym) != build.Global && id.Sym.Kind != ast.SymFuncName)
	}
	switch n := n.(type) {
	case *ast.Assign:
		ast.Leaves(n.Target, check)
	case *ast.Update:
		ast.Leaves(n.X, check)
	default:
		return false
	}
	return own
}

// checkName refuses a reference to another variable that the class's own name would shadow.
func (e *emitter) checkName(use *scope.Class, n ast.Node) {
	if use.Src.Name == nil {
		return
	}
	name := use.Src.Name.Name
	hidden := func(s string, w *scope.Var) bool { return s == name && (w == nil || w != use.Inner) }
	bad := false
	if id, ok := n.(*ast.Ident); ok && (e.Owner[id] != nil || e.FreeIdents[id]) {
		bad = hidden(id.Name, e.Owner[id])
	}
	if idx, ok := e.Closures[n]; ok {
		for _, w := range e.Captured[n] {
			bad = bad || hidden(w.Name, w)
		}
		fn := e.Program.Funcs[idx]
		bad = bad || fn.ReferencesGlobal(name)
		inner := build.InnerName(use.Src)
		for _, s := range fn.Outer {
			bad = bad || s.Name == name && s != inner
		}
		bad = bad || fn.IsWide() && fn.ReferencesOuter(name) && (inner == nil || inner.Name != name)
	}
	if bad {
		refuse("the class %s would shadow another %s", name, name)
	}
}

// anonymous reports whether x is an anonymous function or class, and the .name that the source
// gives it.
func (e *emitter) anonymous(x ast.Expr) (name string, ok bool) {
	if idx, is := e.Closures[x]; is {
		fn := e.Program.Funcs[idx]
		return e.Bindings.StaticName(fn), fn.Name == nil
	}
	if use := e.Classes[x]; use != nil {
		return e.Bindings.ClassName(use.Src), use.Src.Name == nil
	}
	return "", false
}

// directProp reports whether the function or class x is itself a property's value in the
// source.
func (e *emitter) directProp(x ast.Expr) bool {
	if use := e.Classes[x]; use != nil {
		return e.src.ClassProps[use.Src]
	}
	idx, ok := e.Closures[x]
	return ok && e.src.FunctionProps[idx]
}

// classNames refuses classes that would lose the name that the source's context gives them.
func (e *emitter) classNames(given map[ast.Node]bool) {
	for x, use := range e.Classes {
		_, isExpr := x.(ast.Expr)
		if isExpr && !given[x] && use.Src.Name == nil && (e.src.ClassProps[use.Src] || e.Bindings.ClassName(use.Src) != "") {
			refuse("a class would lose its name")
		}
	}
}

// exportClasses writes export before the classes of the top level that are exported.
func (e *emitter) exportClasses(root *scope.List) {
	wrap := map[*ast.Class]func(ast.Stmt) ast.Stmt{}
	for _, st := range e.Fn.Body {
		switch x := st.(type) {
		case *ast.ExportDecl:
			if d, ok := x.Decl.(*ast.ClassDecl); ok {
				wrap[d.Class] = func(st ast.Stmt) ast.Stmt { return &ast.ExportDecl{Decl: st} }
			}
		case *ast.ExportDefault:
			if d, ok := x.Value.(*ast.ClassDecl); ok && d.Class.Name != nil {
				wrap[d.Class] = func(st ast.Stmt) ast.Stmt { return &ast.ExportDefault{Value: st} }
			}
		}
	}
	for i, st := range root.Stmts {
		use := e.Classes[st]
		if use == nil || wrap[use.Src] == nil {
			continue
		}
		x := wrap[use.Src](st)
		e.origin[x] = e.origin[st]
		root.Stmts[i] = x
		delete(wrap, use.Src)
	}
	if len(wrap) > 0 {
		refuse("an exported class is not declared")
	}
}

// member writes obj.name or obj.#name.
func (e *emitter) member(n *son.Node, obj ast.Expr) *ast.Member {
	name, private := strings.CutPrefix(n.Str, "#")
	return e.mem.members.Put(ast.Member{Obj: obj, Name: name, Private: private})
}

// checkElement refuses a body of several statements for a class field, which takes an
// expression.
func (e *emitter) checkElement() {
	if e.Fn.Kind == ast.FuncField {
		refuse("a field's value is not an expression")
	}
}

// withoutReturns turns the returns of a static block into breaks to its end, since a static
// block cannot return.
func (o *output) withoutReturns(root *scope.List) {
	var returns []*ast.Stmt
	for _, l := range o.lists {
		for i, st := range l.Stmts {
			if _, ok := st.(*ast.Return); ok {
				returns = append(returns, &l.Stmts[i])
			}
		}
	}
	if len(returns) == 0 {
		return
	}
	label := o.freshLabel("end")
	for _, st := range returns {
		*st = &ast.Break{Label: label}
	}
	root.Stmts = []ast.Stmt{&ast.Labeled{Label: label, Body: &ast.Block{Body: root.Stmts}}}
}

// fieldName preserves the name that a class field gives to an anonymous function or class as
// its value: the field's key.
func (e *emitter) fieldName(given map[ast.Node]bool) {
	if e.Fn.Kind != ast.FuncField {
		return
	}
	named := false // the value in the source takes the name
	isDirect := func(ast.Expr) bool { return false }
	switch v := e.Fn.ExprBody.(type) {
	case *ast.Func:
		named = v.Fn.Name == nil
		isDirect = func(x ast.Expr) bool { return e.Closures[x] == v.Fn.Index }
	case *ast.ClassExpr:
		named = v.Class.Name == nil
		isDirect = func(x ast.Expr) bool { return e.Classes[x] != nil && e.Classes[x].Src == v.Class }
	}
	for _, l := range e.lists {
		for _, st := range l.Stmts {
			r, ok := st.(*ast.Return)
			if !ok || r.X == nil {
				continue
			}
			if _, ok = e.anonymous(r.X); !ok {
				continue
			}
			if !isDirect(r.X) {
				r.X = &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, r.X}}
				continue
			}
			given[r.X], named = true, false
		}
	}
	if named {
		refuse("a value would lose the name of its field")
	}
}
