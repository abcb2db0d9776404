package emit

import "github.com/sonjs/son/parse/ast"

// sourceAt returns the source statement of type T that begins where at does.
func sourceAt[T ast.Stmt](e *emitter, at ast.Span) (found T, ok bool) {
	if at.IsZero() {
		return found, false
	}
	for _, s := range e.bySpan[at.Start] {
		if t, is := s.(T); is {
			return t, true
		}
	}
	return found, false
}

// findStatements indexes the function's source: its statements by their start, and what else
// the emission looks up.
func (e *emitter) findStatements() {
	blocksIn := func(list []ast.Stmt) {
		for _, st := range list {
			if b, ok := st.(*ast.Block); ok {
				e.srcBlocks = append(e.srcBlocks, b)
			}
		}
	}
	blocksIn(e.Fn.Body)
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Function:
			return false
		case *ast.Block:
			if len(n.Body) > 0 {
				e.endsWith(n, n.Body[len(n.Body)-1])
			}
			blocksIn(n.Body)
		case *ast.Case:
			blocksIn(n.Body)
		case *ast.VarDecl:
			for _, d := range n.Decls {
				for _, id := range names(d.Target) {
					e.srcDeclarators[id] = d
				}
			}
		case *ast.Property:
			switch v := n.Value.(type) {
			case *ast.Func:
				e.directProps[v.Fn.Index] = true
			case *ast.ClassExpr:
				e.classProps[v.Class] = true
			}
		case *ast.Seq:
			for _, x := range n.Exprs[:len(n.Exprs)-1] {
				e.sequences[x.Pos().Span] = n.Span
			}
		case *ast.String:
			e.strings[n.Value] = true
		case *ast.Template:
			if len(n.Exprs) == 0 {
				e.templates[n.Quasis[0].Cooked] = n.Quasis[0]
			}
		case *ast.If, *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile, *ast.Return, *ast.Switch, *ast.Try:
			e.bySpan[n.Pos().Start] = append(e.bySpan[n.Pos().Start], n.(ast.Stmt))
			if s, ok := n.(*ast.If); ok {
				e.endsWith(s, s.Then)
				e.endsWith(s, s.Else)
			}
			if s, ok := n.(*ast.Switch); ok {
				e.srcSwitches = append(e.srcSwitches, s)
			}
		case *ast.Labeled:
			e.endsWith(n, n.Body)
			switch n.Body.(type) {
			case *ast.Labeled:
			case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
				e.loopLabels = append(e.loopLabels, n)
			default:
				e.srcLabels = append(e.srcLabels, n)
			}
		}
		return true
	}
	for _, st := range e.Fn.Body {
		ast.Walk(st, visit)
	}
	if e.Fn.ExprBody != nil {
		ast.Walk(e.Fn.ExprBody, visit)
	}
}

// endsWith records that control continues after st when it reaches the end of last, a statement
// nested in st. It is called for outer statements first.
func (e *emitter) endsWith(st, last ast.Stmt) {
	switch last.(type) {
	case *ast.If, *ast.Block, *ast.Labeled:
		e.follows[last] = e.endOf(st)
	}
}

// endOf returns the end of the statement after which control continues when it reaches the end
// of st:
//
//	if (a) L: { if (b) break L; f() } else g();    // L ends where the if does
func (e *emitter) endOf(st ast.Stmt) int32 {
	if end, ok := e.follows[st]; ok {
		return end
	}
	return st.Pos().End
}

// sourceDeclarator returns the source's declarator of the first name that x
// declares, or nil.
func (e *emitter) sourceDeclarator(x *ast.Declarator) *ast.Declarator {
	ids := names(x.Target)
	if len(ids) == 0 {
		return nil
	}
	sym := ids[0].Sym
	if w := e.owner[ids[0]]; w != nil {
		sym = w.sym
	}
	if sym == nil || len(sym.Decls) != 1 {
		return nil
	}
	return e.srcDeclarators[sym.Decls[0]]
}
