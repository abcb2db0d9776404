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

// style learns what the author writes between tokens.
func (t *text) style() {
	t.usual = map[[2]string]*habit{}
	tight, blank := 0, 0
	t.oldLine = make([]int, len(t.old))
	for i, b := range t.old {
		if i == 0 {
			continue
		}
		a := t.old[i-1]
		s := t.src[a.End:b.Start]
		t.oldLine[i] = t.oldLine[i-1] + strings.Count(t.src[a.Start:b.Start], "\n")
		if s != "" && s != " " {
			continue
		}
		h := t.usual[[2]string{class(a), class(b)}]
		if h == nil {
			h = &habit{}
			t.usual[[2]string{class(a), class(b)}] = h
		}
		if s == "" {
			h.tight++
		} else {
			h.blank++
		}
		if a.Key == "," || a.Key == "=" || a.Key == ";" || b.Key == "{" {
			if s == "" {
				tight++
			} else {
				blank++
			}
		}
	}
	t.tight = tight > 3*blank
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
	h := t.usual[[2]string{class(a), class(b)}]
	switch {
	case h == nil:
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
