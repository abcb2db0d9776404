package names_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/emit/names"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// function is an output function without names: variables, the tree of lists, references. In its
// text, x_1 is a variable called x in the source, x_pinned one whose name cannot change, and $x a
// helper for an x. Undeclared names are free.
type function struct {
	src     string
	fn      *ast.Function
	tree    scope.Tree
	vars    []*scope.Var
	of      map[*ast.Symbol]*scope.Var
	free    scope.Free
	storage slab.List[scope.Uses]
	idents  []*ast.Ident
}

func read(t *testing.T, src string) *ast.Function {
	p, ds := parse.Parse(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	return p.Funcs[0]
}

func newFunction(t *testing.T, src string) *function {
	f := &function{src: src, fn: read(t, src), of: map[*ast.Symbol]*scope.Var{}}
	f.free.Begin(&f.storage)
	root := f.list(nil, nil, scope.Block)
	f.tree.Root = root
	f.lists(root, f.fn.Body)
	scope.Link(f.tree.Lists)
	for _, p := range f.fn.Params {
		f.refer(root, -1, p)
	}
	f.visit(root, f.fn.Body)
	slices.SortFunc(f.idents, func(a, b *ast.Ident) int { return cmp.Compare(a.Start, b.Start) })
	return f
}

func (f *function) list(in *scope.List, owner ast.Stmt, kind scope.Kind) *scope.List {
	l := &scope.List{Parent: in, Owner: owner, Kind: kind}
	if in != nil {
		l.Depth = in.Depth + 1
	}
	f.tree.Lists = append(f.tree.Lists, l)
	return l
}

// lists makes a list for each block.
func (f *function) lists(l *scope.List, body []ast.Stmt) {
	l.Stmts = body
	for i, st := range body {
		if b, ok := st.(*ast.Block); ok {
			in := f.list(l, b, scope.Block)
			in.At = i
			f.lists(in, b.Body)
		}
	}
}

func (f *function) visit(l *scope.List, body []ast.Stmt) {
	for i, st := range body {
		if b, ok := st.(*ast.Block); ok {
			at := slices.IndexFunc(f.tree.Lists, func(l *scope.List) bool { return l.Owner == b })
			f.visit(f.tree.Lists[at], b.Body)
			continue
		}
		f.refer(l, i, st)
	}
}

// refer records the references in a statement, each of which declares in the list that it is in.
func (f *function) refer(l *scope.List, at int, n ast.Node) {
	ast.Walk(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		f.idents = append(f.idents, id)
		if id.Sym == nil {
			f.free.Add(id.Name, l, at)
			return true
		}
		v := f.of[id.Sym]
		if v == nil {
			v = &scope.Var{}
			v.Kind, v.Uses = ast.Let, &scope.Uses{}
			hint, _, _ := strings.Cut(id.Name, "_")
			var helper bool
			if v.Hint, helper = strings.CutPrefix(hint, "$"); !helper {
				sym := *id.Sym
				v.Sym, sym.Name = &sym, hint
			}
			v.Param, v.Own = id.Sym.Kind == ast.SymParam, strings.HasSuffix(id.Name, "_own")
			v.Pinned = v.Param || strings.HasSuffix(id.Name, "_pinned")
			f.vars, f.of[id.Sym] = append(f.vars, v), v
		}
		if v.Home == nil && slices.ContainsFunc(id.Sym.Decls, func(d *ast.Ident) bool { return d == id }) {
			v.Home = l
		}
		v.Uses.Add(l, at)
		return true
	})
}

// text returns the function with the names of its variables.
func (f *function) text() string {
	var b strings.Builder
	at := int32(0)
	for _, id := range f.idents {
		if v := f.of[id.Sym]; v != nil {
			b.WriteString(f.src[at:id.Start] + v.Name)
			at = id.End
		}
	}
	return b.String() + f.src[at:]
}

// TestChoose names functions, each with the storage of the one before.
func TestChoose(t *testing.T) {
	var c names.Chooser
	for _, tt := range []struct {
		name, src, want string
		written         string // the function of the source, if it has other names
		plain           bool
		conflict        string
	}{
		{name: "as in the source", src: "function f(a) { let x_1 = a; g(x_1); }", want: "function f(a) { let x = a; g(x); }"},
		{name: "one name for variables that do not meet",
			src: "function f() { { let x_1 = 1; g(x_1); } { let x_2 = 2; g(x_2); } }", want: "function f() { { let x = 1; g(x); } { let x = 2; g(x); } }"},
		{name: "a variable between another and a reference to that",
			src: "function f() { let x_1 = 1; { let x_2 = 2; g(x_1, x_2); } }", want: "function f() { let x = 1; { let x$1 = 2; g(x, x$1); } }"},
		{name: "the same the other way round",
			src: "function f() { { let x_2 = 2; { g(x_1, x_2); } } let x_1 = 1; }", want: "function f() { { let x = 2; { g(x$1, x); } } let x$1 = 1; }"},
		{name: "an inner variable hides one that is not referenced there",
			src: "function f() { let x_1 = 1; g(x_1); { let x_2 = 2; { g(x_2); } } }", want: "function f() { let x = 1; g(x); { let x = 2; { g(x); } } }"},
		{name: "two in one list",
			src: "function f() { let x_1 = 1; let x_2 = 2; let x_3 = 3; g(x_1, x_2, x_3); }", want: "function f() { let x = 1; let x$1 = 2; let x$2 = 3; g(x, x$1, x$2); }"},
		{name: "a pinned one comes first",
			src: "function f() { let x_1 = 1; let x_pinned = 2; g(x_1, x_pinned); }", want: "function f() { let x$1 = 1; let x = 2; g(x$1, x); }"},
		{name: "two that are pinned", src: "function f(x) { let x_pinned = 2; g(x, x_pinned); }", conflict: "x"},
		{name: "a parameter and a variable of the body", src: "function f(x) { let x_1 = 2; g(x_1); }", want: "function f(x) { let x$1 = 2; g(x$1); }"},
		{name: "a parameter and a variable in a block", src: "function f(x) { { let x_1 = 2; g(x_1); } }", want: "function f(x) { { let x = 2; g(x); } }"},
		{name: "a global", src: "function f() { let g_1 = 1; { let h_1 = 2; g(h_1, g_1); } h(); }", want: "function f() { let g$1 = 1; { let h = 2; g(h, g$1); } h(); }"},
		{name: "helpers are numbered",
			src: "function f() { let $ = 1, $_2 = 2; let $i = 3, $i_2 = 4; g($, $_2, $i, $i_2); }", want: "function f() { let t = 1, t2 = 2; let i$1 = 3, i$2 = 4; g(t, t2, i$1, i$2); }"},
		{name: "a helper takes no name in use",
			src: "function f() { let $ = t2, $_2 = 2, t_1 = 3; { let i$1_1 = 1, $i = 2; g($, $_2, t_1, i$1_1, $i); } }", want: "function f() { let t3 = t2, t4 = 2, t = 3; { let i$1 = 1, i$2 = 2; g(t3, t4, t, i$1, i$2); } }"},
		{name: "nor one that the source has", written: "function f() { let t = 1, i$1 = 2; }",
			src: "function f() { let $ = 1, $i = 2; g($, $i); }", want: "function f() { let t2 = 1, i$2 = 2; g(t2, i$2); }"},
		{name: "a helper with a name of its own", src: "function f() { let $next_own = 1; let $next_2 = 2; let $if_own = 3; g($next_own, $next_2, $if_own); }",
			want: "function f() { let next = 1; let next$1 = 2; let if$1 = 3; g(next, next$1, if$1); }"},
		{name: "plain names", plain: true,
			src: "function f() { let $next = 1; let $next_2 = 2; g($next, $next_2); }", want: "function f() { let next = 1; let next$1 = 2; g(next, next$1); }"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := newFunction(t, tt.src)
			fn := &ast.Function{Params: f.fn.Params}
			if tt.written != "" {
				fn = read(t, tt.written)
			}
			before := scope.Format(f.tree, f.vars, &f.free)
			conflict := c.Choose(&names.Input{Vars: f.vars, Tree: f.tree, Free: &f.free, Fn: fn, Plain: tt.plain})
			if conflict != nil || tt.conflict != "" {
				if conflict == nil || conflict.Name != tt.conflict {
					t.Errorf("conflict %v, want %q", conflict, tt.conflict)
				}
				return
			}
			if d := gocmp.Diff(tt.want, f.text()); d != "" {
				t.Errorf("%s(-want +got)\n%s", before, d)
			}
		})
	}
}

// TestTop names the variables of a program, which must not take the names of its globals.
func TestTop(t *testing.T) {
	f := newFunction(t, "function f() { let x_1 = 1; { let x_2 = 2; g(x_1, x_2); } }")
	top := &ast.Scope{Symbols: []*ast.Symbol{{Name: "x"}}}
	var c names.Chooser
	if conflict := c.Choose(&names.Input{Vars: f.vars, Tree: f.tree, Free: &f.free, Fn: &ast.Function{}, Top: top}); conflict != nil {
		t.Fatal(conflict.Name)
	}
	if d := gocmp.Diff("function f() { let x$1 = 1; { let x = 2; g(x$1, x); } }", f.text()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
