package lone

import (
	"github.com/sonjs/son/parse/ast"
)

// constants finds the variables of the list that are constants wherever they are
// read, and replaces the mentions of those that get shorter by it.
func (l *list) constants() {
	l.known = map[*ast.Symbol]bool{}
	r := &reach{funcs: map[*ast.Function]bool{}, declared: map[*ast.Symbol]*ast.Function{}}
	for _, st := range l.body {
		if d, ok := st.(*ast.FuncDecl); ok && d.Fn.Name != nil {
			r.declared[d.Fn.Name.Sym] = d.Fn
		}
	}
	if l.fn == nil {
		r.fromOutside(l.body)
	}
	for _, st := range l.body {
		switch st := st.(type) {
		case *ast.FuncDecl:
		case *ast.VarDecl:
			for _, d := range st.Decls {
				if st.Kind != ast.Using && st.Kind != ast.AwaitUsing {
					l.constant(d, r)
				}
				r.touch(d)
			}
		default:
			r.touch(st)
		}
	}
}

// constant looks at one variable.
func (l *list) constant(d *ast.Declarator, r *reach) {
	id, ok := d.Target.(*ast.Ident)
	if !ok || d.Init == nil || !l.constantText(d.Init) || !l.mine(id) {
		return
	}
	outside, _ := mentions(id, d.Span)
	if len(outside) == 0 || len(outside) > 1 && len(l.text(d.Init)) > l.o.Repeat {
		return
	}
	for _, m := range outside {
		if !l.uses[m.Ident].part || m.Kind&ast.RefCall != 0 {
			return
		}
		if m.Func == l.fn && m.Ident.Start < d.End || m.Func != l.fn && r.funcs[m.Func] {
			return
		}
	}
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

// reach knows which functions may run before a place in a list, as far as the text
// says: those that what runs before mentions, and those that these mention.
type reach struct {
	funcs    map[*ast.Function]bool
	declared map[*ast.Symbol]*ast.Function
}

// touch notes that code runs, and with it perhaps all functions that it makes.
func (r *reach) touch(n ast.Node) {
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Function:
			r.funcs[n] = true
		case *ast.Ident:
			if fn := r.declared[n.Sym]; n.Sym != nil && fn != nil && !r.funcs[fn] {
				r.touch(fn)
			}
		}
		return true
	})
}

// fromOutside notes what another module may call before this one runs, if they
// import each other.
func (r *reach) fromOutside(body []ast.Stmt) {
	imports := false
	for _, st := range body {
		switch st := st.(type) {
		case *ast.Import, *ast.ExportAll:
			imports = true
		case *ast.ExportNamed:
			imports = imports || st.From != nil
		}
	}
	for _, st := range body {
		switch st.(type) {
		case *ast.ExportNamed, *ast.ExportDecl, *ast.ExportDefault:
			if imports {
				r.touch(st)
			}
		}
	}
}
