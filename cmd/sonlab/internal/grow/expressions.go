package grow

// operators are expressions with many operands.
var operators = []Case{
	in("sums of products", func(n int) string { return "return a" + rep(n, " + a * #") + ";" }),
	in("sums of variables", func(n int) string { return "return a" + rep(n, " + b") + ";" }),
	in("sums of integers", func(n int) string { return "a |= 0;\nreturn a" + rep(n, " ^ #") + ";" }),
	in("sums of calls", func(n int) string { return "return a" + rep(n, " + g(#)") + ";" }),
	in("concatenated strings", func(n int) string { return "return a" + rep(n, " + 's#'") + ";" }),
	in("concatenated strings and values", func(n int) string { return "return ''" + rep(n, " + 's#' + a") + ";" }),
	in("concatenated constants", func(n int) string { return "return ''" + rep(n, " + 's#'") + ";" }),
	in("concatenations in a row", func(n int) string { return "let s = '';\n" + rep(n, "s += 's#' + a;\n") + "return s;" }),
	in("and chain", func(n int) string { return "return " + join(n, " && ", "g(#)") + ";" }),
	in("or chain", func(n int) string { return "return " + join(n, " || ", "g(#)") + ";" }),
	in("or chain on one value", func(n int) string { return "return " + join(n, " || ", "a === #") + ";" }),
	in("and chain on one value", func(n int) string { return "if (" + join(n, " && ", "a !== #") + ") g();" }),
	in("?? chain", func(n int) string { return "return " + join(n, " ?? ", "g(#)") + ";" }),
	in("mixed logic", func(n int) string { return "return " + join(n, " || ", "g(#) && b") + ";" }),
	nested(in("?: chain", func(n int) string { return "return " + rep(n, "g(#) ? # : ") + "b;" })),
	nested(in("?: chain on one value", func(n int) string { return "return " + rep(n, "a === # ? 's#' : ") + "b;" })),
	nested(in("?: nested in tests", func(n int) string { return "return " + nest(n, "(", "a", " ? g(#) : b)") + ";" })),
	in("?: in a row", func(n int) string { return rep(n, "b = g(#) ? b : c;\n") + "return b;" }),
	in("commas", func(n int) string { return "return " + join(n, ", ", "g(#)") + ";" }),
	in("commas that assign properties", func(n int) string { return "return " + join(n, ", ", "a.x# = #") + ", a;" }),
	in("commas that assign variables", func(n int) string { return "return " + join(n, ", ", "b = g(b, #)") + ";" }),
	nested(in("members", func(n int) string { return "return a" + rep(n, ".x#") + ";" })),
	nested(in("elements of elements", func(n int) string { return "return a" + rep(n, "[#]") + ";" })),
	nested(in("optional chain", func(n int) string { return "return a" + rep(n, "?.x#") + ";" })),
	nested(in("optional calls", func(n int) string { return "return a" + rep(n, "?.m?.(#)") + ";" })),
	in("optional chains in a row", func(n int) string { return rep(n, "g(a?.x#?.y);\n") }),
	nested(in("method chain", func(n int) string { return "return a" + rep(n, ".m(#)") + ";" })),
	nested(in("called results", func(n int) string { return "return a" + rep(n, "(#)") + ";" })),
	nested(in("calls nested", func(n int) string { return "return " + nest(n, "g(", "a", ", #)") + ";" })),
	in("arguments", func(n int) string { return "return g(" + join(n, ", ", "#") + ");" }),
	in("arguments that call", func(n int) string { return "return g(" + join(n, ", ", "g(#)") + ");" }),
	in("arguments that choose", func(n int) string { return "return g(" + join(n, ", ", "a ? b : g(#)") + ");" }),
	in("spread arguments", func(n int) string { return "return g(" + join(n, ", ", "...g(#)") + ");" }),
	in("news", func(n int) string { return rep(n, "b = new a(b, #);\n") + "return b;" }),
	nested(in("deep parentheses", func(n int) string { return "return " + nest(n, "(", "a", " + b)") + ";" })),
	nested(in("empty parentheses", func(n int) string { return "return " + nest(n, "(", "a", ")") + ";" })),
	nested(in("nots", func(n int) string { return "return " + rep(n, "!") + "a;" })),
	nested(in("minuses", func(n int) string { return "return " + rep(n, "- ") + "a;" })),
	nested(in("typeofs", func(n int) string { return "return " + rep(n, "typeof ") + "a;" })),
	nested(in("powers", func(n int) string { return "return " + rep(n, "a ** ") + "b;" })),
	nested(in("assignments nested", func(n int) string { return rep(n, "a[g(#)] = ") + "g();" })),
	nested(in("assignments of one value", func(n int) string { return "var x;\nx" + rep(n, " = a.x#") + " = 1;\nreturn x;" })),
	in("compound assignments", func(n int) string { return rep(n, "a.x# += b;\n") }),
	in("logical assignments", func(n int) string { return rep(n, "a.x# ??= g(#);\n") }),
	in("increments", func(n int) string { return rep(n, "a.x#++;\n") + rep(n, "b++;\n") + "return b;" }),
	in("comparisons", func(n int) string { return rep(n, "g(a < #, b === a, c != #);\n") }),
	in("ins and instanceofs", func(n int) string { return rep(n, "g('x#' in a, b instanceof c);\n") }),
	in("deletes", func(n int) string { return rep(n, "delete a.x#;\n") }),
	in("shared expressions", func(n int) string { return rep(n, "g(b * c + #, b * c);\n") }),
	in("integer arithmetic", func(n int) string { return "a |= 0;\n" + rep(n, "a = (a * 31 + #) | 0;\n") + "return a;" }),
	in("rotating arithmetic", func(n int) string {
		return "a |= 0; b |= 0; c |= 0;\n" + rep(n, "a = (b << 5 | b >>> 27) + c | 0; c = b; b = a ^ #;\n") + "return a;"
	}),
}

// values are literals of all kinds.
var values = []Case{
	in("numeric array", func(n int) string { return "return [" + join(n, ", ", "#") + "];" }),
	in("array of strings", func(n int) string { return "return [" + join(n, ", ", "'s#'") + "];" }),
	in("array of calls", func(n int) string { return "return [" + join(n, ", ", "g(#)") + "];" }),
	in("array of choices", func(n int) string { return "return [" + join(n, ", ", "a ? # : b") + "];" }),
	in("array of arrays", func(n int) string { return "return [" + join(n, ", ", "[#, a]") + "];" }),
	in("array of objects", func(n int) string { return "return [" + join(n, ", ", "{ x: #, y: a }") + "];" }),
	in("array of functions", func(n int) string { return "return [" + join(n, ", ", "() => g(#)") + "];" }),
	in("array of holes", func(n int) string { return "return [" + rep(n, ",") + "];" }),
	in("array of spreads", func(n int) string { return "return [" + join(n, ", ", "...g(#)") + "];" }),
	in("array of a spread and values", func(n int) string { return "return [...a, " + join(n, ", ", "g(#)") + "];" }),
	nested(in("arrays nested", func(n int) string { return "return " + nest(n, "[", "a", ", #]") + ";" })),
	in("array that is only read", func(n int) string {
		return "const t = [" + join(n, ", ", "g(#)") + "];\nreturn " + join(n, " + ", "t[#]") + ";"
	}),
	in("array of a script, numeric", func(n int) string { return "a = [" + join(n, ", ", "#") + "]; return a;" }),
	in("properties", func(n int) string { return "return { " + join(n, ", ", "x#: #") + " };" }),
	in("properties that call", func(n int) string { return "return { " + join(n, ", ", "x#: g(#)") + " };" }),
	in("properties with quoted keys", func(n int) string { return "return { " + join(n, ", ", "'x-#': a") + " };" }),
	in("properties with computed keys", func(n int) string { return "return { " + join(n, ", ", "[g(#)]: #") + " };" }),
	in("properties with one key", func(n int) string { return "return { " + join(n, ", ", "x: g(#)") + " };" }),
	in("methods of an object", func(n int) string { return "return { " + join(n, ", ", "m#() { return # + a; }") + " };" }),
	in("accessors of an object", func(n int) string {
		return "return { " + join(n, ", ", "get x#() { return #; }, set x#(v) { g(v); }") + " };"
	}),
	in("spreads of an object", func(n int) string { return "return { " + join(n, ", ", "...g(#), x#: 1") + " };" }),
	nested(in("objects nested", func(n int) string { return "return " + nest(n, "{ x: ", "a", ", y: # }") + ";" })),
	in("object that is only read", func(n int) string {
		return "const t = { " + join(n, ", ", "x#: g(#)") + " };\nreturn " + join(n, " + ", "t.x#") + ";"
	}),
	in("template parts", func(n int) string { return "return `" + rep(n, "s#${a}") + "`;" }),
	in("template parts that call", func(n int) string { return "return `" + rep(n, "${g(#)}\\n") + "`;" }),
	in("templates in a row", func(n int) string { return rep(n, "g(`s${a}#`);\n") }),
	in("tagged template parts", func(n int) string { return "return g`" + rep(n, "s#${a}") + "`;" }),
	nested(in("templates nested", func(n int) string { return "return " + nest(n, "`s${", "a", "}#`") + ";" })),
	in("regular expressions", func(n int) string { return rep(n, "g(/x#/g.test(a));\n") }),
	in("a long regular expression", func(n int) string { return "return /" + join(n, "|", "(x#)") + "/;" }),
	in("a regular expression with names", func(n int) string { return "return /" + rep(n, "(?<x#>a)") + "/;" }),
	in("a deep regular expression", func(n int) string { return "return /" + nest(n, "(?:a", "b", ")") + "/;" }).upTo(1000, "engines have no stack for more"),
	in("a regular expression's class", func(n int) string { return "return /[" + rep(n, "a-f\\d") + "]/;" }),
	in("long strings", func(n int) string { return "g('" + rep(n, "some text # ") + "'); return '" + rep(n, "\\x41\\n") + "';" }),
	in("strings joined while read", func(n int) string { return "const s = '" + rep(n, "ab") + "';\n" + rep(n, "g(s.length + #);\n") }),
	in("bigints", func(n int) string { return rep(n, "g(#n + 1n);\n") }),
	in("a long bigint", func(n int) string { return "return 1" + rep(n, "2345") + "n + 1n;" }),
	in("destructured object", func(n int) string {
		return "const { " + join(n, ", ", "x#") + " } = a;\nreturn " + join(n, " + ", "x#") + ";"
	}),
	in("destructured array", func(n int) string {
		return "const [" + join(n, ", ", "x#") + "] = a;\nreturn " + join(n, " + ", "x#") + ";"
	}),
	in("destructuring with defaults", func(n int) string {
		return "const { " + join(n, ", ", "x# = g(#)") + " } = a;\nreturn " + join(n, " + ", "x#") + ";"
	}),
	in("destructuring with rest", func(n int) string { return "const { " + join(n, ", ", "x#") + ", ...r } = a;\nreturn r;" }),
	in("destructurings in a row", func(n int) string { return rep(n, "{ const { x, y: [z] } = g(#); g(x, z); }\n") }),
	in("destructuring assignment", func(n int) string { return "[" + join(n, ", ", "a.x#") + "] = b;\nreturn a;" }),
	nested(in("destructuring nested", func(n int) string { return "const " + nest(n, "{ x: ", "y", " }") + " = a;\nreturn y;" })),
	nested(in("arrays destructured nested", func(n int) string { return "const " + nest(n, "[", "y", "]") + " = a;\nreturn y;" })),
	in("swaps", func(n int) string { return rep(n, "[a, b] = [b, a];\n") + "return a;" }),
}

// stores are loads and stores of properties.
var stores = []Case{
	in("properties stored", func(n int) string { return rep(n, "a.x# = #;\n") }),
	in("one property stored", func(n int) string { return rep(n, "a.x = #;\n") }),
	in("properties loaded", func(n int) string { return rep(n, "g(a.x#);\n") }),
	in("one property loaded", func(n int) string { return "return a.x" + rep(n, " + a.x") + ";" }),
	in("one property stored and loaded", func(n int) string { return rep(n, "a.x = a.x + #;\n") + "return a.x;" }),
	in("elements stored", func(n int) string { return rep(n, "a[#] = b;\n") }),
	in("elements copied", func(n int) string { return rep(n, "a[#] = b[#];\n") }),
	in("a local object that is filled", func(n int) string { return "const o = {};\n" + rep(n, "o.x# = #;\n") + "return o;" }),
	in("a local object that is filled by calls", func(n int) string { return "const o = {};\n" + rep(n, "o.x# = g(#);\n") + "return o;" }),
	in("a local object that is filled and read", func(n int) string {
		return "const o = {};\n" + rep(n, "o.x# = a;\n") + "return " + join(n, " + ", "o.x#") + ";"
	}),
	in("a local object that counts", func(n int) string { return "const o = { x: 0 };\n" + rep(n, "o.x += a;\n") + "return o.x;" }),
	in("a local object in branches", func(n int) string { return "const o = { x: 0 };\n" + rep(n, "if (a > #) o.x = #;\n") + "return o.x;" }),
	in("a local object that is filled in branches", func(n int) string { return "const o = {};\n" + rep(n, "if (g(#)) o.x# = a;\n") + "return o.x0;" }),
	in("a local object that is overwritten", func(n int) string {
		return "const o = { " + join(n, ", ", "x#: #") + " };\n" + rep(n, "o.x# = a;\n") + "return o;"
	}),
	in("local objects that count in branches", func(n int) string {
		return rep(n, "const o# = { x: # };\n") + rep(n, "if (g(#)) o#.x++;\n") + "return " + join(n, " + ", "o#.x") + ";"
	}),
	in("a local object in loops", func(n int) string { return "const o = { x: 0 };\n" + rep(n, "while (g(#)) o.x++;\n") + "return o.x;" }),
	in("a local array that is filled", func(n int) string { return "const o = [];\n" + rep(n, "o[#] = a;\n") + "return o;" }),
	in("a local array that is pushed to", func(n int) string { return "const o = [];\n" + rep(n, "o.push(#);\n") + "return o;" }),
	in("local objects", func(n int) string {
		return rep(n, "const o# = { x: a, y: # };\n") + "return " + join(n, " + ", "o#.x") + ";"
	}),
	in("local objects that escape", func(n int) string { return rep(n, "const o# = { x: a }; g(o#); g(o#.x);\n") }),
	in("local objects that point to each other", func(n int) string { return "let o = null;\n" + rep(n, "o = { next: o, x: # };\n") + "return o;" }),
	in("local objects in branches", func(n int) string {
		return "let o = { x: 0 };\n" + rep(n, "if (g(#)) o = { x: # };\n") + "return o.x;"
	}),
	in("many objects with many properties", func(n int) string {
		return rep(side(n), "const o# = {};\n") + rep(side(n), rep(side(n), "o#.x = a;\n")) + "return " + join(side(n), " + ", "o#.x") + ";"
	}),
	in("globals stored", func(n int) string { return rep(n, "x# = #;\n") }),
	in("globals loaded", func(n int) string { return rep(n, "g(x#);\n") }),
	in("one global loaded and stored", func(n int) string { return rep(n, "total = total + #;\n") }),
	in("this stored", func(n int) string { return rep(n, "this.x# = a;\n") }),
	in("prototype stored", func(n int) string { return rep(n, "a.prototype.m# = function () { return #; };\n") }),
}
