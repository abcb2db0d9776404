package son

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// templateRules are the rules for templates.
func templateRules() []Rule {
	return []Rule{{
		Name:    "template-string",
		Ops:     []Op{OpTemplate},
		Doc:     "`${x}` => x  if x is string",
		Example: "`${typeof x}`  =>  typeof x",
		learns:  isOneValue,
		Apply: func(g *Graph, n *Node) *Node {
			if !isOneValue(n) {
				return nil
			}
			x := n.Arg(0).Arg(0)
			if !x.Type.IsString() {
				g.DependOn(n, x)
				return nil
			}
			return x
		},
	}, {
		Name:    "template-join",
		Ops:     []Op{OpAdd},
		Doc:     "`a${x}` + \"b\" => `a${x}b`, \"b\" + `a${x}` => `ba${x}`  if the template has no other user: the values are converted as before. In output for readers, the text is short: a long one is on a line of its own. Two templates stay two, because some engines convert no value of a template before all of them are there",
		Example: "`a${x}` + \"b\"  =>  `a${x}b`",
		Apply: func(g *Graph, n *Node) *Node {
			t, text := n.Arg(0), n.Arg(1)
			if t.Op != OpTemplate {
				t, text = text, t
			}
			if t.Op != OpTemplate {
				return nil
			}
			if text.Op != OpConst || !text.Type.IsString() {
				g.DependOn(n, text)
				return nil
			}
			most := maxConstText
			if g.Config.Authored {
				most = maxJoinedText
			}
			if len(text.Type.str) > most || !g.onlyUser(t, n) {
				return nil
			}
			return g.joinTemplate(n, n.Args(), t)
		},
	}, {
		Name:    "template-nested",
		Ops:     []Op{OpTemplate},
		Doc:     "`a${`b${x}`}c` => `ab${x}c`  if the template inside has no other user: it is a string already. It is the only substitution, because some engines convert no value of a template before all of them are there",
		Example: "`a${`b${x}`}c`  =>  `ab${x}c`",
		Apply: func(g *Graph, n *Node) *Node {
			if n.NumArgs() != 1 {
				return nil
			}
			subst := n.Arg(0)
			t := subst.Arg(0)
			if t.Op != OpTemplate {
				g.DependOn(n, t)
				return nil
			}
			if !g.onlyUserOf(t, subst, n) {
				return nil
			}
			return g.joinTemplate(n, []*Node{n}, t)
		},
	}, {
		Name:    "template-text",
		Ops:     []Op{OpTemplate},
		Doc:     "`a${\"b\"}c${x}` => `abc${x}`  where the value of a substitution is a literal: converting a constant has no effect",
		Example: "const dot = \"\\\\.\"; `^${dot}${x}`  =>  `^\\\\.${x}`",
		Apply: func(g *Graph, n *Node) *Node {
			known := func(k int) (string, bool) {
				subst := n.Arg(k)
				if text, ok := subst.Type.Text(); ok && subst.Arg(0).Op == OpConst {
					return text, true
				}
				g.DependOn(n, subst.Arg(0))
				return "", false
			}
			any, substs := false, 0
			for k := range n.NumArgs() {
				_, ok := known(k)
				any = any || ok
			}
			if !any {
				return nil
			}
			g.unnumber(n)
			var parts []Part // a copy: other nodes may share it
			var dropped []bool
			for _, p := range n.Parts {
				if p.Kind == PartValue {
					text, ok := known(substs)
					dropped = append(dropped, ok)
					if substs++; !ok {
						parts = append(parts, p)
						continue
					}
					p = Part{Kind: PartText, Str: text, Raw: rawText(text)}
				}
				if last := len(parts) - 1; last >= 0 && parts[last].Kind == PartText {
					parts[last] = joinText(parts[last], p)
					continue
				}
				parts = append(parts, p)
			}
			n.Parts = parts
			first := n.FirstArg()
			g.FilterIn(n, func(i int) bool { return i < first || !dropped[i-first] })
			return n
		},
	}}
}

// maxJoinedText is the length of a text that an author would not have put on a line of its own because
// the line became too long.
const maxJoinedText = 16

// isOneValue reports whether a template has nothing but one substitution.
func isOneValue(n *Node) bool {
	return n.NumArgs() == 1 && !slices.ContainsFunc(n.Parts, func(p Part) bool { return p.Kind == PartText && p.Str != "" })
}

// joinTemplate replaces n by a template of what is in a list: the texts of constants, the template t,
// and in it or in another one that has t as its only substitution, the values of t.
func (g *Graph) joinTemplate(n *Node, list []*Node, t *Node) *Node {
	var parts []Part
	add := func(p Part) {
		if last := len(parts) - 1; p.Kind == PartText && last >= 0 && parts[last].Kind == PartText {
			parts[last] = joinText(parts[last], p)
			return
		}
		parts = append(parts, p)
	}
	for _, x := range list {
		if x.Op == OpConst {
			add(Part{Kind: PartText, Str: x.Type.str, Raw: rawText(x.Type.str)})
			continue
		}
		for _, p := range x.Parts {
			if p.Kind == PartText || x == t {
				add(p)
				continue
			}
			for _, p := range t.Parts {
				add(p)
			}
		}
	}
	m := g.NewNode(OpTemplate, append([]*Node{nil}, t.Args()...)...)
	m.Parts = parts
	m.SetSource(n)
	g.unnumber(t) // a substitution belongs to one template
	t.Parts = nil
	g.FilterIn(t, func(i int) bool { return i < t.FirstArg() })
	return g.Peephole(m)
}

// joinText joins two texts of a template. Where their raw forms would mean something else when
// joined, the result has no raw form, and the printer escapes the text itself.
func joinText(a, b Part) Part {
	p := Part{Kind: PartText, Str: ast.ConcatWTF8(a.Str, b.Str), Raw: a.Raw + b.Raw}
	unknown := func(p Part) bool { return p.Raw == "" && p.Str != "" }
	if unknown(a) || unknown(b) || strings.HasSuffix(a.Raw, "$") && strings.HasPrefix(b.Raw, "{") {
		p.Raw = ""
	}
	return p
}

// rawText returns the raw form of a text in a template, or "" if the text has characters that
// the printer escapes better.
func rawText(s string) string {
	for i := range len(s) {
		if s[i] < ' ' && s[i] != '\n' && s[i] != '\t' || s[i] >= 0x7F {
			return ""
		}
	}
	return rawEscapes.Replace(s)
}

var rawEscapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", "${", "\\${", "\n", `\n`, "\t", `\t`)
