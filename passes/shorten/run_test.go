package shorten

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"modernc.org/quickjs"
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
	vm, err := quickjs.NewVM()
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	vm.SetWTF8(true)
	vm.SetMemoryLimit(128 << 20)
	if err := vm.SetEvalTimeout(20 * time.Second); err != nil {
		t.Fatal(err)
	}
	finish, err := vm.EvalValue(runPrelude, quickjs.EvalGlobal)
	if err != nil {
		t.Fatal(err)
	}
	defer finish.Free()
	uncaught := ""
	if v, err := vm.EvalValue(src, quickjs.EvalGlobal); err == nil {
		v.Free()
	} else if e := (*quickjs.Error)(nil); errors.As(err, &e) && e.Name != "" {
		uncaught = e.Name
	} else {
		uncaught = err.Error()
	}
	if _, err := vm.ExecutePendingJobs(); err != nil {
		uncaught = err.Error()
	}
	text, err := finish.Call(quickjs.UndefinedValue, uncaught)
	if err != nil {
		return fmt.Sprintf("engine: %v\n", err)
	}
	s, _ := text.(string)
	return s
}
