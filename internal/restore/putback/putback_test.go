package putback

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// function reads a function with a body.
func function(t *testing.T, body string) *ast.Function {
	t.Helper()
	p, ds := parse.Parse("function f() { "+body+" }", parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatalf("%v\n%s", ds, body)
	}
	return p.Funcs[0]
}

// sited lists the statements of a function that have sites, in the order of the source, and its bare
// blocks.
func sited(fn *ast.Function) (list []ast.Node, blocks []*ast.Block) {
	bare := func(stmts []ast.Stmt) {
		for _, st := range stmts {
			if b, ok := st.(*ast.Block); ok {
				blocks = append(blocks, b)
			}
		}
	}
	bare(fn.Body)
	for _, st := range fn.Body {
		ast.Walk(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Block:
				bare(n.Body)
			case *ast.Case:
				bare(n.Body)
				return true
			}
			if ast.SiteOf(n) != nil {
				list = append(list, n)
			}
			return true
		})
	}
	return list, blocks
}

// restored restores what old has in made: the statements of the two that have sites, but for
// returns, are pairs in order, and so are the bare blocks.
func restored(t *testing.T, old, made *ast.Function, in Input) string {
	t.Helper()
	in.Old, in.New, in.Origin, in.Bare = old, made.Body, map[ast.Stmt]ast.Span{}, map[*ast.Block]*ast.Block{}
	list, blocks := sited(old)
	var pairs []ast.Site
	for _, n := range list {
		at := *ast.SiteOf(n)
		for int(at) >= len(in.Sites) {
			in.Sites = append(in.Sites, nil)
		}
		in.Sites[at] = n
		if _, is := n.(*ast.Return); !is {
			pairs = append(pairs, at)
		}
	}
	mine, myBlocks := sited(made)
	for _, n := range mine {
		if _, is := n.(*ast.Return); !is && len(pairs) > 0 {
			*ast.SiteOf(n) = pairs[0]
			pairs = pairs[1:]
		}
	}
	for i, b := range myBlocks {
		if i < len(blocks) {
			in.Bare[b] = blocks[i]
		}
	}
	if in.Matches == nil {
		in.Matches = func(ast.Site) (bool, bool) { return false, false }
	}
	if in.Acts == nil {
		in.Acts = func(ast.Stmt) bool { return false }
	}
	if in.Braces == nil {
		in.Braces = func(*ast.Switch, int, *ast.Switch) (bool, bool) { return false, false }
	}
	made.Body = Restore(in)
	if made.Body == nil {
		t.Error("there is no body")
	}
	return text(made)
}

func text(fn *ast.Function) string {
	return print.FuncText(fn, print.FuncContext(0), print.Options{Compact: true}).Code
}

// TestJumps restores jumps to where control continues anyway, and the author's choice of several
// that have the same target.
func TestJumps(t *testing.T) {
	for _, tt := range []struct {
		name, old, made, want string
		stays                 bool // the end of the body does not return
	}{
		{name: "a return at the end", old: "a(); return;", made: "b();", want: "b(); return;"},
		{name: "of the value that is returned anyway", old: "a(); return void 0;", made: "b();", want: "b(); return void 0;"},
		{name: "of another value", old: "a(); return 1;", made: "b();", want: "b();"},
		{name: "where the end does not return", old: "a(); return;", made: "b();", want: "b();", stays: true},
		{name: "after a jump", old: "a(); return;", made: "throw b;", want: "throw b;"},
		{name: "before functions", old: "a(); return; function g() {}", made: "b(); function g() {}", want: "b(); return; function g() {}"},
		{name: "in arms", old: "if (a) { b(); return; } else { c(); return; }", made: "if (a) { x(); } else { y(); }", want: "if (a) { x(); return; } else { y(); return; }"},
		{name: "not where other statements follow", old: "if (a) { b(); return; } c();", made: "if (a) { x(); } c();", want: "if (a) { x(); } c();"},
		{name: "continue at the end of loops", old: "while (a) { b(); continue; } do { c(); continue; } while (d);", made: "while (a) { x(); } do { y(); } while (d);", want: "while (a) { x(); continue; } do { y(); continue; } while (d);"},
		{name: "in every kind of for", old: "for (;;) { a(); continue; }", made: "for (;;) { x(); }", want: "for (;;) { x(); continue; }"},
		{name: "for-in and for-of", old: "for (k in o) { a(); continue; } for (v of l) { b(); continue; }", made: "for (k in o) { x(); } for (v of l) { y(); }", want: "for (k in o) { x(); continue; } for (v of l) { y(); continue; }"},
		{name: "return or break of the last loop", old: "while (a) { if (b) { return; } c(); }", made: "while (a) { if (b) { break; } c(); }", want: "while (a) { if (b) { return; } c(); }"},
		{name: "in a try", old: "try { a(); return; } catch { b(); return; }", made: "try { x(); } catch { y(); }", want: "try { x(); return; } catch { y(); return; }"},
		{name: "not in a finally", old: "try { a(); } finally { b(); return; }", made: "try { x(); } finally { y(); }", want: "try { x(); } finally { y(); }"},
		{name: "a block", old: "{ a(); return; }", made: "{ b(); }", want: "{ b(); return; }"},
		{name: "a block whose names are gone", old: "{ let x = 1; a(x); }", made: "{ a(1); }", want: "a(1);"},
		{name: "a block that still declares", old: "{ let x = 1; a(x); }", made: "{ let x = 2; a(x); }", want: "{ let x = 2; a(x); }"},
		{name: "blocks in blocks", old: "{ let x = 1; { let y = 2; a(x, y); } }", made: "{ { a(1, 2); } }", want: "a(1, 2);"},
		{name: "another kind of statement", old: "if (a) { b(); return; }", made: "while (a) { b(); }", want: "while (a) { b(); }"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			old, made := function(t, tt.old), function(t, tt.made)
			if d := cmp.Diff(text(function(t, tt.want)), restored(t, old, made, Input{Returns: !tt.stays})); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestFunctionsThatAct puts a jump after a function that does something where it stands.
func TestFunctionsThatAct(t *testing.T) {
	old, made := function(t, "{ a(); function g() {} return; }"), function(t, "{ a(); function g() {} }")
	got := restored(t, old, made, Input{Returns: true, Acts: func(ast.Stmt) bool { return true }})
	if want := text(function(t, "{ a(); function g() {} return; }")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestCases restores the cases of switches.
func TestCases(t *testing.T) {
	omitted := func(tests ...string) func(*ast.Switch) []ast.Expr {
		return func(*ast.Switch) (list []ast.Expr) {
			for _, x := range tests {
				list = append(list, &ast.String{Value: x})
			}
			return list
		}
	}
	for _, tt := range []struct {
		name, old, made, want string
		omitted               func(*ast.Switch) []ast.Expr
		matches               func(*ast.Switch) func(ast.Site) (bool, bool) // given the switch of old
		has, needs            bool
	}{
		{name: "a break at the end", old: `switch (a) { case "x": b(); break; }`, made: `switch (a) { case "x": c(); }`, want: `switch (a) { case "x": c(); break; }`},
		{name: "a default that does nothing", old: `switch (a) { case "x": b(); break; default: }`, made: `switch (a) { case "x": c(); }`, want: `switch (a) { case "x": c(); break; default: }`},
		{name: "a case that only leaves", old: `switch (a) { case "x": b(); break; case "y": break; }`, made: `switch (a) { case "x": c(); }`, want: `switch (a) { case "x": c(); break; case "y": break; }`, omitted: omitted("y")},
		{name: "one whose test is still needed", old: `switch (a) { case "x": b(); break; case "y": break; }`, made: `switch (a) { case "x": c(); }`, want: `switch (a) { case "x": c(); break; }`},
		{name: "falling into a case that leaves", old: `switch (a) { case "x": b(); case "y": break; case "z": c(); }`, made: `switch (a) { case "x": b(); break; case "y": break; case "z": d(); }`, want: `switch (a) { case "x": b(); case "y": break; case "z": d(); }`},
		{name: "a case that is known to match", old: `switch (a) { case "x": b(); break; case "y": c(); }`, made: `switch (a) { case "x": b(); break; default: c(); }`, want: `switch (a) { case "x": b(); break; case "y": c(); }`,
			matches: func(s *ast.Switch) func(ast.Site) (bool, bool) {
				return func(at ast.Site) (bool, bool) { return true, at == s.Cases[1].Site }
			}},
		{name: "one that may not match", old: `switch (a) { case "x": b(); break; case "y": c(); }`, made: `switch (a) { case "x": b(); break; default: c(); }`, want: `switch (a) { case "x": b(); break; default: c(); }`},
		{name: "braces that a declaration needs", old: `switch (a) { case "x": let y = 1; b(y); }`, made: `switch (a) { case "x": { let y = 2; b(y); } }`, want: `switch (a) { case "x": { let y = 2; b(y); } }`, has: true, needs: true},
		{name: "braces that the source does not have", old: `switch (a) { case "x": let y = 1; b(y); }`, made: `switch (a) { case "x": { let y = 2; b(y); } }`, want: `switch (a) { case "x": let y = 2; b(y); }`, has: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			old, made := function(t, tt.old), function(t, tt.made)
			in := Input{Braces: func(*ast.Switch, int, *ast.Switch) (bool, bool) { return tt.has, tt.needs }}
			if tt.omitted != nil {
				sw := made.Body[0].(*ast.Switch)
				in.Omitted = map[*ast.Switch][]ast.Expr{sw: tt.omitted(sw)}
			}
			if tt.matches != nil {
				in.Matches = tt.matches(old.Body[0].(*ast.Switch))
			}
			if d := cmp.Diff(text(function(t, tt.want)), restored(t, old, made, in)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}
