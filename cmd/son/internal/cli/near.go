package cli

import (
	"fmt"
	"slices"
	"strings"
)

// didYouMean suggests the candidates nearest to what was written, or returns "". They
// are quoted, or prefixed with before.
func didYouMean(written string, candidates []string, before ...string) string {
	near := nearest(written, candidates, 3)
	if len(near) == 0 {
		return ""
	}
	for i, n := range near {
		if near[i] = strings.Join(before, "") + n; len(before) == 0 {
			near[i] = fmt.Sprintf("%q", n)
		}
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}

// nearest returns up to n candidates that could be meant: those that contain
// what was written, and those that are a few typos away.
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
		for _, part := range strings.Split(name, "-") {
			if len(part) > 3 && part != name { // --force is --force-graph
				far = min(far, max(1, distance(low, part)))
			}
		}
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
		if f.far > 0 && found[0].far == 0 {
			break // there is an exact match
		}
		if len(out) < n && !slices.Contains(out, f.name) {
			out = append(out, f.name)
		}
	}
	return out
}

// distance counts the letters to insert, drop, change, or swap with the next one. Names
// that differ a lot in length are far apart without counting.
func distance(a, b string) int {
	const far = 1 << 20
	if len(a) > len(b)+3 || len(b) > len(a)+3 || len(a) > 200 {
		return far
	}
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := above[j]
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, row[j]+1, above[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
