package print_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// FuzzReadPrint edits programs and requires that each one that is still valid
// can be parsed, printed and parsed again in every style: the same tree, the
// same text the second time, and one compact text from all styles.
func FuzzReadPrint(f *testing.F) {
	for i, src := range snippets(f) {
		f.Add(src, false, fmt.Appendf(nil, "seed %d", i))
		f.Add(src, true, fmt.Appendf(nil, "%d", i*i))
	}
	f.Fuzz(func(t *testing.T, src string, module bool, edits []byte) {
		defer time.AfterFunc(30*time.Second, func() { panic("reading and printing hangs") }).Stop()
		o := parse.Options{Type: parse.Script}
		if module {
			o.Type = parse.Module
		}
		src, prog := mutate(src, o, edits)
		if prog == nil {
			return
		}
		if err := roundTrip(src, o, false); err != nil {
			t.Fatalf("%v\nof module=%v\n%s", err, module, src)
		}
		if err := stylesAgree(prog, src, o); err != nil {
			t.Fatalf("%v\nof module=%v\n%s", err, module, src)
		}
	})
}

// stylesAgree compares the compact texts of prog and of what its readable texts
// parse as, and checks the table of tokens.
func stylesAgree(prog *ast.Program, src string, o parse.Options) error {
	compact := print.Options{Compact: true}
	lazy(prog)
	want := print.Program(prog, compact).Code
	for _, style := range styles(src) {
		style.Tokens = true
		r := print.Program(prog, style)
		if err := tokensInOrder(r, src); err != nil {
			return fmt.Errorf("%s: %w", name(style), err)
		}
		again, ds := parse.Parse(r.Code, o)
		if again == nil {
			return fmt.Errorf("%s: refused: %v", name(style), ds)
		}
		lazy(again)
		if got := print.Program(again, compact).Code; got != want {
			return fmt.Errorf("%s: the compact texts differ: %s", name(style), firstDiff(want, got))
		}
	}
	return nil
}

// lazy forgets which functions were in parentheses: the compact style keeps
// those and the readable style adds some, as in `!(function () {})()`.
func lazy(prog *ast.Program) {
	ast.Walk(prog, func(n ast.Node) bool {
		if fn, ok := n.(*ast.Func); ok {
			fn.Paren = false
		}
		return true
	})
}

func tokensInOrder(r print.Result, src string) error {
	at := int32(0)
	for _, t := range r.Tokens {
		if t.Out < at || int(t.Out) > len(r.Code) {
			return fmt.Errorf("a token at %d comes after one at %d; there are %d bytes", t.Out, at, len(r.Code))
		}
		at = t.Out
		if t.Span.Start < 0 || t.Span.Start > t.Span.End || int(t.Span.End) > len(src) {
			return fmt.Errorf("the token at %d stems from %v", t.Out, t.Span)
		}
	}
	return nil
}

// snippets are the printer's own examples and, statement by statement, the
// programs of the repository's fixtures. NPM_DIR and TEST262 add more where
// they are set; a find among those must be rewritten before it is kept.
func snippets(tb testing.TB) (list []string) {
	for _, c := range table {
		list = append(list, c.src)
	}
	for _, c := range moduleTable {
		list = append(list, c.src)
	}
	root := filepath.Join("..", "..", "testdata")
	list = append(list, topLevel(tb, filepath.Join(root, "real", "calendar.js"))...)
	files, err := filepath.Glob(filepath.Join(root, "*", "*.txtar"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range a.Files {
			if strings.HasSuffix(f.Name, "in.js") && len(f.Data) < 4000 {
				list = append(list, string(f.Data))
			}
		}
	}
	return append(list, foreign(tb)...)
}

// topLevel splits a file into its statements and leaves out long ones.
func topLevel(tb testing.TB, path string) (list []string) {
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	prog, ds := parse.Parse(string(text), parse.Options{Path: path})
	if prog == nil {
		tb.Fatal(ds)
	}
	for _, s := range prog.Body {
		if span := s.Pos().Span; span.End-span.Start < 4000 {
			list = append(list, prog.Source[span.Start:span.End])
		}
	}
	return list
}

func foreign(tb testing.TB) (list []string) {
	if dir := os.Getenv("NPM_DIR"); dir != "" {
		for _, file := range []string{"lodash/lodash.js", "acorn/dist/acorn.mjs", "three/build/three.core.js", "vue/dist/vue.esm-browser.js"} {
			if path := filepath.Join(dir, "node_modules", filepath.FromSlash(file)); exists(path) {
				list = append(list, topLevel(tb, path)...)
			}
		}
	}
	if dir := os.Getenv("TEST262"); dir != "" {
		for _, pattern := range []string{"statements/*/*.js", "expressions/*/*.js"} {
			files, _ := filepath.Glob(filepath.Join(dir, "test", "language", filepath.FromSlash(pattern)))
			for i := 0; i < len(files); i += 7 {
				if b, err := os.ReadFile(files[i]); err == nil && len(b) < 3000 {
					list = append(list, string(b))
				}
			}
		}
	}
	return list
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestMutantsRoundTrip runs a few edits of each snippet with every test run.
func TestMutantsRoundTrip(t *testing.T) {
	list := snippets(t)
	same, edited, seeds := 0, 0, tier.Share(1, 6)
	for i, src := range list {
		for seed := range seeds {
			o := parse.Options{Type: parse.Script}
			text, prog := mutate(src, o, decisions(i, seed))
			if prog == nil {
				continue
			}
			edited++
			if text == src {
				same++
			}
			if err := roundTrip(text, o, false); err != nil {
				t.Fatalf("%v\nof\n%s", err, text)
			}
			if err := stylesAgree(prog, text, o); err != nil {
				t.Fatalf("%v\nof\n%s", err, text)
			}
		}
	}
	if edited*6 < len(list)*seeds || same*10 > edited {
		t.Errorf("of %d mutants of %d snippets, %d are unchanged", edited, len(list), same)
	}
}

// decisions returns bytes that look random and are always the same.
func decisions(i, seed int) []byte {
	out := make([]byte, 64)
	x := uint32(i*7919+seed*104729) | 1
	for k := range out {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		out[k] = byte(x >> 11)
	}
	return out
}
