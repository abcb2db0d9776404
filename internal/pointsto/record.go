package pointsto

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Field is a property that a class gives its objects: the next argument of the constructor, or a constant.
type Field struct {
	Name     string
	Constant ast.Expr // nil: an argument
}

// Record returns the properties that a new gives its object, in their order, if it does nothing else, whatever
// is there when it runs, or nil: it is a class without a base class, whose constructor assigns its parameters
// and constants to properties, and no object has a setter for these.
func (p *Program) Record(x *ast.New) []Field {
	c := p.Constructed(x)
	if c == nil || !p.o.Builtins || slices.ContainsFunc(x.Args, ast.IsSpread) {
		return nil
	}
	r := record{Program: p}
	if !r.class(c) || r.args != len(x.Args) {
		return nil
	}
	return r.fields
}

// Constructed returns the class of which a new makes an object, or nil.
func (p *Program) Constructed(x *ast.New) *ast.Class {
	n, ok := p.news[x]
	if p.why != "" || !ok {
		return nil
	}
	callees := p.cell(n).values
	if len(callees) != 1 || !callees[0].isObject() || p.objects[callees[0]].kind != classFunction {
		return nil
	}
	return p.objects[callees[0]].class
}

// record collects the properties that a class gives its objects.
type record struct {
	*Program
	fields []Field
	args   int
}

// add adds a property, unless it has an accessor, or is there already.
func (r *record) add(name string, constant ast.Expr) bool {
	if name == "" || name == "__proto__" || r.text.mayAccess(name) || slices.ContainsFunc(r.fields, func(f Field) bool { return f.Name == name }) {
		return false
	}
	r.fields = append(r.fields, Field{name, constant})
	return true
}

// class reads a class, and reports whether that gives its objects nothing else.
func (r *record) class(c *ast.Class) bool {
	var ctor *ast.Function
	for _, m := range c.Members {
		switch _, private := m.Key.(*ast.PrivateName); {
		case m.IsCtor:
			ctor = m.Fn
		case m.Static || !private && m.Kind < ast.MemberField:
		case private || m.Kind != ast.MemberField || m.Computed || m.Fn == nil || !isConstant(m.Fn.ExprBody):
			return false
		default:
			name, _ := r.memberName(m)
			if !r.add(name, m.Fn.ExprBody) {
				return false
			}
		}
	}
	if c.Super != nil || ctor == nil {
		return c.Super == nil && len(r.fields) > 0
	}
	return r.constructor(ctor)
}

// constructor reads the statements of a constructor: each assigns the next parameter, or a constant.
func (r *record) constructor(fn *ast.Function) bool {
	if fn.Uses&^ast.UsesThis != 0 || fn.BodyScope != nil {
		return false
	}
	for _, st := range fn.Body {
		name, value := fieldAssigned(st)
		switch v := value.(type) {
		case *ast.Ident:
			if r.args == len(fn.Params) {
				return false
			}
			param, ok := fn.Params[r.args].(*ast.Ident)
			if !ok || v.Sym == nil || v.Sym != param.Sym || !r.add(name, nil) {
				return false
			}
			r.args++
		default:
			if !isConstant(value) || !r.add(name, value) {
				return false
			}
		}
	}
	return r.args == len(fn.Params) && len(r.fields) > 0
}

// isConstant reports whether an expression is a literal of a primitive value.
func isConstant(x ast.Expr) bool {
	if x, ok := x.(*ast.Unary); ok && x.Op == ast.Neg {
		_, ok := x.X.(*ast.Number)
		return ok
	}
	switch x.(type) {
	case *ast.Null, *ast.Bool, *ast.Number, *ast.String:
		return true
	}
	return false
}

// fieldAssigned returns the property and the value of a statement this.name = value.
func fieldAssigned(st ast.Stmt) (name string, value ast.Expr) {
	x, ok := st.(*ast.ExprStmt)
	if !ok {
		return "", nil
	}
	a, ok := x.X.(*ast.Assign)
	if !ok || a.Op != ast.NoOp {
		return "", nil
	}
	m, ok := a.Target.(*ast.Member)
	if !ok || m.Private || !isThis(m.Obj) {
		return "", nil
	}
	return m.Name, a.Value
}
