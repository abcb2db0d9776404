package tokens

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// OnLines reports whether each template and string of a text, which need not be spelled as
// in a source, is known to be on one line. After a slash, which may begin a regular
// expression, nothing is known.
func OnLines(text string) bool {
	ok := true
	s := newScanner(text, ast.Span{End: int32(len(text))})
	s.bare = true
	s.each(nil, func(t Token) bool {
		switch t.Kind {
		case Punctuation:
			ok = !strings.HasPrefix(t.Key, "/")
		case Literal:
			ok = strings.IndexByte(text[t.Start:t.End], '\n') < 0
		}
		return ok
	})
	return ok
}
