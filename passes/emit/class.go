package emit

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// member writes obj.name or obj.#name.
func member(n *son.Node, obj ast.Expr) *ast.Member {
	name, private := strings.CutPrefix(n.Str, "#")
	return &ast.Member{Obj: obj, Name: name, Private: private}
}

// checkElement refuses a body that a class has no place for: a field has an
// expression, and a static block does not return.
func (e *emitter) checkElement(root *stmtList) {
	switch e.Fn.Kind {
	case ast.FuncField:
		refuse("a field's value is no expression")
	case ast.FuncStaticInit:
		for _, l := range e.lists {
			for _, st := range l.stmts {
				if _, ok := st.(*ast.Return); ok {
					refuse("a static block returns")
				}
			}
		}
	}
}

// fieldName sees to the name that a class's field gives to the anonymous
// function that is its value: its key, whatever that is.
func (e *emitter) fieldName(given map[ast.Node]bool) {
	if e.Fn.Kind != ast.FuncField {
		return
	}
	src, ok := e.Fn.ExprBody.(*ast.Func)
	direct := -1
	if ok {
		direct = src.Fn.Index
	}
	for _, l := range e.lists {
		for _, st := range l.stmts {
			r, ok := st.(*ast.Return)
			if !ok || r.X == nil {
				continue
			}
			idx, ok := e.closures[r.X]
			switch {
			case !ok || e.Program.Funcs[idx].Name != nil:
			case idx == direct:
				given[r.X] = true
			default:
				r.X = &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, r.X}}
			}
		}
	}
	if direct >= 0 && src.Fn.Name == nil && !e.isGiven(direct, given) {
		refuse("a function would lose the name of its field")
	}
}

// isGiven reports whether the place of a function gives it its name.
func (e *emitter) isGiven(idx int, given map[ast.Node]bool) bool {
	for x := range given {
		if e.closures[x] == idx {
			return true
		}
	}
	return false
}
