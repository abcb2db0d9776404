package singleuse

import "github.com/sonjs/son/parse/ast"

// use is one reference to a candidate.
type use struct {
	id     *ast.Ident
	kind   ast.RefKind
	fn     *ast.Function // around it
	at     *ast.Expr     // where the tree has it, if something may be written there
	short  *ast.Property // the shorthand property that it is
	slot   bool          // any value may be written there, without parentheses
	part   bool          // any constant may, perhaps in parentheses
	dot    bool          // a property is read from it
	callee bool          // it is called
	loops  int           // of the same function, around it
	env    *env          // scopes of the same function, around it
	in     *candidate    // the innermost declaration around it that may be removed
	node   int           // its number in the order of the tree
	by     *candidate    // what takes its place
}

// span is what the text of something else replaces.
func (u *use) span() ast.Span {
	if u.short != nil {
		return u.short.Span
	}
	return u.id.Span
}

// key is what must stand before that text.
func (u *use) key() string {
	if u.short != nil {
		return u.id.Name + ": "
	}
	return ""
}

func (u *use) inside(s ast.Span) bool { return s.Start <= u.id.Start && u.id.End <= s.End }

// from returns how far a reference is from the declaration, in nodes.
func (u *use) from(c *candidate) int { return max(u.node-c.node, c.node-u.node) }

// env is a scope inside of a function's, and those around it.
type env struct {
	up    *env
	scope *ast.Scope
}

// survey finds the references to candidates.
func (f *finder) survey() {
	if len(f.all) == 0 {
		return
	}
	s := &surveyor{finder: f}
	s.tree.Run(f.p, place{}, s.visit)
	for _, c := range f.all {
		c.complete()
	}
}

type surveyor struct {
	*finder
	tree  ast.Descent[place]
	nodes int
}

// candidate returns the candidate that a name references, or nil. Most references are to other
// variables, and a map of all of them does not fit into a cache.
func (s *surveyor) candidate(id *ast.Ident) *candidate {
	v := id.Sym
	if v == nil || v.Kind == ast.SymParam || len(v.Decls) != 1 || v.Decls[0] == id {
		return nil
	}
	if fn := v.Scope.Func; v.Scope == s.p.Scope || fn != nil && v.Scope == fn.Scope {
		return s.of[v]
	}
	return nil
}

// complete adds what the program knows of the references. If there are more than the tree
// shows, the name stays.
func (c *candidate) complete() {
	refs := map[*ast.Ident]ast.Ref{}
	for _, r := range c.sym.Refs {
		refs[r.Ident] = r
	}
	for _, u := range c.uses {
		r, ok := refs[u.id]
		u.fn, u.kind = r.Func, r.Kind
		c.kept = c.kept || !ok
	}
	if len(c.uses) != len(c.sym.Refs)-1 {
		c.kept = true
	}
}

// place is the position of a node in its function.
type place struct {
	loops int
	env   *env
	in    *candidate
}

// visit visits a node. What is known of its operands is recorded before they are visited.
func (s *surveyor) visit(n any, at place) {
	s.nodes++
	s.operands(n)
	switch n := n.(type) {
	case *ast.Ident:
		if c := s.candidate(n); c != nil {
			u := s.use(n)
			u.loops, u.env, u.in, u.node = at.loops, at.env, at.in, s.nodes
			c.uses = append(c.uses, u)
			if at.in != nil {
				at.in.mentions = append(at.in.mentions, c)
			}
		}
		return
	case *ast.Function:
		at = place{in: at.in}
	case *ast.FuncDecl:
		at = s.declaration(n.Fn.Name, at)
	case *ast.Declarator:
		if id, ok := n.Target.(*ast.Ident); ok {
			at = s.declaration(id, at)
		}
	case *ast.Block:
		at = at.inside(n.Scope)
	case *ast.Switch:
		s.tree.Below(n.Disc, at)
		in := at.inside(n.Scope)
		for _, c := range n.Cases {
			s.tree.Below(c, in)
		}
		return
	case *ast.Try:
		at = at.inside(n.CatchScope)
	case *ast.Class, *ast.With, *ast.While, *ast.DoWhile:
		at.loops++ // the head of a class is strict code
	case *ast.For:
		at = at.inside(n.Scope)
		if n.Init != nil {
			s.tree.Below(n.Init, at)
		}
		at.loops++
		for _, x := range []ast.Expr{n.Test, n.Update} {
			if x != nil {
				s.tree.Below(x, at)
			}
		}
		s.tree.Below(n.Body, at)
		return
	case *ast.ForIn:
		at = at.inside(n.Scope)
		at.loops++
	case *ast.ForOf:
		at = at.inside(n.Scope)
		at.loops++
	}
	s.tree.Children(n, at)
}

// inside returns the place in a scope; nil is none.
func (p place) inside(scope *ast.Scope) place {
	if scope != nil {
		p.env = &env{p.env, scope}
	}
	return p
}

// declaration returns the place inside of a declaration.
func (s *surveyor) declaration(id *ast.Ident, at place) place {
	if id == nil || id.Sym == nil {
		return at
	}
	if v := id.Sym.AnnexB; v != nil && s.of[v] != nil {
		s.of[v].kept = true // functions in blocks have that variable in addition
	}
	if c := s.of[id.Sym]; c != nil && c.sym.Decls[0] == id {
		c.node = s.nodes
		if c.plain {
			at.in = c
		}
	}
	return at
}

// use returns the record of a reference.
func (s *surveyor) use(id *ast.Ident) *use {
	u := s.uses[id]
	if u == nil {
		u = &use{id: id}
		s.uses[id] = u
	}
	return u
}

// operands records what may replace the operands of a node.
func (s *surveyor) operands(n any) {
	slot, part, dot := use{slot: true, part: true}, use{part: true}, use{part: true, dot: true}
	switch n := n.(type) {
	case *ast.Call:
		s.note(use{callee: true}, &n.Callee)
		s.notes(slot, n.Args)
	case *ast.New:
		s.notes(slot, n.Args)
	case *ast.Array:
		s.notes(slot, n.Elems)
	case *ast.Assign:
		s.note(slot, &n.Value)
	case *ast.Declarator:
		s.note(slot, &n.Init)
	case *ast.Cond:
		s.note(part, &n.Test)
		s.note(slot, &n.Then, &n.Else)
	case *ast.Return:
		s.note(slot, &n.X)
	case *ast.Default:
		s.note(slot, &n.Value)
	case *ast.Spread:
		s.note(slot, &n.X)
	case *ast.Function:
		s.note(slot, &n.ExprBody)
	case *ast.Object:
		s.properties(n.Props)
	case *ast.Binary:
		s.note(part, &n.L, &n.R)
	case *ast.Unary:
		if n.Op != ast.Delete {
			s.note(part, &n.X)
		}
	case *ast.Index:
		s.note(dot, &n.Obj)
		s.note(part, &n.Key)
	case *ast.Member:
		s.note(dot, &n.Obj)
	case *ast.If:
		s.note(part, &n.Test)
	case *ast.While:
		s.note(part, &n.Test)
	case *ast.DoWhile:
		s.note(part, &n.Test)
	case *ast.Seq:
		s.notes(part, n.Exprs)
	case *ast.Throw:
		s.note(part, &n.X)
	case *ast.Case:
		s.note(part, &n.Test)
	case *ast.Switch:
		s.note(part, &n.Disc)
	case *ast.For:
		s.note(part, &n.Test)
	case *ast.Template:
		s.notes(part, n.Exprs)
	}
}

func (s *surveyor) properties(props []*ast.Property) {
	for _, p := range props {
		switch {
		case p.Shorthand:
			if id, ok := p.Value.(*ast.Ident); ok && s.candidate(id) != nil {
				any := id.Name != "__proto__"
				*s.use(id) = use{id: id, at: &p.Value, short: p, slot: any, part: any}
			}
		case p.Kind == ast.PropInit:
			s.note(use{slot: true, part: true}, &p.Value)
		}
		if p.Computed {
			s.note(use{part: true}, &p.Key)
		}
	}
}

func (s *surveyor) note(u use, places ...*ast.Expr) {
	for _, at := range places {
		if id, ok := (*at).(*ast.Ident); ok && s.candidate(id) != nil {
			u.id, u.at = id, at
			*s.use(id) = u
		}
	}
}

func (s *surveyor) notes(u use, list []ast.Expr) {
	for i := range list {
		s.note(u, &list[i])
	}
}
