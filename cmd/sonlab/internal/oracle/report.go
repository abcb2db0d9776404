package oracle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// Tally counts the sources of one group.
type Tally struct {
	Group   string
	Files   int // distinct files
	Sources int // a file may be read in several ways
	// ByEsbuild and ByAcorn count the sources that the oracles judged, ByNode
	// those that one of them refused and node accepts.
	ByEsbuild, ByAcorn, ByNode int
	// Alone counts those that only our own reader accepts.
	Alone int
	// Refused counts the files that are not programs: the reader refuses them,
	// and so does esbuild or acorn.
	Refused     int
	Differences int
}

// Report is the outcome of a run.
type Report struct {
	Tallies     []*Tally // in the order of the sources
	Differences []Difference
	byGroup     map[string]*Tally
}

func newReport(sources []Source) *Report {
	r := &Report{byGroup: map[string]*Tally{}}
	files := map[string]bool{}
	for _, s := range sources {
		t := r.byGroup[s.Group]
		if t == nil {
			t = &Tally{Group: s.Group}
			r.byGroup[s.Group] = t
			r.Tallies = append(r.Tallies, t)
		}
		if key := s.Group + "\x00" + cmp.Or(s.File, s.Name); !files[key] {
			files[key] = true
			t.Files++
		}
	}
	return r
}

func (r *Report) add(v *verdict) {
	t := r.byGroup[v.source.Group]
	r.Differences = append(r.Differences, v.differences...)
	t.Differences += len(v.differences)
	if v.refused != "" {
		if len(v.differences) == 0 {
			t.Refused++
		}
		return
	}
	t.Sources++
	if v.byEsbuild {
		t.ByEsbuild++
	}
	if v.byAcorn {
		t.ByAcorn++
	}
	if v.byNode {
		t.ByNode++
	}
	if !v.byEsbuild && !v.byAcorn && !v.byNode {
		t.Alone++
	}
}

func (r *Report) sort() {
	slices.SortStableFunc(r.Differences, func(a, b Difference) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Name, b.Name), cmp.Compare(a.By, b.By), cmp.Compare(a.Style, b.Style))
	})
}

// String is the table.
func (r *Report) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "source\tfiles\tprograms\tesbuild\tacorn\tnode\talone\tnot a program\tdifferences\t")
	total := Tally{Group: "total"}
	row := func(t *Tally) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", t.Group, t.Files, t.Sources, t.ByEsbuild, t.ByAcorn, t.ByNode, t.Alone, t.Refused, t.Differences)
	}
	for _, t := range r.Tallies {
		row(t)
		total.Files += t.Files
		total.Sources += t.Sources
		total.ByEsbuild += t.ByEsbuild
		total.ByAcorn += t.ByAcorn
		total.ByNode += t.ByNode
		total.Alone += t.Alone
		total.Refused += t.Refused
		total.Differences += t.Differences
	}
	row(&total)
	w.Flush()
	return b.String()
}
