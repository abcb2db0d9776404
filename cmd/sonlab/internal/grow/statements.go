package grow

// rows are statements in a row, and nested.
var rows = []Case{
	in("statements", func(n int) string { return rep(n, "a = g(a, #);\n") + "return a;" }),
	in("calls in a row", func(n int) string { return rep(n, "g(#);\n") }),
	in("one variable assigned again", func(n int) string { return rep(n, "a = a * 3 + #;\n") + "return a;" }),
	in("two variables swapped", func(n int) string { return rep(n, "c = a; a = b; b = c;\n") + "return a + b;" }),
	in("unreachable statements", func(n int) string { return "return a;\n" + rep(n, "g(#);\n") }),
	in("empty statements", func(n int) string { return rep(n, ";") }),
	in("blocks in a row", func(n int) string { return rep(n, "{ let x = g(#); g(x, x); }\n") }),
	nested(in("blocks nested", func(n int) string { return nest(n, "{ let x# = g(#);\n", "", "g(x#); }\n") })),
	in("ifs in a row", func(n int) string { return rep(n, "if (a > #) b = g(b);\n") + "return b;" }),
	in("ifs that test one value", func(n int) string { return rep(n, "if (a === #) g(#);\n") }),
	in("ifs that test one truth", func(n int) string { return rep(n, "if (a) g(#);\n") }),
	in("ifs that return", func(n int) string { return rep(n, "if (a === #) return g(#);\n") }),
	in("ifs that return constants", func(n int) string { return rep(n, "if (a === #) return #;\n") }),
	in("ifs that test types", func(n int) string { return rep(n, "if (typeof a === 't#') g(#);\n") }),
	in("ifs that compare with calls", func(n int) string { return rep(n, "if (a === g(#)) b = #;\n") + "return b;" }),
	nested(in("ifs nested", func(n int) string { return nest(n, "if (g(#)) {\n", "b = 1;", "}\n") + "return b;" })),
	nested(in("ifs nested on one value", func(n int) string { return nest(n, "if (a !== #) {\n", "b = 1;", "}\n") + "return b;" })),
	nested(in("ifs nested with else", func(n int) string {
		return nest(n, "if (g(#)) {\n", "b = 1;", "} else { b = #; }\n") + "return b;"
	})),
	nested(in("else-ifs that call", func(n int) string { return rep(n, "if (g(#)) b = #; else ") + "b = 9;\nreturn b;" })),
	nested(in("else-ifs that test one value", func(n int) string { return rep(n, "if (a === #) b = #; else ") + "b = 9;\nreturn b;" })),
	nested(in("else-ifs that test strings", func(n int) string { return rep(n, "if (a === 's#') g(#); else ") + "g();" })),
	in("labels in a row", func(n int) string { return rep(n, "L#: { if (g(#)) break L#; b = #; }\n") + "return b;" }),
	nested(in("labels nested", func(n int) string { return nest(n, "L#: {\n", "g();", "if (g(#)) break L#; g(b); }\n") })),
	nested(in("labels nested that are left from inside", func(n int) string {
		return nest(n, "L#: {\n", rep(n, "if (g(#)) break L#;\n"), "g(#, 1); }\n")
	})),
	in("a function with many returns", func(n int) string { return rep(n, "if (g(#)) return;\n") + "g(b);" }),
	in("a label that is left from many places", func(n int) string {
		return "L: {\n" + rep(n, "if (g(#)) { b = #; break L; }\n") + "b = 0; }\nreturn b;"
	}),
	in("a label that is left between assignments", func(n int) string {
		return "L: {\n" + rep(n, "if (g(#)) b = #;\nif (b > #) break L;\n") + "}\nreturn b;"
	}),
	in("empty branches", func(n int) string { return rep(n, "if (a) {} else {}\n") }),
	in("throws", func(n int) string { return rep(n, "if (g(#)) throw a;\n") }),
	in("var declarators", func(n int) string { return "var " + join(n, ", ", "x# = g(#)") + ";\nreturn x0;" }),
	in("let declarations", func(n int) string { return rep(n, "let x# = g(#);\n") + "return x0;" }),
	in("constants that are each made of the one before", func(n int) string {
		return "const x0 = a;\n" + steps(n, "const x@ = x# * 3 + #;\n") + "return x1;"
	}),
	in("constants that are all used in the end", func(n int) string {
		return rep(n, "const x# = g(#);\n") + "return " + join(n, " + ", "x#") + ";"
	}),
	in("unused declarations", func(n int) string { return rep(n, "const x# = [a, #];\n") + "return a;" }),
	in("declarations without value", func(n int) string { return rep(n, "let x#;\n") + "return a;" }),
	in("debuggers", func(n int) string { return rep(n, "debugger;\n") }),
	top("top level of a script", func(n int) string { return rep(n, "g(#);\n") }),
	top("vars of a script", func(n int) string { return rep(n, "var x# = #;\n") }),
	top("lets of a script", func(n int) string { return rep(n, "let x# = g(#);\n") }),
	top("blocks of a script", func(n int) string { return rep(n, "{ const x = g(#); g(x + 1); }\n") }),
}

// choices are switches, and the like.
var choices = []Case{
	in("cases of numbers", func(n int) string {
		return "switch (a) {\n" + rep(n, "case #: b = g(#); break;\n") + "default: b = 0; }\nreturn b;"
	}),
	in("cases of strings", func(n int) string {
		return "switch (a) {\n" + rep(n, "case 's#': b = g(#); break;\n") + "default: b = 0; }\nreturn b;"
	}),
	in("cases that return", func(n int) string {
		return "switch (a) {\n" + rep(n, "case #: return 's#';\n") + "}\nreturn b;"
	}),
	in("cases that fall through", func(n int) string { return "switch (a) {\n" + rep(n, "case #: g(#);\n") + "}" }),
	in("cases that share a body", func(n int) string { return "switch (a) {\n" + rep(n, "case #:\n") + "g(); }" }),
	in("cases that assign and fall through", func(n int) string {
		return "switch (a) {\n" + rep(n, "case #: b += #;\n") + "}\nreturn b;"
	}),
	in("cases that are computed", func(n int) string {
		return "switch (a) {\n" + rep(n, "case g(#): b = #; break;\n") + "}\nreturn b;"
	}),
	in("cases behind the default", func(n int) string {
		return "switch (a) {\ndefault: b = 1;\n" + rep(n, "case #: g(#); break;\n") + "}\nreturn b;"
	}),
	in("cases of switch (true)", func(n int) string {
		return "switch (true) {\n" + rep(n, "case a > #: b = #; break;\n") + "}\nreturn b;"
	}),
	in("cases in a loop", func(n int) string {
		return "for (;;) { switch (a) {\n" + rep(n, "case #: a = g(#); continue;\n") + "default: return a; } }"
	}),
	in("cases of a state machine", func(n int) string {
		return "for (let s = 0;;) { switch (s) {\n" + rep(n, "case #: s = g(#) ? # + 1 : # + 2; break;\n") + "default: return s; } }"
	}),
	in("cases with declarations", func(n int) string {
		return "switch (a) {\n" + rep(n, "case #: { const x = g(#); g(x, x); break; }\n") + "}"
	}),
	in("switches in a row", func(n int) string {
		return rep(n, "switch (g(#)) { case 1: b = #; break; case 2: g(b); default: g(1); }\n") + "return b;"
	}),
	in("switches on one value", func(n int) string {
		return rep(n, "switch (a) { case #: g(#); break; default: g(1); }\n") + "return b;"
	}),
	nested(in("switches nested", func(n int) string { return nest(n, "switch (g(#)) { case #:\n", "b = 1;", "}\n") + "return b;" })),
}

// loops are loops, in a row and nested.
var loops = []Case{
	in("whiles in a row", func(n int) string { return rep(n, "while (g(#)) b = g(b);\n") + "return b;" }),
	in("whiles that test one value", func(n int) string {
		return "let i = g();\n" + rep(n, "while (i === #) i = g(i);\n") + "return i;"
	}),
	in("whiles that count one variable", func(n int) string {
		return "let i = 0;\n" + steps(n, "while (i !== #) { if (i === @) g(i); i++; }\n")
	}),
	in("fors that test one variable", func(n int) string {
		return "let i = g();\n" + rep(n, "for (; i === #; i++) g(i);\n") + "return i;"
	}),
	in("fors in a row", func(n int) string { return rep(n, "for (let i = 0; i < a; i++) g(i, #);\n") }),
	in("fors that sum up", func(n int) string { return rep(n, "for (let i = 0; i < #; i++) b += i;\n") + "return b;" }),
	in("fors over constants", func(n int) string { return rep(n, "for (let i = 0; i < 3; i++) g(i, #);\n") }),
	in("fors with closures", func(n int) string { return rep(n, "for (let i = 0; i < a; i++) g(() => i);\n") }),
	in("for-ofs in a row", func(n int) string { return rep(n, "for (const x of a) g(x, #);\n") }),
	in("for-ins in a row", func(n int) string { return rep(n, "for (const x in a) g(x, #);\n") }),
	in("do-whiles in a row", func(n int) string { return rep(n, "do b = g(b, #); while (b);\n") }),
	in("endless loops in a row", func(n int) string { return rep(n, "for (;;) { if (g(#)) break; }\n") }),
	in("a loop with many statements", func(n int) string { return "while (g(a)) {\n" + rep(n, "b = g(b, #);\n") + "}\nreturn b;" }),
	in("a loop with many breaks", func(n int) string { return "while (g(a)) {\n" + rep(n, "if (g(#)) break;\n") + "}\nreturn b;" }),
	in("a loop with many continues", func(n int) string {
		return "while (g(a)) {\n" + rep(n, "if (g(#)) continue;\n") + "b = g(b); }\nreturn b;"
	}),
	in("a loop with many returns", func(n int) string { return "while (g(a)) {\n" + rep(n, "if (g(#)) return #;\n") + "}\nreturn b;" }),
	in("a loop with many variables", func(n int) string {
		return rep(n, "let x# = g(#);\n") + "while (g(a)) {\n" + rep(n, "x# = g(x#);\n") + "}\nreturn " + join(n, " + ", "x#") + ";"
	}),
	in("a loop that counts many variables", func(n int) string {
		return rep(n, "let x# = #;\n") + "while (g(a)) {\n" + rep(n, "x#++;\n") + "}\nreturn " + join(n, " + ", "x#") + ";"
	}),
	in("variables used behind many loops", func(n int) string {
		return rep(n, "const x# = g(#);\n") + rep(n, "while (g(#)) g(x#);\n") + "return " + join(n, " + ", "x#") + ";"
	}),
	in("variables assigned in many loops", func(n int) string {
		return rep(side(n), "let x# = g(#);\n") + rep(side(n), "while (g(#)) {\n"+rep(side(n), "x# = g(x#);\n")+"}\n") + "return " + join(side(n), " + ", "x#") + ";"
	}),
	nested(in("whiles nested", func(n int) string { return nest(n, "while (g(#)) {\n", "b = g(b);", "}\n") + "return b;" })),
	nested(in("fors nested", func(n int) string { return nest(n, "for (let i# = 0; i# < a; i#++) {\n", "g();", "}\n") })),
	nested(in("for-ofs nested", func(n int) string { return nest(n, "for (const x# of a) {\n", "g();", "}\n") })),
	nested(in("do-whiles nested", func(n int) string { return nest(n, "do {\n", "b = g(b);", "} while (g(#));\n") })),
	nested(in("loops nested and left by labels", func(n int) string {
		return nest(n, "L#: while (g(#)) {\n", "g();", "if (g(a, #)) break L0; }\n")
	})),
	nested(in("loops nested and continued by labels", func(n int) string {
		return nest(n, "L#: while (g(#)) {\n", rep(n, "if (g(#)) continue L#;\n"), "}\n")
	})),
	in("loops of property loads", func(n int) string { return rep(n, "while (a.x#) a = a.x#;\n") + "return a;" }),
	in("loops over arrays", func(n int) string {
		return rep(n, "for (let i = 0; i < a.length; i++) b += a[i];\n") + "return b;"
	}),
}

// tries are exceptions.
var tries = []Case{
	in("catches in a row", func(n int) string { return rep(n, "try { g(#); } catch (e) { g(e); }\n") }),
	in("finallys in a row", func(n int) string { return rep(n, "try { g(#); } finally { g(1); }\n") }),
	in("tries that assign", func(n int) string {
		return rep(n, "try { b = #; g(#); b = 2; } catch { g(b); }\n") + "return b;"
	}),
	in("tries that return", func(n int) string { return rep(n, "try { if (g(#)) return #; } finally { g(b); }\n") }),
	nested(in("catches nested", func(n int) string { return nest(n, "try {\n", "g();", "g(#); } catch (e#) { g(e#); }\n") })),
	nested(in("finallys nested", func(n int) string { return nest(n, "try {\n", "g();", "} finally { g(#); }\n") })),
	nested(in("finallys nested that are left", func(n int) string {
		return nest(n, "try {\n", "if (g()) return 1; g();", "} finally { g(#); }\n")
	})),
	nested(in("tries nested in handlers", func(n int) string { return nest(n, "try { g(#); } catch {\n", "g();", "}\n") })),
	nested(in("tries nested that assign one variable", func(n int) string {
		return nest(n, "try { b = g(#);\n", "g();", "} catch { g(b); }\n") + "return b;"
	})),
	in("a try with many statements", func(n int) string { return "try {\n" + rep(n, "g(#);\n") + "} catch (e) { g(e); }" }),
	in("a try that assigns many variables", func(n int) string {
		return rep(n, "let x# = 0;\n") + "try {\n" + rep(n, "x# = g(#);\n") + "} catch (e) {\n" + rep(n, "g(x#);\n") + "}"
	}),
	in("a try that assigns one variable", func(n int) string {
		return "try {\n" + rep(n, "b = g(#);\n") + "} catch (e) { g(b); }\nreturn b;"
	}),
	in("a try with many ways out", func(n int) string {
		return "try {\n" + rep(n, "if (g(#)) return #;\n") + "} finally { g(b); }"
	}),
	in("a try with many ifs", func(n int) string {
		return "try {\n" + rep(n, "if (a > #) b = g(#);\n") + "} catch { g(b); }\nreturn b;"
	}),
	in("loops with tries", func(n int) string {
		return rep(n, "for (const x of a) { try { g(x); } catch { break; } finally { b = #; } }\n") + "return b;"
	}),
}
