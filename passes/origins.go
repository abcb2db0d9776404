package passes

import (
	"fmt"
	"sort"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/emit"
	"github.com/sonjs/son/son/build"
)

// origins says where the text of a span inside fn comes from, see text, or without source
// map what is elided of it.
func (w *work) origins(s ast.Span, fn *ast.Function) []print.Token {
	list := print.Origins(s, w.patches(s, w.inside(fn)))
	if !w.o.SourceMap {
		return print.OnlyElided(list)
	}
	return list
}

// copied says where the texts in a new function come from; see print.Options.Copied.
func (w *work) copied(f *ast.Function, m *emit.Made) func(ast.Node) []print.Token {
	source := func(s ast.Span) []print.Token { return w.origins(s, f) }
	return func(n ast.Node) []print.Token {
		list := m.Origins(n, source)
		if !w.o.SourceMap {
			return print.OnlyElided(list)
		}
		return list
	}
}

// sourceMap makes the map of the output, whose tokens are given. A
// map that the input came with is gone through; an input map that is wrong is
// left out with a warning.
func (w *work) sourceMap(code string, tokens []print.Token) (*sourcemap.Map, []parse.Diagnostic) {
	m := sourcemap.New(code, tokens,
		sourcemap.Source{Path: w.o.Path, Text: w.p.Source, Comments: w.p.Comments})
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

// withoutURL is the patch that removes the comment naming the input's map: it
// is not that of the output. Only comments follow it, so no function holds it.
func (w *work) withoutURL() []print.Patch {
	span, _, ok := sourcemap.URL(w.p)
	if !ok || !w.o.SourceMap {
		return nil
	}
	return []print.Patch{{Span: span}}
}

// locate gives the identifiers of a new function body their places in the
// source. The graph does not keep them: it knows values, and of those the
// expressions that made them. An identifier stands for one of the same binding
// in the expression or statement around it, the first that is not taken yet,
// or else for the one that comes next in the source. A helper variable stands
// for none.
func (w *work) locate(f, made *ast.Function) {
	l := &locator{src: w.p.Source, bySym: map[*ast.Symbol]*places{}, byName: map[string]*places{}, props: map[string]*places{}}
	l.index(f)
	l.in, l.last = f.Span, f.Start
	for _, st := range made.Body {
		l.visit(st)
	}
	if made.ExprBody != nil {
		l.visit(made.ExprBody)
	}
}

// places are where a name stands in the source, ascending, and which of them
// an identifier of the output took.
type places struct {
	at    []ast.Span
	taken []bool
}

func (p *places) add(s ast.Span) {
	if !s.IsZero() {
		p.at, p.taken = append(p.at, s), append(p.taken, false)
	}
}

type locator struct {
	src    string
	bySym  map[*ast.Symbol]*places
	byName map[string]*places // what is not bound in the program
	props  map[string]*places
	in     ast.Span // the innermost expression or statement that has a place
	last   int32    // where the identifier before stands
}

// index notes the names of a function of the source.
func (l *locator) index(f *ast.Function) {
	note := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			l.idents(n).add(n.Span)
		case *ast.Member:
			at(l.props, n.Name).add(n.NameSpan)
		case *ast.Object:
			for _, p := range n.Props {
				l.key(p)
			}
		case *ast.ObjectPat:
			for _, p := range n.Props {
				l.key(p)
			}
		}
		return true
	}
	for _, p := range f.Params {
		ast.Walk(p, note)
	}
	for _, st := range f.Body {
		ast.Walk(st, note)
	}
	if f.ExprBody != nil {
		ast.Walk(f.ExprBody, note)
	}
	for _, m := range []map[string]*places{l.byName, l.props} {
		for _, p := range m {
			p.sort()
		}
	}
	for _, p := range l.bySym {
		p.sort()
	}
}

func (p *places) sort() {
	sort.Slice(p.at, func(i, j int) bool { return p.at[i].Start < p.at[j].Start })
}

func (l *locator) key(p *ast.Property) {
	if id, ok := p.Key.(*ast.Ident); ok && !p.Computed {
		at(l.props, id.Name).add(id.Span)
	}
}

func at[K comparable](m map[K]*places, k K) *places {
	p := m[k]
	if p == nil {
		p = &places{}
		m[k] = p
	}
	return p
}

func (l *locator) idents(id *ast.Ident) *places {
	if id.Sym != nil {
		return at(l.bySym, id.Sym)
	}
	return at(l.byName, id.Name)
}

// visit goes through the output in its order.
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

// class goes through what a class evaluates itself if that changed, so that the text of
// the class is none of the source's: n is what a text of a span stands for.
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
	build.EachOperand(c, func(x ast.Expr) { l.visit(x) })
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
	if id.Sym == nil && l.byName[id.Name] == nil {
		id.Span = ast.Span{}
		return
	}
	id.Span = l.take(l.idents(id))
}

// names places the names in m that Walk leaves out.
func (l *locator) names(m ast.Node) {
	switch m := m.(type) {
	case *ast.Member:
		if !m.NameSpan.IsZero() {
			return
		}
		if s := m.Span; !s.IsZero() && strings.HasSuffix(l.src[s.Start:s.End], m.Name) {
			m.NameSpan = ast.Span{Start: s.End - int32(len(m.Name)), End: s.End}
		} else if p := l.props[m.Name]; p != nil {
			m.NameSpan = l.take(p)
		}
	case *ast.Object:
		for _, p := range m.Props {
			if id, ok := p.Key.(*ast.Ident); ok && !p.Computed && l.props[id.Name] != nil {
				id.Span = l.take(l.props[id.Name])
			}
		}
	}
}

// take chooses the place that an identifier stands for.
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
	p.taken[best] = true
	l.last = p.at[best].Start
	return p.at[best]
}

// maxTaken bounds the search for a place that is not taken.
const maxTaken = 64
