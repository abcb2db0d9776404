package passes

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// esbuild supposes of programs that
//
//   - nothing is mentioned in its dead zone, so that a mention whose value nobody wants
//     may go: `x; let x = 1` does not throw any more, and neither does `(() => x)()`, nor
//     `x || 1 ? f() : g()`;
//   - a function behind a label is declared where it stands, not above;
//   - the variable of a function in a block has it from where the block begins, not from
//     where the function stands: `{ f(); function g() {} }` assigns g although f throws; and
//     there is such a variable beside a parameter of the name, too, and in the strict code
//     of a class;
//   - a case mentions no variable that another one declares, so that a switch of one or
//     two cases may become an if, with a block for each;
//   - what stands behind a jump declares nothing that is mentioned in front of it;
//   - nor does a loop's body declare what its first test mentions, which may become the
//     loop's own;
//   - to call a function with an empty body does nothing: `function f(a = g()) {}`;
//   - what is __proto__ in an object literal gets that name;
//   - a directive is one with escapes in it, too;
//   - a var inside of a with that is a parameter, too, is not seen by the with, and may get
//     another name: no with is given to it.
//
// And a computed key that is a text gets plain, which V8 takes for a private name if the
// text is "#constructor".
//
// The first is rare in what comes out of son, which leaves out such a mention where it
// cannot throw. A program that has one of these is not given to esbuild.

// isMisread reports whether esbuild might make another program of this code, or take very
// long.
func (w *work) isMisread(code string) bool {
	p, _ := parse.Parse(code, parse.Options{Path: w.o.Path, Type: w.goal()})
	if p == nil {
		return false // esbuild says so, too
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
	ast.Walk(p, m.visit)
	return m.found
}

type misread struct {
	p      *ast.Program
	target ast.Stmt              // left of in or of, which is no statement
	known  map[*ast.Symbol]truth // of variables of one value that is spelled out, which it may put in their place
	found  bool
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
		m.behindJump(n.Body)
		m.found = m.found || isEscaped(n.Directives)
	case *ast.FuncDecl:
		m.found = m.found || mayBeEmpty(n.Fn) && slices.ContainsFunc(n.Fn.Params, runsCode)
	case *ast.Case:
		m.behindJump(n.Body)
	case *ast.Block:
		m.functions(n.Body)
		m.behindJump(n.Body)
	case *ast.Switch:
		m.cases(n)
	case *ast.ClassMember:
		key, text := n.Key.(*ast.String)
		m.found = m.found || n.Computed && text && key.Value == "#constructor"
	}
	return !m.found
}

// decided looks at a test of which it may be plain how it ends: then nobody wants its value.
func (m *misread) decided(test ast.Expr) {
	if test != nil && m.truth(test) != unknown {
		m.idle(test)
	}
}

// truth says what is plain of how a test ends.
type truth uint8

const (
	unknown truth = iota
	isFalse
	isTrue
)

func truthOf(v bool) truth {
	if v {
		return isTrue
	}
	return isFalse
}

// truth returns how a test ends, whatever it does before.
func (m *misread) truth(x ast.Expr) truth {
	switch x := x.(type) {
	case *ast.Binary:
		if !x.Op.Logical() {
			return unknown
		}
		l, r := m.truth(x.L), m.truth(x.R)
		switch {
		case x.Op == ast.LogicalAnd && (l == isFalse || r == isFalse):
			return isFalse
		case x.Op == ast.LogicalOr && (l == isTrue || r == isTrue), x.Op == ast.Nullish && l == isTrue:
			return isTrue
		case l == r:
			return l
		}
	case *ast.Cond:
		if then := m.truth(x.Then); then == m.truth(x.Else) {
			return then
		}
	case *ast.Unary:
		switch x.Op {
		case ast.Not:
			switch m.truth(x.X) {
			case isFalse:
				return isTrue
			case isTrue:
				return isFalse
			}
		case ast.Typeof:
			return isTrue
		case ast.Void:
			return isFalse
		case ast.Neg:
			return m.truth(x.X)
		}
	case *ast.Seq:
		return m.truth(x.Exprs[len(x.Exprs)-1])
	case *ast.Assign:
		if x.Op == ast.NoOp {
			return m.truth(x.Value)
		}
	case *ast.Ident:
		switch {
		case x.Sym != nil:
			return m.known[x.Sym]
		case x.Name == "undefined", x.Name == "NaN":
			return isFalse
		case x.Name == "Infinity":
			return isTrue
		}
	case *ast.Null:
		return isFalse
	case *ast.Bool:
		return truthOf(x.Value)
	case *ast.Number:
		return truthOf(x.Value != 0)
	case *ast.String:
		return truthOf(x.Value != "")
	case *ast.BigInt, *ast.Template, *ast.RegExp, *ast.Array, *ast.Object, *ast.Func, *ast.ClassExpr:
		return isTrue // or it is plain that it is not
	}
	return unknown
}

// idle looks at an expression whose value nobody wants, and reports whether all of it may
// go. What may run code stays, and so does what decides whether something runs.
func (m *misread) idle(n ast.Node) (gone bool) {
	switch n := n.(type) {
	case nil:
		return true
	case *ast.Call:
		f, ok := n.Callee.(*ast.Func)
		if !ok || f.Fn.Async || f.Fn.Generator || !m.called(f.Fn) {
			return false
		}
		gone = true
		for _, x := range n.Args {
			gone = m.idle(x) && gone
		}
		return gone
	case *ast.New, *ast.Member, *ast.Index, *ast.Chain, *ast.Assign, *ast.Update, *ast.Yield, *ast.Await,
		*ast.TaggedTemplate, *ast.ImportCall, *ast.Func:
		return false
	case *ast.ClassExpr: // what it extends may have no value yet, its own name for one
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
	gone = true
	ast.Children(n, func(c ast.Node) { gone = m.idle(c) && gone })
	return gone
}

// called looks at a function that is called where it stands and only returns a value: the
// call may be left out, and what nobody wants of the value with it.
func (m *misread) called(fn *ast.Function) (gone bool) {
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

// functions looks at those of a block. What stands in front of one may leave, or mention
// the variable, before that gets the function; and there is none beside a parameter, which
// the names around a CommonJS file are.
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

// isBesideParameter reports whether a function in a block is called as a parameter of the
// function or catch around it, or as arguments, which its variable is not.
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

// isStrictByClass reports whether code is strict because it is in a class, and not for a
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

// cases looks at those of a switch. One that does nothing may go, and a function that one
// declares is there in all of them.
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

// behindJump looks at what a list declares where control never comes by: the declaration
// may go, and then another variable of the name is meant, or a global.
func (m *misread) behindJump(list []ast.Stmt) {
	jumped := false
	for _, st := range list {
		jumped = jumped || leaves(st)
		switch st := st.(type) {
		case *ast.ClassDecl:
			m.found = m.found || jumped && isMentioned(st.Class.Name)
		case *ast.VarDecl:
			for _, d := range st.Decls {
				ast.Walk(d.Target, func(n ast.Node) bool {
					id, ok := n.(*ast.Ident)
					m.found = m.found || ok && jumped && st.Kind != ast.Var && isMentioned(id)
					return !m.found
				})
			}
		}
	}
}

// firstTest looks at the test with which a loop's body begins, and at the expressions
// before it: in the loop's head the body's variables are not in scope.
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

// leaves reports whether control may be seen never to come behind a statement.
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

// isEscaped reports whether one of the texts, which would be a directive, is written with
// escapes.
func isEscaped(directives []string) bool {
	return slices.ContainsFunc(directives, func(d string) bool { return strings.Contains(d, `\`) })
}

// mayBeEmpty reports whether it is not plain that something of a function's body stays.
func mayBeEmpty(fn *ast.Function) bool { return !slices.ContainsFunc(fn.Body, stays) }

// stays reports whether it is plain that something of a statement does.
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

// isDone reports whether an expression is evaluated for what it does.
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

// runsCode reports whether a parameter may run code, or find a variable without a value,
// where it gets its own.
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

// isMentioned reports whether a name that is declared is mentioned elsewhere, too.
func isMentioned(id *ast.Ident) bool {
	return id.Sym != nil && (id.Sym.DynamicReach || slices.ContainsFunc(id.Sym.Refs, func(r ast.Ref) bool { return r.Ident != id }))
}

// isIf reports whether a switch might be written as an if: where a test finds no more than
// two bodies, or what is tested is known, so that bodies go that it never finds.
func isIf(s *ast.Switch) bool {
	bodies := 0
	for _, c := range s.Cases {
		if len(c.Body) > 0 {
			bodies++
		}
	}
	return bodies <= 2 || isKnown(s.Disc)
}

// isKnown reports whether esbuild may know the value of an expression: that of a const is
// put where it is mentioned.
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

// sharesVariables reports whether a case, or a test, mentions a variable that another case
// of the switch declares.
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

// isSeen reports whether anything mentions the variable of a function in a block.
func (m *misread) isSeen(v *ast.Symbol) bool {
	return v != nil && (len(v.Refs) > 0 || v.DynamicReach || v.Scope == m.p.Scope && m.p.Type == ast.Script)
}

// isParameterEarly reports whether a name means a parameter while the parameters of its
// function get their values.
func isParameterEarly(id *ast.Ident) bool {
	fn := id.Sym.Scope.Func
	return id.Sym.Kind == ast.SymParam && fn != nil && fn.ParamsSpan.Start <= id.Start && id.End <= fn.ParamsSpan.End
}

func isFunction(st ast.Stmt) bool {
	_, ok := st.(*ast.FuncDecl)
	return ok
}

// isEmpty reports whether a statement does nothing, as far as is plain.
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

// isIdle reports whether an expression might go where nobody wants its value.
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
