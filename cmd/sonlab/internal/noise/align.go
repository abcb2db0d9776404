package noise

import (
	"slices"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/sonjs/son/parse/ast"
)

// hunk is a range of lines that differ between two texts.
type hunk struct {
	from, to [2]int // lines of each text
}

// pair matches the items of two lists: for each item of the first its index in the second,
// and the reverse; -1: none.
type pair [2][]int

// alignment pairs two lists by a longest common subsequence.
func alignment(a, b []string) pair {
	codes := map[string]rune{}
	encode := func(list []string) []rune {
		out := make([]rune, len(list))
		for i, s := range list {
			r, ok := codes[s]
			if !ok {
				if r = rune(len(codes) + 1); r >= 0xD800 {
					r += 0x800 // no surrogates
				}
				codes[s] = r
			}
			out[i] = r
		}
		return out
	}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // the result must not depend on the machine
	p := pair{none(len(a)), none(len(b))}
	i, j := 0, 0
	for _, part := range d.DiffMainRunes(encode(a), encode(b), false) {
		n := len([]rune(part.Text))
		switch part.Type {
		case diffmatchpatch.DiffDelete:
			i += n
		case diffmatchpatch.DiffInsert:
			j += n
		default:
			for k := range n {
				p[0][i+k], p[1][j+k] = j+k, i+k
			}
			i, j = i+n, j+n
		}
	}
	return p
}

func none(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

// changed marks the lines of two texts that are not in both, and lists the hunks. Hunks are
// merged if the lines between them do not identify a place (braces, empty lines).
func changed(a, b *text) (marks [2][]bool, hunks []hunk) {
	lines := alignment(a.lines, b.lines)
	for s := range marks {
		marks[s] = make([]bool, len(lines[s]))
		for i, at := range lines[s] {
			marks[s][i] = at < 0
		}
	}
	i, j, open := 0, 0, -1 // open: equal lines since the last hunk; -1: it is closed
	for i < len(a.lines) || j < len(b.lines) {
		from := [2]int{i, j}
		for i < len(a.lines) && marks[0][i] {
			i++
		}
		for j < len(b.lines) && marks[1][j] {
			j++
		}
		if to := [2]int{i, j}; to != from {
			if open >= 0 {
				hunks[len(hunks)-1].to = to
			} else {
				hunks = append(hunks, hunk{from, to})
			}
			open = 0
			continue
		}
		if words := slices.ContainsFunc(a.on(i, i+1), func(t token) bool { return t.kind != punctuation }); words || open == maxGap {
			open = -1
		} else if open >= 0 {
			open++
		}
		i, j = i+1, j+1
	}
	return marks, hunks
}

// maxGap is the maximum number of lines without words between the parts of a hunk.
const maxGap = 2

// state is what became of a token of a hunk.
type state uint8

const (
	stays   state = iota
	respelt       // spelled differently
	real          // removed or added
)

// compared is a hunk, token by token.
type compared struct {
	hunk
	tokens [2][]token
	closes [2]bool // a closing bracket comes next
	depth  [2][]int
	pair   pair
	state  [2][]state
	touch  [2]map[int]bool // the lines on which a token was removed or added
	kinds  [2]map[int]Kind // the kind of noise of other lines that are spelled differently
}

// compare pairs the tokens of a hunk.
func compare(a, b *text, h hunk) *compared {
	c := &compared{hunk: h, touch: [2]map[int]bool{{}, {}}, kinds: [2]map[int]Kind{{}, {}}}
	var keys [2][]string
	for s, t := range []*text{a, b} {
		lo, hi := t.first[h.from[s]], t.first[h.to[s]]
		c.tokens[s], c.depth[s] = t.tokens[lo:hi], t.depth[lo:hi]
		c.closes[s] = hi < len(t.tokens) && isClose(t.tokens[hi].key)
		for _, tok := range c.tokens[s] {
			keys[s] = append(keys[s], tok.key)
		}
		c.state[s] = make([]state, hi-lo)
	}
	c.pair = alignment(keys[0], keys[1])
	own := a.namesAround(c.tokens[0])
	i, j := 0, 0
	for i < len(keys[0]) || j < len(keys[1]) {
		from := [2]int{i, j}
		for i < len(keys[0]) && c.pair[0][i] < 0 {
			i++
		}
		for j < len(keys[1]) && c.pair[1][j] < 0 {
			j++
		}
		if to := [2]int{i, j}; to != from {
			c.gap(from, to, own)
			continue
		}
		if x, y := c.tokens[0][i], c.tokens[1][j]; x.kind != comment {
			if k := spelling(a.prog.Source[x.from:x.to], b.prog.Source[y.from:y.to]); k != "" {
				c.kinds[0][x.line], c.kinds[1][y.line] = k, k
			}
		}
		i, j = i+1, j+1
	}
	return c
}

// spelling returns in what way two spellings of a token differ.
func spelling(a, b string) Kind {
	switch {
	case a == b:
		return ""
	case a[0] == '"' || a[0] == '\'' || a[0] == '`':
		return Quotes
	}
	return Numerals
}

// gap classifies the tokens between two that are in both texts.
func (c *compared) gap(from, to [2]int, own map[string]bool) {
	var rest [2][]int
	for s := range rest {
		for i := from[s]; i < to[s]; i++ {
			tok := c.tokens[s][i]
			switch {
			case tok.kind == comment:
				c.state[s][i] = real
			case tok.key == ";":
				c.respell(s, i, Semicolons)
			case tok.key == "(" || tok.key == ")":
				c.respell(s, i, Parentheses)
			case tok.key == "," && c.closesNext(s, i):
				c.respell(s, i, Commas)
			default:
				rest[s] = append(rest[s], i)
			}
		}
	}
	if c.renamed(rest, own) {
		for s, list := range rest {
			for _, i := range list {
				c.respell(s, i, Names)
			}
		}
		return
	}
	for s, list := range rest {
		for _, i := range list {
			c.state[s][i] = real
			c.touch[s][c.tokens[s][i].line] = true
		}
		if len(list) > 0 {
			for i := from[s]; i < to[s]; i++ {
				c.state[s][i] = real // its parentheses and semicolons
			}
			c.beside(s, from, to)
		}
	}
}

// beside marks the lines of the other text from which tokens are missing.
func (c *compared) beside(s int, from, to [2]int) {
	o := 1 - s
	before, after := from[o]-1, to[o]
	hasBefore, hasAfter := before >= 0, after < len(c.tokens[o])
	line := func(s, i int) int { return c.tokens[s][i].line }
	if hasBefore && hasAfter && line(o, before) == line(o, after) {
		c.touch[o][line(o, before)] = true
	}
	for i := from[s]; i < to[s]; i++ {
		if hasBefore && from[s] > 0 && line(s, i) == line(s, from[s]-1) {
			c.touch[o][line(o, before)] = true
		}
		if hasAfter && to[s] < len(c.tokens[s]) && line(s, i) == line(s, to[s]) {
			c.touch[o][line(o, after)] = true
		}
	}
}

func (c *compared) respell(s, i int, k Kind) {
	c.state[s][i] = respelt
	c.kinds[s][c.tokens[s][i].line] = k
}

// closesNext reports whether a closing bracket follows a token.
func (c *compared) closesNext(s, i int) bool {
	if i+1 == len(c.tokens[s]) {
		return c.closes[s]
	}
	return isClose(c.tokens[s][i+1].key)
}

func isClose(key string) bool { return key == "}" || key == "]" || key == ")" }

// renamed reports whether tokens differ only in names that the function did not have, or in
// the keywords of declarations.
func (c *compared) renamed(rest [2][]int, own map[string]bool) bool {
	if len(rest[0]) != len(rest[1]) {
		return false
	}
	for k, i := range rest[0] {
		a, b := c.tokens[0][i], c.tokens[1][rest[1][k]]
		declares := slices.Contains(declarations, a.key) && slices.Contains(declarations, b.key)
		if !declares && (a.kind != word || b.kind != word || own[b.key] || slices.Contains(declarations, b.key)) {
			return false
		}
	}
	return true
}

var declarations = []string{"var", "let", "const"}

// namesAround returns the words of the innermost function around some tokens.
func (t *text) namesAround(list []token) map[string]bool {
	around := ast.Span{End: int32(len(t.prog.Source))}
	if len(list) > 0 {
		s := ast.Span{Start: list[0].from, End: list[len(list)-1].to}
		for _, f := range t.prog.Funcs {
			if f.Contains(s) && around.Contains(f.Span) {
				around = f.Span
			}
		}
	}
	names := map[string]bool{}
	i, _ := slices.BinarySearchFunc(t.tokens, around.Start, func(tok token, at int32) int { return int(tok.from - at) })
	for ; i < len(t.tokens) && t.tokens[i].from < around.End; i++ {
		if t.tokens[i].kind == word {
			names[t.tokens[i].key] = true
		}
	}
	return names
}
