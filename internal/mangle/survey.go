package mangle

import (
	"slices"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// survey finds the bindings of a program and their references.
func survey(p *ast.Program, o Options) *table {
	t := &table{p: p, o: o, free: map[string]*binding{}, beyond: map[*ast.Ident]*ast.Symbol{}}
	t.refs, t.symbols = make([]ref, 0, len(p.Source)/16), make([]symbol, 0, len(p.Source)/64) // about as many as there are
	t.root = &scope{}
	t.scopes = append(t.scopes, t.root)
	if o.KeepNames {
		t.unseen, t.selves = findUnseen(p), map[ast.Node]*site{}
	}
	t.group(p)
	t.tree.Run(p, t.enter(t.root, p.Scope), t.visit)
	t.exported()
	for _, s := range t.symbols {
		if s.binding != nil && isFixed(p, s.Symbol) {
			s.binding.fixed = true
		}
	}
	t.sortPaths()
	t.ownNames()
	t.paths()
	for _, b := range t.bindings {
		if b.fixed {
			b.name = b.old
		}
	}
	t.keepers()
	return t
}

// isFixed reports whether a symbol has to keep its name.
func isFixed(p *ast.Program, s *ast.Symbol) bool {
	switch {
	case s.DynamicReach, s.Kind == ast.SymArguments, s.Kind == ast.SymDefault, s.Name == "arguments", s.Name == "eval":
		return true
	}
	if s.Scope != p.Scope || p.Type == ast.Module {
		return false
	}
	return !p.CommonJS || parse.IsWrapperName(s.Name) // visible to other scripts; it starts as a parameter
}

// named notes the bindings from which a node takes, or gives, the name of a function or class.
func (t *table) named(n ast.Node) {
	anonymous := func(target, value ast.Expr) {
		if id, ok := target.(*ast.Ident); ok && value != nil && ast.IsAnonymous(value) && id.Sym != nil && !t.unseen.has(id.Sym) {
			t.siteOf(id, value)
		}
	}
	switch n := n.(type) {
	case *ast.Program:
		t.sitesIn(&n.Body, !imports(n))
	case *ast.Block:
		t.sitesIn(&n.Body, false)
	case *ast.Case:
		t.sitesIn(&n.Body, false)
	case *ast.Function:
		t.sitesIn(&n.Body, true)
		if n.Name != nil && t.selves[n] == nil && !t.unseen.has(n.Name.Sym) {
			t.fix(n.Name)
		}
	case *ast.Class:
		if n.Name == nil {
			break
		}
		if t.selves[n] == nil {
			t.fix(n.Name)
		}
		if n.Scope != nil {
			if in := n.Scope.Lookup(n.Name.Name); in != nil {
				t.bindingOf(in).fixed = true
			}
		}
	case *ast.Declarator:
		anonymous(n.Target, n.Init)
	case *ast.Assign:
		anonymous(n.Target, n.Value)
	case *ast.Default:
		anonymous(n.Target, n.Value)
	}
}

// imports reports whether a program is a module that others may run code of before it runs itself:
// a module that imports nothing is part of no cycle.
func imports(p *ast.Program) bool {
	return p.Type == ast.Module && slices.ContainsFunc(p.Body, func(st ast.Stmt) bool {
		switch st := st.(type) {
		case *ast.Import, *ast.ExportAll:
			return true
		case *ast.ExportNamed:
			return st.From != nil
		}
		return false
	})
}

// fix lets the binding that an identifier references, if any, keep its name.
func (t *table) fix(id *ast.Ident) {
	if id != nil && id.Sym != nil {
		t.bindingOf(id.Sym).fixed = true
	}
}

// exported fixes the bindings that are exported where they are declared: the declaration is
// then the exported name. A list of exports has two names for each.
func (t *table) exported() {
	declared := func(st ast.Stmt) {
		switch d := st.(type) {
		case *ast.FuncDecl:
			t.fix(d.Fn.Name)
		case *ast.ClassDecl:
			t.fix(d.Class.Name)
		case *ast.VarDecl:
			for _, one := range d.Decls {
				ast.Walk(one.Target, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						t.fix(id)
					}
					return true
				})
			}
		}
	}
	for _, st := range t.p.Body {
		switch st := st.(type) {
		case *ast.ExportDecl:
			declared(st.Decl)
		case *ast.ExportDefault:
			declared(st.Value)
		}
	}
}

// enter returns the scope for a scope of the program that is entered from another; nil is none.
func (t *table) enter(up *scope, s *ast.Scope) *scope {
	if s == nil {
		return up
	}
	sc := t.newScopes.Next()
	sc.up, sc.at, sc.declared = up, len(t.scopes), t.newLists.Make(len(s.Symbols))[:0]
	t.scopes = append(t.scopes, sc)
	for _, sym := range s.Symbols {
		t.symbol(sym).home = sc
	}
	for _, sym := range s.Symbols {
		b := t.bindingOf(sym)
		sc.declared = append(sc.declared, b)
		t.pass(b, sc, sc)
		if b.home == nil {
			b.home = sc
		}
		t.pass(b, sc, b.home)  // all are visible in the first one's scope
		if sym.AnnexB != nil { // a let of that name in between would suppress its variable
			t.pass(b, sc, t.homeOf(sym.AnnexB))
		}
	}
	return sc
}

// blank returns a scope inside another one that declares nothing yet.
func (t *table) blank(up *scope) *scope {
	sc := t.newScopes.Next()
	sc.up, sc.at = up, len(t.scopes)
	t.scopes = append(t.scopes, sc)
	return sc
}

// symbol returns what is known about a symbol.
func (t *table) symbol(sym *ast.Symbol) *symbol {
	if more := sym.ID + 1 - len(t.symbols); more > 0 {
		t.symbols = append(t.symbols, make([]symbol, more)...)
	}
	return &t.symbols[sym.ID]
}

// homeOf returns the scope that declares a symbol.
func (t *table) homeOf(sym *ast.Symbol) *scope {
	if s := t.symbol(sym).home; s != nil {
		return s
	}
	return t.root
}

// apart keeps the bindings of a body from getting names of the parameters around it, which is
// not allowed whoever references them. in is the scope of the body.
func (t *table) apart(params, body *ast.Scope, in *scope) {
	if params == nil || body == nil {
		return
	}
	for _, sym := range params.Symbols {
		t.pass(t.bindingOf(sym), in, t.homeOf(sym))
	}
}

// bindingOf returns the binding of a symbol.
func (t *table) bindingOf(sym *ast.Symbol) *binding {
	s := t.symbol(sym)
	if s.binding == nil {
		s.Symbol, s.binding = sym, t.newBindings.Next()
		s.binding.old, s.binding.order = sym.Name, 1<<30
		t.bindings = append(t.bindings, s.binding)
	}
	b := s.binding
	for b.joined != nil {
		if j := b.joined.joined; j != nil {
			b.joined = j // the next search is half as long
		}
		b = b.joined
	}
	s.binding = b
	return b
}

// reference records a name in a scope, for all scopes up to its declaration.
func (t *table) reference(id *ast.Ident, sc *scope) {
	if id.Sym == nil {
		b := t.free[id.Name]
		if b == nil {
			b = &binding{name: id.Name, old: id.Name, fixed: true}
			t.bindings = append(t.bindings, b)
			t.free[id.Name] = b
		}
		t.pass(b, sc, t.root)
		return
	}
	b := t.bindingOf(id.Sym)
	t.refs = append(t.refs, ref{id, b})
	b.count++
	b.order = min(b.order, len(t.refs))
	sym := id.Sym
	if v := t.beyond[id]; v != nil {
		sym = v
	}
	t.pass(b, sc, t.homeOf(sym))
}

// visit visits a node in its scope.
func (t *table) visit(n any, sc *scope) {
	if t.o.KeepNames {
		t.named(n.(ast.Node))
	}
	switch n := n.(type) {
	case *ast.Ident:
		t.reference(n, sc)
	case *ast.Property:
		if id := n.ShorthandName(); id != nil && id.Sym != nil {
			t.shorthands = append(t.shorthands, n)
			t.bindingOf(id.Sym).dearer += len(id.Name) + len(":")
		}
		t.tree.Children(n, sc)
	case *ast.Function:
		self := t.selfScope(n, t.enter(sc, n.SelfScope))
		inner := t.enter(t.enter(self, n.Scope), n.BodyScope)
		ast.Children(n, func(c ast.Node) {
			if id, ok := c.(*ast.Ident); ok && id == n.Name {
				t.reference(id, self)
				return
			}
			t.tree.Below(c, inner)
		})
		t.apart(n.Scope, n.BodyScope, inner)
	case *ast.Class:
		in := t.selfScope(n, t.enter(sc, n.Scope))
		if n.Name != nil {
			at := sc
			if n.Name.Sym != nil && n.Name.Sym.Scope == n.Scope {
				at = in // the name of an expression is declared inside it
			}
			t.reference(n.Name, at)
		}
		ast.Children(n, func(c ast.Node) {
			if id, ok := c.(*ast.Ident); !ok || id != n.Name {
				t.tree.Below(c, in)
			}
		})
	case *ast.Try:
		t.tree.Below(n.Block, sc)
		if n.Handler != nil {
			t.tree.Then(func() {
				in := t.enter(sc, n.CatchScope)
				if n.Param != nil {
					t.tree.Below(n.Param, in)
				}
				t.tree.Then(func() {
					body := t.enter(in, n.Handler.Scope)
					t.apart(n.CatchScope, n.Handler.Scope, body)
					t.tree.Children(n.Handler, body)
				})
			})
		}
		if n.Finally != nil {
			t.tree.Below(n.Finally, sc)
		}
	case *ast.For:
		t.tree.Children(n, t.enter(sc, n.Scope))
	case *ast.ForIn:
		t.tree.Children(n, t.enter(sc, n.Scope))
	case *ast.ForOf:
		t.tree.Children(n, t.enter(sc, n.Scope))
	case *ast.Switch:
		t.tree.Children(n, t.enter(sc, n.Scope))
	case *ast.Block:
		t.tree.Children(n, t.enter(sc, n.Scope))
	case *ast.If:
		t.tree.Below(n.Test, sc)
		for _, arm := range []ast.Stmt{n.Then, n.Else} {
			if arm != nil {
				t.tree.Then(func() { t.tree.Below(arm, t.enter(sc, armScope(arm))) })
			}
		}
	case *ast.ExportSpec:
		if n.Ref != nil && n.Ref.Sym != nil && n.Ref.Name == n.Name.Name {
			t.bindingOf(n.Ref.Sym).dearer += len(n.Ref.Name) + len(" as ")
		}
		t.tree.Children(n, sc)
	default:
		t.noteOthers(n)
		t.tree.Children(n, sc)
	}
}

// armScope returns the scope of an arm of an if that is a declared function, or nil.
func armScope(arm ast.Stmt) *ast.Scope {
	if d, ok := arm.(*ast.FuncDecl); ok && d.Fn.Name.Sym != nil {
		return d.Fn.Name.Sym.Scope
	}
	return nil
}

// group makes one binding of symbols that have one name in the text, or whose names have to
// stay equal, or different.
func (t *table) group(p *ast.Program) {
	same := func(a, b *ast.Symbol) {
		if a == nil || b == nil || a == b {
			return
		}
		x, y := t.bindingOf(a), t.bindingOf(b)
		if x != y {
			y.joined, x.several = x, true
		}
	}
	held := map[string]bool{} // names of functions in blocks whose variable is suppressed
	var all []*ast.Symbol
	see := func(s *ast.Symbol) {
		if s.AnnexB != nil {
			same(s, s.AnnexB)
		}
		for _, d := range s.Decls {
			if s.Kind == ast.SymClassName && t.o.KeepNames {
				continue // inside and outside, a class may have two names; see ownNames
			}
			same(s, d.Sym)
			if d.Sym != nil && d.Sym != s && s.Kind != ast.SymClassName { // var e in catch (e)
				t.beyond[d] = s
			}
		}
		if s.Kind == ast.SymBlockFunc && s.AnnexB == nil && !strict(p, s.Scope) {
			held[s.Name] = true
		}
		all = append(all, s)
	}
	scopes := func(list ...*ast.Scope) {
		for _, sc := range list {
			if sc != nil {
				for _, s := range sc.Symbols {
					see(s)
				}
			}
		}
	}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Program:
			scopes(n.Scope)
		case *ast.Function:
			scopes(n.SelfScope, n.Scope, n.BodyScope)
			if n.BodyScope != nil {
				for _, s := range n.BodyScope.Symbols {
					same(n.Scope.Lookup(s.Name), s) // a parameter initializes a variable
				}
			}
		case *ast.Class:
			scopes(n.Scope)
			if n.Name != nil && n.Scope != nil && !t.o.KeepNames {
				same(n.Name.Sym, n.Scope.Lookup(n.Name.Name))
			}
		case *ast.Try:
			scopes(n.CatchScope)
		case *ast.For:
			scopes(n.Scope)
		case *ast.ForIn:
			scopes(n.Scope)
		case *ast.ForOf:
			scopes(n.Scope)
		case *ast.Switch:
			scopes(n.Scope)
		case *ast.Block:
			scopes(n.Scope)
		case *ast.If:
			scopes(armScope(n.Then), armScope(n.Else))
		}
		return true
	})
	for _, s := range all {
		if held[s.Name] {
			t.bindingOf(s).fixed = true
		}
	}
}

// strict reports whether a scope is in strict code.
func strict(p *ast.Program, sc *ast.Scope) bool {
	if sc.Func != nil {
		return sc.Func.Strict
	}
	return p.Strict
}
