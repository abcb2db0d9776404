package parse

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// checkRegExp checks a regular expression literal against the grammar that its
// flags choose: with u or v the strict one, without them that of Annex B. at is
// the offset of the error in pattern + "/" + flags; text is "" if there is none.
func checkRegExp(pattern, flags string) (at int, text string) {
	r := regexpReader{src: pattern}
	if i, text := checkFlags(flags); text != "" {
		return len(pattern) + 1 + i, text
	}
	r.v = strings.Contains(flags, "v")
	r.u = r.v || strings.Contains(flags, "u")
	plain := true
	for i := 0; i < len(pattern) && plain; i++ {
		c := pattern[i]
		plain = byteClass[c] != classOther || c == ' ' || c == '-' || c == ',' || c == '/'
	}
	if plain {
		return 0, ""
	}
	defer func() {
		if e := recover(); e != nil {
			err, ok := e.(regexpError)
			if !ok {
				panic(e)
			}
			at, text = err.at, "invalid regular expression: "+err.text
		}
	}()
	r.countGroups()
	r.disjunction()
	if r.pos < len(r.src) {
		r.fail(r.pos, "unmatched "+strconv.Quote(r.src[r.pos:r.pos+1]))
	}
	for _, ref := range r.refs {
		if _, ok := r.names[ref.name]; !ok {
			r.fail(ref.at, "there is no group named "+strconv.Quote(ref.name))
		}
	}
	return 0, ""
}

func checkFlags(flags string) (at int, text string) {
	for i := 0; i < len(flags); i++ {
		switch {
		case !strings.Contains("dgimsuvy", flags[i:i+1]):
			return i, "invalid regular expression flag " + strconv.QuoteRune(firstRune(flags[i:]))
		case strings.Contains(flags[:i], flags[i:i+1]):
			return i, "the regular expression flag " + strconv.Quote(flags[i:i+1]) + " is repeated"
		}
	}
	if strings.Contains(flags, "u") && strings.Contains(flags, "v") {
		return 0, `the regular expression flags "u" and "v" exclude each other`
	}
	return 0, ""
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// regexpError unwinds the reader.
type regexpError struct {
	at   int
	text string
}

// regexpReader walks a pattern.
type regexpReader struct {
	src   string
	pos   int
	depth int
	u, v  bool

	groups int            // how many capture groups there are
	named  bool           // \k is a reference: with u, or some group has a name
	names  map[string]int // where each name was read last
	open   []openDisjunction
	refs   []groupRef
}

// openDisjunction is a disjunction around the current position: where it begins,
// and where the alternative being read begins.
type openDisjunction struct{ start, alternative int }

type groupRef struct {
	name string
	at   int
}

func (r *regexpReader) fail(at int, text string) { panic(regexpError{at, text}) }

func (r *regexpReader) more() bool { return r.pos < len(r.src) }

// peek returns the current byte, or 0 at the end.
func (r *regexpReader) peek() byte { return r.at(0) }

func (r *regexpReader) at(i int) byte {
	if r.pos+i < len(r.src) {
		return r.src[r.pos+i]
	}
	return 0
}

// eat skips s if it is next.
func (r *regexpReader) eat(s string) bool {
	if strings.HasPrefix(r.src[r.pos:], s) {
		r.pos += len(s)
		return true
	}
	return false
}

// char takes one character.
func (r *regexpReader) char() rune {
	c, n := utf8.DecodeRuneInString(r.src[r.pos:])
	r.pos += n
	return c
}

// countGroups looks ahead: back references may point forward.
func (r *regexpReader) countGroups() {
	r.named = r.u
	depth := 0 // of classes; they nest with v only
	for i := 0; i < len(r.src); i++ {
		switch r.src[i] {
		case '\\':
			i++
		case '[':
			if depth == 0 || r.v {
				depth++
			}
		case ']':
			depth = max(0, depth-1)
		case '(':
			if depth > 0 {
				break
			}
			if i+1 >= len(r.src) || r.src[i+1] != '?' {
				r.groups++
			} else if rest := r.src[i+2:]; len(rest) > 1 && rest[0] == '<' && rest[1] != '=' && rest[1] != '!' {
				r.groups++
				r.named = true
			}
		}
	}
}

// disjunction reads alternatives.
func (r *regexpReader) disjunction() {
	if r.depth++; r.depth > maxDepth {
		r.fail(r.pos, TooDeep)
	}
	level := len(r.open)
	r.open = append(r.open, openDisjunction{r.pos, r.pos})
	for {
		for r.more() && r.peek() != '|' && r.peek() != ')' {
			r.term()
		}
		if !r.eat("|") {
			break
		}
		r.open[level].alternative = r.pos
	}
	r.open = r.open[:level]
	r.depth--
}

// declare records the name of a group. An earlier group may have the same name
// if it is in another alternative, but not if both could take part in one match.
// Checking the last such group is enough: if an earlier one conflicts, so does
// the last, or those two conflicted with each other.
func (r *regexpReader) declare(name string, at int) {
	if last, ok := r.names[name]; ok {
		// The innermost disjunction that both are in.
		i := sort.Search(len(r.open), func(i int) bool { return r.open[i].start > last }) - 1
		if last >= r.open[i].alternative {
			r.fail(at, "the group name "+strconv.Quote(name)+" is used twice")
		}
	}
	if r.names == nil {
		r.names = map[string]int{}
	}
	r.names[name] = at
}

// term reads an assertion, or an atom with its quantifier.
func (r *regexpReader) term() {
	start := r.pos
	quantifiable := true
	switch c := r.peek(); c {
	case '^', '$':
		r.pos++
		return
	case '(':
		quantifiable = r.group()
	case '.':
		r.pos++
	case '[':
		r.class()
	case '\\':
		if d := r.at(1); d == 'b' || d == 'B' {
			r.pos += 2
			return
		}
		r.atomEscape()
	case '*', '+', '?':
		r.fail(start, "nothing to repeat")
	case '{':
		if r.u || r.quantifier() {
			r.fail(start, "nothing to repeat")
		}
		r.pos++
	case '}', ']':
		if r.u {
			r.fail(start, "lone "+strconv.Quote(string(c)))
		}
		r.pos++
	default:
		r.char()
	}
	at := r.pos
	if r.quantifier() && !quantifiable {
		r.fail(at, "this assertion may not be repeated")
	}
}

// quantifier reads one if it is there.
func (r *regexpReader) quantifier() bool {
	switch r.peek() {
	case '*', '+', '?':
		r.pos++
	case '{':
		if !r.braces() {
			return false
		}
	default:
		return false
	}
	r.eat("?")
	return true
}

// braces reads {n}, {n,} or {n,m} and moves on only if it is one.
func (r *regexpReader) braces() bool {
	start := r.pos
	r.pos++
	lo, ok := r.decimal()
	hi, both := "", false
	if ok && r.eat(",") {
		hi, both = r.decimal()
	}
	if !ok || !r.eat("}") {
		if r.u {
			r.fail(start, "incomplete quantifier")
		}
		r.pos = start
		return false
	}
	if both && (len(lo) > len(hi) || len(lo) == len(hi) && lo > hi) {
		r.fail(start, "the numbers of this quantifier are out of order")
	}
	return true
}

// decimal reads digits and returns them without leading zeros.
func (r *regexpReader) decimal() (digits string, ok bool) {
	start := r.pos
	for byteClass[r.peek()] == classDigit {
		r.pos++
	}
	return strings.TrimLeft(r.src[start:r.pos], "0"), r.pos > start
}

// group reads a group or a look-around and reports whether it may be repeated.
func (r *regexpReader) group() (quantifiable bool) {
	start := r.pos
	quantifiable = true
	r.pos++
	switch {
	case !r.eat("?"):
	case r.eat(":"):
	case r.eat("="), r.eat("!"):
		quantifiable = !r.u
	case r.eat("<="), r.eat("<!"):
		quantifiable = false
	case r.peek() == '<':
		at := r.pos
		name := r.groupName()
		r.declare(name, at)
	default:
		r.modifiers(start)
	}
	r.disjunction()
	if !r.eat(")") {
		r.fail(start, "this group is never closed")
	}
	return
}

// modifiers reads the flags of (?ims-ims: …).
func (r *regexpReader) modifiers(group int) {
	start := r.pos
	dash := false
	for !r.eat(":") {
		switch c := r.peek(); c {
		case '-':
			if dash {
				r.fail(r.pos, "invalid group")
			}
			dash = true
		case 'i', 'm', 's':
			if strings.IndexByte(r.src[start:r.pos], c) >= 0 {
				r.fail(r.pos, "the modifier "+strconv.Quote(string(c))+" is repeated")
			}
		default:
			r.fail(group, "invalid group")
		}
		r.pos++
	}
	if r.src[start:r.pos] == "-:" {
		r.fail(start, "a group needs a modifier before or after its minus sign")
	}
}

// groupName reads <name>.
func (r *regexpReader) groupName() string {
	start := r.pos
	if !r.eat("<") {
		r.fail(start, "invalid group name")
	}
	var name []byte
	for !r.eat(">") {
		if !r.more() {
			r.fail(start, "invalid group name")
		}
		c := r.char()
		if c == '\\' {
			if !r.eat("u") {
				r.fail(start, "invalid group name")
			}
			var ok bool
			if c, ok = r.unicode(true); !ok {
				r.fail(start, "invalid group name")
			}
		}
		if !isIDPart(c) || len(name) == 0 && !isIDStart(c) {
			r.fail(start, "invalid group name")
		}
		name = utf8.AppendRune(name, c)
	}
	if len(name) == 0 {
		r.fail(start, "invalid group name")
	}
	return string(name)
}
