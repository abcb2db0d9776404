package knot

import "fmt"

// records declares objects of which the optimizer knows all properties, and replaces
// them, writes them, and assigns them to each other's variables in the iterations of a
// loop, in branches, or in statements that may be left in the middle. Nothing else
// references them until a statement around uses one.
func (k *knot) records() {
	k.count("records")
	var vs []*variable
	for range 1 + k.r.IntN(2) {
		kd := k.kind(isLet, isLet, isVar)
		text := k.recordText()
		if len(vs) > 0 && k.chance(30) {
			text = vs[0].name
		}
		v := &variable{name: k.fresh(kd), kind: kd, holds: object}
		if k.chance(50) {
			v.holds = secondary // no other statement uses it
		}
		k.line("%s %s = %s;", words[kd], v.name, text)
		vs = append(vs, k.declare(v))
	}
	moves := func() {
		for range 1 + k.r.IntN(2) {
			k.move(vs)
		}
	}
	both := func() { k.scoped(func() { moves(); k.scopeStatements(1); moves() }) }
	switch k.r.IntN(8) {
	case 0:
		k.either(both, moves)
	case 1:
		k.tried(both, moves)
		k.line("}")
	case 2:
		k.inLabelled(both)
	default:
		k.around = moves
		k.loop()
	}
	k.line("print(%s.p, %s.q, %s === %[2]s);", pick(k, vs...).name, pick(k, vs...).name, pick(k, vs...).name)
}

// either writes an if; then writes the inside of its first block.
func (k *knot) either(then, other func()) {
	k.line("if (%s) {", k.condition(1).s)
	then()
	k.line("} else {")
	k.scoped(other)
	k.line("}")
}

// tried writes a try with a catch, without the closing brace; body writes the inside of
// its first block.
func (k *knot) tried(body, caught func()) {
	k.line("try {")
	body()
	k.line("} catch {")
	k.scoped(caught)
}

// inLabelled writes a block that can be left; body writes its inside.
func (k *knot) inLabelled(body func()) {
	label := k.label()
	k.line("%s: {", label)
	k.targeting(target{label: label}, body)
	k.line("}")
}

// recordText returns an object whose properties are known.
func (k *knot) recordText() string {
	switch k.r.IntN(6) {
	case 0:
		return fmt.Sprintf("{ p: %s }", k.literal().arg())
	case 1:
		return fmt.Sprintf("{ p: %s, q: %s }", k.literal().arg(), k.leaf().arg())
	}
	return fmt.Sprintf("{ p: %s, q: %s }", k.literal().arg(), k.literal().arg())
}

// move reads, writes or replaces one of the objects.
func (k *knot) move(vs []*variable) {
	v, w := pick(k, vs...), pick(k, vs...)
	key := pick(k, "p", "p", "q")
	switch k.r.IntN(10) {
	case 0, 1:
		k.line("%s = %s;", v.name, k.recordText())
	case 2:
		k.line("%s = %s;", v.name, w.name)
	case 3:
		k.line("%s.%s = %s;", v.name, key, k.literal().arg())
	case 4:
		k.line("%s.%s %s;", v.name, key, pick(k, "++", "+= 1", "= 2", "??= 3"))
	case 5:
		k.line("if (%s) %s = %s;", k.condition(1).s, v.name, pick(k, w.name, k.recordText()))
	case 6:
		k.line("if (%s.%s === %s) %s.p = %s;", v.name, key, k.literal().arg(), w.name, k.literal().arg())
	default:
		k.line("print(%s.%s, %[1]s.%[2]s === %[3]s);", v.name, key, k.literal().arg())
	}
}

// heldAgain assigns to a variable, in the iterations of a loop, an object that another
// variable holds only for that. The changes of earlier iterations can be seen in it.
func (k *knot) heldAgain() {
	k.count("object assigned again in a loop")
	kd := k.kind(isLet, isVar)
	text := k.recordText
	if k.chance(20) {
		text = func() string { return fmt.Sprintf("[%s, %s]", k.literal().arg(), k.literal().arg()) }
	}
	holder := &variable{name: k.fresh(kd), kind: kd, holds: secondary}
	k.line("%s %s = %s;", words[kd], holder.name, text())
	k.declare(holder)
	v := &variable{name: k.fresh(kd), kind: kd, holds: secondary}
	k.line("%s %s = %s;", words[kd], v.name, pick(k, holder.name, text()))
	k.declare(v)
	use := func() {
		for range 1 + k.r.IntN(2) {
			key := pick(k, ".p", ".p", ".q", "[0]")
			switch k.r.IntN(4) {
			case 0:
				k.line("%s%s = %s;", v.name, key, k.literal().arg())
			case 1:
				k.line("%s%s%s;", v.name, key, pick(k, "++", " += 1", " ??= 3"))
			case 2:
				k.line("eff(%s);", v.name)
			default:
				k.line("print(%s%s);", v.name, key)
			}
		}
	}
	again := func() {
		switch k.r.IntN(4) {
		case 0:
			k.line("%s = %s;", v.name, holder.name)
		case 1:
			k.line("if (%s) %s = %s;", k.condition(1).s, v.name, pick(k, holder.name, text()))
		case 2:
			k.line("if (%s) %s = %s; else %[2]s = %s;", k.condition(1).s, v.name, holder.name, text())
		default:
			k.line("%s = %s ? %s : %s;", v.name, k.condition(1).s, holder.name, text())
		}
	}
	done := false
	k.around = func() {
		use()
		if !done {
			again()
		}
		done = true
	}
	k.loop()
	k.line("print(%s.p, %[1]s.q, %[1]s[0]);", v.name)
}

// shapes declares objects and arrays that hold each other, and destructures, copies, swaps
// and changes them through one name while another references them, too.
func (k *knot) shapes() {
	k.count("shapes")
	var vs []*variable
	for range 2 + k.r.IntN(2) {
		kd := k.kind(isLet, isLet, isVar)
		v := &variable{name: k.fresh(kd), kind: kd, holds: secondary}
		k.line("%s %s = %s;", words[kd], v.name, k.shapeText(vs))
		vs = append(vs, k.declare(v))
	}
	moves := func() {
		for range 1 + k.r.IntN(3) {
			k.reshape(vs)
		}
	}
	both := func() { k.scoped(func() { moves(); k.scopeStatements(1); moves() }) }
	switch k.r.IntN(10) {
	case 0:
		moves()
	case 1:
		k.either(both, moves)
	case 2:
		k.tried(both, moves)
		k.line("} finally {")
		k.scoped(moves)
		k.line("}")
	case 3:
		k.inLabelled(both)
	case 4:
		k.line("switch (%s) {", k.value(1).s)
		k.targeting(target{}, func() {
			for i := range 2 + k.r.IntN(2) {
				k.line("case %d:", i)
				k.scoped(moves)
				if k.chance(40) {
					k.line("break;")
				}
			}
			k.line("default:")
			k.scoped(moves)
		})
		k.line("}")
	default:
		k.around = moves
		k.loop()
	}
	moves()
	for _, v := range vs {
		k.line("print(%s?.p, %[1]s?.[0], %[1]s?.q?.p);", v.name)
	}
	if k.chance(30) {
		k.line("eff(%s);", pick(k, vs...).name)
	}
}

// shapeText returns an object or array that may hold some others.
func (k *knot) shapeText(vs []*variable) string {
	leaf := func() string {
		if len(vs) > 0 && k.chance(40) {
			return pick(k, vs...).name
		}
		return k.literal().arg()
	}
	switch k.r.IntN(9) {
	case 0:
		return fmt.Sprintf("{ p: %s, q: { p: %s } }", leaf(), leaf())
	case 1:
		return fmt.Sprintf("{ p: [%s], q: %s }", leaf(), leaf())
	case 2:
		return fmt.Sprintf("[%s, { p: %s }]", leaf(), leaf())
	case 3:
		return fmt.Sprintf("[%s, %s]", leaf(), leaf())
	case 4:
		if len(vs) > 0 {
			return fmt.Sprintf(pick(k, "{ ...%s, p: %s }", "{ p: %[2]s, ...%[1]s }"), pick(k, vs...).name, leaf())
		}
	case 5:
		if len(vs) > 0 {
			return pick(k, vs...).name
		}
	case 6:
		return fmt.Sprintf("{ p: %s, get q() { return %s; } }", leaf(), k.literal().arg())
	}
	return fmt.Sprintf("{ p: %s, q: %s }", leaf(), leaf())
}

// reshape reads, replaces or changes one of the objects.
func (k *knot) reshape(vs []*variable) {
	v, w := pick(k, vs...).name, pick(k, vs...).name
	key := pick(k, ".p", ".p", ".q", "[0]")
	lit := k.literal().arg()
	switch k.r.IntN(20) {
	case 0:
		k.line("%s = %s;", v, w)
	case 1:
		k.line("[%s, %s] = [%[2]s, %[1]s];", v, w)
	case 2:
		k.line("if (%s) %s = %s;", k.condition(1).s, v, pick(k, w, k.shapeText(nil)))
	case 3:
		k.line("%s = %s ? %s : %s;", v, k.condition(1).s, w, k.shapeText(vs))
	case 4:
		k.line("%s = %s;", v, k.shapeText(vs))
	case 5:
		k.line("if (%s) %[1]s%s = %s;", v, key, w)
	case 6:
		k.line("if (%s?.q) %[1]s.q.p = %s;", v, lit)
	case 7:
		k.line("if (%s) %[1]s%s = %s?.p;", v, key, w)
	case 8:
		k.line("if (%s) ({ p: %[1]s%s, q: %s = %s } = %[1]s);", v, key, w, lit)
	case 9:
		k.line("if (%s) ({ p: %[1]s%s = %s } = %[1]s);", v, key, lit)
	case 10:
		k.line("%s = { ...%s };", v, w)
	case 11:
		k.line("{")
		k.scoped(func() {
			a := k.declare(&variable{name: k.fresh(isConst), kind: isConst, holds: secondary})
			k.line("const { p, ...%s } = %s ?? {};", a.name, w)
			k.line("print(p === %s, %s.q);", lit, a.name)
			k.line("%s = %s;", v, a.name)
		})
		k.line("}")
	case 12:
		k.line("if (%s) delete %[1]s%s;", v, key)
	case 13:
		k.line("if (%s) %[1]s%s%s;", v, key, pick(k, "++", " += 1", " ??= 3", " ||= "+w))
	case 14:
		k.line("eff(%s);", v)
	case 15:
		if !k.fn.plain {
			k.line("keep(() => %s);", pick(k, v, v+"?.p"))
		}
	default:
		k.line("print(%s?.p, %[1]s%[2]s, %[1]s === %[3]s);", v, "?."+pick(k, "p", "q", "[0]", "length"), w)
	}
}
