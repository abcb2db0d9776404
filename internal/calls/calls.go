package calls

import (
	"slices"

	"github.com/sonjs/son/internal/pointsto"
	"github.com/sonjs/son/internal/selfhosted"
	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// Graph is the call graph of one program.
type Graph struct {
	// Sites are the calls of the program, in the order of the text. Those of optional chains, of new
	// and of tags are not among them. Reads are, if they may run getters that Options.Objects knows.
	Sites slab.Pieces[Site]
	// Functions are by Function.Index; those of Options.Library are among them.
	Functions []Function
	// Own is how many of the Sites are of the program. Those in functions of Options.Library come after them.
	Own int
	// AsksCallers: the program reads a property named caller. Code that a sloppy function calls can have the function.
	AsksCallers bool

	o     Options
	p     *ast.Program
	alias map[*ast.Symbol]alias
}

// Options are assumptions about the program.
type Options struct {
	// NoTDZ: no function reads a let or const of an enclosing scope before it has its value.
	NoTDZ bool
	// ClosedWorld: only the program writes the variables of a script.
	ClosedWorld bool
	// Objects says which functions methods are; nil: that is not known.
	Objects *pointsto.Program
	// Library has methods of arrays that may be inlined; nil: none.
	Library *selfhosted.Library
	// Lists says from which place on functions can run; nil: New finds out.
	Lists *settled.Program
	// Named: calls of properties, whose callees are not known without Objects, are not among the sites. They are
	// most calls of a program.
	Named bool
}

// Site is one call.
type Site struct {
	Call *ast.Call
	In   *ast.Function // the function around it; nil is the top level
	// Scope is the innermost scope around it.
	Scope *ast.Scope
	// Callee is the function that it calls, or nil, and then Why says why it is not known.
	Callee *ast.Function
	Why    string
	Slot   Slot
	// Head: it is in the parameter list of In. Bound: it is a part of a construct whose steps follow each
	// other, such as an argument of a method, which is read before.
	Head, Bound bool
	// Loops is how many loops of In it is in.
	Loops int32
	// By: nothing but this call of a method binds it, whose argument it is; nil: something else does.
	By *ast.Call
	// Alias is the binding through which the callee is called; nil: the call has the function itself.
	Alias *ast.Symbol
	// Assumed: the callee is known because of Options.NoTDZ.
	Assumed bool
	// Open: the callee is known because of Options.ClosedWorld.
	Open bool
	// Method: the callee is a method of an object, and known because of Options.Objects. Nullish: the object
	// may be undefined or null. Getter: the call is one that the program does not write, of a getter; its
	// Callee is the property.
	Method, Nullish, Getter bool
	// Here: the callee is an arrow function that the caller makes, so this is the same in both. Passed: the callee
	// is an argument of the call that the code around it is in place of; Only: nothing but this call has it.
	Here, Passed, Only bool
}

// Slot is where a call stands: as a part of an expression, or in the place of a statement.
type Slot uint8

const (
	Operand  Slot = iota // a part of some expression
	First                // a part of one, evaluated before all others that can have an effect
	Executed             // f();
	Assigned             // x = f();
	Declared             // let x = f();
	Returned             // return f();
)

// Function is what the graph knows of a function.
type Function struct {
	// Calls are the known calls of it, as indices of Graph.Sites, in their order.
	Calls []int32
	// Exposed says why others may have the function; "": it is private.
	Exposed string
	// SelfCalls: code of the function, or of a function in it, calls it.
	SelfCalls bool
	// Loops: code of the function has a loop.
	Loops bool
}

// alias is a binding that has one value, a function.
type alias struct {
	fn *ast.Function
	// list is the function that declares it among its statements, if direct; end is where its declarator
	// ends, or 0 for a declared function.
	direct bool
	end    int32
}

// Why a callee is not known.
const (
	whyMethod     = "it is a property, which may have any value"
	whyExpression = "it is the value of an expression"
	whyUndeclared = "the program does not declare it"
	whyImported   = "it is imported"
	whyParameter  = "it is a parameter"
	whyOpen       = "other scripts may write it: this is the top level of a script"
	whyAssigned   = "it may have more than one value"
	whyNoFunction = "it is declared without a function as its value"
	whyEarly      = "the call may run before it has its value"
	whyClass      = "it is a class"
	whyDynamic    = "eval or with may write it"
)

// Why others may have a function.
const (
	exposedExported = "it is exported"
	exposedValue    = "it is used as a value"
	exposedUnnamed  = "it is the value of an expression"
	exposedOpen     = "other scripts can see it"
	exposedSelf     = "it has itself, as arguments.callee"
	exposedDynamic  = "eval or with can see it"
	exposedAsked    = "the program asks for the callers of functions"
	exposedEarly    = "a call of it may run before its name has its value"
)

// New makes the call graph of a program whose names are resolved.
func New(p *ast.Program, o Options) *Graph {
	n := len(p.Funcs)
	if o.Library != nil {
		n += 1 + len(o.Library.Funcs)
	}
	g := &Graph{p: p, o: o, alias: map[*ast.Symbol]alias{}, Functions: make([]Function, n)}
	if g.o.Lists == nil {
		g.o.Lists = settled.New(p)
	}
	s := &surveyor{Graph: g, skip: map[ast.Node]bool{}}
	s.tree.Run(p, place{scope: p.Scope}, s.visit)
	g.Own = g.Sites.Len()
	if o.Library != nil {
		for _, fn := range o.Library.Funcs {
			s.tree.Run(fn, place{scope: p.Scope}, s.visit)
		}
	}
	for i := range g.Sites.Len() {
		g.resolve(int32(i))
	}
	g.expose()
	return g
}

// Lists says from which place on functions can run.
func (g *Graph) Lists() *settled.Program { return g.o.Lists }

// Site returns the call with an index.
func (g *Graph) Site(i int32) *Site { return g.Sites.At(int(i)) }

// place is where the surveyor is.
type place struct {
	fn    *ast.Function
	scope *ast.Scope
	slot  Slot
	list  bool  // directly among the statements of fn, or of the top level
	head  bool  // in the parameter list of fn
	loops int32 // of fn, around it
	bound bool  // as in Site
	by    *ast.Call
}

// surveyor finds calls and aliases.
type surveyor struct {
	*Graph
	tree ast.Descent[place]
	// skip are properties that are more than read: targets, tags, and links of optional chains.
	skip map[ast.Node]bool
}

func (s *surveyor) visit(n any, at place) {
	slot, list := at.slot, at.list
	at.slot, at.list = Operand, false
	s.AsksCallers = s.AsksCallers || ReadsCaller(n)
	switch n := n.(type) {
	case *ast.Ident, *ast.String, *ast.Number, *ast.This, *ast.Bool, *ast.Null:
		return
	case *ast.Program:
		at.list = true
	case *ast.Function:
		s.function(n, at)
		return
	case *ast.ExportDecl, *ast.ExportDefault, *ast.Labeled:
		at.list = list
	case *ast.Call:
		if !s.o.Named || !isProperty(n.Callee) {
			s.Sites.Add(Site{Call: n, In: at.fn, Scope: at.scope, Slot: slot, Head: at.head, Loops: at.loops, Bound: at.bound, By: at.by})
		}
		if !isName(n.Callee) && !isFunctionExpr(n.Callee) || n.Optional {
			s.tree.Below(n.Callee, at)
			if at.by = nil; !at.bound {
				at.by = n
			}
			at.bound = true
			for _, a := range n.Args {
				s.tree.Below(a, at)
			}
			return
		}
	case *ast.Member:
		if g := s.o.Objects; g != nil && g.MayRun(n) && !s.skip[n] {
			s.Sites.Add(Site{Call: &ast.Call{Base: n.Base, Callee: n}, Getter: true, In: at.fn, Scope: at.scope, Head: at.head, Loops: at.loops, Bound: at.bound, By: at.by})
		}
	case *ast.Update:
		s.skips(n.X)
	case *ast.Unary:
		if n.Op == ast.Delete {
			s.skips(n.X)
		}
	case *ast.TaggedTemplate:
		s.skips(n.Tag)
	case *ast.Chain:
		s.chain(n.X)
	case *ast.ExprStmt:
		at.slot = Executed
	case *ast.Return:
		at.slot = Returned
	case *ast.Throw:
		at.slot = First
	case *ast.If:
		s.parts(n, n.Test, at)
		return
	case *ast.VarDecl:
		s.declaration(n, at, list)
		return
	case *ast.FuncDecl:
		if id := n.Fn.Name; id != nil && id.Sym != nil && isFunction(id.Sym) && settled.WrittenOnce(id.Sym) {
			s.alias[id.Sym] = alias{fn: n.Fn, direct: list}
		}
	case *ast.Block:
		at.scope = inner(n.Scope, at.scope)
	case *ast.For:
		s.forLoop(n, at)
		return
	case *ast.While, *ast.DoWhile:
		s.loops(&at)
	case *ast.ForIn:
		at.scope = inner(n.Scope, at.scope)
		s.each(n.Left, n.Right, n.Body, at)
		return
	case *ast.ForOf:
		at.scope = inner(n.Scope, at.scope)
		s.each(n.Left, n.Right, n.Body, at)
		return
	case *ast.Switch:
		at.slot = First
		s.tree.Below(n.Disc, at)
		at.slot, at.scope = Operand, inner(n.Scope, at.scope)
		for _, c := range n.Cases {
			s.tree.Below(c, at)
		}
		return
	case *ast.Class:
		at.scope = inner(n.Scope, at.scope)
	case *ast.Template, *ast.ObjectPat, *ast.ArrayPat, *ast.Default:
		at.bound, at.by = true, nil
	case *ast.Object:
		if slices.ContainsFunc(n.Props, func(p *ast.Property) bool { return p.Computed }) {
			at.bound, at.by = true, nil
		}
	case *ast.Assign:
		if n.Op != ast.NoOp && !isName(n.Target) {
			at.bound, at.by = true, nil
		}
		s.skips(n.Target)
	case *ast.Try:
		s.try(n, at)
		return
	}
	if slot != Operand {
		x, _ := n.(ast.Expr)
		if f := first(x); f != nil {
			if a, ok := n.(*ast.Assign); ok && slot == Executed && isName(a.Target) {
				slot = Assigned
			} else {
				slot = First
			}
			in := at
			in.slot = slot
			ast.Children(x, func(c ast.Node) {
				if c == ast.Node(f) {
					s.tree.Below(c, in)
				} else {
					s.tree.Below(c, at)
				}
			})
			return
		}
	}
	s.tree.Children(n, at)
}

// loops says that a place is in one more loop.
func (s *surveyor) loops(at *place) {
	at.loops++
	if at.fn != nil {
		s.Functions[at.fn.Index].Loops = true
	}
}

// skips records a property that is more than read.
func (s *surveyor) skips(x ast.Expr) {
	if s.o.Objects != nil {
		s.skip[x] = true
	}
}

// chain skips the links of an optional chain.
func (s *surveyor) chain(x ast.Expr) {
	for x != nil {
		s.skips(x)
		switch link := x.(type) {
		case *ast.Member:
			x = link.Obj
		case *ast.Index:
			x = link.Obj
		case *ast.Call:
			x = link.Callee
		default:
			return
		}
	}
}

// isFunction reports whether a binding is a declared function, and nothing else: in sloppy code, a var may
// have the function of a block, too.
func isFunction(sym *ast.Symbol) bool {
	return sym.Kind == ast.SymFunc || sym.Kind == ast.SymBlockFunc && sym.AnnexB == nil
}

func isFunctionExpr(x ast.Expr) bool {
	_, ok := x.(*ast.Func)
	return ok
}

func isProperty(x ast.Expr) bool {
	switch x.(type) {
	case *ast.Member, *ast.Index:
		return true
	}
	return false
}

func isName(x ast.Expr) bool {
	_, ok := x.(*ast.Ident)
	return ok
}

// first returns the part of an expression that is evaluated before anything that can have an effect, and
// while no reference waits for its use; nil: none, or it is not looked for.
func first(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Assign:
		switch t := x.Target.(type) {
		case *ast.Ident:
			if x.Op == ast.NoOp && t.Sym != nil && t.Sym.Scope.Kind != ast.ScopeGlobal {
				return x.Value
			}
		case *ast.Member:
			if x.Op == ast.NoOp && !t.Private && isInert(t.Obj) {
				return x.Value
			}
		}
	case *ast.Binary:
		if isInert(x.L) && !x.Op.Logical() {
			return x.R
		}
		return x.L
	case *ast.Unary:
		if x.Op != ast.Delete && x.Op != ast.Typeof {
			return x.X
		}
	case *ast.Cond:
		return x.Test
	case *ast.Member:
		if !x.Optional && !x.Private {
			return x.Obj
		}
	case *ast.Index:
		switch {
		case x.Optional:
		case isInert(x.Obj):
			return x.Key
		default:
			return x.Obj
		}
	case *ast.Await:
		return x.X
	case *ast.New:
		return firstArgument(x.Callee, x.Args)
	case *ast.Call:
		if x.Optional {
			return nil
		}
		if c, ok := x.Callee.(*ast.Member); ok && !c.Private && !c.Optional {
			return nil // its object would be first, but is not a direct part
		}
		return firstArgument(x.Callee, x.Args)
	}
	return nil
}

// firstArgument returns the first argument of a call that is more than a name or constant.
func firstArgument(callee ast.Expr, args []ast.Expr) ast.Expr {
	if !isInert(callee) {
		return nil
	}
	for _, a := range args {
		if _, spread := a.(*ast.Spread); spread {
			return nil
		}
		if !isInert(a) {
			return a
		}
	}
	return nil
}

// isInert reports whether it makes no difference when an expression is evaluated. Whether what is
// evaluated after it can assign its variable need not be exact: graphs keep the order in any case, with
// one more variable.
func isInert(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Sym != nil && x.Sym.Scope.Kind != ast.ScopeGlobal && x.Sym.Assigns <= 1
	case *ast.Number, *ast.String, *ast.Bool, *ast.Null, *ast.This:
		return true
	}
	return false
}

// parts visits a statement that begins with an expression.
func (s *surveyor) parts(n ast.Stmt, x ast.Expr, at place) {
	in := at
	in.slot = First
	ast.Children(n, func(c ast.Node) {
		if c == ast.Node(x) {
			s.tree.Below(c, in)
		} else {
			s.tree.Below(c, at)
		}
	})
}

// try visits a try statement.
func (s *surveyor) try(n *ast.Try, at place) {
	s.tree.Below(n.Block, at)
	if n.Handler != nil {
		in := at
		in.scope = inner(n.CatchScope, at.scope)
		if n.Param != nil {
			s.tree.Below(n.Param, in)
		}
		s.tree.Below(n.Handler, in)
	}
	if n.Finally != nil {
		s.tree.Below(n.Finally, at)
	}
}

// inner returns a scope, or the one around it if there is none.
func inner(s, around *ast.Scope) *ast.Scope {
	if s != nil {
		return s
	}
	return around
}

// function visits a function. What its parameters call cannot see the names of its body.
func (s *surveyor) function(fn *ast.Function, at place) {
	in := place{fn: fn, scope: inner(fn.Scope, at.scope)}
	in.head = true
	for _, p := range fn.Params {
		s.tree.Below(p, in)
	}
	in.head, in.bound, in.by = false, false, nil
	in.scope = inner(fn.BodyScope, in.scope)
	in.list = true
	for _, st := range fn.Body {
		s.tree.Below(st, in)
	}
	if fn.ExprBody != nil {
		in.list = false
		if fn.Kind == ast.FuncArrow {
			in.slot = Returned
		}
		s.tree.Below(fn.ExprBody, in)
	}
}

// declaration visits the declarators of a statement.
func (s *surveyor) declaration(n *ast.VarDecl, at place, list bool) {
	for _, d := range n.Decls {
		s.tree.Below(d.Target, at)
		if d.Init == nil {
			continue
		}
		id, name := d.Target.(*ast.Ident)
		in := at
		in.slot = First
		if name {
			in.slot = Declared
		}
		if f, ok := d.Init.(*ast.Func); ok && name && id.Sym != nil && n.Kind <= ast.Const && settled.WrittenOnce(id.Sym) {
			s.alias[id.Sym] = alias{f.Fn, list, d.End}
		}
		s.tree.Below(d.Init, in)
	}
}

// forLoop visits a for: its head has no room for statements.
func (s *surveyor) forLoop(n *ast.For, at place) {
	at.scope = inner(n.Scope, at.scope)
	if n.Init != nil {
		s.head(n.Init, at)
	}
	s.loops(&at)
	for _, x := range []ast.Expr{n.Test, n.Update} {
		if x != nil {
			s.tree.Below(x, at)
		}
	}
	s.tree.Below(n.Body, at)
}

// each visits a for-in or for-of.
func (s *surveyor) each(left ast.Stmt, right ast.Expr, body ast.Stmt, at place) {
	s.head(left, at)
	in := at
	in.slot = First
	s.tree.Below(right, in)
	s.loops(&at)
	s.tree.Below(body, at)
}

// head visits what the head of a loop declares or assigns.
func (s *surveyor) head(st ast.Stmt, at place) {
	switch st := st.(type) {
	case *ast.ExprStmt:
		s.tree.Below(st.X, at)
	case *ast.VarDecl:
		for _, d := range st.Decls {
			s.tree.Below(d.Target, at)
			if d.Init != nil {
				s.tree.Below(d.Init, at)
			}
		}
	}
}
