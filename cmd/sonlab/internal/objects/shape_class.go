package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// classShapes are about what classes inherit, override and compute.
var classShapes = []sketch.Shape{
	{Name: "hierarchy", Text: sketch.Write(4, `
class $1 { constructor(x) { this.p = x; this.init(); } init() { this.q = 1; } $m() { return [this.p, this.q]; } }
class $2 extends $1 { r = 5; init() { this.q = this.r; super.init(); this.t = this.r; } $m() { return [2, ...super.$m()]; } }
class $3 extends $2 { init() { this.z = 3; } $m() { return [3, ...super.$m(), this.z]; } }
print(new $1($n).$m(), new $2(1).$m(), new $3(2).$m(), new $2(3).t);`, `
class $1 { $m() { return "a" + this.n(); } n() { return 1; } }
class $2 extends $1 { n() { return 2; } }
class $3 extends $2 { $m() { return "c" + super.$m(); } }
class $4 extends $3 { n() { return super.n() * 10; } }
for (const C of [$1, $2, $3, $4]) print(new C().$m(), new C().n());`, `
class $1 { $m(x) { return x > 0 ? this.$m(x - 1) + 1 : 0; } }
class $2 extends $1 { $m(x) { return super.$m(x) + 10; } }
print(new $1().$m(2), new $2().$m(2), $1.prototype.$m.call(new $2(), 1), $2.prototype.$m.call({ $m: () => 5 }, 1));`)},
	{Name: "methods of one name in unrelated classes", Text: sketch.Write(4, `
class $1 { $m(x) { return [1, x]; } get p() { return 2; } }
class $2 { $m(x) { return [2, x]; } get p() { return 3; } }
const $3 = [new $1(), new $2(), { $m: (x) => [3, x], p: 9 }];
for (const o of $3) print(o.$m($n), o.p);
$3.reverse(); print($3[0].$m(1), $3[2].$m(1), $3[2].p);`, `
class $1 { $m() { return 1; } }
class $2 { $m() { return 2; } }
const $3 = (o) => o.$m(), $4 = (o, f) => f(o);
print($3(new $1()), $4(new $2(), $3), $3($i > 1 ? new $1() : new $2()), ask(() => $3($o)));`, `
class $1 { $m() { return 1; } swap() { return new $2(); } }
class $2 { $m() { return 2; } swap() { return new $1(); } }
let $3 = new $1();
for (let i = 0; i < 3; i++) { print($3.$m()); $3 = $3.swap(); }
print($3.$m());`)},
	{Name: "setter run through super", Text: sketch.Write(4, `
class $1 { set p(v) { this.s = [v, this.k]; } get p() { return this.s; } }
class $2 extends $1 { k = 7; set(v) { super.p = v; return this; } get() { return super.p; } }
class $3 extends $2 { set p(v) { eff("own"); super.p = [v]; } get p() { return 0; } }
print(new $2().set($n).get(), new $3().set(1).get(), new $3().p);
const $4 = new $3(); $4.p = 5; print($4.s, $4.get());`, `
class $1 {}
class $2 extends $1 { set p(v) { eff("never"); } put(v) { super.p = v; return Object.keys(this); } }
const $3 = new $2(); print($3.put($n), $3.p, Object.hasOwn($2.prototype, "p"));
Object.defineProperty($1.prototype, "p", { set(v) { this.t = v; } }); const $4 = new $2(); print($4.put(2), $4.t);`, `
class $1 { static set p(v) { this.s = v; } }
class $2 extends $1 { static put(v) { super.p = v; super["q"] = v; } }
$2.put($n); print($2.s, $1.s, $2.q, $1.q, Object.keys($2));`, `
const $1 = { set p(v) { this.s = v; }, get p() { return "none"; } };
const $2 = { __proto__: $1, put(v) { super.p = v; super.r ??= v; return super.p; } };
print($2.put($n), $2.s, $1.s, $2.r, ask(() => { "use strict"; return Object.freeze({ __proto__: $2 }).put(3); }));`)},
	{Name: "inherited accessors", Text: sketch.Write(4, `
class $1 { #v = 1; get p() { return this.#v; } set p(v) { this.#v = v; } }
class $2 extends $1 { get p() { return [super.p]; } }
class $3 extends $1 { p = 9; }
const $4 = new $2(); print(ask(() => { "use strict"; $4.p = 2; }) instanceof TypeError, $4.p, new $3().p, Object.create($4) instanceof $1, ask(() => Object.create($4).p));`, `
class $1 { get p() { return this.q; } set p(v) { this.q = v; } }
class $2 extends $1 { constructor(x) { super(); this.p = x; } }
const $3 = Object.create(new $2($n)); print($3.p, Object.keys($3)); $3.p = 3; print($3.p, Object.keys($3), $1.prototype.p);`, `
class $1 { get $m() { return () => this.p; } p = 1; }
class $2 extends $1 { $m() { return 2; } }
class $3 extends $2 { get $m() { return super.$m; } }
print(new $1().$m(), new $2().$m(), new $3().$m(), ask(() => { "use strict"; new $1().$m = 1; }));`)},
	{Name: "static members", Text: sketch.Write(4, `
class $1 { static p = 1; static $m() { return [this.p, this === $1]; } static make() { return new this(); } $m() { return 1; } }
class $2 extends $1 { static p = 2; $m() { return 2; } }
class $3 extends $1 { static $m() { return ["own", ...super.$m()]; } }
print($1.$m(), $2.$m(), $3.$m(), $1.make().$m(), $2.make().$m(), ask(() => (0, $1.make)()));
$1.p = $n; print($3.p, $2.p, $3.$m()); $3.p = 5; print($1.p, $3.$m());`, `
class $1 { static #c = 0; static next() { return ++$1.#c; } static { this.first = this.next(); } id = $1.next(); }
class $2 extends $1 { static next() { return -1; } }
print($1.first, new $1().id, new $2().id, $2.next(), $2.first);`, `
class $1 { static of(x) { const o = new this(); o.x = x; return o; } $m() { return [1, this.x]; } }
const $2 = class extends $1 { $m() { return [2, this.x]; } }, $3 = $1.of;
print($1.of($n).$m(), $2.of(2).$m(), $3.call($2, 3).$m(), [4].map($1.of, $2)[0].$m());`)},
	{Name: "fields whose initializers call methods", Text: sketch.Write(3, `
class $1 { p = this.$m(); $m() { return this.q; } q = 1; r = this.$m(); }
class $2 extends $1 { q = 2; $m() { return [this.q, this.s]; } s = this.p; }
const $3 = new $2(); print($3.p, $3.r, $3.s, new $1().r);`, `
class $1 { f = () => this.$m(); $m() { return 1; } }
class $2 extends $1 { $m = () => 2; g = this.f(); f = () => super.$m(); h = this.f(); }
const $3 = new $2(); print($3.g, $3.h, $3.f(), $3.$m()); delete $3.$m; print($3.$m());`, `
class $1 { set p(v) { eff("set"); } get p() { return 1; } }
class $2 extends $1 { p = $n; }
class $3 extends $1 { constructor() { super(); this.p = 2; } }
print(new $2().p, new $3().p, Object.keys(new $2()), Object.keys(new $3()));`)},
	{Name: "private names", Text: sketch.Write(3, `
class $1 { #p; constructor(x) { this.#p = x; } #m() { return [1, this.#p]; } $m(o = this) { return o.#m(); } static is(o) { return #p in o; } }
class $2 extends $1 { #p = 5; #m() { return [2, this.#p]; } n(o = this) { return o.#m(); } }
const $3 = new $2($n); print($3.$m(), $3.n(), new $1(2).$m($3), ask(() => $3.n(new $1(1))), $1.is($3), $1.is({}));`, `
class $1 { get #p() { return this.q; } set #p(v) { this.q = v; } $m(v) { this.#p = v; return this.#p; } #f = 1; up() { return ++this.#f; } }
print(new $1().$m($n), ask(() => $1.prototype.$m.call({}, 1)), ask(() => new $1().up.call(Object.create(new $1()))), new $1().up());`, `
const $1 = () => class { #v = 1; get(o) { return o.#v; } };
const $2 = $1(), $3 = $1();
print(new $2().get(new $2()), ask(() => new $2().get(new $3())));`, `
class $1 { static #m() { return 1; } static $m() { return this.#m(); } }
class $2 extends $1 {}
print($1.$m(), ask(() => $2.$m()));`)},
	{Name: "computed members", Text: sketch.Write(4, `
const $1 = "$m", $2 = ["p", "q"];
class $3 { [$1](x) { return [1, x]; } [$2[0]] = 2; ["n" + 1]() { return 3; } static [$2[1]] = 4; get [$1 + "2"]() { return 5; } [1]() { return 6; } }
const $4 = new $3(); print($4.$m($n), $4.p, $4.n1(), $3.q, $4.$m2, $4[1](), $4["1"]());`, `
let $1 = 0;
class $2 { [(eff("k"), "a")] = ++$1; static [(eff("s"), "b")] = ++$1; [(eff("m"), "c")]() { return ++$1; } }
print($2.b, new $2().a, new $2().a, new $2().c());`, `
const $1 = [];
for (const k of ["$m", "n", "$m"]) { class $2 { [k]() { return [k, $1.length]; } } $1.push(new $2()); }
print(ask(() => $1[0].$m()), ask(() => $1[1].$m()), $1[1].n(), $1[2].$m(), $1[0].constructor === $1[2].constructor);`, `
const $1 = Symbol("k"), $2 = Symbol("k");
class $3 { [$1]() { return 1; } [$2]() { return 2; } }
class $4 extends $3 { [$1]() { return [super[$1](), super[$2]()]; } }
print(new $4()[$1](), new $4()[$2](), new $3()[$1]());`, `
class $1 { $m() { return 1; } ["$m"]() { return 2; } static $m() { return 3; } }
class $2 { get $m() { return () => 1; } $m() { return 2; } }
class $3 { $m() { return 1; } get $m() { return () => 2; } $m = () => 3; }
print(new $1().$m(), new $2().$m(), new $3().$m(), $3.prototype.$m());`)},
	{Name: "heritage that is an expression", Text: sketch.Write(4, `
class $1 { $m() { return 1; } }
class $2 { $m() { return 2; } }
const $3 = (x) => class extends (x ? $1 : $2) { $m() { return [super.$m(), x]; } };
print(new ($3(0))().$m(), new ($3(1))().$m(), new ($3($i))().$m());`, `
const $1 = (B) => class extends B { $m() { return [1, super.$m?.()]; } }, $2 = (B) => class extends B { $m() { return [2, super.$m?.()]; } };
class $3 { $m() { return 3; } }
print(new ($1($2($3)))().$m(), new ($2($1(Object)))().$m(), new ($1($1($3)))().$m());`, `
let $1 = class { $m() { return 1; } };
class $2 extends $1 { $m() { return [2, super.$m()]; } }
$1 = class { $m() { return 5; } };
class $3 extends $1 { $m() { return [3, super.$m()]; } }
print(new $2().$m(), new $3().$m(), new $1().$m());`, `
let $1;
class $2 { $m() { return 1; } }
class $3 extends ($1 = () => new $3().$m(), $2) { $m() { return [super.$m(), $n]; } }
print($1());`, `
class $1 extends null { static $m() { return 1; } }
class $2 extends Object { $m() { return 2; } }
print($1.$m(), ask(() => new $1()), new $2().$m(), ask(() => { class $3 extends undefined {} }), ask(() => { class $4 extends (() => 1) {} }));`, `
function $1() { this.p = 1; } $1.prototype.$m = function () { return [1, this.p]; };
class $2 extends $1 { $m() { return [2, ...super.$m()]; } }
$1.prototype.$m = function () { return [5, this.p]; }; print(new $2().$m());
$1.prototype = { $m: () => [7] }; print(new $2().$m(), new $1().$m());`)},
	{Name: "method overridden by a field or an accessor", Text: sketch.Write(4, `
class $1 { $m() { return 1; } run() { return this.$m(); } }
class $2 extends $1 { $m = () => 2; }
class $3 extends $1 { get $m() { return () => 3; } }
class $4 extends $1 { $m = $l; }
for (const C of [$1, $2, $3, $4]) print(ask(() => new C().run()), ask(() => new C().$m()));`, `
class $1 { $m() { return 1; } constructor() { this.early = this.$m(); } }
class $2 extends $1 { $m = () => 2; late = this.$m(); }
const $3 = new $2(); print($3.early, $3.late, $3.$m(), $2.prototype.$m(), super$3($3));
function super$3(o) { return Object.getPrototypeOf(Object.getPrototypeOf(o)).$m.call(o); }`)},
	{Name: "classes of a factory", Text: sketch.Write(4, `
const $1 = (k) => { let n = 0; return class $2 { $m() { return [k, ++n]; } static count() { return n; } is(o) { return o instanceof $2; } }; };
const $3 = $1(1), $4 = $1($n);
print(new $3().$m(), new $4().$m(), new $3().$m(), $4.count(), new $3().is(new $4()), new $3().is(new $3()), $3 === $4);`, `
const $1 = (f) => { class $2 { $m() { return f(this); } p = 1; } return (f = (o) => [o.p, 5], new $2()); };
const $3 = $1(() => 1), $4 = $1(() => 2); print($3.$m(), $4.$m(), $3.constructor === $4.constructor, $3.$m === $4.$m);
$3.constructor.prototype.$m = () => 7; print($3.$m(), $4.$m());`, `
const $1 = [];
for (let i = 0; i < 3; i++) $1.push(class { static p = i; $m() { return [i, this.constructor.p]; } });
print($1.map((C) => new C().$m()), $1.map((C) => new $1[0]() instanceof C));
$1[1].prototype.$m = () => "new"; print(new $1[0]().$m(), new $1[1]().$m());`, `
const $1 = (B, k) => class extends B { $m() { return [k, ...(super.$m?.() ?? [])]; } };
let $2 = Object;
for (const k of [1, 2, 3]) $2 = $1($2, k);
print(new $2().$m(), Object.getPrototypeOf($2.prototype).$m.call({}));`)},
	{Name: "name of a class that changes", Text: sketch.Write(3, `
let $1 = class { $m() { return 1; } };
const $2 = new $1(); $1 = class { $m() { return [2, $2.$m()]; } };
print($2.$m(), new $1().$m(), $2 instanceof $1);`, `
class $1 { copy() { return new $1(); } $m() { return 1; } }
const $2 = $1, $3 = new $2(); print($3.copy().$m());
$1 = class { $m() { return 2; } }; print($3.copy().$m(), new $1().$m(), new $2().copy().$m(), ask(() => new $1().copy()));`, `
const $1 = { x: class { $m() { return 1; } }, y: class { $m() { return 2; } } };
const $2 = (k) => new $1[k]().$m(); print($2("x"), $2("y"), ask(() => $2("z"))); $1.z = $1.x; $1.x = $1.y; print($2("x"), $2("z"));`)},
	{Name: "super in odd places", Text: sketch.Write(4, `
class $1 { $m() { return 1; } n() { return 2; } }
class $2 extends $1 { $m() { const f = () => super.$m(); return [f, () => super.n.call({}), (k) => super[k]()]; } n() { return 3; } }
const $3 = new $2().$m(); print($3[0](), $3[1](), $3[2]("n"), ask(() => $3[2]("x")));`, `
class $1 { $m() { return 1; } }
class $2 { $m() { return 2; } }
class $3 extends $1 { $m() { return [super.$m()]; } static s() { return super.s?.(); } }
print(new $3().$m()); Object.setPrototypeOf($3.prototype, $2.prototype); print(new $3().$m(), new $3() instanceof $1);
Object.setPrototypeOf($3, $2); $2.s = () => 5; print($3.s());`, `
class $1 { constructor() { this.p = 1; } $m() { return [1, this.p]; } }
class $2 { constructor() { this.p = 2; } $m() { return [2, this.p]; } }
class $3 extends $1 { $m() { return super.$m(); } }
const $4 = new $3(); Object.setPrototypeOf($3, $2); print($4.$m(), new $3().$m());`, `
const $1 = { $m() { return [1, this.p]; } }, $2 = { $m() { return [2, this.p]; } };
const $3 = { p: $n, $m() { return ["o", ...super.$m()]; } };
Object.setPrototypeOf($3, $1); print($3.$m()); Object.setPrototypeOf($3, $2); print($3.$m());
const $4 = { p: 7, $m: $3.$m, __proto__: $1 }; print($4.$m());`, `
class $1 { $m(x) { return [1, x]; } }
class $2 extends $1 { $m(x) { return super.$m(...arguments); } n(x) { return super["$m"](x); } }
print(new $2().$m($n), new $2().n(2), $2.prototype.$m.call(null, 3));`)},
}
