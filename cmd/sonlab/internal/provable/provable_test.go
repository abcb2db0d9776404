package provable

import (
	"testing"

	"github.com/sonjs/son/parse"
)

// TestReads checks how many reads of the constant k are provable.
func TestReads(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      int
	}{
		{"made after it", "a(); const k = 1; b(() => k + k);", 2},
		{"made before it", "b(() => k); const k = 1;", 0},
		{"nothing runs before", "const x = () => k, k = 1; b(x);", 1},
		{"a declared function that is referenced later", "a(); const k = -1; f(); function f() { return k }", 1},
		{"a declared function that is referenced before", "f(); const k = 1; function f() { return k }", 0},
		{"one that leads to it", "g(); const k = 1; function f() { return k } function g() { f() }", 0},
		{"an exported one", "const k = 1; export function f() { return k }", 0},
		{"one that an exported one leads to", "const k = 1; export function g() { f() } function f() { return k }", 0},
		{"an exported arrow", "a(); const k = 1; export const f = () => k;", 1},
		{"computed", "const x = 2, k = x * 3 + `${x}`; b(() => k, () => x);", 2},
		{"not computed from constants", "const x = a(), k = x + 1; b(() => k);", 0},
		{"written twice", "let k = 1; b(() => k); k = 2;", 0},
		{"in a block", "{ a(); const k = 1; b(() => k); }", 1},
		{"a function of its block", "{ f(); const k = 1; function f() { return k } }", 0},
		{"a var in a loop", "for (const x of a) { var k = 1; b(() => k); }", 0},
		{"in a case", "switch (a) { case 1: const k = 1; default: b(() => k); }", 0},
	} {
		p, ds := parse.Parse(tt.src, parse.Options{Type: parse.Module})
		if p == nil {
			t.Fatal(ds)
		}
		if got := len(Reads(p)); got != tt.want {
			t.Errorf("%s: %d, want %d: %s", tt.name, got, tt.want, tt.src)
		}
	}
}
