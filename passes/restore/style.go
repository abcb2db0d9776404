package restore

import (
	"strings"

	"github.com/sonjs/son/parse/tokens"
)

// habit counts the kinds of white space between tokens of two classes.
type habit struct{ tight, blank int }

// few is the number of places up to which a text does not show how dense it is; then the file
// decides.
const few = 8

// density reports whether there are few blanks in the tokens from a to b, and whether
// statements are on one line as well.
func (f *File) density(a, b int) (tight, dense bool) {
	of := func(a, b int) (tight, dense bool, places int) {
		h, e := f.separate.in(a, b), f.ends.in(a, b)
		tight = h.tight > 3*h.blank
		return tight, tight && e.tight > 10*e.blank, h.tight + h.blank
	}
	tight, dense, places := of(a, b)
	if dense && places < few {
		_, dense, _ = of(0, len(f.tokens))
	}
	return tight, dense
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
	r := t.file.habits[[2]tokenClass{class(a), class(b)}]
	if r == nil {
		return printed
	}
	h := r.in(t.base+1, t.base+len(t.old))
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
