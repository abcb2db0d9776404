package mangle

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

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
func (t *table) others() {
	shorten := func(names []*string) {
		s := newSpelled(t.alphabet)
		for _, name := range names {
			*name = s.name(*name)
		}
	}
	shorten(t.labels)
	if !t.o.KeepNames && !slices.ContainsFunc(t.p.Funcs, func(fn *ast.Function) bool { return fn.DirectEval }) {
		shorten(t.private)
	}
}

// noteOthers notes the labels and private names of a node.
func (t *table) noteOthers(n any) {
	private := func(x ast.Expr) {
		if n, ok := x.(*ast.PrivateName); ok {
			t.private = append(t.private, &n.Name)
		}
	}
	switch n := n.(type) {
	case *ast.Labeled:
		t.labels = append(t.labels, &n.Label)
	case *ast.Break:
		t.labels = append(t.labels, &n.Label)
	case *ast.Continue:
		t.labels = append(t.labels, &n.Label)
	case *ast.Member:
		if n.Private {
			t.private = append(t.private, &n.Name)
		}
	case *ast.ClassMember:
		private(n.Key)
	case *ast.Binary:
		private(n.L)
	}
}
