package passes

import (
	"slices"

	"github.com/sonjs/son/passes/branch"
	"github.com/sonjs/son/passes/loop"
	"github.com/sonjs/son/passes/memory"
	"github.com/sonjs/son/son"
)

// DriverRules returns the rewrites that are not rules, but counted and listed like rules: those of
// the driver, of type inference and of the passes.
func DriverRules() []son.Rule {
	return slices.Concat(son.DriverRules(), memory.Rules(), branch.Rules(), loop.Rules())
}

// Relies is a dependency between two passes, and the reason for it.
type Relies struct{ First, Then, Why string }

// Order lists which pass runs before which, and why.
func Order() []Relies {
	var out []Relies
	for _, o := range order {
		out = append(out, Relies{o.first, o.then, o.why})
	}
	return out
}
