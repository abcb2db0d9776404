package build_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// graphOf builds the first function of a program and verifies it.
func graphOf(t testing.TB, src string, c son.Config) *son.Graph {
	t.Helper()
	p := readJS(t, src)
	g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), c)
	if bailout != nil {
		t.Fatalf("%s\nstays as written: %s", src, bailout.Reason)
	}
	if err := g.Verify(); err != nil {
		t.Fatalf("%s\n%v\n%s", src, err, son.Format(g, son.FormatOptions{IDs: true}))
	}
	return g
}

// The two programs of the chapter on loops that the construction is based on.
const (
	nestedSums = `function f(arg) {
	let sum = 0;
	let i = 0;
	while (i < arg) {
		i = i + 1;
		let j = 0;
		while (j < arg) { sum = sum + j; j = j + 1; }
	}
	return sum;
}`
	branchInLoop = `function f() {
	let a = 1;
	let b = 2;
	while (a < 10) {
		if (a == 2) a = 3;
		else b = 4;
	}
	return b;
}`
)

// scopeLog records the scopes that the observer gets, as text.
type scopeLog struct {
	son.NoObserver
	events []string
	views  map[string][]string // by event, of the first such event
	phis   []*son.Node         // of the first loop, when it opened
	open   []bool              // whether each was open then
	binds  []*son.Node         // all that were made
	rules  int                 // rules that fired on open phis
}

func (l *scopeLog) NodeMade(_ *son.Graph, n *son.Node) {
	if n.Op == son.OpBind {
		l.binds = append(l.binds, n)
	}
}

func (l *scopeLog) Rule(g *son.Graph, _ *son.Rule, n, _ *son.Node) {
	if g.IsOpen(n) {
		l.rules++
	}
}

func (l *scopeLog) Scope(g *son.Graph, event string, scopes []son.ScopeView) {
	l.events = append(l.events, event)
	if l.views == nil {
		l.views = map[string][]string{}
	}
	if l.views[event] != nil {
		return
	}
	for _, s := range scopes {
		for i, name := range s.Names {
			l.views[event] = append(l.views[event], fmt.Sprintf("%s %s=%v", s.Title, name, s.Nodes[i].Op))
			if event == "loop opened" && s.Nodes[i].Op == son.OpPhi {
				l.phis = append(l.phis, s.Nodes[i])
				l.open = append(l.open, g.IsOpen(s.Nodes[i]) && s.Nodes[i].In(2) == nil)
			}
		}
	}
}

func TestALoopOpensWithAPhiForEveryName(t *testing.T) {
	for _, c := range []struct {
		name, src string
		all       bool
		want      []string
	}{
		{"nested sums, all", nestedSums, true, []string{"head $ctrl=Loop", "head $mem=Phi", "head arg=Phi", "head sum=Phi", "head i=Phi"}},
		{"nested sums, assigned only", nestedSums, false, []string{"head $ctrl=Loop", "head $mem=Phi", "head arg=Param", "head sum=Phi", "head i=Phi"}},
		{"branch in loop, all", branchInLoop, true, []string{"head $ctrl=Loop", "head $mem=Phi", "head a=Phi", "head b=Phi"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, fold := range []bool{false, true} {
				l := &scopeLog{}
				g := graphOf(t, c.src, son.Config{AllPhis: c.all, Fold: fold, Observer: l})
				if diff := cmp.Diff(c.want, l.views["loop opened"]); diff != "" {
					t.Error(diff)
				}
				for i, open := range l.open {
					if !open {
						t.Errorf("phi %d of the open loop is not open", i)
					}
				}
				if l.rules != 0 {
					t.Errorf("%d rules fired on phis of open loops", l.rules)
				}
				g.Nodes(func(n *son.Node) {
					if n.Op != son.OpPhi || fold {
						return
					}
					for _, x := range n.Ins()[1:] {
						if x == n || x == n.In(1) && x == n.In(2) {
							t.Errorf("useless phi: %s", son.FormatNode(g, n))
						}
					}
				})
				for _, p := range l.phis {
					if p.Sym != nil && p.Sym.Name == "arg" && !p.Dead() {
						t.Error("the phi of arg, which no loop assigns, is still there")
					}
				}
			}
		})
	}
}

func TestScopesAreShown(t *testing.T) {
	l := &scopeLog{}
	graphOf(t, branchInLoop, son.Config{AllPhis: true, Observer: l})
	want := []string{"scope opened", "function opened", "loop opened", "loop tested", "then read", "else read", "if joined", "loop read", "back edge closed", "loop closed"}
	if diff := cmp.Diff(want, l.events); diff != "" {
		t.Error(diff)
	}
	exit := []string{"exit $ctrl=Proj", "exit $mem=Lt", "exit a=Phi", "exit b=Phi"}
	if diff := cmp.Diff(exit, l.views["loop tested"]); diff != "" {
		t.Error(diff)
	}
	all := []string{
		"head $ctrl=Loop", "head $mem=Phi", "head a=Phi", "head b=Phi",
		"exit $ctrl=Proj", "exit $mem=Lt", "exit a=Phi", "exit b=Phi",
		"body $ctrl=Region", "body $mem=Eq", "body a=Phi", "body b=Phi",
	}
	for _, event := range []string{"loop read", "back edge closed"} {
		if diff := cmp.Diff(all, l.views[event]); diff != "" {
			t.Errorf("%s: %s", event, diff)
		}
	}
}

// manyShapes are functions whose graphs must not depend on AllPhis.
var manyShapes = []string{
	nestedSums,
	branchInLoop,
	`function f(a, n) { var t = 0; outer: for (var i = 0; i < n; i++) { for (const x = a[i];;) { if (x) continue outer; if (t > 9) break outer; t += x; break } } return t }`,
	`function f(n) { var len = "abc".length, r = 0; do { if (r > len) continue; r++; } while (r < n); return len + r }`,
	`function f(n) { let k = 7, s = ""; while (n--) { s += k; for (;;) { if (n) return s; else throw k } } return s }`,
	`function f(a) { let z = 1; for (;;) { switch (a.next()) { case 0: z = 2; case 1: continue; case 2: break; default: return z } z += k(z) } var k }`,
	`function f(a, b) { var x = a < 5, y = 3; while (b()) { y = y; if (x > 2) b(x) } return x + y }`,
	`function f(a) { for (let i = 0, n = a.length; i < n; i++) a[i] = () => n; return this }`,
	`function f(a) { while (true) { a(); } }`,
	`function f(a) { const k = 5; x: { while (1) { if (a(k < 6)) break x; } } return k; }`,
}

func TestAllPhisGivesTheSameGraph(t *testing.T) {
	for i, src := range manyShapes {
		for _, fold := range []bool{false, true} {
			all := graphOf(t, src, son.Config{AllPhis: true, Fold: fold})
			some := graphOf(t, src, son.Config{Fold: fold})
			if fold {
				all.Optimize()
				some.Optimize()
			}
			x, y := son.Format(all, son.FormatOptions{}), son.Format(some, son.FormatOptions{})
			if diff := cmp.Diff(y, x); diff != "" {
				t.Errorf("program %d, fold %v: -some +all\n%s", i, fold, diff)
			}
		}
	}
}

func TestTheChaptersSecondProgramReturnsThePhi(t *testing.T) {
	g := graphOf(t, branchInLoop, son.Config{Fold: true})
	ret := g.Stop.In(0)
	if ret.Op != son.OpReturn || ret.Arg(0).Op != son.OpPhi || ret.Arg(0).Region().Op != son.OpLoop {
		t.Fatalf("want the return of a loop phi:\n%s", son.Format(g, son.FormatOptions{}))
	}
	if v := ret.Arg(0).In(1); v.Op != son.OpBind || v.Sym.Name != "b" || v.Type != son.IntConst(2) {
		t.Errorf("b enters the loop as %v %v", v.Op, v.Type)
	}
}

// chain lists the function's effects and allocations in order of evaluation.
func chain(g *son.Graph) string {
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.Op.HasMem() || n.Op.IsAlloc() {
			list = append(list, n)
		}
	})
	var out []string
	for i, n := range list {
		if i > 0 && n.Order < list[i-1].Order {
			return "nodes are not in source order"
		}
		s := n.Op.String()
		if n.Str != "" {
			s += ":" + n.Str
		} else if n.Sym != nil {
			s += ":" + n.Sym.Name
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestEffectsComeInEvaluationOrder(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`function f(a, b) { a.x = b() }`, `Call Store:x Return`},
		{`function f(a) { a.b[a.c] = a.d }`, `Load:b Load:c Load:d StoreIdx Return`},
		{`function f(a) { return a.m(a.x, ...a.y) }`, `MethodRef:m Load:x Load:y Spread CallMethod Return`},
		{`function f(a) { return (a.m)(1) }`, `MethodRef:m CallMethod Return`},
		{`function f(a) { return (0, a.m)(1) }`, `Load:m Call Return`},
		{`function f(a) { return a[a.k](a.x) }`, `Load:k MethodRefIdx Load:x CallMethod Return`},
		{`function f(a) { a.x += a.y }`, `CompRef:x Load:y CompStore Return`},
		{`function f(a) { a[a.k] -= a.y }`, `Load:k CompRefIdx Load:y CompStore Return`},
		{`function f(a) { g = a() }`, `GlobalRef:g Call GlobalStore:g Return`},
		{`function f(a) { g *= a() }`, `CompRefGlobal:g Call CompStore Return`},
		{`function f(a) { return g++ + --g }`, `GlobalUpdate:g GlobalUpdate:g Add Return`},
		{`function f(a) { a.x++; return --a[a.i] }`, `Update:x Load:i UpdateIdx Return`},
		{`function f(a) { return a++ + a }`, `ToNumeric Inc Add Return`},
		{`function f(a) { return ++a }`, `ToNumeric Inc Return`},
		{`function f(a) { return a + (a = g()) }`, `GlobalLoad:g Call Add Return`},
		{`function f(a) { a += (a = g()); return a }`, `GlobalLoad:g Call Add Return`},
		{`function f(a) { return typeof g + typeof a + undefined }`, `GlobalTypeof:g Add Add Return`},
		{`function f(a) { return delete a.x || delete a[a.y] || delete a() }`, `Delete:x Load:y DeleteIdx Call Return`},
		{"function f(a) { return `x${a}y${a.b}` }", `ToStr Load:b ToStr Return`},
		{`function f(a) { return {x: a(), [a.k]: a.v, ...a.s, m() {}, get g() { return 1 }} }`, `Call Load:k ToKey Load:v Load:s Spread Closure:m Closure:get g Object Return`},
		{`function f(a) { return [a(), , ...a.x, /r/g] }`, `Call Load:x Spread RegExp:/r/g Array Return`},
		{`function f(a) { return new a.B(a.x) }`, `Load:B Load:x New Return`},
		{`function f(a) { return a in a.x, a.y instanceof a }`, `Load:x In Load:y InstanceOf Return`},
		{`function f(a) { return -a + +a + ~a + !a }`, `Neg ToNumber Add BitNot Add Add Return`},
		{`function f(a) { return a() ? a.t() : a.e() }`, `Call MethodRef:t CallMethod MethodRef:e CallMethod Return`},
		{`function f(a) { return (a() && a.t() || a.e()) ?? a.n }`, `Call MethodRef:t CallMethod MethodRef:e CallMethod Load:n Return`},
		{`function f(a) { debugger; throw a.x }`, `Debugger Load:x Throw`},
		{`function f(a) { switch (a()) { default: a.d(); case a.x: a.p(); break; case a.y: a.q() } }`,
			`Call Load:x Load:y MethodRef:d CallMethod MethodRef:p CallMethod MethodRef:q CallMethod Return`},
		{`function f(a) { for (a.i(); a.t(); a.u()) a.b() }`,
			`MethodRef:i CallMethod MethodRef:t CallMethod MethodRef:b CallMethod MethodRef:u CallMethod Return`},
		{`function f(a) { do a.b(); while (a.t()) }`, `MethodRef:b CallMethod MethodRef:t CallMethod Return`},
		{`function f(a) { return; a() }`, `Return`},
		{`function f(a) { for (;;) { a(); break; a() } }`, `Call Return`},
		{`function f(a) { let x = a(); x = a.b; return () => x; function x2() {} }`, `Call Load:b Closure Return`},
		{`function f(a) { let x = a(); g(() => x); x += 1; return x }`,
			`NewCell:x Call StoreCell:x GlobalLoad:g Closure Call LoadCell:x Add StoreCell:x LoadCell:x Return`},
		{`function f() { g(h, h); function h() { return h } }`, `NewCell:h Closure:h StoreCell:h GlobalLoad:g LoadCell:h LoadCell:h Call Return`},
		{`function f() { return h; function h() { } function i() { return arguments } }`, `Closure:h Return`},
		{`function f(a) { a ||= g(); return a }`, `GlobalLoad:g Call Return`},
		{`function f(a) { return a.x = a.y = 3 }`, `Store:y Store:x Return`},
	} {
		g := graphOf(t, c.src, son.Config{})
		if got := chain(g); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestAssignmentsSayHowTheyWereWritten(t *testing.T) {
	src := `function f(a) {
	let x = 1, y;
	const k = 2;
	var v = 3, w;
	x = 4; g(x = 5);
	x++; g(x++, --x);
	for (x = 6; a; x--) v = x;
	y = (v, x = 7);
	w = k;
	return [x, y, v, w];
}`
	l := &scopeLog{} // also gets those without users, which are swept
	graphOf(t, src, son.Config{Observer: l})
	var got []string
	for _, n := range l.binds {
		s := n.Sym.Name + " " + src[n.Span.Start:n.Span.End]
		for _, f := range []struct {
			flag son.Flags
			name string
		}{{son.FlagDecl, "decl"}, {son.FlagInit, "init"}, {son.FlagNested, "nested"}, {son.FlagUnset, "unset"}} {
			if n.Has(f.flag) {
				s += " " + f.name
			}
		}
		got = append(got, s)
	}
	want := []string{"v  unset", "w  unset", "x x = 1 decl init", "y y decl init", "k k = 2 decl init", "v v = 3 decl", "x x = 4", "x x = 5 nested",
		"x x++", "x x++ nested", "x --x nested", "x x = 6", "v v = x", "x x--", "x x = 7 nested", "y y = (v, x = 7)", "w w = k"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLoopsKnowTheirSource(t *testing.T) {
	src := `function f(a) {
	one: two: for (var i = 0; i < a; i++) a();
	while (a()) ;
	do a(); while (a);
	for (;;) { if (a()) break; }
	for (;;) { a(); return 1; }
}`
	g := graphOf(t, src, son.Config{})
	text := func(s ast.Span) string { return src[s.Start:s.End] }
	var got []string
	nevers := 0
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpNever {
			nevers++
		}
		if n.Op != son.OpLoop {
			return
		}
		l := g.Loops[n]
		if l == nil {
			t.Fatal("a loop is not known")
		}
		got = append(got, fmt.Sprintf("%d %v %q %q %q", l.Kind, l.Labels, strings.TrimSuffix(text(l.Init), ";"), text(l.Test), text(l.Update)))
	})
	want := []string{`2 [one two] "var i = 0" "i < a" "i++"`, `0 [] "" "a()" ""`, `1 [] "" "a" ""`, `2 [] "" "" ""`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if nevers != 1 || len(g.Loops) != 4 {
		t.Errorf("%d endless loops, %d loops; the one that never repeats is none", nevers, len(g.Loops))
	}
}

func TestLongChainsAndDeepNesting(t *testing.T) {
	long := "function f(a) { return a" + strings.Repeat(" + a", 100_000) + " }"
	deep := "function f(a) { return " + strings.Repeat("(", 10_000) + "a" + strings.Repeat(")", 10_000) + " }"
	nots := "function f(a) { return " + strings.Repeat("!", 10_000) + "a }"
	elses := "function f(a) { var x; " + strings.Repeat("if (a()) x = 1; else ", 3_000) + "x = 2; return x }"
	ors := "function f(a) { return a()" + strings.Repeat(" || a()", 3_000) + " }"
	for _, src := range []string{long, deep, nots, elses, ors} {
		p := readJS(t, src)
		for _, fold := range []bool{false, true} {
			if g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), son.Config{Fold: fold}); g == nil {
				t.Errorf("%.40s: %s", src, bailout.Reason)
			}
		}
	}
}

func TestFunctionsAreBuiltInParallel(t *testing.T) {
	p := readJS(t, strings.Join(manyShapes, "\n"))
	b := build.Decide(p)
	want := make([]string, len(p.Funcs))
	text := func(fn *ast.Function) string {
		g, bailout := build.Func(p, fn, b, son.Config{Fold: true})
		if g == nil {
			return bailout.Reason
		}
		return son.Format(g, son.FormatOptions{IDs: true, Order: true})
	}
	for i, fn := range p.Funcs {
		want[i] = text(fn)
	}
	got := make([]string, len(p.Funcs))
	var wg sync.WaitGroup
	for i, fn := range p.Funcs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			got[i] = text(fn)
		}()
	}
	wg.Wait()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestCostGrowsWithTheText builds functions of a shape that would be slow if
// each branch or jump copied all names in scope.
func TestCostGrowsWithTheText(t *testing.T) {
	shapes := map[string]func(n int) string{
		"branches over many names": func(n int) string {
			var s strings.Builder
			for i := range n {
				fmt.Fprintf(&s, "var v%d = a(%d); if (v%d) v%d = a();\n", i, i, i, i)
			}
			return s.String()
		},
		"continues in a long loop": func(n int) string {
			var s strings.Builder
			s.WriteString("for (;;) {\n")
			for range n {
				s.WriteString("if (a()) continue; a();\n")
			}
			s.WriteString("break }\n")
			return s.String()
		},
		"many loops": func(n int) string {
			var s strings.Builder
			for i := range n {
				fmt.Fprintf(&s, "for (let i = 0; i < a; i++) { var v%d = a(i); }\n", i)
			}
			return s.String()
		},
		"many closures": func(n int) string {
			var s strings.Builder
			for i := range n {
				fmt.Fprintf(&s, "const v%d = () => v%d; let w%d = 1; a(() => w%d++);\n", i, i, i, i)
			}
			return s.String()
		},
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			bytes := func(n int) uint64 {
				p := readJS(t, "function f(a) {\n"+shape(n)+"}")
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				if g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), son.Config{}); g == nil {
					t.Fatal(bailout.Reason)
				}
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc
			}
			small, large := bytes(1_000), bytes(4_000)
			if large > 6*small {
				t.Errorf("four times the text takes %.1f times the memory", float64(large)/float64(small))
			}
		})
	}
}

// What the parameter list does with the arguments object is not in the graph, which says so.
func TestAnArgumentsObjectOfTheParameterListIsShared(t *testing.T) {
	for src, want := range map[string]bool{
		"function f(x) { return arguments.length; }":                             false,
		"function f(x = 1) { return arguments.length; }":                         false,
		"function f(x) { return (y = arguments.length) => y; }":                  false,
		"function f(x = arguments.length) { return arguments.length; }":          true,
		"function f({ x = g(arguments) }) { return arguments.length; }":          true,
		"function f(x = () => arguments) { return arguments.length; }":           true,
		"function f({ [arguments.length]: x }) { return arguments.length; }":     true,
		"function f(x = function () { arguments }) { return arguments.length; }": false,
	} {
		shared := false
		graphOf(t, src, son.Config{}).Nodes(func(n *son.Node) {
			if n.Op == son.OpArguments {
				shared = n.Idx == son.ArgumentsShared
			}
		})
		if shared != want {
			t.Errorf("%s\nshared: %v, want %v", src, shared, want)
		}
	}
}
