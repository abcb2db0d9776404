package parse

import "github.com/sonjs/son/parse/ast"

// hoistBlockFunction gives a function declared in a block of sloppy code the
// additional var that old programs rely on (B.3.3):
//
//	{ function f() {} }   // also means: var f; { let f = …; outer f = f }
//	f();
//
// It must not do so if a var in its place would clash with a lexical declaration
// around it, nor if f is a parameter, including those of CommonJS's wrapper. A
// simple catch parameter is no obstacle. `arguments` stays the arguments object.
//
// All scopes are complete when this runs, and no reference is bound yet.
func (a *analysis) hoistBlockFunction(e *event) {
	if e.flags&hoistable == 0 {
		return
	}
	sym := a.bound[e.name]
	if sym.Kind != ast.SymBlockFunc || sym.Scope != a.at || sym.AnnexB != nil {
		return // a clash that was reported, or done already
	}
	f := a.at.Func
	if e.name == a.arguments && f != nil || f == nil && a.prog.CommonJS && IsWrapperName(sym.Name) {
		return
	}
	vars := a.varsOf(f)
	last := sym
	for s := a.shadowed[sym.ID]; s != nil; s = a.shadowed[s.ID] {
		if s.Scope == vars {
			p := a.shadowed[s.ID]
			isParam := p != nil && p.Kind == ast.SymParam && p.Scope.Func == f
			if (s.Kind == ast.SymVar || s.Kind == ast.SymFunc) && !isParam {
				sym.AnnexB = s
			}
			return
		}
		if s.Kind == ast.SymParam && s.Scope.Func == f {
			return
		}
		if !a.between(s, vars) {
			break
		}
		if !a.simpleCatch(s) {
			return
		}
		s = a.lastCatch(s)
		last = s
	}
	sym.AnnexB = a.insert(vars, sym.Name, ast.SymVar, last)
}
