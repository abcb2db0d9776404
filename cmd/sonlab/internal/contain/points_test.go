package contain

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	cg "github.com/sonjs/son/cmd/sonlab/internal/calls"
	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/internal/snapshot"
	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
)

// sights counts what programs did at points.
type sights struct {
	programs, skipped, points int
	records                   int // variables with records that were not let go
	shared                    int // calls that an answer was there for
}

// points runs a program and returns what it did that the interpretation does not contain.
func points(t *testing.T, src string, goal parse.SourceType, prelude string, o snapshot.Options, n *sights) (wrong []string) {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Type: goal})
	if p == nil {
		t.Fatalf("%s in\n%s", parse.Format(ds), src)
	}
	o.Points = true
	s := snapshot.New(p, calls.New(p, calls.Options{}), o)
	if slices.ContainsFunc(s.Entries, func(e *snapshot.Entry) bool { return e.Answer.Unknown != "" }) {
		n.skipped++ // functions may be called from where control did not come
		return nil
	}
	n.programs++
	for _, e := range s.Entries {
		for _, c := range e.Calls {
			if c.Shared {
				n.shared++
			}
		}
	}
	q := NewPoints(p, s)
	text := q.Text
	if goal == parse.CommonJS {
		text = engine.CommonJS(text)
	}
	seen, err := ParsePoints(enginetest.RunFor(t, 2*time.Second, PointsPrelude(prelude), text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if strings.Contains(seen.Uncaught, "SyntaxError") {
		t.Fatalf("%s in\n%s", seen.Uncaught, text)
	}
	for _, x := range seen.Points {
		n.points++
		n.records += q.records(x.At)
		if w := q.Check(x); w != "" {
			wrong = append(wrong, w)
		}
	}
	return wrong
}

// records counts the variables at a point that are records of which something is known.
func (p *Points) records(at int) (n int) {
	q := p.list[at]
	for _, c := range q.claims {
		for _, sym := range q.vars {
			for _, id := range c.Value(sym).Recs {
				if f := c.Facts(id); f != nil && !f.IsGone() {
					n++
				}
			}
		}
	}
	return n
}

// TestPointsContainRecords runs generated programs of records.
func TestPointsContainRecords(t *testing.T) {
	for _, builtins := range []bool{true, false} {
		t.Run(fmt.Sprintf("builtins=%v", builtins), func(t *testing.T) {
			var n sights
			bad := 0
			for seed := range tier.Share(60, 3000) {
				src := generateRecords(seed)
				if wrong := points(t, src, parse.Script, recordsPrelude, snapshot.Options{Builtins: builtins}, &n); len(wrong) > 0 {
					if bad++; bad <= 3 {
						t.Errorf("seed %d: %s\n%s", seed, wrong[0], src)
					}
				}
			}
			t.Logf("%+v, %d with faults", n, bad)
			if n.points == 0 || builtins && n.records == 0 || n.shared == 0 || n.skipped > n.programs/4 {
				t.Errorf("too little is seen: %+v", n)
			}
		})
	}
}

// TestPointsContainCalls runs generated programs of functions that call each other.
func TestPointsContainCalls(t *testing.T) {
	var n sights
	bad := 0
	for seed := range tier.Share(60, 3000) {
		src, goal := generated(cg.Config{Seed: int64(seed), Tame: seed%2 == 0, Calm: seed%3 > 0})
		if wrong := points(t, src, goal, engine.Prelude(), snapshot.Options{Builtins: seed%2 == 0}, &n); len(wrong) > 0 {
			if bad++; bad <= 3 {
				t.Errorf("seed %d: %s\n%s", seed, wrong[0], src)
			}
		}
	}
	t.Logf("%+v, %d with faults", n, bad)
	if n.points == 0 {
		t.Errorf("too little is seen: %+v", n)
	}
}
