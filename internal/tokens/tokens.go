// Package tokens splits JavaScript into tokens without parsing it, for tools that compare
// and lay out text. The caller says where a slash begins a regular expression.
package tokens

import (
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds.
const (
	Word    Kind = iota // a name or a keyword
	Literal             // a string, a numeral, a regular expression, a part of a template
	Punctuation
	Comment
	Opaque // a piece that only the caller understands
)

// Token is a token, or a comment.
type Token struct {
	ast.Span
	// Key is the same for all spellings of a string or numeral, and for a comment at any
	// margin; for others it is their text.
	Key  string
	Kind Kind
	// Known is the index of the known piece that the token is, such as an Opaque token or
	// a regular expression; -1: none.
	Known int32
}

// Piece is a stretch of text that is one token.
type Piece struct {
	ast.Span
	Kind Kind // Literal, Comment or Opaque
}

// bytesPerToken is how long a token with the white space before it is, about.
const bytesPerToken = 8

// room is an estimate of how many tokens a span has. Opaque pieces, which may be most of it, are one
// each.
func room(span ast.Span, known []Piece) int32 {
	n := span.End - span.Start
	for _, p := range known {
		if p.Kind == Opaque {
			n -= max(min(p.End, span.End)-max(p.Start, span.Start), 0)
		}
	}
	return max(n, 0)/bytesPerToken + int32(len(known)) + 1
}

// Scan returns the tokens of a span of src. The known pieces must be in order. The text
// must be valid, but may end anywhere between two tokens.
func Scan(src string, span ast.Span, known []Piece) []Token {
	list := make([]Token, 0, room(span, known))
	s := newScanner(src, span)
	s.each(known, func(t Token) bool {
		list = append(list, t)
		return true
	})
	return list
}

// ScanApart is Scan, with the comments in a list of their own, without keys: few of them are compared.
// It reuses the storage of the two lists that it is given.
func ScanApart(src string, span ast.Span, known []Piece, code, comments []Token) (newCode, newComments []Token) {
	if n := int(room(span, known)); cap(code) < n {
		code = make([]Token, 0, max(n, 2*cap(code)))
	}
	code, comments = code[:0], comments[:0]
	s := newScanner(src, span)
	s.apart = true
	s.each(known, func(t Token) bool {
		if t.Kind == Comment {
			comments = append(comments, t)
		} else {
			code = append(code, t)
		}
		return true
	})
	return code, comments
}

// each calls f for the tokens until f returns false.
func (s *scanner) each(known []Piece, f func(Token) bool) {
	number := 0
	for int(s.at) < len(s.src) {
		for number < len(known) && known[number].Start < s.at {
			number++
		}
		if number < len(known) && known[number].Start == s.at && known[number].End > s.at {
			p := known[number]
			key := ""
			switch p.Kind {
			case Literal:
				key = s.src[p.Start:p.End]
			case Comment:
				key = s.commentKey(s.src[p.Start:p.End])
			}
			s.is(p.Kind, p.End, key)
			s.token.Known = int32(number)
		} else if n := spaceAt(s.src[s.at:]); n > 0 {
			s.at += int32(n)
			continue
		} else {
			s.next()
		}
		if !f(s.token) {
			return
		}
	}
}

// CommentKey is a comment's text without its margins.
func CommentKey(text string) string { return strings.Join(strings.Fields(text), " ") }

// scanner reads the tokens of a span.
type scanner struct {
	src    string
	at     int32
	token  Token  // the last one
	braces []bool // for each open brace: it belongs to a template
	// bare: literals and comments get no keys.
	bare bool
	// apart: comments get no keys.
	apart bool
}

func newScanner(src string, span ast.Span) scanner {
	return scanner{src: src[:span.End], at: span.Start}
}

func (s *scanner) is(k Kind, end int32, key string) {
	end = min(end, int32(len(s.src)))
	s.token = Token{Span: ast.Span{Start: s.at, End: end}, Key: key, Kind: k, Known: -1}
	s.at = end
}

// next reads the token at s.at.
func (s *scanner) next() {
	rest := s.src[s.at:]
	c := rest[0]
	switch {
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "#!"):
		n := strings.IndexAny(rest, "\r\n")
		if n < 0 {
			n = len(rest)
		}
		s.is(Comment, s.at+int32(n), s.commentKey(rest[:n]))
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest, "*/") + len("*/")
		if n < len("/**/") {
			n = len(rest)
		}
		s.is(Comment, s.at+int32(n), s.commentKey(rest[:n]))
	case c == '"' || c == '\'':
		n := 1
		for n < len(rest) && rest[n] != c {
			if rest[n] == '\\' {
				n++
			}
			n++
		}
		n = min(n, len(rest))
		s.is(Literal, s.at+int32(n)+1, s.key(stringKey, rest[1:n]))
	case c == '`' || c == '}' && len(s.braces) > 0 && s.braces[len(s.braces)-1]:
		n, substitution := templatePart(rest)
		keyOf := templateKey
		if c == '`' && !substitution && n > 1 {
			keyOf = quotedKey
		}
		if c == '}' {
			s.braces = s.braces[:len(s.braces)-1]
		}
		if substitution {
			s.braces = append(s.braces, true)
		}
		s.is(Literal, s.at+int32(n), s.key(keyOf, rest[:n]))
	case '0' <= c && c <= '9' || c == '.' && len(rest) > 1 && '0' <= rest[1] && rest[1] <= '9':
		n := numberEnd(rest)
		s.is(Literal, s.at+int32(n), s.key(numberKey, rest[:n]))
	case isWord(c):
		n := 1
		for n < len(rest) && isWord(rest[n]) && spaceAt(rest[n:]) == 0 {
			n++
		}
		s.is(Word, s.at+int32(n), rest[:n])
	default:
		if c == '{' {
			s.braces = append(s.braces, false)
		} else if c == '}' && len(s.braces) > 0 {
			s.braces = s.braces[:len(s.braces)-1]
		}
		n := operatorLen(rest)
		s.is(Punctuation, s.at+int32(n), rest[:n])
	}
}

// key returns the key of a text.
func (s *scanner) key(of func(string) string, text string) string {
	if s.bare {
		return ""
	}
	return of(text)
}

func (s *scanner) commentKey(text string) string {
	if s.apart {
		return ""
	}
	return s.key(CommentKey, text)
}

func stringKey(text string) string { return "string " + text }

// templateKey is the key of a part of a template: as in its value, lines end in the same way.
func templateKey(text string) string { return "template " + strings.ReplaceAll(text, "\r\n", "\n") }

// quotedKey is the key of a template without substitutions.
func quotedKey(text string) string {
	return stringKey(strings.ReplaceAll(text[1:len(text)-1], "\r\n", "\n"))
}

// spaceAt returns the length of the white space character that s begins with, or 0.
func spaceAt(s string) int {
	switch c := s[0]; {
	case c == ' ' || '\t' <= c && c <= '\r':
		return 1
	case c < 0x80:
		return 0
	}
	for _, blank := range []string{"\u00a0", "\ufeff", "\u2028", "\u2029"} {
		if strings.HasPrefix(s, blank) {
			return len(blank)
		}
	}
	return 0
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '#' || c == '\\' || c >= 0x80
}

// templatePart returns the length of the part of a template that s begins with, and
// whether a substitution follows.
func templatePart(s string) (n int, substitution bool) {
	for n = 1; n < len(s); n++ {
		switch {
		case s[n] == '\\':
			n++
		case s[n] == '`':
			return n + 1, false
		case strings.HasPrefix(s[n:], "${"):
			return n + 2, true
		}
	}
	return len(s), false
}

func numberEnd(s string) int {
	hex := strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X")
	n := 1
	for n < len(s) {
		c := s[n]
		exponent := (c == '+' || c == '-') && (s[n-1] == 'e' || s[n-1] == 'E') && !hex
		if !exponent && c != '.' && !(isWord(c) && c < 0x80) || c == '.' && (hex || strings.ContainsAny(s[:n], ".eE")) {
			break
		}
		n++
	}
	return n
}

// numberKey is the value of a numeral.
func numberKey(s string) string {
	plain := strings.ReplaceAll(s, "_", "")
	if len(plain) > 2 && plain[0] == '0' && strings.ContainsAny(plain[1:2], "xXoObB") {
		if v, err := strconv.ParseUint(plain, 0, 53); err == nil {
			return "number " + strconv.FormatFloat(float64(v), 'g', -1, 64)
		}
		return "number " + strings.ToLower(plain)
	}
	if legacy := len(plain) > 1 && plain[0] == '0' && plain[1] >= '0' && plain[1] <= '9'; !legacy {
		if v, err := strconv.ParseFloat(plain, 64); err == nil {
			return "number " + strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	return "number " + plain
}

// operators are the punctuators of more than one character, the longest first.
var operators = []string{">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=",
	"=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**"}

// operatorLen returns the length of the punctuator that s begins with.
func operatorLen(s string) int {
	switch s[0] {
	case '(', ')', '[', ']', '{', '}', ';', ',', ':', '~', '@':
		return 1
	}
	// The second character of a longer one is one of these.
	if len(s) == 1 || strings.IndexByte(".=>&|?+-<*", s[1]) < 0 {
		return 1
	}
	for _, op := range operators {
		if strings.HasPrefix(s, op) {
			return len(op)
		}
	}
	return 1
}
