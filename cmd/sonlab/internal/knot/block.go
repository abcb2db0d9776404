package knot

import "fmt"

// blockFunction declares a function in a block. Sloppy code also assigns it to a variable of
// the enclosing function when control reaches the declaration, unless a variable in between
// has the name. So it matters where the block is, what comes before and after the declaration
// in it, what else has the name, and what reads the name outside.
func (k *knot) blockFunction() {
	k.count("function of a block")
	k.quirks--
	b := &blockFunction{knot: k, name: k.fresh(isFunction), word: "function"}
	if k.chance(map[bool]int{false: 10, true: 30}[k.tame]) {
		b.word = pick(k, "async function", "function*") // these are not assigned to a variable outside
	}
	b.outside = !k.fn.strict && b.word == "function"
	switch n := k.r.IntN(map[bool]int{false: 9, true: 5}[k.tame]); {
	case n == 0 && k.kind(isVar) == isVar:
		k.count("function of a block beside a var")
		k.line("var %s%s;", b.name, pick(k, "", " = "+k.literal().arg()))
		b.outside = true
		b.around()
	case n == 1:
		k.count("function of a block beside a parameter")
		k.line("(function (%s) {", b.name)
		fn := &function{returns: true, arguments: true, closure: k.fn.closure, limit: k.fn.limit}
		k.within(fn, func() {
			k.indent++
			b.beside()
			k.indent--
		})
		k.line("})(%s);", pick(k, "", k.literal().arg()))
	case n == 2:
		k.count("function of a block beside a let")
		b.outside = false
		k.line("{")
		k.scoped(func() {
			k.line("let %s = %s;", b.name, k.literal().arg())
			b.beside()
		})
		k.line("}")
		b.ask()
	case n == 3:
		k.count("function of a block beside a catch")
		k.line("try { throw %s; } catch (%s) {", k.literal().arg(), b.name)
		k.scoped(b.beside)
		k.line("}")
		b.ask()
	default:
		b.around()
	}
}

type blockFunction struct {
	*knot
	name, word string
	outside    bool // the name can be read outside
}

// beside writes the block where a variable nearer than the function's has the name.
func (b *blockFunction) beside() {
	outside := b.outside
	b.outside = true
	b.around()
	b.outside = outside
}

// around writes the block, and references to the name before and after it.
func (b *blockFunction) around() {
	if b.chance(35) {
		b.ask()
	}
	if b.chance(20) {
		b.line("keep(() => %s);", pick(b.knot, "typeof "+b.name, b.name))
	}
	b.block()
	if b.chance(80) {
		b.ask()
	}
}

// ask prints the value of the name at this place.
func (b *blockFunction) ask() {
	if !b.outside {
		b.line("print(typeof %s);", b.name)
		return
	}
	b.line("print(%s);", pick(b.knot, "typeof "+b.name, b.name, b.name+"?.name", "ask("+b.name+")", "ask("+b.name+"), typeof "+b.name))
}

// declaration returns the function's text.
func (b *blockFunction) declaration() string {
	return fmt.Sprintf("%s %s() { return %s; }", b.word, b.name, b.inClosure(func() string { return b.value(b.r.IntN(2)).s }))
}

// block writes one of the kinds of blocks that can declare a function.
func (b *blockFunction) block() {
	test := func() string { return b.condition(1).s }
	if b.word == "function" && !b.fn.strict && b.chance(20) {
		b.count("function of an if")
		b.line("if (%s) %s", test(), b.declaration())
		if b.chance(40) {
			b.line("else %s", b.declaration())
		}
		return
	}
	plain := func() { b.scoped(func() { b.list("") }) }
	switch b.r.IntN(12) {
	case 0:
		b.line("{")
		plain()
		b.line("}")
	case 1:
		b.line("if (%s) {", test())
		plain()
		if b.chance(40) {
			b.line("} else {")
			plain()
		}
		b.line("}")
	case 2:
		label := b.label()
		b.line("%s: {", label)
		b.scoped(func() { b.list("break " + label) })
		b.line("}")
	case 3:
		b.line("try {")
		plain()
		b.line("} catch { eff(%q); }", "b")
	case 4:
		b.line("try { eff(%s); } finally {", b.value(1).arg())
		plain()
		b.line("}")
	case 5, 6, 7, 8:
		b.cases()
	default:
		b.inLoop()
	}
}

// cases writes a switch with the function in one of its clauses. Other clauses may declare
// other functions, in the same scope. If one of these becomes a global by mistake, that shows
// even if nothing references it.
func (b *blockFunction) cases() {
	n := 1 + b.r.IntN(3)
	others, referenced := map[int]string{}, b.chance(40)
	top := b.fn.outer == nil && b.file == Script // otherwise it would not become a global
	if top {
		n, referenced = 2+b.r.IntN(2), b.chance(10)
	}
	if top || b.chance(50) {
		for range 1 + b.r.IntN(3) {
			others[b.r.IntN(n)] = b.fresh(isFunction)
		}
	}
	at, def := b.r.IntN(n), b.r.IntN(n+2)
	if b.chance(50) {
		at = n - 1 // nothing follows it
	}
	b.line("switch (%s) {", b.value(1).s)
	b.targeting(target{}, func() {
		b.scoped(func() {
			for i := range n {
				head := "case " + b.literal().s
				if i == def {
					head = "default"
				}
				b.line("%s:", head)
				b.indent++
				if other := others[i]; other != "" {
					b.line("%s %s() {%s}", pick(b.knot, "async function", "function*", "async function*"), other, pick(b.knot, "", " return "+b.name+"; "))
					if referenced {
						b.line("print(typeof %s().next, typeof %s);", other, b.name)
					}
				}
				switch {
				case i == at && len(others) > 1 && !referenced && b.chance(50): // it is missing altogether
					b.line("eff(1);")
				case i == at:
					b.list("break")
				case b.chance(60):
					b.line("%s", pick(b.knot, b.name+";", "break;", "eff("+b.name+");", "print(typeof "+b.name+");"))
				}
				b.indent--
			}
		})
	})
	b.line("}")
	if referenced {
		for i := range n {
			if others[i] != "" {
				b.line("print(typeof %s);", others[i])
			}
		}
	}
}

// inLoop writes a loop with the function in its body.
func (b *blockFunction) inLoop() {
	label, i := "", b.before()
	if b.chance(30) {
		label = b.label()
	}
	last := "}"
	switch n := 1 + b.r.IntN(2); b.r.IntN(4) {
	case 0:
		b.head(label, "for (; %s < %d; %[1]s++) {", i.name, n)
	case 1:
		b.head(label, "while (%s++ < %d) {", i.name, n)
	case 2:
		b.head(label, "do {")
		last = fmt.Sprintf("} while (++%s < %d);", i.name, n)
	default:
		b.head(label, "for (const %s of [1, 2]) {", b.fresh(isConst))
	}
	jump := pick(b.knot, "continue", "continue", "break")
	if label != "" && b.chance(50) {
		jump += " " + label
	}
	b.fn.loops++
	b.targeting(target{label: label, loop: true, continues: true}, func() { b.scoped(func() { b.list(jump) }) })
	b.fn.loops--
	b.line("%s", last)
}

// list writes the statements of the block. jump, if there is one, leaves it.
func (b *blockFunction) list(jump string) {
	if b.fn.returns && (jump == "" || b.chance(15)) {
		jump = "return"
	}
	inside := *b
	inside.outside = true
	if b.word != "function" && b.chance(70) {
		b.line("print(%s?.name);", b.name)
	} else if b.chance(40) {
		inside.ask()
	}
	switch b.r.IntN(6) {
	case 0:
		b.line("%s = %s;", b.name, b.literal().arg())
	case 1:
		b.line("%s;", start(b.assignment(1)))
	case 2:
		if jump != "" {
			b.line("if (%s) %s;", b.condition(1).s, jump)
		}
	}
	b.line("%s", b.declaration())
	switch n := b.r.IntN(10); {
	case n < 5 && jump != "" && (jump != "return" || b.chance(30)):
		b.line("%s;", jump)
	case n < 6 && jump != "":
		b.line("if (%s) %s;", b.condition(1).s, jump)
	case n < 7:
		inside.ask()
	case n < 8:
		b.line("%s = %s;", b.name, b.literal().arg())
	case n < 9:
		b.line("%s;", start(b.assignment(1)))
	}
}
