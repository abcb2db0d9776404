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
	// Limit, if set, is the most elements that make sense, and Why says why.
	Limit int
	Why   string
	Type  parse.SourceType
}

// Cases are the constructs of the language, by subject.
func Cases() []Case {
	var all []Case
	for _, group := range [][]Case{rows, choices, loops, tries, operators, values, stores, functions, classes, bindings, texts, modules} {
		all = append(all, group...)
	}
	return all
}

// deep is how deep nested constructs go. Node refuses most of them above 1,000 to 4,000,
// for the want of stack, but what grows as a square with a small factor shows behind that.
const deep, whyDeep = 16000, "four times what engines have stack for"

// in is a case whose elements stand in a function of three parameters.
func in(name string, body func(n int) string) Case {
	return Case{Name: name, Make: func(n int) string {
		return "function f(a, b, c) {\n" + body(n) + "\n}\nf(1, 2, 3);\n"
	}}
}

// top is a case whose elements stand at the top of a script.
func top(name string, text func(n int) string) Case { return Case{Name: name, Make: text} }

// module is a case whose elements stand at the top of a module.
func module(name string, text func(n int) string) Case {
	return Case{Name: name, Make: text, Type: parse.Module}
}

// nested is a case whose elements stand in each other.
func nested(c Case) Case {
	c.Limit, c.Why = deep, whyDeep
	return c
}

// upTo bounds a case.
func (c Case) upTo(n int, why string) Case {
	c.Limit, c.Why = n, why
	return c
}

// rep writes format once for each of 0 … n-1; each # in it is the number.
func rep(n int, format string) string { return join(n, "", format) }

// join is rep with something between.
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

// steps is rep with the next number where format has an @.
func steps(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(number(format, i), "@", strconv.Itoa(i+1)))
	}
	return b.String()
}

// nest writes n openings, what they are about, and n closings, the innermost first.
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

// number puts i where format has a #.
func number(format string, i int) string {
	return strings.ReplaceAll(format, "#", strconv.Itoa(i))
}

// side is the side of a square of n elements, for what is n by n.
func side(n int) int { return max(int(math.Sqrt(float64(n))), 1) }
