package singleuse

import (
	"github.com/sonjs/son/parse/ast"
)

// constants finds the variables of the list that are constants wherever they are read, and
// replaces the references to those that get shorter by it.
func (l *list) constants() {
	l.known = map[*ast.Symbol]bool{}
	for _, st := range l.body {
		if st, ok := st.(*ast.VarDecl); ok && st.Kind != ast.Using && st.Kind != ast.AwaitUsing {
			for _, d := range st.Decls {
				l.constant(st.Kind, d)
			}
		}
	}
}

// constant handles one variable, declared by a statement of that kind.
func (l *list) constant(kind ast.VarKind, d *ast.Declarator) {
	id, ok := d.Target.(*ast.Ident)
	if !ok || d.Init == nil || !l.constantText(d.Init) || !l.mine(id) {
		return
	}
	outside, _ := references(id, d.Span)
	if len(outside) == 0 || len(outside) > 1 && len(l.text(d.Init)) > l.o.Repeat {
		return
	}
	unsettled := 0
	for _, m := range outside {
		if m.Func == l.fn && m.Ident.Start < d.End || !l.uses[m.Ident].part || m.Kind&ast.RefCall != 0 {
			return
		}
		if m.Func != l.fn && !l.settled.List(l.fn).Settled(d, m.Func) {
			if unsettled++; !l.o.NoTDZ || kind == ast.Var {
				return
			}
		}
	}
	l.unsettled += unsettled
	l.known[id.Sym] = true
	for _, m := range outside {
		u := l.uses[m.Ident]
		text := l.text(d.Init)
		if _, signed := d.Init.(*ast.Unary); signed && !u.slot || u.dot {
			text = "(" + text + ")"
		}
		l.e.replace(u.span, u.key+text)
	}
}

// constantText reports whether x is a constant whose text means the same in all code.
func (l *list) constantText(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.String:
		return !x.Octal
	case *ast.Number:
		text := l.text(x)
		return isConstant(x) && (len(text) == 1 || text[0] != '0' || text[1] < '0' || text[1] > '9')
	case *ast.Unary:
		return isConstant(x) && l.constantText(x.X)
	}
	return isConstant(x)
}

func (l *list) text(x ast.Expr) string { s := x.Pos(); return l.p.Source[s.Start:s.End] }
