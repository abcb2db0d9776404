package grow

import (
	"math"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse"
)

// Case is a construct that can be written with any number of elements.
type Case struct {
	Name string
	// Make writes the program of n elements; its text is about n times as long as
	// that of one.
	Make func(n int) string
	// Limit, if set, is the largest number of elements that makes sense, and Why the reason.
	Limit int
	Why   string
	Type  parse.SourceType
}

// Cases returns the constructs of the language, by subject.
func Cases() []Case {
	var all []Case
	for _, group := range [][]Case{rows, choices, loops, tries, operators, values, stores, functions, classes, bindings, texts, modules} {
		all = append(all, group...)
	}
	return all
}

// deep is how deeply nested constructs nest. Node refuses most of them above 1,000 to 4,000
// levels for lack of stack, but quadratic growth with a small factor only shows beyond that.
const deep, whyDeep = 16000, "four times what engines have stack for"

// in returns a case whose elements are in a function of three parameters.
func in(name string, body func(n int) string) Case {
	return Case{Name: name, Make: func(n int) string {
		return "function f(a, b, c) {\n" + body(n) + "\n}\nf(1, 2, 3);\n"
	}}
}

// top returns a case whose elements are at the top level of a script.
func top(name string, text func(n int) string) Case { return Case{Name: name, Make: text} }

// module returns a case whose elements are at the top level of a module.
func module(name string, text func(n int) string) Case {
	return Case{Name: name, Make: text, Type: parse.Module}
}

// nested limits a case whose elements are nested in each other.
func nested(c Case) Case {
	c.Limit, c.Why = deep, whyDeep
	return c
}

// upTo limits the elements of a case.
func (c Case) upTo(n int, why string) Case {
	c.Limit, c.Why = n, why
	return c
}

// rep writes format once for each of 0 … n-1, with each # in it replaced by the number.
func rep(n int, format string) string { return join(n, "", format) }

// join is rep with a separator.
func join(n int, sep, format string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(number(format, i))
	}
	return b.String()
}

// steps is rep with each @ replaced by the next number.
func steps(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(number(format, i), "@", strconv.Itoa(i+1)))
	}
	return b.String()
}

// nest writes n openings, the text inside them, and n closings, the innermost first.
func nest(n int, open, inner, end string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(number(open, i))
	}
	b.WriteString(inner)
	for i := n - 1; i >= 0; i-- {
		b.WriteString(number(end, i))
	}
	return b.String()
}

// number replaces each # in format by i.
func number(format string, i int) string {
	return strings.ReplaceAll(format, "#", strconv.Itoa(i))
}

// side returns the side of a square of n elements, for cases in two dimensions.
func side(n int) int { return max(int(math.Sqrt(float64(n))), 1) }
