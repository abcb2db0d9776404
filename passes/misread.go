package passes

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// esbuild assumes of programs that
//
//   - nothing is referenced in its TDZ, so that a reference whose value is unused may be
//     removed: `x; let x = 1` does not throw any more, and neither does `(() => x)()`, nor
//     `x || 1 ? f() : g()`;
//   - a labelled function is declared where it stands, not hoisted;
//   - the variable of a function in a block gets it where the block begins, not where the
//     function stands: `{ f(); function g() {} }` assigns g although f throws; and that the
//     variable also exists beside a parameter of the same name, and in the strict code of a
//     class;
//   - a case references no variable that another one declares, so that a switch of one or
//     two cases may become an if, with a block for each;
//   - unreachable code after a jump declares nothing that is referenced before the jump;
//   - a loop's body declares nothing that its first test references: that test may become the
//     loop's own;
//   - a call of a function with an empty body does nothing: `function f(a = g()) {}`;
//   - __proto__ in an object literal is an ordinary property name;
//   - a directive may contain escapes;
//   - a with does not see a var inside of it that is also a parameter, and which may get
//     another name: no program with a with is given to it.
//
// And it turns a computed key that is a string into a plain one, which V8 takes for a private
// name if the string is "#constructor".
//
// The first is rare in son's output, which omits such a reference where it cannot throw. A
// program that violates one of these assumptions is not given to esbuild.

// isMisread reports whether esbuild might change what this code does, or take very long.
func (w *work) isMisread(code string) bool {
	p, _ := parse.Parse(code, parse.Options{Path: w.o.Path, Type: w.goal()})
	if p == nil {
		return false // esbuild rejects it, too
	}
	if isSlow(p, 0) {
		return true
	}
	m := &misread{p: p, found: isEscaped(p.Directives), known: map[*ast.Symbol]truth{}}
	ast.Walk(p, func(n ast.Node) bool {
		if d, ok := n.(*ast.Declarator); ok && d.Init != nil {
			if id, ok := d.Target.(*ast.Ident); ok && id.Sym != nil && id.Sym.Assigns <= 1 {
				if v := m.truth(d.Init); v != unknown {
					m.known[id.Sym] = v
				}
			}
		}
		return true
	})
	m.truths = map[ast.Expr]truth{}
	ast.Walk(p, m.visit)
	return m.found
}

type misread struct {
	p      *ast.Program
	target ast.Stmt              // the left side of in or of, which is no statement
	known  map[*ast.Symbol]truth // variables with a single literal value, which esbuild may inline
	found  bool
	// truths has the outcomes of tests found so far, once known is complete: each part of a chain
	// of n operators is a test, too.
	truths map[ast.Expr]truth
}

func (m *misread) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ForIn:
		m.target = n.Left
	case *ast.ForOf:
		m.target = n.Left
	case *ast.ExprStmt:
		if m.target != n {
			m.idle(n.X)
		}
	case *ast.Seq:
		for _, x := range n.Exprs[:len(n.Exprs)-1] {
			m.idle(x)
		}
	case *ast.Unary:
		switch n.Op {
		case ast.Void:
			m.idle(n.X)
		case ast.Not:
			m.decided(n.X)
		}
	case *ast.Binary:
		if n.Op.Logical() {
			m.decided(n.L)
		}
	case *ast.For:
		if x, ok := n.Init.(*ast.ExprStmt); ok {
			m.idle(x.X)
		}
		m.idle(n.Update)
		m.decided(n.Test)
		m.firstTest(n.Body)
	case *ast.While:
		m.decided(n.Test)
		m.firstTest(n.Body)
	case *ast.DoWhile:
		m.decided(n.Test)
	case *ast.If:
		m.decided(n.Test)
		m.functions([]ast.Stmt{n.Then, n.Else})
		if isEmpty(n.Then) && isEmpty(n.Else) {
			m.idle(n.Test)
		}
	case *ast.Cond:
		m.decided(n.Test)
		if ast.Equal(n.Then, n.Else) {
			m.idle(n.Test)
		}
	case *ast.With:
		m.found = true
	case *ast.Labeled:
		m.found = m.found || isFunction(n.Body)
	case *ast.Function:
		m.afterJump(n.Body)
		m.found = m.found || isEscaped(n.Directives)
	case *ast.FuncDecl:
		m.found = m.found || mayBeEmpty(n.Fn) && slices.ContainsFunc(n.Fn.Params, runsCode)
	case *ast.Case:
		m.afterJump(n.Body)
	case *ast.Block:
		m.functions(n.Body)
		m.afterJump(n.Body)
	case *ast.Switch:
		m.cases(n)
	case *ast.ClassMember:
		key, text := n.Key.(*ast.String)
		m.found = m.found || n.Computed && text && key.Value == "#constructor"
	}
	return !m.found
}

// decided looks at a test whose outcome may be known: then its value is unused.
func (m *misread) decided(test ast.Expr) {
	if test != nil && m.truth(test) != unknown {
		m.idle(test)
	}
}

// idle looks at an expression whose value is unused, and reports whether all of it may be
// removed. Code that may have effects stays, and so does a test that decides whether it runs.
func (m *misread) idle(n ast.Node) (removable bool) {
	switch n := n.(type) {
	case nil:
		return true
	case *ast.Call:
		f, ok := n.Callee.(*ast.Func)
		if !ok || f.Fn.Async || f.Fn.Generator || !m.called(f.Fn) {
			return false
		}
		removable = true
		for _, x := range n.Args {
			removable = m.idle(x) && removable
		}
		return removable
	case *ast.New, *ast.Member, *ast.Index, *ast.Chain, *ast.Assign, *ast.Update, *ast.Yield, *ast.Await,
		*ast.TaggedTemplate, *ast.ImportCall, *ast.Func:
		return false
	case *ast.ClassExpr: // its superclass may be uninitialized, or its own name
		m.found = true
		return true
	case *ast.This: // before super()
		m.found = true
		return true
	case *ast.Ident:
		if n.Sym == nil {
			return false
		}
		m.found = m.found || n.Sym.Kind.Lexical() || n.Sym.Kind == ast.SymImport || isParameterEarly(n)
		return true
	case *ast.Binary:
		if n.Op.Logical() {
			return m.idle(n.R) && m.idle(n.L)
		}
	case *ast.Cond:
		then, other := m.idle(n.Then), m.idle(n.Else)
		return then && other && m.idle(n.Test)
	}
	removable = true
	ast.Children(n, func(c ast.Node) { removable = m.idle(c) && removable })
	return removable
}

// called looks at a function expression that is called on the spot and only returns a value:
// the call may be removed, and with it whatever is unused of the value.
func (m *misread) called(fn *ast.Function) (removable bool) {
	x := fn.ExprBody
	if len(fn.Body) == 1 {
		switch st := fn.Body[0].(type) {
		case *ast.Return:
			x = st.X
		case *ast.ExprStmt:
			x = st.X
		}
	}
	return m.idle(x) && len(fn.Body) <= 1
}

// functions looks at those of a block. A statement before one may leave the block, or reference
// its variable, before the variable gets the function; and a parameter of the same name
// suppresses that variable. The names that wrap a CommonJS file are such parameters.
func (m *misread) functions(list []ast.Stmt) {
	late := false
	for _, st := range list {
		d, ok := st.(*ast.FuncDecl)
		if !ok {
			late = true
			continue
		}
		if id := d.Fn.Name; id != nil && id.Sym != nil {
			m.found = m.found || late && m.isSeen(id.Sym.AnnexB) || m.p.CommonJS && parse.IsWrapperName(id.Name) || isBesideParameter(id.Sym) || m.isStrictByClass(id.Sym.Scope.Func)
		}
	}
}

// isBesideParameter reports whether a function in a block has the name of a parameter of the
// function or catch around it, or the name arguments: its variable is not that one.
func isBesideParameter(sym *ast.Symbol) bool {
	fn := sym.Scope.Func
	if fn != nil && fn.Strict || sym.Kind != ast.SymBlockFunc {
		return false
	}
	if sym.Name == "arguments" {
		return true
	}
	for s := sym.Scope.Parent; s != nil && s.Func == fn; s = s.Parent {
		if around := s.Lookup(sym.Name); around != nil {
			return around != sym.AnnexB && (around.Kind == ast.SymParam || around.Kind == ast.SymCatch)
		}
	}
	return false
}

// isStrictByClass reports whether code is strict because it is in a class, rather than by a
// directive or because it is a module.
func (m *misread) isStrictByClass(fn *ast.Function) bool {
	if fn == nil || !fn.Strict || m.p.Strict {
		return false
	}
	for ; fn != nil; fn = fn.Parent {
		if slices.Contains(fn.Directives, "use strict") {
			return false
		}
	}
	return true
}

// cases looks at the cases of a switch. One without effects may be removed, and a function that
// one declares is in scope in all of them.
func (m *misread) cases(s *ast.Switch) {
	m.found = m.found || isIf(s) && sharesVariables(s)
	does := false
	for _, c := range s.Cases {
		for _, st := range c.Body {
			_, leaves := st.(*ast.Break)
			does = does || !leaves && !isEmpty(st)
			m.found = m.found || isFunction(st)
		}
	}
	if !does {
		m.idle(s.Disc)
		for _, c := range s.Cases {
			m.idle(c.Test)
		}
	}
}

// afterJump looks for declarations in unreachable statements of a list: such a declaration may
// be removed, and then the name refers to another variable, or a global.
func (m *misread) afterJump(list []ast.Stmt) {
	jumped := false
	for _, st := range list {
		jumped = jumped || leaves(st)
		switch st := st.(type) {
		case *ast.ClassDecl:
			m.found = m.found || jumped && isReferenced(st.Class.Name)
		case *ast.VarDecl:
			for _, d := range st.Decls {
				ast.Walk(d.Target, func(n ast.Node) bool {
					id, ok := n.(*ast.Ident)
					m.found = m.found || ok && jumped && st.Kind != ast.Var && isReferenced(id)
					return !m.found
				})
			}
		}
	}
}

// firstTest looks at the test with which a loop's body begins, and at the expressions before
// it: in the loop's head the body's variables are not in scope.
func (m *misread) firstTest(body ast.Stmt) {
	b, ok := body.(*ast.Block)
	if !ok {
		return
	}
	var head []ast.Expr
	for _, st := range b.Body {
		switch st := st.(type) {
		case *ast.ExprStmt:
			head = append(head, st.X)
			continue
		case *ast.If:
			for _, x := range append(head, st.Test) {
				ast.Walk(x, func(n ast.Node) bool {
					id, ok := n.(*ast.Ident)
					m.found = m.found || ok && id.Sym != nil && id.Sym.Kind.Lexical() && declares(b.Body, id.Sym)
					return !m.found
				})
			}
		}
		return
	}
}

// declares reports whether a list declares a let, const or class.
func declares(list []ast.Stmt, sym *ast.Symbol) bool {
	return slices.ContainsFunc(list, func(st ast.Stmt) bool {
		switch st := st.(type) {
		case *ast.ClassDecl:
			return st.Class.Name != nil && st.Class.Name.Sym == sym
		case *ast.VarDecl:
			found := false
			for _, d := range st.Decls {
				ast.Walk(d.Target, func(n ast.Node) bool {
					id, ok := n.(*ast.Ident)
					found = found || ok && id.Sym == sym
					return !found
				})
			}
			return found && st.Kind != ast.Var
		}
		return false
	})
}

// leaves reports whether it is syntactically clear that control never passes a statement.
func leaves(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.Return, *ast.Throw, *ast.Break, *ast.Continue:
		return true
	case *ast.If:
		return st.Else != nil && leaves(st.Then) && leaves(st.Else)
	case *ast.Block:
		return slices.ContainsFunc(st.Body, leaves)
	case *ast.Labeled:
		return leaves(st.Body)
	case *ast.Try:
		return st.Finally != nil && leaves(st.Finally) || leaves(st.Block) && (st.Handler == nil || leaves(st.Handler))
	}
	return false
}

// isEscaped reports whether one of the strings, which would be a directive, is written with
// escapes.
func isEscaped(directives []string) bool {
	return slices.ContainsFunc(directives, func(d string) bool { return strings.Contains(d, `\`) })
}

// mayBeEmpty reports whether esbuild might reduce a function's body to nothing.
func mayBeEmpty(fn *ast.Function) bool { return !slices.ContainsFunc(fn.Body, stays) }

// stays reports whether part of a statement certainly stays.
func stays(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.Throw, *ast.ForOf, *ast.ForIn:
		return true
	case *ast.Return:
		return st.X != nil
	case *ast.ExprStmt:
		return isDone(st.X)
	case *ast.VarDecl:
		return slices.ContainsFunc(st.Decls, func(d *ast.Declarator) bool { return isDone(d.Init) })
	case *ast.Block:
		return slices.ContainsFunc(st.Body, stays)
	case *ast.Labeled:
		return stays(st.Body)
	case *ast.Try:
		return stays(st.Block)
	case *ast.If:
		return !isKnown(st.Test) && (stays(st.Then) || stays(st.Else))
	case *ast.While:
		return !isKnown(st.Test) && stays(st.Body)
	case *ast.For:
		return st.Test != nil && !isKnown(st.Test) && stays(st.Body)
	case *ast.Switch:
		return !isKnown(st.Disc) && slices.ContainsFunc(st.Cases, func(c *ast.Case) bool { return slices.ContainsFunc(c.Body, stays) })
	}
	return false
}

// isDone reports whether an expression is certainly evaluated for its effects.
func isDone(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Assign, *ast.Update, *ast.Await, *ast.Yield:
		return true
	case *ast.Call:
		_, fn := x.Callee.(*ast.Func)
		return !fn
	}
	return false
}

// runsCode reports whether the default value of a parameter may run code, or read an
// uninitialized variable.
func runsCode(x ast.Expr) bool {
	d, ok := x.(*ast.Default)
	if !ok {
		return false
	}
	switch v := d.Value.(type) {
	case *ast.Bool, *ast.Number, *ast.String, *ast.BigInt, *ast.RegExp, *ast.Func:
		return false
	case *ast.Array:
		return len(v.Elems) > 0
	case *ast.Object:
		return len(v.Props) > 0
	}
	return true
}

// isReferenced reports whether a declared name is also referenced elsewhere.
func isReferenced(id *ast.Ident) bool {
	return id.Sym != nil && (id.Sym.DynamicReach || slices.ContainsFunc(id.Sym.Refs, func(r ast.Ref) bool { return r.Ident != id }))
}

// isIf reports whether a switch might be written as an if: it has at most two bodies, or the
// value it tests is known, so that unreachable bodies are removed.
func isIf(s *ast.Switch) bool {
	bodies := 0
	for _, c := range s.Cases {
		if len(c.Body) > 0 {
			bodies++
		}
	}
	return bodies <= 2 || isKnown(s.Disc)
}

// isKnown reports whether esbuild may know the value of an expression: it inlines the value of
// a const.
func isKnown(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		return n.Sym == nil || n.Sym.Kind == ast.SymConst
	case *ast.Call, *ast.New, *ast.Assign, *ast.Update, *ast.Yield, *ast.Await:
		return false
	}
	known := true
	ast.Children(n, func(c ast.Node) { known = known && isKnown(c) })
	return known
}

// sharesVariables reports whether a case, or a test, references a variable that another case of
// the switch declares.
func sharesVariables(s *ast.Switch) bool {
	if s.Scope == nil {
		return false
	}
	for _, v := range s.Scope.Symbols {
		i := slices.IndexFunc(s.Cases, func(c *ast.Case) bool { return len(c.Body) > 0 && c.Body[len(c.Body)-1].Pos().End >= v.Decls[0].End })
		body := s.Cases[i].Body
		start, end := body[0].Pos().Start, body[len(body)-1].Pos().End
		if v.DynamicReach || v.Refs[0].Ident.Start < start || v.Refs[len(v.Refs)-1].Ident.End > end {
			return true
		}
	}
	return false
}

// isSeen reports whether anything references the variable of a function in a block.
func (m *misread) isSeen(v *ast.Symbol) bool {
	return v != nil && (len(v.Refs) > 0 || v.DynamicReach || v.Scope == m.p.Scope && m.p.Type == ast.Script)
}

// isParameterEarly reports whether a name refers to a parameter while the parameters of its
// function are being initialized.
func isParameterEarly(id *ast.Ident) bool {
	fn := id.Sym.Scope.Func
	return id.Sym.Kind == ast.SymParam && fn != nil && fn.ParamsSpan.Start <= id.Start && id.End <= fn.ParamsSpan.End
}

func isFunction(st ast.Stmt) bool {
	_, ok := st.(*ast.FuncDecl)
	return ok
}

// isEmpty reports whether a statement has no effect, as far as its syntax tells.
func isEmpty(st ast.Stmt) bool {
	switch st := st.(type) {
	case nil, *ast.Empty, *ast.FuncDecl:
		return true
	case *ast.Block:
		return !slices.ContainsFunc(st.Body, func(st ast.Stmt) bool { return !isEmpty(st) })
	case *ast.Labeled:
		return isEmpty(st.Body)
	case *ast.If:
		return isEmpty(st.Then) && isEmpty(st.Else)
	case *ast.Try:
		return isEmpty(st.Block) && (st.Finally == nil || isEmpty(st.Finally))
	case *ast.ExprStmt:
		return isIdle(st.X)
	case *ast.VarDecl:
		return !slices.ContainsFunc(st.Decls, func(d *ast.Declarator) bool { return d.Init != nil && !isIdle(d.Init) })
	}
	return false
}

// isIdle reports whether an expression might be removed where its value is unused.
func isIdle(x ast.Node) bool {
	switch x := x.(type) {
	case *ast.New, *ast.Member, *ast.Index, *ast.Chain, *ast.Assign, *ast.Update, *ast.Yield, *ast.Await, *ast.TaggedTemplate, *ast.ImportCall:
		return false
	case *ast.Func, *ast.ClassExpr:
		return true
	case *ast.Call:
		if _, ok := x.Callee.(*ast.Func); !ok {
			return false
		}
	case *ast.Unary:
		if x.Op == ast.Delete {
			return false
		}
	}
	idle := true
	ast.Children(x, func(c ast.Node) { idle = idle && isIdle(c) })
	return idle
}
