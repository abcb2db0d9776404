package noise

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// MaxShare bounds the share of changed lines that are noise.
const MaxShare = 0.01

// Report is the result for several files.
type Report struct {
	Files []*Result
	// Examples is the number of places to show per file and kind.
	Examples int
}

func itoa(n int) string { return strconv.Itoa(n) }

// Share is the share of the changed lines that are noise.
func (r *Result) Share() float64 { return float64(r.Noise) / float64(max(r.Lines, 1)) }

func (r *Report) total() *Result {
	all := &Result{Name: "all", Kinds: map[Kind]int{}}
	for _, f := range r.Files {
		all.Functions += f.Functions
		all.Lines += f.Lines
		all.Noise += f.Noise
		all.Lost += f.Lost
		all.Strayed += f.Strayed
		all.Labels += f.Labels
		all.Levels += f.Levels
		all.Ends += f.Ends
		for k, n := range f.Kinds {
			all.Kinds[k] += n
		}
	}
	return all
}

// Over lists the bounds that are exceeded.
func (r *Report) Over() []string {
	all := r.total()
	var over []string
	if all.Share() > MaxShare {
		over = append(over, fmt.Sprintf("noise: %.2f%% of the changed lines, at most %.0f%%", 100*all.Share(), 100*MaxShare))
	}
	for _, x := range []struct {
		what string
		n    int
	}{{"comments lost", all.Lost}, {"comments strayed", all.Strayed}, {"labels added", all.Labels}, {"levels of nesting added", all.Levels}, {"lines that differ under CRLF", all.Ends}} {
		if x.n > 0 {
			over = append(over, fmt.Sprintf("%s: %d, at most 0", x.what, x.n))
		}
	}
	return over
}

func (r *Report) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "functions\tlines\tnoise\tshare\tlost\tstrayed\tlabels\tnesting\tcrlf\t \tfile")
	for _, f := range append(slices.Clone(r.Files), r.total()) {
		fmt.Fprintf(w, "%d\t%d\t%d\t%.1f%%\t%d\t%d\t%d\t%d\t%d\t \t%s\n", f.Functions, f.Lines, f.Noise, 100*f.Share(),
			f.Lost, f.Strayed, f.Labels, f.Levels, f.Ends, f.Name)
	}
	w.Flush()
	kinds := r.total().Kinds
	for _, k := range slices.SortedFunc(maps.Keys(kinds), func(x, y Kind) int {
		return cmp.Or(kinds[y]-kinds[x], strings.Compare(string(x), string(y)))
	}) {
		fmt.Fprintf(&b, "%7d lines: %s\n", kinds[k], k)
	}
	for _, f := range r.Files {
		shown := map[Kind]int{}
		for _, x := range f.Examples {
			if shown[x.Kind]++; shown[x.Kind] <= r.Examples {
				fmt.Fprintf(&b, "\n%s: %s\n%s%s", x.Place, x.Kind, quote("- ", x.Before), quote("+ ", x.After))
			}
		}
	}
	return b.String()
}

// quote formats lines of a program, and bounds their number and length.
func quote(mark, s string) string {
	const most, longest = 40, 300
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
		if s == "" {
			break
		}
		if i == most {
			b.WriteString(mark + "…\n")
			break
		}
		if len(line) > longest {
			line = strings.ToValidUTF8(line[:longest], "") + "…"
		}
		b.WriteString(mark + strings.ReplaceAll(line, "\r", "␍") + "\n")
	}
	return b.String()
}

// Hunks shows the first ranges of lines that differ between two texts.
func Hunks(before, after string, most int) string {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	lines := alignment(a, b)
	var out strings.Builder
	for i, j := 0, 0; most > 0 && (i < len(a) || j < len(b)); {
		if i < len(a) && lines[0][i] == j && j < len(b) {
			i, j = i+1, j+1
			continue
		}
		from, to := i, j
		for i < len(a) && lines[0][i] < 0 {
			i++
		}
		for j < len(b) && lines[1][j] < 0 {
			j++
		}
		fmt.Fprintf(&out, "line %d:\n%s%s", from+1, quote("- ", strings.Join(a[from:i], "")), quote("+ ", strings.Join(b[to:j], "")))
		most--
	}
	return out.String()
}
