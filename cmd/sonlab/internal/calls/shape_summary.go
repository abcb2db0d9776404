package calls

// summaryShapes are about what is known of a callee that is too large to be inlined everywhere, and about
// the variables of one that is.
var summaryShapes = []aShape{
	{name: "argument whose variable changes", write: write(2,
		"const $1 = (a, b) => { print(a); for (let i = 0; i < 2; i++) print(a, b); return a; };\nconst $2 = (x, y) => { const r = $1(x, x = y); print(r, x); };\n$2($n, 2); $2(3, $l);",
		"const $1 = (x, y) => { print(x); for (let i = 0; i < 2; i++) print(x, y); };\nconst $2 = (x, y) => { $1(x, x = y); print(x); };\n$2($n, 2); $2(3, $l);",
		"const $1 = (a, b) => a + b;\nconst $2 = (x, y) => [$1(x, x = y), $1(x, x++), x];\nprint($2($n, 2), $2(3, $l));")},
	{name: "argument whose variable a function changes", write: write(2,
		"const $1 = (a, b) => { b(); print(a); for (let i = 0; i < 2; i++) print(a); return a; };\nconst $2 = (x, y) => { const r = $1(x, () => { x = y; }); print(r, x); };\n$2($n, 2); $2(3, $l);",
		"const $1 = (x, b) => { b(); return [x, x]; };\nconst $2 = (x, y) => { const set = () => { x = y; }; const r = $1(x, set); print(r, x); };\n$2($n, 2); $2(3, $l);",
		"const $1 = (a, b) => { b(); return () => a; };\nconst $2 = (a, y) => { const r = $1(a, () => { a = y; }); return [r(), a]; };\nprint($2($n, 2), $2(3, $l));")},
	{name: "closures of a callee of a callee in a loop", write: write(3,
		"const $1 = function (x) { var v = x; keep(function () { return v++; }); print(v); };\nconst $2 = function (x) { $1(x); print(x); };\nfor (let i = 0; i < 3; i++) $2(i);\nprint(kept.map(ask));",
		"const $1 = (x) => { var v; if (x) v = x; keep(() => v); };\nconst $2 = (x) => { $1(x); print(x); };\nfor (const i of [3, 0, $n]) { $2(i); }\nprint(kept.map(ask));",
		"const $1 = (x) => { var v = x; const get = () => v++; keep(get); return get(); };\nconst $2 = (x) => { const r = $1(x); return r; };\nlet $3 = 0;\nwhile ($2($3++) < 3) print($3);\nprint(kept.map(ask));",
		"const $1 = (x) => { keep(() => x++); };\nconst $2 = (x) => { $1(x); print(x); };\nfor (const i of [$l, 0, 4]) { $2(i); }\nprint(kept.map(ask));")},
	{name: "variable that a callee writes", write: write(3,
		"print((() => { let n = 0, m = 2; const $1 = (x) => { n = x; for (let i = 0; i < 3; i++) { if (x > 1) n = i; else m = i; } };\nconst $2 = () => { n = 1; m = 0; $1(3); const k = n + m; n = 5; $1(1); return [k, n, m]; };\nreturn [$2(), $2(), n]; })());",
		"print((() => { let n = 0; const $1 = (x) => { for (let i = 0; i < 3; i++) if (x === i) n = \"s\" + i; };\nconst $2 = (x) => { for (let i = 0; i < 2; i++) $1(x + i); };\nconst $3 = (x) => { n = 1; $2(x); const k = n; n = 2; $2(1); return [k, n]; };\nreturn [$3(0), $3(5), n]; })());",
		"print((() => { let n = $i; const $1 = (x) => { for (let i = 0; i < 3; i++) if (x === i) n = i; return x; };\n$1(2); const k = n; $1(7); $1($i); return [k, n]; })());")},
	{name: "argument that a callee converts", write: write(2,
		"const $1 = (x) => { let t = 1; for (let i = 0; i < 3; i++) { t *= x; if (t > 9) t -= 8; } return t; };\n$1(obj($i)); print($1(obj(2)) - $1(1)); print(ask(() => { $1(2n); }), ask(() => $1(sym)));",
		"const $1 = (x, y) => { for (let i = 0; i < 3; i++) if (x < y) return i; return 7; };\n$1(obj(1), 2); $1(1, obj($i)); print(ask(() => { $1(sym, 1); return 1; }), $1(1, 2), $1($n, 3));",
		"const $1 = (x) => { let t = \"\"; for (let i = 0; i < 2; i++) t += x; return t; };\nconst $2 = (x) => { $1(x); return 1; };\n$2(obj($i)); print(ask(() => $2(sym)), $2($l), $2(obj(1)));")},
	{name: "callee that may throw", write: write(2,
		"const $1 = (x) => { for (let i = 0; i < 3; i++) if (x === i) throw i; return 1; };\nprint(ask(() => { $1(1); return 1; }), ask(() => $1(7)), ask(() => { $1($i); return 2; }));",
		"const $1 = (x) => { for (let i = 0; i < 3; i++) if (x === i) throw i; };\nconst $2 = (x) => { try { $1(x); } catch (e) { return [e]; } return \"none\"; };\nprint($2($i), $2(1), $2(7), $2($l));")},
	{name: "results of several types", write: write(2,
		"const $1 = (x) => { for (let i = 0; i < 3; i++) if (x === i) return i; return \"none\"; };\nprint(typeof $1(0), typeof $1(5), $1($n) + 1, $1(9) === \"none\", $1($i) | 0);",
		"const $1 = (x) => { for (let i = 0; i < 3; i++) { if (x === i) return; if (x === \"s\" + i) return x; } return null; };\nprint($1($i) === undefined, typeof $1(\"s1\"), $1(9) === null, $1($l) == null);",
		"const $1 = (x, y) => { for (let i = 0; i < 3; i++) if (x === i) return x; return y; };\nconst $2 = (y) => [$1(1, y), $1(7, y), $1($i, y)];\nprint($2($n), $2($l), $2({ p: 1 }).length);")},
}
