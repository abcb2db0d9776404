package son

// Which values are certainly built-in arrays, so that for-of yields their items by index, one
// after the other, as long as there are any: values made by a literal, by a rest, or by a
// built-in function that returns only arrays. Array.isArray proves nothing: it is true for a
// proxy of an array, and for an array of a class that extends Array and iterates in its own way.

// arrayNodes bounds how many nodes are looked at to classify one value.
const arrayNodes = 32

// IsArray reports whether every value that n can have is a built-in array, as long as nobody
// changes those (assumption builtins).
func (g *Graph) IsArray(n *Node) bool {
	seen := map[*Node]bool{}
	list := []*Node{n}
	for len(list) > 0 {
		x := list[len(list)-1]
		list = list[:len(list)-1]
		if seen[x] {
			continue
		}
		if seen[x] = true; len(seen) > arrayNodes {
			return false
		}
		switch {
		case x.Op == OpBind, x.Op == OpCast:
			list = append(list, x.Arg(0))
		case x.Op == OpPhi && !x.IsMemPhi() && !x.IsRef():
			for _, y := range x.in[1:] { // a cycle of phis has only the values that enter it
				if y == nil {
					return false
				}
				list = append(list, y)
			}
		case x.Op == OpDead: // never happens
		case !g.makesArray(x):
			return false
		}
	}
	return true
}

// makesArray reports whether n makes an array, or receives one that was made for it.
func (g *Graph) makesArray(n *Node) bool {
	switch n.Op {
	case OpArray:
		return true
	case OpParam, OpCaptured, OpLoadCell, OpGlobalLoad:
		return n.Has(FlagArray)
	case OpPatRest:
		return n.Arg(0).Op == OpPatArray
	case OpBuiltin:
		return arrayBuiltins[n.Str]
	case OpCall, OpNew:
		f := n.Arg(0)
		return f.Op == OpGlobalLoad && f.Str == "Array" && f.Has(FlagProvided)
	case OpCallMethod:
		return g.methodGivesArray(n)
	}
	return false
}

// arrayBuiltins are the functions that return an array, whatever their arguments.
var arrayBuiltins = map[string]bool{"Object.keys": true, "Object.values": true, "Object.entries": true,
	"Object.getOwnPropertyNames": true, "Object.getOwnPropertySymbols": true}

// methodGivesArray reports whether a method call returns an array: Array.of and Array.from,
// text.split, and array methods that make another array.
func (g *Graph) methodGivesArray(n *Node) bool {
	ref := n.Arg(0)
	if ref.Op != OpMethodRef {
		return false
	}
	x := ref.Arg(0)
	switch {
	case x.Op == OpGlobalLoad && x.Str == "Array" && x.Has(FlagProvided):
		return ref.Str == "from" || ref.Str == "of"
	case x.Type.IsString():
		return ref.Str == "split" && splitsPlainly(n)
	}
	return arrayMethods[ref.Str] && g.isOwn(x, ref)
}

// splitsPlainly reports whether the argument of split has no split method of its own that would
// be called instead.
func splitsPlainly(call *Node) bool {
	args := call.Args()[1:]
	if len(args) == 0 {
		return true
	}
	return args[0].Type.IsPrimitive() || args[0].Op == OpRegExp
}

// arrayMethods are the methods of arrays that make an array.
var arrayMethods = map[string]bool{"map": true, "filter": true, "slice": true, "concat": true, "splice": true,
	"flat": true, "flatMap": true, "toSorted": true, "toReversed": true, "toSpliced": true, "with": true}

// isOwn reports whether x is an array that was made right before ref looks up a method in it,
// and that nobody has seen before: one that others have seen may have its own method of that
// name, or its own constructor.
func (g *Graph) isOwn(x, ref *Node) bool {
	if x.in[0] != ref.in[0] || x.Has(FlagArray) && x.Op != OpParam || !g.makesArray(x) {
		return false
	}
	for _, u := range x.out {
		switch {
		case u == ref:
		case u.Op.HasMem() && u.in[1] == x && u.SlotKind(1) == SlotMemory && !usesValue(u, x):
		default:
			return false
		}
	}
	return true
}

// usesValue reports whether u uses the value of x, not only the memory state.
func usesValue(u, x *Node) bool {
	for i, y := range u.in {
		if y == x && u.SlotKind(i) == SlotData {
			return true
		}
	}
	return false
}
