package mangle_test

import (
	"bytes"
	"compress/flate"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/mangle"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

func read(t *testing.T, src string, o parse.Options) *ast.Program {
	t.Helper()
	o.Path = "a.js"
	p, ds := parse.Parse(src, o)
	if p == nil {
		t.Fatalf("%s: %v", src, ds)
	}
	return p
}

// shorten prints src with mangled names and checks that it means the same.
func shorten(t *testing.T, src string, read1 parse.Options, o mangle.Options) string {
	t.Helper()
	p := read(t, src, read1)
	mangle.Names(p, o)
	code := print.Program(p, print.Options{Compact: true, Source: src}).Code
	if why := mangle.Same(p, read(t, code, read1)); why != "" {
		t.Errorf("%s\nbecame\n%s\n%s", src, code, why)
	}
	return code
}

// letters make e, t, n and r the most frequent letters.
var letters = "/*" + strings.Repeat("e", 90) + strings.Repeat("t", 80) + strings.Repeat("n", 70) + strings.Repeat("r", 60) + "*/"

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"each function starts over", "(function (one, two) { return function (three, four) { return three + four } })()", "(function(e,t){return function(e,t){return e+t}})()"},
		{"not where the outer one is meant", "(function (one, two) { return function (three) { return three + one } })()", "(function(e,t){return function(t){return t+e}})()"},
		{"nor an undeclared name", "(function (one) { return e + one })()", "(function(t){return e+t})()"},
		{"nor that deeper inside", "(function (one) { return function () { return e + one } })()", "(function(t){return function(){return e+t}})()"},
		{"script", "var one = 1; let two = 2; function three() { let four; return one + two + four }", "var one=1;let two=2;function three(){let e;return one+two+e}"},
		{"block", "(() => { let one = 1; { let two = one; use(two) } { let three; use(three) } })()", "(()=>{let e=1;{let t=e;use(t)}{let t;use(t)}})()"},
		{"var in a block", "(() => { { let one; { var two } use(one, two) } })()", "(()=>{{let t;{var e}use(t,e)}})()"},
		{"shorthand", "(({ one, two = 2, ...three }) => { use({ one, two, three }) })()", "(({one:e,two:t=2,...n})=>{use({one:e,two:t,three:n})})()"},
		{"function expression", "(function () { use(function one(two) { return one(two) }) })()", "(function(){use(function e(t){return e(t)})})()"},
		{"class", "(() => { class One { two = One } use(One) })()", "(()=>{class e{two=e}use(e)})()"},
		{"class expression", "(function (one) { use(class two { m() { return two } }, one) })()", "(function(e){use(class e{m(){return e}},e)})()"},
		{"class that is referenced around it", "(function (one) { class two { m() { return function (three) { return two } } } use(two, one) })()", "(function(e){class t{m(){return function(e){return t}}}use(t,e)})()"},
		{"a name that an inner function does not reference is free in it", "(one => two => three => { use(four => five => two + four, six => one); return seven => eight => nine => three + seven })()", "(e=>t=>n=>{use(e=>n=>t+e,t=>e);return e=>t=>t=>n+e})()"},
		{"private", "(() => { class One { #two; m(o) { return #two in o ? o.#two : this.#three } #three = 1 } use(One) })()", "(()=>{class e{#e;m(e){return#e in e?e.#e:this.#t}#t=1}use(e)})()"},
		{"catch", "(() => { try { f() } catch (one) { var one = 1 } use(one) })()", "(()=>{try{f()}catch(e){var e=1}use(e)})()"},
		{"a var that passes a let on its way out of a handler", "(() => { for (const one of f()) try { g() } catch (two) { var two = 1 } })()", "(()=>{for(const t of f())try{g()}catch(e){var e=1}})()"},
		{"function in a block", "(function () { { function one() {} } use(one) })()", "(function(){{function e(){}}use(e)})()"},
		{"one that a let holds back", "(function () { let one; { function one() {} } { function two() {} } use(one) })()", "(function(){let one;{function one(){}}{function e(){}}use(one)})()"},
		{"parameter scope", "(function (one, two = () => one) { var one; use(one, two) })()", "(function(e,t=()=>e){var e;use(e,t)})()"},
		{"arguments", "(function (one) { use(arguments, one) })()", "(function(e){use(arguments,e)})()"},
		{"eval", "(function (one) { return function (two) { eval(two) } })()", "(function(one){return function(two){eval(two)}})()"},
		{"with", "(function (one) { with (one) { use(one) } })()", "(function(one){with(one){use(one)}})()"},
		{"function as an arm", "(function (one) { if (one) function two() { return one } else function three() {} return two })()", "(function(e){if(e)function t(){return e}else function n(){}return t})()"},
		{"a let that would hold back a variable", "(function () { { let one, two; { function e() {} } use(one, two) } return e })()", "(function(){{let t,n;{function e(){}}use(t,n)}return e})()"},
		{"a let in a handler that does not reference the error", "(() => { try { f() } catch (one) { let two = 1; use(two) } })()", "(()=>{try{f()}catch(e){let t=1;use(t)}})()"},
		{"a let after parameters that it does not reference", "(function (one = 1) { let two = 2; use(two) })()", "(function(e=1){let t=2;use(t)})()"},
		{"a property that is not a prototype", "(function (__proto__) { return { __proto__ } })()", "(function(e){return{[\"__proto__\"]:e}})()"},
		{"label", "(function () { outer: for (;;) for (;;) if (f()) break outer; else continue outer })()", "(function(){e:for(;;)for(;;)if(f())break e;else continue e})()"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.TrimSuffix(shorten(t, letters+c.src, parse.Options{}, mangle.Options{}), ";")
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestManyNames checks a scope with more names than there are letters: those that are referenced
// most get the letters, and the functions inside have some of their own.
func TestManyNames(t *testing.T) {
	var src strings.Builder
	src.WriteString("(function () { let ")
	for i := range 100 {
		fmt.Fprintf(&src, "rare%d = %d, ", i, i)
	}
	src.WriteString("often = 1; use(often, often, often); return function (one, two) { return one + two + rare5 + rare6 } })()")
	got := shorten(t, letters+src.String(), parse.Options{}, mangle.Options{})
	if !regexp.MustCompile(`,.=1;use\(.,.,.\);return function\(.,.\)\{return .\+.\+.\+.\}`).MatchString(got) {
		t.Error(got)
	}
}

// TestContexts checks that a name is the same where the same text surrounds it, although another
// one would come first; and that a program that uses what stands for names is named without.
func TestContexts(t *testing.T) {
	src := strings.Repeat("use(function (one, two) { one(); return two.alpha });", 5) + "use(function (three) { return three.alpha });"
	for _, c := range [][2]string{
		{letters + src, "use(function(t){return t.alpha});"},
		{letters + "ª;" + src, "use(function(e){return e.alpha});"},
		{letters + `use("\xaa");` + src, "use(function(t){return t.alpha});"},
		{letters + `use("\xaa!aaaa", "\xaa~~~~~", "\xaaaaaaa", "\xaaaaa");` + src, "use(function(t){return t.alpha});"},
		{src + `use("` + strings.Repeat(`\xaa`, 1000) + `")`, `ª");`},
	} {
		if got := shorten(t, c[0], parse.Options{}, mangle.Options{}); !strings.HasSuffix(got, c[1]) {
			t.Errorf("got %s, want %s", got, c[1])
		}
	}
}

// TestDescent checks that in compressed text a binding gets the letter that another one of its function was
// given first, where both gain by it, but not if something else of that name is visible to the
// other one, or if nothing is gained.
func TestDescent(t *testing.T) {
	src := strings.Repeat("use(function (one) { return one.alpha });", 5)
	for _, c := range []struct{ name, src, first, compressed string }{
		{"both gain", "use(function (three, four) { three(); return four.alpha });", "function(e,n){e();return n.alpha}", "function(n,e){n();return e.alpha}"},
		{"nobody gains", "use(function (three, four) { three(); return four.beta });", "function(e,n){e();return n.beta}", "function(e,n){e();return n.beta}"},
		{"a global name is visible to one of them", "use(function (three, four) { e(); return four.alpha });", "function(n,t){e();return t.alpha}", "function(n,t){e();return t.alpha}"},
		{"an outer name is visible", "use(function (three) { return function (four, five) { three(); four(); return five.alpha } });", "function(e){return function(n,t){e();n();return t.alpha}}", "function(e){return function(n,t){e();n();return t.alpha}}"},
	} {
		for compressed, want := range map[bool]string{false: c.first, true: c.compressed} {
			if got := shorten(t, letters+src+c.src, parse.Options{}, mangle.Options{Compressed: compressed}); !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %s", c.name, got, want)
			}
		}
	}
}

// TestSearch checks that letters which are tried make the compressed text smaller, that the result does not depend on
// the number of workers, and that a search ends when it is told to.
func TestSearch(t *testing.T) {
	src, err := os.ReadFile("../../testdata/real/calendar.js")
	if err != nil {
		t.Fatal(err)
	}
	named := func(s mangle.Search) string {
		return shorten(t, string(src), parse.Options{Type: parse.CommonJS}, mangle.Options{Compressed: true, Search: s})
	}
	usual := named(mangle.Search{})
	s := mangle.Search{Letters: 4, Sweeps: 2, Span: 1 << 20}
	var most, all int
	s.Progress = func(done, of int) bool {
		most, all = max(most, done), of
		return true
	}
	better := named(s)
	if was, is := deflated(t, usual), deflated(t, better); is >= was {
		t.Errorf("%d bytes instead of %d", is, was)
	}
	if all == 0 || most < all/2-1 || most >= all {
		t.Errorf("%d of %d done", most, all)
	}
	for workers := range 4 {
		s.Workers = workers
		if got := named(s); got != better {
			t.Errorf("with %d workers the result is another one", workers)
		}
	}
	s.Progress = func(int, int) bool { return false }
	if got := named(s); got != usual {
		t.Error("names are searched for, although the search ended")
	}
	if got := named(mangle.Search{Letters: 4, Sweeps: 1, Span: -1}); got != usual {
		t.Error("names are searched for in no text")
	}
}

// deflated returns the size of a compressed text.
func deflated(t *testing.T, text string) int {
	t.Helper()
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

// TestDescentInDeepNests checks that functions which nest deep, each with a name that all in it see, take
// linear time: names are not improved in them.
func TestDescentInDeepNests(t *testing.T) {
	const depth = 3000
	var src strings.Builder
	for i := range depth {
		fmt.Fprintf(&src, "(a%d) => ", i)
	}
	for i := range depth {
		fmt.Fprintf(&src, "a%d(", i)
	}
	src.WriteString(strings.Repeat(")", depth))
	if got := shorten(t, letters+src.String(), parse.Options{}, mangle.Options{Compressed: true}); len(got) > 20*depth {
		t.Errorf("got %d bytes", len(got))
	}
}

func TestModules(t *testing.T) {
	src := letters + "import { one, two as three } from 'a'; import four, * as five from 'b'; export const six = one; const seven = three;" +
		"export { seven, seven as eight, four as 'n i' }; export default function nine() { return five }; export function ten() {} export class Eleven {} use(ten)"
	want := "import{one as e,two as t}from\"a\";import n,*as r from\"b\";export const six=e;const o=t;" +
		"export{o as seven,o as eight,n as\"n i\"};export default function nine(){return r};export function ten(){}export class Eleven{}use(ten);"
	if got := shorten(t, src, parse.Options{Type: parse.Module}, mangle.Options{}); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

// TestSameSeesCapture tests the check itself.
func TestSameSeesCapture(t *testing.T) {
	for _, c := range [][2]string{
		{"(function (a) { return function (b) { return a + b } })", "(function (a) { return function (a) { return a + a } })"},
		{"(function (a) { use(a, b) })", "(function (b) { use(b, b) })"},
		{"(function (a) { use(a); use(b) })", "(function (a) { use(a); use(c) })"},
		{"(function (a, b) { use(a, b) })", "(function (a, b) { use(b, a) })"},
		{"(function (a) { use(a) })", "(function (a) { use(a, a) })"},
		{"(function () { let b; { function a() {} } use(b) })", "(function () { let a; { function a() {} } use(a) })"},
	} {
		p, q := read(t, c[0], parse.Options{}), read(t, c[1], parse.Options{})
		if mangle.Same(p, q) == "" {
			t.Errorf("%s is the same as %s", c[0], c[1])
		}
	}
}

// TestKeepNames checks that bindings from which functions and classes get their names keep
// theirs.
func TestKeepNames(t *testing.T) {
	for _, c := range [][2]string{
		{"(function (one) { function two(three) { return three } return [two, two(one)] })()", "(function(e){function two(e){return e}return[two,two(e)]})()"},
		{"(function (one) { var two = () => one, three = [() => one]; return two || two(three) })()", "(function(e){var two=()=>e,t=[()=>e];return two||two(t)})()"},
		{"(function (one) { function two(three) { return three } return two(one) })()", "(function(e){function t(t){return t}return t(e)})()"},
		{"(function (one) { var two = () => one, three = [() => one]; return two(three) })()", "(function(e){var t=()=>e,n=[()=>e];return t(n)})()"},
		{"(function (one) { function two() { return arguments } return two(one) })()", "(function(e){function two(){return arguments}return two(e)})()"},
		{"(function (one) { 'use strict'; function two() { return arguments } return two(one) })()", "(function(e){'use strict';function t(){return arguments}return t(e)})()"},
		{"var one = function two() { return 1 }, three = function () { return 1 }; one(), three()", "var one=function two(){return 1},three=function(){return 1};one(),three()"},
		{"(function one(two) { return two ? one() : 0 })()", "(function e(t){return t?e():0})()"},
		{"(function one(two) { return two ? one : 0 })()", "(function one(e){return e?one:0})()"},
		{"(function (one = () => 1, { two = function () {}, three = 1 }) { one ||= class {}; return two(three) })()", "(function(one=()=>1,{two:e=function(){},three:t=1}){one||=class{};return e(t)})()"},
		{"(function (one) { var two = function three() { return three }; return two(one) })()", "(function(e){var t=function three(){return three};return t(e)})()"},
		{"(function (one) { class Two { #three = () => one } return Two })()", "(function(e){class Two{#three=()=>e}return Two})()"},
		{"(function (one) { { function two() {} use(two, one) } return two })()", "(function(e){{function two(){}use(two,e)}return two})()"},
		{"(function (one) { function one() {} return one })()", "(function(one){function one(){}return one})()"},
	} {
		got := strings.TrimSuffix(shorten(t, letters+c[0], parse.Options{}, mangle.Options{KeepNames: true}), ";")
		if d := cmp.Diff(c[1], got); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
	}
}

// TestOwnNames checks that a name that somebody may read is only where it is needed, if its binding
// is referenced often.
func TestOwnNames(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a declared function", "(function () { use(three, three, three); function three() { three } })()", "(function(){var e=function three(){e};use(e,e,e)})()"},
		{"once more than it pays", "(function () { use(three, three); function three() {} })()", "(function(){use(three,three);function three(){}})()"},
		{"before a variable, where it pays", "(function () { var one = 1; use(three, three, one); function three() {} })()", "(function(){var t=function three(){},e=1;use(t,t,e)})()"},
		{"after a directive", "(function () { 'use strict'; use(three, three, three, three); async function* three() {} })()", "(function(){'use strict';var e=async function*three(){};use(e,e,e,e)})()"},
		{"beside one that stays", "(function () { use(three, three, three, three, four); function four() {} function three() {} })()", "(function(){var e=function three(){};use(e,e,e,e,four);function four(){}})()"},
		{"a variable's function", "(function () { let three = function () {}; use(three, three, three) })()", "(function(){let e=function three(){};use(e,e,e)})()"},
		{"an assigned function", "(function (three) { three = function () {}; use(three, three, three) })()", "(function(e){e=function three(){};use(e,e,e)})()"},
		{"two of them", "(function (three) { three = function () {}; three ||= class {}; use(three, three, three, three) })()", "(function(e){e=function three(){};e||=class three{};use(e,e,e,e)})()"},
		{"a default", "(function ({ three = function () {} }) { use(three, three, three, three) })()", "(function({three:e=function three(){}}){use(e,e,e,e)})()"},
		{"an arrow function has no name of its own", "(function () { let three = () => {}; use(three, three, three, three) })()", "(function(){let three=()=>{};use(three,three,three,three)})()"},
		{"nor what is assigned in parentheses", "(function (three) { (three) = function () {}; use(three, three, three, three) })()", "(function(three){(three)=function(){};use(three,three,three,three)})()"},
		{"a shorthand gains nothing", "(function () { use({ three }, { three }, three, three); function three() {} })()", "(function(){use({three},{three},three,three);function three(){}})()"},
		{"a class", "(function () { class Three { m() { return Three } } use(Three, Three, Three, Three, Three) })()", "(function(){let e=class Three{m(){return Three}};use(e,e,e,e,e)})()"},
		{"classes", "(function () { let one = 1; class Three {} let two = 2; use(Three, Three, Three, Three, Three, one, two) })()", "(function(){let e=1,t=class Three{},n=2;use(t,t,t,t,t,e,n)})()"},
		{"a class in a block", "(function () { { class Three extends Object {} use(Three, Three, Three, Three, Three) } })()", "(function(){{let e=class Three extends Object{};use(e,e,e,e,e)}})()"},
		{"a variable's class", "(function () { let Three = class { static x = this.name }; use(Three, Three, Three) })()", "(function(){let e=class Three{static x=this.name};use(e,e,e)})()"},
		{"a function in a block", "(function () { { use(three, three, three, three); function three() {} } })()", "(function(){{use(three,three,three,three);function three(){}}})()"},
		{"one that is declared again", "(function () { var three; use(three, three, three, three); function three() {} })()", "(function(){var three;use(three,three,three,three);function three(){}})()"},
		{"one with a parameter's name", "(function (three) { use(three, three, three, three); function three() {} })()", "(function(three){use(three,three,three,three);function three(){}})()"},
		{"a name that is global inside", "(function () { { let three = function () { return inner(() => three) }; use(three, three, three, three) } function inner(f) { return f() } use(three, inner) })()", "(function(){{let e=function three(){return inner(()=>e)};use(e,e,e,e)}function inner(e){return e()}use(three,inner)})()"},
		{"an assigned function that references another binding of its name", "(function (three) { { let one = function () { return three }; use(one, one, one, one, one) } use(three) })()", "(function(e){{let t=function one(){return e};use(t,t,t,t,t)}use(e)})()"},
		{"eval", "(function () { use(three, three, three, three); function three() { eval('three') } })()", "(function(){use(three,three,three,three);function three(){eval(\"three\")}})()"},
		{"a word", "(function () { use(let, let, let, let, let, let); function let() {} })()", "(function(){use(let,let,let,let,let,let);function let(){}})()"},
		{"in a script", "function three() {} use(three, three, three, three); class Four {} use(Four, Four, Four, Four)", "function three(){}use(three,three,three,three);class Four{}use(Four,Four,Four,Four)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.TrimSuffix(shorten(t, letters+c.src, parse.Options{}, mangle.Options{KeepNames: true}), ";")
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
	src := letters + "use(three, three, three, three, three, three); function three() {} "
	for _, c := range []struct {
		name, more, want string
		as               parse.SourceType
	}{
		{"CommonJS", "", "var e=function three(){};use(e,e,e,e,e,e);", parse.CommonJS},
		{"a module that imports nothing", "export { three }", "var e=function three(){};use(e,e,e,e,e,e);export{e as three};", parse.Module},
		{"one that others may call early", "import 'a'", "use(three,three,three,three,three,three);function three(){}import\"a\";", parse.Module},
		{"one that exports from another", "export * from 'a'", "use(three,three,three,three,three,three);function three(){}export*from\"a\";", parse.Module},
	} {
		if got := shorten(t, src+c.more, parse.Options{Type: c.as}, mangle.Options{KeepNames: true}); got != c.want {
			t.Errorf("%s: got\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

func TestKeepNamesOfExports(t *testing.T) {
	src := letters + "export const one = function two() { return one() }; const three = function four() {}; three();" +
		" const five = function six() {}; five(); export { five }; export default function seven() { return seven() }"
	want := "export const one=function two(){return one()};const e=function e(){};e();" +
		"const t=function six(){};t();export{t as five};export default function seven(){return seven()}"
	if got := shorten(t, src, parse.Options{Type: parse.Module}, mangle.Options{KeepNames: true}); got != want {
		t.Errorf("got %s", got)
	}
	for _, c := range [][2]string{
		{"function one() {} export default one;", "function one(){}export default one;"},
		{"const one = function () {}; export default (0, one);", "const one=function(){};export default(0,one);"},
		{"const one = function () {}; export { one as two };", "const one=function(){};export{one as two};"},
		{"const one = function () {}; one(); export default one();", "const e=function(){};e();export default e();"},
	} {
		if got := shorten(t, letters+c[0], parse.Options{Type: parse.Module}, mangle.Options{KeepNames: true}); got != c[1] {
			t.Errorf("got %s, want %s", got, c[1])
		}
	}
	src = letters + "(function () { var one = function two() {}; one(); eval('one.name') })()"
	if got, want := strings.TrimSuffix(shorten(t, src, parse.Options{}, mangle.Options{KeepNames: true}), ";"), "(function(){var one=function two(){};one();eval(\"one.name\")})()"; got != want {
		t.Errorf("got %s", got)
	}
}
