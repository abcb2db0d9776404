package verbatim

import (
	"strings"

	"github.com/sonjs/son/internal/tokens"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// Copied text of several lines is reindented with its first line, unless a line break is part
// of a template or string.

// maxMoved bounds the length of text that is searched for templates.
const maxMoved = 1 << 14

// mayMove reports whether the lines of a text may be reindented. parts are the nodes of the
// source in span s that the text stands for.
func mayMove[T ast.Node](c *copier, text string, s ast.Span, parts []T) bool {
	if strings.IndexByte(text, '\n') < 0 || strings.Contains(text, "\\\n") || print.HidesFixedLines(text) {
		return false
	}
	src := c.Program.Source
	size := c.Size(s)
	if !hasBackquote(text) && (len(text) == size || !hasBackquote(src[s.Start:s.End])) {
		return true
	}
	if size > maxMoved {
		return false
	}
	if text != src[s.Start:s.End] {
		return tokens.OnLines(text)
	}
	ok := true
	for _, x := range parts {
		ast.Walk(x, func(n ast.Node) bool {
			if t, is := n.(*ast.Template); is && ok {
				ok = strings.IndexByte(src[t.Start:t.End], '\n') < 0
			}
			return ok
		})
	}
	return ok
}

// copyOf returns the text of a span that contains the source expression of.
func (c *copier) copyOf(s ast.Span, of ast.Expr) *ast.Verbatim {
	v := &ast.Verbatim{Base: ast.Base{Span: s}, Text: c.Text(s), Of: of}
	c.moves(v)
	return v
}

// moves records the margin of a copied expression, if its lines may be reindented.
func (c *copier) moves(v *ast.Verbatim) {
	if mayMove(c, v.Text, v.Span, []ast.Expr{v.Of}) {
		v.Margin = c.margin(v.Start)
	}
}

// hasBackquote reports whether a text may contain a template: a backquote outside of comments
// on lines of their own. After the first one nothing more needs to be known.
func hasBackquote(text string) bool {
	if strings.IndexByte(text, '`') < 0 {
		return false
	}
	inside := false // a comment
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		begins := strings.HasPrefix(line, "/*")
		switch {
		case !inside && strings.HasPrefix(line, "//"):
			continue
		case inside || begins:
			if !inside {
				line = line[len("/*"):]
			}
			_, after, ends := strings.Cut(line, "*/")
			inside, line = !ends, after
		}
		if strings.IndexByte(line, '`') >= 0 || strings.LastIndex(line, "/*") > strings.LastIndex(line, "*/") {
			return true
		}
	}
	return false
}
