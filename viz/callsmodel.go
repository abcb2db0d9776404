package viz

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dominikbraun/graph"
)

// callsModel is a call graph as its pictures show it: sorted by name.
type callsModel struct {
	functions []callFunction
	edges     []callEdge
	reasons   []string // why calls stay, in the order of their letters
}

// callFunction is a function in a call graph.
type callFunction struct {
	name, kind string
	lines      []string // below the name
	tip        string
}

// callEdge is what leads from one function to another.
type callEdge struct {
	from, to     string
	call, inside bool
	label, state string
	tip          string
}

// style is the color of a function.
func (f *callFunction) style() style {
	switch f.kind {
	case Private:
		return stylePrivate
	case Gone:
		return styleGone
	}
	return styleBlock
}

// ink is the color of a function's name.
func (f *callFunction) ink() style {
	if f.kind == Gone {
		return styleDim
	}
	return styleText
}

func newCallsModel(calls graph.Graph[string, string]) (*callsModel, error) {
	adjacency, err := calls.AdjacencyMap()
	if err != nil {
		return nil, err
	}
	m := &callsModel{}
	var edges []graph.Edge[string]
	for name, to := range adjacency {
		_, p, err := calls.VertexWithProperties(name)
		if err != nil {
			return nil, err
		}
		m.functions = append(m.functions, functionOf(name, p.Attributes))
		for _, e := range to {
			edges = append(edges, e)
		}
	}
	slices.SortFunc(m.functions, func(x, y callFunction) int { return strings.Compare(x.name, y.name) })
	slices.SortFunc(edges, func(x, y graph.Edge[string]) int {
		return cmp.Or(cmp.Compare(x.Source, y.Source), cmp.Compare(x.Target, y.Target))
	})
	for _, e := range edges {
		m.edges = append(m.edges, m.edgeOf(e))
	}
	return m, nil
}

func functionOf(name string, a map[string]string) callFunction {
	f := callFunction{name: name, kind: a[FunctionKind], tip: name}
	if at := a[FunctionAt]; at != "" {
		f.tip += " (" + at + ")"
	}
	switch {
	case f.kind == Exposed && a[FunctionWhy] != "":
		f.lines = append(f.lines, a[FunctionWhy])
	case f.kind == Gone:
		f.lines = append(f.lines, "gone: every call is inlined")
	}
	if u := a[FunctionUnknown]; u != "" {
		f.lines = append(f.lines, u)
	}
	return f
}

func (m *callsModel) edgeOf(e graph.Edge[string]) callEdge {
	a := e.Properties.Attributes
	k := a[CallKind]
	out := callEdge{from: e.Source, to: e.Target, call: k != Inside, inside: k == Inside || k == InsideCalled,
		label: a[CallLabel], state: a[CallState], tip: a[CallPlaces]}
	if a[CallWhy] == "" {
		return out
	}
	var letters []string
	for _, why := range strings.Split(a[CallWhy], "\n") {
		letters = append(letters, m.letter(why))
	}
	slices.Sort(letters)
	out.label = strings.TrimSpace(out.label + " " + strings.Join(letters, ""))
	return out
}

// letter returns the letter by which edges refer to a reason: a, b, …, z, then aa', ab', ….
func (m *callsModel) letter(why string) string {
	i := slices.Index(m.reasons, why)
	if i < 0 {
		i = len(m.reasons)
		m.reasons = append(m.reasons, why)
	}
	return reasonLetter(i)
}

func reasonLetter(i int) string {
	letter := string(rune('a' + i%26))
	return letter + strings.Repeat("'", i/26)
}

// legend explains what occurs in the picture.
func (m *callsModel) legend() [][]legendItem {
	has := func(kind string) bool {
		return slices.ContainsFunc(m.functions, func(f callFunction) bool { return f.kind == kind })
	}
	rows := [][]legendItem{callItems}
	var kinds []legendItem
	for _, k := range []struct {
		kind string
		item legendItem
	}{
		{Exposed, legendItem{style: styleBlock, text: "exposed: others can run it"}},
		{Private, legendItem{style: stylePrivate, text: "private: only these calls run it"}},
		{Gone, legendItem{style: styleGone, text: "gone at -O2"}},
	} {
		if has(k.kind) {
			kinds = append(kinds, k.item)
		}
	}
	if slices.ContainsFunc(m.edges, func(e callEdge) bool { return e.state != "" }) {
		kinds = append(kinds, legendItem{style: styleInlinedEdge, text: "inlined at -O2"})
	}
	if len(kinds) > 0 {
		rows = append(rows, kinds)
	}
	for i, why := range m.reasons {
		text := "stays: " + why
		rows = append(rows, []legendItem{{style: styleStrong, word: reasonLetter(i), text: text}})
	}
	return rows
}
