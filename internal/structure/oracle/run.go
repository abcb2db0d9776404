package oracle

import (
	"errors"
	"fmt"

	"github.com/sonjs/son/internal/structure"
)

// An event is an observable step of a run: a block's statements, its test, its end.
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

// take draws one of n choices from the tape.
func (t *trace) take(n int) (int, error) {
	if len(t.tape) == 0 {
		return 0, errCut
	}
	v := t.tape[0] % n
	t.tape = t.tape[1:]
	return v, nil
}

// tick ends loops without events.
func (t *trace) tick() error {
	t.steps++
	if t.steps > 40*t.limit {
		return errCut
	}
	return nil
}

// silent reports whether block b has no event but its test.
func silent(b *structure.Block) bool { return b.Empty || b.Term == structure.If && b.Clean }

// code records the statements of block b, which may throw if the graph has regions.
func (t *trace) code(g *structure.Graph, x int) (threw bool, err error) {
	if err := t.show('c', x); err != nil || len(g.Regions) < 2 {
		return false, err
	}
	n, err := t.take(12)
	return n == 0, err
}

// A signal says how a statement or a region of the graph completed.
type signal struct {
	// op is 0 at the end of a statement or of a finally, 'b' for a break, 'k' for a
	// continue, 'g' for an edge that leaves a region, 'r' for a return, 't' for a throw.
	op    byte
	label int // of a break or continue
	block int // the target of 'g', or the block from which 'r' returned
}

// runGraph runs g on a tape.
func runGraph(g *structure.Graph, tape []int, limit int) []event {
	t := &graphRun{trace{tape: tape, limit: limit}, g}
	if s, err := t.region(0, g.Entry); err == nil {
		t.show(s.op, s.block)
	}
	return t.events
}

type graphRun struct {
	trace
	g *structure.Graph
}

// region runs region r from block x on.
func (t *graphRun) region(r, x int) (s signal, err error) {
	for {
		b := &t.g.Blocks[x]
		if b.Region != r {
			return signal{op: 'g', block: x}, nil
		}
		if err := t.tick(); err != nil {
			return s, err
		}
		if !silent(b) {
			if threw, err := t.code(t.g, x); err != nil || threw {
				return signal{op: 't'}, err
			}
		}
		switch b.Term {
		case structure.Jump:
			x = b.Succs[0]
			continue
		case structure.Try:
			s, err = t.try(b)
		case structure.If, structure.Switch:
			s, err = t.choose(x)
		case structure.End:
			if !b.Empty {
				err = t.show('e', x)
			}
			return signal{op: 'r', block: x}, err
		case structure.FinallyEnd:
			return signal{}, nil
		}
		if err != nil || s.op != 'g' {
			return s, err
		}
		x = s.block
	}
}

// choose runs the test of block x, and the region that it enters, if any.
func (t *graphRun) choose(x int) (s signal, err error) {
	b := &t.g.Blocks[x]
	if err := t.show('t', x); err != nil {
		return s, err
	}
	choice, err := t.take(len(b.Succs))
	if err != nil {
		return s, err
	}
	to := b.Succs[choice]
	in := t.g.Blocks[to].Region
	if in <= b.Region {
		return signal{op: 'g', block: to}, nil
	}
	s, err = t.region(in, to)
	if err == nil && (s.op != 'g' || goal(t.g, s.block) != goal(t.g, x)) {
		err = t.show('x', x) // no more items are taken
	}
	return s, err
}

func (t *graphRun) try(b *structure.Block) (s signal, err error) {
	for _, to := range b.Succs {
		in := t.g.Blocks[to].Region
		kind := t.g.Regions[in].Kind
		if kind == structure.Catch && s.op != 't' {
			continue
		}
		end, err := t.region(in, to)
		if err != nil {
			return s, err
		}
		if kind != structure.Finally || end.op != 0 {
			s = end
		}
	}
	return s, nil
}

// A runner runs a tree.
type runner struct {
	trace
	g      *structure.Graph
	helper int
	ended  bool // fell off the end: nothing may follow
	last   int  // the block that did
}

// runTree runs t on a tape. An error is a defect of the tree.
func runTree(g *structure.Graph, t *structure.Tree, tape []int, limit int) ([]event, error) {
	r := &runner{trace: trace{tape: tape, limit: limit}, g: g, helper: -1}
	s, err := r.seq(t.Body)
	if s.op == 0 && r.ended {
		s = signal{op: 'r', block: r.last}
	}
	switch {
	case err == errCut:
		return r.events, nil
	case err != nil:
		return r.events, err
	case s.op == 'b' || s.op == 'k':
		return r.events, fmt.Errorf("a jump left the program: %c L%d", s.op, s.label)
	case s.op == 0:
		return r.events, errors.New("fell off the end without a return")
	}
	r.show(s.op, s.block)
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
		return r.code(n.Block)
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
		if s.op == 'b' && s.label == n.Label {
			s = signal{}
		}
		return s, err
	case *structure.BreakNode:
		return signal{op: 'b', label: n.Label}, nil
	case *structure.ContinueNode:
		return signal{op: 'k', label: n.Label}, nil
	case *structure.SwitchNode:
		return r.choose(n)
	case *structure.EndNode:
		return r.end(n)
	case *structure.TryNode:
		return r.try(n)
	case *structure.SetNode:
		r.helper = n.Value
		return signal{}, nil
	case *structure.DispatchNode:
		return r.dispatch(n)
	}
	return signal{}, fmt.Errorf("no case for %T", n)
}

// code runs the statements of block x.
func (r *runner) code(x int) (signal, error) {
	threw, err := r.trace.code(r.g, x)
	if threw {
		return signal{op: 't'}, err
	}
	return signal{}, err
}

func (r *runner) end(n *structure.EndNode) (signal, error) {
	if !r.g.Blocks[n.Block].Empty {
		if err := r.show('e', n.Block); err != nil {
			return signal{}, err
		}
	}
	if n.FallsOff {
		r.ended, r.last = true, n.Block
		return signal{}, nil
	}
	return signal{op: 'r', block: n.Block}, nil
}

func (r *runner) try(n *structure.TryNode) (signal, error) {
	s, err := r.seq(n.Body)
	if err == nil && s.op == 't' && n.HasCatch {
		s, err = r.seq(n.Catch)
	}
	if err != nil || !n.HasFinally {
		return s, err
	}
	ended := r.ended
	r.ended = false
	end, err := r.seq(n.Finally)
	if err == nil && r.ended {
		err = errors.New("a return left out in a finally")
	}
	if end.op != 0 {
		return end, err
	}
	r.ended = ended
	return s, err
}

func (r *runner) cond(c *structure.Cond) (bool, error) {
	if c.Op == structure.Test {
		if err := r.show('t', c.Block); err != nil {
			return false, err
		}
		choice, err := r.take(2)
		return (choice == 0) != c.Not, err
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
			if s, err := r.code(n.Update); err != nil || s.op != 0 {
				return s, err
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
		if s.op == 0 || s.op == 'k' && mine {
			continue
		}
		if n.Kind == structure.ForInOf && r.region(n.Header) {
			err = r.show('x', n.Header)
		}
		if s.op == 'b' && mine {
			s = signal{}
		}
		return s, err
	}
}

// region reports whether the body of the loop of block h is a region.
func (r *runner) region(h int) bool {
	b := &r.g.Blocks[h]
	return r.g.Blocks[b.Succs[0]].Region > b.Region
}

func (r *runner) choose(n *structure.SwitchNode) (signal, error) {
	if err := r.show('t', n.Block); err != nil {
		return signal{}, err
	}
	choice, err := r.take(len(r.g.Blocks[n.Block].Succs))
	if err != nil {
		return signal{}, err
	}
	on := false
	for _, c := range n.Cases {
		for _, s := range c.Succs {
			on = on || s == choice
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
			on = on || s == choice
		}
		if !on {
			return signal{}, fmt.Errorf("switch %d has no case for %d", n.Block, choice)
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
	if len(n.Targets) == 2 { // an if: the second target is its else
		choice := n.Targets[1]
		if r.helper == n.Targets[0].Value {
			choice = n.Targets[0]
		} else if r.helper != choice.Value {
			return signal{}, fmt.Errorf("dispatch on %d", r.helper)
		}
		return r.seq(choice.Body)
	}
	on := false
	for _, w := range n.Targets {
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
