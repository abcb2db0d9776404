package grow

import "strings"

// functions are functions in a row, nested, and closures over variables.
var functions = []Case{
	top("tiny functions", func(n int) string { return rep(n, "function f#(a) { return a + # * 2; }\n") }),
	top("functions in one line", func(n int) string { return rep(n, "function f#(a){return g(a,1+#)}") }),
	top("functions that fold", func(n int) string { return rep(n, "function f#() { const x = #; return x + 1; }\n") }),
	top("functions that call each other", func(n int) string { return steps(n, "function f#(a) { return f@(a, #); }\n") }),
	in("functions of blocks", func(n int) string { return rep(n, "{ function h() { return a + #; } g(h, h); }\n") }),
	in("functions at the ends of blocks", func(n int) string { return rep(n, "{ g(h, h); function h() { return a + #; } }\n") }),
	in("functions of blocks of strict code", func(n int) string {
		return "\"use strict\";\n" + rep(n, "{ g(h, h); function h() { return a + #; } }\n")
	}),
	in("functions of one block", func(n int) string { return "{\n" + rep(n, "g(h#); function h#() { return a + #; }\n") + "}" }),
	in("functions of cases", func(n int) string {
		return "switch (a) {\n" + rep(n, "case #: g(h#); function h#() { return b + #; }\n") + "}"
	}),
	nested(in("functions of blocks nested", func(n int) string {
		return nest(n, "{ g(h#); function h#() { return a + #; }\n", "", "}\n")
	})),
	in("local functions", func(n int) string {
		return rep(n, "function f#(x) { return x + #; }\n") + "return " + join(n, " + ", "f#(a)") + ";"
	}),
	in("local functions in a chain", func(n int) string {
		return "const h0 = x => g(x);\n" + steps(n, "const h@ = x => h#(x, @);\n") + "return h1;"
	}),
	in("one local function called", func(n int) string { return "const h = x => x + 1;\n" + rep(n, "g(h(#));\n") }),
	in("one local function that captures, called", func(n int) string {
		return "let k = 0; const h = x => { k += x; };\n" + rep(n, "h(#);\n") + "return k;"
	}),
	in("closures in a row", func(n int) string { return rep(n, "g(() => #);\n") }),
	in("closures of one variable", func(n int) string { return "let x = g();\n" + rep(n, "g(() => x + #);\n") }),
	in("closures that assign one variable", func(n int) string { return "let x = g();\n" + rep(n, "g(() => { x = #; });\n") + "return x;" }),
	in("closures between assignments", func(n int) string { return "let x = g();\n" + rep(n, "x = g(x); g(() => x);\n") + "return x;" }),
	in("closures of a variable each", func(n int) string { return rep(n, "let x# = g(#); g(() => x#++);\n") }),
	in("a closure of many variables", func(n int) string {
		return rep(n, "let x# = g(#);\n") + "g(() => { " + rep(n, "x#++; ") + "});"
	}),
	in("a closure of many constants", func(n int) string {
		return rep(n, "const x# = g(#);\n") + "g(() => " + join(n, " + ", "x#") + ");"
	}),
	in("cells shared by closures", func(n int) string {
		return rep(side(n), "let x# = g(#);\n") + rep(side(n), "g(() => { "+rep(side(n), "x#++; ")+"});\n")
	}),
	in("cells and calls", func(n int) string {
		return "let x = 0, y = 0; const h = () => { x++; y = x; };\n" + rep(n, "g(#); x = y + 1;\n") + "g(h); return x;"
	}),
	in("cells and loads in cases", func(n int) string {
		return rep(n, "let x# = #;\n") + "g(() => { " + rep(n, "x#++; ") + "});\n" + rep(n, "x# = #;\n") + "switch (b) {\n" + rep(n, "case #: x# = a.y#; break;\n") + "}"
	}),
	in("cells that are assigned", func(n int) string {
		return rep(n, "let x# = g(#); x# = g(x#);\n") + "return () => " + join(n, " + ", "x#") + ";"
	}),
	nested(in("functions nested", func(n int) string { return nest(n, "function f#(x#) { g(x#);\n", "", "return f#; }\n") })),
	nested(in("functions nested, of globals", func(n int) string {
		return nest(n, "function f#(x#) { g#(x#);\n", "", "return f#; }\n")
	})),
	nested(in("functions nested, of the same globals", func(n int) string {
		return nest(n, "function f#(x#) { g(x#, undefined, h);\n", "", "return f#; }\n")
	})),
	nested(in("functions nested that go", func(n int) string {
		return "return g(a);\n" + nest(n, "function f#(x#) { g(x#, function (y#) { return y# });\n", "", "}\n")
	})),
	nested(in("functions nested that capture", func(n int) string {
		return nest(n, "return function (x#) {\n", "return a + b;", "};\n")
	})),
	nested(in("functions nested that change", func(n int) string {
		return nest(n, "if (1 + 1) { g(function (x#) {\n", "return a + b;", "}, 2 * 3); }\n")
	})),
	nested(in("methods of objects nested", func(n int) string {
		return nest(n, "g({ m(x#) {\n", "return a + b;", "}, p: 2 * 3 });\n")
	})),
	nested(in("arrows nested", func(n int) string { return "return " + rep(n, "x# => ") + "a;" })),
	nested(in("arrows nested that use all", func(n int) string { return "return " + rep(n, "x# => ") + join(n, " + ", "x#") + ";" })),
	in("called functions in a row", func(n int) string { return rep(n, "(function () { g(#); })();\n") }),
	nested(in("called functions nested", func(n int) string { return nest(n, "(function () { g(#);\n", "", "})();\n") })),
	top("parameters", func(n int) string {
		return "function f(" + join(n, ", ", "x#") + ") { return " + join(n, " + ", "x#") + "; }"
	}),
	top("parameters with defaults", func(n int) string {
		return "function f(" + join(n, ", ", "x# = g(#)") + ") { return " + join(n, " + ", "x#") + "; }"
	}),
	top("parameters with patterns", func(n int) string {
		return "function f(" + join(n, ", ", "{ x# }") + ") { return " + join(n, " + ", "x#") + "; }"
	}),
	top("parameters and arguments", func(n int) string {
		return "function f(" + join(n, ", ", "x#") + ") { " + rep(n, "x#++;") + " return arguments; }"
	}),
	top("functions with arguments", func(n int) string { return "function f() { " + rep(n, "g(arguments[#]);\n") + " }" }),
	top("functions with eval", func(n int) string { return "function f(a) { " + rep(n, "const x# = a + #;\n") + " eval(a); }" }),
	top("yields", func(n int) string { return "function* f(a) {\n" + rep(n, "a = yield g(a, #);\n") + "return a; }" }),
	top("yields of variables", func(n int) string {
		return "function* f(a) {\n" + rep(n, "const x# = yield #;\n") + "return " + join(n, " + ", "x#") + "; }"
	}),
	top("yields nested in tries", func(n int) string { return "function* f(a) {\n" + rep(n, "try { yield #; } finally { g(a); }\n") + "}" }),
	top("yield*s", func(n int) string { return "function* f(a) {\n" + rep(n, "yield* g(#);\n") + "}" }),
	top("awaits", func(n int) string { return "async function f(a) {\n" + rep(n, "a = await g(a, #);\n") + "return a; }" }),
	top("for-awaits", func(n int) string {
		return "async function f(a) {\n" + rep(n, "for await (const x of g(#)) a = x;\n") + "return a; }"
	}),
	top("generators", func(n int) string { return rep(n, "function* f#(a) { yield a; yield #; }\n") }),
	top("a huge function", func(n int) string {
		return "function f(a, b) {\n" + rep(n, "if (a.x# > b) { b = a.x# + 1; for (const x of a.y#) { g(x, b); } } else { try { g(b); } catch (e) { return e; } }\n") + "return b; }"
	}),
	top("functions of a namespace", func(n int) string {
		return "(function () {\nvar ns = {};\n" + rep(n, "ns.f# = function (x) { return ns.f0(x, #); };\n") + "g(ns); })();"
	}),
	top("functions of a closure", func(n int) string {
		return "(function () {\n" + rep(n, "function f#(x) { return x + #; }\n") + "g(" + join(n, ", ", "f#") + "); })();"
	}),
	top("constants of a closure", func(n int) string {
		return "(function () {\n" + rep(n, "const K# = #; function f#(x) { return x + K#; }\n") + "g(" + join(n, ", ", "f#") + "); })();"
	}),
}

// private replaces each @ by the # of a private name, since rep replaces #.
func private(text string) string { return strings.ReplaceAll(text, "@", "#") }

// classes are classes and what is in them.
var classes = []Case{
	top("methods", func(n int) string { return "class A {\n" + rep(n, "m#(a) { return a + #; }\n") + "}" }),
	top("methods that call each other", func(n int) string { return "class A {\n" + rep(n, "m#(a) { return this.m0(a, #); }\n") + "}" }),
	top("fields", func(n int) string { return "class A {\n" + rep(n, "x# = g(#);\n") + "}" }),
	top("fields without values", func(n int) string { return "class A {\n" + rep(n, "x#;\n") + "}" }),
	top("static fields", func(n int) string { return "class A {\n" + rep(n, "static x# = g(#);\n") + "}" }),
	top("static blocks", func(n int) string { return "class A {\n" + rep(n, "static { g(#); }\n") + "}" }),
	top("private fields", func(n int) string {
		return "class A {\n" + private(rep(n, "@p# = g(#); m#() { return this.@p#; }\n")) + "}"
	}),
	top("private methods", func(n int) string {
		return "class A {\n" + private(rep(n, "@p#() { return #; } m#() { return this.@p#(); }\n")) + "}"
	}),
	top("accessors", func(n int) string {
		return "class A {\n" + rep(n, "get x#() { return #; } set x#(v) { g(v); }\n") + "}"
	}),
	top("computed members", func(n int) string { return "class A {\n" + rep(n, "[g(#)]() { return #; }\n") + "}" }),
	in("members of a local class", func(n int) string {
		return "return class {\n" + rep(n, "m#() { return a + #; } static x# = b;\n") + "};"
	}),
	top("classes in a row", func(n int) string {
		return rep(n, "class A# { constructor(a) { this.x = a; } m() { return this.x + #; } }\n")
	}),
	top("classes that extend the one before", func(n int) string {
		return "class A0 {}\n" + steps(n, "class A@ extends A# { m() { return super.m(#); } }\n")
	}),
	in("local classes", func(n int) string {
		return rep(n, "class A# { m() { return #; } }\n") + "g(" + join(n, ", ", "A#") + ");"
	}),
	in("news of a local class", func(n int) string {
		return "class A { constructor(x) { this.x = x; } }\n" + rep(n, "g(new A(#));\n")
	}),
	nested(in("classes nested", func(n int) string { return nest(n, "class A# { m() {\n", "", "} }\n") })),
	top("supers", func(n int) string {
		return "class A extends B { constructor() { super();\n" + rep(n, "super.m(#);\n") + "} }"
	}),
}

// bindings are names: how many there are, how often they are used, how they shadow each other.
var bindings = []Case{
	in("one name in many scopes", func(n int) string { return rep(n, "{ let x = g(#); g(() => x); }\n") }),
	nested(in("one name hidden by itself", func(n int) string { return nest(n, "{ let x = g(#);\n", "g(x);", "}\n") })),
	in("names captured by many", func(n int) string {
		return "let x = g(), y = g(), z = g();\n" + rep(n, "function f#() { return x + y + z + #; }\n") + "x = 1; return [" + join(n, ", ", "f#") + "];"
	}),
	in("names used in many blocks", func(n int) string { return "let x = g();\n" + rep(n, "if (g(#)) { g(x); x = #; }\n") + "return x;" }),
	in("one var declared again", func(n int) string { return rep(n, "var x = g(#);\n") + "return x;" }),
	in("helpers that are all called t", func(n int) string { return rep(n, "{ const t = g(#); g(t, t, t + 1); }\n") }),
	in("names that are numbered", func(n int) string { return rep(n, "let t# = g(#); g(t#, t#);\n") }),
	in("copies of copies", func(n int) string { return "let x = a;\n" + rep(n, "const y# = x; x = g(y#);\n") + "return x;" }),
	in("long names", func(n int) string { return "const " + rep(n, "name#") + " = g();\nreturn " + rep(n, "name#") + ";" }),
	in("variables that live together", func(n int) string {
		return rep(n, "let x# = g(#);\n") + "if (a) {\n" + rep(n, "x# = g(x#);\n") + "}\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("a wide join of many variables", func(n int) string {
		return rep(n, "let x#;\n") + "if (a) {\n" + rep(n, "x# = #;\n") + "} else {\n" + rep(n, "x# = b;\n") + "}\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("variables of two arms, tested again", func(n int) string {
		return "let ok;\n" + rep(n, "let x#;\n") + "if (a) {\nok = true;\n" + rep(n, "x# = g();\n") + "} else {\nok = false;\n" + rep(n, "x# = b();\n") + "}\nif (ok) c([" + join(n, ", ", "x#") + "]);\nelse c(0, [" + join(n, ", ", "x#") + "]);"
	}),
	in("variables of two equal arms", func(n int) string {
		return rep(n, "let x#;\n") + "if (a) {\ng(1);\n" + rep(n, "x# = g();\n") + "} else {\ng(2);\n" + rep(n, "x# = g();\n") + "}\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("variables of a loop with a first iteration", func(n int) string {
		return "let first = true;\n" + rep(n, "let x# = 0;\n") + "do {\nif (first) first = false;\nelse g();\n" + rep(n, "x# = g(x#);\n") + "} while (b());\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("variables of a loop that is unrolled", func(n int) string {
		return rep(n, "let x# = 0;\n") + "for (let i = 0; i < 3; i++) {\n" + rep(n, "x# = g(i, x#);\n") + "}\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("variables of a loop with a test that stays", func(n int) string {
		return "const t = a > 1;\n" + rep(n, "let x# = 0;\n") + "while (b()) {\nif (t) g();\n" + rep(n, "x# = g(x#);\n") + "if (t) return [" + join(n, ", ", "x#") + "];\n}\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("variables of a loop over an array", func(n int) string {
		return rep(n, "let x# = 0;\n") + "for (const x of [1, 2, a]) {\n" + rep(n, "x# += x;\n") + "}\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("variables of one test, used behind many tests of it", func(n int) string {
		return "const t = a > 1;\n" + rep(n, "let x#;\nif (t) x# = g();\n") + rep(n, "if (t) g(x#);\n")
	}),
	in("variables of a try, used behind it", func(n int) string {
		return rep(n, "let x#;\n") + "try {\n" + rep(n, "x# = g();\n") + "} catch {}\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("a variable of many tests that are known", func(n int) string {
		return "let x = 0;\nif (a) x = 1;\n" + rep(n, "if (x) g(#);\n")
	}),
	in("a variable that changes on each path", func(n int) string {
		return "let x = 0;\n" + rep(n, "if (a === #) x = 1;\nelse if (x) { x = 0; g(#); }\n") + "return x;"
	}),
	in("a join of many ways in a loop that counts", func(n int) string {
		return "let x = 0;\nfor (let i = 0; i < a; i++) {\nswitch (g()) {\n" + rep(n, "case #: x = i + #; break;\n") + "}\ng(x);\n}\nreturn x;"
	}),
	in("a template of variables of a loop", func(n int) string {
		return rep(n, "let x# = 0;\n") + "for (const x of [1, 2, a]) {\n" + rep(n, "x# += x;\n") + "}\nreturn `" + join(n, " ", "${x#}") + "`;"
	}),
	in("calls of all variables of a loop", func(n int) string {
		return rep(n, "let x# = 0;\n") + "for (let i = 0; i < a; i++) {\n" + rep(n, "x# += i;\n") + "g(" + join(n, ", ", "x#") + ");\n}\nreturn new b(" + join(n, ", ", "x#") + ");"
	}),
	in("an object of variables of a loop", func(n int) string {
		return rep(n, "let x# = 0;\n") + "for (let i = 0; i < a; i++) {\n" + rep(n, "x# += i;\n") + "const o = {" + join(n, ", ", "x#") + "};\n" + rep(n, "g(o.x#);\n") + "}\nreturn {" + join(n, ", ", "x#") + "};"
	}),
	in("closures of variables of a loop", func(n int) string {
		return "const list = [];\nfor (let i = 0; i < a; i++) {\n" + rep(n, "let x# = i + #;\n") + "list.push(() => [" + join(n, ", ", "x#") + "]);\n" + rep(n, "x# += i;\n") + "}\nreturn list;"
	}),
	in("yields of variables of a loop", func(n int) string {
		return "return function* () {\n" + rep(n, "let x# = 0;\n") + "for (let i = 0; i < a; i++) {\n" + rep(n, "x# += yield x#;\n") + "}\nyield [" + join(n, ", ", "x#") + "];\n};"
	}),
	in("items taken apart in a loop", func(n int) string {
		return "for (const [" + join(n, ", ", "x#") + "] of a) g(" + join(n, ", ", "x#") + ");\nfor (const {" + join(n, ", ", "y#") + "} of b) g(" + join(n, ", ", "y#") + ");"
	}),
	in("variables rotated in a loop", func(n int) string {
		return rep(n, "let x# = #;\n") + "while (a()) [x0, " + join(n, ", ", "x#") + "] = [" + join(n, ", ", "x#") + ", x0];\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("variables with a type each", func(n int) string {
		return rep(n, "const x# = g();\nif (typeof x# !== \"number\") return #;\n") + "return [" + join(n, ", ", "x# * 2") + ", " + join(n, " + ", "x#") + "];"
	}),
	in("variables with a type each in one test", func(n int) string {
		return rep(n, "const x# = g();\n") + "if (" + join(n, " && ", "typeof x# === \"number\"") + ") return [" + join(n, ", ", "x# * 2") + "];\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("variables of a try in a loop", func(n int) string {
		return rep(n, "let x# = 0;\n") + "for (let i = 0; i < a; i++) {\ntry {\n" + rep(n, "x# = g(i, x#);\n") + "} catch (e) {\n" + rep(n, "x#++;\n") + "} finally {\nb([" + join(n, ", ", "x#") + "]);\n}\n}\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	// A join has a phi for each variable and an input for each case: a graph of n cases with a
	// variable each has n² of them, whatever son does.
	in("variables of cases in a loop", func(n int) string {
		return rep(side(n), "let x# = 0;\n") + "for (let i = 0; i < a; i++) {\nswitch (i) {\n" + rep(side(n), "case #:\n"+rep(side(n), "x# = i;\n")+"break;\n") + "}\n}\nreturn [" + join(side(n), ", ", "x#") + "];"
	}),
	in("variables of nested loops", func(n int) string {
		return rep(n, "let x# = 0;\n") + "for (let i = 0; i < a; i++) for (let j = 0; j < i; j++) for (let k = 0; k < j; k++) {\n" + rep(n, "x# = x# + k * j;\n") + "}\nreturn [" + join(n, ", ", "x#") + "];"
	}),
	in("variables of a condition in arms of one test", func(n int) string {
		return rep(n, "const x# = a ? g(#) : null;\n") + rep(n, "if (x#) g(x#);\n") + "return [" + join(n, ", ", "x#?.p") + "];"
	}),
	in("properties of a known object in a loop", func(n int) string {
		return "const o = {" + join(n, ", ", "p#: #") + "};\nfor (let i = 0; i < a; i++) {\n" + rep(n, "o.p# += i;\n") + "}\nreturn [" + join(n, ", ", "o.p#") + "];"
	}),
	in("properties of a known object in a loop with calls", func(n int) string {
		return "const o = {" + join(n, ", ", "p#: #") + "};\nfor (let i = 0; i < a; i++) {\n" + rep(n, "o.p# += g(i);\n") + "}\nreturn o;"
	}),
	in("elements of a known array in a loop", func(n int) string {
		return "const o = [" + join(n, ", ", "#") + "];\nfor (let i = 0; i < a; i++) {\n" + rep(n, "o[#] += i;\n") + "}\nreturn o;"
	}),
	in("cells of a loop and calls", func(n int) string {
		return rep(n, "let x# = 0;\n") + "const h = () => [" + join(n, ", ", "x#++") + "];\nfor (let i = 0; i < a; i++) {\n" + rep(n, "x# += i;\n") + "h();\n}\nreturn h;"
	}),
	in("a join of many ways and some variables", func(n int) string {
		return "let x, y, z;\nswitch (a) {\n" + rep(n, "case #: x = #; y = b; z = g(); break;\n") + "}\nreturn x + y + z;"
	}),
	in("a join of many ways and many variables", func(n int) string {
		return rep(side(n), "let x#;\n") + "switch (a) {\n" + rep(side(n), "case #:\n"+rep(side(n), "x# = g();\n")+"break;\n") + "}\nreturn [" + join(side(n), ", ", "x#") + "];"
	}),
	in("joins in a row", func(n int) string {
		return "let x = 0;\n" + rep(n, "if (g(#)) x = #; else x = b;\ng(x);\n") + "return x;"
	}),
	in("joins that are not used", func(n int) string { return "let x = 0;\n" + rep(n, "if (g(#)) x = #;\n") + "return a;" }),
	in("variables that count in branches", func(n int) string {
		return rep(n, "let x# = #;\n") + rep(n, "if (g(#)) x#++;\n") + "return " + join(n, " + ", "x#") + ";"
	}),
	in("variables that rotate in loops", func(n int) string {
		return "let x = 0, y = 1, z = 2;\n" + rep(n, "while (g(#)) { const t = x; x = y; y = z; z = t; }\n") + "return x + y + z;"
	}),
}

// texts are what is in a file besides code.
var texts = []Case{
	in("line comments", func(n int) string { return rep(n, "// about #\ng(#);\n") }),
	in("comments in front of one statement", func(n int) string { return rep(n, "// about #\n") + "const x = 1 + 2;\nreturn x + a;" }),
	in("block comments", func(n int) string { return "return a" + rep(n, " + /* about # */ b") + ";" }),
	in("a long comment", func(n int) string { return "/*" + rep(n, " about #\n") + "*/\nconst x = 1 + 2;\nreturn x;" }),
	in("comments in changed code", func(n int) string { return rep(n, "// about #\n{ const x = 1 + 2; g(x); /* behind # */ }\n") }),
	top("comments behind functions", func(n int) string { return rep(n, "function f#() { return 1 + 2; } // about #\n") }),
	in("blank lines", func(n int) string { return rep(n, "g(#);\n\n\n") }),
	in("one line", func(n int) string { return rep(n, "g(#);") }),
	in("changed statements in one line", func(n int) string { return rep(n, "if (1 + 2 > 2) g(#);") }),
	in("changed statements among others", func(n int) string { return rep(n, "g(#);\n{ const x = 1 + 2; g(x); }\n") }),
	top("long identifiers", func(n int) string { return "var x" + rep(n, "abc") + " = 1;" }),
}

// modules are imports and exports.
var modules = []Case{
	module("imports", func(n int) string { return rep(n, "import { x# } from 'm#';\n") + "g(" + join(n, ", ", "x#") + ");" }),
	module("names of an import", func(n int) string {
		return "import { " + join(n, ", ", "x#") + " } from 'm';\n" + "export function f() { return " + join(n, " + ", "x#") + "; }"
	}),
	module("names of an import that functions use", func(n int) string {
		return "import { " + join(n, ", ", "x#") + " } from 'm';\n" + rep(n, "export function f#() { return x#(); }\n")
	}),
	module("exported constants", func(n int) string { return rep(n, "export const x# = #;\n") }),
	module("exported constants that are used", func(n int) string { return rep(n, "export const x# = #;\n") + "g(" + join(n, ", ", "x#") + ");" }),
	module("exported functions", func(n int) string { return rep(n, "export function f#(a) { return a + #; }\n") }),
	module("exported variables that functions assign", func(n int) string { return rep(n, "export let x# = 0; export function f#() { x#++; }\n") }),
	module("exports in a list", func(n int) string {
		return rep(n, "const x# = g(#);\n") + "export { " + join(n, ", ", "x# as y#") + " };"
	}),
	module("re-exports", func(n int) string { return rep(n, "export { x# } from 'm#';\n") }),
	module("re-exported stars", func(n int) string { return rep(n, "export * from 'm#';\n") }),
	module("constants of a module", func(n int) string { return rep(n, "const K# = #;\n") + rep(n, "g(K# + 1);\n") }),
	module("functions of a module that are called once", func(n int) string {
		return rep(n, "function f#(a) { return g(a, #); }\n") + rep(n, "g(f#(1));\n")
	}),
	module("functions of a module that call the next", func(n int) string {
		return steps(n, "function f#(a) { return f@(a + 1); }\n") + "export { f0 };"
	}),
	module("classes of a module", func(n int) string { return rep(n, "class A# { m() { return #; } }\n") + "export { A0 };" }),
	module("variables of a module", func(n int) string { return rep(n, "let x# = g(#); x# = g(x#);\n") }),
	module("awaits of a module", func(n int) string { return rep(n, "await g(#);\n") }),
}
