package restore_test

import (
	"testing"

	"github.com/sonjs/son/internal/restore"
	"github.com/sonjs/son/internal/tokens"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// file is a source without regular expressions.
func file(src string) *restore.File {
	lines := []int{0}
	for i := range len(src) {
		if src[i] == '\n' {
			lines = append(lines, i+1)
		}
	}
	return restore.NewFile(src, lines, func(ast.Span) []tokens.Piece { return nil })
}

func restored(src, code, end string) string {
	return restore.Text(print.Result{Code: code}, 0, restore.Source{File: file(src), Span: ast.Span{End: int32(len(src))}, End: end}).Code
}

// Each row is a source, the text printed in its place, and the result.
func TestTextIsLaidOutAsItsSource(t *testing.T) {
	tests := []struct{ name, src, code, want string }{
		{"spaces in parentheses", "{\n\tif ( a ) {\n\t\tf( b * 1 );\n\t}\n}", "{\n\tif (a) {\n\t\tf(b);\n\t}\n}", "{\n\tif ( a ) {\n\t\tf( b );\n\t}\n}"},
		{"and in new ones", "{\n\tf( a );\n\tg( b );\n}", "{\n\tf(a);\n\th(c);\n}", "{\n\tf( a );\n\th( c );\n}"},
		{"quotes", "{\n  f('a', b * 1);\n}", "{\n  f(\"a\", b);\n}", "{\n  f('a', b);\n}"},
		{"numerals", "{\n  f(0xff00, 1e3, .5, 1_000, b * 1);\n}", "{\n  f(65280, 1000, 0.5, 1000, b);\n}", "{\n  f(0xff00, 1e3, .5, 1_000, b);\n}"},
		{"a numeral before a dot", "{\n  f(0b1, 1 .a, b * 1);\n}", "{\n  f(1, 1 .a, b);\n}", "{\n  f(0b1, 1 .a, b);\n}"},
		{"empty lines", "{\n  f(1 + 1);\n\n  g();\n\n}", "{\n  f(2);\n  g();\n}", "{\n  f(2);\n\n  g();\n\n}"},
		{"a comment before else", "{\n  if (a) {\n    f(1 + 1);\n  // why\n  } else {\n    g();\n  }\n}", "{\n  if (a) {\n    f(2);\n  } else {\n    g();\n  }\n}", "{\n  if (a) {\n    f(2);\n  // why\n  } else {\n    g();\n  }\n}"},
		{"a comment whose code went goes", "{\n  f();\n  // why\n  x = 1;\n  g();\n}", "{\n  f();\n  g();\n}", "{\n  f();\n  g();\n}"},
		{"a comment after code that stays", "{\n  f(); // why\n  x = 1;\n  g();\n}", "{\n  f();\n  g();\n}", "{\n  f(); // why\n  g();\n}"},
		{"a comment between tokens", "{\n  f(a /* b */, x * 1);\n}", "{\n  f(a, x);\n}", "{\n  f(a /* b */, x);\n}"},
		{"a comment after an operator that went", "{\n  if (a && /* b */ c) f();\n}", "{\n  if (c) f();\n}", "{\n  if ( /* b */ c) f();\n}"},
		{"a comment after a condition that stays", "{\n  x = m === 4 /* four */ || n === 5 /* five */ ? 1 : 2;\n}", "{\n  x = m === 4 ? 1 : 2;\n}", "{\n  x = m === 4 /* four */ ? 1 : 2;\n}"},
		{"a comment after an operand in brackets that went", "{\n  f(g(a) /* why */ + b * 1);\n}", "{\n  f(a + b);\n}", "{\n  f(a /* why */ + b);\n}"},
		{"a comment after a name that is a number now", "{\n  switch (x) {\n    case K /* kind */:\n      f(b * 1);\n  }\n}", "{\n  switch (x) {\n    case 269:\n      f(b);\n  }\n}", "{\n  switch (x) {\n    case 269 /* kind */:\n      f(b);\n  }\n}"},
		{"an annotation of another call", "{\n  x = /* @__PURE__ */ f()();\n}", "{\n  x = f()(1);\n}", "{\n  x = f()(1);\n}"},
		{"a block on one line", "{\n  if (a) { f(1 + 1); }\n}", "{\n  if (a) {\n    f(2);\n  }\n}", "{\n  if (a) { f(2); }\n}"},
		{"a margin with less around it", "{\n  if (a) {\n    f(1,\n      2);\n  }\n}", "{\n  f(1,\n    2);\n}", "{\n  f(1,\n    2);\n}"},
		{"lines in brackets", "{\n  f(\n    a,\n    b * 1\n  );\n}", "{\n  f(a, b);\n}", "{\n  f(\n    a,\n    b\n  );\n}"},
		{"a string with an octal escape", "{\n  f('\\1', b * 1);\n}", "{\n  f(\"\\1\", b);\n}", "{\n  f(\"\\1\", b);\n}"},
		{"a template is no string", "{\n  f(`a`, b * 1);\n}", "{\n  f(\"a\", b);\n}", "{\n  f(\"a\", b);\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := restored(tt.src, tt.code, "\n"); got != tt.want {
				t.Errorf("\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// A line of the source that ends a statement does not end up inside one, and a line that was
// printed to end a statement stays.
func TestSemicolonsAreInsertedWhereTheyWere(t *testing.T) {
	tests := []struct{ name, src, code, want string }{
		{"return", "{\n  return\n  a\n}", "{\n  return a;\n}", "{\n  return a;\n}"},
		{"postfix", "{\n  a\n  ++b\n}", "{\n  a++;\n  b;\n}", "{\n  a++;\n  b;\n}"},
		{"arrow", "{\n  (a)\n  x => 1\n}", "{\n  (a) => 1;\n}", "{\n  (a) => 1;\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := restored(tt.src, tt.code, "\n"); got != tt.want {
				t.Errorf("\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
	// Verbatim text may rely on the end of its line.
	src, code := "{\n  f(a (b))\n}", "{\n  a\n  (b)\n}"
	r := print.Result{Code: code, Pieces: []print.Piece{{Out: 4, End: 5, Span: ast.Span{Start: 6, End: 7}, Copied: true}}}
	if got := restore.Text(r, 0, restore.Source{File: file(src), Span: ast.Span{End: int32(len(src))}, End: "\n"}).Code; got != code {
		t.Errorf("\n%s\nwant\n%s", got, code)
	}
}

func TestNewLinesEndAsThoseOfTheSource(t *testing.T) {
	got := restored("{\r\n  f(`a\r\nb`);\r\n}", "{\n  g(`a\nb`);\n  h();\n}", "\r\n")
	if want := "{\r\n  g(`a\r\nb`);\r\n  h();\r\n}"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What an author does inside a function says nothing of the code around it if it is not read.
func TestSkippedBodiesAreNotRead(t *testing.T) {
	inner := "function g() { if ( a ) h( a ); }"
	src, code := "{\n  "+inner+"\n  f(1 + 1);\n}", "{\n  "+inner+"\n  if (b) f(2);\n}"
	piece := print.Piece{Out: 4, End: int32(4 + len(inner)), Span: ast.Span{Start: 4, End: int32(4 + len(inner))}, Copied: true}
	body := tokens.Piece{Span: ast.Span{Start: piece.Out + int32(len("function g() {")), End: piece.End - 1}, Kind: tokens.Opaque}
	for _, tt := range []struct {
		known []tokens.Piece
		want  string
	}{
		{nil, "{\n  " + inner + "\n  if ( b ) f(2);\n}"},
		{[]tokens.Piece{body}, code},
	} {
		r := print.Result{Code: code, Pieces: []print.Piece{piece}}
		got := restore.Text(r, 0, restore.Source{File: file(src), Span: ast.Span{End: int32(len(src))}, Known: tt.known, End: "\n"}).Code
		if got != tt.want {
			t.Errorf("\n%s\nwant\n%s", got, tt.want)
		}
	}
}

// A part that does not show whether its author omits semicolons is written as the file is.
func TestTheFileShowsWhatAPartDoesNot(t *testing.T) {
	part := "{\n  f(1 + 1)\n}"
	for before, want := range map[string]string{
		"let a = 1\nlet b = 2\n":   "{\n  f(2)\n}",
		"let a = 1;\nlet b = 2;\n": "{\n  f(2);\n}",
	} {
		src := before + part
		r := restore.Text(print.Result{Code: "{\n  f(2);\n}"}, 0, restore.Source{File: file(src), Span: ast.Span{Start: int32(len(before)), End: int32(len(src))}, End: "\n"})
		if r.Code != want {
			t.Errorf("after %q:\n%s\nwant\n%s", before, r.Code, want)
		}
	}
}
