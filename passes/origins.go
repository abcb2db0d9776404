package passes

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sonjs/son/internal/restore/verbatim"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// origins returns the origins of the text of a span inside fn (see text), or without source map
// what is elided of it.
func (w *work) origins(s ast.Span, fn *ast.Function) []print.Token {
	list := print.Origins(s, w.abridged(s, w.patches(s, w.inside(fn))))
	if !w.o.SourceMap {
		return print.OnlyElided(list)
	}
	return list
}

// copied returns the origins of the texts that a new function contains; see
// print.Options.Copied.
func (w *work) copied(f *ast.Function, t *verbatim.Tree) func(ast.Node) []print.Token {
	source := func(s ast.Span) []print.Token { return w.origins(s, f) }
	return func(n ast.Node) []print.Token {
		list := t.Origins(n, source)
		if !w.o.SourceMap {
			return print.OnlyElided(list)
		}
		return list
	}
}

// sourceMap makes the map of the output, whose tokens are given. It is composed with a map that
// the input came with; an invalid input map is ignored with a warning.
func (w *work) sourceMap(code string, tokens []print.Token) (*sourcemap.Map, []parse.Diagnostic) {
	m := sourcemap.New(code, tokens,
		sourcemap.Source{Path: w.o.Path, Text: cmp.Or(w.authored, w.source), Comments: w.p.Comments})
	inner, err := w.made, error(nil)
	if inner == nil {
		inner, err = w.linkedMap()
	}
	switch {
	case err != nil:
		return m, []parse.Diagnostic{{Path: w.o.Path, Line: 1, Severity: parse.Warning,
			Text: fmt.Sprintf("the input's source map is not used: %v", err)}}
	case inner == nil:
		return m, nil
	}
	return sourcemap.Compose(m, inner), nil
}

// readInputMap reads the map of a source that esbuild made.
func (w *work) readInputMap() {
	if w.p.InputMap == nil {
		return
	}
	m, err := sourcemap.Parse(w.p.InputMap)
	if err != nil {
		panic("BUG: esbuild's source map cannot be read: " + err.Error())
	}
	w.made = m
}

// linkedMap returns the map that the input names, or nil.
func (w *work) linkedMap() (*sourcemap.Map, error) {
	_, url, ok := sourcemap.URL(w.p)
	if !ok {
		return nil, nil
	}
	data, err := sourcemap.DataURL(url)
	if data == nil && err == nil && w.o.ReadMap != nil {
		data, err = w.o.ReadMap(url)
	}
	if data == nil || err != nil {
		return nil, err
	}
	return sourcemap.Parse(data)
}

// withoutURL is the patch that removes the comment naming the input's map, which does not apply
// to the output. Only comments follow it, so no function contains it.
func (w *work) withoutURL() []print.Patch {
	span, _, ok := sourcemap.URL(w.p)
	if !ok || !w.o.SourceMap {
		return nil
	}
	return []print.Patch{{Span: span}}
}

// locate gives the identifiers of a new function body their places in the source. The graph
// does not record them: it has values, and for those the expressions that made them. An
// identifier is matched with one of the same binding in the expression or statement around it,
// the first that is not taken yet, or else with the next one in the source. A helper variable
// matches none.
func (w *work) locate(f, made *ast.Function) {
	l := &locator{src: w.p.Source, index: w.references(), begin: bodyStart(f), end: f.End,
		bySym: map[*ast.Symbol]*places{}, byName: map[string]*places{}, props: map[string]*places{}}
	l.in, l.last = f.Span, f.Start
	for _, st := range made.Body {
		l.visit(st)
	}
	if made.ExprBody != nil {
		l.visit(made.ExprBody)
	}
}

// bodyStart is where the parameters or the body of a function begin.
func bodyStart(f *ast.Function) int32 {
	switch {
	case f.Kind == ast.FuncTop:
		return f.Start
	case len(f.Params) > 0:
		return f.Params[0].Pos().Start
	case f.ExprBody != nil:
		return f.ExprBody.Pos().Start
	}
	return f.BodySpan.Start
}

// references are the places of the names of a source, in order. Functions nest, so the whole file
// is searched once.
type references struct {
	bySym  map[*ast.Symbol][]ast.Span
	byName map[string][]ast.Span // names not bound in the program
	props  map[string][]ast.Span
}

// references returns the references of the source.
func (w *work) references() *references {
	w.mentioned.Do(func() {
		m := &references{map[*ast.Symbol][]ast.Span{}, map[string][]ast.Span{}, map[string][]ast.Span{}}
		for _, st := range w.p.Body {
			ast.Walk(st, m.note)
		}
		inOrder(m.bySym)
		inOrder(m.byName)
		inOrder(m.props)
		w.refs = m
	})
	return w.refs
}

func inOrder[K comparable](m map[K][]ast.Span) {
	for _, list := range m {
		slices.SortFunc(list, func(a, b ast.Span) int { return cmp.Compare(a.Start, b.Start) })
	}
}

// note records the names in n; it is a visitor for ast.Walk.
func (m *references) note(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		if n.Sym != nil {
			add(m.bySym, n.Sym, n.Span)
		} else {
			add(m.byName, n.Name, n.Span)
		}
	case *ast.Member:
		add(m.props, n.Name, n.NameSpan)
	case *ast.Object:
		for _, p := range n.Props {
			m.key(p)
		}
	case *ast.ObjectPat:
		for _, p := range n.Props {
			m.key(p)
		}
	}
	return true
}

func (m *references) key(p *ast.Property) {
	if id, ok := p.Key.(*ast.Ident); ok && !p.Computed {
		add(m.props, id.Name, id.Span)
	}
}

func add[K comparable](m map[K][]ast.Span, k K, s ast.Span) {
	if !s.IsZero() {
		m[k] = append(m[k], s)
	}
}

// places are the places of a name in a function of the source, ascending, and which of them
// identifiers of the output took.
type places struct {
	at    []ast.Span
	taken map[int]bool
}

type locator struct {
	src        string
	index      *references
	begin, end int32 // of the parameters and the body of the function
	bySym      map[*ast.Symbol]*places
	byName     map[string]*places
	props      map[string]*places
	in         ast.Span // the innermost expression or statement with a known place
	last       int32    // the place of the previous identifier
}

// at returns those places of a name in the file that are in the function.
func at[K comparable](l *locator, known map[K]*places, file map[K][]ast.Span, k K) *places {
	p := known[k]
	if p == nil {
		list := file[k]
		from := sort.Search(len(list), func(i int) bool { return list[i].Start >= l.begin })
		to := from + sort.Search(len(list)-from, func(i int) bool { return list[from+i].Start >= l.end })
		p = &places{at: list[from:to]}
		known[k] = p
	}
	return p
}

func (l *locator) idents(id *ast.Ident) *places {
	if id.Sym != nil {
		return at(l, l.bySym, l.index.bySym, id.Sym)
	}
	return at(l, l.byName, l.index.byName, id.Name)
}

func (l *locator) prop(name string) *places { return at(l, l.props, l.index.props, name) }

// visit visits the output in its order.
func (l *locator) visit(n ast.Node) {
	outer := l.in
	var spine []*ast.Binary // chains may be long
	for b, ok := n.(*ast.Binary); ok; b, ok = n.(*ast.Binary) {
		spine = append(spine, b)
		l.into(b)
		n = b.L
	}
	switch n := n.(type) {
	case *ast.Verbatim:
		l.class(n.Span, n.Of)
	case *ast.VerbatimStmt:
		l.class(n.Span, n.Of)
	case *ast.Ident:
		l.ident(n)
	default:
		l.into(n)
		ast.Children(n, l.visit)
		l.names(n)
	}
	for i := len(spine) - 1; i >= 0; i-- {
		l.in = outer
		l.into(spine[i])
		l.visit(spine[i].R)
	}
	l.in = outer
}

// class visits the parts that a class evaluates itself if they changed, so that its text is not
// that of the source: n is the node that stands for a text of a span.
func (l *locator) class(span ast.Span, n ast.Node) {
	var c *ast.Class
	switch n := n.(type) {
	case *ast.ClassExpr:
		c = n.Class
	case *ast.ClassDecl:
		c = n.Class
	}
	if c == nil || !span.IsZero() {
		return
	}
	l.into(n)
	ast.ClassOperands(c, func(x ast.Expr) { l.visit(x) })
}

// into narrows the place to that of n.
func (l *locator) into(n ast.Node) {
	if s := n.Pos().Span; !s.IsZero() {
		l.in = s
	}
}

func (l *locator) ident(id *ast.Ident) {
	if !id.Span.IsZero() && l.src[id.Start:id.End] == id.Name {
		l.last = id.Start
		return
	}
	if id.Sym == nil && len(l.idents(id).at) == 0 {
		id.Span = ast.Span{}
		return
	}
	id.Span = l.take(l.idents(id))
}

// names places the names in m that Walk skips.
func (l *locator) names(m ast.Node) {
	switch m := m.(type) {
	case *ast.Member:
		if !m.NameSpan.IsZero() {
			return
		}
		if s := m.Span; !s.IsZero() && strings.HasSuffix(l.src[s.Start:s.End], m.Name) {
			m.NameSpan = ast.Span{Start: s.End - int32(len(m.Name)), End: s.End}
		} else if p := l.prop(m.Name); len(p.at) > 0 {
			m.NameSpan = l.take(p)
		}
	case *ast.Object:
		for _, p := range m.Props {
			if id, ok := p.Key.(*ast.Ident); ok && !p.Computed && len(l.prop(id.Name).at) > 0 {
				id.Span = l.take(l.prop(id.Name))
			}
		}
	}
}

// take chooses the place of an identifier.
func (l *locator) take(p *places) ast.Span {
	if len(p.at) == 0 {
		return ast.Span{}
	}
	first := sort.Search(len(p.at), func(i int) bool { return p.at[i].Start >= l.in.Start })
	best := -1
	for i := first; i < len(p.at) && p.at[i].End <= l.in.End && i < first+maxTaken; i++ {
		if best < 0 || p.taken[best] {
			best = i
		}
		if !p.taken[i] {
			break
		}
	}
	if best < 0 {
		best = min(sort.Search(len(p.at), func(i int) bool { return p.at[i].Start >= l.last }), len(p.at)-1)
	}
	if p.taken == nil {
		p.taken = map[int]bool{}
	}
	p.taken[best] = true
	l.last = p.at[best].Start
	return p.at[best]
}

// maxTaken bounds the search for a place that is not taken.
const maxTaken = 64
