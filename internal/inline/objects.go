package inline

import (
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son/build"
)

// objects lists the objects whose class does nothing but to keep its arguments, the loops over arrays, and the reads of
// properties that do not change.
func (l *planner) objects() {
	l.Records, l.Arrays, l.Takes = map[*ast.New][]build.Field{}, map[*ast.ForOf]bool{}, map[*ast.ArrayPat]bool{}
	if l.o.For.IsSpeed() {
		l.values()
	}
	ast.Walk(l.p, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.New:
			if !l.o.For.IsSpeed() {
				break
			}
			for _, f := range l.o.Objects.Record(x) {
				l.Records[x] = append(l.Records[x], build.Field(f))
			}
		case *ast.ArrayPat:
			if l.o.For.IsSpeed() && l.o.Objects.TakesArray(x) {
				l.Takes[x] = true
			}
		case *ast.ForOf:
			if l.o.Objects.IsArray(x) {
				l.Arrays[x] = true
			}
			if call, ok := x.Right.(*ast.Call); ok && l.o.For.IsSpeed() && l.o.Objects.Generator(x) != nil {
				l.loopOf[call] = x
			}
		}
		return true
	})
}

// values lists what is known of reads of properties.
func (l *planner) values() {
	l.Values = map[*ast.Member]build.Read{}
	names := map[string]*ast.Symbol{}
	for x, is := range l.o.Objects.Reads() {
		r := build.Read{Final: is.Final, Present: is.Present, Number: is.Number}
		if is.Final {
			sym, known := names[x.Name]
			if name := l.variableOf(x.Name); !known && name != "" {
				sym = &ast.Symbol{Name: name, Kind: ast.SymConst}
			}
			names[x.Name] = sym
			r.Name = sym
		}
		l.Values[x] = r
	}
}

// variableOf returns what to call a variable that has the value of a property: items for _items, too. "" if the name of
// the property is no name for a variable.
func (l *planner) variableOf(property string) string {
	if bare := strings.TrimLeft(property, "_"); l.isBindable(bare) {
		return bare
	}
	if l.isBindable(property) {
		return property
	}
	return ""
}

// isBindable reports whether a variable can have a name in any code.
func (l *planner) isBindable(name string) bool {
	ok, known := l.bindable[name]
	if !known {
		ok = name != "undefined" && parse.Valid("let "+name+";", parse.Options{Type: parse.Module}, nil)
		l.bindable[name] = ok
	}
	return ok
}
