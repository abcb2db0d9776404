package instrument

import (
	"maps"
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// builtins compares the built-in objects after the expressions of the text that may change them, and at the end.
func (in *instrumenter) builtins() {
	if !in.checked[Builtins] || len(in.p.Body) == 0 {
		return
	}
	after := func(x ast.Expr) {
		if in.links[x] {
			return
		}
		k := in.check(Builtins, x.Pos().Span, "a built-in object is changed", "", false)
		in.wrap(x, "after", k)
	}
	ast.Walk(in.p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign:
			if isBuiltin(n.Target) {
				after(n)
			}
		case *ast.Update:
			if isBuiltin(n.X) {
				after(n)
			}
		case *ast.Unary:
			if n.Op == ast.Delete && isBuiltin(n.X) {
				after(n)
			}
		case *ast.Call:
			m, ok := n.Callee.(*ast.Member)
			if !ok {
				break
			}
			if accessors[m.Name] && isBuiltin(m.Obj) || changers[m.Name] && len(n.Args) > 0 && isBuiltin(n.Args[0]) {
				after(n)
			}
		}
		return true
	})
	in.data.Globals = slices.Sorted(maps.Keys(globals))
	first, last := in.p.Body[0].Pos().Span, in.p.Body[len(in.p.Body)-1].Pos().Span
	in.data.Start = in.check(Builtins, ast.Span{Start: first.Start, End: first.Start + 1}, "a built-in object is changed", "", false)
	in.data.End = in.check(Builtins, ast.Span{Start: last.End - 1, End: last.End}, "a built-in object is changed", "", false)
}

// changers are functions that change the properties of their first argument, accessors those that give their object
// accessors.
var (
	changers  = names("defineProperty defineProperties setPrototypeOf assign set deleteProperty")
	accessors = names("__defineGetter__ __defineSetter__")
)

// globals are the names of the built-in objects that are compared, holders those of the global object.
var (
	globals = names("Object Function Array String Number Boolean Symbol BigInt Math JSON Reflect Promise Proxy Map Set WeakMap WeakSet WeakRef " +
		"Date RegExp Error AggregateError TypeError RangeError SyntaxError ReferenceError EvalError URIError ArrayBuffer DataView Int8Array " +
		"Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array " +
		"parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape")
	holders = names("globalThis window self global")
)

func names(list string) map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(list) {
		m[name] = true
	}
	return m
}

// isBuiltin reports whether an expression is a built-in object, the global object, or a property of one.
func isBuiltin(x ast.Expr) bool {
	for {
		switch t := x.(type) {
		case *ast.Member:
			x = t.Obj
		case *ast.Index:
			x = t.Obj
		case *ast.Ident:
			return t.Sym == nil && (globals[t.Name] || holders[t.Name])
		default:
			return false
		}
	}
}
