package shorten

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// list shortens a list of statements. end is the jump that control makes where it ends; top: it
// is the body of a function, or the program.
func (s *shortener) list(list []ast.Stmt, end jump, top bool) []ast.Stmt {
	last := len(list) - 1
	for last >= 0 && isDeclaration(list[last]) {
		last--
	}
	var final ast.Stmt // a jump that ends the list: those before it need not make it
	if last >= 0 && last == len(list)-1 {
		if j := s.jumpOf(list[last]); j.kind != noJump && j != end {
			final, list, end = list[last], list[:last], j
			s.jump(final)
			last--
		}
	}
	out := make([]ast.Stmt, 0, len(list))
	for i, st := range list {
		to := jump{}
		if i >= last {
			to = end
		}
		out = s.push(out, s.stmt(st, to))
		if len(out) > 0 && i+1 < len(list) && jumps(out[len(out)-1], 8) {
			if rest, ok := s.dead(list[i+1:]); ok {
				for _, st := range rest {
					out = s.push(out, s.stmt(st, jump{}))
				}
				break
			}
		}
	}
	out = s.fold(out, end, top)
	if final != nil && !slices.ContainsFunc(out, func(st ast.Stmt) bool { return jumps(st, 8) }) {
		out = append(out, final)
	}
	return out
}

// isDeclaration reports whether a statement only declares something where the list begins. A
// function in a block of sloppy code is assigned to its variable where it stands.
func isDeclaration(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.FuncDecl:
		return st.Fn.Name != nil && st.Fn.Name.Sym != nil && st.Fn.Name.Sym.AnnexB == nil
	case *ast.Empty:
		return true
	case *ast.VarDecl:
		return st.Kind == ast.Var && !slices.ContainsFunc(st.Decls, func(d *ast.Declarator) bool { return d.Init != nil || ast.IsPattern(d.Target) })
	}
	return false
}

// push appends a short statement to a list, or makes it one with the last.
func (s *shortener) push(out []ast.Stmt, st ast.Stmt) []ast.Stmt {
	switch st := st.(type) {
	case nil, *ast.Empty:
		return out
	case *ast.Block:
		if st.Scope == nil {
			for _, in := range st.Body {
				out = s.push(out, in)
			}
			return out
		}
	}
	if n := len(out) - 1; n >= 0 {
		if d, ok := out[n].(*ast.VarDecl); ok {
			if s.inlined(d, st); len(d.Decls) == 0 {
				return s.push(out[:n], st)
			}
		}
		if one := s.merged(out[n], st); one != nil {
			out[n] = one
			return out
		}
	}
	return append(out, st)
}

// merged returns one statement for two, or nil. What the first one evaluates becomes part of the
// second.
func (s *shortener) merged(a, b ast.Stmt) ast.Stmt {
	switch a := a.(type) {
	case *ast.ExprStmt:
		if !a.Directive {
			return s.absorbed(a.X, b)
		}
	case *ast.VarDecl:
		return mergedVars(a, b)
	case *ast.If:
		b, ok := b.(*ast.If)
		if ok && a.Else == nil && b.Else == nil && isShortJump(a.Then) && ast.Equal(a.Then, b.Then) {
			before, test := split(b.Test)
			if before != nil {
				b.Test = join(before, test)
				return nil
			}
			b.Test = s.logical(ast.LogicalOr, a.Test, test)
			b.Base = around(a, b)
			return b
		}
	}
	return nil
}

// isShortJump reports whether a statement is a jump with little in it.
func isShortJump(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.Break, *ast.Continue:
		return true
	case *ast.Return:
		if st.X == nil {
			return true
		}
		switch x := st.X.(type) {
		case *ast.Ident, *ast.Number, *ast.String, *ast.Null:
			return true
		case *ast.Unary:
			_, ok := x.X.(*ast.Number)
			return ok
		}
	}
	return false
}

// absorbed returns a statement that evaluates x and then does what b does, or nil.
func (s *shortener) absorbed(x ast.Expr, b ast.Stmt) ast.Stmt {
	switch b := b.(type) {
	case *ast.ExprStmt:
		b.X = join(x, b.X)
	case *ast.Return:
		if b.X == nil {
			return nil
		}
		b.X = join(x, b.X)
	case *ast.Throw:
		b.X = join(x, b.X)
	case *ast.If:
		b.Test = join(x, b.Test)
	case *ast.Switch:
		b.Disc = join(x, b.Disc)
	case *ast.For:
		if b.Scope != nil {
			return nil
		}
		switch init := b.Init.(type) {
		case nil:
			b.Init = &ast.ExprStmt{Base: at(x), X: x}
		case *ast.ExprStmt:
			init.X = join(x, init.X)
		default:
			return nil
		}
	default:
		return nil
	}
	b.Pos().Start = x.Pos().Start
	return b
}

// mergedVars returns one statement for a declaration and what follows it, or nil.
func mergedVars(a *ast.VarDecl, b ast.Stmt) ast.Stmt {
	switch b := b.(type) {
	case *ast.ExprStmt:
		if b.Directive {
			return nil
		}
		if b.X = initialize(a, b.X); b.X == nil {
			a.End = b.End
			return a
		}
	case *ast.VarDecl:
		if a.Kind == b.Kind && a.Kind <= ast.Const {
			a.Decls = append(a.Decls, b.Decls...)
			a.End = b.End
			return a
		}
	case *ast.For:
		if a.Kind != ast.Var || b.Scope != nil {
			return nil
		}
		if init, ok := b.Init.(*ast.ExprStmt); ok {
			if init.X = initialize(a, init.X); init.X == nil {
				b.Init = nil
			}
		}
		switch init := b.Init.(type) {
		case nil:
			b.Init = a
		case *ast.VarDecl:
			a.Decls = append(a.Decls, init.Decls...)
			b.Init = a
		default:
			return nil
		}
		b.Start = a.Start
		return b
	}
	return nil
}

// manyDecls is how many variables a declaration may have whose first assignments are looked for.
const manyDecls = 100

// initialize makes the first assignments of an expression a part of the declaration before it, which declares their
// variables without a value, and returns the rest of the expression; nil if there is none.
//
//	var a, b; a = f(), g()  =>  var b, a = f(); g()
func initialize(a *ast.VarDecl, x ast.Expr) ast.Expr {
	if a.Kind != ast.Var || len(a.Decls) > manyDecls {
		return x
	}
	for {
		first, rest := x, ast.Expr(nil)
		if q, ok := x.(*ast.Seq); ok {
			first, rest = q.Exprs[0], q.Exprs[1]
			if len(q.Exprs) > 2 {
				rest = &ast.Seq{Base: around(rest, q), Exprs: q.Exprs[1:]}
			}
		}
		y, ok := first.(*ast.Assign)
		if !ok || y.Op != ast.NoOp {
			return x
		}
		id, ok := y.Target.(*ast.Ident)
		if !ok || id.Paren || id.Sym == nil {
			return x
		}
		i := slices.IndexFunc(a.Decls, func(d *ast.Declarator) bool {
			t, ok := d.Target.(*ast.Ident)
			return ok && t.Sym == id.Sym
		})
		if i < 0 || a.Decls[i].Init != nil {
			return x
		}
		d := a.Decls[i]
		d.Init = y.Value
		a.Decls = append(slices.Delete(a.Decls, i, i+1), d)
		if x = rest; x == nil {
			return nil
		}
	}
}

// dead returns the declarations among statements that control never reaches, which are all that
// matters of them. It fails if some declare more than a variable or a function of the list.
func (s *shortener) dead(list []ast.Stmt) (out []ast.Stmt, ok bool) {
	ok = s.fn != nil || !s.p.HasTopLevelAwait
	var names []*ast.Declarator
	seen := map[*ast.Symbol]bool{}
	for _, st := range list {
		switch d := st.(type) {
		case *ast.FuncDecl:
			out = append(out, d)
			continue
		case *ast.ClassDecl:
			return nil, false
		case *ast.VarDecl:
			if d.Kind != ast.Var {
				return nil, false
			}
		case *ast.Import, *ast.ExportAll, *ast.ExportDecl, *ast.ExportDefault, *ast.ExportNamed:
			return nil, false
		}
		ast.Walk(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				ok = false // it may declare a variable of the function, too
			case *ast.Function:
				return false
			case *ast.VarDecl:
				if n.Kind != ast.Var {
					return true
				}
				for _, one := range n.Decls {
					for _, id := range ast.Names(one.Target) {
						switch sym := id.Sym; {
						case sym == nil || sym.Kind == ast.SymCatch || sym.DynamicReach:
							ok = false
						case sym.Decls[0].Start < id.Start || seen[sym]:
						default:
							seen[sym] = true
							names = append(names, &ast.Declarator{Base: at(id), Target: id})
						}
					}
				}
			}
			return ok
		})
	}
	if len(names) > 0 {
		out = append(out, &ast.VarDecl{Base: at(names[0]), Kind: ast.Var, Decls: names})
	}
	return out, ok
}
