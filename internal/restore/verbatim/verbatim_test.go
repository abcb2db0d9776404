package verbatim_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/internal/restore/verbatim"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Each fixture in testdata/verbatim has the parts
//
//	old.js   a function as its author wrote it
//	new.js   the function that takes its place
//	origins  lines of new.js, and the lines of old.js that their statements come from: 2 <- 3
//	out      the result, copied text in «»; "unchanged" if only functions inside it changed
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/verbatim/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parts := map[string]*txtar.File{}
			for i := range ar.Files {
				parts[ar.Files[i].Name] = &ar.Files[i]
			}
			for _, name := range []string{"old.js", "new.js", "origins", "out"} {
				if parts[name] == nil {
					t.Fatalf("%s has no part %s", file, name)
				}
			}
			got := restored(t, string(parts["old.js"].Data), string(parts["new.js"].Data), string(parts["origins"].Data))
			if d := cmp.Diff(string(parts["out"].Data), got); d != "" && !*update {
				t.Errorf("(-want +got)\n%s", d)
			} else if d != "" {
				parts["out"].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// restored restores the first function of a program and prints it with marks around copied text.
func restored(t *testing.T, old, new, origins string) string {
	t.Helper()
	was, is := read(t, old), read(t, new)
	in := verbatim.Input{
		Program: was, Old: was.Funcs[0], New: is.Funcs[0], Origin: map[ast.Stmt]ast.Span{},
		Unbraced: map[ast.Stmt]ast.Stmt{}, Functions: map[ast.Node]int{}, Classes: map[ast.Node][2]*ast.Class{}, Declarators: map[*ast.Declarator]*ast.Declarator{},
		Authored: true, Text: func(s ast.Span) string { return old[s.Start:s.End] }, Size: func(s ast.Span) int { return int(s.End - s.Start) },
	}
	before, after := byLine(was), byLine(is)
	for line := range strings.Lines(origins) {
		var to, from int
		if _, err := fmt.Sscanf(line, "%d <- %d", &to, &from); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if len(before[from]) == 0 || len(after[to]) == 0 {
			t.Fatalf("%s: no statement begins there", line)
		}
		for _, st := range after[to] {
			src := before[from][0]
			for _, s := range before[from] {
				if reflect.TypeOf(s) == reflect.TypeOf(st) {
					src = s
					break
				}
			}
			in.Origin[st] = src.Pos().Span
			if a, ok := st.(*ast.VarDecl); ok {
				if b, ok := src.(*ast.VarDecl); ok {
					in.Declarators[a.Decls[0]] = b.Decls[0]
				}
			}
			a, _ := st.(*ast.If)
			if b, ok := src.(*ast.If); ok && a != nil {
				if _, braces := a.Then.(*ast.Block); !braces {
					in.Unbraced[a.Then] = b.Then
				}
			}
		}
	}
	ast.Walk(is, func(n ast.Node) bool {
		*n.Pos() = ast.Base{} // new code has no place
		return true
	})
	tree, unchanged := verbatim.Restore(in)
	if unchanged {
		return "unchanged\n"
	}
	r := print.FuncText(tree.Fn, print.AsTail, tree.Options(print.Options{Source: old, Lines: true, Indent: "  ", Pieces: true}))
	var out strings.Builder
	at := int32(0)
	for _, p := range r.Pieces {
		if p.Copied {
			out.WriteString(r.Code[at:p.Out] + "«" + r.Code[p.Out:p.End] + "»")
			at = p.End
		}
	}
	return out.String() + r.Code[at:] + "\n"
}

func read(t *testing.T, src string) *ast.Program {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil || len(p.Funcs) == 0 {
		t.Fatalf("no function: %s", parse.Format(ds))
	}
	return p
}

// byLine lists the statements of the first function that begin on each line, outer ones first.
func byLine(p *ast.Program) map[int][]ast.Stmt {
	out := map[int][]ast.Stmt{}
	for _, st := range p.Funcs[0].Body {
		ast.Walk(st, func(n ast.Node) bool {
			if st, ok := n.(ast.Stmt); ok {
				line := 1 + strings.Count(p.Source[:st.Pos().Start], "\n")
				out[line] = append(out[line], st)
			}
			_, function := n.(*ast.Function)
			return !function
		})
	}
	return out
}

// A class whose key changed is copied around the key, and its text has the places of the source.
func TestClassesAreCopiedAroundTheirKeys(t *testing.T) {
	const old = "function f() {\n  return class A { [1 + 1] = 3; [k]() { return  1 } };\n}"
	was, is := read(t, old), read(t, strings.Replace(old, "1 + 1", "2", 1))
	class := func(p *ast.Program) *ast.Return { return p.Funcs[0].Body[0].(*ast.Return) }
	x := &ast.Verbatim{Of: class(is).X}
	now := class(is).X.(*ast.ClassExpr).Class
	class(is).X = x
	tree := verbatim.Fill(verbatim.Input{
		Program: was, Old: was.Funcs[0], New: is.Funcs[0],
		Classes: map[ast.Node][2]*ast.Class{x: {class(was).X.(*ast.ClassExpr).Class, now}},
		Text:    func(s ast.Span) string { return old[s.Start:s.End] },
		Size:    func(s ast.Span) int { return int(s.End - s.Start) },
	})
	if want := "class A { [2] = 3; [k]() { return  1 } }"; x.Text != want {
		t.Errorf("%q, want %q", x.Text, want)
	}
	var places []string
	for _, k := range tree.Origins(x, func(s ast.Span) []print.Token { return []print.Token{{Out: 0, Copy: s.End - s.Start, Span: s}} }) {
		if k.Copy > 0 {
			places = append(places, x.Text[k.Out:k.Out+k.Copy]+" = "+old[k.Span.Start:k.Span.End])
		}
	}
	if want := []string{"class A { [ = class A { [", "] = 3; [k]() { return  1 } } = ] = 3; [k]() { return  1 } }"}; !cmp.Equal(places, want) {
		t.Errorf("%q, want %q", places, want)
	}
}
