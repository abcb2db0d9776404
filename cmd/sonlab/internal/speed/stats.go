package speed

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Interval is an estimate of a ratio and the interval that holds it with 95%
// confidence, from the logarithms of measured ratios (Student's t).
type Interval struct {
	Mean, Low, High float64 // the geometric mean and the ends
	Median          float64
	Pairs           int
	Least           float64 // the ratio of the least times, 0 if there are none
}

// students is the two-sided 95% quantile of Student's t distribution by degrees
// of freedom, from 1.
var students = []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
	2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
	2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042}

func interval(ratios []float64) Interval {
	n := len(ratios)
	if n == 0 {
		return Interval{}
	}
	var sum float64
	for _, r := range ratios {
		sum += math.Log(r)
	}
	mean, middle := sum/float64(n), median(ratios)
	if n == 1 {
		return Interval{Mean: math.Exp(mean), Low: 0, High: math.Inf(1), Median: middle, Pairs: 1}
	}
	var squares float64
	for _, r := range ratios {
		d := math.Log(r) - mean
		squares += d * d
	}
	t := students[min(n-1, len(students))-1]
	half := t * math.Sqrt(squares/float64(n-1)/float64(n))
	return Interval{Mean: math.Exp(mean), Low: math.Exp(mean - half), High: math.Exp(mean + half), Median: middle, Pairs: n}
}

// median returns the median of some numbers, the mean of two if they are even in number.
func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}

func (i Interval) String() string {
	if i.Low == i.High { // counted, not measured
		return fmt.Sprintf("%.4f", i.Mean)
	}
	return fmt.Sprintf("%.3f [%.3f, %.3f]", i.Mean, i.Low, i.High)
}

// Slow is the bound that no program's interval may lie below.
const Slow = 0.98

// Slower reports whether the variant is significantly slower than the original.
func (r Result) Slower() bool { return r.Err == nil && !r.Same && r.Gain.High < Slow }

// Line formats the gains of one program's variants in one engine.
func Line(rs []Result) string {
	var b strings.Builder
	for i, r := range rs {
		if i == 0 {
			fmt.Fprintf(&b, "%-11s %-8s", r.Program, r.Engine)
		}
		switch {
		case r.Err != nil:
			fmt.Fprintf(&b, "  %s FAILED", r.Variant)
		case r.Same:
			fmt.Fprintf(&b, "  %s unchanged", r.Variant)
		default:
			fmt.Fprintf(&b, "  %s %v", r.Variant, r.Gain)
		}
	}
	return b.String()
}

// Summary returns the geometric mean of each variant in each engine, also of each class of
// programs, the programs that are significantly slower, and the failures. An unchanged program
// counts as 1.
func Summary(results []Result) string {
	type place struct{ engine, variant, class string }
	var order []place
	sums, counts := map[place]float64{}, map[place]int{}
	var notes []string
	for _, r := range results {
		places := []place{{r.Engine, r.Variant, ""}}
		if r.Class != "" {
			places = append(places, place{r.Engine, r.Variant, r.Class})
		}
		for _, at := range places {
			if !slices.Contains(order, at) {
				order = append(order, at)
			}
		}
		if r.Err != nil {
			notes = append(notes, fmt.Sprintf("failed: %s, %s, %s: %v", r.Program, r.Engine, r.Variant, r.Err))
			continue
		}
		if r.Slower() {
			notes = append(notes, fmt.Sprintf("slower: %s, %s, %s: %v", r.Program, r.Engine, r.Variant, r.Gain))
		}
		for _, at := range places {
			counts[at]++
			if !r.Same {
				sums[at] += math.Log(r.Gain.Mean)
			}
		}
	}
	var b strings.Builder
	for _, at := range order {
		if counts[at] > 0 {
			of := "programs"
			if at.class != "" {
				of = "of " + at.class
			}
			fmt.Fprintf(&b, "%-8s %-14s geometric mean %.3f of %d %s\n", at.engine, at.variant, math.Exp(sums[at]/float64(counts[at])), counts[at], of)
		}
	}
	for _, n := range notes {
		b.WriteString(n + "\n")
	}
	return b.String()
}
