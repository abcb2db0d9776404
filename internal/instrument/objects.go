package instrument

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/internal/pointsto"
	"github.com/sonjs/son/parse/ast"
)

// objects checks closed-objects: what the points-to analysis says of calls, reads, loops and objects.
func (in *instrumenter) objects() {
	if !in.checked[ClosedObjects] {
		return
	}
	objects := pointsto.New(in.p, pointsto.Options{Builtins: in.assumed[Builtins], ClosedWorld: in.assumed[ClosedWorld], Keys: true})
	if why := objects.Why(); why != "" {
		in.result.Unchecked[ClosedObjects] = why + ", so that the optimizer relies on it nowhere"
		return
	}
	graph := calls.New(in.p, calls.Options{NoTDZ: in.assumed[NoTDZ], ClosedWorld: in.assumed[ClosedWorld], Objects: objects})
	for _, s := range graph.Sites.All() {
		if s.Method && s.Callee != nil {
			in.property(s)
		}
	}
	in.data.Reserved = append(slices.Sorted(maps.Keys(pointsto.Reflective())), "__proto__")
	ast.Walk(in.p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForOf:
			if objects.IsArray(n) {
				k := in.check(ClosedObjects, n.Right.Pos().Span, "this loop is not over an array of the program", "an array that is iterated as arrays are", false)
				in.wrap(n.Right, "array", k)
			}
			if _, call := n.Right.(*ast.Call); call && objects.Generator(n) != nil {
				k := in.check(ClosedObjects, n.Right.Pos().Span, "this loop is not over what a generator of the program returns", "an object with the methods that generators have", false)
				in.wrap(n.Right, "generator", k)
			}
		case *ast.New:
			if fields := objects.Record(n); fields != nil {
				in.record(n, objects.Constructed(n), fields)
			}
		case *ast.Index:
			if !objects.IsNumber(n) {
				in.key(n.Key, in.targets[n])
			}
		case *ast.Property:
			if n.Computed {
				in.key(n.Key, true)
			}
		}
		return true
	})
}

// property checks the callee of a call of a method, or the getter of a read.
func (in *instrumenter) property(s *calls.Site) {
	m := s.Call.Callee.(*ast.Member)
	if m.Private {
		return // nobody else can write it
	}
	n, ok := in.number(s.Callee)
	if !ok {
		in.result.Unregistered++
		return
	}
	what, function := "the method %s is not the one that the text of the program makes", "method"
	if s.Getter {
		what, function = "the getter of %s is not the one that the text of the program makes", "getter"
	}
	span := m.NameSpan
	k := in.check(ClosedObjects, span, fmt.Sprintf(what, m.Name), in.data.Functions[n], s.Nullish)
	if _, super := m.Obj.(*ast.Super); super {
		in.super(s.Call, m, k, n)
		return
	}
	in.wrap(m.Obj, function, k, quote(m.Name), n)
}

// super checks a call of super.m: the runtime calls it, since nothing but super.m reads the property.
//
//	super.m(x)    becomes    $son.base(7, 3, super.m, this, x)
func (in *instrumenter) super(call *ast.Call, m *ast.Member, k, n int) {
	open := in.after(m.End, '(')
	if m.Paren || open < 0 {
		in.result.Unregistered++
		return
	}
	comma := ",this"
	if len(call.Args) > 0 {
		comma += ","
	}
	in.wraps = append(in.wraps, wrap{ast.Span{Start: m.Start, End: m.Start + int32(len("super"))}, in.runtime("base", k, n), ""})
	in.replace(ast.Span{Start: open, End: open + 1}, comma)
}

// after returns where a character stands after a place, with nothing but white space and comments in between; -1:
// something else does.
func (in *instrumenter) after(at int32, c byte) int32 {
	for at < int32(len(in.p.Source)) {
		i, ok := slices.BinarySearchFunc(in.p.Comments, at, func(c ast.Comment, at int32) int { return int(c.Start - at) })
		switch b := in.p.Source[at]; {
		case ok:
			at = in.p.Comments[i].End
		case b == c:
			return at
		case strings.IndexByte(" \t\r\n\v\f", b) >= 0:
			at++
		default:
			return -1
		}
	}
	return -1
}

// record checks an object that keeps the arguments of its class, and nothing else.
func (in *instrumenter) record(x *ast.New, c *ast.Class, fields []pointsto.Field) {
	n := in.class(c)
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	k := in.check(ClosedObjects, x.Callee.Pos().Span, "this class does more than to keep its arguments", in.data.Functions[n]+", without setters of "+strings.Join(names, ", "), false)
	in.data.Fields[k] = names
	in.wrap(x.Callee, "record", k, n)
}

// key checks a key that is computed. What is read from constructor is known.
func (in *instrumenter) key(x ast.Expr, writes bool) {
	switch x := x.(type) {
	case *ast.Number, *ast.String, *ast.Template, *ast.Func, *ast.ClassExpr, *ast.PrivateName:
		return // a template that computes something is a rare key
	case *ast.Member:
		if id, ok := x.Obj.(*ast.Ident); ok && id.Sym == nil && id.Name == "Symbol" {
			return
		}
	}
	k := in.check(ClosedObjects, x.Pos().Span, "this key is computed while the program runs",
		"a name other than __proto__, constructor and those of functions for reflection", false)
	if writes {
		in.wrap(x, "written", k)
	} else {
		in.wrap(x, "key", k)
	}
}

// number returns the number of a function, which the runtime learns where the function is made; ok is false if it
// cannot be found there.
func (in *instrumenter) number(fn *ast.Function) (n int, ok bool) {
	if n := in.numbers[fn]; n > 0 {
		return n - 1, true
	}
	m := in.makers[fn]
	if m.how == unknown || m.takes && !utf8.ValidString(m.name) {
		return 0, false
	}
	n = in.named("the function", m.name, cmp.Or(m.place, fn.Start))
	in.numbers[fn] = n + 1
	switch m.how {
	case expression:
		before, after := in.runtime("made", n), ")"
		if m.takes {
			before, after = takingName(before, m.name)
		}
		in.inner = append(in.inner, in.enclosed(m.x, before, after))
	case declaration:
		if m.at < 0 {
			in.start = append(in.start, fmt.Sprint(n), m.decl.Fn.Name.Name)
			break
		}
		in.at(m.at, fmt.Sprintf("const {}=%s%s);", in.runtime("made", n), m.decl.Fn.Name.Name))
	case classMember:
		e := in.classEdit(m.class)
		e.members = append(e.members, []any{m.static, m.name, n, m.kind})
	case literalMember:
		i, seen := in.literals[m.object]
		if !seen {
			i = len(in.data.Literals)
			in.literals[m.object] = i
			in.data.Literals = append(in.data.Literals, []any{})
			in.inner = append(in.inner, in.enclosed(m.object, in.runtime("literal", i), ")"))
		}
		in.data.Literals[i] = append(in.data.Literals[i].([]any), []any{false, m.name, n, m.kind})
	}
	return n, true
}

// takingName returns text around an anonymous function or class that is an argument of a call: a property gives it
// the name that it would take without the call.
func takingName(call, name string) (before, after string) {
	key := quote(name)
	if name == "__proto__" {
		key = "[" + key + "]"
	}
	return call + "{" + key + ":", "}[" + quote(name) + "])"
}

// named enters what a function is called in messages, and returns its number.
func (in *instrumenter) named(what, name string, at int32) int {
	path, line, column := in.place(at)
	if name != "" && utf8.ValidString(name) {
		what += " " + name
	}
	in.data.Functions = append(in.data.Functions, fmt.Sprintf("%s at %s:%d:%d", what, path, line, column))
	return len(in.data.Functions) - 1
}

// classEdit is what a class does first when it is evaluated.
type classEdit struct {
	class   *ast.Class
	number  int    // of the class; 0: none
	members []any  // as in the data
	value   string // more code
}

func (in *instrumenter) classEdit(c *ast.Class) *classEdit {
	e := in.classOf[c]
	if e == nil {
		e = &classEdit{class: c}
		in.classOf[c] = e
		in.classes = append(in.classes, e)
	}
	return e
}

// class returns the number of a class.
func (in *instrumenter) class(c *ast.Class) int {
	e := in.classEdit(c)
	if e.number == 0 {
		if len(in.data.Functions) == 0 {
			in.data.Functions = append(in.data.Functions, "") // 0 is none
		}
		name := ""
		if c.Name != nil {
			name = c.Name.Name
		}
		e.number = in.named("the class", name, c.Start)
	}
	return e.number
}

// members inserts what classes do first.
func (in *instrumenter) members() {
	for _, e := range in.classes {
		text := e.value
		if e.number != 0 || len(e.members) > 0 {
			if e.members == nil {
				e.members = []any{}
			}
			text = in.runtime("members", len(in.data.Classes)) + "this);" + text
			in.data.Classes = append(in.data.Classes, []any{e.number, e.members})
		}
		in.at(e.class.BodySpan.Start+1, "static{"+text+"}")
	}
}

// quote writes a string as JavaScript does.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("BUG: a string cannot be written: " + err.Error())
	}
	return string(b)
}
