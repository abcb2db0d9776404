package passes

import "github.com/sonjs/son/son"

// DriverRules returns the rewrites that are not rules, but counted and listed like rules: those of
// the driver, of type inference and of the passes.
func DriverRules() []son.Rule {
	list := son.DriverRules()
	for _, p := range Table {
		list = append(list, p.Rules...)
	}
	return list
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
