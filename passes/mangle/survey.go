package mangle

import (
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// survey finds the bindings of a program and their references.
func survey(p *ast.Program, o Options) *table {
	t := &table{p: p, o: o, of: map[*ast.Symbol]*binding{}, free: map[string]*binding{}, scopeOf: map[*ast.Scope]*scope{}, beyond: map[*ast.Ident]*ast.Symbol{}}
	t.root = &scope{}
	t.scopes = append(t.scopes, t.root)
	t.group(p)
	t.tree.Run(p, t.enter(t.root, p.Scope), t.visit)
	declared := exported(p)
	if o.KeepNames {
		named(p, declared)
	}
	for sym, b := range t.of {
		b.fixed = b.fixed || declared[sym] || isFixed(p, sym)
	}
	t.paths()
	for _, b := range t.of {
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

// named adds the bindings from which functions and classes get their names.
func named(p *ast.Program, out map[*ast.Symbol]bool) {
	after := func(target, value ast.Expr) {
		id, ok := target.(*ast.Ident)
		if !ok || id.Sym == nil {
			return
		}
		switch x := value.(type) {
		case *ast.Func:
			out[id.Sym] = out[id.Sym] || x.Fn.Name == nil
		case *ast.ClassExpr:
			out[id.Sym] = out[id.Sym] || x.Class.Name == nil
		}
	}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if n.Sym != nil {
				switch n.Sym.Kind {
				case ast.SymFunc, ast.SymBlockFunc, ast.SymFuncName, ast.SymClass, ast.SymClassName:
					out[n.Sym] = true
				}
			}
		case *ast.Function: // one with a parameter's name
			if n.Name != nil && n.Name.Sym != nil {
				out[n.Name.Sym] = true
			}
		case *ast.Class:
			if n.Name != nil && n.Name.Sym != nil {
				out[n.Name.Sym] = true
			}
		case *ast.Declarator:
			after(n.Target, n.Init)
		case *ast.Assign:
			after(n.Target, n.Value)
		case *ast.Default:
			after(n.Target, n.Value)
		}
		return true
	})
}

// exported returns the bindings that are exported where they are declared: the declaration is
// then the exported name. A list of exports has two names for each.
func exported(p *ast.Program) map[*ast.Symbol]bool {
	out := map[*ast.Symbol]bool{}
	names := func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id != nil && id.Sym != nil {
			out[id.Sym] = true
		}
		return true
	}
	declared := func(st ast.Stmt) {
		switch d := st.(type) {
		case *ast.FuncDecl:
			names(d.Fn.Name)
		case *ast.ClassDecl:
			names(d.Class.Name)
		case *ast.VarDecl:
			for _, one := range d.Decls {
				ast.Walk(one.Target, names)
			}
		}
	}
	for _, st := range p.Body {
		switch st := st.(type) {
		case *ast.ExportDecl:
			declared(st.Decl)
		case *ast.ExportDefault:
			declared(st.Value)
		}
	}
	return out
}

// enter returns the scope for a scope of the program that is entered from another; nil is none.
func (t *table) enter(up *scope, s *ast.Scope) *scope {
	if s == nil {
		return up
	}
	sc := &scope{up: up, at: len(t.scopes)}
	t.scopeOf[s] = sc
	t.scopes = append(t.scopes, sc)
	for _, sym := range s.Symbols {
		b := t.bindingOf(sym)
		b.homes = append(b.homes, sc)
		sc.declared = append(sc.declared, b)
		b.pass(sc, sc)
		if sym.AnnexB != nil { // a let of that name in between would suppress its variable
			b.pass(sc, t.homeOf(sym.AnnexB))
		}
	}
	return sc
}

// homeOf returns the scope that declares a symbol.
func (t *table) homeOf(sym *ast.Symbol) *scope {
	if s := t.scopeOf[sym.Scope]; s != nil {
		return s
	}
	return t.root
}

// apart keeps the bindings of a body from getting names of the parameters around it, which is
// not allowed whoever references them.
func (t *table) apart(params, body *ast.Scope) {
	in := t.scopeOf[body]
	if params == nil || body == nil || in == nil {
		return
	}
	for _, sym := range params.Symbols {
		t.bindingOf(sym).pass(in, t.homeOf(sym))
	}
}

// bindingOf returns the binding of a symbol.
func (t *table) bindingOf(sym *ast.Symbol) *binding {
	b := t.of[sym]
	if b == nil {
		b = &binding{old: sym.Name, order: 1 << 30}
		t.bindings = append(t.bindings, b)
		t.of[sym] = b
	}
	if b.joined == nil {
		return b
	}
	for b.joined != nil {
		if j := b.joined.joined; j != nil {
			b.joined = j // the next search is half as long
		}
		b = b.joined
	}
	t.of[sym] = b
	return b
}

// reference records a name in a scope, for all scopes up to its declaration.
func (t *table) reference(id *ast.Ident, sc *scope) {
	var b *binding
	home := t.root
	if id.Sym == nil {
		if b = t.free[id.Name]; b == nil {
			b = &binding{name: id.Name, old: id.Name, fixed: true}
			t.bindings = append(t.bindings, b)
			t.free[id.Name] = b
		}
	} else {
		b = t.bindingOf(id.Sym)
		sym := id.Sym
		if v := t.beyond[id]; v != nil {
			sym = v
		}
		home = t.homeOf(sym)
		t.references++
		b.count++
		b.order = min(b.order, t.references)
	}
	b.pass(sc, home)
}

// visit visits a node in its scope.
func (t *table) visit(n ast.Node, sc *scope) {
	switch n := n.(type) {
	case *ast.Ident:
		t.reference(n, sc)
	case *ast.Function:
		inner := t.enter(t.enter(t.enter(sc, n.SelfScope), n.Scope), n.BodyScope)
		ast.Children(n, func(c ast.Node) {
			if id, ok := c.(*ast.Ident); ok && id == n.Name {
				at := sc
				if n.SelfScope != nil {
					at = t.scopeOf[n.SelfScope]
				}
				t.reference(id, at)
				return
			}
			t.tree.Below(c, inner)
		})
		t.tree.Then(func() { t.apart(n.Scope, n.BodyScope) })
	case *ast.Class:
		in := t.enter(sc, n.Scope)
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
				t.tree.Below(n.Handler, in)
				t.tree.Then(func() { t.apart(n.CatchScope, n.Handler.Scope) })
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
	default:
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
			y.joined = x
		}
	}
	held := map[string]bool{} // names of functions in blocks whose variable is suppressed
	var all []*ast.Symbol
	see := func(s *ast.Symbol) {
		if s.AnnexB != nil {
			same(s, s.AnnexB)
		}
		for _, d := range s.Decls {
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
			if n.Name != nil && n.Scope != nil {
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
