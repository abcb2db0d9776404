package parse

import "testing"

func TestKeywords(t *testing.T) {
	for k := tAsync; k <= tWith; k++ {
		if s := tokText[k]; s != "" && keywordKind(s) != k {
			t.Errorf("%s is not found", s)
		}
	}
	for _, s := range []string{"implements", "interface", "package", "private", "protected", "public"} {
		if keywordKind(s) != tFuture {
			t.Errorf("%s is not found", s)
		}
	}
	for _, s := range []string{"a", "aa", "breaks", "constructor", "from", "as", "instanceofx"} {
		if k := keywordKind(s); k != tIdent {
			t.Errorf("%s is %d", s, k)
		}
	}
}
