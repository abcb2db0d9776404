package parse

import (
	"slices"
	"sort"

	"github.com/sonjs/son/parse/ast"
)

// wideFrom is how many mentions a function and those inside it have of bindings of
// functions around them, and of names that nothing declares, before it can have no list of
// them.
const wideFrom = 256

// funcTree is how functions lie in each other.
type funcTree struct {
	// By Function.Index: a number that those of the functions inside follow, and the one
	// behind them.
	from, to []int32
	// listed is the function itself or the next one around it that has lists of Outer and
	// Globals.
	listed []*ast.Function
	// inside are the functions by the one directly around them, those of the top level
	// last; those of function i end at ends[i].
	inside []*ast.Function
	ends   []int32
}

// newFuncTree numbers the functions and says which ones have lists: all but those that
// mention more than the others inside the same function, if that is much. Each function
// with a list is inside of at most log n others with a list.
func (a *analysis) newFuncTree() *funcTree {
	n := len(a.funcs)
	t := &funcTree{from: make([]int32, n), to: make([]int32, n), listed: make([]*ast.Function, n), inside: make([]*ast.Function, n), ends: make([]int32, n+2)}
	outside := func(f *ast.Function) int {
		if f.Parent != nil {
			return f.Parent.Index
		}
		return n
	}
	for _, f := range a.funcs {
		t.ends[outside(f)+1]++
	}
	for i := range n {
		t.ends[i+1] += t.ends[i]
	}
	for _, f := range a.funcs {
		t.inside[t.ends[outside(f)]] = f
		t.ends[outside(f)]++
	}
	mentions := make([]int, n+1)
	for _, sym := range a.symbols {
		if sym.Captured {
			for _, r := range sym.Refs {
				if r.Func != sym.Scope.Func {
					mentions[r.Func.Index]++
				}
			}
		}
	}
	for _, name := range a.unresolved {
		for _, at := range name.at {
			mentions[at.fn.Index]++
		}
	}
	size := make([]int32, n+1)
	for _, f := range slices.Backward(a.funcs) { // those inside before those around them
		size[f.Index]++
		size[outside(f)] += size[f.Index]
		mentions[outside(f)] += mentions[f.Index]
	}
	next := make([]int32, n+1)
	most := make([]*ast.Function, n+1)
	for _, f := range a.funcs {
		out := outside(f)
		t.from[f.Index], t.to[f.Index] = next[out], next[out]+size[f.Index]
		next[out], next[f.Index] = t.to[f.Index], t.from[f.Index]+1
		if m := most[out]; m == nil || mentions[m.Index] < mentions[f.Index] {
			most[out] = f
		}
	}
	for _, f := range a.funcs {
		switch {
		case most[outside(f)] != f || mentions[f.Index] < wideFrom:
			t.listed[f.Index] = f
		case f.Parent != nil:
			t.listed[f.Index] = t.listed[f.Parent.Index]
		}
	}
	return t
}

// number returns the number of a function, or that of the top level.
func (t *funcTree) number(f *ast.Function) int32 {
	if f == nil {
		return ast.NoFunction
	}
	return t.from[f.Index]
}

// home returns the number of the function that has a binding.
func (t *funcTree) home(sym *ast.Symbol) int32 {
	if k := sym.Scope.Kind; k == ast.ScopeGlobal || k == ast.ScopeModule {
		return ast.Environment
	}
	return t.number(sym.Scope.Func)
}

// below returns the function directly inside out, nil being the top level, that f is or
// lies in.
func (t *funcTree) below(out, f *ast.Function) *ast.Function {
	if f.Parent == out {
		return f
	}
	i := len(t.from)
	if out != nil {
		i = out.Index
	}
	list := t.inside[:t.ends[i]]
	if i > 0 {
		list = list[t.ends[i-1]:]
	}
	at := t.from[f.Index]
	i = sort.Search(len(list), func(i int) bool { return t.from[list[i].Index] > at })
	return list[i-1]
}

// captures fills Captures and Outer. A symbol that a function mentions is captured by the
// one around it that its owner makes, and in the lists of all up to that one. The climb
// stops where an earlier mention of the symbol has been.
func (a *analysis) captures() {
	t := a.newFuncTree()
	var wide *ast.Mentions
	for _, f := range a.funcs {
		if t.listed[f.Index] != f {
			if wide == nil {
				wide = &ast.Mentions{}
			}
			f.Widen(wide, t.from[f.Index], t.to[f.Index], t.number(f.Parent))
		}
	}
	made, last := make([]*ast.Symbol, len(a.funcs)), make([]*ast.Symbol, len(a.funcs))
	var captures, outer []use[*ast.Symbol]
	for _, sym := range a.symbols {
		if !sym.Captured {
			continue
		}
		owner := sym.Scope.Func
		home := t.home(sym)
		var before *ast.Function
		for _, r := range sym.Refs {
			if r.Func == owner || r.Func == before {
				continue
			}
			before = r.Func
			if f := t.below(owner, r.Func); made[f.Index] != sym {
				made[f.Index] = sym
				captures = append(captures, use[*ast.Symbol]{sym, f.Index, r.Ident.Start})
			}
			for f := t.listed[r.Func.Index]; f != nil && t.from[f.Index] > home && last[f.Index] != sym; {
				last[f.Index] = sym
				outer = append(outer, use[*ast.Symbol]{sym, f.Index, r.Ident.Start})
				if f.Parent == nil {
					break
				}
				f = t.listed[f.Parent.Index]
			}
			if wide != nil {
				wide.Add(sym.Name, t.from[r.Func.Index], home)
			}
		}
	}
	a.globals(t, wide)
	if wide != nil {
		wide.Done()
	}
	deal(a.funcs, captures, func(f *ast.Function, list []*ast.Symbol) { f.Captures = list })
	deal(a.funcs, outer, func(f *ast.Function, list []*ast.Symbol) { f.Outer = list })
}
