package emit

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/tokens"
)

// Copied text that has several lines goes along with the margin of its first one, unless
// a line of it is part of a value: of a template or a string.

// maxMoved bounds the text whose templates are looked for.
const maxMoved = 1 << 14

// mayMove reports whether the lines of a text that stands for parts of the source, all of
// what is in a span, may begin with other white space.
func mayMove[T ast.Node](c *copier, text string, s ast.Span, parts []T) bool {
	if strings.IndexByte(text, '\n') < 0 || strings.Contains(text, "\\\n") {
		return false
	}
	if !hasBackquote(text) {
		return true
	}
	src := c.Program.Source
	if len(text) > maxMoved {
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

// copyOf is the text of a span in which the expression of stands.
func (c *copier) copyOf(s ast.Span, of ast.Expr) *ast.Verbatim {
	v := &ast.Verbatim{Base: ast.Base{Span: s}, Text: c.source(s), Of: of}
	c.moves(v)
	return v
}

// moves says with which margin the lines of a copied expression begin.
func (c *copier) moves(v *ast.Verbatim) {
	if mayMove(c, v.Text, v.Span, []ast.Expr{v.Of}) {
		v.Margin = c.margin(v.Start)
	}
}

// hasBackquote reports whether there may be a template in a text: a backquote outside of
// comments that have lines of their own. Behind the first one nothing is known.
func hasBackquote(text string) bool {
	if strings.IndexByte(text, '`') < 0 {
		return false
	}
	inside := false // of a comment
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
			_, behind, ends := strings.Cut(line, "*/")
			inside, line = !ends, behind
		}
		if strings.IndexByte(line, '`') >= 0 || strings.LastIndex(line, "/*") > strings.LastIndex(line, "*/") {
			return true
		}
	}
	return false
}
