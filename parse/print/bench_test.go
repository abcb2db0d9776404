package print_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

func BenchmarkProgram(b *testing.B) {
	root := os.Getenv("NPM_DIR")
	if root == "" {
		b.Skip("NPM_DIR is not set")
	}
	src, err := os.ReadFile(filepath.Join(root, "node_modules", "typescript", "lib", "typescript.js"))
	if err != nil {
		b.Skip(err)
	}
	prog := read(b, string(src), parse.Script)
	for _, c := range []struct {
		name string
		o    print.Options
	}{{"readable", print.Options{}}, {"source", print.Options{Source: string(src)}}, {"compact", print.Options{Compact: true}}, {"tokens", print.Options{Tokens: true}}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				print.Program(prog, c.o)
			}
		})
	}
}
