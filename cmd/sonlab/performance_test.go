package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPerformanceSaysWhatIsMissing writes the page where there are no other tools, no engine and no packages.
func TestPerformanceSaysWhatIsMissing(t *testing.T) {
	t.Setenv("PATH", "")
	t.Setenv("NPM_DIR", t.TempDir())
	file := filepath.Join(t.TempDir(), "page.md")
	log, err := sonlab(t, "performance", "--only", "sieve,lodash,hash", "--skip", "hash", "--out", file)
	if err != nil {
		t.Fatal(err, log)
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"terser, swc, Closure Compiler: to install them, run npm ci in testdata/npm-performance",
		"hash, on request", "valgrind is not on the PATH", "node is not on the PATH", "programs whose packages are not installed: lodash",
	} {
		if !strings.Contains(string(page), want) || !strings.Contains(log, want) {
			t.Errorf("%q is not on the page, or not reported:\n%s\n%s", want, page, log)
		}
	}
	if strings.Contains(string(page), "\n## ") {
		t.Errorf("there are figures:\n%s", page)
	}
}

func TestPerformanceRefusesOtherOutputs(t *testing.T) {
	if _, err := sonlab(t, "performance", "--v8", "terser"); err == nil || !strings.Contains(err.Error(), `--v8 is son or all, not "terser"`) {
		t.Error(err)
	}
}
