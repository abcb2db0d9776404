package parse

import (
	"fmt"
	"sort"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse/ast"
)

// Severity says whether a diagnostic refuses the program.
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

// Diagnostic is one located remark about a source file.
type Diagnostic struct {
	Path     string
	Line     int // from 1
	Col      int // in bytes from the start of the line, from 0
	LineText string
	Span     ast.Span
	Severity Severity
	Text     string
	Hint     string // what to do about it; may be empty
}

// String gives "file:line:col: error: text" with a column from 1, which
// editors and terminals recognize.
func (d Diagnostic) String() string {
	s := fmt.Sprintf("%s:%d:%d: %v: %s", d.Path, d.Line, d.Col+1, d.Severity, d.Text)
	if d.Hint != "" {
		s += " (" + d.Hint + ")"
	}
	return s
}

// Format shows diagnostics with their source lines and a caret below.
func Format(ds []Diagnostic, color bool) string {
	var out strings.Builder
	for _, d := range ds {
		kind := api.ErrorMessage
		if d.Severity == Warning {
			kind = api.WarningMessage
		}
		m := api.Message{Text: d.Text, Location: &api.Location{
			File: d.Path, Line: d.Line, Column: d.Col, LineText: d.LineText,
			Length: max(0, min(int(d.Span.End-d.Span.Start), len(d.LineText)-d.Col)),
		}}
		if d.Hint != "" {
			m.Notes = []api.Note{{Text: d.Hint}}
		}
		for _, s := range api.FormatMessages([]api.Message{m}, api.FormatMessagesOptions{Kind: kind, Color: color}) {
			out.WriteString(s)
		}
	}
	return out.String()
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

// locate sorts diagnostics by position and fills in lines and columns, in one
// walk over the source.
func locate(ds []Diagnostic, src, path string) []Diagnostic {
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

// sink collects what is found wrong while reading.
type sink struct {
	diags  []Diagnostic
	errors int
	max    int
	warned uint8 // bit set of place
}

// stopped unwinds the parser after an error that it cannot go on from.
type stopped struct{}

// fail reports a syntax error and stops.
func (s *sink) fail(start, end int, text string) {
	s.diags = append(s.diags, Diagnostic{Span: ast.Span{Start: int32(start), End: int32(end)}, Text: text})
	s.errors++
	panic(stopped{})
}

// err reports an early error: the syntax is right, so reading goes on until
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
