package parse

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// validSources has every syntax family at least once; TestEarlyErrors has their
// limits.
var validSources = []struct {
	name string
	typ  SourceType
	src  string
}{
	{"empty", Script, ""},
	{"byte order mark and hashbang", Script, "\uFEFF#!/usr/bin/env node\nx"},
	{"HTML-like comments", Script, "<!-- a\nx\n--> b\n/* */ --> c"},
	{"line terminators", Script, "a\rb\r\nc\u2028d\u2029e // f\u2028g"},
	{"white space", Script, "a\t\v\f\u00A0\uFEFF\u2003=1"},
	{"Unicode names", Script, "var ünï, 𠮷, a\u200Cb, ℘, \u1c89"},
	{"escaped names", Script, `var \u0061b, c\u{64}; x.\u0069f; l\u0065t
a`},
	{"numbers", Script, "0; 1.; .5; 1e3; 1_000.5_0e1_0; 0x1F; 0o17; 0b11; 017; 089.5; 1n; 0xFFn; 0b1n; 1..a; 017.a"},
	{"strings", Script, `'a\n\x41\u0041\u{1F600}\
\0\12\8'; "` + "\u2028" + `"`},
	{"regular expressions", Script, `/a/; /[/]/g; /\//y; a = /=/; /(?<y>\d)\k<y>/u; /(?i-m:a)/; /(?<=a)b/; /[\p{L}--[a-z]]/v; /a{/; /\c/; /(?<a>x)|(?<a>y)/; /(?:(?<a>x)|(?:(?<b>y)|(?<a>z)))(?<c>)/; /(?:(?:(?<a>x)|(?<b>y))|(?:(?<b>z)|w(?<a>v)))/`},
	{"division", Script, "a / b / c; a++ / 2; (a) / 2; a[0] / 2; x = {} / 2"},
	{"templates", Script, "`a${b}c${`d${e}`}f`; t`\\u{`; a.b`c``d`; `\r\n`; `${{a: 1}.a}`"},
	{"directives", Script, `"use strict"; 'a'; function f() { "use strict" }`},
	{"no directive", Script, "('use strict'); 010; function f() { 'use strict' + 1; with (a) ; }"},
	{"semicolon insertion", Script, "a\nb\n++c\nvar d\ndo ; while (0) e\nif (f) g; else h\nfunction i() { return\n1 }\nx => {}\n(1)"},
	{"sloppy names", Script, "let = 1; yield = 2; async = 3; of = 4; await = 5; static = 6; get = set; using = 7; eval = arguments"},
	{"let as a name", Script, "let\n= 1; if (a) let\n{}; for (let in {}) ; for (let = 0; ;) break; let (1); var let"},
	{"operators", Script, "a = b += c ? d || e && f : g ?? h; a ** b ** c; (-a) ** b; a ??= b; a ||= c; typeof void !~-+a; delete a.b; a in b instanceof c; a >>> b << c"},
	{"optional chains", Script, "a?.b.c(d)[e]?.(f)?.[g]; a?.5:1; delete a?.b; (a?.b).c"},
	{"new", Script, "new a; new a.b(c); new new a()(); new (a())(); new a`b`; function f() { new.target; new new.target }"},
	{"calls", Script, "f(a, ...b, c,); f()(); f``(); import(a); import(a, b,); import.source(a); import.defer(a)"},
	{"arrays and objects", Script, "[, a, , ...b, ,]; ({a, b: c, [d]: e, 'f': 1, 2: 3, 4n: 5, g() {}, get h() {}, set h(v) {}, async i() {}, *j() {}, async *k() {}, ...l, get: 1, set, async, async: 1, get() {}, await: 1, if: 2, __proto__: a, __proto__})"},
	{"functions", Script, "function f(a, b = 1, {c, d: [e]}, ...[g]) {} (function g() {}); async function h() { await 1; for await (a of b) ; } function* i() { yield; yield* a; yield\n1 } async function* j() {}"},
	{"arrow functions", Script, "a => a; () => {}; (a, b = 1, {c}, ...d) => ({}); async a => a; async (a, [b]) => { await b }; async () => {}; async (a); async => 1; (a, b,) => 1; ((a) => b)(); x ? (y) => z : w"},
	{"assignment patterns", Script, "[a, b.c, [d], ...e[0]] = f; ({a, b: c.d, e = 1, [f]: [g = 2], ...h} = i); [(a), (b.c)] = d; ({a: (b)} = c); [a = 1] = [b] = c; for ([a, {b = 1}] of c) ; for ({a = 1} in b) ;"},
	{"binding patterns", Script, "var {a, b: c, [d]: e = 1, ...f} = g, [h, , i = 2, ...[j]] = k; let [l] = m; const {n} = o; try {} catch ({p}) {} try {} catch {}"},
	{"classes", Script, "class A extends B { constructor() { super(); super.x } static a() {} get b() {} set b(v) {} static async *c() {} 'd'() {} [e]() {} static { this; var a } f = 1; static g; #h = () => this.#h; static #i() {} get #j() {} set #j(v) {} k\nl; static; get; set;\nasync\nstatic static; get\n*m() {} }"},
	{"private names", Script, "class A { #a; b(o) { return #a in o && o.#a?.b + o?.#a } static c = class { d(o) { o.#a } } }"},
	{"statements", Script, "if (a) b; else c; for (;;) break; for (var i = 0, j; i < j; i++) continue; while (a) ; do a; while (b); switch (a) { case 1: default: b } throw a"},
	{"labels", Script, "class A { static { arguments: for (;;) break arguments } } a: b: for (;;) { continue a; break b } c: { break c } d: function e() {} yield: 1"},
	{"for-in and for-of", Script, "for (a in b) ; for (var c in d, e) ; for (let [f] of g) ; for (const h of i) ; for (j.k of l) ; for (var m = 1 in n) ; for (async of => 1; ;) break; for (let of of p) ;"},
	{"with", Script, "with (a) b"},
	{"functions in if", Script, "if (a) function f() {} else function g() {}"},
	{"call as a target", Script, "f() = 1; f() += 1; f()++; for (f() in a) ;"},
	{"using", Script, "{ using a = b, c = d; } async function f() { await using e = g; for (using h of i) ; for (await using j of k) ; } using\nx; for (using of of) ; for (using of = a; ;) break"},
	{"generators", Script, "function* g() { var a = yield; (yield); [yield, yield b]; f(yield, yield* c) }"},
	{"module", Module, "import a, {b as c, default as d, 'e' as f} from 'g'; import * as h from 'i'; import 'j' with {type: 'json'}; export {a, c as 'k'}; export * from 'l'; export * as m from 'n'; export default class {} export const o = 1, [p] = q; export function r() {} export async function s() {}"},
	{"import phases", Module, "import source a from 'b'; import defer * as c from 'd'; import source from 'e'; import defer from 'f'; import source from from 'g'"},
	{"top-level await", Module, "await a; for await (b of c) ; await using d = e; import.meta.url; x = async () => await y"},
	{"export default expressions", Module, "export default (1, 2)"},
	{"comments at the end", Script, "a /* b */ // c"},
}

func TestReadsEverySyntax(t *testing.T) {
	for _, tt := range validSources {
		t.Run(tt.name, func(t *testing.T) {
			p, ds := Parse(tt.src, Options{Type: tt.typ})
			if p == nil || len(ds) > 0 {
				t.Fatalf("%s\n%s", tt.src, Format(ds))
			}
		})
	}
}

func TestAutoTypeGoesByContent(t *testing.T) {
	for _, tt := range []struct {
		path, src string
		want      ast.SourceType
	}{
		{"a.js", "a", ast.Script},
		{"a.js", "import('a')", ast.Script},
		{"a.js", "import 'a'", ast.Module},
		{"a.js", "let x = 010 - 1; await (x)", ast.Script},
		{"a.js", "with (a) b", ast.Script},
		{"a.js", "export {}", ast.Module},
		{"a.js", "f(import.meta.url)", ast.Module},
		{"a.js", "await a", ast.Module},
		{"a.js", "for await (a of b) ;", ast.Module},
		{"a.js", "await using a = b", ast.Module},
		{"a.js", "await(a)", ast.Script},
		{"a.mjs", "a", ast.Module},
		{"a.cjs", "a", ast.Script},
		{"a.mts", "a", ast.Module},
		{"a.cts", "a", ast.Script},
	} {
		p, ds := Parse(tt.src, Options{Path: tt.path})
		if p == nil {
			t.Errorf("%s: %v", tt.src, ds)
		} else if p.Type != tt.want {
			t.Errorf("%s: %s has type %d, want %d", tt.path, tt.src, p.Type, tt.want)
		}
	}
	if _, ds := Parse("await a; with (b) c", Options{}); len(ds) == 0 || ds[0].Col != 9 {
		t.Errorf("an invalid source is not reported for the goal symbol that gets further: %v", ds)
	}
	if _, ds := Parse("await = 1; var var", Options{}); len(ds) == 0 || ds[0].Col != 15 {
		t.Errorf("an invalid source is not reported for the goal symbol that gets further: %v", ds)
	}
}

func TestValuesAreExact(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`"\uD83D\uDE00"`, "\U0001F600"},
		{`"\uD83D" `, "\xED\xA0\xBD"},
		{`"\u{D83D}\u{DE00}"`, "\U0001F600"},
		{`"\101\08\x41\
b"`, "A\x008Ab"},
		{`"a\u2028\` + "\u2028" + `b"`, "a\u2028b"},
	} {
		p, ds := Parse("("+tt.src+")", Options{})
		if p == nil {
			t.Errorf("%s: %v", tt.src, ds)
			continue
		}
		if got := p.Body[0].(*ast.ExprStmt).X.(*ast.String).Value; got != tt.want {
			t.Errorf("%s is %q, want %q", tt.src, got, tt.want)
		}
	}
	for _, tt := range []struct {
		src  string
		want float64
	}{
		{"0x20000000000001", 9007199254740992}, {"0x20000000000003", 9007199254740996}, {"1e400 ", 0}, {"017", 15}, {"019", 19},
		{"0.1e-1", 0.01}, {"1_0.5_0", 10.5}, {"9007199254740993", 9007199254740992}, {"5e-324", 5e-324},
		{"0b1111111111111111111111111111111111111111111111111111111111111111111", 147573952589676412928},
	} {
		p, ds := Parse(tt.src, Options{})
		if p == nil {
			t.Errorf("%s: %v", tt.src, ds)
			continue
		}
		got := p.Body[0].(*ast.ExprStmt).X.(*ast.Number).Value
		if tt.want == 0 && got <= 1e308 || tt.want != 0 && got != tt.want {
			t.Errorf("%s is %v, want %v", tt.src, got, tt.want)
		}
	}
	p, _ := Parse("0xFFFFFFFFFFFFFFFFFFn; 1_0n", Options{})
	for i, want := range []string{"4722366482869645213695", "10"} {
		if got := p.Body[i].(*ast.ExprStmt).X.(*ast.BigInt).Value; got != want {
			t.Errorf("bigint %s, want %s", got, want)
		}
	}
}

func TestSpansAndComments(t *testing.T) {
	src := "// one\n/* two */ f( /* three */ (a + b) * c ) // four\n"
	p, ds := Parse(src, Options{})
	if p == nil {
		t.Fatal(ds)
	}
	text := func(s ast.Span) string { return src[s.Start:s.End] }
	call := p.Body[0].(*ast.ExprStmt).X.(*ast.Call)
	mul := call.Args[0].(*ast.Binary)
	sum := mul.L.(*ast.Binary)
	if got := text(mul.Span); got != "(a + b) * c" {
		t.Errorf("product: %q", got)
	}
	if got := text(sum.Span); got != "a + b" || !sum.Paren {
		t.Errorf("sum: %q, parentheses %v", got, sum.Paren)
	}
	var got []string
	for _, c := range p.Comments {
		s := text(c.Span)
		if c.NewlineBefore {
			s = "^" + s
		}
		if c.Block {
			s += "#"
		}
		got = append(got, s)
	}
	if s := strings.Join(got, "|"); s != "^// one|^/* two */#|/* three */#|// four" {
		t.Errorf("comments: %s", s)
	}
}

func TestInvalidUTF8PassesWhereItIsNoSyntax(t *testing.T) {
	p, ds := Parse("// \xFF\n/* \xFF */'\xFF\xFE'; `\xE2\x82`; /\xFF/", Options{})
	if p == nil {
		t.Fatal(ds)
	}
	if len(ds) != 4 {
		t.Errorf("want one warning of each kind, got %v", ds)
	}
	if got := p.Body[0].(*ast.ExprStmt).X.(*ast.String).Value; got != "\uFFFD\uFFFD" {
		t.Errorf("string is %q", got)
	}
	if got := p.Body[1].(*ast.ExprStmt).X.(*ast.Template).Quasis[0]; got.Cooked != "\uFFFD" || got.Raw != "\uFFFD" {
		t.Errorf("template is %q, %q", got.Cooked, got.Raw)
	}
	for _, src := range []string{"a\xFF", "\xFF", "a\x00b"} {
		if p, _ := Parse(src, Options{}); p != nil {
			t.Errorf("%q is accepted", src)
		}
	}
}

func TestDirectiveIsAnUnparenthesizedString(t *testing.T) {
	p, _ := Parse("'a\\n'; \"use strict\"; ('b'); 'c'", Options{})
	if got := strings.Join(p.Directives, ","); got != `a\n,use strict` || !p.Strict {
		t.Errorf("directives %s, strict %v", got, p.Strict)
	}
	for i, want := range []bool{true, true, false, false} {
		if got := p.Body[i].(*ast.ExprStmt).Directive; got != want {
			t.Errorf("statement %d: directive %v", i, got)
		}
	}
}

func TestOptionalChainExtent(t *testing.T) {
	p, _ := Parse("(a?.b.c).d(1)", Options{})
	call := p.Body[0].(*ast.ExprStmt).X.(*ast.Call)
	chain, ok := call.Callee.(*ast.Member).Obj.(*ast.Chain)
	if !ok || !chain.Paren {
		t.Fatalf("%#v", call.Callee)
	}
	if m := chain.X.(*ast.Member); m.Name != "c" || m.Optional || !m.Obj.(*ast.Member).Optional {
		t.Errorf("%#v", m)
	}
}

func TestFormatShowsTheLine(t *testing.T) {
	_, ds := Parse("let a = 1;\nlet b = )\n", Options{Path: "x.js"})
	if len(ds) != 1 || ds[0].String() != `x.js:2:9: error: unexpected ")"` {
		t.Fatalf("%v", ds)
	}
	word := ast.Span{Start: 10, End: 13}
	tests := []struct {
		name, want string
		d          Diagnostic
	}{
		{"of the reader", "x.js:2:9: error: unexpected \")\"\n    2 | let b = )\n      |         ^\n", ds[0]},
		{"with a hint", "x: warning: odd\n  do this\n  or that\n", Diagnostic{Path: "x", Severity: Warning, Text: "odd", Hint: "do this\nor that"}},
		{"a word after a tab and wide letters", "x:1:5: error: e\n    1 |  é abc\n      |    ^~~\n",
			Diagnostic{Path: "x", Line: 1, Col: 4, LineText: "\té abc", Span: word, Text: "e"}},
		{"in a long line", "x:9:1001: error: e\n    9 | " + strings.Repeat("a", 40) + "bcd" + strings.Repeat("a", 37) +
			"\n      | " + strings.Repeat(" ", 40) + "^~~\n",
			Diagnostic{Path: "x", Line: 9, Col: 1000, LineText: strings.Repeat("a", 1000) + "bcd" + strings.Repeat("a", 1000), Span: word, Text: "e"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Format([]Diagnostic{tt.d}); got != tt.want {
				t.Errorf("\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestSeveralErrorsAreReported(t *testing.T) {
	src := "'use strict'; 010;\ndelete a;\neval = 1;\nbreak;\n"
	_, ds := Parse(src, Options{})
	if len(ds) != 4 || ds[3].Line != 4 {
		t.Errorf("%v", ds)
	}
	_, ds = Parse(src, Options{MaxErrors: 2})
	if len(ds) != 2 {
		t.Errorf("%v", ds)
	}
}
