package son_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// unverified are the fields of nodes that Verify does not read.
var unverified = []string{
	"Span", "home", // for people and for printing
	"deps", "fwd", "key", "peer", "onList", "seen", "numbered", "held", // of the worklist and the value table
}

// TestVerifySinceNoticesEachChange changes what Verify reads, field by field.
func TestVerifySinceNoticesEachChange(t *testing.T) {
	changes := map[string]func(n, x *son.Node){
		"ID":       func(n, _ *son.Node) { n.ID = 77 },
		"Op":       func(n, _ *son.Node) { n.Op = son.OpSub },
		"Flags":    func(n, _ *son.Node) { n.Flags ^= son.FlagMem },
		"Idx":      func(n, _ *son.Node) { n.Idx = -1 },
		"Order":    func(n, _ *son.Node) { n.Order++ },
		"Site":     func(n, _ *son.Node) { n.Site++ },
		"Type":     func(n, _ *son.Node) { n.Type = n.Type.Join(son.TypeNull) },
		"Str":      func(n, _ *son.Node) { n.Str = "k" },
		"Sym":      func(n, _ *son.Node) { n.Sym = &ast.Symbol{ID: 5} },
		"Parts":    func(n, _ *son.Node) { n.Parts = []son.Part{{}} },
		"in":       func(n, _ *son.Node) { son.ReplaceInputForTest(n, 2, nil) },
		"out":      func(n, x *son.Node) { son.DropUserForTest(x, n) },
		"pos":      func(n, _ *son.Node) { son.SwapPlacesForTest(n, true) },
		"slot":     func(_, x *son.Node) { son.SwapPlacesForTest(x, false) },
		"dead":     func(n, _ *son.Node) { son.MarkDeadForTest(n) },
		"Instance": func(n, _ *son.Node) { n.Instance = 2 },
	}
	fields := reflect.TypeFor[son.Node]()
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		if change := changes[name]; change != nil {
			g := read(t, "graph f\nv1 = Start\nv2 = Param v1 [0] : num\nv3 = Add _ _ v2 v2 : num\nv4 = Return v1 v1 v3\n")
			state, err := g.VerifySince(0)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := g.VerifySince(state); again != state || err != nil {
				t.Errorf("%s: another state (%v) of the same graph", name, err)
			}
			change(node(g, 3), node(g, 2))
			if now, err := g.VerifySince(state); now == state && err == nil {
				t.Errorf("%s: no change is noticed", name)
			}
		} else if !slices.Contains(unverified, name) {
			t.Errorf("the state of a graph must contain Node.%s, if Verify reads it", name)
		}
	}
}
