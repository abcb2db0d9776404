package emit

import (
	"fmt"
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// The form of basic blocks: each basic block of a function becomes a nested function with flat
// statements (flat.go), and a jump becomes a tail call.
//
//	function sum(max) {               const b1 = () => {
//	  let i, total, result;             const t = i < max;
//	  const b0 = () => {                if (t) {
//	    total = 0;                        return b2;
//	    i = 0;                          } else {
//	    return b1;                        return b3;
//	  };                                }
//	  …                               };
//
// Engines keep a frame for each call, even in tail position. So the blocks of a function with a
// loop return the next block instead of calling it, and a trampoline at the function's end
// calls one after the other.
//
// Variables used by several blocks are declared in the function itsee. That cannot express a
// variable that is fresh in each iteration of a loop, so functions that need one are refused,
// and so are generators and async functions, whose blocks cannot be separated. A for-in or
// for-of loop and a try remain statements (basiciterloop.go, basictry.go).

// basic is the state of emitting one such function.
type basic struct {
	root   *scope.List
	names  map[*fold.Block]*web
	order  []*fold.Block
	bodies map[ast.Stmt]*ast.Block // of the block functions, by their declarations
	loops  bool
	result *web // the return value, in a function with a trampoline
	levels levels
	tries  bool
	exits  []*exit
	exitOf map[exitKey]*exit
}

// checkBasic refuses functions that have no form of basic blocks.
func (e *emitter) checkBasic() {
	switch {
	case e.isTop():
		refuse("the top level is not a function")
	case e.Fn.Generator || e.Fn.Async:
		refuse("a function that suspends")
	case e.Fn.Kind == ast.FuncStaticInit:
		refuse("a static block")
	case e.Callers && !e.Fn.Strict:
		refuse("the program inspects callers")
	case len(e.blockFns) > 0:
		refuse("a block declares a function")
	}
}

// basicBlocks writes the block functions, or returns nil if the function is a single block.
func (e *emitter) basicBlocks() *scope.List {
	w := &stmtWriter{emitter: e, used: map[string]int{}}
	p := &basic{names: map[*fold.Block]*web{}, bodies: map[ast.Stmt]*ast.Block{}, exitOf: map[exitKey]*exit{}, levels: newLevels()}
	for _, b := range e.List {
		if b == nil || !e.reachable(b) || e.forwards(b) {
			continue
		}
		p.order = append(p.order, b)
		p.loops = p.loops || b.Src.Loop != nil
	}
	if len(p.order) == 1 && !p.loops && p.order[0].Src.Region == nil && len(e.blockFns) == 0 {
		return nil
	}
	e.checkBasic()
	e.basic = p
	root := e.newList(scope.Block, nil, nil)
	e.list = root
	root = e.hoisted(root)
	helper := func(name string) *web {
		v := e.newWeb(nil)
		v.Hint = name
		return v
	}
	e.iterLoopLevels(p, helper)
	tryLevels(p, helper)
	p.loops = p.loops || p.levels.n > 0
	if p.loops {
		p.result = helper("result")
	}
	p.root = root
	for i, b := range p.order {
		p.names[b] = e.blockName(p, i)
	}
	for _, b := range p.order {
		w.blockFunc(p, p.names[b], func() {
			w.code(b)
			w.ending(p, b)
		})
	}
	for i := 0; i < len(p.exits); i++ { // writing one may request another
		x := p.exits[i]
		w.blockFunc(p, x.name, func() { w.leave(p, x.inner, x.last, x.to) })
	}
	entry := e.ident(p.names[e.target(e.List[0])])
	if !p.loops {
		w.add(&ast.Return{X: &ast.Call{Callee: entry}})
		return root
	}
	w.drive(helper("next"), entry)
	w.add(&ast.Return{X: w.ident(p.result)})
	return root
}

// blockName returns the variable of a block function, which keeps its name.
func (e *emitter) blockName(p *basic, i int) *web {
	v := e.newWeb(nil)
	v.Hint = fmt.Sprintf("b%d_%d", e.Fn.Index, i)
	v.Home, v.Declared = p.root, true
	return v
}

func (lf *loopForms) jumpOf(b *fold.Block) *jump {
	for b.ID >= len(lf.jumps) {
		lf.jumps = append(lf.jumps, jump{})
	}
	return &lf.jumps[b.ID]
}

// forwards reports whether b is empty and only jumps to another block.
func (e *emitter) forwards(b *fold.Block) bool { return e.blank(b) && e.target(b) != b }

// target follows empty blocks from b to the first block that is not empty or that begins the
// body of a for-in or for-of loop. For each block on the path it records whether the path opens
// an iterator; see opensIteration.
func (e *emitter) target(b *fold.Block) *fold.Block {
	var path []*fold.Block
	at := b
	for e.jumpOf(at).target == nil && !e.jumpOf(at).onPath && e.blank(at) && !beginsBody(at) {
		e.jumpOf(at).onPath = true
		path = append(path, at)
		at = at.Succs[0]
	}
	to := at
	if e.jumpOf(at).target != nil {
		to = e.jumpOf(at).target
	}
	around := e.jumpOf(at).onPath // an empty loop, whose blocks form a cycle
	for k := len(path) - 1; k >= 0; k-- {
		x := path[k]
		e.jumpOf(x).onPath = false
		if around {
			e.jumpOf(x).target, around = x, x != at
			continue
		}
		next := x.Succs[0]
		loop := e.iterLoops[next]
		e.jumpOf(x).target, e.jumpOf(x).opens = to, e.jumpOf(next).opens || loop != nil && loop.from == x
	}
	if len(path) == 0 {
		e.jumpOf(b).target = to
	}
	return e.jumpOf(b).target
}

// blockFunc declares the function of a block.
func (w *stmtWriter) blockFunc(p *basic, of *web, content func()) {
	fn := &ast.Function{Kind: ast.FuncArrow, Resolved: ast.Resolved{Index: -1}}
	name := w.ident(of)
	st := &ast.VarDecl{Kind: ast.Const, Decls: []*ast.Declarator{{Target: name, Init: &ast.Func{Fn: fn}}}}
	body := &ast.Block{}
	p.bodies[st] = body
	w.add(st)
	w.within(scope.Block, st, &body.Body, content)
}

// ending writes a block's terminator.
func (w *stmtWriter) ending(p *basic, b *fold.Block) {
	switch b.Term {
	case fold.Jump:
		w.jump(p, b, b.Succs[0])
	case fold.If:
		then, els := &ast.Block{}, &ast.Block{}
		st := &ast.If{Test: w.treesOf(b).condX, Then: then, Else: els}
		w.add(st)
		w.within(scope.Block, st, &then.Body, func() { w.jump(p, b, b.Succs[0]) })
		w.within(scope.Block, st, &els.Body, func() { w.jump(p, b, b.Succs[1]) })
	case fold.Iterate:
		w.iterLoopBlock(p, b)
	case fold.Try:
		w.tryBlock(p, b)
	case fold.EndFinally: // possibly reachable only from the body of a for-in
		w.leave(p, p.levels.around(w.emitter, b), p.levels.part(b.Src.Region), nil)
	case fold.Return:
		if p.result != nil {
			if !ast.IsUndefined(w.treesOf(b).value) || p.tries { // a finally may override the return
				w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(p.result), Value: w.treesOf(b).value}})
			}
			w.leave(p, p.levels.around(w.emitter, b), p.levels.outside, nil)
			return
		}
		st := &ast.Return{X: w.treesOf(b).value}
		if ast.IsUndefined(w.treesOf(b).value) {
			st.X = nil
		}
		w.add(st)
	case fold.Throw:
		w.add(&ast.Throw{X: w.treesOf(b).value})
	default:
		refuse("control does not continue")
	}
}

// drive writes the trampoline: it runs blocks until one returns no successor.
func (w *stmtWriter) drive(next *web, entry ast.Expr) {
	w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(next), Value: entry}})
	body := &ast.Block{}
	loop := &ast.While{Test: &ast.Bool{Value: true}, Body: body}
	w.add(loop)
	w.within(scope.Block, loop, &body.Body, func() {
		w.choose(next, func() {
			w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(next), Value: &ast.Call{Callee: w.ident(next)}}})
		}, func() { w.add(&ast.Break{}) })
	})
}

// cellUses records which nodes use the cells of a function.
type cellUses struct {
	early map[*web]bool        // a use checks the TDZ, or several stores initialize it
	init  map[*web]*son.Node   // the initializing store
	made  map[*web][]*son.Node // closures that capture it, and other uses
	again map[*ast.Symbol]bool // created in a loop
}

// findCellUses collects the uses of all cells at once.
func (e *emitter) findCellUses() *cellUses {
	u := &cellUses{early: map[*web]bool{}, init: map[*web]*son.Node{}, made: map[*web][]*son.Node{}, again: map[*ast.Symbol]bool{}}
	e.g.Nodes(func(n *son.Node) {
		for i, c := range n.Ins() {
			if c == nil || !isCell(c) || n.SlotKind(i) != son.SlotData {
				continue
			}
			w := e.webs.copies[c]
			if w == nil {
				w = e.webs.cells[c.Sym]
			}
			switch {
			case w == nil: // never referenced
			case n.Op == son.OpStoreCell && n.Has(son.FlagInit):
				u.early[w] = u.early[w] || u.init[w] != nil
				u.init[w] = n
			case n.Op == son.OpLoadCell, n.Op == son.OpStoreCell:
				u.early[w] = u.early[w] || n.Has(son.FlagTDZ)
			default:
				u.made[w] = append(u.made[w], n)
			}
		}
		if n.Op == son.OpNewCell {
			b := e.cfg.BlockOf(n.Ctrl())
			u.again[n.Sym] = u.again[n.Sym] || b == nil || e.flow.RunsAgain(b)
		}
	})
	return u
}

// mayReadEarly reports whether a cell may be read before its declaration has run: by a node
// that checks the TDZ, or by a closure created earlier.
func (e *emitter) mayReadEarly(u *cellUses, w *web) bool {
	init := u.init[w]
	return u.early[w] || init == nil ||
		slices.ContainsFunc(u.made[w], func(n *son.Node) bool { return n.Has(son.FlagHoisted) || !e.flow.RunsBefore(init, n) })
}

// checkShared refuses variables that must be fresh in each iteration, and those whose dead zone
// is observable.
func (e *emitter) checkShared(u *cellUses, w *web) {
	if w.Cell && w.Sym != nil && w.Sym.Kind.Lexical() && e.mayReadEarly(u, w) {
		refuse("the dead zone of %s can be seen", w.Hint)
	}
	if w.Sym != nil && (w.Sym.Kind == ast.SymConst || w.Sym.Kind == ast.SymClassName) &&
		slices.ContainsFunc(w.Sym.Refs, func(r ast.Ref) bool { return r.Kind&ast.RefWrite != 0 }) {
		refuse("the constant %s is assigned", w.Hint) // which throws
	}
	seen := w.Cell || w.Sym != nil && w.Sym.Captured
	again := false
	for _, m := range w.members {
		b := e.flow.BlockOf(m)
		again = again || b != nil && e.flow.RunsAgain(b)
	}
	again = again || w.Cell && u.again[w.Sym]
	if seen && again {
		refuse("a function captures a per-iteration variable of a loop")
	}
}
