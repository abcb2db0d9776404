package memory

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// IntoLiteralRule is counted and shown like a rule: it needs the memory chain.
var IntoLiteralRule = son.Rule{
	Name:    "into-literal",
	File:    "internal/memory/literal.go",
	Ops:     []son.Op{son.OpStore, son.OpStoreIdx},
	Doc:     "o = {…}; o.k = x => o = {…, k: x}  if nothing in between can see o, and {…} has a k already; with the assumption builtins: or if it lacks k, because then no setter is inherited. Likewise for o[0] = x, and for the elements of an array: those that it has, and the next one",
	Example: "const o = { a: 1 }; o.a = f(); return o  =>  const o = { a: f() }; return o",
}

// FillLiterals moves stores to new objects into their literals, if nobody can see the objects
// before. An object that nobody has seen may as well be made later; its properties keep their
// order. The fixpoint of the rules is restored, and then more may be found.
//
// Cost: stores times maxBetween, whatever the size of the literals.
func FillLiterals(g *son.Graph) {
	for fillLiterals(g) {
		g.Optimize()
	}
}

// fillLiterals reports whether it changed anything.
func fillLiterals(g *son.Graph) bool {
	var stores []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpStore || n.Op == son.OpStoreIdx && n.Arg(1).Op == son.OpConst {
			stores = append(stores, n)
		}
	})
	slices.SortStableFunc(stores, func(a, b *son.Node) int { return cmp.Compare(a.Order, b.Order) })
	f := filler{g: g, keys: map[*son.Node]map[string]int{}, ends: map[*son.Node]int32{}, seen: map[*son.Node]bool{}}
	for _, n := range stores {
		if n.Dead() {
			continue
		}
		object, assumed := stripNames(n.Arg(0)), son.Assumptions(0)
		slot, ok := f.slotFor(object, n)
		if ok && slot < 0 {
			assumed = son.AssumeBuiltins
			ok = g.Config.Assume.Has(assumed)
		}
		if !ok || f.explained(object, n) || f.seenBefore(object, n) || !g.SpendAssuming(&IntoLiteralRule, n, object, assumed) {
			continue
		}
		f.fill(object, n, slot)
	}
	return len(f.ends) > 0
}

// filler fills the literals of a graph.
type filler struct {
	g    *son.Graph
	keys map[*son.Node]map[string]int // by literal: the argument of each key, or isMethod; nil: it stays
	ends map[*son.Node]int32          // where a filled literal now ends in the source
	// Scratch space of seenBefore.
	seen  map[*son.Node]bool
	stack []*son.Node
}

// stripNames returns the value that x is a name of.
func stripNames(x *son.Node) *son.Node {
	for x.Op == son.OpBind {
		x = x.Arg(0)
	}
	return x
}

// explained reports whether a comment in a literal, between it and a store, or beside the store
// would be lost.
func (f *filler) explained(object, store *son.Node) bool {
	costs := cost.Of(f.g)
	if len(costs.Comments) == 0 {
		return false
	}
	from, ok := f.ends[object]
	if !ok {
		from = object.Span.Start
	}
	return from == 0 || store.Span.IsZero() || costs.HasComment(from, store.Span.End)
}

// stored returns the key and the value of a store.
func stored(n *son.Node) (key string, v *son.Node) {
	if n.Op == son.OpStore {
		return n.Str, n.Arg(1)
	}
	key, _ = keyText(n.Arg(1))
	return key, n.Arg(2)
}

// slotFor returns the argument of a literal that a store of the same block would replace, or -1 if
// the literal has no such key. ok is false if the store cannot be part of the literal.
func (f *filler) slotFor(object, store *son.Node) (slot int, ok bool) {
	key, v := stored(store)
	if object.Op != son.OpObject && object.Op != son.OpArray || object.In(0) != store.In(0) || store.Has(son.FlagPattern) || key == "__proto__" || len(dataUsers(store)) > 0 ||
		v.Op == son.OpClosure || v.Op == son.OpClass || v.Op.IsToken() {
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
	slot, ok = keys[key]
	switch {
	case ok && slot == isMethod:
		return 0, false
	case !ok && object.Op == son.OpArray:
		return -1, key == strconv.Itoa(len(object.Parts))
	case !ok && (inherited(&record{}, key) || store.Op == son.OpStoreIdx && !isIndex(key)):
		return 0, false
	case !ok:
		return -1, true
	case f.g.Config.Authored && son.WouldRemain(object.Arg(slot), object):
		return 0, false // the literal is the place of a value that nobody reads
	}
	return slot, true
}

// isIndex reports whether a key can be written as a number. Names are the keys of an OpStore.
func isIndex(key string) bool {
	k, err := strconv.ParseUint(key, 10, 32)
	return err == nil && strconv.FormatUint(k, 10) == key
}

// isMethod marks a key that is a method, in place of its argument.
const isMethod = -1

// slotsOf returns the arguments of a literal by key, or nil if nothing can be added to it.
func slotsOf(object *son.Node) map[string]int {
	keys := map[string]int{}
	if object.Op == son.OpArray {
		for i, p := range object.Parts {
			if p.Kind == son.PartSpread {
				return nil
			}
			if p.Kind == son.PartValue {
				keys[strconv.Itoa(i)] = len(keys)
			}
		}
		return keys
	}
	for i, p := range object.Parts {
		switch p.Kind {
		case son.PartValue, son.PartShorthand:
			if keys[p.Str] != isMethod {
				keys[p.Str] = i
			}
		case son.PartMethod:
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
func (f *filler) seenBefore(object, store *son.Node) bool {
	clear(f.seen)
	_, v := stored(store)
	seen, stack := f.seen, append(f.stack[:0], v, store.In(1))
	defer func() { f.stack = stack }()
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x == object || len(seen) > maxBetween {
			return true
		}
		if seen[x] || x.Op == son.OpPhi || x.Op.IsControl() || x.NumIn() > 0 && x.In(0) != nil && x.In(0) != object.In(0) {
			continue // it is from before the block
		}
		seen[x] = true
		for i, y := range x.Ins() {
			if y != nil && x.SlotKind(i) != son.SlotControl {
				stack = append(stack, y)
			}
		}
	}
	return false
}

// oneLine is the largest number of properties of a literal that do not need lines of their own.
const oneLine = 3

// fill makes a store a part of a literal.
func (f *filler) fill(object, store *son.Node, slot int) {
	g, empty := f.g, len(object.Parts) == 0
	key, v := stored(store)
	if slot >= 0 {
		g.SetIn(object, object.FirstArg()+slot, v)
	} else {
		part := son.Part{Kind: son.PartValue, Str: key}
		if s := v.Sym; s != nil && s.Name == key && knowsShorthand(store.Arg(0).Sym) {
			part.Kind = son.PartShorthand
		}
		if object.Op == son.OpArray {
			part.Str = ""
		}
		f.keys[object][key] = object.NumArgs()
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
	for x := store.Arg(0); x.Op == son.OpBind; x = x.Arg(0) {
		x.Order = max(x.Order, store.Order)
	}
	f.ends[object] = store.Span.End
	g.WakeDeps(object)
	g.Stats.Memory.Stores++
	g.Replace(store, v, store.Mem())
}

// knowsShorthand reports whether the author of a variable writes for engines that support { name
// }: it is declared with a keyword of the same edition of the language.
func knowsShorthand(s *ast.Symbol) bool {
	return s != nil && (s.Kind == ast.SymLet || s.Kind == ast.SymConst)
}
