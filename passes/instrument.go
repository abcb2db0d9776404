package passes

import (
	"cmp"
	"fmt"

	"github.com/sonjs/son/internal/instrument"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

// forChecks lists assumptions by the names that package instrument has for them.
func forChecks(s AssumptionSet) (names []instrument.Assumption) {
	for _, name := range Assumed(s) {
		names = append(names, instrument.Assumption(name))
	}
	return names
}

// instrument returns the program as its author wrote it, with checks of assumptions.
func (w *work) instrument(ds []parse.Diagnostic) (Result, error) {
	found := instrument.Program(w.p, instrument.Options{Assumed: forChecks(w.o.Assume), Checked: forChecks(w.o.Check),
		Place: func(at int32) (string, int, int) {
			p := w.place(at)
			return cmp.Or(p.File, w.o.Path), p.Line, p.Column
		}})
	if code := print.Apply(w.p.Source, found.Patches); len(found.Patches) > 0 {
		if p, wrong := w.parse(code); p != nil {
			w.reread, w.rereadOf = p, code
		} else if wrong[0].Text == parse.TooDeep {
			ds = append(ds, parse.Diagnostic{Path: w.o.Path, Severity: parse.Warning, Text: "nothing is checked: the output would nest too deep"})
			found.Patches, found.Checks = nil, nil
		}
	}
	w.report.Checks = map[string]int{}
	for _, a := range Assumptions {
		if !w.o.Check.Has(a.Set) {
			continue
		}
		w.report.Checks[a.Name] = found.Checks[instrument.Assumption(a.Name)]
		if why := found.Unchecked[instrument.Assumption(a.Name)]; why != "" {
			ds = append(ds, parse.Diagnostic{Path: w.o.Path, Severity: parse.Warning, Text: fmt.Sprintf("%s is not checked: %s", a.Name, why)})
		}
	}
	w.report.Unregistered = found.Unregistered
	r, err := w.result(found.Patches, ds)
	if err == nil && len(w.report.Faults) > 0 {
		r.Code, r.Map, r.Report = w.p.Source, nil, w.report
	}
	return r, err
}
