package contain

import (
	"fmt"
	"strings"
	"testing"
	"time"

	cg "github.com/sonjs/son/cmd/sonlab/internal/calls"
	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/objects"
	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/internal/snapshot"
	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
)

// sights counts what programs did at points.
type sights struct {
	programs, points int
	unknown          int // entries of which nothing is known
	records          int // variables with records that were not let go
	shared           int // calls that an answer was there for
}

// points runs a program and returns what it did that the interpretation does not contain.
func points(t *testing.T, src string, goal parse.SourceType, prelude string, o snapshot.Options, n *sights) (wrong []string) {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Type: goal})
	if p == nil {
		t.Fatalf("%s in\n%s", parse.Format(ds), src)
	}
	o.Points = true
	s := snapshot.New(p, calls.New(p, calls.Options{}), o)
	n.programs++
	for _, e := range s.Entries {
		if e.Answer.Unknown != "" {
			n.unknown++
		}
		for _, c := range e.Calls {
			if c.Shared {
				n.shared++
			}
		}
	}
	q := NewPoints(p, s)
	text := q.Text
	if goal == parse.CommonJS {
		text = engine.CommonJS(text)
	}
	seen, err := ParsePoints(enginetest.RunFor(t, 2*time.Second, PointsPrelude(prelude), text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if strings.Contains(seen.Uncaught, "SyntaxError") {
		t.Fatalf("%s in\n%s", seen.Uncaught, text)
	}
	for _, x := range seen.Points {
		n.points++
		n.records += q.records(x.At)
		if w := q.Check(x); w != "" {
			wrong = append(wrong, w)
		}
	}
	return wrong
}

// records counts the variables at a point that are records of which something is known.
func (p *Points) records(at int) (n int) {
	q := p.list[at]
	for _, c := range q.claims {
		for _, sym := range q.vars {
			for _, id := range c.Value(sym).Recs {
				if f := c.Facts(id); f != nil && !f.IsGone() {
					n++
				}
			}
		}
	}
	return n
}

// TestPointsContainRecords runs generated programs of records.
func TestPointsContainRecords(t *testing.T) {
	for _, builtins := range []bool{true, false} {
		t.Run(fmt.Sprintf("builtins=%v", builtins), func(t *testing.T) {
			var n sights
			bad := 0
			for seed := range tier.Share(25, 100) {
				src := generateRecords(seed)
				if wrong := points(t, src, parse.Script, recordsPrelude, snapshot.Options{Builtins: builtins}, &n); len(wrong) > 0 {
					if bad++; bad <= 3 {
						t.Errorf("seed %d: %s\n%s", seed, wrong[0], src)
					}
				}
			}
			t.Logf("%+v, %d with faults", n, bad)
			if n.points == 0 || builtins && n.records == 0 || n.shared == 0 {
				t.Errorf("too little is seen: %+v", n)
			}
		})
	}
}

// TestPointsContainCalls runs generated programs of functions that call each other, and of classes and objects.
func TestPointsContainCalls(t *testing.T) {
	for _, m := range []struct {
		name     string
		generate func(seed int) (src string, goal parse.SourceType)
	}{
		{"calls", func(seed int) (string, parse.SourceType) {
			return generated(cg.Config{Seed: int64(seed), Tame: seed%2 == 0, Calm: seed%3 > 0})
		}},
		{"objects", func(seed int) (string, parse.SourceType) {
			return asScript(objects.Generate(objects.Config{Seed: int64(seed), Tame: seed%2 == 0}))
		}},
	} {
		t.Run(m.name, func(t *testing.T) {
			var n sights
			bad := 0
			for seed := range tier.Share(25, 100) {
				src, goal := m.generate(seed)
				if wrong := points(t, src, goal, engine.Prelude(), snapshot.Options{Builtins: seed%2 == 0}, &n); len(wrong) > 0 {
					if bad++; bad <= 3 {
						t.Errorf("seed %d: %s\n%s", seed, wrong[0], src)
					}
				}
			}
			t.Logf("%+v, %d with faults", n, bad)
			if n.points == 0 {
				t.Errorf("too little is seen: %+v", n)
			}
		})
	}
}

// recordTraps are programs in which little is missing for something to be wrong. coin, leak and poke are those of
// recordsPrelude.
var recordTraps = []struct{ name, src string }{
	{"one record passed twice", "function f(p, q) { p.a = 1; q.a = 2; return p.a; } const o = {}; const r = f(o, o); const s = f({}, {}); const t = f(o, {});"},
	{"two with equal facts", "function f(p, q) { p.a = 1; return q.a; } const o = {}, u = {}; const r = f(o, u); const s = f(u, u);"},
	{"one record in another", "function f(p, q) { p.x.a = 1; return q.a; } const o = { a: 0 }; const r = f({ x: o }, o); const s = f({ x: { a: 5 } }, o);"},
	{"modifications before a throw", "function f(p, q) { p.a = 1; if (q) throw p; p.a = 2; } const o = {}; try { f(o, coin()); o.b = 1; } catch (e) { o.c = 1; } const r = o.a;"},
	{"a throw through two calls", "function g(p) { p.a = 1; if (coin()) throw 1; delete p.a; } function f(p) { p.b = {}; g(p.b); p.c = 1; } const o = {}; for (let i = 0; i < 5; i++) { try { f(o); } catch {} const r = o.b; }"},
	{"a finally that modifies", "function f(p) { try { p.a = 1; if (coin()) return p.a; p.a = 's'; throw 0; } catch (e) { p.b = e; return p; } finally { p.c = p.a; } } const o = {}; let r; for (let i = 0; i < 5; i++) { r = f(o); }"},
	{"a finally that throws the exception away", "function f(p) { for (let i = 0; i < 3; i++) { try { p.a = i; throw p; } finally { if (p.a < 2) continue; p.d = 1; break; } } return p.d; } const o = {}; const r = f(o);"},
	{"made twice", "function make() { let obj = {}; return obj; } let a = make(); let b = make(); a.x = 1; b.y = 2; const same = a === b;"},
	{"made in a loop", "function make(p) { return { p }; } let last = null; for (let i = 0; i < 4; i++) { const o = make(last); o.i = i; if (last) last.next = o; last = o; } const r = last.p;"},
	{"a list that is changed through an older node", "let first = {}, last = first; for (let i = 0; i < 3; i++) { const o = {}; last.n = o; last = o; } first.n.v = 1; const r = last.v;"},
	{"the callee keeps it", "let cell; function keep(p) { cell = p; } function change() { if (cell) cell.a = 's'; } const o = { a: 1 }; keep(o); change(); const r = o.a;"},
	{"it is in another one that is kept", "function f(p, q) { p.x = q; leak(p); } const o = { a: 1 }; f({}, o); for (let i = 0; i < 9; i++) { try { poke(); } catch {} } const r = o.a;"},
	{"unknown code keeps it later", "const o = { a: 1 }, u = {}; leak(u); const r = o.a; u.x = o; for (let i = 0; i < 9; i++) { try { poke(); } catch {} } const s = o.a;"},
	{"Nothing is no value", "function f(c) { const o = {}; if (c) o.a = undefined; return o; } const o = f(true), u = f(coin()), v = f(false); const r = ['a' in o, 'a' in u, 'a' in v]; const s = 'a' in u; if ('a' in u) { const t = u.a; } else { u.a = 1; }"},
	{"keys that a loop visits", "function f(p) { let k = 'z'; for (k in p) { if (k === 'a') delete p.b; p.c = 1; } return k; } const r = f({ a: 1, b: 2 }); const s = f({ b: 1 }); const t = f({});"},
	{"delete and set again", "function f(p) { delete p.a; if (coin()) p.a = 2; return 'a' in p; } const o = { a: 1 }; const r = f(o); const s = f(o); const t = f({});"},
	{"an accessor of the prototype", "function f(p) { p.zz = 1; return p.a; } const o = {}; Object.defineProperty(Object.prototype, 'zz', { configurable: true, set(v) { this.a = v; } }); const r = f(o); delete Object.prototype.zz;"},
	{"a conversion of a record", "function f(p) { return p + 1; } const o = { a: 1, valueOf() { o.a = 's'; return 1; } }; const r = f(o); const s = o.a;"},
	{"a record that calls itself", "const o = { a: 1, m() { this.a = 's'; } }; const f = (p) => p.m(); f(o); const r = o.a;"},
	{"recursion that makes records", "function list(n) { return n > 0 ? { n, rest: list(n - 1) } : null; } const l = list(5); const r = l.rest; r.n = 's'; const s = l.rest.rest;"},
	{"recursion that modifies", "function f(p, n) { if (n > 0) f(p, n - 1); p.n = n; return p; } const o = {}; const r = f(o, 3); const s = f({ n: 's' }, 0);"},
	{"recursion that never ends", "function f(x, n) { if (n > 5) throw x; return f({ x: x }, n + 1); } let r = 1; try { r = f({}, 0); } catch (e) { r = 2; }"},
	{"two that call each other", "function even(p, n) { p.e = n; return n > 0 ? odd(p, n - 1) : p; } function odd(p, n) { p.o = p.e; return n > 0 ? even(p, n - 1) : null; } const o = {}; const r = even(o, 4); const s = odd({}, 2);"},
	{"many snapshots", "function f(p) { p.n = p.n + 1; return p; } let r; for (const u of [1]) { r = f({ n: 1 }); r = f({ n: 2 }); r = f({ n: 3 }); r = f({ n: 4 }); r = f({ n: 'a' }); r = f({ n: 1.5 }); r = f({}); }"},
	{"many snapshots with other aliasing", "function f(p, q) { p.n = 1; q.n = 2; return p.n; } const a = { n: 1 }, b = { n: 's' }; let r = f(a, { n: 0 }); r = f(b, { n: 9 }); r = f({ n: 3 }, {}); r = f({ n: 4 }, a); r = f(a, a); r = f(a, b); r = f(b, b);"},
	{"too deep for a snapshot", "function f(p) { p.a.a.a.a.b = 's'; return p.a.a; } const d = { b: 1 }; const o = { a: { a: { a: { a: d } } } }; const r = f(o); const s = d.b;"},
	{"too deep for an answer", "function f(p) { return { a: { a: { a: { a: { p } } } } }; } const o = { b: 1 }; const r = f(o); r.a.a.a.a.p.b = 's'; const s = o.b;"},
	{"arguments in their order", "function f(p, q, r) { return r; } const o = { a: 1 }; let s = f(o, (o.a = 's'), o.a); let t = f(o.a, delete o.a, o.a);"},
	{"a default value that modifies", "function f(p, q = (p.a = 's', p)) { q.b = 1; return p.a; } const o = { a: 1 }; const r = f(o, {}); const s = f(o);"},
	{"patterns", "function f({ a, b: { c = 1 } = {} }, [x]) { return c; } const o = { a: 1 }; const r = f(o, 'x'); let t; ({ a: o.z, q: t = o } = o); t.a = 's'; const s = o.a;"},
	{"a rest parameter", "function f(p, ...rest) { rest[0].a = 's'; return p.a; } const o = { a: 1 }; const r = f({}, o); const s = o.a;"},
	{"arguments", "function f(p) { arguments[0] = { a: 's' }; return p; } const o = { a: 1 }; const r = f(o);"},
	{"an optional chain", "function f(p) { p?.x?.y(p); const t = p?.x.z; return t; } let r = f(null); const o = { x: { z: 1 } }; try { r = f(o); } catch { r = o.x; } delete o?.x; const s = o.x;"},
	{"logical assignment", "function f(p) { p.a ||= { b: 1 }; p.c ??= p.a; p.a &&= p.c.b; return p; } const o = {}; const r = f(o); const s = f({ a: 0, c: { b: 's' } });"},
	{"a switch that falls", "function f(p, n) { switch (n) { case 0: p.a = 0; case p.a: p.b = 1; break; default: p.c = 2; case 9: p.d = 3; } return p; } const o = {}; let r = f(o, 0); r = f({ a: 5 }, 5); r = f({}, 7); r = f({}, 9);"},
	{"labels", "function f(p) { a: for (let i = 0; i < 3; i++) { for (;;) { p.i = i; if (coin()) continue a; if (coin()) break a; p.j = 1; break; } p.k = i; } return p.j; } const o = {}; const r = f(o); l: { if (coin()) break l; o.z = 1; } const s = o.z;"},
	{"a captured variable", "let o = { a: 1 }; const f = () => { o.a = 's'; }; const r = o.a; f(); const s = o.a; o = {}; const t = o.a;"},
	{"a variable that a function inside assigns", "let o = { a: 1 }; const u = o; const f = () => { o = { a: 's' }; }; f(); o.a = 2; const r = u.a;"},
	{"a generator gets it", "function* g(p) { p.a = 's'; yield p; p.a = null; } const o = { a: 1 }; const i = g(o); const r = o.a; i.next(); const s = o.a; i.next(); const t = o.a;"},
	{"a copy", "function f(p) { const c = { ...p, x: (p.a = 's') }; c.a = 2; return c; } const o = { a: 1, b: {} }; const r = f(o); r.b.z = 1; const s = o.b; const t = f({});"},
	{"a getter in a literal", "const o = { get a() { this.b = 's'; return 1; }, b: 1 }; function f(p) { return p.a; } const r = f(o); const s = o.b;"},
	{"an iterator that throws when it is closed", "const bad = { [Symbol.iterator]() { return { next() { return { done: false, value: 1 }; }, return() { throw 1; } }; } }; function f(p, c) { for (const x of bad) { p.a = 1; if (c) break; p.a = 2; return p; } } const o = {}; let r; try { f(o, true); } catch (e) { r = o.a; } try { f(o, false); } catch (e) { r = o.a; }"},
	{"an iterator that throws when it is closed, and a handler inside", "function f(p) { try { a: for (;;) { for (const x of { [Symbol.iterator]() { return { next() { return { done: false, value: 1 }; }, return() { throw 1; } }; } }) { try { p.a = 1; if (coin()) continue a; break; } catch { p.c = 1; } finally { p.a = 2; } } } } catch { return p.a; } } const o = {}; const r = f(o);"},
	{"let go on one path, filled on the other", "for (let i = 0; i < 5; i++) { const o = {}, u = { a: 1 }; if (coin()) leak(o); else o.x = u; if (o.x) o.x.a = 's'; const r = u.a; }"},
	{"let go on one path in a callee", "function f(p, q, c) { if (c) leak(p); else p.x = q; } function g(c) { const o = {}, u = { a: 1 }; f(o, u, c); if (o.x) o.x.a = 's'; return u.a; } const r = g(coin()), s = g(false);"},
	{"let go in one iteration", "const o = {}, u = { a: 1 }; for (let i = 0; i < 3; i++) { if (i === 1) leak(o); if (i === 0) o.x = u; } o.x.a = 's'; const r = u.a;"},
	{"let go at one recursion", "function f(p, q, n) { if (n === 0) { leak(p); return q; } p.x = q; return n > 1 ? f({}, q, n - 1) : p; } const o = {}, u = { a: 1 }; const r = f(o, u, 1); if (r.x) r.x.a = 's'; const s = u.a; const t = f({}, {}, 0);"},
	{"let go by one caller", "function f(p, q) { if (p.x) p.x.a = 's'; return q.a; } let r; for (const k of [1]) { const u = { a: 1 }; r = f({ x: u }, u); r = f({ x: 1 }, { a: 2 }); r = f({ x: 2 }, { a: 3 }); r = f({ x: 3 }, { a: 4 }); const o = {}; leak(o); r = f(o, { a: 5 }); const v = { a: 6 }; r = f({ x: v }, v); const w = { a: 7 }, z = { x: w }; r = f(z, w); r = f(z, v); }"},
	{"a function without variables that throws", "function g() { leak(); poke(); nothing(); } function f() { g(); return 1; } let r = 1; try { r = f(); } catch { r = 2; }"},
	{"a prototype of its own", "const q = { z: 1 }; const o = { __proto__: q, b: 1 }; function f(p) { return p.z; } const r = f(o); q.z = 's'; const s = f(o);"},
	{"keys that are not known", "function f(p, k) { p[k] = 's'; return p.a; } const o = { a: 1 }; const r = f(o, coin() ? 'a' : 'b'); const s = f({ a: 1 }, 'a'); function g(p, k) { return p[k]; } const u = {}; g({ u }, 'u').a = 1; const t = u.a;"},
}

// TestPointsContainTraps runs the written programs, in functions and in loops.
func TestPointsContainTraps(t *testing.T) {
	var n sights
	for _, tt := range recordTraps {
		for _, form := range []string{"(function () { %s })();", "(() => { 'use strict'; %s })();", "(() => { for (let k = 0; k < 2; k++) { %s } })();"} {
			for _, builtins := range []bool{true, false} {
				if builtins && strings.Contains(tt.src, "Object.prototype") {
					continue
				}
				src, was := fmt.Sprintf(form, tt.src), n.unknown
				for _, w := range points(t, src, parse.Script, recordsPrelude, snapshot.Options{Builtins: builtins}, &n) {
					t.Errorf("%s: %s\n%s", tt.name, w, src)
				}
				if n.unknown > was {
					t.Errorf("%s: nothing is known of some function\n%s", tt.name, src)
				}
			}
		}
	}
	t.Logf("%+v", n)
	if n.records == 0 {
		t.Errorf("too little is seen: %+v", n)
	}
}

// TestPointsFindFaults puts faults into the interpretation: for each of them, a written or a generated program does
// what the interpretation does not contain.
func TestPointsFindFaults(t *testing.T) {
	for fault := snapshot.NoFault + 1; fault < snapshot.NumFaults; fault++ {
		t.Run(fault.String(), func(t *testing.T) {
			var n sights
			o := snapshot.Options{Builtins: true, Fault: fault}
			traps := 0
			for _, tt := range recordTraps {
				if !strings.Contains(tt.src, "Object.prototype") && len(points(t, "(() => { "+tt.src+" })();", parse.Script, recordsPrelude, o, &n)) > 0 {
					traps++
				}
			}
			found := traps > 0
			for seed := 0; seed < tier.Share(0, 40); seed++ {
				if len(points(t, generateRecords(seed), parse.Script, recordsPrelude, o, &n)) > 0 {
					t.Logf("found by program %d", seed)
					found = true
					break
				}
			}
			t.Logf("found by %d of %d written programs", traps, len(recordTraps))
			if !found {
				t.Errorf("no program finds it: %+v", n)
			}
		})
	}
}
