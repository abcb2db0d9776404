package tokens

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// OnLines reports whether the templates and strings of a text, which need not be as a
// source has it, are known to be on one line each. Behind a slash, which may begin a regular
// expression, nothing is known.
func OnLines(text string) bool {
	for _, t := range Scan(text, ast.Span{End: int32(len(text))}, nil) {
		switch {
		case t.Kind == Punctuation && strings.HasPrefix(t.Key, "/"):
			return false
		case t.Kind == Literal && strings.IndexByte(text[t.Start:t.End], '\n') >= 0:
			return false
		}
	}
	return true
}
