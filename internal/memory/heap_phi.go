package memory

import "github.com/sonjs/son/son"

import "github.com/sonjs/son/parse/ast"

// If several values of a class join, the memory rewrites make a phi of them: scalar.go for a
// field, promote.go for a variable.

// union identifies the phi of a field, or of a variable, at the head of a block.
type union struct {
	of  *son.Node // a record or a cell
	key string
	at  *son.Block
}

// chooses reports whether the phi is a field of the result of a ?:.
func (k union) chooses() bool {
	return k.of.Op == son.OpPhi && k.of.Has(son.FlagExpr) && k.of.Region() == k.at.Head
}

// pending is a phi whose inputs are missing.
type pending struct {
	union
	phi   *son.Node
	value func(i int) *son.Node // the value on edge i
}

// union is the phi of the facts at the head of a block. Its inputs are added later, by fill:
// they may lead back to it.
func (h *heap) union(k union, sym *ast.Symbol, value func(i int) *son.Node) *son.Node {
	if n := h.phis[k]; n != nil {
		return n.Forwarded()
	}
	in := []*son.Node{k.at.Head}
	for range k.at.Preds {
		in = append(in, h.g.Dead())
	}
	n := h.g.NewNode(son.OpPhi, in...)
	n.Sym = sym
	n.SetSource(k.at.Head)
	if k.chooses() {
		n.Sym, n.Flags = nil, son.FlagExpr|k.of.Flags&son.FlagTernary
	}
	h.phis[k] = n
	h.todo = append(h.todo, pending{k, n, value})
	return n
}

// fill adds the missing inputs of the phis.
func (h *heap) fill() {
	for len(h.todo) > 0 {
		p := h.todo[0]
		h.todo = h.todo[1:]
		for i, b := range p.at.Preds {
			if b != nil && h.out[b.ID] != nil {
				h.g.SetIn(p.phi, i+1, p.value(i))
			}
		}
	}
}
