package branch_test

import (
	"testing"

	"github.com/sonjs/son/passes/branch"
	"github.com/sonjs/son/passes/internal/passtest"
	"github.com/sonjs/son/son"
)

func TestPasses(t *testing.T) {
	passtest.Run(t, passtest.Fixpoint, []passtest.Case{
		{Name: "thread",
			Src:  "function f(a, b) { let ok; if (a) { ok = true; log(1) } else { ok = false; log(2) } if (ok) log(3); else log(4); return b }",
			Pass: passtest.Repeat(branch.ThreadJumps), Config: son.Config{Authored: true}, Rule: "jump-threading", Op: son.OpIf, Left: 1},
		{Name: "thread one path of two",
			Src:  "function f(a, b) { let ok = b; if (a) { ok = 0; log(1) } if (ok) log(3); return b }",
			Pass: passtest.Repeat(branch.ThreadJumps), Config: son.Config{Authored: true}, Rule: "jump-threading", Op: son.OpIf, Left: 2},
		{Name: "thread what is computed from the phi",
			Src:  "function f(a, b) { let k; if (a) { k = 1; log(1) } else { k = 2; log(2) } if (k + 1 === 2) log(3); return b }",
			Pass: passtest.Repeat(branch.ThreadJumps), Config: son.Config{Authored: true}, Rule: "jump-threading", Op: son.OpIf, Left: 1},
		{Name: "do not thread past an effect",
			Src:  "function f(a, b) { let ok; if (a) { ok = true; log(1) } else { ok = false; log(2) } log(5); if (ok) log(3); else log(4); return b }",
			Pass: passtest.Repeat(branch.ThreadJumps), Config: son.Config{Authored: true}, Op: son.OpIf, Left: 2},
		{Name: "do not thread what is not decided",
			Src:  "function f(a, b) { let ok; if (a) { ok = b; log(1) } else { ok = a; log(2) } if (ok > 1) log(3); return b }",
			Pass: passtest.Repeat(branch.ThreadJumps), Config: son.Config{Authored: true}, Op: son.OpIf, Left: 2},
		{Name: "merge tails",
			Src:  "function f(a, b) { if (a) { log(1); log(b, 9) } else { log(2); log(b, 9) } return b }",
			Pass: passtest.Repeat(branch.MergeTails), Config: son.Config{Authored: true}, Rule: "tail-merging", Op: son.OpCall, Left: 3},
		{Name: "merge tails that differ in an operand",
			Src:  "function f(a, b) { if (a) log(b, 'left'); else log(b, 'right'); return b }",
			Pass: passtest.Repeat(branch.MergeTails), Config: son.Config{Size: true}, Rule: "choice", Op: son.OpCall, Left: 1},
		{Name: "but not in output for readers",
			Src:  "function f(a, b) { if (a) log(b, 'left'); else log(b, 'right'); return b }",
			Pass: passtest.Repeat(branch.MergeTails), Config: son.Config{Authored: true}, Op: son.OpCall, Left: 2},
		{Name: "keep tails that differ",
			Src:  "function f(a, b) { if (a) { log(1); log(b, 9) } else { log(b, 9); log(2) } return b }",
			Pass: passtest.Repeat(branch.MergeTails), Config: son.Config{Authored: true}, Op: son.OpCall, Left: 4},
	})
}
