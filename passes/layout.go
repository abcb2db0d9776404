package passes

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// layout records how deep the innermost statements of a function nest, those of inner functions
// left out. A switch and its cases are one level, and a block that is no part of a statement is
// none.
type layout struct {
	// depths are, for the hash of each statement that contains no others, those at which it occurs.
	depths    map[uint64][]int
	outermost []ast.Stmt // those at depth 0, without hashes
	functions bool       // functions are declared at other depths
}

// layoutNodes is how many nodes of a statement are hashed.
const layoutNodes = 48

// deeper reports whether some statement of made is deeper than in old: its author wrote it in fewer
// braces. If a statement occurs several times, as on paths that were copied or merged, the
// occurrences are compared in order of depth. Cost: linear.
func deeper(made, old *ast.Function) bool {
	l, was := &layout{depths: map[uint64][]int{}}, &layout{depths: map[uint64][]int{}}
	l.list(made.Body, 0)
	if len(l.depths) == 0 {
		return false
	}
	was.list(old.Body, 0)
	l.addOutermost(l.functions)
	was.addOutermost(l.functions)
	for hash, depths := range l.depths {
		before := was.depths[hash]
		slices.Sort(depths)
		slices.Sort(before)
		for i, depth := range before {
			if i < len(depths) && depths[i] > depth {
				return true
			}
		}
	}
	return false
}

// addOutermost adds the outermost statements. The declarations of functions, of which the wrapper
// of a program has thousands, are only needed if others are deeper.
func (l *layout) addOutermost(functions bool) {
	for _, st := range l.outermost {
		if _, ok := unwrapped(st).(*ast.FuncDecl); !ok || functions {
			l.add(st, 0)
		}
	}
}

func (l *layout) add(st ast.Stmt, depth int) {
	h := ast.HashPrefix(st, layoutNodes)
	l.depths[h] = append(l.depths[h], depth)
}

// unwrapped returns the statement that a verbatim one spells.
func unwrapped(st ast.Stmt) ast.Stmt {
	for {
		v, ok := st.(*ast.VerbatimStmt)
		if !ok || v.Of == nil {
			return st
		}
		st = v.Of
	}
}

func (l *layout) list(body []ast.Stmt, depth int) {
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
func (l *layout) under(st ast.Stmt, depth int) {
	if b, ok := st.(*ast.Block); ok {
		l.list(b.Body, depth+1)
	} else if st != nil {
		l.stmt(st, depth+1)
	}
}

func (l *layout) stmt(st ast.Stmt, depth int) {
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
		if depth == 0 {
			l.outermost = append(l.outermost, st)
			break
		}
		if _, ok := unwrapped(st).(*ast.FuncDecl); ok {
			l.functions = true
		}
		l.add(st, depth)
	}
}
