package look

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/viz"
)

// Outline is the syntax tree of a function, as it was read.
func (p *Program) Outline(fn *ast.Function) *viz.Outline {
	return p.outline("", fn)
}

// noSyntax are the fields for results of analysis and for positions.
var noSyntax = map[string]bool{
	"Base": true, "Index": true, "Parent": true, "Scope": true, "BodyScope": true, "SelfScope": true, "Uses": true, "DirectEval": true, "InnerEval": true,
	"HasWith": true, "InWith": true, "Captures": true, "Outer": true, "Globals": true, "Unresolved": true, "Sym": true, "Strict": true, "Derived": true, "Directives": true, "HeadScope": true, "Octal": true,
}

// kindWords are the words for kinds that have no text of their own.
var kindWords = struct {
	props   map[ast.PropKind]string
	members map[ast.MemberKind]string
	funcs   map[ast.FuncKind]string
}{
	map[ast.PropKind]string{ast.PropGet: "get", ast.PropSet: "set", ast.PropMethod: "method", ast.PropSpread: "spread"},
	map[ast.MemberKind]string{ast.MemberMethod: "method", ast.MemberGetter: "get", ast.MemberSetter: "set", ast.MemberField: "field",
		ast.MemberStaticBlock: "static block", ast.MemberAccessor: "accessor"},
	map[ast.FuncKind]string{ast.FuncArrow: "arrow", ast.FuncMethod: "method", ast.FuncGetter: "getter", ast.FuncSetter: "setter",
		ast.FuncCtor: "constructor", ast.FuncStaticInit: "static block", ast.FuncField: "field", ast.FuncTop: "top level"},
}

// outline describes a node by its fields: those that hold nodes become its children, the
// others its text. The tree has some eighty kinds of nodes, and all have this shape.
func (p *Program) outline(role string, n ast.Node) *viz.Outline {
	v := reflect.ValueOf(n).Elem()
	o := &viz.Outline{Role: role, Kind: v.Type().Name()}
	if s := n.Pos().Span; !s.IsZero() && int(s.Start) <= len(p.AST.Source) {
		line, col := p.Position(s.Start)
		o.At = fmt.Sprintf("%d:%d", line, col)
	}
	var words []string
	if n.Pos().Paren {
		words = append(words, "parenthesized")
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if noSyntax[f.Name] || !f.IsExported() {
			continue
		}
		if w := p.field(o, strings.ToLower(f.Name[:1])+f.Name[1:], v.Field(i)); w != "" {
			words = append(words, w)
		}
	}
	o.Text = strings.Join(words, " ")
	return o
}

// field adds the nodes in a field to the outline, or returns its text.
func (p *Program) field(o *viz.Outline, name string, f reflect.Value) string {
	switch x := f.Interface().(type) {
	case ast.Span:
		return ""
	case ast.Quasi:
		return strconv.Quote(x.Raw)
	case ast.PropKind:
		return kindWords.props[x]
	case ast.MemberKind:
		return kindWords.members[x]
	case ast.FuncKind:
		return kindWords.funcs[x]
	case fmt.Stringer:
		if f.Kind() != reflect.Pointer && f.Kind() != reflect.Interface {
			return x.String()
		}
	}
	switch f.Kind() {
	case reflect.Bool:
		if f.Bool() {
			return name
		}
	case reflect.String:
		return strconv.Quote(f.String())
	case reflect.Float64:
		return strconv.FormatFloat(f.Float(), 'g', -1, 64)
	case reflect.Pointer, reflect.Interface:
		if f.IsNil() {
			return ""
		}
		if n, ok := f.Interface().(ast.Node); ok {
			o.Kids = append(o.Kids, p.outline(name, n))
		}
	case reflect.Slice:
		var words []string
		for i := range f.Len() {
			if e := f.Index(i); (e.Kind() == reflect.Interface || e.Kind() == reflect.Pointer) && e.IsNil() {
				o.Kids = append(o.Kids, &viz.Outline{Role: name, Kind: "hole"})
			} else if w := p.field(o, name, e); w != "" {
				words = append(words, w)
			}
		}
		return strings.Join(words, " ")
	case reflect.Struct:
		if n, ok := f.Addr().Interface().(ast.Node); ok {
			o.Kids = append(o.Kids, p.outline(name, n))
		}
	}
	return ""
}
