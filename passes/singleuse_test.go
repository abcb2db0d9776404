package passes_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/passes"
)

// TestUnpatchedFunctionsAreNotReadAgain spoils one statement of a patched text at a time: it is
// not read if it is in a function that no patch touches.
func TestUnpatchedFunctionsAreNotReadAgain(t *testing.T) {
	const body = ` { first(x); second(x); third(x, "a text that is long enough"); `
	src := `gone(1); function before(x)` + body + `A(); }
keep(gone(2)); function around(x)` + body + `B(); gone(3); function inside(x)` + body + `C(); } }
function patched(x)` + body + `D(); gone(4); } function last(x)` + body + `E(); }
const arrow = (x) =>` + body + `F(); };
class Box { #y; m() { return function (x)` + body + `G(this.#y); }; } }
gone(5);`
	p, ds := parse.Parse(src, parse.Options{Path: "a.js"})
	if p == nil {
		t.Fatal(ds)
	}
	var patches []print.Patch
	for _, text := range []string{"gone(1);", "gone(2)", "gone(3);", "gone(4);", "gone(5);"} {
		at := int32(strings.Index(src, text))
		new := strings.Repeat("1", 3*len(patches)) + ";"
		if text == "gone(2)" {
			new = "someThingLonger(2)"
		}
		patches = append(patches, print.Patch{Span: ast.Span{Start: at, End: at + int32(len(text))}, Text: new})
	}
	code := print.Apply(src, patches)
	valid := func(code string) bool {
		return parse.Valid(code, parse.Options{Path: "a.js"}, passes.Unpatched(p, patches))
	}
	if !valid(code) {
		t.Fatalf("not valid:\n%s", code)
	}
	for text, skipped := range map[string]bool{
		"A();": true, "B();": false, "C();": true, "D();": false, "E();": true, "F();": false, "G(this.#y);": false, "keep(": false,
	} {
		spoiled := strings.Replace(code, text, strings.Repeat(")", len(text)), 1)
		if got := valid(spoiled); got != skipped {
			t.Errorf("%s is not read: %v, want %v", text, got, skipped)
		}
	}
}
