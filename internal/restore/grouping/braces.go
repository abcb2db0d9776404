package grouping

import "github.com/sonjs/son/parse/ast"

// braces drops the braces around a single statement where the source has none.
func (r *restorer) braces(st ast.Stmt) {
	switch s := st.(type) {
	case *ast.If:
		src, known := sourceOf[*ast.If](r, st)
		if known {
			s.Then = r.unbrace(s.Then, src.Then)
			switch {
			case s.Else == nil:
			case src.Else != nil:
				s.Else = r.unbrace(s.Else, r.last.of(src.Else))
			case isSimple(s.Else) && isSimple(src.Then):
				s.Else = r.unbrace(s.Else, src.Then) // a new else looks like what is before it
			}
			_, known = src.Else.(*ast.Block)
		} else if s.Else == nil && !r.braced {
			s.Then = jumpOf(s.Then)
		}
		if b, ok := s.Else.(*ast.Block); ok && len(b.Body) == 1 && !known {
			if _, isIf := b.Body[0].(*ast.If); isIf {
				s.Else = b.Body[0] // else if
			}
		}
	case *ast.For:
		if src, ok := sourceOf[*ast.For](r, st); ok {
			s.Body = r.unbrace(s.Body, src.Body)
		}
	case *ast.ForIn:
		if src, ok := sourceOf[*ast.ForIn](r, st); ok {
			s.Body = r.unbrace(s.Body, src.Body)
		}
	case *ast.ForOf:
		if src, ok := sourceOf[*ast.ForOf](r, st); ok {
			s.Body = r.unbrace(s.Body, src.Body)
		}
	case *ast.While:
		if src, ok := sourceOf[*ast.While](r, st); ok {
			s.Body = r.unbrace(s.Body, src.Body)
		} else if src, ok := sourceOf[*ast.For](r, st); ok { // a for without init and update
			s.Body = r.unbrace(s.Body, src.Body)
		}
	case *ast.DoWhile:
		if src, ok := sourceOf[*ast.DoWhile](r, st); ok {
			s.Body = r.unbrace(s.Body, src.Body)
		}
	}
}

// bodies returns the statements that a statement with a condition or a loop consists of.
func bodies(n ast.Node) []ast.Stmt {
	switch s := n.(type) {
	case *ast.If:
		return []ast.Stmt{s.Then, s.Else}
	case *ast.For:
		return []ast.Stmt{s.Body}
	case *ast.ForIn:
		return []ast.Stmt{s.Body}
	case *ast.ForOf:
		return []ast.Stmt{s.Body}
	case *ast.While:
		return []ast.Stmt{s.Body}
	case *ast.DoWhile:
		return []ast.Stmt{s.Body}
	}
	return nil
}

// jumpOf returns the jump that a block is, if it is nothing else: a condition of the source that is a new
// if (c) break looks like what an author writes who has no braces around single statements.
func jumpOf(body ast.Stmt) ast.Stmt {
	if b, ok := body.(*ast.Block); ok && len(b.Body) == 1 {
		switch b.Body[0].(type) {
		case *ast.Break, *ast.Continue, *ast.Return, *ast.Throw:
			return b.Body[0]
		}
	}
	return body
}

// isSimple reports whether a body is a single statement without a body, in braces or not.
func isSimple(body ast.Stmt) bool {
	if b, ok := body.(*ast.Block); ok && len(b.Body) == 1 {
		body = b.Body[0]
	}
	switch body.(type) {
	case *ast.ExprStmt, *ast.Return, *ast.Throw, *ast.Break, *ast.Continue:
		return true
	}
	return false
}

// lasts maps each if of the source to the statement after the last test of its chain of
// else-ifs. An author who puts braces there wants them also when a test is removed.
type lasts map[*ast.If]ast.Stmt

// of returns the statement at the end of st's chain. It is called for each if of a chain, but
// walks the chain once.
func (l lasts) of(st ast.Stmt) ast.Stmt {
	first, at := st, st
	for {
		s, ok := at.(*ast.If)
		if !ok {
			break
		}
		if last := l[s]; last != nil {
			at = last
			break
		}
		at = afterTest(s)
	}
	for st := first; ; {
		s, ok := st.(*ast.If)
		if !ok || l[s] != nil {
			return at
		}
		l[s] = at
		st = afterTest(s)
	}
}

// afterTest returns the statement after the test of an if: the else, or the then if there is no
// else.
func afterTest(s *ast.If) ast.Stmt {
	if s.Else != nil {
		return s.Else
	}
	return s.Then
}

// unbrace returns the only statement of a block if the source has a single statement without
// braces there, and records which.
func (r *restorer) unbrace(body, src ast.Stmt) ast.Stmt {
	if _, ok := src.(*ast.Block); ok {
		return body
	}
	only := single(body, src)
	if only != body && src != nil {
		r.unbraced[only] = src
	}
	return only
}

// single returns the only statement of a block, or the block itself if that statement may not
// or should not lose its braces where the source has src.
func single(body, src ast.Stmt) ast.Stmt {
	b, ok := body.(*ast.Block)
	if !ok {
		return body
	}
	if len(b.Body) == 0 {
		if _, ok := src.(*ast.Empty); ok {
			return &ast.Empty{}
		}
	}
	if len(b.Body) != 1 {
		return body
	}
	switch b.Body[0].(type) {
	case *ast.VarDecl, *ast.FuncDecl, *ast.ClassDecl, *ast.VerbatimStmt:
		if d, ok := b.Body[0].(*ast.VarDecl); ok && d.Kind == ast.Var {
			break
		}
		return body
	case *ast.If:
		if _, ok := src.(*ast.If); !ok {
			return body // a dangling else is not an author's choice
		}
	}
	return b.Body[0]
}
