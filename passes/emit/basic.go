package emit

import (
	"fmt"
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// The form of basic blocks: each block of a function is a function inside of it,
// whose statements are flat (flat.go), and a jump is a call in tail position.
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
// Engines keep a frame for each call, in tail position or not. So the blocks of a
// function that loops return the next block instead of calling it, and a loop at the
// function's end calls one after the other.
//
// Variables of more than one block belong to the function. That is no way to have a
// variable anew in each round of a loop; such functions are refused, and those that
// suspend, whose blocks cannot be cut apart. What iterates and tries stays a statement
// (basiceach.go, basictry.go).

// basic is the state of one such function.
type basic struct {
	root   *stmtList
	names  map[*block]*web
	order  []*block
	bodies map[ast.Stmt]*ast.Block // of the blocks, by their declarations
	loops  bool
	result *web // what the function returns, where it loops
	levels levels
	tries  bool
	exits  []*exit
	exitOf map[exitKey]*exit
}

// checkBasic refuses what has no form of basic blocks.
func (e *emitter) checkBasic() {
	switch {
	case e.isTop():
		refuse("the top level is no function")
	case e.Fn.Generator || e.Fn.Async:
		refuse("a function that suspends")
	case e.Fn.Kind == ast.FuncStaticInit:
		refuse("a static block")
	case e.Callers && !e.Fn.Strict:
		refuse("the program asks for callers")
	case len(e.blockFns) > 0:
		refuse("a block declares a function")
	}
}

// basicBlocks writes the function's blocks, unless it runs straight on: then it returns
// nil.
func (e *emitter) basicBlocks() *stmtList {
	w := &stmtWriter{emitter: e, used: map[string]int{}}
	p := &basic{names: map[*block]*web{}, bodies: map[ast.Stmt]*ast.Block{}, exitOf: map[exitKey]*exit{}, levels: newLevels()}
	for _, b := range e.blocks {
		if b == nil || !e.reachable(b) || e.forwards(b) {
			continue
		}
		p.order = append(p.order, b)
		p.loops = p.loops || b.src.Loop != nil
	}
	if len(p.order) == 1 && !p.loops && p.order[0].src.Region == nil && len(e.blockFns) == 0 {
		return nil
	}
	e.checkBasic()
	e.basic = p
	root := e.newList(listBlock, nil, nil)
	e.list = root
	root = e.hoisted(root)
	helper := func(name string) *web {
		v := e.newWeb(nil)
		v.hint = name
		return v
	}
	e.itemLoops(p, helper)
	e.tryLevels(p, helper)
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
	for i := 0; i < len(p.exits); i++ { // one may need another
		x := p.exits[i]
		w.blockFunc(p, x.name, func() { w.leave(p, x.inner, x.last, x.to) })
	}
	entry := e.ident(p.names[e.target(e.blocks[0])])
	if !p.loops {
		w.add(&ast.Return{X: &ast.Call{Callee: entry}})
		return root
	}
	w.drive(helper("next"), entry)
	w.add(&ast.Return{X: w.ident(p.result)})
	return root
}

// blockName returns a name for the function of a block, whose only name it is to be.
func (e *emitter) blockName(p *basic, i int) *web {
	v := e.newWeb(nil)
	v.hint = fmt.Sprintf("b%d_%d", e.Fn.Index, i)
	v.home, v.declared = p.root, true
	return v
}

// forwards reports whether b does nothing but go on to another block.
func (e *emitter) forwards(b *block) bool { return e.blank(b) && e.target(b) != b }

// target returns the block that does what is next from b on: the first that is not
// empty, or with which a round of a loop over items begins. It is noted, for each block
// on the way, whether an iteration is opened before that; see opensOn.
func (e *emitter) target(b *block) *block {
	var way []*block
	at := b
	for at.target == nil && !at.onWay && e.blank(at) && !e.beginsRound(at) {
		at.onWay = true
		way = append(way, at)
		at = at.succs[0]
	}
	to := at
	if at.target != nil {
		to = at.target
	}
	around := at.onWay // an empty loop, whose blocks come back to themselves
	for k := len(way) - 1; k >= 0; k-- {
		x := way[k]
		x.onWay = false
		if around {
			x.target, around = x, x != at
			continue
		}
		next := x.succs[0]
		each := e.eaches[next]
		x.target, x.opens = to, next.opens || each != nil && each.from == x
	}
	if len(way) == 0 {
		b.target = to
	}
	return b.target
}

// blockFunc declares the function of a block.
func (w *stmtWriter) blockFunc(p *basic, of *web, content func()) {
	fn := &ast.Function{Kind: ast.FuncArrow, Index: -1}
	name := w.ident(of)
	st := &ast.VarDecl{Kind: ast.Const, Decls: []*ast.Declarator{{Target: name, Init: &ast.Func{Fn: fn}}}}
	body := &ast.Block{}
	p.bodies[st] = body
	w.add(st)
	w.within(listBlock, st, &body.Body, content)
}

// ending writes how a block ends.
func (w *stmtWriter) ending(p *basic, b *block) {
	switch b.term {
	case termJump:
		w.jump(p, b, b.succs[0])
	case termIf:
		then, els := &ast.Block{}, &ast.Block{}
		st := &ast.If{Test: b.condX, Then: then, Else: els}
		w.add(st)
		w.within(listBlock, st, &then.Body, func() { w.jump(p, b, b.succs[0]) })
		w.within(listBlock, st, &els.Body, func() { w.jump(p, b, b.succs[1]) })
	case termEach:
		w.itemBlock(p, b)
	case termTry:
		w.tryBlock(p, b)
	case termEndFinally: // which may be where only the body of a for-in leads
		w.leave(p, p.levels.around(w.emitter, b), p.levels.part(b.src.Region), nil)
	case termReturn:
		if p.result != nil {
			if !isUndefined(b.value) || p.tries { // a finally may return instead
				w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(p.result), Value: b.value}})
			}
			w.leave(p, p.levels.around(w.emitter, b), p.levels.outside, nil)
			return
		}
		st := &ast.Return{X: b.value}
		if isUndefined(b.value) {
			st.X = nil
		}
		w.add(st)
	case termThrow:
		w.add(&ast.Throw{X: b.value})
	default:
		refuse("control goes nowhere")
	}
}

// drive runs blocks until one returns no other.
func (w *stmtWriter) drive(next *web, entry ast.Expr) {
	w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(next), Value: entry}})
	body := &ast.Block{}
	loop := &ast.While{Test: &ast.Bool{Value: true}, Body: body}
	w.add(loop)
	w.within(listBlock, loop, &body.Body, func() {
		w.choose(next, func() {
			w.add(&ast.ExprStmt{X: &ast.Assign{Target: w.ident(next), Value: &ast.Call{Callee: w.ident(next)}}})
		}, func() { w.add(&ast.Break{}) })
	})
}

// declareBasic declares the variables of one block there, and the others in the
// function, and names them all.
func (e *emitter) declareBasic(root *stmtList) {
	l := e.locate(root)
	var shared []ast.Stmt
	patterns := e.patternDecls(l)
	cells := e.findCellUses()
	for _, w := range e.webs.all {
		u := w.use
		if w.caught != nil {
			w.home = w.caught
			continue
		}
		if u == nil || w.param || w.inner || w.declared || e.isDeclaredFn(w) || e.isOuter(w) {
			continue
		}
		if p := patterns[w]; p != nil && w.kind != ast.Var {
			w.home = p.list
			if !p.done {
				e.turnInto(p.list, p.at, p.st, p.kind)
				p.done = true
			}
			continue
		}
		list := u.lca
		for list != root && list.parent != root {
			list = list.parent
		}
		w.home = list
		if list == u.lca && list != root && w.kind != ast.Var {
			st, at := e.letSite(l, w, u), u.first
			if w.cell {
				st, at = e.cellSite(w, u)
			}
			if st != nil {
				k := ast.Let
				if e.isConst(w) {
					k = ast.Const
				}
				e.turnInto(list, at, st, k)
				continue
			}
		}
		if w.hint == "let" {
			refuse("a variable of several blocks is called let")
		}
		e.checkShared(cells, w)
		w.home = root
		d := &ast.VarDecl{Kind: ast.Let, Decls: []*ast.Declarator{{Target: e.ident(w)}}}
		if e.besideParam(w) { // it starts as the parameter
			d.Kind = ast.Var
		}
		shared = append(shared, d)
	}
	e.nameWebs(l, root)
	root.stmts = append(shared, root.stmts...)
	e.keepNames()
}

// cellUses are the steps at which the cells of a function are seen.
type cellUses struct {
	early map[*web]bool        // a step asks whether it has its value, or there are several that give it the first
	init  map[*web]*son.Node   // what gives it the first
	made  map[*web][]*son.Node // functions that see it, and the like
	again map[*ast.Symbol]bool // it is made in a loop
}

// findCellUses finds them for all cells at once.
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
			case w == nil: // nobody mentions it
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
			u.again[n.Sym] = u.again[n.Sym] || b == nil || e.runsAgain(b)
		}
	})
	return u
}

// runsAgain reports whether a block may run more than once in a call: in a loop, or in a
// region of a try that is in one. No edge leads from the end of a finally, nor from a throw,
// back to the loop.
func (e *emitter) runsAgain(b *son.Block) bool {
	if b.Loop != nil {
		return true
	}
	again := false
	r := b.Region
	for ; r != nil && !again; r = r.Parent {
		known, ok := e.againIn[r]
		if ok {
			again = known
			break
		}
		t := e.cfg.BlockOf(r.Try.Ctrl())
		again = r.Try.Op == son.OpTry && (t == nil || t.Loop != nil)
	}
	for x := b.Region; x != r; x = x.Parent {
		if e.againIn == nil {
			e.againIn = map[*son.RegionTree]bool{}
		}
		e.againIn[x] = again
	}
	return again
}

// seenEarly reports whether something may read a cell before its declaration has run: a
// step that asks, or a function that is made before.
func (e *emitter) seenEarly(u *cellUses, w *web) bool {
	init := u.init[w]
	return u.early[w] || init == nil ||
		slices.ContainsFunc(u.made[w], func(n *son.Node) bool { return n.Has(son.FlagHoisted) || !e.runsBefore(init, n) })
}

// runsBefore reports whether control never comes to b but by a.
func (e *emitter) runsBefore(a, b *son.Node) bool {
	x, y := e.blockOfUse(a), e.blockOfUse(b)
	if x == nil || y == nil {
		return false
	}
	if x == y {
		return e.rank(a) < e.rank(b)
	}
	return x.Dominates(y)
}

// checkShared refuses variables that must be other ones each time, and those whose
// dead zone shows.
func (e *emitter) checkShared(u *cellUses, w *web) {
	if w.cell && w.sym != nil && w.sym.Kind.Lexical() && e.seenEarly(u, w) {
		refuse("the dead zone of %s can be seen", w.hint)
	}
	if w.sym != nil && (w.sym.Kind == ast.SymConst || w.sym.Kind == ast.SymClassName) &&
		slices.ContainsFunc(w.sym.Refs, func(r ast.Ref) bool { return r.Kind&ast.RefWrite != 0 }) {
		refuse("the constant %s is assigned", w.hint) // which throws
	}
	seen := w.cell || w.sym != nil && w.sym.Captured
	again := false
	for _, m := range w.members {
		b := e.blockOfUse(m)
		again = again || b != nil && e.runsAgain(b)
	}
	again = again || w.cell && u.again[w.sym]
	if seen && again {
		refuse("a function sees a variable of each round of a loop")
	}
}
