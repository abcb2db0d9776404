package ast

import "slices"

// Descent traverses a tree and passes state, such as the enclosing scope, down to the
// children. Deep nesting uses no stack. The zero value is ready for use.
type Descent[S any] struct {
	todo  []task[S] // the next one last
	state S
	add   func(Node)
}

// task is a node to visit, or a function to call between visits.
type task[S any] struct {
	n     Node
	state S
	do    func()
}

// Run visits n with state s, and then everything that visit schedules with Below,
// Children and Then. What one visit schedules is done before anything scheduled earlier.
func (d *Descent[S]) Run(n Node, s S, visit func(Node, S)) {
	d.Below(n, s)
	for len(d.todo) > 0 {
		last := len(d.todo) - 1
		t := d.todo[last]
		d.todo[last] = task[S]{}
		d.todo = d.todo[:last]
		if t.do != nil {
			t.do()
		} else {
			visit(t.n, t.state)
		}
		slices.Reverse(d.todo[last:])
	}
}

// Below schedules a visit of n with state s, after what the current visit has scheduled
// so far.
func (d *Descent[S]) Below(n Node, s S) { d.todo = append(d.todo, task[S]{n: n, state: s}) }

// Children schedules visits of the children of n with state s. See [Children].
func (d *Descent[S]) Children(n Node, s S) {
	if d.add == nil {
		d.add = func(c Node) { d.Below(c, d.state) }
	}
	d.state = s
	Children(n, d.add)
}

// Then schedules a call of do, after what the current visit has scheduled so far and
// everything that follows from it. do may schedule more, as a visit does.
func (d *Descent[S]) Then(do func()) { d.todo = append(d.todo, task[S]{do: do}) }
