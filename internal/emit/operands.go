package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// operands takes the values right to left and returns their expressions.
func (e *emitter) operands(l *roots, acc *root, vals []*son.Node) []ast.Expr {
	out := e.mem.exprs.Make(len(vals))
	k := len(vals) // the next operand after j that does more than create a function
	for j := len(vals) - 1; j >= 0; j-- {
		var later *ast.Expr
		if k < len(vals) && (wrappable(vals[k]) || isIdent(out[k])) {
			later = &out[k]
		}
		if out[j] = e.placeholderFor(l, acc, j, later); out[j] == nil {
			out[j] = e.take(l, acc, vals[j], vals[:j], later)
		}
		// A function's helper cannot be assigned after it is read.
		if vals[j].Op != son.OpClosure || wrappable(vals[j]) || isIdent(out[j]) {
			k = j
		}
	}
	return out
}

func isIdent(x ast.Expr) bool {
	_, ok := x.(*ast.Ident)
	return ok
}

// wrappable reports whether effects can be prefixed to a value with the comma operator.
func wrappable(v *son.Node) bool {
	switch v.Op {
	case son.OpGlobalRef, son.OpCompRefGlobal, son.OpIterNext, son.OpSuper:
		return false
	case son.OpClosure: // a method's function
		return v.Has(son.FlagHoisted)
	}
	return true
}

// prefix evaluates effects before an expression.
func (e *emitter) prefix(at *ast.Expr, effects []ast.Expr) {
	switch x := (*at).(type) {
	case *ast.Spread:
		e.prefix(&x.X, effects)
	case *ast.Member:
		if _, ok := x.Obj.(*ast.Super); !ok {
			e.prefix(&x.Obj, effects) // it may be the reference of a method call
			return
		}
		*at = flatSeq(append(effects, x))
	case *ast.Index:
		if _, ok := x.Obj.(*ast.Super); !ok {
			e.prefix(&x.Obj, effects)
			return
		}
		*at = flatSeq(append(effects, x))
	default:
		*at = flatSeq(append(effects, x))
		if id, ok := x.(*ast.Ident); ok && e.hasValueOf(effects[len(effects)-1], id) {
			*at = flatSeq(effects)
		}
	}
}

// hasValueOf reports whether an expression is an assignment to the variable that an identifier stands for, so that it has
// the value of that, too.
func (e *emitter) hasValueOf(x ast.Expr, id *ast.Ident) bool {
	a, ok := x.(*ast.Assign)
	if !ok || a.Op != ast.NoOp || e.flat {
		return false
	}
	to, ok := a.Target.(*ast.Ident)
	return ok && e.Refs.Owner[id] != nil && e.Refs.Owner[to] == e.Refs.Owner[id]
}

// take returns the expression that reads v as an operand of acc. earlier holds the operands
// before it: a variable is assigned in the first one that needs the value, as in f(x = 2, x).
// later is the operand evaluated next, or nil.
func (e *emitter) take(l *roots, acc *root, v *son.Node, earlier []*son.Node, later *ast.Expr) ast.Expr {
	v = e.stored(v)
	if x := e.leaf(l, acc, v, later); x != nil {
		return x
	}
	if awaits(v) && acc.returns != v {
		refuse("the await of a return cannot be written elsewhere")
	}
	w := e.webs.of[v.ID]
	r := e.rootOf[v.ID]
	here := r != nil && r.in == l && !r.dead
	switch {
	case here && !e.mayNest(l, acc, r):
	case here && r.bind && r.nested && w != nil && encloses(acc, r) && !slices.Contains(earlier, v):
		if x := e.inSequence(l, acc, r, w, later); x != nil {
			e.uses[v.ID]--
			return x
		}
		if e.nest(l, acc, r, later) {
			e.uses[v.ID]--
			if u, ok := r.x.(*ast.Update); ok {
				u.Prefix = true
			}
			return r.x
		}
	case here && !r.bind && !r.mat && w == nil && e.uses[v.ID] == 1:
		if e.nest(l, acc, r, later) {
			e.uses[v.ID] = 0
			return r.x
		}
	}
	e.uses[v.ID]--
	if r != nil && r.node == v && !r.bind && !r.mat {
		if r.dead {
			refuse("BUG: a value nested in another expression has another use: %v at %v", v.Op, v.Span)
		}
		e.materialize(r)
	}
	return e.readVar(l, acc, e.webOf(v), v, later)
}

// encloses reports whether r's assignment is inside acc's expression in the source.
func encloses(acc, r *root) bool {
	return acc.span.IsZero() || r.span.IsZero() || acc.span.Contains(r.span)
}

// site returns the site of the assignment that a root is, if it is one.
func (r *root) site() ast.Site {
	switch {
	case r.upd != nil:
		return r.upd.Set.Site
	case r.node != nil:
		return r.node.Site
	}
	return 0
}

// inSequence nests the root r, which assigns w, in acc together with the code that the author
// has between the assignment and the use of its value: f((x = g(), x.done = 1, x), y). Code
// after that is prefixed to the later operand.
func (e *emitter) inSequence(l *roots, acc, r *root, w *web, later *ast.Expr) ast.Expr {
	seq, ok := written.Of[*ast.Seq](&e.src, r.site())
	if e.flat || !ok {
		return nil
	}
	in := seq.Span
	if !acc.span.Contains(in) || acc.span == in {
		return nil
	}
	between := l.list[r.pos+1:]
	var effects []ast.Expr
	n := 0
	for ; n < len(between); n++ {
		b := between[n]
		if b.dead {
			continue
		}
		if b.span.IsZero() || !in.Contains(b.span) {
			break
		}
		if _, again := b.defines(w); again || b.many || !e.mayGoInside(b) {
			return nil
		}
		if b.x != nil {
			effects = append(effects, b.x)
		}
	}
	if len(effects) == 0 || n < len(between) && (later == nil || !e.fold(acc, between[n:], later)) {
		return nil
	}
	for i := n - 1; i >= 0; i-- {
		if b := between[i]; !b.dead {
			acc.absorb(b)
		}
	}
	acc.absorb(r)
	acc.read(w)
	l.trim()
	return flatSeq(append(append([]ast.Expr{r.x}, effects...), e.ident(w)))
}

// mayGoInside reports whether b, a statement so far, may be part of an expression with the
// comma operator.
func (e *emitter) mayGoInside(b *root) bool {
	return b.stmt == nil && !b.token && !b.decl && (!b.bind || b.nested) && (b.bind || b.mat || b.node == nil || e.uses[b.node.ID] == 0)
}

// trim removes roots nested in others from the end of the list.
func (l *roots) trim() {
	for n := len(l.list); n > 0 && l.list[n-1].dead; n-- {
		l.list = l.list[:n-1]
	}
	l.indexed = min(l.indexed, len(l.list))
}

// nest moves the root r into acc if it may pass everything in between or that can be folded.
func (e *emitter) nest(l *roots, acc *root, r *root, later *ast.Expr) bool {
	between := l.list[r.pos+1:]
	if len(between) > 4096 {
		return false
	}
	passes := false
	ok := !slices.ContainsFunc(between, func(b *root) bool {
		if b.dead || commute(r, b) {
			return false
		}
		passes = true
		return !mayPass(r, b)
	})
	if !ok {
		if later == nil || !e.mayFold(l, r) || !e.fold(acc, between, later) {
			return false
		}
	}
	if ok && passes {
		e.g.Assumes("reads-pass", quietReads)
	}
	acc.absorb(r)
	l.trim()
	return true
}

// fold prefixes the roots between two operands to the later one, as they were inside the
// expression in the source.
func (e *emitter) fold(acc *root, between []*root, later *ast.Expr) bool {
	var live []*root
	for _, b := range between {
		if b.dead {
			continue
		}
		if !e.mayGoInside(b) {
			return false
		}
		live = append(live, b)
	}
	if e.g.Config.Speed && !e.flat && slices.ContainsFunc(live, func(b *root) bool { return b.mat && b.node != nil && isOfCallee(b.node) }) && !(len(live) == 1 && e.isTarget(live[0].x, *later)) {
		return false // the source has no expression around them
	}
	var effects []ast.Expr
	for _, b := range live {
		if b.x != nil {
			effects = append(effects, b.x)
		}
	}
	for i := len(live) - 1; i >= 0; i-- {
		acc.absorb(live[i])
	}
	if len(effects) > 0 {
		e.prefix(later, effects)
	}
	return true
}

// isOfCallee reports whether n is a load of an inlined callee, or of an argument that one reads.
func isOfCallee(n *son.Node) bool {
	if n.Op != son.OpLoad && n.Op != son.OpLoadIdx {
		return false
	}
	return n.Instance != 0 || slices.ContainsFunc(n.Users(), func(u *son.Node) bool { return u.Instance != 0 })
}

// isTarget reports whether x is the variable that an assignment sets, or a property of that.
func (e *emitter) isTarget(assignment, x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return e.hasValueOf(assignment, x)
	case *ast.Member:
		return e.isTarget(assignment, x.Obj)
	case *ast.Index:
		return e.isTarget(assignment, x.Obj)
	}
	return false
}

// current returns the last live root of this block that defines w, and the value it assigns.
func current(l *roots, w *web) (*root, *son.Node) {
	for len(w.stack) > 0 {
		r := w.stack[len(w.stack)-1]
		if r.dead || r.in.base != l.base {
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		n, _ := r.defines(w)
		return r, n
	}
	return nil, nil
}

// readVar reads v from its variable. If the variable has since been overwritten, v is saved
// before that.
func (e *emitter) readVar(l *roots, acc *root, w *web, v *son.Node, later *ast.Expr) ast.Expr {
	for v.Op == son.OpBind && e.isShared(v) {
		v = v.Arg(0) // the root that gives the variable its value is of that
	}
	if e.inside(v, acc) {
		refuse("%s is read before it is assigned", w.Hint)
	}
	r, n := current(l, w)
	if r == nil || n == v {
		acc.read(w)
		return e.ident(w)
	}
	if x := e.postfix(l, acc, r, v, later); x != nil {
		return x
	}
	var s *web
	for o := l; o != nil && s == nil; o = o.outer {
		s = o.saved[v]
	}
	if s == nil {
		s = e.save(l, w, v)
	}
	acc.read(s)
	return e.ident(s)
}

// save inserts `helper = w` before the first definition that overwrites v.
func (e *emitter) save(l *roots, w *web, v *son.Node) *web {
	var first *root
	found := false
	// Blocks are written one after the other, so the roots below one of another block are not
	// of this one either.
	for i := len(w.stack) - 1; i >= 0 && !found && w.stack[i].in.base == l.base; i-- {
		r := w.stack[i]
		if r.dead {
			continue
		}
		if n, _ := r.defines(w); n == v {
			found = true
			continue
		}
		first = r
	}
	if !found && e.born[v.ID] == l.base || first == nil {
		refuse("%s is overwritten inside the expression that still needs it", w.Hint)
	}
	s := e.newWeb(nil)
	s.Hint, s.Kind = w.Hint, e.Temp
	r := e.newRoot(first.in, nil)
	r.mat, r.x = true, &ast.Assign{Target: e.ident(s), Value: e.ident(w)}
	r.read(w)
	r.define(s, v)
	insert(first.in, first.pos, r)
	if first.in.saved == nil {
		first.in.saved = map[*son.Node]*web{}
	}
	first.in.saved[v] = s
	return s
}

// insert inserts r into l at an index.
func insert(l *roots, at int, r *root) {
	l.list = append(l.list, nil)
	copy(l.list[at+1:], l.list[at:])
	l.list[at] = r
	if at < l.indexed {
		l.index(r)
		l.indexed++
	}
	l.opens(r)
	for i := at; i < len(l.list); i++ {
		l.list[i].pos = i
	}
	for _, d := range r.defs {
		d.w.stack = append(d.w.stack, r)
	}
}
