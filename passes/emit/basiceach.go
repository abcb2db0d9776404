package emit

import (
	"fmt"
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A loop over items stays one statement, that of a block: nothing else can go through
// what it goes through. Its body is blocks like all others, which run in a loop of its
// own until one returns no next block. Then the round is over, or the whole loop, if
// a block said what comes after it:
//
//	const b1 = () => {
//	  after$1 = void 0;
//	  for (x of xs) {
//	    next$1 = b2;
//	    while (true) { if (next$1) { next$1 = next$1(); } else { break; } }
//	    if (after$1) { break; } else {}
//	  }
//	  if (after$1) { return after$1; } else { return b5; }
//	};
//
// What leaves several loops says so to each of them: the inner ones go on with a block
// that ends their round.

// level is such a statement: a loop over items, or a part of a try statement (see
// basictry.go), whose arms it has.
type level struct {
	head        *block
	next, after *web
	arms        []int
}

// itemLoops finds the loops.
func (e *emitter) itemLoops(p *basic, helper func(string) *web) {
	for _, b := range p.order {
		x := e.eaches[b]
		if x == nil {
			continue
		}
		if !isPlainPut(x.put) { // a pattern, whose names are variables of several blocks
			x.put.head = false
			x.put = e.helperItem(e.itemName(b.end.Cond().Arg(0)), x.body)
			x.put.head = true
		}
		k := len(p.levels) + 1
		p.levels = append(p.levels, &level{head: b, next: helper(fmt.Sprintf("next$%d", k)), after: helper(fmt.Sprintf("after$%d", k))})
	}
}

// beginsRound reports whether b is the first block of the body of a loop over items,
// or of an arm of a try.
func (e *emitter) beginsRound(b *block) bool {
	if h := b.src.Head; h.Op == son.OpProj && h.In(0).Op == son.OpTry {
		return true
	}
	for _, x := range e.eaches {
		if x.body == b {
			return true
		}
	}
	return false
}

// isPlainPut reports whether a head gives its items to a name or a property.
func isPlainPut(r *root) bool {
	a, ok := r.x.(*ast.Assign)
	if !ok {
		return false
	}
	switch a.Target.(type) {
	case *ast.Ident, *ast.Member, *ast.Index:
		return true
	}
	return false
}

// around lists the levels in which b runs, the outer ones first.
func (e *emitter) around(p *basic, b *block) []*level {
	var out []*level
	for _, l := range p.levels {
		if e.runsIn(l, b) {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(x, y *level) int {
		switch {
		case x.head == y.head:
			return 0
		case e.runsIn(x, y.head):
			return -1
		}
		return 1
	})
	return out
}

// runsIn reports whether b runs in the rounds of a loop over items, or in a part of a
// try. Leaving for-of does something, so that what comes after does not run there;
// leaving for-in does nothing.
func (e *emitter) runsIn(l *level, b *block) bool {
	h := l.head
	if l.arms != nil {
		for r := b.src.Region; r != nil; r = r.Parent {
			if r.Try == h.end && slices.Contains(l.arms, r.Arm) {
				return true
			}
		}
		return false
	}
	if h.loop.Kind == son.LoopForIn {
		return slices.Contains(e.eachAround(b.src), h)
	}
	body := e.eaches[h].body.src.Region
	for r := b.src.Region; r != nil; r = r.Parent {
		if r == body {
			return true
		}
	}
	return false
}

// leave says to levels, the outer ones first, that they are over, and what the
// outermost goes on with; nil ends the round around it.
func (w *stmtWriter) leave(p *basic, levels []*level, to *block) {
	for i, l := range levels {
		next := p.over
		if i == 0 && to != nil {
			next = p.names[to]
		}
		w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(l.after), Value: w.ident(next)}})
	}
	w.add(&ast.Return{})
}

// jump writes the jump from one block to another.
func (w *stmtWriter) jump(p *basic, from, to *block) {
	to = w.target(to)
	around, there := w.around(p, from), w.around(p, to)
	for k, l := range around {
		if l.head == to && l.arms == nil { // the next round
			w.leave(p, around[k+1:], nil)
			return
		}
	}
	if len(there) > len(around) || slices.ContainsFunc(there, func(l *level) bool { return !slices.Contains(around, l) }) {
		refuse("BUG: a jump into a loop over items or a try")
	}
	if len(there) < len(around) {
		w.leave(p, around[len(there):], to)
		return
	}
	next := ast.Expr(w.ident(p.names[to]))
	if !p.loops {
		next = &ast.Call{Callee: next}
	}
	w.add(&ast.Return{X: next})
}

// itemBlock writes the statements of the block that is a loop over items.
func (w *stmtWriter) itemBlock(p *basic, b *block) {
	l := p.levels[slices.IndexFunc(p.levels, func(l *level) bool { return l.head == b })]
	x := w.eaches[b]
	w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(l.after), Value: undefined()}})
	body := &ast.Block{}
	var st ast.Stmt = &ast.ForIn{Left: &ast.Empty{}, Right: x.right, Body: body}
	if b.loop.Kind != son.LoopForIn {
		st = &ast.ForOf{Left: &ast.Empty{}, Right: x.right, Body: body}
	}
	w.add(st)
	x.head = w.within(listFor, st, nil, func() {
		w.root(x.put)
		w.within(listBlock, st, &body.Body, func() {
			w.drive(l.next, w.ident(p.names[w.target(b.succs[0])]))
			w.choose(l.after, func() { w.add(&ast.Break{}) }, func() {})
		})
	})
	w.eachHeads[st] = x
	w.choose(l.after, func() { w.add(&ast.Return{X: w.ident(l.after)}) }, func() { w.jump(p, b, b.succs[1]) })
}

// choose writes an if.
func (w *stmtWriter) choose(test *web, then, els func()) {
	arms := [2]*ast.Block{{}, {}}
	st := &ast.If{Test: w.ident(test), Then: arms[0], Else: arms[1]}
	w.add(st)
	w.within(listBlock, st, &arms[0].Body, then)
	w.within(listBlock, st, &arms[1].Body, els)
}
