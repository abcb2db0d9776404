package oracle

import (
	"errors"
	"fmt"

	"github.com/sonjs/son/passes/structure"
)

// An event is what a run shows: a block's statements, its test, its end.
type event struct {
	what  byte // 'c', 't' or 'e'
	block int
}

// A trace is a run cut off after a number of events, or where the tape ends.
type trace struct {
	events []event
	tape   []int
	limit  int
	steps  int
}

var errCut = errors.New("cut")

func (t *trace) show(what byte, block int) error {
	if len(t.events) >= t.limit {
		return errCut
	}
	t.events = append(t.events, event{what, block})
	return nil
}

// take draws one of n ways from the tape.
func (t *trace) take(n int) (int, error) {
	if len(t.tape) == 0 {
		return 0, errCut
	}
	v := t.tape[0] % n
	t.tape = t.tape[1:]
	return v, nil
}

// tick ends loops that show nothing.
func (t *trace) tick() error {
	t.steps++
	if t.steps > 40*t.limit {
		return errCut
	}
	return nil
}

// silent reports whether block b shows nothing but its test.
func silent(b *structure.Block) bool { return b.Empty || b.Term == structure.If && b.Clean }

// runGraph runs g on a tape.
func runGraph(g *structure.Graph, tape []int, limit int) []event {
	t := &trace{tape: tape, limit: limit}
	for x := g.Entry; ; {
		b := &g.Blocks[x]
		if t.tick() != nil {
			return t.events
		}
		if !silent(b) && t.show('c', x) != nil {
			return t.events
		}
		way := 0
		switch b.Term {
		case structure.If, structure.Switch:
			if t.show('t', x) != nil {
				return t.events
			}
			var err error
			if way, err = t.take(len(b.Succs)); err != nil {
				return t.events
			}
		case structure.End:
			t.show('e', x)
			return t.events
		}
		x = b.Succs[way]
	}
}

// A runner runs a tree.
type runner struct {
	trace
	g      *structure.Graph
	helper int
	ended  bool // fell off the end: nothing may follow
}

type signal struct {
	op    byte // 0: went through; 'b' break, 'k' continue
	label int
}

var errEnd = errors.New("end")

// runTree runs t on a tape. An error is a defect of the tree.
func runTree(g *structure.Graph, t *structure.Tree, tape []int, limit int) ([]event, error) {
	r := &runner{trace: trace{tape: tape, limit: limit}, g: g, helper: -1}
	s, err := r.seq(t.Body)
	switch {
	case err == errEnd || err == errCut:
		return r.events, nil
	case err != nil:
		return r.events, err
	case s.op != 0:
		return r.events, fmt.Errorf("a jump left the program: %c L%d", s.op, s.label)
	case !r.ended:
		return r.events, errors.New("fell off the end without a return")
	}
	return r.events, nil
}

func (r *runner) seq(s structure.Seq) (signal, error) {
	for _, n := range s {
		if r.ended {
			return signal{}, fmt.Errorf("%T runs after the end", n)
		}
		if sig, err := r.node(n); err != nil || sig.op != 0 {
			return sig, err
		}
	}
	return signal{}, nil
}

func (r *runner) node(n structure.Node) (signal, error) {
	if err := r.tick(); err != nil {
		return signal{}, err
	}
	switch n := n.(type) {
	case *structure.CodeNode:
		return signal{}, r.show('c', n.Block)
	case *structure.IfNode:
		ok, err := r.cond(n.Cond)
		if err != nil {
			return signal{}, err
		}
		if ok {
			return r.seq(n.Then)
		}
		return r.seq(n.Else)
	case *structure.LoopNode:
		return r.loop(n)
	case *structure.LabeledNode:
		s, err := r.seq(n.Body)
		if s == (signal{'b', n.Label}) {
			s = signal{}
		}
		return s, err
	case *structure.BreakNode:
		return signal{'b', n.Label}, nil
	case *structure.ContinueNode:
		return signal{'k', n.Label}, nil
	case *structure.SwitchNode:
		return r.choose(n)
	case *structure.EndNode:
		if err := r.show('e', n.Block); err != nil {
			return signal{}, err
		}
		if n.FallsOff {
			r.ended = true
			return signal{}, nil
		}
		return signal{}, errEnd
	case *structure.SetNode:
		r.helper = n.Value
		return signal{}, nil
	case *structure.DispatchNode:
		return r.dispatch(n)
	}
	return signal{}, fmt.Errorf("no meaning for %T", n)
}

func (r *runner) cond(c *structure.Cond) (bool, error) {
	if c.Op == structure.Test {
		if err := r.show('t', c.Block); err != nil {
			return false, err
		}
		way, err := r.take(2)
		return (way == 0) != c.Not, err
	}
	for _, a := range c.Args {
		if v, err := r.cond(a); err != nil || v == (c.Op == structure.Or) {
			return v, err
		}
	}
	return c.Op == structure.And, nil
}

func (r *runner) loop(n *structure.LoopNode) (signal, error) {
	for first := true; ; first = false {
		if err := r.tick(); err != nil {
			return signal{}, err
		}
		if !first && n.Update >= 0 {
			if err := r.show('c', n.Update); err != nil {
				return signal{}, err
			}
		}
		if n.Cond != nil && (n.Kind != structure.DoWhile || !first) {
			if ok, err := r.cond(n.Cond); err != nil || !ok {
				return signal{}, err
			}
		}
		s, err := r.seq(n.Body)
		if err != nil {
			return signal{}, err
		}
		if r.ended {
			return signal{}, errors.New("a return left out in a loop")
		}
		mine := s.label == 0 || s.label == n.Label
		switch {
		case s.op == 'b' && mine:
			return signal{}, nil
		case s.op != 0 && !mine:
			return s, nil
		}
	}
}

func (r *runner) choose(n *structure.SwitchNode) (signal, error) {
	if err := r.show('t', n.Block); err != nil {
		return signal{}, err
	}
	way, err := r.take(len(r.g.Blocks[n.Block].Succs))
	if err != nil {
		return signal{}, err
	}
	on := false
	for _, c := range n.Cases {
		for _, s := range c.Succs {
			on = on || s == way
		}
		if !on {
			continue
		}
		if s, err := r.seq(c.Body); err != nil || s.op != 0 {
			return caught(s, n.Label), err
		}
	}
	if !on {
		for _, s := range n.Omitted {
			on = on || s == way
		}
		if !on {
			return signal{}, fmt.Errorf("switch %d has no case for %d", n.Block, way)
		}
	}
	return signal{}, nil
}

func caught(s signal, label int) signal {
	if s.op == 'b' && (s.label == 0 || s.label == label) {
		return signal{}
	}
	return s
}

func (r *runner) dispatch(n *structure.DispatchNode) (signal, error) {
	if len(n.Ways) == 2 { // an if: the second way is its else
		way := n.Ways[1]
		if r.helper == n.Ways[0].Value {
			way = n.Ways[0]
		} else if r.helper != way.Value {
			return signal{}, fmt.Errorf("dispatch on %d", r.helper)
		}
		return r.seq(way.Body)
	}
	on := false
	for _, w := range n.Ways {
		on = on || w.Value == r.helper
		if !on {
			continue
		}
		if s, err := r.seq(w.Body); err != nil || s.op != 0 {
			return caught(s, n.Label), err
		}
	}
	if !on {
		return signal{}, fmt.Errorf("dispatch on %d", r.helper)
	}
	return signal{}, nil
}
