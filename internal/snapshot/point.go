package snapshot

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Point is what is known behind a statement.
type Point struct {
	st       *state
	given    int       // how many records the snapshot has
	mentions *mentions // of the function
}

// After returns what is known when control has passed a statement in this entry; nil: it never does. That needs
// Options.Points.
func (e *Entry) After(s ast.Stmt) *Point {
	st := e.points[s]
	if st == nil {
		return nil
	}
	p := &Point{st: st, given: len(e.Snapshot.Recs)}
	if e.Fn != nil {
		p.mentions = e.mentions
	}
	return p
}

// Variables returns the variables whose values are followed there, in the order of their declarations.
func (p *Point) Variables() (list []*ast.Symbol) {
	for sym := range p.st.vars {
		if sym != returned && sym != thrown {
			list = append(list, sym)
		}
	}
	slices.SortFunc(list, func(a, b *ast.Symbol) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Value returns the value of a variable.
func (p *Point) Value(sym *ast.Symbol) Value { return p.st.vars[sym] }

// Facts returns what is known of a record; nil: it does not exist there.
func (p *Point) Facts(id ID) *Facts { return p.st.recs[id] }

// Knows reports whether the facts of a record tell about a key: of a record of the snapshot they only do so about
// those that the function mentions.
func (p *Point) Knows(id ID, key string) bool {
	return int(id) >= p.given || p.mentions.has(key)
}

// Field is what is known of a key.
type Field struct {
	Key string
	Val Value
	// Has and Lacks: the record may have the key, with that value, or not.
	Has, Lacks bool
}

// Alternatives returns what the record may contain, unless it was let go. A key that is not in an alternative is
// not in the record.
func (f *Facts) Alternatives() (alts [][]Field) {
	for _, s := range f.alts {
		alt := make([]Field, len(s))
		for i, x := range s {
			alt[i] = Field{Key: x.key, Val: x.val, Has: x.has, Lacks: x.lacks}
		}
		alts = append(alts, alt)
	}
	return alts
}
