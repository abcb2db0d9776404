package size

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sonjs/son/passes"
)

func TestMeasure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.js")
	src := "(function (o) { function first() { return this.one; }\nfunction second() { return this.two; }\n o.first = first; o.second = second; })(window);\n"
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	peer := func(context.Context, string) (string, error) { return src, nil }
	r, err := Measure(context.Background(), file, 1, passes.AssumeFnNames, peer)
	if err != nil {
		t.Fatal(err)
	}
	if r.Bytes != len(src) || r.Son.Minified >= r.Alone.Minified || r.Ratio() >= 1 || r.Peer != r.Alone {
		t.Errorf("got %+v", r)
	}
	m, err := MeasureMinified(context.Background(), file, 1, passes.AssumeFnNames, peer)
	if err != nil || m.Ratio() >= 1 || m.Alone.Minified != r.Alone.Minified || m.Peer.Minified != len(src) {
		t.Errorf("got %+v, %v", m, err)
	}
	text := Table([]Result{r, {Name: "b.js", Alone: Sizes{9, 8}, Son: Sizes{7, 8}}}, "another")
	for _, want := range []string{"another", "a.js", "b.js", "1.0000\n", "geometric mean of 2 ratios: 0.", "geometric mean of 1 ratios of son to the other tool: 0."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
