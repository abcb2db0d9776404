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
// What leaves several loops says so to the innermost: that goes on with a block which
// says so to the next one. What waits is forgotten with the loop that it waits for, as
// when a finally continues a loop that the body was about to leave.

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
// leaving for-in does nothing, and what only its body leads to may run there, unless it
// comes after something around the loop.
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
		r := b.src.Region
		for ; r != nil && r != h.src.Region; r = r.Parent {
		}
		return r == h.src.Region && slices.Contains(e.eachAround(b.src, nil), h)
	}
	body := e.eaches[h].body.src.Region
	for r := b.src.Region; r != nil; r = r.Parent {
		if r == body {
			return true
		}
	}
	return false
}

// leave ends levels, the outer ones first, and says what the outermost goes on with;
// nil ends the round around it.
func (w *stmtWriter) leave(p *basic, levels []*level, to *block) {
	if k := len(levels) - 1; k >= 0 {
		next := p.names[to]
		if k > 0 || to == nil {
			next = p.exit(w, levels[:k], to)
		}
		w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(levels[k].after), Value: w.ident(next)}})
	}
	w.add(&ast.Return{})
}

// exit is a block that only leaves levels.
type exit struct {
	levels []*level
	to     *block
	name   *web
}

// exitKey is what tells one from others: its levels lie inside each other.
type exitKey struct {
	first, last *level
	to          *block
}

// exit returns the name of the block that leaves levels.
func (p *basic) exit(w *stmtWriter, levels []*level, to *block) *web {
	key := exitKey{to: to}
	if k := len(levels); k > 0 {
		key.first, key.last = levels[0], levels[k-1]
	}
	x := p.exitOf[key]
	if x == nil {
		x = &exit{levels, to, w.blockName(p, len(p.order)+len(p.exits))}
		p.exitOf[key], p.exits = x, append(p.exits, x)
	}
	return x.name
}

// jump writes the jump from one block to another.
func (w *stmtWriter) jump(p *basic, from, to *block) {
	anew := w.opensOn(to)
	to = w.target(to)
	around, there := w.around(p, from), w.around(p, to)
	for k, l := range around {
		if l.head == to && l.arms == nil && !anew { // the next round
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

// opensOn reports whether an iteration is opened on the way from b to its target, which
// is not the next round of a loop over items then, but its first:
//
//	do { for (k in o) continue L } while (c())      c() runs where its body does
func (e *emitter) opensOn(b *block) bool {
	for to := e.target(b); b != to; b = b.succs[0] {
		if x := e.eaches[b.succs[0]]; x != nil && x.from == b {
			return true
		}
	}
	return false
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
