package roundtrip

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// The bounds of a round trip.
const (
	MaxRatio     = 1.005 // of the sizes of one file
	MaxMeanRatio = 1.000 // of all files, as printed: rounded to three places
	MinEqual     = 0.90  // share of the functions with the same tokens
	maxLabels    = 0.001 // share of the functions with more labels
)

// Report is the round trip of several files.
type Report struct {
	Files []*Result
	// Examples is the number of differing functions to show per class.
	Examples int
}

// total sums up the files, but not MinIn and MinOut, whose sums have no meaning.
func (r *Report) total() *Result {
	all := &Result{Name: "all", Bailouts: map[string]int{}, Top: true}
	for _, f := range r.Files {
		all.Functions += f.Functions
		all.Through += f.Through
		all.Top = all.Top && f.Top
		all.Compared += f.Compared
		all.Short += f.Short
		all.Unreached += f.Unreached
		all.Equal += f.Equal
		all.Written += f.Written
		all.Lost = append(all.Lost, f.Lost...)
		all.Differ = append(all.Differ, f.Differ...)
		all.Labels = append(all.Labels, f.Labels...)
		all.Helpers = append(all.Helpers, f.Helpers...)
		all.Deeper = append(all.Deeper, f.Deeper...)
		for k, n := range f.Bailouts {
			all.Bailouts[k] += n
		}
	}
	return all
}

// Mean is the geometric mean of the size ratios.
func (r *Report) Mean() float64 {
	sum := 0.0
	for _, f := range r.Files {
		sum += math.Log(f.Ratio())
	}
	return math.Exp(sum / float64(max(len(r.Files), 1)))
}

// Over lists the bounds that are exceeded.
func (r *Report) Over() []string {
	var over []string
	for _, f := range r.Files {
		if f.Ratio() > MaxRatio {
			over = append(over, fmt.Sprintf("size of %s: %.4f, at most %.3f", f.Name, f.Ratio(), MaxRatio))
		}
	}
	if m := r.Mean(); math.Round(m*1000) > math.Round(MaxMeanRatio*1000) {
		over = append(over, fmt.Sprintf("mean size: %.4f, at most %.3f", m, MaxMeanRatio))
	}
	all := r.total()
	if share(all.Equal, all.Compared) < MinEqual {
		over = append(over, fmt.Sprintf("equal functions: %.2f%%, at least %.0f%%", 100*share(all.Equal, all.Compared), 100*MinEqual))
	}
	if n := len(all.Helpers); n > 0 {
		over = append(over, fmt.Sprintf("helpers: %d, at most 0", n))
	}
	if n := len(all.Labels); float64(n) > maxLabels*float64(all.Functions) {
		over = append(over, fmt.Sprintf("functions with more labels: %d of %d, at most one in %.0f", n, all.Functions, 1/maxLabels))
	}
	if n := len(all.Deeper); n > 0 {
		over = append(over, fmt.Sprintf("functions nested deeper by more than one level: %d, at most 0", n))
	}
	if n := len(all.Lost); n > 0 {
		over = append(over, fmt.Sprintf("functions that could not be compared: %d", n))
	}
	return over
}

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

func (r *Report) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "functions\tthrough\ttop\tsize\tcompared\tequal\tas written\tlabels\thelpers\tdeeper\t  \t")
	for _, f := range r.Files {
		row(w, f, f.Ratio())
	}
	all := r.total()
	row(w, all, r.Mean())
	w.Flush()
	text := b.String()
	b.Reset()
	for _, line := range strings.SplitAfter(text, "\n") {
		b.WriteString(strings.TrimRight(strings.TrimSuffix(line, "\n"), " "))
		if line != "" {
			b.WriteByte('\n')
		}
	}
	r.rest(&b, all)
	return b.String()
}

// Again returns the report on files that [Again] measured. over is set if the share
// of equal functions is below [MinEqual], or if some could not be compared.
func (r *Report) Again() (text string, over bool) {
	var b strings.Builder
	all := r.total()
	all.MinIn, all.MinOut = 0, 0
	for _, f := range r.Files {
		all.MinIn, all.MinOut = all.MinIn+f.MinIn, all.MinOut+f.MinOut
	}
	for _, f := range append(slices.Clone(r.Files), all) {
		fmt.Fprintf(&b, "%s: %d functions compared (%d more are too short), %d equal (%.2f%%); minified %d to %d (%.4f)\n",
			f.Name, f.Compared, f.Short, f.Equal, 100*share(f.Equal, f.Compared), f.MinIn, f.MinOut, f.Ratio())
	}
	r.rest(&b, all)
	return b.String(), share(all.Equal, all.Compared) < MinEqual || len(all.Lost) > 0
}

// rest writes why functions were left as written, how others differ, and which could
// not be compared.
func (r *Report) rest(b *strings.Builder, all *Result) {
	for _, k := range byCount(all.Bailouts, func(n int) int { return n }) {
		fmt.Fprintf(b, "%7d left as written: %s\n", all.Bailouts[k], k)
	}
	if all.Unreached > 0 {
		fmt.Fprintf(b, "%7d removed: unreachable\n", all.Unreached)
	}
	r.classes(b, all.Differ)
	findings(b, "more labels", all.Labels)
	findings(b, "helper", all.Helpers)
	findings(b, "nested deeper", all.Deeper)
	for i, s := range all.Lost {
		if i == maxFindings {
			fmt.Fprintf(b, "and %d more\n", len(all.Lost)-i)
			break
		}
		fmt.Fprintf(b, "not compared: %s\n", s)
	}
}

func row(w *tabwriter.Writer, f *Result, ratio float64) {
	top := "yes"
	if !f.Top {
		top = "no"
	}
	fmt.Fprintf(w, "%d\t%d\t%s\t%.4f\t%d\t%.2f%%\t%.2f%%\t%d\t%d\t%d\t  \t%s\n", f.Functions, f.Through, top, ratio, f.Compared,
		100*share(f.Equal, f.Compared), 100*share(f.Written, f.Compared), len(f.Labels), len(f.Helpers), len(f.Deeper), f.Name)
}

// classes lists the classes of differences, the most frequent first.
func (r *Report) classes(b *strings.Builder, ds []Difference) {
	by := map[string][]Difference{}
	for _, d := range ds {
		by[d.Class] = append(by[d.Class], d)
	}
	for _, c := range byCount(by, func(ds []Difference) int { return len(ds) }) {
		fmt.Fprintf(b, "%7d differ: %s (%s)\n", len(by[c]), c, by[c][0].Place)
		for _, d := range by[c][:min(len(by[c]), r.Examples)] {
			was, is := around(d.Before, d.After)
			fmt.Fprintf(b, "          %s\n            %s\n            %s\n", d.Place, was, is)
		}
	}
}

// maxFindings bounds the lists of findings.
const maxFindings = 20

func findings(b *strings.Builder, what string, fs []Finding) {
	for i, f := range fs {
		if i == maxFindings {
			fmt.Fprintf(b, "and %d more\n", len(fs)-i)
			break
		}
		fmt.Fprintf(b, "%s: %v\n", what, f)
	}
}

// around cuts two texts down to the part in which they differ.
func around(a, b string) (string, string) {
	const context, most = 40, 300
	from, to := 0, 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	for to < min(len(a), len(b))-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	cut := func(s string) string {
		i, j := max(0, from-context), min(len(s), len(s)-to+context)
		s = strings.ToValidUTF8(s[i:j], "")
		return strings.ReplaceAll(s[:min(len(s), most)], "\n", `\n`)
	}
	return cut(a), cut(b)
}

// byCount lists the keys of m, those with the largest count first.
func byCount[V any](m map[string]V, count func(V) int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if d := count(m[b]) - count(m[a]); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return keys
}
