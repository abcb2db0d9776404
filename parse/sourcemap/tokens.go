package sourcemap

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// Source is a text that a map leads to.
type Source struct {
	Path string
	Text string
	// Comments are the text's comments in order: nothing in them gets a segment.
	Comments []ast.Comment
}

// New makes the map of a printed program. Stretches that were copied get a segment for
// each word, string and bracket; other tokens one each. A token without origin gets
// none, except an identifier after tokens that have one: its segment says that it is
// from nowhere. Otherwise, when the program is printed again and the maps are composed,
// it would be taken for a part of what precedes it.
func New(code string, tokens []print.Token, src Source) *Map {
	content := src.Text
	if len(content) >= len(bom) && content[:len(bom)] == bom {
		content = content[len(bom):]
	}
	b := &maker{src: src, out: newText(code), in: newText(src.Text), names: map[string]int32{}}
	b.m = &Map{Sources: []string{src.Path}, Contents: []*string{&content}, Lines: make([][]Segment, len(b.out.starts))}
	for i, t := range tokens {
		switch {
		case t.Span.IsZero():
			if t.Name != "" && b.leadsSomewhere(t.Out) {
				b.put(t.Out, Segment{Source: None, Name: None})
			}
		case t.Copy > 0:
			b.copied(t)
		case beginsWithName(tokens[i:]):
			// The identifier's segment is more precise.
		default:
			b.add(t.Out, t.Span.Start, b.nameOf(t))
		}
	}
	return b.m
}

// beginsWithName reports whether a later token is an identifier that begins where the
// first one does.
func beginsWithName(tokens []print.Token) bool {
	for _, t := range tokens[1:] {
		if t.Out != tokens[0].Out {
			break
		}
		if t.Name != "" {
			return true
		}
	}
	return false
}

// maker is the state of one New.
type maker struct {
	m       *Map
	src     Source
	out, in *text
	names   map[string]int32
}

// nameOf returns the original name of a token that has been renamed, or "".
func (b *maker) nameOf(t print.Token) string {
	if t.Name == "" {
		return ""
	}
	end := t.Out
	for int(end) < len(b.out.s) && wordByte(b.out.s[end]) {
		end++
	}
	if b.out.s[t.Out:end] == t.Name {
		return ""
	}
	return t.Name
}

// add appends a segment that leads to an offset of the source.
func (b *maker) add(out, from int32, name string) {
	s := Segment{Name: None}
	s.Line, s.From = b.in.position(from)
	if name != "" {
		i, ok := b.names[name]
		if !ok {
			i = int32(len(b.m.Names))
			b.names[name] = i
			b.m.Names = append(b.m.Names, name)
		}
		s.Name = i
	}
	b.put(out, s)
}

// put appends a segment for an offset of the output. It replaces one at the same place.
func (b *maker) put(out int32, s Segment) {
	var line int32
	line, s.Col = b.out.position(out)
	segs := b.m.Lines[line]
	if n := len(segs); n > 0 && segs[n-1].Col >= s.Col {
		if segs[n-1].Col > s.Col {
			panic("BUG: sourcemap: tokens out of order")
		}
		segs[n-1] = s
		return
	}
	b.m.Lines[line] = append(segs, s)
}

// leadsSomewhere reports whether the last segment before a place on its line leads to
// the source.
func (b *maker) leadsSomewhere(out int32) bool {
	line, _ := b.out.position(out)
	segs := b.m.Lines[line]
	return len(segs) > 0 && segs[len(segs)-1].Source != None
}

// copied adds a segment for each word, string and bracket that begins in a stretch of
// copied text. The scan is shallow: the words of a string get segments, too, which are
// as correct as the others.
func (b *maker) copied(t print.Token) {
	cs, text := b.src.Comments, b.src.Text
	i, end := t.Span.Start, t.Span.Start+t.Copy
	shift := t.Out - t.Span.Start
	if b.out.s[t.Out:t.Out+t.Copy] != text[i:end] {
		panic("BUG: sourcemap: a copy differs from its source")
	}
	c := sort.Search(len(cs), func(k int) bool { return cs[k].End > i })
	word := false
	for i < end {
		if c < len(cs) && i >= cs[c].Start {
			i, word = cs[c].End, false
			c++
			continue
		}
		was, size := word, int32(1)
		if word = wordByte(text[i]); text[i] >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(text[i:])
			word, size = r != '\uFEFF' && !unicode.IsSpace(r) && r != '\u2028' && r != '\u2029', int32(n)
		}
		if word && !was || starts(text[i]) {
			b.add(i+shift, i, "")
		}
		i += size
	}
}

// starts reports whether a token begins at c that is worth a segment.
func starts(c byte) bool {
	switch c {
	case '"', '\'', '`', '(', '[', '{', '}', '#':
		return true
	}
	return false
}

// wordByte reports whether c can be part of a name or number.
func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '_' || c == '$' || c == '\\' || c >= 0x80
}
