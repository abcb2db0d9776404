package passes_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son/build"
)

// TestSingleIsWhatOptimizeDoes optimizes each function of a script alone and compares it with
// Optimize.
func TestSingleIsWhatOptimizeDoes(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "testdata", "real", "calendar.js"))
	if err != nil {
		t.Fatal(err)
	}
	src := string(data)
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	s := passes.NewSingle(p, build.Decide(p))
	ctx := context.Background()
	for _, force := range []bool{false, true} {
		for _, fn := range p.Funcs {
			o := passes.Options{Path: "in.js", Level: 1, ForceGraph: force}
			got, err := s.Function(ctx, fn, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Only = func(_ string, f *ast.Function) bool { return f.Index == fn.Index }
			want, err := passes.Optimize(ctx, src, o)
			if err != nil {
				t.Fatal(err)
			}
			if whole := src[:fn.Start] + got.Text + src[fn.End:]; whole != want.Code {
				t.Errorf("force %v, function %d: %s", force, fn.Index, got.Text)
			}
			if f := want.Report.Funcs[fn.Index]; f.Outcome != got.Report.Outcome || f.Reason != got.Report.Reason {
				t.Errorf("force %v, function %d: %s %s, alone %s %s", force, fn.Index, f.Outcome, f.Reason, got.Report.Outcome, got.Report.Reason)
			}
		}
	}
}
