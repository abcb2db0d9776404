package print_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// oracle returns esbuild's normal form of a source; ok is false if esbuild
// rejects it.
func oracle(src string) (code string, ok bool) {
	r := api.Transform(src, api.TransformOptions{
		Target: api.ESNext, MinifyWhitespace: true, LegalComments: api.LegalCommentsNone,
		Charset: api.CharsetUTF8, LogLevel: api.LogLevelSilent,
	})
	// The tree does not distinguish `with {}` from no attributes.
	return strings.ReplaceAll(string(r.Code), "with{}", ""), len(r.Errors) == 0
}

// radixBigInt finds bigints that esbuild leaves in their own notation and
// therefore does not fold.
var radixBigInt = regexp.MustCompile(`\b0[xXoObB][0-9a-fA-F]+n`)

// styles returns the ways to print that every round trip uses.
func styles(src string) []print.Options {
	return []print.Options{{}, {Source: src}, {Compact: true}, {Compact: true, Source: src}}
}

// refused: the source is not a valid program, or esbuild cannot judge it.
var errRefused = errors.New("refused")

// roundTrip prints src in every style and reads it back: the tree must be the
// same, printing again must give the same text, and esbuild must make the same
// of both.
func roundTrip(src string, o parse.Options, withOracle bool) error {
	prog, _ := parse.Parse(src, o)
	if prog == nil {
		return errRefused
	}
	want, judged := "", false
	if withOracle {
		want, judged = oracle(src)
	}
	radix := radixBigInt.MatchString(src)
	o.Type = parse.Script
	if prog.Type == ast.Module {
		o.Type = parse.Module
	}
	for _, style := range styles(src) {
		code := print.Program(prog, style).Code
		again, ds := parse.Parse(code, o)
		if again == nil {
			return fmt.Errorf("%s: the output is refused: %v\n%s", name(style), ds[0], near(code, ds[0].Line))
		}
		if !ast.Equal(prog, again) {
			return fmt.Errorf("%s: the tree has changed: %s", name(style), clip(code))
		}
		if style.Source != "" {
			style.Source = code
		}
		if second := print.Program(again, style).Code; second != code {
			return fmt.Errorf("%s: printing again changes: %s", name(style), firstDiff(code, second))
		}
		if !judged || radix && (style.Compact || style.Source == "") {
			continue
		}
		if got, ok := oracle(code); !ok {
			return fmt.Errorf("%s: esbuild refuses %s", name(style), clip(code))
		} else if got != want {
			return fmt.Errorf("%s: esbuild sees a difference: %s", name(style), firstDiff(want, got))
		}
	}
	return nil
}

func name(o print.Options) string {
	return fmt.Sprintf("compact=%v source=%v", o.Compact, o.Source != "")
}

func clip(s string) string { return s[:min(len(s), 400)] }

func near(s string, line int) string {
	lines := strings.Split(s, "\n")
	if line < 1 || line > len(lines) {
		return clip(s)
	}
	return clip(lines[line-1])
}

func firstDiff(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-60)
	return cmp.Diff(a[from:min(len(a), i+60)], b[from:min(len(b), i+60)])
}

func TestTablesRoundTrip(t *testing.T) {
	for _, c := range table {
		if err := roundTrip(c.src, parse.Options{Type: parse.Script}, true); err != nil {
			t.Errorf("%s\n%v", c.src, err)
		}
	}
	for _, c := range moduleTable {
		if err := roundTrip(c.src, parse.Options{Type: parse.Module}, true); err != nil {
			t.Errorf("%s\n%v", c.src, err)
		}
	}
}

// forEach runs f over files on all processors.
func forEach(files []string, f func(path string)) {
	work := make(chan string)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for path := range work {
				f(path)
			}
		})
	}
	for _, path := range files {
		work <- path
	}
	close(work)
	wg.Wait()
}

// TestPackages does the round trip with well-known packages; NPM_DIR names a
// directory with a node_modules in it.
func TestPackages(t *testing.T) {
	root := tier.Modules(t)
	var files []string
	for _, file := range []string{
		"lodash/lodash.js", "underscore/underscore.js", "acorn/dist/acorn.js", "acorn/dist/acorn.mjs",
		"typescript/lib/typescript.js", "jquery/dist/jquery.js", "jquery/dist/jquery.min.js",
		"react/cjs/react.development.js", "react-dom/cjs/react-dom-client.development.js",
		"vue/dist/vue.global.js", "vue/dist/vue.esm-browser.prod.js", "three/build/three.module.js", "three/build/three.cjs",
		"moment/moment.js", "moment/min/moment-with-locales.min.js", "terser/dist/bundle.min.js",
	} {
		path := filepath.Join(root, filepath.FromSlash(file))
		if _, err := os.Stat(path); err == nil {
			files = append(files, path)
		}
	}
	if len(files) == 0 {
		t.Fatal("none of the files is there")
	}
	var mu sync.Mutex
	size := 0
	forEach(files, func(path string) {
		b, err := os.ReadFile(path)
		if err == nil {
			err = roundTrip(string(b), parse.Options{Path: path}, true)
		}
		mu.Lock()
		defer mu.Unlock()
		size += len(b)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	})
	t.Logf("%d files, %d bytes", len(files), size)
}

var moduleFlag = regexp.MustCompile(`(?m)^flags:.*\bmodule\b`)

// TestTest262 does the round trip with every test that the parser accepts;
// TEST262 names a checkout.
func TestTest262(t *testing.T) {
	root := os.Getenv("TEST262")
	if root == "" {
		t.Skip("TEST262 is not set")
	}
	var files []string
	err := filepath.WalkDir(filepath.Join(root, "test"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".js") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	refused, failed := 0, 0
	forEach(files, func(path string) {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return
		}
		o := parse.Options{Type: parse.Script}
		if moduleFlag.Match(b) {
			o.Type = parse.Module
		}
		err = roundTrip(string(b), o, true)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == errRefused:
			refused++
		case err != nil:
			failed++
			if failed < 200 {
				rel, _ := filepath.Rel(root, path)
				t.Errorf("%s: %v", rel, err)
			}
		}
	})
	t.Logf("%d files, %d refused by the reader, %d failed", len(files), refused, failed)
}
