package son_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/son"
)

// Each archive holds a graph and Verify's output, word for word.
func TestVerifyReportsBrokenInvariants(t *testing.T) {
	files, err := filepath.Glob("../testdata/verify/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d archives: %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(ar.Files) != 2 || ar.Files[0].Name != "graph" || ar.Files[1].Name != "want" {
				t.Fatal("want an archive with graph and want")
			}
			got := ""
			if err := read(t, string(ar.Files[0].Data)).Verify(); err != nil {
				got = err.Error() + "\n"
			}
			if diff := cmp.Diff(string(ar.Files[1].Data), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestVerifyChecksEdgesBothWays(t *testing.T) {
	for _, c := range []struct {
		name, want string
		break_     func(g *son.Graph)
	}{
		{"user forgotten", "more or less often than it is used", func(g *son.Graph) {
			son.DropUserForTest(node(g, 2), node(g, 3))
		}},
		{"instance that there is not", "is of instance 2, and there are 0", func(g *son.Graph) { node(g, 3).Instance = 2 }},
		{"killed input", "is not a live node", func(g *son.Graph) { son.MarkDeadForTest(node(g, 2)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := read(t, "graph f\nv1 = Start\nv2 = Param v1 [0] : num\nv3 = Add _ _ v2 v2 : num\nv4 = Return v1 v1 v3\n")
			if err := g.Verify(); err != nil {
				t.Fatal(err)
			}
			c.break_(g)
			if err := g.Verify(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func node(g *son.Graph, id int32) (found *son.Node) {
	g.Nodes(func(n *son.Node) {
		if n.ID == id {
			found = n
		}
	})
	return found
}
