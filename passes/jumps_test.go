package passes_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/passes"
)

// jumpAround are statements around others. LABEL is their label and name, BODY the statements
// inside. One that begins with a + is a loop, which may be continued.
var jumpAround = []string{
	"+for (const xLABEL of items('LABEL')) { log('in LABEL'); BODY log('end LABEL'); }",
	"+for (const xLABEL of items('LABEL')) { BODY }",
	"+for (const xLABEL in { a: 1, b: 2 }) { log('in LABEL', xLABEL); BODY log('end LABEL'); }",
	"+for (const xLABEL in { a: 1, b: 2 }) { BODY }",
	"+for (log('init LABEL'); test('LABEL'); log('update LABEL')) { BODY log('end LABEL'); }",
	"+for (let iLABEL = 0; iLABEL < 2; iLABEL++) { log('in LABEL', iLABEL); BODY }",
	"+while (test('LABEL')) { BODY log('end LABEL'); }",
	"+do { BODY } while (test('LABEL'));",
	"+do { log('in LABEL'); BODY log('end LABEL'); } while (test('LABEL'));",
	"switch (one) { case 0: log('no'); case 1: BODY log('end LABEL'); default: log('default LABEL'); }",
	"try { BODY log('end LABEL'); } finally { log('finally LABEL'); }",
	"try { BODY log('end LABEL'); } catch (e) { log('caught LABEL', e); }",
	"try { boom('LABEL'); } catch (e) { log('in LABEL', e); BODY } finally { log('finally LABEL'); }",
	"try { log('try LABEL'); } finally { BODY log('end LABEL'); }",
	"try { boom('LABEL'); } finally { BODY }",
	"{ BODY log('end LABEL'); }",
	"if (decide()) { BODY } else { log('else LABEL'); }",
}

const jumpPrelude = `var one = 1, lines, tests, decided;
function log(...v) { if (lines.push(v.join(" ")) > 200) throw "limit"; }
function test(l) { log("test", l); return (tests[l] = (tests[l] || 0) + 1) % 3 !== 0; }
function decide() { return decided++ % 3 !== 0; }
function boom(l) { log("boom", l); throw "b" + l; }
function items(l) {
  let i = 0;
  log("open", l);
  return { [Symbol.iterator]() { return this; }, next() { return { done: i++ >= 2, value: i }; }, return() { log("return", l); return {}; } };
}
function run(f) {
  const all = [f.name];
  for (let i = 0; i < 2; i++) {
    lines = []; tests = {}; decided = i;
    try { lines.push("gives " + f()); } catch (e) { lines.push("throws " + e); }
    all.push(lines.join());
  }
  print(...all);
}
`

// jumpFunctions returns the bodies of functions with a jump out of nested statements: each kind
// of jump, unconditional or on a condition, combined with each way in which one of the
// statements may end.
func jumpFunctions(around []string) (list []string) {
	ends := []string{"return 7;", "throw 't';"}
	tails := []struct {
		of   int
		text string
	}{{-1, ""}}
	for i, a := range around {
		ends = append(ends, fmt.Sprintf("break L%d;", i))
		if a[0] == '+' {
			ends = append(ends, fmt.Sprintf("continue L%d;", i))
		}
		if i < len(around)-1 {
			for _, text := range ends {
				tails = append(tails, struct {
					of   int
					text string
				}{i, text})
			}
		}
	}
	for _, jump := range ends {
		for _, jump = range []string{jump, "if (decide()) " + jump} {
			for _, tail := range tails {
				body := jump
				for i, a := range slices.Backward(around) {
					if tail.of == i {
						body += " " + tail.text
					}
					label := fmt.Sprintf("L%d", i)
					body = label + ": " + strings.NewReplacer("LABEL", label, "BODY", body).Replace(strings.TrimPrefix(a, "+"))
				}
				list = append(list, body+" log('after');")
			}
		}
	}
	return list
}

// Jumps keep their targets and run the same finally blocks, in all forms.
func TestJumpsOutOfAllStatementsGoWhereTheyWent(t *testing.T) {
	t.Parallel()
	parts := tier.Share(48, 16)
	for part := range tier.Share(1, parts) {
		t.Run(fmt.Sprint(part), func(t *testing.T) { testJumps(t, part, parts) })
	}
}

// testJumps tries one jump out of each three nested statements that belong to one part.
func testJumps(t *testing.T, part, parts int) {
	var src strings.Builder
	src.WriteString(jumpPrelude)
	k := len(jumpAround)
	for i := part; i < k*k*k; i += parts {
		list := jumpFunctions([]string{jumpAround[i/k/k], jumpAround[i/k%k], jumpAround[i%k]})
		fmt.Fprintf(&src, "function f%d() { %s }\nrun(f%[1]d);\n", i, list[i*7919%len(list)])
	}
	in := src.String()
	want := strings.Split(runJS(t, in), "\n")
	check := func(name string, o passes.Options, in string) string {
		var out string
		t.Run(name, func(t *testing.T) {
			o.Verify = true
			res, err := passes.Optimize(context.Background(), in, o)
			if err != nil || len(res.Report.Faults) > 0 {
				t.Fatal(err, res.Report.Faults)
			}
			out = res.Code
			if d := cmp.Diff(want, strings.Split(runJS(t, out), "\n")); d != "" {
				t.Errorf("it prints something else (-want +got)\n%.4000s", d)
			}
		})
		return out
	}
	check("O0 forced", passes.Options{ForceGraph: true}, in)
	check("O1 forced", passes.Options{Level: 1, ForceGraph: true}, in)
	for _, form := range []passes.Form{passes.Normal, passes.Blocks} {
		check(form.String()+" O0", passes.Options{Emit: form}, in)
		out := check(form.String(), passes.Options{Level: 1, Emit: form}, in)
		check("from "+form.String(), passes.Options{Level: 1, From: form, ForceGraph: true}, out)
	}
}
