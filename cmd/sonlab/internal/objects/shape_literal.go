package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// literalShapes are about object literals, and about the names of their properties.
var literalShapes = []sketch.Shape{
	{Name: "literal with methods", Text: sketch.Write(4, `
const $1 = { $m(x) { return [1, x]; }, n() { return this.$m(2); }, $m: (x) => [3, x], p: 1, get p() { return 2; } };
print($1.$m($n), $1.n(), $1.p, Object.keys($1));`, `
const $1 = { a: { $m() { return [1, this.p]; }, p: 1 }, b: { $m() { return [2, this.p]; }, p: 2 } };
const $2 = $1.a; $1.a = $1.b; $1.b = $2; print($1.a.$m(), $1.b.$m(), $2.$m.call($1.a)); delete $1.a.$m; print($1.b.$m(), ask(() => $1.a.$m()));`, `
const $1 = { $m: function $2(x) { return x > 0 ? $2(x - 1) : typeof this; }, n: function (x) { return x > 0 ? this.n(x - 1) : 1; } };
const $3 = { ...$1, n: () => 5 }; print($1.$m(2), $1.n(2), $3.n(2), $1.n.call($3, 2), $1.n.call({ n: $1.n }, 1));`, `
const $1 = (x) => ({ x, get() { return x; }, read() { return this.x; }, set(v) { x = v; } });
const $2 = $1(1), $3 = $1($n); $2.set(5); $3.x = 7;
print($2.get(), $2.read(), $3.get(), $3.read(), $2.get === $3.get, $2.get.call($3));`)},
	{Name: "literal with __proto__", Text: sketch.Write(4, `
const $1 = { $m() { return 1; } }, __proto__ = $1;
const $2 = { __proto__: $1 }, $3 = { __proto__ }, $4 = { ["__proto__"]: $1 };
print($2.$m(), ask(() => $3.$m()), ask(() => $4.$m()), Object.keys($2), Object.keys($3), Object.keys($4), { "__proto__": $1 }.$m());`, `
const $1 = { $m: () => 1 }, $2 = { __proto__: null, $m: () => 2 }, $3 = { __proto__: $l, $m: () => 3 };
print($1.$m(), $2.$m(), $3.$m(), ask(() => $2.toString()), typeof $1.toString, "valueOf" in $2);
$1.__proto__ = { n: () => 4 }; $2.__proto__ = { n: () => 5 }; print($1.n(), ask(() => $2.n()), Object.keys($2));`, `
const $1 = { __proto__() { return 1; } }, $2 = { __proto__: { __proto__: { $m: () => 1 }, n: () => 2 } };
print($1.__proto__(), $2.$m(), $2.n()); $2.__proto__.$m = () => 3; print($2.$m()); delete $2.__proto__.$m; print($2.$m());`)},
	{Name: "spread of methods", Text: sketch.Write(4, `
class $1 { $m() { return 1; } own = () => [2, this.p]; p = 1; }
const $2 = new $1(), $3 = { ...$2, p: 5 }; print(ask(() => $3.$m()), $3.own(), $2.own());
const $4 = { $m: () => 7, ...$2, ...{ own: () => 8 }, ...null }; print($4.$m(), $4.own()); $2.own = () => 9; print($4.own(), $2.own());`, `
const $1 = { $m: () => 1, get n() { return () => this.k; }, k: 1 }, $2 = { ...$1, k: 2 };
$1.k = 5; print($1.n(), $2.n(), Object.getOwnPropertyDescriptor($2, "n").get, { $m: () => 3, ...$1 }.$m(), { ...$1, $m: () => 3 }.$m());`, `
const $1 = { $m: () => 1, n: () => 2, o: { $m: () => 3 } }, { $m: $2, ...$3 } = $1;
$3.n = () => 5; $3.o.$m = () => 6; print($2(), $3.$m, $3.n(), $1.n(), $1.o.$m());`)},
	{Name: "names that are numbers or odd", Text: sketch.Write(2, `
const $1 = { 1: () => "one", 0.5: () => "half", 1e3: () => "thousand", "1e3": () => "text", Infinity: () => "inf", NaN: () => "nan", "-0": () => "minus" };
print($1[1](), $1["1"](), $1[1 / 2](), $1[1000](), $1["1e3"](), $1[1 / 0](), $1[0 / 0](), ask(() => $1[-0]()), $1["-0"](), $1[10 ** 3]());
$1[-0] = () => "zero"; $1[-1 / 0] = () => "-inf"; print($1[0](), $1["-Infinity"](), $1["0"]());`, `
const $1 = { true: () => 1, null: () => 2, undefined: () => 3, "": () => 4 };
for (const k of [true, null, undefined, "", [], "x"]) print(ask(() => $1[k]()));`, `
const $1 = { 0x10: () => 1, .5: () => 2, 1.0: () => 3, "01": () => 4 };
print($1[16](), $1["0.5"](), $1[1](), $1["01"](), ask(() => $1["1.0"]()), ask(() => $1["0x10"]()));`, `
const $1 = { [-1]: () => "m", [2 ** 53]: () => "big", [1e21]: () => "exp", [0.1 + 0.2]: () => "sum" };
print($1["-1"](), $1["9007199254740992"](), $1["1e+21"](), $1[0.30000000000000004](), Object.keys($1));
class $2 { 1() { return 1; } static 2() { return 2; } Infinity() { return 3; } }
print(new $2()[1](), $2["2"](), new $2()[1 / 0]());`)},
	{Name: "names that convert with effects", Wild: true, Text: sketch.Write(3, `
const $1 = { toString() { eff("key"); return "$m"; } }, $2 = { [Symbol.toPrimitive](h) { eff(h); return "n"; } };
const $3 = { [$1](x) { return [1, x]; }, [$2]: (x) => [2, x] };
print($3.$m($n), $3[$1](eff(1)), $3[$2](2), $3.n(3), $1 in $3, delete $3[$1], ask(() => $3.$m()));`, `
const $1 = { $m: () => 1, n: () => 2, k: "$m" };
const $2 = { toString: () => { const k = $1.k; $1.k = "n"; return k; } };
print($1[$2](), $1[$2](), { ...$1 }[$2](), ask(() => $1[{ toString: null, valueOf: null }]()));`, `
const $1 = { valueOf() { eff("value"); return "n"; }, toString() { return {}; } }, $2 = [["$m"]];
class $3 { [$2]() { return 1; } [$1]() { return 2; } static [obj(1)] = 3; }
print(new $3().$m(), new $3()[$1](), new $3()[$2](), Object.keys($3).length);`)},
	{Name: "method named by a list", Text: sketch.Write(3, `
const $1 = { $m: () => 1, n: () => 2 };
for (const k of ["n", "toString", "$m", "valueOf", "hasOwnProperty", "none", "constructor"]) print(k, ask(() => typeof $1[k]), ask(() => $1[k]("n") === $1 || $1[k]("n")));`, `
const $1 = { add: (a, b) => a + b, sub: (a, b) => a - b, __proto__: $i ? null : Object.prototype };
const $2 = (k, ...a) => ($1[k] ?? ((...a) => ["none", a.length]))(...a);
print($2("add", 1, $i), $2("sub", 1, 2), $2("mul", 1, 2)); $1.mul = (a, b) => a * b; print($2("mul", 2, 3));`, `
class $1 { $m() { return 1; } n() { return [2, this.$m()]; } }
class $2 extends $1 { $m() { return 3; } }
const $3 = new $2();
for (const k of Object.getOwnPropertyNames($1.prototype)) print(k, ask(() => $3[k]()));
for (const k in $3) print("never", k);
$1.prototype.late = () => 4; for (const k in $3) print(k, $3[k]());`, `
function $1() { this.own = () => 1; } $1.prototype.$m = () => 2; $1.prototype.n = function () { return this.own(); };
const $2 = new $1(); for (const k in $2) print(k, $2[k]()); $2.$m = () => 3; for (const k in $2) print(k, $2[k]());
const $3 = ["$m", "n"]; print($3.map((k) => $2[k]()), $3.map((k) => $1.prototype[k].call({ own: () => 5 })));`, `
const $1 = ["$m", "n"]; let $2 = 0;
const $3 = { $m() { return [1, $2]; }, n() { return [2, $2]; } };
while ($2 < 3) print($3[$1[$2++ % 2]]()); $1.reverse(); print($3[$1[0]]());`)},
	{Name: "names that are symbols", Text: sketch.Write(3, `
const $1 = Symbol(), $2 = { [$1]: () => 1, [Symbol.for("k")]: () => 2, get [Symbol.toStringTag]() { return "T"; } };
print($2[$1](), $2[Symbol.for("k")](), ask(() => $2[Symbol()]()), Object.prototype.toString.call($2), Object.keys($2).length, { ...$2 }[$1]());
const $3 = Object.assign({}, $2); $2[$1] = () => 5; print($3[$1](), $2[$1]());`)},
}
