package ast_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

func TestJumpsOf(t *testing.T) {
	const src = `
A: for (;;) { while (a) { if (b) continue A; if (c) break; } }
B: C: do { switch (a) { case 1: break; default: continue C } } while (b);
for (const x of y) { L: { if (x) break L; continue; } }
for (const k in o) { for (;;) { f(() => { for (;;) break; }); break; } }
`
	prog, err := parse.Parse(src, parse.Options{})
	if prog == nil {
		t.Fatal(err)
	}
	got := map[string]ast.LoopJumps{}
	for loop, jumps := range ast.JumpsOf(prog.Body) {
		at := loop.Pos().Start
		got[src[at:at+8]] |= jumps
	}
	want := map[string]ast.LoopJumps{
		"for (;;)": ast.NamedContinue | ast.PlainBreak, // the first, and the one in the for-in
		"while (a": ast.PlainBreak,
		"do { swi": ast.NamedContinue,
		"for (con": ast.PlainContinue, // nothing for the for-in: only the loop inside it is left
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
