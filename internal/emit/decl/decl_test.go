package decl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// function is a function as its author wrote it, and the statements that are left of it, where
// nothing is declared. A statement that is still there has the place of the one with the same text,
// or, if other statements are nested in it, of that of the same kind which is as far down. The
// variables are those of the source, and helpers, whose names begin with $; other names are free.
type function struct {
	src  string
	text string        // of what is left
	fn   *ast.Function // as its author wrote it
	left *ast.Function
	in   decl.Input
	vars map[string]*scope.Var
	seen map[string]int // statements of a kind
	from int            // where in the source the next statement may be
}

func read(t *testing.T, src string) *ast.Program {
	p, ds := parse.Parse(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	return p
}

func newFunction(t *testing.T, src, left string, cells []string) *function {
	f := &function{src: src, text: left, fn: read(t, src).Funcs[0], vars: map[string]*scope.Var{}, seen: map[string]int{}}
	p := read(t, left)
	f.left = p.Funcs[0]
	f.in = decl.Input{
		Refs: &scope.Refs{}, Assigns: map[ast.Stmt]decl.Assign{}, Origin: map[ast.Stmt]ast.Span{}, Heads: map[ast.Stmt]*scope.List{},
		Funcs: p.Funcs, Fn: f.fn, Src: &written.Index{}, Patterns: true,
	}
	f.in.Refs.Begin()
	f.in.Src.Fill(f.fn)
	ast.Walk(f.fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Sym != nil && id.Sym.Kind != ast.SymFunc {
			f.declare(id.Sym)
		}
		return true
	})
	for _, name := range cells {
		f.vars[name].Cell, f.vars[name].Initialized = true, true
	}
	f.in.Tree.Root = f.list(nil, nil, scope.Block, &f.left.Body)
	return f
}

func (f *function) declare(sym *ast.Symbol) {
	if f.vars[sym.Name] != nil {
		return
	}
	v := f.newVar(sym.Name)
	v.Sym = sym
	v.Param = sym.Kind == ast.SymParam
	switch sym.Kind {
	case ast.SymVar:
		v.Kind = ast.Var
	case ast.SymConst:
		v.Kind = ast.Const
	}
}

func (f *function) newVar(name string) *scope.Var {
	v := &scope.Var{ID: len(f.in.Vars), Hint: name, Name: name}
	v.Kind = ast.Let
	f.vars[name] = v
	f.in.Vars = append(f.in.Vars, v)
	return v
}

// list makes the lists of a list of statements and those in it.
func (f *function) list(in *scope.List, owner ast.Stmt, kind scope.Kind, body *[]ast.Stmt) *scope.List {
	l := &scope.List{Parent: in, Owner: owner, Kind: kind, Body: body}
	if in != nil {
		l.Depth = in.Depth + 1
	}
	f.in.Tree.Lists = append(f.in.Tree.Lists, l)
	if body != nil {
		l.Stmts = slices.Clone(*body)
	}
	for _, st := range l.Stmts {
		f.stmt(l, st)
	}
	return l
}

func (f *function) stmt(l *scope.List, st ast.Stmt) {
	block := func(in *scope.List, b ast.Stmt) {
		if b != nil {
			f.list(in, st, scope.Block, &b.(*ast.Block).Body)
		}
	}
	like := f.like(st)
	switch s := st.(type) {
	case *ast.ExprStmt:
		f.place(s)
		f.expr(s.X)
	case *ast.If:
		f.expr(s.Test)
		block(l, s.Then)
		block(l, s.Else)
	case *ast.Block:
		block(l, s)
	case *ast.While:
		f.expr(s.Test)
		block(l, s.Body)
	case *ast.For:
		head := f.list(l, st, scope.Head, nil)
		f.in.Heads[s] = head
		if src, ok := like.(*ast.For); ok {
			s.Site = src.Site
		}
		init := []ast.Expr{}
		if x, ok := s.Init.(*ast.ExprStmt); ok {
			init = []ast.Expr{x.X}
			if seq, ok := x.X.(*ast.Seq); ok {
				init = seq.Exprs
			}
		}
		for _, x := range init {
			one := &ast.ExprStmt{Base: ast.Base{Span: x.Pos().Span}, X: x}
			head.Stmts = append(head.Stmts, one)
			f.stmt(head, one)
		}
		f.expr(s.Test)
		f.expr(s.Update)
		block(head, s.Body)
	case *ast.Switch:
		f.expr(s.Disc)
		for _, c := range s.Cases {
			f.expr(c.Test)
			f.list(l, st, scope.Case, &c.Body)
		}
	case *ast.Try:
		f.list(l, st, scope.Block, &s.Block.Body)
		in := f.list(l, st, scope.Block, &s.Handler.Body)
		f.expr(s.Param)
		for _, id := range ast.Names(s.Param) {
			f.vars[id.Name].Caught = in
		}
	case *ast.Return:
		f.expr(s.X)
	}
}

// like returns the statement of the source that is of the kind of st and as many statements of that
// kind down, and notes its place as that of st.
func (f *function) like(st ast.Stmt) (found ast.Stmt) {
	kind := fmt.Sprintf("%T", st)
	f.seen[kind]++
	if _, ok := st.(*ast.ExprStmt); ok {
		return nil
	}
	k := f.seen[kind]
	ast.Walk(f.fn, func(n ast.Node) bool {
		if x, ok := n.(ast.Stmt); ok && fmt.Sprintf("%T", n) == kind {
			if k--; k == 0 {
				found = x
			}
		}
		return true
	})
	if found != nil {
		f.in.Origin[st] = found.Pos().Span
		f.from = int(found.Pos().Start)
	}
	return found
}

// place notes the place of a statement by its text, and whether it was a declarator.
func (f *function) place(st *ast.ExprStmt) {
	text := strings.TrimSuffix(f.text[st.Start:st.End], ";")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
	at := strings.Index(f.src[f.from:], text)
	var span ast.Span
	if at >= 0 {
		span = ast.Span{Start: int32(f.from + at), End: int32(f.from + at + len(text))}
		f.in.Origin[st] = span
		f.from = int(span.End)
	}
	a, ok := st.X.(*ast.Assign)
	if !ok {
		return
	}
	_, name := a.Target.(*ast.Ident)
	as := decl.Assign{Pattern: !name}
	for _, d := range f.in.Src.Declarators {
		as.Declares = as.Declares || d.Span == span
	}
	f.in.Assigns[st] = as
}

// expr gives the identifiers in an expression their variables.
func (f *function) expr(x ast.Expr) {
	ast.Walk(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Func:
			f.in.Refs.Closures[n] = n.Fn.Index
			for _, name := range n.Fn.Globals {
				if v := f.vars[name]; v != nil {
					f.in.Refs.Captured[n] = append(f.in.Refs.Captured[n], v)
				}
			}
			n.Fn.Globals = nil
			return false
		case *ast.Ident:
			v := f.vars[n.Name]
			if v == nil && strings.HasPrefix(n.Name, "$") {
				v = f.newVar(n.Name)
			}
			if v != nil {
				f.in.Refs.Own(n, v)
			} else {
				f.in.Refs.FreeIdents[n] = true
			}
		}
		return true
	})
}

// result prints the function after all lists are put into their blocks.
func (f *function) result() string {
	for id, v := range f.in.Refs.Owner {
		id.Name = v.Name
	}
	for st, head := range f.in.Heads {
		switch len(head.Stmts) {
		case 0:
			st.(*ast.For).Init = nil
		case 1:
			st.(*ast.For).Init = head.Stmts[0]
		default:
			var xs []ast.Expr
			for _, x := range head.Stmts {
				xs = append(xs, x.(*ast.ExprStmt).X)
			}
			st.(*ast.For).Init = &ast.ExprStmt{X: &ast.Seq{Exprs: xs}}
		}
	}
	for _, l := range slices.Backward(f.in.Tree.Lists) {
		if l.Body != nil {
			*l.Body = l.Stmts
		}
		if l.Braces {
			*l.Body = []ast.Stmt{&ast.Block{Body: l.Stmts}}
		}
	}
	return print.FuncText(f.left, print.AsTail, print.Options{Compact: true}).Code
}

// TestDeclare declares the variables of functions, each with the storage of the one before.
func TestDeclare(t *testing.T) {
	var d decl.Declarer
	var storage slab.List[scope.Uses]
	for _, tt := range []struct {
		name, src, left, want string
		cells                 []string
		options               decl.Options
		refused               string
	}{
		{name: "as in the source", src: "let x = g(); h(x); const y = x;  h(y);", left: "x = g(); h(x); y = x; h(y);",
			want: "let x=g();h(x);const y=x;h(y)"},
		{name: "a let that is assigned later", src: "let x; if (a) x = 1; h(x);", left: "if (a) { x = 1; } h(x);",
			want: "let x;if(a){x=1}h(x)"},
		{name: "a let whose assignments are in one branch", src: "let x; if (a) { x = 1; h(x); }", left: "if (a) { x = 1; h(x); }",
			want: "let x;if(a){x=1;h(x)}"},
		{name: "one assignment is left", src: "let x; if (a) x = g(1); else x = g(2); h(x);", left: "x = g(a ? 1 : 2); h(x);",
			want: "let x=g(a?1:2);h(x)"},
		{name: "a const", src: "const x = g(); h(x);", left: "x = g(); h(x);",
			want: "const x=g();h(x)"},
		{name: "a variable that refers to itself", src: "let x = g(); h(x);", left: "x = g(() => x); h(x);",
			want: "let x;x=g(()=>x);h(x)"},
		{name: "helpers", src: "h(a);", left: "$1 = a; if (a) { $2 = 1; } else { $2 = 2; } h($1, $2);",
			want: "const $1=a;let $2;if(a){$2=1}else{$2=2}h($1,$2)"},
		{name: "vars", src: "var x = 1, y; h(x); y = 2; var z; if (a) z = 1; h(y, z);", left: "x = 1; h(x); y = 2; if (a) { z = 1; } h(y, z);",
			want: "var x=1,y;h(x);y=2;var z;if(a){z=1}h(y,z)"},
		{name: "a var that is declared twice", src: "if (a) { var x = 1; h(x); } else { var x = 2; h(x); }", left: "if (a) { x = 1; h(x); } else { x = 2; h(x); }",
			want: "if(a){var x=1;h(x)}else{var x=2;h(x)}"},
		{name: "the head of a for", src: "for (let i = 0, n = a.length; i < n; i++) h(i);", left: "for (i = 0, n = a.length; i < n; i++) { h(i); }",
			want: "for(let i=0,n=a.length;i<n;i++){h(i)}"},
		{name: "a head that cannot declare everything", src: "let n; for (let i = 0; i < 9; i++) h(i); h(n);", left: "for (i = 0, n = a.length; i < n; i++) { h(i); } h(n);",
			want: "let n;let i;for(i=0,n=a.length;i<n;i++){h(i)}h(n)"},
		{name: "a pattern", src: "const { x, y: [z] } = a; h(x, z);", left: "({ x, y: [z] } = a); h(x, z);",
			want: "const{x,y:[z]}=a;h(x,z)"},
		{name: "a pattern of which one variable is needed elsewhere", src: "let x, z; h(x); [x, z] = a; h(x, z);", left: "h(x); [x, z] = a; h(x, z);",
			want: "let x,z;h(x);[x,z]=a;h(x,z)"},
		{name: "a case", src: "switch (a) { case 1: let x = g(); h(x); }", left: "switch (a) { case 1: x = g(); h(x); }",
			want: "switch(a){case 1:{let x=g();h(x)}}"},
		{name: "a catch", src: "try { h(); } catch (x) { h(x); }", left: "try { h(); } catch (x) { h(x); }",
			want: "try{h()}catch(x){h(x)}"},
		{name: "outside of the catch", src: "try { h(); } catch (x) { h(x); }", left: "try { h(); } catch (x) { h(x); } h(x);",
			refused: "x is needed outside of its catch"},
		{name: "a cell", src: "let x = 1; h(() => x);", left: "x = 1; h(() => x);",
			want: "let x=1;h(()=>x)", cells: []string{"x"}},
		{name: "a cell in its dead zone", src: "h(() => x); let x = 1;", left: "h(() => x); x = 1;",
			want: "h(()=>x);let x=1", cells: []string{"x"}},
		{name: "a cell that is not initialized in its scope", src: "let x = 1; h(() => x);", left: "if (a) { x = 1; } h(() => x);",
			refused: "x cannot be declared where it is initialized", cells: []string{"x"}},
		{name: "declared around", src: "let x = 0; while (a) { x = g(); h(x); }", left: "while (a) { x = g(); h(x); }",
			want: "let x;while(a){x=g();h(x)}"},
		{name: "declared around, if only the length matters", src: "let x = 0; while (a) { x = g(); h(x); }", left: "while (a) { x = g(); h(x); }",
			want: "while(a){let x=g();h(x)}", options: decl.Options{Size: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := newFunction(t, "function f(a) { "+tt.src+" }", "function f(a) { "+tt.left+" }", tt.cells)
			f.in.Options = tt.options
			storage.Reset()
			err := d.Locate(f.in, &storage)
			if err == nil {
				err = d.Place()
			}
			if err != nil || tt.refused != "" {
				if fmt.Sprint(err) != tt.refused {
					t.Errorf("%v, want %q", err, tt.refused)
				}
				return
			}
			before := scope.Format(f.in.Tree, f.in.Vars, &d.Free)
			d.Insert()
			d.Sort()
			if diff := cmp.Diff("(a){"+tt.want+"}", f.result()); diff != "" {
				t.Errorf("%s(-want +got)\n%s", before, diff)
			}
		})
	}
}

// TestPlaceInFunctions declares the variables of a function whose blocks are functions: in them,
// but for vars and for what several of them reference.
func TestPlaceInFunctions(t *testing.T) {
	f := newFunction(t, "function f(a) { let x = 1, y = 2; var z; h(x, y, z); }", "function f(a) { { x = 1; y = 2; h(x); } { h(y); h(z); } }", nil)
	var d decl.Declarer
	var storage slab.List[scope.Uses]
	if err := d.Locate(f.in, &storage); err != nil {
		t.Fatal(err)
	}
	shared := fmt.Sprint(d.PlaceInFunctions())
	if shared != "[let y var z]" {
		t.Errorf("%s are shared", shared)
	}
	want := "body: let y, var z\n  block: let x | x, y, h\n  block: | y, z, h\n"
	if diff := cmp.Diff(want, scope.Format(f.in.Tree, f.in.Vars, &d.Free)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
