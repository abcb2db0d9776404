package calls

import (
	"slices"
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/sketch"
)

// shape writes one of the patterns that optimizers across functions get wrong, with other
// names, values and details each time.
func (g *generator) shape() {
	s := shapes[g.R.IntN(len(shapes))]
	if s.Sloppy && g.fn.strict || s.Wild && g.tame || s.Hazard && g.calm || s.Top && !g.scope.body {
		g.Line("print(%s);", g.num(2))
		return
	}
	g.Count(s.Name)
	g.template(s.Text)
}

var shapes = slices.Concat(bindingShapes, ObjectShapes, summaryShapes)

// template writes a version of a template. The text has functions of its own, so the
// expressions may not mention the arguments of the code around, or wait.
func (g *generator) template(t sketch.Template) {
	fn := &function{returns: true, times: 1}
	var text string
	g.within(fn, func() {
		text = g.Fill(t, sketch.Hole{Key: "$n", Text: func() string { return g.num(1) }}, sketch.Hole{Key: "$l", Text: g.literal})
	})
	g.fn.cost += fn.cost
	if g.fn.outer != nil { // a function that is kept might do the same
		text = strings.ReplaceAll(text, "kept.map(ask)", "kept.length")
	}
	g.Lines(text)
}

// bindingShapes are about which function a name means, and what its variables hold.
var bindingShapes = []sketch.Shape{
	{Name: "private function run by unknown code", Text: sketch.Write(4,
		"const $1 = (cb) => { let $2 = $n; function $3() { $2++; return $2; } cb(() => $3()); return $2; };\nprint($1((h) => h()), $1((h) => keep(h)), $1((h) => { h(); h(); }));",
		"const $1 = (cb) => { let $2 = 0; const $3 = () => { $2 += 1; }; cb($3); const $4 = $2; $3(); return [$2, $4]; };\nprint($1((h) => h()), $1((h) => 0), $1(keep));",
		"const $1 = () => { let $2 = $l; function $3() { return $2; } return { a() { $2 = $n; return $3(); }, b: () => $3() }; };\nconst $4 = $1();\nprint($4.b(), $4.a(), $4.b(), $1().b());")},
	{Name: "instances with variables of their own", Text: sketch.Write(5,
		"const $1 = ($2) => { let $3 = $2; return { inc: () => ++$3, get: () => $3 }; };\nconst $4 = $1(1), $5 = $1(5);\nprint($4.inc(), $5.inc(), $4.get(), $5.get(), $4.inc());",
		"function $1($2) { const $3 = () => $2; $2 = $n; return [$3(), $3]; }\nconst $4 = $1(1), $5 = $1(2);\nprint($4[0], $5[0], $4[1](), $5[1]());",
		"function $1($2, $3) { if ($3 > 0) { const $4 = $1($2 + 1, $3 - 1); return () => [$2, $4()]; } return () => $2; }\nprint($1(0, 2)(), $1($n, 1)());",
		"let $1 = [];\nfunction $2($3) { let $4 = $3 * 2; $1.push(() => $4++); if ($3 < 2) $2($3 + 1); return $4; }\nprint($2(0), $1.map(ask), $1.map(ask));")},
	{Name: "iterations with variables of their own", Text: sketch.Write(4,
		"let $1; const $2 = [];\nfor (const $3 of [1, 2]) { const $4 = () => $3; if ($3 === 1) $1 = () => $4(); $2.push($1()); }\nprint($2);",
		"for (let $1 = 0, $2 = () => $1; $1 < 3; $1++) print($2(), $1);",
		"const $1 = [];\nfor (let $2 = 0; $2 < 3; $2++) { const $3 = () => $2; $1.push($3); if ($2 === 1) $2++; }\nprint($1.map(ask));",
		"let $1 = () => -1;\nfor (let $2 = 0; $2 < 3; $2++) { print($1()); let $3 = $2 * 2; const $4 = () => $3; $1 = $4; $3 = $2 + $n; }\nprint($1());")},
	{Name: "function that becomes a capturer", Text: sketch.Write(4,
		"const $1 = (() => { let $2; function $3() { return $2(); } let $4 = 1; $4 = $n; $2 = () => $4; return $3; })();\nprint($1());",
		"const $1 = (() => { let $2 = () => 0; const $3 = () => $2(); let $4 = $l; $2 = () => $4++; return $3; })();\nprint($1(), $1());")},
	{Name: "name that an inner function gets with a callee", Text: sketch.Write(5,
		"(() => { let t = eff($n); const $1 = () => [t]; const $2 = ($3) => { for (const $4 of $3) eff($4); }; const $5 = () => { print(ask(() => $1())); print($2([1]), 1); }; ask($5); print(t); })();",
		"(() => { let t = $n; const $1 = () => [t]; const $2 = (t) => { t += 1; eff(t); return t; }; const $3 = ($4) => { for (const $5 of [1, 2]) { $2($4); print(ask(() => [$1(), $5])); } }; $3($n); print(t); })();",
		"(() => { let t = $n; const $1 = ($2) => { t = $2; }; const $3 = (t) => { t += 1; eff(t); return t; }; const $4 = ($2) => { const $5 = $3($2); ask(() => $1($5)); return t; }; print($4(2), t); })();")},
	{Name: "exposed by its own name", Text: sketch.Write(4,
		"const $1 = [];\nconst $2 = function $3($4) { $1.push($3); return $4 + 1; };\nprint($2($n), $1[0]($l));",
		"const $1 = function $2($3) { if (typeof $3 === \"number\") return $2; return $3; };\nprint($1(1)(null), $1($l));")},
	{Name: "declared twice", Sloppy: true, Top: true, Text: sketch.Write(3,
		"(function () { function $1() { return 1; } print($1()); function $1() { return $n; } print($1()); })();",
		"(function () { function $1() { return $n; } var $1; print(typeof $1, $1()); var $1 = $l; print(typeof $1); })();",
		"(function () { print(typeof $1); var $1 = () => $n; function $1() { return 9; } print($1()); })();",
		"(function ($1) { function $1() { return $n; } print(typeof $1); $1 = 2; print($1, arguments[0] === $1); })(1);",
		"(function ($1) { var $1; print($1); { function $1() {} } print(typeof $1); })($n);",
		"(function () { var $1 = $l; { function $1() { return 1; } $1 = 5; } print(typeof $1); })();")},
	{Name: "parameter and variable of one name", Text: sketch.Write(3,
		"function $1($2) { var $2; return $2; }\nprint($1($n), $1());",
		"function $1($2, $3 = () => $2) { var $2 = $n; return [$3(), $2]; }\nprint($1(1), $1(1, () => 7));",
		"function $1($2 = $l, $3 = $2) { $2 = 9; return [$2, $3]; }\nprint($1(), $1(3), $1(undefined, 4), $1(null));",
		"function $1($2, { p: $3 = $2 } = {}) { return [$2, $3]; }\nprint($1($n), $1(1, { p: 2 }), ask(() => $1(1, null)));")},
	{Name: "called before its value", Hazard: true, Text: sketch.Write(4,
		"(() => { try { print($1()); } catch (e) { print(e); } const $2 = $n; function $1() { return $2; } print($1()); })();",
		"(() => { print(ask(() => $1(eff(1)))); var $1 = ($2) => $2 + $n; print($1(2)); })();",
		"(() => { const $1 = { v: ask(() => $2()) }; function $2() { return $1.v; } print($1, $2()); })();",
		"(() => { let $1 = ask($3), $2 = ask($3); const $4 = $n; function $3() { return $4; } print($1, $2, $3()); })();",
		"(() => { $4(); const $1 = () => 1; let $2 = $n; function $4() { keep(() => [$1(), $2]); } print(kept.map(ask)); $2 = 8; })();",
		"(() => { const $1 = [() => ask($2), () => 3]; print($1[0]()); const $3 = $n; function $2() { return $3; } print($1[0]()); })();",
		"(() => { print(ask(() => new $1(2))); class $1 { constructor($2) { this.p = $2; } } print(new $1($n)); })();",
		"(() => { switch ($i) { case 0: let $1 = $n; case 1: print(ask(() => $2())); function $2() { return $1; } } })();")},
	{Name: "pattern that mentions a later parameter", Hazard: true, Text: sketch.Write(4,
		"(() => { const $1 = $n; const $2 = ({ p: $3 = $1 }, $1) => [$3, $1]; print(ask(() => $2({}, 2)), ask(() => $2({ p: $l }, 3))); })();",
		"(() => { const $1 = $n; function $2([$3 = $1], $1) { print($3); return $1; } try { print($2([7], $n), $2([], $n)); } catch (e) { print(e); } })();",
		"(() => { const $1 = $n; const $2 = ({ p: $3 = $1, q: $1 = 4 }) => [$3, $1]; print(ask(() => $2({ p: 1 })), ask(() => $2({ q: $n }))); })();",
		"(() => { const $1 = $n; const $2 = ({ p: $3 = $4 }, { q: $4 }) => [$3, $4, $1]; print(ask(() => $2({ p: 1 }, { q: 2 })), ask(() => $2({}, { q: $n }))); })();")},
	{Name: "callee and arguments in order", Text: sketch.Write(3,
		"let $1 = ($2) => [1, $2];\nprint($1(($1 = ($2) => [2, $2], $n)), $1(3));",
		"let $1 = 1;\nfunction $2($3) { return [$1, $3]; }\nprint($2($1 = $n), $2($1++), $1);",
		"let $1 = 1;\nconst $2 = ($3, b) => { $1 = b; return [$3, b, $1]; };\nprint($2($1, $1 = 5), $2($1, ($1++, $1)));",
		"let $1 = null;\nprint(ask(() => $1(eff($n))), ask(() => $1.m(eff(2))));",
		"const $1 = ($2) => $2;\nprint($1(...[1, 2]), $1(...[]), $1(eff(1), eff(2)), $1());")},
	{Name: "default values after arguments", Text: sketch.Write(3,
		"function $1($2 = eff($n), $3) { return [$2, $3]; }\nprint($1(undefined, eff(2)), $1([eff(3)][1], eff(4)));",
		"function $1($2, $3 = $2 + 1, b = eff($3)) { eff(b); return b; }\nprint($1(1), $1(eff(2), undefined, eff(undefined), eff(3))); $1($n, 0);",
		"let $1 = 1;\nconst $2 = (a = $1, $3 = a) => { $1++; return [a, $3]; };\nprint($2(), $2(undefined, $1 = $n), $2(($1 = 3, undefined)), $2(null, undefined));",
		"function $1($2, $3 = $2.p) { $2.p = 5; return $3; }\nconst b = { get p() { return eff($n); }, set p($2) { eff($2); } };\nprint($1(b), $1(b, b.p), $1({ p: 1 }, undefined));",
		"function $1($2 = 1) { return [$2, arguments.length]; }\nfunction $3($2 = 1) { var $2; return $2; }\nprint($1(), $1(undefined), $3(), $3($n));",
		"const $1 = ($2 = a, a = 1) => [$2, a], b = ($3 = $3) => $3;\nprint(ask(() => $1()), $1($n), ask(() => b()), b(2));",
		"const $1 = \"outer\";\nfunction $2($3 = $1) { let $1 = $3; return $1 + \"in\"; }\nprint($2(), (($1) => $2() + $1)($n));",
		"const $3 = [];\nfor (const a of [1, undefined, 3]) { const $1 = ($2 = $n) => { $2++; return $2; }; $3.push($1(a), $1()); }\nprint($3);",
		"function $1($2, $3 = null.p) { eff($2); return $3; }\nprint(ask(() => $1(eff(1))), ask(() => $1(eff(2), $n)));")},
	{Name: "rest parameters", Text: sketch.Write(3,
		"function $1($2, ...$3) { $3.push($2); return $3; }\nconst b = $1(1, 2);\nb[0] = $n;\nprint(b, $1(1, 2), $1(), $1(eff(1), eff(undefined), eff(3)));",
		"const $1 = (...$2) => $2.length;\nprint($1(), $1(undefined), $1(eff(1), $n), $1(...[1, 2]));",
		"let $1 = 1;\nfunction $2(...$3) { $1 = 5; return $3.join(); }\nprint($2($1, $1++, $1), $2($1, ($1 = $n)), $1);",
		"const $1 = [];\nconst $2 = ($3 = eff($n), ...b) => { $1.push(b); for (const a of b) eff(a); return $3; };\nfor (const a of [1, 2]) $2(undefined, a, eff(a));\nprint($2(), $1, $1[0] === $1[1]);",
		"function $1($2, ...$3) { return [arguments.length, $3.length]; }\nfunction $2(...$3) { $3 = $3[0]; return $3; }\nprint($1(1, 2, 3), $1(), $2($n), $2());",
		"function $1(...$2) { return $3(...$2); }\nfunction $3($2, b) { return [$2, b]; }\nprint($1(1), $1(eff($n), eff(2), 3), $1());")},
	{Name: "mapped arguments", Sloppy: true, Text: sketch.Write(3,
		"function $1($2) { arguments[0] = $n; return $2; }\nprint($1(1), $1());",
		"function $1($2, $3) { $2 = $n; return [arguments[0], arguments.length, $3]; }\nprint($1(1), $1(), $1(1, 2, 3));",
		"function $1($2) { const $3 = () => arguments[0]; $2++; return $3(); }\nprint($1(1), $1());",
		"function $1($2) { \"use strict\"; arguments[0] = 7; return $2; }\nprint($1($n));",
		"function $1($2) { ((b) => { arguments[0] = b; })($n); return $2; }\nprint($1(3));")},
	{Name: "this of a plain call", Text: sketch.Write(3,
		"const $1 = { p: $n, m() { return (() => this?.p)(); }, n() { return $2.call(this); } };\nfunction $2() { return typeof this === \"object\" ? this.p : typeof this; }\nprint($1.m(), $1.n(), $2.call(5));",
		"function $1() { return this === undefined || this === globalThis; }\nfunction $2() { \"use strict\"; return this; }\nprint($1(), typeof $2(), $1.call({}), $2.call(7));",
		"function $1() { const $2 = () => this?.p; return { p: 9, g() { return $2(); } }; }\nprint($1.call({ p: $n }).g(), ask(() => $1().g()));")},
	{Name: "strictness of the callee", Sloppy: true, Wild: true, Text: sketch.Write(3,
		"function $1($2) { \"use strict\"; $2.p = 1; eff($2.p); }\ntry { $1(Object.freeze({ p: 0 })); print(1); } catch (e) { print(e); }",
		"function $1($2) { $2.p = 1; eff($2.p); }\n(function () { \"use strict\"; try { $1(frozen($n)); print(1); } catch (e) { print(e); } })();",
		"function $1($2) { \"use strict\"; $2.p = 1; eff($2.p); }\nfunction $3($2) { $2.p = 1; eff($2.p); }\ntry { $1(Object.freeze({ p: 0 })); } catch (e) { print(e); }\n$3(Object.freeze({ p: $n }));",
		"const $1 = (function () { \"use strict\"; return ($2) => { $2.p = $n; return $2.p; }; })();\ntry { print($1(frozen(1))); } catch (e) { print(e); }",
		"function $1($2) { \"use strict\"; return delete $2.p; }\ntry { const $3 = $1(Object.freeze({ p: 1 })); print($3); } catch (e) { print(e); }",
		"function $1($2) { return delete $2.p; }\nprint(ask(function () { \"use strict\"; return $1(frozen(1)); }));",
		"function $1() { \"use strict\"; undefinedName = 1; }\ntry { $1(); } catch (e) { print(e); } print(typeof undefinedName);")},
	{Name: "early returns", Text: sketch.Write(4,
		"const $1 = ($2) => { if ($2 > 3) return 1; for (const $3 of [1, 2, 3]) { if ($3 === $2) return $3 * 10; if ($3 > $2) break; } return $n; };\nprint($1(2), $1(0), $1(9)); if ($1(1) > 5) print(\"big\");",
		"function $1($2) { try { if ($2) return 1; eff(2); } finally { eff(3); } return $n; }\nconst $3 = $1(0), $4 = $1(1);\nprint($3, $4); $1(1);",
		"function $1($2) { out: { if ($2 === 1) break out; if ($2 === 2) return 5; eff(1); } switch ($2) { case 1: return 6; case 3: break; default: return $n; } return 7; }\nlet $3 = 0; while ($3 < 4) { print($1($3++)); if ($1($3) === 5) continue; }",
		"function $1($2) { for (const $3 of iter(4)) { if ($3 === $2) return $3; eff($3); } return $n; }\nconst $4 = $1(\"v1\"); print($4); $1(\"v0\"); print($1(5));",
		"const $1 = ($2) => { for (const a of iter(2)) for (const $3 of iter($2)) if ($3 === a) return a; };\n$1(2); let $4 = $1($i); print($4);",
		"const $1 = ($2) => { if ($2) { eff(1); return; } eff(2); };\nfor (const $3 of [0, 1]) { $1($3); const $4 = $1($3); print($4); }",
		"function $1($2) { do { if ($2-- < 1) return $n; } while ($2 > 0); try { return eff($2); } catch { return 1; } }\nprint($1(0), $1(2), $1());",
		"function $1($2) { while (true) { try { if ($2) return \"r\"; break; } finally { if ($2 === 2) break; } } return \"e\"; }\nprint($1(0), $1(1), $1(2));")},
	{Name: "exceptions through calls", Text: sketch.Write(4,
		"function $1($2) { if ($2 > 1) throw new Error(\"u:\" + $2); return $2; }\nfunction $3($2) { try { return $1($2); } catch (e) { return e.message; } finally { eff($2); } }\nprint($3(1), $3(2), ask(() => $1(3)));",
		"let $1 = 0;\nfunction $2($3) { $1 = 1; if ($3) throw $n; $1 = 2; }\ntry { $2(1); } catch { print($1); }\n$2(0); print($1);",
		"const $1 = { p: 1 };\nconst $2 = ($3) => { $3.p = 2; $3.x.y; $3.p = 3; };\nprint(ask(() => $2($1)), $1.p);",
		"const $1 = ($2) => { throw $2; };\nconst $3 = () => { for (const $4 of [1, 2]) { try { $1($4); } catch (e) { if (e === 2) return e; } } };\nprint($3()); try { print(1, $1($n), eff(2)); } catch (e) { print(e); }")},
	{Name: "names that meet", Text: sketch.Write(4,
		"let $1 = 1;\nconst $2 = () => $1;\nprint((($1) => $2() + $1)(5), ((a) => { let $1 = a; return [$2(), $1]; })(7)); { let $1 = 3; print($2(), $1); }",
		"const $1 = ($2, $3) => $2 - $3;\nconst $4 = ($2, $3) => $1($3, $2);\nprint($4(1, $n), $4(5), $1($4(1, 2), 3));",
		"let $1 = 2;\nfunction $2($3) { let $4 = $3; const add = () => $4 + $1; $4 = 10; return add; }\nfunction $3($1) { let $4 = 100; return [$2($1)(), $4, $1]; }\nprint($3($n));",
		"const $1 = 1;\nfunction $2() { return typeof $3 + $1; }\nprint((function ($3) { const $1 = 2; return [$2(), $1, $3]; })($n));")},
	{Name: "function of a block", Top: true, Text: sketch.Write(4,
		"{ let $1 = $l; var $2 = () => $1; $1 = $n; }\nprint($2());",
		"for (const $1 of [1, 2]) { const $3 = $1 * 2; var $2 = () => $3 + $1; print($2()); }\nprint($2());",
		"let $1; { let $2 = 1; const $3 = () => $2; $1 = () => [$3(), $2++]; }\nprint($1(), $1());",
		"(() => { const $4 = []; for (let $1 = 0; $1 < 2; $1++) { let $2 = $1; const $3 = () => ++$2; $4.push(() => $3()); $3(); } print($4.map(ask), $4.map(ask)); })();",
		"(function () { if ($i) { function $1() { return $2; } let $2 = $n; print($1()); } print(typeof $1); })();")},
	{Name: "function of a case", Top: true, Hazard: true, Text: sketch.Write(1,
		"switch ($i) { case 1: const $1 = () => 1; print($1()); break; default: print(ask(() => $1())); }")},
	{Name: "call that nobody needs", Text: sketch.Write(4,
		"function $1($2) { if ($2 > 1) throw new Error(\"u:d\"); return 1; }\ntry { $1($i); eff(1); $1($n); eff(2); } catch (e) { print(e); }",
		"const $1 = ($2) => $2.p;\ntry { $1({}); print(1); $1(null); print(2); } catch (e) { print(e); }",
		"let $1 = 0;\nfunction $2() { $1++; return $1; }\n$2(); void $2(); const $3 = $2(); print($1);",
		"function $1($2) { while ($2-- > 0) eff($2); }\n$1(2); $1(); $1($i);",
		"const $1 = ($2) => { const a = { p: $2 }; a.p++; return a; };\n$1(1); $1(eff(2)).p; const { p: $3 } = $1($n);",
		"const $1 = ($2) => new Box($2);\n$1(1); const $3 = $1($n).v;",
		"const $1 = ($2, $3) => $2 instanceof $3;\ntry { $1({}, Box); print(1); $1({}, 3); print(2); } catch (e) { print(e); }",
		"const $1 = () => { undeclared; };\ntry { $1(); print(1); } catch (e) { print(e); }")},
	{Name: "call before its variables, that nobody needs", Hazard: true, Text: sketch.Write(3,
		"(() => { const $1 = () => $2; try { $1(); print(1); } catch (e) { print(e); } let $2 = $n; $1(); print($1()); })();",
		"(() => { function $1() { $2 = 1; } try { $1(); print(1); } catch (e) { print(e); } let $2 = $n; $1(); print($2); })();",
		"(() => { try { $1(eff(1)); print(1); } catch (e) { print(e); } const $1 = () => $n; $1(); })();")},
	{Name: "arguments that are always the same", Text: sketch.Write(4,
		"function $1($2, $3) { return $3 ? $2 : -$2; }\nprint($1(1, true), $1($n, true));",
		"function $1($2, $3) { return [arguments.length, $3]; }\nprint($1(1, 2), $1($n, 2), $1.call(null, 1, 2));",
		"function $1($2, $3, ...$4) { return [$2, $4]; }\nprint($1(1, 2, 3), $1($n, 2));",
		"const $1 = ($2, $3 = 5) => $2 + $3;\nprint($1(1), $1($n), $1(2, undefined));",
		"function $1($2, $3) { return $2 > 0 ? $1($2 - 1, $3) : $3; }\nprint($1(2, $l), $1($i, 4));",
		"const $1 = ($2) => { let $3 = 0; const $4 = (k) => { $3 += k; }; $4(1); if ($2) $4(1); return $3; };\nprint($1(0), $1(1));",
		"const $1 = () => 4;\nlet $2 = 0; for (let $3 = 0; $3 < $1(); $3++) $2 += $1();\nprint($2, $1(eff(1)));")},
	{Name: "before and after a wait", Text: sketch.Write(4,
		"let $1 = 0;\nasync function $2() { const $3 = $1; await 0; print($3, $1); $1 = 5; }\n$2().then(() => print($1)); $1 = $n; print($1);",
		"let $1 = 0;\nfunction* $2() { $1++; yield $1; $1 = 7; yield $1; }\nconst $3 = $2(); print($1, $3.next().value); $1 = $n; print($3.next().value, $1);",
		"let $1 = 1;\nconst $2 = async ($3) => { $1 = $3; return $1; };\nconst $4 = $2(2); print($1); $4.then((v) => print(v, $1)); $1 = 4;",
		"let $1 = 1; const $2 = () => $1;\nfunction* $3() { const a = $2(); yield a; return [a, $2()]; }\nconst $4 = $3(); $4.next(); $1 = $n; print($4.next());")},
}
