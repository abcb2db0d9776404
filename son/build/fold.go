package build

import (
	"regexp"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A program in normal form, with Config.Helpers, is read as the program that it may have been:
//
//	const t = o.a;  f(t);                           f(o.a);
//	let t;  if (a) { t = b; } else { t = a; }       a && b
//	while (true) {                                  while (i < 9) {
//	  const t = i < 9;
//	  if (t) {} else { break; }
//	x = x + y;                                      x += y;
//
// Only the flags and spans of nodes differ, which determine how the graph is to be printed
// where that is sound.

// helperName matches the names that package emit gives to helper variables, and
// internal/normal after renaming.
var helperName = regexp.MustCompile(`^t([2-9]|[1-9][0-9]+)?(\$[1-9][0-9]*)?$`)

// helper reports whether a variable is a helper of the normal form, and not an author's.
func (b *builder) helper(sym *ast.Symbol) bool {
	return sym != nil && b.s.helper(sym) && b.facts.Of(sym) == Value
}

// putPlain is put for x = v. A helper becomes that value instead of a variable.
func (b *builder) putPlain(id *ast.Ident, v *son.Node, flags son.Flags, span ast.Span) *son.Node {
	if b.helper(id.Sym) {
		b.s.set(id.Sym, v)
		return v
	}
	return b.put(id, v, flags, span)
}

func (s *Scope) helper(sym *ast.Symbol) bool {
	switch sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymConst:
		return s.g.Config.Helpers && !sym.Captured && helperName.MatchString(sym.Name)
	}
	return false
}

// assigned makes x, an assignment of a helper's value, the value of that helper from then on:
// const t = v; o.p = t; f(t) is f(o.p = v).
func (b *builder) assigned(x *ast.Assign, n *son.Node) {
	id, ok := x.Value.(*ast.Ident)
	if !ok || x.Op != ast.NoOp || !b.helper(id.Sym) || !isTarget(x.Target) {
		return
	}
	reads := 0
	for _, r := range id.Sym.Refs {
		if r.Kind&ast.RefRead != 0 {
			if reads++; reads > 2 {
				break
			}
		}
	}
	if reads == 2 {
		b.s.set(id.Sym, n)
	}
}

// isTarget reports whether x is a name or a property.
func isTarget(x ast.Expr) bool {
	switch x.(type) {
	case *ast.Ident, *ast.Member, *ast.Index:
		return true
	}
	return false
}

// isHelperIf reports whether an if assigns a helper in both arms, and does nothing else that
// cannot stand in an expression.
func (b *builder) isHelperIf(st *ast.If) bool {
	if !b.g.Config.Helpers {
		return false
	}
	is, ok := b.helperIfs[st]
	if !ok {
		x := b.lastHelper(st.Then)
		is = x != nil && x == b.lastHelper(st.Else)
		if b.helperIfs == nil {
			b.helperIfs = map[*ast.If]bool{}
		}
		b.helperIfs[st] = is
	}
	return is
}

// lastHelper returns the helper that an arm assigns last, or nil.
func (b *builder) lastHelper(arm ast.Stmt) *ast.Symbol {
	block, ok := arm.(*ast.Block)
	if !ok || len(block.Body) == 0 {
		return nil
	}
	n := len(block.Body) - 1
	for _, st := range block.Body[:n] {
		if !b.isStep(st) {
			return nil
		}
	}
	s, ok := block.Body[n].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	a, ok := s.X.(*ast.Assign)
	if !ok || a.Op != ast.NoOp {
		return nil
	}
	if id, ok := a.Target.(*ast.Ident); ok && b.helper(id.Sym) {
		return id.Sym
	}
	return nil
}

// isStep reports whether a statement can be a part of an expression.
func (b *builder) isStep(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.ExprStmt:
		return !st.Directive
	case *ast.VarDecl:
		return b.isHelperDecl(st)
	case *ast.If:
		return b.isHelperIf(st)
	}
	return false
}

// isHelperDecl reports whether a declaration is that of a helper.
func (b *builder) isHelperDecl(st *ast.VarDecl) bool {
	id, ok := st.Decls[0].Target.(*ast.Ident)
	return ok && len(st.Decls) == 1 && b.helper(id.Sym)
}

// foldedLoop is a while (true) as the loop that it may have been.
type foldedLoop struct {
	steps  []ast.Stmt // before the test
	test   *ast.If    // nil: none at the head
	body   []ast.Stmt
	update ast.Expr
	last   *ast.If // of a do-while
}

// folded decomposes a loop of the normal form.
func (b *builder) folded(st *ast.While) (f foldedLoop, ok bool) {
	block, isBlock := st.Body.(*ast.Block)
	if !b.g.Config.Helpers || !isTrue(st.Test) || !isBlock {
		return f, false
	}
	f.body = block.Body // its steps and tests are no jumps
	for i, s := range block.Body {
		if test, ok := s.(*ast.If); ok && leaves(test) {
			f.steps, f.test, f.body = block.Body[:i], test, block.Body[i+1:]
			break
		}
		if !b.isTestStep(s) {
			break
		}
	}
	n := len(f.body)
	switch again := b.isContinued(st); {
	case f.test == nil && n > 1 && !again:
		test, ok := f.body[n-1].(*ast.If)
		if !ok || !leaves(test) {
			return f, false
		}
		f.last = test
		for n--; n > 1 && !isExpr(f.body[n-1]) && b.isStep(f.body[n-1]); n-- {
		}
		f.steps, f.body = f.body[n:len(f.body)-1], f.body[:n]
	case f.test == nil:
		return f, false
	case n > 1 && b.isUpdate(f.body[n-1]) && !again:
		f.update, f.body = f.body[n-1].(*ast.ExprStmt).X, f.body[:n-1]
	}
	return f, true
}

// isTestStep reports whether a statement can be a part of a loop's test: it assigns a variable,
// and may therefore be written where the variable is used.
func (b *builder) isTestStep(st ast.Stmt) bool {
	if d, ok := st.(*ast.VarDecl); ok && d.Kind == ast.Var && len(d.Decls) == 1 {
		_, name := d.Decls[0].Target.(*ast.Ident)
		return name && d.Decls[0].Init != nil
	}
	x, ok := st.(*ast.ExprStmt)
	if !ok {
		return b.isStep(st)
	}
	var target ast.Expr
	switch x := x.X.(type) {
	case *ast.Assign:
		target = x.Target
	case *ast.Update:
		target = x.X
	}
	_, ok = target.(*ast.Ident)
	return ok
}

func isExpr(st ast.Stmt) bool {
	_, ok := st.(*ast.ExprStmt)
	return ok
}

// leaves reports whether a test that fails leaves the loop.
func leaves(st *ast.If) bool {
	then, ok := st.Then.(*ast.Block)
	els, ok2 := st.Else.(*ast.Block)
	if !ok || !ok2 || len(then.Body) > 0 || len(els.Body) != 1 {
		return false
	}
	br, ok := els.Body[0].(*ast.Break)
	return ok && br.Label == ""
}

// isUpdate reports whether a statement is one that authors write in the head of a for.
func (b *builder) isUpdate(st ast.Stmt) bool {
	s, ok := st.(*ast.ExprStmt)
	if !ok {
		return false
	}
	switch x := s.X.(type) {
	case *ast.Update:
		_, ok := x.X.(*ast.Ident)
		return ok
	case *ast.Assign:
		id, ok := x.Target.(*ast.Ident)
		return ok && b.stepOf(x, id) != nil
	}
	return false
}

// stepOf returns the value of x = x op y, if an assignment has this form.
func (b *builder) stepOf(x *ast.Assign, t *ast.Ident) *ast.Binary {
	v, ok := x.Value.(*ast.Binary)
	if !ok || x.Op != ast.NoOp || !b.g.Config.Helpers || v.Op > ast.BitXor || v.Op.Logical() {
		return nil
	}
	if id, ok := v.L.(*ast.Ident); !ok || id.Sym != t.Sym {
		return nil
	}
	return v
}

// spanOfSteps is the place of the test of a loop.
func spanOfSteps(steps []ast.Stmt, test *ast.If) ast.Span {
	s := test.Test.Pos().Span
	if len(steps) > 0 {
		s.Start = steps[0].Pos().Start
	}
	return s
}

// foldedLoop builds a loop of the normal form as the loop that it may have been.
func (b *builder) foldedLoop(st *ast.While, f foldedLoop, labels []string) {
	info := son.LoopInfo{Kind: son.LoopWhile, Site: st.Site}
	switch {
	case f.update != nil:
		info.Kind, info.Update = son.LoopFor, f.update.Pos().Span
	case f.last != nil:
		info.Kind, f.test = son.LoopDoWhile, f.last
	}
	info.Test = spanOfSteps(f.steps, f.test)
	if inits := b.takeInits(); f.update != nil {
		info.Init = b.initOf(inits, st.Span, info.Test, info.Update)
	}
	l := b.openLoop(st, st.Span, info, labels)
	depth := len(b.s.vars)
	b.enter(st.Body.(*ast.Block).Scope)
	var exit edge
	endless := false
	test := func() {
		var cond *son.Node
		b.inTestOf(l, func() {
			b.stmts(f.steps)
			cond = b.expr(f.test.Test)
		})
		exit, endless = b.testOn(l, cond, info.Test)
	}
	if f.last == nil {
		test()
		l.continueMark = b.s.mark()
	}
	over := f.last == nil && f.update == nil // no code after the body has its variables in scope
	if over {
		l.continueMark.vars = depth
	}
	b.stmts(f.body)
	if over {
		b.s.pop(depth)
	}
	b.joinContinues(l)
	if f.last != nil && !b.s.stopped() {
		test()
	}
	if f.update != nil && !b.s.stopped() {
		b.effect(f.update)
	}
	b.s.pop(depth)
	b.closeLoop(l, exit, endless)
}

func (b *builder) stmts(list []ast.Stmt) {
	for _, st := range list {
		b.stmt(st)
	}
}
