package viz

import (
	"io"

	"github.com/sonjs/son/viz/trace"
)

// SVG draws a moment of a trace.
func SVG(w io.Writer, t *trace.Trace, m *trace.Moment, o Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	p := newPicture(t, m, o)
	_, err := w.Write(svgDocument(p.title, p.w, p.h, p.draw))
	return err
}
