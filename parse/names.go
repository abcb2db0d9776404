package parse

import (
	"regexp"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// When esbuild is asked to keep names, it renames variables where it must, and then sets
// the name of every function and class by calling a helper:
//
//	const f = /* @__PURE__ */ __name(() => 1, "f");
//	function g() {}
//	__name(g, "g");
//	class C { static { __name(this, "C"); } }
//
// Nearly all of these have that name already. withoutNames removes those calls, and the
// helper itself if nothing else needs it. What remains are the functions whose variable was
// renamed.
func withoutNames(p *ast.Program, g generated) generated {
	n := newNamer(p)
	if n.findHelper(p); n.helper == nil {
		return g
	}
	ast.Walk(p, n.visit)
	n.dropHelper()
	if len(n.patches) == 0 {
		return g
	}
	code := print.Apply(p.Source, n.patches)
	m := sourcemap.New(code, print.ApplyOrigins(p.Source, n.patches), sourcemap.Source{Path: p.Path, Text: p.Source, Comments: p.Comments})
	return generated{code: code, data: sourcemap.Compose(m, g.sourceMap()).JSON()}
}

// namer finds calls of the naming helper that change nothing.
type namer struct {
	src     string
	helper  *ast.VarDecl // var __name = …
	define  *ast.VarDecl // var __defProp = …, which the helper calls
	patches []print.Patch
	calls   map[*ast.Call]bool    // calls that are removed
	classes map[*ast.Class]string // names that classes take from their position
	removed int                   // number of calls removed
	// functions are the variables that hold a function when their scope is entered,
	// whatever else declares them: esbuild's call after var f = 1; function f() {} is wrong
	// in any case.
	functions map[*ast.Symbol]bool
	begins    map[int32]bool             // where expression statements begin
	lists     map[*ast.Symbol][]ast.Stmt // by async function or generator declared in them, but not first
}

func newNamer(p *ast.Program) *namer {
	n := &namer{src: p.Source, calls: map[*ast.Call]bool{}, classes: map[*ast.Class]string{}, functions: map[*ast.Symbol]bool{}, begins: map[int32]bool{}, lists: map[*ast.Symbol][]ast.Stmt{}}
	ast.Walk(p, func(node ast.Node) bool {
		switch st := node.(type) {
		case *ast.FuncDecl:
			if st.Fn.Name != nil {
				n.functions[st.Fn.Name.Sym] = true
			}
		case *ast.ExprStmt:
			n.begins[st.Start] = true
		}
		return true
	})
	return n
}

const defineText = "Object.defineProperty"

// helperText matches the initializer of the helper. Its parameters have other names where
// the program uses theirs.
var helperText = regexp.MustCompile(`^\(([\w$]+), ?([\w$]+)\) ?=> ?[\w$]+\(([\w$]+), ?"name", ?\{ ?value(?:: ?([\w$]+))?, ?configurable: ?(?:true|!0) ?\}\)$`)

// isHelper reports whether a text is that of the helper.
func isHelper(text string) bool {
	m := helperText.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	target, value, of, given := m[1], m[2], m[3], m[4]
	if given == "" {
		given = "value"
	}
	return of == target && given == value
}

// findHelper looks for esbuild's helpers, which are at the top level or in the one function
// around a bundle.
func (n *namer) findHelper(p *ast.Program) {
	lists := [][]ast.Stmt{p.Body}
	if len(p.Funcs) > 0 {
		lists = append(lists, p.Funcs[0].Body)
	}
	for _, list := range lists {
		for _, st := range list {
			d, ok := st.(*ast.VarDecl)
			if !ok || len(d.Decls) != 1 || d.Decls[0].Init == nil {
				continue
			}
			if id, ok := d.Decls[0].Target.(*ast.Ident); !ok || id.Sym == nil {
				continue
			}
			init := d.Decls[0].Init.Pos()
			switch text := n.src[init.Start:init.End]; {
			case text == defineText:
				n.define = d
			case isHelper(text):
				n.helper = d
			}
		}
	}
}

func symbolOf(d *ast.VarDecl) *ast.Symbol { return d.Decls[0].Target.(*ast.Ident).Sym }

// visit handles the direct children of a node, where it is known which name a function
// takes.
func (n *namer) visit(node ast.Node) bool {
	switch x := node.(type) {
	case *ast.Program:
		n.statements(x.Body)
	case *ast.Function:
		n.statements(x.Body)
	case *ast.Block:
		n.statements(x.Body)
	case *ast.Case:
		n.statements(x.Body)
	case *ast.Seq:
		n.sequence(x)
	case *ast.Declarator:
		n.named(x.Target, x.Init)
	case *ast.Assign:
		switch x.Op {
		case ast.NoOp, ast.LogicalAnd, ast.LogicalOr, ast.Nullish:
			n.named(x.Target, x.Value)
		}
	case *ast.Default:
		n.named(x.Target, x.Value)
	case *ast.Property:
		if x.Kind == ast.PropInit && !x.Shorthand {
			if key, ok := nameOfKey(x.Key, x.Computed); ok && key != "__proto__" {
				n.value(key, x.Value)
			}
		}
	case *ast.ClassMember:
		if x.Kind == ast.MemberField && x.Fn != nil {
			if key, ok := nameOfKey(x.Key, x.Computed); ok {
				n.value(key, x.Fn.ExprBody)
			}
		}
	case *ast.ExportDefault:
		n.exported(x)
	case *ast.Return:
		n.anywhere(x.X)
	case *ast.Array:
		n.anywhere(x.Elems...)
	case *ast.Call:
		n.anywhere(x.Args...)
		if x.Paren {
			n.anywhere(x)
		}
	case *ast.New:
		n.anywhere(x.Args...)
	case *ast.Class:
		n.class(x)
	}
	return true
}

// nameOfKey returns the name that a property's key gives to a function.
func nameOfKey(key ast.Expr, computed bool) (string, bool) {
	switch k := key.(type) {
	case *ast.Ident:
		return k.Name, !computed
	case *ast.String:
		return k.Value, true
	case *ast.PrivateName:
		return "#" + k.Name, true
	}
	return "", false
}

// statements removes __name(f, "f") after function declarations. For an async function or a
// generator, such a call is where the declaration is. The hoisted function exists before
// that, and may have been called, or its variable assigned; so those of these calls that
// remain are moved to the front of the list.
func (n *namer) statements(list []ast.Stmt) {
	for i, st := range list {
		if f, ok := st.(*ast.FuncDecl); ok && i > 0 && (f.Fn.Async || f.Fn.Generator) && f.Fn.Name != nil {
			n.lists[f.Fn.Name.Sym] = list
		}
	}
	for _, st := range list {
		e, ok := st.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, x, name := n.call(e.X)
		if call == nil {
			continue
		}
		id, ok := x.(*ast.Ident)
		switch {
		case !ok || !n.functions[id.Sym]:
		case id.Name == name:
			n.drop(call, e.Span)
		case name == "default":
			n.exportedFunction(list, id.Sym, call, e.Span)
		case n.toFront(id.Sym, call):
			n.cut(e.Span)
		}
	}
}

// sequence does the same for calls in a sequence.
func (n *namer) sequence(s *ast.Seq) {
	for i, e := range s.Exprs {
		call, x, _ := n.call(e)
		if call == nil {
			continue
		}
		if id, ok := x.(*ast.Ident); !ok || !n.toFront(id.Sym, call) {
			continue
		}
		if i == len(s.Exprs)-1 || !n.skip(call) {
			n.patches = append(n.patches, print.Patch{Span: call.Span, Text: "0"})
		}
	}
}

// toFront moves a call of the helper to the front of the list that declares the function,
// if it is not there.
func (n *namer) toFront(sym *ast.Symbol, call *ast.Call) bool {
	list := n.lists[sym]
	for len(list) > 0 && (list[0] == ast.Stmt(n.define) || list[0] == ast.Stmt(n.helper)) {
		list = list[1:]
	}
	if len(list) == 0 {
		return false
	}
	at := list[0].Pos().Start
	if f, ok := list[0].(*ast.FuncDecl); ok && f.Fn.Name.Sym == sym || call.Start <= at {
		return false
	}
	line := strings.TrimRight(n.src[:at], " \t")
	text := n.src[call.Start:call.End] + ";"
	if at > 0 && (line == "" || strings.HasSuffix(line, "\n")) {
		text += "\n" + n.src[len(line):at]
	}
	n.calls[call] = true
	n.patches = append(n.patches, print.Patch{Span: ast.Span{Start: at, End: at}, Text: text})
	return true
}

// skip removes a call from a sequence, in which it is not the last operand.
func (n *namer) skip(call *ast.Call) bool {
	rest, ok := strings.CutPrefix(n.src[call.End:], ",")
	if !ok {
		return false // in parentheses
	}
	rest = strings.TrimLeft(rest, " \n")
	for _, word := range []string{"function", "async", "class", "let", "{"} {
		if strings.HasPrefix(rest, word) { // it could begin a statement
			n.patches = append(n.patches, print.Patch{Span: call.Span, Text: "0"})
			return true
		}
	}
	n.patches = append(n.patches, print.Patch{Span: ast.Span{Start: call.Start, End: int32(len(n.src) - len(rest))}})
	return true
}

// exportedFunction removes the name that esbuild gives to an anonymous function, export
// default function () {}, to name it "default" by a call.
func (n *namer) exportedFunction(list []ast.Stmt, sym *ast.Symbol, call *ast.Call, at ast.Span) {
	for _, st := range list {
		if x, ok := st.(*ast.ExportDefault); ok && len(sym.Refs) == 2 {
			if f, ok := x.Value.(*ast.FuncDecl); ok && f.Fn.Name != nil && f.Fn.Name.Sym == sym {
				n.drop(call, at)
				n.patches = append(n.patches, print.Patch{Span: f.Fn.Name.Span})
			}
		}
	}
}

// call returns the parts of a call of the helper: what it names, and the name.
func (n *namer) call(e ast.Expr) (call *ast.Call, x ast.Expr, name string) {
	c, ok := e.(*ast.Call)
	if !ok || len(c.Args) != 2 || n.calls[c] {
		return nil, nil, ""
	}
	callee, ok := c.Callee.(*ast.Ident)
	s, isText := c.Args[1].(*ast.String)
	if !ok || !isText || callee.Sym == nil || callee.Sym != symbolOf(n.helper) {
		return nil, nil, ""
	}
	return c, c.Args[0], s.Value
}

// named handles a value that is named after the variable it is assigned to.
func (n *namer) named(target, value ast.Expr) {
	if id, ok := target.(*ast.Ident); ok && value != nil && !id.Paren {
		n.value(id.Name, value)
	} else {
		n.anywhere(value)
	}
}

// value handles a value in a place that gives it a name.
func (n *namer) value(name string, value ast.Expr) {
	if d, ok := value.(*ast.Default); ok {
		n.anywhere(d.Value)
		return
	}
	if c, ok := value.(*ast.ClassExpr); ok && c.Class.Name == nil {
		n.classes[c.Class] = name
		return
	}
	call, x, want := n.call(value)
	f, ok := x.(*ast.Func)
	if call != nil && ok && f.Fn.Name == nil && want == name {
		n.unwrap(call, f)
		return
	}
	n.anywhere(value)
}

// anywhere handles functions that have a name of their own.
func (n *namer) anywhere(list ...ast.Expr) {
	for _, e := range list {
		call, x, want := n.call(e)
		if f, ok := x.(*ast.Func); call != nil && ok && f.Fn.Name != nil && f.Fn.Name.Name == want {
			n.unwrap(call, f)
		}
	}
}

// exported handles a class that has the name "default".
func (n *namer) exported(x *ast.ExportDefault) {
	if c, ok := x.Value.(*ast.ClassDecl); ok && c.Class.Name == nil {
		n.classes[c.Class] = "default"
	}
}

// class removes static { __name(this, "C") }.
func (n *namer) class(c *ast.Class) {
	has, ok := n.classes[c]
	if c.Name != nil {
		has, ok = c.Name.Name, true
	}
	for _, m := range c.Members {
		if !ok || m.Kind != ast.MemberStaticBlock || len(m.Fn.Body) != 1 {
			continue
		}
		e, is := m.Fn.Body[0].(*ast.ExprStmt)
		if !is {
			continue
		}
		if call, x, name := n.call(e.X); call != nil && name == has {
			if _, is := x.(*ast.This); is {
				n.drop(call, m.Span)
			}
		}
	}
}

// drop removes a whole statement or class member that is nothing but a call.
func (n *namer) drop(call *ast.Call, span ast.Span) {
	n.calls[call] = true
	n.removed++
	n.cut(span)
}

// cut removes a span, with its line if that holds nothing else.
func (n *namer) cut(span ast.Span) {
	start, end := span.Start, span.End
	for start > 0 && (n.src[start-1] == ' ' || n.src[start-1] == '\t') {
		start--
	}
	if (start == 0 || n.src[start-1] == '\n') && int(end) < len(n.src) && n.src[end] == '\n' {
		span = ast.Span{Start: start, End: end + 1}
	}
	n.patches = append(n.patches, print.Patch{Span: span})
}

// pure is what esbuild writes before its calls.
const pure = "/* @__PURE__ */ "

// unwrap replaces a call by the function in it.
func (n *namer) unwrap(call *ast.Call, f *ast.Func) {
	start := call.Start
	if strings.HasSuffix(n.src[:start], pure) {
		start -= int32(len(pure))
	}
	open := call.Callee.Pos().End + 1
	// The function's own parentheses stay.
	comma := f.End + int32(strings.IndexByte(n.src[f.End:call.Args[1].Pos().Start], ','))
	if comma < f.End || strings.Trim(n.src[f.End:comma], ") \n") != "" || n.src[open-1] != '(' {
		return
	}
	n.calls[call] = true
	n.removed++
	before, after := "", ""
	if n.begins[start] && !f.Paren && !strings.HasSuffix(n.src[:start], "(") {
		before, after = "(", ")"
	}
	n.patches = append(n.patches,
		print.Patch{Span: ast.Span{Start: start, End: open}, Text: before},
		print.Patch{Span: ast.Span{Start: comma, End: call.End}, Text: after})
}

// dropHelper removes the helper, if no call of it is left, and what only the helper uses.
func (n *namer) dropHelper() {
	if uses(n.helper) > n.removed {
		return
	}
	n.cut(n.helper.Span)
	if n.define != nil && uses(n.define) == 1 {
		n.cut(n.define.Span)
	}
}

// uses counts the references to a helper besides its declaration.
func uses(d *ast.VarDecl) int { return len(symbolOf(d).Refs) - 1 }
