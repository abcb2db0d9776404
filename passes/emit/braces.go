package emit

import "github.com/sonjs/son/parse/ast"

// bracesAsWritten drops braces that the source does not have.
func (e *emitter) bracesAsWritten() {
	done, last := map[*ast.Block]bool{}, lasts{}
	for i := len(e.lists) - 1; i >= 0; i-- {
		for _, st := range e.lists[i].stmts {
			e.braces(st, done, last)
		}
	}
}

// braces drops the braces around a single statement where the source has none. A nested block
// is reached through several lists; done holds the blocks already visited.
func (e *emitter) braces(st ast.Stmt, done map[*ast.Block]bool, last lasts) {
	switch s := st.(type) {
	case *ast.If:
		if src, ok := sourceAt[*ast.If](e, e.origin[st]); ok {
			s.Then = e.unbrace(s.Then, src.Then)
			if src.Else != nil && s.Else != nil {
				s.Else = e.unbrace(s.Else, last.of(src.Else))
			}
		}
		src, known := sourceAt[*ast.If](e, e.origin[st])
		if known {
			_, known = src.Else.(*ast.Block)
		}
		if b, ok := s.Else.(*ast.Block); ok && len(b.Body) == 1 && !known {
			if _, isIf := b.Body[0].(*ast.If); isIf {
				s.Else = b.Body[0] // else if
			}
		}
	case *ast.For:
		if src, ok := sourceAt[*ast.For](e, e.origin[st]); ok {
			s.Body = e.unbrace(s.Body, src.Body)
		}
	case *ast.ForIn:
		if src, ok := sourceAt[*ast.ForIn](e, e.origin[st]); ok {
			s.Body = e.unbrace(s.Body, src.Body)
		}
	case *ast.ForOf:
		if src, ok := sourceAt[*ast.ForOf](e, e.origin[st]); ok {
			s.Body = e.unbrace(s.Body, src.Body)
		}
	case *ast.While:
		if src, ok := sourceAt[*ast.While](e, e.origin[st]); ok {
			s.Body = e.unbrace(s.Body, src.Body)
		} else if src, ok := sourceAt[*ast.For](e, e.origin[st]); ok { // see whiles
			s.Body = e.unbrace(s.Body, src.Body)
		}
	case *ast.DoWhile:
		if src, ok := sourceAt[*ast.DoWhile](e, e.origin[st]); ok {
			s.Body = e.unbrace(s.Body, src.Body)
		}
	case *ast.Labeled:
		e.braces(s.Body, done, last)
	case *ast.Block: // restored; see putback.go
		if done[s] {
			return
		}
		done[s] = true
		for _, st := range s.Body {
			e.braces(st, done, last)
		}
	}
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
func (e *emitter) unbrace(body, src ast.Stmt) ast.Stmt {
	if _, ok := src.(*ast.Block); ok {
		return body
	}
	only := single(body, src)
	if only != body && src != nil {
		e.unbracedBodies[only] = src
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
