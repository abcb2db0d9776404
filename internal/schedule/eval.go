package schedule

import (
	"fmt"

	"github.com/sonjs/son/son"
)

// Eval runs a schedule: block after block, the nodes of each in their order, with one memory
// that holds the latest stores. It gives the same result as [son.Evaluator.Run] on the graph,
// unless the schedule is wrong: a node that stands before its input, outside of its path, or on
// the wrong side of a store gives an error or another result.
func Eval(e *son.Evaluator, c *Schedule, f son.Frame) (son.Value, error) {
	r := &run{e: e, cfg: c.CFG, frame: f, val: make([]son.Value, c.Graph.MaxID()), at: make([]*son.Block, c.Graph.MaxID()),
		cells: map[*son.Node][]*son.Node{}}
	c.Graph.Nodes(func(n *son.Node) {
		if n.Op == son.OpNewCell {
			r.cells[n.Ctrl()] = append(r.cells[n.Ctrl()], n)
		}
	})
	b := c.Blocks[0]
	var from *son.Block
	for {
		var done son.Completion
		next := (*son.Block)(nil)
		err := r.enter(b, from)
		if err == nil {
			next, done, err = r.leave(b)
		}
		if t, ok := err.(*son.Thrown); ok {
			done = son.Completion{Value: t.Value}
		} else if err != nil {
			return son.Value{}, err
		}
		if next == nil {
			var to *son.Node
			if to, done = r.unwind.Next(b.Region, done, &r.frame); to != nil {
				next = c.BlockOf(to)
			} else if done.End != nil && done.End.Op == son.OpReturn {
				return done.Value, nil
			} else {
				return son.Value{}, &son.Thrown{Value: done.Value}
			}
		}
		b, from = next, b
	}
}

// run is one call of a scheduled function.
type run struct {
	e     *son.Evaluator
	cfg   *son.CFG
	frame son.Frame
	val   []son.Value
	at    []*son.Block              // the block in which the node was computed last; nil: not yet
	cells map[*son.Node][]*son.Node // NewCells by control: leaves, but each entry makes a fresh one

	unwind son.Unwinder
}

func (r *run) bug(n *son.Node, format string, args ...any) error {
	return fmt.Errorf("BUG: schedule: eval: %s: %s: %s", r.cfg.Graph.Name, son.FormatNode(r.cfg.Graph, n), fmt.Sprintf(format, args...))
}

// enter runs the phis and nodes of b; from is the predecessor through which control enters.
func (r *run) enter(b, from *son.Block) error {
	vals := make([]son.Value, len(b.Phis))
	for i, p := range b.Phis { // all of them are read before any of them changes
		v, err := r.input(p, b, from)
		if err != nil {
			return err
		}
		vals[i] = v
	}
	for i, p := range b.Phis {
		r.set(p, b, vals[i])
	}
	for _, n := range r.cells[b.Head] {
		r.set(n, b, son.Value{Ref: son.NewCell()})
	}
	for _, n := range b.Nodes {
		args, err := r.args(n, b)
		if err != nil {
			return err
		}
		v, err := r.e.Step(n, args, &r.frame)
		if err != nil {
			return err
		}
		r.set(n, b, v)
	}
	return nil
}

func (r *run) set(n *son.Node, b *son.Block, v son.Value) { r.val[n.ID], r.at[n.ID] = v, b }

// input is the input of phi p of b when control enters from a block.
func (r *run) input(p *son.Node, b, from *son.Block) (son.Value, error) {
	for i, pred := range b.Preds {
		if pred == from {
			return r.value(p.Args()[i], from)
		}
	}
	return son.Value{}, r.bug(p, "control comes from a block that is no predecessor")
}

func (r *run) args(n *son.Node, b *son.Block) ([]son.Value, error) {
	args := make([]son.Value, n.NumArgs())
	for i, x := range n.Args() {
		v, err := r.value(x, b)
		if err != nil {
			return nil, fmt.Errorf("%w\n\tused by %s", err, son.FormatNode(r.cfg.Graph, n))
		}
		args[i] = v
	}
	return args, nil
}

// value is the value of n where it is used, in block b.
func (r *run) value(n *son.Node, b *son.Block) (son.Value, error) {
	if Leaf(n) && n.Op != son.OpNewCell {
		return r.e.Step(n, nil, &r.frame)
	}
	switch at := r.at[n.ID]; {
	case at == nil:
		return son.Value{}, r.bug(n, "used before it is computed, in block %d", b.ID)
	case !at.Dominates(b):
		return son.Value{}, r.bug(n, "computed in block %d, used in block %d, which it does not dominate", at.ID, b.ID)
	}
	return r.val[n.ID], nil
}

// leave runs the end of b: it returns the block that follows, or how else the function
// completes.
func (r *run) leave(b *son.Block) (next *son.Block, done son.Completion, err error) {
	end := b.End
	if end == nil {
		if len(b.Succs) != 1 {
			return nil, done, r.bug(b.Head, "control ends here")
		}
		if h := b.Succs[0].Head; h.Op == son.OpLeave {
			done.End = h
			return nil, done, r.e.Tick()
		}
		return b.Succs[0], done, r.e.Tick()
	}
	args, err := r.args(end, b)
	if err != nil {
		return nil, done, err
	}
	done.End = end
	switch end.Op {
	case son.OpIf:
		if son.Truthy(args[0]) {
			return b.Succs[0], done, r.e.Tick()
		}
		return b.Succs[1], done, r.e.Tick()
	case son.OpTry:
		return b.Succs[son.TryBody], done, r.e.Tick()
	case son.OpReturn, son.OpThrow:
		done.Value = args[0]
		return nil, done, nil
	case son.OpEndFinally:
		return nil, done, nil
	}
	return nil, done, r.bug(end, "no case for this end of a block")
}
