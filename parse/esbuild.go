package parse

import (
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/sourcemap"
)

// fromMessages turns esbuild's messages into diagnostics. src is the text of
// the file at path; of other files only lines and columns are known.
func fromMessages(ms []api.Message, severity Severity, src, path string) (ds []Diagnostic) {
	for _, m := range ms {
		d := Diagnostic{Path: path, Severity: severity, Text: m.Text, Hint: hint(m)}
		if l := m.Location; l != nil {
			d.Path, d.Line, d.Col, d.LineText = l.File, l.Line, l.Column, l.LineText
			start := 0
			if l.File == path || path == "" && l.File == "<stdin>" {
				start = lineOffset(src, l.Line) + l.Column
			}
			d.Span = ast.Span{Start: int32(start), End: int32(start + l.Length)}
		}
		ds = append(ds, d)
	}
	return
}

// hint is what a message says beside its text.
func hint(m api.Message) string {
	var lines []string
	if m.Location != nil && m.Location.Suggestion != "" {
		lines = append(lines, fmt.Sprintf("write %s instead", m.Location.Suggestion))
	}
	for _, n := range m.Notes {
		text := n.Text
		if l := n.Location; l != nil {
			text = fmt.Sprintf("%s:%d:%d: %s", l.File, l.Line, l.Column+1, text)
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// lineOffset returns the offset of a line, counted from 1.
func lineOffset(src string, line int) int {
	i := 0
	for line > 1 && i < len(src) {
		if n := lineBreak(src, i); n > 0 {
			i += n
			line--
		} else {
			i++
		}
	}
	return i
}

// TakeBack leads diagnostics about a generated text to what the author wrote,
// where its map knows. The spans of those that it leads back are empty.
func TakeBack(ds []Diagnostic, m *sourcemap.Map) {
	for i := range ds {
		d := &ds[i]
		if d.Line == 0 {
			continue
		}
		s, ok := m.Find(int32(d.Line-1), sourcemap.Units(d.LineText[:min(d.Col, len(d.LineText))]))
		if !ok || s.Source == sourcemap.None || m.Contents[s.Source] == nil {
			continue
		}
		text := *m.Contents[s.Source]
		start := lineOffset(text, int(s.Line)+1)
		end := start
		for end < len(text) && lineBreak(text, end) == 0 {
			end++
		}
		line := text[start:end]
		d.Path, d.Line, d.LineText, d.Span = m.Sources[s.Source], int(s.Line)+1, line, ast.Span{}
		d.Col = byteColumn(line, s.From)
	}
}

// byteColumn converts a column in UTF-16 units.
func byteColumn(line string, units int32) int {
	for i, r := range line {
		if units <= 0 {
			return i
		}
		units -= sourcemap.Units(string(r))
	}
	return len(line)
}
