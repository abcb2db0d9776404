package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// forEach is a for-in or for-of.
type forEach struct {
	kind  son.LoopKind
	site  ast.Site
	loop  ast.Stmt
	scope *ast.Scope
	left  ast.Stmt
	right ast.Expr
	body  ast.Stmt
}

func (b *builder) forIn(st *ast.ForIn, labels []string) {
	b.forEach(&forEach{son.LoopForIn, st.Site, st, st.Scope, st.Left, st.Right, st.Body}, labels)
}

func (b *builder) forOf(st *ast.ForOf, labels []string) {
	if in := b.generator(st); in != nil {
		b.iterate(st, in, labels)
		return
	}
	kind := son.LoopForOf
	if st.Await {
		kind = son.LoopForAwait
	}
	b.forEach(&forEach{kind, st.Site, st, st.Scope, st.Left, st.Right, st.Body}, labels)
}

// forEach builds a for-in or for-of loop: the right side is opened right before the loop, the
// head takes the next item and tests that there is one, and the body begins with assigning it
// to the left side. The body of a for-of is a region ([son.RegionTree]), because leaving it
// closes the iterator.
func (b *builder) forEach(st *forEach, labels []string) {
	s := b.s
	info := son.LoopInfo{Kind: st.kind, Site: st.site}
	if st.kind == son.LoopForOf {
		info.Index = b.index(st.scope)
		if x, ok := st.loop.(*ast.ForOf); ok && b.facts.inlining != nil {
			info.Array = b.facts.inlining.Arrays[x]
		}
	}
	left := st.left.Pos().Span
	if d, ok := st.left.(*ast.VarDecl); ok && d.Decls[0].Init != nil { // for (var i = 0 in o)
		info.Init = left
		b.plain(d)
	}
	// The names of the head exist already, but in their TDZ.
	depth := len(s.vars)
	b.enter(st.scope)
	n := s.node(son.OpIterOpen, st.right.Pos().Span, b.expr(st.right))
	n.Idx = st.kind.IterKind()
	open := s.add(n)
	s.pop(depth)

	end := st.loop.Pos().End
	l := b.openLoop(st.loop, ast.Span{Start: left.Start, End: end}, info, labels)
	item := s.op(son.OpIterNext, left, open)
	yes, no := s.branch(s.op(son.OpHasNext, left, item), left, info.Site, 0, 0)
	s.ctrl = no
	exit := s.take(l.breakMark)
	b.tested(l)
	s.ctrl = yes
	l.continueMark = s.mark()
	body := func() {
		b.enter(st.scope) // again for each item
		b.head(st.left, item)
		b.stmt(st.body)
		s.pop(depth)
		b.joinContinues(l)
	}
	if st.kind == son.LoopForIn {
		body()
	} else {
		l.bodyRegions++
		b.region(item, body)
		if !s.stopped() {
			s.leave(item, son.LeaveNext, ast.Span{Start: end - 1, End: end})
		}
	}
	b.closeLoop(l, exit, false)
}

// index is a variable for the indices of the items that a loop iterates over: the loop's names
// are in a scope, or in none of their own.
func (b *builder) index(scope *ast.Scope) *ast.Symbol {
	if scope == nil {
		scope = b.fn.Scope
	}
	return (&ast.Symbol{Scope: scope}).Beside("i", ast.SymLet)
}

// head assigns the item to the target in the head of its loop.
func (b *builder) head(left ast.Stmt, item *son.Node) {
	switch l := left.(type) {
	case *ast.VarDecl:
		flags := son.FlagDecl
		if l.Kind != ast.Var {
			flags |= son.FlagInit
		}
		target := l.Decls[0].Target
		if t, ok := target.(*ast.ArrayPat); ok && b.takesItems(t, item, patternUse{l.Kind, flags}) {
			sym := &ast.Symbol{Name: "item", Kind: b.facts.inlining.Variable, Scope: ast.Names(target)[0].Sym.Scope, ID: 1<<30 + 1}
			b.s.push(sym, b.s.uninit)
			b.items(t, b.bind(sym, item, son.FlagDecl|son.FlagInit, target.Pos().Span), patternUse{l.Kind, flags})
			return
		}
		if isPattern(target) {
			b.pattern(target, item, patternUse{l.Kind, flags}, target.Pos().Span)
			return
		}
		id := target.(*ast.Ident)
		if b.isGlobal(id.Sym) {
			b.giveGlobal(l.Kind, id, item, flags|son.FlagInit, id.Span)
			return
		}
		b.put(id, item, flags, id.Span)
	case *ast.ExprStmt:
		b.assignItem(l.X, item)
	}
}

// assignItem assigns an item to a target that is not declared.
func (b *builder) assignItem(target ast.Expr, item *son.Node) {
	span := target.Pos().Span
	switch t := target.(type) {
	case *ast.Ident:
		if !b.isGlobal(t.Sym) {
			b.put(t, item, 0, span)
			return
		}
		ref := b.named(son.OpGlobalRef, span, t.Name)
		ref.Sym = t.Sym
		n := b.strict(b.named(son.OpGlobalStore, span, t.Name, b.s.add(ref), item))
		n.Sym = t.Sym
		b.s.add(n)
	case *ast.Member:
		b.s.add(b.strict(b.named(son.OpStore, span, memberName(t), b.expr(t.Obj), item)))
	case *ast.Index:
		obj := b.expr(t.Obj)
		b.s.add(b.strict(b.s.node(son.OpStoreIdx, span, obj, b.expr(t.Key), item)))
	default:
		b.pattern(target, item, patternUse{}, span)
	}
}
