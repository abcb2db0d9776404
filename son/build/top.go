package build

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// TopName is the name of the top level of a program in messages.
const TopName = "(top level)"

// Top returns the top level of a program in the form of a function, for [Func]. Its Index is
// len(p.Funcs). It is nil for a program without statements.
//
// The bindings of the top level are names of the environment: those of a script are visible to
// other scripts, and the names that a module exports are live. So every access goes by name,
// and a declaration stays where it is, as an OpGlobalInit. Only declarations in a block or a
// loop's head are bindings of their own.
func Top(p *ast.Program) *ast.Function {
	if len(p.Body) == 0 {
		return nil
	}
	span := ast.Span{Start: p.Body[0].Pos().Start, End: p.Body[len(p.Body)-1].Pos().End}
	top := &ast.Function{Base: ast.Base{Span: span}, Kind: ast.FuncTop, Body: p.Body, BodySpan: span,
		Directives: p.Directives, Strict: p.Strict, Async: p.HasTopLevelAwait, Resolved: ast.Resolved{Index: len(p.Funcs), Sites: p.Sites}}
	seen := map[string]bool{}
	name := func(s string) {
		if !seen[s] {
			seen[s] = true
			top.Globals = append(top.Globals, s)
		}
	}
	for _, s := range p.Unresolved {
		name(s)
	}
	for _, st := range p.Body {
		ast.Walk(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Function:
				return false
			case *ast.Ident:
				if n.Sym == nil {
					name(n.Name)
				}
			}
			return true
		})
	}
	for _, sym := range p.Scope.Symbols {
		name(sym.Name)
	}
	slices.Sort(top.Globals)
	return top
}

// isTopScope reports whether the bindings of a scope are names of the environment.
func isTopScope(s *ast.Scope) bool {
	return s.Kind == ast.ScopeGlobal || s.Kind == ast.ScopeModule
}

// Fixed returns the function that a statement of the top level declares, if it is a statement
// that stays in place and does nothing when control reaches it: imports, exports of names, and
// function declarations.
func Fixed(st ast.Stmt) (fn *ast.Function, ok bool) {
	switch s := st.(type) {
	case *ast.Import, *ast.ExportNamed, *ast.ExportAll:
		return nil, true
	case *ast.FuncDecl:
		return s.Fn, true
	case *ast.Labeled:
		if d := Declared(s); d != nil {
			return d.Fn, true
		}
	case *ast.ExportDecl:
		return Fixed(s.Decl)
	case *ast.ExportDefault:
		if d, isFn := s.Value.(*ast.FuncDecl); isFn {
			return d.Fn, true
		}
	}
	return nil, false
}

// topStmt builds a statement that only a top level can contain; ok is false for others.
func (b *builder) topStmt(st ast.Stmt) (ok bool) {
	if b.fn.Kind != ast.FuncTop {
		return false
	}
	if _, fixed := Fixed(st); fixed {
		d := Declared(st)
		return d == nil || d.Fn.Name.Sym.Kind != ast.SymBlockFunc
	}
	switch s := st.(type) {
	case *ast.ExportDecl:
		b.stmt(s.Decl)
		return true
	case *ast.ExportDefault:
		switch v := s.Value.(type) {
		case *ast.ExprStmt:
			b.s.op(son.OpExportDefault, s.Span, b.expr(v.X))
		case *ast.ClassDecl:
			if v.Class.Name != nil {
				b.classDecl(v)
			} else {
				b.s.op(son.OpExportDefault, s.Span, b.class(v.Class, son.FlagDecl))
			}
		default:
			return false
		}
		return true
	}
	return false
}

// globalInit builds `name = value` of a declaration at the top level. A var
// without a value does nothing.
func (b *builder) globalInit(kind ast.VarKind, id *ast.Ident, d *ast.Declarator) {
	var v *son.Node
	switch {
	case d.Init != nil:
		v = b.expr(d.Init)
	case kind == ast.Var:
		return
	default:
		v = b.g.Const(son.TypeUndefined)
	}
	flags := son.FlagDecl
	if d.Init != nil {
		flags |= son.FlagInit
	}
	b.giveGlobal(kind, id, v, flags, d.Span)
	b.settleGlobal(id.Sym, v.Type)
}

// settleGlobal notes that what is built from now on runs after a name of the top level got a value. The
// declarations of candidates stand in the top level's list, so no code after them is reached in another
// way. What is computed from a name that is no constant could be moved to before its declaration.
func (b *builder) settleGlobal(sym *ast.Symbol, t son.Type) {
	name := at(b.facts.settled, sym.ID)
	if name.typ.IsTop() || !b.g.Config.Fold {
		return
	}
	if at(b.facts.records, sym.ID) != nil || name.typ.IsConst() {
		t = name.typ
	}
	if t.IsConst() || at(b.facts.records, sym.ID) != nil {
		b.setConstant(sym, b.constant(sym, t))
	}
}

// giveGlobal initializes a name that the top level declares.
func (b *builder) giveGlobal(kind ast.VarKind, id *ast.Ident, v *son.Node, flags son.Flags, span ast.Span) {
	n := b.named(son.OpGlobalInit, span, id.Name, v)
	n.Sym, n.Idx, n.Flags = id.Sym, int32(kind), flags
	b.s.add(n)
}

// topReason returns why the top level stays as written because of n, or "".
func topReason(n ast.Node) string {
	if c, ok := n.(*ast.Call); ok {
		if id, isName := c.Callee.(*ast.Ident); isName && id.Name == "eval" {
			return "direct eval"
		}
	}
	return ""
}
