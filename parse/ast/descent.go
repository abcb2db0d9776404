package ast

import "slices"

// Descent traverses a tree and passes state, such as the enclosing scope, down to the
// children. Deep nesting uses little stack. The zero value is ready for use.
//
// Each node is a [Node], but has no type that says so: to convert an Expr or Stmt to that takes
// time, and most visits begin with a switch over the types of nodes.
type Descent[S any] struct {
	visit func(any, S)
	depth int
	flat  bool      // below maxDepth: there are no calls of visit from visit
	todo  []task[S] // then; the next one last
}

// task is a node to visit, or a function to call between visits.
type task[S any] struct {
	n     any
	state S
	do    func()
}

// Run visits n with state s, and then everything that visit asks for with Below, Children and
// Then: some of it at once, and where the tree is deep, after the visit. In either case, all that
// follows from one of these calls is done before what follows from the next, so the order of
// visits is the same.
func (d *Descent[S]) Run(n any, s S, visit func(any, S)) {
	d.visit = visit
	d.Below(n, s)
}

// Below visits n with state s.
func (d *Descent[S]) Below(n any, s S) {
	switch {
	case d.flat:
		d.todo = append(d.todo, task[S]{n: n, state: s})
	case d.depth < maxDepth:
		d.depth++
		d.visit(n, s)
		d.depth--
	default:
		d.runFlat(task[S]{n: n, state: s})
	}
}

// runFlat does a task and everything that follows from it.
func (d *Descent[S]) runFlat(t task[S]) {
	d.flat = true
	for {
		from := len(d.todo)
		if t.do != nil {
			t.do()
		} else {
			d.visit(t.n, t.state)
		}
		slices.Reverse(d.todo[from:])
		last := len(d.todo) - 1
		if last < 0 {
			break
		}
		t, d.todo[last] = d.todo[last], task[S]{}
		d.todo = d.todo[:last]
	}
	d.flat = false
}

// Children visits the children of n with state s. See [Children].
func (d *Descent[S]) Children(n any, s S) {
	children(n, func(c any) { d.Below(c, s) })
}

// Then calls do, after everything that the current visit has asked for so far. do may ask for
// more, as a visit does.
func (d *Descent[S]) Then(do func()) {
	if d.flat {
		d.todo = append(d.todo, task[S]{do: do})
	} else {
		do()
	}
}
