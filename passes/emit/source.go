package emit

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
}

// hashNodes bounds the nodes of a nested function that a hash covers; ast.Equal decides.
const hashNodes = 48

// hash returns a number that is equal for equal statements.
func (c *copier) hash(st ast.Stmt) uint64 {
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
		c.all = append(c.all, sourceStmt{list, i, c.hash(st)})
		c.starts = append(c.starts, st.Pos().Start)
		if at := st.Pos(); c.ends[at.Start] < at.End {
			c.ends[at.Start] = at.End
		}
		c.inner(st)
	}
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

// sourceOf returns the source statement of type T that begins where st does.
func sourceOf[T ast.Stmt](c *copier, st ast.Stmt) (found T, ok bool) {
	return sourceAt[T](c.emitter, c.origin[st])
}

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
	authored := e.g.Config.Authored
	if authored {
		e.findGroups(e.Fn)
	}
	visit := func(n ast.Node) bool {
		if authored {
			e.findGroups(n)
		}
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
		case *ast.Assign:
			if n.Op.Logical() {
				e.logicalAssigns[n.Span] = true
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
		case *ast.Cond:
			e.ternaries[n.Span] = true
			e.voidArms[n.Span] = isUndefined(n.Then) || isUndefined(n.Else)
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
