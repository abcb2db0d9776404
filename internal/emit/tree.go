package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// roots is a list of expression trees in evaluation order, for a block or for one arm of a
// conditional expression in it.
type roots struct {
	base  *roots // the block's own list
	outer *roots // the list around an arm; nil for a block's own
	list  []*root
	// tokens holds the roots of list that were tokens when they were pushed, and so may keep a
	// bracket open.
	tokens []*root
	saved  map[*son.Node]*web // values saved here before their variable was overwritten
	// byStart holds the first indexed roots of list, including those trimmed since, sorted by
	// their start in the source; see [roots.within].
	byStart []*root
	indexed int
}

// within returns the roots that begin in a span of the source. Roots mostly arrive in the order
// of the source, so the insertion sort is fast.
func (l *roots) within(s ast.Span) []*root {
	for ; l.indexed < len(l.list); l.indexed++ {
		l.index(l.list[l.indexed])
	}
	from, _ := slices.BinarySearchFunc(l.byStart, s.Start, beginsAt)
	to, _ := slices.BinarySearchFunc(l.byStart, s.End, beginsAt)
	return l.byStart[from:to]
}

func (l *roots) index(r *root) {
	i, _ := slices.BinarySearchFunc(l.byStart, r.span.Start+1, beginsAt)
	l.byStart = slices.Insert(l.byStart, i, r)
}

func beginsAt(r *root, at int32) int { return int(r.span.Start) - int(at) }

// root is an expression tree. It is dead once it nests in another.
type root struct {
	in   *roots
	pos  int
	dead bool
	// holder is the root in which this one is nested, or an outer one.
	holder *root
	node   *son.Node // the node whose value it computes, or nil
	x      ast.Expr
	stmt   ast.Stmt // debugger

	place
	actions

	bind    bool // x assigns defs' last web, as the source does
	mat     bool // x assigns to a helper
	decl    bool // the source declares the variable here
	nested  bool // the assignment is inside an expression in the source
	token   bool
	returns *son.Node // the value that the block returns, if this is its terminator
	upd     *fold.Update
	// whole: x only assigns its operand, which may therefore nest even in the flat form.
	whole bool
	// choice: x is a conditional expression, which is no step of the flat form.
	choice bool
	// head: x is printed in the head of a for-in or for-of loop.
	head bool
	// hoists: stmt is a declaration that may move anywhere in its block.
	hoists bool
}

// place is where the source has something.
type place struct {
	span     ast.Span
	instance uint16 // the callee that it is of, see [son.Node.Instance]
}

// actions are what an expression does: its effects, and the variables that it reads and assigns.
type actions struct {
	eff   son.Effect
	loud  bool // it may do more than to read, to compute, and to throw a TypeError
	reads []*web
	many  bool // too many to list: assume all
	definitions
}

// def records that a variable holds the value of node after the root.
type def struct {
	w    *web
	node *son.Node
}

const manyWebs = 48

// fewReads is the room for variables that a root begins with.
const fewReads = 4

func (e *emitter) newRoot(l *roots, n *son.Node) *root {
	r := e.mem.root()
	r.in, r.node = l, n
	r.loud = n == nil || !e.isQuiet(n)
	if n != nil {
		r.place = place{n.Span, n.Instance}
		r.eff = n.Effect()
		if n.Op == son.OpCall && n.Ctrl() != nil {
			r.eff = son.Any // what is known of it is no reason to move anything past it
		}
		r.token = n.Op.IsToken()
		if n.Op == son.OpLoadCell && e.Bindings.Of(n.Sym) == onceCell && !n.Has(son.FlagTDZ) {
			r.eff = son.NoEffect
		}
	}
	return r
}

// quietReads are the assumptions under which reads do no more than to throw a TypeError.
const quietReads = son.AssumePureGetters | son.AssumePureCoercion

// isQuiet reports whether all that n may do is to read, to compute, and to throw a TypeError. Which of two such errors
// is thrown is no difference.
func (e *emitter) isQuiet(n *son.Node) bool {
	switch n.Op {
	case son.OpLoad, son.OpLoadIdx, son.OpMethodRef, son.OpAdd, son.OpSub, son.OpMul, son.OpLt, son.OpLe, son.OpGt, son.OpGe:
		return !e.flat && e.g.Config.Assume.Has(quietReads)
	}
	return n.Effect()&^son.Reads == son.NoEffect
}

// push appends a finished root to its list.
func (t *treeState) push(r *root) {
	r.pos = len(r.in.list)
	r.in.list = append(r.in.list, r)
	r.in.opens(r)
	if r.node != nil {
		t.rootOf[r.node.ID] = r
	}
	if last := len(r.defs) - 1; last > manyDefs {
		bound := r.defs[last].w
		r.definitions = definitions{defs: slices.DeleteFunc(r.defs, func(d def) bool { return d.w != bound && t.isRead(d.w) })}
	}
	for _, d := range r.defs {
		d.w.stack = append(d.w.stack, r)
		if d.node != nil {
			t.born[d.node.ID] = r.in.base
		}
	}
}

// manyDefs is the number of definitions of a root above which dead ones are removed. Nested
// expressions can define thousands of helpers.
const manyDefs = 64

// isRead reports whether a helper has a single value whose uses have all been printed.
func (t *treeState) isRead(w *web) bool {
	return w.Sym == nil && !w.Cell && len(w.members) == 1 && t.uses[w.members[0].ID] == 0
}

// inside reports whether v is computed inside acc, which is under construction: in an operand
// that is evaluated later.
func (t *treeState) inside(v *son.Node, acc *root) bool {
	r := t.rootOf[v.ID]
	if r == nil {
		return false
	}
	top := r
	for top.holder != nil {
		top = top.holder
	}
	for r != top { // path compression, for lookups at ever deeper nesting
		r, r.holder = r.holder, top
	}
	return top == acc
}

// absorb nests x in r: its effects become r's.
func (r *root) absorb(x *root) {
	x.holder, x.dead = r, true
	r.include(x)
}

// include adds what x does to r.
func (r *root) include(x *root) {
	r.choice = r.choice || x.choice
	r.join(&x.actions)
}

// join adds what an operand does.
func (r *actions) join(x *actions) {
	r.eff |= x.eff
	r.loud = r.loud || x.loud
	r.many = r.many || x.many
	for _, w := range x.reads {
		r.read(w)
	}
	// x's own definitions are not needed again, and in a long chain of conditionals each arm is
	// absorbed by the next one: so the longer list is kept.
	if len(x.defs) <= len(r.defs) {
		for _, d := range x.defs {
			r.define(d.w, d.node)
		}
		return
	}
	r.definitions, x.definitions = x.definitions, r.definitions
	for _, d := range x.defs {
		r.defineLast(d.w, d.node)
	}
}

// read adds a variable that is read.
func (r *actions) read(w *web) {
	if r.many {
		return
	}
	for _, x := range r.reads {
		if x == w {
			return
		}
	}
	if cap(r.reads) == 0 {
		r.reads = make([]*web, 0, fewReads)
	}
	if r.reads = append(r.reads, w); len(r.reads) > manyWebs {
		r.many = true
	}
}

// definitions holds the variables that a root defines, each once.
type definitions struct {
	defs []def
	at   map[*web]int // the index of the first indexed entries of defs; made if there are many
	// indexed is the number of definitions in at.
	indexed int
}

// fewDefs is the number of definitions up to which they are searched linearly.
const fewDefs = 16

// find returns the index of the definition of w, or -1.
func (d *definitions) find(w *web) int {
	if len(d.defs) <= fewDefs {
		return slices.IndexFunc(d.defs, func(d def) bool { return d.w == w })
	}
	if d.at == nil {
		d.at = map[*web]int{}
	}
	for ; d.indexed < len(d.defs); d.indexed++ {
		d.at[d.defs[d.indexed].w] = d.indexed
	}
	if i, ok := d.at[w]; ok {
		return i
	}
	return -1
}

// define records a definition. Operands are taken in reverse evaluation order, so the first
// definition recorded for a variable is the one that holds in the end.
func (d *definitions) define(w *web, n *son.Node) {
	if d.find(w) < 0 {
		d.defs = append(d.defs, def{w, n})
	}
}

// defineLast records a definition that comes after all those recorded.
func (d *definitions) defineLast(w *web, n *son.Node) {
	if i := d.find(w); i >= 0 {
		d.defs[i].node = n
		return
	}
	d.defs = append(d.defs, def{w, n})
}

func (d *definitions) defines(w *web) (*son.Node, bool) {
	if i := d.find(w); i >= 0 {
		return d.defs[i].node, true
	}
	return nil, false
}

// opens records a token in l that may keep a bracket open. A conversion to a string does not.
func (l *roots) opens(r *root) {
	if r.token && r.node.Op != son.OpToStr {
		l.tokens = append(l.tokens, r)
	}
}

// commute reports whether a and b may be exchanged.
func commute(a, b *root) bool {
	const chain = son.Writes | son.Throws | son.Calls
	switch {
	case a.hoists || b.hoists:
		return !clash(a, b) && !clash(b, a)
	case a.stmt != nil || b.stmt != nil:
		return false
	case a.eff&chain != 0 && b.eff&chain != 0:
		return false
	case a.eff&chain != 0 && b.eff != 0 && a.eff&(son.Writes|son.Calls) != 0:
		return false
	case b.eff&chain != 0 && a.eff != 0 && b.eff&(son.Writes|son.Calls) != 0:
		return false
	}
	if a.many || b.many {
		return len(a.defs) == 0 && len(b.defs) == 0
	}
	return !clash(a, b) && !clash(b, a)
}

// mayPass reports whether a, an operand, may be evaluated after b, which the graph has later, though they do not commute:
// no more happens in either than that properties are read, and a is not long.
func mayPass(a, b *root) bool {
	return !a.loud && !b.loud && b.stmt == nil && !a.many && !b.many && !clash(a, b) && !clash(b, a) && isShort(a.x)
}

// longOperand is the number of nodes from which an operand is long.
const longOperand = 18

// isShort reports whether an expression is not too long to be moved into another one.
func isShort(x ast.Expr) bool {
	nodes := 0
	ast.Walk(x, func(ast.Node) bool {
		nodes++
		return nodes < longOperand
	})
	return nodes < longOperand
}

// clash reports whether a defines a variable that b reads or defines.
func clash(a, b *root) bool {
	for _, d := range a.defs {
		for _, w := range b.reads {
			if w == d.w {
				return true
			}
		}
		if _, ok := b.defines(d.w); ok {
			return true
		}
	}
	return false
}

// trees builds the trees of every block.
func (e *emitter) trees() {
	for _, b := range e.List {
		if b != nil {
			e.block(b)
		}
	}
}

func (e *emitter) block(b *fold.Block) {
	l := e.mem.rootList()
	l.base = l
	e.treesOf(b).list = l
	e.beginIteration(l, b)
	for _, it := range b.Items {
		e.item(l, it)
	}
	end := e.newRoot(l, nil)
	switch b.Term {
	case fold.If:
		e.treesOf(b).condX = e.operands(l, end, []*son.Node{b.End.Cond()})[0]
	case fold.Return, fold.Throw:
		end.returns = b.End.Arg(0)
		e.treesOf(b).value = e.operands(l, end, []*son.Node{b.End.Arg(0)})[0]
	case fold.Cases:
		e.switchTests(l, b, end)
	}
	for _, r := range l.list {
		e.settle(r)
	}
	if e.flat {
		return
	}
	for k, r := range l.list {
		if a, ok := r.x.(*ast.Assign); ok && r.decl && !r.dead && a.Op == ast.NoOp && (k == 0 || !l.list[k-1].shared()) {
			a.Value = foldBefore(l, k, r, r.span, a.Value)
		}
	}
	if b.Term == fold.If && e.loopSites[b.End.Site] {
		e.treesOf(b).condX = foldBefore(l, len(l.list), end, b.End.Span, e.treesOf(b).condX)
	}
	if k := len(l.list) - 1; k >= 0 && isOpen(l.list[k]) {
		r := l.list[k]
		r.x = foldBefore(l, k, r, r.span, r.x)
	}
}

// shared reports whether a root is only a common subexpression kept in a helper, which is not
// part of an expression in the source.
func (r *root) shared() bool { return !r.dead && r.mat && r.eff&^son.Reads == son.NoEffect }

// foldBefore moves the effects that the source has inside an expression x back into it with
// commas, from the roots before index k: while (m = next(), m !== null). end is the root of x,
// and span its place in the source. If end is a declaration, a helper before it keeps its own.
func foldBefore(l *roots, k int, end *root, span ast.Span, x ast.Expr) ast.Expr {
	from := k
	for from > 0 {
		r := l.list[from-1]
		if !r.dead && (r.stmt != nil || r.decl || r.x == nil || r.span.IsZero() || !span.Contains(r.span) || end.decl && r.mat) {
			break
		}
		from--
	}
	var effects []ast.Expr
	for _, r := range l.list[from:k] {
		if !r.dead && prints(r) {
			effects = append(effects, r.x)
		}
	}
	if len(effects) == 0 {
		return x
	}
	for i := k - 1; i >= from; i-- {
		if r := l.list[i]; !r.dead {
			end.absorb(r)
		}
	}
	return flatSeq(append(effects, x))
}

// settle assigns the value of a root that stays in its list to a variable, if the value still
// has uses.
func (e *emitter) settle(r *root) {
	if r.dead || r.head {
		return
	}
	if r.token && r.node.Op == son.OpToStr && e.uses[r.node.ID] == 0 {
		// An unused template: the conversion may run code.
		r.x, r.token = &ast.Template{Quasis: make([]ast.Quasi, 2), Exprs: []ast.Expr{r.x}}, false
	}
	if r.token && !e.textOf(r) || awaits(r.node) {
		refuse("%v cannot be written apart from its use", r.node.Op)
	}
	if r.node != nil && !r.bind && !r.mat && e.uses[r.node.ID] > 0 {
		e.materialize(r)
	}
}

// materialize makes a root assign its value to a variable.
func (e *emitter) materialize(r *root) {
	if r.token && !e.textOf(r) || awaits(r.node) {
		refuse("%v cannot be written apart from its use", r.node.Op)
	}
	w := e.webOf(r.node)
	if r.choice && e.isFlat(r.in) && inOpenBracket(r.in, r) {
		r.eff, r.loud = son.Any, true // it must not be moved before the bracket
	}
	e.nameFirst(r)
	r.x = e.mem.assigns.Put(ast.Assign{Target: e.ident(w), Value: r.x})
	r.mat = true
	r.defineLast(w, r.node)
	w.stack = append(w.stack, r)
}

// switchTests builds the discriminant and the case tests of a switch terminator.
func (e *emitter) switchTests(l *roots, b *fold.Block, end *root) {
	e.treesOf(b).tests = make([]ast.Expr, len(b.Switch.Tests))
	lists := make([]*roots, len(b.Switch.Tests))
	for i := range lists[1:] { // a test may use values computed by an earlier one
		lists[i+1] = e.openArm(l, b.Switch.Tests[i+1])
	}
	for i := len(b.Switch.Tests) - 1; i > 0; i-- {
		a := e.newRoot(l, nil)
		e.treesOf(b).tests[i] = e.closeArm(lists[i], a, b.Switch.Tests[i])
		if slices.ContainsFunc(a.defs, func(d def) bool { return !d.w.Cell }) {
			refuse("a case test assigns a variable")
		}
		end.include(a)
	}
	xs := e.operands(l, end, []*son.Node{b.Switch.Disc, b.Switch.Tests[0].Value})
	e.treesOf(b).condX, e.treesOf(b).tests[0] = xs[0], xs[1]
}

// arm builds the items of one arm as a single expression; nil if it is empty.
func (e *emitter) arm(outer *roots, acc *root, a fold.Arm) ast.Expr {
	return e.closeArm(e.openArm(outer, a), acc, a)
}

// openArm builds the roots of an arm's items.
func (e *emitter) openArm(outer *roots, a fold.Arm) *roots {
	l := e.mem.rootList()
	l.base, l.outer = outer.base, outer
	for _, it := range a.Items {
		e.item(l, it)
	}
	return l
}

// closeArm combines an arm's roots and its value into one expression.
func (e *emitter) closeArm(l *roots, acc *root, a fold.Arm) ast.Expr {
	var val ast.Expr
	if a.Value != nil {
		val = e.take(l, acc, a.Value, nil, nil)
	}
	seq := e.rest(l, acc)
	if val != nil {
		seq = append(seq, val)
	}
	switch len(seq) {
	case 0:
		return nil
	case 1:
		return seq[0]
	}
	return flatSeq(seq)
}

// rest returns, in order, the roots of a list that are left after its values were taken, and
// absorbs them into acc.
func (e *emitter) rest(l *roots, acc *root) []ast.Expr {
	for _, r := range l.list {
		e.settle(r)
	}
	var out []ast.Expr
	for _, r := range l.list {
		if r.dead {
			continue
		}
		if r.stmt != nil {
			refuse("a statement inside an expression")
		}
		if prints(r) {
			out = append(out, r.x)
		}
	}
	for i := len(l.list) - 1; i >= 0; i-- {
		if r := l.list[i]; !r.dead {
			acc.absorb(r)
		}
	}
	return out
}

func flatSeq(list []ast.Expr) ast.Expr {
	var out []ast.Expr
	for _, x := range list {
		if s, ok := x.(*ast.Seq); ok {
			out = append(out, s.Exprs...)
			continue
		}
		out = append(out, x)
	}
	if len(out) == 1 {
		return out[0]
	}
	if len(out) == 2 && isVoid(out[1]) && ast.IsUndefined(out[1]) {
		return &ast.Unary{Op: ast.Void, X: out[0]}
	}
	return &ast.Seq{Exprs: out}
}

// ident creates an identifier that will get w's name.
func (e *emitter) ident(w *web) *ast.Ident { return e.Refs.Ident(&w.Var) }
