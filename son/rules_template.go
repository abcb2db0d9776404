package son

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// templateRules are the rules of templates.
func templateRules() []Rule {
	return []Rule{{
		Name:    "template-text",
		Ops:     []Op{OpTemplate},
		Doc:     "`a${\"b\"}c${x}` => `abc${x}`  where the value of a hole is written out: converting a constant does nothing else",
		Example: "const dot = \"\\\\.\"; `^${dot}${x}`  =>  `^\\\\.${x}`",
		Apply: func(g *Graph, n *Node) *Node {
			known := func(k int) (string, bool) {
				hole := n.Arg(k)
				if text, ok := hole.Type.Text(); ok && hole.Arg(0).Op == OpConst {
					return text, true
				}
				g.DependOn(n, hole.Arg(0))
				return "", false
			}
			any, holes := false, 0
			for k := range n.NumArgs() {
				_, ok := known(k)
				any = any || ok
			}
			if !any {
				return nil
			}
			g.unnumber(n)
			var parts []Part // a copy: other nodes may have the same
			var gone []bool
			for _, p := range n.Parts {
				if p.Kind == PartValue {
					text, ok := known(holes)
					gone = append(gone, ok)
					if holes++; !ok {
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
			first := n.firstArg()
			g.FilterIn(n, func(i int) bool { return i < first || !gone[i-first] })
			return n
		},
	}}
}

// joinText joins two texts of a template. Where their raw forms would mean something else
// together, the new text has none, and whoever prints it escapes it anew.
func joinText(a, b Part) Part {
	p := Part{Kind: PartText, Str: ast.ConcatWTF8(a.Str, b.Str), Raw: a.Raw + b.Raw}
	unknown := func(p Part) bool { return p.Raw == "" && p.Str != "" }
	if unknown(a) || unknown(b) || strings.HasSuffix(a.Raw, "$") && strings.HasPrefix(b.Raw, "{") {
		p.Raw = ""
	}
	return p
}

// rawText writes a text as a template has it, or "" if it has characters for which
// printing knows better escapes.
func rawText(s string) string {
	for i := range len(s) {
		if s[i] < ' ' && s[i] != '\n' && s[i] != '\t' || s[i] >= 0x7F {
			return ""
		}
	}
	return rawEscapes.Replace(s)
}

var rawEscapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", "${", "\\${", "\n", `\n`, "\t", `\t`)
