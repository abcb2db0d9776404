package verbatim

import (
	"slices"
	"sort"
	"strings"

	"github.com/sonjs/son/internal/emit/same"
	"github.com/sonjs/son/parse/ast"
)

// The graph does not record how a statement was written: i++, f() is two effects, void f() is
// one, and all that is known of a jump is its target. So an output statement that equals no
// source statement literally is compared in canonical form with the source statements at its
// origin, and if they are the same, the source text is used. See internal/emit/same.

// fuelPerByte bounds the work of comparing, in proportion to the length of the function.
const fuelPerByte = 40

// enclose finds the parent of each source statement. They are sorted by start, outer ones
// first.
func (c *copier) enclose() {
	var open []int32
	for i := range c.all {
		for len(open) > 0 && c.sourceAt(int(open[len(open)-1])).Pos().End <= c.sourceAt(i).Pos().Start {
			open = open[:len(open)-1]
		}
		up := int32(-1)
		if len(open) > 0 {
			up = open[len(open)-1]
		}
		c.parent = append(c.parent, up)
		open = append(open, int32(i))
	}
}

// sourceAt is the i-th statement of the source.
func (c *copier) sourceAt(i int) ast.Stmt { return c.all[i].list[c.all[i].at] }

// around returns the innermost statement of the source around a place, or -1.
func (c *copier) around(s ast.Span) int {
	if s.IsZero() {
		return -1
	}
	i := sort.Search(len(c.all), func(i int) bool { return c.sourceAt(i).Pos().Start > s.Start }) - 1
	for i >= 0 && !c.sourceAt(i).Pos().Contains(s) {
		i = int(c.parent[i])
	}
	return i
}

// formOf returns the canonical form of statements.
func (c *copier) formOf(list []ast.Stmt, source bool) (same.Form, bool) {
	f := same.Of(list, same.Options{Awaits: c.Old.Async && c.Old.Generator, Source: source, Text: c.Program.Source, Keep: c.Folded, Hidden: c.Undefined, Fuel: &c.fuel})
	return f, c.fuel >= 0
}

// isWhole reports whether the emitted body is the same as the source's.
func (c *copier) isWhole() bool {
	if !c.Authored || c.New.ExprBody != nil || c.Old.ExprBody != nil {
		return false
	}
	o := same.Options{Awaits: c.Old.Async && c.Old.Generator, Keep: c.Folded, Hidden: c.Undefined, Fuel: &c.fuel}
	made := same.Body(c.New.Body, o)
	o.Source, o.Text = true, c.Program.Source
	src := same.Body(c.Old.Body, o)
	src.Dropped = nil // the variables are still declared
	return c.fuel >= 0 && same.Equal(made, src)
}

// alike finds the source statement that is the same as the first n statements of a list, where
// n may include the jump that follows.
func (c *copier) alike(stmts []ast.Stmt) (src sourceStmt, n int) {
	if !c.Authored || c.fuel < 0 {
		return src, 0
	}
	i := c.around(c.placeOf(stmts[0]))
	for i >= 0 {
		at := c.sourceAt(i).Pos().Span
		for n = 1; n < len(stmts) && c.comesFrom(stmts[n], at); n++ {
		}
		if c.all[i].of != nil && returns(c.sourceAt(i)) {
			break // a return of a callee is another one here
		}
		if c.isAlike(stmts[:n], i) {
			return c.all[i], n
		}
		if n < len(stmts) && ast.IsJump(stmts[n]) && c.Origin[stmts[n]].IsZero() && c.isAlike(stmts[:n+1], i) {
			return c.all[i], n + 1
		}
		up := int(c.parent[i])
		if up < 0 || !wraps(c.sourceAt(up)) {
			break
		}
		i = up
	}
	return src, 0
}

// returns reports whether a statement has a return.
func returns(st ast.Stmt) (found bool) {
	ast.Walk(st, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Return:
			found = true
		case *ast.Function:
			return false
		}
		return !found
	})
	return found
}

// run is a run of n source statements.
type run struct {
	sourceStmt
	n int
}

// goesOn reports whether next follows the run in the source, on the same line.
func (r run) goesOn(next sourceStmt, text string) bool {
	if r.n == 0 || &r.list[0] != &next.list[0] || r.at+r.n != next.at {
		return false
	}
	end := r.list[next.at-1].Pos().End
	return !strings.Contains(text[end:next.list[next.at].Pos().Start], "\n")
}

// labelled reports whether a source statement has a label that is also in scope at this place
// of the output: a label of the output need not mark the same statement as in the source.
func (c *copier) labelled(src ast.Stmt) (found bool) {
	if len(c.labels) == 0 {
		return false
	}
	ast.Walk(src, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Labeled:
			found = found || slices.Contains(c.labels, n.Label)
		case *ast.Function:
			return false
		}
		return !found
	})
	return found
}

// placeOf returns a statement's place in the source.
func (c *copier) placeOf(st ast.Stmt) ast.Span {
	if l, ok := st.(*ast.Labeled); ok {
		return c.placeOf(l.Body)
	}
	return c.Origin[st]
}

// switchAt returns the innermost switch of the source around the place of st, or nil.
func (c *copier) switchAt(st *ast.Switch) *ast.Switch {
	for i := c.around(c.Origin[st]); i >= 0; i = int(c.parent[i]) {
		if s, ok := c.sourceAt(i).(*ast.Switch); ok {
			return s
		}
	}
	return nil
}

// sourceOf returns the source statement of type T that begins where st does.
func sourceOf[T ast.Stmt](c *copier, st ast.Stmt) (found T, ok bool) {
	at := c.Origin[st]
	if at.IsZero() {
		return found, false
	}
	i := sort.Search(len(c.all), func(i int) bool { return c.sourceAt(i).Pos().Start >= at.Start })
	for ; i < len(c.all) && c.sourceAt(i).Pos().Start == at.Start; i++ {
		if t, is := c.sourceAt(i).(T); is {
			return t, true
		}
	}
	return found, false
}

// wraps reports whether a statement is a label or a block around other statements.
func wraps(st ast.Stmt) bool {
	switch st.(type) {
	case *ast.Labeled, *ast.Block:
		return true
	}
	return false
}

func (c *copier) comesFrom(st ast.Stmt, at ast.Span) bool {
	s := c.placeOf(st)
	return !s.IsZero() && at.Contains(s)
}

// isAlike reports whether the given statements are the same as source statement i.
func (c *copier) isAlike(stmts []ast.Stmt, i int) bool {
	src, ok := c.forms[i]
	if !ok {
		var whole bool
		if src, whole = c.formOf([]ast.Stmt{c.sourceAt(i)}, true); !whole {
			return false
		}
		c.forms[i] = src
	}
	made, ok := c.formOf(stmts, false)
	return ok && len(made.Stmts) > 0 && same.Equal(made, src) && !slices.ContainsFunc(stmts, ast.IsFuncDecl)
}
