package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// builtinShapes are about classes that extend builtins, and builtins that call methods.
var builtinShapes = []sketch.Shape{
	{Name: "class that extends Array", Text: sketch.Write(2, `
class $1 extends Array { $m() { return this.reduce((a, b) => a + b, 0); } push(...a) { eff("push"); return super.push(...a.map((x) => x * 2)); } } const $2 = $1.of(1, 2);
$2.push(3); print($2.$m(), $2.map((x) => x + 1).$m(), $2.filter((x) => x > 1) instanceof $1, $2.slice(1).$m(), $1.from([4, 5]).$m(), ask(() => [...$2].$m()), $2.concat([1]).push(2), $2.length);`, `
class $1 extends Array { static get [Symbol.species]() { return Array; } $m() { return 1; } } class $2 extends $1 { static get [Symbol.species]() { return $2; } $m() { return 2; } }
print(ask(() => new $1(1, 2).map((x) => x).$m()), new $2(1, 2).map((x) => x).$m(), $1.of(1).$m(), $2.from([1]).splice(0).$m(), new $2(3).length, new $2().concat().$m());`, `
class $1 extends Array { constructor(...a) { super(); for (const x of a) this.push(x); this.t = "t"; } get last() { return this[this.length - 1]; } at(i) { return ["at", super.at(i)]; } }
const $2 = new $1(1, 2, 3); print($2.last, $2.at(-1), $2.t); $2.length = 1; print($2.last, Array.isArray($2), Object.keys($2), JSON.stringify($2), [].concat($2).length);`)},
	{Name: "class that extends Map or Set", Text: sketch.Write(2, `
class $1 extends Map { log = ["field"]; set(k, v) { this.log?.push(k); return super.set(k, [v]); } get(k) { return super.get(k) ?? this.$m(k); } $m(k) { return "none" + k; } }
const $2 = new $1([[1, 2]]); $2.set(3, 4); print($2.get(1), $2.get(3), $2.get(5), $2.log, $2.size, [...$2].length, Map.prototype.get.call($2, 1));`, `
class $1 extends Set { add(x) { return x === 2 ? this : super.add(x * 10); } has(x) { return super.has(x) || x === this.p; } p = 7; } const $2 = new $1([1, 2, 3]); print([...$2], $2.has(7), $2.has(10), $2.add(4) === $2, $2.size, new Set($2).size, ask(() => Set.prototype.has.call({}, 1)));`, `
class $1 extends Map { getOr(k, f) { if (!this.has(k)) this.set(k, f(k)); return this.get(k); } } const $2 = new $1(), $3 = (k) => $2.getOr(k, (x) => ({ $m: () => x })); print($3("a").$m(), $3("b").$m(), $3("a") === $3("a"), [...$2.keys()]);`)},
	{Name: "class that extends Error or others", Text: sketch.Write(4, `
class $1 extends Error { constructor(x) { super("u:" + x); this.x = x; } $m() { return [1, this.x]; } get name() { return "Named"; } } class $2 extends $1 { $m() { return [2, ...super.$m()]; } }
const $3 = (x) => { try { throw x ? new $2(x) : new $1(5); } catch (e) { return e instanceof $2 ? e.$m() : [e.$m(), e.message]; } }; print($3(0), $3(1), new $2(1) instanceof Error, String(new $1(2)));`, `
class $1 extends String { $m() { return this.length; } at(i) { return [super.at(i)]; } } class $2 extends Number { $m() { return this + 1; } valueOf() { return super.valueOf() * 2; } } print(new $1("abc").$m(), new $1("ab").at(0), new $2(5).$m(), new $1("x") + "y", new $1("abc")[1], ask(() => $2.prototype.valueOf.call({})));`, `
class $1 extends Promise { $m() { return 1; } then(...a) { eff("then"); return super.then(...a); } } const $2 = $1.resolve(1); print($2.$m(), $2.then((x) => x) instanceof $1, ask(() => Promise.resolve(2).$m())); $2.then((x) => print("late", x));`, `
class $1 extends Function { constructor() { super(); return Object.setPrototypeOf(() => "call", new.target.prototype); } $m() { return this(); } } class $2 extends Date { getTime() { return 5; } $m() { return +this > 0; } }
print(new $2(1).getTime(), new $2(1).$m(), new $2(7).valueOf(), ask(() => Object.setPrototypeOf(() => 2, $1.prototype).$m()));`)},
	{Name: "methods called by builtins", Text: sketch.Write(3, `
class $1 { constructor(x) { this.x = x; } toString() { return "s" + this.x; } toJSON() { return this.x; } } const $2 = [new $1(2), new $1(1)];
print($2.join(), $2.sort().map((o) => o.x), JSON.stringify($2), { [$2[0]]: 1 }, "s1" in { [$2[0]]: 1 }, Object.fromEntries([[$2[1], 5]]), new Map([[$2[0], 1]]).get("s1"), String($2)); $1.prototype.toString = function () { return "late"; }; print($2.join());`, `
const $1 = { length: 2, 0: 5, 1: 6, [Symbol.iterator]: function* () { yield 7; } }; print(Array.from($1), Math.max.apply(null, $1), Math.max(...$1), new Set($1).size); $1[Symbol.iterator] = undefined; print(Array.from($1), ask(() => [...$1]));`, `
const $1 = [], $2 = { get length() { return $1.push("len"); }, get 0() { return $1.push("zero"); } }; print(typeof $2, $1.length, Object.entries({ a: 1 }).map(([k]) => $1.concat(k).length), [[2, 1], [1]].map((x) => x.length));`, `
class $1 { static [Symbol.hasInstance](x) { return x === 1; } get [Symbol.toStringTag]() { return "T"; } static from(x) { return [this === $1, x]; } } print(1 instanceof $1, "" + new $1(), [5].map($1.from), [6].map((x) => $1.from(x)), Array.from.call($1, []).constructor === $1);`)},
}
