package build

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// The let variables of a for's head that a function captures and anything changes are cells,
// and each iteration has its own: the language copies them after the init and after each
// iteration, before the update.
//
//	for (let i = 0; i < n; i++) fs.push(() => i)
//
// A phi of the loop is the cell of the iteration; its input from the back edge is a CopyCell.

// iterationVars returns the variables of the head of which each iteration has its own. Those that a
// function in the init captures are copied for the first iteration: that function keeps the
// cell of the init.
func (b *builder) iterationVars(st *ast.For) []*ast.Symbol {
	if st.Scope == nil {
		return nil
	}
	var syms, seen []*ast.Symbol
	for _, sym := range st.Scope.Symbols {
		if b.facts.isPerIteration(sym) {
			syms = append(syms, sym)
		}
	}
	if len(syms) == 0 {
		return nil
	}
	ast.Walk(st.Init, func(n ast.Node) bool {
		fn, ok := n.(*ast.Function)
		if ok {
			seen = append(seen, b.facts.Captures(fn)...)
		}
		return !ok
	})
	for _, sym := range syms {
		if slices.Contains(seen, sym) {
			b.copyCell(sym)
		}
	}
	return syms
}

// copyCell makes a fresh cell for a variable, with the value of its present cell.
func (b *builder) copyCell(sym *ast.Symbol) {
	n := b.s.node(son.OpCopyCell, ast.Span{}, b.s.cell(sym))
	n.Sym = sym
	b.s.cells[sym] = b.s.add(n)
}

// copyCells copies the cells of an iteration for the next one.
func (b *builder) copyCells(syms []*ast.Symbol) {
	if b.s.stopped() {
		return
	}
	for _, sym := range syms {
		b.copyCell(sym)
	}
}

// openCells makes the phis that are the cells of an iteration.
func (b *builder) openCells(l *loop, syms []*ast.Symbol) {
	for _, sym := range syms {
		phi := b.s.phi([]*son.Node{l.node, b.s.cell(sym), nil}, sym, 0, l.span)
		phi.Type = son.TypeCell
		b.s.cells[sym] = phi
		l.cells = append(l.cells, phi)
	}
}
