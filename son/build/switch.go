package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// switchStmt builds a switch: first the tests, each reached when the one before
// it failed, then the bodies, each reached from its test and from the end of the
// body before it.
func (b *builder) switchStmt(st *ast.Switch, labels []string) {
	s := b.s
	d := b.expr(st.Disc)
	b.switches++
	number := b.switches
	depth := len(s.vars)
	t := b.open(&target{labels: labels, unlabeled: true, breakMark: s.mark()})
	b.enter(st.Scope)
	for _, c := range st.Cases {
		b.blockFunctions(c.Body)
	}
	mark := s.mark()

	entries := make([]edge, len(st.Cases))
	def := -1
	for i, c := range st.Cases {
		if c.Test == nil {
			def = i
			continue
		}
		if s.stopped() {
			continue
		}
		v := b.expr(c.Test)
		yes, no := s.branch(s.op(son.OpStrictEq, c.Test.Pos().Span, d.Forwarded(), v), c.Span, c.Site, son.FlagSwitch, number)
		s.ctrl = yes
		entries[i] = s.take(mark)
		s.ctrl = no
	}
	none := s.take(mark)
	if def >= 0 {
		entries[def], none = none, edge{}
	}

	var fall edge
	for i, c := range st.Cases {
		s.rewind(mark)
		s.join(c.Span, 0, entries[i], fall)
		for _, x := range c.Body {
			b.stmt(x)
		}
		fall = s.take(mark)
	}
	s.rewind(mark)
	s.pop(depth)
	b.close(t, st.Span, fall, none)
}
