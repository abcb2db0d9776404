package gen

import (
	"fmt"
	"strings"
)

// destructured returns a value for an array or object pattern.
func (g *generator) destructured(list bool, d int) string {
	switch {
	case g.chance(8):
		return g.expr(anything, d).arg()
	case list && g.has(Awkward) && g.has(Calls) && g.chance(45):
		g.count("logged sequence")
		g.serial++
		return fmt.Sprintf("seq(%d, %d)", g.serial, g.r.IntN(6))
	case list && g.has(Literals) && g.chance(60):
		return g.arrayLiteral(d).s
	case list:
		return g.arrayLike()
	case g.has(Awkward) && g.has(Calls) && g.chance(40):
		g.count("logged getters in a pattern")
		g.serial++
		return fmt.Sprintf(pick(g, []string{"acc(%d)", "acc(%d)", "prox(%d)", "seq(%d, 0)"}), g.serial)
	}
	return g.base(d).arg()
}

// leaf is a target inside a pattern: its text, and what to do after the text that
// follows it, including its default, is written.
type leaf struct {
	text string
	done func()
}

// patternOf writes a pattern; target makes its leaves.
func (g *generator) patternOf(list bool, deep int, target func() leaf) string {
	element := func() string {
		var t leaf
		if deep > 0 && g.chance(18) {
			g.count("nested pattern")
			t.text = g.patternOf(g.chance(50), deep-1, target)
			if g.chance(70) { // undefined cannot be destructured
				return t.text + " = " + pick(g, []string{"[1, 2]", `"ab"`, "[[3], { p: 4 }]"})
			}
		} else {
			t = target()
		}
		s := t.text
		if g.chance(35) {
			g.count("pattern default")
			s += " = " + g.expr(pick(g, []hint{anything, number, callable}), 1+g.r.IntN(2)).arg()
		}
		if t.done != nil {
			t.done()
		}
		return s
	}
	var out []string
	for range g.r.IntN(4) {
		switch {
		case list && g.chance(12):
			g.count("elision")
			out = append(out, "")
		case list:
			out = append(out, element())
		case g.chance(20):
			g.count("computed key in a pattern")
			key := g.expr(text, 1).arg()
			out = append(out, "["+key+"]: "+element())
		default:
			out = append(out, pick(g, []string{"p", "q", "r", "p", "0", `"a b"`, "length", "m"})+": "+element())
		}
	}
	if g.chance(20) {
		g.count("rest in a pattern")
		t := target()
		out = append(out, "..."+t.text)
		if t.done != nil {
			t.done()
		}
	}
	s := strings.Join(out, ", ")
	if !list {
		return "{ " + s + " }"
	}
	if n := len(out); n > 0 && out[n-1] == "" {
		s += ","
	}
	return "[" + s + "]"
}

// destructDecl declares names by a pattern.
func (g *generator) destructDecl() {
	kind := pick(g, []varKind{isLet, isConst, isConst, isVar})
	g.block.started = true // the new names hide nothing
	g.count("destructuring declaration")
	list := g.chance(50)
	from := g.destructured(list, 1)
	g.line("%s %s = %s;", kind, g.patternOf(list, 2, g.newLeaf(kind)), from)
}

// newLeaf makes leaves that declare variables.
func (g *generator) newLeaf(kind varKind) func() leaf {
	return func() leaf {
		name := g.fresh(kind)
		v := &variable{name: name, kind: kind, hint: anything}
		if g.has(DeadZones) && !g.has(Tame) && g.chance(1) {
			g.count("dead zone in a pattern")
			g.declare(v)
			return leaf{text: name}
		}
		return leaf{name, func() { g.declare(v) }}
	}
}

// oldLeaf makes leaves that assign variables and, if members is set, properties.
func (g *generator) oldLeaf(vs []*variable, members bool) func() leaf {
	return func() leaf {
		if !members || g.chance(50) {
			return leaf{text: pick(g, vs).name}
		}
		t, ok := g.target(anything, 1)
		if !ok || strings.ContainsAny(t.s[:1], "[{(") {
			return leaf{text: pick(g, vs).name}
		}
		if strings.ContainsAny(t.s, ".[(") {
			g.count("member in a pattern")
		}
		return leaf{text: t.s}
	}
}

// patternLoop destructures the items of a loop.
func (g *generator) patternLoop(deep int, word, over string, t *target) {
	g.count("item to a pattern")
	list := g.chance(50)
	vs := g.assignable(anything)
	g.scoped(func() {
		g.block.started = true
		kind := pick(g, []varKind{isLet, isConst, isVar})
		s := ""
		if len(vs) > 0 && g.chance(35) {
			s = g.patternOf(list, 1, g.oldLeaf(vs, true))
		} else {
			s = kind.String() + " " + g.patternOf(list, 1, g.newLeaf(kind))
		}
		g.line("%s", iterationHead(s, word, over))
		head := ""
		if names := g.block.vars; g.has(Closures) && len(names) > 0 && g.chance(40) {
			head = g.keepItem(pick(g, names).name, kind)
		}
		g.loopBody(deep, t, head, "")
	})
	g.line("}")
}

// destructStmt assigns by a pattern, perhaps to properties.
func (g *generator) destructStmt() {
	if s := g.destructure(2, true); s != "" {
		g.line("%s;", stmtText(s))
	}
}

// destructuring assigns variables by a pattern, in parentheses: V8 refuses
// f([1], [a] = b).
func (g *generator) destructuring(h hint, d int) ex {
	s := g.destructure(d, g.chance(30))
	if s == "" {
		return g.leaf(h)
	}
	return atom("(" + s + ")")
}

// destructure returns an assignment by a pattern, or "" if there is too little to
// assign. If members is set, targets may be properties, too.
func (g *generator) destructure(d int, members bool) string {
	vs := g.assignable(anything)
	if len(vs) < 2 {
		return ""
	}
	g.count("destructuring assignment")
	if g.chance(25) {
		a, b := pick(g, vs).name, pick(g, vs).name
		return fmt.Sprintf("[%s, %s = %s] = [%s, %s]", a, b, g.expr(anything, d).arg(), b, a)
	}
	list := g.chance(50)
	from := g.destructured(list, d)
	return g.patternOf(list, 1, g.oldLeaf(vs, members)) + " = " + from
}
