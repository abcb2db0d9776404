package parse

import (
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// When esbuild writes shorter syntax, it removes names of functions that nothing
// references, and moves functions to positions that give them no name or another one:
//
//	return __name(() => 1, "f");
//	h(__name(function() {}, "named"));
//	let block2 = function() {}; __name(block2, "block");
//	h(class { static { __name(this, "Named"); } });
//
// spelled gives them their names by syntax, without the helper, which would be one
// more name at the top level of a script:
//
//	return ({ f: () => 1 }).f;
//	h(function named() {});
//	let block2 = function block() {};
//	h(class Named {});
//
// A call that syntax cannot replace stays, and the helper with it.
func spelled(p *ast.Program, g generated) generated {
	s := &speller{*newNamer(p), map[*ast.Ident]ast.Expr{}}
	if s.findHelper(p); s.helper == nil {
		return g
	}
	ast.Walk(p, s.visit)
	s.dropHelper()
	code := print.Apply(p.Source, s.patches)
	m := sourcemap.New(code, print.ApplyOrigins(p.Source, s.patches), sourcemap.Source{Path: p.Path, Text: p.Source, Comments: p.Comments})
	return generated{code: code, data: sourcemap.Compose(m, g.sourceMap()).JSON()}
}

// speller finds the calls of the naming helper that syntax can replace.
type speller struct {
	namer
	values map[*ast.Ident]ast.Expr // the initializers of variables
}

func (s *speller) visit(node ast.Node) bool {
	switch x := node.(type) {
	case *ast.Declarator:
		if id, ok := x.Target.(*ast.Ident); ok {
			s.values[id] = x.Init
		}
	case *ast.ExprStmt:
		if call, of, name := s.call(x.X); call != nil && s.variable(of, name) {
			s.drop(call, x.Span)
		}
	case *ast.Seq:
		for _, e := range x.Exprs[:len(x.Exprs)-1] {
			if call, of, name := s.call(e); call != nil && s.variable(of, name) && s.skip(call) {
				s.calls[call] = true
				s.removed++
			}
		}
	case *ast.Call:
		s.expression(x)
	case *ast.Class:
		s.unnamed(x)
	}
	return true
}

// variable reports whether x is a variable whose function has the given name, or has
// just been given it.
func (s *speller) variable(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	if !ok || id.Sym == nil {
		return false
	}
	sym := id.Sym
	if s.functions[sym] {
		return id.Name == name
	}
	if len(sym.Decls) != 1 || sym.Assigns != 1 || sym.DynamicReach {
		return false
	}
	switch x := s.values[sym.Decls[0]].(type) {
	case *ast.Func:
		return s.rename(x.Fn, name)
	case *ast.ClassExpr:
		return s.renameClass(x.Class, name)
	}
	return false
}

// renameClass gives a class expression, which replaces a declaration for older
// engines, the name of the declaration again.
func (s *speller) renameClass(c *ast.Class, name string) bool {
	if c.Name == nil || !canBeNamed(&ast.Function{}, name) || references(c, name) {
		return false
	}
	own := c.Scope.Lookup(c.Name.Name)
	if own == nil || own.DynamicReach {
		return false
	}
	var patches []print.Patch
	short := false
	ast.Walk(c, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Property:
			id := n.ShorthandName()
			short = short || id != nil && id.Sym == own
		case *ast.Ident:
			if n == c.Name || n.Sym == own {
				patches = append(patches, print.Patch{Span: n.Span, Text: name})
			}
		}
		return true
	})
	if short {
		return false
	}
	s.patches = append(s.patches, patches...)
	return true
}

// rename adds a name to an anonymous function expression, unless the name means
// something else in it.
func (s *speller) rename(fn *ast.Function, name string) bool {
	if fn.Kind != ast.FuncNormal || fn.Name != nil || fn.InnerEval || fn.DirectEval || !canBeNamed(fn, name) {
		return false
	}
	if fn.ReferencesOuter(name) {
		return false
	}
	for _, free := range fn.Globals { // in a function without lists they count as outer names
		if free == name {
			return false
		}
	}
	at := fn.ParamsSpan.Start
	if s.src[at-1] != ' ' {
		name = " " + name
	}
	s.patches = append(s.patches, print.Patch{Span: ast.Span{Start: at, End: at}, Text: name})
	return true
}

// canBeNamed reports whether a function expression may have the given name.
func canBeNamed(fn *ast.Function, name string) bool {
	if strings.ContainsAny(name, "(){}/*,\"'`\n ") {
		return false
	}
	head := "function"
	if fn.Async {
		head = "async function"
	}
	if fn.Generator {
		head += "*"
	}
	p, _ := Parse("'use strict';("+head+" "+name+"(){})", Options{Type: Script})
	return p != nil
}

// expression handles a function that is named in place.
func (s *speller) expression(c *ast.Call) {
	call, x, name := s.call(c)
	f, ok := x.(*ast.Func)
	if call == nil || !ok || f.Fn.Name != nil {
		return
	}
	if s.rename(f.Fn, name) {
		s.unwrap(call, f)
		return
	}
	key, get := strconv.Quote(name), "["+strconv.Quote(name)+"]"
	switch {
	case name == "__proto__" || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }):
		return
	case canBeNamed(&ast.Function{}, name):
		key, get = name, "."+name
	}
	n := len(s.patches)
	s.unwrap(call, f)
	if len(s.patches) == n+2 {
		s.patches[n].Text, s.patches[n+1].Text = "({"+key+":", "})"+get
	}
}

// unnamed gives a class back the name that only its static block has.
func (s *speller) unnamed(c *ast.Class) {
	if c.Name != nil || len(c.Members) == 0 || c.Members[0].Kind != ast.MemberStaticBlock || len(c.Members[0].Fn.Body) != 1 {
		return
	}
	st, ok := c.Members[0].Fn.Body[0].(*ast.ExprStmt)
	if !ok {
		return
	}
	call, x, name := s.call(st.X)
	if _, this := x.(*ast.This); call == nil || !this || !canBeNamed(&ast.Function{}, name) || references(c, name) {
		return
	}
	at := c.Start + int32(len("class"))
	s.patches = append(s.patches, print.Patch{Span: ast.Span{Start: at, End: at}, Text: " " + name})
	s.drop(call, c.Members[0].Span)
}

// references reports whether a name is, or may be, referenced somewhere below a node.
func references(n ast.Node, name string) (found bool) {
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || n.Name == name
		case *ast.Function:
			found = found || n.InnerEval || n.DirectEval
		}
		return !found
	})
	return found
}
