package emit

import (
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/son"
)

// showStructure shows the result of structuring to the graph's observer.
func (w *stmtWriter) showStructure(g *structure.Graph, t *structure.Tree) {
	o := w.g.Config.Observer
	if o == nil {
		return
	}
	v := son.StructureView{Text: t.String(), Notes: structure.Explain(g, t)}
	for _, b := range w.blocks {
		v.Heads = append(v.Heads, b.Src.Head)
	}
	o.Structured(w.g, v)
}
