package unreferenced

import (
	"slices"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// surveyor is the state of the traversal.
type surveyor struct {
	p       *ast.Program
	o       Options
	tree    ast.Descent[place]
	settled *settled.Program
	// variables are the candidates, by Symbol.ID.
	variables []*variable
	roots     []*variable // what is live in any case
	lists     []list
	heads     []*head
	unwraps   []*unwrap // of assignments that do not begin a statement of a list
	// ends are, by Symbol.ID, the places from which on a lexical declaration has been evaluated; 0: none.
	ends []int32
	// kept are the plain functions in blocks that have no additional var, by name.
	kept  map[string][]*ast.Symbol
	roles map[*ast.Assign]role
	// idle are the names of functions that do nothing. never is dead: it stands for what only the
	// arguments of their calls reference.
	idle  map[*ast.Symbol]bool
	never *variable
	// What calls pass for parameters that may go; see signature.go.
	signatures map[*ast.Function]*signature
	called     []*signature      // by the Symbol.ID of the callee's name
	tied       map[ast.Expr]bool // arguments that are as live as what stands for them
	dropped    *variable         // stands for arguments beyond the parameters
	memory
}

// memory is where what is found comes from: it is many small things, and all of them last as long as the
// surveyor.
type memory struct {
	candidates slab.List[variable]
	statements slab.List[site]
	sites      slab.Slices[*site]
	parts      slab.Slices[part]
	mentions   slab.Slices[*variable]
}

// place is where a node stands.
type place struct {
	in      *variable // the innermost variable that this code stands and falls with
	fn      *ast.Function
	derived bool // this may not be initialized
	with    bool // inside a with statement of the same function
}

// role is what may take the place of an assignment.
type role struct {
	any bool // its value
	// idle: nothing uses its value.
	idle bool
	// begins: it is the beginning of a statement or of an arrow function's body.
	begins bool
	// of: the statement of a list that it is the beginning of.
	of *site
}

// list is a list of statements, some of which may be removed.
type list struct {
	body  []ast.Stmt
	sites []*site // in order
}

// site is a statement of a list.
type site struct {
	at int
	// parts are the declarators of a declaration, the elements of a comma expression, or the
	// whole statement.
	parts []part
	// values are the assignments, or the declarator, of which only the value may stay, and which
	// may then be the beginning of the statement.
	values []*unwrap
}

// part is a part of a statement or of the head of a for, which goes if its variable is dead.
type part struct {
	ast.Span
	v    *variable // nil: it stays
	kind Kind
	name *ast.Ident
	// unsettled: this relies on Options.NoTDZ
	unsettled bool
}

// head is the initialization or the update of a for.
type head struct {
	ast.Span
	parts []part
}

// unwrap is an assignment or a declaration of which only the value stays.
type unwrap struct {
	part
	from, to int32 // of the value, with its parentheses
	// needs: it needs parentheses at the beginning of a statement.
	needs bool
}

// variable returns the candidate that a symbol is, or nil.
func (s *surveyor) variable(sym *ast.Symbol) *variable {
	if sym == nil || sym.Exported || sym.DynamicReach || sym.Aliased || sym.Scope.Kind == ast.ScopeGlobal && !s.p.CommonJS {
		return nil
	}
	if sym.Kind == ast.SymBlockFunc && sym.Name == "arguments" {
		return nil // its declaration assigns the arguments object's variable
	}
	switch sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymConst, ast.SymClass, ast.SymFunc, ast.SymBlockFunc, ast.SymParam:
	default:
		return nil
	}
	v := s.variables[sym.ID]
	if v == nil {
		v = s.candidates.Put(variable{sym: sym, varied: sym.Kind == ast.SymParam})
		s.variables[sym.ID] = v
	}
	return v
}

// reference handles a name in code that is not removed on its account.
func (s *surveyor) reference(id *ast.Ident, at place) {
	if id == nil {
		return
	}
	if v := s.variable(id.Sym); v != nil {
		v.seen++
		v.varied = true
		s.mention(at.in, v)
	}
}

// check handles an expression whose value nothing uses, if it is the name of a variable that may not be
// initialized yet and has one value.
func (s *surveyor) check(x ast.Expr, at place) bool {
	id, ok := x.(*ast.Ident)
	if !ok || !s.o.Small || id.Sym == nil || id.Sym.Kind != ast.SymLet && id.Sym.Kind != ast.SymConst || !settled.WrittenOnce(id.Sym) {
		return false
	}
	v := s.variable(id.Sym)
	if v == nil {
		return false
	}
	v.seen++
	if v.guard == nil {
		v.guard = &variable{guards: v}
	}
	s.mention(at.in, v.guard)
	return true
}

func (s *surveyor) visit(n any, at place) {
	switch n := n.(type) {
	case *ast.Ident:
		s.reference(n, at)
		return
	case *ast.String, *ast.Number, *ast.This, *ast.Bool, *ast.Null:
		return
	case *ast.Program:
		s.list(n.Body, at, mayBecomeDirective(n.Body))
		return
	case *ast.Function:
		s.function(n, at)
		return
	case *ast.Block:
		s.list(n.Body, at, false)
		return
	case *ast.Case:
		if n.Test != nil {
			s.tree.Below(n.Test, at)
		}
		s.list(n.Body, at, false)
		return
	case *ast.For:
		s.forLoop(n, at)
		return
	case *ast.ForIn:
		s.initialized(n.Left, n.Right.Pos().End)
	case *ast.ForOf:
		s.initialized(n.Left, n.Right.Pos().End)
	case *ast.With:
		s.tree.Below(n.Obj, at)
		at.with = true
		s.tree.Below(n.Body, at)
		return
	case *ast.FuncDecl:
		s.funcDecl(n, at, at.in)
		return
	case *ast.ClassDecl:
		if n.Class.Name != nil {
			s.endsAt(n.Class.Name.Sym, n.End)
		}
	case *ast.VarDecl:
		s.initialized(n, n.End)
	case *ast.Assign:
		s.assign(n, at)
		return
	case *ast.Seq:
		last := len(n.Exprs) - 1
		for _, x := range n.Exprs[:last] {
			if !s.check(x, at) {
				s.tree.Below(x, at)
			}
		}
		s.tree.Below(n.Exprs[last], at)
		return
	case *ast.Call:
		if s.call(n, at) {
			return
		}
	}
	s.operands(n)
	s.tree.Children(n, at)
}

// endsAt records from where on a lexical declaration has been evaluated.
func (s *surveyor) endsAt(sym *ast.Symbol, end int32) {
	if sym != nil {
		s.ends[sym.ID] = end
	}
}

// end returns that place, or 0.
func (s *surveyor) end(sym *ast.Symbol) int32 { return s.ends[sym.ID] }

// initialized records from where on the lexical variables of a declaration have their values.
func (s *surveyor) initialized(st ast.Stmt, end int32) {
	d, ok := st.(*ast.VarDecl)
	if !ok || d.Kind == ast.Var {
		return
	}
	for _, d := range d.Decls {
		if id, ok := d.Target.(*ast.Ident); ok && id.Sym != nil && s.end(id.Sym) == 0 {
			s.endsAt(id.Sym, end)
		}
	}
}

func (s *surveyor) function(fn *ast.Function, at place) {
	at.fn, at.with = fn, false
	if fn.Kind != ast.FuncArrow {
		at.derived = fn.Derived
	}
	for k, p := range fn.Params {
		if id, ok := p.(*ast.Ident); ok {
			v := s.variable(id.Sym)
			if v != nil {
				v.seen++ // that is no reference
			}
			s.param(fn, k, v)
			continue
		}
		s.tree.Below(p, at)
	}
	if fn.ExprBody != nil {
		s.note(fn.ExprBody, role{any: true, begins: true})
		s.tree.Below(fn.ExprBody, at)
		return
	}
	s.list(fn.Body, at, mayBecomeDirective(fn.Body))
}

// mayBecomeDirective reports whether a list has a statement that could become a directive if what
// stands before it is removed.
func mayBecomeDirective(body []ast.Stmt) bool {
	for _, st := range body {
		if x, ok := st.(*ast.ExprStmt); ok && !x.Directive {
			if _, ok := x.X.(*ast.String); ok {
				return true
			}
		}
	}
	return false
}

// list handles a list of statements. A fixed one stays as it is.
func (s *surveyor) list(body []ast.Stmt, at place, fixed bool) {
	if fixed {
		for _, st := range body {
			if x, ok := st.(*ast.ExprStmt); ok {
				s.tree.Below(x.X, at)
			} else {
				s.tree.Below(st, at)
			}
		}
		return
	}
	sites := s.sites.Make(len(body))[:0]
	for i, st := range body {
		switch st.(type) {
		case *ast.FuncDecl, *ast.ClassDecl, *ast.VarDecl, *ast.ExprStmt:
			m := s.statements.Put(site{at: i})
			sites = append(sites, m)
			s.statement(m, st, at)
		default:
			s.tree.Below(st, at)
		}
	}
	if len(sites) == 0 {
		return
	}
	s.tree.Then(func() { // where the tree is deep, some assignments are found only now
		found := slices.DeleteFunc(sites, func(m *site) bool { return len(m.values) == 0 && len(m.parts) == 0 })
		if len(found) > 0 {
			s.lists = append(s.lists, list{body: body, sites: found})
		}
	})
}

// hasValue reports whether code at a place belongs to a script whose value it may be.
func (s *surveyor) hasValue(at place) bool {
	return at.fn == nil && s.p.Type == ast.Script && !s.p.CommonJS
}

func (s *surveyor) statement(m *site, st ast.Stmt, at place) {
	switch st := st.(type) {
	case *ast.FuncDecl:
		if v := s.variable(nameOf(st.Fn.Name)); v != nil {
			m.parts = s.part(part{st.Span, v, Function, st.Fn.Name, false})
			s.funcDecl(st, at, v)
			return
		}
	case *ast.ClassDecl:
		c := st.Class
		s.endsAt(c.Name.Sym, st.End)
		if v := s.variable(c.Name.Sym); v != nil && s.pureClass(c, at) {
			m.parts = s.part(part{st.Span, v, Class, c.Name, false})
			v.seen++
			v.varied = true
			at.in = v
			if c.Super != nil {
				s.tree.Below(c.Super, at)
			}
			for _, member := range c.Members {
				s.tree.Below(member, at)
			}
			return
		}
	case *ast.VarDecl:
		if st.Kind != ast.Using && st.Kind != ast.AwaitUsing {
			m.parts = s.declarators(st, at, m)
			return
		}
	case *ast.ExprStmt:
		if !st.Directive {
			s.exprStmt(m, st, at)
			return
		}
	}
	s.tree.Below(st, at)
}

// part is a list of one part.
func (m *memory) part(x part) []part {
	one := m.parts.Make(1)
	one[0] = x
	return one
}

func nameOf(id *ast.Ident) *ast.Symbol {
	if id == nil {
		return nil
	}
	return id.Sym
}

// funcDecl handles a declared function, whose code stands and falls with a variable.
func (s *surveyor) funcDecl(d *ast.FuncDecl, at place, in *variable) {
	if id := d.Fn.Name; id != nil && id.Sym != nil {
		v := s.variable(id.Sym)
		if v != nil {
			v.seen++
			v.varied = true
			s.mentionAround(at, in, v)
		}
		s.annexB(d, v, at)
	}
	at.in = in
	s.tree.Below(d.Fn, at)
}

// mentionAround records that a declaration which stays with the code around it declares v.
func (s *surveyor) mentionAround(at place, in, v *variable) {
	if in != v {
		s.mention(at.in, v)
	}
}

// annexB ties a function in a block to its additional var.
func (s *surveyor) annexB(d *ast.FuncDecl, v *variable, at place) {
	sym := d.Fn.Name.Sym
	if sym.Kind != ast.SymBlockFunc {
		return
	}
	if sym.AnnexB == nil {
		if !d.Fn.Async && !d.Fn.Generator {
			s.kept[sym.Name] = append(s.kept[sym.Name], sym)
		}
		return
	}
	w := s.variable(sym.AnnexB)
	if w != nil {
		w.seen++
		w.varied = true
	}
	switch {
	case v == nil && w != nil:
		s.mention(at.in, w)
	case w == nil && v != nil:
		s.mention(nil, v)
	case v != nil:
		s.mention(v, w)
		s.mention(w, v)
	}
}
