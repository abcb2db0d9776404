package cli

import (
	"fmt"
	"slices"
	"strings"
)

// didYouMean names the candidates nearest to what was written, or says nothing.
func didYouMean(written string, candidates []string) string {
	near := nearest(written, candidates, 3)
	if len(near) == 0 {
		return ""
	}
	for i, n := range near {
		near[i] = fmt.Sprintf("%q", n)
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}

// nearest returns up to n candidates that could be meant: those that contain
// what was written, and those that a few slips of the hand away.
func nearest(written string, candidates []string, n int) []string {
	type scored struct {
		name string
		far  int
	}
	var found []scored
	low := strings.ToLower(written)
	for _, c := range candidates {
		name := strings.ToLower(c[strings.LastIndexByte(c, '.')+1:])
		far := min(distance(low, name), distance(low, strings.ToLower(c)))
		if len(low) > 1 && strings.Contains(strings.ToLower(c), low) {
			far = min(far, 1)
		}
		if far <= max(1, 2*len(low)/5) {
			found = append(found, scored{c, far})
		}
	}
	slices.SortStableFunc(found, func(x, y scored) int { return x.far - y.far })
	var out []string
	for _, f := range found {
		if len(out) < n && !slices.Contains(out, f.name) {
			out = append(out, f.name)
		}
	}
	return out
}

// distance counts the letters to insert, drop or change. Names that differ a
// lot in length are far apart without counting.
func distance(a, b string) int {
	const far = 1 << 20
	if len(a) > len(b)+3 || len(b) > len(a)+3 || len(a) > 200 {
		return far
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
