package suites

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/cmd/sonlab/internal/programs"
)

// small prepares a suite of two tests, whose checkout has another lib.js than what is published.
func small(t *testing.T) *Setup {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED:", err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"checkouts/small/lib.js":          "throw new Error('the source is not what is published')",
		"checkouts/small/test/run.js":     "const lib = require('../lib.js'); for (const k of ['one', 'two']) console.log((lib[k]() ? 'ok' : 'not ok') + ' 1 - ' + k + ' in ' + Math.random() + ' ms')",
		"node_modules/small/lib.js":       "exports.one = () => true; exports.two = () => true;",
		"node_modules/small/unused.js":    "",
		"node_modules/small/package.json": "{}",
	} {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Prepare(context.Background(), Suite{Name: "small", Run: []string{"node", "test/run.js"}}, filepath.Join(dir, "checkouts"), filepath.Join(dir, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestSuite runs a suite on its package untouched, and on one with a fault.
func TestSuite(t *testing.T) {
	s := small(t)
	if len(s.Files) != 1 || s.Files[0].Path != "small/lib.js" {
		t.Fatalf("the files are %v", s.Files)
	}
	for _, c := range []struct {
		old, new string
		want     []string
	}{
		{"", "", nil},
		{"two = () => true", "two = () => false", []string{"gone: ok - two in", "new: not ok - two in"}},
	} {
		r, err := s.Compare(context.Background(), func(_ context.Context, f programs.File) (string, error) {
			return strings.Replace(f.Source, c.old, c.new, 1), nil
		})
		if err != nil || r.Tests != 2 || r.Passed != 2 || !slices.Equal(r.Different, c.want) {
			t.Errorf("%q: %v %v", c.new, r, err)
		}
	}
}

func TestAbsentSuite(t *testing.T) {
	_, err := Prepare(context.Background(), Suites()[0], t.TempDir(), t.TempDir())
	if !errors.Is(err, ErrAbsent) {
		t.Error(err)
	}
}
