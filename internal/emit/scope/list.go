package scope

import "github.com/sonjs/son/parse/ast"

// List is a list of statements of the output, which is also a scope for let and const.
type List struct {
	Parent *List
	Owner  ast.Stmt // the statement of Parent that holds this list
	Depth  int
	At     int // the index of Owner in Parent, once the references are located
	Kind   Kind
	Stmts  []ast.Stmt
	Body   *[]ast.Stmt // where the finished list goes
	Braces bool        // a case needs a block for its declarations
	Open   bool        // the declarations of a case are visible to the other cases
	far    *List       // a list further out, for finding any ancestor in few steps; see Link
}

// Kind says what a list is part of.
type Kind uint8

// The kinds of lists.
const (
	Block Kind = iota // braces, or the body of a function
	Head              // the head of a loop, with the statements of its init; or a switch whose cases share functions
	Case
)

// Reset empties a list, and keeps the storage of its statements.
func (l *List) Reset() { *l = List{Stmts: l.Stmts[:0]} }

// In reports whether l is m or is nested in it.
func (l *List) In(m *List) bool {
	for l != nil && l.Depth > m.Depth {
		l = l.Parent
	}
	return l == m
}

// InBody reports whether l is in the body of a loop, and so a new scope in each iteration.
func (l *List) InBody(loop ast.Stmt) bool {
	for ; l != nil; l = l.Parent {
		if l.Owner != nil && l.Owner == loop {
			return l.Kind != Head || isIterLoop(loop)
		}
	}
	return false
}

// isIterLoop reports whether a statement is a for-in or for-of loop.
func isIterLoop(st ast.Stmt) bool {
	switch s := st.(type) {
	case *ast.Labeled:
		return isIterLoop(s.Body)
	case *ast.ForIn, *ast.ForOf:
		return true
	}
	return false
}

// Link sets the links to lists further out, of the outer lists first. As in the dominator tree,
// their distances follow the skew-binary numbers (Myers, 1983).
func Link(lists []*List) {
	for _, l := range lists {
		l.far = nil
	}
	var path []*List
	for _, l := range lists {
		path = path[:0]
		for ; l != nil && l.far == nil; l = l.Parent {
			path = append(path, l)
		}
		for i := len(path) - 1; i >= 0; i-- {
			l := path[i]
			up := l.Parent
			switch {
			case up == nil:
				l.far = l
			case up.Depth-up.far.Depth == up.far.Depth-up.far.far.Depth:
				l.far = up.far.far
			default:
				l.far = up
			}
		}
	}
}

// Out returns the ancestor of l, or l itself, at a depth.
func (l *List) Out(depth int) *List {
	for l.Depth > depth {
		if l.far.Depth >= depth {
			l = l.far
		} else {
			l = l.Parent
		}
	}
	return l
}

// Common returns the innermost list that contains both l and m.
func (l *List) Common(m *List) *List {
	l, m = l.Out(m.Depth), m.Out(l.Depth)
	for l != m {
		if l.far != m.far {
			l, m = l.far, m.far
		} else {
			l, m = l.Parent, m.Parent
		}
	}
	return l
}
