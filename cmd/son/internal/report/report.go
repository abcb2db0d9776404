// Package report writes the report on a program: some lines for people, or one
// JSON object per line for programs.
package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/sonjs/son/passes"
)

// Refused is the entry of the JSON report for an input that is not a program.
type Refused struct {
	Version int      `json:"version"`
	File    string   `json:"file"`
	Errors  []string `json:"errors"`
}

// JSON writes v (a passes.Report or a Refused) as one line.
func JSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Text writes the report for people.
func Text(w io.Writer, r passes.Report) error {
	var b strings.Builder
	name := r.File
	if n := len(r.Inputs); n > 0 {
		name += fmt.Sprintf(" (a bundle of %d files)", n)
	}
	fmt.Fprintf(&b, "%s: %d to %d bytes%s; %s changed\n", name, r.BytesIn, r.BytesOut, gain(r), of(r.Changed, r.Functions))
	if r.Checks != nil {
		return checks(w, name, r)
	}
	if built(r) {
		fmt.Fprintf(&b, "  through the graph: %s", of(r.ThroughGraph, r.Functions))
		if r.Trivial > 0 {
			fmt.Fprintf(&b, " (%d of them had nothing to optimize at first sight)", r.Trivial)
		}
		fmt.Fprintf(&b, "; %d nodes, %d changes\n", r.Nodes, r.Changes)
		if r.Operators > 0 {
			fmt.Fprintf(&b, "  operators that may run code: %d; their operands' types rule that out for %d\n", r.Operators, r.Pure)
		}
		if r.DataNodes > 0 {
			fmt.Fprintf(&b, "  nodes that compute something: %d; %d of them float\n", r.DataNodes, r.Floating)
		}
		if r.Changes > 0 {
			fmt.Fprintf(&b, "  visits beyond the first: %d, %.2f per change\n", r.Visits-r.FirstVisits, r.Again())
		}
		bailouts(&b, "left as written", r.Bailouts)
		bailouts(&b, "not split into blocks", r.InNormal)
		calls(&b, r.Calls)
		reads(&b, r.Reads)
		rules(&b, r.Rules)
		removed(&b, r.Memory, r.Swept)
		unreferenced(&b, r.Unreferenced)
		times(&b, r.Milliseconds)
	} else {
		b.WriteString("  -O0 returns the input unchanged; --force-graph reprints every function from its graph\n")
	}
	for _, name := range slices.Sorted(maps.Keys(r.Assumed)) {
		fmt.Fprintf(&b, "  assumed: %s (%s)\n", name, strings.Join(r.Assumed[name], ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// checks writes what is checked, in a program that is not optimized.
func checks(w io.Writer, name string, r passes.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d to %d bytes%s, with checks\n", name, r.BytesIn, r.BytesOut, gain(r))
	for _, a := range slices.Sorted(maps.Keys(r.Checks)) {
		fmt.Fprintf(&b, "  places where %s is checked: %d\n", a, r.Checks[a])
	}
	if r.Unregistered > 0 {
		fmt.Fprintf(&b, "  calls that are not checked, since their callee cannot be told from other functions when it is made: %d\n", r.Unregistered)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// built reports whether any graphs were built.
func built(r passes.Report) bool {
	return r.ThroughGraph > 0 || len(r.Bailouts) > 0 || r.Functions == 0
}

func gain(r passes.Report) string {
	if r.BytesIn == r.BytesOut || r.BytesIn == 0 {
		return ""
	}
	return fmt.Sprintf(" (%+.1f%%)", 100*float64(r.BytesOut-r.BytesIn)/float64(r.BytesIn))
}

func of(n, all int) string {
	s := fmt.Sprintf("%d of %d functions", n, all)
	if all == 1 {
		s = fmt.Sprintf("%d of 1 function", n)
	}
	return s
}

// removed lists what the functions no longer do.
func removed(b *strings.Builder, m passes.MemoryReport, swept int) {
	var parts []string
	for _, x := range []struct {
		n         int
		one, more string
	}{{m.Loads, "load", "loads"}, {m.Stores, "store", "stores"}, {m.Allocations, "object", "objects"}, {m.Cells, "variable in memory", "variables in memory"},
		{swept, "dead statement or value", "dead statements and values"}} {
		switch x.n {
		case 0:
		case 1:
			parts = append(parts, "1 "+x.one)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.more))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(b, "  removed: %s\n", strings.Join(parts, ", "))
	}
}

// maxUnreferenced is how many unreferenced names the text report lists.
const maxUnreferenced = 8

// unreferenced lists what nothing references.
func unreferenced(b *strings.Builder, list []passes.Unreferenced) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "  unreferenced: %d\n", len(list))
	for i, u := range list {
		if i == maxUnreferenced {
			fmt.Fprintf(b, "         and %d more; --report=json lists all\n", len(list)-i)
			break
		}
		what := u.Kind
		switch what {
		case "assignment":
			what = "assignment to"
		case "call":
			what = "call of"
		}
		fmt.Fprintf(b, "         %s %s (at %s)\n", what, u.Name, at(u.Place))
	}
}

// bailouts counts the functions that are left as written, or in normal form, by
// reason, with the first position of each.
func bailouts(b *strings.Builder, how string, list []passes.BailoutReport) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s: %d\n", how, len(list))
	byReason(b, list)
}

// calls writes what is known of the calls, and counts the known ones that stay by reason.
func calls(b *strings.Builder, r *passes.CallsReport) {
	if r == nil {
		return
	}
	fmt.Fprintf(b, "  calls: %d; callee known: %d; inlined: %d; private functions: %d, %d of them no longer called\n", r.Calls, r.Known, r.Inlined, r.Private, r.Gone)
	var stay []passes.BailoutReport
	for _, c := range r.List {
		if !c.Inlined {
			stay = append(stay, passes.BailoutReport{Name: c.In, Reason: c.Why, Place: c.Place})
		}
	}
	byReason(b, stay)
}

// reads writes how many reads find the only value of their variable, and counts the others by reason.
func reads(b *strings.Builder, r *passes.ReadsReport) {
	if r == nil || r.Reads == 0 {
		return
	}
	fmt.Fprintf(b, "  reads of variables with one value: %d; that have it: %d, %d of them of constants\n", r.Reads, r.Settled, r.Constants)
	var early []passes.BailoutReport
	for _, x := range r.List {
		early = append(early, passes.BailoutReport{Name: x.In, Reason: x.Why, Place: x.Place})
	}
	byReason(b, early)
}

// byReason counts by reason, with the first position of each.
func byReason(b *strings.Builder, list []passes.BailoutReport) {
	type group struct {
		reason string
		n      int
		first  passes.BailoutReport
	}
	var groups []*group
	byReason := map[string]*group{}
	for _, k := range list {
		reason, _, _ := strings.Cut(k.Reason, "\n")
		g := byReason[reason]
		if g == nil {
			g = &group{reason: reason, first: k}
			byReason[reason] = g
			groups = append(groups, g)
		}
		g.n++
	}
	slices.SortStableFunc(groups, func(x, y *group) int { return y.n - x.n })
	for _, g := range groups {
		where := "at"
		if g.n > 1 {
			where = "first at"
		}
		fmt.Fprintf(b, "  %5d  %s (%s %s, in %s)\n", g.n, g.reason, where, at(g.first.Place), g.first.Name)
	}
}

// at formats a position, with the file only if there are several.
func at(p passes.Place) string {
	if p.File != "" {
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

// maxRules is how many rules the text report names.
const maxRules = 12

func rules(b *strings.Builder, fired map[string]int) {
	names := slices.SortedFunc(maps.Keys(fired), func(x, y string) int {
		return cmp.Or(fired[y]-fired[x], strings.Compare(x, y))
	})
	if len(names) == 0 {
		return
	}
	total := 0
	for _, n := range names {
		total += fired[n]
	}
	fmt.Fprintf(b, "  rules fired: %d\n", total)
	for i, n := range names {
		if i == maxRules {
			fmt.Fprintf(b, "         and %d more; --report=json lists all\n", len(names)-i)
			break
		}
		fmt.Fprintf(b, "  %5d  %s\n", fired[n], n)
	}
}

func times(b *strings.Builder, ms map[string]float64) {
	names := slices.SortedFunc(maps.Keys(ms), func(x, y string) int {
		return cmp.Or(cmp.Compare(ms[y], ms[x]), strings.Compare(x, y))
	})
	var parts []string
	for _, n := range names {
		if ms[n] >= 0.05 {
			parts = append(parts, fmt.Sprintf("%s %.1f", n, ms[n]))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(b, "  milliseconds: %s\n", strings.Join(parts, ", "))
	}
}
