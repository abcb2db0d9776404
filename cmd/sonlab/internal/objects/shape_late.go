package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// lateShapes are about properties that appear, change and vanish while the program runs.
var lateShapes = []sketch.Shape{
	{Name: "deleted property", Text: sketch.Write(3, `
class $1 { $m() { return 1; } } const $2 = new $1(); $2.$m = () => 2;
print($2.$m(), delete $2.$m, $2.$m(), delete $2.$m, $2.$m(), delete $1.prototype.$m, ask(() => $2.$m()), "$m" in $2);`, `
let $1 = { $m: () => 1, o: { $m: () => 2 } }; const $2 = $1.o;
print(delete $1?.o?.$m, ask(() => $2.$m()), delete $1.x?.y.z, delete $1?.["$m"], $1.$m?.()); $1 = null; print(delete $1?.o, $2);`, `
const $1 = { $m: () => 1, n: () => 2 };
for (const k of ["$m", "n", "$m"]) { print(ask(() => $1[k]())); delete $1[k]; } print(Object.keys($1), $1.toString === Object.prototype.toString);`, `
const $1 = [() => 1, () => 2]; delete $1[0]; print(ask(() => $1[0]()), $1.length, $1.map((f) => f()), 0 in $1);
const $2 = { f: $1[1] }, $3 = (o) => { if ($i > 1) delete o.f; return o; }; print(ask(() => $3($2).f()), ask(() => { "use strict"; delete Object.freeze($2).f; }));`)},
	{Name: "method assigned late", Text: sketch.Write(4, `
class $1 { $m() { return 1; } } class $2 extends $1 {} class $3 extends $2 {}
const $4 = new $3(), u$1 = () => $4.$m();
print(u$1()); $2.prototype.$m = () => 2; print(u$1()); $3.prototype.$m = () => 3; print(u$1()); $1.prototype.$m = () => 5; print(u$1(), new $1().$m());
$4.$m = () => 4; print(u$1()); delete $2.prototype.$m; delete $4.$m; delete $3.prototype.$m; print(u$1());`, `
const $1 = {}, $2 = (o, k, f) => { o[k] = f; return o; };
print(ask(() => $1.$m())); $2($1, "$m", () => 1); print($1.$m()); $2($1, "$" + "m".length, 0); $2($1, ["$m", "n"][$i % 2], () => 2); print($1.$m(), ask(() => $1.n()));`, `
class $1 { $m() { this.$m = () => ["own", this.p]; return "first"; } p = $n; }
const $2 = new $1(), $3 = new $1(); print($2.$m(), $2.$m(), $3.$m(), $3.$m(), $1.prototype.$m.call($2), $2.$m());`, `
class $1 { $m() { return 1; } become() { $1.prototype.$m = () => 2; return this; } }
const $2 = new $1(); print($2.$m(), $2.become().$m(), new $1().$m(), [$2.$m(), ($1.prototype.$m = () => 3, $2.$m())]);`, `
const $1 = { $m: () => 1 }, $2 = $1, $3 = { o: $1 };
print($1.$m()); $2.$m = () => 2; print($1.$m()); $3.o.$m = () => 3; print($1.$m()); ((x) => { x.$m = () => 4; })($3.o); print($2.$m()); [$1][0].$m = () => 5; print($3.o.$m()); for (const x of [$3.o]) x.$m = () => 6; print($1.$m());`)},
	{Name: "method assigned under a condition", Text: sketch.Write(3, `
const $1 = (x) => { const o = { $m: () => 1 }; if (x) o.$m = () => 2; if (x > 1) o.n = () => 3; return [o.$m(), o.n?.()]; };
print($1(0), $1(1), $1(2), $1($i));`, `
const $1 = { $m: () => 1 }; $1.$m ??= () => 2; $1.n ??= () => 3; $1.k ||= () => 4; $1.$m &&= () => 5; $1.z &&= () => 6;
print($1.$m(), $1.n(), $1.k(), $1.z, Object.keys($1));`, `
class $1 { get f() { return this.g ??= (eff("make"), () => [this.p]); } p = 1; }
const $2 = new $1(), $3 = new $1(); $3.p = $n; print($2["g"], ($2.g ?? $3.g), ask(() => $2.g()));
$2.g = () => 7; print($2.g(), $3.g);`, `
let $1; const $2 = { $m: () => 1 };
for (let i = 0; i < 4; i++) { if (i === 1) $2.$m = () => [2, i]; if (i === 2) $1 = $2; if (i === 3) $1.$m = () => 3; print($2.$m(), $1?.$m()); }`)},
	{Name: "two objects of one place", Text: sketch.Write(4, `
const $1 = () => ({}), $2 = $1(), $3 = $1();
$2.$m = () => 1; $3.$m = () => 2; print($2.$m(), $3.$m()); $2.$m = () => 3; print($2.$m(), $3.$m(), ask(() => $1().$m()));`, `
class $1 { constructor(f) { this.f = f; } $m() { return this.f(); } }
const $2 = new $1(() => 1), $3 = new $1(() => $2.$m()), $4 = [2, 3].map((x) => new $1(() => x));
print($3.$m(), $4.map((o) => o.$m())); $2.f = $4[0].f; print($3.$m()); $4[0].f = () => 7; print($2.$m(), $4[0].$m());`, `
let $1 = null; const $2 = [];
for (let i = 0; i < 3; i++) { const o = { f: () => i, prev: $1 }; $1 = o; $2.push(o); if (i === 1) $2[0].f = () => "changed"; }
print($2.map((o) => o.f()), $1.prev.f(), $1.prev.prev.f(), $1.prev === $2[1]);`, `
const $1 = (n) => n > 0 ? { $m: () => n, o: $1(n - 1) } : { $m: () => "end", o: null };
const $2 = $1(2); print($2.$m(), $2.o.$m(), $2.o.o.$m(), ask(() => $2.o.o.o.$m())); $2.o.$m = $2.$m; $2.$m = () => 9; print($2.$m(), $2.o.$m());`)},
	{Name: "property that is read before it is there", Text: sketch.Write(3, `
const $1 = {}, $2 = () => $1.f ? $1.f() : typeof $1.f; print($2()); $1.f = () => $n; print($2()); $1.f = undefined; print($2(), "f" in $1); delete $1.f; Object.setPrototypeOf($1, { f: () => 2 }); print($2());`, `
class $1 { a; $m() { return this.a?.() ?? "none"; } set(f) { this.a = f; return this; } }
const $2 = new $1(); print($2.$m(), $2.set(() => 1).$m(), new $1().$m(), $2.set(null).$m(), Object.keys(new $1()));`, `
const $1 = { on: null, $m(x) { return this.on !== null && this.on(x); } }, $2 = Object.create($1);
print($1.$m(1)); $2.on = (x) => [2, x]; print($1.$m(1), $2.$m(2)); $1.on = function (x) { return [1, x, this === $2]; }; delete $2.on; print($1.$m(1), $2.$m(2));`)},
	{Name: "getter that returns another function", Wild: true, Text: sketch.Write(3, `
let $1 = 0; const $2 = { get $m() { $1++; return $1 % 2 ? () => ["odd", $1] : () => ["even", $1]; } };
print($2.$m(), $2.$m(), $2?.$m?.(), typeof $2.$m, $2.$m()); const { $m: $3 } = $2; print($3(), $3 === $2.$m);`, `
class $1 { get lazy() { eff("make"); const v = () => [this.p]; Object.defineProperty(this, "lazy", { value: v }); return v; } p = $n; }
const $2 = new $1(); print($2.lazy(), $2.lazy(), Object.hasOwn($2, "lazy"), new $1().lazy());`, `
class $1 { get $m() { $1.prototype.n = () => 2; return (x) => [x, this.n()]; } n() { return 1; } }
const $2 = new $1(); print([$2.n(), $2.$m($2.n()), $2.n()], { ...$2 }, ask(() => $2.$m.call(null, 3)));`)},
	{Name: "setter that changes a method", Text: sketch.Write(3, `
class $1 { $m() { return 1; } set mode(x) { this.$m = x ? () => [2, x] : $1.prototype.$m; } }
const $2 = new $1(); print($2.$m()); $2.mode = $n; print($2.$m()); $2.mode = 0; print($2.$m()); $2["mo" + "de"] = 5; print($2.$m());`, `
const $1 = { set p(v) { $2.$m = () => v; } }, $2 = { __proto__: $1, $m: () => "first" };
print($2.$m()); $2.p = 1; print($2.$m(), Object.keys($2)); ({ x: $2.p } = { x: 2 }); print($2.$m()); [$2.p] = [3]; print($2.$m()); for ($2.p of [4]); print($2.$m()); Object.assign($2, { p: 5 }); print($2.$m()); ({ __proto__: $2 }).p = 6; print($2.$m(), { ...{ p: 7 }, __proto__: $2 }.$m());`)},
	{Name: "argument that changes the callee", Text: sketch.Write(3, `
const $1 = { $m: (x) => [1, x] };
print($1.$m(($1.$m = (x) => [2, x], 5)), $1.$m(6), $1["$m"]((delete $1.$m, 7)), ask(() => $1.$m(eff(8))), ask(() => $1.o.$m(eff(9))));`, `
let $1 = { $m: (x) => [1, x], p: 1 }; const $2 = { $m(x) { return [2, x, this.p]; }, p: 2 };
print($1.$m(($1 = $2, 5)), $1.$m(($1 = { p: 3, $m: () => 4 }, 6)), $1.$m()); $1.p = ($1 = $2, 7); print($1.p);`, `
class $1 { $m(x) { return [1, x]; } } class $2 extends $1 { n() { return super.$m(($1.prototype.$m = (x) => [3, x], 4)); } }
print(new $2().n(), new $2().$m(5), new $1().$m(($1.prototype.$m = () => 6, 7)));`)},
	{Name: "object that is no longer used", Text: sketch.Write(3, `
const $1 = { $m: () => eff("called") }; $1.$m(); const $2 = new (class { constructor() { eff("made"); } })(); ({ get p() { return 1; } }).p; void { ...$1 };`, `
const $1 = (o) => { o.$m?.(); o.p; o.p = 1; return 5; }; print(ask(() => $1({})), ask(() => $1(null)), ask(() => $1(Object.freeze({}))), ask(() => { "use strict"; const o = Object.freeze({}); o.p = 1; }));`, `
const $1 = { a: () => 1, b: () => 2 }, $2 = () => { $1.c = () => 3; delete $1.a; }; let $3 = 0; const u$1 = () => { $3++; return { $m: $2 }; };
u$1().$m(); u$1().$m; print($3, Object.keys($1), ask(() => u$1().n()), $3);`)},
}
