package ast

// Idents lists the identifiers of a program that declare or reference variables, in
// source order.
func Idents(p *Program) []*Ident {
	out := make([]*Ident, 0, len(p.Source)/bytesPerIdent)
	Walk(p, func(n Node) bool {
		if id, ok := n.(*Ident); ok {
			out = append(out, id)
		}
		return true
	})
	return out
}

// bytesPerIdent is about how many bytes of source there are for each identifier.
const bytesPerIdent = 16

// Pairing pairs the bindings of two programs that differ only in the names of
// variables.
//
// It finds them by their IDs. If two bindings of a program had one ID, they could not both be
// paired. The zero value is an empty pairing.
type Pairing struct{ there, back []*Symbol }

// Pair pairs x of one program with y of the other if neither is paired yet, and
// reports whether they are a pair now. nil stands for a global and pairs with nil
// only.
func (p *Pairing) Pair(x, y *Symbol) bool {
	if x == nil || y == nil {
		return x == y
	}
	of, by := partner(&p.there, x), partner(&p.back, y)
	if *of == nil && *by == nil {
		*of, *by = y, x
	}
	return *of == y && *by == x && x.Kind == y.Kind
}

// partner returns where a list has what a symbol is paired with.
func partner(list *[]*Symbol, s *Symbol) **Symbol {
	if more := s.ID + 1 - len(*list); more > 0 {
		*list = append(*list, make([]*Symbol, more)...)
	}
	return &(*list)[s.ID]
}
