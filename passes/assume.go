package passes

import (
	"fmt"
	"strings"
)

// AssumptionSet is a set of assumptions.
type AssumptionSet uint32

// The assumptions. Each is off unless somebody asks for it.
const (
	AssumeFnNames AssumptionSet = 1 << iota
)

// Assumption is something that a program is supposed not to do, which the
// language allows it to do.
type Assumption struct {
	Set    AssumptionSet
	Name   string
	Doc    string
	Breaks string // a program that behaves differently under the assumption
}

// Assumptions lists them all.
var Assumptions = []Assumption{{
	Set:  AssumeFnNames,
	Name: "fn-names",
	Doc: "nobody looks at the name of a function or class: bundling, minifying and " +
		"lowering may rename it",
	Breaks: `class Circle {}; register[new Circle().constructor.name]`,
}}

// Has reports whether all of what belong to s.
func (s AssumptionSet) Has(what AssumptionSet) bool { return s&what == what }

// UnknownAssumption is a name that is none.
type UnknownAssumption struct{ Name string }

func (e *UnknownAssumption) Error() string {
	return fmt.Sprintf("there is no assumption %q; there are: %s", e.Name, strings.Join(AssumptionNames(), ", "))
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
