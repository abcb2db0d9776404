package passes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/passes"
)

// What pure-getters and pure-coercion allow is proved like the rewrites of memory: pairs of
// steps, in each context in turn, on values of programs that satisfy the assumption. Reading
// may run getters and proxies without observable effects; null still throws, and a write or a
// call still changes what is read. Converting may run valueOf and toString without observable
// effects, whose results depend on what they read.

var assumeSteps = []string{
	"",
	"sum += x - y;",
	"sum = `${y}`;",
	"x.n; y.k;",
	"y.n = c;",
	"if (c) y.k = 6;",
	"for (let i = 0; i < 2; i++) sum = x.k;",
	"while (sum < 1) { sum++; x.own = sum; }",
	"x.k;",
	"say(x.k, x.k);",
	"{ const a = x.k; call(x); say(a, x.k); }",
	"{ const a = x.k; y.k = 7; say(a, x.k, y.k); }",
	"{ const a = x.k; x.own = 8; say(a, x.k, x.own); }",
	"if (c) say(x.k); else say(y.k);",
	"{ const a = x.k, b = y.k; if (c) say(a); else say(b); }",
	"for (let i = 0; i < 2; i++) { say(x.k); if (c) call(y); }",
	"for (let i = 0; i < x.length; i++) sum += x[i];",
	"x.k.k;",
	"say(x && x.k, y?.k);",
	"{ const { k, own = 3 } = x; say(k, own); }",
	"x[c ? 'k' : 'own']; say(x['k']);",
	"x.k = x.k; say(x.k);",
	"try { say(x.k.own); } catch (e) { say(e); }",
	"x.k += 1; say(x.k);",
	"delete x.k; say(x.k);",
	"x - y;",
	"say(x - y, x - y);",
	"say(x + y); x + 1;",
	"{ const a = x * 2; call(x); say(a, x * 2); }",
	"{ const a = x * 2, b = -y; if (c) say(a); else say(b); }",
	"say(x < y, x >= y, x == y);",
	"for (let i = 0; i < 2; i++) { sum += x * 3; if (c) call(x); }",
	"say(`${x}`, +x, x | 0);",
	"try { sum += x % y; say(sum); } catch (e) { say(e); }",
	"{ let n = x; n++; say(n, typeof n); }",
	"say(y[x], x in { k: 1 });",
}

var assumeContexts = []string{
	"function NAME(x, y, c) { let sum = 0; BODY say(sum); }",
	"function NAME(x, y, c) { let sum = 0; for (let j = 0; j < 2; j++) { BODY c = !c; } say(sum); }",
	"function NAME(x, y, c) { let sum = 0; try { BODY } catch (e) { say(e); } finally { say(sum); } }",
	"function* NAME(x, y, c) { let sum = 0; yield 1; BODY yield sum; BODY }",
	"function NAME(x, y, c) { let sum = 0; const f = () => { BODY }; f(); call(x); f(); say(sum); }",
	"function NAME(x, y, c) { let sum = 0; l: { if (y === x) break l; BODY } say(x === y, sum); }",
}

// assumePrelude has values, grouped by what is assumed of them.
const assumePrelude = `
let LOG = "", kept = [];
function keep(...xs) { kept.push(xs); }
function show(x) {
  if (typeof x === "function" || x instanceof Error) return x.name;
  if (typeof x !== "object" || x === null) return typeof x + String(x) + (Object.is(x, -0) ? "-" : "");
  return Object.keys(x).join(":");
}
function say(...xs) { LOG += " " + xs.map(show).join(","); return xs[0]; }
function call(x) {
  for (const [o, set] of kept) { o.q = "called"; set("set"); }
  if (typeof x === "object" && x !== null && !Object.isFrozen(x)) x.n = (x.n || 0) + 1;
}
function run(f, ...args) {
  LOG = "", kept = [];
  try { const r = f(...args); if (r && r.next) for (const i of r) { say(i); call(args[0]); } } catch (e) { say(e); }
  print(f.name, LOG);
}
const same = { k: 5, own: 1, n: 2 };
const values = [
  () => 1, () => undefined, () => null, () => "s", () => -0, () => [3, 4], () => ({ k: 1, own: { k: 2 } }),
  () => Object.freeze({ k: 1 }), () => same, () => Object.create({ k: { own: 4 } }), () => new Uint8Array([5, 6]),
  VALUES
];
`

var assumeValues = map[string]string{
	"pure-getters": `() => ({ n: 1, get k() { return this.n * 10; }, set k(v) { this.n = v; } }),
  () => ({ n: 2, get k() { return this; }, get length() { return 1; } }),
  () => new Proxy({ k: 3, n: 1 }, { get(t, key) { return t[key]; } }),`,
	"pure-coercion": `() => ({ k: 1, n: 4, valueOf() { return this.n; }, toString() { return "n" + this.n; } }),
  () => ({ k: { k: 2 }, n: 2, [Symbol.toPrimitive](hint) { return hint === "string" ? "k" : this.n * 2; } }),
  () => Object.create({ toString: () => "own", valueOf: () => ({}) }, { k: { value: 3, writable: true }, n: { value: 1, writable: true } }),`,
}

// assumeProgram is the program of the pairs of steps that belong to one part.
func assumeProgram(values string, part, parts int) string {
	var b strings.Builder
	b.WriteString(strings.Replace(assumePrelude, "VALUES", values, 1))
	k := 0
	for i, first := range assumeSteps {
		for j, second := range assumeSteps {
			if k++; (i+j*3)%parts != part {
				continue
			}
			name := fmt.Sprintf("f%d_%d", i, j)
			context := assumeContexts[(i*5+j)%len(assumeContexts)]
			// The names of functions are looked up in the environment: no fact that a global
			// getter could change survives that lookup. If second consists only of operators
			// that may run valueOf, nothing else stands between q = 2 and q + 1, and the
			// variable is known there under pure-coercion alone.
			body := "{ let q = 1; const o = { q: x }; keep(o, v => { q = v; }); q = 3; o.q = y; const a = x.k, m = x.n; " + first +
				" const d = x.k; say(a, m, d, x.n); o.q = x; q = 2; " + second + " const h = q + 1, i = o.q; say(h, i, x.k); }"
			b.WriteString(strings.NewReplacer("NAME", name, "BODY", body).Replace(context) + "\n")
			fmt.Fprintf(&b, "for (const v of values) for (const w of [v, values[%d], values[values.length - 1 - %d]]) for (const c of [true, false]) { const x = v(); run(%s, x, w === v ? x : w(), c); }\n",
				k%11, k%3, name)
		}
	}
	return b.String()
}

func TestAssumptionsChangeNothingThatKeepsToThem(t *testing.T) {
	t.Parallel()
	const parts = 12
	for name, values := range assumeValues {
		assume, err := passes.ParseAssumptions([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		for part := range tier.Share(1, parts) {
			t.Run(fmt.Sprintf("%s/%d", name, part), func(t *testing.T) {
				src := assumeProgram(values, part, parts)
				res := optimize(t, src, passes.Options{Level: 1, ForceGraph: true, Verify: true, Assume: assume})
				if d := cmp.Diff(strings.Split(runJS(t, src), "\n"), strings.Split(runJS(t, res.Code), "\n")); d != "" {
					t.Errorf("it prints something else (-want +got)\n%.4000s", d)
				}
				if len(res.Report.Assumed[name]) == 0 {
					t.Errorf("nothing relied on it: %v", res.Report.Assumed)
				}
			})
		}
	}
}
