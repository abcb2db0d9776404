package passes_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// The table of memory and control: each pattern in each context, in each world, on values that
// break wrong rules. What the programs print before and after must agree, in quickjs and, where
// it is installed, in node.

// memoryContext is a function NAME of (v, w, c) around a BODY, and the code that it puts in
// place of HERE. A yield or return stands in the function itself.
type memoryContext struct{ name, function, here string }

var memoryTable = []memoryContext{
	{"plain", "function NAME(v, w, c) { let n = 0, x = 1; BODY }", ""},
	{"call", "function NAME(v, w, c) { let n = 0, x = 1; BODY }", "touch();"},
	{"loop twice", "function NAME(v, w, c) { let n = 0, x = 1; for (let r = 0; r < 2; r++) { BODY c = !c; } say(x); }", "touch();"},
	{"loop kept", "function NAME(v, w, c) { let n = 0, x = 1, last = null; for (let r = 0; r < 2; r++) { BODY say(o === last, last && last.a); last = o; } }", ""},
	{"try", "function NAME(v, w, c) { let n = 0, x = 1; try { BODY } catch (e) { say(e, x, n); } say(x); }", "x++; fail(c); n++;"},
	{"finally", "function NAME(v, w, c) { let n = 0, x = 1; try { fail(c); x = 2; } finally { BODY } }", "hold(o);"},
	{"leave", "function NAME(v, w, c) { let n = 0, x = 1; for (const r of [1, 2]) try { BODY } finally { say(x, r); x = r; } return x; }", "if (c) return say('left'); else n++;"},
	{"yield", "function* NAME(v, w, c) { let n = 0, x = 1; yield 1; BODY yield x; }", "yield o;"},
	{"escape", "function NAME(v, w, c) { let n = 0, x = 1; BODY }", "hold(o); touch();"},
	{"same alias", "function NAME(v, w, c) { let n = 0, x = 1; BODY }", "{ const p = o; p.a = 1; }"},
	{"either alias", "function NAME(v, w, c) { let n = 0, x = 1; BODY }", "{ const p = c ? o : { a: 5, b: 6 }; p.a = 2; say(p.a); }"},
	{"other alias", "function NAME(v, w, c) { let n = 0, x = 1; BODY }", "{ const p = { a: 5, b: 6 }; p.a = v; say(p === o, p.a); }"},
	{"argument", "function NAME(v, w, c) { 'use strict'; let n = 0, x = 1; BODY }", "try { v.a = w; w.k = 3; } catch (e) { say(e); }"},
	{"mapped", "function NAME(v, w, c) { let n = 0, x = 1; BODY say(arguments[0] === v); }", "arguments[1] = x;"},
}

// tameValues are values of programs that satisfy all assumptions.
const tameValues = `
values.splice(0, values.length,
  () => 1, () => undefined, () => "str", () => 2n, () => ({ n: 2, get k() { return this.n * 10; }, set k(z) { this.n = z; } }),
  () => new Proxy({ k: 3, length: 2 }, { get(t, key) { return t[key]; } }), () => Object.freeze({ k: 1, own: 2 }),
  () => new Uint8Array(2), () => [1, { k: 2 }, 3], () => (function (a) { return arguments; })(5),
  () => ({ k: { own: 2 }, own: 3, length: 3 }));
`

// memoryWorlds are the parts of the table: the assumptions, and values that satisfy them.
var memoryWorlds = map[string]struct {
	before, values string // text before and after the prelude
	o              passes.Options
}{
	"patched":  {before: patchedPrelude},
	"builtins": {o: passes.Options{Assume: passes.AssumeBuiltins}},
	"speed":    {before: patchedPrelude, o: passes.Options{For: costs.Speed}},
	"whole":    {before: patchedPrelude, o: passes.Options{Level: 2}},
	"size":     {before: patchedPrelude, o: passes.Options{For: costs.Size}},
	"tame": {values: tameValues, o: passes.Options{For: costs.Speed, Assume: passes.AssumeBuiltins | passes.AssumePureCoercion |
		passes.AssumePureGetters | passes.AssumeClosedWorld | passes.AssumeNoTDZ}},
	"closed": {values: tameValues, o: passes.Options{Level: 2, For: costs.Speed, Assume: passes.AssumeBuiltins | passes.AssumePureCoercion |
		passes.AssumePureGetters | passes.AssumeClosedWorld | passes.AssumeNoTDZ | passes.AssumeClosedObjects}},
}

// options are those of a world.
func memoryOptions(world string) passes.Options {
	o := memoryWorlds[world].o
	o.Level, o.ForceGraph, o.Verify = max(o.Level, 1), true, true
	return o
}

// function writes a pattern in a context, in a block of its own unless the context uses its
// object.
func (p memoryPattern) function(c memoryContext, name string) string {
	body := strings.ReplaceAll(p.body, "HERE", c.here)
	if !strings.Contains(c.function, "last = o") {
		body = "{ " + body + " }"
	}
	return strings.ReplaceAll(strings.Replace(c.function, "BODY", body, 1), "NAME", name)
}

// tableProgram is the program of the patterns and contexts that belong to one part, each run on
// some pairs of values.
func tableProgram(world string, part, parts, pairs int) string {
	var b strings.Builder
	w := memoryWorlds[world]
	b.WriteString(w.before + memoryPrelude + w.values)
	only := os.Getenv("SON_RULE")
	for i, p := range memoryPatterns {
		if only != "" && !slices.Contains(p.rules(), only) {
			continue
		}
		for j, c := range memoryTable {
			if (i+j)%parts != part {
				continue
			}
			name := fmt.Sprintf("f%d_%d", i, j)
			b.WriteString(strings.ReplaceAll(p.top, "NAME", name) + "\n" + p.function(c, name) + "\n")
			fmt.Fprintf(&b, "table(%s, %d, %d);\n", name, i*3+j, pairs)
		}
	}
	return b.String()
}

// The long tier runs each function on all pairs of values, in all worlds; SON_RULE=NAME takes only
// the patterns on which that rule fires, on some pairs.
func TestMemoryAndControlDoTheSameInEachContext(t *testing.T) {
	parts, run, pairs, worlds := 12, 1, 1, []string{"patched", "builtins", "speed", "tame", "whole", "closed"}
	switch {
	case os.Getenv("SON_RULE") != "":
		parts, run, pairs = 1, 1, 4
	case tier.Long():
		parts, run, pairs, worlds = 48, 48, 100, append(worlds, "size")
	}
	for part := range run {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			p := tablePart{printed: map[string]string{}}
			for _, world := range worlds {
				t.Run(world, func(t *testing.T) { p.inWorld(t, world, tableProgram(world, part, parts, pairs)) })
			}
			if tier.Long() {
				p.inNode(t)
			}
		})
	}
}

// tablePart is a part of the table in all worlds. Some worlds have the same programs, which run once.
type tablePart struct {
	printed  map[string]string // by program before it is optimized, in the embedded engine
	programs []tableRun
}

// tableRun is a program of the table in a world, and its output.
type tableRun struct{ world, in, out string }

// inWorld runs a program in the embedded engine before and after it is optimized.
func (p *tablePart) inWorld(t *testing.T, world, src string) {
	res := optimize(t, src, memoryOptions(world))
	for _, k := range res.Report.Bailouts {
		if strings.HasPrefix(k.Name, "f") {
			t.Errorf("%s stays as written: %s", k.Name, k.Reason)
		}
	}
	if _, ok := p.printed[src]; !ok {
		p.printed[src] = runJS(t, src)
	}
	p.programs = append(p.programs, tableRun{world, src, res.Code})
	samePrints(t, p.printed[src], runJS(t, res.Code), res.Code)
}

// inNode runs all programs in node.
func (p *tablePart) inNode(t *testing.T) {
	at, texts := map[string]int{}, []string{}
	for _, r := range p.programs {
		for _, text := range []string{r.in, r.out} {
			if _, ok := at[text]; !ok {
				at[text], texts = len(texts), append(texts, text)
			}
		}
	}
	prints := runInNode(t, texts)
	for _, r := range p.programs {
		t.Run(r.world+" in node", func(t *testing.T) { samePrints(t, prints[at[r.in]], prints[at[r.out]], r.out) })
	}
}

// samePrints compares what the functions of a table print, and shows the code of the first that
// prints something else.
func samePrints(t *testing.T, want, got, code string) {
	t.Helper()
	if want == got && strings.HasPrefix(want, `"f`) && !strings.Contains(want, "uncaught") {
		return
	}
	ws, gs := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i, w := range ws {
		if i >= len(gs) || w != gs[i] {
			name, _, _ := strings.Cut(strings.TrimPrefix(w, `"`), `"`)
			_, text, _ := strings.Cut(code, "function "+name+"(")
			text, _, _ = strings.Cut(text, "\nfunction")
			t.Fatalf("%s prints something else (-want +got)\n%.3000s\n%s(%.3000s", name, cmp.Diff(ws[i:], gs[min(i, len(gs)):]), name, text)
		}
	}
	t.Fatalf("not all was printed, or more:\n…%s", got[max(0, len(got)-1000):])
}

// touchesMemory reports whether a rule is about memory, control or names rather than about the
// values of operators, which are proved by enumeration.
func touchesMemory(r son.Rule) bool {
	return len(r.Ops) == 0 || slices.ContainsFunc(r.Ops, func(o son.Op) bool { return !o.IsOperator() && o != son.OpBuiltin })
}

func TestEveryRuleOfMemoryAndControlHasAPattern(t *testing.T) {
	has := map[string]bool{}
	for i, p := range memoryPatterns {
		if p.fires == "" {
			continue
		}
		fired := map[string]int{}
		src := strings.ReplaceAll(p.top, "NAME", "f") + "\n" + p.function(memoryTable[0], "f")
		pass, isPass := strings.CutPrefix(p.fires, "pass ")
		if isPass {
			if changed(t, src, pass, memoryOptions(p.in)) {
				fired["pass "+pass]++
			}
		} else {
			fired = optimize(t, src, memoryOptions(p.in)).Report.Rules
		}
		for _, rule := range p.rules() {
			if has[rule] = true; fired[rule] == 0 {
				t.Errorf("%s does not fire on pattern %d: %s\n%v", rule, i, p.body, fired)
			}
		}
	}
	var want []string
	for _, r := range append(passes.DriverRules(), son.Rules()...) {
		if touchesMemory(r) {
			want = append(want, r.Name)
		}
	}
	for _, p := range passes.Table {
		for _, r := range p.Rules {
			want = append(want, r.Name)
		}
		switch p.Name {
		case "rules", "dce": // these only apply rules, or remove what rules leave
		case "hoist": // besides its rule it moves values, which it does not count
			want = append(want, "pass "+p.Name)
		default:
			if len(p.Rules) == 0 {
				want = append(want, "pass "+p.Name)
			}
		}
	}
	for _, rule := range want {
		if !has[rule] {
			t.Errorf("%s has no pattern in memoryPatterns that makes it fire", rule)
		}
	}
	t.Logf("%d rules and passes, %d patterns in %d contexts", len(want), len(memoryPatterns), len(memoryTable))
}

// rules are the names of the rules that fire on the pattern.
func (p memoryPattern) rules() []string {
	if strings.HasPrefix(p.fires, "pass ") {
		return []string{p.fires}
	}
	return strings.Fields(p.fires)
}

// changed reports whether the output with a pass differs from the output without it.
func changed(t *testing.T, src, pass string, o passes.Options) bool {
	i := slices.IndexFunc(passes.Table, func(p passes.Pass) bool { return p.Name == pass })
	if i < 1 {
		t.Fatalf("there is no pass %q after another", pass)
	}
	o.Until = passes.Table[i-1].Name
	before := optimize(t, src, o).Code
	o.Until = pass
	return optimize(t, src, o).Code != before
}
