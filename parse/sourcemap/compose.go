package sourcemap

// Compose returns the map that applies outer and then inner, which is a map of
// outer's only source. What inner does not map has no origin.
//
// Inner's segments may be further apart than outer's. Between them, places are
// followed into the source as long as the text is the same on both sides;
// otherwise the start of inner's segment is used, and a name is lost.
func Compose(outer, inner *Map) *Map {
	m := &Map{File: outer.File, Sources: inner.Sources, Contents: inner.Contents, Ignore: inner.Ignore,
		Lines: make([][]Segment, len(outer.Lines))}
	c := &composer{outer: outer, inner: inner, m: m, names: map[string]int32{}, sources: make([]*text, len(inner.Sources))}
	if len(outer.Contents) > 0 && outer.Contents[0] != nil {
		c.between = newText(*outer.Contents[0])
	}
	for i, line := range outer.Lines {
		out := make([]Segment, 0, len(line))
		for _, s := range line {
			t := c.follow(s)
			if n := len(out); n > 0 && t.Source == out[n-1].Source && t.Line == out[n-1].Line && t.From == out[n-1].From && t.Name == None {
				continue // adds nothing
			} else if n == 0 && t.Source == None {
				continue
			}
			out = append(out, t)
		}
		m.Lines[i] = out
	}
	return m
}

type composer struct {
	outer, inner, m *Map
	names           map[string]int32
	between         *text // the text that both maps refer to; nil if not known
	sources         []*text
}

// follow maps a segment of outer through inner.
func (c *composer) follow(s Segment) Segment {
	out := Segment{Col: s.Col, Source: None, Name: None}
	if s.Source == None {
		return out
	}
	t, ok := c.inner.Find(s.Line, s.From)
	if !ok || t.Source == None {
		return out
	}
	out.Source, out.Line, out.From = t.Source, t.Line, t.From
	exact := t.Col == s.From
	if !exact {
		if n := s.From - t.Col; c.same(s.Line, t.Col, n, t) {
			out.From += n
			exact = true
		}
	}
	switch {
	case exact && t.Col == s.From && t.Name != None:
		out.Name = c.name(c.inner.Names[t.Name])
	case exact && s.Name != None:
		out.Name = c.name(c.outer.Names[s.Name])
	}
	return out
}

func (c *composer) name(s string) int32 {
	i, ok := c.names[s]
	if !ok {
		i = int32(len(c.m.Names))
		c.names[s] = i
		c.m.Names = append(c.m.Names, s)
	}
	return i
}

// maxFollow bounds how far text is compared: each segment compares it again.
const maxFollow = 512

// same reports whether n units from a column of the text in between are the
// text that t leads to, and a word there continues the same on both sides.
func (c *composer) same(line, col, n int32, t Segment) bool {
	if n > maxFollow || c.between == nil || c.inner.Contents[t.Source] == nil {
		return false
	}
	src := c.sources[t.Source]
	if src == nil {
		src = newText(*c.inner.Contents[t.Source])
		c.sources[t.Source] = src
	}
	a, b := c.between.offset(line, col), src.offset(t.Line, t.From)
	aEnd, bEnd := c.between.offset(line, col+n), src.offset(t.Line, t.From+n)
	if a < 0 || b < 0 || aEnd < 0 || bEnd < 0 {
		return false
	}
	aEnd, bEnd = wordEnd(c.between.s, aEnd), wordEnd(src.s, bEnd)
	return c.between.s[a:aEnd] == src.s[b:bEnd]
}

// wordEnd returns where the word at an offset ends.
func wordEnd(s string, at int32) int32 {
	for int(at) < len(s) && wordByte(s[at]) {
		at++
	}
	return at
}
