package passes_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/passes"
)

// TestBlockForms checks the text of the fixtures of the form of basic blocks, that they are in
// that form, and that they do what the input does. Their files are in.js, blocks.js and prints.
// A line normal: NAME: REASON names a function that is in normal form instead.
func TestBlockForms(t *testing.T) {
	for _, f := range fixtures(t, "blocks") {
		t.Run(f.name, func(t *testing.T) {
			prints := f.inputPrints(t)
			res := f.inForm(t, prints, passes.Options{Level: 1, Emit: passes.Blocks})
			f.golden(t, "blocks.js", res.Code)
			for _, r := range res.Report.Funcs {
				want, got := f.normal[r.Name], ""
				if r.Outcome == passes.Replaced {
					got = r.Reason
				}
				if (got == "") != (want == "") || !strings.Contains(got, want) {
					t.Errorf("%s (%d:%d) is in normal form because %q, not because %q", r.Name, r.Line, r.Column, got, want)
				}
			}
			if *update {
				f.write(t)
			}
		})
	}
}
