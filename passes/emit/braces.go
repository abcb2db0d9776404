package emit

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// bracesAsWritten drops braces that the source has not.
func (e *emitter) bracesAsWritten() {
	done, last := map[*ast.Block]bool{}, lasts{}
	for i := len(e.lists) - 1; i >= 0; i-- {
		for _, st := range e.lists[i].stmts {
			e.braces(st, done, last)
		}
	}
}

// braces drops the braces around a single statement where the source has none. The
// blocks that are done are statements of several lists, if they stand in each other.
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
	case *ast.Block: // put back; see putback.go
		if done[s] {
			return
		}
		done[s] = true
		for _, st := range s.Body {
			e.braces(st, done, last)
		}
	}
}

// lasts are what the tests of chains of else-ifs come to, when the last of them is passed,
// by the ifs of the source: whoever has braces there wants them when a test goes.
type lasts map[*ast.If]ast.Stmt

// of returns what st comes to. Each if of a chain is asked for, but gone through once.
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
		at = behindTest(s)
	}
	for st := first; ; {
		s, ok := st.(*ast.If)
		if !ok || l[s] != nil {
			return at
		}
		l[s] = at
		st = behindTest(s)
	}
}

// behindTest is what stands behind the test of an if: the else, if there is one.
func behindTest(s *ast.If) ast.Stmt {
	if s.Else != nil {
		return s.Else
	}
	return s.Then
}

// unbrace returns the only statement of a block when the source, too, has a single
// statement there without braces, and notes whether that is on the line of its head.
func (e *emitter) unbrace(body, src ast.Stmt) ast.Stmt {
	if _, ok := src.(*ast.Block); ok {
		return body
	}
	only := single(body, src)
	if only != body && src != nil {
		before := strings.TrimRight(e.Program.Source[:src.Pos().Start], " \t")
		e.beside[only] = before != "" && !strings.HasSuffix(before, "\n") && !strings.HasSuffix(before, "\r") && !strings.HasSuffix(before, "*/")
	}
	return only
}

// single returns the only statement of a block, or the block if that may not or should
// not stand without braces where the source has src.
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
			return body // a dangling else is no author's choice
		}
	}
	return b.Body[0]
}
