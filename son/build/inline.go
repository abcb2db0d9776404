package build

import (
	"slices"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Inlining are the calls of a program whose callees a graph has in place of the call. Package inline
// chooses them.
type Inlining struct {
	// Of is by the call. Instances may contain calls that are inlined, too.
	Of map[*ast.Call]*Instance
	// Reads are the reads of properties whose getters the graph has in their place. The Call of such an
	// instance is none of the program; its Callee is the read.
	Reads map[*ast.Member]*Instance
	// Callees are the callees of calls that are known, those in instances included.
	Callees map[*ast.Call]Callee
	// Records are the objects whose class is known, and does nothing but to give them properties that are its
	// arguments or constants: by the new that makes them, those in instances included.
	Records map[*ast.New][]Field
	// Generators are by the loop whose items they yield. The Call of such an instance is what the loop iterates over.
	Generators map[*ast.ForOf]*Instance
	// Arrays are the loops over the items of arrays only, or of undefined or null, those in instances included.
	Arrays map[*ast.ForOf]bool
	// Values is what is known of reads of properties, those in instances included.
	Values map[*ast.Member]Read
	// Takes are the patterns that take apart arrays only, or undefined or null, those in instances included.
	Takes map[*ast.ArrayPat]bool
	// In lists the instances in a function, those inside others included, by Function.Index; those at
	// the top level are last.
	In [][]*Instance
	// Variable is the kind of a new variable: a var if the program has no let.
	Variable ast.SymKind
	// By Function.Index. Passed is what the calls of private functions pass for their parameters;
	// Unread: no call uses the result.
	Passed [][]Passed
	Unread []bool
	// Lists says from which place on functions can run; nil: that is still to be found out.
	Lists *settled.Program
}

// Replaces reports whether an instance may be in the place of a call or read.
func (l *Inlining) Replaces(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Call:
		return l.Of[x] != nil
	case *ast.Member:
		return l.Reads[x] != nil
	}
	return false
}

// Read is what is known of the read of a property.
type Read struct {
	Final   bool        // the property does not change any more
	Present bool        // and the object is never undefined or null
	Number  bool        // the value is a number
	Name    *ast.Symbol // what a variable with the value of a final one is called; nil: its name is no name for one
}

// Instance is a function as it is in the place of one call: a copy with bindings and sites of its own,
// which belong to the caller. Its parameters are names, some with default values; the last one may be a rest.
type Instance struct {
	Call *ast.Call
	In   *ast.Function // the caller; nil is the top level
	Of   *ast.Function // the callee
	Fn   *ast.Function // the copy; of its Kind, Params, Body, ExprBody, Scope and BodyScope only
	Args []ast.Expr    // what the parameters get: that of a method begins with its object
	Site int32         // the call's number in the call graph
	// Uses are, by parameter, how often the copy mentions it; Assigned: it assigns it.
	Uses     []int
	Assigned []bool
	// Same: the parameter is the variable that the argument is read from, by another name.
	Same []bool
	// Absorbed are the bytes of the callee's declaration, if nothing needs that any more.
	Absorbed int
	// Assumes is what the callee, an argument of a call around, is known under.
	Assumes son.Assumptions
	// Checked: the object of a method may be undefined or null, so the method is read.
	Checked bool
	// Operand: the call is a part of an expression.
	Operand bool
	// Early: for speed, the callee has returns before its end. Labels: they most likely need a label that the author did
	// not write.
	Early, Labels bool
	// Closures are the functions that the callee makes, each with what it captures here. They are not
	// copied, so there is no other instance. Captured are the bindings of the copy that functions
	// capture.
	Closures map[*ast.Function][]*ast.Symbol
	Captured []*ast.Symbol
	// Twin returns the caller's copy of one of the callee's bindings, and any other binding itself.
	Twin func(*ast.Symbol) *ast.Symbol
	// Number counts the instances in the caller, from 1. If Last is not 0, the instance is built only if those up
	// to that number are, which are inside: they have what functions would do that the callee makes.
	Number, Last int
}

// Field is a property that a class gives its objects: the next argument of the constructor, or a constant.
type Field struct {
	Name     string
	Constant ast.Expr // nil: an argument
}

// Instances returns the instances in a function; nil is the top level.
func (b *Bindings) Instances(fn *ast.Function) []*Instance {
	if b.inlining == nil {
		return nil
	}
	if fn == nil || fn.Kind == ast.FuncTop {
		return b.inlining.In[len(b.inlining.In)-1]
	}
	return b.inlining.In[fn.Index]
}

// instance returns the instance of a call in the code of a function, or nil. Most functions have none, and the
// map of all of them does not fit into a cache.
func (b *Bindings) instance(fn *ast.Function, x *ast.Call) *Instance {
	if len(b.Instances(fn)) == 0 {
		return nil
	}
	return b.inlining.Of[x]
}

// frame is a callee with statements that is being built in the place of its call.
type frame struct {
	around  *frame // the one that the call is in; nil: it is in the builder's own function
	mark    mark
	regions int // how many are around the call
	edges   []edge
	values  []*son.Node
	// into is the variable that gets the result, if returning means to assign that. It may have the
	// last value, preset, from the beginning: see lastResult.
	into   *ast.Ident
	preset *son.Node
	flags  son.Flags // with which it gets that
	// tail: the caller returns what the callee returns. drop: nobody needs that.
	tail, drop bool
	each       *each // the loop whose generator the callee is, or nil
}

// declined is thrown where the callee of a call cannot be built in its place.
type declined struct{ call *ast.Call }

// instance returns what is built in place of a call, or nil.
func (b *builder) instance(x *ast.Call) *Instance { return b.planned(b.facts.instance(b.fn, x)) }

// getter returns what is built in place of a read, or nil.
func (b *builder) getter(x *ast.Member) *Instance {
	if b.facts.inlining == nil {
		return nil
	}
	return b.planned(b.facts.inlining.Reads[x])
}

// planned returns an instance, if it is built; otherwise nil.
func (b *builder) planned(in *Instance) *Instance {
	if in == nil || !b.g.Config.Inline || b.declined[in.Call] {
		return nil
	}
	if _, stays := slices.BinarySearch(b.g.Config.Uninlined, in.Number); stays {
		return nil
	}
	if in.Last > 0 {
		for _, inner := range b.facts.Instances(in.In)[in.Number:in.Last] {
			if b.planned(inner) == nil {
				return nil
			}
		}
	}
	return in
}

// inline builds the callee of a call in its place and returns its value: first the arguments, then the
// parameters, then the body. To read the callee has no effect, or it would not be known.
func (b *builder) inline(x *ast.Call, in *Instance) *son.Node {
	if in.Fn.ExprBody == nil {
		return b.inlineBody(x, in, &frame{})
	}
	depth := len(b.s.vars)
	_, outer := b.pass(x, in)
	at, around := b.at, b.within(in)
	b.at = in.Fn.ExprBody.Pos().Start
	b.enter(in.Fn.Scope)
	b.enter(in.Fn.BodyScope)
	v := b.expr(in.Fn.ExprBody)
	b.s.pop(depth)
	b.instState, b.at = around, at
	b.g.LeaveInstance(outer)
	return v
}

// pass builds the arguments of a call that is replaced by its callee, and gives the parameters their
// values. A parameter without a default value gets its value right after that was computed: nothing can
// see it before the body runs, and the text needs no other name for the value. Default values come after
// all arguments. What follows is built for the instance; outer is the one around it.
func (b *builder) pass(x *ast.Call, in *Instance) (args []*son.Node, outer uint16) {
	outer = b.g.EnterInstance(son.Instance{Name: b.facts.Path(in.Of), Call: x.Span, Text: in.Of.Span, Fn: int32(in.Of.Index), At: b.at, Site: in.Site, Assumes: in.Assumes})
	within, first := b.g.Instance(), len(b.s.operands)
	for i, a := range in.Args {
		b.g.LeaveInstance(outer)
		v := b.expr(a)
		b.g.LeaveInstance(within)
		b.s.operands = append(b.s.operands, v)
		if i == 0 && in.Checked && v.Type.Nullish() != son.No {
			m := x.Callee.(*ast.Member)
			b.s.add(b.named(son.OpLoad, m.Span, memberName(m), v))
			v = b.s.operands[len(b.s.operands)-1]
		}
		if i < len(in.Fn.Params) {
			if _, name := in.Fn.Params[i].(*ast.Ident); name {
				b.frameParameter(in, i, v)
			}
		}
	}
	args = slices.Clone(b.s.operands[first:])
	b.s.operands = b.s.operands[:first]
	for i, p := range in.Fn.Params {
		d, has := p.(*ast.Default)
		_, rest := p.(*ast.Spread)
		switch {
		case rest:
			b.frameParameter(in, i, b.restOf(args, i, p.Pos().Span))
		case has && i < len(args):
			b.frameParameter(in, i, b.argumentOr(in, args[i].Forwarded(), d))
		case has:
			b.frameParameter(in, i, b.defaultOf(in, d))
		case i >= len(args):
			b.frameParameter(in, i, b.g.Const(son.TypeUndefined))
		}
	}
	return args, outer
}

// argumentOr builds `v === undefined ? def : v` for an argument and the default value of its parameter.
func (b *builder) argumentOr(in *Instance, v *son.Node, d *ast.Default) *son.Node {
	test := b.s.op(son.OpStrictEq, d.Span, v, b.g.Const(son.TypeUndefined))
	yes, no := b.branch(test, d.Span, 0, son.FlagExpr|son.FlagTernary, 0)
	return b.arms(d.Span, son.FlagTernary, yes, no,
		func() *son.Node { return b.defaultOf(in, d) }, func() *son.Node { return v })
}

// defaultOf builds the default value of a parameter of an instance.
func (b *builder) defaultOf(in *Instance, d *ast.Default) *son.Node {
	at, around := b.at, b.within(in)
	b.at = d.Value.Pos().Start
	v := b.expr(d.Value)
	b.at, b.instState = at, around
	return v
}

// within begins code of an instance. It returns the state around it, for its end.
func (b *builder) within(in *Instance) (around instState) {
	around = b.instState
	if b.inst = in; around.inst == nil {
		b.instAt = in.Call.Start
	}
	return around
}

// restOf builds the array that a rest parameter gets: a new one at each call.
func (b *builder) restOf(args []*son.Node, from int, span ast.Span) *son.Node {
	var values []*son.Node
	for _, v := range args[min(from, len(args)):] {
		values = append(values, v.Forwarded())
	}
	n := b.s.node(son.OpArray, span, values...)
	n.Parts = make([]son.Part, len(values))
	for i := range n.Parts {
		n.Parts[i].Kind = son.PartValue
	}
	return b.s.add(n)
}

// parameterName returns the name of a parameter of an instance.
func parameterName(p ast.Expr) *ast.Ident {
	switch x := p.(type) {
	case *ast.Default:
		p = x.Target
	case *ast.Spread:
		p = x.X
	}
	return p.(*ast.Ident)
}

// inlineBody builds the statements of a callee in the place of a call, and returns the value of the
// call, if the frame asks for one.
func (b *builder) inlineBody(x *ast.Call, in *Instance, f *frame) *son.Node {
	result := f.into == nil && !f.tail && !f.drop && returnsInLoop(in.Fn)
	if result {
		sym := &ast.Symbol{Name: "result", Kind: b.facts.inlining.Variable, Scope: in.Fn.Scope, ID: 1 << 30}
		f.into, f.flags = &ast.Ident{Name: sym.Name, Sym: sym}, son.FlagDecl|son.FlagInit
		b.s.push(sym, b.s.uninit)
		defer b.s.pop(len(b.s.vars) - 1)
	}
	depth := len(b.s.vars)
	f.around, f.mark, f.regions = b.frame, b.s.mark(), len(b.regions)
	args, outer := b.pass(x, in)
	around := b.within(in)
	if f.into != nil {
		if v := b.lastResult(in.Fn); v != nil && !slices.Contains(args, b.s.get(f.into.Sym)) {
			f.preset = b.bind(f.into.Sym, v, f.flags, f.into.Span)
		}
	}
	b.enter(in.Fn.Scope)
	b.enter(in.Fn.BodyScope)
	saved := b.frameState
	b.frameState = frameState{frame: f, body: in.Fn.Body}
	for _, st := range in.Fn.Body {
		b.stmt(st)
	}
	if !b.s.stopped() {
		b.finish(f, b.g.Const(son.TypeUndefined), &ast.Return{})
	}
	b.frameState, b.instState = saved, around
	b.g.LeaveInstance(outer)
	b.s.pop(depth)
	b.s.rewind(f.mark)
	b.s.release(f.mark)
	if f.tail {
		b.s.ctrl, b.s.mem = nil, nil
		return nil
	}
	if f.into != nil || f.drop {
		b.s.join(ast.Span{}, 0, f.edges...)
		if !result {
			return nil
		}
		if b.s.stopped() {
			panic(declined{x})
		}
		return b.s.get(f.into.Sym)
	}
	v := b.s.joinValues(ast.Span{}, 0, f.edges, f.values)
	if b.s.stopped() || v == nil {
		panic(declined{x}) // there is no control for what follows in the expression
	}
	return v
}

// inlineInto builds a callee whose result a variable gets, and reports whether it did. Every return
// of the callee assigns the variable:
//
//	const kind = kindOf(n);      let kind;
//	                             if (n > 10) kind = "big"; else kind = "small";
func (b *builder) inlineInto(id *ast.Ident, value ast.Expr, flags son.Flags) bool {
	x, in := b.statements(value)
	if in == nil || b.facts.Of(id.Sym) != Value || !b.owns(id.Sym) || hasOneReturn(in.Fn) {
		return false
	}
	b.inlineBody(x, in, &frame{into: id, flags: flags})
	return true
}

// lastResult returns the constant that a callee returns at its end, if returns leave loops before that:
// with the constant assigned first, these become breaks.
//
//	let found = null;
//	for (const x of list) {
//	  if (x.key === k) { found = x; break; }
//	}
func (b *builder) lastResult(fn *ast.Function) *son.Node {
	if !returnsInLoop(fn) {
		return nil
	}
	r, ok := fn.Body[len(fn.Body)-1].(*ast.Return)
	switch {
	case !ok || r.X == nil:
		return b.g.Const(son.TypeUndefined)
	case ast.IsLiteral(r.X):
		if v := b.expr(r.X); v.Op == son.OpConst {
			return v
		}
	}
	return nil
}

// returnsInLoop reports whether a function has a return in a loop.
func returnsInLoop(fn *ast.Function) (found bool) {
	var visit func(n ast.Node, loops int)
	visit = func(n ast.Node, loops int) {
		switch n.(type) {
		case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
			loops++
		case *ast.Return:
			found = found || loops > 0
		case ast.Expr:
			return
		}
		ast.Children(n, func(c ast.Node) { visit(c, loops) })
	}
	for _, st := range fn.Body {
		visit(st, 0)
	}
	return found
}

// inlineTail builds a callee whose result is returned, and reports whether it did.
func (b *builder) inlineTail(value ast.Expr) bool {
	x, in := b.statements(value)
	if in == nil || b.fn.Async && b.fn.Generator || b.fn.Kind == ast.FuncTop {
		return false
	}
	b.inlineBody(x, in, &frame{tail: true})
	return true
}

// inlineEffect builds a callee whose result nobody needs, and reports whether it did.
func (b *builder) inlineEffect(x *ast.Call) bool {
	_, in := b.statements(x)
	if in == nil {
		return false
	}
	b.inlineBody(x, in, &frame{drop: true})
	return true
}

// statements returns the call that an expression is, and its instance, if that has statements.
func (b *builder) statements(x ast.Expr) (*ast.Call, *Instance) {
	call, ok := x.(*ast.Call)
	if !ok {
		return nil, nil
	}
	in := b.instance(call)
	if in == nil || in.Fn.ExprBody != nil {
		return nil, nil
	}
	return call, in
}

// hasOneReturn reports whether a function returns where its statements end and nowhere else.
func hasOneReturn(fn *ast.Function) bool {
	n := 0
	ast.Walk(fn, func(x ast.Node) bool {
		if _, ok := x.(*ast.Return); ok {
			n++
		}
		f, nested := x.(*ast.Function)
		return !nested || f == fn
	})
	if n == 0 || len(fn.Body) == 0 {
		return n == 0
	}
	_, last := fn.Body[len(fn.Body)-1].(*ast.Return)
	return n == 1 && last
}

// frameParameter gives a parameter of an instance its value. One that is written where it is used has
// no variable of its own.
func (b *builder) frameParameter(in *Instance, i int, v *son.Node) {
	id := parameterName(in.Fn.Params[i])
	switch {
	case in.Same[i]:
	case b.facts.Of(id.Sym) != Value:
		b.newCell(id.Sym)
		b.storeCell(id.Sym, v, son.FlagInit|son.FlagDecl, id.Span)
	case in.Assigned[i] || id.Sym.Captured || in.Uses[i] > 1 && !isCheap(v) || b.needsName(in, i, v):
		b.s.push(id.Sym, b.s.uninit)
		b.bind(id.Sym, v, son.FlagInit|son.FlagDecl, id.Span)
	default:
		b.s.push(id.Sym, v)
		if isPlain(v.Op) && v.Sym == nil { // if it does need a variable, that has the parameter's name
			v.Sym = id.Sym.Beside(id.Name, id.Sym.Kind)
		}
	}
}

// needsName reports whether people want to read the name of a parameter that has a default value or is a rest,
// though it is used once: nobody writes {}.level, and a condition in the place of the name says less.
func (b *builder) needsName(in *Instance, i int, v *son.Node) bool {
	if !b.g.Config.Authored {
		return false
	}
	switch in.Fn.Params[i].(type) {
	case *ast.Default:
		return v.Op == son.OpObject || v.Op == son.OpArray || v.Op == son.OpPhi
	case *ast.Spread:
		return in.Fn.ExprBody == nil
	}
	return false
}

// isPlain reports whether the nodes of an op are values that have a name only as a hint.
func isPlain(op son.Op) bool {
	switch op {
	case son.OpLoad, son.OpLoadIdx, son.OpCall, son.OpNew, son.OpObject, son.OpArray:
		return true
	}
	return false
}

// isCheap reports whether a value needs no variable to be used several times.
func isCheap(v *son.Node) bool {
	switch v.Op {
	case son.OpConst, son.OpParam, son.OpBind, son.OpCaptured, son.OpThis, son.OpSelf:
		return true
	}
	return false
}

// finish ends control at a return with the value v.
func (b *builder) finish(f *frame, v *son.Node, st *ast.Return) {
	for f != nil && f.tail {
		f = f.around
	}
	switch {
	case f == nil:
		b.s.exit(son.OpReturn, st.Span, st.Site, v)
		return
	case f.preset != nil && b.s.get(f.into.Sym) == f.preset && f.preset.Forwarded().Arg(0) == v:
	case f.into != nil:
		b.bind(f.into.Sym, v, 0, st.Span)
	}
	b.leaveTo(f.regions, st.Span)
	if !b.s.stopped() {
		f.edges = append(f.edges, b.s.take(f.mark))
		f.values = append(f.values, v)
	}
	b.s.ctrl, b.s.mem = nil, nil
}
