package look

import (
	"bytes"
	"context"
	"io"
	"sync"
	"testing"

	"github.com/sonjs/son/son"
	"github.com/sonjs/son/viz"
	"github.com/sonjs/son/viz/trace"
)

// shown are the formats in which a function can be shown.
var shown = map[string]func(w io.Writer, t *trace.Trace, m *trace.Moment) error{
	"json": func(w io.Writer, t *trace.Trace, _ *trace.Moment) error {
		_, err := w.Write(t.JSON())
		return err
	},
	"html": func(w io.Writer, t *trace.Trace, _ *trace.Moment) error { return viz.HTML(w, t) },
	"svg":  func(w io.Writer, t *trace.Trace, m *trace.Moment) error { return viz.SVG(w, t, m, viz.Options{}) },
	"sea svg": func(w io.Writer, t *trace.Trace, m *trace.Moment) error {
		return viz.SVG(w, t, m, viz.Options{View: viz.Sea})
	},
	"dot": func(w io.Writer, t *trace.Trace, m *trace.Moment) error { return viz.DOT(w, t, m, viz.Options{}) },
	"sea dot": func(w io.Writer, t *trace.Trace, m *trace.Moment) error {
		return viz.DOT(w, t, m, viz.Options{View: viz.Sea})
	},
	"text": func(w io.Writer, t *trace.Trace, m *trace.Moment) error { return viz.Text(w, t, m, true) },
	"story": func(w io.Writer, t *trace.Trace, _ *trace.Moment) error {
		return viz.Explain(w, t, viz.Selection{Missed: true})
	},
}

// all shows every function of a program in every format; the workers share the functions.
func all(t *testing.T, src string, workers int) map[string]string {
	t.Helper()
	out := map[string]string{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			p := program(t, src, "calendar.js")
			for i := w; i < len(p.AST.Funcs); i += workers {
				fn := p.AST.Funcs[i]
				tr, err := p.Trace(context.Background(), fn, Options{Level: 1})
				if _, bailout := err.(*son.Bailout); bailout {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				for name, show := range shown {
					var b bytes.Buffer
					if err := show(&b, tr, tr.At(tr.Phases[len(tr.Phases)-1].Step)); err != nil {
						t.Errorf("%s of %s: %v", name, p.Where(fn), err)
					}
					mu.Lock()
					out[name+" of "+p.Where(fn)] = b.String()
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return out
}

func TestOutputIsTheSameInEveryRun(t *testing.T) {
	src := calendar(t)
	want := all(t, src, 1)
	if len(want) < 30*len(shown) {
		t.Fatalf("only %d pictures", len(want))
	}
	for _, workers := range []int{2, 8} {
		for name, got := range all(t, src, workers) {
			if got != want[name] {
				t.Errorf("%d workers: %s differs", workers, name)
			}
		}
	}
}
