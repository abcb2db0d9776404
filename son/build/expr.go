package build

import (
	"math"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// effect builds an expression whose value is unused: a statement of its own, or the update of a
// for.
func (b *builder) effect(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Assign:
		b.assigned(x, b.assign(x, 0))
	case *ast.Update:
		b.update(x, 0)
	case *ast.Call:
		if !b.inlineEffect(x) {
			b.expr(x)
		}
	default:
		b.expr(x)
	}
}

// expr builds an expression and returns its value.
func (b *builder) expr(x ast.Expr) *son.Node {
	switch x := x.(type) {
	case *ast.Ident:
		return b.read(x)
	case *ast.Null:
		return b.g.Const(son.TypeNull)
	case *ast.Bool:
		return b.g.Const(son.BoolConst(x.Value))
	case *ast.Number:
		return b.g.Const(son.NumberConst(x.Value))
	case *ast.String:
		return b.g.Const(son.StringConst(x.Value))
	case *ast.BigInt:
		return b.g.Const(son.BigIntConst(x.Value))
	case *ast.RegExp:
		n := b.s.node(son.OpRegExp, x.Span)
		n.Str = "/" + x.Pattern + "/" + x.Flags
		return b.s.add(n)
	case *ast.Template:
		return b.template(x)
	case *ast.TaggedTemplate:
		return b.tagged(x)
	case *ast.This:
		return b.this(x)
	case *ast.Super:
		return b.s.op(son.OpSuper, x.Span)
	case *ast.NewTarget:
		return b.own(son.OpNewTarget, "", nil)
	case *ast.ImportMeta:
		return b.own(son.OpImportMeta, "", nil)
	case *ast.ImportCall:
		return b.importCall(x)
	case *ast.Array:
		return b.array(x)
	case *ast.Object:
		return b.object(x)
	case *ast.Func:
		return b.closure(x.Fn, nil, 0)
	case *ast.ClassExpr:
		return b.class(x.Class, 0)
	case *ast.Unary:
		return b.unary(x)
	case *ast.Update:
		return b.update(x, son.FlagNested)
	case *ast.Binary:
		return b.binary(x)
	case *ast.Assign:
		return b.assign(x, son.FlagNested)
	case *ast.Cond:
		return b.cond(x)
	case *ast.Call:
		return b.call(x)
	case *ast.New:
		if fields := b.recordOf(x); fields != nil {
			return b.record(x, fields)
		}
		callee := b.expr(x.Callee)
		return b.s.add(b.callNode(son.OpNew, x.Span, callee, x.Args))
	case *ast.Member:
		if n := b.field(x); n != nil {
			return n
		}
		if in := b.getter(x); in != nil {
			return b.inline(in.Call, in)
		}
		return b.s.add(b.known(b.named(son.OpLoad, x.Span, memberName(x), b.expr(x.Obj)), x))
	case *ast.Index:
		if n := b.field(x); n != nil {
			return n
		}
		obj := b.expr(x.Obj)
		return b.s.op(son.OpLoadIdx, x.Span, obj, b.expr(x.Key))
	case *ast.Chain:
		return b.chain(x, chainValue)
	case *ast.Yield:
		return b.yield(x)
	case *ast.Await:
		return b.s.op(son.OpAwait, x.Span, b.expr(x.X))
	case *ast.Seq:
		return b.comma(x)
	}
	b.g.Fatalf("no case for the expression %T", x)
	return nil
}

// comma builds a comma expression, and marks the assignments of names that are operands of it.
func (b *builder) comma(x *ast.Seq) *son.Node {
	last := len(x.Exprs) - 1
	for _, e := range x.Exprs[:last] {
		b.lastPut = nil
		b.expr(e)
		if n := b.lastPut; n != nil && assignsName(e) {
			n.Site = x.Site
		}
	}
	return b.expr(x.Exprs[last])
}

// assignsName reports whether an expression is an assignment or an update of a name.
func assignsName(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Assign:
		_, name := x.Target.(*ast.Ident)
		return name && !x.Op.Logical()
	case *ast.Update:
		_, name := x.X.(*ast.Ident)
		return name
	}
	return false
}

// named is Scope.node for an op on a property or global name.
func (b *builder) named(op son.Op, span ast.Span, name string, args ...*son.Node) *son.Node {
	n := b.s.node(op, span, args...)
	n.Str = name
	return n
}

// known marks the read of a property of which something is known. While an object is constructed, a property that does
// not change any more is the same for the read, but not for what comes before it.
func (b *builder) known(n *son.Node, x *ast.Member) *son.Node {
	if b.facts.inlining == nil || n.Op != son.OpLoad {
		return n
	}
	is := b.facts.inlining.Values[x]
	if is.Final {
		n.Flags |= son.FlagFinal
		n.Sym = is.Name
	}
	if is.Present && !x.Optional && b.fn.Kind != ast.FuncCtor && b.fn.Kind != ast.FuncField {
		n.Flags |= son.FlagPresent
	}
	if is.Number && !x.Optional {
		n.Flags |= son.FlagNumber
	}
	return n
}

// strict marks an operation that fails by throwing only in strict code.
func (b *builder) strict(n *son.Node) *son.Node {
	if b.fn.Strict || b.classes > 0 {
		n.Flags |= son.FlagStrict
	}
	return n
}

// read builds the value of a name.
func (b *builder) read(id *ast.Ident) *son.Node {
	sym := id.Sym
	if n := b.settled(sym); n != nil {
		return n
	}
	switch {
	case b.isGlobal(sym):
		if sym == nil {
			switch id.Name {
			case "undefined":
				return b.g.Const(son.TypeUndefined)
			case "NaN":
				return b.g.Const(son.TypeNaN)
			case "Infinity":
				return b.g.Const(son.NumberConst(math.Inf(1)))
			}
		}
		n := b.named(son.OpGlobalLoad, id.Span, id.Name)
		n.Sym, n.Flags = sym, b.arrayFlag(sym)
		switch {
		case sym == nil && b.provides(id.Name):
			n.Flags |= son.FlagProvided
		case b.g.Config.Fold && b.g.Config.Assume.Has(son.AssumeClosedWorld):
			if fixed, early := b.facts.FixedFor(sym, b.fn); fixed && (!early || b.g.Config.Assume.Has(son.AssumeNoTDZ)) {
				n.Flags |= son.FlagFixed
				if early {
					n.Idx = son.FixedEarly
				}
			}
		}
		return b.s.add(n)
	case b.facts.Of(sym) != Value:
		n := b.s.node(son.OpLoadCell, id.Span, b.cellOf(sym))
		n.Sym, n.Flags, n.Type = sym, b.deadZone(id)|b.arrayFlag(sym), b.held(sym)
		return b.s.add(n)
	case !b.owns(sym):
		return b.outer(sym)
	case sym.Kind == ast.SymFuncName:
		return b.own(son.OpSelf, sym.Name, sym)
	case sym.Kind == ast.SymArguments:
		return b.arguments()
	}
	n := b.s.initialized(sym)
	if b.g.Config.Authored && n.Op == son.OpBind && n.Has(son.FlagDecl) && n.Arg(0).Op == son.OpConst {
		n.Flags |= son.FlagRead
	}
	return n
}

// held returns what is known of the value that a variable of an enclosing function has once it is initialized, where the output
// does not have to tell its readers the name.
func (b *builder) held(sym *ast.Symbol) son.Type {
	if name := at(b.facts.settled, sym.ID); name.typ.IsConst() && sym.Kind.Lexical() && !b.owns(sym) && b.g.Config.Fold && (b.g.Config.Size || b.g.Config.Speed) {
		return name.typ
	}
	return son.TypeAny
}

// arrayFlag is [son.FlagArray] for a const that is declared with an array literal: reading it
// returns that array or throws.
func (b *builder) arrayFlag(sym *ast.Symbol) son.Flags {
	if sym != nil && at(b.facts.arrays, sym.ID) && b.g.Config.Assume.Has(son.AssumeBuiltins) {
		return son.FlagArray
	}
	return 0
}

// provides reports whether a name that the program does not declare is known to refer to a
// built-in.
func (b *builder) provides(name string) bool {
	return b.g.Config.Fold && b.g.Config.Assume.Has(son.AssumeBuiltins) && son.IsBuiltinName(name)
}

// binary builds a chain of infix operators, however long, from its left end.
func (b *builder) binary(x *ast.Binary) *son.Node {
	var spine []*ast.Binary
	var left ast.Expr = x
	for {
		l, ok := left.(*ast.Binary)
		if !ok {
			break
		}
		spine = append(spine, l)
		left = l.L
	}
	last := len(spine) - 1
	var v *son.Node
	if name, ok := left.(*ast.PrivateName); ok {
		v = b.s.add(b.named(son.OpPrivateIn, spine[last].Span, "#"+name.Name, b.expr(spine[last].R)))
		last--
	} else {
		v = b.expr(left)
	}
	for i := last; i >= 0; i-- {
		x := spine[i]
		if x.Op.Logical() {
			v = b.logical(x.Op, x.Span, x.Site, 0, v, func() *son.Node { return b.expr(x.R) })
		} else {
			v = b.s.op(son.OfInfix(x.Op), x.Span, v, b.expr(x.R))
		}
	}
	return v
}

// logical builds `left && right()` and the like. The If gets flags besides FlagExpr.
func (b *builder) logical(op ast.BinaryOp, span ast.Span, site ast.Site, flags son.Flags, left *son.Node, right func() *son.Node) *son.Node {
	test := left
	if op == ast.Nullish {
		test = b.s.op(son.OpIsNullish, span, left)
	}
	yes, no := b.branch(test, span, site, son.FlagExpr|flags, 0)
	keep := func() *son.Node { return left }
	if op == ast.LogicalOr {
		return b.arms(span, 0, yes, no, keep, right)
	}
	return b.arms(span, 0, yes, no, right, keep)
}

func (b *builder) cond(x *ast.Cond) *son.Node {
	flags := son.FlagExpr | son.FlagTernary
	if ast.IsUndefined(x.Then) || ast.IsUndefined(x.Else) {
		flags |= son.FlagVoidArm
	}
	yes, no := b.branch(b.expr(x.Test), x.Span, x.Site, flags, 0)
	return b.arms(x.Span, son.FlagTernary, yes, no,
		func() *son.Node { return b.expr(x.Then) },
		func() *son.Node { return b.expr(x.Else) })
}

// arms builds the two arms of an expression and joins them. An unreachable arm makes no nodes.
// The Region and the Phi get flags besides FlagExpr.
func (b *builder) arms(span ast.Span, flags son.Flags, yes, no *son.Node, then, els func() *son.Node) *son.Node {
	s := b.s
	mark, mem := s.mark(), s.mem
	var edges [2]edge
	var values [2]*son.Node
	for i, arm := range [...]func() *son.Node{then, els} {
		s.ctrl, s.mem = [...]*son.Node{yes, no}[i], mem
		if !s.stopped() {
			values[i] = arm()
			edges[i] = s.take(mark)
		}
		s.rewind(mark)
	}
	s.release(mark)
	return s.joinValues(span, son.FlagExpr|flags, edges[:], values[:])
}

func (b *builder) unary(x *ast.Unary) *son.Node {
	switch x.Op {
	case ast.Delete:
		return b.delete(x)
	case ast.Void:
		b.expr(x.X)
		return b.g.Const(son.TypeUndefined)
	case ast.Typeof:
		if id, ok := x.X.(*ast.Ident); ok && b.isGlobal(id.Sym) && b.settled(id.Sym) == nil {
			n := b.named(son.OpGlobalTypeof, x.Span, id.Name)
			n.Sym = id.Sym
			return b.s.add(n)
		}
	}
	return b.s.op(son.OfPrefix(x.Op), x.Span, b.expr(x.X))
}

func (b *builder) delete(x *ast.Unary) *son.Node {
	switch t := x.X.(type) {
	case *ast.Ident:
		if !b.isGlobal(t.Sym) {
			return b.g.Const(son.TypeFalse) // the function's own bindings cannot be deleted
		}
		n := b.named(son.OpGlobalDelete, x.Span, t.Name)
		n.Sym = t.Sym
		return b.s.add(n)
	case *ast.Member:
		return b.s.add(b.strict(b.named(son.OpDelete, x.Span, t.Name, b.expr(t.Obj))))
	case *ast.Index:
		obj := b.expr(t.Obj)
		return b.s.add(b.strict(b.s.node(son.OpDeleteIdx, x.Span, obj, b.expr(t.Key))))
	case *ast.Chain:
		if _, call := t.X.(*ast.Call); !call {
			return b.chain(t, chainDelete)
		}
	}
	b.expr(x.X)
	return b.g.Const(son.TypeTrue)
}

// call builds a call. A member as callee, in parentheses or not, determines the receiver.
func (b *builder) call(x *ast.Call) *son.Node {
	if in := b.instance(x); in != nil {
		return b.inline(x, in)
	}
	callee := b.callee(x.Callee)
	n := b.callNode(callOp(callee), x.Span, callee, x.Args)
	b.calleeOf(n, x)
	return b.s.add(n)
}

// callee builds a callee: a member becomes a reference with the receiver.
func (b *builder) callee(x ast.Expr) *son.Node {
	switch c := x.(type) {
	case *ast.Member:
		return b.s.add(b.named(son.OpMethodRef, c.Span, memberName(c), b.expr(c.Obj)))
	case *ast.Index:
		obj := b.expr(c.Obj)
		return b.s.op(son.OpMethodRefIdx, c.Span, obj, b.expr(c.Key))
	case *ast.Chain:
		return b.chain(c, chainCallee)
	}
	return b.expr(x)
}

func (b *builder) importCall(x *ast.ImportCall) *son.Node {
	args := []*son.Node{b.expr(x.Source)}
	if x.Options != nil {
		args = append(args, b.expr(x.Options))
	}
	return b.s.add(b.named(son.OpImportCall, x.Span, x.Phase, args...))
}

// callNode builds the arguments that follow a callee, and makes the call, which has yet to be added.
func (b *builder) callNode(op son.Op, span ast.Span, callee *son.Node, args []ast.Expr) *son.Node {
	first := len(b.s.operands)
	b.s.operands = append(b.s.operands, callee)
	for _, a := range args {
		x := b.element(a)
		b.s.operands = append(b.s.operands, x)
	}
	n := b.s.node(op, span, b.s.operands[first:]...)
	b.s.operands = b.s.operands[:first]
	return n
}

// element builds an argument or array element, perhaps spread.
func (b *builder) element(x ast.Expr) *son.Node {
	if s, ok := x.(*ast.Spread); ok {
		return b.s.op(son.OpSpread, s.Span, b.expr(s.X))
	}
	return b.expr(x)
}
