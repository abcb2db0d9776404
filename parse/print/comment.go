package print

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// legalComment is a comment that licenses require to be kept.
type legalComment struct {
	at   int32
	text string
}

// legalComments collects the program's legal comments, unless the caller takes
// care of comments.
func (p *printer) legalComments(prog *ast.Program) {
	if p.o.LeadingComments != nil {
		return
	}
	for _, c := range prog.Comments {
		if c.Start < 0 || int(c.End) > len(prog.Source) || c.Start >= c.End {
			continue
		}
		if text := prog.Source[c.Start:c.End]; isLegal(text) {
			p.legal = append(p.legal, legalComment{c.Start, text})
		}
	}
}

func isLegal(text string) bool {
	return strings.HasPrefix(text, "/*!") || strings.HasPrefix(text, "//!") ||
		strings.Contains(text, "@license") || strings.Contains(text, "@preserve")
}

// commentsBefore prints the comments that belong before s.
func (p *printer) commentsBefore(s ast.Stmt) {
	if p.o.LeadingComments != nil {
		for _, c := range p.o.LeadingComments(s) {
			p.comment(c)
		}
		return
	}
	if len(p.legal) > 0 && !s.Pos().IsZero() {
		p.legalUpTo(s.Pos().Start)
	}
}

// commentsAfter prints the comments that belong after s.
func (p *printer) commentsAfter(s ast.Stmt) {
	if p.compact || p.o.TrailingComments == nil {
		return
	}
	for _, c := range p.o.TrailingComments(s) {
		p.flushSemi()
		p.raw(" ")
		p.raw(c)
	}
}

// legalUpTo prints the legal comments before offset end of the source.
func (p *printer) legalUpTo(end int32) {
	for len(p.legal) > 0 && p.legal[0].at < end {
		p.comment(p.legal[0].text)
		p.legal = p.legal[1:]
	}
}

// skipLegal drops the legal comments that a verbatim text already contains.
func (p *printer) skipLegal(span ast.Span) {
	if len(p.legal) == 0 || span.IsZero() {
		return
	}
	kept := p.legal[:0]
	for _, c := range p.legal {
		if c.at < span.Start || c.at >= span.End {
			kept = append(kept, c)
		}
	}
	p.legal = kept
}

// comment prints a comment on a line of its own.
func (p *printer) comment(text string) {
	p.raw(inJavaScript(text))
	p.raw("\n")
	p.indentIfAny()
}

// inJavaScript makes a comment in HTML's syntax a plain one: --> is a comment only at the start of
// a line.
func inJavaScript(text string) string {
	for _, html := range []string{"<!--", "-->"} {
		if rest, ok := strings.CutPrefix(text, html); ok {
			text = "//" + rest
		}
	}
	return text
}
