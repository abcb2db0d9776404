package programs

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
)

// setup prepares a program for a part of its work; without node or the packages
// the test is skipped.
func setup(t *testing.T, name string) *Setup {
	t.Helper()
	tier.OnlyLong(t)
	modules, err := Find("../../../../testdata/npm-programs")
	if err != nil {
		t.Skip("SKIPPED:", err)
	}
	for _, p := range Programs() {
		if p.Name != name {
			continue
		}
		s, err := Prepare(context.Background(), p, Options{Modules: modules, Inputs: "../../../.."})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	t.Fatal("there is no program", name)
	return nil
}

func same(_ context.Context, f File) (string, error) { return f.Source, nil }

func TestUntouchedProgramsBehaveAlike(t *testing.T) {
	for _, name := range []string{"marked", "markdown-it", "react", "acorn"} {
		t.Run(name, func(t *testing.T) {
			s := setup(t, name)
			r, err := s.Compare(context.Background(), same)
			if err != nil {
				t.Fatal(err)
			}
			if r.Total > 0 || r.Files == 0 || r.Printed < 10000 {
				t.Error(r)
			}
		})
	}
}

func TestMistakesShow(t *testing.T) {
	tests := []struct{ program, old, new string }{
		{"marked", "return`<p>", "return`<q>"},
		{"markdown-it", "state.level--", "state.level++"},
		{"react", "DOCTYPE", "DOCTYP"},
		{"acorn", "this.pos += 2", "this.pos += 3"},
	}
	for _, tt := range tests {
		t.Run(tt.program, func(t *testing.T) {
			s := setup(t, tt.program)
			found := false
			r, err := s.Compare(context.Background(), func(_ context.Context, f File) (string, error) {
				found = found || strings.Contains(f.Source, tt.old)
				return strings.ReplaceAll(f.Source, tt.old, tt.new), nil
			})
			switch {
			case !found:
				t.Fatalf("no file contains %s", tt.old)
			case err == nil && r.Total == 0:
				t.Error("the output does not show it")
			}
			back, err := s.Compare(context.Background(), same)
			if err != nil || back.Total > 0 {
				t.Error("the files were not put back:", err, back)
			}
		})
	}
}

func TestFilesAreThoseThatTheRunLoads(t *testing.T) {
	s := setup(t, "terser")
	types := map[string]parse.SourceType{}
	for _, f := range s.Files {
		types[f.Path] = f.Type
	}
	for path, want := range map[string]parse.SourceType{
		"node_modules/terser/main.js":                             parse.Module,
		"node_modules/terser/lib/minify.js":                       parse.Module,
		"node_modules/@jridgewell/source-map/dist/source-map.mjs": parse.Module,
		"node_modules/terser/dist/bundle.min.js":                  parse.Auto,
	} {
		if types[path] != want {
			t.Errorf("%s is read as %v, want %v", path, types[path], want)
		}
	}
}

func TestFindSaysWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("NPM_DIR", dir)
	if _, err := Find("elsewhere"); !errors.Is(err, ErrAbsent) || !strings.Contains(err.Error(), filepath.Base(dir)) && !strings.Contains(err.Error(), "node") {
		t.Error(err)
	}
}

func TestDifferencesSayWhere(t *testing.T) {
	var r Result
	r.comparePrinted("== a\n1\n== b\n2\n3\n", "== a\n1\n== b\n2\n4\n")
	if r.Total != 1 || !strings.HasPrefix(r.Different[0], "== b, line 5") {
		t.Error(r)
	}
}
