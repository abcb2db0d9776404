package shorten

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// jump is where a jump without a value goes.
type jump struct {
	kind  jumpKind
	label string
}

type jumpKind uint8

const (
	noJump jumpKind = iota
	toReturn
	toContinue
	toBreak
)

// jumpOf returns where a statement jumps, if it is a jump without a value.
func (s *shortener) jumpOf(st ast.Stmt) jump {
	switch st := st.(type) {
	case *ast.Return:
		if st.X == nil {
			return jump{kind: toReturn}
		}
	case *ast.Continue:
		return jump{toContinue, s.labelOf(st.Label, true)}
	case *ast.Break:
		return jump{toBreak, s.labelOf(st.Label, false)}
	}
	return jump{}
}

// labelOf returns the label that a jump needs to get where its label says.
func (s *shortener) labelOf(name string, continues bool) string {
	if name == "" {
		return ""
	}
	l := s.label(name)
	switch {
	case l == nil:
	case continues && l.loop > 0 && l.loop == s.loops, !continues && l.leaves > 0 && l.leaves == s.leaves:
		return ""
	}
	return name
}

// label returns the label of a name around the code being walked.
func (s *shortener) label(name string) *label {
	for i := len(s.labels) - 1; i >= 0; i-- {
		if s.labels[i].name == name {
			return s.labels[i]
		}
	}
	return nil
}

// jump drops the label of a jump, or records that it is needed.
func (s *shortener) jump(st ast.Stmt) {
	name := ""
	switch st := st.(type) {
	case *ast.Continue:
		st.Label = s.labelOf(st.Label, true)
		name = st.Label
	case *ast.Break:
		st.Label = s.labelOf(st.Label, false)
		name = st.Label
	}
	if l := s.label(name); l != nil {
		l.used = true
	}
}

// jumps reports whether control never gets past a statement. It looks only so deep.
func jumps(st ast.Stmt, depth int) bool {
	if depth == 0 {
		return false
	}
	switch st := st.(type) {
	case *ast.Return, *ast.Throw, *ast.Break, *ast.Continue:
		return true
	case *ast.Block:
		return len(st.Body) > 0 && jumps(st.Body[len(st.Body)-1], depth-1)
	case *ast.If:
		return st.Else != nil && jumps(st.Then, depth-1) && jumps(st.Else, depth-1)
	}
	return false
}

// fold drops jumps that go where control goes anyhow, and makes one jump of several. It goes
// through the list from its end, so that what follows a statement is short already.
func (s *shortener) fold(list []ast.Stmt, end jump, top bool) []ast.Stmt {
	var out []ast.Stmt // the last first
	for i := len(list) - 1; i >= 0; i-- {
		st := list[i]
		if j := s.jumpOf(st); j.kind != noJump && j == end && allDeclare(out) {
			continue
		}
		if x, ok := st.(*ast.If); ok && x.Else == nil {
			st, out = s.foldIf(x, out, end, top)
		}
		out = s.prepend(out, st)
	}
	slices.Reverse(out)
	return out
}

func allDeclare(list []ast.Stmt) bool {
	return !slices.ContainsFunc(list, func(st ast.Stmt) bool { return !isDeclaration(st) })
}

// prepend puts a short statement before a list, whose last statement comes first.
func (s *shortener) prepend(out []ast.Stmt, st ast.Stmt) []ast.Stmt {
	switch st := st.(type) {
	case nil, *ast.Empty:
		return out
	case *ast.Block:
		if st.Scope == nil {
			for _, in := range slices.Backward(st.Body) {
				out = s.prepend(out, in)
			}
			return out
		}
	}
	if n := len(out) - 1; n >= 0 {
		if d, ok := st.(*ast.VarDecl); ok {
			if s.inlined(d, out[n]); len(d.Decls) == 0 {
				return out
			}
		}
		if one := s.merged(st, out[n]); one != nil {
			out[n] = one
			return out
		}
	}
	return append(out, st)
}

// foldIf returns what takes the place of an if without else, and of what follows it.
func (s *shortener) foldIf(x *ast.If, rest []ast.Stmt, end jump, top bool) (ast.Stmt, []ast.Stmt) {
	if n := len(rest) - 1; n >= 0 {
		next := rest[n]
		if last, ok := next.(*ast.If); ok && end.kind == toReturn && allDeclare(rest[:n]) {
			next = s.lastReturn(x, last)
		}
		if one := s.foldValues(x, next); one != nil {
			return one, rest[:n]
		}
	}
	if end.kind == noJump {
		return x, rest
	}
	skips := s.jumpOf(x.Then) == end
	b, block := x.Then.(*ast.Block)
	if block = block && len(b.Body) > 0 && s.jumpOf(b.Body[len(b.Body)-1]) == end; !skips && !block || !isMovable(rest, top) {
		return x, rest
	}
	var stays, moves []ast.Stmt
	for _, st := range rest {
		if _, ok := st.(*ast.FuncDecl); ok {
			stays = append(stays, st)
		} else {
			moves = append(moves, st)
		}
	}
	slices.Reverse(moves)
	other := one(moves)
	if skips {
		return s.branch(x, s.inverse(x.Test), other, nil), stays
	}
	b.Body = b.Body[:len(b.Body)-1]
	return s.branch(x, x.Test, tidy(b), other), stays
}

// isMovable reports whether statements may become the arm of an if: then a let would be one of
// a block, and so would a function that is not declared at the top of a function.
func isMovable(list []ast.Stmt, top bool) bool {
	return !slices.ContainsFunc(list, func(st ast.Stmt) bool {
		switch st := st.(type) {
		case *ast.FuncDecl:
			return !top
		case *ast.VarDecl:
			return st.Kind != ast.Var
		case *ast.ClassDecl, *ast.Import, *ast.ExportNamed, *ast.ExportAll, *ast.ExportDecl, *ast.ExportDefault:
			return true
		case *ast.Labeled:
			return isOpaque(st)
		}
		return false
	})
}

// lastReturn returns a return that does what the last two ifs of a function do: return a value,
// or else undefined. It returns nil if they do not, or if that would be longer.
func (s *shortener) lastReturn(x, last *ast.If) ast.Stmt {
	a, ok := x.Then.(*ast.Return)
	b, ok2 := last.Then.(*ast.Return)
	if !ok || !ok2 || last.Else != nil || a.X == nil || b.X == nil || s.fn != nil && s.fn.Async && s.fn.Generator {
		return nil
	}
	return s.returned(last, b.X, nil)
}

// foldValues makes one jump of an if that jumps with a value and a jump that follows, or
// returns nil.
func (s *shortener) foldValues(x *ast.If, next ast.Stmt) ast.Stmt {
	switch b := next.(type) {
	case nil:
	case *ast.Return:
		a, ok := x.Then.(*ast.Return)
		if !ok {
			return nil
		}
		return s.returned(x, a.X, b.X)
	case *ast.Throw:
		if a, ok := x.Then.(*ast.Throw); ok {
			return &ast.Throw{Base: around(x, b), X: s.conditional(x.Test, a.X, b.X)}
		}
	}
	return nil
}

// returned returns a statement that returns one of two values, either of which may be nil; or
// nil. In an async generator a return with a value waits for it.
func (s *shortener) returned(x *ast.If, a, b ast.Expr) ast.Stmt {
	switch {
	case a == nil && b == nil:
		ret := &ast.Return{Base: at(x)}
		if test := s.unused(x.Test); test != nil {
			return &ast.Block{Base: at(x), Body: []ast.Stmt{&ast.ExprStmt{Base: at(x), X: test}, ret}}
		}
		return ret
	case (a == nil || b == nil) && s.fn != nil && s.fn.Async && s.fn.Generator:
		return nil
	case a == nil:
		a = void(x)
	case b == nil:
		b = void(x)
	}
	return &ast.Return{Base: at(x), X: s.conditional(x.Test, a, b)}
}

// void returns undefined.
func void(from ast.Node) ast.Expr {
	return &ast.Unary{Base: at(from), Op: ast.Void, X: &ast.Number{}}
}

// one returns a statement for a list; nil for an empty one.
func one(list []ast.Stmt) ast.Stmt {
	switch len(list) {
	case 0:
		return nil
	case 1:
		if !isLexical(list[0]) {
			return list[0]
		}
	}
	return &ast.Block{Base: around(list[0], list[len(list)-1]), Body: list}
}

// isLexical reports whether a statement declares something in its block.
func isLexical(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.FuncDecl, *ast.ClassDecl:
		return true
	case *ast.VarDecl:
		return st.Kind != ast.Var
	case *ast.Labeled:
		return isOpaque(st)
	}
	return false
}

// tidy returns a block, or the statement that it consists of; nil if it is empty.
func tidy(b *ast.Block) ast.Stmt {
	if b.Scope != nil {
		return b
	}
	return one(b.Body)
}
