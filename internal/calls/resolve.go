package calls

import (
	"github.com/sonjs/son/internal/pointsto"
	"github.com/sonjs/son/internal/selfhosted"
	"github.com/sonjs/son/parse/ast"
)

// resolve finds the callee of a call.
func (g *Graph) resolve(i int32) {
	s := g.Site(i)
	if s.Call.Optional {
		s.Why = whyExpression
		return
	}
	switch c := s.Call.Callee.(type) {
	case *ast.Func:
		s.Callee = c.Fn
	case *ast.Ident:
		s.Callee, s.Why = g.named(c, s)
		s.Alias = c.Sym
	case *ast.Member, *ast.Index:
		s.Why = whyMethod
		if m, ok := c.(*ast.Member); ok && g.o.Objects != nil {
			g.property(s, m)
		}
		return
	default:
		s.Why = whyExpression
	}
	if s.Callee == nil {
		return
	}
	f := &g.Functions[s.Callee.Index]
	f.Calls = append(f.Calls, i)
	for in := s.In; in != nil; in = in.Parent {
		f.SelfCalls = f.SelfCalls || in == s.Callee
	}
}

// property finds the callee of a call of a method, or of a read.
func (g *Graph) property(s *Site, c *ast.Member) {
	if isOptional(c) {
		return
	}
	var callee pointsto.Callee
	if s.Getter {
		callee, s.Why = g.o.Objects.Getter(c)
	} else {
		callee, s.Why = g.o.Objects.Method(s.Call)
	}
	if callee.Super && callee.Fn != nil && !callee.Fn.Strict {
		callee.Fn, s.Why = nil, whyMethod // it gets an object as this, whatever is passed
	}
	s.Callee = callee.Fn
	if s.Callee == nil && !s.Getter {
		s.Callee, callee.Nullish = g.hosted(s.Call)
	}
	if s.Callee == nil {
		return
	}
	s.Method, s.Nullish = true, callee.Nullish
	for in := s.In; in != nil; in = in.Parent {
		g.Functions[s.Callee.Index].SelfCalls = g.Functions[s.Callee.Index].SelfCalls || in == s.Callee
	}
}

// hosted returns the method of the library that a call runs on arrays, or nil.
func (g *Graph) hosted(call *ast.Call) (fn *ast.Function, nullish bool) {
	if g.o.Library == nil {
		return nil, false
	}
	name, nullish := g.o.Objects.ArrayMethod(call)
	if selfhosted.Callback(name, call.Args) == nil {
		return nil, false
	}
	return g.o.Library.Methods[name], nullish
}

// isOptional reports whether an expression is a part of an optional chain, behind one of its optional links.
func isOptional(x ast.Expr) bool {
	for {
		switch c := x.(type) {
		case *ast.Member:
			if c.Optional {
				return true
			}
			x = c.Obj
		case *ast.Index:
			if c.Optional {
				return true
			}
			x = c.Obj
		case *ast.Call:
			if c.Optional {
				return true
			}
			x = c.Callee
		default:
			return false
		}
	}
}

// Named returns the function that a name is where it is an argument of a call, or nil, and the assumptions that it
// takes, as Site.Assumed and Site.Open.
func (g *Graph) Named(id *ast.Ident, s *Site) (fn *ast.Function, assumed, open bool) {
	at := *s
	at.Assumed, at.Open = false, false
	fn, _ = g.named(id, &at)
	return fn, at.Assumed, at.Open
}

// named returns the function that a name is at a call, or why that is not known.
func (g *Graph) named(id *ast.Ident, s *Site) (*ast.Function, string) {
	sym := id.Sym
	switch {
	case sym == nil:
		return nil, whyUndeclared
	case sym.DynamicReach || sym.Aliased:
		return nil, whyDynamic
	case sym.Scope.Kind == ast.ScopeGlobal && !g.p.CommonJS && sym.Kind != ast.SymConst:
		if !g.o.ClosedWorld {
			return nil, whyOpen
		}
		s.Open = true
	}
	switch sym.Kind {
	case ast.SymImport:
		return nil, whyImported
	case ast.SymParam, ast.SymCatch, ast.SymArguments:
		return nil, whyParameter
	case ast.SymClass, ast.SymClassName:
		return nil, whyClass
	case ast.SymFuncName: // immutable, and there from the beginning
		return sym.Scope.Func, ""
	}
	a, ok := g.alias[sym]
	switch {
	case !ok && len(sym.Refs) > 0 && sym.Assigns > 1:
		return nil, whyAssigned
	case !ok:
		return nil, whyNoFunction
	case g.hasValue(id, sym, a, s):
	case g.o.NoTDZ && sym.Kind.Lexical() && s.In != sym.Scope.Func:
		s.Assumed = true
	default:
		return nil, whyEarly
	}
	return a.fn, ""
}

// hasValue reports whether an alias has its value wherever control reaches a call.
func (g *Graph) hasValue(id *ast.Ident, sym *ast.Symbol, a alias, s *Site) bool {
	home := sym.Scope.Func
	if a.end == 0 {
		return true // its block, function or module begins with it
	}
	if s.In == home { // the same activation: the text before a statement of a list has run
		return id.Start >= a.end && (a.direct || isBlockOwn(sym))
	}
	if a.direct && g.o.Lists.List(home).SettledAt(a.end, s.In, id.Start) {
		return true
	}
	// A function that is made after the declaration, in the same block.
	made := s.In
	for made.Parent != home {
		made = made.Parent
	}
	return isBlockOwn(sym) && made.Start >= a.end && !g.isDeclared(made)
}

// isBlockOwn reports whether a variable belongs to a list of statements that control enters only at
// its beginning: not to the cases of a switch, and not to a whole function.
func isBlockOwn(sym *ast.Symbol) bool {
	if sym.Kind != ast.SymLet && sym.Kind != ast.SymConst {
		return false
	}
	switch sym.Scope.Kind {
	case ast.ScopeBlock, ast.ScopeFunc, ast.ScopeFuncBody, ast.ScopeModule, ast.ScopeGlobal:
		return true
	}
	return false
}

// isDeclared reports whether a function is declared: it may be there before the text reaches it.
func (g *Graph) isDeclared(fn *ast.Function) bool {
	if fn.Name == nil || fn.Name.Sym == nil {
		return fn.Kind == ast.FuncNormal && fn.Parent == nil // export default may declare it
	}
	return fn.Name.Sym.Kind != ast.SymFuncName
}

// expose finds out which functions others may have.
func (g *Graph) expose() {
	for i := range g.Functions {
		g.Functions[i].Exposed = exposedUnnamed
	}
	for _, s := range g.Sites.All() {
		if f, ok := s.Call.Callee.(*ast.Func); ok && !s.Call.Optional {
			g.Functions[f.Fn.Index].Exposed = ""
		}
	}
	for sym, a := range g.alias {
		g.Functions[a.fn.Index].Exposed = g.exposed(sym)
	}
	for i, fn := range g.p.Funcs {
		f := &g.Functions[i]
		if f.Exposed != "" {
			continue
		}
		if fn.SelfScope != nil {
			for _, sym := range fn.SelfScope.Symbols {
				f.Exposed = g.exposed(sym)
			}
		}
		switch {
		case fn.Strict:
		case fn.Uses&ast.UsesArguments != 0:
			f.Exposed = exposedSelf
		case g.AsksCallers:
			f.Exposed = exposedAsked
		}
	}
}

// exposed returns why others may have the function of an alias, or "".
func (g *Graph) exposed(sym *ast.Symbol) string {
	switch {
	case sym.Exported:
		return exposedExported
	case sym.DynamicReach || sym.Aliased:
		return exposedDynamic
	case sym.Scope.Kind == ast.ScopeGlobal && !g.p.CommonJS:
		return exposedOpen
	}
	calls := 0
	for _, r := range sym.Refs {
		switch {
		case r.Kind&ast.RefInit != 0:
		case r.Kind == ast.RefRead|ast.RefCall:
			calls++
		case r.Kind&ast.RefTypeof != 0:
		default:
			return exposedValue
		}
	}
	if fn := sym.Scope.Func; sym.Kind == ast.SymFuncName {
		if calls > g.callsBy(fn, sym) {
			return exposedValue
		}
		return ""
	}
	if calls > g.callsBy(g.alias[sym].fn, sym) {
		return exposedEarly
	}
	return ""
}

// callsBy counts the known calls of a function through one of its names.
func (g *Graph) callsBy(fn *ast.Function, sym *ast.Symbol) (n int) {
	for _, i := range g.Functions[fn.Index].Calls {
		if g.Site(i).Alias == sym {
			n++
		}
	}
	return n
}
