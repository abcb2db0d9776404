package shorten

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// A variable that is read once, by what is evaluated next, is replaced by its value:
//
//	var i = f(); return i.a    =>  return f().a
//	let i = f(); a = b + i     =>  a = b + f()
//
// What is evaluated before it is now evaluated before the value, too. So it must not notice the value,
// nor the value it: it is a constant, a function, or a variable that the value does not change.

// inlined replaces the last variable that a declares in b, which is next, and so on, and drops those
// declarations.
func (s *shortener) inlined(a *ast.VarDecl, b ast.Stmt) {
	for n := len(a.Decls) - 1; n >= 0; n-- {
		slot := next(b)
		if slot == nil || !s.inline(a.Decls[n], slot) {
			return
		}
		a.Decls = a.Decls[:n]
	}
}

// inlinedWithin does that for the variables of one declaration.
func (s *shortener) inlinedWithin(st *ast.VarDecl) {
	for n := 1; n < len(st.Decls); n++ {
		for n > 0 && st.Decls[n].Init != nil && s.inline(st.Decls[n-1], &st.Decls[n].Init) {
			st.Decls = slices.Delete(st.Decls, n-1, n)
			n--
		}
	}
}

// next returns the expression that a statement evaluates first, and once; nil if there is none.
func next(st ast.Stmt) *ast.Expr {
	switch st := st.(type) {
	case *ast.ExprStmt:
		if !st.Directive {
			return &st.X
		}
	case *ast.Return:
		if st.X != nil {
			return &st.X
		}
	case *ast.Throw:
		return &st.X
	case *ast.If:
		return &st.Test
	case *ast.Switch:
		return &st.Disc
	case *ast.VarDecl:
		if st.Decls[0].Init != nil {
			return &st.Decls[0].Init
		}
	case *ast.For:
		if st.Scope == nil && st.Init != nil {
			return next(st.Init)
		}
	case *ast.ForIn:
		if d, ok := st.Left.(*ast.VarDecl); st.Scope == nil && (!ok || d.Decls[0].Init == nil) {
			return &st.Right
		}
	case *ast.ForOf:
		if st.Scope == nil {
			return &st.Right
		}
	}
	return nil
}

// inline puts the value of a variable in its place in an expression, if that is possible.
func (s *shortener) inline(d *ast.Declarator, in *ast.Expr) bool {
	id, ok := d.Target.(*ast.Ident)
	if !ok || d.Init == nil || ast.IsAnonymous(d.Init) || !s.isReadOnce(id) {
		return false
	}
	v := &inliner{shortener: s, sym: id.Sym, value: d.Init}
	return v.find(in, inlineDepth) == here
}

// isReadOnce reports whether a variable that is declared here is read once, and nothing else.
func (s *shortener) isReadOnce(id *ast.Ident) bool {
	sym := id.Sym
	if sym == nil || !s.isKnown(id) || s.isGlobal(sym) || sym.Exported || sym.Aliased || len(sym.Decls) != 1 || sym.Decls[0] != id || len(sym.Refs) != 2 {
		return false
	}
	switch sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymConst:
	default:
		return false
	}
	for _, r := range sym.Refs {
		if r.Ident != id && r.Kind&(ast.RefWrite|ast.RefInit|ast.RefDecl|ast.RefTypeof|ast.RefDelete) != 0 {
			return false
		}
	}
	return true
}

// inlineDepth bounds how deep an expression is searched.
const inlineDepth = 12

// inliner looks for the place of a value.
type inliner struct {
	*shortener
	sym   *ast.Symbol
	value ast.Expr
	// assigned are the variables that the value assigns itself, if that has been found out.
	assigned map[*ast.Symbol]bool
}

// found is what a part of an expression, which is evaluated next, is to the value.
type found uint8

const (
	nowhere found = iota // the value cannot be in it, nor in what follows
	beyond               // it can be evaluated before the value
	here                 // the value is in it now
)

// find puts the value into an expression that is evaluated next.
func (v *inliner) find(slot *ast.Expr, depth int) found {
	if depth == 0 {
		return nowhere
	}
	depth--
	switch x := (*slot).(type) {
	case *ast.Ident:
		switch {
		case x.Sym == v.sym && x.Sym != nil:
			*slot = v.value
			return here
		case v.isUnchanged(x):
			return beyond
		}
	case *ast.Null, *ast.Bool, *ast.Number, *ast.String, *ast.BigInt, *ast.Func:
		return beyond
	case *ast.This:
		if v.hasThis() {
			return beyond
		}
	case *ast.Unary:
		if id, ok := x.X.(*ast.Ident); ok && (x.Op == ast.Typeof || x.Op == ast.Delete) || x.Op == ast.Delete || ok && id.Sym == nil {
			return nowhere
		}
		f := v.find(&x.X, depth)
		if _, number := x.X.(*ast.Number); f == beyond && !number && x.Op != ast.Not && x.Op != ast.Void {
			return nowhere
		}
		return f
	case *ast.Binary:
		if f := v.find(&x.L, depth); f != beyond || x.Op.Logical() {
			return f.unless(beyond)
		}
		return v.find(&x.R, depth).unless(beyond)
	case *ast.Assign:
		return v.assignment(x, depth)
	case *ast.Cond:
		return v.find(&x.Test, depth).unless(beyond)
	case *ast.Call:
		return v.call(&x.Callee, x.Args, x.Optional, depth)
	case *ast.New:
		return v.call(&x.Callee, x.Args, false, depth)
	case *ast.Chain:
		return v.first(&x.X, depth)
	case *ast.Member:
		return v.find(&x.Obj, depth).unless(beyond)
	case *ast.Index:
		if f := v.find(&x.Obj, depth); f != beyond || x.Optional {
			return f.unless(beyond)
		}
		return v.find(&x.Key, depth).unless(beyond)
	case *ast.Array:
		return v.list(x.Elems, depth)
	case *ast.Object:
		return v.object(x, depth)
	case *ast.Seq:
		return v.list(x.Exprs, depth)
	case *ast.Template:
		if len(x.Exprs) > 0 {
			return v.find(&x.Exprs[0], depth).unless(beyond)
		}
		return beyond
	case *ast.Await:
		return v.find(&x.X, depth).unless(beyond)
	case *ast.Yield:
		if x.X != nil {
			return v.find(&x.X, depth).unless(beyond)
		}
	}
	return nowhere
}

// unless returns nowhere for a result, and the others as they are.
func (f found) unless(g found) found {
	if f == g {
		return nowhere
	}
	return f
}

// first is find for the links of a chain, of which only the first part is evaluated in any case.
func (v *inliner) first(slot *ast.Expr, depth int) found {
	for {
		switch x := (*slot).(type) {
		case *ast.Member:
			slot = &x.Obj
		case *ast.Index:
			slot = &x.Obj
		case *ast.Call:
			if _, ok := x.Callee.(*ast.Ident); ok {
				return v.call(&x.Callee, nil, true, depth)
			}
			slot = &x.Callee
		default:
			return v.find(slot, depth).unless(beyond)
		}
	}
}

func (v *inliner) assignment(x *ast.Assign, depth int) found {
	switch t := x.Target.(type) {
	case *ast.Ident:
		if !v.isKnown(t) || x.Op != ast.NoOp && (x.Op.Logical() || !v.isUnchanged(t)) {
			return nowhere
		}
	case *ast.Member:
		if f := v.find(&t.Obj, depth); f != beyond || x.Op != ast.NoOp {
			return f.unless(beyond)
		}
	case *ast.ArrayPat, *ast.ObjectPat:
	default:
		return nowhere
	}
	return v.find(&x.Value, depth).unless(beyond)
}

// call looks for the place in a call, or a new.
func (v *inliner) call(callee *ast.Expr, args []ast.Expr, optional bool, depth int) found {
	if id, ok := (*callee).(*ast.Ident); ok && id.Sym == v.sym && id.Sym != nil && v.isSensitive(v.value) {
		return nowhere
	}
	if f := v.find(callee, depth); f != beyond || optional {
		return f.unless(beyond)
	}
	return v.list(args, depth).unless(beyond)
}

// hasThis reports whether this can be read, which it cannot before super().
func (v *inliner) hasThis() bool {
	fn := v.fn
	for fn != nil && fn.Kind == ast.FuncArrow {
		fn = fn.Parent
	}
	return fn == nil || !fn.Derived
}

// list looks for the place in expressions that are evaluated in order.
func (v *inliner) list(list []ast.Expr, depth int) found {
	for i, x := range list {
		if x == nil {
			continue
		}
		if sp, ok := x.(*ast.Spread); ok {
			return v.find(&sp.X, depth).unless(beyond)
		}
		if f := v.find(&list[i], depth); f != beyond {
			return f
		}
	}
	return beyond
}

func (v *inliner) object(x *ast.Object, depth int) found {
	for _, m := range x.Props {
		if m.Computed {
			return v.find(&m.Key, depth).unless(beyond)
		}
		id := m.ShorthandName()
		if id != nil && id.Name == "__proto__" {
			return nowhere
		}
		f := v.find(&m.Value, depth)
		if f == here && id != nil {
			m.Key, m.Shorthand = &ast.Ident{Base: id.Base, Name: id.Name}, false
		}
		if f != beyond || m.Kind == ast.PropSpread {
			return f.unless(beyond)
		}
	}
	return beyond
}

// isUnchanged reports whether a variable is the same before and after the value is evaluated, and can
// be read before.
func (v *inliner) isUnchanged(id *ast.Ident) bool {
	if !v.isReadable(id) {
		return false
	}
	sym := id.Sym
	switch {
	case sym.Kind.Lexical() && (len(sym.Decls) == 0 || sym.Decls[0].Start > v.sym.Decls[0].Start):
		return false // let k = k -= v: its declaration has been walked, but is not reached here
	case sym.AssignedInner || sym.Aliased || sym.Kind == ast.SymBlockFunc:
		return false
	case sym.Kind == ast.SymConst, sym.Kind == ast.SymFuncName, sym.Kind == ast.SymFunc && sym.Assigns <= 1:
		return true
	case sym.Scope.Func != v.fn: // whose code may go on meanwhile
		return false
	}
	if v.assigned == nil {
		v.assigned = map[*ast.Symbol]bool{}
		ast.Walk(v.value, func(n ast.Node) bool {
			var target ast.Expr
			switch n := n.(type) {
			case *ast.Assign:
				target = n.Target
			case *ast.Update:
				target = n.X
			}
			for _, id := range ast.Names(target) {
				v.assigned[id.Sym] = true
			}
			return true
		})
	}
	return !v.assigned[sym]
}
