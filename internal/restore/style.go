package restore

import (
	"strings"

	"github.com/sonjs/son/internal/tokens"
)

// few is the number of places up to which a text does not show how dense it is; then the file
// decides.
const few = 8

// density reports whether there are few blanks in what the text replaces, and whether statements
// are on one line as well.
func (t *text) density() (tight, dense bool) {
	tight, dense = t.style.density()
	if dense && t.separate.tight+t.separate.blank < few {
		_, dense = t.file.sample().density()
	}
	return tight, dense
}

func (s *style) density() (tight, dense bool) {
	tight = s.separate.tight > 3*s.separate.blank
	return tight, tight && s.ends.tight > 10*s.ends.blank
}

// tokenClass is a class of tokens that authors treat alike: names, literals, or the keywords and
// the punctuation of one spelling.
type tokenClass uint64

func class(t tokens.Token) tokenClass {
	switch {
	case t.Kind == tokens.Word && !isKeyword(t.Key):
		return classOf("a")
	case t.Kind == tokens.Literal:
		return classOf("1")
	}
	return classOf(t.Key)
}

// classOf is the class of a spelling. The first eight bytes distinguish all of them.
func classOf(spelling string) (c tokenClass) {
	for i := range min(len(spelling), 8) {
		c = c<<8 | tokenClass(spelling[i])
	}
	return c
}

func isKeyword(s string) bool {
	switch s {
	case "if", "for", "while", "switch", "catch", "with", "function", "return", "throw", "typeof", "void", "delete", "else", "do", "try",
		"finally", "case", "in", "of", "instanceof", "new", "await", "yield", "var", "let", "const", "super":
		return true
	}
	return false
}

// styled is the text printed between tokens k-1 and k, in the author's style.
func (t *text) styled(k int, printed string) string {
	if printed != "" && printed != " " {
		return printed
	}
	a, b := t.new[k-1], t.new[k]
	if t.dense && apart(a, b) {
		return ""
	}
	if a.Kind == tokens.Opaque || b.Kind == tokens.Opaque || ambiguous(a.Key) || ambiguous(b.Key) || a.Kind == tokens.Word && b.Kind == tokens.Word {
		return printed
	}
	h := t.classes[[2]tokenClass{class(a), class(b)}]
	switch {
	case h.tight == 0 && h.blank > 0:
		return " "
	case h.blank == 0 && h.tight > 0 && mayTouch(t.code[a.Start:a.End], t.code[b.Start:b.End]):
		return ""
	}
	return printed
}

// apart reports whether a word or literal and an operator are two tokens whatever is between
// them.
func apart(a, b tokens.Token) bool {
	if b.Kind == tokens.Punctuation {
		a, b = b, a
	}
	if a.Kind != tokens.Punctuation || b.Kind != tokens.Word && b.Kind != tokens.Literal || strings.HasPrefix(b.Key, "/") {
		return false
	}
	switch a.Key {
	case "/", "/=", ".", "?.", "*": // numerals, regular expressions, comments
		return false
	}
	return true
}

// ambiguous reports whether a token has several meanings that are written differently.
func ambiguous(key string) bool {
	switch key {
	case "+", "-", "*", "/", ":", "?", "++", "--", "<", "!", ".", "...", "?.", "=>", "async":
		return true
	}
	return false
}

// mayTouch reports whether two tokens stay two without a blank between them.
func mayTouch(a, b string) bool {
	isBracket := func(c byte) bool { return strings.IndexByte("()[]{},;", c) >= 0 }
	return isBracket(a[len(a)-1]) || isBracket(b[0])
}
