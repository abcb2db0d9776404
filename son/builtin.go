package son

import (
	"math"
	"strings"
)

// Built-in functions of the language, identified by their names: Math.floor(x), parseInt(s),
// s.charCodeAt(i) of a string s. Under the assumption builtins such a name has its standard
// meaning, so a call of it is an operator, OpBuiltin: its result has a known type, and on
// primitives it only computes.

// builtin is the description of one function.
type builtin struct {
	// quiet are the kinds of operands on which it has no effect; 0: none.
	quiet Kind
	// gives computes the type of the result from those of the operands.
	gives func(args []Type) Type
	// fold computes the result for constant operands, exactly as every engine does; nil: not
	// folded.
	fold func(args []Type) (Type, bool)
	// method: operand 0 is the receiver, a string.
	method bool
	// most is the largest number of operands for which it is known; 0: any number.
	most int
}

// globalBuiltins are the global names through which built-ins are found.
var globalBuiltins = map[string]bool{"Math": true, "Number": true, "String": true, "Boolean": true, "Object": true, "Array": true,
	"JSON": true, "Date": true, "parseInt": true, "parseFloat": true, "isNaN": true, "isFinite": true}

// IsBuiltinName reports whether a free name is a built-in that leads to functions whose results
// are known.
func IsBuiltinName(name string) bool { return globalBuiltins[name] }

// IsMethodOfStrings reports whether a name is that of a method of strings whose result is known.
func IsMethodOfStrings(name string) bool { return builtins["String"+protoInfix+name] != nil }

// builtinOf returns the description of the function that an OpBuiltin calls, or nil.
func builtinOf(n *Node) *builtin { return builtins[n.Str] }

// MethodOfBuiltin returns the name of the method that an OpBuiltin calls on its
// first operand; ok is false if it calls a function.
func (n *Node) MethodOfBuiltin() (name string, ok bool) {
	i := strings.Index(n.Str, protoInfix)
	if i < 0 {
		return "", false
	}
	return n.Str[i+len(protoInfix):], true
}

const protoInfix = ".prototype."

// builtinEffect is the effect of an OpBuiltin on operands with the types that arg returns.
func builtinEffect(n *Node, arg func(i int) Type) Effect {
	b, e := builtinOf(n), NoEffect
	if b == nil || b.quiet == 0 {
		return Any
	}
	for i := range n.operands() {
		switch t := arg(i); {
		case i == 0 && b.method && !t.IsString():
			return Any
		case t.MayBe(KindUninit | KindCell):
			return Any
		case t.kinds&^b.quiet == 0:
		case t.MayBe(KindNotPrimitive):
			return Any
		default:
			e |= Throws
		}
	}
	return e
}

// builtinType is the type of an OpBuiltin.
func builtinType(n *Node, types operandTypes) Type {
	b := builtinOf(n)
	if b == nil {
		return TypeAny
	}
	args := make([]Type, n.operands())
	consts := b.fold != nil && (!b.method || types.at(0).IsString())
	for i := range args {
		args[i] = types.at(i)
		consts = consts && args[i].IsConst() && args[i].kinds&^(KindPlain|KindBigInt) == 0
	}
	if consts && !anyKind(args, KindBigInt&^b.quiet) {
		if t, ok := b.fold(args); ok && foldable(t) {
			return t
		}
	}
	return b.gives(args)
}

// anyKind reports whether one of the operands may be of a kind.
func anyKind(args []Type, k Kind) bool {
	for _, t := range args {
		if t.MayBe(k) {
			return true
		}
	}
	return false
}

// always is a result that does not depend on the operands.
func always(t Type) func([]Type) Type { return func([]Type) Type { return t } }

// builtins are the functions by their names in the text form.
var builtins = makeBuiltins()

func makeBuiltins() map[string]*builtin {
	m := map[string]*builtin{}
	mathBuiltins(m)
	plainBuiltins(m)
	textBuiltins(m)
	return m
}

// mathBuiltins enters the functions of Math. They convert all their operands.
func mathBuiltins(m map[string]*builtin) {
	add := func(name string, gives func([]Type) Type, fold func([]float64) float64) {
		b := &builtin{quiet: KindPlain, gives: gives}
		if fold != nil {
			b.fold = func(args []Type) (Type, bool) { return NumberConst(fold(constNumbers(args))), true }
		}
		m["Math."+name] = b
	}
	for name, f := range roundings {
		add(name, roundedType, f)
	}
	add("abs", absType, mathAbs)
	add("max", maxType, mathMax)
	add("min", minType, mathMin)
	add("sign", always(TypeIntRange(-1, 1).Join(TypeNegZero).Join(TypeNaN)), mathSign)
	add("sqrt", always(TypeNumber), mathSqrt)
	add("fround", always(TypeNumber), mathFround)
	add("imul", always(TypeInt32), mathImul)
	add("clz32", always(TypeIntRange(0, 32)), mathClz32)
	for _, name := range strings.Fields("acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 f16round hypot log log10 log1p log2 pow sin sinh tan tanh") {
		add(name, always(TypeNumber), nil)
	}
	m["Math.random"] = &builtin{gives: always(IntConst(0).Join(kindType(KindFloat)))}
}

// plainBuiltins enters conversions and predicates.
func plainBuiltins(m map[string]*builtin) {
	m["Number"] = &builtin{quiet: KindPlain | KindBigInt, most: 1, gives: toNumberType, fold: foldToNumber}
	m["String"] = &builtin{quiet: KindPrimitive, most: 1, gives: toStringType, fold: foldToString}
	m["Boolean"] = &builtin{quiet: KindAny, most: 1, gives: toBooleanType, fold: func(args []Type) (Type, bool) { return toBooleanType(args), true }}
	m["parseInt"] = &builtin{quiet: KindPlain, gives: always(TypeNumber), fold: foldParseInt}
	m["parseFloat"] = &builtin{quiet: KindPlain, gives: always(TypeNumber), fold: foldParseFloat}
	m["Number.parseInt"], m["Number.parseFloat"] = m["parseInt"], m["parseFloat"]
	for name, is := range map[string]func(Type) Tri{"isNaN": typeIsNaN, "isFinite": typeIsFinite, "isInteger": typeIsInteger, "isSafeInteger": typeIsSafe} {
		m["Number."+name] = &builtin{quiet: KindAny, gives: func(args []Type) Type { return is(numbersIn(args)).Type() }}
		if name == "isNaN" || name == "isFinite" {
			m[name] = &builtin{quiet: KindPlain, gives: func(args []Type) Type { return is(toNumberOf(args)).Type() }}
		}
	}
	m["Object.is"] = &builtin{quiet: KindAny, gives: always(TypeBool)}
	m["Array.isArray"] = &builtin{quiet: KindPrimitive, gives: isArrayType}
	m["Date.now"] = &builtin{gives: always(TypeNumber)}
	m["JSON.stringify"] = &builtin{quiet: KindPlain, most: 1, gives: stringifiedType, fold: foldStringify}
	for _, name := range strings.Fields("keys values entries getOwnPropertyNames getOwnPropertySymbols fromEntries") {
		m["Object."+name] = &builtin{gives: always(TypeFresh)}
	}
	m["Object.hasOwn"] = &builtin{gives: always(TypeBool)}
	m["Object.create"] = &builtin{gives: always(TypeFresh)}
}

// textBuiltins enters functions that make strings, and the methods of strings.
func textBuiltins(m map[string]*builtin) {
	m["String.fromCharCode"] = &builtin{quiet: KindPlain, gives: always(TypeString), fold: foldFromCharCode}
	add := func(name string, quiet Kind, gives Type, fold func(string, []Type) (Type, bool)) {
		b := &builtin{quiet: quiet, gives: always(gives), method: true}
		if fold != nil {
			b.fold = func(args []Type) (Type, bool) { return fold(args[0].str, args[1:]) }
		}
		m["String"+protoInfix+name] = b
	}
	// No rule limits strings to 2^31 units.
	index := TypeIntRange(-1, maxInt32).Join(kindType(KindFloat))
	add("charCodeAt", KindPlain, TypeIntRange(0, 0xFFFF).Join(TypeNaN), foldCharCodeAt)
	add("codePointAt", KindPlain, TypeIntRange(0, 0x10FFFF).Join(TypeUndefined), foldCodePointAt)
	add("charAt", KindPlain, TypeString, foldCharAt)
	add("at", KindPlain, TypeString.Join(TypeUndefined), foldAt)
	add("indexOf", KindPlain, index, foldIndexOf)
	add("lastIndexOf", KindPlain, index, nil)
	add("includes", KindPlain, TypeBool, foldIncludes)
	add("startsWith", KindPlain, TypeBool, foldStartsWith)
	add("endsWith", KindPlain, TypeBool, foldEndsWith)
	add("slice", KindPlain, TypeString, foldSlice)
	add("substring", KindPlain, TypeString, foldSubstring)
	add("substr", KindPlain, TypeString, foldSubstr)
	add("concat", KindPlain, TypeString, foldConcat)
	add("toUpperCase", KindPlain, TypeString, foldUpper)
	add("toLowerCase", KindPlain, TypeString, foldLower)
	add("trim", KindPlain, TypeString, foldTrim)
	add("toString", KindPlain, TypeString, nil)
	for _, name := range strings.Fields("trimStart trimEnd toWellFormed") {
		add(name, KindPlain, TypeString, nil)
	}
	// These throw for some operands, or make an array.
	add("repeat", 0, TypeString, foldRepeat)
	for _, name := range strings.Fields("padStart padEnd normalize toLocaleUpperCase toLocaleLowerCase") {
		add(name, 0, TypeString, nil)
	}
	add("localeCompare", 0, TypeNumber, nil)
}

// providedConsts are the named number constants of the language.
var providedConsts = map[string]float64{
	"Math.E": math.E, "Math.LN10": math.Ln10, "Math.LN2": math.Ln2, "Math.LOG10E": math.Log10E, "Math.LOG2E": math.Log2E,
	"Math.PI": math.Pi, "Math.SQRT1_2": math.Sqrt2 / 2, "Math.SQRT2": math.Sqrt2,
	"Number.EPSILON": 0x1p-52, "Number.MAX_SAFE_INTEGER": 1<<53 - 1, "Number.MIN_SAFE_INTEGER": -(1<<53 - 1),
	"Number.MAX_VALUE": math.MaxFloat64, "Number.MIN_VALUE": math.SmallestNonzeroFloat64,
	"Number.NaN": math.NaN(), "Number.POSITIVE_INFINITY": math.Inf(1), "Number.NEGATIVE_INFINITY": math.Inf(-1),
}

// providedConst reports whether n loads such a number.
func (n *Node) providedConst() bool {
	x := n.Arg(0)
	if x.Op != OpGlobalLoad || !x.Has(FlagProvided) {
		return false
	}
	return IsProvidedConst(x.Str, n.Str)
}

// IsProvidedConst reports whether a property of a global object is a number constant of the language.
func IsProvidedConst(object, name string) bool {
	_, ok := providedConsts[object+"."+name]
	return ok
}

// loadType is the type of an OpLoad.
func loadType(n *Node, types operandTypes) Type {
	switch {
	case n.providedConst():
		return NumberConst(providedConsts[n.Arg(0).Str+"."+n.Str])
	case n.Has(FlagNumber):
		return TypeNumber
	case n.Str != "length" || !types.at(0).IsString():
		return TypeAny
	}
	if n, ok := types.at(0).TextLen(); ok {
		return IntConst(int32(n))
	}
	return typeLength
}

// typeLength contains the length of every string and list: the language sets no limit below 2^53.
var typeLength = TypeIntRange(0, maxInt32).Join(kindType(KindFloat))

// assumptions returns the assumptions under which a node has no effect.
func (n *Node) assumptions() Assumptions {
	switch {
	case n.Op == OpGlobalLoad && n.Has(FlagFixed):
		if n.Idx == FixedEarly {
			return AssumeClosedWorld | AssumeNoTDZ
		}
		return AssumeClosedWorld
	case n.Op == OpGlobalLoad || n.Op == OpLoad && n.providedConst():
		return AssumeBuiltins
	case n.Op == OpCall && n.Idx&callAssumed != 0:
		return AssumeNoTDZ
	}
	return 0
}

// CallsMember reports whether n calls a property of a built-in global, a function that ignores
// its receiver: Math.floor(x), but not s.charAt(0) or parseInt(s).
func (n *Node) CallsMember() bool {
	return n.Op == OpBuiltin && !n.Has(FlagProvided) && strings.Contains(n.Str, ".") && !strings.Contains(n.Str, protoInfix)
}

// operands returns the number of operands passed to the function that an OpBuiltin calls.
func (n *Node) operands() int {
	if n.Has(FlagProvided) {
		return n.NumArgs() - 1
	}
	return n.NumArgs()
}
