package passes

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// layout records how deep the innermost statements of a function nest, those of inner functions
// left out: for the hash of each statement that contains no others, the depths at which it
// occurs. A switch and its cases are one level, and a block that is no part of a statement is
// none.
type layout map[uint64][]int

// layoutNodes is how many nodes of a statement are hashed.
const layoutNodes = 48

// layoutOf measures a function in linear time.
func layoutOf(fn *ast.Function) layout {
	l := layout{}
	l.list(fn.Body, 0)
	for _, depths := range l {
		slices.Sort(depths)
	}
	return l
}

// deeper reports whether some statement is deeper than in old: its author wrote it in fewer
// braces. If a statement occurs several times, as on paths that were copied or merged, the
// occurrences are compared in order of depth.
func (l layout) deeper(old layout) bool {
	for hash, depths := range l {
		for i, was := range old[hash] {
			if i < len(depths) && depths[i] > was {
				return true
			}
		}
	}
	return false
}

func (l layout) list(body []ast.Stmt, depth int) {
	for _, st := range body {
		l.stmt(st, depth)
	}
}

// elseIf returns the if that continues a chain, in braces of its own or not, or nil.
func elseIf(st ast.Stmt) *ast.If {
	if b, ok := st.(*ast.Block); ok && len(b.Body) == 1 {
		st = b.Body[0]
	}
	chain, _ := st.(*ast.If)
	return chain
}

// under measures a statement that is the body of another one: its braces are no extra level.
func (l layout) under(st ast.Stmt, depth int) {
	if b, ok := st.(*ast.Block); ok {
		l.list(b.Body, depth+1)
	} else if st != nil {
		l.stmt(st, depth+1)
	}
}

func (l layout) stmt(st ast.Stmt, depth int) {
	switch st := st.(type) {
	case *ast.If:
		l.under(st.Then, depth)
		if chain := elseIf(st.Else); chain != nil {
			l.stmt(chain, depth)
		} else {
			l.under(st.Else, depth)
		}
	case *ast.For:
		l.under(st.Body, depth)
	case *ast.ForIn:
		l.under(st.Body, depth)
	case *ast.ForOf:
		l.under(st.Body, depth)
	case *ast.While:
		l.under(st.Body, depth)
	case *ast.DoWhile:
		l.under(st.Body, depth)
	case *ast.With:
		l.under(st.Body, depth)
	case *ast.Block:
		l.list(st.Body, depth)
	case *ast.Labeled:
		if _, ok := st.Body.(*ast.Block); ok {
			l.under(st.Body, depth)
		} else {
			l.stmt(st.Body, depth)
		}
	case *ast.Switch:
		for _, c := range st.Cases {
			l.list(c.Body, depth+1)
		}
	case *ast.Try:
		for _, b := range []*ast.Block{st.Block, st.Handler, st.Finally} {
			if b != nil {
				l.list(b.Body, depth+1)
			}
		}
	case *ast.Empty:
	default:
		h := ast.HashPrefix(st, layoutNodes)
		l[h] = append(l[h], depth)
	}
}
