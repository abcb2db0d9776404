package tokens_test

import (
	"slices"
	"testing"

	"github.com/sonjs/son/internal/tokens"
	"github.com/sonjs/son/parse/ast"
)

func scan(src string, known ...tokens.Piece) []tokens.Token {
	return tokens.Scan(src, ast.Span{End: int32(len(src))}, known)
}

// texts are the tokens of a text as they are written.
func texts(src string, known ...tokens.Piece) []string {
	var list []string
	for _, t := range scan(src, known...) {
		list = append(list, src[t.Start:t.End])
	}
	return list
}

func TestTextIsSplitIntoTokens(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"nothing", " \t\r\n", nil},
		{"numerals", "1+.5-1.5e-3*0xfe+0b1", []string{"1", "+", ".5", "-", "1.5e-3", "*", "0xfe", "+", "0b1"}},
		{"a numeral and a member", "1..a, 1.5.a, 1 .a", []string{"1.", ".", "a", ",", "1.5", ".", "a", ",", "1", ".", "a"}},
		{"bigints and separators", "1n+1_000n+0xFFn", []string{"1n", "+", "1_000n", "+", "0xFFn"}},
		{"strings", `f('a"', "b'", '\'', "\\")`, []string{"f", "(", `'a"'`, ",", `"b'"`, ",", `'\''`, ",", `"\\"`, ")"}},
		{"a comment in a string", `"//" + '/*'`, []string{`"//"`, "+", "'/*'"}},
		{"a string over two lines", "'a\\\nb' c", []string{"'a\\\nb'", "c"}},
		{"a template", "`a\\`b` c", []string{"`a\\`b`", "c"}},
		{"a template with braces in it", "`a${{b:{}}}c${d}`}", []string{"`a${", "{", "b", ":", "{", "}", "}", "}c${", "d", "}`", "}"}},
		{"a template in a template", "`${`${a}`}`", []string{"`${", "`${", "a", "}`", "}`"}},
		{"a dollar in a template", "`$a$`", []string{"`$a$`"}},
		{"divisions", "a / b / c", []string{"a", "/", "b", "/", "c"}},
		{"punctuators", "a>>>=b?.c??=d**e=>f...g", []string{"a", ">>>=", "b", "?.", "c", "??=", "d", "**", "e", "=>", "f", "...", "g"}},
		{"comments", "a // b\n/* c\n */ d", []string{"a", "// b", "/* c\n */", "d"}},
		{"a comment without an end", "a /*/", []string{"a", "/*/"}},
		{"a line end of Windows", "// a\r\nb", []string{"// a", "b"}},
		{"a hashbang", "#!/bin/x\na", []string{"#!/bin/x", "a"}},
		{"private names", "this.#a in #b", []string{"this", ".", "#a", "in", "#b"}},
		{"unicode escapes", "\\u0061b + \\u{62}", []string{"\\u0061b", "+", "\\u", "{", "62", "}"}},
		{"names beyond ASCII", "ä.é𝒳", []string{"ä", ".", "é𝒳"}},
		{"blanks beyond ASCII", "\ufeffa\u00a0b\u2028c\u2029d", []string{"a", "b", "c", "d"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := texts(tt.src); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// Only the tree shows where a slash begins a regular expression.
func TestRegularExpressionsAreKnownPieces(t *testing.T) {
	src := "a = /[/'`{]/g / 2"
	got := texts(src, tokens.Piece{Span: ast.Span{Start: 4, End: 13}, Kind: tokens.Literal})
	if want := []string{"a", "=", "/[/'`{]/g", "/", "2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPiecesAreOneTokenEach(t *testing.T) {
	src := "a { b } <!-- c"
	list := scan(src, tokens.Piece{Span: ast.Span{Start: 2, End: 7}, Kind: tokens.Opaque},
		tokens.Piece{Span: ast.Span{Start: 8, End: 14}, Kind: tokens.Comment})
	if len(list) != 3 {
		t.Fatalf("%v", list)
	}
	if o := list[1]; o.Kind != tokens.Opaque || o.Known != 0 || o.Key != "" {
		t.Errorf("%+v is not the first piece", o)
	}
	if c := list[2]; c.Kind != tokens.Comment || c.Known != 1 || c.Key != "<!-- c" {
		t.Errorf("%+v is not the second piece", c)
	}
	if a := list[0]; a.Kind != tokens.Word || a.Known != -1 {
		t.Errorf("%+v is a piece", a)
	}
}

func TestAPartIsReadAsInTheWhole(t *testing.T) {
	src := "f(`${a}`, { b })"
	all := scan(src)
	if part := tokens.Scan(src, ast.Span{Start: 2, End: 8}, nil); !slices.Equal(part, all[2:5]) {
		t.Errorf("%v, want %v", part, all[2:5])
	}
}

// Each row has two spellings of the same token, or of different ones.
func TestSpellingsOfTheSameHaveOneKey(t *testing.T) {
	tests := []struct {
		name, a, b string
		same       bool
	}{
		{"quotes", `'a'`, `"a"`, true},
		{"a template without substitutions", "`a`", `"a"`, true},
		{"a template with a substitution", "`a${", `"a"`, false},
		{"lines of templates", "`a\r\nb`", "`a\nb`", true},
		{"bases", "0xff", "255", true},
		{"octal and binary", "0o17", "0b1111", true},
		{"separators", "1_000", "1e3", true},
		{"a number that begins with a dot", ".5", "0.50", true},
		{"a bigint is not a number", "1n", "1", false},
		{"a legacy octal is not what it looks like", "010", "10", false},
		{"a string is not a name", "'a'", "a", false},
		{"a string is not a numeral", "'1'", "1", false},
		{"margins of comments", "/* a\n   * b */", "/* a\n * b */", true},
		{"comments", "// a", "/* a */", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if a, b := scan(tt.a)[0], scan(tt.b)[0]; (a.Key == b.Key) != tt.same {
				t.Errorf("%q, %q", a.Key, b.Key)
			}
		})
	}
}

func TestLeadingCommentsEndWhereCodeBegins(t *testing.T) {
	for _, before := range []string{"", " \t\n", "// a\n", "/* a\n * // b */ ", "// a\r\n\n/* b *//* c */\u00a0", "<!-- a\n--> b\n"} {
		for _, code := range []string{"f()", "/re/", "a // b\n"} {
			if n := tokens.LeadingComments(before + code); n != len(before) {
				t.Errorf("%q: %d, want %d", before+code, n, len(before))
			}
		}
	}
}
