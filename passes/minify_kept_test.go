package passes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// TestMinifyKeepsWhatEsbuildWouldNot minifies programs that esbuild would change the meaning
// of, and similar ones that it makes shorter.
func TestMinifyKeepsWhatEsbuildWouldNot(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"a reference in the TDZ", "(() => { try { value; let value = f(); g(value) } catch { g() } })();",
			"(()=>{try{e;let e=f();g(e)}catch{g()}})();"},
		{"one in a function", "(() => { g(early); let value = 1; function early() { value } g(() => value++) })();",
			"(()=>{g(early);let e=1;function early(){e}g(()=>e++)})();"},
		{"one as an operand", "(() => { g(), (value, h()); let value = f(); g(value) })();",
			"(()=>{g(),e,h();let e=f();g(e)})();"},
		{"one after void", "(() => { g(void value); let value = f(); g(value) })();",
			"(()=>{g(void e);let e=f();g(e)})();"},
		{"a test that decides nothing", "(() => { const value = value ? f : f; g(value) })();",
			"(()=>{let e=(e,f);g(e)})();"},
		{"a parameter that has no value yet", "(function (one = (two, 1), two) { g(one) })();",
			"(function(o=(n,1),n){g(o)})();"},
		{"one that a function called on the spot returns", "(() => { (() => value)(); let value = f(); g(value) })();",
			"(()=>{(()=>e)();let e=f();g(e)})();"},
		{"one that such a function returns as a statement", "(() => { (() => { return value })(); let value = f(); g(value) })();",
			"(()=>{(()=>e)();let e=f();g(e)})();"},
		{"one whose declaration control never comes by", "(() => { { value = f(); return; let value } })();",
			"(()=>{{e=f();return;let e}})();"},
		{"one after an if whose arms both jump", "(() => { { value = f(); if (value) { return } else throw 1; let value } })();",
			"(()=>{{if(e=f(),e)return;throw 1;let e}})();"},
		{"one that the first test of a loop's body references", "(() => { for (;;) { f(); if (value) break; let value = 1; g(value) } })();",
			"(()=>{for(;;){if(f(),e)break;let e=1;g(e)}})();"},
		{"a parameter that a var in a with declares again", "f(function (value) { with ({ e: 2 }) { var value; g(value) } });",
			"f(function(value){with({e:2}){var value;g(value)}});"},
		{"one that such a function is given", "(a => { (a => a)(value); let value = f(a); g(value) })(h);",
			"(a=>{(a=>a)(e);let e=f(a);g(e)})(h);"},
		{"an unreferenced declaration after a jump", "(a => { { f(a); return; let value } })(g);",
			"(e=>{{f(e);return;let a}})(g);"},
		{"a target", "(() => { let value; for (value in f()) if (g()) break; return value })();",
			"(()=>{let e;for(e in f())if(g())break;return e})();"},
		{"this before super()", "new (class extends A { constructor() { this; super(); g(this) } })();",
			"new class extends A{constructor(){this,super(),g(this)}};"},
		{"an import", "import { value } from 'a'; value;",
			`import{value as a}from"a";a;`},
		{"a text that V8 takes for a private name", "g(class { ['#constructor'] = 1; ['#other']; });",
			`g(class{["#constructor"]=1;["#other"]});`},
		{"a labelled function", "(function () { g(early); here: function early() {} })();",
			"(function(){g(early);e:function early(){}})();"},
		{"a function in a block, after a call", "(function () { { f(); function late() {} g(late) } return late })();",
			"(function(){{f();function late(){}g(late)}return late})();"},
		{"a function in a case", "(function (a) { switch (a) { case f(): function one() {} case one: g(one) } })();",
			"(function(n){switch(n){case f():function one(){}case one:g(one)}})();"},
		{"a test that references a declaration of a case", "(a => { switch (f()) { case a: let one; case one = 0: } })(g);",
			"(e=>{switch(f()){case e:let a;case a=0:}})(g);"},
		{"a default that does", "(a => { switch (a) { case 0: let one = f(); break; default: g(one) } })(g);",
			"(e=>{switch(e){case 0:let a=f();break;default:g(a)}})(g);"},
		{"one above the declaration", "(a => { switch (a) { case one: f(); break; default: let one = 1; g(one) } })(g);",
			"(e=>{switch(e){case a:f();break;default:let a=1;g(a)}})(g);"},
		{"cases of which one is known to run", "(() => { switch (2) { case 0: f(); case 1: let one = f(); break; case 2: g(one) } })();",
			"(()=>{switch(2){case 0:f();case 1:let e=f();break;case 2:g(e)}})();"},
		{"a function that references a declaration of another case", "(a => { switch (a) { case 0: const one = f(); break; default: g(() => one) } })(g);",
			"(e=>{switch(e){case 0:let a=f();break;default:g(()=>a)}})(g);"},
		{"a case that keeps to itself what it declares", "(a => { switch (a) { case 0: let one = f(); g(one); h(() => one); break; default: h() } })(g);",
			"(e=>{switch(e){case 0:let a=f();g(a),h(()=>a);break;default:h()}})(g);"},
		{"many cases, which stay", "(a => { switch (a) { case 0: let one = f(); break; case 1: one = 1; g(one); break; default: h() } })(g);",
			"(e=>{switch(e){case 0:let a=f();break;case 1:a=1,g(a);break;default:h()}})(g);"},
		{"a switch that does nothing", "(() => { switch (value) { case f(): break } let value = g(); h(value) })();",
			"(()=>{switch(e){case f():}let e=g();h(e)})();"},
		{"a test that is decided", "(() => { f(value || 1 ? 2 : 3); let value = g(); h(value) })();",
			"(()=>{f(e||1?2:3);let e=g();h(e)})();"},
		{"one that a constant decides", "(() => { const one = 1; if (value || one) f(one); let value = g(); h(value) })();",
			"(()=>{let e=1;(n||e)&&f(e);let n=g();h(n)})();"},
		{"one that is not", "((a, b) => { if (a || b) f(a); let value = g(); h(value || b ? 2 : 3) })();",
			"((a,e)=>{(a||e)&&f(a);let l=g();h(l||e?2:3)})();"},
		{"a switch whose case is empty", "(() => { switch (value) { case 1: ; } let value = g(); h(value) })();",
			"(()=>{switch(e){case 1:}let e=g();h(e)})();"},
		{"an if whose block is", "(() => { if (value) { { } ; } let value = g(); h(value) })();",
			"(()=>{e;let e=g();h(e)})();"},
		{"a function that begins a block", "(function () { { function early() {} f(early) } return early })();",
			"(function(){{function early(){}f(early)}return early})();"},
		{"one beside a parameter", "(function (early) { { function early() {} } g(early) })(f);",
			"(function(early){{function early(){}}g(early)})(f);"},
		{"one that is an if's arm", "(function (early) { if (f()) function early() {} g(early) })(f);",
			"(function(early){if(f())function early(){}g(early)})(f);"},
		{"one in a class", "f(class { m(a) { let one = a; { function one() {} g(one) } g(one) } });",
			"f(class{m(n){let e=n;{function one(){}g(one)}g(e)}});"},
		{"one in strict code", "f(() => { 'use strict'; let one = f(); { function one() {} g(one) } g(one) });",
			"f(()=>{'use strict';let e=f();{function one(){}g(one)}g(e)});"},
		{"one in a catch of the name", "f(() => { try { f() } catch (one) { { function one() {} g(one) } g(one) } });",
			"f(()=>{try{f()}catch(n){{function one(){}g(one)}g(n)}});"},
		{"a function that is empty but for its parameters", "(function () { function one(a = f()) {} one() })();",
			"(function(){function n(n=f()){}n()})();"},
		{"one of which only that stays", "(function () { function one(a = f(arguments)) { let arguments } one() })();",
			"(function(){function one(n=f(arguments)){let arguments}one()})();"},
		{"one whose parameters run nothing", "(function () { function one(a = 1) {} one(); f() })();",
			"(function(){function n(n=1){}n(),f()})();"},
		{"a class that extends itself", "f(() => { (class One extends One {}) });",
			"f(()=>{(class One extends One{})});"},
		{"what would be a directive", "f(function () { 'use \\x73trict'; return this });",
			"f(function(){'use \\x73trict';return this});"},
		{"what decides whether to call", "(() => { let value = f(); value && g(value), value ? h(value) : f(value); return 1 })();",
			"(()=>{let e=f();return e&&g(e),e?h(e):f(e),1})();"},
		{"an operator that decides nothing", "(() => { value && 1; let value = f(); g(value) })();",
			"(()=>{e;let e=f();g(e)})();"},
		{"a call whose value is unused", "(() => { const value = f(); g(value), h(value); return 1 })();",
			"(()=>{let e=f();return g(e),h(e),1})();"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, aim := range []costs.Aim{costs.Balanced, costs.Size} {
				res := optimize(t, tt.src, passes.Options{Path: "a.js", Level: 0, For: aim, Minify: true})
				if d := cmp.Diff(tt.want, res.Code); d != "" {
					t.Errorf("(-want +got)\n%s", d)
				}
			}
		})
	}
}

// TestMinifyTakesNoLongerForWhatIsDeep minifies code that nests deeper than any author writes, and
// code that is only long.
func TestMinifyTakesNoLongerForWhatIsDeep(t *testing.T) {
	const n = 1200
	for _, tt := range []struct{ name, src, want string }{
		{"ifs", "a = true;" + strings.Repeat("if (f()) { g(); ", n) + strings.Repeat("}", n), "a=!0,f()&&(g(),f()&&(g(),f()"},
		{"functions", "a = true;" + strings.Repeat("f(function () { g(); ", n) + strings.Repeat("})", n), "a=!0,f(function(){g(),f("},
		{"operands", "a = true; b = f" + strings.Repeat(" + g()", n), "a=!0,b=f+g()"},
		{"rests of loops", "a = true; while (f()) {" + strings.Repeat("if (g()) continue; ", n) + "h() }", "for(a=!0;f();)g()||g()||g()||"},
		{"rests of functions", "a = true; f(() => {" + strings.Repeat("if (g()) { return }", n) + "h() })", "a=!0,f(()=>{g()||g()||g()||"},
		{"loops that are left", "a = true; while (f()) {" + strings.Repeat("if (g()) break; ", n) + "h() }", "for(a=!0;f()&&!(g()||g()||"},
		{"statements", "a = true;" + strings.Repeat("if (f()) { g(); }", n), "a=!0,f()&&g(),"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := optimize(t, tt.src, passes.Options{Path: "a.js", Level: 0, Minify: true})
			if !strings.HasPrefix(res.Code, tt.want) {
				t.Errorf("got %.60s, want %s…", res.Code, tt.want)
			}
		})
	}
}
