package inline

import (
	"slices"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/internal/pointsto"
	"github.com/sonjs/son/internal/selfhosted"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son/build"
)

// Options say what the output is optimized for.
type Options struct {
	For cost.Aim
	// Small: only size counts in the end, as with --minify.
	Small bool
	// NoTDZ is as in calls.Options.
	NoTDZ bool
	// Vars: the program has no let and const, and gets none.
	Vars bool
	// Forced: a function with its calls inlined is taken, however it reads.
	Forced bool
	// AnyNames: nobody reads the names of functions.
	AnyNames bool
	// ClosedWorld: only the program writes the variables of a script.
	ClosedWorld bool
	// Pure: reads of properties and conversions have no effect but to throw.
	Pure bool
	// Objects says which functions methods are; nil: that is not known.
	Objects *pointsto.Program
	// Library has methods of arrays that may be inlined; nil: none.
	Library *selfhosted.Library
}

// Plan is what was decided.
type Plan struct {
	build.Inlining
	Graph *calls.Graph
	// Why says for a call of a known callee why it stays, by its index in Graph.Sites; "": it is
	// inlined.
	Why []string
	// Stays are functions with a single call that is inlined, while other code calls them: a copy of their caller, or
	// of what is inlined in that.
	Stays []bool
}

// Why a call of a known callee stays.
const (
	whySlot     = "it is a part of an expression, and the callee has statements"
	whyScript   = "it is at the top level of a script, where variables are visible to others"
	whyHead     = "it is in a parameter list, which stays as it is"
	whyReserved = "it has a name that is reserved in the caller"
	whyNames    = "a function in it captures a variable whose name the caller uses, too"
	whyUnnamed  = "it returns a function without a name, and the variable would give it one"
	whyNaming   = "an argument is a function without a name, and the variable for the parameter would give it one"
	whySpread   = "an argument is spread"
	whyStrict   = "one of them is strict code, the other is not"
	whyAsked    = "the program asks for the callers of functions"
	whyInstance = "a variable that the callee captures is another one at the call, or may be"
	whyShadowed = "a name in the callee means something else at the call"
	whyCallees  = "functions in it share its variables, and are inlined in it instead"
	whyCaller   = "the caller has eval or with"
	whyNoGain   = "it would not be shorter"
	whySeveral  = "the callee has statements, and this is not its only call"
	whyLong     = "it is long, and its name says what it does"
	whyNoWork   = "the callee is too large for several calls"
	whyThrows   = "the callee throws, and an exception is rare: its code would only take from what engines inline"
	whySeldom   = "it does not run often enough: the program may only grow so much"
	whyBudget   = "the caller has grown enough"
	whyDeep     = "it is in a callee that was inlined itself, and that goes deep enough"
	whyLabel    = "its returns would leave loops or branches with a label"
	whyNest     = "it has a loop and the call is in one: engines compile a hot loop better in a function of its own"
	whyEnters   = "it calls itself, and this would save one call of many"
	whyOutside  = "it is long, there are several such calls, and this one is in no loop"
	whyRepeats  = "many such calls stand outside of loops: their list would grow, and take no less time"
	whyCalls    = "it calls several functions and the call is in a loop: engines inline them in a function of its own, but not all in the loop"
	whyLoops    = "it has a loop, and so has the function around the call: engines compile small functions better"
	whyMissing  = "an argument may be undefined, and the default value would be one of two"
	whyArgument = "an argument with effects is used several times, or not in its turn"
	whyItems    = "it mentions a variable of the loop that it is called for"
	whyCallback = "it is a method of an array, whose callback cannot be inlined"
)

// Budgets.
const (
	deepest     = 6    // inlined calls in inlined callees
	callerNodes = 2000 // that inlining may add to a caller
	leastBudget = 300  // likewise, to one that is small itself
	speedExpr   = 40   // nodes of an expression that is inlined for speed
	speedBody   = 80   // likewise statements
	readable    = 12   // nodes of an expression that a reader is glad to see in place of its name
)

// planner makes a plan.
type planner struct {
	Plan
	p      *ast.Program
	o      Options
	shapes map[called]*shape
	in     [][]int32 // sites by the function around them; the top level has the index after the program's functions
	gone   []bool    // functions whose only call is inlined
	sites  []ast.Site
	next   int
	free   map[string]bool        // the names that the program does not declare
	hosts  map[*ast.Function]bool // functions of others move into them
	fields fields
	// bindable: see isBindable.
	bindable map[string]bool
	// loopOf are the loops over what a generator yields, by the call of the generator.
	loopOf map[*ast.Call]*ast.ForOf
	growth
}

// New plans a program.
func New(p *ast.Program, o Options) *Plan {
	n := len(p.Funcs)
	graph := calls.New(p, calls.Options{NoTDZ: o.NoTDZ, ClosedWorld: o.ClosedWorld, Objects: o.Objects, Library: o.Library})
	l := &planner{p: p, o: o, shapes: map[called]*shape{}, hosts: map[*ast.Function]bool{}, fields: fields{}, bindable: map[string]bool{},
		in: make([][]int32, len(graph.Functions)+1), gone: make([]bool, len(graph.Functions)), sites: make([]ast.Site, n+1), next: p.Symbols}
	l.Plan = Plan{Graph: graph, Why: make([]string, graph.Sites.Len()), Stays: make([]bool, len(graph.Functions))}
	if l.Variable = ast.SymLet; o.Vars {
		l.Variable = ast.SymVar
	}
	l.Of, l.Reads, l.In = map[*ast.Call]*build.Instance{}, map[*ast.Member]*build.Instance{}, make([][]*build.Instance, n+1)
	l.Generators, l.loopOf = map[*ast.ForOf]*build.Instance{}, map[*ast.Call]*ast.ForOf{}
	for i, fn := range p.Funcs {
		l.sites[i] = fn.Sites
	}
	l.sites[n] = p.Sites
	known := 0
	for i := range graph.Functions {
		known += len(graph.Functions[i].Calls)
	}
	l.Callees = make(map[*ast.Call]build.Callee, known)
	for i, s := range graph.Sites.All() {
		if s.Callee != nil && !s.Method && !s.Open {
			l.Callees[s.Call] = build.Callee{Fn: int32(s.Callee.Index), Assumed: s.Assumed}
		}
		if _, name := s.Call.Callee.(*ast.Ident); name || s.Callee != nil { // a name may be a parameter that gets a function
			at := l.index(s.In)
			l.in[at] = append(l.in[at], int32(i))
		}
	}
	if o.Objects != nil && o.For != cost.Size {
		l.objects()
	}
	if o.For.IsSpeed() {
		l.growth = l.spend()
	}
	l.all()
	l.signatures()
	l.Lists = graph.Lists()
	return &l.Plan
}

// index is that of a function in lists in which the top level is last.
func (l *planner) index(fn *ast.Function) int {
	if fn == nil {
		return len(l.p.Funcs)
	}
	return fn.Index
}

// all plans every function: those that go with their only call come last, because then most of them
// are a part of their caller already.
func (l *planner) all() {
	var later []*ast.Function
	l.caller(nil)
	for _, fn := range l.p.Funcs {
		if l.isSingle(fn) {
			later = append(later, fn)
			continue
		}
		l.caller(fn)
	}
	for planned := true; planned; {
		planned = false
		for k, fn := range later {
			if fn != nil && (!l.gone[fn.Index] || l.Stays[fn.Index]) {
				l.caller(fn)
				later[k], planned = nil, true // it may keep a call of one before it
			}
		}
	}
}

// declares reports whether a callee has a variable whose name means something at the top level.
func (l *planner) declares(callee *ast.Function) bool {
	if l.free == nil {
		l.free = map[string]bool{}
		for _, name := range l.p.Unresolved {
			l.free[name] = true
		}
	}
	found := false
	ast.Walk(callee, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Sym != nil && id.Sym.Scope.Func == callee {
			found = found || l.free[id.Name] || l.p.Scope.Lookup(id.Name) != nil
		}
		return !found
	})
	return found
}

// clash reports whether the caller has names that functions in the callee have for its variables, and
// that cannot change. same is of arguments.
func (c *caller) clash(s *calls.Site, shape *shape, same []*ast.Symbol) bool {
	for _, sym := range shape.captured {
		name := sym.Name
		if i := slices.Index(shape.params, sym); i >= 0 && same[i] != nil {
			continue
		}
		for sc := s.Scope; sc != nil && sc.Func == c.fn; sc = sc.Parent {
			if sc.Lookup(name) != nil {
				return true
			}
		}
		if c.fn != nil && (c.fn.ReferencesOuter(name) || c.fn.ReferencesGlobal(name)) {
			return true
		}
	}
	return false
}

// movesInto reports whether functions of others move into a function that is nested in fn. Each function
// is finished before the one that it moves into, so these must not form a cycle.
func (l *planner) movesInto(fn *ast.Function) bool {
	for _, f := range l.p.Funcs[fn.Index+1:] {
		if f.Start >= fn.End {
			break
		}
		if l.hosts[f] {
			return true
		}
	}
	return false
}

// isSingle reports whether nothing but one call can have a function.
func (l *planner) isSingle(fn *ast.Function) bool {
	f := &l.Graph.Functions[fn.Index]
	return f.Exposed == "" && len(f.Calls) == 1 && !f.SelfCalls
}

// outermost is how many functions around a call runsOnce looks at: functions may also call each other in a
// circle.
const outermost = 20

// runsOnce reports whether the code of a function, or of the top level, is known to run at most once.
func (l *planner) runsOnce(fn *ast.Function) bool {
	for range outermost {
		if fn == nil {
			return true
		}
		if !l.isSingle(fn) {
			return false
		}
		s := l.Graph.Site(l.Graph.Functions[fn.Index].Calls[0])
		if s.Loops > 0 {
			return false
		}
		fn = s.In
	}
	return false
}

// caller plans the calls in one function.
func (l *planner) caller(fn *ast.Function) {
	at := l.index(fn)
	if len(l.in[at]) == 0 {
		return
	}
	c := &caller{planner: l, fn: fn, at: at, once: l.runsOnce(fn), loops: fn != nil && l.Graph.Functions[fn.Index].Loops}
	for _, i := range l.in[at] {
		s := *l.Graph.Site(i)
		if s.Callee != nil {
			if l.Why[i] = c.site(i, &s, nil); l.Why[i] != "" {
				c.keeps(&s, nil)
			}
		}
	}
}

// caller is a function whose calls are being planned.
type caller struct {
	*planner
	fn    *ast.Function
	at    int
	grown int  // nodes
	once  bool // its code runs at most once
	loops bool // it has a loop, or a callee with one is inlined in it
	// left are the functions that are gone because of it; wasted are the nodes of what was undone.
	left    []int
	wasted  int
	records []record
}

// chain is a callee that is being inlined, and the one that it is inlined into.
type chain struct {
	fn     *ast.Function
	into   *chain
	depth  int
	before int  // what the caller had grown by, with this callee but none in it
	single bool // this is the only place where its code is
	// nullish: it is a method whose object may be undefined or null.
	nullish bool
	clone   *cloner
	slot    calls.Slot // where its returns lead
	consumption
}

// slotOf returns where the returns of the callee of a call in c lead: a call that c returns is where c is.
func (c *chain) slotOf(s *calls.Site) calls.Slot {
	if c != nil && s.Slot == calls.Returned {
		return c.slot
	}
	return s.Slot
}

func (c *chain) cloner() *cloner {
	if c == nil {
		return nil
	}
	return c.clone
}

// mayLackObject reports whether a method is being inlined whose object may be undefined or null.
func (c *chain) mayLackObject() bool {
	for ; c != nil; c = c.into {
		if c.nullish {
			return true
		}
	}
	return false
}

// site plans one call: it returns why the call stays, or "". The call may be the copy of one in a
// callee that is inlined; i is the number of the original.
func (c *caller) site(i int32, s *calls.Site, in *chain) string {
	callee := s.Callee
	loop := c.loopOf[s.Call]
	single := c.alone(s, in) || c.o.Library.Has(callee) && (in == nil || in.single)
	if !single && !c.o.For.IsSpeed() && onlyExpr(callee) == nil {
		return c.whyStatements(callee, s, loop != nil)
	}
	shape := c.shapeOf(called{callee, s.Method, s.Here, loop != nil})
	if shape.why != "" {
		return shape.why
	}
	consumes := (!single || shape.lent) && c.mayConsume(shape)
	same := c.same(s, shape, in == nil, consumes)
	if why := c.refusal(s, shape, same, in, consumes); why != "" {
		return why
	}
	if shape.loops && loop == nil && !c.o.Library.Has(callee) && c.o.For != cost.Size && !c.o.Small && !c.o.Forced {
		switch {
		case s.Loops > 0:
			return whyNest
		case c.loops && !c.once:
			return whyLoops
		}
	}
	if !single {
		if why := c.unwanted(s, shape); why != "" {
			return why
		}
	} else if why := c.unreadable(s, shape, in); why != "" {
		return why
	}
	if c.mindsCalls(s, single) && c.callsOthers(callee) {
		return whyCalls
	}
	if !c.fits(shape, single, in) {
		return whyBudget
	}
	before := c.mark()
	c.grown += shape.nodes
	c.loops = c.loops || shape.loops
	if single && !c.gone[callee.Index] {
		c.gone[callee.Index] = true
		c.left = append(c.left, callee.Index)
	}
	within := &chain{fn: callee, into: in, depth: 1, before: c.grown, single: single, nullish: s.Nullish, slot: in.slotOf(s), consumption: consumption{shape: shape, args: arguments(s), all: consumes}}
	if in != nil {
		within.depth = in.depth + 1
		if s.Passed || c.o.Library.Has(callee) {
			within.depth = in.depth // its code is as near as that of a loop
		}
	}
	c.inline(i, s, within, same)
	if consumes && !within.consumesAll() {
		c.undo(before)
		return whyShared
	}
	return ""
}

// fits reports whether the caller may grow by a callee. One that is called once only moves. What is in a callee that
// is inlined itself may also grow as that may: its copy should not keep calls that are inlined in the original. Small
// calls that stay in the middle of a function cost most: engines with compilers inline them only up to a budget of
// their own, and the larger function spends more of that wherever it is inlined.
func (c *caller) fits(shape *shape, single bool, in *chain) bool {
	grown := c.grown + shape.nodes
	if single || c.fn == nil || grown > callerNodes {
		return grown <= callerNodes
	}
	if grown <= budget(c.fn) {
		return true
	}
	for ; in != nil; in = in.into {
		if grown-in.before <= budget(in.fn) {
			return true
		}
	}
	return false
}

// budget returns how many nodes inlining may add to a function.
func budget(fn *ast.Function) int { return leastBudget + int(fn.End-fn.Start)/bytesPerNode }

// refusal returns why a call cannot be inlined, or "".
// consumes: the functions that it makes are to be inlined, too.
func (c *caller) refusal(s *calls.Site, shape *shape, same []*ast.Symbol, in *chain, consumes bool) string {
	switch {
	case c.fn == nil && c.p.Type == ast.Script && !c.p.CommonJS:
		return whyScript
	case c.fn == nil && c.declares(s.Callee):
		return whyShadowed
	case c.o.Library.Has(s.Callee) && !c.takes(s, in):
		return whyCallback
	case shape.iterated && namesOwnItems(c.loopOf[s.Call]):
		return whyItems
	case consumes:
	case shape.lent:
		return whyOwn
	case len(shape.closures) > 0 && !c.alone(s, in):
		return whyShared
	case len(shape.closures) > 0 && c.hasOwnCallees(s.Callee):
		return whyCallees
	case s.Loops > 0 && capturesOwn(shape, same):
		return whyLoop
	case len(shape.closures) > 0 && c.movesInto(s.Callee):
		return whyOrder
	case c.clash(s, shape, same):
		return whyNames
	}
	switch {
	case shape.unnamed && (s.Slot == calls.Declared || s.Slot == calls.Assigned) && c.isRead():
		return whyUnnamed
	case c.fn != nil && (c.fn.DirectEval || c.fn.InWith || c.fn.InnerEval || c.fn.HasWith):
		return whyCaller
	case in.has(s.Callee) || s.Callee == c.fn:
		return whyRecursive
	case in != nil && in.depth >= deepest:
		return whyDeep
	case s.Head:
		return whyHead
	case c.fn != nil && (shape.yield && c.fn.Generator || shape.await && (c.fn.Async || c.fn.Kind == ast.FuncStaticInit)):
		return whyReserved
	case shape.expr == nil && s.Slot == calls.Operand && (c.isBound(s) || c.isField() || c.isRead()):
		return whySlot
	case s.Callee.Strict != c.strict() && !c.isNeutral(s, shape, in, consumes):
		return whyStrict
	case c.Graph.AsksCallers && !s.Callee.Strict:
		return whyAsked
	case shape.private && classAround(s.Scope) != classAround(s.Callee.Scope):
		return whyPrivate
	case (shape.private || namesPrivately(s)) && !c.isEvaluatedOnce(classAround(s.Callee.Scope)):
		return whyBrand
	case s.Nullish && (!c.o.For.IsSpeed() || s.Getter) && !c.checks(s, shape, in == nil): // a read would run the getter
		return whyNullish
	}
	if slices.ContainsFunc(s.Call.Args, ast.IsSpread) {
		return whySpread
	}
	return c.disagreement(s, in)
}

// isNeutral reports whether a callee does the same in strict and in sloppy code.
func (c *caller) isNeutral(s *calls.Site, shape *shape, in *chain, consumes bool) bool {
	switch {
	case c.o.Library.Has(s.Callee):
		return true
	case shape.strictly || len(shape.closures) > 0 && !consumes:
		return false
	case len(shape.assigns) > 0 && (c.o.Objects == nil || !c.o.Objects.AssignsPlainly(s.Callee, shape.assigns)):
		return false
	case c.strict() && !c.isValidStrictly(s.Callee):
		return false
	}
	return !shape.runs || s.Method || in.hasMethod() // methods are called as if nobody asked for callers
}

// classAround returns the scope of the innermost class around a scope, or nil.
func classAround(s *ast.Scope) *ast.Scope {
	for s != nil && s.Kind != ast.ScopeClass {
		s = s.Parent
	}
	return s
}

// namesPrivately reports whether a call is one of a private method, or a read of a private getter.
func namesPrivately(s *calls.Site) bool {
	m, ok := s.Call.Callee.(*ast.Member)
	return ok && s.Method && m.Private
}

// isEvaluatedOnce reports whether a class is: its private names are others each time.
func (l *planner) isEvaluatedOnce(class *ast.Scope) bool {
	return class != nil && class.Loops == 0 && l.runsOnce(class.Func)
}

// isBound reports whether a call is a part of a construct whose steps follow each other. A method that is
// inlined is not read before its arguments.
func (c *caller) isBound(s *calls.Site) bool {
	return s.Bound && (s.By == nil || c.Of[s.By] == nil)
}

// isRead reports whether people read the output.
func (l *planner) isRead() bool { return !l.o.Small && l.o.For == cost.Balanced }

// isField reports whether the caller is the initializer of a class field, which is one expression.
func (c *caller) isField() bool { return c.fn != nil && c.fn.Kind == ast.FuncField }

func (c *caller) strict() bool {
	if c.fn == nil {
		return c.p.Strict || c.p.Type == ast.Module
	}
	return c.fn.Strict
}

// disagreement returns why the callee would mean something else at a call, or "": each binding that
// the callee captures must be the same instance there, and each name must lead to it.
func (c *caller) disagreement(s *calls.Site, in *chain) string {
	home := s.Scope
	if s.Alias != nil {
		home = s.Alias.Scope
	}
	for _, sym := range s.Callee.Outer {
		sym = in.cloner().sym(c.declared(s, sym))
		switch {
		case s.Method && !c.isOnly(sym):
			return whyInstance
		case !home.IsWithin(sym.Scope):
			return whyInstance
		case sym.Scope == home && home.Kind == ast.ScopeFor:
			return whyInstance // each iteration has its own, the function has the first one
		case c.shadows(s.Scope, sym.Scope, sym.Name):
			return whyShadowed
		}
	}
	for _, name := range s.Callee.Globals {
		if c.shadows(s.Scope, nil, name) {
			return whyShadowed
		}
	}
	return ""
}

// declared returns the binding by which a method refers to a variable at a call: the name of its class inside
// that class is that of the declaration elsewhere.
func (c *caller) declared(s *calls.Site, sym *ast.Symbol) *ast.Symbol {
	if s.Method && sym.Kind == ast.SymClassName && !s.Scope.IsWithin(sym.Scope) {
		if d := c.o.Objects.Declared(sym); d != nil {
			return d
		}
	}
	return sym
}

// isOnly reports whether there is only one instance of a binding: what captures it captures the same one,
// whoever made that.
func (l *planner) isOnly(sym *ast.Symbol) bool {
	return sym.Scope.Loops == 0 && sym.Scope.Kind != ast.ScopeFor && l.runsOnce(sym.Scope.Func)
}

// arguments returns what a call passes to the parameters of its callee: a method gets its object first.
func arguments(s *calls.Site) []ast.Expr {
	if !s.Method {
		return s.Call.Args
	}
	obj := s.Call.Callee.(*ast.Member).Obj
	if super, ok := obj.(*ast.Super); ok {
		obj = &ast.This{Base: super.Base}
	}
	return append([]ast.Expr{obj}, s.Call.Args...)
}

// shadows reports whether a scope from s outwards to another one, which is not looked at, declares a
// name.
func (c *caller) shadows(s, until *ast.Scope, name string) bool {
	for ; s != until && s != nil; s = s.Parent {
		if sym := s.Lookup(name); sym != nil && !(sym.Inlined && !sym.Captured) || s.Kind == ast.ScopeWith || s.Eval {
			return true // what is inlined can have other names
		}
	}
	return false
}
