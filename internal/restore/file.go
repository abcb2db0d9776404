package restore

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/sonjs/son/internal/tokens"
	"github.com/sonjs/son/parse/ast"
)

// File is a source of which texts replace parts. Only the parts that are replaced are read, and
// the beginning where a part does not show how its author writes.
type File struct {
	text   string
	starts []int // where the lines begin
	sample func() *part
	unit   func() string // by which lines are indented
	// breaksLines reports whether the author breaks long lines.
	breaksLines func() bool
}

// sampled is how many bytes of a file are read to find out how its author writes.
const sampled = 1 << 16

// NewFile returns the file of a source whose lines begin at starts. known returns the pieces in
// a span, which is the beginning of the source; see Source.Known.
func NewFile(text string, starts []int, known func(ast.Span) []tokens.Piece) *File {
	f := &File{text: text, starts: starts}
	f.sample = sync.OnceValue(func() *part {
		span := ast.Span{End: int32(min(len(text), sampled))}
		return (&memory{}).readPart(text, span, known(span))
	})
	f.unit = sync.OnceValue(func() string { return unitOf(text[:min(len(text), sampled)]) })
	f.breaksLines = sync.OnceValue(f.breaks)
	return f
}

// unitOf returns a tab if lines of a text begin with one, or else the smallest number of blanks with which several do.
func unitOf(text string) string {
	least, lines := 0, map[int]int{}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "\t") {
			return "\t"
		}
		n := len(line) - len(strings.TrimLeft(line, " "))
		if lines[n]++; n > 1 && n <= 8 && lines[n] > 1 && (least == 0 || n < least) {
			least = n
		}
	}
	return strings.Repeat(" ", cmp.Or(least, 2))
}

// lineTo is the line of an offset up to the offset. A minified file may have only one line,
// which must not be scanned for each function.
func (f *File) lineTo(at int32) string {
	i, found := slices.BinarySearch(f.starts, int(at))
	if !found {
		i--
	}
	return f.text[f.starts[i]:at]
}

// margin is the white space at the beginning of the line of an offset.
func (f *File) margin(at int32) string { return blanks(f.lineTo(at)) }

// part is a part of a file.
type part struct {
	old         []tokens.Token // without comments
	oldComments []tokens.Token
	open, close []int   // see openers and closers
	lines       []int32 // by token: how many lines end before it
	style
}

// style counts how an author writes.
type style struct {
	classes  map[[2]tokenClass]habit // by the classes of two tokens
	separate habit                   // between the tokens that distinguish dense text
	// ends counts the tokens after semicolons and braces: tight are those on the same line.
	ends    habit
	endings endings
}

// habit counts the places without white space between two tokens, and those with a blank.
type habit struct{ tight, blank int }

func (h *habit) count(tight bool) {
	if tight {
		h.tight++
	} else {
		h.blank++
	}
}

// readPart reads a span of a source. Known pieces are in order; those that are Opaque, such as
// the bodies of functions inside, show nothing of the author's style.
func (m *memory) readPart(text string, span ast.Span, known []tokens.Piece) *part {
	m.reset()
	m.old, m.oldComments = tokens.ScanApart(text, span, known, m.old, m.oldComments)
	p := &part{old: m.old, oldComments: m.oldComments, style: style{classes: m.classes}}
	p.open = m.openers(p.old)
	p.close = m.closers(p.old, p.open)
	p.lines = m.offsets.Make(len(p.old))
	var classes [2]tokenClass // of the token before, and of this one
	for i, b := range p.old {
		classes[0], classes[1] = classes[1], class(b)
		if i == 0 {
			continue
		}
		a := p.old[i-1]
		gap := text[a.End:b.Start]
		p.lines[i] = p.lines[i-1]
		if a.Kind == tokens.Literal || a.Kind == tokens.Opaque || gap != "" && gap != " " {
			p.lines[i] += int32(strings.Count(text[a.Start:b.Start], "\n"))
		}
		if a.Kind != tokens.Opaque && b.Kind != tokens.Opaque {
			p.note(i, classes, gap)
		}
	}
	return p
}

// note counts what the white space before token i shows.
func (p *part) note(i int, classes [2]tokenClass, gap string) {
	a, b := p.old[i-1], p.old[i]
	p.endings.note(p.old, p.open, i, gap)
	if a.Key == ";" || a.Key == "{" || a.Key == "}" {
		p.ends.count(strings.IndexByte(gap, '\n') < 0)
	}
	if gap != "" && gap != " " {
		return
	}
	h := p.classes[classes]
	h.count(gap == "")
	p.classes[classes] = h
	if a.Key == "," || a.Key == "=" || a.Key == ";" || b.Key == "{" {
		p.separate.count(gap == "")
	}
}

// startAt returns the first token of a list that begins at or after an offset.
func startAt(list []tokens.Token, at int32) int {
	i, _ := slices.BinarySearchFunc(list, at, func(t tokens.Token, at int32) int { return int(t.Start) - int(at) })
	return i
}
