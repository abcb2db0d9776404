package test262

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
)

// Report is what a Run found.
type Report struct {
	Node    string         `json:"node"`
	Files   int            `json:"files"`
	Runs    int            `json:"runs"`
	Known   int            `json:"known"`   // runs of a transformed text that was known to pass
	Skipped map[string]int `json:"skipped"` // files, by the reason
	Areas   []*Area        `json:"areas"`   // the last one is the sum
	Finds   []Find         `json:"finds"`

	UntouchedSeconds   float64 `json:"untouchedSeconds"`
	TransformedSeconds float64 `json:"transformedSeconds"`

	mu sync.Mutex
}

// Area counts the runs of a part of the suite.
type Area struct {
	Name       string       `json:"name"`
	Runs       int          `json:"runs"`
	Comparable int          `json:"comparable"`
	NoCalls    int          `json:"noCalls"`  // comparable, without any assertion call
	Negative   int          `json:"negative"` // must not parse
	Passing    int          `json:"passing"`  // comparable, and nothing was found
	Finds      map[Kind]int `json:"finds"`
}

// Find is a run that something is wrong with.
type Find struct {
	Kind   Kind   `json:"kind"`
	Path   string `json:"path"`
	Mode   Mode   `json:"mode"`
	Detail string `json:"detail"`
}

func (f Find) String() string {
	cause, _, _ := strings.Cut(f.Detail, "\n")
	return fmt.Sprintf("%s %s [%s] %s", f.Kind, f.Path, f.Mode, cause)
}

// find records what is wrong with test i.
func (r *runner) find(i int, kind Kind, detail string) {
	r.report.mu.Lock()
	defer r.report.mu.Unlock()
	t := r.tests[i]
	r.report.Finds = append(r.report.Finds, Find{kind, t.Path, t.Mode, detail})
}

// count fills the report's areas and sorts its finds.
func (r *runner) count() {
	areas := map[string]*Area{}
	sum := &Area{Name: "all", Finds: map[Kind]int{}}
	area := func(name string) *Area {
		if areas[name] == nil {
			areas[name] = &Area{Name: name, Finds: map[Kind]int{}}
			r.report.Areas = append(r.report.Areas, areas[name])
		}
		return areas[name]
	}
	for i, t := range r.tests {
		for _, a := range []*Area{area(t.area()), sum} {
			a.Runs++
			switch {
			case t.meta.parseFails():
				a.Negative++
			case r.comparable(i):
				a.Comparable++
				a.Passing++
				if r.before[i].Calls == 0 {
					a.NoCalls++
				}
			}
		}
	}
	comparable := map[string]bool{}
	for i, t := range r.tests {
		comparable[t.id()] = r.comparable(i)
	}
	for _, f := range r.report.Finds {
		for _, a := range []*Area{area(areaOf(f.Path)), sum} {
			a.Finds[f.Kind]++
			if comparable[f.Path+" "+string(f.Mode)] {
				a.Passing--
			}
		}
	}
	slices.SortFunc(r.report.Areas, func(a, b *Area) int { return cmp.Compare(a.Name, b.Name) })
	r.report.Areas = append(r.report.Areas, sum)
	kinds := Kinds()
	slices.SortFunc(r.report.Finds, func(a, b Find) int {
		return cmp.Or(cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Mode, b.Mode))
	})
}

// Count returns how many runs there are of a kind.
func (r *Report) Count(k Kind) int { return r.Areas[len(r.Areas)-1].Finds[k] }

// Failures returns how many runs are the transform's fault.
func (r *Report) Failures() int {
	n := 0
	for _, k := range Kinds() {
		if k.Failure() {
			n += r.Count(k)
		}
	}
	return n
}

// String is the list of finds, then the table of counts.
func (r *Report) String() string {
	var b strings.Builder
	for _, f := range r.Finds {
		fmt.Fprintln(&b, f)
	}
	fmt.Fprintf(&b, "%d files, %d runs in node %s; untouched %.0f s, transformed %.0f s (%d outcomes known)\n",
		r.Files, r.Runs, r.Node, r.UntouchedSeconds, r.TransformedSeconds, r.Known)
	var reasons []string
	for why, n := range r.Skipped {
		reasons = append(reasons, fmt.Sprintf("%d %s", n, why))
	}
	if slices.Sort(reasons); len(reasons) > 0 {
		fmt.Fprintf(&b, "files skipped: %s\n", strings.Join(reasons, "; "))
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "area\truns\tcomparable\tno calls\tpassing\tnegative\t")
	for _, k := range Kinds() {
		fmt.Fprintf(w, "%s\t", k)
	}
	fmt.Fprintln(w)
	for _, a := range r.Areas {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t", a.Name, a.Runs, a.Comparable, a.NoCalls, a.Passing, a.Negative)
		for _, k := range Kinds() {
			fmt.Fprintf(w, "%d\t", a.Finds[k])
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	return b.String()
}
