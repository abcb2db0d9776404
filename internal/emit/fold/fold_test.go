package fold_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// scheduled returns the schedule of the first function of a program.
func scheduled(t *testing.T, src string, flat bool) fold.Input {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), son.Config{})
	if bailout != nil {
		t.Fatal(bailout)
	}
	in := fold.Input{CFG: schedule.Run(g).CFG, Loops: g.Loops, Uses: make([]int32, g.MaxID()), Flat: flat}
	g.Nodes(func(n *son.Node) {
		for i, x := range n.Ins() {
			if x != nil && n.SlotKind(i) == son.SlotData {
				in.Uses[x.ID]++
			}
		}
	})
	of := map[*ast.Symbol]int{}
	in.VarOf = func(n *son.Node) int {
		bound := n.Op == son.OpParam || n.Op == son.OpBind || n.Op == son.OpPhi && !n.Has(son.FlagExpr)
		if n.Sym == nil || !bound {
			return -1
		}
		if _, ok := of[n.Sym]; !ok {
			of[n.Sym] = len(of)
		}
		return of[n.Sym]
	}
	return in
}

// TestFold folds the blocks of functions, each with the storage of the one before.
func TestFold(t *testing.T) {
	var bs fold.Blocks
	for _, tt := range []struct {
		name, src string
		flat      bool
		brackets  bool
		want      []string
	}{
		{name: "a conditional expression", src: "return a ? b : g();", want: []string{
			"0: (a ? =b : g, g(), =g()); return phi",
		}},
		{name: "its value is not used", src: "a() ? b() : c();", want: []string{
			"0: a(); void (a() ? b() : c, c()); return undefined",
		}},
		{name: "one in another", src: "return a ? b ? g() : h() : a && b;", want: []string{
			"0: (a ? (b ? g, g(), =g() : h, h(), =h()), =phi : (a ? =b : =a), =phi); return phi",
		}},
		{name: "&& and ||", src: "a && g(); return a || b;", want: []string{
			"0: void (a ? g, g() : ); (a ? =a : =b); return phi",
		}},
		{name: "?? and a default", src: "const { x = g() } = a; return b ?? x;", want: []string{
			"0: { x = g() }; x = g(); x = g(); (x = g() ? g, g(), =g() : =x = g()); x; { x = g() } = a; b ?? x; (b ?? x ? =x : =b); return phi",
		}},
		{name: "an optional chain", src: "return a?.b.c(g());", want: []string{
			"0: a?.b.c(g()); (a?.b.c(g()) ?. =undefined : a?.b, a?.b.c, g, g(), a?.b.c(g()), =a?.b.c(g())); return phi",
		}},
		{name: "an assignment in an arm", src: "let x = 1; a && (x = g()); return x;", want: []string{
			"0: x = 1; void (a ? g, g(), x = g() : ); return phi of x",
		}},
		{name: "an if is a statement", src: "if (a) g(); else h(); return b;", want: []string{
			"0: if a -> 1 2",
			"1: g; g() -> 3",
			"2: h; h() -> 3",
			"3: return b",
		}},
		{name: "a debugger is no expression", src: "if (a) debugger; return b;", want: []string{
			"0: if a -> 1 2",
			"1: debugger; -> 3",
			"2:  -> 3",
			"3: return b",
		}},
		{name: "a switch", src: "switch (a) { case 1: g(); break; case b(): h(); break; default: i(); } return b;", want: []string{
			"0: switch a case =1 case b(), =b() -> 1 3 4",
			"1: g; g() -> 5",
			"3: h; h() -> 5",
			"4: i; i() -> 5",
			"5: return b",
		}},
		{name: "updates", src: "let i = 0; while (a(i++)) { b(--i); } return i;", want: []string{
			"0: i = 0 -> 1",
			"1: update i++; a(i++); if a(i++) -> 2 3",
			"2: update --i; b(--i) -> 1",
			"3: return i++",
		}},
		{name: "a loop", src: "for (let i = 0; i < a; i++) b(i ? a : i);", want: []string{
			"0: i = 0 -> 1",
			"1: i < a; if i < a -> 2 6",
			"2: (phi of i ? =a : =phi of i); b(i ? a : i); update i++ -> 1",
			"6: return undefined",
		}},
		{name: "flat", src: "return a ? b : g();", flat: true, want: []string{
			"0: if a -> 1 2",
			"1:  -> 3",
			"2: g; g() -> 3",
			"3: return phi",
		}},
		{name: "flat, in a bracket", src: "return h(a ? b : g());", flat: true, brackets: true, want: []string{
			"0: h; (a ? =b : g, g(), =g()); h(a ? b : g()); return h(a ? b : g())",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bs.Reset()
			src := "function f(a, b) { " + tt.src + " }"
			bs.Make(scheduled(t, src, tt.flat))
			switch {
			case tt.flat:
				bs.Collapse(func(*fold.Block) bool { return tt.brackets })
			default:
				bs.Collapse(nil)
				bs.Switches()
			}
			got := fold.Format(bs.List, func(n *son.Node) string {
				switch {
				case n.Op == son.OpConst:
					return fmt.Sprint(n.Type)
				case n.Op == son.OpPhi && n.Sym != nil:
					return "phi of " + n.Sym.Name
				case n.Op == son.OpPhi:
					return "phi"
				case n.Op == son.OpParam:
					return n.Sym.Name
				}
				return src[n.Span.Start:n.Span.End]
			})
			if d := cmp.Diff(strings.Join(tt.want, "\n")+"\n", got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			for i, b := range bs.All() {
				if home := bs.Home(bs.CFG.Blocks[i]); bs.List[home.ID] != home || bs.List[i] == b && home != b {
					t.Errorf("block %d is in %d", i, home.ID)
				}
			}
		})
	}
}
