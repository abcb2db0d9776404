package emit

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

const onceCell = build.OnceCell

// item builds the expression tree of one step of a block.
func (e *emitter) item(l *roots, it fold.Item) {
	switch {
	case it.To != nil:
		e.copyItem(l, it)
	case it.Cond != nil:
		e.condItem(l, it.Cond)
	case it.Update != nil:
		e.updItem(l, it.Update)
	case it.Pattern != nil:
		e.patItem(l, it.Pattern)
	default:
		e.node(l, it.Node)
	}
}

// copyItem assigns a value to a phi's variable.
func (e *emitter) copyItem(l *roots, it fold.Item) {
	w := e.webOf(it.To)
	r := e.newRoot(l, nil)
	r.whole = true
	x := e.operands(l, r, []*son.Node{it.Node})[0]
	r.x, r.bind, r.nested = &ast.Assign{Target: e.ident(w), Value: x}, true, true
	r.defineLast(w, it.To)
	e.push(r)
}

// condItem builds a conditional expression.
func (e *emitter) condItem(l *roots, c *fold.Cond) {
	if c.Kind == fold.Default {
		refuse("a default is outside its pattern")
	}
	r := e.newRoot(l, nil)
	r.node, r.span, r.choice = c.Phi, c.Span, true
	if r.instance = c.Test.Instance; c.Phi != nil {
		r.instance = c.Phi.Instance
	}
	if c.Kind == fold.Store {
		e.storeItem(l, r, c)
		return
	}
	if c.Kind == fold.Chain {
		e.chainItem(l, r, c)
		return
	}
	if c.Phi != nil && c.Phi.IsRef() {
		refuse("the reference at the end of an optional chain is lost")
	}
	var then, els ast.Expr
	if c.Kind == fold.Ternary || c.Kind == fold.Or {
		els = e.arm(l, r, c.Else)
	}
	if c.Kind != fold.Or {
		then = e.arm(l, r, c.Then)
	}
	e.joinDefs(r, c)
	test := e.operands(l, r, []*son.Node{c.Test})[0]
	switch {
	case then == nil && els == nil:
	case c.Kind == fold.And:
		r.x = &ast.Binary{Base: c.Base(), Op: ast.LogicalAnd, L: test, R: then}
	case c.Kind == fold.Or:
		r.x = &ast.Binary{Base: c.Base(), Op: ast.LogicalOr, L: test, R: els}
	case c.Kind == fold.Nullish:
		r.x = &ast.Binary{Base: c.Base(), Op: ast.Nullish, L: test, R: then}
	}
	if b, ok := r.x.(*ast.Binary); ok && c.Flags&son.FlagLogicalAssign != 0 {
		r.x = e.logicalAssign(b)
	}
	switch {
	case then == nil && els == nil && c.Phi == nil: // nothing of the arms is left
		r.x = test
	case r.x == nil:
		r.x = &ast.Cond{Base: c.Base(), Test: test, Then: orUndefined(then), Else: orUndefined(els)}
	}
	e.push(r)
}

// joinDefs updates r's definitions after it has absorbed the arms of c: only the phis of the
// join are known values.
func (e *emitter) joinDefs(r *root, c *fold.Cond) {
	for i := range r.defs {
		r.defs[i].node = nil // on one path only
	}
	for _, q := range c.Joined {
		if w := e.webs.of[q.ID]; w != nil {
			r.defineLast(w, q)
		}
	}
}

// logicalAssign writes x ||= v for x || (x = v).
func (refs *references) logicalAssign(b *ast.Binary) ast.Expr {
	l, ok1 := b.L.(*ast.Ident)
	a, ok2 := b.R.(*ast.Assign)
	if !ok1 || !ok2 || a.Op != ast.NoOp {
		return b
	}
	t, ok := a.Target.(*ast.Ident)
	if !ok || refs.Owner[l] != refs.Owner[t] || refs.Owner[l] == nil && (l.Sym == nil || l.Sym != t.Sym) {
		return b
	}
	return &ast.Assign{Op: b.Op, Target: t, Value: a.Value}
}

func orUndefined(x ast.Expr) ast.Expr {
	if x == nil {
		return undefined()
	}
	return x
}

func undefined() ast.Expr { return &ast.Unary{Op: ast.Void, X: &ast.Number{}} }

// leaf returns the expression of a value that is rematerialized at each use, or nil.
func (e *emitter) leaf(l *roots, acc *root, v *son.Node, later *ast.Expr) ast.Expr {
	switch v.Op {
	case son.OpConst:
		e.uses[v.ID]--
		return e.constant(v.Type)
	case son.OpThis:
		return &ast.This{}
	case son.OpArguments:
		return e.free("arguments", nil)
	case son.OpNewTarget:
		return &ast.NewTarget{}
	case son.OpImportMeta:
		return &ast.ImportMeta{}
	case son.OpRefValue:
		refuse("the value of a reference is used without it")
	case son.OpCaptured:
		return e.captured(v)
	case son.OpSelf:
		return e.free(v.Str, v.Sym)
	case son.OpBind:
		switch {
		case !v.Has(son.FlagUnset):
			return nil
		case e.flat:
			e.uses[v.ID]--
			return e.constant(son.TypeUndefined)
		}
		e.uses[v.ID]--
		return e.readVar(l, acc, e.webOf(v), v, later)
	case son.OpParam, son.OpCatch:
		e.uses[v.ID]--
		return e.readVar(l, acc, e.webOf(v), v, later)
	case son.OpClosure:
		if v.Has(son.FlagHoisted) {
			acc.read(e.symWeb(v.Sym))
			return e.ident(e.symWeb(v.Sym))
		}
	case son.OpGlobalLoad:
		if v.Ctrl() == nil {
			return e.free(v.Str, v.Sym)
		}
	case son.OpGlobalRef:
		if e.isPlainRef(v) {
			return e.free(v.Str, v.Sym)
		}
	case son.OpIterNext:
		return e.takeItem(v)
	case son.OpDead:
		refuse("a dead value is used")
	}
	return nil
}

// captured returns the name of a captured value, or the property of that. In the normal form an operand
// is no property; this one is a constant.
func (e *emitter) captured(v *son.Node) ast.Expr {
	if v.Str != "" && e.flat {
		return e.constant(v.Type)
	}
	id := e.free(v.Sym.Name, v.Sym)
	if v.Str == "" {
		return id
	}
	if plainName.MatchString(v.Str) {
		return &ast.Member{Obj: id, Name: v.Str}
	}
	if f, err := strconv.ParseFloat(v.Str, 64); err == nil && son.NumberToString(f) == v.Str {
		return &ast.Index{Obj: id, Key: &ast.Number{Value: f}}
	}
	return &ast.Index{Obj: id, Key: &ast.String{Value: v.Str}}
}

// element writes obj[key], or obj.key for a name that nobody wrote between brackets.
func (e *emitter) element(obj, key ast.Expr) ast.Expr {
	if s, ok := key.(*ast.String); ok && !e.src.Keys[s.Value] && plainName.MatchString(s.Value) {
		return e.mem.members.Put(ast.Member{Obj: obj, Name: s.Value})
	}
	return &ast.Index{Obj: obj, Key: key}
}

var plainName = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)

// free creates a reference to a name from outside the function.
func (e *emitter) free(name string, sym *ast.Symbol) *ast.Ident {
	id := e.NewIdent(name, sym)
	e.FreeIdents[id] = true
	return id
}

// node builds the expression tree of one node.
func (e *emitter) node(l *roots, n *son.Node) {
	switch n.Op {
	case son.OpIterOpen:
		e.openNode(l, n)
		return
	case son.OpIterNext, son.OpHasNext:
		return // part of the loop's head
	case son.OpGlobalRef:
		if e.isPlainRef(n) {
			return // only the store names it
		}
	case son.OpRefValue:
		return // printed with its reference; see refs.go
	case son.OpCopyCell:
		e.copyCell(l, n)
		return
	case son.OpClosure:
		if n.Has(son.FlagHoisted) {
			return // printed as a declaration
		}
	case son.OpCatch, son.OpFinally:
		return // part of the catch or finally clause
	case son.OpBind:
		if n.Has(son.FlagUnset) || e.isShared(n) {
			return // the variable's initial value, or one that it has
		}
	case son.OpStoreCell:
		if isImplicitInit(n) {
			e.cellWeb(n.Arg(0))
			return // implied by the parameter or declaration
		}
	}
	if n.Has(son.FlagHoisted) && n.Op != son.OpClosure {
		e.blockFnNode(l, n)
		return
	}
	r := e.newRoot(l, n)
	r.whole = n.Op == son.OpGlobalStore
	switch n.Op {
	case son.OpBind:
		e.bindNode(l, r, n)
	case son.OpStoreCell:
		e.storeCell(l, r, n)
	case son.OpStoreSelf:
		e.storeSelf(l, r, n)
	case son.OpLoadCell:
		r.x = e.cellIdent(r, n.Arg(0))
	case son.OpGlobalInit:
		e.globalInit(l, r, n)
		r.node = nil
	case son.OpExportDefault:
		e.exportDefault(l, r, n)
		r.node = nil
	case son.OpDebugger:
		r.stmt = &ast.Debugger{Base: ast.Base{Span: n.Span}}
		r.node = nil
	case son.OpClosure:
		e.closure(l, r, n)
	case son.OpClass:
		e.class(l, r, n)
	case son.OpToNumeric:
		e.toNumeric(l, r, n)
	case son.OpInc, son.OpDec:
		e.increment(l, r, n)
	case son.OpIsNullish:
		e.isNullish(l, r, n)
	default:
		r.x = e.expr(n, e.operands(l, r, n.Args()))
	}
	e.noteStrict(n, r.x)
	e.intoClass(l, r, n)
	if r.x != nil && !printsAsOperand(n) {
		if b := r.x.Pos(); b.Span.IsZero() {
			b.Span = n.Span
		}
	}
	e.push(r)
}

// isImplicitInit reports whether a store gives its binding the value that it starts with
// anyway: that of a parameter, a catch parameter, a function declaration, or arguments.
func isImplicitInit(n *son.Node) bool {
	v, sym := n.Arg(1), n.Arg(0).Sym
	if !n.Has(son.FlagInit) || sym == nil {
		return false
	}
	return v.Sym == sym && (v.Op == son.OpParam || v.Op == son.OpCatch || v.Has(son.FlagHoisted)) || v.Op == son.OpArguments && sym.Name == "arguments"
}

// printsAsOperand reports whether n is printed as its operand alone. The operand does not stand
// at n's place, and with n's span the printer would take the text there for the author's
// spelling of a literal.
func printsAsOperand(n *son.Node) bool {
	switch n.Op {
	case son.OpToStr, son.OpToKey, son.OpHeritage:
		return true
	case son.OpToNumeric:
		return n.Arg(0).Type.IsNumber()
	}
	return n.Op == son.OpAwait && n.Idx == son.AwaitReturn
}

// cellIdent returns a reference to a cell's variable and records it as read by r.
func (e *emitter) cellIdent(r *root, cell *son.Node) *ast.Ident {
	w := e.cellWeb(cell)
	r.read(w)
	return e.cellName(w, cell)
}

// cellName returns a reference to the cell variable w.
func (e *emitter) cellName(w *web, cell *son.Node) *ast.Ident {
	if w.Outer {
		return e.free(cell.Sym.Name, cell.Sym)
	}
	return e.ident(w)
}

func (e *emitter) bindNode(l *roots, r *root, n *son.Node) {
	w := e.webOf(n)
	r.whole = true
	v := e.operands(l, r, n.Args())[0]
	r.x = e.assign(e.ident(w), v, n, func(id *ast.Ident) bool { return e.Owner[id] == &w.Var })
	r.bind, r.decl, r.nested = true, n.Has(son.FlagDecl), n.Has(son.FlagNested)
	r.defineLast(w, n)
}

func (e *emitter) storeCell(l *roots, r *root, n *son.Node) {
	cell := n.Arg(0)
	w := e.cellWeb(cell)
	r.whole = true
	v := e.operands(l, r, []*son.Node{n.Arg(1)})[0]
	r.x = e.assign(e.cellName(w, cell), v, n, func(id *ast.Ident) bool {
		return e.Owner[id] == &w.Var && !e.FreeIdents[id] || e.FreeIdents[id] && id.Sym == cell.Sym
	})
	r.decl = n.Has(son.FlagDecl)
	r.defineLast(w, n)
}

// storeSelf writes an assignment to the name of a function expression.
func (e *emitter) storeSelf(l *roots, r *root, n *son.Node) {
	v := e.operands(l, r, n.Args())[0]
	r.x = e.assign(e.free(n.Sym.Name, n.Sym), v, n, func(id *ast.Ident) bool { return e.FreeIdents[id] && id.Sym == n.Sym })
}

// callTarget checks that the target of an assignment to a call is a call.
func callTarget(x ast.Expr) ast.Expr {
	if _, ok := x.(*ast.Call); !ok {
		refuse("the target of an assignment to a call is elsewhere")
	}
	return x
}

// assign writes target = v, as a compound assignment where the source has one.
func (e *emitter) assign(target *ast.Ident, v ast.Expr, n *son.Node, same func(*ast.Ident) bool) ast.Expr {
	if b, ok := v.(*ast.Binary); ok && !e.flat && !n.Has(son.FlagDecl) && !b.Op.Logical() && b.Op <= ast.BitXor {
		if id, ok := b.L.(*ast.Ident); ok && same(id) && n.Has(son.FlagAssignOp) {
			return e.mem.assigns.Put(ast.Assign{Op: b.Op, Target: target, Value: b.R})
		}
	}
	return e.mem.assigns.Put(ast.Assign{Target: target, Value: v})
}

// expr writes a node with the operands a.
func (e *emitter) expr(n *son.Node, a []ast.Expr) ast.Expr {
	if op := n.Op.Infix(); op != ast.NoOp {
		if _, effects := a[1].(*ast.Seq); n.Has(son.FlagSwapped) && n.Arg(1).Op == son.OpConst && !effects && !e.flat {
			a[0], a[1] = a[1], a[0] // the order of evaluation does not matter, unless effects stand before the constant
		}
		return e.mem.binaries.Put(ast.Binary{Op: op, L: a[0], R: a[1]})
	}
	if op, ok := n.Op.Prefix(); ok {
		return &ast.Unary{Op: op, X: a[0]}
	}
	switch n.Op {
	case son.OpTemplate:
		return template(n, a)
	case son.OpBuiltin:
		return e.builtin(n, a)
	case son.OpObject:
		return object(n, a)
	case son.OpArray:
		return array(n, a)
	case son.OpRegExp:
		i := strings.LastIndexByte(n.Str, '/')
		return &ast.RegExp{Pattern: n.Str[1:i], Flags: n.Str[i+1:]}
	case son.OpLoad, son.OpMethodRef, son.OpCompRef:
		return e.member(n, a[0])
	case son.OpLoadIdx, son.OpMethodRefIdx, son.OpCompRefIdx:
		return e.element(a[0], a[1])
	case son.OpStore:
		return e.mem.assigns.Put(ast.Assign{Target: e.member(n, a[0]), Value: a[1]})
	case son.OpStoreIdx:
		return &ast.Assign{Target: e.element(a[0], a[1]), Value: a[2]}
	case son.OpDelete:
		return &ast.Unary{Op: ast.Delete, X: e.member(n, a[0])}
	case son.OpDeleteIdx:
		return &ast.Unary{Op: ast.Delete, X: e.element(a[0], a[1])}
	case son.OpUpdate:
		return updateOf(n, e.member(n, a[0]))
	case son.OpUpdateIdx:
		return updateOf(n, e.element(a[0], a[1]))
	case son.OpGlobalLoad, son.OpGlobalRef, son.OpCompRefGlobal:
		return e.free(n.Str, n.Sym)
	case son.OpArgumentsLength:
		return &ast.Member{Obj: e.free("arguments", nil), Name: "length"}
	case son.OpGlobalTypeof:
		return &ast.Unary{Op: ast.Typeof, X: e.free(n.Str, n.Sym)}
	case son.OpYield, son.OpYieldStar, son.OpAwait:
		return suspend(n, a[0])
	case son.OpStoreCall:
		return &ast.Assign{Op: ast.BinaryOp(n.Idx), Target: callTarget(a[0]), Value: &ast.Number{}}
	case son.OpUpdateSelf:
		return updateOf(n, e.free(n.Sym.Name, n.Sym))
	case son.OpUpdateCall:
		return updateOf(n, callTarget(a[0]))
	case son.OpGlobalDelete:
		return &ast.Unary{Op: ast.Delete, X: e.free(n.Str, n.Sym)}
	case son.OpImportCall:
		x := &ast.ImportCall{Phase: n.Str, Source: a[0]}
		if len(a) > 1 {
			x.Options = a[1]
		}
		return x
	case son.OpGlobalStore:
		return &ast.Assign{Target: a[0], Value: a[1]}
	case son.OpGlobalUpdate:
		return updateOf(n, e.free(n.Str, n.Sym))
	case son.OpCompStore:
		return &ast.Assign{Op: ast.BinaryOp(n.Idx), Target: a[0], Value: a[1]}
	case son.OpPrivateIn:
		return &ast.Binary{Op: ast.In, L: &ast.PrivateName{Name: n.Str[1:]}, R: a[0]}
	case son.OpThisLoad:
		return &ast.This{}
	case son.OpSuper:
		return &ast.Super{}
	case son.OpSuperCall:
		return &ast.Call{Callee: a[0], Args: a[1:]}
	case son.OpCall:
		return e.mem.calls.Put(ast.Call{Callee: e.plainCallee(a[0]), Args: a[1:]})
	case son.OpCallMethod:
		return e.mem.calls.Put(ast.Call{Callee: a[0], Args: a[1:]})
	case son.OpTagged:
		if !n.Arg(0).IsRef() {
			a[0] = noReceiver(a[0])
		}
		return &ast.TaggedTemplate{Tag: a[0], Quasi: template(n, a[1:])}
	case son.OpNew:
		return &ast.New{Callee: a[0], Args: a[1:]}
	case son.OpToStr, son.OpToKey, son.OpHeritage:
		return a[0]
	case son.OpIsUndefined:
		return &ast.Binary{Op: ast.StrictEq, L: a[0], R: undefined()}
	case son.OpSpread:
		return &ast.Spread{X: a[0]}
	}
	refuse("BUG: no expression for %v", n.Op)
	return nil
}

// plainCallee prevents a call from getting a receiver or becoming a direct eval.
func (refs *references) plainCallee(x ast.Expr) ast.Expr {
	if id, ok := x.(*ast.Ident); ok {
		name := id.Name
		if w := refs.Owner[id]; w != nil {
			name = w.Hint // it is not named yet
		}
		if name == "eval" {
			return &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, x}}
		}
	}
	return noReceiver(x)
}

// noReceiver prevents a callee from being a member reference.
func noReceiver(x ast.Expr) ast.Expr {
	switch c := x.(type) {
	case *ast.Member, *ast.Index:
		return &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, x}}
	case *ast.Chain:
		if _, call := c.X.(*ast.Call); !call {
			return &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, x}}
		}
	}
	return x
}

func updateOf(n *son.Node, target ast.Expr) ast.Expr {
	return &ast.Update{Dec: n.Idx&son.UpdateDec != 0, Prefix: n.Idx&son.UpdatePrefix != 0, X: target}
}
