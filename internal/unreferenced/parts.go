package unreferenced

import (
	"slices"
	"strings"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
)

// declarators handles a declaration in a list, or with m being nil in the head of a for.
func (s *surveyor) declarators(st *ast.VarDecl, at place, m *site) (parts []part) {
	any := false
	parts = s.parts.Make(len(st.Decls))[:0]
	for _, d := range st.Decls {
		if id, ok := d.Target.(*ast.Ident); ok && st.Kind != ast.Var && id.Sym != nil {
			s.endsAt(id.Sym, d.End)
		}
		x := s.declarator(st, d, at, m)
		any = any || x.v != nil
		parts = append(parts, x)
	}
	if !any {
		return nil
	}
	return parts
}

func (s *surveyor) declarator(st *ast.VarDecl, d *ast.Declarator, at place, m *site) part {
	none := part{Span: d.Span}
	id, ok := d.Target.(*ast.Ident)
	v := (*variable)(nil)
	if ok {
		v = s.variable(id.Sym)
	}
	if v == nil || st.Kind == ast.Var && v.sym.Kind != ast.SymVar && v.sym.Kind != ast.SymFunc && v.sym.Kind != ast.SymParam {
		s.tree.Below(d, at)
		return none
	}
	gone := part{Span: d.Span, v: v, kind: Variable, name: id}
	switch {
	case d.Init == nil:
		v.seen++
		return gone
	case s.pure(d.Init, at):
		v.seen++
		v.varied = v.varied || !s.plain(d.Init, at)
		v.whole = v.whole || m == nil || !canLoseInit(st)
		at.in = v
		s.tree.Below(d.Init, at)
		return gone
	}
	if m != nil && len(st.Decls) == 1 && !s.hasValue(at) && isAction(d.Init) && !ast.IsAnonymous(d.Init) {
		if u := s.unwrapping(gone, id, d.Init, d.End); u != nil {
			v.seen++
			v.varied = true
			u.Start = st.Start
			m.values = append(m.values, u)
			s.note(d.Init, role{any: true, idle: true, begins: true, of: m})
			s.tree.Below(d.Init, at)
			return none
		}
	}
	s.tree.Below(d, at)
	return none
}

// canLoseInit reports whether a declaration may declare its variables without values: those of a const must be such that
// it can be a let.
func canLoseInit(st *ast.VarDecl) bool {
	return st.Kind == ast.Let || st.Kind == ast.Const && !slices.ContainsFunc(st.Decls, func(d *ast.Declarator) bool {
		id, name := d.Target.(*ast.Ident)
		return !name || id.Sym == nil || !settled.WrittenOnce(id.Sym)
	})
}

// unwrapping returns what replaces an assignment to a name by its value; nil if the text is too
// unusual.
func (s *surveyor) unwrapping(of part, id *ast.Ident, value ast.Expr, end int32) *unwrap {
	between := s.p.Source[id.End:value.Pos().Start]
	if id.Paren || strings.Trim(between, " \t\r\n(") != "=" {
		return nil
	}
	rest := between[strings.IndexByte(between, '=')+1:]
	from := value.Pos().Start - int32(len(strings.TrimLeft(rest, " \t\r\n")))
	return &unwrap{part: of, from: from, to: end, needs: needsParens(s.p.Source[from:end])}
}

// needsParens reports whether an expression with that text needs parentheses at the beginning of
// a statement.
func needsParens(text string) bool {
	n := strings.IndexAny(text, " \t\r\n()[]{}<>.,;:?!~+-*/%&|^=\"'`\u00a0\ufeff\u2028\u2029")
	switch text[:max(n, 0)] {
	case "":
		return text[0] == '{'
	case "function", "class":
		return true
	case "async", "let":
		return text[n] != '.' && text[n] != '('
	}
	return false
}

// isAction reports whether an author would write an expression that has an effect as a statement.
func isAction(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Call, *ast.New, *ast.Await, *ast.Yield, *ast.Assign, *ast.Update, *ast.TaggedTemplate, *ast.ImportCall:
		return true
	case *ast.Unary:
		return x.Op == ast.Delete
	case *ast.Chain:
		return isAction(x.X)
	case *ast.Binary:
		return x.Op.Logical() && isAction(x.R)
	case *ast.Cond:
		return isAction(x.Then) && isAction(x.Else)
	}
	return false
}

// exprStmt handles an expression statement of a list.
func (s *surveyor) exprStmt(m *site, st *ast.ExprStmt, at place) {
	if s.hasValue(at) {
		s.note(st.X, role{any: true, idle: true, begins: true, of: m})
		s.tree.Below(st.X, at)
		return
	}
	if q, ok := st.X.(*ast.Seq); ok && canBeThinned(q) {
		m.parts = s.elements(q, at, m)
		return
	}
	if x := s.discarded(st.X, at, role{any: true, idle: true, begins: true, of: m}); x.v != nil {
		m.parts = s.part(x)
	}
}

// canBeThinned reports whether elements of a comma expression that is a statement can be removed
// without changing what the rest means.
func canBeThinned(q *ast.Seq) bool {
	for _, x := range q.Exprs {
		if x.Pos().Paren {
			return false
		}
		if _, ok := x.(*ast.String); ok {
			return false
		}
	}
	return !q.Paren
}

// elements handles the elements of a comma expression that nothing uses.
func (s *surveyor) elements(q *ast.Seq, at place, m *site) (parts []part) {
	any := false
	for i, x := range q.Exprs {
		r := role{any: true, idle: true, begins: m != nil, of: m}
		var p part
		if i+1 < len(q.Exprs) && m != nil && needsParens(s.p.Source[q.Exprs[i+1].Pos().Start:q.End]) {
			p = part{Span: x.Pos().Span} // it would be at the beginning
			s.note(x, r)
			s.tree.Below(x, at)
		} else {
			p = s.discarded(x, at, r)
		}
		any = any || p.v != nil
		parts = append(parts, p)
	}
	if !any {
		return nil
	}
	return parts
}

// discarded handles an expression whose value nothing uses, where nothing may be written in its
// place.
func (s *surveyor) discarded(x ast.Expr, at place, r role) part {
	stays := part{Span: x.Pos().Span}
	if gone, ok := s.idleCall(x, at); ok {
		return gone
	}
	var target, value ast.Expr
	switch x := x.(type) {
	case *ast.Update:
		target = x.X
	case *ast.Assign:
		target, value = x.Target, x.Value
		if x.Op.Logical() {
			target = nil
		}
	}
	id, ok := target.(*ast.Ident)
	if !ok {
		if s.check(x, at) {
			return stays
		}
		s.note(x, r)
		s.tree.Below(x, at)
		return stays
	}
	v, unsettled := s.writable(id, at)
	a, _ := x.(*ast.Assign)
	update := a == nil || a.Op != ast.NoOp
	if v == nil || value != nil && (!s.pure(value, at) || update && !s.plain(value, at)) {
		s.note(x, r)
		s.tree.Below(x, at)
		return stays
	}
	v.seen++
	if update {
		v.updates = append(v.updates, at.in)
	} else {
		v.varied = v.varied || !s.plain(value, at)
	}
	if value != nil {
		at.in = v
		s.tree.Below(value, at)
	}
	return part{x.Pos().Span, v, Assignment, id, unsettled}
}

// assign handles an assignment of which at most the value stays.
func (s *surveyor) assign(n *ast.Assign, at place) {
	r := s.roles[n]
	if id, ok := n.Target.(*ast.Ident); ok && n.Op == ast.NoOp && r.any && !ast.IsAnonymous(n.Value) && !(r.idle && !isAction(n.Value)) {
		if v, unsettled := s.writable(id, at); v != nil {
			gone := part{n.Span, v, Assignment, id, unsettled}
			if u := s.unwrapping(gone, id, n.Value, n.End); u != nil {
				u.needs = u.needs && r.begins
				v.seen++
				v.varied = true
				if r.of != nil {
					r.of.values = append(r.of.values, u)
				} else {
					s.unwraps = append(s.unwraps, u)
				}
				s.note(n.Value, r)
				s.tree.Below(n.Value, at)
				return
			}
		}
	}
	s.operands(n)
	s.tree.Children(n, at)
}

// writable returns the candidate that may be assigned without an error, or nil.
func (s *surveyor) writable(id *ast.Ident, at place) (v *variable, unsettled bool) {
	v = s.variable(id.Sym)
	if v == nil || v.sym.Kind == ast.SymConst {
		return nil, false
	}
	if !s.isInitialized(id, at.fn) {
		if !s.o.NoTDZ || !v.sym.Kind.Lexical() || v.sym.Scope.Func == at.fn {
			return nil, false
		}
		unsettled = true
	}
	return v, unsettled
}

func (s *surveyor) forLoop(n *ast.For, at place) {
	switch init := n.Init.(type) {
	case nil:
	case *ast.VarDecl:
		if init.Kind == ast.Using || init.Kind == ast.AwaitUsing {
			s.tree.Below(init, at)
		} else if parts := s.declarators(init, at, nil); parts != nil {
			s.heads = append(s.heads, &head{init.Span, parts})
		}
	case *ast.ExprStmt:
		s.inHead(init.X, at)
	}
	if n.Test != nil {
		s.note(n.Test, role{any: true})
		s.tree.Below(n.Test, at)
	}
	if n.Update != nil {
		s.inHead(n.Update, at)
	}
	s.tree.Below(n.Body, at)
}

// inHead handles an expression in the head of a for.
func (s *surveyor) inHead(x ast.Expr, at place) {
	if x.Pos().Paren {
		s.tree.Below(x, at)
		return
	}
	if q, ok := x.(*ast.Seq); ok && canBeThinned(q) {
		if parts := s.elements(q, at, nil); parts != nil {
			s.heads = append(s.heads, &head{x.Pos().Span, parts})
		}
		return
	}
	if p := s.discarded(x, at, role{any: true, idle: true}); p.v != nil {
		s.heads = append(s.heads, &head{x.Pos().Span, []part{p}})
	}
}

// note records the role of an expression, if it is an assignment.
func (s *surveyor) note(x ast.Expr, r role) {
	if a, ok := x.(*ast.Assign); ok {
		s.roles[a] = r
	}
}

// operands records which operands of a node may be replaced by their values: where an assignment
// may stand without more parentheses, and where a reference means no more than its value.
func (s *surveyor) operands(n any) {
	value := role{any: true}
	switch n := n.(type) {
	case *ast.ExprStmt:
		if !n.Directive {
			s.note(n.X, role{any: true, idle: true, begins: true})
		}
	case *ast.Call:
		s.notes(n.Args)
	case *ast.New:
		s.notes(n.Args)
	case *ast.Array:
		s.notes(n.Elems)
	case *ast.Assign:
		if n.Op == ast.NoOp {
			s.note(n.Value, value)
		}
	case *ast.Declarator:
		s.note(n.Init, value)
	case *ast.Return:
		s.note(n.X, value)
	case *ast.Cond:
		s.note(n.Then, value)
		s.note(n.Else, value)
	case *ast.Object:
		for _, p := range n.Props {
			if p.Kind == ast.PropInit {
				s.note(p.Value, value)
			}
		}
	case *ast.If:
		s.note(n.Test, value)
	case *ast.While:
		s.note(n.Test, value)
	case *ast.DoWhile:
		s.note(n.Test, value)
	case *ast.Throw:
		s.note(n.X, value)
	}
}

func (s *surveyor) notes(list []ast.Expr) {
	for _, x := range list {
		s.note(x, role{any: true})
	}
}
