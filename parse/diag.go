package parse

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// Severity says whether a diagnostic rejects the program.
type Severity uint8

const (
	Error Severity = iota
	Warning
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one located message about a source file.
type Diagnostic struct {
	Path     string
	Line     int // from 1; 0: not about a place in the file
	Col      int // in bytes from the start of the line, from 0; messages show it from 1
	LineText string
	Span     ast.Span
	Severity Severity
	Text     string
	Hint     string // what to do about it; may be empty
}

// String returns "file:line:col: error: text" with a column from 1, which
// editors and terminals recognize.
func (d Diagnostic) String() string {
	s := d.head()
	if d.Hint != "" {
		s += " (" + d.Hint + ")"
	}
	return s
}

func (d Diagnostic) head() string {
	where := d.Path
	if d.Line > 0 {
		where += fmt.Sprintf(":%d:%d", d.Line, d.Col+1)
	}
	return fmt.Sprintf("%s: %v: %s", where, d.Severity, d.Text)
}

// maxExcerpt is how many bytes of a line are shown around a diagnostic.
const maxExcerpt = 80

// Format formats diagnostics, each with its source line, a caret below it, and
// its hint. The errors come first, so that whoever reads only one line learns
// why the program was rejected.
func Format(ds []Diagnostic) string {
	var b strings.Builder
	for _, severity := range []Severity{Error, Warning} {
		for _, d := range ds {
			if d.Severity != severity {
				continue
			}
			b.WriteString(d.head() + "\n")
			d.excerpt(&b)
			for line := range strings.Lines(d.Hint) {
				b.WriteString("  " + strings.TrimRight(line, "\n") + "\n")
			}
		}
	}
	return b.String()
}

// excerpt writes the line with its number and the caret.
func (d Diagnostic) excerpt(b *strings.Builder) {
	line, col := d.LineText, min(d.Col, len(d.LineText))
	length := max(0, int(d.Span.End-d.Span.Start))
	if from := col - maxExcerpt/2; from > 0 {
		for from < col && !utf8.RuneStart(line[from]) {
			from++
		}
		line, col = line[from:], col-from
	}
	if len(line) > maxExcerpt {
		line = line[:maxExcerpt]
	}
	if strings.TrimSpace(line) == "" {
		return
	}
	shown := func(s string) string {
		return strings.ToValidUTF8(strings.ReplaceAll(s, "\t", " "), "?")
	}
	marked := shown(line[col:min(len(line), col+length)])
	gutter := fmt.Sprintf("%5d | ", d.Line)
	fmt.Fprintf(b, "%s%s\n%s| %s^%s\n", gutter, shown(line), strings.Repeat(" ", len(gutter)-2),
		strings.Repeat(" ", utf8.RuneCountInString(shown(line[:col]))),
		strings.Repeat("~", max(0, utf8.RuneCountInString(marked)-1)))
}

// hasErrors reports whether some diagnostic is an error.
func hasErrors(ds []Diagnostic) bool {
	for _, d := range ds {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// firstError returns the position of the first error; there is one.
func firstError(ds []Diagnostic) int32 {
	first := int32(maxSource)
	for _, d := range ds {
		if d.Severity == Error {
			first = min(first, d.Span.Start)
		}
	}
	return first
}

// Locate sorts diagnostics by the start of their spans and fills in path, lines
// and columns, in one walk over the source.
func Locate(ds []Diagnostic, src, path string) []Diagnostic {
	sort.SliceStable(ds, func(i, j int) bool { return ds[i].Span.Start < ds[j].Span.Start })
	line, start, at := 1, 0, 0
	for i := range ds {
		d := &ds[i]
		pos := min(int(d.Span.Start), len(src))
		for at < pos {
			if n := lineBreak(src, at); n > 0 && at+n <= pos {
				at += n
				line, start = line+1, at
			} else {
				at++
			}
		}
		end := start
		for end < len(src) && lineBreak(src, end) == 0 {
			end++
		}
		d.Path, d.Line, d.Col, d.LineText = path, line, pos-start, src[start:end]
	}
	return ds
}

// lineBreak returns the length of the line terminator at i, or 0.
func lineBreak(s string, i int) int {
	switch {
	case s[i] == '\n':
		return 1
	case s[i] == '\r':
		if i+1 < len(s) && s[i+1] == '\n' {
			return 2
		}
		return 1
	case isLineSep(s, i):
		return 3
	}
	return 0
}

// sink collects the diagnostics of a parse.
type sink struct {
	diags  []Diagnostic
	errors int
	max    int
	warned uint8 // bit set of place
}

// stopped unwinds the parser after an error from which it cannot recover.
type stopped struct{}

// fail reports a syntax error and stops.
func (s *sink) fail(start, end int, text string) {
	s.diags = append(s.diags, Diagnostic{Span: ast.Span{Start: int32(start), End: int32(end)}, Text: text})
	s.errors++
	panic(stopped{})
}

// err reports an early error: the syntax is right, so parsing goes on until
// there are too many of them.
func (s *sink) err(start, end int, text string) {
	if s.errors+1 >= s.max {
		s.fail(start, end, text)
	}
	s.diags = append(s.diags, Diagnostic{Span: ast.Span{Start: int32(start), End: int32(end)}, Text: text})
	s.errors++
}

func (s *sink) errSpan(span ast.Span, text string) { s.err(int(span.Start), int(span.End), text) }

func (s *sink) warn(start, end int, text string) {
	s.diags = append(s.diags, Diagnostic{
		Span: ast.Span{Start: int32(start), End: int32(end)}, Severity: Warning, Text: text,
	})
}
