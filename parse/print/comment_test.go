package print_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// places are programs with a comment (%) in each place where one matters.
var places = []string{
	"% f(); g()", "%\nf();\n% g();\n%", "f(); % new G(); % new H", "x = % f(); y = % new G",
	"var x = % f(), y = % (function () {})(), z = % function () {}", "let a = % (() => {})(), b = % (c) => c, d = % async (e) => e",
	"% function f() {}", "% async function f() {}", "% class A {}", "x = 1; % const f = function () {}", "% let f = () => {}, g = (h) => h",
	"% export function f() {}", "export % function f() {}", "export % async function f() {}", "% export default function f() {}",
	"export default % function () {}", "export default % f()", "export default % (() => {})", "% export default class {}",
	"% export const f = () => {}", "export const f = % () => {}, g = % (h) => h", "% export {}; % export * from 'a'; % import 'b'",
	"f(% (function () {})()); f(% (() => {})(), a); (% (function () {})()); x = (% (a()))()", "f(% (a())); f(% (a), b)",
	"f(% g(), % new H(), % x, % (y) => y, ...% z())", "function f() { return % g() }", "function f() { return % g().h() }", "() => % f()", "() => % ({})",
	"function* g() { yield % f(); throw % new E() }", "async () => { await % f(); x = % await g() }",
	"x = { % a: % f(), % b() {}, [% c()]: % d(), ...% e(), f: % function () {} }", "class A extends % b() { % m() {} static x = % f(); static { % g() } }",
	"x = [% f(), % new G()]", "x = a ? % f() : % g() ? % h() : i", "x = a || % f() || % g()", "x = % f() + % g() + h", "x = y = % f()",
	"x = % a.b.c()", "x = (% a()).b()", "x = (% a().b)()", "x = % (a, b)()", "x = % (a(), b())", "x = (% (a())).b", "x = % (a() + b) * c", "x = (% a() + b) * c",
	"x = % ((a()) + b)", "x = (% a?.b()).c", "x = % a?.()", "x = a(% (b) + c)", "x = a% ((b()))", "x = % a()`t`", "x = `${% f()}`", "x = (% f() ? a : b) ? c : d", "x = a ? b : % (f() ? c : d)",
	"x = % ((a) => a)()", "x = (% a, b)", "x = new (% a())()", "x = new % (a())()", "x = (% y = f())", "x = a = % (y = f())", "x = 1 / % f() / % /re/.test(y)", "x = % !f()",
	"import(% 'x')", "if (% f()) { % g() } else % h()", "if (a) { % }", "switch (% f()) { % case % 1: % g() }", "for (% f(); % g(); % h()) ;", "for (x of % f()) ;",
	"'use strict'; % f()", "% 'use strict'; f()", "function f() { % 'use strict'; % g() }", "#!/bin/x\n% f()", "label: % f()", "% ({}).x; % (function () {})()", "x = a => % (b, c)",
	"f() %; g() %\n", "x = {}\n% f()", "(% a) => 1; (% [a], % b = % c()) => 1; async (% a) => 1", "[% a, % b = % c()] = d; (% a) = function () {}",
}

// annotated returns esbuild's readable form, with annotations but without white
// space, which comments change. src must have no other comments.
func annotated(t *testing.T, src string) string {
	t.Helper()
	r := api.Transform(src, api.TransformOptions{Target: api.ESNext, LegalComments: api.LegalCommentsNone, LogLevel: api.LogLevelSilent})
	if len(r.Errors) > 0 {
		t.Fatalf("esbuild refuses %s: %s", src, r.Errors[0].Text)
	}
	return strings.Join(strings.Fields(string(r.Code)), "")
}

// printedTwice prints src, and then the result, which must not change.
func printedTwice(t *testing.T, src string, style print.Options) string {
	t.Helper()
	style.Source = src
	prog := read(t, src, parse.Auto)
	code := print.Program(prog, style).Code
	style.Source = code
	again, ds := parse.Parse(code, parse.Options{})
	if again == nil {
		t.Fatalf("%s\n%v\n%s", src, ds[0], code)
	}
	if !ast.Equal(prog, again) {
		t.Errorf("the tree of %s has changed: %s", src, code)
	}
	if second := print.Program(again, style).Code; second != code {
		t.Errorf("%s: printing again changes: %s", src, firstDiff(code, second))
	}
	return code
}

var commentStyles = []print.Options{{}, {Compact: true}}

func TestAnnotationsStayWhereTheyWere(t *testing.T) {
	for _, comment := range []string{"/* @__PURE__ */", "/*#__PURE__*/", "/*\n * @__PURE__\n */", "// #__PURE__\n", "/* @__NO_SIDE_EFFECTS__ */", "/*#__NO_SIDE_EFFECTS__*/", "/* @__PURE__ *//* @__NO_SIDE_EFFECTS__ */"} {
		kept := 0
		for _, place := range places {
			src := strings.ReplaceAll(place, "%", comment)
			if strings.Contains(comment, "\n") && len(place) > 0 && newlineMatters(place) {
				continue
			}
			want := annotated(t, src)
			kept += strings.Count(want, "__")
			for _, style := range commentStyles {
				code := printedTwice(t, src, style)
				if got := annotated(t, code); got != want {
					t.Errorf("%s\nprints\n%s\n%s", src, code, firstDiff(want, got))
				}
			}
		}
		if kept == 0 {
			t.Errorf("%s: esbuild keeps none", comment)
		}
	}
}

// newlineMatters reports whether a line break instead of % changes a place.
func newlineMatters(place string) bool {
	return strings.Contains(place, "return %") || strings.Contains(place, "throw %") || strings.Contains(place, "yield %") || strings.Contains(place, "a% (")
}

// TestAnnotationsEverywhere puts an annotation before every node of the tables'
// programs in turn: esbuild must attach it to the same call before and after
// printing.
func TestAnnotationsEverywhere(t *testing.T) {
	n := 0
	for _, c := range table {
		for _, at := range tier.Some(nodeStarts(read(t, c.src, parse.Script)), 3) {
			for _, comment := range []string{"/* @__PURE__ */", "/* @__NO_SIDE_EFFECTS__ */"} {
				src := c.src[:at] + comment + c.src[at:]
				prog, _ := parse.Parse(src, parse.Options{Type: parse.Script})
				r := api.Transform(src, api.TransformOptions{Target: api.ESNext, LogLevel: api.LogLevelSilent, LegalComments: api.LegalCommentsNone})
				if prog == nil || len(r.Errors) > 0 || strings.Contains(strings.Replace(src, comment, "", 1), "/*") {
					continue
				}
				n++
				want := annotated(t, src)
				for _, style := range []print.Options{{Source: src}, {Source: src, Compact: true}} {
					code := print.Program(prog, style).Code
					if got := annotated(t, code); got != want && !radixBigInt.MatchString(src) {
						t.Errorf("%s\nprints\n%s\n%s", src, code, firstDiff(want, got))
					}
				}
			}
		}
	}
	t.Logf("%d programs", n)
	if n < tier.Share(300, 1000) {
		t.Errorf("only %d programs", n)
	}
}

func nodeStarts(prog *ast.Program) (list []int32) {
	ast.Walk(prog, func(n ast.Node) bool {
		if at := n.Pos(); !at.IsZero() {
			list = append(list, at.Start)
			if at.Paren {
				list = append(list, int32(strings.LastIndexByte(prog.Source[:at.Start], '(')))
			}
		}
		return true
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// TestLegalCommentsAreKept requires every legal comment once, wherever it is:
// esbuild keeps those between statements, and in its readable style some
// others.
func TestLegalCommentsAreKept(t *testing.T) {
	for _, comment := range []string{"/*! legal */", "/* @license MIT */", "/**\n * @preserve me\n */", "//! legal\n", "// @license MIT\n", "/*! @__PURE__ */"} {
		for _, place := range places {
			if strings.Contains(comment, "\n") && newlineMatters(place) {
				continue
			}
			src := strings.ReplaceAll(place, "%", comment)
			for _, style := range commentStyles {
				code := printedTwice(t, src, style)
				text := strings.TrimSpace(comment)
				want, got := strings.Count(place, "%"), strings.Count(code, text)
				if got != want {
					t.Errorf("%s\nprints %d of %d comments\n%s", src, got, want, code)
				}
				for _, minify := range []bool{false, true} {
					r := api.Transform(src, api.TransformOptions{Target: api.ESNext, LegalComments: api.LegalCommentsInline, MinifyWhitespace: minify})
					if esbuilds := strings.Count(string(r.Code), text); esbuilds > got {
						t.Errorf("%s\nesbuild keeps %d comments, not %d:\n%s", src, esbuilds, got, code)
					}
				}
			}
		}
	}
}

func TestLegalCommentsKeepTheirOrder(t *testing.T) {
	src := "/*! 1 */ f(/*! 2 */ a, function () { /*! 3 */ b; return /*! 4 */ c });\n<!-- @license 5\nx\n--> @license 6\n/*! 7 */"
	for _, style := range commentStyles {
		code := printedTwice(t, src, style)
		at := 0
		for _, c := range []string{"/*! 1 */", "/*! 2 */", "/*! 3 */", "/*! 4 */", "// @license 5", "// @license 6", "/*! 7 */"} {
			i := strings.Index(code[at:], c)
			if i < 0 {
				t.Errorf("%s is not there or too early:\n%s", c, code)
				continue
			}
			at += i
		}
	}
}

func TestOrdinaryCommentsAreLeftOut(t *testing.T) {
	src := "// a\nf(/* b */ x) /* c */; /* PURE */ g(); /* @__PURE__x */ h(); /* __PURE__ */ i()"
	if got := print.Program(read(t, src, parse.Script), print.Options{}).Code; got != "f(x);\ng();\nh();\ni();\n" {
		t.Errorf("got %s", got)
	}
}

// TestManyAnnotations must take time that is linear in the input.
func TestManyAnnotations(t *testing.T) {
	const n = 100_000
	for _, src := range []string{strings.Repeat("/*@__PURE__*/", n) + "f()", strings.Repeat("/*@__PURE__*/(", 1000) + "f()" + strings.Repeat(")", 1000),
		strings.Repeat("/* */", n) + "/*@__PURE__*/ (f)()", strings.Repeat("/*@__PURE__*/f(", 1000) + strings.Repeat(")", 1000)} {
		printedTwice(t, src, print.Options{})
	}
}
