package ast

// Idents lists the identifiers of a program that declare or reference variables, in
// source order.
func Idents(p *Program) []*Ident {
	var out []*Ident
	Walk(p, func(n Node) bool {
		if id, ok := n.(*Ident); ok {
			out = append(out, id)
		}
		return true
	})
	return out
}

// Pairing pairs the bindings of two programs that differ only in the names of
// variables.
type Pairing struct{ there, back map[*Symbol]*Symbol }

// NewPairing returns an empty pairing.
func NewPairing() *Pairing {
	return &Pairing{map[*Symbol]*Symbol{}, map[*Symbol]*Symbol{}}
}

// Pair pairs x of one program with y of the other if neither is paired yet, and
// reports whether they are a pair now. nil stands for a global and pairs with nil
// only.
func (p *Pairing) Pair(x, y *Symbol) bool {
	if x == nil || y == nil {
		return x == y
	}
	if p.there[x] == nil && p.back[y] == nil {
		p.there[x], p.back[y] = y, x
	}
	return p.there[x] == y && p.back[y] == x && x.Kind == y.Kind
}
