package passes

import (
	"sort"
	"time"

	"github.com/sonjs/son/internal/unreferenced"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// removeUnreferenced removes what nothing references from an output; see package unreferenced. m
// is its map, or nil, and tokens are the origins of its text.
func (w *work) removeUnreferenced(r *Result, m *sourcemap.Map, tokens []print.Token) *sourcemap.Map {
	if w.o.Level < 2 || w.o.Emit != Structured || w.o.Only != nil || w.o.Until != "" {
		return m
	}
	start := time.Now()
	defer func() { w.ms("unreferenced", start) }()
	p := w.again(r.Code)
	if p == nil {
		return m
	}
	found := unreferenced.Find(p, unreferenced.Options{NoTDZ: w.o.Assume.Has(AssumeNoTDZ)})
	if len(found.Patches) == 0 {
		w.reread, w.rereadOf = p, r.Code
		return m
	}
	code := print.Apply(r.Code, found.Patches)
	if !w.isValid(code, unpatched(p, found.Patches)) {
		return m
	}
	for _, g := range found.Gone {
		w.report.Unreferenced = append(w.report.Unreferenced, Unreferenced{string(g.Kind), g.Name.Name, w.place(origin(tokens, g.Name.Start))})
	}
	w.report.assumedTimes(AssumeNoTDZ, "unreferenced", found.Unsettled)
	return w.patched(r, m, code, found.Patches)
}

// origin returns where the text at an offset of an output comes from, or if that is unknown, what
// stands before it.
func origin(tokens []print.Token, at int32) int32 {
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].Out > at })
	if i == 0 {
		return 0
	}
	t := tokens[i-1]
	switch {
	case t.Copy == 0:
		return t.Span.Start
	case at < t.Out+t.Copy:
		return t.Span.Start + at - t.Out
	}
	return t.Span.End
}
