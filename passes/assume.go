package passes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sonjs/son/son"
)

// AssumptionSet is a set of assumptions.
type AssumptionSet = son.Assumptions

// The assumptions. Each is off unless it is asked for.
const (
	AssumeFnNames       = son.AssumeFnNames
	AssumeBuiltins      = son.AssumeBuiltins
	AssumePureCoercion  = son.AssumePureCoercion
	AssumePureGetters   = son.AssumePureGetters
	AssumeClosedWorld   = son.AssumeClosedWorld
	AssumeNoTDZ         = son.AssumeNoTDZ
	AssumeClosedObjects = son.AssumeClosedObjects
)

// AssumeStandard is the name of all assumptions that Terser, UglifyJS and Closure Compiler
// (SIMPLE) make without being asked.
const AssumeStandard = "standard"

// Assumption is something that a program is assumed not to do although the language allows it.
type Assumption struct {
	Set    AssumptionSet
	Name   string
	Doc    string
	Breaks string // a program that behaves differently under the assumption
	Apart  bool   // not part of AssumeStandard
	Check  string // what a program with checks notices, see Options.Check
}

// Assumptions lists all of them.
var Assumptions = []Assumption{{
	Set:  AssumeFnNames,
	Name: "fn-names",
	Doc: "nothing reads the name of a function or class: bundling, minifying and " +
		"lowering may rename it, and inlining may give it the name of a variable",
	Breaks: `class Circle {}; register[new Circle().constructor.name]`,
	Check:  "a read of the property name of a function or class of the program, in the text of the program",
}, {
	Set:  AssumeBuiltins,
	Name: "builtins",
	Doc: "built-ins are unmodified: nothing adds properties to " +
		"Object.prototype or Array.prototype, changes how arrays are iterated, or replaces or patches a " +
		"standard global or its standard properties, methods of prototypes included",
	Breaks: `Math.max = () => 0; Object.defineProperty(Object.prototype, "b", { get() { return 1 }, configurable: true }); (function () { const o = { a: 1 }; log(o.b, Math.max(1, 2)) })()`,
	Check:  "a built-in object that differs from what it was at the start: after an expression of the text that changes it, at the end, and now and then in between",
}, {
	Set:    AssumePureCoercion,
	Name:   "pure-coercion",
	Doc:    "converting an object to a primitive (valueOf, toString) runs no code with observable effects",
	Breaks: `(function () { let n = 1; const o = { valueOf() { n = 2; return 0 } }; const f = x => { n = 1; x + 1; const m = n - 1; log(m) }; f(o) })()`,
	Check:  "an assignment to a variable around a valueOf, toString or Symbol.toPrimitive method, or to a property of this, by the text of the method, which the program does not call by its name",
}, {
	Set:  AssumePureGetters,
	Name: "pure-getters",
	Doc: "reading a property runs no code with observable effects, and a second read returns the same " +
		"value if nothing was written or called in between",
	Breaks: `let n = 0; const o = { get x() { return ++n } }; (function (o) { const x = o.x, y = x + o.x; log(y) })(o)`,
	Check:  "an assignment to a variable around a getter, or to a property of this, by the text of the getter",
}, {
	Set:  AssumeClosedWorld,
	Name: "closed-world",
	Doc: "a script is the whole program: the names that it declares at its top level are declared and written by " +
		"its own text only, not by another script, the host, code created at run time or a write to a property of " +
		"the global object",
	Breaks: `var ready = false; globalThis.start = () => { globalThis.ready = true }; (function () { if (!ready) { start(); if (!ready) log("waits") } })()`,
	Check:  "a function of a script that reads a name with one value, and finds another one; a var that has a value before the script",
	Apart:  true,
}, {
	Set:  AssumeNoTDZ,
	Name: "no-tdz",
	Doc: "no function reads or assigns a let, const or class of an enclosing scope before its declaration " +
		"has been evaluated, so that none of these accesses throws",
	Breaks: `(function () { const f = () => { k; return "read" }; try { log(f()) } catch (e) { log("too early") } let k = 1; log(f(), k = 2) })()`,
	Check:  "a function that uses a let, const or class of a scope around it too early, but for patterns that assign it",
}, {
	Set:  AssumeClosedObjects,
	Name: "closed-objects",
	Doc: "nothing outside the program adds, changes or deletes properties of objects that the program makes, or uses what the program " +
		"throws out of itself, and no key that is computed while it runs is __proto__, constructor or the name of a function for reflection: " +
		"methods are what the text of the program makes them",
	Breaks: `(function () { class A { m() { return 1 } } const a = new A(); Function("o", "o.m = () => 2")(a); log(a.m()) })()`,
	Check:  "a call, getter, loop, object or key of which -O2 would know what it does, where that is something else; not what others do with exceptions, or with the values of properties",
	Apart:  true,
}}

// Assumed lists the names of the assumptions in s.
func Assumed(s AssumptionSet) []string {
	var names []string
	for _, a := range Assumptions {
		if s.Has(a.Set) {
			names = append(names, a.Name)
		}
	}
	return names
}

// UnknownAssumption is the error for a name that no assumption has.
type UnknownAssumption struct{ Name string }

func (e *UnknownAssumption) Error() string {
	return fmt.Sprintf("there is no assumption %q; there are: %s, and %s, which is %s", e.Name, strings.Join(AssumptionNames(), ", "), AssumeStandard, StandardDoc())
}

// StandardDoc says which assumptions [AssumeStandard] stands for.
func StandardDoc() string {
	var apart []string
	for _, a := range Assumptions {
		if a.Apart {
			apart = append(apart, a.Name)
		}
	}
	return "all of these but " + strings.Join(apart, " and ")
}

// AssumptionNames lists the names of all assumptions.
func AssumptionNames() []string {
	var names []string
	for _, a := range Assumptions {
		names = append(names, a.Name)
	}
	return names
}

// ParseAssumptions reads names. The error is an *[UnknownAssumption].
func ParseAssumptions(names []string) (set AssumptionSet, err error) {
next:
	for _, name := range names {
		if name == AssumeStandard {
			for _, a := range Assumptions {
				if !a.Apart {
					set |= a.Set
				}
			}
			continue
		}
		for _, a := range Assumptions {
			if a.Name == name {
				set |= a.Set
				continue next
			}
		}
		return 0, &UnknownAssumption{name}
	}
	return set, nil
}

// assumed records in the report that something relied on an assumption.
func (r *Report) assumed(what AssumptionSet, by string) {
	for _, a := range Assumptions {
		if a.Set != what {
			continue
		}
		if r.Assumed == nil {
			r.Assumed = map[string][]string{}
		}
		r.Assumed[a.Name] = append(r.Assumed[a.Name], by)
	}
}

// assumedTimes records that something relied on an assumption so many times.
func (r *Report) assumedTimes(what AssumptionSet, by string, times int) {
	if times > 0 {
		r.assumed(what, fmt.Sprintf("%s (%d)", by, times))
	}
}

// addAssumptionUses adds up what the rules relied on in one function: "scalar (3)".
func (r *Report) addAssumptionUses(on map[son.Assumptions]map[string]int) {
	for _, a := range Assumptions {
		if len(on[a.Set]) > 0 && r.counts == nil {
			r.counts = map[AssumptionSet]map[string]int{}
		}
		for rule, n := range on[a.Set] {
			if r.counts[a.Set] == nil {
				r.counts[a.Set] = map[string]int{}
			}
			r.counts[a.Set][rule] += n
		}
	}
}

// assumedByRules records the sums of addAssumptionUses in the report.
func (r *Report) assumedByRules() {
	for _, a := range Assumptions {
		for _, rule := range slices.Sorted(maps.Keys(r.counts[a.Set])) {
			r.assumedTimes(a.Set, rule, r.counts[a.Set][rule])
		}
	}
}
