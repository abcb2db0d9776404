package snapshot_test

import (
	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/internal/snapshot"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"os"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	src, _ := os.ReadFile("/tmp/snap/in.js")
	p, ds := parse.Parse(string(src), parse.Options{Type: parse.Script})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	var b strings.Builder
	snapshot.New(p, calls.New(p, calls.Options{}), snapshot.Options{Builtins: true}).Text(&b, names{string(src)}, func(*ast.Function) bool { return true })
	t.Log("\n" + b.String())
}
