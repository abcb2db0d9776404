package noise

import (
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// kind is the kind of a token.
type kind uint8

const (
	word kind = iota // a name or a keyword
	literal
	punctuation
	comment
)

// token is a token, or a comment.
type token struct {
	kind     kind
	from, to int32
	key      string // the same for all spellings of a literal, and for a comment at any indentation
	line     int    // that it begins on, counted from 0
}

// text is a program as lines and tokens.
type text struct {
	prog   *ast.Program
	starts []int32 // of lines
	lines  []string
	tokens []token
	first  []int // by line: the first token that begins there or on a later line
	depth  []int // by token: how many nodes of the tree enclose its start
}

func read(name, src string) (*text, error) {
	prog, ds := parse.Parse(src, parse.Options{Path: name})
	if prog == nil {
		return nil, errors.New(ds[0].String())
	}
	t := &text{prog: prog, lines: strings.SplitAfter(prog.Source, "\n")}
	if last := len(t.lines) - 1; t.lines[last] == "" {
		t.lines = t.lines[:last]
	}
	at := int32(0)
	for _, line := range t.lines {
		t.starts = append(t.starts, at)
		at += int32(len(line))
	}
	t.scan()
	line := 0
	t.first = make([]int, len(t.lines)+1)
	for i, tok := range t.tokens {
		for ; line <= tok.line; line++ {
			t.first[line] = i
		}
	}
	for ; line < len(t.first); line++ {
		t.first[line] = len(t.tokens)
	}
	t.nest()
	return t, nil
}

// lineOf returns the line of an offset, counted from 0.
func (t *text) lineOf(at int32) int {
	return sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > at }) - 1
}

// on returns the tokens that begin on some lines.
func (t *text) on(from, to int) []token { return t.tokens[t.first[from]:t.first[to]] }

// scan finds the tokens. The tree shows where a slash begins a regular expression.
func (t *text) scan() {
	src := t.prog.Source
	patterns := map[int32]int32{}
	for _, st := range t.prog.Body {
		ast.Walk(st, func(n ast.Node) bool {
			if x, ok := n.(*ast.RegExp); ok {
				patterns[x.Start] = x.End
			}
			return true
		})
	}
	comments := t.prog.Comments
	var braces []bool // by open brace: it belongs to a template
	at, line := int32(0), 0
	add := func(k kind, end int32, key string) {
		for line+1 < len(t.starts) && t.starts[line+1] <= at {
			line++
		}
		t.tokens = append(t.tokens, token{k, at, end, key, line})
		at = end
	}
	if strings.HasPrefix(src, "#!") {
		add(comment, int32(len(t.prog.Hashbang)), t.prog.Hashbang)
	}
	for int(at) < len(src) {
		for len(comments) > 0 && comments[0].Start < at {
			comments = comments[1:]
		}
		c := src[at]
		switch {
		case len(comments) > 0 && comments[0].Start == at:
			end := comments[0].End
			add(comment, end, strings.Join(strings.Fields(src[at:end]), " "))
		case patterns[at] > 0:
			end := patterns[at]
			add(literal, end, src[at:end])
		case isSpace(src[at:]) > 0:
			at += int32(isSpace(src[at:]))
		case c == '"' || c == '\'':
			end := at + 1
			for src[end] != c {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			add(literal, end+1, "string "+src[at+1:end])
		case c == '`' || c == '}' && len(braces) > 0 && braces[len(braces)-1]:
			end, substitution := templatePart(src, at+1)
			key := "template " + src[at:end]
			if c == '`' && !substitution {
				key = "string " + src[at+1:end-1]
			}
			if c == '}' {
				braces = braces[:len(braces)-1]
			}
			if substitution {
				braces = append(braces, true)
			}
			add(literal, end, key)
		case '0' <= c && c <= '9' || c == '.' && int(at)+1 < len(src) && '0' <= src[at+1] && src[at+1] <= '9':
			end := numberEnd(src, at)
			add(literal, end, numberKey(src[at:end]))
		case isWord(c):
			end := at + 1
			for int(end) < len(src) && isWord(src[end]) && isSpace(src[end:]) == 0 {
				end++
			}
			add(word, end, src[at:end])
		default:
			if c == '{' {
				braces = append(braces, false)
			} else if c == '}' && len(braces) > 0 {
				braces = braces[:len(braces)-1]
			}
			end := at + int32(operator(src[at:]))
			add(punctuation, end, src[at:end])
		}
	}
}

// isSpace returns the length of the white space character that s begins with, or 0.
func isSpace(s string) int {
	for _, blank := range []string{" ", "\t", "\n", "\r", "\v", "\f", "\u00a0", "\ufeff", "\u2028", "\u2029"} {
		if strings.HasPrefix(s, blank) {
			return len(blank)
		}
	}
	return 0
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '#' || c == '\\' || c >= 0x80
}

// templatePart returns where a part of a template ends, and whether an expression follows.
func templatePart(src string, at int32) (end int32, substitution bool) {
	for ; ; at++ {
		switch {
		case src[at] == '\\':
			at++
		case src[at] == '`':
			return at + 1, false
		case src[at] == '$' && src[at+1] == '{':
			return at + 2, true
		}
	}
}

func numberEnd(src string, at int32) int32 {
	end := at + 1
	for int(end) < len(src) {
		c := src[end]
		exponent := (c == '+' || c == '-') && (src[end-1] == 'e' || src[end-1] == 'E') && !strings.HasPrefix(src[at:], "0x") && !strings.HasPrefix(src[at:], "0X")
		if !exponent && c != '.' && !(isWord(c) && c < 0x80) {
			break
		}
		end++
	}
	return end
}

// numberKey returns a key for the value of a numeral.
func numberKey(s string) string {
	plain := strings.ReplaceAll(s, "_", "")
	if v, err := strconv.ParseUint(plain, 0, 53); err == nil && len(plain) > 1 && plain[0] == '0' && plain[1] > '9' {
		return "number " + strconv.FormatFloat(float64(v), 'g', -1, 64)
	}
	if v, err := strconv.ParseFloat(plain, 64); err == nil {
		return "number " + strconv.FormatFloat(v, 'g', -1, 64)
	}
	return "number " + plain
}

// operators are the punctuators of more than one character, the longest first.
var operators = []string{">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=",
	"=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**"}

// operator returns the length of the punctuator that s begins with.
func operator(s string) int {
	for _, op := range operators {
		if strings.HasPrefix(s, op) {
			return len(op)
		}
	}
	return 1
}

// nest counts the nodes that enclose each token.
func (t *text) nest() {
	var opens, closes []int32
	for _, st := range t.prog.Body {
		ast.Walk(st, func(n ast.Node) bool {
			opens, closes = append(opens, n.Pos().Start), append(closes, n.Pos().End)
			return true
		})
	}
	slices.Sort(opens)
	slices.Sort(closes)
	i, j := 0, 0
	for _, tok := range t.tokens {
		for i < len(opens) && opens[i] < tok.from {
			i++
		}
		for j < len(closes) && closes[j] <= tok.from {
			j++
		}
		t.depth = append(t.depth, i-j)
	}
}
