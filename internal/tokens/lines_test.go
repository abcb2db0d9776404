package tokens

import (
	"strings"
	"testing"
)

func TestTemplatesOnLines(t *testing.T) {
	for text, want := range map[string]bool{
		"a + b":                          true,
		"a(`b`)\nc(`d${e}`)":             true,
		"a(`b\nc`)":                      false,
		"a(`b${\nc}`)":                   true,
		"a(`b${\nc}` + `d\ne`)":          false,
		"a(`b${\nc} d` + `e${\nf} g`)":   true,
		"a = b / c\nd(`e`)":              true, // the slash is on another line
		"a = b / c + `d`":                false,
		"a /* ` */\nb(`c`)":              true,
		"/*\n` */ a(`b\nc`)":             false,
		"a // it's a `mark\nb(`c`)":      true,
		"a('`')\nb(`c\nd`)":              false,
		"a(`b`, `\\``)\nc(\"`\", '\\'')": true,
	} {
		if got := OnLines(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

// TestLinesAreReadAsInTheWhole enumerates texts: where each line is read on its own, what that tells is what
// reading the whole text tells.
func TestLinesAreReadAsInTheWhole(t *testing.T) {
	const length = 6
	alphabet := []string{"`", "${", "{", "}", "\n", "a", "'`'", "//"}
	alone := 0
	var texts func(text string, n int)
	texts = func(text string, n int) {
		if onOwnLines(text) && strings.Contains(text, "`") {
			if alone++; !onLines(text) {
				t.Fatalf("%q is on its lines only where these are read alone", text)
			}
		}
		for _, c := range alphabet {
			if n > 0 {
				texts(text+c, n-1)
			}
		}
	}
	texts("", length)
	if alone < 1000 {
		t.Errorf("only %d texts are read by lines", alone)
	}
}
