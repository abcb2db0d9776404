package verbatim

import (
	"cmp"
	"slices"
	"sort"

	"github.com/sonjs/son/parse/ast"
)

// sourceStmt is a statement of the source: the one at index at of a list.
type sourceStmt struct {
	list []ast.Stmt
	at   int
	hash uint64
	of   *ast.Function // the callee that it is of; nil: it is of the function itself
}

// hashNodes bounds the nodes of a nested function that a hash covers; ast.Equal decides.
const hashNodes = 16

// hash returns a number that is equal for equal statements.
func (c *copier) hash(st ast.Stmt) uint64 {
	if v, ok := st.(*ast.VerbatimStmt); ok && v.Of != nil {
		st = v.Of // often one of the source, whose hash is known
	}
	h, ok := c.hashes[st]
	if !ok {
		ast.StmtHashes(st, hashNodes, c.hashes)
		h = c.hashes[st]
	}
	return h
}

// index records the statements of a list and of all lists nested in it.
func (c *copier) index(list []ast.Stmt) {
	for i, st := range list {
		c.all = append(c.all, sourceStmt{list, i, c.hash(st), c.callee})
		c.starts = append(c.starts, st.Pos().Start)
		if at := st.Pos(); c.ends[at.Start] < at.End {
			c.ends[at.Start] = at.End
		}
		c.inner(st)
	}
}

// Callees returns the spans of the calls in whose places callees may be, and those of the callees.
func (t *Tree) Callees() (calls, callees []ast.Span) {
	for _, x := range t.in.Inlined {
		calls, callees = append(calls, x.Call), append(callees, x.Fn.Span)
	}
	return calls, callees
}

// callees records the statements of the functions that stand in place of calls.
func (c *copier) callees() {
	if len(c.Inlined) == 0 {
		return
	}
	c.calls = map[*ast.Function][]ast.Span{}
	for _, x := range c.Inlined {
		if c.calls[x.Fn] == nil && x.Fn != c.Old {
			c.callee = x.Fn
			c.index(x.Fn.Body)
		}
		c.calls[x.Fn] = append(c.calls[x.Fn], x.Call)
	}
	c.callee = nil
	slices.SortStableFunc(c.all, func(a, b sourceStmt) int { return cmp.Compare(a.list[a.at].Pos().Start, b.list[b.at].Pos().Start) })
}

// sortByHash sorts the statements by hash, and those of equal hash by their order in the
// source.
func (c *copier) sortByHash() {
	for i := range c.all {
		c.byHash = append(c.byHash, int32(i))
	}
	slices.SortFunc(c.byHash, func(i, j int32) int {
		return cmp.Or(cmp.Compare(c.all[i].hash, c.all[j].hash), cmp.Compare(i, j))
	})
}

// withHash returns the statements of the source with a hash, as indices in all.
func (c *copier) withHash(hash uint64) []int32 {
	from, found := slices.BinarySearchFunc(c.byHash, hash, func(i int32, h uint64) int { return cmp.Compare(c.all[i].hash, h) })
	if !found {
		return nil
	}
	n := sort.Search(len(c.byHash)-from, func(k int) bool { return c.all[c.byHash[from+k]].hash > hash })
	return c.byHash[from : from+n]
}

func (c *copier) inner(st ast.Stmt) {
	if x, ok := st.(*ast.ExportDecl); ok {
		st = x.Decl
	}
	one := func(s ast.Stmt) {
		if b, ok := s.(*ast.Block); ok {
			c.index(b.Body)
		} else if s != nil {
			c.index([]ast.Stmt{s})
		}
	}
	switch s := st.(type) {
	case *ast.Block:
		c.index(s.Body)
	case *ast.If:
		one(s.Then)
		if s.Else != nil {
			one(s.Else)
		}
	case *ast.For:
		one(s.Body)
	case *ast.ForIn:
		one(s.Body)
	case *ast.ForOf:
		one(s.Body)
	case *ast.While:
		one(s.Body)
	case *ast.DoWhile:
		one(s.Body)
	case *ast.Labeled:
		one(s.Body)
	case *ast.Switch:
		for _, k := range s.Cases {
			c.index(k.Body)
		}
	case *ast.Try:
		for _, b := range []*ast.Block{s.Block, s.Handler, s.Finally} {
			if b != nil {
				c.index(b.Body)
			}
		}
	}
}
