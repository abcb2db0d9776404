package speed

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

//go:embed weigh/operations.json
var operationsFile embed.FS

// Operation is an operation whose cost is measured as that of Body minus that of
// Base, two statements that differ only in it.
type Operation struct {
	Name  string
	Doc   string
	Setup string // declarations before the loop, inside the function
	Base  string
	Body  string
	Per   int // how many more of it Body has than Base; 0: one
}

// Operations returns all operations, in the order of the file.
func Operations() ([]Operation, error) {
	text, err := operationsFile.ReadFile("weigh/operations.json")
	if err != nil {
		return nil, err
	}
	var ops []Operation
	if err := json.Unmarshal(text, &ops); err != nil {
		return nil, fmt.Errorf("operations.json: %w", err)
	}
	return ops, nil
}

// times is how often the statement is repeated in the body of the measuring loop,
// to make the loop's own cost small.
const times = 10

// script repeats a statement n times over.
func (o Operation) script(statement string) string {
	return "function run(n) {\nlet x = 0, y = 0, a = 3, b = 4, i = 0;\n" + o.Setup +
		"\nfor (i = 0; i < n; i++) {\n" + strings.Repeat(statement+"\n", times) + "}\nreturn typeof x + typeof y + typeof a + typeof b;\n}\n"
}

// Weight is the cost of an operation in each engine, in nanoseconds, and its
// weights in the cost model: in each engine, and their mean.
type Weight struct {
	Operation string
	Cost, By  []float64 // by engine
	Mean      float64
}

// basic are the operations whose mean cost is the unit of an engine.
var basic = []string{"arith", "compare", "load"}

const (
	// leastUnit is the shortest unit in nanoseconds. A compiler removes the basic
	// operations of a measuring loop, but not those of the programs that people
	// optimize.
	leastUnit = 1
	// least is the weight of an operation that costs nothing to run: it still has to
	// be read and compiled.
	least = 0.05
)

// Weigh measures all operations: the median over the rounds in each engine, and
// the mean over the engines of the costs in units.
func (c Contest) Weigh(ctx context.Context, ops []Operation) ([]Weight, error) {
	ws := make([]Weight, len(ops))
	for i, o := range ops {
		ws[i] = Weight{Operation: o.Name}
		for _, e := range c.Engines {
			cost, err := c.cost(ctx, e, o)
			if err != nil {
				return nil, fmt.Errorf("%s in %s: %w", o.Name, e.Name(), err)
			}
			ws[i].Cost = append(ws[i].Cost, cost)
		}
		if c.Log != nil {
			fmt.Fprintf(c.Log, "%-12s %8.2f ns\n", o.Name, ws[i].Cost)
		}
	}
	return ws, mix(ws, len(c.Engines))
}

// cost returns the nanoseconds that an operation takes.
func (c Contest) cost(ctx context.Context, e Engine, o Operation) (float64, error) {
	base, body := o.script(o.Base), o.script(o.Body)
	n, _, err := amount(ctx, e, body, c.Work)
	if err != nil {
		return 0, err
	}
	var costs []float64
	for range c.Rounds {
		with, err := e.Time(ctx, body, n)
		if err != nil {
			return 0, err
		}
		without, err := e.Time(ctx, base, n)
		if err != nil {
			return 0, err
		}
		costs = append(costs, float64(with.CPU-without.CPU)/float64(n)/float64(times*max(o.Per, 1)))
	}
	slices.Sort(costs)
	return costs[len(costs)/2], nil
}

// mix sets the weights of the operations in the cost model.
func mix(ws []Weight, engines int) error {
	units := make([]float64, engines)
	for e := range units {
		for _, name := range basic {
			i := slices.IndexFunc(ws, func(w Weight) bool { return w.Operation == name })
			if i < 0 {
				return fmt.Errorf("%s is not among the operations", name)
			}
			units[e] += ws[i].Cost[e] / float64(len(basic))
		}
		units[e] = max(units[e], leastUnit)
	}
	for i := range ws {
		sum := 0.0
		ws[i].By = nil
		for e, cost := range ws[i].Cost {
			in := max(0, cost/units[e])
			ws[i].By = append(ws[i].By, max(least, in))
			sum += in
		}
		ws[i].Mean = max(least, sum/float64(engines))
	}
	return nil
}

// columns are the names of the engines in the file of the weights.
var columns = map[string]string{"quickjs": "quickjs", "node": "v8", "jitless": "jitless"}

// Table returns the weights as JSON, the form that the cost model reads: sorted by
// name, with two significant digits. engines are the names of the engines, in their order.
func Table(ws []Weight, engines []string) string {
	ws = slices.Clone(ws)
	slices.SortFunc(ws, func(a, b Weight) int { return cmp.Compare(a.Operation, b.Operation) })
	lines := make([]string, len(ws))
	for i, w := range ws {
		var cells []string
		for e, name := range engines {
			cells = append(cells, fmt.Sprintf("%q: %s", cmp.Or(columns[name], name), digits(w.By[e])))
		}
		lines[i] = fmt.Sprintf("  %q: {%s, \"mean\": %s}", w.Operation, strings.Join(cells, ", "), digits(w.Mean))
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}\n"
}

// digits rounds to two significant digits.
func digits(v float64) string {
	scale := math.Pow(10, math.Floor(math.Log10(v))-1)
	return strconv.FormatFloat(math.Round(v/scale)*scale, 'f', max(0, -int(math.Floor(math.Log10(v)))+1), 64)
}
