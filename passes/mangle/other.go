package mangle

import "github.com/sonjs/son/parse/ast"

// spelled are names other than those of bindings: each gets one short name, the same in all of
// the program.
type spelled struct {
	alphabet *alphabet
	short    map[string]string
	given    map[string]bool
}

func newSpelled(a *alphabet) *spelled { return &spelled{a, map[string]string{}, map[string]bool{}} }

func (s *spelled) name(text string) string {
	if text == "" {
		return ""
	}
	short := s.short[text]
	for i := len(s.short); short == ""; i++ {
		if short = s.alphabet.name(i); s.given[short] {
			short = ""
		}
	}
	s.short[text], s.given[short] = short, true
	return short
}

// others shortens labels, and private names unless an eval may reference them or functions have
// them.
func (t *table) others(p *ast.Program) {
	labels, private := newSpelled(t.alphabet), newSpelled(t.alphabet)
	seen := t.o.KeepNames
	for _, fn := range p.Funcs {
		seen = seen || fn.DirectEval
	}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Labeled:
			n.Label = labels.name(n.Label)
		case *ast.Break:
			n.Label = labels.name(n.Label)
		case *ast.Continue:
			n.Label = labels.name(n.Label)
		}
		if seen {
			return true
		}
		switch n := n.(type) {
		case *ast.Member:
			if n.Private {
				n.Name = private.name(n.Name)
			}
		case *ast.ClassMember:
			hide(n.Key, private)
		case *ast.Binary:
			hide(n.L, private)
		}
		return true
	})
}

func hide(x ast.Expr, private *spelled) {
	if n, ok := x.(*ast.PrivateName); ok {
		n.Name = private.name(n.Name)
	}
}
