package roundtrip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// census holds the counts by which a difference is classified.
type census struct {
	names  []string // declared, in order
	counts map[string]int
}

// classes are tried in this order: the first in which the counts of two functions
// differ is the class of their difference.
var classes = []struct {
	keys []string
	what string // followed by the changes of the counts
}{
	{[]string{"label"}, "labels:"},
	{[]string{"try"}, "try statements:"},
	{[]string{"case"}, "cases of a switch:"},
	{[]string{"var", "let", "const"}, "var, let or const:"},
	{[]string{"init"}, "initializers or separate assignments:"},
	{[]string{"for", "while", "do", "in/of"}, "the form of a loop:"},
	{[]string{"op=", "++"}, "x op= y, x++ and x = x op y:"},
	{[]string{"pattern"}, "patterns:"},
	{[]string{"return", "break", "continue", "throw"}, "jumps:"},
	{[]string{"if", "?:", "&&", "||", "??"}, "if, ?:, && and ||:"},
	{[]string{"!"}, "negations:"},
	{[]string{"void"}, "undefined:"},
	{[]string{"shorthand"}, "shorthand properties:"},
	{[]string{"template"}, "templates:"},
	{[]string{"call", "member", "assign"}, "number of operations:"},
}

// classify returns in what respect two minified functions differ.
func classify(before, after string) string {
	a, b := censusOf(before), censusOf(after)
	if a == nil || b == nil {
		return "unreadable"
	}
	switch more, less := without(b.names, a.names), without(a.names, b.names); {
	case len(more) > 0 && len(less) > 0:
		return "another name"
	case len(more) > 0:
		return "an additional variable"
	case len(less) > 0:
		return "one variable fewer"
	}
	for _, c := range classes {
		change := ""
		for _, k := range c.keys {
			if n := b.counts[k] - a.counts[k]; n != 0 {
				change += fmt.Sprintf(" %+d %s", n, k)
			}
		}
		if change != "" {
			return c.what + change
		}
	}
	if !slices.Equal(a.names, b.names) {
		return "order of declarations"
	}
	return classifyTokens(before, after)
}

// classifyTokens compares the tokens of functions whose counts are the same.
func classifyTokens(before, after string) string {
	x, y := tokenPattern.FindAllString(before, -1), tokenPattern.FindAllString(after, -1)
	sx, sy := slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))
	if slices.Equal(sx, sy) {
		return "order of the same tokens"
	}
	if removed, added := without(sx, sy), without(sy, sx); len(removed)+len(added) <= 4 {
		return fmt.Sprintf("spelling: %s becomes %s", strings.Join(removed, " "), strings.Join(added, " "))
	}
	return "other"
}

// without returns the items that a has more often than b.
func without(a, b []string) []string {
	have := map[string]int{}
	for _, s := range b {
		have[s]++
	}
	var out []string
	for _, s := range a {
		if have[s]--; have[s] < 0 {
			out = append(out, s)
		}
	}
	return out
}

// censusOf returns the counts of a text, or nil if it cannot be read.
func censusOf(text string) *census {
	p, _ := parse.Parse(text, parse.Options{Path: "function.js"})
	if p == nil {
		return nil
	}
	c := &census{counts: map[string]int{}}
	for _, st := range p.Body {
		ast.Walk(st, func(n ast.Node) bool {
			c.note(n)
			return true
		})
	}
	return c
}

func (c *census) note(n ast.Node) {
	switch n := n.(type) {
	case *ast.VarDecl:
		c.counts[n.Kind.String()]++
		for _, d := range n.Decls {
			sh := shape{}
			sh.target(d.Target)
			c.names = append(c.names, sh.names...)
			if d.Init != nil {
				c.counts["init"]++
			}
		}
	case *ast.FuncDecl:
		c.names = append(c.names, n.Fn.Name.Name)
	case *ast.Unary:
		c.counts[n.Op.String()]++
	case *ast.Binary:
		if n.Op.Logical() {
			c.counts[n.Op.String()]++
		}
	case *ast.Assign:
		if n.Op == ast.NoOp {
			c.counts["assign"]++
		} else {
			c.counts["op="]++
		}
	case *ast.Property:
		if n.Shorthand {
			c.counts["shorthand"]++
		}
	case *ast.Try:
		c.counts["try"]++
	case *ast.Labeled:
		c.counts["label"]++
	default:
		if k := kindOf(n); k != "" {
			c.counts[k]++
		}
	}
}

// kindOf returns the name under which a node is counted, if it is only counted.
func kindOf(n ast.Node) string {
	switch n.(type) {
	case *ast.Case:
		return "case"
	case *ast.For:
		return "for"
	case *ast.While:
		return "while"
	case *ast.DoWhile:
		return "do"
	case *ast.ForIn, *ast.ForOf:
		return "in/of"
	case *ast.Update:
		return "++"
	case *ast.ArrayPat, *ast.ObjectPat:
		return "pattern"
	case *ast.Return:
		return "return"
	case *ast.Break:
		return "break"
	case *ast.Continue:
		return "continue"
	case *ast.Throw:
		return "throw"
	case *ast.If:
		return "if"
	case *ast.Cond:
		return "?:"
	case *ast.Template:
		return "template"
	case *ast.Call, *ast.New:
		return "call"
	case *ast.Member, *ast.Index:
		return "member"
	}
	return ""
}
