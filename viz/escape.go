package viz

import (
	"strings"

	"github.com/sonjs/son/viz/trace"
)

// htmlText escapes text for an HTML-like label. What a label cannot contain
// (control characters, halves of surrogate pairs) is spelled as an escape.
func htmlText(s string) string {
	var b strings.Builder
	for _, r := range trace.Printable(s) {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '"':
			b.WriteString("&quot;")
		case '\\':
			b.WriteString("&#92;&#92;") // \N would be the name of the node
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// quoted returns s as a quoted DOT id for exactly these characters.
func quoted(s string) string {
	s = strings.ReplaceAll(trace.Printable(s), `\`, `\\`)
	return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`
}

// comment returns s as comment lines.
func comment(s string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(s, "\r\n"), "\n") {
		b.WriteString(strings.TrimRight("// "+trace.Printable(strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    ")), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
