package son

// Assumptions is a set of things that a program is supposed not to do, though the
// language allows it to. No rule leans on one that is not in [Config.Assume].
type Assumptions uint32

const (
	// AssumeFnNames: nobody looks at the name of a function or class.
	AssumeFnNames Assumptions = 1 << iota
	// AssumeBuiltins: what the language provides is as it provides it, before the
	// program and while it runs. Nobody replaces or patches a standard global or its
	// standard properties, methods of prototypes included, puts properties on
	// Object.prototype or Array.prototype, or changes how arrays are iterated.
	AssumeBuiltins
	// AssumePureCoercion: converting an object to a primitive runs no code that
	// anybody notices.
	AssumePureCoercion
	// AssumePureGetters: reading a property runs no code that anybody notices, and
	// gives the same as a moment before if nothing was written or called since.
	AssumePureGetters
	// AssumeClosedWorld: the names that a script declares at its top level are the
	// program's own. Nothing but the text of the file itself writes them.
	AssumeClosedWorld
)

// Has reports whether all of what belong to a.
func (a Assumptions) Has(what Assumptions) bool { return a&what == what }

// leaned counts that a rule leaned on assumptions.
func (g *Graph) leaned(r *Rule, on Assumptions) {
	if on == 0 {
		return
	}
	if g.Stats.Leaned == nil {
		g.Stats.Leaned = map[Assumptions]map[string]int{}
	}
	for bit := Assumptions(1); bit <= on; bit <<= 1 {
		if on&bit == 0 {
			continue
		}
		if g.Stats.Leaned[bit] == nil {
			g.Stats.Leaned[bit] = map[string]int{}
		}
		g.Stats.Leaned[bit][r.Name]++
	}
}
