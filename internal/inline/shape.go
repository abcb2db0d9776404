package inline

import (
	"slices"
	"strings"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/passes/cost"
)

// called is a function, and whether it is called as a method, or where this is the same in it, or as a generator
// by a loop over its items.
type called struct {
	fn                     *ast.Function
	method, here, iterated bool
}

// shape is what matters of a callee, wherever it is called.
type shape struct {
	why    string   // why it cannot be inlined anywhere
	expr   ast.Expr // if it is one expression, that
	nodes  int      // of its body
	copied int      // nodes of a copy with those of callees in it; 0: not known yet
	fn     *ast.Function
	parameters
	here bool // this is the same in it as at the call
	// iterated: it is a generator, and a loop over its items has its code.
	iterated bool
	loops    bool // it has a loop
	fills    bool // it makes an object or an array with many parts
	throws   bool // all that it does in the end is to throw
	manners
	// What only some callees are asked for, once measured is set; for decl, once it is not 0.
	measured bool
	size     int // bytes of the expression, each name being one
	decl     int // bytes of the declaration, likewise; see declBytes
	// closures are the functions that its own code makes. They move with it, so nothing but one call may
	// have the function.
	closures []*ast.Function
	captured []*ast.Symbol // what these capture of the function's bindings: they cannot get other names
	// unnamed: it returns a function without a name, which a variable would give one.
	unnamed bool
	// inOrder: each parameter is used once, in the order of the parameters, and nothing before them has
	// an effect, so that the arguments can be written in their places. See measure.
	inOrder bool
}

// manners are what a callee does that depends on where it is.
type manners struct {
	// strictly: it does something that is done in another way in strict code. runs: it calls functions, which may
	// ask for their caller. private: it has a private name. lent: a function in it has the this of the method.
	strictly, runs, private, lent bool
	// assigns are the properties of this that it assigns as a method, which strictly does not cover.
	assigns []string
	// It has variables with these names, which generators and async functions cannot have.
	yield, await bool
}

// parameters are those of a callee.
type parameters struct {
	// self is what is this in a method: its first parameter.
	self   *ast.Symbol
	params []*ast.Symbol
	// defaults are the default values of the parameters; nil: it has none.
	defaults []ast.Expr
	rest     bool // the last parameter is a rest
	patterns
	// By parameter: how often it is mentioned; whether it is assigned.
	uses     []int
	assigned []bool
	// held: a function that it makes captures the parameter.
	held []bool
}

// Why a function is never inlined.
const (
	whyClosures   = "it declares functions or classes"
	whyShared     = "it makes functions, and this is not its only call"
	whyLoop       = "it makes functions that capture its variables, and the call is in a loop"
	whyOrder      = "a function in it takes a function from around the call"
	whyOwn        = "it has a this, arguments, super, new.target, await, yield or import of its own"
	whyYields     = "it is a generator that yields in several places, or in an expression"
	whyKind       = "it is async, a generator, a method or a constructor"
	whyParameters = "a parameter is declared again, or a pattern before a default value"
	whySpreads    = "it spreads its rest parameter, and would spread a list of arguments in the place of a call"
	whyDefault    = "a default value makes a function, assigns a parameter or mentions a later one"
	whyDynamic    = "it has eval or with"
	whyRecursive  = "it calls itself"
	whyPrivate    = "it has private names of a class that the call is not in"
	whyBrand      = "it has private names of a class that may be evaluated more than once"
	whyNullish    = "its object may be undefined or null, and a check of that would remain"
	whyTry        = "it has a try statement"
	whyConstruct  = "it has a construct that does not move, such as a tagged template"
	whyWide       = "it is too large to look at"
)

// bytesPerNode is about how much text a node has.
const bytesPerNode = 4

// largest is how many nodes a callee may have.
const largest = 500

// shapeOf looks at a function.
func (p *planner) shapeOf(c called) *shape {
	s := p.shapes[c]
	if s == nil {
		s = &shape{fn: c.fn, here: c.here, iterated: c.iterated}
		p.shapes[c] = s
		if c.method {
			s.self = &ast.Symbol{Name: "self", Kind: ast.SymParam, Scope: c.fn.Scope, Read: true, Assigns: 1, ID: p.next}
			p.next++
			id := &ast.Ident{Name: s.self.Name, Sym: s.self}
			id.Start, id.End = c.fn.Start, c.fn.Start
			s.self.Decls = []*ast.Ident{id}
		}
		p.takeApart(c.fn, &s.patterns)
		s.why = s.look(c.fn, &p.Graph.Functions[c.fn.Index], p.p.Source)
	}
	return s
}

// kindOf tells why a function is never inlined, as far as that takes no look at its statements.
func (s *shape) kindOf(fn *ast.Function, known *calls.Function) string {
	switch {
	case s.iterated && !yieldsOnce(fn):
		return whyYields
	case fn.Async || fn.Generator != s.iterated || fn.Kind != ast.FuncNormal && fn.Kind != ast.FuncArrow && (s.self == nil || fn.Kind != ast.FuncMethod && fn.Kind != ast.FuncGetter):
		return whyKind
	case fn.DirectEval || fn.InnerEval || fn.HasWith || fn.InWith:
		return whyDynamic
	case known.SelfCalls:
		return whyRecursive
	case fn.IsWide():
		return whyWide
	case fn.Uses&^s.own() != 0:
		return whyOwn
	}
	return ""
}

// whyStatements tells why a callee of statements that has other calls stays. These are most callees, so they are not
// looked at.
func (c *caller) whyStatements(fn *ast.Function, s *calls.Site, iterated bool) string {
	k := shape{fn: fn, here: s.Here, iterated: iterated}
	if s.Method {
		k.self = &ast.Symbol{}
	}
	if why := k.kindOf(fn, &c.Graph.Functions[fn.Index]); why != "" {
		return why
	}
	if next := fn.Index + 1; next < len(c.p.Funcs) && c.p.Funcs[next].Parent == fn {
		return whyShared
	}
	return whySeveral
}

func (s *shape) look(fn *ast.Function, known *calls.Function, source string) string {
	if why := s.kindOf(fn, known); why != "" {
		return why
	}
	s.loops = known.Loops
	at := map[*ast.Symbol]int{}
	if s.self != nil {
		at[s.self], s.params, s.defaults = 0, append(s.params, s.self), append(s.defaults, nil)
	}
	for _, p := range s.paramsOf(fn) {
		var def ast.Expr
		if d, ok := p.(*ast.Default); ok {
			p, def = d.Target, d.Value
		}
		if r, ok := p.(*ast.Spread); ok {
			p, s.rest = r.X, true
		}
		id, name := p.(*ast.Ident)
		if !name || id.Sym == nil {
			return whyParameters
		}
		if _, twice := at[id.Sym]; twice {
			return whyParameters
		}
		if fn.BodyScope != nil && fn.BodyScope.Lookup(id.Name) != nil {
			return whyParameters // another variable, which starts with the value of the parameter
		}
		at[id.Sym] = len(s.params)
		s.params, s.defaults = append(s.params, id.Sym), append(s.defaults, def)
	}
	s.uses, s.assigned = make([]int, len(s.params)), make([]bool, len(s.params))
	s.held = make([]bool, len(s.params))
	why, functions, returns := "", false, false
	visit := func(n ast.Node) bool {
		functions = functions || isFunction(n)
		if _, is := n.(*ast.Return); is {
			returns = true
		}
		if f, ok := n.(*ast.Function); ok && f.Kind != ast.FuncField && f.Kind != ast.FuncStaticInit && !f.IsWide() {
			s.closures = append(s.closures, f)
			s.yield = s.yield || strings.Contains(source[f.Start:f.End], "yield")
			s.await = s.await || strings.Contains(source[f.Start:f.End], "await")
			s.private = s.private || strings.Contains(source[f.Start:f.End], "#")
			s.nodes += int(f.End-f.Start) / bytesPerNode
			if own := f.Kind == ast.FuncArrow && f.Uses != 0; own && f.Uses == ast.UsesThis && s.self != nil {
				s.lent = true
			} else if (own || readsOuterArguments(f)) && why == "" {
				why = whyOwn
			}
			return false
		}
		s.nodes++
		if s.nodes > largest {
			why = whyWide
		}
		s.private = s.private || isPrivate(n)
		s.fills = s.fills || hasManyParts(n)
		if name := s.assignsThis(n); name != "" {
			s.assigns = append(s.assigns, name)
		} else {
			s.strictly = s.strictly || dependsOnStrict(n)
		}
		s.runs = s.runs || runsFunctions(n)
		if _, this := n.(*ast.This); this && (s.self != nil || s.here) {
			if s.self != nil {
				s.uses[0]++
			}
		} else if _, yield := n.(*ast.Yield); yield && s.iterated {
			return why == ""
		} else if r := fixed(n, fn); r != "" && why == "" {
			why = r
		}
		if id, ok := n.(*ast.Ident); ok {
			s.yield = s.yield || id.Name == "yield"
			s.await = s.await || id.Name == "await"
		}
		if x, ok := n.(*ast.Spread); ok && s.rest && why == "" {
			if id, name := x.X.(*ast.Ident); name && id.Sym == s.params[len(s.params)-1] {
				why = whySpreads // f(...[a, b]) is no f(a, b): the iterator of arrays may have been replaced
			}
		}
		if id, ok := n.(*ast.Ident); ok && id.Sym != nil {
			if i, ok := at[id.Sym]; ok {
				s.uses[i]++
			}
		}
		return why == ""
	}
	for i, def := range s.defaults {
		if def == nil {
			continue
		}
		if !isEarlier(def, i, at) {
			return whyDefault
		}
		ast.Walk(def, visit)
	}
	for _, st := range s.head {
		ast.Walk(st, visit)
	}
	for _, st := range fn.Body {
		ast.Walk(st, visit)
	}
	if fn.ExprBody != nil {
		ast.Walk(fn.ExprBody, visit)
	}
	if why == "" && s.isDeclaredAgain(fn) {
		why = whyParameters
	}
	if why != "" {
		return why
	}
	s.throws = endsInThrow(fn) && !returns
	for _, f := range s.closures {
		for _, sym := range f.Outer {
			if sym.Scope.Func == fn {
				s.captured = append(s.captured, sym)
			}
		}
	}
	for i, sym := range s.params {
		s.assigned[i], s.held[i] = sym.Assigns > 1, slices.Contains(s.captured, sym)
		if len(sym.Decls) > 1 {
			return whyParameters // a var of the body has the name
		}
	}
	s.expr = onlyExpr(fn)
	if s.unnamed = ast.IsAnonymous(s.expr); len(s.head) > 0 {
		s.expr = nil
	}
	if functions {
		s.unnamed = s.unnamed || returnsUnnamed(fn)
	}
	return ""
}

// endsInThrow reports whether the last statement of a function throws.
func endsInThrow(fn *ast.Function) bool {
	if len(fn.Body) == 0 {
		return false
	}
	_, is := fn.Body[len(fn.Body)-1].(*ast.Throw)
	return is
}

// own are the uses of this and the like that a copy can have.
func (s *shape) own() ast.FuncUses {
	if s.self != nil && s.fn.Kind != ast.FuncArrow || s.here {
		return ast.UsesThis
	}
	return 0
}

// dependsOnStrict reports whether strict code does something else for a node: an assignment that fails throws
// there, a delete that fails, too.
func dependsOnStrict(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Assign:
		return !isOwnVariable(n.Target)
	case *ast.Update:
		return !isOwnVariable(n.X)
	case *ast.Unary:
		return n.Op == ast.Delete
	case *ast.ForIn:
		_, declares := n.Left.(*ast.VarDecl)
		return !declares
	case *ast.ForOf:
		_, declares := n.Left.(*ast.VarDecl)
		return !declares
	case *ast.Function, *ast.Class:
		return true
	}
	return false
}

// assignsThis returns the name of the property of this that a node of a method assigns, or "".
func (s *shape) assignsThis(n ast.Node) string {
	var target ast.Expr
	switch n := n.(type) {
	case *ast.Assign:
		target = n.Target
	case *ast.Update:
		target = n.X
	}
	if m, ok := target.(*ast.Member); ok && s.self != nil && !m.Private {
		if _, this := m.Obj.(*ast.This); this {
			return m.Name
		}
	}
	return ""
}

// isValidStrictly reports whether the text of a sloppy function is valid in strict code, and means the same there: its
// names are not reserved, and it has no octal literals, which begin with a zero.
func (l *planner) isValidStrictly(fn *ast.Function) bool {
	ok := true
	ast.Walk(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			ok = ok && l.isBindable(n.Name) && n.Name != "arguments" && n.Name != "eval" || n.Sym == nil && n.Name == "undefined"
		case *ast.Number:
			text := l.p.Source[n.Start:n.End]
			ok = ok && (len(text) < 2 || text[0] != '0' || text[1] < '0' || text[1] > '9')
		case *ast.String:
			ok = ok && !strings.Contains(l.p.Source[n.Start:n.End], "\\")
		}
		return ok
	})
	return ok
}

// runsFunctions reports whether a node is a call. Sloppy code that is called can ask for its caller, and gets
// none that is strict.
func runsFunctions(n ast.Node) bool {
	switch n.(type) {
	case *ast.Call, *ast.New, *ast.TaggedTemplate:
		return true
	}
	return false
}

// isOwnVariable reports whether an expression is a variable that can be assigned.
func isOwnVariable(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok || id.Sym == nil {
		return false
	}
	switch id.Sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymParam, ast.SymFunc, ast.SymCatch:
		return id.Sym.Scope.Kind != ast.ScopeGlobal
	}
	return false
}

// isEarlier reports whether the default value of a parameter, by its number, only needs what has a value
// when it is evaluated: parameters before it, which it does not assign, and bindings of other functions.
// One that makes a function could give it the others.
func isEarlier(def ast.Expr, i int, params map[*ast.Symbol]int) bool {
	ok := true
	ast.Walk(def, func(n ast.Node) bool {
		var target ast.Expr
		switch n := n.(type) {
		case *ast.Function, *ast.Class:
			ok = false
		case *ast.Ident:
			if k, own := params[n.Sym]; own && k >= i {
				ok = false
			}
		case *ast.Assign:
			target = n.Target
		case *ast.Update:
			target = n.X
		}
		switch t := target.(type) {
		case nil, *ast.Member, *ast.Index:
		case *ast.Ident:
			if _, own := params[t.Sym]; own {
				ok = false
			}
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// isRest reports whether a parameter, by its number, is a rest.
func (s *shape) isRest(i int) bool { return s.rest && i == len(s.params)-1 }

// returnsUnnamed reports whether a return statement has a function without a name.
func returnsUnnamed(fn *ast.Function) (found bool) {
	for _, st := range fn.Body {
		ast.Walk(st, func(n ast.Node) bool {
			if r, ok := n.(*ast.Return); ok {
				found = found || ast.IsAnonymous(r.X)
			}
			return ast.Node(n) == ast.Node(st) || !isFunction(n)
		})
	}
	return found
}

// readsOuterArguments reports whether an arrow function reads arguments that belong to no function of
// the program, but would belong to one that it moves into.
func readsOuterArguments(fn *ast.Function) (found bool) {
	if fn.Kind != ast.FuncArrow {
		return false
	}
	ast.Walk(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Function:
			return n == fn || n.Kind == ast.FuncArrow
		case *ast.Ident:
			found = found || n.Sym == nil && n.Name == "arguments"
		}
		return !found
	})
	return found
}

func isFunction(n ast.Node) bool {
	_, ok := n.(*ast.Function)
	return ok
}

// isPrivate reports whether a node has a private name.
func isPrivate(n ast.Node) bool {
	if m, ok := n.(*ast.Member); ok {
		return m.Private
	}
	_, ok := n.(*ast.PrivateName)
	return ok
}

// onlyExpr returns the expression that a function consists of, or nil.
func onlyExpr(fn *ast.Function) ast.Expr {
	if fn.ExprBody != nil {
		return fn.ExprBody
	}
	only := 0 // the index of the first statement
	for only < len(fn.Body) && isDirective(fn.Body[only]) {
		only++
	}
	if only != len(fn.Body)-1 {
		return nil
	}
	if r, ok := fn.Body[only].(*ast.Return); ok {
		return r.X
	}
	return nil
}

func isDirective(st ast.Stmt) bool {
	x, ok := st.(*ast.ExprStmt)
	return ok && x.Directive
}

// declBytes returns the bytes of the declaration, each name being one.
func (s *shape) declBytes() int {
	if s.decl == 0 {
		form := print.AsTail
		if s.fn.Kind == ast.FuncArrow {
			form = print.AsArrow
		}
		s.decl = print.FuncSize(s.fn, form, print.Options{Compact: true, Unfold: true}) - cost.NameBytes(s.fn, nil) + len("function f")
	}
	return s.decl
}

// measure sets the size of an expression, and whether arguments can be written in place.
func (s *shape) measure() {
	if s.measured || s.expr == nil {
		return
	}
	s.measured = true
	arrow := &ast.Function{Kind: ast.FuncArrow, ExprBody: s.expr}
	size, _ := cost.OwnSize(arrow, print.AsArrow)
	s.size = size - len("()=>")
	s.inOrder = true
	next := 0
	ast.Walk(s.expr, func(n ast.Node) bool {
		if _, this := n.(*ast.This); this {
			if next == 0 && s.self != nil {
				next = 1
			} else {
				s.inOrder = s.inOrder && next == len(s.params)
			}
		}
		switch n := n.(type) {
		case *ast.Ident:
			if next < len(s.params) && n.Sym == s.params[next] {
				next++
			} else {
				s.inOrder = s.inOrder && next == len(s.params)
			}
		case *ast.Call, *ast.New, *ast.Assign, *ast.Update, *ast.Cond:
			s.inOrder = false
		case *ast.Member, *ast.Index:
			s.inOrder = s.inOrder && next == len(s.params)
		case *ast.Binary:
			s.inOrder = s.inOrder && !n.Op.Logical()
		}
		return true
	})
	s.inOrder = s.inOrder && next == len(s.params)
	for _, n := range s.uses {
		s.inOrder = s.inOrder && n == 1
	}
}

// fixed returns why a function with n in it is never inlined, or "".
func fixed(n ast.Node, fn *ast.Function) string {
	switch n := n.(type) {
	case *ast.Class, *ast.FuncDecl:
		return whyClosures
	case *ast.This, *ast.Super, *ast.NewTarget, *ast.ImportMeta, *ast.ImportCall, *ast.Yield, *ast.Await:
		return whyOwn
	case *ast.Try:
		return whyTry
	case *ast.TaggedTemplate, *ast.With, *ast.Verbatim, *ast.VerbatimStmt:
		return whyConstruct
	case *ast.VarDecl:
		if n.Kind == ast.Using || n.Kind == ast.AwaitUsing {
			return whyConstruct
		}
	case *ast.Ident:
		switch {
		case n.Sym == nil:
			if n.Name == "arguments" {
				return whyOwn // those of the module, if this is CommonJS
			}
		case n.Sym.Kind == ast.SymArguments:
			return whyOwn
		case n.Sym.Kind == ast.SymFuncName && n.Sym.Scope.Func == fn:
			return whyRecursive
		}
	}
	return ""
}
