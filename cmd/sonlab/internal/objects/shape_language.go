package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// languageShapes are about methods that the language calls.
var languageShapes = []sketch.Shape{
	{Name: "promises and objects", Text: sketch.Write(3, `
class $1 { $m() { return 1; } then$() { return 2; } } const $2 = new $1(); Promise.resolve($2).then((o) => { print(o.$m(), o === $2); return { $m: () => 5 }; }).then((o) => print(o.$m())); $2.$m = () => 3; print($2.$m());`, `
const $1 = { n: 0, then(r) { this.n++; eff("then"); r({ $m: () => this.n }); } }; (async () => { const o = await $1; print(o.$m(), $1.n); $1.then = undefined; print((await $1).n); })(); print($1.n);`, `
class $1 { async $m(x) { await null; return [this.p, x]; } p = 1; async *gen() { yield this.p; yield this.$m(2); } } class $2 extends $1 { async $m(x) { this.p = 2; return [await super.$m(x)]; } }
(async () => { const o = new $2(); print(await o.$m(1)); for await (const x of o.gen()) print(x); print(await Promise.all([new $1().$m(3), new $1().$m.call({ p: 4 }, 5)])); try { await null.$m(); } catch (e) { print(e); } })();`, `
let $1 = { $m: () => 1 }; const $2 = async () => { const o = $1; print(o.$m(), $1.$m()); await 0; print(o.$m(), $1.$m()); o.$m = () => 3; }; $2().then(() => print($1.$m())); $1.$m = () => 4; $1 = { $m: () => 2 };`)},
	{Name: "generator methods", Text: sketch.Write(3, `
class $1 { constructor(...xs) { this.xs = xs; } *[Symbol.iterator]() { for (const x of this.xs) yield this.$m(x); } $m(x) { return [x]; } } class $2 extends $1 { $m(x) { return [2, x]; } *[Symbol.iterator]() { yield "first"; yield* super[Symbol.iterator](); } }
print([...new $1(1, 2)], [...new $2(1)]); const $3 = new $2(3, 4); for (const x of $3) { print(x); $3.$m = (x) => ["late", x]; } print(Math.max(...[...new $1(5)].flat()));`, `
const $1 = function* () { let o = yield 1; try { while (o) o = yield o.$m(); } finally { eff("end"); } return "done"; }, $2 = $1(); print($2.next(), $2.next({ $m: () => 5 }), $2.next({ $m: () => 6 }), $2.return(7), $2.next());
const $3 = $1(); $3.next(); print(ask(() => $3.next({})), $3.next());`, `
const $1 = { *g() { yield* this.h(); yield this.p; }, *h() { yield [this.p]; this.p = 2; }, p: 1 }; const $2 = $1.g(); print($2.next().value); $1.h = null; print($2.next().value, ask(() => [...$1.g()]), [...{ ...$1, h: () => [7] }.g()]);
$1.g.prototype.$m = function () { return [...this]; }; $1.h = () => []; print($1.g().$m());`)},
	{Name: "iterator written by hand", Text: sketch.Write(3, `
class $1 { constructor(n) { this.n = n; this.i = 0; } [Symbol.iterator]() { return this; } next() { return this.i < this.n ? { value: this.i++, done: false } : { value: undefined, done: true }; } return() { eff("return"); return {}; } }
for (const x of new $1(3)) { print(x); if (x === $i) break; } const [$2, ...$3] = new $1(3); print($2, $3); print((([x]) => x)(new $1(3)), ask(() => { for (const x of new $1(2)) throw x; }), Array.from(new $1(2)), new Map([[1, new $1(1)]]).get(1).next().value);`, `
const $1 = { i: 0, next() { this.i++; $1.next = () => ({ done: true }); return { value: this.i, done: this.i > 3 }; } }, $2 = { [Symbol.iterator]: () => $1 };
print([...$2]); $1.i = 0; print([...$2], $1.i); $2[Symbol.iterator] = function* () { yield "new"; }; print([...$2]); delete $2[Symbol.iterator]; print(ask(() => [...$2]));`, `
class $1 { *[Symbol.iterator]() { yield 1; yield 2; } } class $2 extends $1 { [Symbol.iterator]() { const it = super[Symbol.iterator](); return { next: () => { const r = it.next(); return r.done ? r : { value: [r.value], done: false }; }, return: (v) => { eff("closed"); return it.return(v); } }; } }
const [$3] = new $2(); print($3, [...new $2()], Object.fromEntries([["k", new $2()]]).k instanceof $1); out: for (const x of new $2()) for (const y of new $2()) { print(x, y); if (y[0] === 1) continue out; }`, `
const $1 = { [Symbol.iterator]() { return { r: { value: 0, done: false }, next() { this.r.value++; this.r.done = this.r.value > 2; return this.r; } }; } }; print([...$1], ask(() => { const [a, b, c] = $1; return [a, b, c]; })); const $2 = { [Symbol.iterator]: () => ({ next: () => 5 }) }, $3 = { [Symbol.iterator]: () => ({}) }; print(ask(() => [...$2]), ask(() => [...$3]), ask(() => { for (const x of {}); }));`)},
	{Name: "methods called by string builtins", Text: sketch.Write(3, `
const $1 = { n: 0, $m(x) { return this?.n === undefined ? "none" : "<" + x + this.n++ + ">"; } }; print("abab".replace(/b/g, (x) => $1.$m(x)), "ab".replace("b", $1.$m), "aa".replaceAll("a", (x, at) => { $1.$m = () => "late" + at; return $1.$m(); }));`, `
const $1 = { [Symbol.split](s, n) { return [s, n, this.p]; }, p: 1, [Symbol.replace]: (s, f) => f(s), [Symbol.match]: () => "matched", [Symbol.search]() { return this.p; } }; print("a-b".split($1, 2), "a".replace($1, (x) => [x]), "a".match($1), "a".search({ ...$1, p: 5 }), "a".split({ __proto__: $1, p: 7 }));`, `
class $1 extends RegExp { exec(s) { const r = super.exec(s); if (r) r[0] = r[0].toUpperCase(); return r; } } print("abc".replace(new $1("b"), (x) => [x, x].join("")), new $1("c").test("c"), "xbx".match(new $1("b"))[0]);`)},
	{Name: "conversions that call methods", Text: sketch.Write(3, `
class $1 { constructor(x) { this.x = x; } valueOf() { return this.x; } toString() { return "<" + this.x + ">"; } } class $2 extends $1 { valueOf() { return super.valueOf() * 10; } }
print(new $1(1) + 1, "" + new $2(2), [new $1(3), new $2(4)].join(), new $1(1) < new $2(1), String(new $2(5)), Math.max(new $1(6), new $2(1)), [new $2(1), new $1(2)].sort().map((o) => o.x)); $1.prototype.toString = () => "late"; print(String(new $2(1)));`, `
const $1 = { [Symbol.toPrimitive](h) { return h === "number" ? 5 : h; } }, $2 = { __proto__: $1, valueOf: () => 7 }; print(+$1, String($2), $2 + "", $1 * 2, [$1] + ""); $2[Symbol.toPrimitive] = undefined; print(+$2, $2 + 1); delete $2.valueOf; delete $2[Symbol.toPrimitive]; print(+$2);`, `
const $1 = Object.create(null); print(ask(() => $1 + ""), ask(() => +{ toString: () => ({}) , valueOf: () => ({}) }), +{ valueOf: () => "3" }, String({ toString: null, valueOf: () => 4 }), [1, [2, { toString: () => "x" }]].join()); $1.toString = () => "own"; print($1 + "");`)},
	{Name: "conversions with effects", Wild: true, Text: sketch.Write(3, `
let $1 = { $m: () => 1 }; const $2 = { valueOf() { eff("v"); $1.$m = () => 2; return 1; }, toString() { eff("s"); $1 = { $m: () => 3 }; return "$m"; } }; print([$1.$m(), $2 * 1, $1.$m(), $1[$2](), $1.$m(), $2 in $1]);`, `
const $1 = { [Symbol.toPrimitive](h) { eff(h); return "$m"; } }, $2 = { $m: (x) => x }; print($2[$1](eff(1)), $1 in $2, { [$1]: 5 }, $1 + "", $1 == "$m", ask(() => $1 - 1), delete $2[$1], ask(() => $2[$1](eff(2))));`)},
	{Name: "Symbol.hasInstance and others", Text: sketch.Write(3, `
const $1 = { [Symbol.hasInstance](x) { return x === this.p || x?.$m?.() === 1; }, p: 5 }; print(5 instanceof $1, ({ $m: () => 1 }) instanceof $1, ({}) instanceof { __proto__: $1, p: 0 }, ask(() => 1 instanceof {}), ask(() => ({}) instanceof (() => 1)));`, `
class $1 extends Array { static get [Symbol.species]() { return Object; } } const $2 = { length: 1, 0: "x", [Symbol.isConcatSpreadable]: true }; print([1].concat($2, { ...$2, [Symbol.isConcatSpreadable]: false }).length, $1.of(1).map((x) => x + 1), Object.prototype.toString.call({ get [Symbol.toStringTag]() { return "T"; } }));`, `
function $1() {} const $2 = new $1(); $1.prototype = {}; print($2 instanceof $1, new $1() instanceof $1, $2 instanceof $1.bind()); Object.setPrototypeOf($2, $1.prototype); print($2 instanceof $1); $1.prototype = 5; print(ask(() => $2 instanceof $1), ask(() => Object.getPrototypeOf(new $1()) === Object.prototype));`)},
	{Name: "tagged templates of methods", Text: sketch.Write(2, "\nconst $1 = { p: 1, $m(s, ...a) { return [this?.p, s.raw.length, ...a]; } }; print($1.$m`a${$n}b`, $1[\"$m\"]``, (0, $1.$m).call({ p: 2 }, { raw: [] })); const $2 = { ...$1, p: 3, self() { return this.$m; } }; print($2.$m`x`, ask(() => $2?.$m(`x`)));")},
	{Name: "proxy", Wild: true, Text: sketch.Write(3, `
const $1 = { $m: () => 1, n() { return this === $2; } }, $2 = new Proxy($1, { get(t, k, r) { return k === "$m" ? () => ["trap", t[k]()] : Reflect.get(t, k, r); }, has: (t, k) => k === "x" }); print($2.$m(), $2.n(), $1.n(), "x" in $2, "$m" in $2); $2.$m = () => 5; print($1.$m(), $2.$m());`, `
class $1 { $m() { return [1, this.p]; } } class $2 extends $1 { constructor() { super(); return new Proxy(this, { get: (t, k) => k === "p" ? "trap" : Reflect.get(t, k), set: (t, k, v) => { eff(k); t[k] = [v]; return true; } }); } p = $n; } const $3 = new $2(); print($3.$m()); $3.p = 2; print($3.$m(), Object.create($3).$m());`, `
const $1 = new Proxy(class { $m() { return 1; } }, { construct: (t, a) => ({ $m: () => [new t().$m(), a.length] }), apply: () => 5 }); class $2 extends $1 { n() { return 2; } } print(new $1(1).$m(), new $2().$m(), new $2().n);`)},
}
