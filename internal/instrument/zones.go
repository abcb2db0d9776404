package instrument

import "github.com/sonjs/son/parse/ast"

// zones checks no-tdz: functions that use a let, const or class of a scope around them touch it in a closure first,
// unless it is known to be initialized.
func (in *instrumenter) zones() {
	if !in.checked[NoTDZ] {
		return
	}
	ast.Walk(in.p, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Sym != nil && !in.seen[id.Sym] {
			in.seen[id.Sym] = true
			in.zone(id.Sym)
		}
		return true
	})
}

// zone checks the uses of one variable.
func (in *instrumenter) zone(sym *ast.Symbol) {
	if sym.Kind != ast.SymLet && sym.Kind != ast.SymConst && sym.Kind != ast.SymClass {
		return
	}
	home := sym.Scope.Func
	for _, r := range sym.Refs {
		if r.Func == nil || r.Func == home || r.Kind&(ast.RefInit|ast.RefDelete) != 0 || in.lists.List(home).InitializedAt(sym, r.Func, r.Ident.Start) {
			continue
		}
		store := in.stores[r.Ident]
		if r.Kind&ast.RefWrite != 0 && store == nil {
			continue // a pattern, or the head of a loop
		}
		k := in.check(NoTDZ, r.Ident.Span, "the variable "+sym.Name+" is used before its declaration", "", false)
		touch := in.runtime("early", k) + "()=>" + sym.Name + ")("
		if a, ok := store.(*ast.Assign); ok && a.Op == ast.NoOp && !ast.IsAnonymous(a.Value) { // the value comes first
			in.wraps = append(in.wraps, in.enclosed(a.Value, in.runtime("stored", k)+"()=>"+sym.Name+",", ")"))
			continue
		}
		if store == nil {
			store = r.Ident
		}
		in.wraps = append(in.wraps, in.enclosed(store, touch, ")"))
	}
}
