package singleuse

import "github.com/sonjs/son/parse/ast"

// use is one reference to a name.
type use struct {
	span  ast.Span // of the reference; of the shorthand property that it is
	key   string   // of such a property
	slot  bool     // any value may be written there, without parentheses
	part  bool     // any constant may, perhaps in parentheses
	dot   bool     // a property is read from it
	loops int      // of the same function, around it
	env   *env     // scopes of the same function, around it
}

func (u use) inside(s ast.Span) bool { return s.Start <= u.span.Start && u.span.End <= s.End }

// env is a scope inside of a function's, and those around it.
type env struct {
	up    *env
	scope *ast.Scope
}

// survey finds the references to names.
func (f *finder) survey() {
	s := &surveyor{finder: f}
	s.tree.Run(f.p, place{}, s.visit)
}

type surveyor struct {
	*finder
	tree ast.Descent[place]
}

// isCandidate reports whether a name references a variable that may be replaced: its only
// declaration is elsewhere, in a function's or the program's own scope. Most references are to
// others, and a map of all of them does not fit into a cache.
func (s *surveyor) isCandidate(id *ast.Ident) bool {
	v := id.Sym
	if v == nil || v.Kind == ast.SymParam || len(v.Decls) != 1 || v.Decls[0] == id {
		return false
	}
	fn := v.Scope.Func
	return v.Scope == s.p.Scope || fn != nil && v.Scope == fn.Scope
}

// place is the position of a node in its function.
type place struct {
	loops int
	env   *env
}

// visit visits a node. What is known of its operands is recorded before they are visited.
func (s *surveyor) visit(n ast.Node, at place) {
	s.operands(n)
	switch n := n.(type) {
	case *ast.Ident:
		if s.isCandidate(n) {
			u := s.uses[n]
			if u.span.IsZero() {
				u.span = n.Span
			}
			u.loops, u.env = at.loops, at.env
			s.uses[n] = u
		}
		return
	case *ast.Function:
		at = place{}
	case *ast.FuncDecl:
		if n.Fn.Name != nil && n.Fn.Name.Sym != nil && n.Fn.Name.Sym.AnnexB != nil {
			s.twin[n.Fn.Name.Sym.AnnexB] = true
		}
	case *ast.Block:
		at = at.in(n.Scope)
	case *ast.Switch:
		s.tree.Below(n.Disc, at)
		in := at.in(n.Scope)
		for _, c := range n.Cases {
			s.tree.Below(c, in)
		}
		return
	case *ast.Try:
		at = at.in(n.CatchScope)
	case *ast.Class, *ast.With, *ast.While, *ast.DoWhile:
		at.loops++ // the head of a class is strict code
	case *ast.For:
		at = at.in(n.Scope)
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
		at = at.in(n.Scope)
		at.loops++
	case *ast.ForOf:
		at = at.in(n.Scope)
		at.loops++
	}
	s.tree.Children(n, at)
}

// in returns the place in a scope; nil is none.
func (p place) in(scope *ast.Scope) place {
	if scope != nil {
		p.env = &env{p.env, scope}
	}
	return p
}

// operands records what may replace the operands of a node.
func (s *surveyor) operands(n ast.Node) {
	slot, part, dot := use{slot: true, part: true}, use{part: true}, use{part: true, dot: true}
	switch n := n.(type) {
	case *ast.Call:
		s.note(slot, n.Args...)
	case *ast.New:
		s.note(slot, n.Args...)
	case *ast.Array:
		s.note(slot, n.Elems...)
	case *ast.Assign:
		s.note(slot, n.Value)
	case *ast.Declarator:
		s.note(slot, n.Init)
	case *ast.Cond:
		s.note(part, n.Test)
		s.note(slot, n.Then, n.Else)
	case *ast.Return:
		s.note(slot, n.X)
	case *ast.Default:
		s.note(slot, n.Value)
	case *ast.Spread:
		s.note(slot, n.X)
	case *ast.Function:
		s.note(slot, n.ExprBody)
	case *ast.Object:
		for _, p := range n.Props {
			switch {
			case p.Shorthand:
				if id, ok := p.Value.(*ast.Ident); ok && s.isCandidate(id) {
					s.uses[id] = use{slot: id.Name != "__proto__", part: id.Name != "__proto__", span: p.Span, key: id.Name + ": "}
				}
			case p.Kind == ast.PropInit:
				s.note(slot, p.Value)
			}
			if p.Computed {
				s.note(part, p.Key)
			}
		}
	case *ast.Binary:
		s.note(part, n.L, n.R)
	case *ast.Unary:
		if n.Op != ast.Delete {
			s.note(part, n.X)
		}
	case *ast.Index:
		s.note(dot, n.Obj)
		s.note(part, n.Key)
	case *ast.Member:
		s.note(dot, n.Obj)
	case *ast.If:
		s.note(part, n.Test)
	case *ast.While:
		s.note(part, n.Test)
	case *ast.DoWhile:
		s.note(part, n.Test)
	case *ast.Seq:
		s.note(part, n.Exprs...)
	case *ast.Throw:
		s.note(part, n.X)
	case *ast.Case:
		s.note(part, n.Test)
	case *ast.Switch:
		s.note(part, n.Disc)
	case *ast.For:
		s.note(part, n.Test)
	case *ast.Template:
		s.note(part, n.Exprs...)
	}
}

func (s *surveyor) note(u use, xs ...ast.Expr) {
	for _, x := range xs {
		if id, ok := x.(*ast.Ident); ok && s.isCandidate(id) {
			s.uses[id] = u
		}
	}
}
