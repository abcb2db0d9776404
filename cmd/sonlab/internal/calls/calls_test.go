package calls

import "testing"

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
		p := Generate(Config{Seed: seed, Tame: seed%4 == 0, Calm: seed%8 == 0})
		if err := p.Parse(); err != nil {
			if bad++; bad < 5 {
				t.Logf("seed %d: %v\n%s", seed, err, p.Source)
			}
		}
		for what, k := range p.Counts {
			counts[what] += k
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d are not valid", bad, n)
	}
	for _, s := range shapes {
		if counts[s.Name] < 10 {
			t.Errorf("%d of %d programs have the shape %q", counts[s.Name], n, s.Name)
		}
	}
	t.Log(counts)
}
