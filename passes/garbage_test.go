package passes_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"weak"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son/build"
)

// TestPoolsKeepNoTree optimizes functions of a program and drops it: the first collection must get its tree,
// so that the tree of the output can take its place. The test is not parallel, or others could have what was
// in the pools.
func TestPoolsKeepNoTree(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "testdata", "real", "calendar.js"))
	if err != nil {
		t.Fatal(err)
	}
	tree := optimizeAndDrop(t, string(data))
	slab.Forget()
	runtime.GC()
	if tree.Value() != nil {
		t.Error("something still has the tree")
	}
}

func optimizeAndDrop(t *testing.T, src string) weak.Pointer[ast.Function] {
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	s := passes.NewSingle(p, build.Decide(p))
	for _, fn := range p.Funcs {
		if _, err := s.Function(t.Context(), fn, passes.Options{Path: "in.js", Level: 2, ForceGraph: true}); err != nil {
			t.Fatal(err)
		}
	}
	return weak.Make(p.Funcs[0])
}
