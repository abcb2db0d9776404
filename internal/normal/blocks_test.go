package normal

import (
	"testing"

	"github.com/sonjs/son/parse"
)

const cutText = "function f(a) { function g() {} let x; const b0 = () => { x = 1; if (a) { return b1(); } else { return b2(); } };" +
	" const b1 = () => { throw x; }; const b2 = () => { return x; }; return b0(); }"

const loopText = "function f(a) { let result; let next; const b0 = () => { const t = a--; if (t) { return b0; } else { return b1; } };" +
	" const b1 = () => { result = a; return; }; next = b0; while (true) { if (next) { next = next(); } else { break; } } return result; }"

func TestFunctionsAreCutIntoBlocks(t *testing.T) {
	for src, want := range map[string]int{
		cutText:                                3,
		loopText:                               2,
		"const f = () => { a.b(); return a; }": 0,
		"function f(a) { const t = a + 1; try_(t); throw t; }": 0,
	} {
		r := CheckBlocks(read(t, src, parse.Options{Type: parse.Module}), nil, nil)
		if len(r.Violations) > 0 || r.Blocks != want || r.Split != min(want, 1) {
			t.Errorf("%s: %v, %d blocks", src, r.Violations, r.Blocks)
		}
	}
}

func TestUncutFunctionsAreFound(t *testing.T) {
	const block = "const b0 = () => { "
	for src, want := range map[string]string{
		"function f(a) { if (a) {} else {} }":                                          "if in a function that is not split into blocks",
		"function f(a) { while (true) { a(); } }":                                      "while in a function that is not split into blocks",
		"if (a) {} else {}":                                                            "if in a function that is not split into blocks",
		"function f(a) { const t = 1; " + block + "return t; }; return b0(); }":        "a statement outside the blocks of a function that is split into blocks",
		"function f(a) { " + block + "a(); }; return b0(); }":                          "a block that does not end in a jump",
		"function f(a) { " + block + "if (a) { return; } else {} }; return b0(); }":    "a block that does not end in a jump",
		"function f(a) { " + block + "l: { break l; } return; }; return b0(); }":       "labeled in a function that is not split into blocks",
		"function f(a) { " + block + "return a(); }; return b0(); }":                   "the returned value is call, not a simple operand",
		"function f(a) { const g = () => { const t = a(); return t; }; return g(a); }": "the returned value is call, not a simple operand",
	} {
		r := CheckBlocks(read(t, src, parse.Options{Type: parse.Module}), nil, nil)
		found := false
		for _, v := range r.Violations {
			found = found || v.What == want
		}
		if !found {
			t.Errorf("%s: %v, want %s", src, r.Violations, want)
		}
	}
	inNormal := map[int]string{0: "a reason"}
	if r := CheckBlocks(read(t, "function f(a) { if (a) {} else {} }", parse.Options{Type: parse.Module}), nil, inNormal); len(r.Violations) > 0 {
		t.Errorf("a function in normal form: %v", r.Violations)
	}
}
