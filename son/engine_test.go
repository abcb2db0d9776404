package son

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sonjs/son/parse/ast"
	"modernc.org/quickjs"
)

// probe is one value that exposes wrong rules.
type probe struct {
	js  string // expression that makes it, evaluated again for each use
	typ Type   // the constant, or the kind of a symbol or object
}

// probes are the values of every enumeration. An object logs its conversions.
func probes() []probe {
	list := []probe{
		{"undefined", TypeUndefined}, {"null", TypeNull}, {"true", TypeTrue}, {"false", TypeFalse},
		{"Symbol.iterator", TypeSymbol}, {"Symbol('other')", TypeSymbol},
		{"{}", TypeFresh},
		{"logs('o', 3)", TypeFresh},
		{"logs('p', 'str')", TypeFresh},
		{"logs('q', 2n)", TypeFresh},
		{"throws()", TypeFresh},
		{"function f() {}", TypeFunction},
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 2, 0.5, -0.5, 31, 32, 255, math.NaN(), math.Inf(1), math.Inf(-1),
		math.MaxInt32, math.MaxInt32 - 1, math.MinInt32, math.MinInt32 + 1, 1 << 31, -(1 << 31) - 1, 1<<32 - 1, 1 << 32, 1<<32 + 1,
		1<<53 - 1, 1 << 53, -(1 << 53), 1e20, 123456789012345680000, 1e21, 1e-6, 1.5e-7, 5e-324, -5e-324, math.MaxFloat64} {
		list = append(list, probe{jsConst(NumberConst(f)), NumberConst(f)})
	}
	for _, s := range []string{"", "0", "a", "b", " 12 ", "-0", "0x1F", "1n", "Infinity", "a\U0001F600", ast.FromUTF16([]uint16{0xD83D}), ast.FromUTF16([]uint16{0xDE00})} {
		list = append(list, probe{jsConst(StringConst(s)), StringConst(s)})
	}
	for _, s := range []string{"0", "1", "-1", "2", "9007199254740993"} {
		list = append(list, probe{s + "n", BigIntConst(s)})
	}
	return list
}

// jsConst writes a constant as JavaScript.
func jsConst(t Type) string {
	switch t.kinds {
	case KindUndefined:
		return "(void 0)"
	case KindString:
		return quoteWTF8(t.str)
	}
	s := t.String()
	if strings.HasPrefix(s, "-") {
		return "(" + s + ")"
	}
	return s
}

// outcome is the result of an expression: the value, or the name of the error, and the log of
// conversions.
type outcome struct {
	value  Type
	object string // identity of an object or symbol
	threw  string
	log    string
}

// engine is a real JavaScript engine.
type engine struct {
	vm *quickjs.VM
}

const prelude = `
var LOG = [];
function logs(name, v) {
  return { name, valueOf() { LOG.push(name + '.valueOf'); return v }, toString() { LOG.push(name + '.toString'); return 'S' + String(v) } };
}
function throws() {
  return { name: 't', valueOf() { LOG.push('t.valueOf'); throw new RangeError('t') }, toString() { LOG.push('t.toString'); throw new RangeError('u') } };
}
function call(v) { LOG.push('call ' + enc(v)); return v }
var F64 = new Float64Array(1), U32 = new Uint32Array(F64.buffer), MAP = new Map();
function id(v) { if (!MAP.has(v)) MAP.set(v, MAP.size); return MAP.get(v) }
function enc(v) {
  switch (typeof v) {
  case 'undefined': return 'u';
  case 'boolean': return v ? 't' : 'f';
  case 'number': F64[0] = v; return v !== v ? 'N' : 'd' + U32[1] + ',' + U32[0];
  case 'bigint': return 'b' + v;
  case 'string': { let r = 's'; for (let i = 0; i < v.length; i++) r += v.charCodeAt(i).toString(16) + ','; return r }
  case 'symbol': return 'y' + id(v);
  case 'function': return 'F' + id(v);
  }
  return v === null ? 'n' : 'O' + id(v);
}
function run(f, a, b) {
  LOG = [];
  let r;
  try { r = 'v' + enc(f(a, b)) } catch (e) { r = 'x' + (e instanceof Error ? e.name : enc(e)) }
  return r + '\t' + LOG.join(' ');
}
`

// newEngine starts an engine in which V is the list of probes.
func newEngine(t testing.TB) *engine {
	t.Helper()
	vm, err := quickjs.NewVM()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { vm.Close() })
	vm.SetWTF8(true)
	e := &engine{vm}
	var b strings.Builder
	b.WriteString(prelude + "var V = [")
	for _, p := range probes() {
		b.WriteString("(" + p.js + "), ")
	}
	b.WriteString("]; V.forEach(id);")
	e.eval(t, b.String()+"''")
	return e
}

// eval runs a script and returns its string.
func (e *engine) eval(t testing.TB, js string) string {
	t.Helper()
	v, err := e.vm.Eval(js, quickjs.EvalGlobal)
	if err != nil {
		t.Fatalf("engine: %v\n%s", err, js)
	}
	s, ok := v.(string)
	if !ok {
		t.Fatalf("engine: got %T", v)
	}
	return s
}

// binary runs the body of a function of x and y on all pairs of probes.
func (e *engine) binary(t testing.TB, body string) [][]outcome {
	t.Helper()
	s := e.eval(t, "(() => { const f = function (x, y) { "+body+" }; return V.map(a => V.map(b => run(f, a, b)).join('\\n')).join('\\n\\n') })()")
	var out [][]outcome
	for _, row := range strings.Split(s, "\n\n") {
		var os []outcome
		for _, line := range strings.Split(row, "\n") {
			os = append(os, parseOutcome(t, line))
		}
		out = append(out, os)
	}
	return out
}

// unary runs the body of a function of x on all probes.
func (e *engine) unary(t testing.TB, body string) []outcome {
	t.Helper()
	s := e.eval(t, "(() => { const f = function (x) { "+body+" }; return V.map(a => run(f, a)).join('\\n') })()")
	var os []outcome
	for _, line := range strings.Split(s, "\n") {
		os = append(os, parseOutcome(t, line))
	}
	return os
}

func parseOutcome(t testing.TB, line string) outcome {
	t.Helper()
	head, log, ok := strings.Cut(line, "\t")
	if !ok || head == "" {
		t.Fatalf("bad outcome %q", line)
	}
	o := outcome{log: log}
	if head[0] == 'x' {
		o.threw = head[1:]
		return o
	}
	v := head[1:]
	switch v[0] {
	case 'u':
		o.value = TypeUndefined
	case 'n':
		o.value = TypeNull
	case 't':
		o.value = TypeTrue
	case 'f':
		o.value = TypeFalse
	case 'N':
		o.value = TypeNaN
	case 'd':
		hi, lo, _ := strings.Cut(v[1:], ",")
		h, _ := strconv.ParseUint(hi, 10, 32)
		l, _ := strconv.ParseUint(lo, 10, 32)
		o.value = NumberConst(math.Float64frombits(h<<32 | l))
	case 'b':
		o.value = BigIntConst(v[1:])
	case 's':
		var units []uint16
		for _, h := range strings.Split(v[1:], ",") {
			if h != "" {
				u, _ := strconv.ParseUint(h, 16, 16)
				units = append(units, uint16(u))
			}
		}
		o.value = StringConst(ast.FromUTF16(units))
	case 'y':
		o.value, o.object = TypeSymbol, v
	case 'F':
		o.value, o.object = TypeFunction, v
	case 'O':
		o.value, o.object = TypeFresh, v
	default:
		t.Fatalf("bad outcome %q", line)
	}
	return o
}

func (o outcome) String() string {
	s := o.value.String() + o.object
	if o.threw != "" {
		s = "throws " + o.threw
	}
	if o.log != "" {
		s += fmt.Sprintf(" after %q", o.log)
	}
	return s
}

// contradicts describes an observation that the operation's type and effect exclude; "" if there
// is none.
func (o outcome) contradicts(t Type, e Effect) string {
	switch {
	case o.threw == "" && !t.Contains(o.value):
		return fmt.Sprintf("type %v, the engine returns %v", t, o)
	case e&Throws == 0 && o.threw != "", e&Calls == 0 && o.log != "":
		return fmt.Sprintf("effect %04b, the engine %v", e, o)
	}
	return ""
}

// jsOps is the JavaScript form of each operator that has one.
var jsOps = sync.OnceValue(func() map[Op]string {
	return map[Op]string{
		OpAdd: "x + y", OpSub: "x - y", OpMul: "x * y", OpDiv: "x / y", OpMod: "x % y", OpExp: "x ** y",
		OpShl: "x << y", OpShr: "x >> y", OpUShr: "x >>> y", OpBitAnd: "x & y", OpBitOr: "x | y", OpBitXor: "x ^ y",
		OpLt: "x < y", OpGt: "x > y", OpLe: "x <= y", OpGe: "x >= y", OpEq: "x == y", OpNe: "x != y",
		OpStrictEq: "x === y", OpStrictNe: "x !== y", OpIn: "x in y", OpInstanceOf: "x instanceof y",
		OpNeg: "-x", OpToNumber: "+x", OpBitNot: "~x", OpToNumeric: "x++", OpInc: "++x", OpDec: "--x",
		OpNot: "!x", OpTypeof: "typeof x", OpIsNullish: "x === null || x === undefined",
		OpToStr: "`${x}`",
	}
})

// isBinary reports that an operator takes two values.
func isBinary(op Op) bool { return opTable[op].nargs == 2 }
