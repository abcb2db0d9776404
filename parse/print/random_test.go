package print_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// gen makes random trees that are valid in one kind of code.
type gen struct {
	t *rapid.T
	// strict code is in an async generator method of a class with #p; sloppy
	// code in a plain function, where let, yield and await are names.
	strict bool
	// inner: in a nested function, where await and yield are not operators.
	inner bool
	label int
}

func (g *gen) n(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "n") }
func (g *gen) coin() bool  { return g.n(2) == 0 }
func (g *gen) name() *ast.Ident {
	if g.strict {
		return id([]string{"a", "b", "async", "of", "get"}[g.n(5)])
	}
	return id([]string{"a", "let", "async", "of", "yield", "await", "static"}[g.n(7)])
}

func (g *gen) leaf() ast.Expr {
	switch g.n(14) {
	case 0:
		return num([]float64{0, 1, 1.5, 1e21, 0.5, 1e-7, 1000}[g.n(7)])
	case 1:
		return str([]string{"", "s", "'", `"`, "\x00", "use strict"}[g.n(6)])
	case 2:
		return &ast.RegExp{Pattern: []string{"r", "script>", "=", "[/]"}[g.n(4)], Flags: []string{"", "g"}[g.n(2)]}
	case 3:
		return &ast.Object{}
	case 4:
		return fnExpr(&ast.Function{Async: g.strict && g.coin(), Generator: g.strict && g.coin()})
	case 5:
		return &ast.ClassExpr{Class: &ast.Class{}}
	case 6:
		return &ast.This{}
	case 7:
		return &ast.BigInt{Value: "1"}
	case 8:
		return &ast.Template{Quasis: []ast.Quasi{{Cooked: "t", Raw: "t"}}}
	default:
		return g.name()
	}
}

func (g *gen) target(d int) ast.Expr {
	switch g.n(4) {
	case 0:
		return dot(g.expr(d-1), "m")
	case 1:
		return &ast.Index{Obj: g.expr(d - 1), Key: g.expr(d - 2)}
	}
	return g.name()
}

func (g *gen) pattern(d int) ast.Expr {
	switch g.n(6) {
	case 0:
		v := g.target(d - 1)
		if g.coin() {
			v = &ast.Default{Target: v, Value: g.expr(d - 2)}
		}
		return &ast.ObjectPat{Assign: true, Props: []*ast.Property{{Key: id("k"), Value: v}}}
	case 1:
		return &ast.ArrayPat{Assign: true, Elems: []ast.Expr{nil, g.target(d - 1), &ast.Spread{X: g.target(d - 2)}}}
	}
	return g.target(d)
}

func (g *gen) expr(d int) ast.Expr {
	if d <= 0 {
		return g.leaf()
	}
	switch g.n(25) {
	case 0, 1, 2, 3:
		op := ast.BinaryOp(1 + g.n(int(ast.Nullish)))
		if op == ast.In && g.strict && g.coin() {
			return bin(op, &ast.PrivateName{Name: "p"}, g.expr(d-1))
		}
		return bin(op, g.expr(d-1), g.expr(d-1))
	case 4, 5:
		op := ast.UnaryOp(g.n(int(ast.Delete) + 1))
		if op == ast.Delete {
			return &ast.Unary{Op: op, X: dot(g.expr(d-1), "m")}
		}
		return &ast.Unary{Op: op, X: g.expr(d - 1)}
	case 6:
		return &ast.Update{Dec: g.coin(), Prefix: g.coin(), X: g.target(d - 1)}
	case 7:
		if g.coin() {
			return &ast.Assign{Op: ast.BinaryOp(1 + g.n(int(ast.UShr))), Target: g.target(d - 1), Value: g.expr(d - 1)}
		}
		return assign(g.pattern(d-1), g.expr(d-1))
	case 8:
		return &ast.Cond{Test: g.expr(d - 1), Then: g.expr(d - 1), Else: g.expr(d - 1)}
	case 9, 10:
		return call(g.expr(d-1), g.args(d-1)...)
	case 11, 12:
		return &ast.New{Callee: g.expr(d - 1), Args: g.args(d - 1)}
	case 13:
		return dot(g.expr(d-1), "m")
	case 14:
		return &ast.Index{Obj: g.expr(d - 1), Key: g.expr(d - 1)}
	case 15, 16:
		return g.chain(d)
	case 17:
		return &ast.Seq{Exprs: []ast.Expr{g.expr(d - 1), g.expr(d - 1)}}
	case 18:
		if g.strict && !g.inner {
			return &ast.Await{X: g.expr(d - 1)}
		}
	case 19:
		if g.strict && !g.inner {
			if g.coin() {
				return &ast.Yield{}
			}
			return &ast.Yield{X: g.expr(d - 1), Delegate: g.coin()}
		}
	case 20:
		saved := g.inner
		g.inner = true
		fn := &ast.Function{Kind: ast.FuncArrow, Async: g.strict && g.coin(), ExprBody: g.expr(d - 1)}
		if g.coin() {
			fn.Params = []ast.Expr{id("q")}
		}
		g.inner = saved
		return fnExpr(fn)
	case 21:
		return &ast.TaggedTemplate{Tag: g.expr(d - 1), Quasi: &ast.Template{
			Quasis: []ast.Quasi{{Cooked: "t", Raw: "t"}, {}}, Exprs: []ast.Expr{g.expr(d - 1)}}}
	case 22:
		if g.strict {
			return &ast.ClassExpr{Class: &ast.Class{Super: g.expr(d - 1), Members: []*ast.ClassMember{
				{Kind: ast.MemberField, Computed: true, Key: g.expr(d - 2)}}}}
		}
	case 23:
		return &ast.Object{Props: []*ast.Property{
			{Computed: true, Key: g.expr(d - 1), Value: g.expr(d - 1)}, {Kind: ast.PropSpread, Value: g.expr(d - 2)}}}
	case 24:
		return &ast.ImportCall{Source: g.expr(d - 1)}
	}
	return &ast.Array{Elems: []ast.Expr{g.expr(d - 1), nil, &ast.Spread{X: g.expr(d - 2)}}}
}

func (g *gen) args(d int) (list []ast.Expr) {
	for range g.n(3) {
		list = append(list, g.expr(d-1))
	}
	return
}

func (g *gen) chain(d int) ast.Expr {
	e := g.expr(d - 1)
	n := 1 + g.n(3)
	must := g.n(n)
	for i := range n {
		opt := i == must || g.n(4) == 0
		switch g.n(3) {
		case 0:
			e = &ast.Member{Obj: e, Name: "m", Optional: opt}
		case 1:
			e = &ast.Index{Obj: e, Key: g.expr(d - 2), Optional: opt}
		default:
			e = &ast.Call{Callee: e, Args: g.args(d - 2), Optional: opt}
		}
	}
	return &ast.Chain{X: e}
}

func (g *gen) stmt(d int) ast.Stmt {
	if d <= 0 {
		return expr(g.expr(2))
	}
	switch g.n(13) {
	case 0, 1, 2:
		s := &ast.If{Test: g.expr(1), Then: g.stmt(d - 1)}
		if g.coin() {
			s.Else = g.stmt(d - 1)
		}
		return s
	case 3:
		return &ast.While{Test: g.expr(1), Body: g.stmt(d - 1)}
	case 4:
		return &ast.DoWhile{Test: g.expr(1), Body: g.stmt(d - 1)}
	case 5:
		return &ast.For{Init: g.head(false), Test: g.expr(1), Body: g.stmt(d - 1)}
	case 6:
		return &ast.ForIn{Left: g.head(true), Right: g.expr(2), Body: g.stmt(d - 1)}
	case 7:
		return &ast.ForOf{Left: g.head(true), Right: g.expr(2), Body: g.stmt(d - 1), Await: g.strict && g.coin()}
	case 8:
		g.label++
		return &ast.Labeled{Label: fmt.Sprint("l", g.label), Body: g.stmt(d - 1)}
	case 9:
		return &ast.Block{Body: list(g.stmt(d-1), g.stmt(d-1))}
	case 10:
		return &ast.Return{X: g.expr(2)}
	case 11:
		return decl(ast.Var, "v", g.expr(2))
	}
	return &ast.Empty{}
}

func (g *gen) head(left bool) ast.Stmt {
	switch {
	case left && g.coin():
		return expr(g.pattern(2))
	case left:
		return &ast.VarDecl{Decls: []*ast.Declarator{{Target: id("v")}}}
	case g.coin():
		return expr(g.expr(4))
	}
	return decl(ast.Var, "v", g.expr(4))
}

// program puts statements into code of the kind that g makes.
func (g *gen) program(body []ast.Stmt) *ast.Program {
	fn := &ast.Function{Body: body}
	if !g.strict {
		fn.Name = id("f")
		return &ast.Program{Body: list(&ast.FuncDecl{Fn: fn})}
	}
	fn.Kind, fn.Async, fn.Generator = ast.FuncMethod, true, true
	return &ast.Program{Body: list(&ast.ClassDecl{Class: &ast.Class{Name: id("C"), Members: []*ast.ClassMember{
		{Kind: ast.MemberField, Key: &ast.PrivateName{Name: "p"}}, {Key: id("m"), Fn: fn}}}})}
}

// bareBodies removes the braces around single statements, which the printer may
// add.
func bareBodies(n ast.Node) {
	bare := func(s ast.Stmt) ast.Stmt {
		for {
			b, ok := s.(*ast.Block)
			if !ok || len(b.Body) != 1 {
				return s
			}
			s = b.Body[0]
		}
	}
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.If:
			n.Then, n.Else = bare(n.Then), bare(n.Else)
		case *ast.While:
			n.Body = bare(n.Body)
		case *ast.DoWhile:
			n.Body = bare(n.Body)
		case *ast.For:
			n.Body = bare(n.Body)
		case *ast.ForIn:
			n.Body = bare(n.Body)
		case *ast.ForOf:
			n.Body = bare(n.Body)
		case *ast.Labeled:
			n.Body = bare(n.Body)
		}
		return true
	})
}

func TestRandomTreesReadBackTheSame(t *testing.T) {
	for _, strict := range []bool{false, true} {
		for _, statements := range []bool{false, true} {
			t.Run(fmt.Sprintf("strict=%v statements=%v", strict, statements), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					g := &gen{t: t, strict: strict}
					body := list(expr(g.expr(5)), &ast.Return{X: g.expr(3)})
					if statements {
						body = list(g.stmt(4), g.stmt(2))
					}
					prog := g.program(body)
					for _, o := range []print.Options{{}, {Compact: true}} {
						code := print.Program(prog, o).Code
						again, ds := parse.Parse(code, parse.Options{Type: parse.Script})
						if again == nil {
							t.Fatalf("refused: %v\n%s", ds, code)
						}
						if second := print.Program(again, o).Code; second != code {
							t.Fatalf("printing again changes\n%s\nto\n%s", code, second)
						}
						bareBodies(prog)
						bareBodies(again)
						if !ast.Equal(prog, again) {
							t.Fatalf("the tree has changed:\n%s", code)
						}
					}
				})
			})
		}
	}
}
