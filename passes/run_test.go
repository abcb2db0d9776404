package passes_test

import (
	"testing"

	"github.com/sonjs/son/internal/enginetest"
)

// runPrelude defines the functions with which a program prints. trace is a list of lines.
//
//	print(...v)       prints the values
//	eff(v)            prints v and is v: an effect in an expression
//	attempt(f, ...v)  prints what f(...v) returns or throws
//	list(...v)        an array of the values; functions among them are called
//	reader(...v)      a function that gives the values one by one, then null
//	pump(it, ...v)    the results of it.next(v) for each v, then until it ends
//	settle(p)         prints what a promise becomes, and when: the tick
//	under             a global accessor, so that "var under" is one too
//	obj(v)            an object that prints when it is converted to v
const runPrelude = `(() => {
const lines = [];
const keys = Reflect.ownKeys, desc = Reflect.getOwnPropertyDescriptor, call = Reflect.apply;
const seen = new Map();
const id = v => { if (!seen.has(v)) seen.set(v, seen.size + 1); return "#" + seen.get(v); };
const show = (v, deep) => {
  if (typeof v === "string") return JSON.stringify(v);
  if (typeof v === "bigint") return v + "n";
  if (Object.is(v, -0)) return "-0";
  if (typeof v === "function") return "function " + JSON.stringify(desc(v, "name") ? v.name : null) + "/" + v.length;
  if (typeof v !== "object" || v === null) return String(v);
  if (v instanceof Error) return v.name + (String(v.message).startsWith("u:") ? " " + v.message : "");
  if (v instanceof RegExp) return String(v) + id(v);
  if (deep > 3) return id(v);
  const parts = keys(v).filter(k => !(Array.isArray(v) && k === "length")).map(k => {
    const d = desc(v, k), at = Array.isArray(v) && /^\d+$/.test(String(k)) ? "" : String(k) + ": ";
    return at + ("value" in d ? show(d.value, deep + 1) : (d.get ? "get" : "") + (d.set ? "set" : ""));
  });
  return (Array.isArray(v) ? "[" : "{") + parts.join(", ") + (Array.isArray(v) ? "]" : "}");
};
const print = (...list) => {
  if (lines.length > 2000) throw new Error("u:too many lines");
  lines.push(list.map(v => show(v, 0)).join(" "));
};
const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
define("print", print);
define("eff", v => { print("eff", v); return v; });
define("attempt", (f, ...list) => {
  try { print(f(...list)); } catch (e) { lines.push("throws " + show(e, 0)); }
});
define("list", (...v) => v.map(x => typeof x === "function" ? x() : x));
define("reader", (...v) => { let i = 0; return () => i < v.length ? v[i++] : null; });
define("pump", (it, ...v) => {
  const out = [];
  for (let i = 0; i < 20; i++) {
    const r = it.next(v[i]);
    out.push(r.value);
    if (r.done) return out;
  }
  return out;
});
let tick = 0;
define("settle", p => {
  let left = 12;
  const count = () => { tick++; if (left-- > 0) Promise.resolve().then(count); };
  if (tick === 0) count();
  p.then(v => print("tick", tick, v), e => print("tick", tick, "rejected", e));
});
let under = 0;
Object.defineProperty(globalThis, "under", { get() { print("get under"); return ++under; }, set(v) { print("set under", v); }, configurable: true });
define("obj", v => ({
  valueOf() { print("valueOf", v); return v; },
  toString() { print("toString", v); return String(v); },
}));
// The text of a function may change when it is optimized: nothing may look at it.
Function.prototype.toString = function toString() { return "function"; };
return uncaught => {
  if (uncaught) lines.push("uncaught " + uncaught);
  return lines.join("\n") + (lines.length ? "\n" : "");
};
})()`

// runJS runs a script in a fresh engine and returns what it prints; a script that does not end
// is a line of its own.
func runJS(t testing.TB, src string) string {
	t.Helper()
	return enginetest.Run(t, runPrelude, src)
}
