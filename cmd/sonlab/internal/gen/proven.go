package gen

// provenStmt writes a variable with a value whose kind a test has proven, and a flag that says
// later that it has:
//
//	let v = 1, known = false;
//	if (typeof p === "number") { v = p; known = true; …; }
//	…
//	if (known) print(v * 2);
func (g *generator) provenStmt(deep int) {
	g.count("proven value")
	kind := pick(g, []struct{ is, zero string }{{"number", "1"}, {"number", "0"}, {"string", `""`}, {"boolean", "true"}})
	vs := g.visible(func(v *variable) bool { return v.hint != callable })
	if len(vs) == 0 {
		return
	}
	p := pick(g, vs).name
	if g.has(Loops) && g.fn.loops < 2 && g.chance(40) {
		g.provenLoop(deep, p, kind.is)
		return
	}
	v := g.declare(&variable{name: g.fresh(isLet), kind: isLet, hint: anything})
	known := g.fresh(isLet)
	g.line("let %s = %s, %s = false;", v.name, kind.zero, known)
	g.declare(&variable{name: known, kind: isLet, hint: boolean})
	g.block.started = true
	g.line("if (typeof %s === %q) {", p, kind.is)
	g.line("  %s = %s;", v.name, p)
	g.line("  %s = true;", known)
	g.statements(deep, 1)
	if g.chance(50) {
		g.line("} else {")
		g.statements(deep, 1)
	}
	g.line("}")
	if g.chance(30) {
		g.statement(deep - 1)
	}
	g.line("if (%s) {", known)
	g.statements(deep, 1)
	g.line("  print(%s %s %s);", v.name, pick(g, []string{"*", "-", "+", "<", "=="}), g.literal(anything).in(14))
	g.line("}")
}

// provenLoop writes a loop before which a test proves the kind of a variable's first value, and the
// loop keeps the kind:
//
//	if (typeof p === "number") {
//	  let v = p;
//	  for (let i = 0; i < 2; i++) v = v * i;
//	}
func (g *generator) provenLoop(deep int, p, kind string) {
	g.count("proven value in a loop")
	g.line("if (typeof %s === %q) {", p, kind)
	g.indent++
	g.scoped(func() {
		v := g.declare(&variable{name: g.fresh(isLet), kind: isLet, hint: anything, protected: true})
		g.line("let %s = %s;", v.name, p)
		g.block.started = true
		i := g.counter(0)
		t := g.open()
		g.line("while (%s < %d) {", i, 1+g.r.IntN(3))
		g.fn.targets = append(g.fn.targets, t)
		g.fn.loops++
		g.line("  fuel();")
		g.line("  %s++;", i)
		switch kind {
		case "number":
			g.line("  %s = %s %s %s;", v.name, v.name, pick(g, []string{"*", "-", "/", "%"}), pick(g, []string{i, v.name, "2"}))
		case "string":
			g.line("  %s = %s + %s;", v.name, v.name, pick(g, []string{i, `"1"`}))
		default:
			g.line("  %s = %s %s %s;", v.name, v.name, pick(g, []string{"==", "<", ">="}), pick(g, []string{i, "true"}))
		}
		g.statements(deep, 1)
		g.line("  print(%s %s 1);", v.name, pick(g, []string{"*", "+", "<"}))
		g.fn.loops--
		g.fn.targets = g.fn.targets[:len(g.fn.targets)-1]
		g.line("}")
	})
	g.indent--
	g.line("}")
}
