package ast

// Idents lists the names of bindings in a program in the order of the source.
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

// Pairing pairs the bindings of two programs that differ in names of variables alone.
type Pairing struct{ there, back map[*Symbol]*Symbol }

// NewPairing returns one in which nothing is paired.
func NewPairing() *Pairing {
	return &Pairing{map[*Symbol]*Symbol{}, map[*Symbol]*Symbol{}}
}

// Pair pairs x, of the one program, with y, of the other, if neither is paired yet. It
// reports whether they are a pair now; nil, a global, is one with nil only.
func (p *Pairing) Pair(x, y *Symbol) bool {
	if x == nil || y == nil {
		return x == y
	}
	if p.there[x] == nil && p.back[y] == nil {
		p.there[x], p.back[y] = y, x
	}
	return p.there[x] == y && p.back[y] == x && x.Kind == y.Kind
}
