package objects

import "github.com/sonjs/son/cmd/sonlab/internal/sketch"

// numberShapes are programs whose objects stay inside, with fields that only ever have numbers, and with others that
// nearly do: what they are computed from may be a bigint, undefined, an object, or a string.
var numberShapes = []sketch.Shape{
	{Name: "field that only has numbers", Text: sketch.Write(4, `
class $1 { constructor(a, b) { this.a$1 = a; this.b$1 = b; this.n$1 = 0; } sum$1(list) { for (const x of list) this.n$1 += this.a$1 * this.b$1 - x; return this.n$1; } less$1() { this.n$1 - this.a$1; return -this.n$1 - this.b$1; } } for (const o of [new $1($i, 2), new $1(3, 0.5)]) print(o.sum$1([1, 2]), o.less$1(), o.sum$1([]));`, `
class $1 { constructor(x) { this.x$1 = x; this.y$1 = -x; } add$1(o) { this.x$1 += o.x$1; this.y$1 -= o.y$1; return this; } move$1(f) { const t = this.x$1 * 2; f(this); return [t, this.x$1 * 2, (this.x$1 | 0) + this.y$1]; } } print(new $1($i).add$1(new $1(2)).move$1((o) => o.x$1++), new $1(1).move$1(eff));`, `
class $1 { constructor() { this.i$1 = 0; this.j$1 = $i; } step$1() { return this.i$1++ < 3; } look$1(f) { const s = []; while (this.step$1()) { const k = this.j$1 % 3; f(this); s.push(k + this.i$1, this.j$1 % 3); } return s; } } print(new $1().look$1((o) => { o.j$1 += o.i$1; }), new $1().look$1((o) => eff(o.i$1)));`, `
const $1 = { n$1: 0, m$1: $i }; const $2 = (x) => { $1.n$1 += x * $1.m$1; return $1.n$1 - $1.m$1; }; print($2(1), $2(2), $1.n$1 * $1.m$1);`)},
	{Name: "field that nearly only has numbers", Text: sketch.Write(9, `
class $1 { constructor(a) { this.a$1 = a; this.n$1 = 0; } test$1() { try { this.a$1 - this.n$1; return "fine"; } catch (e) { return e instanceof TypeError; } } } print(new $1(1n).test$1(), new $1($i).test$1());`, `
class $1 { constructor(a) { this.a$1 = a; this.b$1 = 1; } twice$1() { this.b$1 = this.a$1 * this.a$1; return this; } test$1() { try { 1 - this.b$1; return "fine"; } catch (e) { return e instanceof TypeError; } } } print(new $1(2n).twice$1().test$1(), new $1($i).twice$1().test$1());`, `
class $1 { constructor(a) { this.a$1 = a; } more$1() { this.a$1++; return this; } back$1() { this.a$1 = -this.a$1; return this; } flip$1() { this.a$1 = ~this.a$1; return this; } test$1() { try { this.a$1 - 1; return "fine"; } catch (e) { return e instanceof TypeError; } } } print(new $1(2n).more$1().test$1(), new $1($i).back$1().test$1(), new $1(5n).flip$1().test$1());`, `
class $1 { constructor(t) { this.v$1 = +t; this.w$1 = BigInt(t); } test$1() { try { this.v$1 - this.w$1; return "fine"; } catch (e) { return e instanceof TypeError; } } } print(new $1("12").test$1(), new $1("$i").v$1);`, `
class $1 { constructor(f) { f(this); this.x$1 = $i; } look$1() { return [this.x$1 + 1, typeof this.x$1]; } drop$1() { delete this.x$1; return this.look$1(); } } const $2 = new $1((o) => eff(o.look$1())); print($2.look$1(), $2.drop$1());`, `
class $1 { constructor(v) { this.v$1 = v; } test$1() { this.v$1 - 1; return this.v$1 * 2; } } print(new $1({ valueOf() { eff("v"); return 2; } }).test$1(), new $1($i).test$1());`, `
class $1 { constructor(t) { this.c$1 = t.codePointAt(1); this.d$1 = t.charCodeAt(1); this.l$1 = t.length; } look$1() { return [this.c$1 === undefined, this.c$1 + this.d$1, typeof this.c$1, this.l$1 * 2]; } } print(new $1("ab").look$1(), new $1("").look$1());`, `
class $1 { constructor(x) { if (x > 1) this.x$1 = x; this.y$1 = x; } look$1() { const s = []; for (let i = 0; i < 2; i++) s.push(this.x$1 + this.y$1, this.x$1 == null); return s; } } print(new $1($i).look$1(), new $1(0).look$1(), new $1(3).look$1());`, `
class $1 { constructor(x) { this.x$1 = x; this.y$1 = Math.LARGEST; this.z$1 = Number.LARGEST; } look$1(f) { f(this); return [this.x$1 - 1, this.y$1 === undefined, typeof this.z$1]; } } for (const o of [new $1($i), new $1(Math.E)]) print(o.look$1((o) => o.x$1++));`)},
}
