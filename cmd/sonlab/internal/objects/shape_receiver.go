package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// receiverShapes are about what this is, and about how functions get objects.
var receiverShapes = []sketch.Shape{
	{Name: "receiver that is no object", Text: sketch.Write(3, `
for (const x of [null, undefined, 5, "s", true, Symbol.iterator, () => 1, { $m: (y) => [2, y] }]) print(ask(() => x.$m(eff(1))), ask(() => x?.$m?.(eff(2))), ask(() => { "use strict"; x.$m = () => 3; return typeof x.$m; }));`, `
const $1 = (x) => x > 1 ? { $m: () => x } : x > 0 ? undefined : "s"; print(ask(() => $1(2).$m()), ask(() => $1(1).$m()), ask(() => $1(0).$m()), $1(0).length, ask(() => $1($i).$m()));`, `
const $1 = { s() { "use strict"; return typeof this; }, m() { return typeof this; } };
print($1.s.call(5), $1.m.call(5), $1.s.call(null), $1.s(), [1].map($1.s), ["a"].map($1.s, "this"), Reflect.apply($1.s, "x", []));
class $2 { static s() { return typeof this; } $m() { return typeof this; } } print($2.prototype.$m.call("x"), (0, $2.s)(), $2.s.call(1n));`, `
let $1 = null; const $2 = { get() { return $1; }, $m() { return 1; } };
print(ask(() => $2.get().$m()), ask(() => $2.get()?.$m(eff(1)).x.y), ask(() => { $2.get().$m = eff(2); })); $1 = $2; print($2.get().$m(), $2.get()?.get().$m()); $1 = $l; print(ask(() => $2.get().$m()));`)},
	{Name: "this of functions within methods", Text: sketch.Write(3, `
const $1 = { p: 1, $m() { "use strict"; const f = function () { return this?.p; }, g = () => this.p; return [f(), g(), f.call({ p: 2 }), g.call({ p: 3 }), { p: 4, g }.g(), { p: 5, f }.f()]; } };
print($1.$m(), $1.$m.call({ p: 9 }));`, `
class $1 { constructor() { this.p = 1; } arrows() { return [() => this, () => () => this.p]; } $m() { return [1].map(function () { return this; })[0]; } }
const $2 = new $1(), [$3] = $2.arrows(); print($3() === $2, $3.call(null) === $2, $2.arrows()[1]()(), $2.$m());`)},
	{Name: "objects as parameters", Text: sketch.Write(3, `
const $1 = { $m: () => 1 }; function $2(o = $1, f = o.$m) { o = { $m: () => 2 }; return [o.$m(), f()]; }
print($2(), $2({ $m: () => 3 }), $2(undefined, () => 4), ask(() => $2(null)), $2($1, $1.$m));`, `
function $1({ $m: f = () => "none", ...rest } = {}, [a, b = a] = []) { return [f(), Object.keys(rest), ask(() => a.$m()), a === b]; }
print($1(), $1({ $m: () => 1, x: 2 }, [{ $m: () => 3 }]), ask(() => $1(null)));`, `
function $1() { "use strict"; const o = arguments[0]; arguments[0] = { $m: () => 2 }; return [o.$m(), arguments[0].$m(), arguments.length]; }
const $2 = (...os) => { os.push(os.shift()); return os.map((o) => o.$m()); };
print($1({ $m: () => 1 }), $2({ $m: () => 3 }, { $m: () => 4 }), ask(() => $2(1)), ((f, ...a) => f(...a))($1, { $m: () => 5 }, 6));`)},
	{Name: "parameter that arguments change", Sloppy: true, Text: sketch.Write(2, `
(function (o, k) { print(o.$m()); arguments[0] = { $m: () => 2 }; print(o.$m()); o = { $m: () => 3 }; print(arguments[0].$m()); [].push.call(arguments, 1); print(k, arguments.length); })({ $m: () => 1 });`, `
const $1 = { $m: () => 1 }; (function (o) { (() => { arguments[0] = { $m: () => $n }; })(); print(o.$m(), arguments[0] === o); delete arguments[0]; o = $1; print(arguments[0], o.$m()); })($1);`)},
	{Name: "with statement", Sloppy: true, Text: sketch.Write(3, `
const $1 = { $m: () => 1, p: 1 }, $2 = () => "outer"; with ($1) { print($m(), p, $2()); $1.$2 = () => "inner"; print($2()); delete $1.$2; print($2()); p = 5; } print($1.p);`, `
const $1 = { $m() { return this === $1; }, n: 1 }; with ({ __proto__: $1 }) { print($m(), n, typeof toString); n = 2; } print($1.n);`)},
	{Name: "closures over objects", Text: sketch.Write(4, `
let $1 = { $m: () => 1 }; const $2 = () => $1.$m(), $3 = $1.$m; $1 = { $m: () => [2, $3()] }; print($2(), $3()); $1.$m = $3; print($2());`, `
const $1 = (o) => ({ get: () => o, call: () => o.$m(), set: (x) => { o = x; } }), $2 = $1({ $m: () => 1 }), $3 = $1({ $m: () => 2 });
print($2.call(), $3.call()); $2.set($3.get()); $3.get().$m = () => 3; print($2.call(), $3.call()); $3.set(null); print($2.call(), ask($3.call));`, `
const $1 = []; for (var $2 = 0, $3 = { f: () => $2 }; $2 < 2; $2++) $1.push($3.f, { f: () => $2 * 10 }.f); print($1.map(ask)); $2 = $n; print($1.length, $1[0] === $1[2]);`, `
const $1 = { n: 0, inc() { this.n++; return () => this.inc(); } }, $2 = { ...$1 }; $1.inc()()(); $2.inc(); print($1.n, $2.n, $1.inc.call({ n: 5, inc: () => "other" })());`)},
	{Name: "destructured objects", Text: sketch.Write(4, `
const $1 = { o: { $m() { return this?.p ?? "none"; }, p: 1 }, l: [{ $m: () => 2 }, { $m: () => 3 }] }, { o: { $m: $2 }, o: $3, l: [, $4 = $1] } = $1;
print(ask($2), $3.$m(), $4.$m()); $1.o = { $m: () => 5 }; print($1.o.$m(), $3.$m());`, `
let $1 = { $m: () => 1 }, $2 = { $m: () => 2 }; [$1, $2] = [$2, $1]; print($1.$m(), $2.$m()); [$1.$m, $2.$m] = [$2.$m, $1.$m]; print($1.$m(), $2.$m()); ({ $m: $1.$m, x: $2.x = () => 7 } = $2); print($1.$m(), $2.x());`, `
const { $m: $1 = () => "none", [["p"][0]]: $2 = { $m: () => 2 }, ...$3 } = { p: undefined, q: { $m: () => 3 } }; print($1(), $2.$m(), $3.q.$m(), Object.keys($3)); for (const { $m: f, x = f } of [{ $m: () => 4 }, { $m: () => 5, x: () => 6 }]) print(f(), x());`)},
	{Name: "effects of getters in patterns", Wild: true, Text: sketch.Write(3, `
let $1 = 0; const $2 = { get a() { eff("a"); $1++; return () => [1, $1]; }, get b() { eff("b"); $2.c = () => 5; return () => 2; }, c: () => 3 };
const { a: $3, b: t$1, c: x$1 } = $2; print($3(), t$1(), x$1()); const y$1 = { ...$2 }; print(Object.keys(y$1), y$1.a === $3, Object.assign({}, $2).a(), JSON.stringify($2), Object.values($2).length, $1);`, `
class $1 { get p() { eff("p"); return this.q; } q = $n; static get s() { eff("s"); return 1; } } const { p: $2, q: $3 } = new $1(); print($2 === $3, (({ s }) => s)($1), { ...new $1() }, Object.entries(new $1()).length, Reflect.get($1.prototype, "p", { q: 5 }));`)},
}
