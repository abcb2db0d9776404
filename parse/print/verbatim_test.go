package print_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// quoter replaces some parts of a tree by their source text.
type quoter struct {
	src  string
	rnd  *rand.Rand
	rate int // one in rate
}

func (q *quoter) expr(e *ast.Expr) {
	if *e == nil || q.rnd.IntN(q.rate) > 0 {
		return
	}
	switch (*e).(type) {
	case *ast.Spread, *ast.PrivateName, *ast.Super:
		return
	}
	b := *(*e).Pos()
	*e = &ast.Verbatim{Base: b, Text: q.src[b.Start:b.End], Of: *e}
}

func (q *quoter) exprs(list []ast.Expr) {
	for i := range list {
		q.expr(&list[i])
	}
}

func (q *quoter) stmt(s *ast.Stmt) {
	if *s == nil || q.rnd.IntN(q.rate) > 0 {
		return
	}
	b := *(*s).Pos()
	*s = &ast.VerbatimStmt{Base: b, Text: q.src[b.Start:b.End], Of: *s}
}

func (q *quoter) stmts(list []ast.Stmt) {
	for i := range list {
		q.stmt(&list[i])
	}
}

func (q *quoter) program(prog *ast.Program) {
	ast.Walk(prog, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Verbatim, *ast.VerbatimStmt:
			return false
		case *ast.Program:
			q.stmts(n.Body)
		case *ast.Function:
			q.stmts(n.Body)
			q.expr(&n.ExprBody)
		case *ast.Block:
			q.stmts(n.Body)
		case *ast.Case:
			q.stmts(n.Body)
			q.expr(&n.Test)
		case *ast.If:
			q.expr(&n.Test)
			q.stmt(&n.Then)
			q.stmt(&n.Else)
		case *ast.While:
			q.stmt(&n.Body)
		case *ast.DoWhile:
			q.stmt(&n.Body)
		case *ast.For:
			q.stmt(&n.Init)
			q.stmt(&n.Body)
		case *ast.ForIn:
			q.stmt(&n.Left)
			q.stmt(&n.Body)
		case *ast.ForOf:
			q.expr(&n.Right)
			q.stmt(&n.Body)
		case *ast.Labeled:
			q.stmt(&n.Body)
		case *ast.ExprStmt:
			if !n.Directive {
				q.expr(&n.X)
			}
		case *ast.Return:
			q.expr(&n.X)
		case *ast.Declarator:
			q.expr(&n.Init)
		case *ast.Binary:
			q.expr(&n.L)
			q.expr(&n.R)
		case *ast.Unary:
			q.expr(&n.X)
		case *ast.Await:
			q.expr(&n.X)
		case *ast.Yield:
			q.expr(&n.X)
		case *ast.Cond:
			q.expr(&n.Test)
			q.expr(&n.Then)
			q.expr(&n.Else)
		case *ast.Assign:
			q.expr(&n.Target)
			q.expr(&n.Value)
		case *ast.Call:
			q.expr(&n.Callee)
			q.exprs(n.Args)
		case *ast.New:
			q.expr(&n.Callee)
			q.exprs(n.Args)
		case *ast.Member:
			q.expr(&n.Obj)
		case *ast.Index:
			q.expr(&n.Obj)
			q.expr(&n.Key)
		case *ast.Seq:
			q.exprs(n.Exprs)
		case *ast.Array:
			q.exprs(n.Elems)
		case *ast.Property:
			if !n.Shorthand && n.Kind != ast.PropGet && n.Kind != ast.PropSet {
				q.expr(&n.Value)
			}
		case *ast.Class:
			q.expr(&n.Super)
		case *ast.TaggedTemplate:
			q.expr(&n.Tag)
		case *ast.ExportDecl:
			q.stmt(&n.Decl)
		}
		return true
	})
}

// quoteTrip replaces parts of src by verbatim text, prints, and reads back.
func quoteTrip(t *testing.T, label, src string, o parse.Options, seed uint64, rate int) {
	t.Helper()
	want, _ := parse.Parse(src, o)
	prog, _ := parse.Parse(src, o)
	if prog == nil {
		t.Errorf("%s: refused", label)
		return
	}
	q := &quoter{src: src, rnd: rand.New(rand.NewPCG(seed, 0)), rate: rate}
	q.program(prog)
	bareBodies(want)
	for _, style := range styles(src) {
		code := print.Program(prog, style).Code
		again, ds := parse.Parse(code, o)
		if again == nil {
			t.Errorf("%s: %s: refused: %v\n%s", label, name(style), ds[0], near(code, ds[0].Line))
			return
		}
		bareBodies(again)
		if !ast.Equal(want, again) {
			t.Errorf("%s: %s: the tree has changed: %s", label, name(style), clip(code))
			return
		}
	}
}

func TestVerbatimPartsReadBackTheSame(t *testing.T) {
	for seed := range uint64(30) {
		rate := 1 + int(seed%4)
		for _, c := range table {
			quoteTrip(t, c.src, c.src, parse.Options{Type: parse.Script}, seed, rate)
		}
		for _, c := range moduleTable {
			quoteTrip(t, c.src, c.src, parse.Options{Type: parse.Module}, seed, rate)
		}
	}
}

// Sources that omit their semicolons.
func TestVerbatimStatementsWithoutSemicolons(t *testing.T) {
	for _, src := range []string{
		"a = b\n;(c)\nd\n++e\nf\n;[g]\nh\n;`i`\nj\n;/k/\nl",
		"var a = function () {}\n;(b)()\nif (c) d\nelse e\n;(f)\ndo g\nwhile (h)\n(i)",
		"let\n;[a] = b\nlet\n;l: m\n;+n\nlet\n",
		"for (;;) a\n;(b)\nx: c\n;-d\n;;\nasync\nfunction e() {}",
		"(function () { return\n(a) })\nthrow a\n;!b",
	} {
		for seed := range uint64(60) {
			quoteTrip(t, src, src, parse.Options{Type: parse.Script}, seed, 1+int(seed%3))
		}
	}
}

func TestVerbatimPartsOfPackages(t *testing.T) {
	root, read := tier.Modules(t), 0
	for seed, file := range []string{"lodash/lodash.js", "jquery/dist/jquery.min.js", "vue/dist/vue.global.js", "acorn/dist/acorn.js",
		"three/build/three.module.js", "terser/dist/bundle.min.js", "moment/min/moment-with-locales.min.js", "typescript/lib/typescript.js"} {
		path := filepath.Join(root, filepath.FromSlash(file))
		b, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		read++
		for _, rate := range []int{3, 20, 200} {
			quoteTrip(t, file, string(b), parse.Options{Path: path}, uint64(seed), rate)
		}
	}
	if read == 0 {
		t.Error("none of the files is there")
	}
}
