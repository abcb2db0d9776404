// Package provable finds the reads of constants that could be replaced by their values: by the rules of
// the plan, written down once more, without the optimizer's code, and without regard to cost. What the
// optimizer knows is compared with it.
//
// A constant is a variable of a function, a module or a CommonJS file with one declaration and no other
// write, whose initializer consists of literals, operators and other constants. A read by a function
// inside is provable if it cannot run before the declaration has ended: the outermost function C around
// it, inside of the one that declares the constant,
//
//   - is made after the declaration in the text, and is no declaration that is hoisted before it;
//   - or nothing before the declaration runs any function, and C is not exported;
//   - or C only exists as the value of a name that is mentioned neither by the code before, nor by
//     functions that this mentions, and so on, nor exported.
package provable

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Reads returns the reads that are provable, in the order of the text.
func Reads(p *ast.Program) []*ast.Ident {
	a := &analysis{p: p, values: map[*ast.Symbol]*value{}, holder: map[*ast.Function]*ast.Symbol{}, known: map[*ast.Symbol]bool{}, early: map[place]map[*ast.Function]bool{}}
	a.collect()
	var out []*ast.Ident
	for sym, v := range a.values {
		if !a.isConstant(sym, v.end) {
			continue
		}
		for _, r := range sym.Refs {
			if r.Kind&(ast.RefInit|ast.RefDecl) == 0 && r.Func != sym.Scope.Func && a.isSettled(sym, v, r.Func) {
				out = append(out, r.Ident)
			}
		}
	}
	slices.SortFunc(out, func(x, y *ast.Ident) int { return int(x.Start - y.Start) })
	return out
}

type analysis struct {
	p      *ast.Program
	values map[*ast.Symbol]*value
	holder map[*ast.Function]*ast.Symbol // the name whose value a function is, and nothing else's
	known  map[*ast.Symbol]bool          // constants
	early  map[place]map[*ast.Function]bool
}

// value is the declaration of a variable.
type value struct {
	init   ast.Expr
	end    int32
	direct bool // it is a statement of the list of its function
}

// place is a place in the list of a function.
type place struct {
	fn *ast.Function
	at int32
}

// collect finds the declarations, and the functions that names hold.
func (a *analysis) collect() {
	direct := map[ast.Node]bool{}
	list := func(body []ast.Stmt) {
		for _, st := range body {
			if x, ok := st.(*ast.ExportDecl); ok {
				st = x.Decl
			}
			direct[st] = true
		}
	}
	list(a.p.Body)
	for _, fn := range a.p.Funcs {
		list(fn.Body)
	}
	ast.Walk(a.p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.VarDecl:
			for _, d := range n.Decls {
				id, ok := d.Target.(*ast.Ident)
				if !ok || d.Init == nil || n.Kind > ast.Const || !a.isWrittenOnce(id.Sym) || n.Kind == ast.Var && !direct[n] || id.Sym.Scope.Kind == ast.ScopeSwitch || id.Sym.Scope.Kind == ast.ScopeFor {
					continue
				}
				a.values[id.Sym] = &value{d.Init, d.End, direct[n]}
				if f, ok := d.Init.(*ast.Func); ok && direct[n] {
					a.holder[f.Fn] = id.Sym
				}
			}
		case *ast.FuncDecl:
			if id := n.Fn.Name; id != nil && id.Sym != nil && id.Sym.Kind == ast.SymFunc {
				a.holder[n.Fn] = id.Sym
			}
		}
		return true
	})
}

// isWrittenOnce reports whether a name is closed, and only its declaration writes it.
func (a *analysis) isWrittenOnce(sym *ast.Symbol) bool {
	if sym == nil || sym.DynamicReach || sym.Aliased || len(sym.Decls) != 1 || sym.Scope.Kind == ast.ScopeGlobal && !a.p.CommonJS {
		return false
	}
	writes := 0
	for _, r := range sym.Refs {
		if r.Kind&(ast.RefWrite|ast.RefInit|ast.RefDelete) != 0 {
			writes++
		}
	}
	return writes == 1
}

// isConstant reports whether a variable has a constant value at a place of the text.
func (a *analysis) isConstant(sym *ast.Symbol, at int32) bool {
	v := a.values[sym]
	if v == nil || v.end > at {
		return false
	}
	is, done := a.known[sym]
	if !done {
		is = a.constant(v.init, sym.Scope.Func)
		a.known[sym] = is
	}
	return is
}

// constant reports whether an expression in the code of a function consists of constants.
func (a *analysis) constant(x ast.Expr, in *ast.Function) bool {
	switch x := x.(type) {
	case *ast.Number, *ast.String, *ast.Bool, *ast.Null, *ast.BigInt:
		return true
	case *ast.Ident:
		if x.Sym == nil {
			return x.Name == "undefined" || x.Name == "NaN" || x.Name == "Infinity"
		}
		if !a.isConstant(x.Sym, x.Start) {
			return false
		}
		return x.Sym.Scope.Func == in || a.isSettled(x.Sym, a.values[x.Sym], in)
	case *ast.Template:
		return !slices.ContainsFunc(x.Exprs, func(e ast.Expr) bool { return !a.constant(e, in) })
	case *ast.Unary:
		return x.Op != ast.Delete && a.constant(x.X, in)
	case *ast.Binary:
		return x.Op != ast.In && x.Op != ast.InstanceOf && a.constant(x.L, in) && a.constant(x.R, in)
	case *ast.Cond:
		return a.constant(x.Test, in) && a.constant(x.Then, in) && a.constant(x.Else, in)
	}
	return false
}

// isSettled reports whether code of fn cannot run before the declaration of a constant has ended.
func (a *analysis) isSettled(sym *ast.Symbol, v *value, fn *ast.Function) bool {
	c, home := fn, sym.Scope.Func
	for c != nil && c.Parent != home {
		c = c.Parent
	}
	if c == nil {
		return false
	}
	declared := a.isDeclared(c)
	if c.Start >= v.end && !(declared && (c.Name == nil || c.Name.Sym.Scope == sym.Scope || c.Name.Sym.Kind == ast.SymFunc)) {
		return true
	}
	if !v.direct || c.Name == nil && declared {
		return false
	}
	return !a.runsEarly(place{home, v.end})[c]
}

func (a *analysis) isDeclared(fn *ast.Function) bool {
	return fn.Name != nil && fn.Name.Sym != nil && (fn.Name.Sym.Kind == ast.SymFunc || fn.Name.Sym.Kind == ast.SymBlockFunc) || fn.Name == nil && a.isDefault(fn)
}

// isDefault reports whether a function is an export default without a name.
func (a *analysis) isDefault(fn *ast.Function) bool {
	return slices.ContainsFunc(a.p.Body, func(st ast.Stmt) bool {
		x, ok := st.(*ast.ExportDefault)
		if !ok {
			return false
		}
		d, ok := x.Value.(*ast.FuncDecl)
		return ok && d.Fn == fn
	})
}

// runsEarly returns the functions of a list that may run before a place in it.
func (a *analysis) runsEarly(at place) map[*ast.Function]bool {
	if early, ok := a.early[at]; ok {
		return early
	}
	early := map[*ast.Function]bool{}
	a.early[at] = early
	var inside []*ast.Function
	for _, fn := range a.p.Funcs {
		if fn.Parent == at.fn {
			inside = append(inside, fn)
		}
	}
	quiet := a.isQuiet(at)
	for _, fn := range inside {
		sym := a.holder[fn]
		switch {
		case sym == nil:
			early[fn] = fn.Start < at.at && !quiet
		case sym.DynamicReach || sym.Aliased || sym.Exported && a.isDeclared(fn):
			early[fn] = true
		case !quiet:
			early[fn] = slices.ContainsFunc(sym.Refs, func(r ast.Ref) bool {
				return r.Func == at.fn && r.Kind&(ast.RefInit|ast.RefDecl) == 0 && r.Ident.Start < at.at
			})
		}
	}
	for again := true; again; {
		again = false
		for _, fn := range inside {
			sym := a.holder[fn]
			if early[fn] || sym == nil {
				continue
			}
			if slices.ContainsFunc(sym.Refs, func(r ast.Ref) bool {
				c := r.Func
				for c != nil && c.Parent != at.fn {
					c = c.Parent
				}
				return c != nil && early[c]
			}) {
				early[fn], again = true, true
			}
		}
	}
	return early
}

// isQuiet reports whether nothing before a place in a list runs a function.
func (a *analysis) isQuiet(at place) bool {
	body := a.p.Body
	if at.fn != nil {
		body = at.fn.Body
	}
	for _, st := range body {
		if st.Pos().Start >= at.at {
			break
		}
		if x, ok := st.(*ast.ExportDecl); ok {
			st = x.Decl
		}
		switch st := st.(type) {
		case *ast.FuncDecl, *ast.Import, *ast.ExportNamed, *ast.Empty:
		case *ast.VarDecl:
			for _, d := range st.Decls {
				_, name := d.Target.(*ast.Ident)
				_, fn := d.Init.(*ast.Func)
				if d.Start < at.at && (!name || d.Init != nil && !fn && !ast.IsLiteral(d.Init)) {
					return false
				}
			}
		case *ast.ExprStmt:
			if !st.Directive {
				return false
			}
		default:
			return false
		}
	}
	return true
}
