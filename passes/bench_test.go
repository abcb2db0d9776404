package passes_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/passes"
)

// benchInput is a program to measure.
type benchInput struct{ name, src string }

// benchInputs are the libraries below NPM_DIR (a directory that contains node_modules, or
// node_modules itself), or else the repository's own script, repeated until it is as long as a
// library.
func benchInputs(b *testing.B) []benchInput {
	b.Helper()
	var ins []benchInput
	for _, lib := range []struct{ name, file string }{
		{"lodash", "lodash/lodash.js"}, {"typescript", "typescript/lib/typescript.js"},
	} {
		for _, dir := range []string{"node_modules", ""} {
			text, err := os.ReadFile(filepath.Join(os.Getenv("NPM_DIR"), dir, lib.file))
			if os.Getenv("NPM_DIR") != "" && err == nil {
				ins = append(ins, benchInput{lib.name, string(text)})
				break
			}
		}
	}
	if len(ins) > 0 {
		return ins
	}
	text, err := os.ReadFile(filepath.Join("..", "testdata", "real", "calendar.js"))
	if err != nil {
		b.Fatal(err)
	}
	return []benchInput{{"calendar", repeated(string(text), 500_000)}}
}

// repeated concatenates copies of src, each in a block of its own, until they fill size.
func repeated(src string, size int) string {
	var out strings.Builder
	for out.Len() < size {
		fmt.Fprintf(&out, "(function () {\n%s\n})();\n", src)
	}
	return out.String()
}

// BenchmarkOptimize measures the whole pipeline beside esbuild's --minify. Each input is also
// measured at twice its length: the time may grow by a little more than a factor of two, no
// more.
func BenchmarkOptimize(b *testing.B) {
	son := func(o passes.Options) func(b *testing.B, src string) {
		return func(b *testing.B, src string) {
			o.Path = "in.js"
			if _, err := passes.Optimize(context.Background(), src, o); err != nil {
				b.Fatal(err)
			}
		}
	}
	variants := []struct {
		name string
		do   func(b *testing.B, src string)
	}{
		{"O0-force-graph", son(passes.Options{ForceGraph: true})},
		{"O1", son(passes.Options{Level: 1})},
		{"esbuild-minify", func(b *testing.B, src string) {
			r := api.Transform(src, api.TransformOptions{MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LogLevel: api.LogLevelSilent})
			if len(r.Errors) > 0 {
				b.Fatal(r.Errors[0].Text)
			}
		}},
	}
	for _, in := range benchInputs(b) {
		one := repeated(in.src, 1)
		for _, size := range []struct{ name, src string }{{"", one}, {"-twice", one + one}} {
			for _, variant := range variants {
				b.Run(in.name+size.name+"/"+variant.name, func(b *testing.B) {
					b.SetBytes(int64(len(size.src)))
					b.ReportAllocs()
					for b.Loop() {
						variant.do(b, size.src)
					}
				})
			}
		}
	}
}
