package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A for-in or for-of loop remains one statement in one block function: no other code can drive
// its iteration. Its body consists of basic blocks, too, which a trampoline inside the loop
// runs until one returns no successor. Then the iteration is over, or the whole loop if a block
// has set what runs after it:
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
// A jump out of several loops sets the innermost loop's after-variable to a block that sets the
// next one's, and so on. A pending exit is dropped together with the loop that it leaves, as
// when a finally continues a loop that the body was about to leave.

// iterLoopLevels creates the levels of for-in and for-of loops.
func (e *emitter) iterLoopLevels(p *basic, helper func(string) *web) {
	for _, b := range p.order {
		x := e.iterLoops[b]
		if x == nil {
			continue
		}
		if !isPlainPut(x.put) { // a pattern, whose names are variables of several blocks
			x.put.head = false
			x.put = e.helperItem(e.itemName(b.End.Cond().Arg(0)), x.body)
			x.put.head = true
		}
		p.levels.addLoop(b, x.body, helper)
	}
}

// beginsBody reports whether b is the first block of the body of a for-in or for-of loop, or of
// an arm of a try.
func beginsBody(b *fold.Block) bool {
	if h := b.Src.Head; h.Op == son.OpProj && h.In(0).Op == son.OpTry {
		return true
	}
	return b.IterBody
}

// isPlainPut reports whether a loop head assigns its items to a name or a property.
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

// leave exits all levels from inner up to, but not including, last, and sets where control
// continues after the outermost of them; a nil target ends the current iteration of the loop
// around it.
func (w *stmtWriter) leave(p *basic, inner, last *level, to *fold.Block) {
	if inner != last {
		next := p.names[to]
		if inner.up != last || to == nil {
			next = p.exit(w, inner.up, last, to)
		}
		w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(inner.after), Value: w.ident(next)}})
	}
	w.add(&ast.Return{})
}

// exit is a block that only leaves levels; see leave.
type exit struct {
	exitKey
	name *web
}

// exitKey identifies an exit.
type exitKey struct {
	inner, last *level
	to          *fold.Block
}

// exit returns the name of the block that leaves levels.
func (p *basic) exit(w *stmtWriter, inner, last *level, to *fold.Block) *web {
	key := exitKey{inner, last, to}
	if inner == last {
		key.inner, key.last = p.levels.outside, p.levels.outside // the level does not matter
	}
	x := p.exitOf[key]
	if x == nil {
		x = &exit{key, w.blockName(p, len(p.order)+len(p.exits))}
		p.exitOf[key], p.exits = x, append(p.exits, x)
	}
	return x.name
}

// jump writes the jump from one block to another.
func (w *stmtWriter) jump(p *basic, from, to *fold.Block) {
	opened := w.opensIteration(to)
	to = w.target(to)
	around, there := p.levels.around(w.emitter, from), p.levels.around(w.emitter, to)
	if l := p.levels.loops[to]; l != nil && !opened && l.has(around) { // the next iteration
		w.leave(p, around, l, nil)
		return
	}
	if !there.has(around) {
		refuse("BUG: a jump into a for-in or for-of loop or a try")
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

// opensIteration reports whether the path from b to its target opens an iterator. Then the
// target is the first iteration of a for-in or for-of loop, not the next one:
//
//	do { for (k in o) continue L } while (c())      c() runs where its body does
func (e *emitter) opensIteration(b *fold.Block) bool {
	e.target(b)
	return e.jumpOf(b).opens
}

// iterLoopBlock writes the statements of a block that ends in a for-in or for-of loop.
func (w *stmtWriter) iterLoopBlock(p *basic, b *fold.Block) {
	l := p.levels.loops[b]
	x := w.iterLoops[b]
	w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(l.after), Value: undefined()}})
	body := &ast.Block{}
	var st ast.Stmt = &ast.ForIn{Left: &ast.Empty{}, Right: x.right, Body: body}
	if b.Loop.Kind != son.LoopForIn {
		st = &ast.ForOf{Left: &ast.Empty{}, Right: x.right, Body: body}
	}
	w.add(st)
	x.head = w.within(scope.Head, st, nil, func() {
		w.root(x.put)
		w.within(scope.Block, st, &body.Body, func() {
			w.drive(l.next, w.ident(p.names[w.target(b.Succs[0])]))
			w.choose(l.after, func() { w.add(&ast.Break{}) }, func() {})
		})
	})
	w.heads[st] = x.head
	w.choose(l.after, func() { w.add(&ast.Return{X: w.ident(l.after)}) }, func() { w.jump(p, b, b.Succs[1]) })
}

// choose writes an if.
func (w *stmtWriter) choose(test *web, then, els func()) {
	arms := [2]*ast.Block{{}, {}}
	st := &ast.If{Test: w.ident(test), Then: arms[0], Else: arms[1]}
	w.add(st)
	w.within(scope.Block, st, &arms[0].Body, then)
	w.within(scope.Block, st, &arms[1].Body, els)
}
