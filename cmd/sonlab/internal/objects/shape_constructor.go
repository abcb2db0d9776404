package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// constructorShapes are about what new returns, and when its fields get their values.
var constructorShapes = []sketch.Shape{
	{Name: "constructor that returns an object", Text: sketch.Write(4, `
class $1 { constructor(x) { this.p = 1; if (x) return x; } $m() { return [1, this.p]; } }
class $2 extends $1 { q = 2; $m() { return [2, this.p, this.q]; } }
const $3 = { $m() { return [3, this.p, this.q]; }, p: $n };
print(new $1().$m(), new $1($3).$m(), new $1($3) === $3, new $2().$m(), new $2($3).$m(), $3.q, new $2({}) instanceof $2);`, `
class $1 { constructor(o) { return o; } }
class $2 extends $1 { #v = 5; p = 6; static get(o) { return o.#v; } }
const $3 = { $m: () => 1 }; print(ask(() => $2.get($3))); new $2($3); print($2.get($3), $3.p, $3.$m(), ask(() => new $2($3)));`, `
let $1 = null;
class $2 { constructor() { return $1 ??= this; } $m() { return this.n = (this.n ?? 0) + 1; } }
print(new $2().$m(), new $2().$m(), new $2() === new $2());`, `
class $1 { constructor(x) { return x; } $m() { return 1; } }
class $2 extends Object { constructor(x) { super(); return x; } $m() { return 2; } }
print(new $1(5).$m(), new $1(null).$m(), new $2(undefined).$m(), ask(() => new $2(5)), ask(() => new $2(null)), ask(() => new $1(() => 1).$m()));`, `
function $1(x) { this.p = 1; return { $m: () => [x, this.p] }; }
$1.prototype.$m = () => "proto";
function $2() { this.p = 2; return 5; }
$2.prototype.$m = function () { return this.p; };
print(new $1($n).$m(), new $2().$m(), new $1() instanceof $1, ask(() => $2.call({ p: 0 })));`)},
	{Name: "constructor that is called in odd ways", Text: sketch.Write(4, `
class $1 { constructor() { this.t = new.target === $1; this.p = this.$m(); } $m() { return 1; } }
class $2 extends $1 { $m() { return 2; } }
function $3() {} $3.prototype = { $m: () => 3 };
print(new $1(), Reflect.construct($1, [], $2).p, Reflect.construct($1, [], $3).p, new $2().t, ask(() => $1()));`, `
class $1 { constructor(...a) { this.a = a; } $m() { return this.a; } }
class $2 extends $1 { constructor() { super(...arguments, "more"); } }
const $3 = $1.bind(null, 1), $4 = { C: $2 };
print(new $3(2).$m(), new $4.C($n).$m(), new (class extends $2 {})(4).$m(), new $1(...[1, 2]).$m(), new $3() instanceof $1);`, `
class $1 { constructor(f) { f(this); this.p = 2; } $m() { return this.p; } }
class $2 extends $1 { q = 3; constructor(x) { if (x) super((o) => { eff(o.p); eff(o.q); eff(o.$m()); }); else super(() => 0); } }
print(new $2(1).q, new $2(0).$m(), ask(() => new $1()));`, `
class $1 { $m() { return 1; } }
class $2 extends $1 { constructor(x) { const f = () => super(); if (x) f(); this.p = 2; if (x > 1) f(); } }
print(ask(() => new $2(0)), new $2(1).$m(), ask(() => new $2(2)));`)},
	{Name: "closures of a constructor", Text: sketch.Write(3, `
class $1 { constructor(x) { this.get = () => x; this.set = (v) => { x = v; return this; }; } $m() { return this.get(); } }
const $2 = new $1(1), $3 = new $1($n); $2.set(5); print($2.$m(), $3.$m(), $3.set(7).$m(), $2.get.call($3));`, `
class $1 { constructor(x) { const f = () => this.p; this.p = x; this.first = f(); this.p = 2; this.f = f; } }
const $2 = new $1($n), $3 = { p: 9, f: $2.f }; print($2.first, $2.f(), $3.f(), Object.create($2, { p: { value: 4 } }).f());`, `
const $1 = [];
class $2 { constructor(x) { $1.push(() => this.$m()); this.x = x; } $m() { return [1, this.x]; } }
class $3 extends $2 { $m() { return [2, this.x]; } }
new $2(1); new $3(2); print($1.map(ask)); $2.prototype.$m = () => 3; print($1.map(ask));`)},
	{Name: "this that leaks before its fields", Text: sketch.Write(4, `
let $1;
class $2 { constructor() { $1 = this; eff($1.$m()); this.p = 1; } $m() { return this.p; } }
class $3 extends $2 { q = $1.$m(); constructor() { super(); this.p = [this.q, $1 === this]; } }
const $4 = new $3(); print($4.p, $4.q);`, `
const $1 = [];
class $2 { constructor() { $1.push(this); this.$m(); } $m() { this.a = 1; } }
class $3 extends $2 { b = 2; $m() { super.$m(); this.b = 3; if ($1.length > 1) throw new Error("u:early"); this.c = 4; } }
print(new $3(), ask(() => new $3()), $1.map((o) => [o.a, o.b, o.c]));`, `
class $1 { constructor() { this.init?.(); } }
class $2 extends $1 { x; y = 2; init() { this.x = 1; this.y = 5; this.z = 6; } }
class $3 extends $1 { init() { this.x = 1; } }
print(new $2(), new $3(), new $1());`, `
let $1;
class $2 { p = ($1 = this, 1); q = $1.$m(); $m() { return [this.p, this.q]; } }
print(new $2().q, $1.$m(), ask(() => { class $3 { p = (() => { throw $1 = this; })(); } new $3(); }) === $1);`)},
	{Name: "type of an object", Text: sketch.Write(3, `
class $1 { copy() { return new this.constructor(); } $m() { return 1; } }
class $2 extends $1 { $m() { return 2; } }
const $3 = new $2(); print($3.copy().$m()); $3.constructor = $1; print($3.copy().$m(), $3.$m(), $3.copy().copy().$m());`, `
class $1 { static [Symbol.hasInstance](o) { return "$m" in o; } $m() { return 1; } }
class $2 extends $1 {}
const $3 = (o) => o instanceof $2 ? o.$m() : "none";
print($3({ $m: () => 5 }), $3(new $2()), $3({}), ask(() => $3(5)));`, `
class $1 { $m() { return 1; } }
const $2 = { $m: () => 2 }, $3 = (o) => o instanceof $1 ? ["is", o.$m()] : ["no", o.$m()];
print($3(new $1()), $3($2)); Object.setPrototypeOf($2, $1.prototype); print($3($2), $3(Object.create($1.prototype)));
$1.prototype.$m = () => 3; print($3(new $1()), $3($2));`)},
}
