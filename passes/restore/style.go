package restore

import (
	"strings"

	"github.com/sonjs/son/parse/tokens"
)

// habit counts what stands between tokens of two classes.
type habit struct{ tight, blank int }

// class is what tokens have in common that authors treat alike.
func class(t tokens.Token) string {
	switch {
	case t.Kind == tokens.Word && !isKeyword(t.Key):
		return "a"
	case t.Kind == tokens.Literal:
		return "1"
	}
	return t.Key
}

func isKeyword(s string) bool {
	switch s {
	case "if", "for", "while", "switch", "catch", "with", "function", "return", "throw", "typeof", "void", "delete", "else", "do", "try",
		"finally", "case", "in", "of", "instanceof", "new", "await", "yield", "var", "let", "const", "super":
		return true
	}
	return false
}

// styled is what was printed between tokens k-1 and k in the author's style.
func (t *text) styled(k int, printed string) string {
	if printed != "" && printed != " " {
		return printed
	}
	a, b := t.new[k-1], t.new[k]
	if a.Kind == tokens.Opaque || b.Kind == tokens.Opaque || ambiguous(a.Key) || ambiguous(b.Key) || a.Kind == tokens.Word && b.Kind == tokens.Word {
		return printed
	}
	r := t.file.habits[[2]string{class(a), class(b)}]
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

// ambiguous reports whether a token means several things that are written differently.
func ambiguous(key string) bool {
	switch key {
	case "+", "-", "*", "/", ":", "?", "++", "--", "<", "!", ".", "...", "?.", "=>", "async":
		return true
	}
	return false
}

// mayTouch reports whether two tokens are still two without a blank between them.
func mayTouch(a, b string) bool {
	isBracket := func(c byte) bool { return strings.IndexByte("()[]{},;", c) >= 0 }
	return isBracket(a[len(a)-1]) || isBracket(b[0])
}
