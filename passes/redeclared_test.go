package passes_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// The language allows a name to be declared again in many ways. Each is tried before each other
// one, in each place where both may stand. A is the name, K a number.
var redeclarations = []string{
	"var A;",
	"var A = K;",
	"var A = K, A = K + 1;",
	"var [A] = [K];",
	"var { A = K } = {};",
	"var [A, A] = [K, K + 1];",
	"function A() { return K }",
	"async function A() { return K }",
	"for (var A of [K]) print(A);",
	"for (var A in { k: K }) print(A);",
	"for (var [A] of [[K]]) print(A);",
	"for (var A = K; A < K + 2; A++) print(A);",
	"{ print(typeof A); function A() { return K } }",
	"if (one) function A() { return K }",
	"switch (one) { case 1: function A() { return K } }",
	"lK: function A() { return K }",
	"A: { var A = K; break A; }",
	"try { throw K } catch (A) { print(A); var A = K + 5; print(A); }",
	"try { throw K } catch (A) { var [A] = [K + 6]; print(A); }",
	"try { throw K } catch (A) { var { A = K } = {}; print(A); }",
	"try { throw K } catch (A) { var seeK = () => A; var [A, qK] = [K + 6, 2]; print(seeK(), qK); }",
	"try { throw K } catch (A) { for (var A = 1; A < 3; A++) print(A); print(A); }",
	"try { throw K } catch (A) { for (var A in { z: 1 }) print(A); print(A); }",
	"try { throw K } catch (A) { for (var [A] in { z: 1 }) print(A); print(A); }",
	"try { throw [K] } catch ([A]) { print(A); A = 3; print(A); }",
	"try { one } catch (A) { var [A] = []; }",
	"if (!one) { var A = K; }",
	"if (false) { var A = K; }",
	"if (false) { function A() { return K } }",
	"A = K;",
}

// redeclaredIn are functions around two redeclarations.
var redeclaredIn = []string{
	"function NAME() { BODY }",
	"function NAME(A) { BODY print(arguments[0]); }",
	"function NAME(A = 7) { BODY }",
	"function NAME(A, g = () => A) { BODY print(g()); }",
	"function NAME({ A }) { BODY }",
	"function NAME(A) { 'use strict'; BODY }",
	"function NAME() { const g = () => A; BODY print(g()); }",
	"function NAME() { return (() => { BODY })(); FIRST }",
	"function NAME() { print(A); SECOND if (one) return A; FIRST }",
	"var NAME = () => { BODY };",
}

type redeclaredMode struct {
	name string
	o    passes.Options
}

var redeclaredModes = []redeclaredMode{
	{"O0 forced", passes.Options{ForceGraph: true}},
	{"O1", passes.Options{Level: 1}},
	{"O1 forced", passes.Options{Level: 1, ForceGraph: true}},
	{"size", passes.Options{Level: 1, For: costs.Size, ForceGraph: true}},
	{"speed", passes.Options{Level: 1, For: costs.Speed, ForceGraph: true}},
	{"normal", passes.Options{Level: 1, Emit: passes.Normal}},
	{"blocks", passes.Options{Level: 1, Emit: passes.Blocks}},
	{"compact", passes.Options{Level: 1, Compact: true, ForceGraph: true}},
}

// redeclaredPair is the text of two redeclarations, each with code that prints the names in
// scope.
func redeclaredPair(pattern, name, first, second string) string {
	look := "print(typeof A, A);"
	first, second = strings.ReplaceAll(first, "K", "1"), strings.ReplaceAll(second, "K", "2")
	return strings.NewReplacer("A", name).Replace(strings.NewReplacer("BODY", first+" "+look+" "+second+" "+look, "FIRST", first, "SECOND", second).Replace(pattern))
}

// sampled calls f for pairs of redeclarations, of which there are 900: for all of them in
// the long tier, else for some.
func sampled(f func(i, j int)) {
	apart := tier.Share(41, 1)
	for i := range redeclarations {
		for j := range redeclarations {
			if (i+j*5)%apart == 0 {
				f(i, j)
			}
		}
	}
}

func TestNamesMayBeDeclaredAgainInFunctions(t *testing.T) {
	var ps []*onceProgram
	for c, context := range redeclaredIn {
		for _, name := range []string{"a", "arguments"} {
			sampled(func(i, j int) {
				both := redeclarations[i] + redeclarations[j]
				if name == "arguments" && blockFunction.MatchString(both) {
					return // engines do not agree
				}
				f := fmt.Sprintf("f%d_%d_%d%s", c, i, j, name)
				text := redeclaredPair(strings.ReplaceAll(context, "NAME", f), name, redeclarations[i], redeclarations[j])
				ps = append(ps, &onceProgram{in: fmt.Sprintf("%s\nprint(%s({ %s: 7 }));\n", text, f, name)})
			})
		}
	}
	testDeclaredAgain(t, ps)
}

var blockFunction = regexp.MustCompile(`[;{):] function A`)

// At the top of scripts and modules a name may also be exported, but only once.
func TestNamesMayBeDeclaredAgainAtTheTop(t *testing.T) {
	var ps []*onceProgram
	add := func(module bool, i, j int, pattern string) {
		ps = append(ps, &onceProgram{module: module, in: redeclaredPair(pattern, fmt.Sprintf("a%d", len(ps)), redeclarations[i], redeclarations[j]) + "\n"})
	}
	sampled(func(i, j int) {
		add(false, i, j, "BODY")
		add(false, i, j, "{ BODY } print(typeof A, A);")
		add(true, i, j, "BODY")
		add(true, i, j, "BODY export { A };")
		add(true, i, j, "export { A as default, A as b }; BODY")
		for _, e := range []string{"export ", "export default "} {
			add(true, i, j, e+"FIRST print(typeof A, A); SECOND print(typeof A, A);")
			add(true, i, j, "SECOND print(typeof A, A); "+e+"FIRST print(typeof A, A);")
		}
	})
	testDeclaredAgain(t, ps)
}

// testDeclaredAgain checks that the output of the valid programs among ps can be parsed, and
// that it does and exports the same.
func testDeclaredAgain(t *testing.T, ps []*onceProgram) { testModes(t, ps, redeclaredModes) }

func testModes(t *testing.T, ps []*onceProgram, modes []redeclaredMode) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	ps = slices.DeleteFunc(ps, func(p *onceProgram) bool {
		return p.read(p.in) == nil
	})
	for i, prints := range runOnce(t, ps, func(p *onceProgram) string { return p.in }) {
		ps[i].prints = prints
	}
	if len(ps) < 80 {
		t.Errorf("only %d programs are valid", len(ps))
	}
	for k, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			var tried []*onceProgram
			out := map[*onceProgram]string{}
			for i, p := range ps {
				if !tier.InTurn(i, k) {
					continue
				}
				tried = append(tried, p)
				m.o.Verify, m.o.Type = true, p.goal()
				out[p] = optimize(t, p.in, m.o).Code
			}
			got := runOnce(t, tried, func(p *onceProgram) string { return out[p] })
			want := make([]string, len(tried))
			for i, p := range tried {
				want[i] = p.prints
			}
			if len(tried) < len(ps) { // an eval may leave a name to those after it
				want = runOnce(t, tried, func(p *onceProgram) string { return p.in })
			}
			for i, p := range tried {
				if got[i] != want[i] {
					t.Errorf("%s prints\n%s not\n%s:\n%s", p.in, got[i], want[i], out[p])
				}
			}
		})
	}
	t.Logf("%d programs", len(ps))
}

// onceProgram is a small program whose names occur in no other one.
type onceProgram struct {
	in     string
	module bool
	prints string
}

func (p *onceProgram) goal() parse.SourceType {
	if p.module {
		return parse.Module
	}
	return parse.Script
}

func (p *onceProgram) read(src string) *ast.Program {
	q, _ := parse.Parse(src, parse.Options{Type: p.goal()})
	return q
}

// runOnce runs programs one after the other in node, a hundred in each realm, and returns what each prints:
// after each, all names of the realm are looked at. The embedded engine is wrong about functions in blocks that
// have the names of parameters.
func runOnce(t *testing.T, ps []*onceProgram, text func(*onceProgram) string) (prints []string) {
	t.Helper()
	type program struct {
		Text   string
		Module bool
	}
	var list []program
	for _, p := range ps {
		list = append(list, program{text(p), p.module})
	}
	in, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "--no-warnings", "--experimental-vm-modules", "-e", onceScript)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &prints); err != nil {
		t.Fatal(err)
	}
	return prints
}

const onceScript = `
const vm = require("vm");
(async () => {
  const all = [];
  let lines = [], known, context;
  const show = v => typeof v === "function" ? "function " + v.name : Object.prototype.toString.call(v) === "[object Arguments]" ? "arguments" + v.length : String(v);
  const print = (...v) => { lines.push(v.map(show).join(" ")); };
  const attempt = f => { try { print(f()); } catch (e) { print("throws", e.name); } };
  for (const [i, { Text, Module }] of JSON.parse(require("fs").readFileSync(0, "utf8")).entries()) {
    if (i % 100 === 0) {
      context = vm.createContext({ one: 1, print, attempt });
      known = new Set();
    }
    lines = [];
    try {
      if (Module) {
        const m = new vm.SourceTextModule(Text, { context });
        await m.link(() => {});
        await m.evaluate();
        for (const k of Object.keys(m.namespace)) lines.push(k + " is " + show(m.namespace[k]));
      } else {
        new vm.Script(Text).runInContext(context);
      }
    } catch (e) { lines.push("throws " + e.name); }
    for (const k of Object.keys(context)) {
      if (!known.has(k)) lines.push("global " + k);
      known.add(k);
    }
    all.push(lines.join("; "));
  }
  console.log(JSON.stringify(all));
})();
`
