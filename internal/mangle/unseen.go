package mangle

import "github.com/sonjs/son/parse/ast"

// unseen are the functions whose names nobody can read, because nobody has the functions: all that
// is done with them is that they are called, and they cannot get hold of themselves.
//
//	function half(x) { return x / 2 }      // half.name appears nowhere
//	export const area = (a, b) => half(a * b);
//
// A function gets hold of itself by its own name, or by arguments.callee in sloppy code. Its caller
// may be found in f.caller, which no standard has.
type unseen struct {
	p     *ast.Program
	names map[*ast.Symbol]int // by symbol, how many identifiers reference it
	calls map[*ast.Symbol]int // how many of them are called
	// funcs are the functions, by the symbol from which they have their names.
	funcs map[*ast.Symbol]*ast.Function
	// held says which variable has the function that has a name of its own, by that name; nil: the
	// function is called where it is made.
	held map[*ast.Symbol]*ast.Symbol
}

// findUnseen surveys a program.
func findUnseen(p *ast.Program) *unseen {
	u := &unseen{p, map[*ast.Symbol]int{}, map[*ast.Symbol]int{}, map[*ast.Symbol]*ast.Function{}, map[*ast.Symbol]*ast.Symbol{}}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if n.Sym != nil {
				u.names[n.Sym]++
			}
		case *ast.Call:
			switch f := n.Callee.(type) {
			case *ast.Ident:
				if f.Sym != nil {
					u.calls[f.Sym]++
				}
			case *ast.Func:
				u.own(f.Fn, nil)
			}
		case *ast.FuncDecl:
			if id := n.Fn.Name; id != nil && id.Sym != nil && id.Sym.Kind == ast.SymFunc {
				u.funcs[id.Sym] = n.Fn
			}
		case *ast.Declarator:
			id, ok := n.Target.(*ast.Ident)
			if f, isFunc := n.Init.(*ast.Func); ok && isFunc && id.Sym != nil {
				u.funcs[id.Sym] = f.Fn
				u.own(f.Fn, id.Sym)
			}
		}
		return true
	})
	return u
}

// own notes a function with a name of its own, and the variable that holds it.
func (u *unseen) own(fn *ast.Function, in *ast.Symbol) {
	if fn.Name != nil && fn.Name.Sym != nil && fn.Name.Sym.Kind == ast.SymFuncName {
		u.funcs[fn.Name.Sym] = fn
		u.held[fn.Name.Sym] = in
	}
}

// has reports whether nobody can read the name that a function has from a symbol.
func (u *unseen) has(sym *ast.Symbol) bool {
	if u == nil || sym == nil {
		return false
	}
	fn := u.funcs[sym]
	if fn == nil || sym.Exported || isFixed(u.p, sym) || u.names[sym] != u.calls[sym]+1 || !fn.Strict && fn.Uses&ast.UsesArguments != 0 {
		return false
	}
	in := u.held[sym]
	return in == nil || u.has(in)
}
