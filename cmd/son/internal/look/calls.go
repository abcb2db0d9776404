package look

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dominikbraun/graph"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/viz"
)

// TopLevel is the call graph's name for the code outside of all functions.
const TopLevel = "(top level)"

// callGraph returns the call graph of the program.
func (p *Program) callGraph() *calls.Graph {
	if p.calls == nil {
		p.calls = calls.New(p.AST, calls.Options{})
	}
	return p.calls
}

// callOutcome is what becomes of the calls of a program at -O2.
type callOutcome struct {
	sites map[int]passes.CallReport // by number in the call graph
	funcs []passes.FuncReport       // by Function.Index
}

// callOutcome returns what becomes of the calls, or nil below -O2.
func (p *Program) callOutcome(ctx context.Context, o Options) (*callOutcome, error) {
	if o.Level < 2 {
		return nil, nil
	}
	o = Options{Level: o.Level, AllPhis: o.AllPhis, Assume: o.Assume, For: o.For}
	if c := p.outcomes[o]; c != nil {
		return c, nil
	}
	r, err := p.optimize(ctx, o)
	if err != nil {
		return nil, err
	}
	c := &callOutcome{sites: map[int]passes.CallReport{}, funcs: r.Report.Funcs}
	if r.Report.Calls != nil {
		for _, x := range r.Report.Calls.List {
			c.sites[x.Site] = x
		}
	}
	if p.outcomes == nil {
		p.outcomes = map[Options]*callOutcome{}
	}
	p.outcomes[o] = c
	return c, nil
}

// gone reports whether every call of a function is inlined.
func (c *callOutcome) gone(fn *ast.Function) bool {
	return c != nil && fn.Index < len(c.funcs) && c.funcs[fn.Index].Gone
}

// Calls returns the call graph as far as callees are known, with what becomes of the calls at -O2 if
// that is the level. It also has edges for the nesting of functions. Edges are labelled with the number
// of calls if there are several.
func (p *Program) Calls(ctx context.Context, o Options) (graph.Graph[string, string], error) {
	out, err := p.callOutcome(ctx, o)
	if err != nil {
		return nil, err
	}
	d := &callDrawing{Program: p, out: out, names: p.unique(), edges: map[callPair][]int{}}
	d.survey()
	g := graph.New(graph.StringHash, graph.Directed())
	if err := g.AddVertex(TopLevel, d.function(nil)...); err != nil {
		return nil, err
	}
	for i, n := range d.names {
		if err := g.AddVertex(n, d.function(p.AST.Funcs[i])...); err != nil {
			return nil, err
		}
	}
	inside := map[callPair]bool{}
	for _, fn := range p.AST.Funcs {
		if around := fn.Parent; around != nil && around.Kind != ast.FuncTop {
			inside[callPair{d.names[around.Index], d.names[fn.Index]}] = true
		}
	}
	for e, sites := range d.edges {
		if err := g.AddEdge(e.from, e.to, d.call(sites, inside[e])...); err != nil {
			return nil, err
		}
		delete(inside, e)
	}
	for e := range inside {
		if err := g.AddEdge(e.from, e.to, graph.EdgeAttribute(viz.CallKind, viz.Inside)); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// callPair is a caller and a callee.
type callPair struct{ from, to string }

// callDrawing is the state of one Calls.
type callDrawing struct {
	*Program
	out     *callOutcome
	names   []string
	edges   map[callPair][]int // the known calls, as indices of the call graph's Sites
	unknown map[string]string  // by caller: what it calls that is not known
}

// survey sorts the calls by caller and callee.
func (d *callDrawing) survey() {
	whys := map[string]map[string]int{}
	for i, s := range d.callGraph().Sites.All() {
		from := TopLevel
		if s.In != nil {
			from = d.names[s.In.Index]
		}
		if s.Callee != nil {
			e := callPair{from, d.names[s.Callee.Index]}
			d.edges[e] = append(d.edges[e], i)
			continue
		}
		if whys[from] == nil {
			whys[from] = map[string]int{}
		}
		whys[from][s.Why]++
	}
	d.unknown = map[string]string{}
	for from, count := range whys {
		d.unknown[from] = unknownWords(count)
	}
}

// unknownWords sums up callees that are not known: "12 unknown: 7 methods, 5 parameters".
func unknownWords(count map[string]int) string {
	var whys []string
	total := 0
	for why, n := range count {
		whys = append(whys, why)
		total += n
	}
	slices.SortFunc(whys, func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
	var parts []string
	for _, why := range whys {
		parts = append(parts, calls.Counted(count[why], why))
	}
	return fmt.Sprintf("%d unknown: %s", total, strings.Join(parts, ", "))
}

// function are the attributes of a function; nil is the top level.
func (d *callDrawing) function(fn *ast.Function) []func(*graph.VertexProperties) {
	var out []func(*graph.VertexProperties)
	set := func(key, value string) {
		if value != "" {
			out = append(out, graph.VertexAttribute(key, value))
		}
	}
	if fn == nil {
		set(viz.FunctionUnknown, d.unknown[TopLevel])
		return out
	}
	line, col := d.Position(fn.Start)
	set(viz.FunctionAt, fmt.Sprintf("%d:%d", line, col))
	set(viz.FunctionUnknown, d.unknown[d.names[fn.Index]])
	switch why := d.callGraph().Functions[fn.Index].Exposed; {
	case d.out.gone(fn):
		set(viz.FunctionKind, viz.Gone)
	case why == "":
		set(viz.FunctionKind, viz.Private)
	default:
		set(viz.FunctionKind, viz.Exposed)
		set(viz.FunctionWhy, why)
	}
	return out
}

// call are the attributes of an edge for some calls.
func (d *callDrawing) call(sites []int, inside bool) []func(*graph.EdgeProperties) {
	var out []func(*graph.EdgeProperties)
	set := func(key, value string) {
		if value != "" {
			out = append(out, graph.EdgeAttribute(key, value))
		}
	}
	if inside {
		set(viz.CallKind, viz.InsideCalled)
	}
	var whys, places []string
	inlined := 0
	for _, i := range sites {
		s := d.callGraph().Site(int32(i))
		line, col := d.Position(s.Call.Start)
		place := fmt.Sprintf("%d:%d", line, col)
		if s.Alias == nil {
			place += " itself"
		} else {
			place += " through " + s.Alias.Name
		}
		if d.out != nil {
			r := d.out.sites[i]
			switch {
			case r.Inlined:
				inlined++
				place += ": inlined"
			default:
				place += ": " + r.Why
				if !slices.Contains(whys, r.Why) {
					whys = append(whys, r.Why)
				}
			}
		}
		places = append(places, place)
	}
	label, state := "", ""
	if len(sites) > 1 {
		label = strconv.Itoa(len(sites))
	}
	switch {
	case d.out == nil:
	case inlined == len(sites):
		state = viz.Inlined
	case inlined == 0:
		state = viz.Stays
	default:
		state, label = viz.Stays, fmt.Sprintf("%d of %d", len(sites)-inlined, len(sites))
	}
	set(viz.CallLabel, label)
	set(viz.CallState, state)
	set(viz.CallWhy, strings.Join(whys, "\n"))
	set(viz.CallPlaces, strings.Join(places, "\n"))
	return out
}

// unique makes the paths of functions distinct.
func (p *Program) unique() []string {
	seen := map[string]int{TopLevel: 1}
	for _, n := range p.Names {
		seen[n]++
	}
	names := make([]string, len(p.Names))
	for i, n := range p.Names {
		names[i] = n
		if seen[n] > 1 {
			line, col := p.Position(p.AST.Funcs[i].Start)
			names[i] = fmt.Sprintf("%s @%d:%d", n, line, col)
		}
	}
	return names
}
