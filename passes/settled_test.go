package passes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// Constants of enclosing functions, functions that read them, and places from which these run: each
// is tried with each other one. A is the constant, R the function, BODY what it does.
var (
	constantDecls = []string{
		"const A = 0;",
		"let A = 'x';",
		"var A = 1;",
		"const B = 2, A = -B * 3;",
		"var B = null, A = B;",
		"export const A = false;",
		"let [C] = [1], A = void 0;",
		// These are none.
		"var A = 1; { function A() {} }",
		"var A = 'y'; eval('A = 0');",
		"var A = 0; A ||= 'z';",
		"var A = 1; for (A of [0]) ;",
		"let A = 1; [A] = [0];",
		"var A = 1; (() => { A = 0 })();",
		"var A; A = 1;",
		"if (one) { var A = 1 }",
		"for (var A = 0; A < 2; A += 1) ;",
		"try { throw 1 } catch (A) { var A = 2 }",
	}
	constantReaders = []string{
		"function R() { BODY }",
		"const R = () => { BODY };",
		"var R = function () { BODY };",
		"class D { static m() { BODY } } function R() { return D.m() }",
		"const D = { get m() { BODY } }; function R() { return D.m }",
		"function R(x = (() => { BODY })()) { return x }",
		"function R() { return (() => { BODY })() }",
		"function* D() { BODY } function R() { return D().next().value }",
		"function R() { let v; class D { static { v = (() => { BODY })() } } return v }",
		"function R() { return new (class { f = (() => { BODY })() })().f }",
		"label: function R() { BODY }",
		"export function R() { BODY }",
		"export default function R() { BODY }",
		"if (one) { function R() { BODY } }",
		"switch (one) { case attempt(() => R()): default: function R() { BODY } }",
	}
	constantCalls = []string{ // before and after DECL
		"attempt(() => R()); DECL attempt(() => R());",
		"attempt(via); DECL function via() { return R() } attempt(via);",
		"const E = [attempt(() => R())]; DECL attempt(() => R());",
		"let [F = attempt(() => R())] = []; DECL attempt(() => R());",
		"const later = [() => R()]; DECL attempt(later[0]);",
		"for (const i of [1, 2]) attempt(() => R()); DECL for (const i of [1, 2]) attempt(() => R());",
		"DECL attempt(() => R());",
		"if (one) attempt(() => R()); DECL function other() { return R() } attempt(other);",
	}
	constantsIn = []string{
		"TEXT",
		"(function () { 'use strict'; TEXT })();",
		"function ctx() { TEXT } ctx(); ctx();",
		"const ctx = () => { TEXT }; ctx();",
		"function* ctx() { TEXT } for (const x of ctx()) ;",
		"function ctx(p = 1) { TEXT } ctx();",
		"{ TEXT }",
		"for (const n of [1, 2]) { TEXT }",
		"class G { static { TEXT } }",
	}
)

// A function sees a constant of an enclosing function, or of the top level, as its value only where it
// cannot run before that value is there.
func TestConstantsOfEnclosingFunctions(t *testing.T) {
	const body = "print(A ? 'yes' : 'no', A === undefined); if (A) print(typeof A); return A === 0 ? 'zero' : [A < 5, typeof A];"
	testSettled(t, constantDecls, body, 53, 14)
}

// settledDecls declare names of which it may be known that they have one value, but not which.
var settledDecls = []string{
	"const A = make(1);",
	"let A = make('x');",
	"var A = make(null);",
	"const B = make(0), A = B;",
	"const { A, x: C } = make({ A: 1, x: 2 });",
	"var [C, { A }] = make([1, { A: 'a' }]);",
	"function A() { return 1 }",
	"lab: function A() { return 2 }",
	"async function A() {}",
	"class A { static s = 1 }",
	"const A = class {};",
	"var A = function () { return A };",
	"const A = [1, 2];",
	"const A = { x: 1 };",
	"var A = `${make(1)}`;",
	"export const A = make(2);",
	"export function A() { return 3 }",
	"export default class A {}",
	"let A = make(3); export { A as B };",
	// These have several.
	"function A() {} function A() { return 4 }",
	"var A = make(1); function A() {}",
	"function A() {} A = make(5);",
	"class A {} A = make(6);",
	"let A = make(1); (() => { A = make(2) })();",
	"function A() { A = 1 } A();",
	"const A = make(1); try { A = 2 } catch (e) { print(e.name) }",
	"{ function A() {} }",
	"if (one) { class A {} } var A = make(7);",
	"var A = make(1); delete globalThis.A;",
	"let A; A = make(8);",
	"for (const A of [1]) ; var A = make(9);",
	"function A() {} eval('A = 5');",
	"var A = make(1), A = make(2);",
}

// A function reads a name of an enclosing function, or of the top level, without effect and only once
// only where it has one value whenever the function runs.
func TestNamesWithOneValue(t *testing.T) {
	const make = " function make(x) { return x } "
	const body = "A; const was = A; print(typeof A, typeof was); for (let i = 0; i < 2; i++) { attempt(() => 0); if (typeof A === 'function') print('call'); if (A === was) print('same'); }" +
		" try { A.x; print(A.x) } catch (e) { print('none') } if (A) print('yes'); switch (typeof A) { case 'object': return 'object'; case 'function': return 'function' } return [was === A, was]"
	decls := slices.Clone(settledDecls)
	for i, d := range decls {
		if decls[i] = d + make; i%2 == 0 {
			decls[i] = strings.ReplaceAll(d, "make(", "one && (") // nothing runs
		}
	}
	testSettled(t, decls, body, 211, 12)
}

// Objects that are constant records, or not, and what is done with them.
var (
	recordDecls = []string{
		"const A = { k: 0, m: 'x', f(x) { return x }, g() { return this } };",
		"var A = { m: 1, 'k': 0, k: 1, m: 'x', f: x => x, g: function () { return this } };",
		"let A = Object.freeze({ k: true, m: 'x', f(x) { return x }, g() { return [this][0] } });",
		"var A; (function (A) { A[A['k'] = 0] = 'k'; A['m'] = 'x' })(A || (A = {}));",
		"var A = (A => { A[A['k'] = 0] = 'k'; A.m = 'x'; return A })(A || {});",
		"var A; (function (A) { A.k = 1; A['k'] = 0; A['m'] = 'x'; })(A = {});",
		// These are none.
		"const A = { get k() { return one }, m: 'x', f(x) { return x } };",
		"const A = { k: 0, ...{ k: 1 }, m: 'x', g() { return this } };",
		"const A = { k: 0, ['k']: one, m: 'x', g() { return this } };",
		"const A = { __proto__: { k: 1 }, m: 'x', g() { return this } };",
		"var A; (function (A) { A.k = 0; A.m = one ? 'x' : 'y' })(A || (A = {}));",
		"var A; (function (A) { A.k = 0; A.m = 'x' })(A || (A = {})); (function (A) { A.k = 1 })(A || (A = {}));",
	}
	recordUses = []string{ // the first ones leave it one
		"print(A.k, A['m'], typeof A, 'k' in A, A === one);",
		"for (const B in A) print(B);",
		"print(attempt(() => A.f(3)), A.f, attempt(() => new A.f()));",
		"A.k = 1;",
		"A.k++;",
		"A['k'] += 1;",
		"delete A.k;",
		"delete A?.k;",
		"[A.k] = [1];",
		"[A.k = 2] = [];",
		"[... A.k] = [1];",
		"({ q: A.k } = { q: 1 });",
		"({ q: A.k = 3 } = {});",
		"({ ... A.k } = { q: 1 });",
		"for (A.k of [1]) ;",
		"for (A.k in { q: 1 }) ;",
		"for ([A.k] of [[1]]) ;",
		"A.k &&= 7; A.k ??= 2; A.k ||= 3;",
		"attempt(() => { A.g().k = 1 });",
		"attempt(() => { (A.g)().k = 1 });",
		"attempt(() => { A?.g().k = 1 });",
		"attempt(() => { A.g?.().k = 1 });",
		"attempt(() => { A['g']().k = 1 });",
		"attempt(() => { A.g`x`.k = 1 });",
		"attempt(() => { A.f(A).k = 1 });",
		"attempt(() => { A.valueOf().k = 1 });",
		"attempt(() => { (one ? A : 0).k = 1 });",
		"attempt(() => { (0, A).k = 1 });",
		"const B = A; attempt(() => { B.k = 1 });",
		"attempt(() => { A[one && 'k'] = 1 });",
		"attempt(() => Object.assign( A, { k: 1 }));",
		"attempt(() => [A].map(x => x.k = 1));",
		"attempt(() => { ({ A }).A.k = 1 });",
		"function B() { return A } attempt(() => { B().k = 1 });",
		"attempt(() => { eval(' A.k = 1') });",
		"attempt(() => { A = { k: 9 } });",
		"const B = { ... A }; B.k = 1;",
		"const { k: B } = A; print(B);",
	}
)

const recordBody = "if (A.k) print('yes', A.k); else print('no', A.k); switch (A.m) { case 'x': print('x'); break; default: print(A.m) }" +
	" print(A.k | 4, A['k'] === 0, 'k' in A, typeof A); return A.k === 0 ? 'zero' : [A.k, A.m + '!'];"

// A property of an object that nothing changes is a constant.
func TestConstantRecords(t *testing.T) {
	modes := slices.Clone(redeclaredModes)
	for _, aim := range []costs.Aim{costs.Balanced, costs.Size} {
		modes = append(modes, redeclaredMode{fmt.Sprintf("builtins %v", aim), passes.Options{Level: 1, For: aim, ForceGraph: true, Assume: passes.AssumeBuiltins}})
	}
	var ps []*onceProgram
	apart, k := tier.Share(17, 1), 0
	for d, decl := range recordDecls {
		for u, use := range recordUses {
			for c, context := range constantsIn {
				reader, calls := constantReaders[(d+u+c)%len(constantReaders)], constantCalls[(u*5+c)%len(constantCalls)]
				if k++; k%apart != 0 || strings.Contains(reader, "export") {
					continue
				}
				text := strings.Replace(calls, "DECL", decl+" "+use, 1) + " " + reader
				if k%2 == 0 {
					text = strings.Replace(calls, "DECL", decl, 1) + " " + reader + " " + use + " attempt(() => R());"
				}
				text = strings.Replace(context, "TEXT", strings.Replace(text, "BODY", recordBody, 1), 1)
				for _, module := range []bool{false, true} {
					ps = append(ps, &onceProgram{in: numbered(text, len(ps)) + "\n", module: module})
				}
			}
		}
	}
	testModes(t, ps, modes)
}

// Places in the text of a top level from which a constant or a record is read: LOOK does that.
var topReads = []string{
	"DECL LOOK",
	"try { LOOK } catch (e) { print(e.name) } DECL LOOK",
	"var x = one; if (x) print(typeof A); DECL x = 3; LOOK print(x + A, A + one, A == x);",
	"DECL for (const i of [1, 2]) { LOOK print(i === A, i + A) }",
	"for (const i of [1, 2]) try { LOOK } catch (e) { print(e.name) } DECL for (let i = 0; i < 2; i++) { LOOK }",
	"DECL { let A = 5; { LOOK } } LOOK",
	"if (one) { DECL LOOK } try { LOOK } catch (e) { print(e.name) }",
	"B: { if (one) break B; DECL } try { LOOK } catch (e) { print(e.name) }",
	"switch (one) { case 0: DECL case 1: try { LOOK } catch (e) { print(e.name) } }",
	"DECL class D { [typeof A] = 1; static s = print(A); static { LOOK } } LOOK print(Object.keys(new D()));",
	"try { R() } catch (e) { print(e.name) } function R() { LOOK } DECL R(); LOOK",
	"const R = (x, y) => y; DECL const C = R(1, A), D = [R(2, C)]; print(typeof C, D[0] === A, C ? 1 : 2);",
	"const R = (x, y) => y; const C = attempt(() => R(1, A)); DECL print(C === A, R(2, A) === A, typeof C);",
	"export { A }; DECL LOOK",
	"DECL export default A; LOOK",
	"DECL await 0; LOOK",
}

// Code of the top level sees a constant, or a constant record, as its value only where that value is
// there.
func TestConstantsOfTheTopLevel(t *testing.T) {
	const (
		look   = "print(A ? 'yes' : 'no', A === undefined, typeof A, A + 1, `${A}`); if (A === 0) print('zero'); A; print(A || 3, one && A);"
		record = "if (A.k) print('yes', A.k); else print('no', A.k); switch (A.m) { case 'x': print('x'); break; default: print(A.m) } print(A.k | 4, A['k'] === 0, 'k' in A, typeof A);"
	)
	modes := slices.Clone(redeclaredModes)
	for _, aim := range []costs.Aim{costs.Balanced, costs.Size} {
		modes = append(modes, redeclaredMode{fmt.Sprintf("O2 %v", aim), passes.Options{Level: 2, For: aim, ForceGraph: true}},
			redeclaredMode{fmt.Sprintf("O2 minify %v", aim), passes.Options{Level: 2, For: aim, Minify: true}},
			redeclaredMode{fmt.Sprintf("O2 builtins %v", aim), passes.Options{Level: 2, For: aim, Assume: passes.AssumeBuiltins}})
	}
	var ps []*onceProgram
	add := func(text, decl, look string) {
		text = strings.NewReplacer("LOOK", look, "DECL", decl).Replace(text)
		for _, module := range []bool{false, true} {
			ps = append(ps, &onceProgram{in: numbered(text, len(ps)) + "\n", module: module})
		}
	}
	apart, k := tier.Share(11, 1), 0
	for d, decl := range slices.Concat(constantDecls, recordDecls) {
		for _, text := range topReads {
			if d < len(constantDecls) {
				if k++; k%apart == 0 || apart > 1 && k%4 == 0 {
					add(text, decl, look)
				}
				continue
			}
			for _, use := range recordUses {
				if k++; k%apart == 0 {
					add(text, decl+" "+use, record)
				}
			}
		}
	}
	testModes(t, ps, modes)
}

// A property that a record lacks may be an accessor that somebody gave to all objects, so that the
// record may be written unless built-ins are known to be unchanged.
func TestRecordsAreReceivers(t *testing.T) {
	const patch = "Object.defineProperty(Object.prototype, 'NAME', { get() { if (this.k === 0) this.k = 1; return 2 }, set(v) { this.k = 5 }, configurable: true }); "
	for _, read := range []string{"A.z", "A['z']", "A[one && 'z']"} {
		src := "const A = { k: 0 }; const R = () => A.k ? 'changed' : 'same'; print(R()); " + strings.Replace(patch, "NAME", "z", 1) + read + "; delete Object.prototype.z; print(R());"
		p := &onceProgram{in: src, module: true}
		p.prints = runOnce(t, []*onceProgram{p}, func(p *onceProgram) string { return p.in })[0]
		out := optimize(t, src, passes.Options{Level: 1, Type: parse.Module, ForceGraph: true, Verify: true}).Code
		if got := runOnce(t, []*onceProgram{p}, func(*onceProgram) string { return out })[0]; got != p.prints {
			t.Errorf("%s prints\n%s not\n%s:\n%s", src, got, p.prints, out)
		}
	}
}

// testSettled tries each declaration of A with each reader that has a body and each place from which it
// runs; of so many, one is taken. The optimizer must change at least one in least.
func testSettled(t *testing.T, decls []string, body string, of, least int) {
	t.Helper()
	apart, k := tier.Share(of, 7), 0
	var ps []*onceProgram
	for _, decl := range decls {
		for _, reader := range constantReaders {
			for _, calls := range constantCalls {
				for c, context := range constantsIn {
					exports := strings.Contains(decl+reader, "export")
					if exports && c > 0 || k%apart != 0 {
						k++
						continue
					}
					k++
					for _, text := range []string{
						reader + " " + strings.Replace(calls, "DECL", decl, 1),
						strings.Replace(calls, "DECL", decl, 1) + " " + reader,
						strings.Replace(calls, "DECL", decl+" "+reader, 1),
					} {
						text = strings.Replace(context, "TEXT", strings.Replace(text, "BODY", body, 1), 1)
						for _, module := range []bool{false, true} {
							ps = append(ps, &onceProgram{in: numbered(text, len(ps)) + "\n", module: module})
						}
					}
				}
			}
		}
	}
	if least > 0 {
		known := 0
		for _, p := range ps {
			if p.read(p.in) != nil && optimize(t, p.in, passes.Options{Level: 1, Type: p.goal()}).Code != p.in {
				known++
			}
		}
		if known*least < len(ps) {
			t.Errorf("the value is known in only %d of %d programs", known, len(ps))
		}
	}
	testDeclaredAgain(t, ps)
}

// Names of a module are settled like those of a function, but what it exports can be called by other
// modules before it runs. Imports are live. What a CommonJS file exports is a value.
func TestNamesOfModules(t *testing.T) {
	const decls = "import { other } from './other.js'; const table = [one], limit = one + 1; export let count = 0; export default class Box { static all = []; } "
	const file = "const { other } = require('./other.js'), table = [one]; var all = {}; let count = 0; "
	for _, tt := range []struct {
		typ            parse.SourceType
		decls, in, out string
	}{
		{parse.Module, decls, "function f() { if (table) return limit === 1 && g(limit === 1); return 2 }", "function f() { return limit === 1 && g(true); }"},
		{parse.Module, decls, "export const f = () => table ? 1 : 2;", "export const f = () => 1;"},
		{parse.Module, decls, "const f = () => other && other;", ""},
		{parse.Module, decls, "const f = () => { if (count) count++ };", ""},
		{parse.Module, decls, "export { f as g }; const f = () => table ? 1 : 2;", "export { f as g }; const f = () => 1;"},
		// Other modules may call these before the declaration.
		{parse.Module, decls, "export function f() { return table ? 1 : 2 }", ""},
		{parse.Module, decls, "export { f as g }; function f() { return table ? 1 : 2 }", ""},
		{parse.Module, decls, "export function f() { return g() } function g() { return table ? 1 : 2 }", ""},
		{parse.Module, decls, "export function f() { return Box ? 1 : 2 }", ""},
		{parse.Module, decls, "export function f() { return g ? 1 : 2 } function g() {}", "export function f() { return 1; } function g() {}"},
		{parse.Module, "", "export default function f() { return f ? 1 : 2 }", "export default function f() { return 1; }"},
		{parse.Module, decls, "const f = () => typeof Box === 'function' && typeof table === 'object' ? 1 : typeof table;", "const f = () => 1;"},
		{parse.CommonJS, file, "exports.f = f; function f() { if (all) return table ? count : 2; return 3 }", "exports.f = f; function f() { return count; }"},
		{parse.CommonJS, "", "exports.f = f; var all = {}; function f() { return all ? 1 : 2 }", ""},
		{parse.CommonJS, file, "function f() { count = 1 } function g() { return count ? 1 : f ? 2 : 3 }", "function f() { count = 1 } function g() { return count ? 1 : 2; }"},
		{parse.CommonJS, "", "var module = {}; arguments[2] = 0; exports.f = () => module ? 1 : 2;", ""},
		{parse.CommonJS, "", "var module = {}; exports.f = () => module ? 1 : 2;", "var module = {}; exports.f = () => 1;"},
		{parse.Script, "", "var all = {}; let table = []; const f = () => all ? table ? 1 : 2 : 3;", ""},
		{parse.Script, "", "function f() { return g ? 1 : 2 } function g() {}", ""},
	} {
		if tt.out == "" {
			tt.out = tt.in
		}
		got := optimize(t, tt.decls+tt.in, passes.Options{Level: 1, Verify: true, Type: tt.typ}).Code
		if d := cmp.Diff(tt.decls+tt.out, got); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
	}
}

// numbered gives the names of a program a number of their own.
func numbered(text string, n int) string {
	var pairs []string
	for _, name := range []string{"A", "B", "C", "D", "E", "F", "G", "R", "via", "later", "other", "ctx", "make"} {
		for _, sep := range []string{" ", "(", ")", ";", ",", ".", "[", "]"} {
			pairs = append(pairs, " "+name+sep, fmt.Sprintf(" %s%d%s", name, n, sep), "("+name+sep, fmt.Sprintf("(%s%d%s", name, n, sep), "["+name+sep, fmt.Sprintf("[%s%d%s", name, n, sep), "-"+name+sep, fmt.Sprintf("-%s%d%s", name, n, sep))
		}
	}
	r := strings.NewReplacer(pairs...)
	for { // two names may share the character between them
		next := r.Replace(text)
		if next == text {
			return text
		}
		text = next
	}
}
