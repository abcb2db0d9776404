package parse

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// facts works out what the bindings mean for functions and symbols.
func (a *analysis) facts() {
	for _, f := range a.funcs {
		if p := f.Parent; p != nil && (p.InWith || p.DirectEval) {
			f.InWith = true
		}
		a.alias(f)
	}
	a.number()
	a.dynamicReach()
	a.captures()
}

// alias marks the parameters that the arguments object shares.
func (a *analysis) alias(f *ast.Function) {
	if f.Strict || f.Uses&ast.UsesArguments == 0 || !hasArguments(f) || !simpleParams(f.Params) {
		return
	}
	for _, s := range f.Scope.Symbols {
		s.Aliased = s.Kind == ast.SymParam
	}
}

// number fills Program.Funcs. The traversal meets functions in source order
// but for those in a computed method name, which start inside the method.
func (a *analysis) number() {
	byStart := func(f, g *ast.Function) int { return int(f.Start) - int(g.Start) }
	if !slices.IsSortedFunc(a.funcs, byStart) {
		slices.SortStableFunc(a.funcs, byStart)
	}
	for i, f := range a.funcs {
		f.Index = i
	}
	a.prog.Funcs = a.funcs
}

// dynamicReach marks every symbol that a direct eval or a with can see.
func (a *analysis) dynamicReach() {
	done := map[*ast.Scope]bool{}
	for _, s := range a.seen {
		for ; s != nil && !done[s]; s = s.Parent {
			done[s] = true
			for _, sym := range s.Symbols {
				sym.DynamicReach = true
			}
		}
	}
}

// captures fills Captures and Globals. A symbol that a function captures is
// captured by the functions around it too, up to its owner; the climb stops
// where an earlier mention of the symbol has been.
func (a *analysis) captures() {
	type use struct {
		sym   *ast.Symbol
		start int32
	}
	uses := make([][]use, len(a.funcs))
	last := make([]*ast.Symbol, len(a.funcs))
	climb := func(sym *ast.Symbol, owner *ast.Function) {
		for _, r := range sym.Refs {
			for f := r.Func; f != owner && last[f.Index] != sym; f = f.Parent {
				last[f.Index] = sym
				uses[f.Index] = append(uses[f.Index], use{sym, r.Ident.Start})
			}
		}
	}
	for _, sym := range a.symbols {
		if sym.Captured {
			climb(sym, sym.Scope.Func)
		}
	}
	for i, f := range a.funcs {
		slices.SortStableFunc(uses[i], func(x, y use) int { return int(x.start) - int(y.start) })
		for _, u := range uses[i] {
			f.Captures = append(f.Captures, u.sym)
		}
	}
	clear(uses)
	for _, sym := range a.unresolved {
		climb(sym, nil)
	}
	for i, f := range a.funcs {
		slices.SortStableFunc(uses[i], func(x, y use) int { return int(x.start) - int(y.start) })
		for _, u := range uses[i] {
			f.Globals = append(f.Globals, u.sym.Name)
		}
	}
}
