package loop_test

import (
	"testing"

	"github.com/sonjs/son/internal/loop"
	"github.com/sonjs/son/internal/passtest"
	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/son"
)

func TestPasses(t *testing.T) {
	passtest.Run(t, passtest.Fixpoint, []passtest.Case{
		{Name: "unroll",
			Src:  "function f(a, b) { let s = a; for (let i = 0; i < 2; i++) s += i; return s - b }",
			Pass: passtest.Repeat(loop.Unroll), Rule: "unroll", Op: son.OpLoop, Left: 0},
		{Name: "do not unroll if that is longer",
			Src:  "function f(a, b) { let s = a; for (let i = 0; i < 3; i++) s = s * 2 + i; return s - b }",
			Pass: passtest.Repeat(loop.Unroll), Op: son.OpLoop, Left: 1},
		{Name: "unroll a loop that may be left early",
			Src:  "function f(a, b) { let s = a; for (let i = 0; i < 2; i++) { s += i; if (s === b) break } return s }",
			Pass: passtest.Repeat(loop.Unroll), Op: son.OpLoop, Left: 1},
		{Name: "unroll for speed",
			Src:  "function f(a, b) { let s = a; for (let i = 0; i < 4; i++) s = (s * 3 + i) % 7 + b; return s }",
			Pass: passtest.Repeat(loop.Unroll), Config: son.Config{Speed: true}, Rule: "unroll", Op: son.OpLoop, Left: 0},
		{Name: "do not unroll what does not end soon",
			Src:  "function f(a, b) { let s = b; for (let i = 0; i < a; i++) s += i; return s }",
			Pass: passtest.Repeat(loop.Unroll), Config: son.Config{Speed: true}, Op: son.OpLoop, Left: 1},
		{Name: "drop a loop that counts",
			Src:  "function f(a, b) { let i = 0; for (; i < 100; i++); return i + a + b }",
			Pass: passtest.Repeat(loop.InductionVariables), Rule: "idle-loop", Op: son.OpLoop, Left: 0},
		{Name: "keep one whose end is not known",
			Src:  "function f(a, b) { let i = 0; for (; i < a; i++); return i + b }",
			Pass: passtest.Repeat(loop.InductionVariables), Op: son.OpLoop, Left: 1},
		{Name: "merge variables that are equal",
			Src:  "function f(a, b) { let s = b; for (let i = 0, j = 0; i < a; i++, j++) s += i * j; return s }",
			Pass: passtest.Repeat(loop.InductionVariables), Rule: "same-induction-variable", Op: son.OpLoop, Left: 1},
		{Name: "one variable as the sum of another and a constant",
			Src:  "function f(a, b) { let s = b; for (let i = 0, j = 5; i < 9; i++, j++) s += i ^ j; return s + a }",
			Pass: passtest.Repeat(loop.InductionVariables), Rule: "offset", Op: son.OpLoop, Left: 1},
		{Name: "one variable as the difference",
			Src:  "function f(a, b) { let s = b; for (let i = 0, j = 9; i < 9; i++, j--) s += i ^ j; return s + a }",
			Pass: passtest.Repeat(loop.InductionVariables), Rule: "offset", Op: son.OpLoop, Left: 1},
		{Name: "variables that advance differently",
			Src:  "function f(a, b) { let s = b; for (let i = 0, j = 0; i < a; i++, j += 2) s += i ^ j; return s }",
			Pass: passtest.Repeat(loop.InductionVariables), Op: son.OpLoop, Left: 1},
		{Name: "peel",
			Src:  "function f(a, b) { let first = true, s = b; for (let i = 0; i < a; i++) { if (first) first = false; else s += i; s += 1 } return s }",
			Pass: passtest.Repeat(loop.Peel), Config: son.Config{Speed: true}, Rule: "peel", Op: son.OpLoop, Left: 1},
		{Name: "do not peel but for speed",
			Src:  "function f(a, b) { let first = true, s = b; for (let i = 0; i < a; i++) { if (first) first = false; else s += i; s += 1 } return s }",
			Pass: passtest.Repeat(loop.Peel), Op: son.OpLoop, Left: 1},
		{Name: "unswitch",
			Src:  "function f(a, b) { let s = 0; for (let i = 0; i < a; i++) { if (b === 1) s += 2; else s += i } return s }",
			Pass: passtest.Repeat(loop.Unswitch), Config: son.Config{Speed: true}, Rule: "unswitch", Op: son.OpLoop, Left: 2},
		{Name: "do not unswitch a test that varies",
			Src:  "function f(a, b) { let s = 0; for (let i = 0; i < a; i++) { if (s === b) s += 2; else s += i } return s }",
			Pass: passtest.Repeat(loop.Unswitch), Config: son.Config{Speed: true}, Op: son.OpLoop, Left: 1},
		{Name: "give a loop its test",
			Src:  "function f(a, b) { let s = b; while (true) { if (s > a) break; s += 2 } return s }",
			Pass: loop.Rotate, Rule: "loop-rotation", Op: son.OpLoop, Left: 1},
		{Name: "a loop that has one",
			Src:  "function f(a, b) { let s = b; while (s <= a) s += 2; return s }",
			Pass: loop.Rotate, Op: son.OpLoop, Left: 1},
		{Name: "hoist",
			Src:  "function f(a, b) { const k = b | 0; let s = 0; for (let i = 0; i < a; i++) s += k ** 3 - i; return s }",
			Pass: loop.Hoist, Config: son.Config{Speed: true}, Op: son.OpLoop, Left: 1},
	})
}

// TestHoist checks where an invariant value ends up.
func TestHoist(t *testing.T) {
	const src = "function f(a, b) { const k = b | 0; let s = 0; for (let i = 0; i < a; i++) s += k ** 3 - i; return s }"
	for speed, want := range map[bool]int{false: 1, true: 0} { // the depth of its loop
		g := passtest.Graph(t, src, son.Config{Speed: speed})
		passtest.Fixpoint(g)
		loop.Hoist(g)
		for _, b := range schedule.Run(g).Blocks {
			for _, n := range b.Nodes {
				if n.Op != son.OpExp {
					continue
				}
				depth := 0
				if b.Loop != nil {
					depth = b.Loop.Depth
				}
				if depth != want {
					t.Errorf("with speed %v: k ** 3 is computed at loop depth %d", speed, depth)
				}
			}
		}
	}
}
