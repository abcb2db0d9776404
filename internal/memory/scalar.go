package memory

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Scalar replacement: an object or array literal that never escapes, and whose uses are all
// reads or writes of known keys, is removed; its fields become values. Where several values of a
// field join there is a phi.
//
//	const p = { x: 0, y: 1 };          let p_x = 0;
//	while (c()) p.x += p.y;     =>     while (c()) p_x += 1;
//	return p.x;                        return p_x;
var scalarRule = son.Rule{
	Name:    "scalar",
	File:    "internal/memory/scalar.go",
	Ops:     []son.Op{son.OpObject, son.OpArray},
	Doc:     "object or array literal => its fields as values  if it never escapes and every use reads or writes a key that it is known to have (with the assumption builtins: or to lack)",
	Example: "const p = { x: a, y: b }; return p.x + p.y  =>  return a + b",
}

// site is one node that sets a field.
type site struct {
	of  *son.Node
	key string
	by  *son.Node
}

// uses are all uses of a record that may be removed.
type uses struct {
	rec      *record
	accesses []*son.Node // in order of the text
	ends     []*son.Node // PatEnds that destructure it
	sym      *ast.Symbol
	alias    *son.Node // its first name
	unions   map[string]bool
	loads    map[site]int
	deleted  map[string]bool
	took     map[*son.Node]map[string]bool // by rest: the keys that its pattern took before
	assumes  son.Assumptions
	lowered  [][2]*son.Node // the conditional expressions that become if statements, each with its join
}

// scalars dissolves the records that do not escape.
func (h *heap) scalars() {
	for _, n := range h.records() {
		if n.Dead() {
			continue
		}
		u := h.usesOf(n)
		if u == nil || !h.g.SpendAssuming(&scalarRule, n, n, u.assumes) {
			continue
		}
		h.dissolve(u)
	}
}

// records lists the records in order of the text.
func (h *heap) records() []*son.Node {
	var out []*son.Node
	for n := range h.recs {
		out = append(out, n)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}

// usesOf returns the uses of a record, or nil if it has to stay.
func (h *heap) usesOf(n *son.Node) *uses {
	u := &uses{rec: h.recs[n], unions: map[string]bool{}, loads: map[site]int{}, deleted: map[string]bool{}, took: map[*son.Node]map[string]bool{}}
	if h.cfg.BlockOf(n.In(0)) == nil {
		return nil
	}
	for _, l := range literals(n) {
		if namesFunctions(l) || runsCode(l) {
			return nil
		}
	}
	u.sym = n.Sym
	if !h.addUses(u, n) || len(u.accesses)+len(u.ends) == 0 {
		return nil
	}
	son.SortByOrder(u.accesses)
	for _, a := range u.accesses {
		u.assumes |= h.assumes[a]
		f := h.facts[a]
		if c, ok := h.copied[a]; ok {
			u.copies(n, c)
			u.took[a] = h.tookBefore(a)
			continue
		}
		key, _ := h.keyOf(a)
		switch a.Op {
		case son.OpDelete, son.OpDeleteIdx:
			u.deleted[key] = true
			continue
		case son.OpStore, son.OpStoreIdx, son.OpCompStore: // the CompRef reads
			continue
		case son.OpUpdate, son.OpUpdateIdx:
			u.unions[key] = true // x++ needs a variable
		}
		switch {
		case f.val == nil && f.at == nil && f.may != isAbsent:
			return nil
		default:
			u.read(n, key, f)
		}
	}
	if h.leavesValues(u) || h.numbersNames(u) {
		return nil
	}
	if n.Has(son.FlagExpr) && len(u.unions) > 1 && !h.lowers(u) {
		return nil // a ?: has one value
	}
	return u
}

// lowers reports whether the conditional expression that chooses a record can be an if statement, which assigns all fields.
// With --for speed: elsewhere what the author wrote stays an expression.
func (h *heap) lowers(u *uses) (ok bool) {
	if !h.g.Config.Speed || u.rec.n.Op != son.OpPhi {
		return false
	}
	u.lowered, ok = h.cfg.Conditionals(h.cfg.BlockOf(u.rec.n.Region()))
	return ok
}

// numbersNames reports whether an element of an array would become a variable for which the
// author has no name. In output for readers, bounds[3] says more than bounds_3.
func (h *heap) numbersNames(u *uses) bool {
	if !h.g.Config.Authored || !slices.ContainsFunc(literals(u.rec.n), func(l *son.Node) bool { return l.Op == son.OpArray }) {
		return false
	}
	for _, a := range u.accesses {
		switch a.Op {
		case son.OpCompRefIdx, son.OpUpdateIdx:
			return true
		case son.OpLoadIdx:
		default:
			continue
		}
		f := h.facts[a]
		if f.at != nil && !u.rec.n.Has(son.FlagExpr) {
			return true
		}
		if f.val == nil {
			continue
		}
		v := f.val.Forwarded()
		key, _ := h.keyOf(a)
		named := slices.ContainsFunc(a.Users(), func(u *son.Node) bool { return u.Op == son.OpBind })
		once := son.Floats(v) && f.site != nil && u.loads[site{u.rec.n, key, f.site}] == 1
		if !named && !once && !h.g.IsName(v) && v.Op != son.OpConst && h.recs[v] == nil {
			return true
		}
	}
	return false
}

// leavesValues reports whether a field that nobody reads has a value that must be evaluated all
// the same. In output for readers the record stays then, so that the value has a place; see
// namesLeftover.
func (h *heap) leavesValues(u *uses) bool {
	if !h.g.Config.Authored {
		return false
	}
	left := func(key string, at, v *son.Node) bool {
		return !u.unions[key] && u.loads[site{u.rec.n, key, at}] == 0 && son.WouldRemain(v, at)
	}
	for _, l := range literals(u.rec.n) {
		r := h.recs[l]
		if r == nil {
			continue
		}
		for key, f := range r.initial.all() {
			if f.val != nil && left(key, l, f.val) {
				return true
			}
		}
	}
	return slices.ContainsFunc(u.accesses, func(a *son.Node) bool {
		if a.Op != son.OpStore && a.Op != son.OpStoreIdx {
			return false
		}
		key, _ := h.keyOf(a)
		return left(key, a, a.Args()[a.NumArgs()-1])
	})
}

// read records a read of a field.
func (u *uses) read(n *son.Node, key string, f fact) {
	switch {
	case f.at != nil:
		u.unions[key] = true
		u.loads[site{n, key, f.at.Head}]++
	case f.site != nil:
		u.loads[site{n, key, f.site}]++
	}
}

// copies records reads of all fields.
func (u *uses) copies(n *son.Node, c contents) {
	for key, f := range c.all() {
		u.read(n, key, f)
	}
}

// literals returns the literals that a record may be.
func literals(n *son.Node) []*son.Node {
	if n.Op != son.OpPhi {
		return []*son.Node{n}
	}
	var out []*son.Node
	for _, x := range n.Args() {
		out = append(out, origin(x))
	}
	return out
}

// runsCode reports whether an element of a literal runs code at its place there and cannot be
// written elsewhere.
func runsCode(n *son.Node) bool {
	return slices.ContainsFunc(n.Args(), func(x *son.Node) bool {
		return x.Op.IsToken() && (x.Op != son.OpToKey || !x.Arg(0).Type.IsConst())
	})
}

// namesFunctions reports whether a function gets its name from its place in a literal.
func namesFunctions(n *son.Node) bool {
	return n.Op == son.OpObject && slices.ContainsFunc(n.Args(), func(x *son.Node) bool { return x.Op == son.OpClosure || x.Op == son.OpClass })
}

// addUses adds the uses of one name of a record, and reports whether all may be removed.
func (h *heap) addUses(u *uses, n *son.Node) bool {
	for _, x := range dataUsers(n) {
		for i, in := range x.Ins() {
			if in == n && i > x.FirstArg() && x.Op != son.OpPatEnd {
				return false
			}
		}
		switch {
		case x.Op == son.OpBind:
			if u.alias == nil {
				u.alias, u.sym = x, cmp.Or(u.sym, x.Sym)
			}
			if !h.addUses(u, x) {
				return false
			}
		case x.Op == son.OpPatObject, x.Op == son.OpPatArray && h.safe[x]:
			if !h.addPattern(u, x) {
				return false
			}
		case x.Op == son.OpSpread && h.safe[x]:
			u.accesses = append(u.accesses, x)
		case baseOf(x) != n || !h.safe[x] || x.Has(son.FlagPattern):
			return false
		case x.Op == son.OpCompRef || x.Op == son.OpCompRefIdx:
			for _, y := range dataUsers(x) {
				if !h.safe[y] && y.Op != son.OpRefValue {
					return false
				}
				if y.Op == son.OpCompStore {
					u.accesses = append(u.accesses, y)
				}
			}
			u.accesses = append(u.accesses, x)
		default:
			u.accesses = append(u.accesses, x)
		}
	}
	return true
}

// dataUsers returns the nodes that use the value of n, without duplicates.
func dataUsers(n *son.Node) []*son.Node {
	var out []*son.Node
	seen := map[*son.Node]bool{}
	for i := range n.Users() {
		if u, s := n.Use(i); u.SlotKind(s) == son.SlotData && !seen[u] {
			seen[u] = true
			out = append(out, u)
		}
	}
	return out
}

// addPattern adds a pattern's uses of a record.
func (h *heap) addPattern(u *uses, open *son.Node) bool {
	u.assumes |= h.assumes[open]
	for _, x := range dataUsers(open) {
		switch {
		case x.Op == son.OpPatEnd:
			u.ends = append(u.ends, x)
			if !h.addUses(u, x) {
				return false
			}
		case (x.Op == son.OpPatProp || x.Op == son.OpPatNext || x.Op == son.OpPatRest) && h.safe[x]:
			u.accesses = append(u.accesses, x)
		default:
			return false
		}
	}
	return true
}

// dissolver replaces one record by values.
type dissolver struct {
	*heap
	*uses
	syms map[string]*ast.Symbol
	made map[*son.Node]*son.Node // the new value of a field after an update
}

func (h *heap) dissolve(u *uses) {
	d := &dissolver{heap: h, uses: u, syms: map[string]*ast.Symbol{}, made: map[*son.Node]*son.Node{}}
	stats := &h.g.Stats.Memory
	stats.Allocations += len(literals(u.rec.n))
	for _, x := range u.lowered {
		son.LowerConditional(x[0], x[1])
	}
	for _, n := range u.accesses {
		if n.Dead() {
			continue
		}
		switch n.Op {
		case son.OpLoad, son.OpLoadIdx, son.OpPatProp, son.OpPatNext:
			stats.Loads++
			v := d.loaded(n)
			d.dropDefaults(n, v)
			h.g.Replace(n, v, n.Mem())
		case son.OpSpread:
			d.spread(n)
		case son.OpPatRest:
			d.rest(n)
		case son.OpStore, son.OpStoreIdx:
			stats.Stores++
			key, _ := h.keyOf(n)
			d.value(key, fact{may: isThere, val: n.Args()[n.NumArgs()-1], site: n}) // its name is bound here
			h.g.Replace(n, n.Args()[n.NumArgs()-1], n.Mem())
		case son.OpDelete, son.OpDeleteIdx:
			stats.Stores++
			h.g.Replace(n, h.g.Const(son.TypeTrue), n.Mem())
		case son.OpUpdate, son.OpUpdateIdx, son.OpCompStore:
			stats.Loads++
			stats.Stores++
			d.renewed(n)
		}
	}
	for _, n := range u.accesses {
		if !n.Dead() && (n.Op == son.OpCompRef || n.Op == son.OpCompRefIdx) {
			d.dropRef(n)
		}
	}
	for _, n := range u.ends {
		d.dropPattern(n)
	}
	h.fill()
}

// loaded is the value of a read.
func (d *dissolver) loaded(n *son.Node) *son.Node {
	key, _ := d.keyOf(n)
	return d.value(key, d.facts[n])
}

// value is the node for the value of a field according to a fact.
func (d *dissolver) value(key string, f fact) *son.Node {
	switch {
	case f.at != nil:
		k := union{d.rec.n, key, f.at}
		n := d.union(k, d.field(key), func(i int) *son.Node {
			c, _ := d.at(k.of, k.at, i)
			return d.value(key, c.get(key))
		})
		if k.chooses() && d.loads[site{k.of, key, k.at.Head}] > 1 {
			return d.chosen(k, n)
		}
		return n
	case f.val == nil:
		return d.absent(key)
	case f.site == nil:
		return f.val.Forwarded()
	}
	k := site{d.rec.n, key, f.site}
	if b := d.binds[k]; b != nil {
		return b.Forwarded()
	}
	v := f.val.Forwarded()
	switch f.site.Op {
	case son.OpUpdate, son.OpUpdateIdx, son.OpCompStore:
		return d.renewed(f.site)
	}
	if v = d.named(key, k, v, f.site); v != f.val.Forwarded() {
		d.binds[k] = v
	}
	return v
}

// absent is the value of a field that the record lacks: undefined. A variable for it is declared
// where the record was made.
func (d *dissolver) absent(key string) *son.Node {
	v, made := d.g.Const(son.TypeUndefined), d.rec.n
	if d.deleted[key] || made.Op == son.OpPhi {
		return v
	}
	k := site{d.rec.n, key, made}
	if d.binds[k] == nil {
		d.binds[k] = d.named(key, k, v, made)
	}
	return d.binds[k].Forwarded()
}

// chosen binds the phi of a ?: to a name, if it is read twice.
func (d *dissolver) chosen(k union, phi *son.Node) *son.Node {
	at := site{k.of, k.key, k.at.Head}
	if d.binds[at] == nil {
		if d.binds[at] = phi; d.field(k.key) != nil {
			b := d.g.NewNode(son.OpBind, k.at.Head, phi)
			b.Sym, b.Order, b.Instance, b.Flags = d.field(k.key), phi.Order, phi.Instance, son.FlagDecl
			d.binds[at] = b
		}
	}
	return d.binds[at].Forwarded()
}

// named binds the value that a site puts into a field to a name, if it needs one.
func (d *dissolver) named(key string, k site, v, at *son.Node) *son.Node {
	if !d.unions[key] && (d.loads[k] < 2 || d.g.IsName(v) || v.Op == son.OpPhi && !v.Has(son.FlagExpr)) || d.rec.n.Has(son.FlagExpr) && isNew(at) {
		d.hint(key, v)
		return v
	}
	s := d.field(key)
	if s == nil {
		return v
	}
	b := d.g.NewNode(son.OpBind, at.In(0), v)
	b.Sym, b.Type = s, v.Type
	b.SetSource(at)
	if at == d.rec.n {
		b.Flags |= son.FlagDecl
		if d.alias != nil {
			b.SetSource(d.alias)
		}
		if v.In(0) != nil && d.rec.n.Span.Contains(v.Span) { // before the next field
			d.g.SetIn(b, 0, v.In(0))
			b.Order = v.Order
		} else if v.In(0) == nil && v.Home() == at.In(0) {
			b.Order = v.Order
		}
	}
	return b
}

// hint suggests a name for the value of a field, should it need a variable because something
// else happens before it is read.
func (d *dissolver) hint(key string, v *son.Node) {
	if v.In(0) == nil && !v.Op.IsOperator() || v.Sym != nil || d.g.IsName(v) || v.Op == son.OpPhi || v.Op == son.OpClosure || v.Op == son.OpClass || v.Op == son.OpCatch || v.Type.Is(son.KindCell) {
		return
	}
	v.Sym = d.field(key)
}

// field is the variable of a field, named after the record and the key.
func (d *dissolver) field(key string) *ast.Symbol {
	if d.sym == nil {
		return nil
	}
	if s := d.syms[key]; s != nil {
		return s
	}
	name := d.sym.Name
	if isNamePart(key) {
		name += "_" + key
	}
	kind := ast.SymConst // if it has one value; otherwise it prints as let
	if d.sym.Kind == ast.SymVar || d.sym.Kind == ast.SymParam {
		kind = ast.SymVar
	}
	s := d.sym.Beside(name, kind)
	d.syms[key] = s
	return s
}

// isNamePart reports whether a key can end a name.
func isNamePart(key string) bool {
	return !strings.ContainsFunc(key, func(r rune) bool {
		return r != '_' && r != '$' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// renewed replaces an update by its operator, and returns the new value of the field.
func (d *dissolver) renewed(n *son.Node) *son.Node {
	if v := d.made[n]; v != nil {
		return v.Forwarded()
	}
	key, _ := d.keyOf(n)
	var v, gives *son.Node
	form := son.FlagAssignOp
	mem := n.Mem()
	switch {
	case n.Op != son.OpCompStore:
		old := d.operator(n, son.OpToNumeric, &mem, d.value(key, d.facts[n]))
		form = son.FlagUpdate
		op := son.OpInc
		if n.Idx&son.UpdateDec != 0 {
			op = son.OpDec
			old.Flags |= son.FlagDecrement
		}
		v = d.operator(n, op, &mem, old)
		if gives = old; n.Idx&son.UpdatePrefix != 0 {
			gives = v
			old.Flags |= son.FlagPrefix
			form |= son.FlagPrefix
		}
	case ast.BinaryOp(n.Idx).Logical():
		v = n.Arg(1)
		gives = v
	default:
		v = d.operator(n, son.OfInfix(ast.BinaryOp(n.Idx)), &mem, d.value(key, d.facts[n.Arg(0)]), n.Arg(1))
		gives = v
	}
	k := site{d.rec.n, key, n}
	prefix := gives == v
	v = d.named(key, k, v, n)
	if prefix {
		gives = v
	}
	if v.Op == son.OpBind {
		v.Flags |= son.FlagNested | form
	}
	d.made[n], d.binds[k] = v, v
	d.g.Replace(n, gives, mem)
	return v
}

// operator makes an operator at n's place, after the memory state mem.
func (d *dissolver) operator(n *son.Node, op son.Op, mem **son.Node, args ...*son.Node) *son.Node {
	x := d.g.NewNode(op, append([]*son.Node{n.In(0), *mem}, args...)...)
	x.SetSource(n)
	x.Type = d.g.Compute(x)
	if x.OnChain() {
		*mem = x
	}
	return x
}

// dropRef removes the reference of a compound assignment that was removed.
func (d *dissolver) dropRef(n *son.Node) {
	v := d.loaded(n)
	for _, u := range slices.Clone(n.Users()) {
		if !u.Dead() && u.Op == son.OpRefValue {
			d.g.Replace(u, v, nil)
		}
	}
	d.g.Replace(n, v, n.Mem())
}

// dropDefaults turns the tests for the default of a pattern step, whose value is v, into
// ordinary tests.
func (d *dissolver) dropDefaults(step, v *son.Node) {
	for _, u := range dataUsers(step) {
		if u.Op == son.OpIsUndefined {
			eq := d.g.NewNode(son.OpStrictEq, nil, v, d.g.Const(son.TypeUndefined))
			eq.SetSource(u)
			eq.SetHome(u.Home())
			eq.Type = d.g.Compute(eq)
			d.g.Replace(u, eq, nil)
		}
	}
}

// dropPattern removes a pattern whose steps have become values: its puts are now separate
// assignments.
func (d *dissolver) dropPattern(end *son.Node) {
	open := end.Arg(0)
	for _, p := range end.Args()[1:] {
		p.Flags &^= son.FlagPattern
		if p.Op == son.OpBind && end.Has(son.FlagDecl) && p.Arg(0).In(0) == p.In(0) && !isInPattern(p.Arg(0)) {
			p.Order = min(p.Order, p.Arg(0).Order) // its name is new: it can be bound right away
		}
	}
	d.g.Replace(end, open.Arg(0), end.Mem())
	d.g.Replace(open, open.Arg(0), open.Mem())
}

// isInPattern reports whether a value is that of a pattern's step, or of a target of a pattern: no other statement can
// come before the rest of the pattern.
func isInPattern(v *son.Node) bool {
	switch v.Op {
	case son.OpPatProp, son.OpPatNext, son.OpPatRest:
		return true
	}
	return v.Has(son.FlagPattern)
}
