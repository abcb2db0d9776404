package passes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/passes"
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
	apart, k := tier.Share(53, 7), 0
	var ps []*onceProgram
	for _, decl := range constantDecls {
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
	known := 0
	for _, p := range ps {
		if p.read(p.in) != nil && optimize(t, p.in, passes.Options{Level: 1, Type: p.goal()}).Code != p.in {
			known++
		}
	}
	if known*14 < len(ps) {
		t.Errorf("the constant is known in only %d of %d programs", known, len(ps))
	}
	testDeclaredAgain(t, ps)
}

// numbered gives the names of a program a number of their own.
func numbered(text string, n int) string {
	var pairs []string
	for _, name := range []string{"A", "B", "C", "D", "E", "F", "G", "R", "via", "later", "other", "ctx"} {
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
