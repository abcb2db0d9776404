package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// survey walks a program once and notes what [Decide] needs to know: where
// assignments of captured bindings end, where functions are made, which loops
// these lie in, and the names that positions give to functions.
type survey struct {
	b *Bindings
	// writes says for identifiers that write a captured binding where the
	// writing expression ends.
	writes map[*ast.Ident]site
	// made says by Function.Index where the function's closure is made.
	made      []site
	points    map[*ast.Symbol][]site // where functions that see it are made
	scopeLoop map[*ast.Scope]*loopSite
	tried     []triedWrite
	mentions  []*ast.Ident // of lexical bindings by their own function

	surveyAt
	visit func(ast.Node)
}

// surveyAt is where the walk stands; functions and blocks save and restore it.
type surveyAt struct {
	loop    *loopSite // innermost loop of the current function
	hoist   int32     // where the current block makes its declared functions
	caseEnd int32     // end of the current case of a switch
	arm     *armSite  // innermost part of a try statement of the current function
	fn      *ast.Function
}

// site is a place in the text and the innermost loop around it.
type site struct {
	at   int32
	loop *loopSite
}

type loopSite struct{ parent *loopSite }

func newSurvey(p *ast.Program, b *Bindings) *survey {
	s := &survey{
		b:         b,
		writes:    map[*ast.Ident]site{},
		made:      make([]site, len(p.Funcs)),
		points:    map[*ast.Symbol][]site{},
		scopeLoop: map[*ast.Scope]*loopSite{},
	}
	s.visit = s.node
	return s
}

func (s *survey) run(p *ast.Program) {
	ast.Children(p, s.visit)
	s.early()
	s.lists(p)
	for _, fn := range p.Funcs {
		for _, sym := range fn.Captures {
			if sym.Scope.Func == fn.Parent && !isTopScope(sym.Scope) {
				s.points[sym] = append(s.points[sym], s.made[fn.Index])
			}
		}
	}
}

func (s *survey) children(n ast.Node) { ast.Children(n, s.visit) }

func (s *survey) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		s.mention(n)
	case *ast.Binary:
		s.binary(n)
	case *ast.Assign:
		s.targets(n.Target, n.End)
		s.assigned(n.Target)
		if id, ok := n.Target.(*ast.Ident); ok && !id.Paren && (n.Op == ast.NoOp || n.Op.Logical()) {
			s.named(n.Value, id.Name)
		} else if n.Op == ast.NoOp {
			s.hinted(n.Value, n.Target)
		}
		s.children(n)
	case *ast.Update:
		s.targets(n.X, n.End)
		s.assigned(n.X)
		s.children(n)
	case *ast.VarDecl:
		s.declaration(n)
	case *ast.Default:
		if id, ok := n.Target.(*ast.Ident); ok && !id.Paren {
			s.named(n.Value, id.Name)
		}
		s.children(n)
	case *ast.Property:
		s.property(n)
	case *ast.Class:
		s.class(n)
	case *ast.FuncDecl:
		if n.Fn.Name != nil {
			s.blockFunction(n.Fn.Name.Sym)
		}
		s.function(n.Fn, s.hoist)
	case *ast.Function:
		s.function(n, n.Start)
	case *ast.ExportDefault:
		if f, ok := n.Value.(*ast.FuncDecl); ok && f.Fn.Name == nil {
			s.b.names[f.Fn.Index] = "default"
		} else if x, ok := n.Value.(*ast.ExprStmt); ok {
			s.named(x.X, "default")
		} else if c, ok := n.Value.(*ast.ClassDecl); ok && c.Class.Name == nil {
			s.b.classNames[c.Class] = "default"
		}
		s.children(n)
	case ast.Stmt:
		s.stmt(n)
	default:
		s.children(n)
	}
}

// binary takes long chains without recursion.
func (s *survey) binary(n *ast.Binary) {
	var spine []*ast.Binary
	for {
		spine = append(spine, n)
		l, ok := n.L.(*ast.Binary)
		if !ok {
			s.node(n.L)
			break
		}
		n = l
	}
	for i := len(spine) - 1; i >= 0; i-- {
		s.node(spine[i].R)
	}
}

func (s *survey) stmt(n ast.Stmt) {
	switch n := n.(type) {
	case *ast.Block:
		if n.Scope == nil {
			s.children(n)
			return
		}
		saved := s.surveyAt
		s.hoist = n.Start
		s.enter(n.Scope)
		s.children(n)
		s.surveyAt = saved
	case *ast.For:
		s.enter(n.Scope)
		if n.Init != nil {
			s.node(n.Init)
		}
		if n.Scope != nil {
			for _, sym := range n.Scope.Symbols {
				if sym.Captured && sym.Assigns > 0 && hasWrite(sym) {
					put(&s.b.perIteration, sym.ID, true)
				}
			}
		}
		s.inLoop(n.Test, n.Update, n.Body)
	case *ast.ForIn:
		s.forEach(n.Scope, n.Left, n.Right, n.Body)
	case *ast.ForOf:
		s.forEach(n.Scope, n.Left, n.Right, n.Body)
	case *ast.While:
		s.inLoop(n.Test, n.Body)
	case *ast.DoWhile:
		s.inLoop(n.Body, n.Test)
	case *ast.Switch:
		s.node(n.Disc)
		saved := s.surveyAt
		s.hoist = n.Start
		s.enter(n.Scope)
		tested := false
		for _, c := range n.Cases {
			s.caseEnd = c.End
			if c.Test != nil && tested { // the first test always happens
				s.caseTest(c.Test)
			}
			tested = tested || c.Test != nil
			s.children(c)
		}
		s.surveyAt = saved
	case *ast.Try:
		s.try(n)
	default:
		s.children(n)
	}
}

// hasWrite reports whether anything but its declaration writes a binding.
func hasWrite(sym *ast.Symbol) bool {
	for _, r := range sym.Refs {
		if r.Kind&ast.RefWrite != 0 {
			return true
		}
	}
	return false
}

// inLoop walks the parts of a loop that run once for each iteration.
func (s *survey) inLoop(parts ...ast.Node) {
	outer := s.loop
	s.loop = &loopSite{outer}
	for _, p := range parts {
		if p != nil {
			s.node(p)
		}
	}
	s.loop = outer
}

// forEach walks a for-in or for-of, which makes its bindings anew for each
// iteration: their scope lies inside the loop.
func (s *survey) forEach(scope *ast.Scope, left ast.Stmt, right ast.Expr, body ast.Stmt) {
	s.node(right)
	outer := s.loop
	s.loop = &loopSite{outer}
	s.enter(scope)
	switch l := left.(type) {
	case *ast.ExprStmt:
		s.targets(l.X, l.End)
		s.assigned(l.X)
	case *ast.VarDecl:
		for _, d := range l.Decls {
			if l.Kind == ast.Var {
				s.assigned(d.Target)
			}
			s.targets(d.Target, right.Pos().End) // a function in right comes before
		}
	}
	s.node(left)
	if l, ok := left.(*ast.VarDecl); ok && l.Kind != ast.Var {
		s.lexical(l.Decls[0].Target, right, right.Pos().End) // in right they are in their dead zone
	}
	s.node(body)
	s.loop = outer
}

func (s *survey) enter(scope *ast.Scope) {
	if scope != nil && s.loop != nil {
		s.scopeLoop[scope] = s.loop
	}
}

func (s *survey) declaration(n *ast.VarDecl) {
	for _, d := range n.Decls {
		end := d.End
		if d.Init != nil {
			s.targets(d.Target, end)
			if n.Kind == ast.Var {
				s.assigned(d.Target)
			}
			if id, ok := d.Target.(*ast.Ident); ok {
				s.named(d.Init, id.Name)
				if _, list := d.Init.(*ast.Array); list && n.Kind == ast.Const && id.Sym != nil {
					put(&s.b.arrays, id.Sym.ID, true)
				}
			}
		} else if n.Kind != ast.Var {
			s.targets(d.Target, end)
		}
		if n.Kind != ast.Var {
			s.lexical(d.Target, d.Init, end)
		}
		s.children(d)
	}
}

// targets notes where a write to the identifiers of a pattern ends. The first
// note of an identifier stands, so heads of for-in loops are noted first.
func (s *survey) targets(pattern ast.Expr, end int32) {
	eachTarget(pattern, func(id *ast.Ident) {
		s.inTry(id.Sym)
		if id.Sym == nil || !id.Sym.Captured {
			return
		}
		if _, ok := s.writes[id]; !ok {
			s.writes[id] = site{end, s.loop}
		}
	})
}

// lexical notes from where on the bindings of a declarator are initialized: a
// name on its own where the declarator ends, each name of a pattern where its
// element ends.
// Where the value, which stands behind the pattern but comes before it, mentions one
// of the names, all have to wait for it.
func (s *survey) lexical(target, value ast.Expr, end int32) {
	if id, ok := target.(*ast.Ident); ok {
		s.initializedAt(id, end)
		return
	}
	if s.element(target, 0); value == nil {
		return
	}
	names := map[*ast.Symbol]bool{}
	eachTarget(target, func(id *ast.Ident) { names[id.Sym] = id.Sym != nil })
	early := false
	ast.Walk(value, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && names[id.Sym] {
			early = true
		}
		return !early
	})
	if early {
		eachTarget(target, func(id *ast.Ident) { s.initializedAt(id, end) })
	}
}

// element is lexical for a part of a pattern that has no value before an offset.
func (s *survey) element(x ast.Expr, from int32) {
	switch t := x.(type) {
	case *ast.Ident:
		s.initializedAt(t, max(from, t.End))
	case *ast.Default:
		s.element(t.Target, max(from, t.End)) // of an inner pattern, the default comes first
	case *ast.Spread:
		s.element(t.X, from)
	case *ast.ArrayPat:
		for _, x := range t.Elems {
			if x != nil {
				s.element(x, from)
			}
		}
	case *ast.ObjectPat:
		for _, p := range t.Props {
			s.element(p.Value, from)
		}
	}
}

func (s *survey) initializedAt(id *ast.Ident, end int32) {
	sym := id.Sym
	if sym == nil {
		return
	}
	limit := sym.Scope.Span.End
	if sym.Scope.Kind == ast.ScopeSwitch {
		limit = s.caseEnd
	}
	put(&s.b.initialized, sym.ID, ast.Span{Start: end, End: limit})
}

// eachTarget calls f for the identifiers that a pattern or target writes.
func eachTarget(pattern ast.Expr, f func(*ast.Ident)) {
	switch p := pattern.(type) {
	case *ast.Ident:
		f(p)
	case *ast.Default:
		eachTarget(p.Target, f)
	case *ast.Spread:
		eachTarget(p.X, f)
	case *ast.ArrayPat:
		for _, e := range p.Elems {
			if e != nil {
				eachTarget(e, f)
			}
		}
	case *ast.ObjectPat:
		for _, m := range p.Props {
			eachTarget(m.Value, f)
		}
	}
}

// function notes where a closure of fn is made, and walks it.
func (s *survey) function(fn *ast.Function, made int32) {
	s.made[fn.Index] = site{made, s.loop}
	if fn.Name != nil && s.b.names[fn.Index] == "" {
		s.b.names[fn.Index] = fn.Name.Name
	}
	saved := s.surveyAt
	s.surveyAt = surveyAt{hoist: fn.BodySpan.Start, fn: fn}
	s.params(fn)
	s.children(fn)
	s.surveyAt = saved
}

func (s *survey) class(n *ast.Class) {
	s.b.classIndex[n] = len(s.b.classes)
	s.b.classes = append(s.b.classes, n)
	if n.Name != nil {
		s.writes[n.Name] = site{n.End, s.loop}
		if sym := n.Name.Sym; sym != nil && sym.Kind == ast.SymClass {
			s.lexical(n.Name, nil, n.End)
		}
	}
	s.enter(n.Scope)
	for _, m := range n.Members {
		if m.Fn == nil {
			continue
		}
		s.b.member[m.Fn.Index] = true
		name, ok := keyName(m.Key)
		if pn, private := m.Key.(*ast.PrivateName); private {
			name, ok = "#"+pn.Name, true
		}
		switch {
		case m.Kind == ast.MemberStaticBlock || m.Computed || !ok:
		case m.Kind == ast.MemberField:
			s.b.hints[m.Fn.Index] = name
			s.named(m.Fn.ExprBody, name)
		case m.IsCtor && n.Name != nil:
			s.b.names[m.Fn.Index] = n.Name.Name
			s.b.hints[m.Fn.Index] = "constructor"
		default:
			s.b.names[m.Fn.Index] = accessor(m.Kind == ast.MemberGetter, m.Kind == ast.MemberSetter) + name
		}
	}
	s.children(n)
}

func (s *survey) property(n *ast.Property) {
	if c, ok := n.Value.(*ast.ClassExpr); ok && n.Key != nil && !n.Computed {
		if name, ok := keyName(n.Key); ok && name != "__proto__" {
			s.named(c, name)
		}
	}
	if f, ok := n.Value.(*ast.Func); ok && n.Key != nil && !n.Computed {
		if name, ok := keyName(n.Key); ok {
			switch {
			case n.Kind != ast.PropInit:
				s.b.names[f.Fn.Index] = accessor(n.Kind == ast.PropGet, n.Kind == ast.PropSet) + name
			case name != "__proto__" || n.Shorthand:
				s.named(n.Value, name)
			}
		}
	}
	s.children(n)
}

func accessor(get, set bool) string {
	switch {
	case get:
		return "get "
	case set:
		return "set "
	}
	return ""
}

// named gives an anonymous function or class the name of its position.
func (s *survey) named(e ast.Expr, name string) {
	if c, ok := e.(*ast.ClassExpr); ok && c.Class.Name == nil {
		s.b.classNames[c.Class] = name
	}
	if f, ok := e.(*ast.Func); ok && f.Fn.Name == nil {
		s.b.names[f.Fn.Index] = name
	}
}

// hinted gives a function that is assigned to a property a name for messages.
func (s *survey) hinted(e, target ast.Expr) {
	f, ok := e.(*ast.Func)
	if !ok || f.Fn.Name != nil {
		return
	}
	switch t := target.(type) {
	case *ast.Member:
		s.b.hints[f.Fn.Index] = t.Name
	case *ast.Ident:
		s.b.hints[f.Fn.Index] = t.Name
	}
}

// keyName returns the property name of a literal key.
func keyName(key ast.Expr) (string, bool) {
	switch k := key.(type) {
	case *ast.Ident:
		return k.Name, true
	case *ast.String:
		return k.Value, true
	case *ast.Number:
		return son.NumberToString(k.Value), true
	case *ast.BigInt:
		return k.Value, true
	}
	return "", false
}
