package oracle

import (
	"testing"

	"github.com/sonjs/son/internal/tier"
)

// Each mode has a lower bound for the share of graphs without a label, well below what was
// measured, so that a change that costs readability is noticed; so have the shares of switches
// and ifs that are printed as written, where the hints are given.
func TestTreesDoWhatTheirGraphsDo(t *testing.T) {
	floor := map[string]float64{"random": 0.45, "author": 0.995, "labels": 0.84, "ordered": 0.98, "blind": 0.93,
		"regions": 0.54, "tries": 0.97, "try labels": 0.69, "ordered tries": 0.94, "blind tries": 0.88}
	written := map[string]float64{"author": 0.998, "labels": 0.99, "ordered": 0.80, "tries": 0.998, "try labels": 0.99, "ordered tries": 0.80}
	ifs := map[string]float64{"author": 0.994, "labels": 0.988, "ordered": 0.72, "tries": 0.994, "try labels": 0.988, "ordered tries": 0.70}
	for _, mode := range tier.Some(Modes(), 2) {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			rep := Run(mode, 2000, 1)
			t.Log(rep)
			if rep.Err != nil {
				t.Fatal(rep.Err)
			}
			if share := float64(rep.NoLabel) / float64(rep.Graphs); share < floor[mode] {
				t.Errorf("%.4f of the graphs need no label, want %.4f", share, floor[mode])
			}
			if share := float64(rep.SameSwitches) / float64(max(rep.Switches, 1)); share < written[mode] {
				t.Errorf("%.4f of the switches are printed as written, want %.4f", share, written[mode])
			}
			if share := float64(rep.SameIfs) / float64(max(rep.Ifs, 1)); share < ifs[mode] {
				t.Errorf("%.4f of the ifs are printed as written, want %.4f", share, ifs[mode])
			}
			if (mode == "author" || mode == "tries") && rep.Deeper > rep.Graphs/50 {
				t.Errorf("%d graphs are deeper than the author's by more than one", rep.Deeper)
			}
		})
	}
}

func TestUnknownModeIsAnError(t *testing.T) {
	if rep := Run("none", 1, 1); rep.Err == nil {
		t.Error("no error")
	}
}
