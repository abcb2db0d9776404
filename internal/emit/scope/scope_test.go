package scope

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// nested returns lists of which each is in a random one before it.
func nested(n int) (lists []*List) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		l := &List{At: i}
		if i > 0 {
			l.Parent = lists[max(r.IntN(i), i-1-r.IntN(4))]
			l.Depth = l.Parent.Depth + 1
		}
		lists = append(lists, l)
	}
	return lists
}

// TestCommon compares with walks from list to list.
func TestCommon(t *testing.T) {
	lists := nested(200)
	Link(lists)
	around := func(l *List) (out []*List) {
		for ; l != nil; l = l.Parent {
			out = append(out, l)
		}
		return out
	}
	for _, l := range lists {
		for _, x := range around(l) {
			if l.Out(x.Depth) != x {
				t.Errorf("list %d at depth %d is not %d", l.At, x.Depth, x.At)
			}
		}
		for _, m := range lists {
			in := false
			var common *List
			for _, x := range around(l) {
				in = in || x == m
				if m.In(x) && common == nil {
					common = x
				}
			}
			if l.In(m) != in || l.Common(m) != common {
				t.Errorf("lists %d and %d: %v, %d", l.At, m.At, l.In(m), l.Common(m).At)
			}
		}
	}
}

func TestUses(t *testing.T) {
	root := &List{}
	a := &List{Parent: root, Depth: 1, At: 2}
	b := &List{Parent: a, Depth: 2, At: 1}
	c := &List{Parent: root, Depth: 1, At: 4, Kind: Case}
	lists := []*List{root, a, b, c}
	Link(lists)
	name := map[*List]string{root: "root", a: "a", b: "b", c: "c"}
	var u Uses
	for _, tt := range []struct {
		list *List
		at   int
		want string
	}{{b, 3, "b 3"}, {b, 1, "b 1"}, {a, 5, "a 1"}, {c, 0, "root 2"}, {root, 1, "root 1"}, {c, 0, "root 1"}} {
		if u.Add(tt.list, tt.at); fmt.Sprintf("%s %d", name[u.Around], u.First) != tt.want {
			t.Errorf("%s %d after %s %d, want %s", name[u.Around], u.First, name[tt.list], tt.at, tt.want)
		}
	}
	if len(u.Places) != 4 {
		t.Errorf("%d places", len(u.Places))
	}
}

// TestInBody asks which lists are new scopes in each iteration of a loop.
func TestInBody(t *testing.T) {
	root := &List{}
	for _, tt := range []struct {
		name       string
		loop       ast.Stmt
		head, body bool
	}{
		{"for", &ast.For{}, false, true},
		{"for-of", &ast.ForOf{}, true, true},
		{"label", &ast.Labeled{Body: &ast.ForIn{}}, true, true},
	} {
		head := &List{Parent: root, Owner: tt.loop, Depth: 1, Kind: Head}
		body := &List{Parent: head, Owner: tt.loop, Depth: 2}
		in := &List{Parent: body, Owner: &ast.Block{}, Depth: 3}
		if head.InBody(tt.loop) != tt.head || body.InBody(tt.loop) != tt.body || in.InBody(tt.loop) != tt.body || root.InBody(tt.loop) {
			t.Errorf("%s: %v %v %v", tt.name, head.InBody(tt.loop), body.InBody(tt.loop), root.InBody(tt.loop))
		}
		v := &Var{Declaration: Declaration{UsedIn: []ast.Stmt{&ast.While{}, tt.loop}}}
		if v.IsMadeAgain(in) != tt.body || v.IsMadeAgain(root) {
			t.Errorf("%s: %v %v", tt.name, v.IsMadeAgain(in), v.IsMadeAgain(root))
		}
	}
}

func TestFormat(t *testing.T) {
	root := &List{}
	in := &List{Parent: root, Depth: 1, Kind: Case}
	empty := &List{Parent: root, Depth: 1}
	tree := Tree{Root: root, Lists: []*List{root, in, empty}}
	Link(tree.Lists)
	var storage slab.List[Uses]
	var free Free
	free.Begin(&storage)
	free.Add("log", in, 0)
	a := &Var{Sym: &ast.Symbol{Name: "a"}, Hint: "a", Name: "a$1", Cell: true, Pinned: true, Declaration: Declaration{Kind: ast.Const, Home: in, Uses: &Uses{}}}
	p := &Var{Sym: &ast.Symbol{Name: "p"}, Hint: "p", Param: true, Pinned: true, Declaration: Declaration{Home: root}}
	h := &Var{Declaration: Declaration{Kind: ast.Let, Home: root, Uses: &Uses{}}}
	a.Uses.Add(in, 0)
	h.Uses.Add(in, 0)
	h.Uses.Add(root, 0)
	want := `body: param p, let t helper | t
  case: const a$1 cell pinned | a$1, t, log
  block:
`
	if d := cmp.Diff(want, Format(tree, []*Var{a, p, h}, &free)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
