package instrument

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// facts are what the text says about its parts.
type facts struct {
	makers map[*ast.Function]maker
	// inNew are the expressions that the callee of a new begins with.
	inNew map[ast.Expr]bool
	// links are the parts of optional chains.
	links     map[ast.Expr]bool
	shorthand map[*ast.Ident]bool
	// stores are the assignments and updates of names, values the targets.
	stores  map[*ast.Ident]ast.Expr
	targets map[ast.Expr]bool
	exports bool // other modules may import something
	// called are the names of methods that the program calls.
	called map[string]bool
}

// maker says where a function is made, and how it is found there.
type maker struct {
	how  how
	x    *ast.Func // of an expression
	name string    // that the expression takes; or the key of a member
	// takes: the expression takes a name.
	takes  bool
	kind   string // of a member: which part of its property it is
	place  int32  // of a member: where its key is
	static bool
	class  *ast.Class
	object *ast.Object
	decl   *ast.FuncDecl
	at     int32 // where a declared function exists; -1: before the first statement
}

type how uint8

const (
	unknown how = iota // it cannot be found there
	expression
	classMember
	literalMember
	declaration
)

// survey reads the text of a program.
func survey(p *ast.Program) facts {
	s := &surveyor{facts{makers: map[*ast.Function]maker{}, inNew: map[ast.Expr]bool{}, links: map[ast.Expr]bool{}, shorthand: map[*ast.Ident]bool{},
		stores: map[*ast.Ident]ast.Expr{}, targets: map[ast.Expr]bool{}, called: map[string]bool{}}}
	s.declarations(p.Body, -1)
	ast.Walk(p, func(n ast.Node) bool { s.node(n); return true })
	return s.facts
}

type surveyor struct{ facts }

func (s *surveyor) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.ExportNamed, *ast.ExportAll, *ast.ExportDecl:
		s.exports = true
	case *ast.ExportDefault:
		s.exports = true
		if st, ok := n.Value.(*ast.ExprStmt); ok {
			s.takes(st.X, "default")
		}
	case *ast.Declarator:
		s.assigned(n.Target, n.Init)
	case *ast.Default:
		s.assigned(n.Target, n.Value)
	case *ast.Assign:
		s.target(n.Target)
		if n.Op == ast.NoOp || n.Op.Logical() {
			s.assigned(n.Target, n.Value)
		}
		if id, ok := n.Target.(*ast.Ident); ok {
			s.stores[id] = n
		}
	case *ast.Update:
		s.targets[n.X] = true
		if id, ok := n.X.(*ast.Ident); ok {
			s.stores[id] = n
		}
	case *ast.Unary:
		s.targets[n.X] = s.targets[n.X] || n.Op == ast.Delete
	case *ast.Function:
		if len(n.Body) > 0 {
			s.declarations(n.Body, n.Body[min(len(n.Directives), len(n.Body)-1)].Pos().Start)
		}
	case *ast.Block:
		s.declarations(n.Body, n.Start+1)
	case *ast.Func:
		s.expression(n, "", false)
	case *ast.Object:
		s.object(n)
	case *ast.ObjectPat:
		for _, x := range n.Props {
			if id := x.ShorthandName(); id != nil {
				s.shorthand[id] = true
			}
		}
	case *ast.ForIn:
		s.left(n.Left)
	case *ast.ForOf:
		s.left(n.Left)
	case *ast.Class:
		s.class(n)
	case *ast.New:
		for x := n.Callee; x != nil && !s.inNew[x]; {
			s.inNew[x] = true
			if x.Pos().Paren {
				break
			}
			switch c := x.(type) {
			case *ast.Member:
				x = c.Obj
			case *ast.Index:
				x = c.Obj
			case *ast.TaggedTemplate:
				x = c.Tag
			default:
				x = nil
			}
		}
	case *ast.Chain:
		for x := n.X; x != nil; {
			s.links[x] = true
			switch c := x.(type) {
			case *ast.Member:
				x = c.Obj
			case *ast.Index:
				x = c.Obj
			case *ast.Call:
				x = c.Callee
			default:
				x = nil
			}
		}
	case *ast.Call:
		if m, ok := n.Callee.(*ast.Member); ok {
			s.called[m.Name] = true
		}
	}
}

// left marks what the head of a loop assigns.
func (s *surveyor) left(st ast.Stmt) {
	if x, ok := st.(*ast.ExprStmt); ok {
		s.target(x.X)
	}
}

// target marks what an assignment assigns.
func (s *surveyor) target(x ast.Expr) {
	ast.Leaves(x, func(x ast.Expr) { s.targets[x] = true })
}

// assigned reads a target that gets a value.
func (s *surveyor) assigned(target, value ast.Expr) {
	if id, ok := target.(*ast.Ident); ok && !id.Paren && value != nil {
		s.takes(value, id.Name)
	}
}

// takes records that an expression takes a name, if it is an anonymous function.
func (s *surveyor) takes(x ast.Expr, name string) {
	if f, ok := x.(*ast.Func); ok && f.Fn.Name == nil {
		s.expression(f, name, true)
	}
}

// expression enters a function expression, unless it has been entered with what is around it.
func (s *surveyor) expression(x *ast.Func, name string, takes bool) {
	if _, ok := s.makers[x.Fn]; !ok {
		s.makers[x.Fn] = maker{how: expression, x: x, name: name, takes: takes}
	}
}

// declarations enters the functions that a list of statements declares. Of several with one name the last one is
// what there is.
func (s *surveyor) declarations(list []ast.Stmt, at int32) {
	seen := map[*ast.Symbol]bool{}
	for _, st := range slices.Backward(list) {
		switch x := st.(type) {
		case *ast.ExportDecl:
			st = x.Decl
		case *ast.ExportDefault:
			st = x.Value
		}
		d, ok := st.(*ast.FuncDecl)
		if !ok || d.Fn.Name == nil || d.Fn.Name.Sym == nil || seen[d.Fn.Name.Sym] {
			continue
		}
		seen[d.Fn.Name.Sym] = true
		s.makers[d.Fn] = maker{how: declaration, decl: d, at: at}
	}
}

// key is what tells members apart.
type key struct {
	name, kind string
	static     bool
}

// member is a method or accessor, and where its key is.
type member struct {
	fn    *ast.Function
	place int32
}

// object enters the members of a literal. If it may have properties that the text does not name, they may have
// replaced its methods.
func (s *surveyor) object(x *ast.Object) {
	known := true
	last := map[key]member{}
	for _, e := range x.Props {
		name, ok := "", false
		if e.Key != nil {
			name, ok = keyName(e.Key, e.Computed)
		}
		known = known && ok
		f, isFunc := e.Value.(*ast.Func)
		switch e.Kind {
		case ast.PropInit:
			switch {
			case isFunc && f.Fn.Name == nil && !ok:
				s.makers[f.Fn] = maker{}
			case name != "__proto__" || e.Computed:
				s.takes(e.Value, name)
			}
			if e.Shorthand {
				if id, ok := e.Value.(*ast.Ident); ok {
					s.shorthand[id] = true
				}
			}
			if ok {
				delete(last, key{name: name, kind: "value"})
			}
		case ast.PropGet, ast.PropSet, ast.PropMethod:
			s.makers[f.Fn] = maker{}
			if ok {
				last[key{name, partOf(e.Kind), false}] = member{f.Fn, e.Key.Pos().Start}
			}
		}
	}
	for k, m := range last {
		if known {
			s.makers[m.fn] = maker{how: literalMember, object: x, name: k.name, kind: k.kind, place: m.place}
		}
	}
}

func partOf(k ast.PropKind) string {
	switch k {
	case ast.PropGet:
		return "get"
	case ast.PropSet:
		return "set"
	}
	return "value"
}

// class enters the members of a class.
func (s *surveyor) class(x *ast.Class) {
	last := map[key]member{}
	for _, m := range x.Members {
		if m.Fn == nil {
			continue
		}
		name, ok := "", false
		if m.Key != nil {
			name, ok = keyName(m.Key, m.Computed)
		}
		private := false
		if p, is := m.Key.(*ast.PrivateName); is {
			private = true
			name, ok = "#"+p.Name, true
		}
		kind := ""
		switch m.Kind {
		case ast.MemberField:
			if f, isFunc := m.Fn.ExprBody.(*ast.Func); isFunc && f.Fn.Name == nil {
				if ok {
					s.takes(f, name)
				} else {
					s.makers[f.Fn] = maker{}
				}
			}
		case ast.MemberMethod:
			kind = "value"
		case ast.MemberGetter:
			kind = "get"
		case ast.MemberSetter:
			kind = "set"
		}
		if kind != "" && ok && !private && !m.IsCtor {
			last[key{name, kind, m.Static}] = member{m.Fn, m.Key.Pos().Start}
		}
	}
	for k, m := range last {
		s.makers[m.fn] = maker{how: classMember, class: x, name: k.name, kind: k.kind, static: k.static, place: m.place}
	}
}

// keyName returns the name of a key, if the text tells it and it is no symbol.
func keyName(k ast.Expr, computed bool) (string, bool) {
	switch k := k.(type) {
	case *ast.Ident:
		return k.Name, !computed
	case *ast.String:
		return k.Value, true
	}
	return "", false
}
