package reduce

import (
	"reflect"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// walker visits a tree by reflection, so that no node type can be forgotten,
// and collects edits.
type walker struct {
	src   string
	edits []edit
}

func (w *walker) text(s ast.Span) string { return w.src[s.Start:s.End] }

// replace proposes a text for a node.
func (w *walker) replace(n ast.Node, text string) { w.replaceSpan(full(n), text) }

func (w *walker) replaceSpan(s ast.Span, text string) {
	if int(s.End-s.Start) > len(text) {
		w.edits = append(w.edits, edit{s, text, int(s.End - s.Start)})
	}
}

func full(n ast.Node) ast.Span { return n.Pos().Span }

func (w *walker) program(p *ast.Program) {
	w.list(p.Body)
	for _, s := range p.Body {
		w.visit(reflect.ValueOf(s))
	}
}

// list proposes to delete halves and quarters of a statement list; single
// statements delete themselves.
func (w *walker) list(ss []ast.Stmt) {
	for n := len(ss) / 2; n > 1; n /= 2 {
		for i := 0; i+n <= len(ss); i += n {
			w.replaceSpan(ast.Span{Start: full(ss[i]).Start, End: full(ss[i+n-1]).End}, "")
		}
	}
}

var (
	exprType   = reflect.TypeFor[ast.Expr]()
	stmtType   = reflect.TypeFor[ast.Stmt]()
	nodeType   = reflect.TypeFor[ast.Node]()
	symbolType = reflect.TypeFor[*ast.Symbol]()
	scopeType  = reflect.TypeFor[*ast.Scope]()
)

// children calls f for the nodes directly below v, a struct.
func children(v reflect.Value, f func(reflect.Value)) {
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if name == "Parent" || name == "Base" || name == "Sym" {
			continue
		}
		field := v.Field(i)
		switch field.Kind() {
		case reflect.Interface, reflect.Pointer:
			child(field, f)
		case reflect.Slice:
			for j := range field.Len() {
				child(field.Index(j), f)
			}
		}
	}
}

func child(v reflect.Value, f func(reflect.Value)) {
	if k := v.Kind(); k != reflect.Interface && k != reflect.Pointer || v.IsNil() {
		return
	}
	if v.Type() == symbolType || v.Type() == scopeType || !v.Type().Implements(nodeType) {
		return
	}
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	f(v)
}

// visit proposes edits for a node and for everything below it.
func (w *walker) visit(v reflect.Value) {
	n := v.Interface().(ast.Node)
	switch n := n.(type) {
	case ast.Stmt:
		w.stmt(n, v.Elem())
	case ast.Expr:
		w.expr(n, v.Elem())
	case *ast.Function:
		w.list(n.Body)
	}
	w.separated(v.Elem())
	children(v.Elem(), w.visit)
}

// stmt proposes nothing, the parts of a statement, and its contents.
func (w *walker) stmt(s ast.Stmt, v reflect.Value) {
	w.replace(s, "")
	w.replace(s, ";")
	switch s := s.(type) {
	case *ast.Block:
		w.list(s.Body)
		if t := w.text(s.Span); len(t) > 2 {
			w.replace(s, t[1:len(t)-1])
		}
		return
	case *ast.VarDecl:
		for _, d := range s.Decls {
			if d.Init != nil {
				w.replace(s, w.text(full(d.Init))+";")
				w.replaceSpan(ast.Span{Start: full(d.Target).End, End: full(d.Init).End}, "")
			}
		}
		return
	case *ast.FuncDecl:
		if b := s.Fn.Body; len(b) > 0 {
			w.replace(s, w.text(ast.Span{Start: full(b[0]).Start, End: full(b[len(b)-1]).End}))
		}
	case *ast.If:
		if s.Else != nil {
			w.replaceSpan(ast.Span{Start: full(s.Then).End, End: full(s.Else).End}, "")
		}
	case *ast.For:
		for _, e := range []ast.Expr{s.Test, s.Update} {
			if e != nil {
				w.replace(e, "")
			}
		}
	case *ast.Return:
		if s.X != nil {
			w.replace(s, "return;")
		}
	case *ast.Switch:
		for _, c := range s.Cases {
			w.replace(c, "")
			w.list(c.Body)
			if len(c.Body) > 0 {
				w.replace(s, w.text(ast.Span{Start: full(c.Body[0]).Start, End: full(c.Body[len(c.Body)-1]).End}))
			}
		}
	case *ast.Try:
		if s.Handler != nil && s.Finally != nil {
			w.replaceSpan(ast.Span{Start: full(s.Handler).End, End: full(s.Finally).End}, "")
		}
	}
	children(v, func(c reflect.Value) {
		switch c := c.Interface().(type) {
		case ast.Stmt:
			w.replace(s, w.text(full(c)))
		case ast.Expr:
			w.replace(s, w.text(full(c))+";")
		}
	})
}

// expr proposes 0 for an expression, and each of its parts.
func (w *walker) expr(e ast.Expr, v reflect.Value) {
	switch e := e.(type) {
	case *ast.Ident, *ast.Spread:
		return
	case *ast.Func:
		if e.Fn.Kind != ast.FuncArrow {
			w.replace(e, "() => 0")
		}
	case *ast.Template:
		w.replace(e, `""`)
	}
	w.replace(e, "0")
	children(v, func(c reflect.Value) {
		if c, ok := c.Interface().(ast.Expr); ok {
			t := w.text(full(c))
			w.replace(e, t)
			if strings.ContainsAny(t, " ") {
				w.replace(e, "("+t+")")
			}
		}
	})
}

// separated proposes to drop elements between commas: arguments, parameters,
// elements, properties, declarators.
func (w *walker) separated(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() != reflect.Slice || f.Type().Elem() == stmtType {
			continue
		}
		k := f.Type().Elem()
		if k != exprType && k != reflect.TypeFor[*ast.Property]() && k != reflect.TypeFor[*ast.Declarator]() {
			continue
		}
		var items []ast.Span
		for j := range f.Len() {
			if x := f.Index(j); !x.IsNil() {
				items = append(items, full(x.Interface().(ast.Node)))
			}
		}
		for j, s := range items {
			switch {
			case j+1 < len(items):
				w.replaceSpan(ast.Span{Start: s.Start, End: items[j+1].Start}, "")
			case j > 0:
				w.replaceSpan(ast.Span{Start: items[j-1].End, End: s.End}, "")
			default:
				w.replaceSpan(s, "")
			}
		}
	}
}
