package gen

import "fmt"

// stateMachine writes a loop in which a variable says what to do next.
func (g *generator) stateMachine(deep int) {
	g.count("state machine")
	s := g.counter(0)
	states := 2 + g.r.IntN(3)
	t := g.open()
	tested := g.chance(50)
	if tested {
		g.line("while (%s !== %d) {", s, states)
	} else {
		g.line("%s {", pick(g, []string{"for (;;)", "while (true)"}))
	}
	f := g.fn
	f.targets = append(f.targets, t)
	f.loops++
	g.indent++
	if g.chance(60) {
		g.line("switch (%s) {", s)
		f.targets = append(f.targets, &target{sw: true})
		for k := range states {
			g.line("case %d:", k)
			g.state(deep, s, states)
			if g.chance(75) {
				g.line("  %s;", pick(g, []string{"break", "break", "continue"}))
			}
		}
		if !tested || g.chance(30) {
			g.line("default:")
			g.line("  fuel();")
			if f.outer != nil && !f.element {
				g.line("  return %s;", g.expr(anything, 1).s)
			}
		}
		f.targets = f.targets[:len(f.targets)-1]
		g.line("}")
	} else {
		for k := range states {
			other := "} else "
			if k == 0 {
				other = ""
			}
			g.line("%sif (%s === %d) {", other, s, k)
			g.state(deep, s, states)
		}
		g.line("} else {")
		g.line("  fuel();")
		g.line("  break;")
		g.line("}")
	}
	g.indent--
	f.loops--
	f.targets = f.targets[:len(f.targets)-1]
	g.line("}")
	g.line("print(%s);", s)
}

// state writes what happens in a state, and mostly which one comes next.
func (g *generator) state(deep int, s string, states int) {
	g.line("  fuel();")
	g.line("  {")
	g.indent++
	g.statements(deep, 1+g.r.IntN(2))
	g.indent--
	g.line("  }")
	next := func() string { return fmt.Sprintf("%s = %d", s, g.r.IntN(states+1)) }
	switch {
	case g.chance(10): // the same again, or the next one in the text
	case g.has(Branches) && g.chance(50):
		g.line("  if (%s) %s; else %s;", g.cond(), next(), next())
	case g.has(Logic) && g.chance(30):
		g.line("  %s = %s ? %d : %d;", s, g.expr(boolean, 1).in(11), g.r.IntN(states+1), g.r.IntN(states+1))
	default:
		g.line("  %s;", next())
	}
}
