package oracle

import "testing"

// Each mode has a floor for the share of graphs without a label, well below what
// was measured, so that a change that costs readability is seen.
func TestTreesDoWhatTheirGraphsDo(t *testing.T) {
	floor := map[string]float64{"random": 0.45, "author": 0.99, "labels": 0.90, "ordered": 0.98, "blind": 0.97}
	for _, mode := range Modes() {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			rep := Run(mode, 3000, 1)
			t.Log(rep)
			if rep.Err != nil {
				t.Fatal(rep.Err)
			}
			if share := float64(rep.NoLabel) / float64(rep.Graphs); share < floor[mode] {
				t.Errorf("%.4f of the graphs need no label, want %.4f", share, floor[mode])
			}
			if mode == "author" && rep.Deeper > rep.Graphs/50 {
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
