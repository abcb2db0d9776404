package ast

import (
	"slices"
	"testing"
)

func id(name string) *Ident { return &Ident{Name: name} }

func sum(n int) Expr {
	var e Expr = id("x0")
	for range n {
		e = &Binary{Op: Add, L: e, R: id("y")}
	}
	return e
}

func TestWalkVisitsInSourceOrder(t *testing.T) {
	// f(a + b * c, { k: d, [e]: g }) with member .m
	tree := &Member{Name: "m", Obj: &Call{Callee: id("f"), Args: []Expr{
		&Binary{Op: Add, L: id("a"), R: &Binary{Op: Mul, L: id("b"), R: id("c")}},
		&Object{Props: []*Property{
			{Key: id("k"), Value: id("d")},
			{Key: id("e"), Computed: true, Value: id("g")},
		}},
	}}}
	got := ""
	Walk(tree, func(n Node) bool {
		if i, ok := n.(*Ident); ok {
			got += i.Name
		}
		return true
	})
	if want := "fabcdeg"; got != want {
		t.Errorf("identifiers in order %q, want %q", got, want)
	}
}

func TestWalkLeavesOutPrunedChildren(t *testing.T) {
	tree := &Seq{Exprs: []Expr{&Unary{Op: Not, X: id("a")}, id("b")}}
	n := 0
	Walk(tree, func(n2 Node) bool {
		n++
		_, unary := n2.(*Unary)
		return !unary
	})
	if n != 3 {
		t.Errorf("visited %d nodes, want 3", n)
	}
}

func TestWalkTakesLongChains(t *testing.T) {
	n := 0
	Walk(sum(1_000_000), func(Node) bool { n++; return true })
	if n != 2_000_001 {
		t.Errorf("visited %d nodes", n)
	}
}

func TestWalkKeepsTheOrderWhereItIsDeep(t *testing.T) {
	// f(0, f(1, f(2, …, 2), 1), 0)
	const depth = 3 * maxDepth
	var want, got []int
	for i := range 2 * depth {
		want = append(want, min(i, 2*depth-1-i))
	}
	var tree Expr = &Null{}
	for i := depth - 1; i >= 0; i-- {
		n := &Number{Value: float64(i)}
		tree = &Call{Callee: id("f"), Args: []Expr{n, tree, n}}
	}
	Walk(tree, func(n Node) bool {
		if n, ok := n.(*Number); ok {
			got = append(got, int(n.Value))
		}
		return true
	})
	if !slices.Equal(got, want) {
		t.Errorf("visited %v", got)
	}
}

func TestWalkAllocatesNothingPerNode(t *testing.T) {
	tree := &Array{}
	for range 1000 {
		tree.Elems = append(tree.Elems, &Call{Callee: id("f"), Args: []Expr{sum(3)}})
	}
	allocs := testing.AllocsPerRun(10, func() { Walk(tree, func(Node) bool { return true }) })
	if allocs > 10 {
		t.Errorf("%v allocations for one walk", allocs)
	}
}

func TestEqual(t *testing.T) {
	sym := &Symbol{Name: "a"}
	block := func(s ...Stmt) Stmt { return &Block{Body: s} }
	stmt := func(e Expr) Stmt { return &ExprStmt{X: e} }
	prop := func(key string, short bool) Expr {
		return &Object{Props: []*Property{{Key: id(key), Shorthand: short, Value: id(key)}}}
	}
	tests := []struct {
		name string
		a, b Node
		want bool
	}{
		{"both absent", nil, nil, true},
		{"one absent", id("a"), nil, false},
		{"names", id("a"), id("b"), false},
		{"symbols, spans and parentheses do not count", id("a"),
			&Ident{Base: Base{Span{3, 4}, true}, Name: "a", Sym: sym}, true},
		{"zero and minus zero", &Number{Value: 0}, &Unary{Op: Neg, X: &Number{Value: 0}}, false},
		{"number and string", &Number{Value: 1}, &String{Value: "1"}, false},
		{"operators", &Binary{Op: Add, L: id("a"), R: id("b")}, &Binary{Op: Sub, L: id("a"), R: id("b")}, false},
		{"associativity", &Binary{Op: Add, L: &Binary{Op: Add, L: id("a"), R: id("b")}, R: id("c")},
			&Binary{Op: Add, L: id("a"), R: &Binary{Op: Add, L: id("b"), R: id("c")}}, false},
		{"hole or not", &Array{Elems: []Expr{nil}}, &Array{}, false},
		{"verbatim is what it stands for", &Verbatim{Text: "(a)", Of: id("a")}, id("a"), true},
		{"verbatim statement", block(&VerbatimStmt{Text: "a;", Of: stmt(id("a"))}), block(stmt(id("a"))), true},
		{"block and bare statement", block(stmt(id("a"))), stmt(id("a")), false},
		{"optional call", &Call{Callee: id("f")}, &Call{Callee: id("f"), Optional: true}, false},
		{"argument or callee", &Call{Callee: id("f"), Args: []Expr{id("a")}}, &New{Callee: id("f"), Args: []Expr{id("a")}}, false},
		{"shorthand is layout", prop("a", true), prop("a", false), true},
		{"shorthand __proto__ is not", prop("__proto__", true), prop("__proto__", false), false},
		{"parameter or statement lists", &Function{Params: []Expr{id("a")}}, &Function{ExprBody: id("a")}, false},
		{"else", &If{Test: id("a"), Then: &Empty{}}, &If{Test: id("a"), Then: &Empty{}, Else: &Empty{}}, false},
		{"raw text of an untagged template", &Template{Quasis: []Quasi{{Cooked: "A", Raw: `\x41`}}},
			&Template{Quasis: []Quasi{{Cooked: "A", Raw: "A"}}}, true},
		{"quotes of a template", &Template{Quasis: []Quasi{{Cooked: "A", Raw: "A"}}}, &String{Value: "A"}, true},
		{"directive and template", &ExprStmt{Directive: true, X: &String{Value: "A"}}, &ExprStmt{X: &Template{Quasis: []Quasi{{Cooked: "A"}}}}, false},
		{"raw text of a tagged template",
			&TaggedTemplate{Tag: id("t"), Quasi: &Template{Quasis: []Quasi{{Cooked: "A", Raw: `\x41`}}}},
			&TaggedTemplate{Tag: id("t"), Quasi: &Template{Quasis: []Quasi{{Cooked: "A", Raw: "A"}}}}, false},
		{"long chains", sum(100_000), sum(100_000), true},
		{"chains of different length", sum(100_000), sum(99_999), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Equal(tt.a, tt.b); got != tt.want {
				t.Errorf("Equal = %v, want %v", got, tt.want)
			}
			if got := Equal(tt.b, tt.a); got != tt.want {
				t.Errorf("Equal the other way round = %v, want %v", got, tt.want)
			}
			if same := Hash(tt.a) == Hash(tt.b); same != tt.want {
				t.Errorf("equal hashes: %v, want %v", same, tt.want)
			}
		})
	}
}
