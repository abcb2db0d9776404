package son

// Assumptions is a set of things that a program is expected not to do, though the language
// allows it to. No rule depends on one that is not in [Config.Assume].
type Assumptions uint32

const (
	// AssumeFnNames: nobody looks at the name of a function or class.
	AssumeFnNames Assumptions = 1 << iota
	// AssumeBuiltins: the built-ins are unchanged, before the program starts and while it runs.
	// Nobody replaces or patches a standard global or its standard properties, including methods
	// of prototypes, puts properties on Object.prototype or Array.prototype, or changes how
	// arrays are iterated.
	AssumeBuiltins
	// AssumePureCoercion: converting an object to a primitive runs no code with noticeable
	// effects.
	AssumePureCoercion
	// AssumePureGetters: reading a property runs no code with noticeable effects, and returns
	// the same value as before if nothing was written or called since.
	AssumePureGetters
	// AssumeClosedWorld: the names that a script declares at its top level belong to the
	// program. Only the text of the file itself writes them.
	AssumeClosedWorld
	// AssumeNoTDZ: no function uses a binding of an enclosing scope before its declaration has
	// been evaluated.
	AssumeNoTDZ
	// AssumeClosedObjects: nothing outside the program adds, changes or deletes properties of objects
	// that the program makes, and no key that is computed while it runs is __proto__ or constructor,
	// or the name of a function for reflection.
	AssumeClosedObjects
)

// Has reports whether a includes all of what.
func (a Assumptions) Has(what Assumptions) bool { return a&what == what }

// countAssumptions records that a rule relied on assumptions.
func (g *Graph) countAssumptions(rule string, on Assumptions) {
	if on == 0 {
		return
	}
	if g.Stats.AssumptionUses == nil {
		g.Stats.AssumptionUses = map[Assumptions]map[string]int{}
	}
	for bit := Assumptions(1); bit <= on; bit <<= 1 {
		if on&bit == 0 {
			continue
		}
		if g.Stats.AssumptionUses[bit] == nil {
			g.Stats.AssumptionUses[bit] = map[string]int{}
		}
		g.Stats.AssumptionUses[bit][rule]++
	}
}

// Assumes reports whether the assumptions are among those made, and if so, counts them as used for a
// rule.
func (g *Graph) Assumes(rule string, on Assumptions) bool {
	if !g.Config.Assume.Has(on) {
		return false
	}
	g.countAssumptions(rule, on)
	return true
}

// SpendAssuming is spend for a rewrite that depends on assumptions.
func (g *Graph) SpendAssuming(r *Rule, n, by *Node, on Assumptions) bool {
	if !g.Spend(r, n, by) {
		return false
	}
	g.countAssumptions(r.Name, on)
	return true
}
