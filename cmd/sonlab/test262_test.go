package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/sonjs/son/cmd/sonlab/internal/test262"
	"github.com/sonjs/son/passes"
)

// TestConformanceSample is the short form of `sonlab test262`, with each of the
// sets of flags that docs/commands.md lists.
func TestConformanceSample(t *testing.T) {
	dir := os.Getenv("TEST262")
	if dir == "" {
		t.Skip("TEST262 names no checkout of test262")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: ", test262.ErrNoNode)
	}
	for _, args := range []string{
		"--print-only", "--print-only --compact", "--wrap --level 0", "--wrap --level 1", "--level 1 --force-graph=false", "--level 2 --force-graph=false", "--wrap --level 2",
	} {
		t.Run(args, func(t *testing.T) {
			out, err := sonlab(t, append([]string{"test262", "--sample", "0.5%"}, strings.Fields(args)...)...)
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func TestConformanceNeedsACheckout(t *testing.T) {
	if _, err := sonlab(t, "test262", "--dir", ""); err == nil || !strings.Contains(err.Error(), "--dir") {
		t.Errorf("%v", err)
	}
	if _, err := sonlab(t, "test262", "--dir", t.TempDir()); err == nil {
		t.Error("an empty directory is accepted as a checkout")
	}
}

// TestConformanceTransforms checks what the transforms return to the runner.
func TestConformanceTransforms(t *testing.T) {
	tests := []struct {
		name   string
		do     test262.Transform
		source string
		module bool
		want   string
	}{
		{"printed", reprint(false), "f( 1 )", false, "f(1);\n"},
		{"compact", reprint(true), "f( 1 ) ; g()", false, "f(1);g();"},
		{"module", reprint(true), "import 'a'", true, `import"a";`},
		{"optimized", conformanceTransform(sonOptions{level: 1, force: true, workers: 1, stats: &sonStats{}}, true), "(function () { return 1 + 1 })()", false, "(function(){return 2})();"},
		{"normal form", conformanceTransform(sonOptions{level: 0, emit: passes.Normal, workers: 1, stats: &sonStats{}}, true), "(function () { return a() + b() })()", false, "(function(){const t=a();const t2=b();const t3=t+t2;return t3})();"},
	}
	for _, tt := range tests {
		got, err := tt.do(context.Background(), test262.Program{Path: "a.js", Source: tt.source, Module: tt.module})
		if err != nil || strings.TrimSpace(got) != strings.TrimSpace(tt.want) {
			t.Errorf("%s: %q %v, want %q", tt.name, got, err, tt.want)
		}
		if _, err := tt.do(context.Background(), test262.Program{Path: "a.js", Source: "a b"}); err == nil {
			t.Errorf("%s: no refusal", tt.name)
		} else if _, ok := err.(*test262.Refusal); !ok {
			t.Errorf("%s: %v is not a refusal", tt.name, err)
		}
	}
}
