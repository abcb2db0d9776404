package cost_test

import (
	"reflect"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// graphOf builds and optimizes the function f of a script.
func graphOf(t *testing.T, src string, c son.Config) *son.Graph {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Path: "a.js", Type: parse.Script})
	if p == nil {
		t.Fatal(ds)
	}
	c.Fold = true
	g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), c)
	if bailout != nil {
		t.Fatal(bailout)
	}
	g.Optimize()
	g.Sweep()
	return g
}

// nodesOf counts the nodes of an op.
func nodesOf(g *son.Graph, op son.Op) (n int) {
	g.Nodes(func(x *son.Node) {
		if x.Op == op {
			n++
		}
	})
	return n
}

func TestConstantsReplaceComputationsThatAreNoShorter(t *testing.T) {
	for _, tt := range []struct {
		value string
		op    son.Op
		stays bool
	}{
		{"6 / 2", son.OpDiv, false},
		{"1 / 3", son.OpDiv, true},
		{"1 / 0", son.OpDiv, true},
		{"1 << 30", son.OpShl, true}, // 1073741824
		{"1 << 10", son.OpShl, false},
		{"2 ** 40", son.OpExp, true}, // 1099511627776
		{"7 * 11 * 13 * 17", son.OpMul, false},
		{"'abc' + 'def'", son.OpAdd, false},
		{"(1 / 3).toFixed(2)", son.OpDiv, true},
	} {
		src := "function f() { return " + tt.value + "; }"
		if g := graphOf(t, src, son.Config{Costs: &cost.Model{}}); (nodesOf(g, tt.op) > 0) != tt.stays {
			t.Errorf("%s stays: %v, want %v", tt.value, !tt.stays, tt.stays)
		}
	}
	if g := graphOf(t, "function f() { return 1 / 3; }", son.Config{}); nodesOf(g, son.OpDiv) > 0 {
		t.Error("without a cost model, 1 / 3 is not folded")
	}
}

// TestNamesThatExplainStay checks that people find a number's name where it says something.
func TestNamesThatExplainStay(t *testing.T) {
	for _, tt := range []struct {
		src   string
		stays bool
	}{
		{"function f(a) { const days = 7; return a * days; }", false},
		{"function f(a) { const days = 7; return [a * days, a + days]; }", true},
		{"function f(a) { const days = 7; // a week\n return a * days; }", true},
	} {
		g := graphOf(t, tt.src, son.Config{Authored: true, Costs: &cost.Model{}})
		if (nodesOf(g, son.OpBind) > 0) != tt.stays {
			t.Errorf("%s\nthe name stays: %v, want %v", tt.src, !tt.stays, tt.stays)
		}
	}
}

func TestCommentsAreFoundBetweenPlaces(t *testing.T) {
	m := cost.Model{Comments: []ast.Span{{Start: 10, End: 20}, {Start: 30, End: 35}}}
	for _, tt := range []struct {
		from, to int32
		want     bool
	}{{0, 10, false}, {0, 11, true}, {19, 20, true}, {20, 30, false}, {25, 31, true}, {35, 99, false}} {
		if got := m.HasComment(tt.from, tt.to); got != tt.want {
			t.Errorf("between %d and %d: %v, want %v", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestEstimate checks the estimate of one node, whose operands may be known.
func TestEstimate(t *testing.T) {
	for _, tt := range []struct {
		value string
		op    son.Op
		known bool // all of the operands are, as 0
		want  int
	}{
		{"a + 1", son.OpAdd, false, len("x+0")},
		{"a + 1", son.OpAdd, true, len("0+0")},
		{"a + 'bc'", son.OpAdd, false, len("x+'bc'")},
		{"a.length", son.OpLoad, false, len("x.length")},
		{"a === 1", son.OpStrictEq, false, len("x===0")},
		{"typeof a", son.OpTypeof, false, len("+typeof x")},
		{"a(1, 2)", son.OpCall, false, len("f()") + len(",,") + len("x00")},
		{"a << 2", son.OpShl, false, len("x+0")}, // not x<<0
	} {
		g := graphOf(t, "function f(a) { return "+tt.value+"; }", son.Config{Costs: &cost.Model{}})
		e := cost.Estimate{Value: func(n *son.Node) son.Type {
			if tt.known {
				return son.IntConst(0)
			}
			return n.Type
		}}
		g.Nodes(func(n *son.Node) {
			if n.Op != tt.op {
				return
			}
			if got := e.Node(n); got != tt.want {
				t.Errorf("%s: %d, want %d", tt.value, got, tt.want)
			}
		})
		if nodesOf(g, tt.op) != 1 {
			t.Errorf("%s: %d nodes are %v", tt.value, nodesOf(g, tt.op), tt.op)
		}
	}
}

// TestTheModelHoldsNoTree checks that a graph does not reach the syntax tree through its costs.
func TestTheModelHoldsNoTree(t *testing.T) {
	model := reflect.TypeFor[cost.Model]()
	for i := range model.NumField() {
		switch f := model.Field(i); f.Type {
		case reflect.TypeFor[[]ast.Span](), reflect.TypeFor[bool]():
		default:
			t.Errorf("field %s: is %v a plain value?", f.Name, f.Type)
		}
	}
}

// TestRecomputing checks which values are written again at each use, and which a loop keeps in a
// variable.
func TestRecomputing(t *testing.T) {
	for _, tt := range []struct {
		value         string
		op            son.Op
		cheap, hoists bool
	}{
		{"!a", son.OpNot, true, false},
		{"(a | 0) + 1", son.OpAdd, false, true},
		{"a === 1", son.OpStrictEq, true, false},
		{"typeof a === 'string'", son.OpStrictEq, true, false},
		{"Math.sqrt(a | 0)", son.OpBuiltin, false, true},
		{"String(a).length", son.OpLoad, false, true},
	} {
		g := graphOf(t, "function f(a) { return "+tt.value+"; }", son.Config{Assume: son.AssumeBuiltins, Costs: &cost.Model{}})
		found := false
		g.Nodes(func(n *son.Node) {
			if n.Op != tt.op {
				return
			}
			found = true
			if got := cost.Cheap(n); got != tt.cheap {
				t.Errorf("%s: cheap %v, want %v", tt.value, got, tt.cheap)
			}
			if got := cost.Hoists(n); got != tt.hoists {
				t.Errorf("%s: hoists %v, want %v", tt.value, got, tt.hoists)
			}
		})
		if !found {
			t.Errorf("%s: no node is %v", tt.value, tt.op)
		}
	}
}
