package blockscoping

import "github.com/sonjs/son/parse/ast"

// assignFirst reports whether statements assign a variable on each path before they use it in any other way.
// The variable is in scope only there, so a jump out of them does not matter.
func assignFirst(body []ast.Stmt, sym *ast.Symbol) bool {
	a := &assignment{sym: sym}
	a.list(body, flow{})
	return !a.used
}

// assignment is the state of a definite assignment analysis of one variable. (The Java Language Specification,
// chapter 16)
type assignment struct {
	sym      *ast.Symbol
	used     bool // where it may not be assigned
	switches int  // how many are around
	broken   bool // the innermost one is left by a break where the variable may not be assigned
}

// flow says what is known behind a statement.
type flow struct {
	assigned bool // the variable
	ends     bool // control does not get there
}

// join is what is known where two paths meet.
func (f flow) join(g flow) flow {
	return flow{assigned: (f.assigned || f.ends) && (g.assigned || g.ends), ends: f.ends && g.ends}
}

// uses records the uses of the variable in n.
func (a *assignment) uses(n ast.Node, at flow) {
	a.used = a.used || !at.assigned && !at.ends && mentions(n, a.sym)
}

func (a *assignment) list(body []ast.Stmt, at flow) flow {
	for _, st := range body {
		at = a.stmt(st, at)
	}
	return at
}

func (a *assignment) stmt(st ast.Stmt, at flow) flow {
	if at.assigned || at.ends {
		return a.assigned(st, at)
	}
	switch st := st.(type) {
	case *ast.ExprStmt:
		return flow{assigned: a.expr(st.X, at.assigned).both()}
	case *ast.VarDecl:
		for _, d := range st.Decls {
			at.assigned = a.parts(at.assigned, d.Init, d.Target)
		}
		return at
	case *ast.Block:
		return a.list(st.Body, at)
	case *ast.If:
		test := a.expr(st.Test, at.assigned)
		then, other := flow{assigned: test.yes}, flow{assigned: test.no}
		if st.Else != nil {
			other = a.stmt(st.Else, other)
		}
		return a.stmt(st.Then, then).join(other)
	case *ast.Switch:
		return a.cases(st, at)
	}
	a.uses(st, at)
	return a.assigned(st, at)
}

// assigned says what is known behind a statement that does not assign the variable, or need not.
func (a *assignment) assigned(st ast.Stmt, at flow) flow {
	switch st := st.(type) {
	case *ast.Break:
		if st.Label == "" && a.switches > 0 {
			a.broken = a.broken || !at.assigned && !at.ends
		}
		at.ends = true
	case *ast.Continue, *ast.Return, *ast.Throw:
		at.ends = true
	case *ast.Try, *ast.With, *ast.Labeled: // there may be a break in it
		a.broken = a.broken || !at.assigned && !at.ends
	}
	return at
}

// cases is stmt for a switch. Each case may be entered from the head.
func (a *assignment) cases(st *ast.Switch, at flow) flow {
	at.assigned = a.expr(st.Disc, at.assigned).both()
	broken := a.broken
	a.broken = false
	a.switches++
	end, hasDefault := flow{ends: true}, false
	for _, c := range st.Cases {
		if c.Test == nil {
			hasDefault = true
		} else {
			a.uses(c.Test, at)
		}
		end = a.list(c.Body, at.join(end))
	}
	a.switches--
	if !hasDefault || a.broken {
		end = end.join(at)
	}
	a.broken = broken
	return flow{assigned: end.assigned || end.ends} // a break may get there even if the last case does not
}

// truth says whether the variable is assigned behind an expression that is true, and behind one that is false.
type truth struct{ yes, no bool }

func (t truth) both() bool { return t.yes && t.no }

// expr records uses in x, before which the variable is assigned or not.
func (a *assignment) expr(x ast.Expr, assigned bool) truth {
	if x == nil || assigned || a.used {
		return truth{assigned, assigned}
	}
	switch x := x.(type) {
	case *ast.Assign:
		if id, ok := x.Target.(*ast.Ident); ok && id.Sym == a.sym && x.Op == ast.NoOp {
			a.expr(x.Value, false)
			return truth{true, true}
		}
	case *ast.Seq:
		for _, y := range x.Exprs[:len(x.Exprs)-1] {
			assigned = a.expr(y, assigned).both()
		}
		return a.expr(x.Exprs[len(x.Exprs)-1], assigned)
	case *ast.Cond:
		test := a.expr(x.Test, assigned)
		then, other := a.expr(x.Then, test.yes), a.expr(x.Else, test.no)
		return truth{then.yes && other.yes, then.no && other.no}
	case *ast.Unary:
		if t := a.expr(x.X, assigned); x.Op == ast.Not {
			return truth{t.no, t.yes}
		} else {
			return truth{t.both(), t.both()}
		}
	case *ast.Binary:
		return a.binary(x, assigned)
	case *ast.Call:
		if !x.Optional {
			assigned = a.parts(assigned, append([]ast.Expr{x.Callee}, x.Args...)...)
			return truth{assigned, assigned}
		}
	case *ast.New:
		assigned = a.parts(assigned, append([]ast.Expr{x.Callee}, x.Args...)...)
		return truth{assigned, assigned}
	case *ast.Array:
		assigned = a.parts(assigned, x.Elems...)
		return truth{assigned, assigned}
	}
	a.used = a.used || mentions(x, a.sym)
	return truth{}
}

// parts records uses in expressions that are evaluated one after the other, and reports whether the variable is
// assigned behind them. Those that are nil are left out.
func (a *assignment) parts(assigned bool, list ...ast.Expr) bool {
	for _, x := range list {
		assigned = a.expr(x, assigned).both()
	}
	return assigned
}

func (a *assignment) binary(x *ast.Binary, assigned bool) truth {
	left := a.expr(x.L, assigned)
	switch x.Op {
	case ast.LogicalAnd:
		right := a.expr(x.R, left.yes)
		return truth{right.yes, left.no && right.no}
	case ast.LogicalOr:
		right := a.expr(x.R, left.no)
		return truth{left.yes && right.yes, right.no}
	case ast.Nullish:
		a.expr(x.R, left.both()) // which may not be evaluated
		return truth{left.both(), left.both()}
	}
	assigned = a.expr(x.R, left.both()).both()
	return truth{assigned, assigned}
}

func mentions(n ast.Node, sym *ast.Symbol) (found bool) {
	ast.Walk(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || id.Sym == sym
		}
		return !found
	})
	return found
}
