package look

import (
	"fmt"
	"strconv"

	"github.com/dominikbraun/graph"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/viz"
)

// TopLevel is the call graph's name for the code outside of all functions.
const TopLevel = "(top level)"

// Calls returns the call graph, as far as the text alone determines it: the callee is a
// binding that holds one function and is never assigned another. It also has edges for
// the nesting of functions. Edges are labelled with the number of calls if there are
// several.
func (p *Program) Calls() (graph.Graph[string, string], error) {
	g := graph.New(graph.StringHash, graph.Directed())
	names := p.unique()
	if err := g.AddVertex(TopLevel); err != nil {
		return nil, err
	}
	for _, n := range names {
		if err := g.AddVertex(n); err != nil {
			return nil, err
		}
	}
	type pair struct{ from, to string }
	count := map[pair]int{}
	var order []pair
	inside := map[pair]bool{}
	for _, fn := range p.AST.Funcs {
		if around := fn.Parent; around != nil && around.Kind != ast.FuncTop {
			inside[pair{names[around.Index], names[fn.Index]}] = true
		}
	}
	for sym, target := range p.held() {
		for _, r := range sym.Refs {
			if r.Kind&ast.RefCall == 0 {
				continue
			}
			from := TopLevel
			if r.Func != nil {
				from = names[r.Func.Index]
			}
			e := pair{from, names[target.Index]}
			if count[e]++; count[e] == 1 {
				order = append(order, e)
			}
		}
	}
	for _, e := range order {
		label := ""
		if n := count[e]; n > 1 {
			label = strconv.Itoa(n)
		}
		if err := g.AddEdge(e.from, e.to, attributes(label, kind(inside[e], true))...); err != nil {
			return nil, err
		}
		delete(inside, e)
	}
	for e := range inside {
		if err := g.AddEdge(e.from, e.to, attributes("", kind(true, false))...); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// kind is the meaning of an edge.
func kind(inside, called bool) string {
	switch {
	case inside && called:
		return viz.InsideCalled
	case inside:
		return viz.Inside
	}
	return ""
}

// attributes are the attributes of an edge.
func attributes(label, kind string) []func(*graph.EdgeProperties) {
	var out []func(*graph.EdgeProperties)
	if label != "" {
		out = append(out, graph.EdgeAttribute(viz.CallLabel, label))
	}
	if kind != "" {
		out = append(out, graph.EdgeAttribute(viz.CallKind, kind))
	}
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

// held finds the bindings that always hold the same function: declared functions,
// the names of function expressions, and constants.
func (p *Program) held() map[*ast.Symbol]*ast.Function {
	held := map[*ast.Symbol]*ast.Function{}
	take := func(id *ast.Ident, fn *ast.Function, once int) {
		if id != nil && id.Sym != nil && id.Sym.Assigns <= once && !id.Sym.DynamicReach {
			held[id.Sym] = fn
		}
	}
	for _, st := range p.AST.Body {
		ast.Walk(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				take(n.Fn.Name, n.Fn, 1)
			case *ast.Func:
				take(n.Fn.Name, n.Fn, 1)
			case *ast.VarDecl:
				for _, d := range n.Decls {
					if id, ok := d.Target.(*ast.Ident); ok {
						if f, ok := d.Init.(*ast.Func); ok {
							take(id, f.Fn, 1)
						}
					}
				}
			}
			return true
		})
	}
	return held
}
