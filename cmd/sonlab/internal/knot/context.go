package knot

import "strings"

// context is the code around the statements of a program.
type context struct {
	name        string
	open, close string
	fn          function // what the statements may do
	loop, label bool     // there is a loop to continue; a block labelled here to leave
	leave       bool     // break leaves the context
	sloppy, top bool
}

// Names lists the contexts.
func Names() []string {
	var ns []string
	for _, c := range Contexts {
		ns = append(ns, c.name)
	}
	return ns
}

var (
	plainFunction = function{returns: true, arguments: true}
	arrowFunction = function{returns: true}
)

// Contexts are the contexts that the statements of a program may be in.
var Contexts = []context{
	{name: "plain", top: true},
	{name: "function", open: `call("f", function f(p0, p1) {`, close: `}, { p: 1 }, [1, 2]);`, fn: plainFunction},
	{name: "strict", open: `call("f", function f(p0, p1) { "use strict";`, close: `}, { p: 1 }, [1, 2]);`, fn: function{returns: true, arguments: true, strict: true}},
	{name: "arrow", open: `call("f", (p0, p1) => {`, close: `}, 0, [1, 2]);`, fn: arrowFunction},
	{name: "method", open: `call("m", { m(p0, p1) {`, close: `} }.m, { p: 1 }, [1, 2]);`, fn: plainFunction},
	{name: "static block", open: `call("s", (p0) => { class K0 { static {`, close: `} } }, 0, [1]);`, fn: function{strict: true, element: true}},
	// V8 11 loses the captured variables of a closure in an arrow function that a field of
	// a class expression calls, so the class is declared.
	{name: "field", open: `call("k", (p0) => { class K0 { f = (() => {`, close: `})(); } return new K0(); }, 0, [1]);`, fn: function{strict: true, returns: true, element: true}},
	{name: "constructor", open: `call("k", () => new (class { constructor(p0, p1) {`, close: `} })(1, 2), 0, []);`, fn: function{strict: true, returns: true, arguments: true}},
	{name: "derived constructor", open: `call("k", () => new (class extends Box { constructor(p0, p1) { super(p0);`, close: `} })(1, 2), 0, []);`, fn: function{strict: true, returns: true, arguments: true}},
	{name: "generator", open: `call("g", pump(function* f(p0, p1) {`, close: `}, HOW, AT), { p: 1 }, [1, 2]);`, fn: function{returns: true, arguments: true, generator: true}},
	{name: "async", open: `call("f", later(async function f(p0, p1) {`, close: `}), { p: 1 }, [1, 2]);`, fn: function{returns: true, arguments: true, async: true}},
	{name: "async generator", open: `call("g", pumpLater(async function* f(p0, p1) {`, close: `}, HOW, AT), { p: 1 }, [1, 2]);`, fn: function{returns: true, arguments: true, generator: true, async: true}},
	{name: "for", open: `call("f", (p0) => { for (let r0 = 0; r0 < 2; r0++) {`, close: `} }, 0, [1]);`, fn: arrowFunction, loop: true},
	{name: "while", open: `call("f", (p0) => { let r0 = 0; while (r0++ < 2) {`, close: `} }, 0, [1]);`, fn: arrowFunction, loop: true},
	{name: "do", open: `call("f", (p0) => { let r0 = 0; do {`, close: `} while (eff(++r0) < 2); }, 0, [1]);`, fn: arrowFunction, loop: true},
	{name: "for-of", open: `call("f", (p0) => { for (const r0 of [1, 2]) {`, close: `} }, 0, [1]);`, fn: arrowFunction, loop: true},
	{name: "for-in", open: `call("f", (p0) => { for (const r0 in { p: 1, q: 2 }) {`, close: `} }, 0, [1]);`, fn: arrowFunction, loop: true},
	{name: "try", open: `call("f", (p0) => { try {`, close: `} catch (e0) { print("caught", e0); } print(p0); }, 0, [1]);`, fn: arrowFunction},
	{name: "catch", open: `call("f", (p0) => { try { throw p0; } catch (e0) {`, close: `} }, 0, [1]);`, fn: arrowFunction},
	{name: "finally", open: `call("f", (p0) => { try { eff(1); if (p0 > 1) return 7; } finally {`, close: `} return p0; }, 0, [AT]);`, fn: arrowFunction},
	{name: "switch", open: `call("f", (p0) => { switch (p0) { case 0: eff("c"); case 1:`, close: `default: eff("d"); } }, 0, [AT]);`, fn: arrowFunction, leave: true},
	{name: "labelled block", open: `call("f", (p0) => { here: {`, close: `} print(p0); }, 0, [1]);`, fn: arrowFunction, label: true},
	{name: "default value", open: `call("f", (p0, p1 = (() => {`, close: `})()) => p1, 0, [1]);`, fn: arrowFunction},
	{name: "closure", open: `call("f", () => { const f0 = (p0) => {`, close: `}; f0(1); return f0(2); }, 0, []);`, fn: arrowFunction},
	{name: "with", open: `call("f", function (p0) { with ({ x: 1, p: 2 }) {`, close: `} }, 0, [1]);`, fn: plainFunction, sloppy: true},
	{name: "getter", open: `call("f", (p0) => ({ get p() {`, close: `} }).p, 0, [1]);`, fn: plainFunction},
}

// inContext writes the statements in their context.
func (k *knot) inContext(cx context) {
	if cx.top {
		k.statements(2 + k.r.IntN(4))
		return
	}
	fill := strings.NewReplacer("HOW", pick(k, "0", "0", "1", "2", "3"), "AT", pick(k, "1", "2"))
	k.line("%s", fill.Replace(cx.open))
	f := cx.fn
	f.strict = f.strict || k.fn.strict
	f.limit = none
	if f.plain = k.chance(18); f.plain {
		k.count("nothing captured")
	}
	if cx.loop || cx.leave {
		f.targets = append(f.targets, target{loop: cx.loop, continues: cx.loop})
	}
	if cx.label {
		f.targets = append(f.targets, target{label: "here"})
	}
	k.within(&f, func() {
		k.scope.vars = append(k.scope.vars, &variable{name: "p0", kind: isParam, fn: k.fn})
		k.statements(3 + k.r.IntN(4))
		k.finish()
	})
	k.line("%s", fill.Replace(cx.close))
}

// finish prints the final values of variables.
func (k *knot) finish() {
	var names []string
	for _, v := range k.visible(func(v *variable) bool { return v.fn == k.fn && v.holds == anything }) {
		if len(names) < 4 {
			names = append(names, v.name)
		}
	}
	if len(names) > 0 {
		k.line("print(%s);", strings.Join(names, ", "))
	}
	if k.fn.returns && k.chance(50) {
		k.line("return %s;", k.value(1).s)
	}
}
