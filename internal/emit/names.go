package emit

import (
	"slices"
	"strconv"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// nameWebs names the variables: as in the source if that name resolves to the same variable at
// every reference, and otherwise by a fresh name.
func (e *emitter) nameWebs(l *locator, root *stmtList) {
	groups := slab.Emptied(e.mem.groups)
	e.mem.groups = groups
	var order []string
	for _, w := range e.webs.all {
		if w.inner {
			w.name = w.hint // in the text of the class
			continue
		}
		if w.use == nil || e.isOuter(w) {
			continue
		}
		if w.sym != nil && e.isDeclaredFn(w) || w.param {
			w.home, w.pinned = root, true
		}
		h := w.hint
		if h == "" {
			h = "t"
		}
		if w.sym == nil { // a helper never takes a name of the source
			w.name = e.fresh(h, l, w.own)
			continue
		}
		g := groups[h]
		if g.first == nil {
			order = append(order, h)
			g.first = w
		} else {
			g.last.sameHint = w
		}
		g.last = w
		groups[h] = g
	}
	var ws []*web
	for _, name := range order {
		ws = ws[:0]
		for w := groups[name].first; w != nil; w = w.sameHint {
			ws = append(ws, w)
		}
		e.nameGroup(l, name, ws)
	}
	for id, w := range e.owner {
		id.Name = w.name
	}
	e.checkClasses()
}

// hintGroup is a list of the variables with one hint, linked by sameHint.
type hintGroup struct{ first, last *web }

// nameGroup names the variables that share a name in the source.
func (e *emitter) nameGroup(l *locator, name string, ws []*web) {
	slices.SortStableFunc(ws, func(a, b *web) int {
		switch {
		case a.pinned == b.pinned:
			return 0
		case a.pinned:
			return -1
		}
		return 1
	})
	declared := newHomes(l, ws)
	for _, w := range ws {
		ok := w.param || w.home != l.root || !l.params[name] || e.sharesParamName(w)
		if u := l.freeUse(name); u != nil && hides(w, u) || w.home == l.root && e.isTopName(name) {
			ok = false
		}
		ok = ok && !declared.conflicts(w)
		switch {
		case ok:
			w.name = name
			declared.add(w)
		case w.pinned:
			refuseName(name, "two variables called %s conflict", name)
		default:
			w.name = e.fresh(name, l, false)
		}
	}
}

// sharesParamName reports whether w is a var or function of the body that has the name of a
// parameter in the source.
func (e *emitter) sharesParamName(w *web) bool {
	return w.sym != nil && e.Fn.BodyScope != nil && w.sym.Scope == e.Fn.BodyScope && w.kind == ast.Var
}

// hides reports whether declaring w would shadow one of the references in u.
func hides(w *web, u *usage) bool {
	for _, p := range u.places {
		if isInside(p.list, w.home) {
			return true
		}
	}
	return false
}

// isInside reports whether list a is b or is nested in it.
func isInside(a, b *stmtList) bool {
	for a != nil && a.depth > b.depth {
		a = a.parent
	}
	return a == b
}

// takenNames collects every name in use in or around the function.
func (e *emitter) takenNames(l *locator) map[string]bool {
	taken := map[string]bool{"arguments": true, "eval": true, "undefined": true, "NaN": true, "Infinity": true, "let": true,
		"static": true, "yield": true, "await": true, "async": true, "of": true, "get": true, "set": true}
	for _, w := range reservedWords {
		taken[w] = true
	}
	for _, g := range e.Fn.Globals {
		taken[g] = true
	}
	for _, s := range e.Fn.Outer {
		taken[s.Name] = true
	}
	for name := range l.free {
		taken[name] = true
	}
	for _, w := range e.webs.all {
		if w.sym != nil {
			taken[w.sym.Name] = true
		}
	}
	visit := func(sc *ast.Scope) {
		if sc != nil {
			for _, s := range sc.Symbols {
				taken[s.Name] = true
			}
		}
	}
	if e.isTop() {
		visit(e.Program.Scope)
	}
	visit(e.Fn.Scope)
	visit(e.Fn.BodyScope)
	visit(e.Fn.SelfScope)
	return taken
}

var reservedWords = []string{"break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
	"else", "enum", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in",
	"instanceof", "interface", "new", "null", "package", "private", "protected", "public", "return", "super", "switch",
	"this", "throw", "true", "try", "typeof", "var", "void", "while", "with"}

// isTaken reports whether a name is in use in or around the function.
func (e *emitter) isTaken(l *locator, name string) bool {
	return e.taken[name] || e.Fn.IsWide() && e.Fn.ReferencesOuter(name) || len(l.wide) > 0 && l.freeUse(name) != nil
}

// fresh returns an unused name derived from hint: hint itself if that is free and own is set,
// hint is t, or the form is that of basic blocks.
func (e *emitter) fresh(hint string, l *locator, own bool) string {
	if e.taken == nil {
		e.taken, e.numbers = e.takenNames(l), map[string]int{}
	}
	taken := e.taken
	if (hint == "t" || own || e.basic != nil) && !e.isTaken(l, hint) {
		taken[hint] = true
		return hint
	}
	for i := max(e.numbers[hint], 1); ; i++ {
		name := hint + "$" + strconv.Itoa(i)
		if hint == "t" {
			name = hint + strconv.Itoa(i+1)
		}
		if !e.isTaken(l, name) {
			taken[name] = true
			e.numbers[hint] = i + 1 // names are never freed
			return name
		}
	}
}

// keepNames makes anonymous functions keep the .name that they have in the source. Where a new
// context would name a function, it is wrapped to prevent that; where a function would lose the
// name that its context in the source gave it, the emission is refused.
func (e *emitter) keepNames() {
	given := map[ast.Node]bool{}
	fix := func(name string, x *ast.Expr) {
		want, ok := e.anonymous(*x)
		if !ok {
			return
		}
		given[*x] = true
		switch {
		case want == name:
		case want == "":
			*x = &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, *x}}
		default:
			refuseName(want, "the function %s would be called %s", want, name)
		}
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign:
			if id, ok := n.Target.(*ast.Ident); ok && (n.Op == ast.NoOp || n.Op.Logical()) {
				fix(id.Name, &n.Value)
			}
		case *ast.Default:
			if id, ok := n.Target.(*ast.Ident); ok {
				fix(id.Name, &n.Value)
			}
		case *ast.Declarator:
			if id, ok := n.Target.(*ast.Ident); ok && n.Init != nil {
				fix(id.Name, &n.Init)
			}
		case *ast.Property:
			if n.Value == nil {
				break
			}
			want, ok := e.anonymous(n.Value)
			given[n.Value] = true
			if ok && n.Kind == ast.PropInit && !e.directProp(n.Value) {
				if want != "" && want == e.flatKey(n) {
					break
				}
				if want != "" {
					refuse("a function would be called by its key")
				}
				n.Value = &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, n.Value}}
			}
		}
		if _, ok := e.closures[n]; ok {
			return false
		}
		return true
	}
	e.fieldName(given)
	for _, l := range e.lists {
		for _, st := range l.stmts {
			switch d := st.(type) {
			case *ast.VarDecl:
				for _, x := range d.Decls {
					visit(x)
				}
			case *ast.ExportDefault:
				if x, ok := d.Value.(*ast.ExprStmt); ok {
					fix("default", &x.X)
				}
			}
			walkOwn(st, visit)
		}
	}
	e.classNames(given)
	for x, idx := range e.closures {
		fn := e.Program.Funcs[idx]
		if _, ok := x.(ast.Expr); ok && e.src.FunctionProps[idx] && !given[x] {
			refuse("a function would lose the name that its key gave it")
		}
		if _, ok := x.(ast.Expr); ok && fn.Name == nil && !given[x] && e.Bindings.StaticName(fn) != "" {
			refuse("the function %s would lose its name", e.Bindings.StaticName(fn))
		}
	}
}

// walkOwn visits the expressions of a statement, without the lists nested in it.
func walkOwn(st ast.Stmt, visit func(ast.Node) bool) {
	ast.Walk(st, func(n ast.Node) bool {
		if _, ok := n.(*ast.Block); ok {
			return false
		}
		if c, ok := n.(*ast.Case); ok {
			if c.Test != nil {
				ast.Walk(c.Test, visit)
			}
			return false
		}
		return visit(n)
	})
}
