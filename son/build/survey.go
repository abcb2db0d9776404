package build

import (
	"math"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// survey walks a program once, in the order of evaluation ([ast.Evaluation]), and records the
// facts that [Decide] needs: when captured bindings are written, when functions are created,
// the loops around these, and the names that positions give to functions.
type survey struct {
	b *Bindings
	// now numbers the events.
	now int32
	// writes maps identifiers that write a captured binding to the moment when they do.
	writes map[*ast.Ident]site
	// made is, by Function.Index, the moment when the function's closure is created.
	made       []site
	points     map[*ast.Symbol][]site // when functions that reference it are created
	scopeLoop  map[*ast.Scope]*loopSite
	tried      []triedWrite
	references slab.Pieces[reference] // of bindings with a TDZ by their own function

	surveyAt
	visit func(ast.Node)
	turn  func(ast.Part)
}

// surveyAt is the current position of the walk; functions and blocks save and restore it.
type surveyAt struct {
	loop   *loopSite     // innermost loop of the current function
	hoist  int32         // when the current block creates its declared functions
	inCase []*ast.Symbol // variables that the current case of a switch has initialized
	arm    *armSite      // innermost part of a try statement of the current function
	fn     *ast.Function
	inst   *Instance // the innermost callee around, in place of its call
	listed bool      // the parameters of fn are more than names
}

// site is a moment, and the innermost loop around the place.
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
	s.visit, s.turn = s.node, s.part
	return s
}

// tick returns the number of the next event.
func (s *survey) tick() int32 {
	s.now++
	return s.now
}

func (s *survey) run(p *ast.Program, more map[*ast.Function][]*ast.Symbol) {
	ast.Children(p, s.visit)
	s.early()
	s.lists(p)
	s.b.made = make([]int32, len(s.made))
	for i, m := range s.made {
		s.b.made[i] = m.at
	}
	s.findPoints(p, more)
}

// children walks the parts of a construct.
func (s *survey) children(n ast.Node) {
	if row := ast.OrderOf(n); row != nil {
		row.Parts(n, s.turn)
		return
	}
	ast.Children(n, s.visit)
}

func (s *survey) part(p ast.Part) {
	switch p.Role {
	case ast.Assigned:
		s.records().writesField(p.Node.(ast.Expr))
		s.given(p.Node.(ast.Expr))
	case ast.Referenced:
		if _, name := p.Node.(*ast.Ident); !name {
			s.node(p.Node)
		}
	default:
		s.node(p.Node)
	}
}

// given walks a construct that assigns a value to a target.
func (s *survey) given(target ast.Expr) {
	switch t := target.(type) {
	case *ast.Ident:
		s.write(t)
		s.reference(t)
	case *ast.Default:
		if id, ok := t.Target.(*ast.Ident); ok && !id.Paren {
			s.named(t.Value, id.Name)
		}
		s.children(t)
	case *ast.ArrayPat, *ast.ObjectPat:
		s.children(t)
	}
}

// write records that an identifier writes its binding now.
func (s *survey) write(id *ast.Ident) {
	sym := id.Sym
	if sym == nil {
		return
	}
	s.inTry(sym)
	if sym.Captured { // twice where the head of a for-in has a value: the later one counts
		s.writes[id] = site{s.tick(), s.loop}
	}
	if s.hasDeadZone(sym) && id == sym.Decls[0] {
		put(&s.b.initialized, sym.ID, moments{s.tick(), math.MaxInt32})
		if sym.Scope.Kind == ast.ScopeSwitch {
			s.inCase = append(s.inCase, sym)
		}
	}
}

func (s *survey) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		s.reference(n)
	case *ast.Member, *ast.Index:
		s.records().readsField(n.(ast.Expr))
		s.children(n)
	case *ast.Call:
		s.records().called(n.Callee)
		s.call(n)
	case *ast.TaggedTemplate:
		s.records().called(n.Tag)
		s.children(n)
	case *ast.Unary:
		switch n.Op {
		case ast.Typeof:
			s.records().keeps(n.X)
		case ast.Delete:
			s.records().writesField(n.X)
		}
		s.children(n)
	case *ast.Binary:
		s.binary(n)
	case *ast.Assign:
		s.assigned(n.Target)
		if id, ok := n.Target.(*ast.Ident); ok && !id.Paren && (n.Op == ast.NoOp || n.Op.Logical()) {
			s.named(n.Value, id.Name)
		} else if n.Op == ast.NoOp {
			s.hinted(n.Value, n.Target)
		}
		s.children(n)
	case *ast.Update:
		s.assigned(n.X)
		s.children(n)
	case *ast.VarDecl:
		s.noteUnsupported(n)
		s.declaration(n)
	case *ast.Property:
		s.property(n)
	case *ast.Class:
		s.class(n)
	case *ast.FuncDecl:
		s.noteUnsupported(n)
		if n.Fn.Name != nil {
			s.blockFunction(n.Fn.Name.Sym)
			s.writes[n.Fn.Name] = site{s.hoist, s.loop}
		}
		s.function(n.Fn, s.hoist)
	case *ast.Function:
		if s.inst != nil {
			s.moved(n)
			return
		}
		s.function(n, s.tick())
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
	case *ast.Verbatim:
		s.noteUnsupported(n)
		s.children(n)
	default:
		s.children(n)
	}
}

// records returns the candidates for constant records, whose uses are counted. A callee in place of its
// call has the same ones again.
func (s *survey) records() records {
	if s.inst != nil {
		return nil
	}
	return s.b.records
}

// moved records that an instance creates a function that the callee makes.
func (s *survey) moved(fn *ast.Function) {
	at := site{s.tick(), s.loop}
	for _, sym := range s.inst.Closures[fn] {
		s.points[sym] = append(s.points[sym], at)
	}
}

// call walks a call, and the callee that may be built in its place.
func (s *survey) call(n *ast.Call) {
	s.children(n)
	in := s.b.instance(s.fn, n)
	if in == nil {
		return
	}
	saved := s.surveyAt
	s.hoist, s.inst = s.tick(), in
	s.enter(in.Fn.Scope)
	for i, p := range in.Fn.Params {
		if d, ok := p.(*ast.Default); ok {
			s.node(d.Value)
		}
		if !in.Same[i] {
			s.write(parameterName(p))
		}
	}
	s.enter(in.Fn.BodyScope)
	for _, st := range in.Fn.Body {
		s.node(st)
	}
	if in.Fn.ExprBody != nil {
		s.node(in.Fn.ExprBody)
	}
	s.surveyAt = saved
}

// noteUnsupported records that the graph does not support the current function if that is so
// because of n. Of several reasons the first one in the source counts.
func (s *survey) noteUnsupported(n ast.Node) {
	if s.fn == nil {
		return
	}
	r := unsupported(n, s.fn)
	if r == "" {
		return
	}
	span, at := n.Pos().Span, s.fn.Index
	if was := s.b.unsupported[at]; was == nil || span.Start < was.Span.Start {
		s.b.unsupported[at] = &son.Bailout{Reason: r, Span: span}
	}
}

// binary takes long chains without recursion.
func (s *survey) binary(n *ast.Binary) {
	var spine []*ast.Binary
	for {
		spine = append(spine, n)
		switch n.Op {
		case ast.StrictEq, ast.StrictNe:
			s.records().keeps(n.L)
			s.records().keeps(n.R)
		case ast.In:
			s.records().keeps(n.R)
		}
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
		s.hoist = s.tick()
		s.enter(n.Scope)
		s.children(n)
		s.surveyAt = saved
	case *ast.For:
		s.enter(n.Scope)
		if n.Scope != nil {
			for _, sym := range n.Scope.Symbols {
				if sym.Captured && sym.Assigns > 0 && hasWrite(sym) {
					put(&s.b.perIteration, sym.ID, true)
				}
			}
		}
		s.loopOf(n, nil)
	case *ast.ForIn:
		s.records().keeps(n.Right)
		s.forEach(n, n.Scope, n.Left)
	case *ast.ForOf:
		s.forEach(n, n.Scope, n.Left)
	case *ast.While, *ast.DoWhile:
		s.loopOf(n, nil)
	case *ast.Switch:
		s.switchStmt(n)
	case *ast.Try:
		s.try(n)
	case *ast.With, *ast.VerbatimStmt:
		s.noteUnsupported(n)
		s.children(n)
	default:
		s.children(n)
	}
}

func (s *survey) switchStmt(n *ast.Switch) {
	saved := s.surveyAt
	var in *ast.Case
	tested := false
	ast.OrderOf(n).Parts(n, func(p ast.Part) {
		switch {
		case p.Node == ast.Node(n.Disc):
			s.node(p.Node)
			s.hoist, s.inCase = s.tick(), nil
			s.enter(n.Scope)
			return
		case p.Case != in:
			s.endCase()
			in = p.Case
		case in == nil:
			if tested { // the first test always runs
				s.caseTest(p.Node)
			}
			tested = true
		}
		s.node(p.Node)
	})
	s.endCase()
	s.surveyAt = saved
}

// endCase records that the body of a case ends: in another case, the variables that it has
// initialized are in their TDZ, if control enters that case by its own test.
func (s *survey) endCase() {
	for _, sym := range s.inCase {
		s.b.initialized[sym.ID].to = s.tick()
	}
	s.inCase = nil
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

// loopOf walks a loop; begun is called where its iterations begin, if it is not nil.
func (s *survey) loopOf(n ast.Stmt, begun func()) {
	outer := s.loop
	ast.OrderOf(n).Parts(n, func(p ast.Part) {
		if p.Repeats && s.loop == outer {
			s.loop = &loopSite{outer}
			if begun != nil {
				begun()
			}
		}
		s.part(p)
	})
	s.loop = outer
}

// forEach walks a for-in or for-of, which creates its bindings for each iteration: their scope
// lies inside the loop.
func (s *survey) forEach(n ast.Stmt, scope *ast.Scope, left ast.Stmt) {
	s.noteUnsupported(n)
	s.noteUnsupported(left)
	switch l := left.(type) {
	case *ast.ExprStmt:
		s.assigned(l.X)
	case *ast.VarDecl:
		if d := l.Decls[0]; l.Kind == ast.Var {
			s.assigned(d.Target)
			if id, ok := d.Target.(*ast.Ident); ok && d.Init != nil {
				s.named(d.Init, id.Name)
			}
		}
	}
	s.loopOf(n, func() { s.enter(scope) })
}

func (s *survey) enter(scope *ast.Scope) {
	if scope != nil && s.loop != nil {
		s.scopeLoop[scope] = s.loop
	}
}

func (s *survey) declaration(n *ast.VarDecl) {
	for _, d := range n.Decls {
		if d.Init == nil {
			continue
		}
		if n.Kind == ast.Var {
			s.assigned(d.Target)
		}
		if id, ok := d.Target.(*ast.Ident); ok {
			s.named(d.Init, id.Name)
			if _, list := d.Init.(*ast.Array); list && n.Kind == ast.Const && id.Sym != nil {
				put(&s.b.arrays, id.Sym.ID, true)
			}
		}
	}
	s.children(n)
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

// function records where a closure of fn is created, and walks it.
func (s *survey) function(fn *ast.Function, made int32) {
	s.made[fn.Index] = site{made, s.loop}
	if fn.Name != nil && s.b.names[fn.Index] == "" {
		s.b.names[fn.Index] = fn.Name.Name
	}
	saved := s.surveyAt
	s.surveyAt = surveyAt{fn: fn}
	if fn.Name != nil {
		s.reference(fn.Name)
	}
	s.params(fn)
	left := len(fn.Params)
	ast.OrderOf(fn).Parts(fn, func(p ast.Part) {
		if left == 0 {
			s.hoist = s.tick()
		}
		left--
		s.part(p)
	})
	s.surveyAt = saved
}

func (s *survey) class(n *ast.Class) {
	s.b.classIndex[n] = len(s.b.classes)
	s.b.classes = append(s.b.classes, n)
	s.b.settled.class(n)
	s.enter(n.Scope)
	for _, m := range n.Members {
		if m.Fn == nil {
			continue
		}
		s.b.memberOf[m.Fn.Index] = n.Scope
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

// hinted gives a name for messages to a function that is assigned to a property.
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
