package viz

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// maxExpr is how many letters of an expression a sentence quotes.
const maxExpr = 48

// quote is the source text of a node, or else its name, escaped for a terminal.
func (e *explainer) quote(n *trace.Node) string { return trace.Printable(e.text(n)) }

func (e *explainer) text(n *trace.Node) string {
	switch {
	case n == nil:
		return "nothing"
	case n.Op == "Dead":
		return "unreachable code"
	case n.Kind == trace.Const:
		return "`" + n.Label + "`"
	case n.Kind == trace.MemPhi:
		return "the memory phi"
	case n.Op == "ToNumeric" && isUpdate(e.source(n)):
		return "the old value in `" + trace.Cut(e.source(n), maxExpr) + "`"
	case n.Kind == trace.Phi && n.Name != "":
		return fmt.Sprintf("the phi of `%s`", n.Name)
	case n.Op == "Bind" && len(n.In) > 0 && e.nodes[n.In[len(n.In)-1].From] != nil:
		return e.quote(e.nodes[n.In[len(n.In)-1].From])
	case n.Kind == trace.Entry && n.Name != "":
		return "`" + n.Name + "`"
	case n.Kind == trace.Control:
		return e.control(n)
	case n.Span != nil && n.Span[1] > n.Span[0]:
		return "`" + trace.Cut(e.source(n), maxExpr) + "`"
	case n.Name != "":
		return "`" + n.Name + "`"
	}
	if in := e.t.Inside(n); in != nil {
		return fmt.Sprintf("v%d (%s, in %s)", n.ID, n.Label, in.Name)
	}
	return fmt.Sprintf("v%d (%s)", n.ID, n.Label)
}

// source is the source text of a node, on one line.
func (e *explainer) source(n *trace.Node) string {
	if n.Span == nil {
		return ""
	}
	return strings.Join(strings.Fields(e.t.Source.Text[n.Span[0]:n.Span[1]]), " ")
}

// isUpdate reports whether a text is x++ or the like.
func isUpdate(text string) bool {
	return strings.HasPrefix(text, "++") || strings.HasPrefix(text, "--") || strings.HasSuffix(text, "++") || strings.HasSuffix(text, "--")
}

// parts describes a new node by its operands: it is nowhere in the source.
func (e *explainer) parts(s *trace.Step, n *trace.Node) string {
	var of []string
	for _, x := range n.In {
		if x.Kind == trace.ValueEdge {
			of = append(of, e.quote(e.newest(s, x.From)))
		}
	}
	if len(of) == 0 {
		return e.quote(n)
	}
	return trace.Printable(n.Label) + " of " + strings.Join(of, " and ")
}

// control names a control node by its source.
func (e *explainer) control(n *trace.Node) string {
	if n.Op == "Proj" && len(n.In) > 0 {
		if from := e.nodes[n.In[0].From]; from != nil && from.Op == "If" {
			text := "the " + n.Label + " branch"
			if at := e.place(from); at >= 0 {
				line, col := e.position(at)
				text = fmt.Sprintf("the %s branch of the test at %d:%d", n.Label, line, col)
			}
			return text
		}
	}
	what := map[string]string{"If": "the test", "Region": "the join", "Loop": "the loop"}[n.Op]
	if what == "" {
		what = n.Label
	}
	return what
}

// place is the offset of a node in the source, or that of its first input; -1: none.
func (e *explainer) place(n *trace.Node) int {
	for range 3 {
		if n == nil {
			return -1
		}
		if n.Span != nil {
			return n.Span[0]
		}
		if at := e.called(n); at >= 0 {
			return at
		}
		if len(n.In) == 0 {
			return -1
		}
		n = e.nodes[n.In[0].From]
	}
	return -1
}

// called is the offset of the call whose callee a node is of; -1: none.
func (e *explainer) called(n *trace.Node) int {
	in := e.t.Inside(n)
	for in != nil && in.Call == nil && in.Around > 0 {
		in = &e.t.Instances[in.Around-1]
	}
	if in == nil || in.Call == nil {
		return -1
	}
	return in.Call[0]
}

// position is the line and column of an offset, both from 1; 0 if there is none.
func (e *explainer) position(at int) (line, col int) {
	if at < 0 {
		return 0, 0
	}
	i := lineOf(e.starts, at)
	col = at - e.starts[i-1] + 1
	if i == 1 {
		col += e.t.Function.Column - 1
	}
	return i + e.t.Function.Line - 1, col
}

// lineOf is the number of the line around an offset, from 1.
func lineOf(starts []int, at int) int { return sort.SearchInts(starts, at+1) }

var twoNodes = regexp.MustCompile(`^(v[0-9]+) and (v[0-9]+)\b`)

var nodeName = regexp.MustCompile(`\bv[0-9]+\b`)

// named replaces the names of nodes with their source text.
func (e *explainer) named(text string) string {
	if m := twoNodes.FindStringSubmatch(text); m != nil {
		if one, two := e.named(m[1]), e.named(m[2]); one == two {
			text = "both " + m[1] + text[len(m[0]):]
		}
	}
	return nodeName.ReplaceAllStringFunc(text, func(s string) string {
		id, err := strconv.Atoi(s[1:])
		if err != nil || e.nodes[int32(id)] == nil {
			return s
		}
		return e.quote(e.nodes[int32(id)])
	})
}

// both lists several things, and two of the same name only once.
func both(who []string) string {
	if len(who) == 2 && who[0] == who[1] {
		return "both " + who[0]
	}
	return strings.Join(who, " and ")
}

// types says what was known about the operands that are not constants.
func (e *explainer) types(s *trace.Step) string {
	ids := make([]int32, 0, len(s.Types))
	for id := range s.Types {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var parts []string
	for _, id := range ids {
		n := e.nodes[id]
		if id == s.Node || n == nil || n.Kind == trace.Const || s.Types[id] == "any" || n.Kind == trace.Control || n.Kind == trace.MemPhi {
			continue
		}
		if part := e.quote(n) + " is " + kinds(s.Types[id], false); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// needs says which types operands would have to have.
func (e *explainer) needs(types map[int32]string) string {
	byType := map[string][]string{}
	ids := make([]int32, 0, len(types))
	for id := range types {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var order []string
	for _, id := range ids {
		t := types[id]
		if byType[t] == nil {
			order = append(order, t)
		}
		byType[t] = append(byType[t], e.quote(e.nodes[id]))
	}
	var parts []string
	for _, t := range order {
		who := byType[t]
		parts = append(parts, both(who)+" were "+kinds(t, len(who) > 1))
	}
	return strings.Join(parts, " and ")
}

// kindWords are the words for members of types, for one value and for several.
var kindWords = map[string][2]string{
	"num":    {"a number", "numbers"},
	"int":    {"a 32-bit integer", "32-bit integers"},
	"float":  {"another number", "other numbers"},
	"str":    {"a string", "strings"},
	"bool":   {"a boolean", "booleans"},
	"bigint": {"a bigint", "bigints"},
	"sym":    {"a symbol", "symbols"},
	"func":   {"a function", "functions"},
	"obj":    {"an object", "objects"},
	"top":    {"nothing at all", "nothing at all"},
	"any":    {"anything", "anything"},
}

// kinds describes a type in words, for one value or for several.
func kinds(t string, many bool) string {
	one := 0
	if many {
		one = 1
	}
	if t == "num|bool|undefined|null|str" {
		return [2]string{"a primitive other than a symbol or bigint", "primitives other than symbols and bigints"}[one]
	}
	if t == "num|bool|bigint|str|sym|func|obj" {
		return "neither null nor undefined"
	}
	t = strings.Replace(t, "int|float|NaN", "num", 1) // less -0
	if strings.HasPrefix(t, `"`) {
		return t
	}
	parts := strings.Split(t, "|")
	for i, p := range parts {
		if w, ok := kindWords[p]; ok {
			parts[i] = w[one]
		} else if m := intRange.FindStringSubmatch(p); m != nil {
			parts[i] = fmt.Sprintf("an integer from %s to %s", m[1], m[2])
		}
	}
	return strings.Join(parts, " or ")
}

var intRange = regexp.MustCompile(`^int\[(-?[0-9]+),(-?[0-9]+)\]$`)
