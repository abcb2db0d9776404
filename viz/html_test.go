package viz

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/sonjs/son/viz/internal/tracetest"
	"github.com/sonjs/son/viz/trace"
)

func page(t testing.TB, tr *trace.Trace) string {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, tr); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var pageData = regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`)

// read returns the data in a page.
func read(t testing.TB, page string) (data struct {
	Trace  trace.Trace
	Blocks *layoutData
	Sea    *layoutData
}) {
	t.Helper()
	m := pageData.FindStringSubmatch(page)
	if m == nil {
		t.Fatal("the page has no data")
	}
	if err := json.Unmarshal([]byte(m[1]), &data); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTheExplorerIsSelfContained(t *testing.T) {
	s := page(t, tracetest.Of(t, nested))
	for _, bad := range []string{"src=", "href=", "@import", "url(", "{{"} {
		if strings.Contains(s, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	if s != page(t, tracetest.Of(t, nested)) {
		t.Error("the second page differs")
	}
}

func TestTheExplorerHasRoomForEveryNode(t *testing.T) {
	for _, src := range []string{nested, effects} {
		tr := tracetest.With(t, src, tracetest.Options{Level: 1, AllPhis: true})
		d := read(t, page(t, tr))
		for name, l := range map[string]*layoutData{"blocks": d.Blocks, "sea": d.Sea} {
			has := map[int32]bool{}
			for _, c := range l.Cells {
				has[c.Node] = true
				if c.Place[0] < 0 || c.Place[0]+c.Place[2] > l.W || c.Place[1]+c.Place[3] > l.H {
					t.Errorf("%s: v%d is outside of the picture", name, c.Node)
				}
			}
			for _, n := range tr.All().Nodes {
				if !written(n) && n.Op != "Stop" && !has[n.ID] {
					t.Errorf("%s: no room for v%d = %s", name, n.ID, n.Text)
				}
			}
		}
	}
}

func TestTextCannotEscapeFromTheData(t *testing.T) {
	tr, _ := evilTrace(t)
	tr.Output = &trace.Output{Text: "</script><script>alert(1)</script><!--", Outcome: "replaced"}
	s := page(t, tr)
	if n := strings.Count(s, "<script"); n != 2 {
		t.Errorf("%d scripts", n)
	}
	if got := read(t, s).Trace.Output.Text; got != tr.Output.Text {
		t.Errorf("the output came back as %q", got)
	}
}

func TestSpansAreInUnits(t *testing.T) {
	at := unitsOf("aé😀b")
	for bytes, units := range map[int]int{0: 0, 1: 1, 3: 2, 4: 2, 7: 4, 8: 5, 99: 5} {
		if got := at(bytes); got != units {
			t.Errorf("byte %d is unit %d, not %d", bytes, got, units)
		}
	}
}
