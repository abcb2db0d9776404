package size

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

func TestMeasure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.js")
	src := "(function (o) { function first() { return this.one; }\nfunction second() { return this.two; }\n o.first = first; o.second = second; })(window);\n"
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	peer := func(context.Context, string) (string, error) { return src, nil }
	o := Options{Level: 1, Assume: passes.AssumeFnNames, Peer: peer}
	r, err := Measure(context.Background(), file, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Bytes != len(src) || r.Son.Minified >= r.Alone.Minified || r.Ratio() >= 1 || r.Peer != r.Alone {
		t.Errorf("got %+v", r)
	}
	m, err := MeasureMinified(context.Background(), file, o)
	if err != nil || m.Ratio() >= 1 || m.Alone.Minified != r.Alone.Minified || m.Peer.Minified != len(src) {
		t.Errorf("got %+v, %v", m, err)
	}
	text := Table([]Result{r, {Name: "b.js", Alone: Sizes{9, 8}, Son: Sizes{7, 8}}}, "another", "kept")
	for _, want := range []string{"legal comments: kept\n", "another", "a.js", "b.js", "1.0000\n", "geometric mean of 2 ratios: 0.", "geometric mean of 1 ratios of son to the other tool: 0."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestLegalComments: they count for esbuild and son, or for neither.
func TestLegalComments(t *testing.T) {
	dir := t.TempDir()
	measure := func(head string, legal parse.LegalComments) Result {
		t.Helper()
		file := filepath.Join(dir, "a.js")
		if err := os.WriteFile(file, []byte(head+"f(1, \"/*! text */\");\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := MeasureMinified(context.Background(), file, Options{Legal: legal})
		if err != nil {
			t.Fatal(err)
		}
		r.Bytes = 0
		return r
	}
	const comment = "/*! mine */"
	plain := measure("", parse.LegalDefault)
	if got := measure(comment, parse.LegalNone); got != plain {
		t.Errorf("without comments %+v, but dropped %+v", plain, got)
	}
	got := measure(comment, parse.LegalInline)
	if got.Alone.Minified < plain.Alone.Minified+len(comment) || got.Son.Minified < plain.Son.Minified+len(comment) {
		t.Errorf("without comments %+v, but kept %+v", plain, got)
	}
}
