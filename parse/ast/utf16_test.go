package ast_test

import (
	"testing"

	"github.com/sonjs/son/parse/ast"
)

func TestLenUTF16CountsCodeUnits(t *testing.T) {
	for _, s := range []string{"", "abc", "aé€", "😀x", "a\xed\xa0\x80b", "\xed\xb0\x80", "\u2028\x00"} {
		if got, want := ast.LenUTF16(s), len(ast.UTF16(s)); got != want {
			t.Errorf("LenUTF16(%q) = %d, not %d", s, got, want)
		}
	}
}
