package passes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/passes"
)

// The rewrites of memory are proved by small programs: each allocation with each pair of steps,
// in each context in turn, on values that break wrong rules. The programs print everything that
// they can observe of the object; the output before and after must agree.

// memoryAllocs create the object that the steps name o, whose fields they name o.a and so on,
// and a variable x that a function captures.
var memoryAllocs = []string{
	"const o = { a: v, b: w };",
	"const o = { a: v, b: w, a: w };",
	"const o = {}; o.a = v; o.b = w;",
	"const o = { b: w }; o.a = v; o.d = o.a; o['e'] = o;",
	"const o = { get c() { say('own'); return this.a; }, a: v, b: w };",
	"const o = [v, w]; o.a = v; o.b = w;",
	"const o = c ? { a: v, b: w } : { a: w, b: v };",
	"let o; if (c) o = { a: v, b: w }; else o = { b: w, a: 1 };",
	"let o = { a: v, b: w }; for (let i = 0; i < 2; i++) o = { a: o.b, b: o.a };",
	"let o = [v], p = [w]; if (c) o = [w, v]; o.a = p[0]; o.b = o[0];",
}

var memorySteps = []string{
	"",
	"hold(o);",
	"touch();",
	"yieldHere",
	"{ const p = o; p.a = 1; }",
	"{ const p = { a: 5, b: 6 }; p.a = v; say(p.a, p.b, p === o); }",
	"{ const p = c ? o : { a: 5, b: 6 }; p.a = 2; say(p.a, p === o); }",
	"if (c) o.a = 3; else o.b = 4;",
	"o.a++;",
	"say(o.b--);",
	"o.a += w;",
	"o.b = o.a;",
	"say(delete o.b);",
	"o.c = w; say(o.c);",
	"o.a ||= w;",
	"say(v.k);",
	"v.k = w;",
	"{ const q = { o, n: o.a }; q.o.a = 8; say(q.n); }",
	"{ const { a, b: [d] = [2] } = { a: o.a, b: c ? [o.b] : undefined }; say(a, d); }",
	"{ const { a, b = 2 } = o; say(a, b); }",
	"[o.a, o.b] = [o.b, o.a];",
	"for (const k in o) say(k);",
	"Object.freeze(o);",
	"try { o.a = fail(w); } catch (e) { say(e, o.a); }",
	"try { o.b = 7; fail(c); o.b = 8; } catch (e) { say(o.b); } finally { o.a = 9; }",
	"while (o.b !== 3 && n++ < 4) o.b = 3;",
	"o[v] = 5;",
	"o.self = o; say(o.self === o, o.self.a);",
	"x = o.a; say(see()); x = 5;",
	"set(o.b); say(x);",
	"say((() => o.a)());",
	"{ const { a, ...r } = { a: o.a, b: o.b, z: w }; say(a, r); r.b = 1; say(r); }",
	"{ const q = { a: o.a, b: o.b }; say({ ...q, a: 1 }, [...[q.a, q.b]].length); q.a++; say({ z: 0, ...q }, q.a); }",
	"say(...[o.a, o.b], ...[1]);",
	"{ const [p, ...q] = [o.a, o.b, w]; say(p, q.length, q[1]); }",
	"{ const p = {}; p.z = o; p.y = v; hold(p.z); touch(); say(p.y, o.a, p); }",
	"hold([o]); touch();",
	"{ const q = { n: 1 }; q.o = o; say(q.n); hold(q); touch(); }",
	"{ const q = { o: v }; q.o = o; say(q.o === o); hold({ o: q }); hold(q.o); touch(); }",
	"hold({ o: { set a(z) { o.a = z; } } }); touch();",
	"try { say(o.a); o.a = 4; fail(c); o.a = 5; } finally { say(o.a); o.b = o.a; }",
	"o.a = () => o.b; say(o.a());",
	"{ let y = o; y = null; }",
	"say({ a: o.a, ...o }.a, [...[o.b]][0]);",
}

// memoryContexts are functions of (v, w, c) around a BODY.
var memoryContexts = []string{
	"function NAME(v, w, c) { let n = 0; BODY }",
	"function NAME(v, w, c) { let n = 0, last = null; for (let i = 0; i < 2; i++) { BODY say(o === last, last && last.a); last = o; } }",
	"function NAME(v, w, c) { let n = 0; try { BODY fail(c); } catch (e) { say(e); } }",
	"function NAME(v, w, c) { let n = 0; try { fail(c); } catch (e) { say(e); } finally { BODY } }",
	"function* NAME(v, w, c) { let n = 0; yield 1; BODY yield 2; }",
	"function NAME(v, w, c) { let n = 0; l: { if (c) break l; BODY } say(n); }",
	"function NAME(v, w, c) { 'use strict'; let n = 0; for (const i of [1, 2]) { BODY if (c) break; } }",
	"function NAME(v, w, c) { let n = 0; switch (n) { case 0: { BODY } default: say(n); } return arguments[0] === v; }",
}

// The prelude iterates over nothing and spreads nothing: where iterators are patched, that would be most of what
// is run, and recorded between what the programs do.
const memoryPrelude = `
let held = [], called = [], left = 4, touching = 0, LOG = "";
const inside = ["o", 0];
function show(x) {
  try {
    if (typeof x === "function") return "function";
    if (typeof x !== "object" || x === null) return String(x) + (Object.is(x, -0) ? "-" : "");
    if (x instanceof Error) return x.name;
    const names = Object.getOwnPropertyNames(x);
    let text = "{";
    for (let i = 0; i < 6 && i < names.length; i++) {
      const d = Object.getOwnPropertyDescriptor(x, names[i]);
      text += (i ? "," : "") + names[i] + (d.writable ? ":" : "!") + (typeof d.value === "object" ? "o" : String(d.value));
    }
    return text + "}";
  } catch (e) { return "?" + e.name; }
}
function say(x) {
  let text = " ";
  for (let i = 0; i < arguments.length; i++) text += (i ? "," : "") + show(arguments[i]);
  LOG += text;
  return x;
}
function hold(o) { held.push(o); }
function keep(f) { called.push(f); }
function more() { return left-- > 0; }
function touch() { // what it touches may touch again, which ends
  LOG += " touch";
  if (touching > 2) return;
  touching++;
  for (let i = 0; i < called.length; i++) try { called[i]("called"); } catch (e) { say(e.name); }
  for (let i = 0; i < held.length; i++) try {
    const h = held[i];
    h.a = "touched";
    for (let j = 0; j < inside.length; j++) if (h[inside[j]] && h[inside[j]] !== h) h[inside[j]].a = "deep";
  } catch (e) { say(e.name); }
  touching--;
}
function fail(c) { if (c) throw "failed"; return c; }
function once(f, v, w, c) {
  held = []; called = []; left = 4; touching = 0; LOG = "";
  try {
    let r = f(v, w, c);
    if (r && r.next) { for (;;) { const i = r.next(); touch(); if (i.done) break; } } else say(r);
  } catch (e) { say(e instanceof Error ? e.name : e); }
  for (let i = 0; i < held.length; i++) say(held[i]);
  return LOG;
}
function run(f, v, w, c) { print(f.name, once(f, v, w, c)); }
// table runs f on a number of pairs of values, from that of the number k on.
function table(f, k, pairs) {
  const all = [], logs = [];
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    all.push([v, v], [v, values[0]], [v, values[1]], [v, values[(i + k) % values.length]]);
  }
  for (let i = 0; i < pairs && i < all.length; i++) {
    const pair = all[(k * 7 + i * 11) % all.length], v = pair[0], w = pair[1];
    for (let c = 1; c >= 0; c--) { const x = v(); logs.push(once(f, x, w === v ? x : w(), c === 1)); }
  }
  print(f.name, ...logs);
}
const values = [
  () => 1, () => undefined, () => "s", () => 2n,
  () => ({ valueOf() { say("valueOf"); touch(); return 3; }, get k() { say("k"); touch(); return this; }, set k(x) { hold(x); } }),
  () => new Proxy({}, { get(t, k) { say(typeof k === "symbol" ? "symbol" : k); touch(); return k === "k" ? 4 : undefined; }, set(t, k, x) { say("set", k); return false; } }),
  () => Object.freeze({ k: 1 }), () => new Uint8Array(2),
  () => { let n = 0; return { get k() { return n++; }, toString() { return "a" + n++; } }; },
  () => (function (a) { return arguments; })(5),
];
`

// memoryProgram is the program of all pairs of steps that belong to one part.
func memoryProgram(part, parts int, prelude string) string {
	var b strings.Builder
	b.WriteString(prelude + memoryPrelude)
	k := 0
	for a, alloc := range memoryAllocs {
		for i, first := range memorySteps {
			for j, second := range memorySteps {
				if k++; (a+i*3+j)%parts != part {
					continue
				}
				context := memoryContexts[(i+j*5+a)%len(memoryContexts)]
				yield := ""
				if strings.HasPrefix(context, "function*") {
					yield = "yield 3;"
				}
				body := "let x = v; const see = () => x, set = z => { x = z; }; " + alloc + first + " say(o.a, x); " + second + " say(o.a, o.b, x); "
				if j%3 == 0 {
					body += "hold(o); "
				}
				body = strings.ReplaceAll(body, "yieldHere", yield)
				name := fmt.Sprintf("f%d_%d_%d", a, i, j)
				b.WriteString(strings.NewReplacer("NAME", name, "BODY", body).Replace(context) + "\n")
				fmt.Fprintf(&b, "for (const v of values) run(%s, v(), values[%d](), %v);\n", name, k%10, j%2 == 0)
			}
		}
	}
	return b.String()
}

const patchedPrelude = `
Object.defineProperty(Object.prototype, "c", { get() { say("get c"); hold(this); return 6; }, set(x) { say("set c"); hold(this); }, configurable: true });
Array.prototype[Symbol.iterator] = (old => function () { say("iterates"); return old.call(this); })(Array.prototype[Symbol.iterator]);
`

func TestMemoryRewritesDoTheSame(t *testing.T) {
	const parts = 48
	for part := range tier.Share(1, parts) {
		for _, c := range []struct {
			name, prelude string
			assume        passes.AssumptionSet
		}{{"patched", patchedPrelude, 0}, {"builtins", "", passes.AssumeBuiltins}} {
			t.Run(fmt.Sprintf("%s/%d", c.name, part), func(t *testing.T) {
				t.Parallel()
				src := memoryProgram(part, parts, c.prelude)
				res := optimize(t, src, passes.Options{Level: 1, ForceGraph: true, Verify: true, Assume: c.assume})
				if d := cmp.Diff(strings.Split(runJS(t, src), "\n"), strings.Split(runJS(t, res.Code), "\n")); d != "" {
					t.Errorf("it prints something else (-want +got)\n%.4000s", d)
				}
				if m := res.Report.Memory; m.Loads < 50 || m.Allocations < 5 {
					t.Errorf("hardly anything was rewritten: %+v", m)
				}
				t.Logf("%+v of %d functions, %d as written", res.Report.Memory, res.Report.Functions, len(res.Report.Bailouts))
			})
		}
	}
}
