package shorten

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
)

// TestInlining replaces variables that are read once by their values.
func TestInlining(t *testing.T) {
	for _, tt := range []struct{ name, before, after string }{
		{"a return", "var i = f(); return i", "return f()"},
		{"a let", "let i = f(); return i", "return f()"},
		{"a const", "const i = f(); return i + b", "return f()+b"},
		{"one after the other", "var i = f(), j = i.b, k = g(j); return k", "return g(f().b)"},
		{"in statements", "var i = f(); var j = i.b; h(j)", "h(f().b)"},
		{"the others stay", "var i = f(), j = g(); h(j); return i", "var i=f();return h(g()),i"},
		{"what comes before them is merged", "f(); var i = g(); return i", "return f(),g()"},
		{"a test", "var i = f(); if (i) { throw b }", "if(f())throw b"},
		{"a switch", "var i = f(); switch (i) { case 1: g() }", "switch(f()){case 1:g()}"},
		{"a loop's beginning", "var i = f(); for (b = i; b; b = c) g()", "for(b=f();b;b=c)g()"},
		{"not its test", "var i = f(); for (; i; ) g()", "for(var i=f();i;)g()"},
		{"the object of a loop", "var i = f(); for (var j in i) g(j)", "for(var j in f())g(j)"},
		{"a pattern", "var i = [a], [j] = i; g(j, j)", "var[j]=[a];g(j,j)"},
		{"an object", "var i = f(); g({ a, b: [c, ...i] })", "g({a,b:[c,...f()]})"},
		{"a shorthand", "var i = f(); g({ i })", "g({i:f()})"},
		{"not one that names the prototype", "var __proto__ = f(); g({ __proto__ })", "var __proto__=f();g({__proto__})"},
		{"a template", "var i = f(); g(`a${i}b${c}`)", "g(`a${f()}b${c}`)"},
		{"not after one that is converted", "var i = f(); g(`a${b}b${i}`)", "var i=f();g(`a${b}b${i}`)"},
		{"parentheses", "var i = a || b; return i.b", "return(a||b).b"},
		{"a chain", "var i = a?.b; return i.b", "return(a?.b).b"},
		{"in a chain", "var i = f(); return i?.b", "return f()?.b"},
		{"not in its rest", "var i = f(); return a?.[i]", "var i=f();return a?.[i]"},
		{"a method's object", "var i = f(); return i.b(c)", "return f().b(c)"},
		{"not a callee that would get an object", "var i = a.b; i(c)", "var i=a.b;i(c)"},
		{"nor a direct eval", "var i = eval; i('1')", `var i=eval;i("1")`},
		{"a new", "var i = f(); return new i", "return new(f())"},
		{"an argument", "var i = g(); f(a, 1, i)", "f(a,1,g())"},
		{"not where the value assigns one before it", "var i = a = b; f(a, i)", "var i=a=b;f(a,i)"},
		{"nor by a pattern", "var i = [a] = [b]; f(a, i)", "var i=[a]=[b];f(a,i)"},
		{"nor if a function may", "var i = g(); f(a, i), h(() => a = 1)", "var i=g();f(a,i),h(()=>a=1)"},
		{"nor if arguments may", "var i = g(arguments); f(a, i)", "var i=g(arguments);f(a,i)"},
		{"nor after what has effects", "var i = g(); f(h(), i)", "var i=g();f(h(),i)"},
		{"nor after a property", "var i = g(); f(a.b, i)", "var i=g();f(a.b,i)"},
		{"nor after a global variable", "var i = g(); log(i)", "var i=g();log(i)"},
		{"an assignment", "var i = g(); b = i", "b=g()"},
		{"of a property", "var i = g(); a.b = i", "a.b=g()"},
		{"not of a computed one", "var i = g(); a[b] = i", "var i=g();a[b]=i"},
		{"nor of a global variable", "var i = g(); G = i", "var i=g();G=i"},
		{"a compound one", "var i = g(); b += i", "b+=g()"},
		{"not after a variable in its own dead zone", "let i = g(); let k = k -= i; f(k, k)", "let i=g(),k=k-=i;f(k,k)"},
		{"nor after one that is declared later", "let i = g(); f(k, i); let k = 1; f(k)", "let i=g();f(k,i);let k=1;f(k)"},
		{"not what may not happen", "var i = g(); b &&= i", "var i=g();b&&=i"},
		{"nor a second operand that may not be evaluated", "var i = g(); return b && i", "var i=g();return b&&i"},
		{"nor an arm", "var i = g(); return b ? i : c", "var i=g();return b?i:c"},
		{"nor in a function", "var i = g(); h(() => i)", "var i=g();h(()=>i)"},
		{"nor in a class", "var i = g(); h(class extends i {})", "var i=g();h(class extends i{})"},
		{"nor twice", "var i = g(); return i + i", "var i=g();return i+i"},
		{"nor what is assigned again", "var i = g(); i = h(i); f(i)", "var i=g();i=h(i),f(i)"},
		{"nor a function without a name", "var i = function () {}; return i", "var i=function(){};return i"},
		{"a function with one", "var i = function j() {}; return i", "return function j(){}"},
		{"typeof keeps its operand", "var i = G; return typeof i", "var i=G;return typeof i"},
		{"a let in its TDZ", "try { let i = f(), j = i + j } catch (e) { g(e.name) }", "try{let j=f()+j}catch(e){g(e.name)}"},
		{"a let of the next loop", "let i = f(); for (let f of [i]) g(f)", "let i=f();for(let f of[i])g(f)"},
	} {
		t.Run(tt.name, func(t *testing.T) { example(t, tt.before, tt.after, Options{}) })
	}
	for _, tt := range []struct{ name, before string }{
		{"before super()", "class A { m() { return 1 } } class B extends A { constructor() { var i = super(); log(this.m(), i === this) } } new B"},
		{"a target of this before super()", "class A {} class B extends A { constructor() { var i = super(); this.x = i } } log(new B().x)"},
		{"a variable of a function that goes on", "function* f() { var x = 1; yield v => { var i = v(); return [x, i] }; x = 2; yield } var it = f(), k = it.next().value; log(k(() => it.next().done))"},
	} {
		got := short(t, tt.before, Options{}, parse.Script)
		if was, is := run(t, tt.before), run(t, got); was != is {
			t.Errorf("%s\nrecorded\n%s\nrecords\n%s", got, was, is)
		}
	}
}

// TestInliningEverywhere puts values of all kinds in all kinds of places: the effects stay in order.
func TestInliningEverywhere(t *testing.T) {
	values := []string{
		"f(a)", "a.b", "G", "a = b", "[a] = [b, 1]", "a++", "b ? f(c) : g(c)", "a && f(b)", "(f(a), g(b))", "a?.b", "new f(b)", "-b", "typeof b",
		"function k(){return b}", "a=>b", "class k{}", "[a, b]", "({ a, b: f(c) })", "`${a}${f(b)}`", "f", "eval", "this", "arguments", "1", "(() => { a = c; return b })()",
	}
	places := []string{
		"return i", "throw i", "if (i) throw b; return c", "switch (i) { case b: return f(c) }", "for (b = i; f(b); ) return g()", "for (var j of [i]) f(j)",
		"b = i; return [a, b, c]", "a = i; return [a, b, c]", "a += i; return a", "a ||= i; return a", "a.x = i; return a", "a[b] = i; return a", "b.x = i", "G = i", "this.x = i",
		"[b] = [i]; return b", "({ b, c = i } = a); return c", "return i.b", "return i?.b", "return a?.[i]", "return a[i]", "return i[a]", "return f(i)", "return f(a, i)", "return f(b, i, c)",
		"return f(g(), i)", "return i(b)", "return i.b(c)", "return i`x`", "return new i(b)", "return new f(a, i)", "return f(...i)", "return f(a.b, i)", "return f(G, i)", "return a + i", "return i + a",
		"return f(a) + i", "return a === i", "return a && i", "return i && a", "return i ? a : b", "return a ? i : b", "return a ?? i", "return [a, i, b]", "return { a, i, b }", "return { [i]: a }", "return { [a]: i }",
		"return { ...i }", "return { ...a, i }", "return `${i}${a}`", "return `${a}${i}`", "return typeof i", "return void i", "return !i", "return -i", "return delete i.b", "return ()=>i", "return class extends i{}", "return log(i)",
		"var j = i; return f(j, j)", "var [j] = i; return f(j, j)", "let j = a + i; return [j, a]", "f(b), i; return a", "return (f(b), i)", "return a in i", "return i instanceof f", "try { return i } finally { g(a) }",
		"return f(1, 'x', -1, !1, void 0, [b], { b }, i)", "return f(() => a, i)", "h(() => a = 1); return f(a, i)",
	}
	var src strings.Builder
	for k, v := range values {
		for n, p := range places {
			if k%3 != n%3 || strings.Contains(v, "arguments") || strings.Contains(v, "this") {
				src.WriteString("each(function(a,b,c,d,f,g,h){var i=" + v + ";" + p + "});\n")
			} else {
				src.WriteString("each((a,b,c,d,f,g,h)=>{let i=" + v + ";" + p + "});\n")
			}
		}
	}
	lines := strings.Split(src.String(), "\n")
	gone := 0
	for len(lines) > 0 {
		n := min(200, len(lines))
		part := strings.Join(lines[:n], "\n")
		lines = lines[n:]
		got := short(t, part, Options{}, parse.Script)
		gone += strings.Count(part, "i=") - strings.Count(got, "i=")
		if d := cmp.Diff(strings.Split(run(t, part), "\n"), strings.Split(run(t, got), "\n")); d != "" {
			t.Fatalf("(-before +after)\n%.2000s", d)
		}
	}
	if gone < 900 {
		t.Errorf("only %d are inlined", gone)
	}
}
