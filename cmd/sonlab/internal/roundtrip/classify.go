package roundtrip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// census counts what decides how a difference is classed.
type census struct {
	names  []string // declared, in their order
	counts map[string]int
}

// classes are looked through in this order: the first in which the counts of two
// functions differ is the class of their difference.
var classes = []struct {
	keys []string
	what string // with the change of the counts behind it, if it ends in a colon
}{
	{[]string{"label"}, "labels:"},
	{[]string{"try"}, "try statements:"},
	{[]string{"case"}, "cases of a switch:"},
	{[]string{"var", "let", "const"}, "var, let or const:"},
	{[]string{"init"}, "values in declarations or apart from them:"},
	{[]string{"for", "while", "do", "in/of"}, "the form of a loop:"},
	{[]string{"op=", "++"}, "x op= y, x++ and x = x op y:"},
	{[]string{"pattern"}, "patterns:"},
	{[]string{"return", "break", "continue", "throw"}, "jumps:"},
	{[]string{"if", "?:", "&&", "||", "??"}, "if, ?:, && and ||:"},
	{[]string{"!"}, "negations:"},
	{[]string{"void"}, "undefined:"},
	{[]string{"shorthand"}, "shorthand properties:"},
	{[]string{"template"}, "templates:"},
	{[]string{"call", "member", "assign"}, "operations that are there more or less often:"},
}

// classify says in what respect two minified functions differ.
func classify(before, after string) string {
	a, b := censusOf(before), censusOf(after)
	if a == nil || b == nil {
		return "unreadable"
	}
	switch more, less := without(b.names, a.names), without(a.names, b.names); {
	case len(more) > 0 && len(less) > 0:
		return "another name"
	case len(more) > 0:
		return "a variable more"
	case len(less) > 0:
		return "a variable less"
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

// classifyTokens looks at the tokens of functions whose counts are the same.
func classifyTokens(before, after string) string {
	x, y := tokenPattern.FindAllString(before, -1), tokenPattern.FindAllString(after, -1)
	sx, sy := slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))
	if slices.Equal(sx, sy) {
		return "order of the same tokens"
	}
	if gone, come := without(sx, sy), without(sy, sx); len(gone)+len(come) <= 4 {
		return fmt.Sprintf("spelling: %s becomes %s", strings.Join(gone, " "), strings.Join(come, " "))
	}
	return "other"
}

// without is what a has more of than b.
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

// censusOf counts; nil if the text cannot be read.
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

// kindOf names the nodes that are only counted.
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
