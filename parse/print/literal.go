package print

import (
	"math"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// number prints a number; one that is not a literal, such as NaN or -1, becomes
// an operation with the precedence that prec returns.
func (p *printer) number(e *ast.Number) {
	if s := p.rawNumber(e); s != "" {
		p.tokAt(e.Span, s)
		p.endNumber(s)
		return
	}
	v := e.Value
	switch {
	case v != v:
		p.tokAt(e.Span, p.pick("0 / 0", "0/0"))
	case isHuge(e):
		p.tokAt(e.Span, "1e999")
	case math.IsInf(v, 1):
		p.tokAt(e.Span, p.pick("1 / 0", "1/0"))
	case math.IsInf(v, -1):
		p.tokAt(e.Span, p.pick("-1 / 0", "-1/0"))
	default:
		var buf [40]byte
		s := string(appendNumber(buf[:0], v, p.compact))
		p.tokAt(e.Span, s)
		p.endNumber(s)
	}
}

// isHuge reports whether e is a literal of the source that is too large, such
// as 1e400: it stays one literal.
func isHuge(e *ast.Number) bool { return math.IsInf(e.Value, 1) && !e.Span.IsZero() }

// endNumber notes whether a dot after s would be part of it.
func (p *printer) endNumber(s string) {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && c != '_' {
			return
		}
	}
	p.numEnd = len(p.out)
}

// rawNumber returns the author's spelling of e, or "". Spellings that strict
// code forbids (017, 08) are not kept, nor is one with another value than e has
// now.
func (p *printer) rawNumber(e *ast.Number) string {
	if p.compact {
		return ""
	}
	s := p.source(e.Span)
	if s == "" || s[0] != '.' && (s[0] < '0' || s[0] > '9') || len(s) > 1 && s[0] == '0' && wordByte(s[1]) && s[1] <= '9' {
		return ""
	}
	if !strings.Contains(s, "_") && !(len(s) > 1 && s[0] == '0' && wordByte(s[1]) && s[1] != 'e' && s[1] != 'E') {
		if v, err := strconv.ParseFloat(s, 64); v != e.Value || err != nil && !math.IsInf(v, 1) {
			return ""
		}
	}
	return s
}

// appendNumber appends the shortest digits that read back as v, which is
// finite, laid out as JavaScript's ToString does it (but 1e21, not 1e+21), or
// in the fewest characters.
func appendNumber(out []byte, v float64, short bool) []byte {
	if math.Signbit(v) {
		out, v = append(out, '-'), -v
	}
	if v < 1000 && v == math.Trunc(v) {
		return strconv.AppendInt(out, int64(v), 10)
	}
	var buf [32]byte
	b := strconv.AppendFloat(buf[:0], v, 'e', -1, 64) // d.ddde±xx
	at := strings.IndexByte(string(b), 'e')
	exp, _ := strconv.Atoi(string(b[at+1:]))
	digits := append([]byte{}, b[0])
	if at > 1 {
		digits = append(digits, b[2:at]...)
	}
	k, n := len(digits), exp+1 // v = 0.digits * 10^n
	if short {
		plain := appendPlain(nil, digits, n, true)
		e := strconv.AppendInt(append(append([]byte{}, digits...), 'e'), int64(n-k), 10)
		if n-k != 0 && len(e) < len(plain) {
			return append(out, e...)
		}
		return append(out, plain...)
	}
	if n > 21 || n <= -6 {
		out = append(out, digits[0])
		if k > 1 {
			out = append(append(out, '.'), digits[1:]...)
		}
		return strconv.AppendInt(append(out, 'e'), int64(exp), 10)
	}
	return appendPlain(out, digits, n, false)
}

// appendPlain appends 0.digits * 10^n without an exponent.
func appendPlain(out, digits []byte, n int, short bool) []byte {
	switch k := len(digits); {
	case n >= k:
		out = append(out, digits...)
		for range n - k {
			out = append(out, '0')
		}
	case n > 0:
		out = append(append(append(out, digits[:n]...), '.'), digits[n:]...)
	default:
		if !short {
			out = append(out, '0')
		}
		out = append(out, '.')
		for range -n {
			out = append(out, '0')
		}
		out = append(out, digits...)
	}
	return out
}

func (p *printer) bigint(e *ast.BigInt) {
	if s := p.source(e.Span); !p.compact && strings.HasSuffix(s, "n") && '0' <= s[0] && s[0] <= '9' {
		p.tokAt(e.Span, s)
		return
	}
	p.tokAt(e.Span, e.Value)
	p.raw("n")
}

func (p *printer) regexp(e *ast.RegExp) {
	p.tokAt(e.Span, "/")
	from := len(p.out) - 1
	p.raw(e.Pattern)
	p.raw("/")
	p.raw(e.Flags)
	p.piece(from, e.Span, false)
	p.regexpEnd = len(p.out)
}

func (p *printer) str(e *ast.String) {
	p.mark(e.Span)
	if s := p.rawString(e); s != "" {
		p.raw(s)
		return
	}
	p.quoted(e.Value)
}

// rawString returns the author's spelling of e, or "". Octal escapes are not
// kept: strict code forbids them.
func (p *printer) rawString(e *ast.String) string {
	if p.compact || e.Octal {
		return ""
	}
	s := p.source(e.Span)
	if len(s) < 2 || s[0] != '"' && s[0] != '\'' || s[len(s)-1] != s[0] {
		return ""
	}
	if strings.IndexByte(s, '\\') < 0 && s[1:len(s)-1] != e.Value {
		return ""
	}
	return s
}

// quoted appends a string literal in the quotes that need fewer escapes.
func (p *printer) quoted(s string) {
	q := byte('"')
	if p.o.Single && strings.Count(s, "'") <= strings.Count(s, `"`) || strings.IndexByte(s, '"') >= 0 && strings.Count(s, `"`) > strings.Count(s, "'") {
		q = '\''
	}
	p.out = append(p.out, q)
	p.escaped(s, q)
	p.out = append(p.out, q)
}

// escaped appends s, escaped for quotes q, which may be backticks.
func (p *printer) escaped(s string, q byte) {
	from := 0
	for i := 0; i < len(s); {
		n, esc := 1, ""
		switch c := s[i]; {
		case c == q || c == '\\':
			esc = string([]byte{'\\', c})
		case c == '\n':
			if q != '`' {
				esc = `\n`
			}
		case c < ' ' || c == 0x7F:
			esc = control(c, i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9')
		case c == '$':
			if q == '`' && i+1 < len(s) && s[i+1] == '{' {
				esc = `\$`
			}
		case c == '/':
			if i > 0 && s[i-1] == '<' && len(s) >= i+7 && strings.EqualFold(s[i+1:i+7], "script") {
				esc = `\/`
			}
		case c == 0xED || c == 0xE2 || c == 0xEF:
			if esc = wide(s[i:]); esc != "" {
				n = 3
			}
		}
		if esc != "" {
			p.out = append(append(p.out, s[from:i]...), esc...)
			from = i + n
		}
		i += n
	}
	p.out = append(p.out, s[from:]...)
}

// control returns the escape of a control character.
func control(c byte, digitNext bool) string {
	switch c {
	case '\b':
		return `\b`
	case '\t':
		return `\t`
	case '\v':
		return `\v`
	case '\f':
		return `\f`
	case '\r':
		return `\r`
	case 0:
		if !digitNext { // \01 would be an octal escape
			return `\0`
		}
	}
	const hex = "0123456789ABCDEF"
	return string([]byte{'\\', 'x', hex[c>>4], hex[c&15]})
}

// wide returns the escape of the three-byte character that s begins with, if
// it is a lone surrogate, a line separator or a byte order mark.
func wide(s string) string {
	if len(s) < 3 {
		return ""
	}
	u := uint16(s[0]&0x0F)<<12 | uint16(s[1]&0x3F)<<6 | uint16(s[2]&0x3F)
	if s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80 || u == 0x2028 || u == 0x2029 || u == 0xFEFF {
		return `\u` + strings.ToUpper(strconv.FormatUint(uint64(u), 16))
	}
	return ""
}

// template prints a template. The raw text that a tag function receives must
// not change.
func (p *printer) template(e *ast.Template, tagged bool) {
	p.mark(e.Span)
	p.raw("`")
	for i := range e.Quasis {
		if i > 0 {
			p.raw("${")
			p.expr(e.Exprs[i-1], ast.PrecSeq, 0)
			p.raw("}")
		}
		q := &e.Quasis[i]
		switch {
		case tagged:
			p.raw(q.Raw)
		case q.Raw == "" && q.Cooked != "" || p.o.Source == "" && hasScript(q.Raw):
			p.escaped(q.Cooked, '`')
		default:
			p.raw(q.Raw)
		}
	}
	p.raw("`")
}

func hasScript(s string) bool {
	return strings.Contains(s, "</") && strings.Contains(strings.ToLower(s), "</script")
}
