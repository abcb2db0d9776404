package same

import "github.com/sonjs/son/parse/ast"

// list returns the canonical form of a list.
func (w *writer) list(stmts []ast.Stmt) []ast.Stmt {
	parts := make([][]ast.Stmt, 0, len(stmts))
	for _, st := range stmts { // functions are hoisted
		if f, ok := unwrap(st).(*ast.FuncDecl); ok {
			parts = append(parts, []ast.Stmt{f})
		}
	}
	for _, st := range stmts {
		if _, ok := unwrap(st).(*ast.FuncDecl); ok {
			continue
		}
		if p := w.stmt(st); len(p) > 0 {
			parts = append(parts, p)
		}
	}
	return w.joinAll(parts)
}

// joinAll joins lists, starting with the last one. Most lists are copied to free space in front
// of what follows: copying what follows for each would be quadratic for a long list.
func (w *writer) joinAll(parts [][]ast.Stmt) []ast.Stmt {
	var room, out []ast.Stmt // out is the end of room
	for i := len(parts) - 1; i >= 0; i-- {
		p := parts[i]
		if len(out) > 0 && w.takesRest(p, out[0]) {
			out = w.join(p, out)
			room = out
			continue
		}
		if len(p) > len(out) {
			// Reuse p, so that the contents of nested blocks are not copied for each.
			w.copied(len(out))
			out = append(p, out...)
			room = out
			continue
		}
		w.copied(len(p))
		if len(room)-len(out) < len(p) {
			w.copied(len(out))
			room = make([]ast.Stmt, 2*(len(out)+len(p)))
			copy(room[len(room)-len(out):], out)
		}
		at := len(room) - len(out) - len(p)
		copy(room[at:], p)
		out = room[at:]
	}
	return out
}

// takesRest reports whether what follows a list, beginning with next, belongs inside its last
// statement; see join.
func (w *writer) takesRest(list []ast.Stmt, next ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.If:
		then, els := w.armsEnd(s)
		return then || els
	case *ast.Labeled:
		_, jumps := next.(*ast.Break)
		return jumps
	}
	return false
}

// join appends rest to list. After an if with one arm that jumps, it belongs in the other arm.
func (w *writer) join(list, rest []ast.Stmt) []ast.Stmt {
	switch {
	case len(rest) == 0:
		return list
	case len(list) == 0:
		return rest
	}
	if w.copied(len(list) + len(rest)); !w.spend() {
		return list
	}
	k := len(list) - 1
	if l, ok := list[k].(*ast.Labeled); ok {
		return append(list[:k:k], w.follow(l, rest)...)
	}
	s, ok := list[k].(*ast.If)
	if !ok || w.ends(list) {
		return append(list[:k+1:k+1], rest...)
	}
	then, els := arm(s.Then), arm(s.Else)
	thenEnds, elsEnds := w.armsEnd(s)
	switch {
	case thenEnds:
		els = w.join(els, rest)
	case elsEnds:
		then = w.join(then, rest)
	default:
		return append(list[:k+1:k+1], rest...)
	}
	return append(list[:k:k], w.choose(s.Test, then, els)...)
}

// follow appends rest to a statement that jumps leave. If rest is only another jump, they jump
// to its target directly.
func (w *writer) follow(l *ast.Labeled, rest []ast.Stmt) []ast.Stmt {
	b, ok := rest[0].(*ast.Break)
	if !ok {
		return append([]ast.Stmt{l}, rest...)
	}
	w.retarget(l, b.Label)
	if f, ok := l.Body.(*ast.For); ok && f.Test == nil {
		w.drop(rest)
		return []ast.Stmt{f} // it has no other exit
	}
	if in, ok := l.Body.(*ast.Block); ok {
		return append(in.Body[:len(in.Body):len(in.Body)], rest...)
	}
	return append([]ast.Stmt{l.Body}, rest...)
}

func arm(st ast.Stmt) []ast.Stmt {
	if b, ok := st.(*ast.Block); ok {
		return b.Body
	}
	return nil
}

func block(list []ast.Stmt) *ast.Block { return &ast.Block{Body: list} }

// ends reports whether control does not reach the end of a canonical list.
func (w *writer) ends(list []ast.Stmt) bool {
	for _, st := range list {
		switch st := st.(type) {
		case *ast.Break, *ast.Return, *ast.Throw, *ast.Continue:
			return true
		case *ast.If:
			if then, els := w.armsEnd(st); then && els {
				return true
			}
		}
	}
	return false
}

// armsEnd is ends for the arms of a canonical if. The answers are cached, since every enclosing
// statement needs them; arms do not change, as a changed arm makes a new if.
func (w *writer) armsEnd(s *ast.If) (then, els bool) {
	e, ok := w.ended[s]
	if !ok {
		e = armEnds{w.ends(arm(s.Then)), w.ends(arm(s.Else))}
		if w.ended == nil {
			w.ended = map[*ast.If]armEnds{}
		}
		w.ended[s] = e
	}
	return e.then, e.els
}

// armEnds records which arms of an if do not reach their end.
type armEnds struct{ then, els bool }

// choose returns a canonical if, whose test does not begin with a negation.
func (w *writer) choose(test ast.Expr, then, els []ast.Stmt) []ast.Stmt {
	if w.o.Fuel != nil {
		*w.o.Fuel -= fuelPerChoice
	}
	x, not := w.positive(test)
	if not {
		then, els = els, then
	}
	then, els, both := w.commonJump(then, els)
	if len(then)+len(els) == 0 {
		return append(w.effects(x), both...)
	}
	st := &ast.If{Test: x, Then: block(then)}
	if len(els) > 0 {
		st.Else = block(els)
	}
	return append([]ast.Stmt{st}, both...)
}

// commonJump moves a jump that both arms end in out of them.
func (w *writer) commonJump(then, els []ast.Stmt) (a, b, both []ast.Stmt) {
	i, k := len(then)-1, len(els)-1
	if i < 0 || k < 0 {
		return then, els, nil
	}
	x, ok1 := then[i].(*ast.Break)
	y, ok2 := els[k].(*ast.Break)
	if !ok1 || !ok2 || x.Label != y.Label {
		return then, els, nil
	}
	w.removed(x.Label)
	return then[:i:i], els[:k:k], []ast.Stmt{x}
}

// stmt returns the canonical form of one statement.
func (w *writer) stmt(st ast.Stmt) []ast.Stmt {
	if !w.spend() {
		return nil
	}
	switch s := unwrap(st).(type) {
	case *ast.ExprStmt:
		if s.Directive {
			return []ast.Stmt{s}
		}
		return w.effects(w.expr(s.X))
	case *ast.VarDecl:
		return w.decls(s)
	case *ast.Return:
		return w.returns(s)
	case *ast.Throw:
		pre, x := w.pull(w.expr(s.X))
		return append(pre, &ast.Throw{X: x})
	case *ast.If:
		return w.branch(w.expr(s.Test), w.body(s.Then), w.body(s.Else))
	case *ast.Block:
		if declares(s.Body) {
			return []ast.Stmt{block(w.list(s.Body))}
		}
		return w.list(s.Body)
	case *ast.Try:
		return []ast.Stmt{w.try(s)}
	case *ast.Switch:
		return w.switches(s)
	case *ast.Empty:
		return nil
	case *ast.Break, *ast.Continue:
		return []ast.Stmt{w.jump(s)}
	case *ast.For, *ast.While, *ast.DoWhile, *ast.ForIn, *ast.ForOf, *ast.Labeled:
		return w.labeled(s, nil)
	default:
		return []ast.Stmt{s}
	}
}

// body returns the canonical form of an arm or a body, which may be absent.
func (w *writer) body(st ast.Stmt) []ast.Stmt {
	switch s := st.(type) {
	case nil:
		return nil
	case *ast.Block:
		return w.list(s.Body)
	}
	return w.list([]ast.Stmt{st})
}

// decls returns a declaration for each declarator.
func (w *writer) decls(s *ast.VarDecl) []ast.Stmt {
	var out []ast.Stmt
	for i, d := range s.Decls {
		var init ast.Expr
		if d.Init != nil {
			init = w.expr(d.Init)
			if _, name := d.Target.(*ast.Ident); name {
				var pre []ast.Stmt
				if pre, init = w.pullNamed(init); len(pre) > 0 {
					out = append(out, pre...)
				}
			}
			if s.Kind == ast.Let && isVoid(init) {
				init = nil
			}
		}
		own := s.Decls[i : i+1 : i+1]
		if target := w.expr(d.Target); target != d.Target || init != d.Init {
			own = []*ast.Declarator{{Target: target, Init: init}}
		}
		out = append(out, &ast.VarDecl{Kind: s.Kind, Decls: own})
	}
	return out
}

func (w *writer) returns(s *ast.Return) []ast.Stmt {
	if s.X == nil {
		return []ast.Stmt{&ast.Break{Label: toReturn}}
	}
	pre, x := w.pull(w.expr(s.X))
	if isVoid(x) && !w.o.Awaits {
		return append(pre, &ast.Break{Label: toReturn})
	}
	return append(pre, &ast.Return{X: x})
}

func (w *writer) try(s *ast.Try) ast.Stmt {
	out := &ast.Try{Block: block(w.list(s.Block.Body))}
	if s.Param != nil {
		out.Param = w.expr(s.Param)
	}
	if s.Handler != nil {
		out.Handler = block(w.list(s.Handler.Body))
	}
	if s.Finally != nil {
		out.Finally = block(w.list(s.Finally.Body))
	}
	return out
}

// labeled returns the canonical form of a loop or a labelled statement.
func (w *writer) labeled(st ast.Stmt, labels []string) []ast.Stmt {
	switch s := st.(type) {
	case *ast.Labeled:
		labels = append(labels, s.Label)
		switch s.Body.(type) {
		case *ast.Labeled, *ast.For, *ast.While, *ast.DoWhile, *ast.ForIn, *ast.ForOf:
			return w.labeled(s.Body, labels)
		}
		f := w.push(labels, blockFrame)
		body := w.strip(w.body(s.Body), f.after)
		w.pop()
		return w.labelExits(block(body), f)
	case *ast.For:
		var pre []ast.Stmt
		out := &ast.For{}
		if x, ok := s.Init.(*ast.ExprStmt); ok {
			pre = w.effects(w.expr(x.X))
		} else if d, ok := s.Init.(*ast.VarDecl); ok && d.Kind == ast.Var {
			pre = w.decls(d)
		} else if ok {
			out.Init = block(w.decls(d))
		}
		out.Test = w.test(s.Test)
		if s.Update != nil {
			out.Update = plain(w.expr(s.Update))
		}
		return append(pre, w.loop(labels, s.Body, out)...)
	case *ast.While:
		return w.loop(labels, s.Body, &ast.For{Test: w.test(s.Test)})
	case *ast.DoWhile:
		test := w.test(s.Test)
		if test == nil {
			return w.loop(labels, s.Body, &ast.For{})
		}
		return w.loop(labels, s.Body, &ast.DoWhile{Test: test})
	case *ast.ForIn:
		return w.loop(labels, s.Body, &ast.ForIn{Left: w.left(s.Left), Right: w.expr(s.Right)})
	case *ast.ForOf:
		return w.loop(labels, s.Body, &ast.ForOf{Await: s.Await, Left: w.left(s.Left), Right: w.expr(s.Right)})
	}
	panic("BUG: same: not a loop")
}

// test returns the test of a loop, or nil if it always holds.
func (w *writer) test(x ast.Expr) ast.Expr {
	if x == nil {
		return nil
	}
	y, not := w.positive(plain(w.expr(x)))
	if v, ok := Truth(y); ok && v != not {
		return nil
	}
	if not {
		return &ast.Unary{Op: ast.Not, X: y}
	}
	return y
}

// left returns the canonical left side of a for-in or for-of loop.
func (w *writer) left(st ast.Stmt) ast.Stmt {
	switch s := st.(type) {
	case *ast.VarDecl:
		d := &ast.Declarator{Target: w.expr(s.Decls[0].Target)}
		if s.Decls[0].Init != nil {
			d.Init = w.expr(s.Decls[0].Init)
		}
		return &ast.VarDecl{Kind: s.Kind, Decls: []*ast.Declarator{d}}
	case *ast.ExprStmt:
		return &ast.ExprStmt{X: w.expr(s.X)}
	}
	return st
}

// loop fills in the body of a loop.
func (w *writer) loop(labels []string, body ast.Stmt, out ast.Stmt) []ast.Stmt {
	f := w.push(labels, loopFrame)
	b := block(w.strip(w.body(body), f.again))
	w.pop()
	switch s := out.(type) {
	case *ast.For:
		s.Body = b
	case *ast.DoWhile:
		s.Body = b
	case *ast.ForIn:
		s.Body = b
	case *ast.ForOf:
		s.Body = b
	}
	return w.labelExits(out, f)
}

// labelExits gives a statement that jumps leave a label that stands for its end.
func (w *writer) labelExits(st ast.Stmt, f *frame) []ast.Stmt {
	switch {
	case f.exits.live > 0:
		l := &ast.Labeled{Label: f.after, Body: st}
		if w.exitsOf == nil {
			w.exitsOf = map[*ast.Labeled]*exits{}
		}
		w.exitsOf[l] = f.exits
		return []ast.Stmt{l}
	case f.kind == blockFrame:
		return arm(st)
	}
	return []ast.Stmt{st}
}

// switches returns the canonical form of a switch.
func (w *writer) switches(s *ast.Switch) []ast.Stmt {
	pre, disc := w.pull(w.expr(s.Disc))
	f := w.push(nil, switchFrame)
	out := &ast.Switch{Disc: disc}
	for i, c := range s.Cases {
		k := &ast.Case{}
		if c.Test != nil {
			k.Test = w.expr(c.Test)
		}
		if k.Body = w.list(c.Body); i == len(s.Cases)-1 {
			k.Body = w.strip(k.Body, f.after)
		}
		out.Cases = append(out.Cases, k)
	}
	w.pop()
	w.dropIdle(out, f.after)
	return append(pre, w.labelExits(out, f)...)
}

// dropIdle removes cases that only leave a switch without default: those that no case falls
// into and whose tests are unobservable.
func (w *writer) dropIdle(s *ast.Switch, after string) {
	for _, c := range s.Cases {
		if c.Test == nil {
			return
		}
	}
	var out []*ast.Case
	from := 0 // where the current group of cases with a shared body begins
	for i, c := range s.Cases {
		last := i == len(s.Cases)-1
		if len(c.Body) == 0 && !last {
			continue
		}
		group := s.Cases[from : i+1]
		from = i + 1
		idle := len(c.Body) == 0
		if len(c.Body) == 1 {
			b, ok := c.Body[0].(*ast.Break)
			idle = ok && b.Label == after
		}
		if len(out) > 0 && !w.ends(out[len(out)-1].Body) {
			idle = false
		}
		for _, c := range group {
			idle = idle && isLiteral(c.Test)
		}
		if !idle {
			out = append(out, group...)
		} else if len(c.Body) == 1 {
			w.removed(after)
		}
	}
	if n := len(out); n > 0 && n < len(s.Cases) {
		out[n-1] = &ast.Case{Test: out[n-1].Test, Body: w.strip(out[n-1].Body, after)}
	}
	s.Cases = out
}
