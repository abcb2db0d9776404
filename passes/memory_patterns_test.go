package passes_test

// A memoryPattern is a small program in which rules of memory or control fire. It is the body
// of a function of (v, w, c) that has n = 0 and x = 1, and a block of its own. HERE is where a
// context inserts what happens between two steps, to the object o of the pattern or to other
// memory.
//
//	say(…)    prints the values and is the first
//	hold(o)   lets o out; touch() writes to all that is out
//	keep(f)   lets a function out; touch() calls those
//	more()    is true four times
//	fail(c)   throws if c is true
type memoryPattern struct {
	fires string // rules, or passes as "pass NAME", that fire on it in the plain context
	in    string // the part of the table in which they fire; see memoryWorlds
	body  string
	top   string // its declarations at the top level of the program
}

// with is an object for patterns that need none.
const with = "const o = { a: w, b: v }; "

var memoryPatterns = []memoryPattern{
	// Loads of known values.
	{fires: "load-known", in: "patched", body: "const o = { a: 1, b: v }; HERE if (o.a === 1) say('same'); say(o.b); hold(o);"},
	{fires: "load-known", in: "patched", body: "const o = { a: v, ['b']: 2 }; say(o.a); HERE say(o['a'], o.b); hold(o); say(o.a, o.b);"},
	{fires: "load-known", in: "patched", body: "const o = { a: v }; o.a = 2; HERE say(o.a); o.a = c; HERE say(o.a); hold(o); touch(); say(o.a);"},
	{fires: "load-known", in: "patched", body: "const o = [3, v]; o[0] = 4; HERE say(o[0], o[1], o.length, o[2]); o[2] = w; say(o.length); hold(o);"},
	{fires: "load-known", in: "patched", body: "let y = 1; keep(z => { y = z; }); const o = { a: v }; y = 2; o.a = y; HERE if (y === 2) say('two'); hold(o); say(y);"},
	{fires: "load-known", in: "patched", body: "let y = 1; keep(z => { y = z; }); const o = { a: v, b: 1 }; y = 2; o.b++; HERE if (y === 2) say('two'); y = 3; o.a++; if (y === 3) say('three'); hold(o);"},
	{fires: "load-known", in: "patched", body: "let y = 1; keep(z => { y = z; }); const o = { a: 1, b: v }; y = 2; o.a += 1; if (y === 2) say('two'); y = 3; HERE o.a -= v; if (y === 3) say('three'); y = 4; o.b += 1; if (y === 4) say('four'); hold(o);"},
	{fires: "load-known", in: "patched", body: with + "let y = 1; keep(z => { y = z; }); const q = { r: 1, s: 2 }; y = 2; q.r -= 1; if (y === 2) say('two'); y = 3; q.s -= v; HERE if (y === 3) say('three'); say(q.r, q.s);"},
	{fires: "load-known", in: "patched", body: "const o = { a: 1, b: v, valueOf() { this.a = 2; return 1; } }, q = { r: o, s: o }; if (o.a === 1) say('one'); q.r += 1; HERE if (o.a === 1) say('still'); say(o.a, q.r, q.s);"},
	{fires: "load-known", in: "patched", body: "const o = { a: 1, b: v, valueOf() { this.a = 2; return 1; } }, q = { r: o }; if (o.a === 1) say('one'); const t = q.r++; if (o.a === 1) say('still'); HERE say(o.a, t, q.r);"},
	{fires: "load-known", in: "patched", body: "const q = { n: 1, o: 0 }, o = { a: 1, b: v }; q.o = o; HERE if (o.a === 1) say('one'); hold(q); touch(); if (o.a === 1) say('still'); say(o.b);"},
	{fires: "load-known", in: "patched", body: "const o = { a: 1, b: v }, q = { n: o }; if (o.a === 1) say('one'); HERE hold(q.n); touch(); if (o.a === 1) say('still'); hold(q);"},
	{fires: "load-known", in: "patched", body: "const o = { a: 1, b: v }; if (o.a === 1) say('one'); HERE const q = [o, () => o]; hold(q); touch(); say(o.a, o.b);"},
	{fires: "load-known", in: "patched", body: "let y = { a: 1 }; keep(() => { y.a = 5; }); const o = { a: 1, b: v }; if (o.a === 1) say('one'); y = o; HERE touch(); if (o.a === 1) say('still'); hold(o);"},
	{fires: "load-known", in: "patched", body: "const o = { get b() { touch(); return v; }, set b(z) { hold(this); }, a: 1 }; HERE say(o.b); o.b = w; touch(); if (o.a === 1) say('still'); const q = { a: 2 }; if (q.a === 2) say(q); hold(o);"},
	{fires: "load-known", in: "patched", body: "const o = { __proto__: w, a: v, b: 1 }; HERE if (o.b === 1) say('one'); say(o.k, o.z); o.k = 4; o.b = 3; say(o.k, o.b, o.a); hold(o);"},
	{fires: "load-known", in: "patched", body: "const o = { a: v, f() { return this.a; }, b: 1 }; if (o.b) say(o.f()); HERE say(o.a, o.b);"},
	{fires: "load-known", in: "patched", body: "const o = { a: 1, ...w, b: 2 }; HERE say(o.b, o.k); if (o.b === 2) say(o.a); hold(o);"},
	{fires: "load-known", in: "patched", body: "const o = { a: 1, [w]: v, b: 2 }; HERE if (o.b === 2) say(o.a); o[v] = 5; say(o.a, o.b); hold(o);"},
	{fires: "load-known", in: "patched", body: "const o = { a: v, b: w }; let last = null; for (let i = 0; i < 2; i++) { const q = { m: 1 }; if (q.m === 1) say('new'); q.m = 2; HERE if (last) say(last.m); say(q.m, last === q); last = q; hold(q); }"},
	{fires: "load-known", in: "patched", body: with + "for (let i = 0; i < 2; i++) { let y; if (i) say(y); keep(z => { y = z; }); HERE y = 2; o.a = y; if (y === 2) say('two'); }"},
	{fires: "load-known", in: "patched", body: with + "for (let y = 2; y < 4; y++) { keep(z => { y = z; return y; }); HERE if (y === 2) say('two'); } touch(); { let y = 3; keep(() => y++); y = 4; o.b = y; if (y === 4) say('four'); touch(); say(y); }"},
	{fires: "load-known", in: "patched", body: "const o = { a: 1, b: v }; v = 7; if (o.a === 1) say(o.b, arguments[0]); HERE arguments[0] = w; say(v === w); hold(o);"},
	{fires: "load-stored", in: "patched", body: with + "let y; keep(z => { y = z; }); y = v; if (y) say(y); HERE say(y); y = w; HERE say(y);"},

	// Captured variables that are initialized by then.
	{fires: "captured-initialized", in: "tame", body: with + "const read = z => { y; return y; }; const set = z => { y = z; }; let y = v; keep(set); say(read(1)); HERE set(w); say(read(2), y);"},

	// What calls pass to functions, and what they use of the results.
	{fires: "param-known", in: "whole", body: with + "const f = (a, b, z) => { for (let i = 0; i < 2; i++) { say(a, b, i); touch(); } if (b === 7) { n = z; return say(b + a); } return keep(() => z); }; HERE f(v, 7, w); HERE if (c) say(f(w, 7, n)); say(n, o.a);"},
	{fires: "param-known", in: "whole", body: with + "const f = function g(a, b, z) { for (const q of [a, z]) say(q, b); return n++ < 3 ? g(a, b, n) : b; }; say(f(1), f(x)); HERE say(f(w, undefined, o.b), f(v, void 0));"},
	{fires: "argument-name", in: "whole", body: with + "const k = say(v), q = { r: k }; const g = z => { say(z, n); n++; say(z, o.a); }; HERE g(q.r); HERE say(k, n); hold(q);"},
	{fires: "result-unread", in: "whole", body: with + "const f = (a, z) => { for (const q of [a, w]) { say(q); if (q === z) return say('in'); } n++; return [a, z, n]; }; f(v, w); HERE while (more()) { HERE f(n, c); } say(n, o.a);"},
	{fires: "result-unread", in: "whole", body: with + "const f = a => { try { for (const q of [a, w]) { if (q === 1) return fail(c); } return a + 1; } finally { say(n); } }; f(v); try { f(w); HERE f(1); } catch (e) { say(e); } say(o.b);"},

	// The number of arguments.
	{fires: "arguments-length", in: "patched", body: with + "const m = arguments.length; say(m); HERE if (arguments.length === m) say('same'); if (arguments.length > 1) { touch(); if (arguments.length > 1) say(arguments.length, typeof arguments.length); }"},
	{fires: "arguments-length", in: "patched", body: with + "while (n < arguments.length) { n++; HERE say(arguments.length - n); } switch (arguments.length) { case 2: say('two'); break; case 3: say('three'); } v = n; say(n === arguments.length);"},

	// Properties that a record lacks, and properties that were deleted.
	{fires: "load-absent", in: "builtins", body: "const o = { a: v }; HERE say(o.z, o.c); if (o.b) say('there'); o.c = 1; say(o.c); hold(o);"},
	{fires: "load-absent", in: "builtins", body: "const o = { a: v, c: 2, b: w }; say(delete o.c); HERE say(o.c); if (c) o.c = w; say(o.c, o.a); hold(o);"},
	{fires: "load-absent", in: "builtins", body: "const o = { a: v }; delete o.a; say(o.a); o.a = w; HERE say(o.a); delete o['a']; say(o.a, o.toString === Object.prototype.toString); hold(o);"},
	{fires: "unread-records", in: "patched", body: "const q = { o: null, n: v }, o = { a: q, b: 1 }; HERE q.o = o; say(x); HERE o.b = q; o.b = q.o = o; say(v);"},
	{fires: "unread-records", in: "patched", body: with + "while (more()) { const q = [0, v]; HERE q[0] = q; if (c) q[1] = () => q; say(x++); } HERE say(o.a);"},
	{fires: "unread-records", in: "builtins", body: "const q = {}, r = { q }, o = { r, a: v, b: w }; q.r = r; HERE if (c) q.z = o; say(o.a);"},
	{fires: "scalar", in: "builtins", body: "const o = { a: v }, q = { r: v }; if (c) delete q.r; HERE say(q.r); q.r = 1; say(q.r); const p = {}; say(p.s); delete p.s; HERE say(p.s); hold(o); say(o.a);"},

	// Tests for properties.
	{fires: "in-known", in: "patched", body: "const o = { a: v, b: w }; HERE if ('a' in o) say(o.a); say('z' in o, 'b' in o, w in o); if (c) delete o.b; HERE say('b' in o, 'a' in o, 'toString' in o); hold(o);"},
	{fires: "in-known", in: "builtins", body: "const o = { a: v }; HERE say('z' in o, 'toString' in o, 'b' in o); if (c) o.b = 1; say('b' in o); delete o.a; HERE say('a' in o); hold(o);"},
	{fires: "in-known", in: "builtins", body: with + "const q = [v, , w]; say(0 in q, 1 in q, 'length' in q, 3 in q, 'map' in q); HERE q[1] = x; say(1 in q); const p = { __proto__: w, k: 1 }; say('k' in p, 'own' in p); const r = { ...w, own: 2 }; say('own' in r, 'k' in r);"},
	{fires: "in-known", in: "patched", body: "const o = { __proto__: null, a: v }; HERE say('a' in o, 'z' in o, 'toString' in o, o.k); if (c) o.k = w; HERE say('k' in o, o.a); o.z = 1; say('z' in o, o.z); delete o.z; say('z' in o, o.z); hold(o);"},
	{fires: "own-known", in: "builtins", body: "const o = { a: v, b: w }; HERE say(Object.hasOwn(o, 'a'), o.hasOwnProperty('z'), o.hasOwnProperty('toString')); if (c) o.c = 1; else delete o.b; say(Object.hasOwn(o, 'c'), o.hasOwnProperty('b'), o.hasOwnProperty(w)); HERE hold(o); touch(); say(o.hasOwnProperty('a'));"},
	{fires: "own-known", in: "builtins", body: with + "const q = [v, , w]; HERE say(q.hasOwnProperty(1), Object.hasOwn(q, 'length'), Object.hasOwn(q, 7)); q[1] = x; say(q.hasOwnProperty(1)); const p = { hasOwnProperty() { return v; }, z: 1 }; say(p.hasOwnProperty('z'), Object.hasOwn(p, 'z'));"},
	{fires: "keys-counted", in: "builtins", body: "const o = { a: v, b: w }; HERE say(Object.keys(o).length); if (c) delete o.b; const k = Object.keys(o); HERE o.d = 1; say(k.length, Object.keys(o).length, Object.keys(o)); hold(o); touch(); say(Object.keys(o).length);"},
	{fires: "in-known", in: "patched", body: "let o = { a: v }; for (let i = 0; i < 2; i++) { HERE say('a' in o, 'b' in o); if (c) o = { b: i, a: 1 }; } const q = c ? { r: 1 } : { r: v, s: 2 }; HERE say('r' in q, 's' in q);"},

	// Objects and arrays that are removed.
	{fires: "scalar", in: "closed", body: "const { low, high } = c ? { low: v, high: w } : { low: w, high: x }; HERE say(low, high); const q = x ? c ? { r: v, s: 1 } : { r: w, s: n } : { r: n, s: x }; say(q.r, q.s); const l = c ? { r: v, s: w } : { r: w, s: 2 }; HERE l.r = l.s; say(l.r, l.s);"},
	{fires: "scalar", in: "closed", body: "for (const y of [v, w]) { HERE say(y); } const l = [n, x]; let s = 0; for (let i = 0; i < l.length; i++) s += l[i]; say(s); const k = [v, { r: w }]; for (let i = -1; i < 3; i++) { const y = k[i]; if (c) k[1].r = i; HERE say(y === v, k[1].r); }"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: 1 }; HERE o.a = w; o.b++; say(o.a, o.b--); HERE say(--o.b);"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: 1 }; if (c) o.a = w; else o.b = 2; HERE say(o.a, o.b); switch (n) { case 0: o.a = 3; case 1: o.b = o.a; } HERE say(o.a, o.b);"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: 0 }; while (o.b < 2) { o.b++; HERE if (c) o.a = o.b; else say(o.a); } say(o.a);"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: w }; [o.a, o.b] = [o.b, o.a]; HERE say(o.a, o.b); const t = o.a; o.a = o.b; HERE o.b = t; say(o.a, o.b); { const q = { r: v }; q.r = [q.r]; say(q.r[0]); }"},
	{fires: "load-known", in: "patched", body: "const o = c ? { a: v, b: w } : { a: w, b: 2 }; HERE say(o.a, o.b); o.a = 5; say(o.a);"},
	{fires: "scalar", in: "patched", body: "const o = c ? { a: v } : { a: w, b: 2 }; HERE say(o.a); o.a = 5; HERE say(o.a);"},
	{fires: "scalar", in: "patched", body: "let o; if (c) o = { a: v }; else o = { a: w, b: 1 }; HERE say(o.a); o.a = 2; say(o.a);"},
	{fires: "scalar", in: "patched", body: "let o = { a: v, b: w }; for (let i = 0; i < 3; i++) { HERE o = { a: o.b, b: i }; } say(o.a, o.b);"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: w }; o.a += w; HERE say(o.a, o.b -= 1); o.b **= 2; say(o.b);"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: 0 }; o.a ||= w; o.b ??= 1; HERE o.a &&= say(2); say(o.a, o.b);"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: 0 }, q = { o, m: o.a }; HERE q.o.a = 8; say(q.m, o.a); q.o.b++; q.m = q.o.b; HERE say(q.m);"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: () => o.a, b2: 1 }; const q = { r: w }; q.r = o.b2; HERE say(q.r, o.b());"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: w }; { const q = { r: o.a }; try { q.r = 2; HERE fail(c); q.r = 3; say(q.r); } catch (e) { say(e); } finally { HERE say(o.b); } }"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: w }; const q = { r: 1 }; l: { if (c) { q.r = v; break l; } HERE q.r += 1; } say(q.r, o.a);"},
	{fires: "scalar", in: "patched", body: "const o = { a: (say('a'), v), b: (say('b'), x++) }; HERE say(x, o.b); const q = { r: say(v), s: `${x}`, r: w }; say(q.r, q.s);"},
	{fires: "scalar", in: "patched", body: "const o = [v, w]; HERE o[0] = 1; say(o[0], o[1], o.length); const q = [v, , w]; say(q[0], q[2], q.length);"},
	{fires: "scalar", in: "builtins", body: "const o = [v, w, 1]; HERE const [p, ...q] = o; say(p, q.length, q[0]); const [r = 2, [s] = [3], t = 4] = [o[0], c ? [w] : undefined]; say(r, s, t);"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: undefined }; HERE const { a = 1, b = say(2) } = { a: o.a, b: o.b }; say(a, b); const { a: d, ...r } = { a: o.a, e: w, f: 2 }; HERE say(d, r, r.a); r.e = 3; say(r.e);"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: w }; { const q = { a: o.a, b: o.b }; HERE say({ ...q, z: 1 }, { a: 0, ...q }); q.a = 4; say({ ...q }.a); }"},
	{fires: "scalar", in: "builtins", body: "const o = { a: v, b: w }; { const q = [v, o.a]; HERE say(...q, [...q, 1].length); q[0] = 2; say(...q); }"},
	{fires: "", body: with + "const q = { r: v, s: w }; delete q.r; HERE say({ ...q }); const p = { r: v }; p.t = w; say({ ...p }); HERE const { r, ...z } = p; say(z.t);"},
	{fires: "", body: with + "const q = { ...v, b: 2 }; HERE say(q.b); const p = { [w]: 1, b: 3 }; say(p.b); const z = [...(c ? [v] : []), w]; say(z.length);"},
	{fires: "load-known", in: "patched", body: with + "const q = { r: 1, me: 0 }; q.me = q; HERE if (q.r === 1) say('one'); q.me.r = 2; say(q.r, q.me.me.r);"},
	{fires: "load-known", in: "patched", body: "const o = { a: 1, b: v }, q = { o }, { ...r } = q; if (r.o) hold(r); HERE touch(); if (o.a === 1) say('still'); const p = { a: 1 }; if (p.a === 1) hold({ ...{ o: p } }); touch(); if (p.a === 1) say('untouched');"},
	{fires: "scalar", in: "patched", body: "const o = { a: v, b: w }; { const q = { f: () => v, b: 1 }; say(q.b); const { b, ...r } = { b: 1, m: o.a }; HERE say(r.m); say(q.f.name); }"},

	// Variables in memory.
	{fires: "cell", in: "patched", body: with + "let y = v; const unused = () => { y = 2; }; HERE say(y); y = w; if (c) y = 3; say(y);"},
	{fires: "cell", in: "patched", body: with + "let y = 1; const unused = () => y++; while (more()) { HERE say(y); y = y === 1 ? v : w; } say(y); { let z = 1; try { z = 2; HERE fail(c); z = 3; } catch (e) { say(z); } say(z); }"},
	{fires: "cell", in: "patched", body: with + "let y = 1; const unused = () => y++; try { let p = 1; const none = () => p++; p = v; HERE say(p); y = p; } finally { say(w); } let z = 1; try { z = v; HERE fail(c); z = w; } finally { say(z); }"},
	{fires: "", body: with + "let y = 1; const unused = () => y++; try { y = v; HERE if (c) y = w; } catch (e) { return say(e); } say(y); try { y = 2; HERE y = v; } finally { x = 3; } say(y, x);"},
	{fires: "load-stored", in: "patched", body: with + "const late = z => { y = z; }; keep(late); HERE let y = v; y; HERE say(y); y = w; say(y);"},
	{fires: "initialized", in: "patched", body: with + "const late = z => { y = z; return y; }; if (c) keep(late); HERE try { say(y); y = 2; say(y); } catch (e) { say(e); } let y = v; say(y, y); HERE y++; say(y);"},
	{fires: "load-known", in: "patched", body: with + "let y = 1; keep(z => { y = z; }); const it = { next() { return { value: 1 }; }, return() { touch(); return {}; }, [Symbol.iterator]() { return this; } }; y = 2; o.b = y; if (y === 2) say('two'); l: { for (const k of it) { HERE y = 3; break l; } y = 3; } if (y === 3) say('three'); say(y);"},
	{fires: "", body: with + "for (let i = 0; i < 3; i++) { keep(z => { say(i); i += 2; }); HERE say(i); touch(); }"},

	{fires: "store-overwritten", in: "patched", body: with + "let y = v; keep(z => { say(y); y = z; return y; }); y = 1; y = 2; HERE y = w; y = 3; touch(); y = 5; if (c) y = 6; say(y); y = 7; fail(c); y = 8;"},
	{fires: "store-overwritten", in: "patched", body: with + "let y = v, z = 0; keep(q => { say(y, z); y = q; z = q; }); try { y = 1; z = y; y = 2; z = 3; HERE y = 4; fail(c); y = 5; say(n); y = 6; } catch (e) { say(y, z); y = 7; } finally { y = 8; say(z); y = 9; y = 10; } touch(); z = 1; z = x++; z = 2; touch();"},
	{fires: "store-overwritten", in: "patched", body: with + "let y = 0; keep(z => { y += z; return y; }); while (more()) { y = x; y = n; HERE n++; if (c) { y = 1; continue; } y = 2; y = 3; touch(); } y = 1; y += 2; y = y + 1; touch(); for (let i = 0; i < 3; i++) { keep(() => i); i = 5; i = n; if (c) i = 4; else i = 7; touch(); }"},

	// Which object it is.
	{fires: "identity", in: "patched", body: "const o = { a: v }, p = { a: v }; HERE say(o === p, o === o, o == v, o !== w, p != o); hold(o);"},
	{fires: "identity", in: "patched", body: "const o = { a: v }; let last = v; for (let i = 0; i < 2; i++) { const q = [i]; HERE say(q === last, q !== q, last === o); last = q; } say(last === o);"},
	{fires: "identity", in: "patched", body: "const o = { a: v }; let q = o, r = null; while (more()) { const p = {}; HERE say(p === q, p === r, q === o); if (c) r = q; q = p; } const s = c ? o : {}; say(s === o);"},

	// Literals that are filled.
	{fires: "into-literal", in: "patched", body: "const o = { a: v }; o.a = w; HERE hold(o); say(o.a);"},
	{fires: "into-literal", in: "patched", body: with + "const q = [v, 1, , 2]; q[0] = w; q[3] = say(x); HERE hold(q); say(q, o.a); const r = [1]; HERE r[0] = fail(c); r[1] = 3; hold(r); say(r);"},
	{fires: "into-literal", in: "builtins", body: with + "const q = []; q[0] = v; q[1] = say(w, x); q[3] = 2; q[0] = x; HERE hold(q); q[2] = 3; say(q, q.length); const r = {}; r[1] = v; r[0] = w; HERE hold(r); say(r, Object.keys(r));"},
	{fires: "into-literal", in: "builtins", body: "const o = {}; o.c = v; o.a = w; HERE hold(o); o.b = 1; say(o.c);"},
	{fires: "into-literal", in: "builtins", body: "const o = { a: 1, f() { return 2; } }; o.b = x++; o.self = o; o.d = o.b; o.f = v; HERE hold(o); say(o.f);"},
	{fires: "into-literal", in: "patched", body: "const o = { a: 1, b: 2 }; o.b = say(v); o.a = fail(c); HERE hold(o); const p = { a: 1 }; if (c) p.a = w; hold(p);"},

	// Facts that tests prove.
	{fires: "implied", in: "patched", body: with + "if (v) { HERE if (v) say(1); else say(2); } else if (v) say(3); if (o.a) { HERE if (o.a) say(4); else say(5); }"},
	{fires: "implied", in: "patched", body: with + "if (v && !c) { HERE if (v) say(1); if (c) say(2); } else if (!v) say(3); else if (!c) say(4); if (x === 1) { x = c ? 1 : 2; HERE if (x === 1) say(5); }"},
	{fires: "implied", in: "patched", body: with + "const t = v, u = w; if (t === u) { HERE if (u === t) say(1); else say(2); } else if (t === u) say(3); let y = v; while (more()) { if (y) { HERE y = w; if (y) say(4); } else say(5); }"},
	{fires: "implied", in: "patched", body: with + "let y = v; if (!y) y = 1; HERE if (y) say(1); else say(2); const b = c && !v; if (b) { if (c) say(3); HERE if (v) say(4); } if (c || v) { if (!c) { HERE if (v) say(5); else say(6); } }"},
	{fires: "implied", in: "patched", body: with + "let y = v; keep(z => { y = z; }); if (y === 1) { HERE if (y === 1) say(1); } if (typeof w === 'number') { if (w < 2) { HERE if (w >= 2) say(2); else say(3); } else if (w < 2) say(4); }"},
	{fires: "constant-here", in: "patched", body: with + "if (v !== null) { HERE say(v === null, x); } else say(v !== null); const t = v === w; if (t) { HERE say(v === w, w !== v); } else say(v === w);"},
	{fires: "guarded", in: "patched", body: with + "if (typeof v === 'number') { const y = v - 1; HERE say(y, v * 2); } else { x = 2; HERE say(v === w); }"},
	{fires: "constant", in: "patched", body: with + "const y = 2 * 3; HERE say(y * x, v);"},
	{fires: "float share", in: "patched", body: with + "const m = v | 0, q = { r: m }, y = (m & 7) + (q.r & 7); HERE say(y, (m & 7) + (m & 7));"},

	// Joins, branches and exits.
	{fires: "dead exits", in: "patched", body: with + "const q = { r: 1 }; if (q.r === 2) return say(w); if (c) { HERE return say(v); } say(x);"},
	{fires: "join", in: "patched", body: with + "while (more()) { say(v); HERE break; } for (;;) { HERE x++; if (x > 3) break; continue; } say(x);"},
	{fires: "phi", in: "patched", body: with + "let y = v; const q = { r: 1 }; while (more()) { if (q.r === 2) y = w; HERE say(y); } say(y);"},
	{fires: "copy", in: "patched", body: with + "const y = 5; HERE say(y, v); let z = 6; HERE say(z); z = w; say(z);"},
	{fires: "assign-self", in: "patched", body: with + "let y = v; if (c) { y = y; HERE say(y); } n = n | 0; say(n); y = w; HERE for (const z of [v, y]) { y = y; say(z, y); }"},
	{fires: "if-known", in: "patched", body: with + "if (1) { HERE say(v); } else say(w); while (0) say(1); say(2 ? v : w);"},
	{fires: "if-not-not if-empty", in: "patched", body: with + "if (!!v) { HERE say(1); } if (w) ; else ; HERE say(c ? 1 : 1);"},
	{fires: "not-not-tested", in: "patched", body: with + "if (!!v && !!w) { HERE say(1); } else say(2); while (more() && (!!c || !!o.b)) { HERE say(!(c && !!v), !!w ? v : !!c); if (x++ > 1) break; }"},
	{fires: "if-and-true", in: "patched", body: with + "if (v && 1 === 1) { HERE say(1); } else say(2); while (more() || 1 === 2) { HERE say(c && 2 === 2 ? v : w); }"},
	{fires: "finally-empty", in: "patched", body: with + "let y = 1; try { say(v); HERE fail(w === 1); o.a = x; } finally { if ('a' === 'b') say(w); } say(o.a); try { y = 2; fail(c); HERE } catch (e) { say(e, y); } finally { const z = v; } say(y);"},
	{fires: "finally-empty", in: "patched", body: with + "let y = v; while (more()) { try { if (y === w) continue; y = w; HERE if (c) break; try { fail(n); } finally {} } finally { y === y; } say(y); } say(o.a);"},
	{fires: "catch-unreached", in: "patched", body: with + "hold(o); let y = 1; keep(z => { y = z; return y; }); try { HERE y = w; if (c) y = 3; } catch (e) { say('caught', e); y = 4; } say(y, o.a); while (more()) { try { y = v; if (c) continue; HERE } catch { say(v); } say(y); }"},
	{fires: "catch-unreached", in: "patched", body: with + "let y = v; try { y = w; HERE if (c) return say(y); } catch { y = 2; } finally { say(y); HERE } say(y); try { try { HERE fail(c); } catch (e) { y = e; } } catch (e) { say(e); }"},
	{fires: "catch-rethrows", in: "patched", body: with + "let y = 1; keep(z => { y = z; return y; }); try { HERE fail(c); y = 2; o.a = v; } catch (e) { throw e; } finally { HERE say(y, o.a); } try { try { HERE fail(n); y = 3; } catch (e) { throw e; } say(y); } catch (e) { say(e, y); }"},
	{fires: "finally-in-line", in: "patched", body: with + "hold(o); let y = 1; keep(z => { y = z; return y; }); try { y = v; HERE if (c) y = 3; } finally { say(y); HERE o.a = y; } say(y, o.a);"},
	{fires: "finally-in-line", in: "patched", body: with + "let y = v; while (more()) { try { y = w; HERE } finally { HERE if (c) break; say(y); if (v === w) continue; y = 2; } say(y); } try { y = 3; HERE } finally { return say(y); }"},
	{fires: "finally-in-line", in: "patched", body: with + "hold(o); let y = v; keep(z => { y = z; return y; }); try { y = w; return v; } finally { HERE o.a = y; say(y, o.a); }"},
	{fires: "finally-in-line", in: "patched", body: with + "hold(o); let y = 1; while (more()) { const z = x; try { x = 2; return z; } finally { HERE say(z, x); if (c) break; if (y++ < 2) continue; } } try { return v; } finally { HERE if (x === n) return say(w); o.b = x; }"},
	{fires: "phi-bool", in: "patched", body: with + "const y = v === 1 ? true : false; HERE say(y, w === v ? false : true, v === 2 && true);"},
	{fires: "jump-threading", in: "patched", body: with + "let ok; if (c) { ok = true; say(v); } else { ok = false; say(w); } if (ok) { HERE say(1); } else say(2); say(ok);"},
	{fires: "jump-threading", in: "patched", body: with + "let y = null; if (c) { y = o; o.a = 2; HERE } else say(v); if (y !== null) { say(y.a); x = 2; } HERE say(o.a, x);"},
	{fires: "jump-threading", in: "patched", body: with + "let y = 0; keep(z => { x = z; }); while (more()) { if (v === w) { x = 3; y = 1; } else { HERE y = 2; say(x); } if (y === 1) { say('one'); HERE } else say(x); } say(x, y);"},
	{fires: "jump-threading", in: "patched", body: with + "let y; if (v) { y = !v; say(1); } else { y = !v; say(2); } if (y) { HERE say(3); } else say(4);"},
	{fires: "lower-conditional", in: "closed", body: with + "const f = p => { const k = p.a; p.b = k; return k; }; const g = (p, q) => p ? q : p === n || f(o); keep(g); HERE say(g(c, o.b), o.b); o.a = x; HERE say(g(n, w), g(undefined, w), o.b);"},
	{fires: "name-again", in: "closed", body: with + "const f = p => { const k = p * 2; o.a = k; return k; }; for (let i = 0; more(); i++) { say(f(i)); HERE say(f(i), o.a); }"},
	{fires: "name-again", in: "closed", body: with + "const f = p => { const k = p - 1; o.b = k; return { z: k, y: p }; }; for (let i = 0; more(); i++) { const a = f(i); HERE const b = f(i); say(a.z, b.z, a.y, o.b); }"},
	{fires: "author-name", in: "closed", body: with + "const f = p => { const k = { z: p }; keep(k); o.a = k.z; return k; }; for (let i = 0; more(); i++) { const first = f(i); HERE const second = f(x); say(first.z, second.z, o.a); }"},
	{fires: "author-name", in: "closed", body: with + "const f = p => { const k = p * 2; o.b = k; return k; }; for (let i = 0; more(); i++) { const y = f(i); HERE let z = f(y); say(y, z); if (c) z = f(z); keep(() => z); say(z, o.b); }"},
	{fires: "if-conversion", in: "closed", body: with + "const f = p => { if (p < 0) return -1; return 1; }; const g = p => { if (p === n) return []; return [p, c]; }; for (let i = -1; more(); i++) { const y = f(i); HERE const z = g(i); say(y, z.length, f(x)); o.a = y; }"},
	{fires: "if-conversion", in: "closed", body: with + "const f = (p, q) => { const k = p | 0; if (k > 5) return q; return k * 2; }; while (more()) { const y = f(x, w); HERE say(y); const z = f(v, y); say(y, z, o.a); }"},
	{fires: "lower-conditional", in: "closed", body: with + "const less = (p, q) => { const k = p.a; p.b = k; return k < q.a; }; const l = [o, { a: 1 }, { a: v }]; hold(l); HERE if (c && less(l[n], l[x])) { HERE say(1); } else say(2); say(o.a);"},
	{fires: "lower-conditional", in: "closed", body: with + "const f = p => { const k = p.a; p.b = k; return k === p.b; }; const l = [o, { a: 1, b: 2 }]; hold(l); say(c ? f(l[n]) : x, o.b); HERE say(c || f(l[x]), o.b);"},
	{fires: "lower-conditional", in: "closed", body: with + "const less = (p, q) => { const k = p.a; p.b = k; return k < q.a; }; const l = [o, { a: 1 }, { a: 2 }]; hold(l); for (let i = 0; more() && (i === x || less(l[i & 1], l[2])); i++) { l[0].a = i; HERE say(i, n); } say(o.a, o.b);"},
	{fires: "exit-threading", in: "patched", body: with + "let ok; do { HERE if (more()) { say(v); ok = true; } else ok = false; } while (ok); say(w);"},
	{fires: "exit-threading", in: "patched", body: with + "let y = 0; keep(z => { x = z; }); while (more()) { let ok = false; if (v === w) { HERE y++; ok = true; say(x); } else say(y); if (ok) break; say(1); o.a = y; } HERE say(x, y, o.a);"},
	{fires: "jump-threading", in: "patched", body: with + "let y; if (v) { y = w; say(1); } else { y = v; say(2); } if (y) { HERE say(3); } else say(4); if (w === 1) { y = c; HERE } else y = w === 1; if (!y) say(5); else say(6);"},
	{fires: "dispatch-threading", in: "patched", body: with + "let y = 1; for (;;) { switch (y) { case 1: say(v); HERE y = more() ? 2 : 3; break; case 2: o.a = w; HERE y = 1; break; case 3: say(o.a, y); return; } }"},
	{fires: "dispatch-threading", in: "patched", body: with + "let y = 'a', z = 0; while (y !== 'c') { if (y === 'a') { z = z + 1; HERE y = 'b'; } else if (y === 'b') { say(z, o.a); HERE o.a = z; if (more()) y = 'a'; else y = 'c'; } } say(z, o.a, y);"},
	{fires: "dispatch-threading", in: "patched", body: with + "let y = true, z = v; for (;;) { if (y) y = false; else { o.b = z; HERE } if (!more()) break; z = w; HERE say(z, o.b); } say(z, y);"},
	{fires: "dispatch-threading", in: "patched", body: with + "let y = c ? 1 : 2; while (true) { switch (y) { case 1: { const k = x; keep(() => k); HERE } case 2: say(y, v); y = 3; continue; case 3: HERE if (!more()) return say(x); x = x + 1; y = 4; break; case 4: say(w); y = 3; } }"},

	// Paths with common tails.
	{fires: "tail-merging", in: "patched", body: with + "hold(o); if (c) { HERE say(v); o.a = x; say(o.a, w); } else { say(w, v); HERE o.a = x; say(o.a, w); } say(o.a);"},
	{fires: "tail-merging", in: "patched", body: "let y = 1; keep(z => { y = z; return y; }); while (more()) { if (v === w) { say('same'); HERE y = y + 1; say(y, v); continue; } say('other', x); HERE y = y + 1; say(y, v); } say(y);"},
	{fires: "tail-merging", in: "patched", body: with + "hold(o); try { if (c) { say('yes'); fail(n); HERE o.b = w[v]; } else { say('no', x); fail(n); HERE o.b = w[v]; } say(o.b); } catch { say('caught', o.b); }"},
	{fires: "tail-merging", in: "patched", body: "switch (v) { case 1: say('one'); HERE x = say(w); break; case undefined: say('none', n); HERE x = say(w); break; default: say('more'); HERE x = say(w); } say(x);"},
	{fires: "tail-merging", in: "patched", body: with + "hold(o); if (c) { say(1); HERE return say([o.a, `${v}`], o.b += w); } else { say(2, x); HERE return say([o.a, `${v}`], o.b += w); }"},
	{fires: "if-combining", in: "size", body: with + "hold(o); if (c) { o.a = x; say(o.a); } else if (o.b) { o.a = x; say(o.a); } else { HERE say(o.b); } say(o.a);"},
	{fires: "if-combining", in: "size", body: "let y = 1; keep(z => { y = z; return y; }); while (more()) { if (v === w) { say(y); y = 2; continue; } if (say(v, touch())) { say(y); y = 2; continue; } HERE say(x, y); } say(y);"},
	{fires: "if-combining", in: "size", body: with + "hold(o); try { if (v) { if (w !== fail(c)) { HERE o.b = w; } else { o.b = x; say(v); } } else { o.b = x; say(v); } say(o.b); } catch { say('caught', o.b); }"},
	{fires: "if-combining", in: "size", body: with + "hold(o); if (v === w) return say(o.a, x); if (say(o.b = w, touch())) return say(o.a, x); HERE say(o.b);"},
	{fires: "choice", in: "size", body: with + "hold(o); if (v) o.a = v; else o.a = w; HERE say(o.a);"},
	{fires: "choice", in: "size", body: "let y = 1; keep(z => { y = z; return y; }); if (c) say(y, v); else say(y, x); HERE if (y === 1) touch(); else y = 3; say(y);"},
	{fires: "choice", in: "size", body: with + "hold(o); if (more()) o.b = v; else o.b = x; HERE while (more()) { if (v === x) { o.a = v; } else { HERE o.a = w; } say(o.a); }"},
	{fires: "", body: with + "let y = 0; try { if (c) { y = 1; HERE fail(v === w); } else say(v); } catch (e) { y = 2; } finally { if (y === 1) say(1); HERE } if (y === 2) say(2); else say(3);"},

	// Loops.
	{fires: "same-induction-variable", in: "patched", body: with + "for (let i = 0, j = 0; more(); i++, j++) { HERE say(i, j, w); if (c && i === 1) continue; } let p = 0, q = 0; while (more()) { p++; HERE if (c) q++; } say(p, q);"},
	{fires: "same-induction-variable", in: "patched", body: with + "let p = v, q = v; while (more()) { HERE say(p, q); p = p === 1; q = q === 1; } say(p === q); let r = 0, s = 1; while (x++ < 3) { HERE r++; s++; } say(r, s);"},
	{fires: "", body: with + "let p = 0, q = 0; while (more()) { HERE p++; q++; } const f = () => q; keep(f); say(f(), p);"},
	{fires: "offset", in: "patched", body: with + "for (let i = 0, j = 5; i < 10; i++, j--) { HERE say(i, j); }"},
	{fires: "idle-loop", in: "patched", body: with + "let i = 0, s = 0; for (; i < 100; i++) {} HERE say(i); for (let j = 0; j < 5; j++) s += j; say(s);"},
	{fires: "idle-loop", in: "patched", body: with + "for (let i = 0; i < 9; i += 2) v === w; for (let i = 9; i > 0; i--) { if (i === n) HERE break; } for (let i = 0; i < 2; i++) w + 1; HERE say(x);"},
	{fires: "unroll", in: "patched", body: with + "let s = 0; for (let i = 0; i < 2; i++) s += i; HERE say(s);"},
	{fires: "unroll", in: "speed", body: with + "let s = ''; for (let i = 0; i < 2; i++) { HERE o.a = i; s += v; if (c && i) s += 'c'; } say(s, o.a); for (let i = 0; i < 3; i++) { if (i === 1 && v === w) break; say(i); }"},
	{fires: "peel", in: "speed", body: with + "let first = true; while (more()) { if (first) { first = false; HERE } else say(v); say(o.a); o.a = 2; }"},
	{fires: "peel", in: "speed", body: with + "let last; while (more()) { const q = { r: null }; HERE if (last !== undefined) last.r = q; else say(q); last = q; hold(q); }"},
	{fires: "unswitch", in: "speed", body: with + "const t = v === w; while (more()) { HERE if (t) { say(1); o.a = v; } else say(o.a); x = 2; } say(x);"},
	{fires: "", in: "speed", body: with + "while (more()) { HERE if (v.k) say(1); else { say(2); v = { k: 1 }; } if (o.a === 2) say(3); else o.a = 2; }"},
	{fires: "loop-rotation", in: "patched", body: with + "while (true) { if (!more()) break; HERE say(v); } do { HERE if (x++ > 2) break; } while (true); say(x);"},
	{fires: "template-text", in: "patched", body: "const k = 'a', o = { b: 1, toString() { touch(); return 't'; } }; let y = 1; keep(z => { y = 2; }); hold(o); HERE say(`${k}-${o}${k}${y}`, `${y}${null}${[o]}`);"},
	{fires: "template-string template-nested template-join", in: "patched", body: "const o = { b: 1, toString() { touch(); return 't'; } }; let y = 1; keep(z => { y = 2; }); hold(o); HERE say(`${typeof v}`, `a${`b${o}${y}`}c`, `${`${o}`}`); say(`${o}` + 'k', 'm' + `${y}${o}${y}`, y);"},
	{fires: "forof", in: "builtins", body: with + "const list = [v, w, x]; for (const q of list) { HERE say(q); if (n++ < 2) { list.push(x); continue; } say(list.length); list.length--; }"},
	{fires: "forof", in: "builtins", body: with + "for (const [k, q] of Object.entries(o)) { HERE say(k, q); if (q === v) break; x = q; } say(x);"},
	{fires: "forof", in: "builtins", body: with + "for (let q of [v, w, 1]) { try { HERE say(q); if (q === 1) break; q = 2; } finally { say(q); x = () => q; } } say(x);"},
	{fires: "forof", in: "builtins", body: with + "const list = [, v]; Object.defineProperty(list, 2, { get() { say('item'); touch(); return w; }, configurable: true }); hold(list); for (const q of list) { o.a = q; HERE say(o.a, q); list[1] = x; }"},
	{fires: "forof", in: "builtins", body: with + "let list = c ? [v, w] : Object.keys(o); l: for (const q of list) { for (const r of [q, 'a']) { HERE list = [r]; if (r === 'a') continue l; say(r); } say('end'); } say(list);"},
	{fires: "forof", in: "builtins", top: "const listNAME = [1, 'a'];", body: with + "for (const q of listNAME) { HERE say(q); if (c) return q; } for (const q of say(listNAME) ? [v] : []) { HERE say(q); break; }"},
	{fires: "pass unroll", in: "patched", body: with + "for (let i = 0; i < 1; i++) { HERE say(i, v); o.a = i; } say(o.a);"},

	// Calls of functions that are known.
	{fires: "call-summary", in: "whole", body: with + "const find = z => { for (let i = 0; i < 3; i++) { if (z === i) return i; } return -1; }; find(v); HERE const unused = find(w); say(find(x), find(x) + find(n)); HERE find(v === w); say(find(v));"},
	{fires: "call-summary", in: "whole", body: with + "const twice = z => { for (let i = 0; i < 2; i++) z += z; return z; }; try { twice(v); HERE twice(n); say(twice(typeof w)); } catch (e) { say('converts'); } twice(x); say(twice(x) - twice(x));"},
	{fires: "call-summary idle-call", in: "whole", body: with + "var y = 1; keep(z => { y = z; return y; }); const see = z => { for (let i = 0; i < 3; i++) { if (y === i) return z; } return y; }; see(v); HERE y = 2; if (see(w) === w) say('two'); y = w; HERE say(see(1), y);"},
	{fires: "call-summary", in: "whole", body: with + "let y = 1, m = 1; keep(z => { y = z; m = w; return y; }); const set = z => { for (let i = 0; i < 3; i++) { if (z === i) { m = i; return; } } m = 4; }; y = v; set(w); HERE say(y, m); m = 3; set(x); say(m, y); y = 2; set(v); if (y === 2) say('still'); HERE"},
	{fires: "call-summary", in: "whole", body: with + "const stop = z => { for (let i = 0; i < 3; i++) { if (z === i) throw i; } return !z; }; try { HERE stop(v); say('ends'); stop(n); say('never'); } catch (e) { say('throws', e); } try { say(stop(w)); } finally { HERE say(x); }"},
	{fires: "call-parameter", in: "whole", body: with + "const same = (y, z) => { for (let i = 0; i < 3; i++) { if (y === i) return z; } return z; }; HERE say(same(v, w), same(v), same(x, o) === o); same(c, o).a = 2; say(o.a); HERE o.a = same(n, x);"},
	{fires: "call-constant", in: "whole", body: with + "var y = 1; keep(z => { y = z; return y; }); const yes = z => { for (let i = 0; i < 3; i++) { if (y === z) return true; } return true; }, none = () => { for (let i = 0; i < 3; i++) { if (y === i) return; } }; HERE if (yes(v)) say(none()); HERE say(yes(w), none(), y);"},
	{fires: "call-evaluated", in: "whole", body: with + "const sum = (z, m) => { for (let i = 0; i < m; i++) { if (z === i) return 'at ' + i; z += i; } return z; }; HERE say(sum(5, 3), sum('a', 2), sum(1, 4)); if (sum(7, 2) === 8) HERE say(sum(), sum(-0, 1)); say(sum(v, 2));"},
	{fires: "call-evaluated", in: "whole", body: with + "var y = 1; keep(z => { y = z; return y; }); const test = z => { if (z === 3) throw y; if (z > 3) { n = z; return y; } let i = 0; while (z > i) i += 2; return i; }; try { say(test(2), test(1)); HERE say(test(4), n); say(test(3)); } catch (e) { say('threw', e); } say(test(0), n);"},
	{fires: "call-evaluated", in: "whole", body: with + "const down = function g(z) { if (z > 5) return z; return z < 1 ? 'end' : g(z - 2); }; HERE say(down(3), down(4), down(9)); while (more()) { HERE say(down(2), down(n)); n++; }"},

	// Values computed again, elsewhere, or earlier.
	{fires: "pass rematerialization", in: "patched", body: with + "if (!v) say(1); HERE say(!v); const t = x; x = 2; HERE say(t + x, x & 1, x & 1);"},
	{fires: "pass sinking", in: "patched", body: with + "const s = v | 0, t = w | 0; HERE if (more()) say(s * t + 1); else if (v) { HERE say(s * t + 1); } else say(w);"},
	{fires: "pass head-sinking", in: "patched", body: with + "let y = v | 0; for (const k in o) { if (y * 3 + 1 > 4) say(k); HERE y = say(2 * 3) | 0; } say(y * 3 + 1);"},
	{fires: "pass hoist", in: "tame", body: with + "const s = String(v), m = x | 0; let r = 0; for (let i = 0; i < s.length; i++) { HERE r += Math.sqrt(m) * i; } say(r);"},
	{fires: "builtin-caching", in: "builtins", body: with + "while (more()) { for (const k of Object.keys(w || {})) { HERE say(k, Math.max(x, 3)); } say(Math.floor(v)); } HERE for (let i = 0; i < Math.min(x, 3); i++) { o.a = Math.floor(i / 2); HERE } say(o.a);"},
	{fires: "load-again", in: "tame", body: "const o = { a: w }; const y = v.k, m = v.k; HERE const z = v.k; say(z, o.a, y, m); const t = v.k; w.k = 3; const u = v.k; say(t, u); hold(o);"},
	{fires: "load-again", in: "tame", body: "const o = { a: w }; let s = 0; const y = v.k; for (let i = 0; i < 3; i++) { s = v.k; if (c) { HERE v.k = 2; } } const p = w.own; if (c) { const z = w.own; say(z, p, s); } else { HERE x = w.own; } const t = w.own; say(t, y, v.k); hold(o);"},
	{fires: "load-final", in: "closed", top: "class FinalNAME { constructor(p, q) { this.p = p; this.q = q; this.count = [p].length; } m(f) { this.count++; f(this.q); for (let i = 0; i < 2; i++) say(this.p, this.count); return this.q; } }", body: "const o = new FinalNAME(v, w); say(o.p); HERE o.count++; say(o.p, o.count); if (c) { HERE say(o.q); } try { HERE fail(c); say(o.q, o.p); } catch (e) { say(o.q, o.m(say)); } hold(o); touch(); say(o.q, o.p);"},
	{fires: "load-final final-before", in: "closed", top: "class FinalNAME { constructor(p, q) { this.p = p; this.q = q; this.count = [p].length; } m(f) { this.count++; f(this.q); for (let i = 0; i < 2; i++) say(this.p, this.count); return this.q; } }", body: "const o = new FinalNAME(v, w), p = c ? null : o; while (more()) { HERE say(o.p, o.count++); touch(); if (c) continue; for (const k of [1, 2]) say(o.q, k); hold(o); } try { say(p.q); HERE say(p.q, p.count); } catch (e) { say(e); } say(o.m(keep));"},
	{fires: "null-check", in: "tame", body: with + "try { say(v.own); if (c) { HERE say(1); } v.k; n = 2; if (x) { v[n]; say(2); } } catch (e) { say(e instanceof TypeError, n); } try { w.k; say(c ? w.own : 0); } catch (e) { say(e instanceof TypeError); }"},
	{fires: "null-check", in: "tame", body: with + "const p = [w, null]; try { try { HERE p[n].own; say(3); } catch (e) { say(e instanceof TypeError); } const q = p[n]; n = 1; q.k; say(n); } catch (e) { say(e instanceof TypeError, n); } o.a; say(o.b);"},
	{fires: "null-check", in: "tame", body: with + "try { v.k; say(v.own); } catch (e) { say(e instanceof TypeError); } HERE const p = c ? null : w; try { p.own; HERE say(p.k, v.k); } catch (e) { say(e instanceof TypeError, n); } o.a; say(o.b);"},
	{fires: "null-check", in: "tame", body: with + "const p = [w][n]; try { HERE say(p.own); if (c) p.k; p.k = 2; HERE p.own; n = 1; const q = [w][n]; q.k; n = 2; const y = v.own; q.own = y; } catch (e) { say(e instanceof TypeError, n); }"},
	{fires: "load-before", in: "tame", body: with + "HERE let s = 0; for (let i = 0; i < v.length; i++) s += i; say(s);"},
	{fires: "", in: "tame", body: with + "for (let i = 0; i < w.length; i++) { say(i); HERE if (v !== w) v.length = 1; else break; }"},
	{fires: "", in: "tame", body: with + "HERE let s = 0; for (let i = 0; i < w.length; i++) { s += i; v.length = 1; } say(s, w.length);"},
	{fires: "builtin-ref builtin", in: "builtins", body: with + "HERE say(Math.floor(x), Math.max(x, 3)); say('ab'.charAt(x), Number(c)); HERE"},
	{fires: "implied", in: "tame", top: "const fixedNAME = 3; var lateNAME = fixedNAME + 1; function helpNAME(z) { touch(); return z; }",
		body: with + "if (fixedNAME) { HERE say(helpNAME(v)); if (!fixedNAME) say(1); } if (lateNAME === 4) { HERE if (lateNAME === 4) say(2); else say(3); }"},
}
