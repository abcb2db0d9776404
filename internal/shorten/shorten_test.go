package shorten

import (
	"strings"
	"testing"

	"github.com/sonjs/son/internal/mangle"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// short returns a program with short syntax. It checks that the tree that it is printed from is
// what its text means: the same syntax, with names that refer to the same bindings.
func short(t testing.TB, src string, o Options, as parse.SourceType) string {
	t.Helper()
	po := parse.Options{Path: "a.js", Type: as}
	p, ds := parse.Parse(src, po)
	if p == nil {
		t.Fatalf("%v\n%s", ds, src)
	}
	Program(p, o)
	code := print.Program(p, print.Options{Compact: true, Source: src, NoShorthand: o.Old}).Code
	q, ds := parse.Parse(code, po)
	if q == nil {
		t.Fatalf("%v\nof\n%s\nfrom\n%s", ds, code, src)
	}
	if why := mangle.Same(p, q); why != "" {
		t.Errorf("%s: of\n%s\nfrom\n%s", why, code, src)
	}
	mangle.Names(p, mangle.Options{})
	mangled := print.Program(p, print.Options{Compact: true, Source: src, NoShorthand: o.Old}).Code
	q, ds = parse.Parse(mangled, po)
	if q == nil {
		t.Fatalf("%v\nof\n%s\nfrom\n%s", ds, mangled, src)
	}
	if why := mangle.Same(p, q); why != "" {
		t.Errorf("%s: of\n%s\nfrom\n%s", why, mangled, src)
	}
	return code
}

const (
	head = "each(function(a,b,c,d,f,g,h){"
	tail = "});"
)

// example checks an example: a statement, or several, of a function.
func example(t *testing.T, before, after string, o Options) {
	t.Helper()
	src := head + before + tail
	got := short(t, src, o, parse.Script)
	if got != head+after+tail {
		t.Errorf("%s\ngot  %s\nwant %s", before, strings.TrimSuffix(strings.TrimPrefix(got, head), tail), after)
	}
	if was, is := run(t, src), run(t, got); was != is {
		t.Errorf("%s\nbecomes %s\nrecorded\n%s\nrecords\n%s", before, got, was, is)
	}
}

// testRules checks the examples of a table, and that its rules are described.
func testRules[N ast.Expr](t *testing.T, table []rule[N]) {
	t.Helper()
	for _, r := range table {
		t.Run(r.name, func(t *testing.T) {
			if r.name == "" || r.doc == "" || r.before == "" {
				t.Error("it has no description")
			}
			example(t, r.before, r.after, Options{Builtins: r.builtins})
		})
	}
}

func TestRules(t *testing.T) {
	all := newRules()
	testRules(t, all.unary)
	testRules(t, all.binary)
	testRules(t, all.assign)
	testRules(t, all.index)
	testRules(t, all.cond)
	testRules(t, all.new)
}

// TestStatements shortens statements of a function.
func TestStatements(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{"expressions", "f(a); g(b); h(c)", "f(a),g(b),h(c)"},
		{"before a return", "f(a); return b", "return f(a),b"},
		{"before a throw", "f(a); throw b", "throw f(a),b"},
		{"before an if", "f(); if (a) { throw b }", "if(f(),a)throw b"},
		{"before a switch", "f(); switch (a) { case 1: g() }", "switch(f(),a){case 1:g()}"},
		{"before a for", "f(); for (; a; ) a = g(), f(a)", "for(f();a;)a=g(),f(a)"},
		{"before a for with in", "f(a in d); for (; a; ) a = g(), f(a)", "for(f(a in d);a;)a=g(),f(a)"},
		{"before a for with a bare in", "a = b in d; for (; a; ) a = g(), f(a)", "for(a=(b in d);a;)a=g(),f(a)"},
		{"a var before a for", "var i = 0; for (var j = 3; i < j; i++) f(i)", "for(var i=0,j=3;i<j;i++)f(i)"},
		{"a var that is assigned next", "var i; i = f(); g(i); h(i)", "var i=f();g(i),h(i)"},
		{"several of them", "var i, j, k = 1; j = f(k), i = g(j), h(i), h(j)", "var j=f(1),i=g(j);h(i),h(j)"},
		{"by a for", "var i, j, k; for (i = 0, j = f(); i < j; i++) k = g(k), h(k)", "for(var k,i=0,j=f();i<j;i++)k=g(k),h(k)"},
		{"by a for with in", "var i; for (i = (b in d); i; ) i = g(i), h(i)", "for(var i=(b in d);i;)i=g(i),h(i)"},
		{"by a for, one of them", "var i; for (i = 0, a = 1; i < a; i++) f(i)", "var i=0;for(a=1;i<a;i++)f(i)"},
		{"but not a let, whose name others may read", "let i, j = () => i; i = j(); h(i, j)", "let i,j=()=>i;i=j(),h(i,j)"},
		{"nor one with a value", "var i = f(); i = g(i); h(i)", "var i=f();i=g(i),h(i)"},
		{"nor by another operator", "var i; i += 1; h(i)", "var i;i+=1,h(i)"},
		{"nor after something else", "var i; f(), i = 1; h(i)", "var i;f(),i=1,h(i)"},
		{"an if", "if (a) f()", "a&&f()"},
		{"a negated if", "if (!a) f()", "a||f()"},
		{"a test of two parts", "if (!a && !b) f()", "a||b||f()"},
		{"a test of two parts, one negated", "if (!a || !b) f()", "a&&b||f()"},
		{"if and else", "if (a) f(); else g()", "a?f():g()"},
		{"blocks", "if (a) { f(); g() } else { h() }", "a?(f(),g()):h()"},
		{"nested ifs", "if (a) if (b) throw c", "if(a&&b)throw c"},
		{"an empty arm", "if (a) ; else throw b", "if(!a)throw b"},
		{"an empty if", "if (f()) { ; }", "f()"},
		{"returns", "if (a) return b; return c", "return a?b:c"},
		{"returns in a chain", "if (a) return b; if (c) { f(); return d } return", "return a?b:c?(f(),d):void 0"},
		{"returns in both arms", "if (a) return b; else return c", "return a?b:c"},
		{"throws", "if (a) throw b; throw c", "throw a?b:c"},
		{"an else after a return", "if (a) { return b } else { var i = f(); h(i, i) }", "if(a)return b;var i=f();h(i,i)"},
		{"a return in the else", "if (a) { var i = f(); h(i, i) } else return b", "if(!a)return b;var i=f();h(i,i)"},
		{"the same return", "if (a) return 1; if (b) return 1; f()", "if(a||b)return 1;f()"},
		{"a return that skips the rest", "if (a) return; f(); g()", "a||(f(),g())"},
		{"statements and a return that skip the rest", "if (a) { f(); return } g()", "a?f():g()"},
		{"a return that skips functions, too", "if (a) return; f(k); function k() {}", "a||f(k);function k(){}"},
		{"a return that skips a let", "if (a) return; let i = f(); g(() => i)", "if(a)return;let i=f();g(()=>i)"},
		{"a return at the end", "if (a) { f(); return }", "a&&f()"},
		{"a return of undefined", "f(); return undefined", "f()"},
		{"a return of void", "if (a) { return void f() } return b", "if(!a)return b;f()"},
		{"a continue", "for (var i of [a, b]) { if (i) continue; f(i) }", "for(var i of[a,b])i||f(i)"},
		{"a continue at the end", "for (var i of [a, b]) { if (i) { f(i); continue } else g(i) }", "for(var i of[a,b])i?f(i):g(i)"},
		{"a break that begins a loop", "for (;;) { if (!f(a)) break; g(); a = b; b = 0 }", "for(;f(a);)g(),a=b,b=0"},
		{"a break before a let", "for (;;) { if (!f(a)) break; let i = a; a = 0; g(() => i) }", "for(;f(a);){let i=a;a=0,g(()=>i)}"},
		{"while", "while (a) { f(a); a = b; b = 0 }", "for(;a;)f(a),a=b,b=0"},
		{"a label", "x: for (;;) { f(); break x }", "for(;;){f();break}"},
		{"a label of an outer loop", "x: for (;;) { for (;;) { f(); break x } }", "x:for(;;)for(;;){f();break x}"},
		{"a label of a block", "x: { if (a) break x; f() } g()", "x:a||f();g()"},
		{"a switch in a loop", "x: for (;;) { switch (a) { case 1: break x } f(); a = 1 }", "x:for(;;){switch(a){case 1:break x}f(),a=1}"},
		{"the last case", "switch (a) { case 1: f(); break; default: if (b) { g(); break } h(); break }", "switch(a){case 1:f();break;default:b?g():h()}"},
		{"unreachable code", "return a; f(); var i = 1; g(i)", "return a;var i"},
		{"unreachable code that declares what is used", "i = 1; return i; function k() {} var i", "return i=1,i;function k(){}var i"},
		{"an unreachable let", "f(() => i); return a; let i = 1", "return f(()=>i),a;let i=1"},
		{"a jump that another repeats", "x: { try { f(); { if (!0) break x; g(); break x } } finally { h() } f(1) } g(1)",
			"x:{try{f();break x}finally{h()}f(1)}g(1)"},
		{"if (false)", "if (!1) { f() } g()", "g()"},
		{"if (false) that declares", "if (!1) { var i = f() } return i", "if(!1)var i=f();return i"},
		{"a catch without its parameter", "try { f() } catch (e) { g() }", "try{f()}catch{g()}"},
		{"a catch with it", "try { f() } catch (e) { g(e) }", "try{f()}catch(e){g(e)}"},
		{"constants", "f(true, undefined, Infinity, 1000, 'a\"b')", `f(!0,void 0,1/0,1e3,'a"b')`},
		{"declarations", "var i = 1; var j = 2; let k; let l = undefined; f(i, j, k, l)", "var i=1,j=2;let k,l;f(i,j,k,l)"},
		{"const", "const i = 1, [j] = [a]; f(i, j)", "let i=1,[j]=[a];f(i,j)"},
		{"const that is assigned", "const i = 1; f(i); i = 2", "const i=1;f(i),i=2"},
		{"constants in short properties", "f({ undefined, Infinity }.undefined); f(Object.keys({ undefined, Infinity }).join())",
			"f({undefined:void 0,Infinity:1/0}.undefined),f(Object.keys({undefined:void 0,Infinity:1/0}).join())"},
		{"two returns at the end", "if (a) return 1; f(); if (b) return 2", "return a?1:(f(),b?2:void 0)"},
		{"a var with in before a for", "var i = typeof a in { number: 1 }; for (; i; ) i = 0, f(a)", "for(var i=(typeof a in{number:1});i;)i=0,f(a)"},
		{"keys", "f({ 'a': 1, 'b-c': 2, ['d']: 3, '1': 4 }); f(Object.keys({ 'a': 1, 'b-c': 2, ['d']: 3, '1': 4 }).join())",
			"f({a:1,\"b-c\":2,d:3,1:4}),f(Object.keys({a:1,\"b-c\":2,d:3,1:4}).join())"},
		{"__proto__", "f(Object.keys({ ['__proto__']: 1 }).join(), Object.keys({ '__proto__': 1 }).join())",
			`f(Object.keys({["__proto__"]:1}).join(),Object.keys({__proto__:1}).join())`},
		{"an arrow", "f((() => { return a })())", "f((()=>a)())"},
		{"an arrow that returns an object", "f((() => { return {} })())", "f((()=>({}))())"},
		{"values without use", "a; 1; 'x'; !b; typeof c; (() => d); [a, f()]; void g()", "f(),g()"},
		{"a template", "f(`a`); f(`a\nb`); f('a\\nb')", "f(\"a\"),f(`a\nb`),f(`a\nb`)"},
	} {
		t.Run(tt.name, func(t *testing.T) { example(t, tt.before, tt.after, Options{}) })
	}
}

// TestTraps shortens scripts in which something interferes: with, eval, getters, TDZ, names.
func TestTraps(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{"a getter that is read twice", "log(G ? G : 1); G ? log(G) : 2", "log(G?G:1),G&&log(G);"},
		{"a getter whose value is unused", "G; typeof G; log(1)", "G,typeof G,log(1);"},
		{"a var that is a getter", "var G; G; log(G ? G : 3)", "var G;G,log(G?G:3);"},
		{"TDZ", "try { x; let x = 1 } catch (e) { log(e.name) }", "try{x;let x=1}catch(e){log(e.name)}"},
		{"TDZ in a switch", "try { switch (1) { case 0: let x; case 1: x; } } catch (e) { log(e.name) }", "try{switch(1){case 0:let x;case 1:x}}catch(e){log(e.name)}"},
		{"TDZ of a default", "(function (a = (b, 1), b) { log(a) })(1); try { (function (a = (b, 1), b) {})() } catch (e) { log(e.name) }",
			"(function(a=(b,1),b){log(a)})(1);try{(function(a=(b,1),b){})()}catch(e){log(e.name)}"},
		{"TDZ in a closure", "try { (() => x)(); let x = 1 } catch (e) { log(e.name) }", "try{(()=>x)();let x=1}catch(e){log(e.name)}"},
		{"what has its value", "{ let x = 1; x; log(2) }", "{let x=1;log(2)}"},
		{"its own value", "try { let x = (x, 1) } catch (e) { log(e.name) }", "try{let x=(x,1)}catch(e){log(e.name)}"},
		{"a variable in a with", "var o = { get x() { log('x'); return 0 } }; (function () { var x = 1; with (o) { x; log(x ? x : 2); x = x + 1 } })()",
			`var o={get x(){return log("x"),0}};(function(){var x=1;with(o)x,log(x?x:2),x=x+1})();`},
		{"undefined in a with", "with ({ undefined: 1 }) log(undefined)", "with({undefined:1})log(undefined);"},
		{"undefined beside eval", "(function () { eval('var undefined = 1'); log(undefined) })()", `(function(){eval("var undefined = 1"),log(undefined)})();`},
		{"undefined that is declared", "(undefined => log(undefined))(1)", "(undefined=>log(undefined))(1);"},
		{"a constant that eval assigns", "try { (function () { const x = 1; eval('x = 2') })() } catch (e) { log(e.name) }",
			`try{(function(){const x=1;eval("x = 2")})()}catch(e){log(e.name)}`},
		{"a constant of the script", "const x = 1; log(x)", "const x=1;log(x);"},
		{"an indirect eval", "var x = 1; (function () { var x = 2; log((0, eval)('x')) })()", `var x=1;(function(){var x=2;log((0,eval)("x"))})();`},
		{"a call without an object", "var o = { m() { 'use strict'; return typeof this } }; log((0, o.m)(), (1, o.m)(), o.m())",
			`var o={m(){'use strict';return typeof this}};log((0,o.m)(),(0,o.m)(),o.m());`},
		{"a call of one of two", "var o = { m() { 'use strict'; return typeof this } }; log((o ? o.m : o.m)(), (1 && o.m)())",
			`var o={m(){'use strict';return typeof this}};log((o,o.m)(),(0,o.m)());`},
		{"delete of a value", "var o = { p: 1 }; log(delete (0, o.p), o.p, delete o.p)", "var o={p:1};log(delete(0,o.p),o.p,delete o.p);"},
		{"typeof of a value", "try { log(typeof (0, nothing)) } catch (e) { log(e.name) } log(typeof nothing)",
			"try{log(typeof(0,nothing))}catch(e){log(e.name)}log(typeof nothing);"},
		{"a function without a name", "var x = (0, () => 1); log(x.name); x = (0, class {}); log(x.name)",
			"var x=(0,()=>1);log(x.name),x=(0,class{}),log(x.name);"},
		{"functions that would lose their names", "var x, y = 1; (function (z) { if (y) z = () => 1; else z = () => 2; log(z.name) })()",
			"var x,y=1;(function(z){y?z=()=>1:z=()=>2,log(z.name)})();"},
		{"a directive", "(function () { 'use strict'; log(this) })(); (function () { ('use strict'); log(typeof this) })()",
			"(function(){'use strict';log(this)})(),function(){log(typeof this)}();"},
		{"what would become a directive", "(function () { 1; 'use strict'; log(typeof this) })()", "(function(){log(typeof this)})();"},
		{"a function in a block", "(function () { if (1) { function f() { return 1 } } log(f()) })()", "(function(){{function f(){return 1}}log(f())})();"},
		{"one that is an arm", "(function () { if (1) function f() { return 1 } log(f()) })()", "(function(){if(1)function f(){return 1}log(f())})();"},
		{"an unreachable one", "(function () { log(typeof f); return; { function f() {} } })()", "(function(){log(typeof f);return;{function f(){}}})();"},
		{"one that a jump skips", "(function () { for (var i = 0; i++ < 2;) { log(typeof f); if (1) continue; function f() {} } log(typeof f) })()",
			"(function(){for(var i=0;i++<2;){log(typeof f);continue;function f(){}}log(typeof f)})();"},
		{"one with labels that a jump skips", "(function () { for (var i = 0; i++ < 2;) { log(typeof f); if (i < 2) continue; a: b: function f() {} } log(typeof f) })()",
			"(function(){for(var i=0;i++<2;){if(log(typeof f),i<2)continue;a:b:function f(){}}log(typeof f)})();"},
		{"arguments", "(function (a) { arguments[0] = 2; a = a + 1; log(arguments[0], a) })(1)", "(function(a){arguments[0]=2,a+=1,log(arguments[0],a)})(1);"},
		{"a yield", "var it = (function* (a) { if (a) { yield 1 } else yield 2; var b = yield; if (b) return b; return 4 })(1); log(it.next().value, it.next().value, it.next(1).value)",
			"var it=function*(a){a?yield 1:yield 2;var b=yield;return b||4}(1);log(it.next().value,it.next().value,it.next(1).value);"},
		{"an await in an async generator", "(async function* () { return undefined })().next().then(() => log(1)); Promise.resolve().then(() => log(2)).then(() => log(3)).then(() => log(4))",
			"(async function*(){return void 0})().next().then(()=>log(1)),Promise.resolve().then(()=>log(2)).then(()=>log(3)).then(()=>log(4));"},
		{"one of two returns in one", "(async function* (a) { if (a) return; return a })(1).next().then(() => log(1)); Promise.resolve().then(() => log(2)).then(() => log(3)).then(() => log(4))",
			"(async function*(a){if(!a)return a})(1).next().then(()=>log(1)),Promise.resolve().then(()=>log(2)).then(()=>log(3)).then(()=>log(4));"},
		{"a return in finally", "log((function () { try { throw 1 } finally { return } })())", "log(function(){try{throw 1}finally{return}}());"},
		{"a class", "class A { 'm'() { return 1 } static ['prototype2'] = 2; 'constructor'() { this.x = 3 } } log(new A().m(), new A().x, A.prototype2)",
			`class A{m(){return 1}static["prototype2"]=2;constructor(){this.x=3}}log(new A().m(),new A().x,A.prototype2);`},
		{"a static block", "class A { static { if (G) log(1); else log(2); } }", "class A{static{G?log(1):log(2)}}"},
		{"this before super", "class A extends Object { constructor() { try { this } catch (e) { log(e.name) } super() } } new A()",
			"class A extends Object{constructor(){try{this}catch(e){log(e.name)}super()}}new A;"},
		{"a callee that a test assigns", "var r = (f, g) => { (f = g) ? f(1) : f(2) }; r(v => log('f', v), v => log('g', v))",
			`var r=(f,g)=>{(f=g)?f(1):f(2)};r(v=>log("f",v),v=>log("g",v));`},
		{"a target that a test would change", "var o = {}, p = {}; (o => { var q = o; (o = p) ? o.x = 1 : o.x = 2; log(q.x, p.x) })(o)",
			"var o={},p={};(o=>{var q=o;(o=p)?o.x=1:o.x=2,log(q.x,p.x)})(o);"},
		{"templates of two sites", "var t = s => s, u = []; for (var i of [0, 1]) u.push(i ? t`a` : t`a`); log(u[0] === u[1])",
			"var t=s=>s,u=[];for(var i of[0,1])u.push(i?t`a`:t`a`);log(u[0]===u[1]);"},
		{"document.all", "(a => log(a === null || a === void 0))(1)", "(a=>log(a===null||a===void 0))(1);"},
		{"a catch whose var is the parameter", "try { throw 1 } catch (e) { var e = 2; log(e) } log(e)", "try{throw 1}catch(e){var e=2;log(e)}log(e);"},
		{"a let in the head", "(k => { k; for (let k of [log(1)]) log(k) })(2); var k = 3; log(k); for (let k = 4; k < 5; k++) log(k)",
			"(k=>{for(let k of[log(1)])log(k)})(2);var k=3;log(k);for(let k=4;k<5;k++)log(k);"},
		{"a concatenation of numbers", "(a => log(a + 1 + 'b' + 'c', 1 + 2 + 'a', a + 'b' + 1))(1)", `(a=>log(a+1+"bc",1+2+"a",a+"b"+1))(1);`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := short(t, tt.before, Options{}, parse.Script)
			if got != tt.after {
				t.Errorf("got  %s\nwant %s", got, tt.after)
			}
			if was, is := run(t, tt.before), run(t, got); was != is {
				t.Errorf("%s\nrecorded\n%s\nrecords\n%s", got, was, is)
			}
		})
	}
}

// TestModules shortens modules.
func TestModules(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{"a class without a name", "export default class { 'm'() { if (a) return; b() } }", "export default class{m(){a||b()}}"},
		{"a class with a name", "export default class A { 'm'() {} }", "export default class A{m(){}}"},
		{"a function", "export default function () { if (a) { return b } return c }", "export default function(){return a?b:c}"},
		{"a value", "export default true", "export default!0;"},
		{"a function that would get a name", "export default (0, () => { return 1 })", "export default(0,()=>1);"},
		{"declarations", "export const a = undefined; export let b = undefined; const c = 1; export { c }", "export let a=void 0;export let b;let c=1;export{c};"},
		{"imports", "import a, { b } from 'c'; a; b ? b : a; f(a ? a : b)", `import a,{b}from"c";a,b||a,f(a||b);`},
		{"an await that is not reached", "if (false) await a; b()", "1||await a,b();"},
		{"one after a throw", "throw a; await b", "throw a;await b;"},
		{"strict code", "{ function f() {} f() } f()", "{function f(){}f()}f();"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := short(t, tt.before, Options{}, parse.Module); got != tt.after {
				t.Errorf("got  %s\nwant %s", got, tt.after)
			}
		})
	}
}

// TestOptions shortens with names that nothing reads, and for older engines.
func TestOptions(t *testing.T) {
	for _, tt := range []struct {
		name          string
		o             Options
		before, after string
	}{
		{"a name that nothing references", Options{AnyNames: true}, "log(typeof function f() {})", "log(typeof function(){});"},
		{"one that the function references", Options{AnyNames: true}, "log(typeof function f() { f })", "log(typeof function f(){});"},
		{"assignments of functions", Options{AnyNames: true}, "(function (x) { if (log(1)) x = () => 1; else x = () => 2; log(typeof x) })()",
			"(function(x){x=log(1)?()=>1:()=>2,log(typeof x)})();"},
		{"older engines", Options{Old: true}, "(function (a, b) { a || (a = b); try { log({ a: a }.a, 'a\\nb') } catch (e) {} })(0, 1)",
			`(function(a,b){a||(a=b);try{log({a:a}.a,"a\nb")}catch(e){}})(0,1);`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := short(t, tt.before, tt.o, parse.Script)
			if got != tt.after {
				t.Errorf("got  %s\nwant %s", got, tt.after)
			}
			if was, is := run(t, tt.before), run(t, got); was != is {
				t.Errorf("%s\nrecorded\n%s\nrecords\n%s", got, was, is)
			}
		})
	}
}

// TestBits checks combinations of bits. Those that may be bigints stay.
func TestBits(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{"none is set", "f((a & 6) === 0, (a ^ -1) == 0)", "f(!(a&6),!(a^-1))"},
		{"in a test", "if ((a & 6) !== 0) f()", "a&6&&f()"},
		{"may be bigints", "f((a & b) !== 0, (a | b) == 0, -a !== 0)", "f((a&b)!==0,(a|b)==0,-a!==0)"},
		{"bigints", "f((a & 2n) !== 0, (a & 2n) != 0)", "f((a&2n)!==0,(a&2n)!=0)"},
		{"compared with others", "f((a & 2) !== 1, (a & 2) === b, (a & 2) > 0)", "f((a&2)!=1,(a&2)===b,(a&2)>0)"},
		{"bits that are cleared", "f((a | 3) & 1, (a | 4) & -5, (a | 0.5) & 1, (a | b) & 3, (a | 1) & b)", "f((a|3)&1,(a|4)&-5,(a|.5)&1,(a|b)&3,(a|1)&b)"},
		{"bits that are set last", "f((a | 1) & 3, (a | -4) & -4, ((a | 1) & 3) & 7, (a | 0) & 1)", "f(a&3|1,a&-4|-4,a&3&7|1,a&1|0)"},
	} {
		t.Run(tt.name, func(t *testing.T) { example(t, tt.before, tt.after, Options{}) })
	}
}

// TestConstructors checks which constructors are called without new.
func TestConstructors(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{"without arguments", "throw new Error", "throw Error()"},
		{"a property", "f(new Error(a).message, new RangeError()?.name)", "f(Error(a).message,RangeError()?.name)"},
		{"a constructor that it has", "f(new (new Error(a)).constructor(b).message)", "f(new(Error(a).constructor)(b).message)"},
		{"arrays", "f(new Array(3).length, [new Array(a, b)])", "f(Array(3).length,[Array(a,b)])"},
		{"a spread", "f(new Array(...[a, b]))", "f(Array(...[a,b]))"},
		{"a variable with that name", "var Error = f; g(new Error(a), Error)", "var Error=f;g(new Error(a),Error)"},
		{"a name under a with", "with ({ Error: f }) g(new Error(a) === 0)", "with({Error:f})g(new Error(a)===0)"},
		{"another constructor", "f(new Date(0).getTime(), new RegExp(/b/).source, typeof new Map)", "f(new Date(0).getTime(),new RegExp(/b/).source,typeof new Map)"},
	} {
		t.Run(tt.name, func(t *testing.T) { example(t, tt.before, tt.after, Options{Builtins: true}) })
	}
	if got := short(t, "throw new Error(1)", Options{}, parse.Script); got != "throw new Error(1);" {
		t.Errorf("without the assumption: %s", got)
	}
}
