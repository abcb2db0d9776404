package singleuse

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// list is the statement list of one function, nil being a module.
type list struct {
	*finder
	fn    *ast.Function
	scope *ast.Scope
	body  []ast.Stmt
	names []*candidate // in the order of their declarations
}

// candidate is a name that may be removed: one that only a list declares, once, and all
// references to which are known.
type candidate struct {
	sym   *ast.Symbol
	list  *list
	at    int             // of its statement in the list
	fn    *ast.Function   // the declared function, or nil
	kind  ast.VarKind     // of a variable
	decl  *ast.Declarator // of a variable
	index int             // of decl in its statement
	// plain: nothing is lost if the declaration is removed and nothing references the name.
	plain bool
	// node is the number of the declaration in the order of the tree.
	node int
	uses []*use
	// mentions are the names that the declaration references.
	mentions []*candidate
	// kept: it stays, for a reason that has nothing to do with its references.
	kept bool
	live bool // something that remains references it
	// gone: the declaration is removed.
	gone   bool
	levels int // as in value
	// constant: all references are replaced.
	constant bool
}

func (c *candidate) span() ast.Span {
	if c.fn != nil {
		return c.fn.Span
	}
	return c.decl.Span
}

// collect finds the lists and their candidates.
func (f *finder) collect() {
	if f.p.Type == ast.Module || f.p.CommonJS {
		f.collectIn(nil, f.p.Scope, f.p.Body)
	}
	for _, fn := range f.p.Funcs {
		if fn.BodyScope == nil && fn.ExprBody == nil && fn.Scope != nil {
			f.collectIn(fn, fn.Scope, fn.Body)
		}
	}
}

func (f *finder) collectIn(fn *ast.Function, scope *ast.Scope, body []ast.Stmt) {
	for _, st := range body {
		if x, ok := st.(*ast.ExprStmt); ok && !x.Directive {
			if _, ok := x.X.(*ast.String); ok {
				return // it could become a directive
			}
		}
	}
	l := &list{finder: f, fn: fn, scope: scope, body: body}
	for i, st := range body {
		switch st := st.(type) {
		case *ast.FuncDecl:
			if id := st.Fn.Name; id != nil && l.isOwn(id) {
				l.add(&candidate{sym: id.Sym, list: l, at: i, fn: st.Fn, plain: true})
			}
		case *ast.VarDecl:
			if st.Kind != ast.Using && st.Kind != ast.AwaitUsing {
				l.collectVariables(i, st)
			}
		}
	}
	if len(l.names) > 0 {
		f.lists = append(f.lists, l)
	}
}

func (l *list) collectVariables(at int, st *ast.VarDecl) {
	for i, d := range st.Decls {
		id, ok := d.Target.(*ast.Ident)
		if !ok || !l.isOwn(id) {
			continue
		}
		v := value{finder: l.finder, plain: true}
		if d.Init != nil {
			v.look(d.Init)
		}
		if v.plain || v.mayBecomePlain {
			l.add(&candidate{sym: id.Sym, list: l, at: at, kind: st.Kind, decl: d, index: i, plain: v.plain})
		}
	}
}

func (l *list) add(c *candidate) {
	l.names = append(l.names, c)
	l.all = append(l.all, c)
	l.of[c.sym] = c
}

// isOwn reports whether only the list declares a name, once, and all references to it are known.
func (l *list) isOwn(id *ast.Ident) bool {
	s := id.Sym
	if s == nil || s.Scope != l.scope || s.Exported || s.DynamicReach || s.Aliased || len(s.Decls) != 1 || s.Decls[0] != id {
		return false
	}
	for _, r := range s.Refs {
		if r.Ident != id && r.Kind&^(ast.RefRead|ast.RefTypeof|ast.RefCall) != 0 {
			return false
		}
	}
	return true
}

// findUnused finds the candidates that code which remains references: what an unused function
// references is no less unused for it.
func (f *finder) findUnused() {
	var todo []*candidate
	keep := func(c *candidate) {
		if !c.live {
			c.live = true
			todo = append(todo, c)
		}
	}
	spread := func() {
		for len(todo) > 0 {
			c := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, m := range c.mentions {
				keep(m)
			}
		}
	}
	for _, c := range f.all {
		if c.kept || !c.plain || slices.ContainsFunc(c.uses, func(u *use) bool { return u.in == nil }) {
			keep(c)
		}
	}
	spread()
	for _, c := range f.all {
		if c.live || c.fn == nil {
			continue
		}
		if _, ok := c.list.statement(c.at); !ok {
			keep(c)
			spread()
		}
	}
}

// references returns the references to a name outside of its declaration by code that remains,
// and whether there are any inside.
func (c *candidate) references() (outside []*use, inside bool) {
	for _, u := range c.uses {
		switch {
		case u.in != nil && !u.in.live:
		case u.inside(c.span()):
			inside = true
		default:
			outside = append(outside, u)
		}
	}
	slices.SortFunc(outside, func(a, b *use) int { return cmp.Compare(a.node, b.node) })
	return outside, inside
}
