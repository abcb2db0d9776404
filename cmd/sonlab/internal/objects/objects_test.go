package objects

import (
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/sketch"
	"github.com/sonjs/son/internal/tier"
)

func TestSameSeedSameProgram(t *testing.T) {
	for seed := range int64(60) {
		c := Config{Seed: seed}
		if a, b := Generate(c), Generate(c); a.Source != b.Source {
			t.Fatalf("seed %d makes two different programs", seed)
		}
	}
}

// TestProgramsAreValid reads programs of all contexts.
func TestProgramsAreValid(t *testing.T) {
	n, bad := int64(2000), 0
	counts := map[string]int{}
	for seed := range n {
		p := Generate(Config{Seed: seed, Tame: seed%4 == 0})
		if err := p.Parse(); err != nil {
			if bad++; bad < 5 {
				t.Logf("seed %d: %v\n%s", seed, err, p.Source)
			}
		}
		for what := range p.Counts {
			counts[what]++
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d are not valid", bad, n)
	}
	for _, s := range shapes {
		if counts[s.Name] < 10 && !s.Open {
			t.Errorf("%d of %d programs have the shape %q", counts[s.Name], n, s.Name)
		}
	}
	for what, k := range counts {
		if k < 10 {
			t.Errorf("only %d of %d programs have %q", k, n, what)
		}
	}
	t.Log(counts)
}

// TestEveryTemplateRuns runs each version of each shape, alone: all errors that they make are
// caught.
func TestEveryTemplateRuns(t *testing.T) {
	e, err := engine.NewQuickJS()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shapes {
		for i := range s.Text.Versions() {
			g := &generator{Sketch: sketch.New(uint64(i), 1)}
			g.methods = []method{{"m", 0}}
			src := g.fill(s.Text.Version(i))
			tr, err := e.Run(t.Context(), src, time.Second)
			if err != nil || tr.Outcome != engine.Done || len(tr.Events) < 2 || strings.Contains(tr.String(), "uncaught") {
				t.Errorf("%s, version %d: %v %v\n%v\n%s", s.Name, i, err, tr.Outcome, tr, src)
			}
		}
	}
}

// TestProgramsEnd runs programs: they meet no limit, and few end with an error.
func TestProgramsEnd(t *testing.T) {
	e, err := engine.NewQuickJS()
	if err != nil {
		t.Fatal(err)
	}
	n, uncaught := tier.Share(300, 3000), 0
	for seed := range int64(n) {
		p := Generate(Config{Seed: seed, Tame: seed%4 == 0})
		if p.Ext == ".mjs" {
			continue
		}
		tr, err := e.Run(t.Context(), p.Source, 2*time.Second)
		if err != nil || tr.Outcome != engine.Done {
			t.Errorf("seed %d: %v %v\n%v\n%s", seed, err, tr.Outcome, tr, p.Source)
		}
		if strings.Contains(tr.String(), "uncaught") {
			uncaught++
		}
	}
	if uncaught*8 > n {
		t.Errorf("%d of %d programs end with an error", uncaught, n)
	}
}
