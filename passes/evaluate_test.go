package passes_test

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// TestEvaluatedCallsAreAsInTheEngine calls generated functions with constants and compares the values of
// the calls that are evaluated with those that an engine finds.
func TestEvaluatedCallsAreAsInTheEngine(t *testing.T) {
	evaluated := 0
	for seed := range int64(70) {
		src := closedProgram(rand.New(rand.NewSource(seed)))
		want := runJS(t, src)
		for _, aim := range []costs.Aim{costs.Speed, costs.Balanced} {
			var first string
			for workers := 1; workers <= 3; workers += 2 {
				r, err := passes.Optimize(context.Background(), src, passes.Options{Path: "in.js", Level: 2, For: aim, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Report.Faults) > 0 {
					t.Fatalf("seed %d: %v", seed, r.Report.Faults)
				}
				if workers == 1 {
					first = r.Code
					evaluated += r.Report.Rules["call-evaluated"]
				} else if r.Code != first {
					t.Errorf("seed %d: the result of %d workers differs from that of one", seed, workers)
				}
			}
			if d := cmp.Diff(want, runJS(t, first)); d != "" {
				t.Fatalf("seed %d, for %v: (-before +after)\n%s\n%s", seed, aim, d, src)
			}
		}
	}
	t.Logf("%d calls were evaluated", evaluated)
	if evaluated < 400 {
		t.Errorf("only %d calls were evaluated", evaluated)
	}
}

// closedProgram makes a program of functions that only compute, and calls them with constants. Each call
// stands alone in a function, and each function has too many calls to be inlined everywhere.
func closedProgram(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("(() => {\n")
	const functions = 6
	for f := range functions {
		fmt.Fprintf(&b, "function f%d(x, y, z) {\nlet a = %s, b = x;\n", f, constant(r))
		depth := 0
		block(&b, r, f, 3, &depth)
		fmt.Fprintf(&b, "return %s;\n}\n", pick(r, "a", "b", "a + b", "`${a}:${b}`", "typeof a + b", "a === b"))
	}
	for range 24 {
		args := make([]string, r.Intn(4))
		for i := range args {
			args[i] = constant(r)
		}
		fmt.Fprintf(&b, "attempt(() => f%d(%s));\n", r.Intn(functions), strings.Join(args, ", "))
	}
	b.WriteString("})();\n")
	return b.String()
}

func pick(r *rand.Rand, list ...string) string { return list[r.Intn(len(list))] }

func constant(r *rand.Rand) string {
	return pick(r, "0", "-0", "1", "2", "3", "7", "-1", "0.1", "1e21", "4294967295", "2147483648", "NaN", "Infinity", "-1.5", "9007199254740993",
		`""`, `"a"`, `"12"`, `" 3 "`, `"\ud800"`, `"0x10"`, "true", "false", "null", "undefined", "1", "4", "5", "10", `"b"`, "-3n", "12345678901234567890n")
}

func block(b *strings.Builder, r *rand.Rand, f, statements int, depth *int) {
	*depth++
	defer func() { *depth-- }()
	for range 1 + r.Intn(statements) {
		v := pick(r, "a", "b")
		switch k := r.Intn(9); {
		case k < 3 || *depth > 2:
			fmt.Fprintf(b, "%s = %s;\n", v, expression(r, 2))
		case k < 5:
			i := fmt.Sprint("i", *depth)
			fmt.Fprintf(b, "for (let %s = 0; %s < %d; %s++) {\n%s = %s %s %s;\n", i, i, 1+r.Intn(6), i, v, v, operator(r), i)
			block(b, r, f, 2, depth)
			b.WriteString(pick(r, "", "", fmt.Sprintf("if (%s) break;\n", expression(r, 1)), fmt.Sprintf("if (%s) continue;\n%s = %s;\n", expression(r, 1), v, expression(r, 1))))
			b.WriteString("}\n")
		case k == 5:
			fmt.Fprintf(b, "if (%s) return %s;\n", expression(r, 2), expression(r, 1))
		case k == 6 && f > 0:
			fmt.Fprintf(b, "%s = f%d(%s, %s);\n", v, r.Intn(f), expression(r, 1), expression(r, 1))
		case k == 7:
			fmt.Fprintf(b, "if (typeof x === \"number\" && x > 0 && x < 9) %s = f%d(x - 1, %s, z);\n", v, f, expression(r, 0))
		default:
			fmt.Fprintf(b, "if (%s) {\n", expression(r, 2))
			block(b, r, f, 2, depth)
			b.WriteString("} else {\n")
			block(b, r, f, 2, depth)
			b.WriteString("}\n")
		}
	}
}

func operator(r *rand.Rand) string {
	ops := []string{"+", "-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^", "<", ">=", "==", "!=", "===", "!==", "&&", "||", "??"}
	return slices.Concat(ops, []string{"+", "+", "-", "*", "<"})[r.Intn(len(ops)+5)]
}

func expression(r *rand.Rand, depth int) string {
	if depth == 0 || r.Intn(4) == 0 {
		return pick(r, "a", "b", "x", "y", "z", "a", "b", constant(r), constant(r))
	}
	if r.Intn(4) == 0 {
		return pick(r, "!", "-", "+", "~", "typeof ") + "(" + expression(r, depth-1) + ")"
	}
	return "((" + expression(r, depth-1) + ") " + operator(r) + " (" + expression(r, depth-1) + "))"
}
