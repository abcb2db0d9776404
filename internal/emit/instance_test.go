package emit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/emit"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// instance is a second graph of a function that becomes a part of the first one, as if the function
// were called at its end. Its bindings are copies, which no other instance has.
type instance struct {
	g     *son.Graph
	nodes map[*son.Node]*son.Node
	syms  map[*ast.Symbol]*ast.Symbol
}

// append copies the graph of the function to the end of g, with the parameters that g has, and
// returns both values.
func (x *instance) append(t *testing.T, of *son.Graph) {
	t.Helper()
	end := find(x.g, son.OpReturn)[0]
	mine := map[string]*son.Node{}
	for _, p := range find(x.g, son.OpParam) {
		mine[p.Sym.Name] = p
	}
	last := find(of, son.OpReturn)[0]
	var list []*son.Node
	of.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpStart, son.OpStop, son.OpReturn:
		case son.OpParam:
			b := x.g.NewNode(son.OpBind, end.Ctrl(), mine[n.Sym.Name])
			b.Span = x.place(n.Span)
			b.Sym, b.Type, b.Flags = x.sym(n.Sym), n.Type, son.FlagDecl|son.FlagInit
			x.nodes[n] = b
		default:
			m := x.g.Clone(n, n.Ins()...)
			m.Order, m.Span = end.Order+n.Order, x.place(n.Span)
			if m.Sym != nil && n.Sym.Scope != nil {
				m.Sym = x.sym(n.Sym)
			}
			if info := of.Loops[n]; info != nil {
				again := *info
				for _, s := range []*ast.Span{&again.Span, &again.Init, &again.Test, &again.Update} {
					*s = x.place(*s)
				}
				x.g.Loops[m] = &again
			}
			x.nodes[n] = m
			list = append(list, m)
		}
	})
	for _, m := range list {
		for i, in := range m.Ins() {
			if in != nil {
				x.g.SetIn(m, i, x.node(in, m.SlotKind(i), end))
			}
		}
	}
	ctrl, mem := x.node(last.Ctrl(), son.SlotControl, end), x.node(last.Mem(), son.SlotMemory, end)
	both := x.g.NewNode(son.OpArray, ctrl, end.Arg(0), x.node(last.Arg(0), son.SlotData, end))
	both.Type, both.Parts = x.g.Compute(both), []son.Part{{Kind: son.PartValue}, {Kind: son.PartValue}}
	end.Span = x.place(end.Span)
	x.g.SetIn(end, 2, both)
	x.g.SetIn(end, 0, ctrl)
	x.g.SetIn(end, 1, mem)
}

// place moves a place behind the function: which code comes first is taken from places.
func (x *instance) place(s ast.Span) ast.Span {
	if s.IsZero() {
		return s
	}
	return ast.Span{Start: s.Start + behind, End: s.End + behind}
}

const behind = 1000

// node returns the copy of a node. The start of the copied function is the end of the first one.
func (x *instance) node(n *son.Node, kind son.SlotKind, end *son.Node) *son.Node {
	switch {
	case n.Op != son.OpStart:
		return x.nodes[n]
	case kind == son.SlotMemory:
		return end.Mem()
	}
	return end.Ctrl()
}

// sym returns the copy of a binding.
func (x *instance) sym(s *ast.Symbol) *ast.Symbol {
	if x.syms[s] == nil {
		kind := s.Kind
		if kind == ast.SymParam {
			kind = ast.SymLet
		}
		x.syms[s] = s.Beside(s.Name, kind)
	}
	return x.syms[s]
}

// TestInstances prints graphs in which a function occurs twice. Each occurrence has variables of its
// own, and is written as its author wrote it.
func TestInstances(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a loop", `function f(a) { let n = 0; while (a(n)) { n = n + 1; } return n; }`,
			`(a){let n=0;while(a(n)){n=n+1}let a$1=a;let n$1=0;while(a$1(n$1)){n$1=n$1+1}return[n,n$1]}`},
		{"a condition", `function f(a) { let n = 0; if (a()) n = 1; else { n = a(1); } return n; }`,
			`(a){let n=0;if(a()){n=1}else{n=a(1)}let a$1=a;let n$1=0;if(a$1()){n$1=1}else{n$1=a$1(1)}return[n,n$1]}`},
		{"a switch", `function f(a) { let n; switch (a()) { case 1: n = a(1); break; case 2: n = 5; break; default: n = 6; } return n; }`,
			`(a){let n;switch(a()){case 1:n=a(1);break;case 2:n=5;break;default:n=6}let a$1=a;let n$1;switch(a$1()){case 1:n$1=a$1(1);break;case 2:n$1=5;break;default:n$1=6}return[n,n$1]}`},
		{"an update and a choice", `function f(a) { let n = 0; a(n++, n ? 1 : 2); for (let i = 0; i < n; i++) a(i); return n; }`,
			`(a){let n=0;a(n++,n?1:2);for(let i=0;i<n;i++){a(i)}let a$1=a;let n$1=0;a$1(n$1++,n$1?1:2);for(let i=0;i<n$1;i++){a$1(i)}return[n,n$1]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, ds := parse.Read(tt.in, parse.Options{Path: "in.js"})
			if p == nil {
				t.Fatal(parse.Format(ds))
			}
			got, err := emittedFrom(t, p, tt.in, emit.Input{}, func(g *son.Graph) {
				again, bailout := build.Func(p, p.Funcs[0], build.Decide(p), son.Config{})
				if bailout != nil {
					t.Fatal(bailout)
				}
				x := &instance{g, map[*son.Node]*son.Node{}, map[*ast.Symbol]*ast.Symbol{}}
				x.append(t, again)
			})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}
