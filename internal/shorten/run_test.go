package shorten

import (
	"testing"

	"github.com/sonjs/son/internal/enginetest"
)

// runPrelude defines what the programs of the tests use:
//
//	log(...v)   records the values
//	each(f)     calls f with various values for its first four parameters, and three functions
//	            that record their calls, and records what it returns or throws
//	G           a global variable with a getter and a setter that record
const runPrelude = `(() => {
const lines = [];
const ids = new Map();
const show = v => {
  if (typeof v === "function") return "function " + v.name;
  if (typeof v === "object" && v !== null) {
    if (!ids.has(v)) ids.set(v, ids.size + 1);
    return "#" + ids.get(v) + (Array.isArray(v) ? "[" + v.map(show) + "]" : "");
  }
  return typeof v + " " + (Object.is(v, -0) ? "-0" : String(v));
};
globalThis.log = (...v) => { lines.push(v.map(show).join()); return v[0]; };
let g = 1;
Object.defineProperty(globalThis, "G", { get() { log("get G"); return g = g ? 0 : 1; }, set(v) { log("set G", v); }, configurable: true });
const values = () => [0, 1, "", "x", null, undefined, NaN, false, true, 2n, { valueOf() { log("valueOf"); return 3; }, b: 4, 0: 5 }];
globalThis.each = f => {
  const list = values(), n = list.length;
  for (let i = 0; i < n * n; i++) {
    const a = list[i % n], b = list[Math.floor(i / n)], c = list[(i + 3) % n], d = list[(i * 5) % n];
    let left = i % 7;
    const fn = name => function called(...v) { log(name, ...v); if (left-- === 0) throw name; return v.length ? v[0] : i % 2; };
    try { log(f.call(undefined, a, b, c, d, fn("f"), fn("g"), fn("h"))); } catch (e) { log("throws", e instanceof Error ? e.name : e); }
  }
};
return uncaught => { if (uncaught) lines.push("uncaught " + uncaught); return lines.join("\n"); };
})()`

// run runs a script in a new engine and returns what it records.
func run(t testing.TB, src string) string {
	t.Helper()
	return enginetest.Run(t, runPrelude, src)
}
