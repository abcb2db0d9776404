// Package cost says what a function costs: how long its text is and how much
// work a call of it does. The optimizer prints a function anew only if that pays.
//
// Work is counted over the syntax tree in units of a simple operation (the mean
// of an addition, a comparison and the load of a property). What each kind of
// operation weighs was measured in three engines and is in weights.json, which
// `sonlab weigh` writes; how often it runs is guessed from where it stands.
package cost

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

//go:embed weights.json
var weightsFile []byte

var weights = read()

func read() (w map[string]float64) {
	if err := json.Unmarshal(weightsFile, &w); err != nil {
		panic(fmt.Sprintf("BUG: cost: weights.json: %v", err))
	}
	return w
}

// Weights returns what each kind of operation weighs, by the names of
// `sonlab weigh`.
func Weights() map[string]float64 {
	w := make(map[string]float64, len(weights))
	for name, v := range weights {
		w[name] = v
	}
	return w
}

// Cost is what a function takes.
type Cost struct {
	Size int     // bytes of text without white space, each variable's name being one
	Work float64 // units of work of one call, loops and branches guessed
}

// Aim is what output is to be good at.
type Aim uint8

const (
	// Balanced takes what is shorter and does no more work, and what does so
	// much less work that the bytes pay.
	Balanced Aim = iota
	// Size takes what is shorter.
	Size
	// Speed takes what does less work.
	Speed
)

// Aims are the names of the aims, in their order.
var Aims = []string{"balanced", "size", "speed"}

func (a Aim) String() string { return Aims[a] }

// bytePays is the work that one more byte must save, of which some is in loops.
const bytePays = 1

// leastGain is how many bytes more a function counts as that is printed anew
// without being shorter: somebody has to read what changed.
const leastGain = 1

// same is the relative difference up to which work counts as equal.
const same = 1e-9

// Better reports whether to print the function that costs made in the place of
// the one that costs old.
func (a Aim) Better(made, old Cost) bool {
	more, less := made.Work > old.Work*(1+same), made.Work < old.Work*(1-same)
	switch a {
	case Size:
		return made.Size < old.Size || made.Size == old.Size && less
	case Speed:
		return less || !more && made.Size < old.Size
	}
	if made.Size < old.Size && !more {
		return true
	}
	return less && float64(made.Size+leastGain-old.Size)*bytePays < old.Work-made.Work
}

// How often code runs, for each time that what stands around it does.
const (
	aRound   = 8.0  // the body of a loop
	anArm    = 0.5  // one of two ways
	aHandler = 0.05 // code that runs when something failed, or on the way to a throw
	deepest  = aRound * aRound * aRound * aRound
	anItems  = 3 // items of something whose length nobody knows
)

// Spare is how many bytes of a text of fn its variables' names take over one byte
// each: a minifier takes those away whatever else is done. What is in the braces of
// the functions inside that hollow names does not count; nil names none.
func Spare(fn *ast.Function, hollow func(*ast.Function) bool) (bytes int) {
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			bytes += len(n.Name) - 1
		case *ast.Function:
			if n == fn || hollow == nil || !hollow(n) {
				break
			}
			if n.Name != nil {
				visit(n.Name)
			}
			for _, p := range n.Params {
				ast.Walk(p, visit)
			}
			return false
		}
		return true
	}
	ast.Walk(fn, visit)
	return bytes
}

// Ways tells of branches of the source that always go one way: whether the test of
// an if, of ?:, or of a logical operator is true.
type Ways func(branch ast.Span) (taken, known bool)

// Work counts what one call of fn does. Nested functions count as being made.
func Work(fn *ast.Function) float64 {
	return WorkOf(fn, func(ast.Span) (taken, known bool) { return false, false })
}

// WorkOf counts what one call of fn does, some branches of which are known: a way
// that is always taken counts in full, one that is never taken as any other, for that
// it goes is a gain.
func WorkOf(fn *ast.Function, ways Ways) float64 {
	c := &counter{often: 1, ways: ways}
	for _, p := range fn.Params {
		c.target(p, false)
	}
	c.list(fn.Body)
	if fn.ExprBody != nil {
		c.expr(fn.ExprBody)
	}
	return c.sum
}

// counter adds up work.
type counter struct {
	often float64 // how often what it looks at runs
	sum   float64
	// keys are those that the objects have which a literal made, by variable: the
	// first write of another makes a property.
	keys map[string]map[string]bool
	ways Ways
}

// add counts an operation n times. What is measured may hold the reading of
// some of its operands, from variables; those are counted where they stand.
func (c *counter) add(name string, n float64) {
	c.sum += max(weights[name]-readsIn[name]*weights["read"], leastOperation) * n * c.often
}

// leastOperation is the weight of what costs no more than its operands.
const leastOperation = 0.02

// readsIn says how many reads of a variable more the measured statement has than
// the one that it is compared with.
var readsIn = map[string]float64{
	"assign": 1, "arith": 1, "compare": 1, "equal": 1, "null": 1, "typeof": 1, "concat": 1, "in": 1, "instanceof": 1,
	"branch": 1, "call": 1, "method": 1, "argument": 1, "new": 1, "element": 1, "property": 1,
	"loadIndex": 1, "store": 1, "storeNew": 2, "storeIndex": 2, "delete": 1,
	"array": -1, "object": -1, "closure": -1, "regexp": -1, "class": -1,
}

// times looks at something that runs some times as often.
func (c *counter) times(often float64, look func()) {
	was := c.often
	c.often = min(c.often*often, deepest)
	look()
	c.often = was
}
