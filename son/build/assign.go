package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// newCell makes the cell of a binding.
func (b *builder) newCell(sym *ast.Symbol) {
	n := b.s.node(son.OpNewCell, ast.Span{})
	n.Sym = sym
	if len(sym.Decls) > 0 {
		n.Span = sym.Decls[0].Span
	}
	b.s.cells[sym] = b.s.add(n)
}

// cellOf returns the cell of a binding of this or an enclosing function.
func (b *builder) cellOf(sym *ast.Symbol) *son.Node {
	if b.owns(sym) {
		return b.s.cell(sym)
	}
	return b.outer(sym)
}

// deadZone is FlagTDZ if an identifier may refer to a cell in its TDZ.
func (b *builder) deadZone(id *ast.Ident) son.Flags {
	sym := id.Sym
	switch owns := b.owns(sym); {
	case owns && b.facts.ready[id]:
		return 0
	case sym.Kind.Lexical():
		if !owns && b.g.Config.Fold && b.facts.isInitializedAt(sym, b.fn, b.place(id)) {
			return 0
		}
		return son.FlagTDZ
	case sym.Kind == ast.SymParam || sym.Kind == ast.SymCatch:
		// A function in a parameter list or in the pattern of a catch may run before later
		// bindings of it are initialized.
		first := at(b.facts.initialized, sym.ID).from
		if first != 0 && (owns || b.facts.made[b.under(sym).Index] < first) {
			return son.FlagTDZ
		}
	}
	return 0
}

// place returns where an identifier that is being built stands in the text of the builder's own function: in a
// callee in the place of a call, that is the call.
func (b *builder) place(id *ast.Ident) int32 {
	if b.inst != nil {
		return b.instAt
	}
	return id.Start
}

// under returns the function around this one that is a direct child of the function of a
// binding.
func (b *builder) under(sym *ast.Symbol) *ast.Function {
	fn := b.fn
	for fn.Parent != nil && fn.Parent != sym.Scope.Func {
		fn = fn.Parent
	}
	return fn
}

func (b *builder) storeCell(sym *ast.Symbol, v *son.Node, flags son.Flags, span ast.Span) *son.Node {
	n := b.s.node(son.OpStoreCell, span, b.cellOf(sym), v)
	n.Sym, n.Flags = sym, flags
	return b.s.add(n)
}

// bind gives a variable a value.
func (b *builder) bind(sym *ast.Symbol, v *son.Node, flags son.Flags, span ast.Span) *son.Node {
	n := b.s.node(son.OpBind, span, v)
	n.Sym, n.Flags = sym, flags
	n = b.s.add(n)
	b.s.set(sym, n)
	b.lastPut = n
	return n
}

// declarator builds one `name = value` of a declaration.
func (b *builder) declarator(kind ast.VarKind, d *ast.Declarator) {
	b.at = d.Start
	if id, ok := d.Target.(*ast.Ident); ok && b.isGlobal(id.Sym) {
		b.globalInit(kind, id, d)
		return
	}
	if id, ok := d.Target.(*ast.Ident); ok && b.inlineInto(id, d.Init, son.FlagDecl|son.FlagInit) {
		return
	}
	var v *son.Node
	switch {
	case d.Init != nil:
		v = b.expr(d.Init)
	case kind == ast.Var:
		if id, ok := d.Target.(*ast.Ident); ok && b.g.Config.Size && len(id.Sym.Decls) > 1 {
			b.g.NameGone() // the first declaration is enough where only size counts
		}
		return
	default:
		v = b.g.Const(son.TypeUndefined)
	}
	flags := son.FlagDecl
	if d.Init == nil {
		flags |= son.FlagBare
	}
	switch {
	case kind != ast.Var:
		flags |= son.FlagInit
	case b.loopTest != nil: // where no declaration is possible
		flags &^= son.FlagDecl
	}
	if isPattern(d.Target) {
		if kind == ast.Var && givesCatch(d.Target) {
			flags = 0
		}
		b.pattern(d.Target, v, patternUse{kind, flags}, d.Span)
		return
	}
	if d.Remarked && b.g.Config.Authored {
		flags |= son.FlagRemarked
	}
	b.putPlain(d.Target.(*ast.Ident), v, flags, d.Span)
}

// givesCatch reports whether a pattern of a var assigns the parameter of the catch around it,
// which is no declaration of that (Annex B.3.4):
//
//	try { f() } catch (a) { var [a] = g() }
func givesCatch(pattern ast.Expr) bool {
	found := false
	eachTarget(pattern, func(id *ast.Ident) { found = found || id.Sym != nil && id.Sym.Kind == ast.SymCatch })
	return found
}

// put assigns a name of this or an enclosing function: by a Bind or a StoreCell.
func (b *builder) put(id *ast.Ident, v *son.Node, flags son.Flags, span ast.Span) *son.Node {
	sym := id.Sym
	if sym.Kind == ast.SymFuncName {
		n := b.s.node(son.OpStoreSelf, span, v)
		n.Sym, n.Flags = sym, flags
		return b.s.add(b.strict(n))
	}
	if b.facts.Of(sym) == Value {
		if v.Op == son.OpClass && v.Sym == nil {
			v.Sym = sym // the class may need the name although nothing reads the variable
		}
		return b.bind(sym, v, flags, span)
	}
	if flags&son.FlagInit == 0 {
		flags |= b.deadZone(id)
		if sym.Kind == ast.SymConst || sym.Kind == ast.SymClassName {
			flags |= son.FlagConst
		}
	}
	b.lastPut = b.storeCell(sym, v, flags, span)
	return b.lastPut
}

// assign builds an assignment; its value is the Bind or the store.
func (b *builder) assign(x *ast.Assign, nested son.Flags) *son.Node {
	switch t := x.Target.(type) {
	case *ast.Ident:
		if b.isGlobal(t.Sym) {
			return b.assignGlobal(x, t)
		}
		return b.assignName(x, t, nested)
	case *ast.Member:
		obj := b.expr(t.Obj)
		if x.Op == ast.NoOp {
			v := b.expr(x.Value)
			return b.s.add(b.strict(b.named(son.OpStore, x.Span, memberName(t), obj, v)))
		}
		return b.compound(x, b.s.add(b.named(son.OpCompRef, t.Span, memberName(t), obj)))
	case *ast.Index:
		obj := b.expr(t.Obj)
		key := b.expr(t.Key)
		if x.Op == ast.NoOp {
			v := b.expr(x.Value)
			return b.s.add(b.strict(b.s.node(son.OpStoreIdx, x.Span, obj, key, v)))
		}
		return b.compound(x, b.s.op(son.OpCompRefIdx, t.Span, obj, key))
	case *ast.ArrayPat, *ast.ObjectPat:
		return b.pattern(t, b.expr(x.Value), patternUse{}, x.Span)
	}
	// A call; the value is never evaluated.
	n := b.s.node(son.OpStoreCall, x.Span, b.expr(x.Target))
	n.Idx = int32(x.Op)
	return b.s.add(n)
}

func (b *builder) assignName(x *ast.Assign, t *ast.Ident, nested son.Flags) *son.Node {
	switch {
	case b.stepOf(x, t) != nil:
		v := b.stepOf(x, t)
		old := b.read(t)
		return b.putPlain(t, b.s.op(son.OfInfix(v.Op), x.Span, old, b.expr(v.R)), nested|son.FlagAssignOp, x.Span)
	case x.Op == ast.NoOp && nested == 0 && b.inlineInto(t, x.Value, 0):
		return nil
	case x.Op == ast.NoOp:
		return b.putPlain(t, b.expr(x.Value), nested, x.Span)
	case x.Op.Logical():
		return b.logical(x.Op, x.Span, 0, son.FlagLogicalAssign, b.read(t), func() *son.Node {
			return b.put(t, b.expr(x.Value), son.FlagNested, x.Span)
		})
	}
	old := b.read(t)
	v := b.expr(x.Value)
	return b.put(t, b.s.add(b.compoundOf(b.s.node(son.OfInfix(x.Op), x.Span, old, v))), nested|son.FlagAssignOp, x.Span)
}

// compoundOf marks the operator of a compound assignment or an update of a name.
func (b *builder) compoundOf(n *son.Node) *son.Node {
	if b.g.Config.Authored {
		n.Flags |= son.FlagCompound
	}
	return n
}

func (b *builder) assignGlobal(x *ast.Assign, t *ast.Ident) *son.Node {
	op := son.OpGlobalRef
	if x.Op != ast.NoOp {
		op = son.OpCompRefGlobal
	}
	n := b.named(op, t.Span, t.Name)
	n.Sym = t.Sym
	ref := b.s.add(n)
	if x.Op != ast.NoOp {
		return b.compound(x, ref)
	}
	v := b.expr(x.Value)
	n = b.strict(b.named(son.OpGlobalStore, x.Span, t.Name, ref, v))
	n.Sym = t.Sym
	return b.s.add(n)
}

// compound builds the second half of `ref op= value`. For a logical assignment the store is in
// an arm of the test of the reference's value.
func (b *builder) compound(x *ast.Assign, ref *son.Node) *son.Node {
	if x.Op.Logical() {
		old := b.s.op(son.OpRefValue, x.Span, ref)
		return b.logical(x.Op, x.Span, 0, son.FlagLogicalAssign, old, func() *son.Node { return b.compoundStore(x, ref) })
	}
	return b.compoundStore(x, ref)
}

func (b *builder) compoundStore(x *ast.Assign, ref *son.Node) *son.Node {
	v := b.expr(x.Value)
	n := b.strict(b.s.node(son.OpCompStore, x.Span, ref, v))
	n.Idx = int32(x.Op)
	return b.s.add(n)
}

// update builds ++ or --.
func (b *builder) update(x *ast.Update, nested son.Flags) *son.Node {
	form := int32(0)
	if x.Dec {
		form |= son.UpdateDec
	}
	if x.Prefix {
		form |= son.UpdatePrefix
	}
	var n *son.Node
	switch t := x.X.(type) {
	case *ast.Ident:
		if !b.isGlobal(t.Sym) && t.Sym.Kind != ast.SymFuncName {
			return b.updateName(x, t, nested)
		}
		if !b.isGlobal(t.Sym) {
			n = b.s.node(son.OpUpdateSelf, x.Span, b.read(t))
			n.Sym = t.Sym
			break
		}
		n = b.named(son.OpGlobalUpdate, x.Span, t.Name)
		n.Sym = t.Sym
	case *ast.Member:
		n = b.named(son.OpUpdate, x.Span, memberName(t), b.expr(t.Obj))
	case *ast.Index:
		obj := b.expr(t.Obj)
		n = b.s.node(son.OpUpdateIdx, x.Span, obj, b.expr(t.Key))
	default:
		n = b.s.node(son.OpUpdateCall, x.Span, b.expr(t))
	}
	n.Idx = form
	return b.s.add(b.strict(n))
}

func (b *builder) updateName(x *ast.Update, t *ast.Ident, nested son.Flags) *son.Node {
	op := son.OpInc
	if x.Dec {
		op = son.OpDec
	}
	form := son.FlagUpdate
	if x.Prefix {
		form |= son.FlagPrefix
	}
	part := func(op son.Op, v *son.Node) *son.Node {
		n := b.s.node(op, x.Span, v)
		n.Flags = nested
		return n
	}
	old := part(son.OpToNumeric, b.read(t))
	old.Flags |= form & son.FlagPrefix
	if x.Dec {
		old.Flags |= son.FlagDecrement
	}
	old = b.s.add(b.compoundOf(old))
	put := b.put(t, b.s.add(b.compoundOf(part(op, old))), nested|form, x.Span)
	if x.Prefix {
		return put
	}
	return old
}
