package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
)

func (w *stmtWriter) switchNode(n *structure.SwitchNode) {
	b := w.blocks[n.Block]
	st := &ast.Switch{Disc: w.treesOf(b).condX}
	if b.End != nil {
		w.origin[st] = b.End.Span
		if src := w.src.SwitchOf[b.End.Site]; src != nil {
			st.Site = src.Site
		}
	}
	var out ast.Stmt = st
	if n.Label != 0 {
		out = &ast.Labeled{Label: w.label(n.Label), Body: st}
	}
	if len(n.Cases) == 0 {
		for _, t := range w.treesOf(b).tests {
			if !ast.IsLiteral(t) {
				refuse("a switch whose tests have effects lost its cases")
			}
		}
		w.effects(w.treesOf(b).condX)
		return
	}
	w.checkOrder(n, b)
	for _, i := range n.Omitted {
		if i < len(w.treesOf(b).tests) && w.freeTests(b) {
			w.omitted[st] = append(w.omitted[st], w.treesOf(b).tests[i])
		}
	}
	w.add(out)
	for _, c := range n.Cases {
		var last *ast.Case
		for _, i := range c.Succs {
			last = &ast.Case{}
			if i < len(w.treesOf(b).tests) {
				last.Test, last.Site = w.treesOf(b).tests[i], b.Switch.Sites[i]
			} else if !c.Default {
				refuse("BUG: a case without a test")
			}
			st.Cases = append(st.Cases, last)
		}
		if last == nil {
			refuse("BUG: a case without successors")
		}
		l := w.within(scope.Case, out, &last.Body, func() { w.seq(c.Body) })
		w.caseLists = append(w.caseLists, l)
	}
}

// checkOrder refuses an observable change in the order of case tests.
func (w *stmtWriter) checkOrder(n *structure.SwitchNode, b *fold.Block) {
	if w.freeTests(b) {
		return
	}
	last := -1
	for _, c := range n.Cases {
		for _, i := range c.Succs {
			if i < len(w.treesOf(b).tests) {
				if i < last {
					refuse("switch cases whose tests have effects are out of order")
				}
				last = i
			}
		}
	}
	for _, i := range n.Omitted {
		if i < len(w.treesOf(b).tests) && i < last {
			refuse("a switch case whose test has effects is left out")
		}
	}
}
