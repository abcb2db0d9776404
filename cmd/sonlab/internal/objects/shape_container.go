package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// containerShapes are about objects that are stored in others and found again.
var containerShapes = []sketch.Shape{
	{Name: "objects in arrays", Text: sketch.Write(3, `
const $1 = [{ $m: () => 1 }]; $1.push({ $m: () => 2 }); $1.unshift({ $m: () => 0 }); print($1.map((o) => o.$m()), $1[0].$m(), $1.at(-1).$m());
$1.splice(1, 1, { $m: () => 5 }, { $m: () => 6 }); print($1.map((o) => o.$m()), $1.pop().$m(), $1.shift().$m()); $1.length = 1; print($1[0].$m(), ask(() => $1[1].$m()));`, `
const $1 = [], $2 = { $m: () => 1 }; $1[2] = $2; $1[$1.length] = { $m: () => 2 }; $1["0"] = { $m: () => 3 };
print($1.map((o) => o.$m()), ask(() => $1[1].$m()), $1.length, $1.findIndex((o) => o?.$m() === 2), $1.indexOf($2)); $1.fill($2, 1, 2); $1.reverse(); $1.copyWithin(0, 1); print($1.map((o) => o.$m()), $1[1] === $1[2]);`, `
const $1 = [3, 1, 2].map((x) => ({ x, $m() { return [this.x]; } })); const $2 = $1.slice(1), $3 = $1.concat($2, { $m: () => 9 });
print($3.map((o) => o.$m())); $1.sort((a, b) => a.x - b.x); print($1[0].$m(), $2[0].$m(), $1.toString === [].toString); $2[0].$m = () => "changed"; print($1.map((o) => o.$m()), [[$1[0]], [[$1[1]]]].flat(2).map((o) => o.$m()));`, `
const $1 = [() => 1, () => 2, function () { return this.length; }]; print($1[0](), $1[2](), (0, $1[1])(), $1.at(2).call([])); [$1[0], $1[1]] = [$1[1], $1[0]]; print($1[0](), ask(() => $1[3]()), ask(() => $1[-1]())); $1[-1] = () => "minus"; print($1[-1](), $1.length, ask(() => $1["1.0"]()));`)},
	{Name: "callbacks with this", Text: sketch.Write(3, `
class $1 { p = $n; f(x) { return [this?.p, x]; } all() { return [[1].map(this.f), [1].map(this.f, this), [1].map((x) => this.f(x)), [1].map(function (x) { return [this?.p, x]; }), [1].map(this.f.bind(this))]; } }
print(new $1().all()); let $2 = []; [1, 2].forEach(function (x, i, l) { this.t = [this.t, x, i, l.length]; }, $2); print($2.t);`, `
class $1 { constructor(x) { this.x = x; } cmp(o) { return this.x - o.x; } static by(a, b) { return a.cmp(b); } } class $2 extends $1 { cmp(o) { return -super.cmp(o); } }
print([3, 1, 2].map((x) => new $1(x)).sort($1.by).map((o) => o.x), [3, 1, 2].map((x) => new $2(x)).sort($2.by).map((o) => o.x), [2, 1].map((x, i) => i ? new $1(x) : new $2(x)).map((o) => o.cmp({ x: 5 })));`, `
const $1 = [{ ok: true, $m: () => 1 }, { ok: false, $m: () => 2 }, { ok: true, $m: () => 3 }]; const $2 = { ok(o) { return o.ok === this.want; }, want: false };
print($1.filter($2.ok, $2).map((o) => o.$m()), $1.find((o) => o.ok).$m(), $1.findLast((o) => o.ok).$m(), $1.some((o) => eff(o.$m()) > 1), $1.every($2.ok, { want: true }), $1.reduce((t, o) => (t.push(o.$m()), t), []), $1.reduceRight((t, o) => o.$m() - t, 0));`, `
const $1 = { n: 0, $m(x) { if (this === $1) { this.n += x; $2.$m = $2.other; } return this?.k; }, k: "a" }, $2 = { ...$1, k: "b", other() { return [this.k]; } };
print([1, 2].map((x) => [$1.$m(x), $2.$m(x)]), $1.n, Array.from([1], $1.$m, $2), Array.from({ length: 2 }, (_, i) => $1.$m(i)));`)},
	{Name: "list that a callback changes", Text: sketch.Write(2, `
const $1 = [{ $m: () => { $1.push({ $m: () => "late" }); return 1; } }, { $m: () => { $1[2] = { $m: () => "new" }; return 2; } }, { $m: () => 3 }]; print($1.map((o) => o.$m()), $1.length, $1.map((o) => o.$m === $1[0].$m ? 0 : o.$m()).length);`, `
const $1 = [1, 2, 3].map((x) => ({ $m: () => x })); for (const o of $1) { print(o.$m()); if (o.$m() === 1) $1.splice(1, 1); if ($1.length < 3) $1.push({ $m: () => 7 }); if (o.$m() === 7) break; } print($1.length);`, `
const $1 = [{ n: 2 }, { n: 1 }]; const $2 = $1.sort((a, b) => { a.$m = () => b.n; b.$m = () => a.n; return a.n - b.n; }); print($2 === $1, $2.map((o) => typeof o.$m), $2[0].$m() + $2[1].$m());`)},
	{Name: "objects in a Map or a Set", Text: sketch.Write(4, `
const $1 = { $m: () => 1 }, $2 = new Map([["a", $1], [$1, { $m: () => 2 }]]); print($2.get("a").$m(), $2.get($2.get("a")).$m(), ask(() => $2.get("b").$m()), $2.get("m"));
$2.set("a", { $m: () => 3 }).delete($1); print($2.get("a").$m(), $2.has($1), [...$2.values()].map((o) => o.$m())); $2.forEach(function (v, k, map) { print(k, v.$m(), this === $1, map === $2); }, $1);`, `
const $1 = { $m: () => 1 }, $2 = new Set([$1, { $m: () => 2 }, $1]); print($2.size, [...$2].map((o) => o.$m())); for (const o of $2) { print(o.$m()); if ($2.size < 4) $2.add({ $m: () => 5 }); } $1.$m = () => 9; print($2.values().next().value.$m());`, `
const $1 = new WeakMap(), $2 = (o) => $1.get(o) ?? ($1.set(o, { $m: () => $3++ }), $1.get(o)); let $3 = 0; const $4 = {}; print($2($4).$m(), $2({}).$m(), $2($4).$m(), $2($4) === $2($4));`, `
const $1 = new Map(); const $2 = (k, f) => { if (!$1.has(k)) $1.set(k, []); $1.get(k).push(f); }; $2("x", () => 1); $2("y", () => 2); $2("x", () => 3); for (const [k, fs] of $1) print(k, fs.map((f) => f())); const $3 = Object.fromEntries($1); $3.x[0] = () => 9; print($1.get("x")[0](), [...$1.keys()]);`)},
	{Name: "objects through JSON", Text: sketch.Write(3, `
class $1 { p = 1; $m() { return 1; } f = () => 2; o = { q: 3 }; } const $2 = JSON.parse(JSON.stringify(new $1())); print(ask(() => $2.$m()), ask(() => $2.f()), $2, Object.setPrototypeOf($2, $1.prototype).$m());`, `
class $1 { constructor(x) { this.x = x; } toJSON(k) { return { k, x: [this.x] }; } } class $2 extends $1 { toJSON(k) { return super.toJSON(k).x; } }
print(JSON.stringify({ a: new $1(1), b: [new $2(2)], c: { toJSON: () => undefined } }), JSON.parse('{"p":{"q":1}}', function (k, v) { return k === "p" ? { $m: () => v.q } : v; }).p.$m(), JSON.stringify({ p: { $m: 1, n: 2 } }, function (k, v) { return k === "n" ? this.$m : v; }));`, `
const $1 = JSON.parse('{"__proto__": {"$m": 1}, "p": 2, "toString": 3}'); print(Object.keys($1), $1.$m, ask(() => $1.toString()), { ...$1 }.p, Object.getPrototypeOf($1) === Object.prototype); const $2 = Object.assign({}, $1); print($2.$m, Object.keys($2));`)},
	{Name: "objects through entries", Text: sketch.Write(3, `
const $1 = { a: { $m: () => 1 }, b: { $m: () => 2 } }; for (const [k, o] of Object.entries($1)) { print(k, o.$m()); o.$m = () => k; } print($1.a.$m(), Object.values($1).map((o) => o.$m()), Object.fromEntries(Object.entries($1).map(([k, o]) => [k + k, o])).bb.$m());`, `
const $1 = { f: () => 1, g: () => 2 }, $2 = {}; for (const k in $1) $2[k] = (...a) => [k, $1[k](...a)]; print($2.f(), $2.g()); $1.f = () => 3; print($2.f()); for (const k of Object.keys($2)) { const f = $2[k]; $2[k] = () => [f()]; } print($2.g(), $2.f());`, `
const $1 = [["$m", () => 1], ["n", () => 2]], $2 = Object.fromEntries($1), $3 = new (class { constructor() { for (const [k, f] of $1) this[k] = f; } n() { return 5; } })(); print($2.$m(), $3.n(), $3.$m(), Reflect.deleteProperty($3, "n"), $3.n());`)},
	{Name: "array-likes", Text: sketch.Write(3, `
const $1 = { length: 2, 0: { $m: () => 1 }, 1: { $m: () => 2 }, $m: () => 3 }; print(((a, b) => [a.$m(), b.$m()]).apply(null, $1), Array.from($1, (o) => o.$m()), Array.prototype.map.call($1, (o) => o.$m()), Reflect.apply((...a) => a.length, null, $1));
Array.prototype.push.call($1, { $m: () => 4 }); print($1.length, $1[2].$m(), Array.prototype.slice.call($1, 1).map((o) => o.$m()), Array.prototype.shift.call($1).$m(), $1.$m());`, `
(function () { print([].slice.call(arguments, 1).map((o) => o.$m()), [...arguments][0].$m(), Array.from(arguments).length, Array.prototype.find.call(arguments, (o) => o.$m() > 1).$m()); })({ $m: () => 1 }, { $m: () => 2 });`)},
}
