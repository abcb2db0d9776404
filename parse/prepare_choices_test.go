package parse

import (
	"fmt"
	"testing"
)

// TestPreparedConditionalsPrintTheSame writes long if-else chains as conditional
// expressions, which is what esbuild makes of them.
func TestPreparedConditionalsPrintTheSame(t *testing.T) {
	for _, n := range []int{longChain - 1, longChain, 600} {
		for _, tt := range []struct{ name, src string }{
			{"blocks", "g()\n" + many(n, "if (a > %[1]d) { b = %[1]d; } else ") + "{ b = 0 }"},
			{"without a last else", "g()\n" + many(n, "if (a > %[1]d) { b = %[1]d } else ") + "if (c) b = 0\n(1, g)()"},
			{"statements", many(n, "if (a > %[1]d) b = %[1]d; else ") + "g(); h()"},
			{"lines without semicolons", many(n, "if (a > %[1]d)\n b = %[1]d\n else ") + "g()\nh()"},
			{"several", "switch (a) { case 1: " + many(n, "if (a > %[1]d) { b = %[1]d; g(b), h(); c++ }\nelse ") + "{ g(); h() } break; default: g() }"},
			{"comments", many(n, "if /* if ( */ (a > %[1]d) // else\n { /* { */ b = %[1]d /* ; */; /* } */ } // else\n else /* if */ ") + "g() // }\n"},
			{"functions and objects", "function f(a) { " + many(n, "if (a > %[1]d) { (function () { return a })(), ({ a }).b } else ") + "{ ({ a } = g()) } return a }"},
			{"a value that the next statement uses", "function f() { " + many(n, "if (a(%[1]d)) { a = %[1]d; } else ") + "if (b) { b = 2 } return a }"},
			{"chains in functions in chains", many(n, "if (a > %[1]d) b = () => { if (c) d(); else e(%[1]d) }; else ") + "g()"},
			{"a branch without expressions", many(n, "if (a > %[1]d) { b = %[1]d } else ") + "{}"},
			{"a branch that returns", "function f(a) { " + many(n, "if (a > %[1]d) { b = %[1]d } else ") + "return 1 }"},
			{"long branches", many(n, "if (a > %[1]d) { b(%[1]d); } else ") + "{" + many(longSequence+9, "g(%d);") + many(longSequence, "h(%d)\n") + "}"},
			{"branches that end in functions", many(n, "if (a > %[1]d) { b[%[1]d] = () => {}; c[1] = class {} } else ") + "b[0] = () => {};"},
			{"a body", "while (g()) " + many(n, "if (a > %[1]d) { b = %[1]d } else ") + "g()"},
		} {
			t.Run(fmt.Sprint(tt.name, " ", n), func(t *testing.T) {
				printsAsAlone(t, tt.src)
			})
		}
	}
}
