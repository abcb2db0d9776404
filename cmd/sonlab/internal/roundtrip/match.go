package roundtrip

import (
	"slices"
	"sort"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/sourcemap"
)

// match returns, by the index of each function of before, the corresponding function
// of after, or nil, and sets the ids of the functions of after.
//
// The source map maps the beginning of a function to that of the corresponding one.
// The head of an arrow function may have no mapping: the remaining functions of a
// parent are matched in order.
func match(before, after *side, mapping []byte) ([]*ast.Function, error) {
	m, err := sourcemap.Parse(mapping)
	if err != nil {
		return nil, err
	}
	from, to := newLines(before.p.Source), newLines(after.p.Source)
	starts := map[[2]int32]*ast.Function{}
	for _, f := range before.p.Funcs {
		line, col := from.position(f.Start)
		starts[[2]int32{line, col}] = f
	}
	pairs := make([]*ast.Function, len(before.p.Funcs))
	for _, f := range after.p.Funcs {
		after.ids[f.Index] = -1
		line, col := to.position(f.Start)
		s, ok := m.Find(line, col)
		if !ok || s.Col != col || s.Source == sourcemap.None {
			continue
		}
		if b := starts[[2]int32{s.Line, s.From}]; b != nil && pairs[b.Index] == nil {
			pairs[b.Index] = f
			after.ids[f.Index] = b.Index
		}
	}
	rest(before, after, pairs, before.kids[len(before.p.Funcs)], after.kids[len(after.p.Funcs)])
	for _, f := range before.p.Funcs { // outer before inner
		if g := pairs[f.Index]; g != nil {
			rest(before, after, pairs, before.kids[f.Index], after.kids[g.Index])
		}
	}
	return pairs, nil
}

// rest matches the remaining functions of one parent, if there are as many on each side.
func rest(before, after *side, pairs, kids, made []*ast.Function) {
	kids = slices.DeleteFunc(slices.Clone(kids), func(f *ast.Function) bool { return pairs[f.Index] != nil })
	made = slices.DeleteFunc(slices.Clone(made), func(f *ast.Function) bool { return after.ids[f.Index] >= 0 })
	if len(kids) != len(made) {
		return
	}
	for i, f := range kids {
		pairs[f.Index] = made[i]
		after.ids[made[i].Index] = f.Index
	}
}

// lines records where the lines of a text begin, as source maps count them.
type lines struct {
	text   string
	starts []int32
}

func newLines(text string) lines {
	l := lines{text, []int32{0}}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\n', text[i] == '\r' && !strings.HasPrefix(text[i+1:], "\n"):
			l.starts = append(l.starts, int32(i)+1)
		case strings.HasPrefix(text[i:], "\u2028"), strings.HasPrefix(text[i:], "\u2029"):
			l.starts = append(l.starts, int32(i)+3)
		}
	}
	return l
}

// position returns line and column, both counted from 0.
func (l lines) position(at int32) (line, col int32) {
	i := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > at }) - 1
	return int32(i), sourcemap.Units(l.text[l.starts[i]:at])
}
