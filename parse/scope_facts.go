package parse

import (
	"slices"
	"strconv"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// facts computes the facts about functions and symbols that follow from the
// bindings without a list of references.
func (a *analysis) facts() {
	for _, f := range a.funcs {
		if p := f.Parent; p != nil && (p.InWith || p.DirectEval) {
			f.InWith = true
		}
		a.alias(f)
	}
	a.wrapper()
	a.number()
	a.dynamicReach()
}

// alias marks the parameters that the arguments object aliases.
func (a *analysis) alias(f *ast.Function) {
	if f.Strict || f.Uses&ast.UsesArguments == 0 || !hasArguments(f) || !simpleParams(f.Params) {
		return
	}
	for _, s := range f.Scope.Symbols {
		s.Aliased = s.Kind == ast.SymParam
	}
}

// wrapper handles what a CommonJS file declares under the names of its wrapper's
// parameters: these are variables then, and arguments aliases them.
func (a *analysis) wrapper() {
	if !a.prog.CommonJS {
		return
	}
	// A var named arguments starts as the object.
	seen := a.topArguments || a.prog.Scope.Lookup("arguments") != nil
	for _, s := range a.prog.Scope.Symbols {
		if !IsWrapperName(s.Name) {
			continue
		}
		s.Aliased = !a.prog.Strict && seen
		if s.Kind != ast.SymVar && s.Kind != ast.SymFunc {
			a.fail(s.Decls[0].Span, strconv.Quote(s.Name)+" has already been declared: it is a parameter of every CommonJS file")
		}
	}
}

// number fills Program.Funcs. The traversal enters functions in source order,
// except those in a computed method name, which start inside the method.
func (a *analysis) number() {
	byStart := func(f, g *ast.Function) int { return int(f.Start) - int(g.Start) }
	if !a.moved && !slices.IsSortedFunc(a.funcs, byStart) {
		slices.SortStableFunc(a.funcs, byStart)
	}
	for i, f := range a.funcs {
		f.Index = i
	}
	a.prog.Funcs = a.funcs
}

// dynamicReach marks every symbol that a direct eval or a with can access.
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

// globals fills Globals, as captures does Outer.
func (a *analysis) globals(t *funcTree, wide *ast.RefIndex) {
	last := make([]*freeName, len(a.funcs))
	var uses slab.Pieces[use[string]]
	for _, name := range a.unresolved {
		a.prog.Unresolved = append(a.prog.Unresolved, name.text)
		for _, at := range name.at {
			for f := t.listed[at.fn.Index]; f != nil && last[f.Index] != name; {
				last[f.Index] = name
				uses.Add(use[string]{name.text, int32(f.Index), at.start})
				if f.Parent == nil {
					break
				}
				f = t.listed[f.Parent.Index]
			}
			if wide != nil {
				wide.Add(name.text, t.from[at.fn.Index], ast.Undeclared)
			}
		}
	}
	deal(a.funcs, &uses, func(f *ast.Function, list []string) { f.Globals = list })
}

// use records that a function first references something at an offset.
type use[T any] struct {
	what      T
	fn, start int32
}

// deal gives each function the list of what it uses, in order of first reference.
// All lists are parts of one slice.
func deal[T any](funcs []*ast.Function, uses *slab.Pieces[use[T]], give func(*ast.Function, []T)) {
	end := make([]int32, len(funcs)+1) // of the function before
	for _, u := range uses.All() {
		end[u.fn+1]++
	}
	longest := int32(0)
	for i := range funcs {
		longest = max(longest, end[i+1])
		end[i+1] += end[i]
	}
	byFunc := make([]int32, uses.Len()) // indices of uses
	for i, u := range uses.All() {
		byFunc[end[u.fn]] = int32(i)
		end[u.fn]++
	}
	out := make([]T, uses.Len())
	list := make([]use[T], 0, longest)
	from := int32(0)
	for i, f := range funcs {
		to := end[i]
		if from == to {
			continue
		}
		list = list[:0]
		for _, k := range byFunc[from:to] {
			list = append(list, *uses.At(int(k)))
		}
		slices.SortStableFunc(list, func(x, y use[T]) int { return int(x.start) - int(y.start) })
		for k, u := range list {
			out[int(from)+k] = u.what
		}
		give(f, out[from:to:to])
		from = to
	}
}
