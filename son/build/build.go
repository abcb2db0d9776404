package build

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Program builds all functions of a program, one after the other.
func Program(p *ast.Program, c son.Config) *son.Program {
	b := Decide(p)
	out := &son.Program{AST: p, Funcs: make([]*son.FuncInfo, len(p.Funcs))}
	for i, fn := range p.Funcs {
		f := &son.FuncInfo{Fn: fn, Name: b.Path(fn)}
		f.Graph, f.Bailout = Func(p, fn, b, c)
		out.Funcs[i] = f
	}
	return out
}

// maxPath bounds the names of a path; deeper nesting would make the paths of a program
// quadratic.
const maxPath = 64

// Path returns a function's name for messages: the names of the functions around it and its
// own, separated by dots.
func (b *Bindings) Path(fn *ast.Function) string {
	switch {
	case fn.Kind == ast.FuncTop:
		return TopName
	case fn.Index >= len(b.names):
		return fn.Name.Name // a method of a library
	}
	var room [8]string // most are not nested deeper
	names := room[:0]
	for f := fn; f != nil && len(names) < maxPath; f = f.Parent {
		name := b.names[f.Index]
		if h := b.hints[f.Index]; h != "" {
			name = h
		}
		if name == "" {
			name = "(anonymous)"
		}
		names = append(names, name)
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}

// Func builds one function, or returns why it stays as written. b must be of the same program.
// Calls for different functions may run at the same time.
func Func(p *ast.Program, fn *ast.Function, b *Bindings, c son.Config) (*son.Graph, *son.Bailout) {
	declined := map[*ast.Call]bool{}
	for {
		g, bailout, call := buildWithout(p, fn, b, c, declined)
		if call == nil {
			return g, bailout
		}
		declined[call] = true
	}
}

// buildWithout is Func without inlining some calls. If another one cannot be inlined, it returns that.
func buildWithout(p *ast.Program, fn *ast.Function, b *Bindings, c son.Config, without map[*ast.Call]bool) (g *son.Graph, bailout *son.Bailout, call *ast.Call) {
	f := &builder{p: p, fn: fn, facts: b, declined: without, frameState: frameState{body: fn.Body}}
	if bailout := f.inspect(); bailout != nil {
		return nil, bailout, nil
	}
	f.g = son.NewGraph(b.Path(fn), c)
	f.g.Fn, f.g.Strict = fn.Index, fn.Strict
	f.s = newScope(f.g)
	defer scopes.Put(f.s)
	if bailout, call := f.functionWithin(); bailout != nil || call != nil {
		return nil, bailout, call
	}
	f.g.Sweep()
	if o := c.Observer; o != nil {
		o.Phase(f.g, "build")
	}
	return f.g, nil, nil
}

// functionWithin builds the function, unless that takes more inputs of phis than maxPhiInputs, or a
// call cannot be inlined.
func (b *builder) functionWithin() (bailout *son.Bailout, call *ast.Call) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case declined:
			call = e.call
		case tooManyInputs:
			bailout = &son.Bailout{Reason: "too many variables are assigned on too many paths that join", Span: e.at}
		default:
			panic(e)
		}
	}()
	b.function()
	return nil, nil
}

// builder builds one function.
type builder struct {
	p     *ast.Program
	fn    *ast.Function
	facts *Bindings
	g     *son.Graph
	s     *Scope
	frameState
	regions  []*son.Node // the Try of each region around, innermost last
	switches int         // switch statements so far
	classes  int         // classes around that are being built, in their heads or keys
	captured map[*ast.Symbol]*son.Node
	// constants are the bindings of enclosing scopes that have been read and have one value; nil where
	// it is not known that they have it.
	constants map[*ast.Symbol]*son.Node
	self      map[son.Op]*son.Node // This, Arguments, Self
	// constructed: a statement of the function's body, a derived constructor, was super(): this has a value from there on.
	constructed bool
	// lastPut is the last assignment of a name.
	lastPut *son.Node
	// helperIfs says, for the normal form, whether ifs are known to assign a helper; see fold.go.
	helperIfs map[*ast.If]bool
	instState
	// declined are calls whose callees cannot be built in their place.
	declined map[*ast.Call]bool
}

// instState says in which callee the builder is.
type instState struct {
	inst   *Instance // the innermost one that is being built; nil: none
	instAt int32     // where the call stands whose callee is the outermost one
}

// frameState is the part of the state that belongs to the function whose statements are being built:
// the builder's own, or one in the place of a call.
type frameState struct {
	assignments
	// target is the innermost statement that break and continue may leave, and labelled maps
	// labels to theirs.
	target   *target
	labelled map[string]*target
	// loopTest is the loop whose test is being built, or nil.
	loopTest *son.LoopInfo
	// elseIf is the if that is the else of the one being built, or nil.
	elseIf *ast.If
	// inits are the declarations right before the statement being built.
	inits []*ast.VarDecl
	// jumps holds the jumps of loops; see jumpsOf.
	jumps map[ast.Stmt]ast.LoopJumps
	frame *frame     // nil in the builder's own function
	at    int32      // where the statement or declarator that is being built begins
	body  []ast.Stmt // the statements of the function
}

// assignments are those of the function's own values in an outermost loop.
type assignments struct {
	writes []write  // in source order
	noted  ast.Span // the text of the loop
	// written is an index for finding the variables that a part of them assigns; see
	// firstWrites.
	written []int32
}

// write is one assignment of a variable.
type write struct {
	pos int32
	sym *ast.Symbol
}

// function builds the whole function.
func (b *builder) function() {
	if b.fn.Kind != ast.FuncTop {
		b.parameters()
		b.enter(b.fn.Scope)
		b.enter(b.fn.BodyScope)
		b.hoist()
	}
	b.s.show("function opened", "body")
	if x := b.fn.ExprBody; x != nil {
		if b.fn.Kind != ast.FuncArrow || !b.inlineTail(x) {
			b.s.exit(son.OpReturn, x.Pos().Span, 0, b.expr(x))
		}
		return
	}
	for _, st := range b.fn.Body {
		b.stmt(st)
		b.constructed = b.constructed || b.fn.Derived && isSuperCall(st)
	}
	if !b.s.stopped() {
		b.s.exit(son.OpReturn, ast.Span{}, 0, b.g.Const(son.TypeUndefined))
	}
}

// parameters makes the nodes and cells of the parameters. Of several
// parameters of one name the last one counts.
func (b *builder) parameters() {
	values := map[*ast.Symbol]*son.Node{}
	next := len(b.fn.Params) // names in patterns are numbered after the parameters
	param := func(i int, id *ast.Ident) *son.Node {
		sym := id.Sym
		if v := b.again(sym); v != nil {
			sym = v
		}
		n := b.s.entry(son.OpParam, i, "", sym, id.Span)
		if t := b.facts.parameters[sym]; b.g.Config.Fold && t.IsConst() {
			n.Type = t
		}
		values[sym] = n
		return n
	}
	for i, p := range b.fn.Params {
		if id, simple := p.(*ast.Ident); simple {
			n := param(i, id)
			n.Type = n.Type.Narrow(b.g.Config.Arguments.Type(i))
			continue
		}
		bindings(p, func(id *ast.Ident) {
			n := param(next, id)
			if rest, ok := p.(*ast.Spread); ok && rest.X == id && b.g.Config.Assume.Has(son.AssumeBuiltins) {
				n.Flags |= son.FlagArray
			}
			next++
		})
	}
	for _, sym := range b.fn.Scope.Symbols {
		if sym.Kind == ast.SymArguments && b.facts.Of(sym) != Value {
			values[sym] = b.arguments()
		}
		if v := b.again(sym); v != nil {
			if sym.Kind == ast.SymArguments {
				values[v] = b.arguments()
			}
			sym = v
		}
		b.given(sym, values[sym])
	}
}

// given creates a binding whose initial value comes from the caller.
func (b *builder) given(sym *ast.Symbol, v *son.Node) {
	switch {
	case v == nil:
	case b.facts.Of(sym) == Value:
		b.s.push(sym, v)
	case at(b.facts.inList, sym.ID):
		b.s.cells[sym] = b.s.entry(son.OpCapturedCell, 0, "", sym, v.Span)
	default:
		b.newCell(sym)
		b.storeCell(sym, v, son.FlagInit, v.Span)
	}
}

// again returns the variable of the body that has the name of a binding of the parameter list,
// and starts with its value; it shadows the other in the body. It returns nil if there is none.
func (b *builder) again(sym *ast.Symbol) *ast.Symbol {
	if b.fn.BodyScope == nil || sym.Scope != b.fn.Scope {
		return nil
	}
	if v := b.fn.BodyScope.Lookup(sym.Name); v != nil && v.Kind == ast.SymVar {
		return v
	}
	return nil
}

// bindings calls f for each name that a parameter binds.
func bindings(p ast.Expr, f func(*ast.Ident)) {
	switch p := p.(type) {
	case *ast.Ident:
		f(p)
	case *ast.Default:
		bindings(p.Target, f)
	case *ast.Spread:
		bindings(p.X, f)
	case *ast.ArrayPat:
		for _, x := range p.Elems {
			if x != nil {
				bindings(x, f)
			}
		}
	case *ast.ObjectPat:
		for _, x := range p.Props {
			bindings(x.Value, f)
		}
	}
}

// isAgain reports whether sym is such a variable as [builder.again] returns.
func (b *builder) isAgain(sym *ast.Symbol) bool {
	if b.fn.BodyScope == nil || sym.Scope != b.fn.BodyScope {
		return false
	}
	p := b.fn.Scope.Lookup(sym.Name)
	return p != nil && b.again(p) == sym
}

// enter creates the bindings of a scope; parameters exist already.
func (b *builder) enter(scope *ast.Scope) {
	if scope == nil {
		return
	}
	depth := len(b.s.vars)
	for _, sym := range scope.Symbols {
		if sym.Kind == ast.SymParam || sym.Kind == ast.SymArguments || b.isAgain(sym) {
			continue
		}
		switch {
		case b.facts.Of(sym) != Value:
			b.newCell(sym)
		case sym.Kind.Lexical():
			b.s.push(sym, b.s.uninit)
		default:
			b.s.push(sym, b.unset(sym))
		}
	}
	if depth < len(b.s.vars) {
		b.s.show("scope opened", "inner")
	}
}

// unset returns the value of a var before anything assigns it. Where nothing folds, that value
// has the variable's name and prints as the variable.
func (b *builder) unset(sym *ast.Symbol) *son.Node {
	v := b.g.Const(son.TypeUndefined)
	if b.g.Config.Fold || sym.Kind != ast.SymVar {
		if sym.Assigns == 0 && sym.Read {
			b.g.NameGone()
		}
		return v
	}
	n := b.g.NewNode(son.OpBind, b.g.Start, v)
	n.Sym, n.Flags = sym, son.FlagUnset
	return b.g.Peephole(n)
}

// hoist creates the functions that the body declares. Of several declarations of one name the
// last one counts.
func (b *builder) hoist() {
	var last map[*ast.Symbol]*ast.Function
	for _, st := range b.fn.Body {
		if d := Declared(st); d != nil {
			if last == nil {
				last = map[*ast.Symbol]*ast.Function{}
			}
			last[d.Fn.Name.Sym] = d.Fn
		}
	}
	if last == nil {
		return
	}
	for _, st := range b.fn.Body {
		d := Declared(st)
		if d == nil || last[d.Fn.Name.Sym] != d.Fn {
			continue
		}
		sym := d.Fn.Name.Sym
		c := b.closure(d.Fn, sym, son.FlagHoisted)
		if b.facts.Of(sym) == Value {
			b.s.set(sym, c)
		} else {
			b.storeCell(sym, c, son.FlagInit|son.FlagDecl, d.Span)
		}
	}
}

// closure makes a function value; sym is the binding of a declaration.
func (b *builder) closure(fn *ast.Function, sym *ast.Symbol, flags son.Flags) *son.Node {
	caps, number := b.facts.Captures(fn), 0
	if b.inst != nil {
		caps, number = b.inst.Closures[fn], b.inst.Number
	}
	args := make([]*son.Node, len(caps))
	for i, c := range caps {
		args[i] = b.capture(c)
	}
	n := b.s.node(son.OpClosure, fn.Span, args...)
	n.Idx, n.Str, n.Sym, n.Flags, n.Site = int32(fn.Index), b.facts.StaticName(fn), sym, flags, ast.Site(number)
	return b.s.add(n)
}

// capture returns the input of a closure for a binding: its value, or its cell.
func (b *builder) capture(sym *ast.Symbol) *son.Node {
	switch {
	case !b.owns(sym):
		return b.outer(sym)
	case sym.Kind == ast.SymFuncName:
		return b.own(son.OpSelf, sym.Name, sym)
	case b.facts.Of(sym) != Value:
		return b.s.cell(sym)
	case sym.Kind == ast.SymArguments:
		return b.arguments()
	}
	return b.s.initialized(sym)
}

// arguments returns the arguments object.
func (b *builder) arguments() *son.Node {
	n := b.self[son.OpArguments]
	if n != nil {
		return n
	}
	n = b.own(son.OpArguments, "", nil)
	for _, r := range b.fn.Scope.Lookup("arguments").Refs {
		if b.fn.ParamsSpan.Contains(r.Ident.Span) {
			n.Idx = son.ArgumentsShared
		}
	}
	return n
}

// owns reports whether the function itself has the binding.
func (b *builder) owns(sym *ast.Symbol) bool { return b.fn.Owns(sym) }

// isGlobal reports whether a name is one of the environment, or of the top level where that is built or others may have
// a part in it. For functions of a module or CommonJS file the names that it declares are cells like any
// others; what it imports are not, because other modules assign these.
func (b *builder) isGlobal(sym *ast.Symbol) bool {
	switch {
	case b.facts.Of(sym) != Global:
		return false
	case sym == nil || b.fn.Kind == ast.FuncTop || sym.Kind == ast.SymImport:
		return true
	}
	return sym.Scope.Kind == ast.ScopeGlobal && !b.facts.lists.p.CommonJS
}

// outer returns the node of an enclosing function's binding: its value or its
// cell.
func (b *builder) outer(sym *ast.Symbol) *son.Node {
	if n := b.captured[sym]; n != nil {
		return n
	}
	op := son.OpCapturedCell
	if b.facts.Of(sym) == Value {
		op = son.OpCaptured
	}
	n := b.s.entry(op, 0, "", sym, ast.Span{})
	if op == son.OpCaptured {
		n.Flags |= b.arrayFlag(sym)
	}
	if b.captured == nil {
		b.captured = map[*ast.Symbol]*son.Node{}
	}
	b.captured[sym] = n
	return n
}

// settled returns the node of a binding of an enclosing function that has its only value whenever
// this function runs, or nil. In the top level it is that of a constant, or of a constant record, whose
// declaration has been built.
func (b *builder) settled(sym *ast.Symbol) *son.Node {
	if sym == nil || !b.g.Config.Fold {
		return nil
	}
	if n, ok := b.constants[sym]; ok {
		return n
	}
	name := at(b.facts.settled, sym.ID)
	if name.typ.IsTop() || b.owns(sym) || b.fn.Kind == ast.FuncTop {
		return nil
	}
	var n *son.Node
	known := name.typ.IsConst() || at(b.facts.records, sym.ID) != nil
	if b.facts.isSettledFor(sym, b.fn) || sym.Kind.Lexical() && known && b.g.Assumes("captured-initialized", son.AssumeNoTDZ) {
		n = b.constant(sym, name.typ)
		n.Flags |= b.arrayFlag(sym)
	}
	b.setConstant(sym, n)
	return n
}

// constant returns a node for a binding that has its only value.
func (b *builder) constant(sym *ast.Symbol, t son.Type) *son.Node {
	n := b.s.entry(son.OpCaptured, 0, "", sym, ast.Span{})
	n.Type = t
	return n
}

func (b *builder) setConstant(sym *ast.Symbol, n *son.Node) {
	if b.constants == nil {
		b.constants = map[*ast.Symbol]*son.Node{}
	}
	b.constants[sym] = n
}

// own returns the function's This, Arguments or Self.
func (b *builder) own(op son.Op, name string, sym *ast.Symbol) *son.Node {
	if n := b.self[op]; n != nil {
		return n
	}
	n := b.s.entry(op, 0, name, sym, ast.Span{})
	if b.self == nil {
		b.self = map[son.Op]*son.Node{}
	}
	b.self[op] = n
	return n
}
