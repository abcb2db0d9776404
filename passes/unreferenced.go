package passes

import (
	"slices"
	"sort"
	"time"

	"github.com/sonjs/son/internal/unreferenced"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/cost"
)

// removes reports whether what nothing references is removed.
func (w *work) removes() bool {
	return w.o.Level >= 2 && w.mayEdit()
}

// removeUnreferenced removes what nothing references from an output; see package unreferenced. m
// is its map, or nil, and tokens are the origins of its text.
func (w *work) removeUnreferenced(r *Result, m *sourcemap.Map, tokens []print.Token) *sourcemap.Map {
	if !w.removes() {
		return m
	}
	start := time.Now()
	defer func() { w.ms("unreferenced", start) }()
	var found *unreferenced.Found
	m, edited := w.edit(r, m, func(p *ast.Program) []print.Patch {
		found = unreferenced.Find(p, unreferenced.Options{NoTDZ: w.o.Assume.Has(AssumeNoTDZ), Small: w.o.For == cost.Size || w.o.Minify})
		return found.Patches
	})
	if !edited {
		return m
	}
	if w.o.Details {
		w.listUnreferenced(found.Gone, tokens)
	}
	w.report.assumedTimes(AssumeNoTDZ, "unreferenced", found.Unsettled)
	return m
}

// listUnreferenced adds what is removed from an output to the report. The places of names in
// functions that were printed anew are found by these names.
func (w *work) listUnreferenced(gone []unreferenced.Gone, tokens []print.Token) {
	at := make([]int32, len(gone))
	places := map[string][]int32{} // of names, where they are needed
	var inexact []int
	for i, g := range gone {
		var exact bool
		if at[i], exact = origin(tokens, g.Name.Start); !exact {
			inexact = append(inexact, i)
			places[g.Name.Name] = nil
		}
	}
	if len(inexact) > 0 {
		ast.Walk(w.p, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if list, ok := places[id.Name]; ok {
					places[id.Name] = append(list, id.Start)
				}
			}
			return true
		})
		for _, list := range places {
			slices.Sort(list)
		}
	}
	for _, i := range inexact {
		list := places[gone[i].Name.Name]
		if next, _ := slices.BinarySearch(list, at[i]); next < len(list) {
			at[i] = list[next]
		} else if next > 0 {
			at[i] = list[next-1]
		}
	}
	for i, g := range gone {
		w.report.Unreferenced = append(w.report.Unreferenced, Unreferenced{string(g.Kind), g.Name.Name, w.place(at[i])})
	}
}

// origin returns where the text at an offset of an output comes from, or if that is unknown, what
// stands before it.
func origin(tokens []print.Token, at int32) (from int32, exact bool) {
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].Out > at })
	if i == 0 {
		return 0, false
	}
	t := tokens[i-1]
	switch {
	case t.Copy == 0:
		return t.Span.Start, t.Out == at
	case at < t.Out+t.Copy:
		return t.Span.Start + at - t.Out, true
	}
	return t.Span.End, false
}
