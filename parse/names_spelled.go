package parse

import (
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// Writing shorter syntax, esbuild takes names of functions away that nothing mentions,
// and puts functions in places that give them no name or another one:
//
//	return __name(() => 1, "f");
//	h(__name(function() {}, "named"));
//	let block2 = function() {}; __name(block2, "block");
//	h(class { static { __name(this, "Named"); } });
//
// spelled gives them their names by the way they are written, and needs no helper for
// it, which would be a name more at the top level of a script:
//
//	return ({ f: () => 1 }).f;
//	h(function named() {});
//	let block2 = function block() {};
//	h(class Named {});
//
// A call that this does not help with stays, and the helper with it.
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

// speller finds the calls of the naming helper that need not be calls.
type speller struct {
	namer
	values map[*ast.Ident]ast.Expr // what variables are declared with
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
				s.gone++
			}
		}
	case *ast.Call:
		s.expression(x)
	case *ast.Class:
		s.unnamed(x)
	}
	return true
}

// variable reports whether x is a name whose function is called so, or is now.
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

// renameClass gives a class expression, which older engines have in the place of a
// declaration, the name of that again.
func (s *speller) renameClass(c *ast.Class, name string) bool {
	if c.Name == nil || !canBeNamed(&ast.Function{}, name) || mentions(c, name) {
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

// rename writes a name into a function expression without one, if nothing in it means
// something else by it.
func (s *speller) rename(fn *ast.Function, name string) bool {
	if fn.Kind != ast.FuncNormal || fn.Name != nil || fn.InnerEval || fn.DirectEval || !canBeNamed(fn, name) {
		return false
	}
	if fn.MentionsOuter(name) {
		return false
	}
	for _, free := range fn.Globals { // of one without lists they are outer names
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

// canBeNamed reports whether a function expression may have a name.
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

// expression handles a function that is named where it stands.
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

// unnamed gives a class the name back that only its static block has.
func (s *speller) unnamed(c *ast.Class) {
	if c.Name != nil || len(c.Members) == 0 || c.Members[0].Kind != ast.MemberStaticBlock || len(c.Members[0].Fn.Body) != 1 {
		return
	}
	st, ok := c.Members[0].Fn.Body[0].(*ast.ExprStmt)
	if !ok {
		return
	}
	call, x, name := s.call(st.X)
	if _, this := x.(*ast.This); call == nil || !this || !canBeNamed(&ast.Function{}, name) || mentions(c, name) {
		return
	}
	at := c.Start + int32(len("class"))
	s.patches = append(s.patches, print.Patch{Span: ast.Span{Start: at, End: at}, Text: " " + name})
	s.drop(call, c.Members[0].Span)
}

// mentions reports whether a name is mentioned somewhere below a node, or may be.
func mentions(n ast.Node, name string) (found bool) {
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
