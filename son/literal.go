package son

import (
	"cmp"
	"slices"
	"sort"

	"github.com/sonjs/son/parse/ast"
)

// intoLiteralRule is counted and shown like a rule: it needs the memory chain.
var intoLiteralRule = Rule{
	Name:    "into-literal",
	Ops:     []Op{OpStore},
	Doc:     "o = {…}; o.k = x => o = {…, k: x}  if nothing between can see o, and {…} has a k already; with the assumption builtins: or if it lacks k, for then no setter is inherited",
	Example: "const o = { a: 1 }; o.a = f(); return o  =>  const o = { a: f() }; return o",
}

// FillLiterals writes into object literals what their objects are given before
// anybody can see them, and reports whether it changed anything. An object that
// nobody has seen may as well be made later; its properties keep their order.
func (g *Graph) FillLiterals() bool {
	var stores []*Node
	g.Nodes(func(n *Node) {
		if n.Op == OpStore {
			stores = append(stores, n)
		}
	})
	slices.SortStableFunc(stores, func(a, b *Node) int { return cmp.Compare(a.Order, b.Order) })
	filled, ends := false, map[*Node]int32{}
	for _, n := range stores {
		if n.dead {
			continue
		}
		object, lean := behindNames(n.Arg(0)), Assumptions(0)
		slot, ok := g.slotFor(object, n)
		if ok && slot < 0 {
			lean = AssumeBuiltins
			ok = g.Config.Assume.Has(lean)
		}
		if !ok || g.explained(object, n, ends) || g.seenBefore(object, n) || !g.spendLeaning(&intoLiteralRule, n, object, lean) {
			continue
		}
		ends[g.fill(object, n, slot)] = n.Span.End
		filled = true
	}
	return filled
}

// behindNames returns what has the names through which x came.
func behindNames(x *Node) *Node {
	for x.Op == OpBind {
		x = x.Arg(0)
	}
	return x
}

// explained reports whether the author says something in a literal, or between it and
// a store, or beside the store, that would be lost. ends tells where a literal ends that was
// filled before.
func (g *Graph) explained(object, store *Node, ends map[*Node]int32) bool {
	all := g.Config.Comments
	if len(all) == 0 {
		return false
	}
	from, ok := ends[object]
	if !ok {
		from = object.Span.Start
	}
	i := sort.Search(len(all), func(i int) bool { return all[i].End > from })
	return from == 0 || store.Span.IsZero() || i < len(all) && all[i].Start < store.Span.End
}

// slotFor returns the argument of an object literal that a store of the same block
// would replace, or -1 if the literal has no such key. ok is false if the store cannot
// be part of the literal.
func (g *Graph) slotFor(object, store *Node) (slot int, ok bool) {
	v := store.Arg(1)
	if object.Op != OpObject || object.in[0] != store.in[0] || store.Has(FlagPattern) || store.Str == "__proto__" || len(dataUsers(store)) > 0 ||
		v.Op == OpClosure || v.Op == OpClass || v.Op.IsToken() {
		return 0, false // a value wanted twice would need a name, and a function would get one
	}
	slot = -1
	for i, p := range object.Parts {
		switch p.Kind {
		case PartValue, PartShorthand:
			if p.Str == store.Str {
				slot = i
			}
		case PartMethod:
			if p.Str == store.Str {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	if slot < 0 && inherited(&record{}, store.Str) {
		return 0, false
	}
	if slot >= 0 && g.Config.Authored && isLeftover(object.Arg(slot), object, alive, maxLeftover) {
		return 0, false // the literal is where the value goes that nobody reads
	}
	return slot, true
}

// maxBetween bounds how many nodes between a literal and a store are looked at.
const maxBetween = 200

// seenBefore reports whether something that comes before a store may use the object:
// what the stored value is made of, and what the memory went through in the block.
func (g *Graph) seenBefore(object, store *Node) bool {
	seen := map[*Node]bool{}
	stack := []*Node{store.Arg(1), store.in[1]}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x == object || len(seen) > maxBetween {
			return true
		}
		if seen[x] || x.Op == OpPhi || x.Op.IsControl() || len(x.in) > 0 && x.in[0] != nil && x.in[0] != object.in[0] {
			continue // it was before the block began
		}
		seen[x] = true
		for i, y := range x.in {
			if y != nil && x.SlotKind(i) != SlotControl {
				stack = append(stack, y)
			}
		}
	}
	return false
}

// oneLine is how many properties a literal has at most that need no lines of their own.
const oneLine = 3

// fill makes a store part of a literal and returns the new one.
func (g *Graph) fill(object, store *Node, slot int) *Node {
	v := store.Arg(1)
	in, parts := slices.Clone(object.in), slices.Clone(object.Parts)
	if slot >= 0 {
		in[object.firstArg()+slot] = v
	} else {
		part := Part{Kind: PartValue, Str: store.Str}
		if s := v.Sym; s != nil && s.Name == store.Str && knowsShorthand(store.Arg(0).Sym) {
			part.Kind = PartShorthand
		}
		in, parts = append(in, v), append(parts, part)
	}
	made := g.copyOf(object, in)
	made.Parts, made.Order = parts, store.Order
	if len(object.Parts) == 0 || len(parts) > oneLine {
		made.Span = ast.Span{} // its lines are not those of the source
	}
	for x := store.Arg(0); x.Op == OpBind; x = x.Arg(0) {
		x.Order = max(x.Order, store.Order)
	}
	g.Stats.Memory.Stores++
	g.Replace(object, made, nil)
	g.Replace(store, v, store.Mem())
	return made
}

// knowsShorthand reports whether the author of a variable writes for engines that
// know { name }: it is declared in the way of the same edition of the language.
func knowsShorthand(s *ast.Symbol) bool {
	return s != nil && (s.Kind == ast.SymLet || s.Kind == ast.SymConst)
}
