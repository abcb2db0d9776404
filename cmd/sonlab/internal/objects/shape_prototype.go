package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// prototypeShapes are about prototypes without classes, and builtins that define properties.
var prototypeShapes = []sketch.Shape{
	{Name: "methods of a function's prototype", Text: sketch.Write(4, `
function $1(x) { this.p = x; }
$1.prototype.$m = function () { return [1, this.p]; };
const $2 = new $1($n); $1.prototype = { $m() { return [2, this.p]; } }; const $3 = new $1(2);
print($2.$m(), $3.$m(), $2 instanceof $1, $3 instanceof $1, $2.constructor === $1, $3.constructor === $1);
$1.prototype.$m = () => 3; print($2.$m(), $3.$m());`, `
function $1(x) { this.x = x; } $1.prototype.$m = function () { return [1, this.x]; };
function $2(x) { $1.call(this, x); } $2.prototype = Object.create($1.prototype); $2.prototype.constructor = $2;
$2.prototype.n = function () { return [2, this.$m()]; };
const $3 = new $2($n); print($3.n(), new $1(1).$m()); $2.prototype.$m = () => 5; print($3.n(), new $1(2).$m(), $3 instanceof $1);`, `
const $1 = function () {}, $2 = $1.prototype;
$2.$m = function () { return this.n ? this.n() : "none"; };
const $3 = new $1(); print($3.$m()); $2.n = () => 1; print($3.$m()); $3.n = () => 2; print($3.$m(), new $1().$m()); delete $2.n; print($3.$m(), new $1().$m());`, `
function $1() { return $1.make(); } $1.make = () => new $2(); $1.prototype.$m = () => 1;
function $2() {} $2.prototype = $1.prototype; $2.prototype.n = function () { return this.$m(); };
print(new $1().n(), $1().$m(), $1() instanceof $2); $2.prototype.$m = () => 2; print(new $1().n());`)},
	{Name: "Object.create", Text: sketch.Write(4, `
const $1 = { $m() { return [1, this.p]; }, p: 1 }, $2 = Object.create($1), $3 = Object.create($2, { p: { value: 3 } });
print($2.$m(), $3.$m()); $2.p = $n; print($1.$m(), $2.$m(), $3.$m()); $1.$m = () => 5; print($3.$m()); $2.$m = () => 6; print($1.$m(), $3.$m());`, `
const $1 = Object.create(null); $1.$m = () => 1;
print($1.$m(), ask(() => $1.toString()), "toString" in $1, $1.hasOwnProperty); $1.toString = () => "own"; print($1.toString(), ask(() => $1.constructor.name));`, `
const $1 = { $m: () => 1 }, $2 = Object.create($1, { $m: { get() { return () => [2, this === $3]; }, configurable: true }, n: { value() { return 4; }, enumerable: true } });
const $3 = Object.create($2); print($3.$m(), $3.n(), ask(() => { "use strict"; $3.n = 1; })); delete $2.$m; print($3.$m());`)},
	{Name: "Object.setPrototypeOf", Text: sketch.Write(4, `
class $1 { $m() { return [1, this.p]; } }
class $2 { $m() { return [2, this.p]; } }
const $3 = new $1(); $3.p = $n; print($3.$m()); Object.setPrototypeOf($3, $2.prototype); print($3.$m(), $3 instanceof $1, new $1().$m());
Object.setPrototypeOf($1.prototype, $2.prototype); delete $1.prototype.$m; print(new $1().$m()); Object.setPrototypeOf($3, null); print(ask(() => $3.$m()), $3.p);`, `
const $1 = { $m: () => 1 }, $2 = { __proto__: $1 }, $3 = { __proto__: $2 };
for (const o of [$2, { $m: () => 5 }, $1]) { $3.__proto__ = o; print($3.$m()); if (o === $2) $2.$m = () => 2; }
print(ask(() => Object.setPrototypeOf($1, $3)), Reflect.setPrototypeOf($1, $3), $3.$m());`, `
class $1 { $m() { return 1; } } class $2 { $m() { return 2; } } class $3 extends $1 { $m() { return [3, super.$m()]; } }
const $4 = [new $3(), new $1()]; const u$1 = (o, C) => { Object.setPrototypeOf(o, C.prototype); return o.$m(); };
print($4[0].$m(), u$1($4[0], $2), u$1($4[1], $3), $4.map((o) => o.$m()));`)},
	{Name: "Object.assign", Text: sketch.Write(4, `
const $1 = { $m() { return [1, this.p]; }, p: 1 }, $2 = Object.assign({ p: 5 }, $1, null, { n: () => 2 });
print($2.$m(), $2.n()); $1.$m = () => 7; print($2.$m(), Object.assign($2, $1) === $2, $2.$m());`, `
class $1 { set $m(f) { this.f = f; } get $m() { return () => ["get", this.f?.()]; } }
const $2 = Object.assign(new $1(), { $m: () => 1 }), $3 = { ...$2, $m: () => 2 };
print($2.$m(), $3.$m(), $2.f(), Object.keys($2)); Object.assign($1.prototype, { n: () => 3, $m: () => 4 }); print($2.n(), $2.$m(), new $1().$m());`, `
const $1 = { $m: () => 1 }, $2 = { get $m() { return $1.$m; } }, $3 = Object.assign({}, $2);
$1.$m = () => 2; print($3.$m(), $2.$m(), ask(() => { "use strict"; Object.assign(Object.freeze({ a: 1, $m: 2 }), $1); }));
for (const x of [{ $m: () => 5 }, {}, null, "ab", [() => 6]]) print(Object.assign({ 0: () => 7 }, $3, x).$m(), Object.keys(Object.assign({}, x)));`)},
	{Name: "Object.defineProperty", Text: sketch.Write(3, `
const $1 = { $m: () => 1 };
Object.defineProperty($1, "$m", { value: () => 2 }); print($1.$m(), Object.keys($1));
Object.defineProperty($1, "$m", { get: () => () => 3, configurable: false }); print($1.$m(), ask(() => Object.defineProperty($1, "$m", { value: 1 })), ask(() => { "use strict"; $1.$m = 1; }), ask(() => { "use strict"; delete $1.$m; }), $1.$m());`, `
class $1 { $m() { return 1; } }
Object.defineProperty($1.prototype, "$m", { value: () => 2, writable: false });
const $2 = new $1(); print($2.$m(), ask(() => { "use strict"; $2.$m = () => 3; }), $2.$m());
Object.defineProperty($2, "$m", { value: () => 4, configurable: true }); print($2.$m()); delete $2.$m; print($2.$m());`, `
const $1 = (o, k, f) => Object.defineProperty(o, k, { get: f, configurable: true });
const $2 = {}; $1($2, "$m", () => () => 1); $1($2, "n", function () { return this.$m; });
print($2.$m(), $2.n()); $1($2, "$m", () => () => 2); print($2.n(), $2.n === $2.$m); for (const [k, d] of Object.entries(Object.getOwnPropertyDescriptors($2))) print(k, typeof d.get, d.value);`, `
const $1 = { a: 1, $m: () => 1 }; Object[["freeze", "seal", "preventExtensions"][$i % 3]]($1);
print(ask(() => { "use strict"; $1.$m = () => 2; }), ask(() => { "use strict"; $1.n = () => 3; }), ask(() => { "use strict"; delete $1.a; }), $1.$m(), $1.n, $1.a);`)},
	{Name: "Reflect", Text: sketch.Write(4, `
const $1 = { get $m() { return () => this.p; }, p: 1, set q(v) { this.r = v; } }, $2 = { p: $n };
print(Reflect.get($1, "$m", $2)(), Reflect.get($1, "$m")(), Reflect.set($1, "q", 5, $2), $2.r, $1.r, Reflect.set($1, "p", 7, $2), $1.p, $2.p);`, `
class $1 { constructor(x) { this.x = x; } $m(y) { return [this.x, y, this.constructor === $1]; } }
class $2 { $m() { return "other"; } }
print(Reflect.construct($1, [$n]).$m(1), Reflect.construct($1, [2], $2).$m(), Reflect.construct($1, [2], $2).x, Reflect.apply($1.prototype.$m, { x: 3 }, [4]), ask(() => Reflect.construct(() => 1, [])));`, `
const $1 = { $m: () => 1, n: () => 2 };
print(Reflect.ownKeys($1).map((k) => Reflect.get($1, k)()), Reflect.deleteProperty($1, "$m"), ask(() => $1.$m()), Reflect.has($1, "n"), Reflect.defineProperty($1, "$m", { value: () => 5 }), $1.$m(), Reflect.set($1, "$m", 1), $1.$m());`)},
	{Name: "call, apply and bind of methods", Text: sketch.Write(4, `
class $1 { constructor(x) { this.x = x; } $m(...a) { return [1, this?.x, ...a]; } }
class $2 extends $1 { $m(...a) { return [2, ...super.$m(...a)]; } }
const $3 = new $1(1), $4 = new $2(2);
print($3.$m.call($4, 1), $4.$m.apply($3, [2, 3]), $4.$m.bind($3, 4)(5), $1.prototype.$m.call(undefined), $3.$m.bind($4).call($3), Function.prototype.call.call($3.$m, $4, 6));`, `
const $1 = { p: 1, $m() { return this?.p; } }, $2 = { p: 2, $m: $1.$m.bind($1), n: $1.$m };
$1.$m = () => "late"; $1.p = $n; print($2.$m(), $2.n(), $2.n.call($1), new ($1.n = function () { this.p = 5; }, $1.n.bind($2, 1))().p);`, `
class $1 { constructor() { this.$m = this.$m.bind(this); this.p = 1; } $m() { return this.p; } }
const { $m: $2 } = new $1(), $3 = { p: 5, $m: new $1().$m, n: $1.prototype.$m };
print($2(), $3.$m(), $3.n(), [1].map(new $1().$m), ask(() => (0, $1.prototype.$m)()));`)},
	{Name: "methods borrowed from another class", Text: sketch.Write(4, `
class $1 { $m() { return [1, this.p, this.n?.()]; } n() { return "a"; } }
class $2 { p = 2; n() { return "b"; } }
$2.prototype.$m = $1.prototype.$m; const $3 = new $2(); print($3.$m()); $1.prototype.$m = () => 5; print($3.$m(), new $1().$m()); $3.n = $1.prototype.n; print($3.$m());`, `
class $1 { $m() { return 1; } } class $2 extends $1 { $m() { return [2, super.$m()]; } } class $3 { $m() { return 3; } } class $4 extends $3 {}
$4.prototype.$m = $2.prototype.$m; print(new $4().$m()); $1.prototype.$m = () => 7; print(new $4().$m(), new $2().$m());`, `
const $1 = { $m() { return super.$m?.() ?? "none"; } }, $2 = { __proto__: { $m: () => 1 }, $m: $1.$m };
print($1.$m(), $2.$m()); Object.setPrototypeOf($1, { $m: () => 2 }); print($1.$m(), $2.$m(), Array.prototype.join.call({ length: 2, 0: "a", 1: "b" }, "-"));`)},
	{Name: "method taken from its object", Text: sketch.Write(3, `
class $1 { p = 1; $m() { return this === undefined ? "none" : this.p; } }
const { $m: $2 } = new $1(), $3 = new $1().$m; print($2(), (0, $3)(), [$2][0](), ({ p: 5, f: $2 }).f(), (() => $3())());
const u$1 = new $1(); print((u$1.$m)(), (u$1?.$m)(), (u$1.$m, u$1.$m)(), (1 ? u$1.$m : 0)());`, `
const $1 = { p: 1, $m() { return typeof this; }, n: () => 2 }, { $m: $2, n: $3 = 1, o: u$1 = () => 3 } = $1;
print($2(), $3(), u$1(), $1.$m()); $1.$m = () => 7; print($2(), $1.$m());`)},
	{Name: "wrapped methods", Text: sketch.Write(4, `
class $1 { $m(x) { return [1, x]; } n() { return this.$m(2); } }
for (const k of ["$m", "n"]) { const old = $1.prototype[k]; $1.prototype[k] = function (...a) { return ["w" + k.length, old.apply(this, a)]; }; }
print(new $1().$m($n), new $1().n());`, `
const $1 = { $m: (x) => [1, x] }, $2 = (o, k) => { const f = o[k]; o[k] = (...a) => [2, f(...a)]; return () => { o[k] = f; }; };
const $3 = $2($1, "$m"), $4 = $2($1, "$m"); print($1.$m($n)); $3(); print($1.$m(1)); $4(); print($1.$m(2));`, `
class $1 { $m() { return 1; } } const $2 = (C, f) => { const D = class extends C {}; D.prototype.$m = function () { return f(up$1($1, this)); }; return D; };
const up$1 = (C, o) => C.prototype.$m.call(o), $3 = $2($1, (x) => [x, 3]), $4 = $2($3, (x) => [x, 4]); print(new $3().$m(), new $4().$m(), new $1().$m());`)},
}
