package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// patterns combines the items of each pattern into one.
func (e *emitter) patterns(items []fold.Item) []fold.Item {
	if !e.hasPatterns {
		return items
	}
	var out []fold.Item
	for i := 0; i < len(items); {
		it := items[i]
		switch {
		case it.Cond != nil:
			it.Cond.Then.Items, it.Cond.Else.Items = e.patterns(it.Cond.Then.Items), e.patterns(it.Cond.Else.Items)
		case it.Node != nil && it.To == nil && it.Node.Opens():
			n := patternLen(items[i:])
			before, inside, after := floats(items[i : i+n])
			p, _ := e.patternAt(inside)
			out = append(append(append(out, before...), fold.Item{Pattern: p}), after...)
			i += n
			continue
		}
		out = append(out, it)
		i++
	}
	return out
}

// patternAt parses the pattern at the beginning of items and returns its length in items.
func (e *emitter) patternAt(items []fold.Item) (*fold.Pattern, int) {
	p := &fold.Pattern{Begin: items[0].Node, End: endOf(items[0].Node)}
	i := 1
	for _, put := range p.End.Args()[1:] {
		s, n := e.patternStep(p, put, items[i:])
		p.Steps = append(p.Steps, s)
		i += n
	}
	if !isNode(items, i, p.End) {
		refuse("there is code in a pattern where no expression can be")
	}
	return p, i + 1
}

// patternLen returns how many items the pattern at the beginning of items takes.
func patternLen(items []fold.Item) int {
	end := endOf(items[0].Node)
	for i := range items {
		if isNode(items, i, end) {
			return i + 1
		}
	}
	refuse("a pattern ends elsewhere")
	return 0
}

// endOf returns the PatEnd of the node that opens a pattern.
func endOf(begin *son.Node) *son.Node {
	for _, u := range begin.Users() {
		if u.Op == son.OpPatEnd && u.Arg(0) == begin {
			return u
		}
	}
	return nil
}

// isNode reports whether item i is the node n.
func isNode(items []fold.Item, i int, n *son.Node) bool {
	return i < len(items) && items[i].Node == n && items[i].To == nil
}

// patternStep parses the step that ends with a put.
func (e *emitter) patternStep(p *fold.Pattern, put *son.Node, items []fold.Item) (s fold.PatternStep, n int) {
	v := put.Put()
	s.Put, s.Fetch = put, stepOf(p, v)
	i := 0
	for !isNode(items, i, s.Fetch) {
		if i++; i >= len(items) {
			refuse("a step of a pattern is elsewhere")
		}
	}
	s.Before = e.patterns(items[:i])
	i++
	if v != s.Fetch {
		if i >= len(items) || items[i].Cond == nil || items[i].Cond.Kind != fold.Default || items[i].Cond.Phi != v {
			refuse("the default of a pattern is elsewhere")
		}
		s.Default = items[i].Cond
		s.Default.Then.Items = e.patterns(s.Default.Then.Items)
		i++
	}
	switch {
	case put == s.Fetch:
	case put.Op == son.OpPatEnd:
		if !isNode(items, i, put.Arg(0)) {
			refuse("a nested pattern is elsewhere")
		}
		inner, k := e.patternAt(items[i:])
		s.Inner = inner
		i += k
	case isNode(items, i, put):
		i++
	default:
		refuse("there is code in a pattern where no expression can be")
	}
	return s, i
}

// stepOf returns the step of the pattern that provides v, the value of a put: v itself, or an
// operand of the phi of the step's default.
func stepOf(p *fold.Pattern, v *son.Node) *son.Node {
	from := []*son.Node{v}
	if v.Op == son.OpPhi {
		from = v.Args()
	}
	for _, x := range from {
		switch x.Op {
		case son.OpPatProp, son.OpPatNext, son.OpPatRest:
			if x.Arg(0) == p.Begin {
				return x
			}
		}
	}
	refuse("the value of a pattern comes from elsewhere")
	return nil
}

// patItem writes a destructuring assignment.
func (e *emitter) patItem(l *roots, p *fold.Pattern) {
	r := e.newRoot(l, p.End)
	value := e.take(l, r, p.Begin.Arg(0), nil, nil)
	r.decl = p.End.Has(son.FlagDecl)
	e.push(r) // first, since values that the pattern reads may have to be saved before it
	target := e.patTarget(l, r, p)
	if r.decl && p.OwnNames() == 0 {
		// It declares only names of the environment, or none at all.
		decl.BindingPattern(target)
		d := &ast.Declarator{Target: target, Init: value}
		r.stmt, r.node = &ast.VarDecl{Kind: ast.VarKind(p.End.Idx), Decls: []*ast.Declarator{d}}, nil
		return
	}
	r.x = &ast.Assign{Base: ast.Base{Span: p.End.Span}, Target: target, Value: value}
}

// isPattern reports whether r is a destructuring assignment.
func isPattern(r *root) bool { return r.node != nil && r.node.Op == son.OpPatEnd && !r.mat }

// patTarget writes a pattern; its effects are added to r in l.
func (e *emitter) patTarget(l *roots, r *root, p *fold.Pattern) ast.Expr {
	var props []*ast.Property
	var elems []ast.Expr
	for _, s := range p.Steps {
		key, x := e.patStep(l, r, s)
		switch {
		case s.Fetch.Op == son.OpPatProp:
			part := s.Fetch.Parts[0]
			prop := &ast.Property{Key: key, Computed: part.Kind == son.PartComputed, Shorthand: part.Kind == son.PartShorthand, Value: x}
			if key == nil {
				prop.Key = propKey(part)
			}
			props = append(props, prop)
		case s.Fetch.Op == son.OpPatNext:
			elems = append(elems, x)
		case p.Begin.Op == son.OpPatObject:
			props = append(props, &ast.Property{Kind: ast.PropSpread, Value: x})
		default:
			elems = append(elems, &ast.Spread{X: x})
		}
	}
	if p.Begin.Op == son.OpPatObject {
		return &ast.ObjectPat{Base: ast.Base{Span: p.Begin.Span}, Props: props, Assign: true}
	}
	return &ast.ArrayPat{Base: ast.Base{Span: p.Begin.Span}, Elems: elems, Assign: true}
}

// patStep writes a computed key, if any, and the target with its default, which is nil for an
// elision.
func (e *emitter) patStep(l *roots, r *root, s fold.PatternStep) (key, x ast.Expr) {
	if e.uses[s.Fetch.ID] != 1 && s.Put != s.Fetch || s.Default != nil && e.uses[s.Default.Phi.ID] != 1 {
		refuse("the value of a pattern's step is needed elsewhere")
	}
	vals := slices.Concat(s.Fetch.Args()[1:], targetArgs(s.Put))
	keys := s.Fetch.NumArgs() - 1
	xs := e.segment(l, r, s.Before, vals)
	if keys > 0 {
		key = xs[0]
	}
	if s.Put == s.Fetch {
		return nil, nil
	}
	var def ast.Expr
	if s.Default != nil {
		def = e.patDefault(l, r, s.Default)
	}
	x = e.patPut(l, r, s, xs[keys:])
	if def != nil {
		x = &ast.Default{Target: x, Value: def}
	}
	return key, x
}

// targetArgs returns the operands that a put evaluates before its value is fetched: those of
// the target's reference.
func targetArgs(put *son.Node) []*son.Node {
	switch put.Op {
	case son.OpStore, son.OpStoreIdx, son.OpGlobalStore:
		return put.Args()[:put.NumArgs()-1]
	}
	return nil
}

// patPut writes the target of a put; ref is its reference.
func (e *emitter) patPut(l *roots, r *root, s fold.PatternStep, ref []ast.Expr) ast.Expr {
	e.uses[s.Put.ID]-- // the PatEnd's
	switch n := s.Put; n.Op {
	case son.OpPatEnd:
		return e.patTarget(l, r, s.Inner)
	case son.OpBind:
		w := e.webOf(n)
		e.assigns(l, r, w, n)
		return e.ident(w)
	case son.OpStoreCell:
		w := e.cellWeb(n.Arg(0))
		id := e.cellIdent(r, n.Arg(0))
		e.assigns(l, r, w, n)
		return id
	case son.OpStoreSelf:
		return e.free(n.Sym.Name, n.Sym)
	case son.OpStore:
		return e.member(n, ref[0])
	case son.OpStoreIdx:
		return e.element(ref[0], ref[1])
	case son.OpGlobalStore:
		return ref[0]
	case son.OpGlobalInit:
		return e.free(n.Str, n.Sym)
	}
	refuse("BUG: no target for %v", s.Put.Op)
	return nil
}

// patDefault writes a default. Its assignments happen on one path only.
func (e *emitter) patDefault(l *roots, r *root, c *fold.Cond) ast.Expr {
	acc := e.newRoot(l, nil)
	x := e.arm(l, acc, c.Then)
	for i := range acc.defs {
		acc.defs[i].node = nil
	}
	for _, q := range c.Joined {
		if w := e.webs.of[q.ID]; w != nil {
			acc.defineLast(w, q)
		}
	}
	e.follow(l, r, acc)
	return x
}

// segment writes items at one place inside the pattern r, and the values that they compute.
func (e *emitter) segment(l *roots, r *root, items []fold.Item, vals []*son.Node) []ast.Expr {
	in := e.mem.rootList()
	in.base, in.outer = l.base, l
	for _, it := range items {
		e.item(in, it)
	}
	acc := e.newRoot(l, nil)
	xs := e.operands(in, acc, vals)
	effects := e.rest(in, acc)
	switch {
	case len(effects) == 0:
	case len(vals) == 0 || !wrappable(vals[0]):
		refuse("there is code in a pattern where no expression can be")
	default:
		e.prefix(&xs[0], effects)
	}
	e.follow(l, r, acc)
	return xs
}

// follow adds to r, which is in l, the effects of x, which come after its own.
func (t *treeState) follow(l *roots, r, x *root) {
	x.holder, x.dead = r, true
	r.eff |= x.eff
	r.loud = r.loud || x.loud
	r.many = r.many || x.many
	for _, w := range x.reads {
		r.read(w)
	}
	for _, d := range x.defs {
		t.assigns(l, r, d.w, d.node)
	}
}

// assigns records that r, which is in l and not finished, has assigned the value of n to w:
// later parts of r may read it.
func (t *treeState) assigns(l *roots, r *root, w *web, n *son.Node) {
	r.defineLast(w, n)
	w.stack = append(w.stack, r)
	if n != nil {
		t.born[n.ID] = l.base
		if n.Op == son.OpBind {
			t.rootOf[n.ID] = r
		}
	}
}
