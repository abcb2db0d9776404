package branch_test

import (
	"testing"

	"github.com/sonjs/son/internal/branch"
	"github.com/sonjs/son/internal/passtest"
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
		{Name: "combine ifs that return the same",
			Src:  "function f(a, b) { if (a > 1) return b; if (log(a)) return b; log(2); return 3 }",
			Pass: passtest.Repeat(branch.CombineIfs), Config: son.Config{Size: true}, Rule: "if-combining", Op: son.OpReturn, Left: 2},
		{Name: "combine ifs on opposite sides, with effects between them and after",
			Src:  "function f(a, b) { if (a > 1) { if (log(a) === b) log(a, b); else { log(b); log(7) } } else { log(b); log(7) } return log(1) }",
			Pass: passtest.Repeat(branch.CombineIfs), Config: son.Config{Size: true}, Rule: "if-combining", Op: son.OpCall, Left: 5},
		{Name: "combine a chain of them",
			Src:  "function f(a, b) { let r; if (a === 1) r = b; else if (a === 2) r = b; else if (b === a) r = b; else r = log(a); return r }",
			Pass: passtest.Repeat(branch.CombineIfs), Config: son.Config{Size: true}, Rule: "if-combining", Op: son.OpIf, Left: 3},
		{Name: "combine ifs in a loop",
			Src:  "function f(a, b) { let s = b; for (let i = 0; i < a; i++) { if (i === b) continue; if (log(i)) continue; s += i } return s }",
			Pass: passtest.Repeat(branch.CombineIfs), Config: son.Config{Size: true}, Rule: "if-combining", Op: son.OpIf, Left: 3},
		{Name: "do not combine ifs in output for readers",
			Src:  "function f(a, b) { if (a > 1) return b; if (log(a)) return b; log(2); return 3 }",
			Pass: passtest.Repeat(branch.CombineIfs), Config: son.Config{Authored: true}, Op: son.OpReturn, Left: 3},
		{Name: "do not combine ifs with something between them",
			Src:  "function f(a, b) { if (a > 1) return b; log(1); if (log(a)) return b; log(2); return 3 }",
			Pass: passtest.Repeat(branch.CombineIfs), Config: son.Config{Size: true}, Op: son.OpReturn, Left: 3},
		{Name: "do not combine ifs if what the second one computes is needed later",
			Src:  "function f(a, b) { if (a > 1) return b; const k = log(a); if (k) return b; log(k); return 3 }",
			Pass: passtest.Repeat(branch.CombineIfs), Config: son.Config{Size: true}, Op: son.OpReturn, Left: 3},
		{Name: "do not combine ifs whose sides differ in a value",
			Src:  "function f(a, b) { if (a > 1) { log(b, 1); return a } if (log(a)) { log(b, 2); return a } log(2); return 3 }",
			Pass: passtest.Repeat(branch.CombineIfs), Config: son.Config{Size: true}, Op: son.OpReturn, Left: 3},
		{Name: "do not combine ifs whose sides return different values",
			Src:  "function f(a, b) { if (a > 1) { log(b); return a } if (log(a)) { log(b); return b } log(2); return 3 }",
			Pass: passtest.Repeat(branch.CombineIfs), Config: son.Config{Size: true}, Op: son.OpReturn, Left: 3},
		{Name: "keep tails that differ",
			Src:  "function f(a, b) { if (a) { log(1); log(b, 9) } else { log(b, 9); log(2) } return b }",
			Pass: passtest.Repeat(branch.MergeTails), Config: son.Config{Authored: true}, Op: son.OpCall, Left: 4},
	})
}
