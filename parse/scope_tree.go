package parse

import (
	"slices"
	"sort"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// wideFrom is how many references to bindings of enclosing functions and to undeclared
// names a function must have, with the functions inside it, before it may go without lists
// of them.
const wideFrom = 256

// funcTree describes how functions nest.
type funcTree struct {
	// By Function.Index: the function's number, which the numbers of the functions inside
	// it follow, and the next number after those.
	from, to []int32
	// listed is the innermost function with Outer and Globals lists among the function
	// itself and those around it.
	listed []*ast.Function
	// inside are the functions grouped by parent, those of the top level last; the group
	// of function i ends at ends[i].
	inside []*ast.Function
	ends   []int32
}

// newFuncTree numbers the functions and decides which ones have lists: all except, inside
// each function, the one with the most references, if these are many. So each function
// with a list is inside at most log n others with a list.
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
	refs := make([]int, n+1)
	for _, sym := range a.symbols {
		if sym.Captured {
			for _, r := range sym.Refs {
				if r.Func != sym.Scope.Func {
					refs[r.Func.Index]++
				}
			}
		}
	}
	for _, name := range a.unresolved {
		for _, at := range name.at {
			refs[at.fn.Index]++
		}
	}
	size := make([]int32, n+1)
	for _, f := range slices.Backward(a.funcs) { // inner functions before outer ones
		size[f.Index]++
		size[outside(f)] += size[f.Index]
		refs[outside(f)] += refs[f.Index]
	}
	next := make([]int32, n+1)
	most := make([]*ast.Function, n+1)
	for _, f := range a.funcs {
		out := outside(f)
		t.from[f.Index], t.to[f.Index] = next[out], next[out]+size[f.Index]
		next[out], next[f.Index] = t.to[f.Index], t.from[f.Index]+1
		if m := most[out]; m == nil || refs[m.Index] < refs[f.Index] {
			most[out] = f
		}
	}
	for _, f := range a.funcs {
		switch {
		case most[outside(f)] != f || refs[f.Index] < wideFrom:
			t.listed[f.Index] = f
		case f.Parent != nil:
			t.listed[f.Index] = t.listed[f.Parent.Index]
		}
	}
	return t
}

// number returns the number of a function, or NoFunction for the top level.
func (t *funcTree) number(f *ast.Function) int32 {
	if f == nil {
		return ast.NoFunction
	}
	return t.from[f.Index]
}

// home returns the number of the function that a binding belongs to.
func (t *funcTree) home(sym *ast.Symbol) int32 {
	if k := sym.Scope.Kind; k == ast.ScopeGlobal || k == ast.ScopeModule {
		return ast.Environment
	}
	return t.number(sym.Scope.Func)
}

// below returns the child of out, nil being the top level, that is f or contains it.
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

// captures fills Captures and Outer. A symbol that a function references is captured by
// the child of the symbol's owner that is or contains the function, and is in the lists of
// all functions up to that child. The climb stops where that of an earlier reference to
// the symbol has passed.
func (a *analysis) captures() {
	t := a.newFuncTree()
	var wide *ast.RefIndex
	for _, f := range a.funcs {
		if t.listed[f.Index] != f {
			if wide == nil {
				wide = &ast.RefIndex{}
			}
			f.Widen(wide, t.from[f.Index], t.to[f.Index], t.number(f.Parent))
		}
	}
	made, last := make([]*ast.Symbol, len(a.funcs)), make([]*ast.Symbol, len(a.funcs))
	var captures, outer slab.Pieces[use[*ast.Symbol]]
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
				captures.Add(use[*ast.Symbol]{sym, int32(f.Index), r.Ident.Start})
			}
			for f := t.listed[r.Func.Index]; f != nil && t.from[f.Index] > home && last[f.Index] != sym; {
				last[f.Index] = sym
				outer.Add(use[*ast.Symbol]{sym, int32(f.Index), r.Ident.Start})
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
	deal(a.funcs, &captures, func(f *ast.Function, list []*ast.Symbol) { f.Captures = list })
	deal(a.funcs, &outer, func(f *ast.Function, list []*ast.Symbol) { f.Outer = list })
}
