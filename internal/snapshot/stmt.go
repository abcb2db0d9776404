package snapshot

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// target is a statement that code inside can leave, or the end of a try whose finally clause runs first.
type target struct {
	labels []string
	loop   bool
	plain  bool // a break without a label leaves it
	// broken and continued are the states of the jumps.
	broken, continued *state
	at                ast.Span
	held              int
	finally           bool
	// closes: it is a for-of. Whatever leaves it runs code, which may throw to that handler.
	closes  *handler
	pending []*exit // of a finally: the jumps over it
}

// exit are jumps to one place; to nil is the end of the function.
type exit struct {
	to        *target
	continues bool
	st        *state
}

// jump adds a state to those at the target of a jump; to nil is the end of the function.
func (ev *eval) jump(st *state, to *target, continues bool) {
	for i := len(ev.targets) - 1; i >= 0; i-- {
		t := ev.targets[i]
		if t.closes != nil && (t != to || !continues) {
			ev.mayThrowTo(t.closes, st)
		}
		switch {
		case t == to:
			if continues {
				t.continued = ev.arrive(t.continued, st, t.held, junction{t.at, "of continues"})
			} else {
				t.broken = ev.arrive(t.broken, st, t.held, junction{t.at, "of breaks"})
			}
			return
		case t.finally:
			k := slices.IndexFunc(t.pending, func(x *exit) bool { return x.to == to && x.continues == continues })
			if k < 0 {
				k = len(t.pending)
				t.pending = append(t.pending, &exit{to: to, continues: continues})
			}
			t.pending[k].st = ev.arrive(t.pending[k].st, st, t.held, junction{t.at, "before finally"})
			return
		}
	}
	ev.end = ev.arrive(ev.end, st, 0, junction{what: "of returns"})
}

// arrive joins the state of a jump with those of other jumps to the same place.
func (ev *eval) arrive(there, st *state, held int, at junction) *state {
	c := st.clone()
	if !c.dead {
		c.held = c.held[:held]
	}
	ev.work(c.cost())
	return ev.joined(there, c, at)
}

// leave is a break or continue.
func (ev *eval) leave(st *state, label string, continues bool) {
	for i := len(ev.targets) - 1; i >= 0; i-- {
		t := ev.targets[i]
		if t.finally || continues && !t.loop || label != "" && !slices.Contains(t.labels, label) || label == "" && !t.plain {
			continue
		}
		ev.jump(st, t, continues)
		break
	}
	st.die()
}

// within interprets code with a target for its jumps, and joins the breaks.
func (ev *eval) within(st *state, t *target, at ast.Span, body func()) {
	t.held, t.at = len(st.held), at
	ev.targets = append(ev.targets, t)
	body()
	ev.targets = ev.targets[:len(ev.targets)-1]
	ev.joinInto(st, t.broken, junction{at, "behind the statement"}, false)
}

func (ev *eval) stmts(st *state, list []ast.Stmt) {
	for _, s := range list {
		ev.stmt(st, s, nil)
	}
}

// stmt interprets a statement; labels are those before it.
func (ev *eval) stmt(st *state, s ast.Stmt, labels []string) {
	if st.dead || ev.isOver() {
		return
	}
	ev.work(1)
	if !ev.deeper() {
		return
	}
	defer func() { ev.p.nesting-- }()
	switch s := s.(type) {
	case *ast.ExprStmt:
		ev.expr(st, s.X)
	case *ast.VarDecl:
		ev.declare(st, s)
	case *ast.FuncDecl:
		if id := s.Fn.Name; id != nil && id.Sym != nil && id.Sym.AnnexB != nil {
			ev.write(st, id.Sym.AnnexB, other(son.TypeFunction), s.Span)
		}
	case *ast.ClassDecl:
		v := ev.class(st, s.Class)
		if id := s.Class.Name; id != nil {
			ev.write(st, id.Sym, v, s.Span)
		}
	case *ast.Return:
		v := undefined
		if s.X != nil {
			v = ev.expr(st, s.X)
		}
		ev.returns(st, v)
	case *ast.If:
		ev.branch(st, s)
	case *ast.For, *ast.While, *ast.DoWhile, *ast.ForIn, *ast.ForOf:
		t := &target{labels: labels, loop: true, plain: true}
		ev.within(st, t, s.Pos().Span, func() { ev.loop(st, s, t) })
	case *ast.Break:
		ev.leave(st, s.Label, false)
	case *ast.Continue:
		ev.leave(st, s.Label, true)
	case *ast.Throw:
		v := ev.expr(st, s.X)
		ev.throw(ev.handler, st, v)
		st.die()
	case *ast.Try:
		ev.try(st, s)
	case *ast.Switch:
		ev.within(st, &target{labels: labels, plain: true}, s.Span, func() { ev.cases(st, s) })
	case *ast.Labeled:
		labels = append(labels[:len(labels):len(labels)], s.Label)
		if ast.IsLoop(s.Body) {
			ev.stmt(st, s.Body, labels)
			break
		}
		if _, again := s.Body.(*ast.Labeled); again {
			ev.stmt(st, s.Body, labels)
			break
		}
		ev.within(st, &target{labels: labels}, s.Span, func() { ev.stmt(st, s.Body, nil) })
	case *ast.Block:
		ev.open(st, s.Scope)
		ev.stmts(st, s.Body)
		ev.close(st, s.Scope)
	case *ast.ExportDecl:
		ev.stmt(st, s.Decl, nil)
	case *ast.ExportDefault:
		if x, ok := s.Value.(*ast.ExprStmt); ok {
			ev.letGo(st, ev.expr(st, x.X), s.Span, "it is exported")
		} else {
			ev.stmt(st, s.Value, nil)
		}
	case *ast.Empty, *ast.Debugger, *ast.Import, *ast.ExportNamed, *ast.ExportAll:
	default: // with
		ev.left = -1
	}
	ev.point(st, s)
}

// point keeps what is known after a statement.
func (ev *eval) point(st *state, s ast.Stmt) {
	if ev.e.points == nil || st.dead {
		return
	}
	old := ev.e.points[s]
	if old == nil {
		ev.e.points[s] = st.clone()
		return
	}
	c := st.clone()
	old.held, c.held = nil, nil
	ev.joinInto(old, c, junction{s.Pos().Span, "at a point"}, false)
}

// declare interprets a declaration.
func (ev *eval) declare(st *state, s *ast.VarDecl) {
	for _, d := range s.Decls {
		switch {
		case d.Init != nil:
			ev.bind(st, d.Target, ev.expr(st, d.Init))
		case s.Kind != ast.Var:
			ev.bind(st, d.Target, undefined)
		}
	}
	if s.Kind >= ast.Using {
		ev.left = -1
	}
}

// branch interprets an if.
func (ev *eval) branch(st *state, s *ast.If) {
	yes, no := ev.test(st, s.Test)
	ev.stmt(yes, s.Then, nil)
	if s.Else != nil {
		ev.stmt(no, s.Else, nil)
	}
	*st = *ev.joined(yes, no, junction{s.Span, "of branches"})
}

// test interprets a condition and returns what is known where it holds, in st itself, and where not.
func (ev *eval) test(st *state, x ast.Expr) (yes, no *state) {
	v := ev.expr(st, x)
	ev.work(st.cost())
	yes, no = st, st.clone()
	switch v.typ().Truthy() {
	case son.Yes:
		no.die()
	case son.No:
		yes.die()
	}
	ev.assume(yes, x, true)
	ev.assume(no, x, false)
	return yes, no
}

const (
	// widensLoops is after how many iterations what grows in a loop is widened.
	widensLoops = 2
	// maxIterations bounds the iterations of a loop; there are never so many.
	maxIterations = 60
)

// repeat finds out what is known at the head of a loop: what was known before it, or at the end of an iteration.
// iterate interprets one, and changes the state to that at its end.
func (ev *eval) repeat(st *state, at ast.Span, iterate func(st *state) (exits *state)) {
	head := st.clone()
	for i := 0; ; i++ {
		ev.work(head.cost() * 2)
		back := head.clone()
		exits := iterate(back)
		if ev.isOver() || i > maxIterations {
			ev.left = -1
			st.die()
			return
		}
		if !ev.joinInto(head, back, junction{at, "of iterations"}, i >= widensLoops) {
			*st = *exits
			return
		}
	}
}

// loop interprets a loop.
func (ev *eval) loop(st *state, s ast.Stmt, t *target) {
	at := s.Pos().Span
	body := func(st *state, s ast.Stmt) {
		ev.stmt(st, s, nil)
		ev.joinInto(st, t.continued, junction{at, "of continues"}, false)
		t.continued = nil
	}
	dead := &state{dead: true}
	switch s := s.(type) {
	case *ast.While:
		ev.repeat(st, at, func(st *state) *state {
			yes, no := ev.test(st, s.Test)
			body(yes, s.Body)
			*st = *yes
			return no
		})
	case *ast.DoWhile:
		ev.repeat(st, at, func(st *state) *state {
			body(st, s.Body)
			yes, no := ev.test(st, s.Test)
			*st = *yes
			return no
		})
	case *ast.For:
		ev.open(st, s.Scope)
		if s.Init != nil {
			ev.stmt(st, s.Init, nil)
		}
		ev.repeat(st, at, func(st *state) *state {
			yes, no := st, dead
			if s.Test != nil {
				yes, no = ev.test(st, s.Test)
			}
			body(yes, s.Body)
			if s.Update != nil {
				ev.expr(yes, s.Update)
			}
			*st = *yes
			return no
		})
		ev.close(st, s.Scope)
	case *ast.ForIn:
		ev.open(st, s.Scope)
		v := ev.expr(st, s.Right)
		if d, ok := s.Left.(*ast.VarDecl); ok && d.Decls[0].Init != nil {
			ev.declare(st, d)
		}
		st.hold(v)
		ev.repeat(st, at, func(st *state) *state {
			exits := st.clone()
			if st.dead {
				return exits
			}
			keys, some := ev.keysOf(st, st.held[len(st.held)-1])
			if !some {
				st.die()
				return exits
			}
			ev.each(st, s.Left, s.Scope, keys)
			body(st, s.Body)
			return exits
		})
		st.drop()
		ev.close(st, s.Scope)
	case *ast.ForOf:
		ev.open(st, s.Scope)
		ev.letGo(st, ev.expr(st, s.Right), s.Right.Pos().Span, "it is iterated")
		ev.mayThrow(st)
		t.closes = ev.handler
		ev.repeat(st, at, func(st *state) *state {
			exits := st.clone()
			ev.each(st, s.Left, s.Scope, anything)
			body(st, s.Body)
			ev.mayThrow(st)
			return exits
		})
		ev.close(st, s.Scope)
	}
}

// drop drops the last held value.
func (st *state) drop() {
	if len(st.held) > 0 {
		st.held = st.held[:len(st.held)-1]
		st.changed()
	}
}

// each assigns what a for-in or for-of iterates over.
func (ev *eval) each(st *state, left ast.Stmt, scope *ast.Scope, v Value) {
	ev.open(st, scope)
	switch left := left.(type) {
	case *ast.VarDecl:
		ev.bind(st, left.Decls[0].Target, v)
		if left.Kind >= ast.Using {
			ev.left = -1
		}
	case *ast.ExprStmt:
		ev.bind(st, left.X, v)
	}
}

// keysOf returns the keys that a for-in over a value visits, and whether there may be any.
func (ev *eval) keysOf(st *state, v Value) (keys Value, some bool) {
	if v.Other.MayBe(son.KindObjects|son.KindString) || !ev.p.o.Builtins {
		return other(son.TypeString), true
	}
	for _, id := range v.Recs {
		f := st.recs[id]
		if f == nil {
			continue
		}
		if f.gone {
			return other(son.TypeString), true
		}
		for _, s := range f.alts {
			for _, x := range s {
				if x.has {
					keys.Other = keys.Other.Join(son.StringConst(x.key))
				}
			}
		}
	}
	return keys, !keys.isEmpty()
}

// cases interprets a switch.
func (ev *eval) cases(st *state, s *ast.Switch) {
	v := ev.expr(st, s.Disc)
	ev.open(st, s.Scope)
	st.hold(v)
	entered := make([]*state, len(s.Cases))
	last := -1
	for i, c := range s.Cases {
		if c.Test == nil {
			last = i
			continue
		}
		w := ev.expr(st, c.Test)
		if st.dead {
			break
		}
		entered[i] = st.clone()
		if t := ev.identical(st, st.held[len(st.held)-1], w); t == son.No {
			entered[i].die()
		} else if t == son.Yes {
			st.die()
		}
	}
	falls := st.clone() // no case matches
	if last >= 0 {
		entered[last] = falls
		falls = &state{dead: true, held: st.held}
	}
	run := &state{dead: true, held: st.held}
	for i, c := range s.Cases {
		if entered[i] != nil {
			run = ev.joined(run, entered[i], junction{c.Span, "of cases"})
		}
		ev.stmts(run, c.Body)
	}
	*st = *ev.joined(run, falls, junction{s.Span, "of cases"})
	st.drop()
	ev.close(st, s.Scope)
}

// try interprets a try statement.
func (ev *eval) try(st *state, s *ast.Try) {
	var fin *target
	around := ev.handler
	if s.Finally != nil {
		fin = &target{finally: true, held: len(st.held), at: s.Finally.Span}
		ev.targets = append(ev.targets, fin)
	}
	held := len(st.held)
	ev.handler = &handler{held: held, at: junction{s.Span, joinThrows}}
	ev.stmt(st, s.Block, nil)
	threw := ev.handler.st
	if s.Handler != nil {
		ev.handler = &handler{held: held, at: junction{s.Span, joinThrows}}
		if s.Finally == nil {
			ev.handler = around
		}
		caught := threw
		if caught == nil {
			caught = &state{dead: true}
		}
		if !caught.dead {
			v := caught.vars[thrown]
			delete(caught.vars, thrown)
			caught.changed()
			ev.open(caught, s.CatchScope)
			if s.Param != nil {
				ev.bind(caught, s.Param, v)
			}
			ev.stmt(caught, s.Handler, nil)
			ev.close(caught, s.CatchScope)
		}
		threw = nil
		if s.Finally != nil {
			threw = ev.handler.st
		}
		ev.joinInto(st, caught, junction{s.Span, "behind try"}, false)
	}
	ev.handler = around
	if s.Finally == nil {
		return
	}
	ev.targets = ev.targets[:len(ev.targets)-1]
	ev.stmt(st, s.Finally, nil)
	if threw != nil && !threw.dead {
		v := threw.vars[thrown]
		threw.hold(v)
		ev.stmt(threw, s.Finally, nil)
		if !threw.dead {
			ev.throw(ev.handler, threw, threw.take())
		}
	}
	for _, x := range fin.pending {
		ev.stmt(x.st, s.Finally, nil)
		if !x.st.dead {
			ev.jump(x.st, x.to, x.continues)
		}
	}
}
