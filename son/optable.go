package son

import "github.com/sonjs/son/parse/ast"

// The ops. A new one needs its line here and its row in opTable.
const (
	OpInvalid Op = iota

	// Control.
	OpStart
	OpRegion
	OpLoop
	OpIf
	OpProj
	OpReturn
	OpThrow
	OpNever
	OpStop
	OpDead

	// A constant, and what exists when the function starts.
	OpConst
	OpParam
	OpThis
	OpArguments
	OpNewTarget
	OpImportMeta
	OpCaptured
	OpCapturedCell
	OpSelf

	// What the function was called with.
	OpArgumentsLength

	// Joins and names.
	OpPhi
	OpBind
	OpCast

	// Cells.
	OpNewCell
	OpLoadCell
	OpStoreCell
	OpCopyCell

	// Operators that may run code.
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpMod
	OpExp
	OpShl
	OpShr
	OpUShr
	OpBitAnd
	OpBitOr
	OpBitXor
	OpLt
	OpGt
	OpLe
	OpGe
	OpEq
	OpNe
	OpIn
	OpInstanceOf
	OpNeg
	OpToNumber
	OpBitNot
	OpToNumeric
	OpInc
	OpDec

	// Operators that never run code.
	OpStrictEq
	OpStrictNe
	OpNot
	OpTypeof
	OpIsNullish

	// Allocations.
	OpTemplate
	OpObject
	OpArray
	OpRegExp
	OpClosure

	// Properties.
	OpLoad
	OpLoadIdx
	OpStore
	OpStoreIdx
	OpDelete
	OpDeleteIdx
	OpUpdate
	OpUpdateIdx

	// Globals: bindings of the environment, of a script's top level and of functions that are
	// left as written, all by name.
	OpGlobalLoad
	OpGlobalTypeof
	OpGlobalStore
	OpGlobalUpdate

	// The top level of a program.
	OpGlobalInit
	OpExportDefault

	// Calls.
	OpCall
	OpCallMethod
	OpNew
	OpDebugger

	// Ref tokens: half of an operation, consumed by exactly one later node.
	OpMethodRef
	OpMethodRefIdx
	OpGlobalRef
	OpCompRef
	OpCompRefIdx
	OpCompRefGlobal
	OpCompStore
	OpToStr
	OpToKey
	OpSpread

	// Iteration: the head of for-in, for-of and for await.
	OpIterOpen
	OpIterNext
	OpHasNext
	// References whose value is tested before they are completed.
	OpRefValue

	// Names and modules.
	OpGlobalDelete
	OpImportCall

	// Calls of template tags.
	OpTagged

	// Suspension.
	OpYield
	OpYieldStar
	OpAwait

	// Assignments to things that cannot be assigned.
	OpStoreSelf
	OpUpdateSelf
	OpStoreCall
	OpUpdateCall

	// Classes.
	OpPrivateIn
	OpThisLoad
	OpSuper
	OpSuperCall
	OpHeritage
	OpClass

	// Destructuring; see pattern.go.
	OpPatObject
	OpPatArray
	OpPatProp
	OpPatNext
	OpPatRest
	OpPatEnd
	OpIsUndefined

	// Regions: the parts of a try statement.
	OpTry
	OpCatch
	OpFinally
	OpEndFinally
	OpLeave

	// Built-in functions; see builtin.go.
	OpBuiltin

	opCount
)

// opTable has one row per op. Layout of the inputs: control nodes as their rows describe; every
// other node has its control (or nil) in input 0, its memory (or nil) in input 1 if the op has
// memory, then its data inputs.
var opTable = [opCount]opInfo{
	OpInvalid: {name: "Invalid", copy: unique, merge: keepsApart, aux: noAux, result: control, doc: "never in a graph"},

	OpStart:  {name: "Start", flags: isControl, copy: unique, merge: keepsApart, aux: noAux, result: control, doc: "entry of the function: its first control and memory state"},
	OpRegion: {name: "Region", nargs: atLeast(1), flags: isControl, copy: copyable, merge: keepsApart, aux: noAux, result: control, doc: "joins control; inputs 1.. are the predecessors"},
	OpLoop:   {name: "Loop", nargs: 2, flags: isControl, copy: copyable, merge: keepsApart, aux: noAux, result: control, doc: "loop head; input 1 is the entry, input 2 the back edge (nil while open)"},
	OpIf:     {name: "If", nargs: 1, flags: isControl, copy: copyable, merge: keepsApart, aux: auxIf, result: control, doc: "branches on ToBoolean(in 1); control in input 0; projections 0 (true) and 1 (false)"},
	OpProj:   {name: "Proj", flags: isControl, copy: copyable, merge: keepsApart, aux: auxIndex, result: control, doc: "projection Idx of the node in input 0"},
	OpReturn: {name: "Return", nargs: 1, flags: isControl | hasMem | isPinned, copy: copyable, merge: keepsApart, aux: noAux, result: control, doc: "leaves the function with a value"},
	OpThrow:  {name: "Throw", nargs: 1, flags: isControl | hasMem | isPinned, copy: copyable, merge: keepsApart, aux: noAux, result: control, doc: "leaves the function by throwing a value"},
	OpNever:  {name: "Never", nargs: 0, flags: isControl | hasMem | isPinned, copy: copyable, merge: keepsApart, aux: noAux, result: control, doc: "the never-taken exit of a loop that may not end; keeps the loop alive"},
	OpStop:   {name: "Stop", nargs: atLeast(0), flags: isControl, copy: unique, merge: keepsApart, aux: noAux, result: control, doc: "collects all exits; inputs 0.. are Return, Throw, Never and EndFinally"},
	OpDead:   {name: "Dead", flags: isControl, copy: unique, merge: keepsApart, aux: noAux, result: control, doc: "anything that cannot happen: dead control, memory and value in one"},

	OpConst:        {name: "Const", copy: copyable, merge: mergesAlways, aux: noAux, result: given, doc: "a constant; its type holds the value"},
	OpParam:        {name: "Param", flags: isEntry, copy: copyable, merge: mergesAlways, aux: auxIndex, result: given, doc: "parameter number Idx; control is Start"},
	OpThis:         {name: "This", flags: isEntry | isFree, copy: copyable, merge: mergesAlways, aux: noAux, result: given, doc: "the function's this value; control is Start"},
	OpArguments:    {name: "Arguments", flags: isEntry | isFree, copy: copyable, merge: mergesAlways, aux: auxArguments, result: ofType(TypeFresh), doc: "the arguments object; control is Start; Idx ArgumentsShared: the parameter list refers to it, too"},
	OpNewTarget:    {name: "NewTarget", flags: isEntry, copy: copyable, merge: mergesAlways, aux: noAux, result: ofType(TypeOf(KindFunction | KindUndefined)), doc: "new.target; control is Start"},
	OpImportMeta:   {name: "ImportMeta", flags: isEntry, copy: copyable, merge: mergesAlways, aux: noAux, result: ofType(TypeFresh), doc: "import.meta; control is Start"},
	OpCaptured:     {name: "Captured", flags: isEntry | isFree, copy: copyable, merge: mergesAlways, aux: noAux, result: given, doc: "the value of a binding of an enclosing function, or of a module's top level, which no longer changes; with Str, the value of that property of it"},
	OpCapturedCell: {name: "CapturedCell", flags: isEntry, copy: copyable, merge: mergesAlways, aux: noAux, result: ofType(TypeCell), doc: "a cell of an enclosing function, of a module's top level or of the parameter list"},
	OpSelf:         {name: "Self", flags: isEntry | isFree, copy: copyable, merge: mergesAlways, aux: noAux, result: ofType(TypeFunction), doc: "the running function, by the name of its own expression"},

	OpArgumentsLength: {name: "ArgumentsLength", flags: forValue, copy: recomputable, merge: merges, aux: noAux, result: ofType(typeLength), doc: "arguments.length in a function that does nothing else with its arguments object: how many arguments it was called with"},

	OpPhi:  {name: "Phi", nargs: atLeast(1), copy: copyable, merge: merges, aux: auxPhi, result: control, doc: "the value of input i if control arrived by input i of the region in input 0; a memory phi has FlagMem"},
	OpBind: {name: "Bind", nargs: 1, copy: copyable, merge: keepsApart, aux: noAux, result: computed, doc: "a, at the place where the source binds it to a name"},
	OpCast: {name: "Cast", nargs: 1, flags: isPinned, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "a, which the tests on the path to this place prove to be of the node's type; removed when the rules have run"},

	OpNewCell:   {name: "NewCell", flags: isPinned | isAlloc, copy: unique, merge: keepsApart, aux: noAux, result: ofType(TypeCell), doc: "a fresh cell for a binding"},
	OpLoadCell:  {name: "LoadCell", nargs: 1, effect: Reads, flags: hasMem | forValue | isComplete, copy: copyable, merge: merges, aux: noAux, result: given, doc: "the value in a cell; throws in the TDZ if FlagTDZ"},
	OpStoreCell: {name: "StoreCell", nargs: 2, effect: Writes, flags: hasMem | isComplete, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "puts in 3 into the cell in 2; its value is in 3; FlagInit: initialization; throws if FlagTDZ or FlagConst"},
	OpCopyCell:  {name: "CopyCell", nargs: 1, effect: Reads | Writes, flags: hasMem | isPinned | isAlloc, copy: unique, merge: keepsApart, aux: noAux, result: ofType(TypeCell), doc: "a fresh cell with the value of the cell a: a loop variable's cell for the next iteration"},

	OpAdd:        {name: "Add", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Add), doc: "a + b; runs valueOf and toString unless both are primitive"},
	OpSub:        {name: "Sub", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Sub), doc: "a - b"},
	OpMul:        {name: "Mul", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Mul), doc: "a * b"},
	OpDiv:        {name: "Div", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Div), doc: "a / b"},
	OpMod:        {name: "Mod", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Mod), doc: "a % b"},
	OpExp:        {name: "Exp", nargs: 2, effect: Any, flags: coercing | forValue, copy: copyable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Exp), doc: "a ** b"},
	OpShl:        {name: "Shl", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Shl), doc: "a << b"},
	OpShr:        {name: "Shr", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Shr), doc: "a >> b"},
	OpUShr:       {name: "UShr", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.UShr), doc: "a >>> b"},
	OpBitAnd:     {name: "BitAnd", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.BitAnd), doc: "a & b"},
	OpBitOr:      {name: "BitOr", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.BitOr), doc: "a | b"},
	OpBitXor:     {name: "BitXor", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.BitXor), doc: "a ^ b"},
	OpLt:         {name: "Lt", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Lt), doc: "a < b"},
	OpGt:         {name: "Gt", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Gt), doc: "a > b"},
	OpLe:         {name: "Le", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Le), doc: "a <= b"},
	OpGe:         {name: "Ge", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Ge), doc: "a >= b"},
	OpEq:         {name: "Eq", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Eq), doc: "a == b"},
	OpNe:         {name: "Ne", nargs: 2, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.Ne), doc: "a != b"},
	OpIn:         {name: "In", nargs: 2, effect: Any, flags: hasMem | converts | forValue | isComplete, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeBool), syntax: infix(ast.In), doc: "a in b"},
	OpInstanceOf: {name: "InstanceOf", nargs: 2, effect: Any, flags: hasMem | converts | forValue | isComplete, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeBool), syntax: infix(ast.InstanceOf), doc: "a instanceof b"},
	OpNeg:        {name: "Neg", nargs: 1, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: prefix(ast.Neg), doc: "-a"},
	OpToNumber:   {name: "ToNumber", nargs: 1, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: prefix(ast.Plus), doc: "+a"},
	OpBitNot:     {name: "BitNot", nargs: 1, effect: Any, flags: coercing | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: prefix(ast.BitNot), doc: "~a"},
	OpToNumeric:  {name: "ToNumeric", nargs: 1, effect: Any, flags: coercing | staysPut, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "the old value of a++: a as number or bigint"},
	OpInc:        {name: "Inc", nargs: 1, effect: Any, flags: coercing, copy: recomputable, merge: merges, aux: noAux, result: computed, doc: "a + 1 for a number, a + 1n for a bigint; the new value of ++a (any other operand is converted)"},
	OpDec:        {name: "Dec", nargs: 1, effect: Any, flags: coercing, copy: recomputable, merge: merges, aux: noAux, result: computed, doc: "a - 1 for a number, a - 1n for a bigint; the new value of --a"},

	OpStrictEq:  {name: "StrictEq", nargs: 2, flags: isOperator, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.StrictEq), doc: "a === b"},
	OpStrictNe:  {name: "StrictNe", nargs: 2, flags: isOperator, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: infix(ast.StrictNe), doc: "a !== b"},
	OpNot:       {name: "Not", nargs: 1, flags: isOperator, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: prefix(ast.Not), doc: "!a"},
	OpTypeof:    {name: "Typeof", nargs: 1, flags: isOperator | forValue, copy: recomputable, merge: merges, aux: noAux, result: computed, syntax: prefix(ast.Typeof), doc: "typeof a, a evaluated"},
	OpIsNullish: {name: "IsNullish", nargs: 1, flags: isOperator, copy: recomputable, merge: merges, aux: noAux, result: computed, doc: "a === null || a === undefined; the test of ?? and ?."},

	OpTemplate: {name: "Template", nargs: atLeast(0), flags: forValue, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "joins the template's literal Parts and its ToStr tokens"},
	OpObject:   {name: "Object", nargs: atLeast(0), flags: isPinned | isAlloc | forValue, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeFresh), doc: "object literal; Parts describe the inputs"},
	OpArray:    {name: "Array", nargs: atLeast(0), flags: isPinned | isAlloc | forValue, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeFresh), doc: "array literal; Parts describe the inputs"},
	OpRegExp:   {name: "RegExp", flags: isPinned | isAlloc, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeFresh), doc: "regular expression literal; Str is /pattern/flags"},
	OpClosure:  {name: "Closure", nargs: atLeast(0), flags: isPinned | isAlloc, copy: unique, merge: keepsApart, aux: auxFunction, result: ofType(TypeFunction), doc: "function number Idx of the program; inputs are its captures from the function that creates it"},

	OpLoad:      {name: "Load", nargs: 1, effect: Any, flags: hasMem | isAccess | forValue | isComplete, copy: recomputable, merge: merges, aux: noAux, result: computed, doc: "a.Str"},
	OpLoadIdx:   {name: "LoadIdx", nargs: 2, effect: Any, flags: hasMem | isAccess | forValue | isComplete, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeAny), doc: "a[b]"},
	OpStore:     {name: "Store", nargs: 2, effect: Any, flags: hasMem | isAccess | isComplete, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "a.Str = b; its value is b"},
	OpStoreIdx:  {name: "StoreIdx", nargs: 3, effect: Any, flags: hasMem | isAccess | isComplete, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "a[b] = c; its value is c"},
	OpDelete:    {name: "Delete", nargs: 1, effect: Any, flags: hasMem | isAccess | isComplete, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeBool), doc: "delete a.Str"},
	OpDeleteIdx: {name: "DeleteIdx", nargs: 2, effect: Any, flags: hasMem | isAccess | isComplete, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeBool), doc: "delete a[b]"},
	OpUpdate:    {name: "Update", nargs: 1, effect: Any, flags: hasMem | isAccess | isComplete, copy: copyable, merge: merges, aux: auxUpdateForm, result: ofType(TypeNumeric), doc: "++ or -- on a.Str; Idx holds the form"},
	OpUpdateIdx: {name: "UpdateIdx", nargs: 2, effect: Any, flags: hasMem | isAccess | isComplete, copy: copyable, merge: merges, aux: auxUpdateForm, result: ofType(TypeNumeric), doc: "++ or -- on a[b]; Idx holds the form"},

	OpGlobalLoad:   {name: "GlobalLoad", effect: Any, flags: hasMem | forValue | isComplete, copy: copyable, merge: merges, aux: auxGlobal, result: ofType(TypeAny), doc: "the binding Str; throws if there is none"},
	OpGlobalTypeof: {name: "GlobalTypeof", effect: Any, flags: hasMem | forValue | isComplete, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeString), doc: "typeof Str; does not throw for an undeclared name"},
	OpGlobalStore:  {name: "GlobalStore", nargs: 2, effect: Any, flags: hasMem | isComplete, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "puts b into the binding of the GlobalRef a; its value is b"},
	OpGlobalUpdate: {name: "GlobalUpdate", effect: Any, flags: hasMem | isComplete, copy: copyable, merge: merges, aux: auxUpdateForm, result: ofType(TypeNumeric), doc: "++ or -- on the binding Str; Idx holds the form"},

	OpGlobalInit:    {name: "GlobalInit", nargs: 1, effect: Any, flags: hasMem, copy: copyable, merge: merges, aux: auxVarKind, result: computed, doc: "a top-level declaration sets the binding Str to a; Idx is the ast.VarKind; FlagInit: written with an initializer"},
	OpExportDefault: {name: "ExportDefault", nargs: 1, effect: Any, flags: hasMem, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "export default a"},

	OpCall:       {name: "Call", nargs: atLeast(1), effect: Any, flags: hasMem | isComplete, copy: copyable, merge: merges, aux: auxCall, result: given, doc: "calls a with this undefined; b.. are arguments; Idx: what is known of the function"},
	OpCallMethod: {name: "CallMethod", nargs: atLeast(1), effect: Any, flags: hasMem | isComplete, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeAny), doc: "calls the MethodRef a with its receiver"},
	OpNew:        {name: "New", nargs: atLeast(1), effect: Any, flags: hasMem | isComplete, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeObjects), doc: "new a(b..)"},
	OpDebugger:   {name: "Debugger", effect: Any, flags: hasMem, copy: unique, merge: merges, aux: noAux, result: ofType(TypeAny), doc: "the debugger statement"},

	OpMethodRef:     {name: "MethodRef", nargs: 1, effect: Any, flags: hasMem | isAccess | isToken | isComplete, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeAny), doc: "loads a.Str and keeps a as receiver, for a CallMethod"},
	OpMethodRefIdx:  {name: "MethodRefIdx", nargs: 2, effect: Any, flags: hasMem | isAccess | isToken | isComplete, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeAny), doc: "loads a[b] and keeps a as receiver, for a CallMethod"},
	OpGlobalRef:     {name: "GlobalRef", effect: Any, flags: hasMem | isToken | isComplete, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeAny), doc: "resolves the name Str, for a GlobalStore"},
	OpCompRef:       {name: "CompRef", nargs: 1, effect: Any, flags: hasMem | isAccess | isToken | isComplete, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeAny), doc: "loads a.Str for a compound assignment"},
	OpCompRefIdx:    {name: "CompRefIdx", nargs: 2, effect: Any, flags: hasMem | isAccess | isToken | isComplete, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeAny), doc: "loads a[b] for a compound assignment"},
	OpCompRefGlobal: {name: "CompRefGlobal", effect: Any, flags: hasMem | isToken | isComplete, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeAny), doc: "loads the binding Str for a compound assignment"},
	OpCompStore:     {name: "CompStore", nargs: 2, effect: Any, flags: hasMem | isComplete, copy: copyable, merge: merges, aux: auxBinaryOp, result: computed, doc: "a op= b for a CompRef a; Idx is the ast.BinaryOp (a logical one stores b); its value is the new value"},
	OpToStr:         {name: "ToStr", nargs: 1, effect: Any, flags: hasMem | isToken | staysPut | forValue | isComplete, copy: copyable, merge: keepsApart, aux: noAux, result: computed, doc: "ToString(a) for a template's substitution"},
	OpToKey:         {name: "ToKey", nargs: 1, effect: Any, flags: hasMem | isToken | staysPut | isComplete, copy: copyable, merge: keepsApart, aux: noAux, result: computed, doc: "ToPropertyKey(a) at a computed key of an object literal"},
	OpSpread:        {name: "Spread", nargs: 1, effect: Any, flags: hasMem | isToken | isComplete, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeAny), doc: "...a in a call, array or object literal"},

	// Iteration.
	OpIterOpen: {name: "IterOpen", nargs: 1, effect: Any, flags: hasMem | isToken, copy: unique, merge: keepsApart, aux: auxIterKind, result: ofType(TypeAny), doc: "starts the iteration over a, right before its Loop; Idx is the IterKind"},
	OpIterNext: {name: "IterNext", nargs: 1, effect: Any, flags: hasMem | isPinned, copy: unique, merge: merges, aux: noAux, result: derived, doc: "the next item of the IterOpen a, or the end; the first thing that the Loop does"},
	OpHasNext:  {name: "HasNext", nargs: 1, flags: isToken, copy: unique, merge: keepsApart, aux: noAux, result: ofType(TypeBool), doc: "whether the IterNext a returned an item, not the end; the condition of the Loop's If"},

	// Classes. A property op whose Str begins with # means a private name; no other
	// name does. Its object may be the token Super: then this is the receiver.
	OpPrivateIn: {name: "PrivateIn", nargs: 1, effect: Reads | Throws, flags: hasMem | forValue, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeBool), doc: "Str in a, Str being a private name"},
	OpThisLoad:  {name: "ThisLoad", effect: Reads | Throws, flags: hasMem | forValue | isComplete, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeObjects), doc: "this in a derived constructor or in an arrow of one; throws before super()"},
	OpSuper:     {name: "Super", effect: Any, flags: hasMem | isToken, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeAny), doc: "super as the object of a property op, or as the callee of a SuperCall"},
	OpSuperCall: {name: "SuperCall", nargs: atLeast(1), effect: Any, flags: hasMem, copy: unique, merge: merges, aux: noAux, result: ofType(TypeObjects), doc: "super(b..) by the Super a; sets this, which is also its value"},
	OpHeritage:  {name: "Heritage", nargs: 1, effect: Any, flags: hasMem | isToken, copy: copyable, merge: keepsApart, aux: noAux, result: ofType(TypeAny), doc: "a as the superclass of a class: null or a constructor, whose prototype is read"},
	OpClass:     {name: "Class", nargs: atLeast(0), effect: Any, flags: hasMem | isAlloc | forValue, copy: unique, merge: keepsApart, aux: auxClass, result: ofType(TypeFunction), doc: "class number Idx of the program; Parts describe the inputs; FlagDecl: a declaration; runs static fields and blocks"},

	// Destructuring; see pattern.go.
	OpPatObject:   {name: "PatObject", nargs: 1, effect: Throws, flags: hasMem, copy: unique, merge: merges, aux: noAux, result: computed, doc: "opens an object pattern on a: RequireObjectCoercible(a)"},
	OpPatArray:    {name: "PatArray", nargs: 1, effect: Any, flags: hasMem, copy: unique, merge: merges, aux: noAux, result: computed, doc: "opens an array pattern on a: GetIterator(a)"},
	OpPatProp:     {name: "PatProp", nargs: atLeast(1), effect: Any, flags: hasMem, copy: unique, merge: merges, aux: noAux, result: ofType(TypeAny), doc: "a property of the object that the PatObject a destructures; its Part is the key, a computed key is the ToKey b"},
	OpPatNext:     {name: "PatNext", nargs: 1, effect: Any, flags: hasMem, copy: unique, merge: merges, aux: noAux, result: ofType(TypeAny), doc: "the next item of the PatArray a"},
	OpPatRest:     {name: "PatRest", nargs: 1, effect: Any, flags: hasMem, copy: unique, merge: merges, aux: noAux, result: ofType(TypeFresh), doc: "the rest that the earlier steps left over: an object for a PatObject, an array for a PatArray"},
	OpPatEnd:      {name: "PatEnd", nargs: atLeast(1), effect: Any, flags: hasMem, copy: unique, merge: merges, aux: auxVarKind, result: computed, doc: "closes the pattern a (and its iterator); b.. are its puts; its value is the destructured value"},
	OpIsUndefined: {name: "IsUndefined", nargs: 1, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "a === undefined; the test of a default in a pattern"},
	OpRefValue:    {name: "RefValue", nargs: 1, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "the value that the CompRef or MethodRef a loaded, for the test that decides whether its consumer runs"},

	OpGlobalDelete: {name: "GlobalDelete", effect: Any, flags: hasMem, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeBool), doc: "delete Str, a name of the environment; sloppy code only"},
	OpImportCall:   {name: "ImportCall", nargs: atLeast(1), effect: Any, flags: hasMem, copy: copyable, merge: merges, aux: noAux, result: ofType(TypeFresh), doc: "import(a, b), b perhaps missing; Str is the phase"},

	OpTagged: {name: "Tagged", nargs: atLeast(1), effect: Any, flags: hasMem, copy: unique, merge: merges, aux: noAux, result: ofType(TypeAny), doc: "calls the tag a, perhaps a MethodRef, with the template object of the Parts and the values b..; the object belongs to this place of the source, so the node is never copied and never leaves its function"},

	// Regions.
	OpTry:        {name: "Try", flags: isControl | hasMem | isPinned, copy: unique, merge: keepsApart, aux: noAux, result: control, doc: "enters a try statement; projections 0 (body), 1 (catch, if any) and 2 (finally, if any)"},
	OpCatch:      {name: "Catch", effect: Any, flags: hasMem | isPinned, copy: unique, merge: merges, aux: noAux, result: ofType(TypeAny), doc: "the exception, first in the catch of a Try: the effects of the body up to the throw have happened"},
	OpFinally:    {name: "Finally", effect: Any, flags: hasMem | isPinned, copy: unique, merge: merges, aux: noAux, result: ofType(TypeUndefined), doc: "first in the finally of a Try: the effects of body and catch have happened; no value"},
	OpEndFinally: {name: "EndFinally", flags: isControl | hasMem | isPinned, copy: unique, merge: keepsApart, aux: noAux, result: control, doc: "the end of a finally: the pending completion resumes"},
	OpLeave:      {name: "Leave", nargs: 1, effect: Any, flags: isControl | hasMem | isPinned, copy: unique, merge: keepsApart, aux: auxLeave, result: control, doc: "control leaves the body or the catch of the Try in 2, through the finally if there is one, or leaves the finally; a control and memory state of the surrounding code"},
	OpBuiltin:    {name: "Builtin", nargs: atLeast(0), effect: Any, flags: hasMem, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "calls the built-in Str with the operands; for a prototype method operand 0 is the receiver; with FlagProvided the last one is the function"},

	// Suspension: other code runs until the function resumes. Their order and number are the
	// program's; nothing removes, merges, copies or moves one.
	OpYield:     {name: "Yield", nargs: 1, effect: Any, flags: hasMem | isPinned, copy: unique, merge: merges, aux: noAux, result: ofType(TypeAny), doc: "yield a; its value is the argument of the call of next that resumes"},
	OpYieldStar: {name: "YieldStar", nargs: 1, effect: Any, flags: hasMem | isPinned, copy: unique, merge: merges, aux: noAux, result: ofType(TypeAny), doc: "yield* a"},
	OpAwait:     {name: "Await", nargs: 1, effect: Any, flags: hasMem | isPinned, copy: unique, merge: merges, aux: auxAwait, result: ofType(TypeAny), doc: "await a; Idx AwaitReturn: part of the return that follows, in an async generator"},

	// Assignments to what cannot be assigned.
	OpStoreSelf:  {name: "StoreSelf", nargs: 1, effect: Throws, flags: hasMem, copy: copyable, merge: merges, aux: noAux, result: computed, doc: "assigns a to Sym, a function expression's own name: no effect in sloppy code, throws in strict code; its value is a"},
	OpUpdateSelf: {name: "UpdateSelf", nargs: 1, effect: Any, flags: hasMem, copy: copyable, merge: merges, aux: auxUpdateForm, result: ofType(TypeNumeric), doc: "++ or -- on such a Sym, whose value is a; Idx holds the form"},
	OpStoreCall:  {name: "StoreCall", nargs: 1, effect: Throws, flags: hasMem, copy: copyable, merge: merges, aux: auxBinaryOp, result: ofType(TypeAny), doc: "assigns to the call that returned a, which throws; Idx is the ast.BinaryOp of a compound assignment"},
	OpUpdateCall: {name: "UpdateCall", nargs: 1, effect: Throws, flags: hasMem, copy: copyable, merge: merges, aux: auxUpdateForm, result: ofType(TypeAny), doc: "++ or -- on the call that returned a, which throws; Idx holds the form"},
}
