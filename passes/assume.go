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

// The assumptions. Each is off unless somebody asks for it.
const (
	AssumeFnNames      = son.AssumeFnNames
	AssumeBuiltins     = son.AssumeBuiltins
	AssumePureCoercion = son.AssumePureCoercion
	AssumePureGetters  = son.AssumePureGetters
	AssumeClosedWorld  = son.AssumeClosedWorld
)

// AssumeStandard is the name of all that Terser, UglifyJS and Closure Compiler
// (SIMPLE) take for granted without being asked.
const AssumeStandard = "standard"

// Assumption is something that a program is supposed not to do, which the
// language allows it to do.
type Assumption struct {
	Set    AssumptionSet
	Name   string
	Doc    string
	Breaks string // a program that behaves differently under the assumption
	Apart  bool   // AssumeStandard does not stand for it
}

// Assumptions lists them all.
var Assumptions = []Assumption{{
	Set:  AssumeFnNames,
	Name: "fn-names",
	Doc: "nobody looks at the name of a function or class: bundling, minifying and " +
		"lowering may rename it",
	Breaks: `class Circle {}; register[new Circle().constructor.name]`,
}, {
	Set:  AssumeBuiltins,
	Name: "builtins",
	Doc: "what the language provides is as it provides it: nobody puts properties on " +
		"Object.prototype or Array.prototype, changes how arrays are iterated, or replaces or patches a " +
		"standard global or its standard properties, methods of prototypes included",
	Breaks: `Math.max = () => 0; Object.defineProperty(Object.prototype, "b", { get() { return 1 }, configurable: true }); (function () { const o = { a: 1 }; log(o.b, Math.max(1, 2)) })()`,
}, {
	Set:    AssumePureCoercion,
	Name:   "pure-coercion",
	Doc:    "to convert an object to a primitive (valueOf, toString) runs no code that anybody notices",
	Breaks: `(function () { let n = 1; const o = { valueOf() { n = 2; return 0 } }; const f = x => { n = 1; x + 1; const m = n - 1; log(m) }; f(o) })()`,
}, {
	Set:  AssumePureGetters,
	Name: "pure-getters",
	Doc: "to read a property runs no code that anybody notices, and gives the same as a " +
		"moment before if nothing was written or called since",
	Breaks: `let n = 0; const o = { get x() { return ++n } }; (function (o) { const x = o.x, y = x + o.x; log(y) })(o)`,
}, {
	Set:  AssumeClosedWorld,
	Name: "closed-world",
	Doc: "a script is the whole program: nothing but its own text, neither another script or the host nor code " +
		"made at run time nor a write to a property of the global object, declares or writes the names that it " +
		"declares at its top level",
	Breaks: `var ready = false; globalThis.start = () => { globalThis.ready = true }; (function () { if (!ready) { start(); if (!ready) log("waits") } })()`,
	Apart:  true,
}}

// Assumed lists the names of those in s.
func Assumed(s AssumptionSet) []string {
	var names []string
	for _, a := range Assumptions {
		if s.Has(a.Set) {
			names = append(names, a.Name)
		}
	}
	return names
}

// UnknownAssumption is a name that is none.
type UnknownAssumption struct{ Name string }

func (e *UnknownAssumption) Error() string {
	return fmt.Sprintf("there is no assumption %q; there are: %s, and %s, which is %s", e.Name, strings.Join(AssumptionNames(), ", "), AssumeStandard, StandardDoc())
}

// StandardDoc says what [AssumeStandard] stands for.
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

// assumed notes in the report that something relied on an assumption.
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

// leaned notes what the rules relied on in one function: "scalar (3)".
func (r *Report) leaned(on map[son.Assumptions]map[string]int) {
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

// assumedByRules enters the sums of leaned.
func (r *Report) assumedByRules() {
	for _, a := range Assumptions {
		for _, rule := range slices.Sorted(maps.Keys(r.counts[a.Set])) {
			r.assumed(a.Set, fmt.Sprintf("%s (%d)", rule, r.counts[a.Set][rule]))
		}
	}
}
