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
	File:    "son/literal.go",
	Ops:     []Op{OpStore},
	Doc:     "o = {…}; o.k = x => o = {…, k: x}  if nothing in between can see o, and {…} has a k already; with the assumption builtins: or if it lacks k, because then no setter is inherited",
	Example: "const o = { a: 1 }; o.a = f(); return o  =>  const o = { a: f() }; return o",
}

// FillLiterals moves stores to new objects into their literals, if nobody can see the objects
// before, and reports whether it changed anything. An object that nobody has seen may as well be
// made later; its properties keep their order.
//
// Cost: stores times maxBetween, whatever the size of the literals.
func (g *Graph) FillLiterals() bool {
	var stores []*Node
	g.Nodes(func(n *Node) {
		if n.Op == OpStore {
			stores = append(stores, n)
		}
	})
	slices.SortStableFunc(stores, func(a, b *Node) int { return cmp.Compare(a.Order, b.Order) })
	f := filler{g: g, keys: map[*Node]map[string]int{}, ends: map[*Node]int32{}, seen: map[*Node]bool{}}
	for _, n := range stores {
		if n.dead {
			continue
		}
		object, assumed := stripNames(n.Arg(0)), Assumptions(0)
		slot, ok := f.slotFor(object, n)
		if ok && slot < 0 {
			assumed = AssumeBuiltins
			ok = g.Config.Assume.Has(assumed)
		}
		if !ok || f.explained(object, n) || f.seenBefore(object, n) || !g.SpendAssuming(&intoLiteralRule, n, object, assumed) {
			continue
		}
		f.fill(object, n, slot)
	}
	return len(f.ends) > 0
}

// filler fills the literals of a graph.
type filler struct {
	g    *Graph
	keys map[*Node]map[string]int // by literal: the argument of each key, or isMethod; nil: it stays
	ends map[*Node]int32          // where a filled literal now ends in the source
	// Scratch space of seenBefore.
	seen  map[*Node]bool
	stack []*Node
}

// stripNames returns the value that x is a name of.
func stripNames(x *Node) *Node {
	for x.Op == OpBind {
		x = x.Arg(0)
	}
	return x
}

// explained reports whether a comment in a literal, between it and a store, or beside the store
// would be lost.
func (f *filler) explained(object, store *Node) bool {
	all := f.g.Config.Comments
	if len(all) == 0 {
		return false
	}
	from, ok := f.ends[object]
	if !ok {
		from = object.Span.Start
	}
	i := sort.Search(len(all), func(i int) bool { return all[i].End > from })
	return from == 0 || store.Span.IsZero() || i < len(all) && all[i].Start < store.Span.End
}

// slotFor returns the argument of an object literal that a store of the same block
// would replace, or -1 if the literal has no such key. ok is false if the store cannot
// be part of the literal.
func (f *filler) slotFor(object, store *Node) (slot int, ok bool) {
	v := store.Arg(1)
	if object.Op != OpObject || object.in[0] != store.in[0] || store.Has(FlagPattern) || store.Str == "__proto__" || len(dataUsers(store)) > 0 ||
		v.Op == OpClosure || v.Op == OpClass || v.Op.IsToken() {
		return 0, false // a value used twice would need a name, and a function would be given one
	}
	keys, ok := f.keys[object]
	if !ok {
		keys = slotsOf(object)
		f.keys[object] = keys
	}
	if keys == nil {
		return 0, false
	}
	slot, ok = keys[store.Str]
	switch {
	case ok && slot == isMethod:
		return 0, false
	case !ok && inherited(&record{}, store.Str):
		return 0, false
	case !ok:
		return -1, true
	case f.g.Config.Authored && isLeftover(object.Arg(slot), object, alive, maxLeftover):
		return 0, false // the literal is the place of a value that nobody reads
	}
	return slot, true
}

// isMethod marks a key that is a method, in place of its argument.
const isMethod = -1

// slotsOf returns the arguments of a literal by key, or nil if nothing can be added to it.
func slotsOf(object *Node) map[string]int {
	keys := map[string]int{}
	for i, p := range object.Parts {
		switch p.Kind {
		case PartValue, PartShorthand:
			if keys[p.Str] != isMethod {
				keys[p.Str] = i
			}
		case PartMethod:
			keys[p.Str] = isMethod
		default:
			return nil
		}
	}
	return keys
}

// maxBetween bounds how many nodes between a literal and a store are looked at.
const maxBetween = 200

// seenBefore reports whether anything before a store may use the object: the operands of the
// stored value, and the memory states in the block.
func (f *filler) seenBefore(object, store *Node) bool {
	clear(f.seen)
	seen, stack := f.seen, append(f.stack[:0], store.Arg(1), store.in[1])
	defer func() { f.stack = stack }()
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x == object || len(seen) > maxBetween {
			return true
		}
		if seen[x] || x.Op == OpPhi || x.Op.IsControl() || len(x.in) > 0 && x.in[0] != nil && x.in[0] != object.in[0] {
			continue // it is from before the block
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

// oneLine is the largest number of properties of a literal that do not need lines of their own.
const oneLine = 3

// fill makes a store a part of a literal.
func (f *filler) fill(object, store *Node, slot int) {
	g, v, empty := f.g, store.Arg(1), len(object.Parts) == 0
	if slot >= 0 {
		g.SetIn(object, object.FirstArg()+slot, v)
	} else {
		part := Part{Kind: PartValue, Str: store.Str}
		if s := v.Sym; s != nil && s.Name == store.Str && knowsShorthand(store.Arg(0).Sym) {
			part.Kind = PartShorthand
		}
		f.keys[object][store.Str] = len(object.Parts)
		if _, ok := f.ends[object]; !ok {
			object.Parts = slices.Clone(object.Parts) // a copy of the object shares them
		}
		object.Parts = append(object.Parts, part)
		g.AddIn(object, v)
	}
	if empty || len(object.Parts) > oneLine {
		object.Span = ast.Span{} // its lines are not those of the source
	}
	object.Order = store.Order
	for x := store.Arg(0); x.Op == OpBind; x = x.Arg(0) {
		x.Order = max(x.Order, store.Order)
	}
	f.ends[object] = store.Span.End
	g.wakeDeps(object)
	g.Stats.Memory.Stores++
	g.Replace(store, v, store.Mem())
}

// knowsShorthand reports whether the author of a variable writes for engines that support { name
// }: it is declared with a keyword of the same edition of the language.
func knowsShorthand(s *ast.Symbol) bool {
	return s != nil && (s.Kind == ast.SymLet || s.Kind == ast.SymConst)
}
