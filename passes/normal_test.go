package passes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/normal"
	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son/build"
)

// TestNormalForms checks the text of the fixtures of the normal form, that they are in that
// form, and that they do what the input does. Their files are in.js, normal.js, its optimized
// form (again.js) and prints.
func TestNormalForms(t *testing.T) {
	for _, f := range fixtures(t, "normal") {
		t.Run(f.name, func(t *testing.T) {
			prints := f.inputPrints(t)
			res := f.inForm(t, prints, passes.Options{Level: 1, Emit: passes.Normal})
			f.golden(t, "normal.js", res.Code)
			f.golden(t, "again.js", f.again(t, res.Code, prints, passes.Normal))
			for _, k := range res.Report.Bailouts {
				if why, ok := f.bailouts[k.Name]; k.Name != build.TopName && (!ok || !strings.Contains(k.Reason, why)) {
					t.Errorf("%s (%d:%d) stays as written: %s", k.Name, k.Line, k.Column, k.Reason)
				}
			}
			if *update {
				f.write(t)
			}
		})
	}
}

// TestAnyFixtureInNormalForm checks all but the text with the fixtures of the emitter and of
// the optimizer, and so with the form of basic blocks.
func TestAnyFixtureInNormalForm(t *testing.T) {
	t.Parallel()
	for _, f := range tier.Some(fixtures(t, "seeds", "opt", "emit"), 8) {
		t.Run(f.name, func(t *testing.T) {
			if f.name == "emit/templates" {
				t.Skip("the engine converts the parts of a template at its end, the language each in its turn")
			}
			f.inForm(t, f.prints, passes.Options{Emit: passes.Normal})
			res := f.inForm(t, f.prints, passes.Options{Level: 1, Emit: passes.Normal})
			f.again(t, res.Code, f.prints, passes.Normal)
			if !engineErrs[f.name] {
				f.inForm(t, f.prints, passes.Options{Level: 1, Emit: passes.Blocks})
			}
		})
	}
}

// engineErrs names the fixtures whose catch parameters the embedded engine gets wrong: it skips
// the finally block where a pattern throws, and allows a name to be read in its TDZ. In basic
// blocks a pattern is a declaration, which it gets right.
var engineErrs = map[string]bool{"emit/patterns_catch": true, "emit/try_patterns": true}

// again optimizes code that is in a form, and checks that it still does the same.
func (f *fixture) again(t *testing.T, code, prints string, from passes.Form) string {
	t.Helper()
	res := optimize(t, code, passes.Options{Level: 1, From: from, ForceGraph: true, Verify: true})
	if got := runJS(t, res.Code); got != prints {
		t.Errorf("again, it prints something else (-want +got)\n%s\nof\n%s", cmp.Diff(prints, got), res.Code)
	}
	return res.Code
}

// inForm checks that the output for options is in normal form.
func (f *fixture) inForm(t *testing.T, prints string, o passes.Options) passes.Result {
	t.Helper()
	o.Verify = true
	res := optimize(t, f.in, o)
	p, ds := parse.Parse(res.Code, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatalf("%v\n%s", ds, res.Code)
	}
	rep := normal.Check(p, res.AsWritten)
	if o.Emit == passes.Blocks {
		rep = normal.CheckBlocks(p, res.AsWritten, res.InNormal)
	}
	for _, v := range rep.Violations {
		t.Errorf("-O%d: %s: %s", o.Level, v.What, res.Code[v.At.Start:v.At.End])
	}
	if got := runJS(t, res.Code); got != prints {
		t.Errorf("-O%d prints something else (-want +got)\n%s\nof\n%s", o.Level, cmp.Diff(prints, got), res.Code)
	}
	return res
}

// The functions that stay as they were written are identified by where their text is.
func TestAsWrittenFunctionsAreFound(t *testing.T) {
	const in = `function kept(a) { with (a) return b + c + d; }
function made(a) { return a.b + a.c + (() => eval("a"))(); }
const o = { kept(a) { with (a) { return () => b(c.d) } } };
`
	res := optimize(t, in, passes.Options{Emit: passes.Normal})
	p, ds := parse.Parse(res.Code, parse.Options{})
	if p == nil {
		t.Fatal(ds)
	}
	var names []string
	for _, fn := range p.Funcs {
		if why, ok := res.AsWritten[fn.Index]; ok {
			names = append(names, res.Code[fn.Start:min(fn.Start+13, fn.End)]+" "+why)
		}
	}
	if len(names) < 3 || !strings.Contains(names[0], "function kept") || !strings.Contains(names[0], "with") {
		t.Errorf("as written: %q in\n%s", names, res.Code)
	}
}
