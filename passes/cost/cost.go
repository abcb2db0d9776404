// Package cost is the cost model. It estimates the cost of a function: how long its text is and
// how much work a call of it does. The optimizer reprints a function only if that pays. And it
// says which of two forms of a part of a graph is shorter to write (constants.go, estimate.go) or
// better computed once (recompute.go), for rules and passes.
//
// Work is counted over the syntax tree in units of a simple operation (the mean of an addition,
// a comparison and the load of a property). The weights of each kind of operation were measured
// in three engines and are in weights.json, which `sonlab weigh` writes; their mean counts unless the
// output is for one of them. (The means are of a run of their own, before those of the engines were kept.) How often an operation runs is estimated from where it stands.
package cost

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

//go:embed weights.json
var weightsFile []byte

// weight is what an operation costs in each engine, and their mean.
type weight struct {
	QuickJS, V8, Jitless, Mean float64
}

var weights = read()

func read() (w map[string]weight) {
	if err := json.Unmarshal(weightsFile, &w); err != nil {
		panic(fmt.Sprintf("BUG: cost: weights.json: %v", err))
	}
	return w
}

// in returns the weight that counts for an aim.
func (w weight) in(a Aim) float64 {
	switch a {
	case SpeedQuickJS:
		return w.QuickJS
	case SpeedV8:
		return w.V8
	case SpeedJitless:
		return w.Jitless
	}
	return w.Mean
}

// Weights returns the weight of each kind of operation for an aim, by the names of `sonlab weigh`.
func Weights(a Aim) map[string]float64 {
	w := make(map[string]float64, len(weights))
	for name, v := range weights {
		w[name] = v.in(a)
	}
	return w
}

// Cost is the cost of a function.
type Cost struct {
	Size int     // bytes of text without white space, each variable's name being one
	Work float64 // units of work of one call, the frequencies of loops and branches estimated
}

// Aim is what output is optimized for.
type Aim uint8

const (
	// Balanced prefers the shorter text if it does no more work, and a longer one that does so
	// much less work that the bytes pay.
	Balanced Aim = iota
	// Size prefers the shorter text.
	Size
	// Speed prefers less work, and nothing that makes any of the engines slower.
	Speed
	// SpeedQuickJS, SpeedV8 and SpeedJitless prefer less work in one engine: in QuickJS, in V8, and in V8
	// without its compilers.
	SpeedQuickJS
	SpeedV8
	SpeedJitless
)

// Aims are the names of the aims, in their order.
var Aims = []string{"balanced", "size", "speed", "speed=quickjs", "speed=v8", "speed=jitless"}

func (a Aim) String() string { return Aims[a] }

// IsSpeed reports whether only work counts, in whatever engine.
func (a Aim) IsSpeed() bool { return a >= Speed }

// bytePays is the work that one more byte must save if some of that work is in loops.
const bytePays = 1

// leastGain is a handicap in bytes for a function that is reprinted without being shorter:
// somebody has to read the change.
const leastGain = 1

// same is the relative difference up to which work counts as equal.
const same = 1e-9

// Better reports whether to replace a function that costs old by one that costs made.
func (a Aim) Better(made, old Cost) bool {
	more, less := made.Work > old.Work*(1+same), made.Work < old.Work*(1-same)
	switch {
	case a == Size:
		return made.Size < old.Size || made.Size == old.Size && less
	case a.IsSpeed():
		return less || !more && made.Size < old.Size
	}
	if made.Size < old.Size && !more {
		return true
	}
	return less && float64(made.Size+leastGain-old.Size)*bytePays < old.Work-made.Work
}

// How often code runs, each time the code around it runs.
const (
	anIteration = 8.0  // the body of a loop
	anArm       = 0.5  // one of two branches
	aHandler    = 0.05 // code that runs after a failure, or on the way to a throw
	deepest     = anIteration * anIteration * anIteration * anIteration
	anItems     = 3 // items of something of unknown length
)

// KnownBranches returns the known outcomes of branches of the source: whether the test of an if, of ?:,
// or of a logical operator is always true or always false.
type KnownBranches func(branch ast.Site) (taken, known bool)

// Work estimates one call of fn. Nested functions count only as being created.
func (a Aim) Work(fn *ast.Function) float64 {
	return a.WorkOf(fn, func(ast.Site) (taken, known bool) { return false, false })
}

// WorkOf estimates one call of fn, some of whose branches have known outcomes: a branch that is
// always taken counts in full, one that is never taken like any other, so that removing it is a
// gain.
func (a Aim) WorkOf(fn *ast.Function, outcomes KnownBranches) float64 {
	c := &counter{aim: a, often: 1, outcomes: outcomes}
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
	aim   Aim
	often float64 // how often the code under consideration runs
	sum   float64
	// keys are the properties that objects and arrays got from their literals, by variable: the first
	// write of another one creates a property.
	keys     map[string]map[string]bool
	outcomes KnownBranches
}

// add counts an operation n times. Its measurement may include reading some of its operands
// from variables; those are counted where they stand.
func (c *counter) add(name string, n float64) {
	c.sum += max(weights[name].in(c.aim)-readsIn[name]*weights["read"].in(c.aim), leastOperation) * n * c.often
}

// leastOperation is the weight of an operation that costs no more than its operands.
const leastOperation = 0.02

// readsIn is how many more reads of a variable the measured statement has than the one that it
// is compared with.
var readsIn = map[string]float64{
	"assign": 1, "arith": 1, "compare": 1, "equal": 1, "null": 1, "typeof": 1, "concat": 1, "in": 1, "instanceof": 1,
	"branch": 1, "call": 1, "method": 1, "argument": 1, "new": 1, "element": 1, "property": 1,
	"loadIndex": 1, "store": 1, "storeNew": 2, "storeIndex": 2, "delete": 1,
	"array": -1, "object": -1, "closure": -1, "regexp": -1, "class": -1,
}

// times counts code that runs a number of times as often.
func (c *counter) times(often float64, look func()) {
	was := c.often
	c.often = min(c.often*often, deepest)
	look()
	c.often = was
}
