package knot

import "fmt"

// patched replaces globals or what they call, and then uses them, often without using the
// result: the replacements have effects. The program must not share its realm with others.
func (k *knot) patched() {
	k.count("patched global")
	k.alone = true
	switch k.r.IntN(4) {
	case 0:
		k.line("%s = function (v) { return eff(v); };", pick(k, "Boolean", "globalThis.Boolean"))
		use := pick(k, "print(Boolean(%s));", "if (Boolean(%s)) eff(1);", "print(!Boolean(%s));", "Boolean(%s);", "print(Boolean(%s) ? 1 : 2);")
		k.line(use, k.value(1).arg())
	case 1:
		k.line("Object.defineProperty(Math, \"sign\", { get() { return eff(\"sign\"); } });")
		k.line("%s;", pick(k, "Math.sign", "const "+k.fresh(isConst)+" = Math.sign", "eff(1), Math.sign"))
	default:
		k.patchedMethod()
	}
}

// patchedMethod replaces a method that a constructor calls, and calls the constructor.
func (k *knot) patchedMethod() {
	name := pick(k, "Map", "Set", "WeakMap", "WeakSet")
	method, items := "set", "[[{}, 1]]"
	if name == "Set" || name == "WeakSet" {
		method, items = "add", "[{}]"
	}
	changed := k.chance(80)
	if changed {
		k.line("%s.prototype.%s = function () { return eff(%q) || this; };", name, method, name)
	}
	made := fmt.Sprintf("new %s(%s)", name, pick(k, items, items, "iter(0)", "[]", ""))
	k.line("%s;", pick(k, made, made, made, name, "const "+k.fresh(isConst)+" = "+made))
	if changed && k.chance(30) {
		k.line("delete %s.prototype.%s;", name, method)
		k.line("print(ask(() => { new %s(%s); return 1; }));", name, items)
	}
}
