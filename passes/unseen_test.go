package passes_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// Functions, what they do, and what is done with them: a minifier may only rename those whose names
// nothing of that can read. FUNC is the name.
var (
	namedFunctions = []string{
		"function FUNC(x) { BODY }",
		"const FUNC = function (x) { BODY };",
		"const FUNC = (x) => { BODY };",
		"var FUNC = function own(x) { BODY };",
		"let FUNC = async function (x) { BODY };",
		"const FUNC = async x => { BODY };",
		"function* FUNC(x) { BODY }",
		"var FUNC = 1; FUNC = function (x) { BODY };",
		"let FUNC = () => 1, again = FUNC = function (x) { BODY };",
		"function FUNC() {} function FUNC(x) { BODY }",
		"{ function FUNC(x) { BODY } }",
		"if (true) { var FUNC = function (x) { BODY } }",
		"const { FUNC = function (x) { BODY } } = {};",
		"const FUNC = function (x) { 'use strict'; BODY };",
		"class own { static m() { return this.name } } const FUNC = () => own.m();",
		"const FUNC = class { m() { BODY } };",
	}
	namedBodies = []string{
		"return x;",
		"return arguments.callee.name;",
		"return (() => arguments)().callee.name;",
		"return eval('arguments.callee.name');",
		"return eval('FUNC.name');",
		"return FUNC.name;",
		"return typeof own === 'function' ? own.name : 2;",
		"return x ? FUNC(0) : typeof this;",
		"return new.target ? new.target.name : this && this.constructor && this.constructor.name;",
		"return [function () { return arguments.callee.name }(), (function inner(n) { return n ? inner(n - 1) : inner.name })(1), (function inner(n) { return n ? inner(n - 1) : 3 })(1)].join();",
	}
	namedUses = []string{
		"print(FUNC(1));",
		"print(FUNC.name);",
		"print([FUNC][0].name, FUNC(1));",
		"print(new FUNC(1).constructor.name);",
		"print({ FUNC }.FUNC.name);",
		"const other = FUNC; print(other.name);",
		"print((0, FUNC).name);",
		"print(FUNC`x`);",
		"print(FUNC?.(1), FUNC(2));",
		"print((true ? FUNC : 0)(1));",
		"print(FUNC.call(null, 1));",
		"const later = () => FUNC(3); print(later(), later.name);",
		"for (const f of [() => FUNC(1)]) print(f(), f.name);",
		"print(Object.getPrototypeOf(FUNC(1)).constructor.name);",
		"((f) => print(f.name))(FUNC);",
		"((f) => print(f(1)))(FUNC);",
		"const other = FUNC; print(other(1), typeof other, other === FUNC, !other);",
		"const other = print ? FUNC : 0; if (other) print((other || 0)(1));",
		"let other; print(typeof (other = FUNC)); print((() => other(1))());",
		"let other; print((other = FUNC).name);",
		"var other = FUNC; var more = other; print(more(1)); more = [other]; print(more[0].name);",
		"function call(f, x) { return f(x) } print(call(FUNC, 1), call(FUNC, 2));",
		"function call(f, x) { return f(x) } print(call(FUNC, 1)); call = f => f.name; print(call(FUNC, 1));",
		"function call(f, x) { return arguments[0].name } print(call(FUNC, 1));",
		"function call(f, x) { return (() => arguments[0].name)() } print(call(FUNC, 1));",
		"function call(f, x) { 'use strict'; return arguments[0].name } print(call(FUNC, 1));",
		"function call(f, x = 1) { return (() => arguments[0].name)() } print(call(FUNC));",
		"function call(f) { return f(1) } function other(f) { return f.name } print(call(FUNC)); call = other; print(call(FUNC));",
		"function call(f) { return arguments[1].name } print(call(1, FUNC));",
		"function call(...f) { return f[0].name } print(call(FUNC));",
		"function call({ name }) { return name } print(call(FUNC));",
		"function call(f = 1, g = f) { return g.name } print(call(FUNC));",
		"function call(f, g = 1) { var f; return f.name } print(call(FUNC));",
		"function call(f, g = () => f) { var f; return f === g() ? f.name : 1 } print(call(FUNC));",
		"function call(f, x) { return x ? call(f, x - 1) : f(x) } print(call(FUNC, 3));",
		"function call(f, x) { return x ? call(f, x - 1) : f.name } print(call(FUNC, 3));",
		"function call(f) { return eval('f.name') } print(call(FUNC));",
		"const call = f => f; print(call(FUNC)(1), call(FUNC).name);",
		"function* call(f) { yield f } print(call(FUNC).next().value.name);",
		"class Call { constructor(f) { this.f = f } } print(new Call(FUNC).f.name);",
		"switch (FUNC) { case FUNC: print(FUNC(1)); break; default: print(2) }",
		"try { throw FUNC } catch (f) { print(f.name) }",
		"try { throw 1 } catch (f) { var f = FUNC; print(f(1)) }",
		"try { throw 1 } catch (f) { var f = FUNC; print(f.name) }",
		"let other = 1; other ||= FUNC; other &&= FUNC; print(other(1)); other ??= 2;",
		"let other = 1; print((other &&= FUNC).name);",
		"print((FUNC && 1) + ((FUNC || 1)(1)) + (FUNC == 'x'), FUNC + '');",
		"print((FUNC && FUNC).name, (0 || FUNC).name);",
	}
	// namedOften is what references a function often enough for its variable to get a short name.
	namedOften = "print([FUNC, FUNC, FUNC, FUNC, FUNC, FUNC, FUNC, FUNC, FUNC].every(f => f === FUNC), FUNC.name, { FUNC });"
)

// TestNamesThatNobodyReads minifies all of these. Names do not change for anybody who looks, and they
// do where nobody does.
func TestNamesThatNobodyReads(t *testing.T) {
	names, renamed, own, all := 0, 0, 0, 0
	declared, ownName := regexp.MustCompile(`function\*? half|[ ,]half=`), regexp.MustCompile(`\w=(function\*?|class) half`)
	for i := range 2 * len(namedFunctions) {
		def, more := namedFunctions[i/2], ""
		if i%2 == 1 {
			more = " " + namedOften
		}
		var b strings.Builder
		for _, body := range namedBodies {
			for _, use := range namedUses {
				text := strings.ReplaceAll(strings.Replace(def, "BODY", body, 1)+" "+use+more, "FUNC", "half")
				b.WriteString("attempt(() => { (function () { " + text + " })() });\n")
			}
		}
		src := b.String()
		want := runJS(t, src)
		names += strings.Count(want, "half")
		for _, o := range []passes.Options{{Minify: true}, {Level: 1, Minify: true}, {Level: 1, Minify: true, For: costs.Size}} {
			code := optimize(t, src, o).Code
			if d := cmp.Diff(want, runJS(t, code)); d != "" {
				t.Errorf("%s (-before +after)\n%s", def, d)
			}
			if more != "" {
				own += len(ownName.FindAllString(code, -1))
				continue
			}
			all += len(namedBodies) * len(namedUses)
			renamed += len(namedBodies)*len(namedUses) - len(declared.FindAllString(code, -1))
		}
	}
	if names < 500 || renamed < 500 || own < 500 {
		t.Errorf("%d names are read, %d of %d functions are renamed, and %d keep their name only themselves", names, renamed, all, own)
	}
	t.Logf("%d names are read, %d of %d functions are renamed, and %d keep their name only themselves", names, renamed, all, own)
}
