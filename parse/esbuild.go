package parse

import (
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/sourcemap"
)

// fromMessages turns esbuild's messages into diagnostics. src is the text of the file at
// path; for other files only lines and columns are known.
func fromMessages(ms []api.Message, severity Severity, src, path string) (ds []Diagnostic) {
	lines := lineTable{text: src}
	for _, m := range ms {
		d := Diagnostic{Path: path, Severity: severity, Text: m.Text, Hint: hint(m)}
		if l := m.Location; l != nil {
			d.Path, d.Line, d.Col, d.LineText = l.File, l.Line, l.Column, l.LineText
			start := 0
			if l.File == path || path == "" && l.File == "<stdin>" {
				start = lines.start(l.Line) + l.Column
			}
			d.Span = ast.Span{Start: int32(start), End: int32(start + l.Length)}
		}
		ds = append(ds, d)
	}
	return
}

// hint returns the suggestion and the notes of a message.
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

// RemapDiagnostics maps diagnostics about a generated text back to what the author wrote,
// where m has a mapping. The spans of mapped diagnostics are empty.
func RemapDiagnostics(ds []Diagnostic, m *sourcemap.Map) {
	var from, to columns
	tables := make([]lineTable, len(m.Sources))
	for i := range ds {
		d := &ds[i]
		if d.Line == 0 {
			continue
		}
		s, ok := m.Find(int32(d.Line-1), from.units(d.LineText, d.Col))
		if !ok || s.Source == sourcemap.None || m.Contents[s.Source] == nil {
			continue
		}
		t := &tables[s.Source]
		t.text = *m.Contents[s.Source]
		d.Path, d.Line, d.Span = m.Sources[s.Source], int(s.Line)+1, ast.Span{}
		d.LineText = t.line(d.Line)
		d.Col = to.bytes(d.LineText, s.From)
	}
}

// lineTable finds the lines of a text, numbered from 1.
type lineTable struct {
	text   string
	spans  [][2]int // without the line breaks
	looked bool
}

func (t *lineTable) find() {
	if t.looked {
		return
	}
	t.looked = true
	start := 0
	for i := 0; i < len(t.text); {
		n := lineBreak(t.text, i)
		if n > 0 {
			t.spans = append(t.spans, [2]int{start, i})
			start = i + n
		}
		i += max(n, 1)
	}
	t.spans = append(t.spans, [2]int{start, len(t.text)})
}

// start returns where a line begins, or the end of the text if there is no such line.
func (t *lineTable) start(line int) int {
	t.find()
	if line > len(t.spans) {
		return len(t.text)
	}
	return t.spans[max(line, 1)-1][0]
}

// line returns the text of a line.
func (t *lineTable) line(n int) string {
	t.find()
	if n > len(t.spans) {
		return ""
	}
	s := t.spans[max(n, 1)-1]
	return t.text[s[0]:s[1]]
}

// columns converts between columns in bytes and in UTF-16 units. It goes on from its last
// position in a line, because one line may be a whole file with a message at each word.
type columns struct {
	line string
	at   int   // in bytes
	n    int32 // the same in units
}

func (c *columns) begin(line string, back bool) {
	if back || line != c.line {
		*c = columns{line: line}
	}
}

// units converts a column in bytes.
func (c *columns) units(line string, col int) int32 {
	c.begin(line, col < c.at)
	col = min(col, len(line))
	c.n += sourcemap.Units(line[c.at:col])
	c.at = col
	return c.n
}

// bytes converts a column in units.
func (c *columns) bytes(line string, col int32) int {
	c.begin(line, col < c.n)
	for i, r := range line[c.at:] {
		if c.n >= col {
			c.at += i
			return c.at
		}
		c.n += sourcemap.Units(string(r))
	}
	c.at = len(line)
	return c.at
}
