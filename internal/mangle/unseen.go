package mangle

import "github.com/sonjs/son/parse/ast"

// unseen are the functions whose names nobody can read, because all that is ever done with the functions is
// that they are called, tested and compared, and they cannot get hold of themselves.
//
//	function half(x) { return x / 2 }      // half.name appears nowhere
//	function third(x) { return x / 3 }     // nor third.name
//	function call(f, x) { return f(x) }
//	export const area = (a, b, thin) => { const part = thin ? third : half; return call(part, a * b) };
//
// A function gets hold of itself by its own name, or by arguments.callee in sloppy code. Its caller
// may be found in f.caller, which no standard has.
//
// The analysis knows which variables get the value of which, whenever that is, and parameters of
// functions that are called by name. A variable leaks if its value is used otherwise, or if one that gets its value leaks.
type unseen struct {
	p *ast.Program
	// funcs are the functions, by the symbol from which they have their names.
	funcs map[*ast.Symbol][]*ast.Function
	// from are the variables whose values a variable gets.
	from map[*ast.Symbol][]*ast.Symbol
	// leaks are the variables whose values may be used in other ways.
	leaks map[*ast.Symbol]bool
	// exported is the statement that stands for the exported value in export default x.
	exported ast.Stmt
	// sinks say what becomes of the value of an expression: anything, if it has none.
	sinks map[ast.Expr]*sink
}

// sink is what becomes of a value: it is called, tested or dropped, and these variables get it; or
// anything.
type sink struct {
	to       []*ast.Symbol
	anything bool
}

// dropped is the sink of values that nobody gets.
var dropped = &sink{}

// findUnseen surveys a program.
func findUnseen(p *ast.Program) *unseen {
	u := &unseen{p: p, funcs: map[*ast.Symbol][]*ast.Function{}, from: map[*ast.Symbol][]*ast.Symbol{}, leaks: map[*ast.Symbol]bool{}, sinks: map[ast.Expr]*sink{}}
	ast.Walk(p, func(n ast.Node) bool {
		u.name(n)
		return true
	})
	ast.Walk(p, func(n ast.Node) bool {
		u.visit(n)
		return true
	})
	var leaking []*ast.Symbol
	for sym := range u.leaks {
		leaking = append(leaking, sym)
	}
	for len(leaking) > 0 {
		sym := leaking[len(leaking)-1]
		leaking = leaking[:len(leaking)-1]
		for _, from := range u.from[sym] {
			if !u.leaks[from] {
				u.leaks[from] = true
				leaking = append(leaking, from)
			}
		}
	}
	return u
}

// name notes functions that a node names.
func (u *unseen) name(n ast.Node) {
	switch n := n.(type) {
	case *ast.Function:
		if n.Name != nil && n.Name.Sym != nil && (n.Name.Sym.Kind == ast.SymFunc || n.Name.Sym.Kind == ast.SymFuncName) {
			u.named(n.Name, n)
		}
	case *ast.Declarator:
		u.names(n.Target, n.Init)
	case *ast.Assign:
		u.names(n.Target, n.Value)
	case *ast.Default:
		u.names(n.Target, n.Value)
	}
}

// names notes the function that a target gets.
func (u *unseen) names(target, value ast.Expr) {
	if f, ok := value.(*ast.Func); ok && f.Fn.Name == nil {
		if id, ok := target.(*ast.Ident); ok {
			u.named(id, f.Fn)
		}
	}
}

func (u *unseen) named(id *ast.Ident, fn *ast.Function) {
	if id.Sym != nil {
		u.funcs[id.Sym] = append(u.funcs[id.Sym], fn)
	}
}

// visit notes what becomes of the values of the parts of a node.
func (u *unseen) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		u.reach(n.Sym, u.sinkOf(n))
	case *ast.Func:
		if id := n.Fn.Name; id != nil {
			u.reach(id.Sym, u.sinkOf(n))
		}
	case *ast.ClassExpr:
		for _, sym := range u.sinkOf(n).to { // it may get its name from there
			u.leaks[sym] = true
		}
	case *ast.Function:
		u.declared(n)
	case *ast.Cond:
		u.drop(n.Test)
		s := u.sinkOf(n)
		u.sinks[n.Then], u.sinks[n.Else] = s, s
	case *ast.Binary:
		switch n.Op {
		case ast.LogicalAnd: // no function is falsy
			u.drop(n.L)
			u.sinks[n.R] = u.sinkOf(n)
		case ast.LogicalOr, ast.Nullish:
			s := u.sinkOf(n)
			u.sinks[n.L], u.sinks[n.R] = s, s
		case ast.StrictEq, ast.StrictNe:
			u.drop(n.L, n.R)
		}
	case *ast.Seq:
		last := len(n.Exprs) - 1
		u.drop(n.Exprs[:last]...)
		u.sinks[n.Exprs[last]] = u.sinkOf(n)
	case *ast.Unary:
		if n.Op == ast.Not || n.Op == ast.Typeof || n.Op == ast.Void {
			u.drop(n.X)
		}
	case *ast.Assign:
		if id, ok := n.Target.(*ast.Ident); ok && (n.Op == ast.NoOp || n.Op.Logical()) {
			u.drop(id)
			u.sinks[n.Value] = u.sinkOf(n).and(id.Sym)
		}
	case *ast.Declarator:
		u.gets(n.Target, n.Init)
	case *ast.Default:
		u.gets(n.Target, n.Value)
	case *ast.Call:
		u.call(n)
	case *ast.ExportDefault:
		u.exported = n.Value
	case *ast.ExprStmt:
		if n != u.exported {
			u.drop(n.X)
		}
	case *ast.If:
		u.drop(n.Test)
	case *ast.While:
		u.drop(n.Test)
	case *ast.DoWhile:
		u.drop(n.Test)
	case *ast.For:
		u.drop(n.Test, n.Update)
	case *ast.Switch:
		u.drop(n.Disc)
	case *ast.Case:
		u.drop(n.Test)
	}
}

// drop notes that nobody gets the values of expressions, some of which may be nil.
func (u *unseen) drop(list ...ast.Expr) {
	for _, x := range list {
		if x != nil {
			u.sinks[x] = dropped
		}
	}
}

// gets notes that a variable gets a value, if the target is one.
func (u *unseen) gets(target, value ast.Expr) {
	if id, ok := target.(*ast.Ident); ok {
		u.drop(id)
		if value != nil {
			u.sinks[value] = dropped.and(id.Sym)
		}
	}
}

// anything is what becomes of values of which nothing is known.
var anything = &sink{anything: true}

func (u *unseen) sinkOf(x ast.Expr) *sink {
	if s := u.sinks[x]; s != nil {
		return s
	}
	return anything
}

// and returns the sink of a value that another variable gets, too.
func (s *sink) and(sym *ast.Symbol) *sink {
	if sym == nil {
		return anything
	}
	return &sink{append(s.to[:len(s.to):len(s.to)], sym), s.anything}
}

// reach notes what becomes of the value of a variable.
func (u *unseen) reach(sym *ast.Symbol, s *sink) {
	if sym == nil {
		return
	}
	if s.anything || sym.Exported || sym.Aliased || isFixed(u.p, sym) {
		u.leaks[sym] = true
	}
	for _, to := range s.to {
		u.from[to] = append(u.from[to], sym)
	}
}

// declared notes that the names that a function declares are no uses of them, and which of its parameters
// anybody may read.
func (u *unseen) declared(fn *ast.Function) {
	if fn.Name != nil {
		u.drop(fn.Name)
	}
	if fn.BodyScope != nil {
		for _, sym := range fn.BodyScope.Symbols {
			u.reach(fn.Scope.Lookup(sym.Name), dropped.and(sym)) // a parameter initializes a variable of its name
		}
	}
	for _, x := range fn.Params {
		id, ok := x.(*ast.Ident)
		if d, isDefault := x.(*ast.Default); isDefault {
			id, ok = d.Target.(*ast.Ident)
		}
		if !ok {
			continue
		}
		u.drop(id)
		if fn.Uses&ast.UsesArguments != 0 && id.Sym != nil {
			u.leaks[id.Sym] = true
		}
	}
}

// call notes that a callee is called, and which parameters get the arguments.
func (u *unseen) call(n *ast.Call) {
	var fn *ast.Function
	switch f := n.Callee.(type) {
	case *ast.Ident:
		u.drop(f)
		fn = u.callee(f)
	case *ast.Func:
		u.drop(f)
		fn = f.Fn
	case *ast.Cond, *ast.Seq, *ast.Binary:
		u.drop(f)
	}
	if fn == nil {
		return
	}
	for i, x := range n.Args {
		if i >= len(fn.Params) {
			return
		}
		target := fn.Params[i]
		if d, ok := target.(*ast.Default); ok {
			target = d.Target
		}
		id, ok := target.(*ast.Ident)
		if _, spread := x.(*ast.Spread); spread || !ok {
			return
		}
		u.sinks[x] = dropped.and(id.Sym)
	}
}

// callee returns the function that a name always stands for, if it has a value; or nil.
func (u *unseen) callee(id *ast.Ident) *ast.Function {
	sym := id.Sym
	if sym == nil || sym.Assigns > 1 || len(sym.Decls) != 1 || sym.DynamicReach || isFixed(u.p, sym) {
		return nil
	}
	switch sym.Kind {
	case ast.SymFunc, ast.SymVar, ast.SymLet, ast.SymConst:
	default:
		return nil
	}
	if list := u.funcs[sym]; len(list) == 1 {
		return list[0]
	}
	return nil
}

// has reports whether nobody can read the name that a function has from a symbol.
func (u *unseen) has(sym *ast.Symbol) bool {
	if u == nil || sym == nil || len(u.funcs[sym]) == 0 || u.leaks[sym] || sym.Exported || isFixed(u.p, sym) {
		return false
	}
	for _, fn := range u.funcs[sym] {
		if !fn.Strict && fn.Uses&ast.UsesArguments != 0 {
			return false
		}
	}
	return true
}
