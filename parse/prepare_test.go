package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// alone returns what esbuild makes of a program that is not prepared.
func alone(src string) string {
	return string(api.Transform(src, api.TransformOptions{MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, Charset: api.CharsetUTF8, Target: api.ESNext}).Code)
}

func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// printsAsAlone fails if the preparation of a program shows in esbuild's output, or goes wrong
// where names and globals are protected as well.
func printsAsAlone(t *testing.T, src string) {
	t.Helper()
	out, ds := Transform(src, nil, "in.js", TransformOptions{Minify: true, AnyNames: true, Builtins: true})
	if out == nil {
		t.Fatal(ds)
	}
	if d := cmp.Diff(alone(src), out.Code); d != "" {
		t.Errorf("(-alone +prepared)\n%s", d)
	}
	if out, ds = Transform(src, nil, "in.js", TransformOptions{Minify: true}); out == nil || len(ds) > 0 {
		t.Errorf("with names and globals: %v", ds)
	} else if p, ds := Parse(out.Code, Options{}); p == nil {
		t.Errorf("with names and globals: %v\n%s", ds, out.Code)
	}
}

// TestPreparedSequencesPrintTheSame puts parentheses into sequences, which must not show in
// esbuild's output.
func TestPreparedSequencesPrintTheSame(t *testing.T) {
	for _, n := range []int{longSequence - 1, longSequence, longSequence + 1, 300} {
		for _, tt := range []struct{ name, src string }{
			{"statements", "f()\n" + many(n, "g(%d), ") + "h()"},
			{"operands in parentheses", many(n, "(((g(%d)))), ") + "(1, g)()"},
			{"commas in comments", many(n, "g(%d) // one, two\n , /* three, */ ") + "g(); /*! four, */"},
			{"a value", "var x = (" + many(n, "a = b[%d], ") + "1)"},
			{"operands that are removed", "function f(a) { return " + many(n, "a || %[1]d, g(%[1]d), ") + "a }"},
			{"commas in operands", many(n, "g(%d, ',', `,`, [, ]), ") + "(h(), h(1), i = 2), j = 3"},
			{"heads", "for (" + many(n, "g(%d), ") + "h();" + many(n, "k(%d), ") + "h(); " + many(n, "l(%d), ") + "h() in o) {}"},
			{"sequences in sequences", many(n, "g((h(%d), ") + "1" + strings.Repeat("))", n)},
			{"strings", "f()\n'a' + " + many(n, "'s%d' + ") + "a()"},
			{"strings behind a value", "f(a + 1 + " + many(n, "'s%d' + ") + "\"'\")"},
			{"strings between values", "f(" + many(n, "'s%d' + ") + many(n, "a[%d] + ") + many(n, "'t%d' + ") + "1)"},
			{"strings in strings", "f(" + many(n, "'s%d' + ") + "a(" + many(n, "'t%d' + ") + "'u') + ('v') + 'w')"},
			{"strings that are compared", "f(" + many(n, "'s%d' + ") + "'' === a, 2 * (" + many(n, "'t%d' + ") + "'u'))"},
			{"operands of yield and await", "async function* f(a) { " + many(n, "a = yield %d, a = () => a, await a, ") + "yield }"},
		} {
			t.Run(fmt.Sprint(tt.name, " ", n), func(t *testing.T) {
				printsAsAlone(t, tt.src)
			})
		}
	}
}

// TestPreparedStatementsPrintTheSame makes sequences of statements, which esbuild would make
// itself.
func TestPreparedStatementsPrintTheSame(t *testing.T) {
	for _, tt := range []struct{ name, src string }{
		{"expressions", "'use strict'; f()\n" + many(240, "g(%d);\n") + "(h)(); (() => {})()"},
		{"without semicolons", many(200, "g[%d] = () => {}\n") + "h = class {}\nk"},
		{"that end in functions", many(100, "g[%d] = () => {};") + "k"},
		{"in parentheses", "if (a) {" + many(100, "(g(%[1]d), (h))(%[1]d);") + "(a) }"},
		{"with annotations", many(60, "/* @__PURE__ */ g(%[1]d); h(%[1]d)\n") + many(100, "h(%d)\n") + "k()"},
		{"of all kinds", "async function* f(a) {" + many(80, "yield a;\nawait a(%d)\na = a || b;") + "for (;;) { " + many(80, "a(%d), b();") + "} }"},
		{"that are removed", "function f(a) {" + many(60, "a; a.b; g(%d); 1;") + "return a }"},
		{"before a return", "function f(a) {" + many(90, "a(%d);") + "return a }"},
		{"after a declaration", "function f(a) { let b = 1;" + many(90, "a(%d)\n") + "var c; if (b) throw c }"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			printsAsAlone(t, tt.src)
		})
	}
}

// TestPreparedListsAreAsShort splits lists, between whose parts semicolons stay.
func TestPreparedListsAreAsShort(t *testing.T) {
	for _, tt := range []struct{ name, src string }{
		{"top level", many(600, "g(%d)\n")},
		{"function", "function f() { 'use strict'; " + many(600, "g(%d);") + "} f()"},
		{"block", "if (a) {" + many(600, "g(%d);") + "}"},
		{"case", "switch (a) { case 1:" + many(600, "g(%d);") + "}"},
		{"ifs", many(600, "if (g(%[1]d)) h(%[1]d);")},
		{"what looks like a mark", many(600, "g(%d, '/*!*/');") + "/*!0*/"},
		{"directives", many(600, "'use %d';")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, ds := Transform(tt.src, nil, "in.js", TransformOptions{Minify: true, AnyNames: true, Builtins: true})
			if out == nil {
				t.Fatal(ds)
			}
			commas := strings.NewReplacer(";", ",", "\n", "")
			want, got := commas.Replace(alone(tt.src)), commas.Replace(out.Code)
			if strings.Contains(tt.src, "if (a) {") {
				want = strings.Replace(want, "a&&(", "if(a){", 1)
				want = strings.TrimSuffix(strings.TrimSuffix(want, ","), ")") + "}"
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("(-alone +prepared)\n%s", d)
			}
			if n, _, ok := MinifiedSize(tt.src); !ok || n > len(out.Code)+5 {
				t.Errorf("measured %d bytes, written %d", n, len(out.Code))
			}
		})
	}
}

// TestPreparedProgramsKeepTheirMaps maps esbuild's output back to the source.
func TestPreparedProgramsKeepTheirMaps(t *testing.T) {
	src := many(700, "call%d(1);\n") + many(200, "call_%d(1), ") + "last()"
	for _, only := range []bool{false, true} {
		same := sourcemap.New(src, print.ApplyOrigins(src, nil), sourcemap.Source{Path: "in.js", Text: src})
		out, ds := Transform(src, same, "in.js", TransformOptions{Minify: true, AnyNames: true, Builtins: true, SyntaxOnly: only})
		if out == nil {
			t.Fatal(ds)
		}
		if strings.Contains(out.Code, "/*") || strings.Contains(out.Code, "\n\n") {
			t.Errorf("traces of parts: %s", out.Code)
		}
		lines, from := strings.Split(out.Code, "\n"), strings.Split(src, "\n")
		for i := range lines {
			for at := 0; ; {
				k := strings.Index(lines[i][at:], "call")
				if k < 0 {
					break
				}
				at += k
				name, _, _ := strings.Cut(lines[i][at:], "(")
				s, ok := out.Map.Find(int32(i), int32(at))
				if !ok || !strings.HasPrefix(from[s.Line][s.From:], name+"(") {
					t.Fatalf("%s of %d:%d leads to %d:%d, %v", name, i, at, s.Line, s.From, ok)
				}
				at += len(name)
			}
		}
	}
}

// TestPreparedErrorsAreLocated checks that an error is located in the text that the author
// wrote.
func TestPreparedErrorsAreLocated(t *testing.T) {
	src := "const a = 1; " + many(300, "g(%d), ") + "h(); a = 2"
	_, ds := Transform(src, nil, "in.js", TransformOptions{Minify: true, AnyNames: true, Builtins: true, Type: Module})
	if len(ds) == 0 || ds[0].Line != 1 || ds[0].Col != strings.Index(src, "a = 2") {
		t.Errorf("%+v", ds)
	}
}
