package emit

import (
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
		p.levels.addLoop(b, x.body, helper)
	}
}

// beginsRound reports whether b is the first block of the body of a loop over items,
// or of an arm of a try.
func (e *emitter) beginsRound(b *block) bool {
	if h := b.src.Head; h.Op == son.OpProj && h.In(0).Op == son.OpTry {
		return true
	}
	return b.round
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

// leave ends levels, from the inner one on to those in one that goes on, and says what
// the outermost goes on with; nil ends the round around it.
func (w *stmtWriter) leave(p *basic, inner, last *level, to *block) {
	if inner != last {
		next := p.names[to]
		if inner.up != last || to == nil {
			next = p.exit(w, inner.up, last, to)
		}
		w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(inner.after), Value: w.ident(next)}})
	}
	w.add(&ast.Return{})
}

// exit is a block that only leaves levels, see leave.
type exit struct {
	exitKey
	name *web
}

// exitKey is what tells one exit from others.
type exitKey struct {
	inner, last *level
	to          *block
}

// exit returns the name of the block that leaves levels.
func (p *basic) exit(w *stmtWriter, inner, last *level, to *block) *web {
	key := exitKey{inner, last, to}
	if inner == last {
		key.inner, key.last = p.levels.outside, p.levels.outside // wherever that is
	}
	x := p.exitOf[key]
	if x == nil {
		x = &exit{key, w.blockName(p, len(p.order)+len(p.exits))}
		p.exitOf[key], p.exits = x, append(p.exits, x)
	}
	return x.name
}

// jump writes the jump from one block to another.
func (w *stmtWriter) jump(p *basic, from, to *block) {
	anew := w.opensOn(to)
	to = w.target(to)
	around, there := p.levels.around(w.emitter, from), p.levels.around(w.emitter, to)
	if l := p.levels.loops[to]; l != nil && !anew && l.has(around) { // the next round
		w.leave(p, around, l, nil)
		return
	}
	if !there.has(around) {
		refuse("BUG: a jump into a loop over items or a try")
	}
	if there != around {
		w.leave(p, around, there, to)
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
	e.target(b)
	return b.opens
}

// itemBlock writes the statements of the block that is a loop over items.
func (w *stmtWriter) itemBlock(p *basic, b *block) {
	l := p.levels.loops[b]
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
