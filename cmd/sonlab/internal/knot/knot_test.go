package knot

import (
	"testing"

	"github.com/sonjs/son/parse"
)

func TestSameSeedSameKnot(t *testing.T) {
	for seed := range int64(60) {
		c := Config{Seed: seed, Context: int(seed)}
		if a, b := Generate(c), Generate(c); a.Source != b.Source {
			t.Fatalf("seed %d makes two different programs", seed)
		}
	}
}

// TestKnotsAreValid reads programs of all contexts.
func TestKnotsAreValid(t *testing.T) {
	n, bad := int64(2600), 0
	for seed := range n {
		p := Generate(Config{Seed: seed, Context: int(seed), Tame: seed%7 == 0})
		if prog, ds := parse.Parse(p.Source, parse.Options{Type: p.File.SourceType()}); prog == nil {
			if bad++; bad < 5 {
				t.Logf("seed %d: %v\n%s", seed, ds[0], p.Source)
			}
		}
	}
	t.Logf("%d of %d are not valid", bad, n)
	if bad > 0 {
		t.Errorf("%d of %d are not valid", bad, n)
	}
}
