package son

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// kindName is a name of a set of kinds in the text form.
type kindName struct {
	kinds Kind
	name  string
}

// kindNames lists names, larger sets first: String takes the first that fits.
func kindNames() []kindName {
	return []kindName{
		{KindAny, "any"},
		{KindNumber, "num"},
		{KindBool, "bool"},
		{KindUndefined, "undefined"},
		{KindNull, "null"},
		{KindFalse, "false"},
		{KindTrue, "true"},
		{KindInt, "int"},
		{KindFloat, "float"},
		{KindNegZero, "-0"},
		{KindNaN, "NaN"},
		{KindBigInt, "bigint"},
		{KindString, "str"},
		{KindSymbol, "sym"},
		{KindFunction, "func"},
		{KindObject, "obj"},
		{KindDDA, "dda"},
		{KindUninit, "hole"},
		{KindControl, "ctrl"},
		{KindMemory, "mem"},
		{KindCell, "cell"},
	}
}

// String returns the text form: names and constants joined by |, such as
// `int[0,9]|null`, `"abc"`, `5`, `-0`, `12n`, `any`, and `top` for nothing.
func (t Type) String() string {
	if t.kinds == 0 {
		return "top"
	}
	if t.con {
		switch t.kinds {
		case KindString:
			return quoteWTF8(t.str)
		case KindBigInt:
			return t.str + "n"
		}
		f, _ := t.Number()
		return NumberToString(f)
	}
	var parts []string
	left := t.kinds
	full := t.kinds&KindInt != 0 && t.Contains(TypeInt32)
	for _, k := range kindNames() {
		if left&k.kinds != k.kinds {
			continue
		}
		if k.kinds&KindString != 0 && t.str != "" {
			if k.kinds == KindString {
				list, _ := t.texts(nil)
				for _, s := range list {
					parts = append(parts, quoteWTF8(s))
				}
			}
			continue
		}
		if k.kinds&KindInt != 0 && !full {
			if k.kinds != KindInt {
				continue
			}
			left &^= k.kinds
			if t.lo == t.hi {
				parts = append(parts, strconv.Itoa(int(t.lo)))
			} else {
				parts = append(parts, fmt.Sprintf("int[%d,%d]", t.lo, t.hi))
			}
			continue
		}
		left &^= k.kinds
		parts = append(parts, k.name)
	}
	return strings.Join(parts, "|")
}

// quoteWTF8 quotes a string for the text form: printable ASCII as it is, the
// rest as \u escapes of its UTF-16 units.
func quoteWTF8(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, u := range ast.UTF16(s) {
		switch {
		case u == '"' || u == '\\':
			b.WriteByte('\\')
			b.WriteByte(byte(u))
		case u == '\n':
			b.WriteString(`\n`)
		case u >= ' ' && u < 0x7f:
			b.WriteByte(byte(u))
		default:
			fmt.Fprintf(&b, `\u%04x`, u)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// ParseType reads what [Type.String] prints.
func ParseType(s string) (Type, error) {
	if s == "top" {
		return TypeTop, nil
	}
	t := TypeTop
	for rest := s; ; {
		u, after, err := parseTypeAtom(rest)
		if err != nil {
			return TypeTop, err
		}
		t = t.Join(u)
		if after == "" {
			return t, nil
		}
		if after[0] != '|' {
			return TypeTop, fmt.Errorf("type %q: expected | before %q", s, after)
		}
		rest = after[1:]
	}
}

// parseTypeAtom reads one member of a union and returns the text after it.
func parseTypeAtom(s string) (Type, string, error) {
	if s != "" && s[0] == '"' {
		text, n, ok := unquoteWTF8(s)
		if !ok {
			return TypeTop, "", fmt.Errorf("type %q: bad string", s)
		}
		return StringConst(text), s[n:], nil
	}
	n := 0
	for depth := 0; n < len(s) && (s[n] != '|' || depth > 0); n++ {
		switch s[n] {
		case '[':
			depth++
		case ']':
			depth--
		}
	}
	word, after := s[:n], s[n:]
	for _, k := range kindNames() {
		if k.name == word {
			return kindType(k.kinds), after, nil
		}
	}
	if body, ok := strings.CutPrefix(word, "int["); ok {
		body, ok1 := strings.CutSuffix(body, "]")
		a, b, ok2 := strings.Cut(body, ",")
		lo, err1 := strconv.ParseInt(a, 10, 32)
		hi, err2 := strconv.ParseInt(b, 10, 32)
		if !ok1 || !ok2 || err1 != nil || err2 != nil || lo > hi {
			return TypeTop, "", fmt.Errorf("type %q: bad range", word)
		}
		return TypeIntRange(int32(lo), int32(hi)), after, nil
	}
	if digits, ok := strings.CutSuffix(word, "n"); ok {
		if b, ok := parseBigInt(digits); ok && b.String() == digits {
			return BigIntConst(digits), after, nil
		}
		return TypeTop, "", fmt.Errorf("type %q: bad bigint", word)
	}
	if word != "" {
		if f := StringToNumber(word); f == f {
			return NumberConst(f), after, nil
		}
	}
	return TypeTop, "", fmt.Errorf("type %q: unknown", word)
}

// unquoteWTF8 reads a quoted string at the start of s and returns its value
// and how many bytes it took.
func unquoteWTF8(s string) (string, int, bool) {
	var units []uint16
	for i := 1; i < len(s); {
		switch c := s[i]; {
		case c == '"':
			return ast.FromUTF16(units), i + 1, true
		case c == '\\' && i+1 < len(s):
			switch e := s[i+1]; e {
			case '"', '\\':
				units = append(units, uint16(e))
				i += 2
			case 'n':
				units = append(units, '\n')
				i += 2
			case 'u':
				if i+6 > len(s) {
					return "", 0, false
				}
				u, err := strconv.ParseUint(s[i+2:i+6], 16, 16)
				if err != nil {
					return "", 0, false
				}
				units = append(units, uint16(u))
				i += 6
			default:
				return "", 0, false
			}
		case c < utf8.RuneSelf && c >= ' ' && c != '\\':
			units = append(units, uint16(c))
			i++
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError || c == '\\' || c < ' ' {
				return "", 0, false
			}
			units = append(units, ast.UTF16(s[i:i+n])...)
			i += n
		}
	}
	return "", 0, false
}
