package tokens

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// OnLines reports whether each template and string of a text, which need not be spelled as
// in a source, is known to be on one line. After a slash, which may begin a regular
// expression, nothing is known. No string has a line break after a backslash.
func OnLines(text string) bool { return onOwnLines(text) || onLines(text) }

// onOwnLines is OnLines for a text each of whose lines begins and ends outside of templates and comments: then
// only lines with templates are read, each on its own.
func onOwnLines(text string) bool {
	if strings.Contains(text, "/*") {
		return false
	}
	for {
		i := strings.IndexByte(text, '`')
		if i < 0 {
			return true
		}
		from, to := strings.LastIndexByte(text[:i], '\n')+1, len(text)
		if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
			to = i + n + 1
		}
		if !onLines(text[from:to]) {
			return false
		}
		text = text[to:]
	}
}

// onLines is OnLines for a text that is read as a whole, which ends outside of templates.
func onLines(text string) bool {
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
	return ok && !slices.Contains(s.braces, true)
}
