package parse

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/internal/tier"
)

// nest is a construct that nests: open is repeated, then middle, then close.
type nest struct{ name, open, middle, close string }

func (n nest) text(depth int) string {
	switch n.name {
	case "array patterns":
		return strings.Repeat("[", depth) + "a" + strings.Repeat("]", depth) + " = 1"
	case "binding patterns":
		return "var " + strings.Repeat("[", depth) + "a" + strings.Repeat("]", depth) + " = 1"
	case "regexp groups":
		return "/" + strings.Repeat("(", depth) + strings.Repeat(")", depth) + "/"
	case "labels":
		var b strings.Builder
		for i := range depth {
			fmt.Fprintf(&b, "a%d:", i)
		}
		return b.String() + n.middle
	case "yield":
		return "function* g() {" + strings.Repeat(n.open, depth) + n.middle + "}"
	case "await":
		return "async function g() {" + strings.Repeat(n.open, depth) + n.middle + "}"
	}
	return strings.Repeat(n.open, depth) + n.middle + strings.Repeat(n.close, depth)
}

// nests are constructs that nest; the middle is put inside.
var nests = []nest{
	{"parentheses", "(", "a", ")"},
	{"arrays", "[", "", "]"},
	{name: "array patterns"},
	{"objects", "({a:", "1", "})"},
	{"object methods", "({a(){", "", "}})"},
	{"blocks", "{", "", "}"},
	{"functions", "function f(){", "", "}"},
	{"function expressions", "(function(){", "", "})"},
	{"arrow functions", "a => ", "a", ""},
	{"arrow functions in parentheses", "(a = ", "1", ") => 1"},
	{"async arrow functions", "async (a = ", "1", ") => 1"},
	{"classes", "class A { static {", "", "}}"},
	{"class heritage", "(class extends ", "a", "{})"},
	{"class fields", "(class { a = ", "0", "})"},
	{"computed keys", "class A { [class {[", "1", "]}] }"},
	{"calls", "f(", "", ")"},
	{"indexes", "a[", "0", "]"},
	{"templates", "`${", "1", "}`"},
	{"tagged templates", "a`${", "1", "}`"},
	{"unary operators", "!", "a", ""},
	{"typeof", "typeof ", "a", ""},
	{"new", "new ", "a", ""},
	{"assignments", "a = ", "1", ""},
	{"exponents", "a ** ", "1", ""},
	{"conditionals", "a ? ", "1", " : 0"},
	{"else branches", "a ? 0 : ", "1", ""},
	{"if", "if (a) ", ";", ""},
	{"else if", "if (a) ; else ", ";", ""},
	{"loops", "while (a) ", ";", ""},
	{"for loops", "for (;;) ", ";", ""},
	{"for-of heads", "for (a of function() {", "", "}) ;"},
	{"labels", "", "while (0) break a9", ""},
	{"try", "try {", "", "} finally {}"},
	{"switch", "switch (a) { case 1: ", "", "}"},
	{name: "binding patterns"},
	{name: "regexp groups"},
	{"spread", "[...", "a", "]"},
	{"imports", "import(", "a", ")"},
	{"yield", "yield ", "1", ""},
	{"await", "await ", "1", ""},
}

// One goroutine reads them all, so that its stack grows once.
func TestDeepNesting(t *testing.T) {
	for i, n := range nests {
		for _, depth := range []int{10_000, 2 * maxDepth} {
			if depth > maxDepth && i%tier.Share(8, 1) != 0 {
				continue // it fills a gigabyte of stack
			}
			_, ds := Parse(n.text(depth), Options{Type: Script})
			for _, d := range ds {
				if !strings.Contains(d.Text, "nesting too deep") || depth <= 10_000 {
					t.Errorf("%s, depth %d: %v", n.name, depth, d)
				}
			}
		}
	}
}

// TestEarlyErrorsAreLinear runs the checks that look at enclosing constructs,
// in programs with many of them.
func TestEarlyErrorsAreLinear(t *testing.T) {
	const n = 20_000
	for name, src := range map[string]string{
		"private names of the outermost class": "class B { #b; static {" + strings.Repeat("class A { static { a.#b; ", n) + strings.Repeat("}}", n) + "}}",
		"private names of each class":          strings.Repeat("class A { #a; static { a.#a; ", n) + strings.Repeat("}}", n),
		"group names to the right":             "/" + strings.Repeat("(?:(?<a>x)|", n) + "y" + strings.Repeat(")", n) + "/",
		"group names to the left":              "/" + strings.Repeat("(?:", n) + "y" + strings.Repeat("|(?<a>x))", n) + "/",
		"vars of catch parameters":             strings.Repeat("try {} catch (e) { var e; ", n) + strings.Repeat("}", n),
		"functions of catch parameters":        strings.Repeat("try {} catch (f) { { function f() {} } ", n) + strings.Repeat("}", n),
	} {
		start := time.Now()
		if _, ds := Parse(src, Options{Type: Script}); len(ds) > 0 {
			t.Errorf("%s: %v", name, ds[0])
		}
		t.Logf("%s: %v", name, time.Since(start))
	}
}

func TestLongChains(t *testing.T) {
	for _, link := range []string{"a + ", "a, ", "a.b.", "a && ", "a ?? ", "a;", "a[0].", "f()?.", "var x;\n", "if (a) ;", "({}), "} {
		if _, ds := Parse(strings.Repeat(link, tier.Share(50_000, 300_000))+"a", Options{Type: Script}); len(ds) > 0 {
			t.Errorf("%q: %v", link, ds[0])
		}
	}
}
