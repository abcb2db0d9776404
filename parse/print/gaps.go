package print

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// gap is what is between two items of a list in the source: a comma, comments and empty
// lines.
type gap struct {
	comma  bool
	after  []string  // comments on the line of the item before
	before []gapNote // those on lines of their own
	blank  bool      // an empty line comes before the next item
}

type gapNote struct {
	text  string
	blank bool // an empty line comes before it
}

// gapAt reads the gap between two offsets. ok is false where the lines of the source do
// not matter, or if anything else is there.
func (p *printer) gapAt(from, to int32) (g gap, ok bool) {
	if p.compact || !p.o.Lines || from <= 0 || to <= from {
		return g, false
	}
	lines := 0
	for rest := p.source(ast.Span{Start: from, End: to}); rest != ""; {
		n := 1
		switch {
		case rest[0] == '\n':
			lines++
		case strings.IndexByte(" \t\r", rest[0]) >= 0:
		case rest[0] == ',' && !g.comma && len(g.before) == 0:
			g.comma = true
		case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*"):
			if n = commentEnd(rest); n < 0 {
				return g, false
			}
			if text := strings.TrimRight(rest[:n], "\r"); lines == 0 && len(g.before) == 0 {
				g.after = append(g.after, text)
			} else {
				g.before = append(g.before, gapNote{text, lines > 1})
			}
			lines = 0
		default:
			return g, false
		}
		rest = rest[n:]
	}
	g.blank = lines > 1
	return g, true
}

// commentEnd returns the length of the comment that text begins with; -1: it is not
// closed.
func commentEnd(text string) int {
	if text[1] == '/' {
		if n := strings.IndexByte(text, '\n'); n >= 0 {
			return n
		}
		return len(text)
	}
	n := strings.Index(text, "*/")
	if n < 0 {
		return n
	}
	return n + len("*/")
}

// between prints the gap between two items of a list, each on lines of its own, and
// begins the line of the second.
func (p *printer) between(g gap) {
	for _, text := range g.after {
		p.raw(" ")
		p.raw(text)
	}
	for _, c := range g.before {
		if c.blank {
			p.out = append(p.out, '\n')
		}
		p.newline()
		p.raw(c.text)
	}
	if g.blank {
		p.out = append(p.out, '\n')
	}
	p.newline()
}
