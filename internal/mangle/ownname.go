package mangle

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// A function or class whose name may be read needs it in one place only. The binding that has it
// can be called anything else:
//
//	function circumference(r) {…}             =>  var t = function circumference(r) {…}
//	const circumference = function (r) {…}    =>  const t = function circumference(r) {…}
//	class Circle {…}                          =>  let t = class Circle {…}
//
// Declared functions have their values before anything else of their function runs; so do these,
// where the list of its statements begins. Among modules that import each other that would be too
// late, so the functions of a module that imports are left as they are.
//
// A function is not given a name that something in it references with another meaning. Arrow
// functions cannot have one.

// site is where a binding names a function or class that somebody may look at.
type site struct {
	fn    *ast.Function
	class *ast.Class  // if it is not a function
	list  *[]ast.Stmt // of a declaration; nil: the function or class is the value of a variable
	at    int         // its index in the list
	self  *scope      // in which the name would be declared
}

// brief is how long a name is taken to be that a binding gets.
const brief = 2

// statement is how long a declaration of variables is but for what it declares.
const statement = len("var ;") - len(",")

// oftenEnough is how many references a binding needs for a short name to pay in compressed text:
// there, repeating a long name costs hardly more, and the name is stated once more.
const oftenEnough = 8

// sitesIn notes the functions and classes that a list of statements declares. top: it is that of a
// function or of the program, and declares functions where it begins.
func (t *table) sitesIn(list *[]ast.Stmt, top bool) {
	for i, st := range *list {
		switch d := st.(type) {
		case *ast.FuncDecl:
			if sym := d.Fn.Name.Sym; top && sym != nil && sym.Kind == ast.SymFunc && len(sym.Decls) == 1 && !t.unseen.has(sym) {
				t.site(sym, site{list: list, at: i, fn: d.Fn})
			}
		case *ast.ClassDecl:
			if c := d.Class; c.Name != nil && c.Name.Sym != nil && len(c.Decorators) == 0 {
				t.site(c.Name.Sym, site{list: list, at: i, class: c})
			}
		}
	}
}

// site notes a site of a symbol.
func (t *table) site(sym *ast.Symbol, s site) {
	b := t.bindingOf(sym)
	one := t.newSites.Next()
	*one = s
	b.sites = append(b.sites, one)
	if s.class != nil {
		t.selves[s.class] = one
	} else {
		t.selves[s.fn] = one
	}
}

// siteOf notes that a variable names an anonymous function or class.
func (t *table) siteOf(id *ast.Ident, value ast.Expr) {
	switch x := value.(type) {
	case *ast.Func:
		if x.Fn.Kind == ast.FuncNormal && !id.Paren {
			t.site(id.Sym, site{fn: x.Fn})
			return
		}
	case *ast.ClassExpr:
		if len(x.Class.Decorators) == 0 && !id.Paren {
			t.site(id.Sym, site{class: x.Class})
			return
		}
	}
	t.fix(id)
}

// selfScope returns the scope in which the name of a function or class would be, inside sc.
func (t *table) selfScope(of ast.Node, sc *scope) *scope {
	s := t.selves[of]
	if s == nil || s.list != nil && s.class != nil { // whose name is declared inside it
		return sc
	}
	s.self = t.blank(sc)
	return s.self
}

// ownNames gives functions and classes names of their own where that makes the program shorter. The
// bindings that they had their names from are then free; the others are fixed.
func (t *table) ownNames() {
	if !t.o.KeepNames {
		return
	}
	gains := map[*[]ast.Stmt]int{} // by list, that of the functions that it declares
	holders := map[string][]*binding{}
	for _, b := range t.bindings {
		if b.joined != nil || !b.fixed && len(b.sites) == 0 {
			continue
		}
		holders[b.old] = append(holders[b.old], b)
		for _, s := range b.sites {
			if s.list != nil && s.fn != nil {
				gains[s.list] += max(t.gain(b), 0)
			}
		}
	}
	moved := map[*[]ast.Stmt][]*site{}
	var lists []*[]ast.Stmt // of moved, in order
	for _, b := range t.bindings {
		if b.joined != nil || len(b.sites) == 0 {
			continue
		}
		if t.gain(b) <= 0 || slices.ContainsFunc(b.sites, func(s *site) bool {
			return s.list != nil && s.fn != nil && gains[s.list] <= overhead(*s.list) || s.captures(b, holders[b.old])
		}) {
			b.fixed = true
			continue
		}
		for _, s := range b.sites {
			switch {
			case s.list != nil:
				if moved[s.list] == nil {
					lists = append(lists, s.list)
				}
				moved[s.list] = append(moved[s.list], s)
			case s.fn != nil:
				s.fn.Name = t.own(b.old, s)
			default:
				s.class.Name = t.own(b.old, s)
			}
		}
	}
	for _, list := range lists {
		t.declare(list, moved[list])
	}
}

// captures reports whether the name of b, if a function had it itself, would be in the way of
// another binding that has, or may keep, that name.
func (s *site) captures(b *binding, holders []*binding) bool {
	return s.self != nil && slices.ContainsFunc(holders, func(o *binding) bool { return o != b && o.passes(s.self) })
}

// gain is how many bytes shorter the program gets if a binding has another name than the functions
// and classes that it names; 0 if it cannot have one.
func (t *table) gain(b *binding) int {
	if b.fixed || b.several || len(b.sites) == 0 || words[b.old] || t.o.Compressed && b.count < oftenEnough {
		return 0
	}
	size := len(b.old)
	gain := (size-brief)*b.count - b.dearer
	for _, s := range b.sites {
		gain -= size
		switch {
		case s.list == nil:
			gain -= len(" ")
		case s.fn != nil:
			gain -= len("=,")
		default:
			gain -= len("let =;")
		}
	}
	return gain
}

// overhead is the size of a declaration of variables where a list begins.
func overhead(list []ast.Stmt) int {
	if varAt(list, firstStatement(list)) != nil {
		return 0
	}
	return statement
}

// varAt returns the declaration of variables at an index of a list, or nil.
func varAt(list []ast.Stmt, i int) *ast.VarDecl {
	if i < len(list) {
		if v, ok := list[i].(*ast.VarDecl); ok && v.Kind == ast.Var {
			return v
		}
	}
	return nil
}

// firstStatement returns the index of the first statement that runs.
func firstStatement(list []ast.Stmt) int {
	i := slices.IndexFunc(list, func(st ast.Stmt) bool {
		if x, ok := st.(*ast.ExprStmt); ok && x.Directive {
			return false
		}
		return !ast.IsFuncDecl(st)
	})
	if i < 0 {
		return len(list)
	}
	return i
}

// own returns the name of a function or class, declared in its own scope.
func (t *table) own(name string, s *site) *ast.Ident {
	id := &ast.Ident{Name: name, Sym: &ast.Symbol{Name: name, Kind: ast.SymFuncName, ID: len(t.symbols)}}
	if s.class != nil {
		id.Base, id.Sym.Kind = ast.Base{Span: ast.Span{Start: s.class.Start, End: s.class.Start}}, ast.SymClassName
	} else {
		id.Base = ast.Base{Span: ast.Span{Start: s.fn.Start, End: s.fn.Start}}
	}
	b := t.bindingOf(id.Sym)
	b.name, b.fixed, b.home = name, true, s.self
	s.self.declared = append(s.self.declared, b)
	t.pass(b, s.self, s.self)
	return id
}

// declare makes functions and classes that a list of statements declares the values of variables.
func (t *table) declare(list *[]ast.Stmt, sites []*site) {
	slices.SortFunc(sites, func(a, b *site) int { return a.at - b.at })
	var functions []*ast.Declarator
	out := make([]ast.Stmt, 0, len(*list)+1)
	for i, st := range *list {
		switch {
		case len(sites) == 0 || sites[0].at != i:
			if v, ok := st.(*ast.VarDecl); !ok || !joinLet(out, v) {
				out = append(out, st)
			}
			continue
		case sites[0].fn != nil:
			functions = append(functions, t.function(sites[0]))
		default:
			v := &ast.VarDecl{Base: sites[0].class.Base, Kind: ast.Let, Decls: []*ast.Declarator{class(sites[0].class)}}
			if !joinLet(out, v) {
				out = append(out, v)
			}
		}
		sites = sites[1:]
	}
	if len(functions) > 0 {
		at := firstStatement(out)
		if v := varAt(out, at); v != nil {
			v.Decls = append(functions, v.Decls...)
		} else {
			out = slices.Insert(out, at, ast.Stmt(&ast.VarDecl{Base: functions[0].Base, Kind: ast.Var, Decls: functions}))
		}
	}
	*list = out
}

// function returns the declaration of a variable in place of that of a function.
func (t *table) function(s *site) *ast.Declarator {
	id := s.fn.Name
	s.fn.Name, id.Sym.Kind = t.own(id.Name, s), ast.SymVar
	return &ast.Declarator{Base: s.fn.Base, Target: id, Init: &ast.Func{Base: s.fn.Base, Fn: s.fn}}
}

// class returns the declaration of a variable in place of that of a class.
func class(c *ast.Class) *ast.Declarator {
	id := c.Name
	id.Sym.Kind = ast.SymLet
	c.Name = &ast.Ident{Base: id.Base, Name: id.Name, Sym: c.Scope.Lookup(id.Name)}
	return &ast.Declarator{Base: c.Base, Target: id, Init: &ast.ClassExpr{Base: c.Base, Class: c}}
}

// joinLet appends what a statement declares to the last statement of a list, if both are let.
func joinLet(list []ast.Stmt, v *ast.VarDecl) bool {
	if len(list) == 0 || v.Kind != ast.Let {
		return false
	}
	last, ok := list[len(list)-1].(*ast.VarDecl)
	if ok = ok && last.Kind == ast.Let; ok {
		last.Decls = append(last.Decls, v.Decls...)
	}
	return ok
}
