package print_test

import (
	"slices"
	"testing"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

func TestWithoutLegal(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"a line of its own", "a;\n  /*! x */\nb;\n", "a;\nb;\n"},
		{"several lines", "a;\r\n/*!\r\n * x\r\n */\r\nb;\r\n", "a;\r\nb;\r\n"},
		{"an empty line below at the start", "/** @license x */\n\n\nb;\n", "b;\n"},
		{"empty lines on both sides", "a;\n\n/*! x */\n\nb;\n", "a;\n\nb;\n"},
		{"an empty line below only", "a;\n/*! x */\n\nb;\n", "a;\n\nb;\n"},
		{"two in a row", "/*! x */\n\n//! y\nb;\n", "b;\n"},
		{"the last line", "a;\n//! x", "a;\n"},
		{"nothing else", "/*! x */", ""},
		{"below a hashbang", "#!/bin/x\n/*! x */\na;\n", "#!/bin/x\na;\n"},
		{"after code", "a; // @preserve x\nb; /*! y */ \n", "a;\nb;\n"},
		{"before code", "  /*! x */ a;\n", "  a;\n"},
		{"several lines before code", "/*!\n*/ a;\n", "a;\n"},
		{"after other comments", "// @licens\n/* x */ /*! y */ a;", "// @licens\n/* x */ a;"},
		{"in brackets", "f(/*! x */ a, [b /*! y */], /*! z */ c);", "f(a, [b], c);"},
		{"between words", "typeof/*! x */a;", "typeof a;"},
		{"between operators", "a +/*! x */+b;", "a + +b;"},
		{"a line end that is a semicolon", "function f() { return /*!\n*/ a }", "function f() { return \n a }"},
		{"a rare line end", "a /*!\u2028*/ ++b", "a \n ++b"},
		{"a line comment that a rare line end ends", "a //! x\u2028++b", "a \u2028++b"},
		{"HTML", "a\n<!-- @license x\n--> @license y\nb", "a\nb"},
		{"before a comment in HTML's syntax", "a /*!\n*/ --> x\nb", "a \n --> x\nb"},
		{"in a template", "`/*! a */${/*! x */ b} //! c`", "`/*! a */${b} //! c`"},
		{"no comments", "f('/*! a */', /\\/*! b */, '//! c')", "f('/*! a */', /\\/*! b */, '//! c')"},
		{"other comments", "/* a */ // b\n/** @licence */ c", "/* a */ // b\n/** @licence */ c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := print.Apply(tt.src, print.WithoutLegal(read(t, tt.src, parse.Script))); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestWithoutLegalIsTheSameProgram removes comments from everywhere: between all tokens, with and
// without white space around them.
func TestWithoutLegalIsTheSameProgram(t *testing.T) {
	n := 0
	for _, c := range table {
		for _, at := range tier.Some(tokens.FindAllStringIndex(c.src, -1), 3) {
			for _, comment := range []string{"/*! x */", " /*! x */", "/*! x */ ", " /*! x */ ", "/*!\n*/", " /*!\u2029*/ ", "//! x\n", "\n/*!\n*/", "/*! x *//*! y */", "/*! x */\n//! y\n", "\n--> @license\n"} {
				src := c.src[:at[1]] + comment + c.src[at[1]:]
				prog, _ := parse.Parse(src, parse.Options{Type: parse.Script})
				if prog == nil || len(print.LegalComments(prog)) == 0 {
					continue // a line end made another program of it, or this is inside of a token
				}
				n++
				out := print.Apply(src, print.WithoutLegal(prog))
				again, ds := parse.Parse(out, parse.Options{Type: parse.Script})
				switch {
				case again == nil:
					t.Errorf("%q becomes %q: %v", src, out, ds)
				case !ast.Equal(prog, again):
					t.Errorf("%q becomes another program: %q", src, out)
				case len(print.LegalComments(again)) > len(print.LegalComments(read(t, c.src, parse.Script))):
					t.Errorf("%q still has a comment: %q", src, out)
				}
			}
		}
	}
	t.Logf("%d programs", n)
	if n < tier.Share(6000, 18_000) {
		t.Errorf("only %d programs", n)
	}
}

func TestLegalComments(t *testing.T) {
	src := "/*! 1 */ a; // no\n/*! 2 */ b; /*! 1 */\n<!-- @license 3\n--> @preserve 4\n'/*! no */'"
	want := []string{"/*! 1 */", "/*! 2 */", "// @license 3", "// @preserve 4"}
	got := print.LegalComments(read(t, src, parse.Script))
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	there := read(t, "{\n  /*! 2\n   */\n  //! 1\n}", parse.Script)
	if got := print.MissingLegal([]string{"/*! 2\n */", "//! 1 2", "//! 1"}, there); !slices.Equal(got, []string{"//! 1 2"}) {
		t.Errorf("%q are missing", got)
	}
}
