package print_test

import (
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

func read(t testing.TB, src string, typ parse.SourceType) *ast.Program {
	t.Helper()
	prog, ds := parse.Parse(src, parse.Options{Type: typ})
	if prog == nil {
		t.Fatalf("the reader refuses %q: %v", src, ds)
	}
	return prog
}

// table lists scripts with both printed forms, without the newline at the end
// of the readable one. An empty compact form is not checked.
var table = []struct{ src, readable, compact string }{
	// operators and gluing
	{"a - -b", "a - -b;", "a- -b;"},
	{"a + +b + ++c", "a + +b + ++c;", "a+ +b+ ++c;"},
	{"a - (-1)", "a - -1;", "a- -1;"},
	{"- -a; + +a; -+a; - --a; !(-a)", "- -a;\n+ +a;\n-+a;\n- --a;\n!-a;", "- -a;+ +a;-+a;- --a;!-a;"},
	{"a-- > b", "a-- > b;", "a-- >b;"},
	{"a < !--b", "a < !--b;", "a< !--b;"},
	{"a / /re/", "a / /re/;", "a/ /re/;"},
	{"a < /script>/", "a < /script>/;", "a< /script>/;"},
	{"/re/ in x; /re/g instanceof y", "/re/ in x;\n/re/g instanceof y;", "/re/ in x;/re/g instanceof y;"},
	{"typeof (a, b), typeof a, void 0, delete a.b", "typeof (a, b), typeof a, void 0, delete a.b;", "typeof(a,b),typeof a,void 0,delete a.b;"},
	{"(-1) ** 2; (-a) ** b; -(a ** b); (a ** b) ** c; a ** b ** c; ++a ** b", "(-1) ** 2;\n(-a) ** b;\n-(a ** b);\n(a ** b) ** c;\na ** b ** c;\n++a ** b;",
		"(-1)**2;(-a)**b;-(a**b);(a**b)**c;a**b**c;++a**b;"},
	{"(a ?? b) || c; a ?? (b || c); (a && b) ?? c; a ?? b ?? c; a ?? (b ?? c)", "(a ?? b) || c;\na ?? (b || c);\n(a && b) ?? c;\na ?? b ?? c;\na ?? (b ?? c);", "(a??b)||c;a??(b||c);(a&&b)??c;a??b??c;a??(b??c);"},
	{"a && b || c && (d || e)", "a && b || c && (d || e);", "a&&b||c&&(d||e);"},
	{"a - (b - c); (a - b) - c; a * (b + c)", "a - (b - c);\na - b - c;\na * (b + c);", "a-(b-c);a-b-c;a*(b+c);"},
	{"(a, b) ? (c, d) : (e, f); (a ? b : c) ? d : e ? f : g", "(a, b) ? (c, d) : (e, f);\n(a ? b : c) ? d : e ? f : g;", "(a,b)?(c,d):(e,f);(a?b:c)?d:e?f:g;"},
	{"a ? .5 : b", "a ? 0.5 : b;", "a? .5:b;"},
	{"a = b = c; (a = b) ? c : d; a ||= b, a **= 2", "a = b = c;\n(a = b) ? c : d;\na ||= b, a **= 2;", "a=b=c;(a=b)?c:d;a||=b,a**=2;"},
	{"a in b, a instanceof b", "a in b, a instanceof b;", "a in b,a instanceof b;"},

	{"1e999; (-1e400) ** 2; 1e999.x; x = { 1e999: 1 }", "1e999;\n(-1e999) ** 2;\n1e999.x;\nx = { 1e999: 1 };", "1e999;(-1e999)**2;1e999.x;x={1e999:1};"},

	// members, calls and new
	{"1..toString(); 1.5.x; 1 .y; 0x10.z; 1e21.a; (-1).b; 1?.c", "1..toString();\n1.5.x;\n1..y;\n16..z;\n1e21.a;\n(-1).b;\n1?.c;", "1..toString();1.5.x;1..y;16..z;1e21.a;(-1).b;1?.c;"},
	{"new (f())(); new (a.b().c)(); new a.b(); new a; new (a``)", "new (f())();\nnew (a.b().c)();\nnew a.b();\nnew a();\nnew a``();", "new(f());new(a.b().c);new a.b;new a;new a``;"},
	{"new (import('x')); new (new a); new (new a)(b); new a().b; (new a)()", "new (import(\"x\"))();\nnew new a()();\nnew new a()(b);\nnew a().b;\nnew a()();", "new(import(\"x\"));new new a();new new a()(b);new a().b;new a()();"},
	{"(a?.b).c; (a?.b)(); a?.b.c(); a?.[b]?.(c).d; delete a?.b; new (a?.b)", "(a?.b).c;\n(a?.b)();\na?.b.c();\na?.[b]?.(c).d;\ndelete a?.b;\nnew (a?.b)();", "(a?.b).c;(a?.b)();a?.b.c();a?.[b]?.(c).d;delete a?.b;new(a?.b);"},
	{"(a?.b)`x`; a`x`?.b; (a?.b)?.c", "(a?.b)`x`;\na`x`?.b;\n(a?.b)?.c;", "(a?.b)`x`;a`x`?.b;(a?.b)?.c;"},
	{"f(a, ...b, (c, d)); (0, eval)('x')", "f(a, ...b, (c, d));\n(0, eval)(\"x\");", "f(a,...b,(c,d));(0,eval)(\"x\");"},
	{"(a, b)[c, d]; (a + b).c; (a ? b : c)()", "(a, b)[c, d];\n(a + b).c;\n(a ? b : c)();", "(a,b)[c,d];(a+b).c;(a?b:c)();"},

	// the start of a statement
	{"(function(){})(); (function(){}).x; !function(){}()", "(function () {})();\n(function () {}).x;\n!(function () {})();", "(function(){})();(function(){}).x;!function(){}();"},
	{"({}).x; ({}) + 1; ({a} = b); ({a} = b), c; x = {}", "({}).x;\n({}) + 1;\n({ a } = b);\n({ a } = b), c;\nx = {};", "({}).x;({})+1;({a}=b);({a}=b),c;x={};"},
	{"(class{}); (class{}).x; (async function(){})", "(class {});\n(class {}).x;\n(async function () {});", "(class{});(class{}).x;(async function(){});"},
	{"(let)[0] = 1; a[let[0]]", "(let)[0] = 1;\na[let[0]];", "(let)[0]=1;a[let[0]];"},
	{"let = () => {}; (let) = class {}; for (let = () => {};;);", "let = () => {};\n(let) = class {};\nfor (let = () => {};;);", "let=()=>{};(let)=class{};for(let=()=>{};;);"},
	{"(async () => {})(); (() => {})(); (a => a) ? b : c", "(async () => {})();\n(() => {})();\n((a) => a) ? b : c;", "(async()=>{})();(()=>{})();(a=>a)?b:c;"},
	{"if (a) ; else ({}).x", "if (a);\nelse ({}).x;", "if(a);else({}).x;"},
	{"if (a) ; else (function(){}).x", "if (a);\nelse (function () {}).x;", "if(a);else(function(){}).x;"},

	// functions
	{"x = a => ({}); y = a => ({}).b; z = a => (b, c); w = () => ({b} = c)", "x = (a) => ({});\ny = (a) => ({}).b;\nz = (a) => (b, c);\nw = () => ({ b } = c);", "x=a=>({});y=a=>({}).b;z=a=>(b,c);w=()=>({b}=c);"},
	{"x = async a => await a; y = async () => {}", "x = async (a) => await a;\ny = async () => {};", "x=async a=>await a;y=async()=>{};"},
	{"function f(a, {b}, [c] = d, ...e) { return a }", "function f(a, { b }, [c] = d, ...e) {\n  return a;\n}", "function f(a,{b},[c]=d,...e){return a}"},
	{"async function* f() { await (a, b); (await a) ** 2; yield; yield* a; (yield a) + 1; a = yield b; await -a }", "async function* f() {\n  await (a, b);\n  (await a) ** 2;\n  yield;\n  yield* a;\n  (yield a) + 1;\n  a = yield b;\n  await -a;\n}",
		"async function*f(){await(a,b);(await a)**2;yield;yield*a;(yield a)+1;a=yield b;await-a}"},
	{"x = function* () {}; y = async function f() {}", "x = function* () {};\ny = async function f() {};", "x=function*(){};y=async function f(){};"},
	{"(f) = function () {}; (g) = g; [(h) = () => {}] = []; (k) ||= class {}; ({a: (b) = () => {}} = {})",
		"(f) = function () {};\ng = g;\n[(h) = () => {}] = [];\n(k) ||= class {};\n({ a: (b) = () => {} } = {});",
		"(f)=function(){};g=g;[(h)=()=>{}]=[];(k)||=class{};({a:(b)=()=>{}}={});"},

	// objects and patterns
	{"x = {a, b: c, 'd': 1, 2: 3, [e]: f}", "x = {\n  a,\n  b: c,\n  \"d\": 1,\n  2: 3,\n  [e]: f\n};", "x={a,b:c,\"d\":1,2:3,[e]:f};"},
	{"x = {a: (a)}; ({a: (a) = 1, b: (b) = () => {}} = x)", "x = { a: a };\n({ a: a = 1, b: (b) = () => {} } = x);", "x={a};({a=1,b:(b)=()=>{}}=x);"},
	{"x = {__proto__}; y = {__proto__: __proto__}; z = {a: a}", "x = { __proto__ };\ny = { __proto__: __proto__ };\nz = { a: a };", "x={__proto__};y={__proto__:__proto__};z={a};"},
	{"x = {get a() {}, set a(v) {}, async *b() {}, get() {}, async() {}}", "x = {\n  get a() {},\n  set a(v) {},\n  async *b() {},\n  get() {},\n  async() {}\n};", "x={get a(){},set a(v){},async*b(){},get(){},async(){}};"},
	{"x = {...a, get 'b'() {}, get [c]() {}}", "x = {\n  ...a,\n  get \"b\"() {},\n  get [c]() {}\n};", "x={...a,get\"b\"(){},get[c](){}};"},
	{"var {a, b: c = 1, d = 2, ...e} = f, [g, , h = 1, ...i] = j, [, ,] = k", "var { a, b: c = 1, d = 2, ...e } = f, [g, , h = 1, ...i] = j, [, ,] = k;", "var{a,b:c=1,d=2,...e}=f,[g,,h=1,...i]=j,[,,]=k;"},
	{"[a, ,]; [,]; []; [...a, b]", "[a, ,];\n[,];\n[];\n[...a, b];", "[a,,];[,];[];[...a,b];"},

	// classes
	{"class A extends (a, b) { static #x = 1; #y; [z] = (1, 2); 'q'; static { a; } constructor() { super(); } get b() {} static async *c() { #x in this } static a; get; static; set = 1 }",
		"class A extends (a, b) {\n  static #x = 1;\n  #y;\n  [z] = (1, 2);\n  \"q\";\n  static {\n    a;\n  }\n  constructor() {\n    super();\n  }\n  get b() {}\n  static async *c() {\n    #x in this;\n  }\n  static a;\n  get;\n  static;\n  set = 1;\n}",
		"class A extends(a,b){static#x=1;#y;[z]=(1,2);\"q\";static{a}constructor(){super()}get b(){}static async*c(){#x in this}static a;get;static;set=1}"},
	{"x = class extends a.b() {}; y = class extends (a ? b : c) {}; z = class B {}; w = class extends (x => y) {}", "x = class extends a.b() {};\ny = class extends (a ? b : c) {};\nz = class B {};\nw = class extends ((x) => y) {};", "x=class extends a.b(){};y=class extends(a?b:c){};z=class B{};w=class extends(x=>y){};"},

	// statements
	{"if (a) { if (b) c } else d", "if (a) {\n  if (b) c;\n} else d;", "if(a){if(b)c}else d;"},
	{"if (a) b; else if (c) d; else { e }", "if (a) b;\nelse if (c) d;\nelse {\n  e;\n}", "if(a)b;else if(c)d;else{e}"},
	{"if (a) function f() {} else function g() {}", "if (a) function f() {}\nelse function g() {}", "if(a)function f(){}else function g(){}"},
	{"if (a) for (;;) ;", "if (a)\n  for (;;);", "if(a)for(;;);"},
	{"do x; while (y)\ndo { x } while (y) z", "do x;\nwhile (y);\ndo {\n  x;\n} while (y);\nz;", "do x;while(y);do{x}while(y);z;"},
	{"a: for (;;) { continue a } b: { break b }", "a: for (;;) {\n  continue a;\n}\nb: {\n  break b;\n}", "a:for(;;){continue a}b:{break b}"},
	{"switch (a) { case 1: case 2: b; break; case (c, d): {} default: e }", "switch (a) {\n  case 1:\n  case 2:\n    b;\n    break;\n  case c, d: {}\n  default:\n    e;\n}", "switch(a){case 1:case 2:b;break;case c,d:{}default:e}"},
	{"try { a } catch { b } try {} catch ({c}) {} finally { d }", "try {\n  a;\n} catch {\n  b;\n}\ntry {} catch ({ c }) {} finally {\n  d;\n}", "try{a}catch{b}try{}catch({c}){}finally{d}"},
	{"with (a) b; while (a) ; debugger; throw a, b; ;", "with (a) b;\nwhile (a);\ndebugger;\nthrow a, b;\n;", "with(a)b;while(a);debugger;throw a,b;;"},
	{"{ let a; const b = 1 } function f() { return }", "{\n  let a;\n  const b = 1;\n}\nfunction f() {\n  return;\n}", "{let a;const b=1}function f(){return}"},
	{"for (var a = 1, b; a < 2; a++) c", "for (var a = 1, b; a < 2; a++) c;", "for(var a=1,b;a<2;a++)c;"},
	{"for (var a = (b in c), d = () => (b in c), e = [b in c]; ;) ;", "for (var a = (b in c), d = () => (b in c), e = [b in c];;);", "for(var a=(b in c),d=()=>(b in c),e=[b in c];;);"},
	{"for (x = a ? (b in c) : (d in e); f in g;) ;", "for (x = a ? b in c : (d in e); f in g;);", "for(x=a?b in c:(d in e);f in g;);"},
	{"for (var i = (1 in []) in x); for (var i = 0 in x);", "for (var i = (1 in []) in x);\nfor (var i = 0 in x);", "for(var i=(1 in[])in x);for(var i=0 in x);"},
	{"for (const [a] of b) d; for (a.b of c); for (a in b, c);", "for (const [a] of b) d;\nfor (a.b of c);\nfor (a in b, c);", "for(const[a]of b)d;for(a.b of c);for(a in b,c);"},
	{"for ((async) of x); for ((let) of x); for (let in x); for ((let);;); for (async of => {};;);", "for ((async) of x);\nfor ((let) of x);\nfor ((let) in x);\nfor ((let);;);\nfor (async (of) => {};;);", "for((async)of x);for((let)of x);for((let)in x);for((let);;);for(async of=>{};;);"},
	{"async () => { for await (async of x); for await (const a of b); }", "async () => {\n  for await (async of x);\n  for await (const a of b);\n};", "async()=>{for await(async of x);for await(const a of b);};"},

	// directives
	{"'use strict'; ('a'); 'b'", "\"use strict\";\n(\"a\");\n\"b\";", "\"use strict\";(\"a\");\"b\";"},
	{"('use strict'); f()", "(\"use strict\");\nf();", "(\"use strict\");f();"},
	{"function f() { 'use\\x20strict'; '\"'; ('c') }", "function f() {\n  \"use\\x20strict\";\n  '\"';\n  (\"c\");\n}", "function f(){\"use\\x20strict\";'\"';(\"c\")}"},

	// literals
	{`x = ['a"b', "a'b", "'\"", "\n\t\\\v\b\f\r", "\0", "\x001", "\u2028\uD800\uFEFF", "</script>", "é😀", "\x7f\x1b"]`,
		`x = ['a"b', "a'b", "'\"", "\n\t\\\v\b\f\r", "\0", "\x001", "\u2028\uD800\uFEFF", "<\/script>", "é😀", "\x7F\x1B"];`,
		`x=['a"b',"a'b","'\"","\n\t\\\v\b\f\r","\0","\x001","\u2028\uD800\uFEFF","<\/script>","é😀","\x7F\x1B"];`},
	{`x = "\01\8"`, `x = "\x018";`, `x="\x018";`},
	{"x = [0, 1e21, 1e20, 1e3, 123456789012345680000, 1e-7, 1.5e-7, 0.000001, 0.5, 1234.5, 0xff, 1e300]",
		"x = [0, 1e21, 100000000000000000000, 1000, 123456789012345680000, 1e-7, 1.5e-7, 0.000001, 0.5, 1234.5, 255, 1e300];",
		"x=[0,1e21,1e20,1e3,12345678901234568e4,1e-7,15e-8,1e-6,.5,1234.5,255,1e300];"},
	{"x = [1n, /a[/]b/gi, null, true, false, this, `a${b}c\\n${`d`}`, a`\\u`]", "x = [1n, /a[/]b/gi, null, true, false, this, `a${b}c\\n${`d`}`, a`\\u`];", "x=[1n,/a[/]b/gi,null,true,false,this,`a${b}c\\n${`d`}`,a`\\u`];"},
	{"#!/usr/bin/env x\na", "#!/usr/bin/env x\na;", ""},
	{"/*! keep */ a; /* drop */ function f() { // @license x\n b }", "/*! keep */\na;\nfunction f() {\n  // @license x\n  b;\n}", "/*! keep */\na;function f(){// @license x\nb}"},
}

var moduleTable = []struct{ src, readable, compact string }{
	{"import 'a'; import {} from 'a'; import b from 'a'; import * as c from 'a'; import d, * as e from 'a'; import f, {g, h as i, 'j k' as k, default as l} from 'a'",
		"import \"a\";\nimport {} from \"a\";\nimport b from \"a\";\nimport * as c from \"a\";\nimport d, * as e from \"a\";\nimport f, { g, h as i, \"j k\" as k, default as l } from \"a\";",
		"import\"a\";import{}from\"a\";import b from\"a\";import*as c from\"a\";import d,*as e from\"a\";import f,{g,h as i,\"j k\"as k,default as l}from\"a\";"},
	{"import a from 'b' with {type: 'json', 'x': 'y'}; import 'c'", "import a from \"b\" with { type: \"json\", \"x\": \"y\" };\nimport \"c\";", "import a from\"b\"with{type:\"json\",\"x\":\"y\"};import\"c\";"},
	{"var a, b; export {}; export {a, b as c, a as default, b as 'd e'}; export {x, default as y, 'z' as w, 'v'} from 'm'", "var a, b;\nexport {};\nexport { a, b as c, a as default, b as \"d e\" };\nexport { x, default as y, \"z\" as w, \"v\" } from \"m\";", "var a,b;export{};export{a,b as c,a as default,b as\"d e\"};export{x,default as y,\"z\"as w,\"v\"}from\"m\";"},
	{"export * from 'a'; export * as b from 'c'; export * as 'd' from 'e' with {type: 'x'}", "export * from \"a\";\nexport * as b from \"c\";\nexport * as \"d\" from \"e\" with { type: \"x\" };", "export*from\"a\";export*as b from\"c\";export*as\"d\"from\"e\"with{type:\"x\"};"},
	{"export var a = 1; export function f() {} export class C {} export const {b} = a;", "export var a = 1;\nexport function f() {}\nexport class C {}\nexport const { b } = a;", "export var a=1;export function f(){}export class C{}export const{b}=a;"},
	{"export default (function(){})", "export default (function () {});", "export default(function(){});"},
	{"export default (function(){})()", "export default (function () {})();", "export default(function(){})();"},
	{"export default function(){}", "export default function () {}", "export default function(){}"},
	{"export default async function* f(){}", "export default async function* f() {}", "export default async function*f(){}"},
	{"export default class {}", "export default class {}", "export default class{}"},
	{"export default (class {}).x", "export default (class {}).x;", "export default(class{}).x;"},
	{"export default (a, b)", "export default (a, b);", "export default(a,b);"},
	{"export default {}", "export default {};", "export default{};"},
	{"export default async () => {}", "export default async () => {};", "export default async()=>{};"},
	{"await a; import.meta.url; import('a', {with: {}})", "await a;\nimport.meta.url;\nimport(\"a\", { with: {} });", "await a;import.meta.url;import(\"a\",{with:{}});"},
}

func TestTable(t *testing.T) {
	for _, c := range table {
		checkForms(t, c.src, c.readable, c.compact, parse.Script)
	}
	for _, c := range moduleTable {
		checkForms(t, c.src, c.readable, c.compact, parse.Module)
	}
}

func checkForms(t *testing.T, src, readable, compact string, typ parse.SourceType) {
	t.Helper()
	prog, ds := parse.Parse(src, parse.Options{Type: typ})
	if prog == nil {
		t.Errorf("the reader refuses %q: %v", src, ds)
		return
	}
	if got := print.Program(prog, print.Options{}).Code; got != readable+"\n" {
		t.Errorf("%s\nprints\n%s\nwant\n%s", src, got, readable)
	}
	if compact == "" {
		return
	}
	if got := print.Program(prog, print.Options{Compact: true}).Code; got != compact {
		t.Errorf("%s\nprints compact\n%s\nwant\n%s", src, got, compact)
	}
}
