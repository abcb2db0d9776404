package memory_test

import (
	"testing"

	"github.com/sonjs/son/internal/passtest"
	"github.com/sonjs/son/son"
)

func TestNullChecks(t *testing.T) {
	getters := son.Config{Assume: son.AssumePureGetters}
	both := son.Config{Assume: son.AssumePureGetters | son.AssumePureCoercion}
	passtest.Run(t, (*son.Graph).Optimize, []passtest.Case{
		{Name: "the next statement needs the object",
			Src:  "function f(a, b) { a.x; return a.y }",
			Pass: optimize, Config: getters, Rule: "null-check", Op: son.OpLoad, Left: 1},
		{Name: "and so does one after reads of others, which throw alike",
			Src:  "function f(a, b) { a.x; const y = b.y, z = b[0]; a.z = y; return z }",
			Pass: optimize, Config: getters, Rule: "null-check", Op: son.OpLoad, Left: 1},
		{Name: "a statement before needed it",
			Src:  "function f(a, b) { const y = a.y; log(y); if (b) a.x; return y }",
			Pass: optimize, Config: getters, Rule: "null-check", Op: son.OpLoad, Left: 1},
		{Name: "there is an object",
			Src:  "function f(a, b) { const o = {}; log(o); o.x; return a }",
			Pass: optimize, Config: getters, Rule: "null-check", Op: son.OpLoad, Left: 0},
		{Name: "operators between, as assumed",
			Src:  "function f(a, b) { a.x; const y = b * 2; return a.y + y }",
			Pass: optimize, Config: both, Rule: "null-check", Op: son.OpLoad, Left: 1},
		{Name: "operators between that may run code",
			Src:  "function f(a, b) { a.x; const y = b * 2; return a.y + y }",
			Pass: optimize, Config: getters, Op: son.OpLoad, Left: 2},
		{Name: "an operator that may throw another error",
			Src:  "function f(a, b) { a.x; const y = b / b; return a.y + y }",
			Pass: optimize, Config: both, Op: son.OpLoad, Left: 2},
		{Name: "a getter may run",
			Src:  "function f(a, b) { a.x; return a.y }",
			Pass: optimize, Op: son.OpLoad, Left: 2},
		{Name: "a call between",
			Src:  "function f(a, b) { a.x; log(b); return a.y }",
			Pass: optimize, Config: both, Op: son.OpLoad, Left: 2},
		{Name: "a store between",
			Src:  "function f(a, b) { a.x; b.x = 1; return a.y }",
			Pass: optimize, Config: both, Op: son.OpLoad, Left: 2},
		{Name: "another object",
			Src:  "function f(a, b) { a.x; return b.y }",
			Pass: optimize, Config: both, Op: son.OpLoad, Left: 2},
		{Name: "only one path needs the object",
			Src:  "function f(a, b) { a.x; return b ? a.y : 0 }",
			Pass: optimize, Config: both, Op: son.OpLoad, Left: 2},
		{Name: "only one path needed it",
			Src:  "function f(a, b) { if (b) log(a.y); a.x; return 1 }",
			Pass: optimize, Config: both, Op: son.OpLoad, Left: 2},
		{Name: "the value is used",
			Src:  "function f(a, b) { const x = a.x; log(a.y); return x }",
			Pass: optimize, Config: both, Op: son.OpLoad, Left: 2},
	})
}
