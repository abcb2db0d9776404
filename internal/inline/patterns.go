package inline

import "github.com/sonjs/son/parse/ast"

// A parameter that is a pattern is, in the place of a call, one with a name, which the first statements take apart:
//
//	function area({ w, h }) { return w * h; }    function area(part) { let { w, h } = part; return w * h; }
//
// The default values of parameters are evaluated before that, so none may come after a pattern. Nor may a pattern, or a
// default value, mention a later parameter: that has no value yet, and reading it throws.

// patterns are what became of the parameters of a callee, if some are patterns.
type patterns struct {
	list []ast.Expr // the parameters: names, some with default values; nil: they are as they are written
	head []ast.Stmt // takes them apart
	// parts are the bindings in the patterns.
	parts map[*ast.Symbol]bool
}

// paramsOf returns the parameters of a callee.
func (s *patterns) paramsOf(fn *ast.Function) []ast.Expr {
	if s.list != nil {
		return s.list
	}
	return fn.Params
}

// takeApart gives the parameters of a function that are patterns names, if it may be inlined then.
func (p *planner) takeApart(fn *ast.Function, s *patterns) {
	list := make([]ast.Expr, len(fn.Params))
	var head []ast.Stmt
	if mentionsLater(fn.Params, p.o.Vars) {
		return
	}
	parts := map[*ast.Symbol]bool{}
	for i, x := range fn.Params {
		list[i] = x
		d, has := x.(*ast.Default)
		target := x
		if has {
			target = d.Target
		}
		if has && len(head) > 0 {
			return
		}
		switch target.(type) {
		case *ast.ObjectPat, *ast.ArrayPat:
		default:
			continue
		}
		span := target.Pos().Span
		sym := &ast.Symbol{Name: "part", Kind: ast.SymParam, Scope: fn.Scope, Read: true, Assigns: 1, ID: p.next}
		p.next++
		named := func(start, end int32) *ast.Ident {
			id := &ast.Ident{Name: sym.Name, Sym: sym}
			id.Start, id.End = start, end
			return id
		}
		decl, ref := named(span.Start, span.Start), named(span.End, span.End)
		sym.Decls = []*ast.Ident{decl}
		sym.Refs = []ast.Ref{{Ident: decl, Func: fn, Kind: ast.RefInit}, {Ident: ref, Func: fn, Kind: ast.RefRead}}
		list[i] = decl
		if has {
			list[i] = &ast.Default{Base: d.Base, Target: decl, Value: d.Value}
		}
		kind := ast.Let
		if p.o.Vars {
			kind = ast.Var
		}
		st := &ast.VarDecl{Kind: kind, Decls: []*ast.Declarator{{Target: target, Init: ref}}}
		st.Start, st.End = span.Start, span.End
		st.Decls[0].Start, st.Decls[0].End = span.Start, span.End
		head = append(head, st)
		for _, id := range ast.Names(target) {
			parts[id.Sym] = true
		}
	}
	if head != nil {
		*s = patterns{list, head, parts}
	}
}

// mentionsLater reports whether a parameter mentions one after it, or own: one of its own names.
func mentionsLater(params []ast.Expr, own bool) (found bool) {
	later := map[*ast.Symbol]bool{}
	for i := len(params) - 1; i >= 0 && !found; i-- {
		names := map[*ast.Ident]bool{}
		for _, id := range ast.Names(params[i]) {
			names[id] = true
			if own {
				later[id.Sym] = true
			}
		}
		ast.Walk(params[i], func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !names[id] && id.Sym != nil && later[id.Sym] {
				found = true
			}
			return !found
		})
		for id := range names {
			later[id.Sym] = true
		}
	}
	return found
}

// isDeclaredAgain reports whether the body of a function declares a name that is in a pattern of its parameters.
func (s *patterns) isDeclaredAgain(fn *ast.Function) bool {
	for sym := range s.parts {
		if len(sym.Decls) > 1 || fn.BodyScope != nil && fn.BodyScope.Lookup(sym.Name) != nil {
			return true
		}
	}
	return false
}
