package look

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/viz"
)

// Every node of a tree is in its outline, whatever its kind.
func TestOutlinesHaveEveryNode(t *testing.T) {
	src := "import q from 'q';\nclass A extends B { static #p = 1; get [x]() { return super.y } static { this.z = new.target } constructor(...a) { super(...a) } }\n" +
		"async function* f({ a = 1, ...b }, [c, , d]) {\n  lab: for await (const x of y ?? z) { if (x?.[0]) continue lab; else break; }\n" +
		"  try { yield* `t${1n}` } catch { throw /r/g } finally { do a++; while (!b) }\n" +
		"  switch (typeof c) { case 'x': default: delete d.e, void 0 }\n  for (var k in o) with_(k);\n  return { a, [b]: 1, get g() { return tag`x` }, m() {}, ...(c ? await d : (x) => x ** 2) };\n}\nexport { f as default };\n"
	p := program(t, src, "in.js")
	tree := p.Outline(p.Top())
	var kinds []string
	count := 0
	var walk func(o *viz.Outline)
	walk = func(o *viz.Outline) {
		kinds = append(kinds, o.Kind)
		if o.Kind != "hole" {
			count++
		}
		for _, k := range o.Kids {
			walk(k)
		}
	}
	walk(tree)
	want := 0
	for _, st := range p.AST.Body {
		ast.Walk(st, func(ast.Node) bool { want++; return true })
	}
	if count < want {
		t.Errorf("the outline has %d nodes, the tree %d", count, want)
	}
	for _, k := range []string{"ClassMember", "Spread", "Await", "TaggedTemplate", "Chain", "Seq", "Try", "hole", "NewTarget", "PrivateName"} {
		if !strings.Contains(strings.Join(kinds, " "), k) {
			t.Errorf("no %s", k)
		}
	}
}
