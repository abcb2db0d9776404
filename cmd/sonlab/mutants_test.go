package main

import (
	"path/filepath"
	"testing"

	"github.com/sonjs/son/cmd/sonlab/internal/mutant"
	"github.com/sonjs/son/internal/tier"
)

// allMutants returns the root of the repository and its mutants.
func allMutants(t *testing.T) (root string, ms []mutant.Mutant) {
	t.Helper()
	root, err := mutant.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	if ms, err = mutant.Load(filepath.Join(root, "testdata", "mutants")); err != nil {
		t.Fatal(err)
	}
	return root, ms
}

// TestMutantsApply asserts that the patches of all mutants still apply. If the code that
// a patch quotes was changed, the patch has to be changed with it.
func TestMutantsApply(t *testing.T) {
	root, ms := allMutants(t)
	for _, m := range ms {
		if err := m.Check(root); err != nil {
			t.Error(err)
		}
	}
}

// TestMutantsBuild asserts that the code of all patches still compiles.
func TestMutantsBuild(t *testing.T) {
	tier.OnlyLong(t)
	root, ms := allMutants(t)
	if _, err := mutant.BuildAll(t.Context(), root, t.TempDir(), ms); err != nil {
		t.Error(err)
	}
}

// TestModesAndContextsAreSpread asserts that a run covers each mode in each
// context.
func TestModesAndContextsAreSpread(t *testing.T) {
	tier.OnlyLong(t)
	s := spread{seed: 1, modes: modes, per: defaultPer}
	seen := map[string]map[int]bool{}
	for i := range 8000 {
		p, through := s.any(i)
		if seen[p.Place] == nil {
			seen[p.Place] = map[int]bool{}
		}
		for _, m := range through {
			seen[p.Place][m] = true
		}
	}
	for place, ms := range seen {
		if len(ms) != len(modes) {
			t.Errorf("%s: %d of %d modes", place, len(ms), len(modes))
		}
	}
	if len(seen) != 27 {
		t.Errorf("%d contexts", len(seen))
	}
}
