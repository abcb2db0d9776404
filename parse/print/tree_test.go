package print_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

func id(name string) *ast.Ident                      { return &ast.Ident{Name: name} }
func num(v float64) *ast.Number                      { return &ast.Number{Value: v} }
func str(s string) *ast.String                       { return &ast.String{Value: s} }
func bin(op ast.BinaryOp, l, r ast.Expr) *ast.Binary { return &ast.Binary{Op: op, L: l, R: r} }
func dot(o ast.Expr, name string) *ast.Member        { return &ast.Member{Obj: o, Name: name} }
func expr(e ast.Expr) *ast.ExprStmt                  { return &ast.ExprStmt{X: e} }
func text(s string, of ast.Expr) *ast.Verbatim       { return &ast.Verbatim{Text: s, Of: of} }
func line(s string, of ast.Stmt) *ast.VerbatimStmt   { return &ast.VerbatimStmt{Text: s, Of: of} }
func call(f ast.Expr, args ...ast.Expr) *ast.Call    { return &ast.Call{Callee: f, Args: args} }
func list(s ...ast.Stmt) []ast.Stmt                  { return s }
func assign(t, v ast.Expr) *ast.Assign               { return &ast.Assign{Target: t, Value: v} }
func let(name string, v ast.Expr) *ast.VarDecl       { return decl(ast.Let, name, v) }
func decl(k ast.VarKind, n string, v ast.Expr) *ast.VarDecl {
	return &ast.VarDecl{Kind: k, Decls: []*ast.Declarator{{Target: id(n), Init: v}}}
}

func TestExpressionsThatOnlyPassesMake(t *testing.T) {
	in := text("a in b", bin(ast.In, id("a"), id("b")))
	cases := []struct {
		e    ast.Expr
		prec ast.Prec
		want string
	}{
		{num(math.Inf(1)), ast.PrecSeq, "1 / 0"},
		{dot(num(math.Inf(1)), "a"), ast.PrecSeq, "(1 / 0).a"},
		{bin(ast.Mul, id("a"), num(math.NaN())), ast.PrecSeq, "a * (0 / 0)"},
		{bin(ast.Exp, num(-2), num(math.Inf(-1))), ast.PrecSeq, "(-2) ** (-1 / 0)"},
		{bin(ast.Sub, num(math.Copysign(0, -1)), num(-1)), ast.PrecSeq, "-0 - -1"},
		{&ast.Unary{Op: ast.Neg, X: num(-1)}, ast.PrecSeq, "- -1"},
		{dot(num(-1), "a"), ast.PrecSeq, "(-1).a"},
		{dot(num(1), "a"), ast.PrecSeq, "1..a"},
		{dot(text("1", num(1)), "a"), ast.PrecSeq, "1..a"},
		{dot(text("1_0", num(10)), "a"), ast.PrecSeq, "1_0..a"},
		{dot(text("0x1", num(1)), "a"), ast.PrecSeq, "0x1.a"},
		{dot(text("1.5", num(1.5)), "a"), ast.PrecSeq, "1.5.a"},
		{bin(ast.Mul, text("a+b", bin(ast.Add, id("a"), id("b"))), id("c")), ast.PrecSeq, "(a+b) * c"},
		{bin(ast.Add, text("a+b", bin(ast.Add, id("a"), id("b"))), id("c")), ast.PrecSeq, "a+b + c"},
		{bin(ast.Sub, id("a"), text("-b", &ast.Unary{X: id("b")})), ast.PrecSeq, "a - -b"},
		{&ast.Unary{Op: ast.Neg, X: text("-b", &ast.Unary{X: id("b")})}, ast.PrecSeq, "- -b"},
		{call(text("new A", &ast.New{Callee: id("A")}), id("b")), ast.PrecSeq, "(new A)(b)"},
		{&ast.New{Callee: dot(&ast.New{Callee: dot(id("a"), "b")}, "c")}, ast.PrecSeq, "new (new a.b().c)()"},
		{&ast.New{Callee: text("a().b", dot(call(id("a")), "b"))}, ast.PrecSeq, "new (a().b)()"},
		{dot(text("a?.b", &ast.Chain{X: dot(id("a"), "b")}), "c"), ast.PrecSeq, "(a?.b).c"},
		{call(text("x => x", &ast.Func{Fn: &ast.Function{Kind: ast.FuncArrow}})), ast.PrecSeq, "(x => x)()"},
		{bin(ast.Nullish, text("a || b", bin(ast.LogicalOr, id("a"), id("b"))), id("c")), ast.PrecSeq, "(a || b) ?? c"},
		{bin(ast.Nullish, text("a ?? b", bin(ast.Nullish, id("a"), id("b"))), id("c")), ast.PrecSeq, "a ?? b ?? c"},
		{&ast.Object{Props: []*ast.Property{{Key: id("a"), Value: in}, {Key: id("b"), Shorthand: true, Value: id("c")}}}, ast.PrecSeq, "{ a: a in b, b: c }"},
		{&ast.Object{Props: []*ast.Property{{Key: id("__proto__"), Shorthand: true, Value: id("p")}}}, ast.PrecSeq, `{ ["__proto__"]: p }`},
		{&ast.Object{Props: []*ast.Property{{Key: num(-1), Value: id("p")}, {Key: num(math.NaN()), Value: id("q")}, {Key: num(-1e30), Value: id("r")}}}, ast.PrecSeq, `{ "-1": p, NaN: q, "-1e+30": r }`},
		{&ast.ObjectPat{Props: []*ast.Property{{Key: id("__proto__"), Shorthand: true, Value: id("p")}}}, ast.PrecSeq, `{ __proto__: p }`},
		{&ast.Call{Callee: id("f"), Args: []ast.Expr{&ast.Array{}, &ast.Assign{Target: &ast.ArrayPat{Elems: []ast.Expr{id("a")}, Assign: true}, Value: id("b")}}}, ast.PrecSeq, `f([], ([a] = b))`},
		{&ast.ObjectPat{Props: []*ast.Property{{Key: id("a"), Shorthand: true, Value: &ast.Default{Target: id("b"), Value: num(1)}}}}, ast.PrecSeq, `{ a: b = 1 }`},
		{&ast.Object{Props: []*ast.Property{{Kind: ast.PropMethod, Key: id("a"), Value: text("(b) { c }", &ast.Func{Fn: &ast.Function{Async: true}})}}}, ast.PrecSeq, "{\n  async a(b) { c }\n}"},
		{&ast.Template{Quasis: []ast.Quasi{{Cooked: "`${\\\n\r"}, {Cooked: "$x"}}, Exprs: []ast.Expr{id("a")}}, ast.PrecSeq, "`\\`\\${\\\\\n\\r${a}$x`"},
		{&ast.Seq{Exprs: []ast.Expr{id("a"), id("b")}}, ast.PrecAssign, "(a, b)"},
		{id("a"), ast.PrecPrimary, "a"},
		// The parentheses keep the function without a name.
		{assign(text("f", &ast.Ident{Base: ast.Base{Paren: true}, Name: "f"}), text("() => {}", &ast.Func{Fn: &ast.Function{Kind: ast.FuncArrow}})), ast.PrecSeq, "(f) = () => {}"},
	}
	for _, c := range cases {
		if got := print.Expr(c.e, c.prec, print.Options{}).Code; got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestStatementsThatOnlyPassesMake(t *testing.T) {
	fn := func(kind ast.FuncKind) *ast.Function { return &ast.Function{Kind: kind} }
	cases := []struct {
		list          []ast.Stmt
		want, compact string
	}{
		{list(&ast.If{Test: id("a"), Then: &ast.While{Test: id("b"), Body: &ast.Labeled{Label: "l", Body: &ast.If{Test: id("c"), Then: expr(id("d"))}}}, Else: expr(id("e"))}),
			"if (a) {\n  while (b)\n    l: if (c) d;\n} else e;", "if(a){while(b)l:if(c)d}else e;"},
		{list(&ast.If{Test: id("a"), Then: let("b", nil)}, &ast.While{Test: id("a"), Body: &ast.FuncDecl{Fn: &ast.Function{Name: id("f")}}}),
			"if (a) {\n  let b;\n}\nwhile (a) {\n  function f() {}\n}", "if(a){let b}while(a){function f(){}}"},
		{list(&ast.If{Test: id("a"), Then: line("if (b) c", &ast.If{Then: expr(id("c"))}), Else: expr(id("d"))}),
			"if (a) {\n  if (b) c\n} else d;", "if(a){if (b) c}else d;"},
		// Semicolons that were left to be inserted.
		{list(line("a = b", expr(id("a"))), line("(c)", expr(id("c"))), line("d", expr(id("d"))), line("e()", expr(call(id("e")))), expr(id("f"))),
			"a = b;\n(c)\nd\ne()\nf;", "a = b;(c);d;e();f;"},
		{list(line("a", expr(id("a"))), expr(&ast.Array{}), line("a", expr(id("a"))), expr(call(fnExpr(fn(ast.FuncNormal)))), line("a", expr(id("a"))), expr(dot(&ast.Object{}, "x"))),
			"a;\n[];\na;\n(function () {})();\na;\n({}).x;", "a;[];a;(function(){})();a;({}).x;"},
		{list(line("x = function () {}", expr(assign(id("x"), fnExpr(fn(ast.FuncNormal))))), line("`b`", expr(&ast.Template{}))),
			"x = function () {};\n`b`", "x = function () {};`b`;"},
		{list(line("if (a) b", &ast.If{Then: expr(id("b"))}), line("-c", expr(id("c"))), line("function f() {}", &ast.FuncDecl{}), line("(d)", expr(id("d")))),
			"if (a) b;\n-c\nfunction f() {}\n(d)", "if (a) b;-c;function f() {}(d);"},
		{list(&ast.DoWhile{Body: line("a", expr(id("a"))), Test: id("b")}), "do a;\nwhile (b);", "do a;while(b);"},
		{list(&ast.If{Test: id("a"), Then: line("b", expr(id("b"))), Else: line("c", expr(id("c")))}, line("(d)", expr(id("d")))), "if (a) b;\nelse c;\n(d)", "if(a)b;else c;(d);"},
		{list(&ast.Block{Body: list(line("a", expr(id("a"))))}, line("(b)", expr(id("b")))), "{\n  a\n}\n(b)", "{a}(b);"},
		{list(line("", expr(id("a"))), line("a", expr(id("a"))), line("", expr(id("b"))), line("[c]", expr(id("c"))), &ast.If{Test: id("d"), Then: line("", expr(id("e")))}),
			"a;\n[c]\nif (d);", "a;[c];if(d);"},
		// Texts at the start of a statement.
		{list(expr(dot(text("{}", &ast.Object{}), "a")), expr(text("function () {}", fnExpr(fn(0)))), expr(text("class {}", &ast.ClassExpr{Class: &ast.Class{}}))),
			"({}).a;\n(function () {});\n(class {});", "({}).a;(function () {});(class {});"},
		{list(expr(&ast.Func{Fn: &ast.Function{Kind: ast.FuncArrow, ExprBody: text("{}", &ast.Object{})}})), "() => ({});", "()=>({});"},
		// Strings that must not become directives.
		{list(expr(text("'use strict'", str("use strict"))), expr(id("a"))), "('use strict');\na;", "('use strict');a;"},
		{list(line("'use strict'", expr(str("use strict"))), expr(id("a"))), "(\"use strict\");\na;", "(\"use strict\");a;"},
		{list(line("'use strict'", &ast.ExprStmt{X: str("use strict"), Directive: true}), expr(id("a"))), "'use strict'\na;", "'use strict';a;"},
		// `in` in a for head.
		{list(&ast.For{Init: decl(ast.Var, "a", text("b in c", bin(ast.In, id("b"), id("c")))), Body: &ast.Empty{}}), "for (var a = (b in c);;);", "for(var a=(b in c);;);"},
		{list(&ast.For{Init: line("var i = 0;", decl(ast.Var, "i", num(0))), Body: &ast.Empty{}}), "for (var i = 0;;);", "for(var i=0;;);"},
		{list(&ast.Switch{Disc: id("a"), Cases: []*ast.Case{{Body: list(line("", nil))}}}), "switch (a) {\n  default:\n}", "switch(a){default:}"},
	}
	for _, c := range cases {
		if got := print.Stmts(c.list, print.Options{}).Code; got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
		if got := print.Stmts(c.list, print.Options{Compact: true}).Code; got != c.compact {
			t.Errorf("compact: got\n%s\nwant\n%s", got, c.compact)
		}
	}
}

func fnExpr(fn *ast.Function) *ast.Func { return &ast.Func{Fn: fn} }

func TestSourceSpellingIsKept(t *testing.T) {
	src := "x = ['a', \"b\", 'it\\'s', 0x10, 1_000, .5, 1e3, 0xFFn, 010, '\\01', 1e999];\ny = {\n  'a': 0XA, b: `\\x41`\n};\nz = { a: 1, b: 2, c: 3, d: 4 };\nw = [\n  [1], [2]];\n"
	want := "x = ['a', \"b\", 'it\\'s', 0x10, 1_000, .5, 1e3, 0xFFn, 8, \"\\x01\", 1e999];\ny = {\n  'a': 0XA,\n  b: `\\x41`\n};\nz = { a: 1, b: 2, c: 3, d: 4 };\nw = [\n  [1],\n  [2]\n];\n"
	prog := read(t, src, parse.Script)
	if got := print.Program(prog, print.Options{Source: src}).Code; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// A literal that a pass changed in place does not print its old text.
	prog = read(t, "x = 1 + 'a'", parse.Script)
	ast.Walk(prog, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Number:
			n.Value = 2
		case *ast.String:
			n.Value = "b"
		}
		return true
	})
	if got := print.Program(prog, print.Options{Source: prog.Source}).Code; got != "x = 2 + \"b\";\n" {
		t.Errorf("changed literals print as %s", got)
	}
}

func TestDirectivesKeepTheirRawText(t *testing.T) {
	src := "'use\\x20strict'; \"it's\"; 'a\"b'; function f() { 'use strict' }"
	prog := read(t, src, parse.Script)
	for _, c := range []struct {
		o    print.Options
		want string
	}{
		{print.Options{}, "\"use\\x20strict\";\n\"it's\";\n'a\"b';\nfunction f() {\n  \"use strict\";\n}\n"},
		{print.Options{Source: src}, "'use\\x20strict';\n\"it's\";\n'a\"b';\nfunction f() {\n  'use strict';\n}\n"},
		{print.Options{Source: src, Compact: true}, "'use\\x20strict';\"it's\";'a\"b';function f(){'use strict'}"},
	} {
		if got := print.Program(prog, c.o).Code; got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestFuncText(t *testing.T) {
	prog := read(t, "async function f(a, b) { return a }; x = (a) => a; y = { get z() { if (a) b } }", parse.Script)
	f, x, z := prog.Funcs[0], prog.Funcs[1], prog.Funcs[2]
	for _, c := range []struct {
		fn   *ast.Function
		ctx  print.FuncContext
		o    print.Options
		want string
	}{
		{f, print.AsDecl, print.Options{}, "async function f(a, b) {\n  return a;\n}"},
		{f, print.AsExpr, print.Options{Margin: "\t", Indent: "\t"}, "async function f(a, b) {\n\t\treturn a;\n\t}"},
		{x, print.AsArrow, print.Options{}, "(a) => a"},
		{x, print.AsArrow, print.Options{Compact: true}, "a=>a"},
		{z, print.AsTail, print.Options{}, "() {\n  if (a) b;\n}"},
	} {
		if got := print.FuncText(c.fn, c.ctx, c.o).Code; got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestLeadingCommentsComeFromTheCaller(t *testing.T) {
	prog := read(t, "/*! legal */ a; function f() { b }", parse.Script)
	o := print.Options{LeadingComments: func(s ast.Stmt) []string {
		if _, ok := s.(*ast.ExprStmt); ok {
			return []string{"// one", "/* two */"}
		}
		return nil
	}}
	want := "// one\n/* two */\na;\nfunction f() {\n  // one\n  /* two */\n  b;\n}\n"
	if got := print.Program(prog, o).Code; got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestLegalCommentsOfVerbatimTextPrintOnce(t *testing.T) {
	prog := read(t, "f(/*! keep */ 1);\ng();", parse.Script)
	prog.Body[0] = &ast.VerbatimStmt{Base: *prog.Body[0].Pos(), Text: "f(/*! keep */ 1);", Of: prog.Body[0]}
	if got := print.Program(prog, print.Options{}).Code; got != "f(/*! keep */ 1);\ng();\n" {
		t.Errorf("got %s", got)
	}
}

func TestTokensRecordOrigins(t *testing.T) {
	src := "function  foo ( bar ) { return  bar.baz + 'x' }"
	prog := read(t, src, parse.Script)
	prog.Funcs[0].Params[0].(*ast.Ident).Name = "a"
	r := print.Program(prog, print.Options{Source: src, Tokens: true, Compact: true})
	var got []string
	last := int32(-1)
	for _, tok := range r.Tokens {
		if tok.Out < last {
			t.Errorf("token %v is out of order", tok)
		}
		last = tok.Out
		if tok.Name != "" {
			end := int(tok.Out)
			for end < len(r.Code) && strings.IndexByte("abcdefghijklmnopqrstuvwxyz", r.Code[end]) >= 0 {
				end++
			}
			got = append(got, tok.Name+"="+r.Code[tok.Out:end])
		}
	}
	if want := "foo=foo bar=a bar=bar baz=baz"; strings.Join(got, " ") != want {
		t.Errorf("names %v, want %s", got, want)
	}
	find := func(code string) (span ast.Span) {
		for _, tok := range r.Tokens {
			if strings.HasPrefix(r.Code[tok.Out:], code) {
				span = tok.Span
			}
		}
		return
	}
	for code, want := range map[string]string{"'x'": "'x'", "return": "return  bar.baz + 'x'", "}": "}", "function": src} {
		if code == "'x'" {
			code = `"x"`
		}
		if s := find(code); src[s.Start:s.End] != want {
			t.Errorf("%s comes from %q", code, src[s.Start:s.End])
		}
	}
}

func TestPatches(t *testing.T) {
	src := "abcdef"
	sp := func(a, b int32) ast.Span { return ast.Span{Start: a, End: b} }
	if got := print.Verbatim(src, sp(1, 5), []print.Patch{{Span: sp(1, 1), Text: "<"}, {Span: sp(2, 4), Text: "X"}, {Span: sp(5, 5), Text: ">"}}); got != "<bXe>" {
		t.Errorf("got %s", got)
	}
	if got := print.Apply(src, []print.Patch{{Span: sp(4, 6), Text: ""}, {Span: sp(0, 1), Text: "AA"}}); got != "AAbcd" {
		t.Errorf("got %s", got)
	}
	defer func() {
		if r, _ := recover().(string); !strings.HasPrefix(r, "BUG:") {
			t.Errorf("overlapping patches: %q", r)
		}
	}()
	print.Apply(src, []print.Patch{{Span: sp(0, 3), Text: ""}, {Span: sp(2, 4), Text: ""}})
}

// Long chains use no stack and no quadratic time.
func TestLongChains(t *testing.T) {
	const n = 100_000
	chain := func(step func(e ast.Expr) ast.Expr) ast.Expr {
		e := ast.Expr(id("a"))
		for range n {
			e = step(e)
		}
		return e
	}
	ifs := ast.Stmt(expr(id("z")))
	for range n {
		ifs = &ast.If{Test: id("a"), Then: expr(id("b")), Else: ifs}
	}
	cases := []struct {
		name string
		s    ast.Stmt
	}{
		{"a + a", expr(chain(func(e ast.Expr) ast.Expr { return bin(ast.Add, e, id("b")) }))},
		{"(a + b) * c", expr(chain(func(e ast.Expr) ast.Expr { return bin(ast.Mul, bin(ast.Add, e, id("b")), id("c")) }))},
		{"a ** a", expr(chain(func(e ast.Expr) ast.Expr { return bin(ast.Exp, id("b"), e) }))},
		{"a.b()", expr(chain(func(e ast.Expr) ast.Expr { return call(dot(e, "b")) }))},
		{"a = b", expr(chain(func(e ast.Expr) ast.Expr { return assign(id("b"), e) }))},
		{"a ? b : c", expr(chain(func(e ast.Expr) ast.Expr { return &ast.Cond{Test: id("a"), Then: id("b"), Else: e} }))},
		{"f(f(a))", expr(chain(func(e ast.Expr) ast.Expr { return call(id("f"), e) }))},
		{"new (new a)", expr(chain(func(e ast.Expr) ast.Expr { return &ast.New{Callee: e} }))},
		{"else if", ifs},
	}
	for _, c := range cases {
		start := time.Now()
		if got := len(print.Stmt(c.s, print.Options{Compact: true}).Code); got < n {
			t.Errorf("%s: %d bytes", c.name, got)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s takes %v", c.name, d)
		}
	}
}
