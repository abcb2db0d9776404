package emit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/emit"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// emitted builds the first function of a program, changes its graph and prints it.
func emitted(t *testing.T, src string, in emit.Input, change func(*son.Graph)) (string, error) {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	return emittedFrom(t, p, src, in, change)
}

// emittedFrom is emitted for a program that is read already.
func emittedFrom(t *testing.T, p *ast.Program, src string, in emit.Input, change func(*son.Graph)) (string, error) {
	t.Helper()
	in.Program, in.Fn, in.Bindings = p, p.Funcs[0], build.Decide(p)
	g, bailout := build.Func(p, in.Fn, in.Bindings, son.Config{})
	if bailout != nil {
		t.Fatal(bailout)
	}
	if change != nil {
		change(g)
	}
	if err := g.Verify(); err != nil {
		t.Fatal(err)
	}
	in.Graph = g
	made, err := emit.Func(in)
	if err != nil {
		return "", err
	}
	text := func(n ast.Node, s ast.Span) {
		if v, ok := n.(*ast.Verbatim); ok {
			v.Text = src[s.Start:s.End]
		}
	}
	for n, i := range made.Functions {
		text(n, p.Funcs[i].Span)
	}
	for n, c := range made.Classes {
		text(n, c[0].Span)
	}
	r := print.FuncText(made.Fn, print.AsTail, print.Options{Compact: true})
	return r.Code, nil
}

// find returns the nodes of an op, in source order.
func find(g *son.Graph, op son.Op) (found []*son.Node) {
	g.Nodes(func(n *son.Node) {
		if n.Op == op {
			found = append(found, n)
		}
	})
	son.SortByOrder(found)
	return found
}

// TestFunc prints graphs as they are built: each branch and body is in braces, and no operation is
// in parentheses that it does not need; package grouping restores the author's.
func TestFunc(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a condition", `function f(a, b) { if (a) b(); else return a; return b; }`, `(a,b){if(a){b()}else{return a}return b}`},
		{"else if", `function f(a) { if (a === 1) x(); else if (a === 2) y(); else z(); }`, `(a){if(a===1){x()}else{if(a===2){y()}else{z()}}}`},
		{"operators that decide", `function f(a, b, c) { return a ? b && c : (a || b) ?? c; }`, `(a,b,c){return a?b&&c:(a||b)??c}`},
		{"parentheses", `function f(a, b) { return (a * b) + ((a + b) * 2); }`, `(a,b){return a*b+(a+b)*2}`},
		{"a for", `function f(n) { for (let i = 0; i < n; i++) g(i); }`, `(n){for(let i=0;i<n;i++){g(i)}}`},
		{"continue in a for", `function f(n) { for (let i = 0; i < n; i++) { if (i === 2) continue; g(i); } }`, `(n){for(let i=0;i<n;i++){if(i===2){continue}g(i)}}`},
		{"a do-while", `function f(n) { do n(); while (n.more); }`, `(n){do{n()}while(n.more)}`},
		{"a loop left from inside another", `function f(n) { outer: while (n()) { while (n()) { if (n()) break outer; g(); } } }`, `(n){outer:while(n()){while(n()){if(n()){break outer}g()}}}`},
		{"a switch", `function f(a) { switch (a) { case 1: x(); case 2: y(); break; default: z(); } }`, `(a){switch(a){case 1:x();case 2:y();break;default:z()}}`},
		{"values that change places", `function f(n) { let a = 1, b = 2; while (n()) { const t = a; a = b; b = t; } return a - b; }`, `(n){let a=1,b=2;while(n()){const t=a;a=b;b=t}return a-b}`},
		{"a value that is read after its variable changed", `function f(x) { const old = x; x = g(); return [old, x]; }`, `(x){const old=x;x=g();return[old,x]}`},
		{"updates", `function f(a, o) { g(a++, ++a, o.n--, o.n += a); }`, `(a,o){g(a++,++a,o.n--,o.n+=a)}`},
		{"a chain", `function f(a) { return a?.b.c?.(a)?.[0]; }`, `(a){return a?.b.c?.(a)?.[0]}`},
		{"destructuring", `function f({ a, b: [c = 1, ...d] }, e) { ({ x: e.y, ...a } = g()); return [a, c, d]; }`, `({a,b:[c=1,...d]},e){({x:e.y,...a}=g());return[a,c,d]}`},
		{"a try", `function f(a) { try { return a(); } catch (e) { g(e); } finally { h(); } }`, `(a){try{return a()}catch(e){g(e)}finally{h()}}`},
		{"a variable of each iteration", `function f(a) { const fs = []; for (let i = 0; i < a; i++) fs.push(() => i); return fs; }`, `(a){const fs=[];for(let i=0;i<a;i++){fs.push(() => i)}return fs}`},
		{"for-of and for-in", `function f(a) { for (const [k, v] of a) g(k, v); for (const k in a) delete a[k]; }`, `(a){for(const[k,v]of a){g(k,v)}for(const k in a){delete a[k]}}`},
		{"a generator", `function* f(a) { const x = yield a; yield* x; }`, `(a){const x=yield a;yield*x}`},
		{"an async function", `async function f(a) { for await (const x of a) g(await x); }`, `(a){for await(const x of a){g(await x)}}`},
		{"a class", `function f(A) { return class extends A { #x = 1; get x() { return this.#x; } }; }`, `(A){return class extends A { #x = 1; get x() { return this.#x; } }}`},
		{"templates", "function f(a) { return [`a${a}b`, a`x${1}y`]; }", "(a){return[`a${a}b`,a`x${1}y`]}"},
		{"an object", `function f(a) { return { a, b: 1, [a]: 2, get c() { return 3; }, ...a }; }`, `(a){return{a,b:1,[a]:2,get c() { return 3; },...a}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := emitted(t, tt.in, emit.Input{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestChangedGraphs prints graphs for which there is no source.
func TestChangedGraphs(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		change         func(*son.Graph)
		flat           bool
	}{
		{"a test that is known", `function f(a) { if (a) g(); else h(); }`, `(a){if(false){g()}else{h()}}`, func(g *son.Graph) {
			g.SetIn(find(g, son.OpIf)[0], 1, g.Const(son.TypeFalse))
		}, false},
		{"phis that change places", `function f(n) { let a = 1, b = 2; while (n()) { const t = a; a = b; b = t; } return a - b; }`, `(n){let a=1,b=2;while(n()){const a$1=a;a=b;b=a$1}return a-b}`, func(g *son.Graph) {
			for _, n := range find(g, son.OpBind) {
				if n.Sym.Name == "t" {
					g.Replace(n, n.Arg(0), nil)
				}
			}
		}, false},
		{"a phi that lags behind another", `function f(n) { let a = 1, b = 2; while (n()) { b = a; a = n(); } return b; }`, `(n){let a=1,b=2;let a$1=a;while(n()){a=n();b=a$1;a$1=a}return b}`, func(g *son.Graph) {
			for _, n := range find(g, son.OpBind) {
				if n.Sym.Name == "b" && n.Arg(0).Op == son.OpPhi {
					g.Replace(n, n.Arg(0), nil)
				}
			}
		}, false},
		{"a value with two uses", `function f(a) { g(!a); h(!a); }`, `(a){const t=!a;g(t);h(t)}`, func(g *son.Graph) {
			nots := find(g, son.OpNot)
			g.Replace(nots[1], nots[0], nil)
		}, false},
		{"a value that two branches need", `function f(a, b) { if (b) g(!a); else h(!a); }`, `(a,b){const t=!a;if(b){g(t)}else{h(t)}}`, func(g *son.Graph) {
			nots := find(g, son.OpNot)
			g.Replace(nots[1], nots[0], nil)
		}, false},
		{"one operation a statement", `function f(a, b) { return a + b * g(a ? 1 : b); }`, `(a,b){const t=g;let t2;if(a){t2=1}else{t2=b}const t3=t(t2);const t4=b*t3;const t5=a+t4;return t5}`, nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := emitted(t, tt.in, emit.Input{Flat: tt.flat, Temp: ast.Let}, tt.change)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}
