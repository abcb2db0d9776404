package son

// Effect narrows the op's declared effect by what the types of the operands prove. An access
// of a cell throws only if a flag says so.
//
// Without an object among the operands no foreign code runs: only a TypeError remains. Symbols
// always throw one; a bigint throws one if mixed with a number. A bigint operator whose result
// may be arbitrarily large, or that rejects some bigints, may throw a RangeError. That an engine
// runs out of memory, or of digits one bit beyond its largest bigint, is not an effect.
func (n *Node) Effect() Effect {
	e := opTable[n.Op].effect
	if e == NoEffect {
		return e
	}
	if n.Has(FlagProven) {
		return NoEffect
	}
	if n.Has(FlagProvided) && (n.Op == OpGlobalLoad || n.Op == OpMethodRef || n.Op == OpLoad) {
		return NoEffect
	}
	if n.Has(FlagFixed) && n.Op == OpGlobalLoad {
		return NoEffect
	}
	switch n.Op {
	case OpLoad, OpBuiltin:
		return n.effectOn(n.argType)
	case OpCall:
		return e &^ Effect(n.Idx&callLacks)
	case OpLoadCell:
		if n.Has(FlagTDZ) {
			e |= Throws
		}
	case OpStoreSelf:
		if !n.Has(FlagStrict) {
			return NoEffect
		}
	case OpStoreCell:
		if n.Has(FlagTDZ | FlagConst) {
			e |= Throws
		}
	default:
		if n.Op.Coerces() {
			return n.effectOn(n.argType)
		}
	}
	return e
}

// effectOn is the effect of n, whose op's effect depends on types or which stays put, on
// operands of the types that arg returns.
func (n *Node) effectOn(arg func(i int) Type) Effect {
	switch n.Op {
	case OpBuiltin:
		return builtinEffect(n, arg)
	case OpLoad:
		if n.Str == "length" && arg(0).IsString() || n.providedConst() {
			return NoEffect // an own property that nobody changes
		}
		return Any
	}
	switch {
	case !n.Op.Coerces():
		return Any
	case opTable[n.Op].nargs == 1:
		return unaryEffect(n.Op, arg(0))
	}
	return binaryEffect(n.Op, arg(0), arg(1))
}

// KindNotPrimitive are the kinds whose conversion may run code.
const KindNotPrimitive = KindObjects | KindUninit | KindCell

// binaryEffect is the effect of a binary operator on two sets.
func binaryEffect(op Op, a, b Type) Effect {
	if op == OpEq || op == OpNe {
		// Two objects, or an object and null, compare as they are; an object
		// and another primitive convert the object. Nothing throws.
		const converts = KindPrimitive &^ KindNullish
		if a.MayBe(KindUninit|KindCell) || b.MayBe(KindUninit|KindCell) ||
			a.MayBe(KindObjects) && b.MayBe(converts) || b.MayBe(KindObjects) && a.MayBe(converts) {
			return Any
		}
		return NoEffect
	}
	if a.MayBe(KindNotPrimitive) || b.MayBe(KindNotPrimitive) {
		return Any
	}
	if a.MayBe(KindSymbol) || b.MayBe(KindSymbol) {
		return Throws
	}
	switch op {
	case OpLt, OpGt, OpLe, OpGe:
		return NoEffect // bigints can be compared with anything
	}
	if !a.MayBe(KindBigInt) && !b.MayBe(KindBigInt) {
		return NoEffect
	}
	always := op == OpAdd || op == OpSub || op == OpBitAnd || op == OpBitOr || op == OpBitXor // of two bigints
	if a.IsConst() && b.IsConst() && !(always && a.Is(KindBigInt) && b.Is(KindBigInt)) {
		if _, ok := FoldBinary(op, a, b); ok {
			return NoEffect
		}
		return Throws
	}
	// Is a bigint mixed with anything that is neither a bigint nor, for +, a string?
	other := KindPlain
	if op == OpAdd {
		other &^= KindString
	}
	if a.MayBe(KindBigInt) && b.MayBe(other) || b.MayBe(KindBigInt) && a.MayBe(other) {
		return Throws
	}
	if always {
		return NoEffect
	}
	return Throws
}

// unaryEffect is the effect of a unary operator or conversion on a set.
func unaryEffect(op Op, a Type) Effect {
	switch {
	case a.MayBe(KindNotPrimitive):
		return Any
	case op == OpToKey:
		return NoEffect
	case a.MayBe(KindSymbol), op == OpToNumber && a.MayBe(KindBigInt):
		return Throws
	}
	return NoEffect
}
