package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// each is a for-of over what a generator yields that has the code of the generator in its place, and its own body in
// the place of the yield:
//
//	function* odd(n) { for (let i = 1; i < n; i += 2) yield i; }
//	for (const x of odd(9)) sum += x;
//
//	for (let i = 1; i < 9; i += 2) sum += i;
//
// The generator runs only while the loop waits for an item, so its statements come in the same order. To leave the
// loop is to leave the generator where it stands: what that closes, the loops around the yield close here, too.
type each struct {
	loop   *ast.ForOf
	target *target
	// outer and inst are the state of the code around the loop, number its instance.
	outer  frameState
	inst   instState
	number uint16
	// writes are what the loop assigns and its body may have from outside.
	writes []*ast.Symbol
}

// generator returns the instance that is built in place of a loop, or nil.
func (b *builder) generator(st *ast.ForOf) *Instance {
	if b.facts.inlining == nil {
		return nil
	}
	return b.planned(b.facts.inlining.Generators[st])
}

// iterate builds the generator of a loop in the place of the loop.
func (b *builder) iterate(st *ast.ForOf, in *Instance, labels []string) {
	e := &each{loop: st, number: b.g.Instance(), writes: b.writesOf(st)}
	e.target = b.open(&target{labels: labels, loop: true, unlabeled: true, breakMark: b.s.mark()})
	e.outer, e.inst = b.frameState, b.instState
	b.inlineBody(in.Call, in, &frame{drop: true, each: e})
	b.close(e.target, st.Span, b.s.take(e.target.breakMark))
}

// writesOf returns the variables that a loop assigns.
func (b *builder) writesOf(st *ast.ForOf) (list []*ast.Symbol) {
	saved := b.assignments
	b.assignments = assignments{}
	b.noteLoop(st)
	for _, w := range b.writes {
		list = append(list, w.sym)
	}
	b.assignments = saved
	return list
}

// yielded builds the body of the loop that a yield gives an item to. It reports whether a statement is such a yield.
func (b *builder) yielded(st ast.Stmt) bool {
	if b.frame == nil || b.frame.each == nil {
		return false
	}
	x, ok := st.(*ast.ExprStmt)
	if !ok {
		return false
	}
	y, ok := x.X.(*ast.Yield)
	if !ok {
		return false
	}
	e := b.frame.each
	item := b.g.Const(son.TypeUndefined)
	if y.X != nil {
		item = b.expr(y.X)
	}
	within := b.g.EnterBody(son.Instance{Name: "loop body", Call: y.Span, Text: e.loop.Span, At: x.Start, Own: e.number, Site: -1})
	state, inst := b.frameState, b.instState
	b.frameState, b.instState = e.outer, e.inst
	depth := len(b.s.vars)
	t := e.target
	t.bodyRegions, t.continueMark, t.continues = len(b.regions), b.s.mark(), nil
	b.at = e.loop.Start
	b.enter(e.loop.Scope)
	b.head(e.loop.Left, item)
	b.stmt(e.loop.Body)
	b.s.pop(depth)
	end := b.s.take(t.continueMark)
	if len(t.continues) > 0 {
		b.s.rewind(t.continueMark)
		b.s.join(e.loop.Span, 0, append([]edge{end}, t.continues...)...)
	}
	b.s.release(t.continueMark)
	e.outer = b.frameState
	b.frameState, b.instState = state, inst
	b.g.LeaveInstance(within)
	return true
}

// eachWrites calls do for what the loops assign around whose yields the builder is.
func (f *frame) eachWrites(do func(*ast.Symbol)) {
	for ; f != nil; f = f.around {
		if f.each == nil {
			continue
		}
		for _, sym := range f.each.writes {
			do(sym)
		}
		f.each.outer.frame.eachWrites(do)
	}
}
