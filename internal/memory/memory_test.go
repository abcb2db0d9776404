package memory_test

import (
	"testing"

	"github.com/sonjs/son/internal/memory"
	"github.com/sonjs/son/internal/passtest"
	"github.com/sonjs/son/son"
)

// optimize removes what memory optimization has left without a use, too.
func optimize(g *son.Graph) {
	memory.Optimize(g)
	g.Sweep()
}

func fill(g *son.Graph) {
	memory.FillLiterals(g)
	g.Sweep()
}

func TestPasses(t *testing.T) {
	passtest.Run(t, (*son.Graph).Optimize, []passtest.Case{
		{Name: "an object that does not escape",
			Src:  "function f(a, b) { const o = { x: a, y: b }; o.x += 1; return o.x * o.y }",
			Pass: optimize, Rule: "scalar", Op: son.OpObject, Left: 0},
		{Name: "an array that does not escape",
			Src:  "function f(a, b) { const o = [a, b]; o[0] = 7; return o[0] + o[1] }",
			Pass: optimize, Rule: "scalar", Op: son.OpArray, Left: 0},
		{Name: "keys that an object without a prototype lacks",
			Src:  "function f(a, b) { const o = { __proto__: null, x: a }; o.y = b; return ['y' in o, 'z' in o, o.w, o.y] }",
			Pass: optimize, Rule: "scalar", Op: son.OpObject, Left: 0},
		{Name: "keys that an object with a prototype lacks",
			Src:  "function f(a, b) { const o = a ? { __proto__: null, x: a } : { x: b }; return 'z' in o }",
			Pass: optimize, Op: son.OpIn, Left: 1},
		{Name: "objects that only hold each other",
			Src:  "function f(a, b) { const p = { c: null, v: a }; const q = { p }; p.c = q; return b }",
			Pass: optimize, Rule: "unread-records", Op: son.OpObject, Left: 0},
		{Name: "an object that holds itself, in a loop",
			Src:  "function f(a, b) { let s = 0; for (let i = 0; i < a; i++) { const o = [i, 0]; o[1] = o; s += i } return s }",
			Pass: optimize, Rule: "unread-records", Op: son.OpArray, Left: 0},
		{Name: "a value that is stored twice",
			Src:  "function f(a, b) { const o = { p: 0, q: 0 }; o.p = o.q = o; return a }",
			Pass: optimize, Rule: "unread-records", Op: son.OpObject, Left: 0},
		{Name: "objects of which one is known elsewhere",
			Src:  "function f(a, b) { const p = { c: null, v: a }; const q = { p }; p.c = q; if (b) log(q); return b }",
			Pass: optimize, Op: son.OpObject, Left: 2},
		{Name: "an object that an older one holds",
			Src:  "function f(a, b) { let p = null; for (let i = 0; i < a; i++) { const o = { p: 0, q: 0 }; o.q = o; o.p = p; p = o } if (p) log(p.q === p, b) }",
			Pass: optimize, Op: son.OpStore, Left: 2},
		{Name: "objects that lack the key",
			Src:  "function f(a, b) { const p = {}; const q = { p }; p.c = q; return b }",
			Pass: optimize, Op: son.OpObject, Left: 2},
		{Name: "one that does on a path",
			Src:  "function f(a, b) { const o = { x: a }; if (b) log(o); return o.x }",
			Pass: optimize, Op: son.OpObject, Left: 1},
		{Name: "fields that a loop changes",
			Src:  "function f(a, b) { const o = { n: 0 }; for (let i = 0; i < a; i++) o.n += b; return o.n }",
			Pass: optimize, Rule: "scalar", Op: son.OpObject, Left: 0},
		{Name: "fields that a branch changes",
			Src:  "function f(a, b) { const o = { x: 1 }; if (a) o.x = b; return o.x }",
			Pass: optimize, Rule: "scalar", Op: son.OpObject, Left: 0},
		{Name: "a load before the object escapes",
			Src:  "function f(a, b) { const o = { x: a }; const x = o.x; log(o); return x }",
			Pass: optimize, Rule: "load-known", Op: son.OpLoad, Left: 0},
		{Name: "a load after it has escaped",
			Src:  "function f(a, b) { const o = { x: a }; log(o); return o.x }",
			Pass: optimize, Op: son.OpLoad, Left: 1},
		{Name: "a property that may be inherited",
			Src:  "function f(a, b) { const o = { x: a }; const y = o.y; log(o); return y }",
			Pass: optimize, Op: son.OpLoad, Left: 1},
		{Name: "and that is not, as assumed",
			Src:  "function f(a, b) { const o = { x: a }; const y = o.y; log(o); return y }",
			Pass: optimize, Config: son.Config{Assume: son.AssumeBuiltins}, Rule: "load-absent", Op: son.OpLoad, Left: 0},
		{Name: "a store that belongs into the literal",
			Src:  "function f(a, b) { const o = { x: 1, y: a }; o.x = b; log(o); return a }",
			Pass: fill, Rule: "into-literal", Op: son.OpStore, Left: 0},
		{Name: "a store to a property that may have a setter",
			Src:  "function f(a, b) { const o = { x: 1 }; o.y = b; log(o); return a }",
			Pass: fill, Op: son.OpStore, Left: 1},
		{Name: "a store after somebody saw the object",
			Src:  "function f(a, b) { const o = { x: 1 }; log(o); o.x = b; log(o); return a }",
			Pass: fill, Op: son.OpStore, Left: 1},
	})
}
