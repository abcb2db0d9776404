package viz

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// htmlText escapes text for an HTML-like label. What a label cannot hold
// (control characters, halves of surrogate pairs) is spelled as an escape.
func htmlText(s string) string {
	var b strings.Builder
	for _, r := range printable(s) {
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

// quoted returns s as a quoted DOT id that stands for just these letters.
func quoted(s string) string {
	s = strings.ReplaceAll(printable(s), `\`, `\\`)
	return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`
}

// printable spells what is not printable text.
func printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// short cuts a long text in the middle of nowhere: labels are not listings.
func short(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// comment returns s as comment lines.
func comment(s string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
		b.WriteString(strings.TrimRight("// "+printable(strings.ReplaceAll(line, "\t", "    ")), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
