package performance

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Rules below the head of a column.
const (
	numbers = "---:"
	prose   = "---"
)

// markdown returns a table: the head, and rows of as many cells. The rule is that of all columns but the first.
func markdown(rule string, head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	line(head)
	rules := slices.Repeat([]string{rule}, len(head))
	rules[0] = prose
	line(rules)
	for _, r := range rows {
		line(r)
	}
	return b.String()
}

// cell makes a text safe in a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;").Replace(text)
}

// mean is the geometric mean.
func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(list)))
}

// meanOf shows the mean of some ratios, if there are any.
func meanOf(list []float64) string {
	if len(list) == 0 {
		return "–"
	}
	return times(mean(list))
}

// times shows a ratio.
func times(x float64) string { return fmt.Sprintf("%.2f", x) }

// distinct returns the different values of a property in the order of their first appearance.
func distinct[T any](list []T, of func(T) string) (names []string) {
	for _, v := range list {
		if name := of(v); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// summary has a row for each tool: means, also of each class of programs, extremes of what it made faster, and how
// often it failed.
func summary(gains []Gain) string {
	classes := slices.DeleteFunc(distinct(gains, func(g Gain) string { return g.Class }), func(class string) bool { return class == "" })
	slices.Sort(classes)
	var rows [][]string
	for _, tool := range distinct(gains, func(g Gain) string { return g.Tool }) {
		var lowest, highest Gain
		var all []float64
		of := map[string][]float64{} // by class
		slower, refusals, wrong := 0, 0, 0
		for _, g := range gains {
			switch {
			case g.Tool != tool:
				continue
			case refused(g.Wrong):
				refusals++
				continue
			case g.Wrong != "":
				wrong++
				continue
			}
			all, of[g.Class] = append(all, g.Times), append(of[g.Class], g.Times)
			if lowest.Times == 0 || g.Times < lowest.Times {
				lowest = g
			}
			if g.Times > highest.Times {
				highest = g
			}
			if g.Times < slow {
				slower++
			}
		}
		row := []string{tool, meanOf(all)}
		for _, class := range classes {
			row = append(row, meanOf(of[class]))
		}
		rows = append(rows, append(row, extreme(lowest), extreme(highest), count(slower), count(refusals), count(wrong), fmt.Sprint(len(all))))
	}
	head := append([]string{"", "all"}, classes...)
	return markdown(numbers, append(head, "lowest", "highest", fmt.Sprintf("below %.2f", slow), "refused", "wrong", "programs"), rows)
}

// slow is what counts as slower than the original; nearer to 1, a figure may be noise.
const slow = 0.98

func extreme(g Gain) string {
	if g.Times == 0 {
		return "–"
	}
	return times(g.Times) + " " + g.Program
}

func count(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

// byProgram has a row for each program and a column for each tool.
func byProgram(gains []Gain) string {
	tools := distinct(gains, func(g Gain) string { return g.Tool })
	var rows [][]string
	for _, program := range distinct(gains, func(g Gain) string { return g.Program }) {
		row := []string{program}
		for _, tool := range tools {
			text := ""
			for _, g := range gains {
				if g.Program == program && g.Tool == tool {
					text = shown(g)
				}
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return markdown(numbers, append([]string{""}, tools...), rows)
}

func shown(g Gain) string {
	switch {
	case refused(g.Wrong):
		return "refused"
	case g.Wrong != "":
		return "wrong"
	}
	return times(g.Times)
}

// outdone lists the programs that another tool makes at least 2% faster than son does at its best, without
// breaking them.
func outdone(gains []Gain) (lines []string) {
	for _, program := range distinct(gains, func(g Gain) string { return g.Program }) {
		var son, other Gain
		for _, g := range gains {
			switch {
			case g.Program != program || g.Wrong != "":
			case IsSon(g.Tool):
				if g.Times > son.Times {
					son = g
				}
			case g.Times > other.Times:
				other = g
			}
		}
		if other.Times > 1.02*son.Times {
			lines = append(lines, fmt.Sprintf("%s: %s %s, %s %s", program, other.Tool, times(other.Times), son.Tool, times(son.Times)))
		}
	}
	return lines
}

// IsSon reports whether a tool is son, with any settings.
func IsSon(tool string) bool {
	return tool == "son" || strings.HasPrefix(tool, "son ") || strings.HasPrefix(tool, "son,")
}

// slower lists the programs that son makes slower, with the figures.
func slower(gains []Gain) (lines []string) {
	for _, g := range gains {
		if IsSon(g.Tool) && g.Wrong == "" && g.Times < slow {
			lines = append(lines, fmt.Sprintf("%s, %s: %s", g.Program, g.Tool, times(g.Times)))
		}
	}
	slices.Sort(lines)
	return lines
}

// faults has a row for each program that a tool refused or broke.
func faults(gains []Gain) string {
	var rows [][]string
	for _, g := range gains {
		if g.Wrong != "" {
			rows = append(rows, []string{g.Program, g.Tool, cell(short(g.Wrong))})
		}
	}
	if rows == nil {
		return ""
	}
	return markdown(prose, []string{"program", "tool", "what happened"}, rows)
}

// sizes has a row for each library: the compressed bytes that esbuild makes of it, and those of the others as a
// share of them. A cross marks a library that does not work any more.
func sizes(outcomes []Outcome) string {
	tools := distinct(outcomes, func(o Outcome) string { return o.Tool })
	const yardstick = "esbuild"
	find := func(tool, library string) (found Outcome) {
		for _, o := range outcomes {
			if o.Tool == tool && o.Library == library {
				found = o
			}
		}
		return found
	}
	head := []string{"", "esbuild, bytes"}
	var rows [][]string
	ratios, alone, together := map[string][]float64{}, map[string]int{}, map[string]int{}
	libraries := distinct(outcomes, func(o Outcome) string { return o.Library })
	for _, library := range libraries {
		base := find(yardstick, library)
		row := []string{library, fmt.Sprint(base.Gzip)}
		for _, tool := range tools {
			o := find(tool, library)
			if o.Alone == "" {
				alone[tool]++
			}
			if o.Together == "" {
				together[tool]++
			}
			if tool == yardstick {
				continue
			}
			text, ratio := "refused", float64(o.Gzip)/float64(max(base.Gzip, 1))
			switch {
			case o.Alone == "":
				ratios[tool] = append(ratios[tool], ratio)
				text = times(ratio)
			case o.Gzip > 0:
				text = times(ratio) + " ✗"
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	means := []string{"mean of those that work", ""}
	works := []string{"work, of " + fmt.Sprint(len(libraries)), fmt.Sprint(alone[yardstick])}
	whole := []string{"work, made one program with the calls", fmt.Sprint(together[yardstick])}
	for _, tool := range tools {
		if tool == yardstick {
			continue
		}
		head = append(head, tool)
		means, works, whole = append(means, meanOf(ratios[tool])), append(works, fmt.Sprint(alone[tool])), append(whole, fmt.Sprint(together[tool]))
	}
	return markdown(numbers, head, append(rows, means, works, whole))
}

// broken has a row for each library that a tool broke or refused.
func broken(outcomes []Outcome) string {
	var rows [][]string
	for _, o := range outcomes {
		if o.Alone != "" || o.Together != "" {
			rows = append(rows, []string{o.Library, o.Tool, orWorks(o.Alone), orWorks(o.Together)})
		}
	}
	if rows == nil {
		return ""
	}
	return markdown(prose, []string{"library", "tool", "alone", "as one program with the calls"}, rows)
}

func orWorks(fault string) string {
	if fault == "" {
		return "works"
	}
	return cell(short(fault))
}
