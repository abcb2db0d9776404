package singleuse

import "github.com/sonjs/son/parse/ast"

// repeated is the greatest length in bytes of a constant that is written more than once.
const repeated = 8

// constants handles the variables that are constants.
func (f *finder) constants() {
	for _, l := range f.lists {
		for _, c := range l.names {
			l.constant(c)
		}
	}
}

// constant replaces the references to a variable that is a constant wherever it is read, if they
// get shorter by it.
func (l *list) constant(c *candidate) {
	d := c.decl
	if d == nil || d.Init == nil || c.kept || c.gone || !c.live || !l.constantText(d.Init) {
		return
	}
	outside, _ := c.references()
	if len(outside) == 0 || len(outside) > 1 && !l.mayRepeat(len(l.text(d.Init)), len(outside)) {
		return
	}
	unsettled := 0
	for _, u := range outside {
		if u.fn == l.fn && u.id.Start < d.End || !u.part || u.kind&ast.RefCall != 0 {
			return
		}
		if u.fn != l.fn && !l.isSettled(d, u.fn) {
			if unsettled++; !l.o.NoTDZ || c.kind == ast.Var {
				return
			}
		}
	}
	l.Unsettled += unsettled
	c.gone, c.constant = true, true
	for _, u := range outside {
		u.by = c
		l.replaced = append(l.replaced, replacement{u, c})
	}
}

// mayRepeat reports whether a constant of so many bytes may be written so many times. What is compressed
// afterwards may get a little longer, since a constant repeats itself more often than a name.
func (l *list) mayRepeat(bytes, times int) bool {
	if l.o.Constants {
		return times*bytes <= bytes+times*len("x")+len("x=,")
	}
	return bytes <= repeated
}

// isSettled reports whether a declarator of the list has completed before code of a function inside
// the list's runs.
func (l *list) isSettled(d *ast.Declarator, fn *ast.Function) bool {
	for fn.Parent != l.fn {
		fn = fn.Parent
	}
	if u := l.moved[fn]; u != nil {
		return u.id.Start >= d.End
	}
	return l.settled.List(l.fn).Settled(d, fn)
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
