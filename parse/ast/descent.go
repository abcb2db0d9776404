package ast

import "slices"

// Descent visits a tree with what the visits hand down, like the scope that a node is in.
// What is nested deeply takes no stack. The zero value is ready for use.
type Descent[S any] struct {
	todo  []task[S] // the next one last
	state S
	add   func(Node)
}

// task is a node to visit, or what else is to be done between visits.
type task[S any] struct {
	n     Node
	state S
	do    func()
}

// Run visits n with the state s, and then what visit says with Below, Children and Then:
// each time, all of that comes before what was to be visited next.
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

// Below has n visited with the state s, after all that was said before.
func (d *Descent[S]) Below(n Node, s S) { d.todo = append(d.todo, task[S]{n: n, state: s}) }

// Children has the children of n visited with the state s. See [Children].
func (d *Descent[S]) Children(n Node, s S) {
	if d.add == nil {
		d.add = func(c Node) { d.Below(c, d.state) }
	}
	d.state = s
	Children(n, d.add)
}

// Then has something done after all that was said before, and what that leads to. It may
// say what is to be visited, as a visit does.
func (d *Descent[S]) Then(do func()) { d.todo = append(d.todo, task[S]{do: do}) }
