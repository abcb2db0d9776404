package print_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// Whatever is patched, an abridged text is complete in the end, and so are its origins.
func TestAbridgedTextIsCompletedWithItsOrigins(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	shorter := 0
	for range 2000 {
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString(strings.Repeat(" ", r.IntN(4)) + strings.Repeat("a", r.IntN(20)) + "\n")
		}
		src := b.String()
		cut := func(from int) int32 { return int32(from + r.IntN(len(src)-from+1)) }
		span := ast.Span{Start: cut(0)}
		span.End = cut(int(span.Start))
		var patches []print.Patch
		for at := span.Start; r.IntN(3) > 0; {
			q := print.Patch{Span: ast.Span{Start: at + int32(r.IntN(int(span.End-at)+1))}, Text: strings.Repeat("b", r.IntN(9))}
			q.Span.End = q.Span.Start + int32(r.IntN(int(span.End-q.Span.Start)+1))
			patches, at = append(patches, q), q.Span.End
		}
		fewer := print.Abridge(src, span, patches, 1+r.IntN(60))
		text := print.Verbatim(src, span, fewer)
		got, from := print.Complete(text, print.Origins(span, fewer))
		want := print.Verbatim(src, span, patches)
		if got != want {
			t.Fatal(cmp.Diff(want, got))
		}
		if n := print.Size(span, patches); n != len(want) {
			t.Fatalf("%d bytes, want %d", n, len(want))
		}
		if d := cmp.Diff(print.Origins(span, patches), from); d != "" {
			t.Fatal(d)
		}
		if len(text) < len(want) {
			shorter++
		}
	}
	if shorter < 200 {
		t.Errorf("only %d texts were abridged", shorter)
	}
}

// The mark says whether lines that it stands for must not move.
func TestAMarkSaysThatLinesMustNotMove(t *testing.T) {
	lines := strings.Repeat("x;\n", 40)
	for text, want := range map[string]bool{"f(in);\n": false, "`a`;\n": false, "`a\n`;\n": true, "'a\\\n';\n": true, "a / in / `b`;\n": true} {
		src := lines + text + lines
		span := ast.Span{End: int32(len(src))}
		got := print.Verbatim(src, span, print.Abridge(src, span, nil, 40))
		if len(got) >= len(src) || print.HidesFixedLines(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	if print.HidesFixedLines("`a` in b") {
		t.Error("there is no mark")
	}
}

// Comments that a text begins with may be printed elsewhere, so they stay.
func TestLeadingCommentsStay(t *testing.T) {
	comments := strings.Repeat("// why\n", 30) + "/* and\n" + strings.Repeat("how\n", 30) + "*/\n"
	src := comments + strings.Repeat("f();\n", 40)
	span := ast.Span{End: int32(len(src))}
	got := print.Verbatim(src, span, print.Abridge(src, span, nil, 40))
	if len(got) >= len(src) || !strings.HasPrefix(got, comments) {
		t.Errorf("%q", got)
	}
}
