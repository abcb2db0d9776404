package singleuse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

// edited returns a program whose tree was changed, and requires that it can be read again.
func edited(t *testing.T, src string, typ parse.SourceType) string {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Path: "a.js", Type: typ})
	if p == nil {
		t.Fatalf("%v\n%s", ds, src)
	}
	Find(p, Options{AnyNames: true, Calls: true}).Edit()
	code := print.Program(p, print.Options{Compact: true, Source: src, Bare: true}).Code
	if q, ds := parse.Parse(code, parse.Options{Path: "a.js", Type: typ}); q == nil {
		t.Fatalf("%v\n%s", ds, code)
	}
	return code
}

// TestCalls checks which functions move to their only call.
func TestCalls(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a call in another function", "function f(a) { return a + x; } o.g = b => f(b);", "o.g=b=>function(a){return a+x}(b)"},
		{"a call that is a statement", "function f() { a(); } o.g = () => { f(); };", "o.g=()=>{(function(){a()})()}"},
		{"an optional call", "function f() { a(); } o.g = () => b(f?.());", "o.g=()=>b(function(){a()}?.())"},
		{"generators and async functions", "async function* f() {} o.g = () => b(f());", "o.g=()=>b(async function*(){}())"},
		{"one in another", "function f() { return x; } function h() { return f() + 1; } o.g = () => h() + 2;", "o.g=()=>function(){return function(){return x}()+1}()+2"},
		{"from far inside", "function f() { return x; } o.g = () => { for (let i of y) o.h = () => f() + i; };", "o.g=()=>{for(let i of y)o.h=()=>function(){return x}()+i}"},
		{"into a method", "'use strict'; function f() { return x; } o.g = class { m() { return f(); } };", "'use strict';o.g=class{m(){return function(){return x}()}}"},
		{"strict code of its own", "function f() { 'use strict'; return x; } o.g = () => { 'use strict'; return f(); };", "o.g=()=>{'use strict';return function(){'use strict';return x}()}"},
		{"what has arguments in strict code", "'use strict'; function f() { return arguments; } o.g = () => b(f(1));", "'use strict';o.g=()=>b(function(){return arguments}(1))"},
		{"a name that means the same", "var x = c(); function f() { return x; } o.g = (x2) => f() + x + x2;", "var x=c();o.g=x2=>function(){return x}()+x+x2"},

		{"not in the same function", "function f() { return x; } f();", "function f(){return x}f()"},
		{"nor if it is read", "function f() { return x; } o.g = () => f;", "function f(){return x}o.g=()=>f"},
		{"nor if it is made an instance of", "function f() { return x; } o.g = () => new f();", "function f(){return x}o.g=()=>new f"},
		{"nor in a loop", "function f() { return x; } o.g = () => { for (;;) f(); };", "function f(){return x}o.g=()=>{for(;;)f()}"},
		{"nor if it calls itself", "function f() { return x && f(); } o.g = () => b(f());", "function f(){return x&&f()}o.g=()=>b(f())"},
		{"nor if there are two calls", "function f() { return x; } o.g = () => f() + f();", "function f(){return x}o.g=()=>f()+f()"},
		{"nor if it may look at itself", "function f() { return arguments.callee; } o.g = () => b(f());", "function f(){return arguments.callee}o.g=()=>b(f())"},
		{"nor into strict code", "function f() { return this; } o.g = () => { 'use strict'; return f(); };", "function f(){return this}o.g=()=>{'use strict';return f()}"},
		{"nor into a method, which is strict", "function f() { return this; } o.g = class { m() { return f(); } };", "function f(){return this}o.g=class{m(){return f()}}"},
		{"nor if a parameter is in the way", "function f() { return x; } o.g = x => f() + x;", "function f(){return x}o.g=x=>f()+x"},
		{"nor a variable of a block", "function f() { return x; } o.g = () => { { let x = 1; b(f(), x); } };", "function f(){return x}o.g=()=>{{let x=1;b(f(),x)}}"},
		{"nor a block around the function", "function f() { return x; } { let x = 1; o.g = () => f() + x++; }", "function f(){return x}{let x=1;o.g=()=>f()+x++}"},
		{"nor the name of a class", "function f() { return x; } o.g = class x { static m() { return (() => { 'use strict'; }) + f() + x; } };", "function f(){return x}o.g=class x{static m(){return(()=>{'use strict'})+f()+x}}"},
		{"nor a handler's name", "function f() { return x; } o.g = () => { try { a(); } catch (x) { b(f(), x); } };", "function f(){return x}o.g=()=>{try{a()}catch(x){b(f(),x)}}"},
		{"nor if the call moves to where a name is in the way", "function f() { return x; } function h() { return f() + 1; } o.g = x => h() + x;", "function h(){return function(){return x}()+1}o.g=x=>h()+x"},
		{"nor with eval", "function f() { return eval(x); } o.g = () => b(f());", "function f(){return eval(x)}o.g=()=>b(f())"},
		{"nor where eval sees it", "function f() { return x; } o.g = () => b(f(), eval(x));", "function f(){return x}o.g=()=>b(f(),eval(x))"},
		{"nor a license", "\n/*! mine */\nfunction f() {}\no.g = () => b(f());", "/*! mine */\nfunction f(){}o.g=()=>b(f())"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const head, tail = "function outer(){", "}"
			if d := cmp.Diff(head+tt.want+tail, edited(t, head+tt.in+tail, parse.Script)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestCallOrder checks that a function that is moved along takes the names with it that it uses.
func TestCallOrder(t *testing.T) {
	for _, tt := range [][2]string{
		{"function outer(){o.g=x=>h()+x;function h(){return f()+1}function f(){return x}}", "function outer(){o.g=x=>function(){return f()+1}()+x;function f(){return x}}"},
		{"function outer(){function f(){return x}function h(){return f()+1}{let x=1;g(h,x++)}}", "function outer(){function h(){return function(){return x}()+1}{let x=1;g(h,x++)}}"},
		{"function outer(){function h(){return f()+1}function f(){return x}{let x=1;g(h,x++)}}", "function outer(){function f(){return x}{let x=1;g(function(){return f()+1},x++)}}"},
	} {
		if d := cmp.Diff(tt[1], edited(t, tt[0], parse.Script)); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
	}
}

// TestManyCalls checks that functions are moved into one another only so deep.
func TestManyCalls(t *testing.T) {
	for _, up := range []bool{false, true} {
		var src strings.Builder
		src.WriteString("function outer(){")
		const n = 5 * deepest
		for i := range n {
			if up {
				i = n - 1 - i
			}
			fmt.Fprintf(&src, "function f%d(){return f%d()}", i, i+1)
		}
		fmt.Fprintf(&src, "function f%d(){return x}o.g=()=>f0()}", n)
		got := edited(t, src.String(), parse.Script)
		if left := strings.Count(got, "function f"); left == 0 || left > n/2 || strings.Contains(got, strings.Repeat("return function(){", deepest+1)) {
			t.Errorf("%d functions stay in %s", left, got)
		}
	}
}
