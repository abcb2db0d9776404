package passes

import (
	"github.com/sonjs/son/internal/pointsto"
	"github.com/sonjs/son/parse"
)

// privatesToProperties gives private members names of properties in the text of the program, which is from then on
// the source, and reports whether it did. Names keep their lengths, so places do not change.
func (w *work) privatesToProperties(list []pointsto.PrivateMember) bool {
	if len(list) == 0 {
		return false
	}
	text := []byte(w.p.Source)
	for _, m := range list {
		for _, at := range m.At {
			text[at] = m.To[0]
		}
	}
	p, _ := parse.Parse(string(text), parse.Options{Path: w.o.Path, Type: w.goal()})
	if p == nil {
		return false
	}
	w.p, w.source, w.authored = p, p.Source, w.source
	for _, a := range []AssumptionSet{AssumeClosedObjects, AssumeBuiltins, AssumeFnNames} { // a private method is called #m
		w.report.assumedTimes(a, "private members as properties", len(list))
	}
	return true
}
