package build

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// borrowed are references that functions have because of instances in them, and that their text does not
// have: to names of functions around them, and to undeclared names.
type borrowed struct {
	fns  []*ast.Function // in the order of Function.Index
	refs map[*ast.Function][]*ast.Ident
}

// Borrowed calls do for the names that fn, or a function inside it, references because of instances in it,
// beyond [ast.Function.Outer] and [ast.Function.Globals].
func (b *Bindings) Borrowed(fn *ast.Function, do func(name string, sym *ast.Symbol)) {
	from, _ := slices.BinarySearchFunc(b.borrowed.fns, fn.Index, func(f *ast.Function, i int) int { return f.Index - i })
	for _, f := range b.borrowed.fns[from:] {
		if f.Start >= fn.End {
			return
		}
		for _, id := range b.borrowed.refs[f] {
			if id.Sym == nil {
				do(id.Name, nil)
			} else {
				do(id.Sym.Name, id.Sym)
			}
		}
	}
}

// capture adds to what the closures of instances capture what they borrow.
func (b *Bindings) capture(in *Inlining) {
	if in == nil {
		return
	}
	for _, list := range in.In {
		for _, x := range list {
			for fn := range x.Closures {
				b.Borrowed(fn, func(_ string, sym *ast.Symbol) {
					if sym == nil {
						return
					}
					sym = x.Twin(sym)
					if sym.Scope.Func == x.In && !isTopScope(sym.Scope) && !slices.Contains(x.Closures[fn], sym) {
						x.Closures[fn] = append(x.Closures[fn], sym)
					}
				})
			}
		}
	}
}

// captures returns the bindings of enclosing functions that instances reference, by the function whose
// closure gets them where it is made, as in [ast.Function.Captures], and what functions reference because
// of instances.
func (in *Inlining) captures() (more map[*ast.Function][]*ast.Symbol, b borrowed) {
	if in == nil {
		return nil, b
	}
	more, b.refs = map[*ast.Function][]*ast.Symbol{}, map[*ast.Function][]*ast.Ident{}
	type pair struct {
		fn  *ast.Function
		sym *ast.Symbol
	}
	type name struct {
		fn  *ast.Function
		sym *ast.Symbol // nil: it is undeclared
		of  string
	}
	seen, named := map[pair]bool{}, map[name]bool{}
	borrow := func(fn *ast.Function, id *ast.Ident) {
		of := name{fn: fn, sym: id.Sym}
		if id.Sym == nil {
			of.of = id.Name
		}
		if !named[of] {
			named[of] = true
			if b.refs[fn] == nil {
				b.fns = append(b.fns, fn)
			}
			b.refs[fn] = append(b.refs[fn], id)
		}
	}
	for caller, list := range in.In {
		for _, x := range list {
			if caller == len(in.In)-1 {
				continue // the top level is no closure
			}
			ast.Walk(x.Fn, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				if id.Sym == nil || isTopScope(id.Sym.Scope) {
					borrow(x.In, id)
					return true
				}
				fn := x.In
				for fn != nil && fn.Parent != id.Sym.Scope.Func {
					fn = fn.Parent
				}
				if fn == nil || id.Sym.Scope.Func == x.In {
					return true // a binding of the caller itself
				}
				borrow(x.In, id)
				if seen[pair{fn, id.Sym}] || slices.Contains(fn.Captures, id.Sym) {
					return true // captured in any case
				}
				seen[pair{fn, id.Sym}] = true
				more[fn] = append(more[fn], id.Sym)
				return true
			})
		}
	}
	return more, b
}
