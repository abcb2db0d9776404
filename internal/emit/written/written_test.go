package written

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// text is the text form of an index, in the order of the source.
func text(x *Index, src string) string {
	var b strings.Builder
	first := func(s ast.Span) string { // the first word
		word, _, _ := strings.Cut(src[s.Start:s.End], " ")
		return word
	}
	for at, n := range x.Sites {
		if n != nil {
			fmt.Fprintf(&b, "%d %s %s\n", at, strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast."), first(n.Pos().Span))
		}
	}
	for _, at := range slices.Sorted(maps.Keys(x.SwitchOf)) {
		fmt.Fprintf(&b, "case %d of %d\n", at, x.SwitchOf[at].Site)
	}
	for _, l := range x.Labels {
		fmt.Fprintf(&b, "label %s, continues after %q\n", l.Label, src[:x.EndOf(l)][strings.LastIndexByte(src[:x.EndOf(l)-1], ' ')+1:])
	}
	for _, l := range x.LoopLabels {
		fmt.Fprintf(&b, "loop %s\n", l.Label)
	}
	if len(x.Blocks) > 0 {
		fmt.Fprintf(&b, "%d bare blocks\n", len(x.Blocks))
	}
	var names []string
	for id, d := range x.Declarators {
		names = append(names, fmt.Sprintf("%s in %q\n", id.Name, src[d.Start:d.End]))
	}
	slices.Sort(names)
	b.WriteString(strings.Join(names, ""))
	for _, s := range slices.Sorted(maps.Keys(x.Strings)) {
		fmt.Fprintf(&b, "string %q\n", s)
	}
	for _, s := range slices.Sorted(maps.Keys(x.Templates)) {
		fmt.Fprintf(&b, "template %q\n", s)
	}
	for _, i := range slices.Sorted(maps.Keys(x.FunctionProps)) {
		fmt.Fprintf(&b, "function %d is a property\n", i)
	}
	return b.String()
}

// TestIndex indexes functions, each with the storage of the one before.
func TestIndex(t *testing.T) {
	var x Index
	for _, tt := range []struct{ name, src, want string }{
		{"statements",
			"function f(a) { if (a) return 1; while (a) a(); for (const x of a) x(); try { a(); } catch {} return; }",
			"1 If if\n2 Return return\n3 While while\n4 ForOf for\n5 Try try\n6 Return return;\nx in \"x\"\n"},
		{"numbers go on in expressions, and start again in functions",
			"function f(a) { a ? 1 : a && 2; if (() => { if (a) a(); }) a(); while ((a(), a)) a(); }",
			"3 If if\n4 While while\n5 Seq a(),\n"},
		{"a switch in a switch",
			"function f(a) { switch (a) { case 1: a(); break; case 2: switch (a) { default: a(); } } }",
			"1 Switch switch\n4 Switch switch\ncase 2 of 1\ncase 3 of 1\ncase 5 of 4\n"},
		{"labels",
			"function f(a) { if (a) L: { a(); break L; } else a(2); M: N: while (a) { a(); } }",
			"1 If if\n2 While while\nlabel L, continues after \"a(2);\"\nloop N\n"},
		{"bare blocks", "function f(a) { { a(); { a(1); } } if (a) { a(2); } }", "1 If if\n2 bare blocks\n"},
		{"names and literals",
			"function f(a) { const { b, c: [d] } = a, e = 'x'; return { m: function () {}, n: `y`, o: (() => 1)() }; }",
			"1 Return return\nb in \"{ b, c: [d] } = a\"\nd in \"{ b, c: [d] } = a\"\ne in \"e = 'x'\"\nstring \"x\"\ntemplate \"y\"\nfunction 1 is a property\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, ds := parse.Parse(tt.src, parse.Options{Path: "in.js"})
			if p == nil {
				t.Fatal(parse.Format(ds))
			}
			x.Fill(p.Funcs[0])
			if d := cmp.Diff(tt.want, text(&x, tt.src)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestOf(t *testing.T) {
	p, _ := parse.Parse("function f(a) { for (let i = 0; i < 9; i++) if (a) a(i); }", parse.Options{Path: "in.js"})
	var x Index
	x.Fill(p.Funcs[0])
	if loop, ok := Of[*ast.For](&x, 1); !ok || x.HeadScope(1) != loop.Scope || loop.Scope == nil {
		t.Errorf("%v %v: the loop is not at site 1", loop, ok)
	}
	if _, ok := Of[*ast.If](&x, 1); ok {
		t.Error("the loop is an if")
	}
	if _, ok := Of[ast.Stmt](&x, 0); ok {
		t.Error("there is something at no site")
	}
	if _, ok := Of[ast.Stmt](&x, 99); ok {
		t.Error("there is something at a site beyond the last")
	}
	if x.HeadScope(2) != nil {
		t.Error("an if has a head that declares")
	}
}
