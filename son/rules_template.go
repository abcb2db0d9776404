package son

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// templateRules are the rules for templates.
func templateRules() []Rule {
	return []Rule{{
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
