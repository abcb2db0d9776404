package parse

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// concatenation puts parentheses into a long run of string literals that are added up. esbuild
// concatenates two at a time, from the left, so that n literals would cost n².
//
//	x + "a" + "b" + ("c" + "d") + (("e" + "f") + ("g" + "h"))
//
// The literals at the beginning get none, for the same reason as in a sequence.
func (b *preparer) concatenation(n *ast.Binary) {
	if n.Op != ast.Add || b.inner[n] {
		return
	}
	var run []ast.Expr // string literals, from the right
	end := func() {
		if len(run) >= longSequence {
			slices.Reverse(run)
			opens, closes := nested(len(run))
			for i, x := range run {
				b.put(x.Pos().Start, strings.Repeat("(", opens[i]))
				b.put(x.Pos().End, strings.Repeat(")", closes[i]))
			}
		}
		run = run[:0]
	}
	literal := func(x ast.Expr) {
		if _, ok := x.(*ast.String); ok && !x.Pos().Paren {
			run = append(run, x)
		} else {
			end()
		}
	}
	for {
		literal(n.R)
		l, ok := n.L.(*ast.Binary)
		if !ok || l.Op != ast.Add || l.Paren {
			break
		}
		b.inner[l] = true
		n = l
	}
	literal(n.L)
	end()
}

// nested returns how many parentheses open before and close after each of n operands of an
// associative operator. The first operands have none. After them, each pair has twice the
// operands of the pair before it, and contains the pairs of its halves.
func nested(n int) (opens, closes []int) {
	opens, closes = make([]int, n), make([]int, n)
	var halve func(from, to int)
	halve = func(from, to int) {
		if to-from < 2 {
			return
		}
		opens[from]++
		closes[to-1]++
		if to-from > flatSequence {
			halve(from, (from+to)/2)
			halve((from+to)/2, to)
		}
	}
	for from := flatSequence; from < n; from *= 2 {
		halve(from, min(2*from, n))
	}
	return opens, closes
}
